//! The plan of one goal: who made it and why, what it will take, how each step fares, and what can be done with it by hand.

mod form;
mod form_ui;
mod hand;

use bevy_egui::egui::{
    Align, Layout, ProgressBar, Rect, RichText, Sense, Stroke, TextStyle, Ui, WidgetInfo, WidgetType, pos2, vec2,
};
use form_ui::{About, OpenForm, form_ui};

use super::{
    chosen::{Choice, Chosen},
    icons,
    icons::Mark,
    theme, words,
};
use crate::domain::{GoalState, GoalView, StepStateView, StepView, UserAsk, Vec3};

/// Kept in sight below a running step, in points.
const ROOM_BELOW: f32 = 90.0;

/// What the pane remembers.
#[derive(Clone, Debug, Default)]
pub struct PlanPanel {
    /// The step that was last brought into sight, by goal and number.
    scrolled_to: Option<(u64, usize)>,
    form: Option<OpenForm>,
    /// The step whose buttons were last brought into sight.
    buttons_of: Option<u64>,
    /// The form was there to be seen in the last frame.
    has_form: bool,
    /// The plan is shown as of another moment than now.
    pub is_past: bool,
}

impl PlanPanel {
    /// Whether Esc is the form's in this frame. Goes before the panes are drawn, once a frame.
    pub fn takes_escape(&mut self) -> bool {
        std::mem::take(&mut self.has_form)
    }
}

/// Shows a goal's plan. A step that begins is scrolled into sight once; after that the hand has the wheel.
/// A click on a step chooses it. `at`: where the bot stands.
pub fn plan_ui(
    ui: &mut Ui,
    goal: Option<&GoalView>,
    at: Option<Vec3>,
    panel: &mut PlanPanel,
    choice: &mut Choice,
    asks: &mut Vec<UserAsk>,
) {
    let is_past = panel.is_past;
    panel.form.take_if(|form| is_past || goal.is_none_or(|goal| form.goal != goal.id));
    let Some(goal) = goal else {
        ui.label(theme::quiet("A goal's plan appears here before anything moves: every step, and the reason for it."));
        return;
    };
    if goal.steps.is_empty() {
        ui.label(theme::quiet(no_plan(goal)));
        spending(ui, goal);
        return;
    }
    let about = |panel: &PlanPanel| panel.form.as_ref().map(|form| form.about);
    let before = about(panel);
    head(ui, goal, is_past, &mut panel.form, asks);
    ui.add_space(theme::APART);
    let mut focused = None;
    for (index, step) in goal.steps.iter().enumerate() {
        let is_chosen = matches!(choice.what(), Some(Chosen::Step(id)) if *id == step.id);
        let is_last = index + 1 == goal.steps.len();
        let indented = |ui: &mut Ui| {
            ui.add_space(hand::MARGIN);
            ui.vertical(|ui| step_ui(ui, step, is_last));
        };
        let area = ui.horizontal_top(indented).response;
        hand::margin_ui(ui, goal, index, area.rect, asks);
        let words = area.rect.with_min_x(area.rect.left() + hand::MARGIN);
        let row = ui.interact(words, ui.id().with(("step", step.id)), Sense::click());
        row.widget_info(|| {
            WidgetInfo::labeled(WidgetType::Button, true, format!("Step {}: {}", index + 1, step.title))
        });
        focused = focused.or(row.has_focus().then_some(index));
        if is_chosen || row.has_focus() {
            let x = area.rect.left() - theme::NEAR;
            ui.painter().vline(x, area.rect.y_range(), Stroke::new(2.0_f32, theme::MARK));
        }
        if row.on_hover_text("All of it: a click").clicked() {
            choice.choose(Chosen::Step(step.id));
        }
        below(ui, goal, index, (is_chosen, is_last), at, panel, asks);
        let place = Some((goal.id, index));
        if step.state == StepStateView::Running && panel.scrolled_to != place {
            panel.scrolled_to = place;
            // Its progress and errors will need room below it.
            let room = vec2(0.0, ROOM_BELOW);
            ui.scroll_to_rect(Rect::from_min_max(area.rect.min, area.rect.max + room), None);
        }
    }
    if about(panel) == Some(About::END) {
        opened_ui(ui, at, panel, asks);
    }
    // A step that is gone has no place for a form.
    if !panel.has_form && about(panel) == before {
        panel.form = None;
    }
    let nothing_has_it = ui.memory(|memory| memory.focused().is_none());
    let chosen = goal.steps.iter().position(|step| matches!(choice.what(), Some(Chosen::Step(id)) if *id == step.id));
    if !is_past && (focused.is_some() || nothing_has_it && panel.form.is_none()) {
        hand::steer(ui, goal, focused.or(chosen), &mut panel.form, asks);
    }
    panel.has_form = panel.form.is_some();
}

/// What stands below a step: what breaks it, its buttons once it is chosen, and a form about it.
fn below(
    ui: &mut Ui,
    goal: &GoalView,
    index: usize,
    (is_chosen, is_last): (bool, bool),
    at: Option<Vec3>,
    panel: &mut PlanPanel,
    asks: &mut Vec<UserAsk>,
) {
    let step = &goal.steps[index];
    let about = panel.form.as_ref().map(|form| form.about);
    let has_form = about.is_some_and(|about| about.step == Some(step.id));
    let notes = &step.by_hand.notes;
    let is_chosen = is_chosen && hand::has_buttons(goal, index);
    if notes.breaks.is_none() && !is_chosen && !has_form {
        return;
    }
    let indent = hand::MARGIN + icons::ICON + ui.spacing().item_spacing.x;
    let row = ui.horizontal_top(|ui| {
        ui.add_space(indent);
        ui.vertical(|ui| {
            if let Some(breaks) = &notes.breaks {
                let kept = if notes.is_kept { " (it is begun all the same, as you want)" } else { "" };
                let told = format!("Step {} {breaks}{kept}", index + 1);
                ui.label(RichText::new(told).small().color(theme::PAUSED));
            }
            if is_chosen {
                hand::buttons_ui(ui, goal, index, &mut panel.form, asks);
            }
            if has_form {
                opened_ui(ui, at, panel, asks);
            }
            ui.add_space(theme::NEAR);
        });
    });
    if !is_last {
        let x = row.response.rect.left() + hand::MARGIN + icons::ICON / 2.0;
        ui.painter().vline(x, row.response.rect.y_range().expand(theme::NEAR), Stroke::new(1.0_f32, theme::LINE));
    }
    if is_chosen && panel.buttons_of.replace(step.id) != Some(step.id) {
        row.response.scroll_to_me(None);
    }
}

/// The form, until it is done with.
fn opened_ui(ui: &mut Ui, at: Option<Vec3>, panel: &mut PlanPanel, asks: &mut Vec<UserAsk>) {
    let Some(form) = &mut panel.form else { return };
    panel.has_form = true;
    if form_ui(ui, form, at, asks) {
        panel.form = None;
    }
}

/// Why there is nothing to show.
fn no_plan(goal: &GoalView) -> String {
    match goal.state {
        GoalState::Queued => "It will be planned when its turn comes.".to_owned(),
        GoalState::Active => "Planning\u{2026}".to_owned(),
        GoalState::Paused => "Paused before it was planned.".to_owned(),
        GoalState::Cancelled => "Cancelled before it was planned.".to_owned(),
        GoalState::Done => "Nothing had to be done.".to_owned(),
        GoalState::Failed => "There is no plan: it was refused before anything moved.".to_owned(),
    }
}

fn head(ui: &mut Ui, goal: &GoalView, is_past: bool, form: &mut Option<OpenForm>, asks: &mut Vec<UserAsk>) {
    theme::card().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(theme::strong(&goal.text));
        if let Some(planner) = &goal.planner {
            let why = goal.why.as_deref().unwrap_or("no reason was given");
            ui.label(theme::quiet(format!("Planned by the {planner} planner: {why}")));
        }
        for line in goal.quote.iter().flat_map(words::quote) {
            ui.label(theme::quiet(line));
        }
        spending(ui, goal);
        changes(ui, goal);
        by_hand(ui, goal);
        let done = goal.steps.iter().filter(|step| step.state == StepStateView::Done).count();
        ui.add_space(theme::NEAR);
        let share = done as f32 / goal.steps.len() as f32;
        let color = Mark::from(goal.state).color();
        ui.add(ProgressBar::new(share).desired_height(5.0).fill(color));
        ui.label(theme::quiet(format!("{done} of {} steps done", goal.steps.len())));
        hand::plan_buttons_ui(ui, goal, is_past, form, asks);
    });
}

/// What the user has changed, and what comes of it.
fn by_hand(ui: &mut Ui, goal: &GoalView) {
    let hand = &goal.by_hand;
    let told = |ui: &mut Ui, words: &str, color| _ = ui.label(RichText::new(words).small().color(color));
    if let Some(note) = goal.note.as_ref().filter(|_| goal.state == GoalState::Paused) {
        told(ui, note, theme::PAUSED);
    }
    match hand.edits.as_slice() {
        [] => {}
        [only] => told(ui, &format!("You {only}"), theme::QUIET),
        all => {
            let title = theme::quiet(format!("{} changes by you", all.len()));
            ui.collapsing(title, |ui| all.iter().for_each(|edit| told(ui, &format!("You {edit}"), theme::QUIET)));
        }
    }
    let lacks = hand.lacks.iter().filter(|_| !goal.state.is_over());
    lacks.for_each(|lack| told(ui, &format!("Not done by this plan: {lack}"), theme::PAUSED));
    hand.gone.iter().for_each(|gone| told(ui, gone, theme::PAUSED));
    hand.refused.iter().for_each(|why| told(ui, &format!("Not done: {why}"), theme::FAILED));
}

/// What was changed in the plan since it was made: one line, that unfolds where there is more than one.
fn changes(ui: &mut Ui, goal: &GoalView) {
    let told = |repair: &String| theme::quiet(format!("Changed: {repair}"));
    match goal.repairs.as_slice() {
        [] => {}
        [only] => _ = ui.label(told(only)),
        all => {
            let title = theme::quiet(format!("{} changes to the plan", all.len()));
            ui.collapsing(title, |ui| all.iter().for_each(|repair| _ = ui.label(told(repair))));
        }
    }
}

/// What the model was and is asked for this goal, where one was; also for what came to no plan.
fn spending(ui: &mut Ui, goal: &GoalView) {
    if let Some(asking) = &goal.asking {
        ui.label(RichText::new(format!("{asking}\u{2026}")).small().color(theme::PAUSED));
    }
    if let Some(model) = &goal.model {
        ui.label(theme::quiet(model.to_string()));
    }
}

fn step_ui(ui: &mut Ui, step: &StepView, last: bool) {
    let row = ui.horizontal_top(|ui| {
        let state = match step.state {
            StepStateView::Waiting => "waiting",
            StepStateView::Running => "at work",
            StepStateView::Done => "done: the server showed it",
            StepStateView::Failed => "failed",
            StepStateView::Skipped => "skipped: you wanted to go on without it",
        };
        let mark = icons::mark(ui, step.state).on_hover_text(state);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            // A title is as high as its mark, so that both are in line.
            ui.spacing_mut().interact_size.y = icons::ICON;
            words_of_step(ui, step);
            ui.add_space(theme::NEAR + 2.0);
        });
        mark.rect
    });
    if !last {
        // A thread from mark to mark: the steps are a path, not a list.
        let (mark, bottom) = (row.inner, row.response.rect.bottom());
        let thread = [mark.center_bottom() + vec2(0.0, 3.0), pos2(mark.center().x, bottom + 1.0)];
        ui.painter().line_segment(thread, Stroke::new(1.0_f32, theme::LINE));
    }
}

fn words_of_step(ui: &mut Ui, step: &StepView) {
    let attempts = step.attempts > 1 || (step.attempts == 1 && step.state == StepStateView::Failed);
    let title = match step.state {
        StepStateView::Running => theme::strong(&step.title).color(theme::RUNNING),
        StepStateView::Waiting => RichText::new(&step.title).color(theme::QUIET),
        StepStateView::Skipped => RichText::new(&step.title).color(theme::QUIET).strikethrough(),
        StepStateView::Done | StepStateView::Failed => RichText::new(&step.title),
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(title);
        if attempts {
            ui.label(RichText::new(format!("attempt {}", step.attempts)).small().color(theme::PAUSED));
        }
        if step.by_hand.notes.is_edited {
            ui.label(RichText::new("by you").small().color(theme::MARK));
        }
    });
    if !step.reason.is_empty() {
        ui.label(theme::quiet(&step.reason));
    }
    if let Some((text, done, of)) = step.progress.as_ref().filter(|_| step.state == StepStateView::Running) {
        progress(ui, text, *done, *of);
    }
    if let Some(error) = &step.error {
        let color = if step.state == StepStateView::Failed { theme::FAILED } else { theme::PAUSED };
        ui.label(RichText::new(&error.message).small().color(color)).on_hover_text(error.code.to_string());
    }
}

fn progress(ui: &mut Ui, text: &str, done: u32, of: u32) {
    // What is done at one blow is half done at no time.
    if of > 1 {
        let share = (done as f32 / of as f32).clamp(0.0, 1.0);
        // The bar takes what the words leave: a row that is too wide widens the panel.
        let row = vec2(ui.available_width(), ui.text_style_height(&TextStyle::Small));
        ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::quiet(format!("{done} of {of}")));
            let rest = vec2(ui.available_width(), 6.0);
            ui.add_sized(rest, ProgressBar::new(share).desired_height(6.0).fill(theme::RUNNING));
        });
    }
    if !text.is_empty() {
        ui.label(RichText::new(text).small().color(theme::RUNNING));
    }
}
