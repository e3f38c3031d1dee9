//! Where a person says what they want.

use bevy_egui::egui::{Align, Button, Key, Layout, RichText, TextEdit, Ui, vec2};

use super::{theme, words};
use crate::domain::{GoalState, GoalView, MindView, UserAsk};

/// Goals that work in a fresh world, to begin with and to learn the words from.
const EXAMPLES: [&str; 4] = ["get me a stone pickaxe", "get me 10 torches", "craft a chest", "build a 5x5 house here"];

/// What examples need besides the goals, in points: where there is less they are shown only while there is no goal.
const ROOM_FOR_EXAMPLES: f32 = 240.0;

/// Characters of a refused goal that are told.
const TOLD: usize = 120;

/// What is being typed.
#[derive(Clone, Debug, Default)]
pub struct GoalBox {
    pub text: String,
    /// The box is to take what is typed from now on.
    pub wants_focus: bool,
}

impl GoalBox {
    /// These words stand in the box, for the person to change or to add.
    pub fn take(&mut self, words: String) {
        self.text = words;
        self.wants_focus = true;
    }
}

/// The box, examples, and why the newest goal was refused, if it was.
pub fn goal_box_ui(ui: &mut Ui, view: &MindView, state: &mut GoalBox, asks: &mut Vec<UserAsk>) {
    let has_room = view.goals.is_empty() || ui.available_height() >= ROOM_FOR_EXAMPLES;
    theme::title(ui, "What shall I do?");
    ui.add_space(theme::NEAR);
    let mut send = false;
    ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        let ready = !state.text.trim().is_empty();
        let (text, fill) = if ready { (theme::BACKGROUND, theme::ACCENT) } else { (theme::QUIET, theme::RAISED) };
        let button = Button::new(RichText::new("Add goal").color(text)).fill(fill).min_size(vec2(84.0, 30.0));
        send |= ui.add(button).on_hover_text("Or press Enter").clicked();
        let edit = TextEdit::singleline(&mut state.text)
            .hint_text(RichText::new(EXAMPLES[0]).color(theme::FAINT))
            .desired_width(f32::INFINITY)
            .min_size(vec2(0.0, 30.0))
            .vertical_align(Align::Center);
        let typed = ui.add(edit);
        if std::mem::take(&mut state.wants_focus) {
            typed.request_focus();
        }
        if typed.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            send = true;
            // The next goal can be typed at once.
            typed.request_focus();
        }
    });
    if send && !state.text.trim().is_empty() {
        asks.push(UserAsk::NewGoal(state.text.trim().to_owned()));
        state.text.clear();
    }
    if let Some(why) = view.refused.as_ref().filter(|_| state.text.is_empty()) {
        ui.add_space(theme::NEAR);
        ui.label(RichText::new(why).color(theme::FAILED));
    }
    if let Some(refused) = refused(view).filter(|_| state.text.is_empty()) {
        ui.add_space(theme::NEAR);
        let note = words::without_code(refused.note.as_deref().unwrap_or("no reason was given"));
        let told = format!("\u{201c}{}\u{201d} was refused: {note}", words::start_of(&refused.text, TOLD));
        ui.label(RichText::new(told).color(theme::FAILED));
        if ui
            .add(Button::new(RichText::new("Edit").small()))
            .on_hover_text("Puts your words back into the box")
            .clicked()
        {
            state.take(refused.text.clone());
        }
        if !refused.instead.is_empty() {
            chips(ui, "Instead", refused.instead.iter().map(String::as_str), state);
            return;
        }
    }
    if has_room {
        chips(ui, "Try", EXAMPLES.into_iter(), state);
    }
}

/// Goals that can be put into the box.
fn chips<'a>(ui: &mut Ui, title: &str, goals: impl Iterator<Item = &'a str>, state: &mut GoalBox) {
    ui.add_space(theme::NEAR);
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::quiet(title));
        for goal in goals {
            let chip = Button::new(theme::quiet(goal)).corner_radius(10.0);
            if ui.add(chip).on_hover_text("Puts these words into the box").clicked() {
                state.take(goal.to_owned());
            }
        }
    });
}

/// The newest goal, if it failed before anything was planned: it is the box that must say so.
pub fn refused(view: &MindView) -> Option<&GoalView> {
    view.goals.last().filter(|goal| goal.state == GoalState::Failed && goal.steps.is_empty())
}
