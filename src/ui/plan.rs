//! The plan of one goal: who made it and why, what it will take, and how each step fares.

use bevy_egui::egui::{Align, Label, Layout, ProgressBar, RichText, Stroke, Ui, pos2, vec2};

use super::{icons, icons::Mark, theme, words};
use crate::domain::{GoalState, GoalView, StepStateView, StepView};

/// How far the words of a step stand in from its mark.
const INDENT: f32 = icons::ICON + 6.0;

pub fn plan_ui(ui: &mut Ui, goal: Option<&GoalView>) {
    theme::title(ui, "Plan");
    ui.add_space(theme::NEAR);
    let Some(goal) = goal else {
        ui.label(theme::quiet("A goal's plan appears here before anything moves: every step, and the reason for it."));
        return;
    };
    if goal.steps.is_empty() {
        ui.label(theme::quiet(no_plan(goal)));
        return;
    }
    head(ui, goal);
    ui.add_space(theme::APART);
    for (index, step) in goal.steps.iter().enumerate() {
        step_ui(ui, step, index + 1 == goal.steps.len());
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
        GoalState::Failed => "There is no plan: the goal was refused before anything moved.".to_owned(),
    }
}

fn head(ui: &mut Ui, goal: &GoalView) {
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
        for repair in &goal.repairs {
            ui.label(RichText::new(format!("Changed: {repair}")).small().color(theme::PAUSED));
        }
        let done = goal.steps.iter().filter(|step| step.state == StepStateView::Done).count();
        ui.add_space(theme::NEAR);
        let share = done as f32 / goal.steps.len() as f32;
        let color = Mark::from(goal.state).color();
        ui.add(ProgressBar::new(share).desired_height(5.0).fill(color));
        ui.label(theme::quiet(format!("{done} of {} steps done", goal.steps.len())));
    });
}

fn step_ui(ui: &mut Ui, step: &StepView, last: bool) {
    let top = ui.cursor().min;
    ui.horizontal(|ui| {
        let state = match step.state {
            StepStateView::Waiting => "waiting",
            StepStateView::Running => "at work",
            StepStateView::Done => "done: the server showed it",
            StepStateView::Failed => "failed",
        };
        icons::mark(ui, step.state).on_hover_text(state);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if step.attempts > 1 || (step.attempts == 1 && step.state == StepStateView::Failed) {
                ui.label(RichText::new(format!("attempt {}", step.attempts)).small().color(theme::PAUSED));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = match step.state {
                    StepStateView::Running => theme::strong(&step.title),
                    StepStateView::Waiting => RichText::new(&step.title).color(theme::QUIET),
                    StepStateView::Done | StepStateView::Failed => RichText::new(&step.title),
                };
                ui.add(Label::new(text).truncate());
            });
        });
    });
    ui.horizontal(|ui| {
        ui.add_space(INDENT);
        ui.vertical(|ui| {
            if !step.reason.is_empty() {
                ui.label(theme::quiet(&step.reason));
            }
            if let Some((text, done, of)) = step.progress.as_ref().filter(|_| step.state == StepStateView::Running) {
                progress(ui, text, *done, *of);
            }
            if let Some(error) = &step.error {
                let color = if step.state == StepStateView::Failed { theme::FAILED } else { theme::PAUSED };
                ui.label(theme::code(error.code.to_string()).color(color));
                ui.label(RichText::new(&error.message).small().color(color));
            }
            ui.add_space(theme::NEAR);
        });
    });
    if !last {
        // A thread from mark to mark: the steps are a path, not a list.
        let x = top.x + icons::ICON / 2.0;
        let (from, to) = (pos2(x, top.y + 22.0), pos2(x, ui.cursor().min.y - 1.0));
        if to.y > from.y {
            ui.painter().line_segment([from, to], Stroke::new(1.0, theme::LINE));
        }
    }
}

fn progress(ui: &mut Ui, text: &str, done: u32, of: u32) {
    if of > 0 {
        let share = (done as f32 / of as f32).clamp(0.0, 1.0);
        ui.horizontal(|ui| {
            let width = (ui.available_width() - 60.0).max(60.0);
            ui.add_sized(vec2(width, 6.0), ProgressBar::new(share).desired_height(6.0).fill(theme::RUNNING));
            ui.label(theme::quiet(format!("{done} of {of}")));
        });
    }
    if !text.is_empty() {
        ui.label(RichText::new(text).small().color(theme::RUNNING));
    }
}
