//! The form in which a step is changed, or one is inserted: a tool and a field a parameter; or words, which are read into it.

use bevy_egui::egui::{Align, Button, Key, Layout, Response, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::form::{Faults, Form};
use crate::{
    domain::{Field, FieldKind, PlanEdit, ToolRequest, User, UserAsk, Vec3},
    mind::plan::edits::one_call,
    ui::theme,
};

/// What the names of fields take, in points.
const NAMES: f32 = 96.0;
/// How high the list of tools may be, in points.
const LIST: f32 = 280.0;
/// The tool of an empty form.
const FIRST_TOOL: &str = "mine";

/// A form that is being filled in.
#[derive(Clone, Debug)]
pub struct OpenForm {
    /// Whose plan it is about.
    pub goal: u64,
    pub about: About,
    form: Form,
    /// What is typed of a step in words.
    words: String,
    /// Why the words are no step.
    not_read: Option<String>,
    /// What is wrong is told once somebody has tried.
    is_tried: bool,
    /// The first field is to be typed into.
    is_new: bool,
}

/// What a form is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The step that it stands below: what that asks, or a new one before it. `None`: a new one at the end.
    pub step: Option<u64>,
    is_new_step: bool,
}

impl About {
    /// A new step at the end.
    pub const END: Self = Self { step: None, is_new_step: true };
}

impl OpenForm {
    /// What a step asks, to be changed.
    pub fn change(goal: u64, step: u64, request: &ToolRequest) -> Self {
        Self::new(goal, About { step: Some(step), is_new_step: false }, Form::of(request))
    }

    /// A new step.
    pub fn insert(goal: u64, before: Option<u64>) -> Self {
        Self::new(goal, About { step: before, is_new_step: true }, Form::new(FIRST_TOOL))
    }

    fn new(goal: u64, about: About, form: Form) -> Self {
        Self { goal, about, form, words: String::new(), not_read: None, is_tried: false, is_new: true }
    }

    fn asked(&self, request: ToolRequest) -> UserAsk {
        let request = Box::new(request);
        let edit = match self.about.step.filter(|_| !self.about.is_new_step) {
            Some(step) => PlanEdit::Change { step, request },
            None => PlanEdit::Insert { before: self.about.step, request },
        };
        UserAsk::Edit { goal: self.goal, edit }
    }
}

/// Shows a form. Returns whether it is done with. `at`: where the bot stands, for words such as *here*.
pub fn form_ui(ui: &mut Ui, open: &mut OpenForm, at: Option<Vec3>, asks: &mut Vec<UserAsk>) -> bool {
    let (mut sends, mut is_done) = (false, ui.input(|input| input.key_pressed(Key::Escape)));
    let (is_new, room) = (open.is_new, ui.clip_rect().height());
    let card = theme::card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        let (about, does) = match (open.about.is_new_step, open.about.step) {
            (false, _) => ("Change this step", "Apply"),
            (true, Some(_)) => ("A new step before this one", "Insert"),
            (true, None) => ("A new step at the end", "Insert"),
        };
        // Above the fields: a form may be higher than its pane.
        ui.horizontal(|ui| {
            ui.label(theme::strong(about));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let button = Button::new(RichText::new(does).color(theme::BACKGROUND)).fill(theme::ACCENT);
                sends |= ui.add(button).on_hover_text("Or press Enter in a field").clicked();
                is_done |= ui.button("Close").on_hover_text("Leaves the plan as it is; key: Esc").clicked();
            });
        });
        if open.about.is_new_step {
            words_ui(ui, open, at);
        }
        tool_ui(ui, open);
        let faults = if open.is_tried { open.form.read().err().unwrap_or_default() } else { Faults::default() };
        for (number, field) in open.form.fields().iter().enumerate() {
            let typed = field_ui(ui, field, &mut open.form.texts[number]);
            if std::mem::take(&mut open.is_new) {
                typed.request_focus();
            }
            sends |= is_entered(ui, &typed);
            fault_ui(ui, faults.fields.get(number).and_then(Option::as_deref));
        }
        fault_ui(ui, faults.whole.as_deref());
    });
    open.is_new = false;
    if is_new {
        let align = (card.response.rect.height() > room).then_some(Align::TOP);
        card.response.scroll_to_me(align);
    }
    if sends {
        open.is_tried = true;
        if let Ok(request) = open.form.read() {
            asks.push(open.asked(request));
            is_done = true;
        }
    }
    is_done
}

fn is_entered(ui: &Ui, typed: &Response) -> bool {
    typed.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

/// Words that are read into the form below, so that one sees what was understood before it is part of the plan.
fn words_ui(ui: &mut Ui, open: &mut OpenForm, at: Option<Vec3>) {
    let mut reads = false;
    ui.horizontal(|ui| {
        let label = name_ui(ui, "in words", "One step, as you would type a goal; Enter fills in what is below");
        let room = vec2((ui.available_width() - 60.0).max(60.0), 24.0);
        let hint = RichText::new("craft 4 sticks").color(theme::FAINT);
        let edit = TextEdit::singleline(&mut open.words).hint_text(hint).vertical_align(Align::Center);
        let typed = ui.add_sized(room, edit).labelled_by(label.id);
        if std::mem::take(&mut open.is_new) {
            typed.request_focus();
        }
        reads = is_entered(ui, &typed);
        reads |= ui.button("Read").on_hover_text("Fills in what is below").clicked();
    });
    if reads && !open.words.trim().is_empty() {
        match one_call(&open.words, at) {
            Ok(request) => (open.form, open.not_read, open.is_tried) = (Form::of(&request), None, false),
            Err(error) => open.not_read = Some(error.message),
        }
    }
    fault_ui(ui, open.not_read.as_deref());
}

/// The tools that may be ordered by hand.
fn tool_ui(ui: &mut Ui, open: &mut OpenForm) {
    ui.horizontal(|ui| {
        name_ui(ui, "tool", "What is to be done");
        let chosen = open.form.tool().to_owned();
        ui.menu_button(plain(&chosen), |ui| {
            ScrollArea::vertical().max_height(LIST).show(ui, |ui| {
                for tool in ToolRequest::names(User::Hand) {
                    if ui.selectable_label(tool == chosen, plain(tool)).clicked() {
                        (open.form, open.is_tried) = (Form::new(tool), false);
                        ui.close();
                    }
                }
            });
        });
    });
}

fn field_ui(ui: &mut Ui, field: &Field, text: &mut String) -> Response {
    ui.horizontal(|ui| {
        let label = name_ui(ui, &plain(&field.name), &field.about);
        match &field.kind {
            FieldKind::Flag => {
                let mut is_set = text == "true";
                let response = ui.checkbox(&mut is_set, "").labelled_by(label.id);
                if response.changed() {
                    *text = is_set.to_string();
                }
                response
            }
            FieldKind::Choice(words) => choice_ui(ui, field, words, text),
            _ => {
                let hint = RichText::new(hint(field)).color(theme::FAINT);
                let room = vec2(ui.available_width(), 24.0);
                let edit = TextEdit::singleline(text).hint_text(hint).vertical_align(Align::Center);
                ui.add_sized(room, edit).labelled_by(label.id).on_hover_text(&field.about)
            }
        }
    })
    .inner
}

fn choice_ui(ui: &mut Ui, field: &Field, words: &[String], text: &mut String) -> Response {
    let shown = if text.is_empty() { "not said".to_owned() } else { plain(text) };
    let menu = ui.menu_button(shown, |ui| {
        if !field.is_required && ui.selectable_label(text.is_empty(), "not said").clicked() {
            text.clear();
            ui.close();
        }
        for word in words {
            if ui.selectable_label(text == word, plain(word)).clicked() {
                text.clone_from(word);
                ui.close();
            }
        }
    });
    menu.response.on_hover_text(&field.about)
}

fn hint(field: &Field) -> &'static str {
    match (field.is_required, &field.kind) {
        (_, FieldKind::Place) => "x y z",
        (_, FieldKind::Names) => "names, with commas",
        (true, _) => "",
        (false, _) => "not said",
    }
}

fn name_ui(ui: &mut Ui, name: &str, about: &str) -> Response {
    let row = vec2(NAMES, ui.spacing().interact_size.y);
    let label = ui.allocate_ui(row, |ui| {
        ui.set_min_width(NAMES);
        ui.label(theme::quiet(name))
    });
    if about.is_empty() { label.inner } else { label.inner.on_hover_text(about) }
}

fn fault_ui(ui: &mut Ui, fault: Option<&str>) {
    if let Some(fault) = fault {
        ui.label(RichText::new(fault).small().color(theme::FAILED));
    }
}

/// As people write it.
fn plain(name: &str) -> String {
    name.replace('_', " ")
}
