//! What can be done with a plan by hand: the buttons of a step, its mark in the margin, and the keys of both.

use bevy_egui::egui::{
    Button, Id, Key, Modifiers, Rect, Response, RichText, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2,
};

use super::form_ui::OpenForm;
use crate::{
    domain::{GoalState, GoalView, PlanEdit, StepView, UserAsk},
    ui::{theme, words::PAST},
};

/// The margin with a step's number and mark, in points.
pub const MARGIN: f32 = 24.0;
/// The radius of a mark, in points.
const MARK: f32 = 5.0;

/// Something that can be done with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Pause,
    Change,
    Insert,
    Up,
    Down,
    Skip,
    Retry,
    Keep,
    Delete,
}

impl Verb {
    /// In the order of the buttons.
    const ALL: [Self; 9] = [
        Self::Pause,
        Self::Change,
        Self::Insert,
        Self::Up,
        Self::Down,
        Self::Skip,
        Self::Retry,
        Self::Keep,
        Self::Delete,
    ];

    const fn key(self) -> Key {
        match self {
            Self::Pause => Key::B,
            Self::Change => Key::E,
            Self::Insert => Key::I,
            Self::Up => Key::U,
            Self::Down => Key::D,
            Self::Skip => Key::S,
            Self::Retry => Key::R,
            Self::Keep => Key::K,
            Self::Delete => Key::Delete,
        }
    }

    /// The button, if the verb has one beside the mark in the margin, and what it does.
    const fn button(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Pause => None,
            Self::Change => Some(("Change", "Ask for something else; key: E")),
            Self::Insert => Some(("Insert before", "Put a new step before this one; key: I")),
            Self::Up => Some(("Up", "Do it before the step above; key: U")),
            Self::Down => Some(("Down", "Do it after the step below; key: D")),
            Self::Skip => Some(("Skip", "Give this step up and go on behind it; key: S")),
            Self::Retry => Some(("Try again", "Try this step once more, with the plan as it is; key: T")),
            Self::Keep => Some(("Keep it", "Begin it all the same; key: K")),
            Self::Delete => Some(("Delete", "Take it out of the plan; key: Delete")),
        }
    }
}

/// What a verb asks for.
enum Asked {
    Edit(PlanEdit),
    Form(OpenForm),
}

/// What a verb would do with the step at a place of a plan; nothing where it cannot be done.
fn asked(verb: Verb, goal: &GoalView, at: usize) -> Option<Asked> {
    let step = &goal.steps[at];
    let (id, hand) = (step.id, &step.by_hand);
    let open = |at: usize| goal.steps.get(at).filter(|step| step.by_hand.is_open);
    let edit = match verb {
        Verb::Pause if hand.is_open => PlanEdit::PauseBefore { step: id, pauses: !hand.notes.pauses },
        Verb::Change => {
            return hand.request.as_ref().map(|request| Asked::Form(OpenForm::change(goal.id, id, request)));
        }
        Verb::Insert if hand.is_open => return Some(Asked::Form(OpenForm::insert(goal.id, Some(id)))),
        Verb::Up if hand.is_open => PlanEdit::Move { step: id, before: Some(open(at.checked_sub(1)?)?.id) },
        Verb::Down if hand.is_open => {
            open(at + 1)?;
            PlanEdit::Move { step: id, before: goal.steps.get(at + 2).map(|step| step.id) }
        }
        Verb::Skip if hand.can_skip => PlanEdit::Skip { step: id },
        Verb::Retry if hand.can_retry => PlanEdit::Retry { step: id },
        Verb::Keep if hand.is_open && hand.notes.breaks.is_some() && !hand.notes.is_kept => PlanEdit::Keep { step: id },
        Verb::Delete if hand.is_open => PlanEdit::Delete { step: id },
        _ => return None,
    };
    Some(Asked::Edit(edit))
}

fn take(asked: Asked, goal: &GoalView, form: &mut Option<OpenForm>, asks: &mut Vec<UserAsk>) {
    match asked {
        Asked::Edit(edit) => asks.push(UserAsk::Edit { goal: goal.id, edit }),
        Asked::Form(opened) => *form = Some(opened),
    }
}

/// Whether anything can be done with a step beside marking it.
pub fn has_buttons(goal: &GoalView, at: usize) -> bool {
    Verb::ALL.into_iter().any(|verb| verb.button().is_some() && asked(verb, goal, at).is_some())
}

/// The buttons of a step.
pub fn buttons_ui(ui: &mut Ui, goal: &GoalView, at: usize, form: &mut Option<OpenForm>, asks: &mut Vec<UserAsk>) {
    ui.horizontal_wrapped(|ui| {
        for verb in Verb::ALL {
            let Some(((words, hint), asked)) = verb.button().zip(asked(verb, goal, at)) else { continue };
            if ui.add(Button::new(RichText::new(words).small())).on_hover_text(hint).clicked() {
                take(asked, goal, form, asks);
            }
        }
    });
}

/// The margin beside a step: its number, and the mark before which the goal pauses.
pub fn margin_ui(ui: &mut Ui, goal: &GoalView, at: usize, area: Rect, asks: &mut Vec<UserAsk>) {
    let step = &goal.steps[at];
    let rect = area.with_max_x(area.left() + MARGIN);
    let middle = pos2(area.left() + MARGIN / 2.0 - theme::NEAR, area.top() + crate::ui::icons::ICON / 2.0);
    let is_marked = step.by_hand.notes.pauses;
    let mut is_pointed = false;
    if let Some(Asked::Edit(edit)) = asked(Verb::Pause, goal, at) {
        let words = if is_marked { "Do not pause before step" } else { "Pause before step" };
        let margin = ui.interact(rect, margin_id(ui, step), Sense::click());
        margin.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("{words} {}", at + 1)));
        is_pointed = margin.hovered() || margin.has_focus();
        if margin.on_hover_text(format!("{words} {}; key: B", at + 1)).clicked() {
            asks.push(UserAsk::Edit { goal: goal.id, edit });
        }
    }
    if is_marked {
        ui.painter().circle_filled(middle, MARK, theme::PAUSED);
    } else if is_pointed {
        ui.painter().circle_stroke(middle, MARK, Stroke::new(1.5_f32, theme::PAUSED));
    } else {
        let (anchor, font) = (bevy_egui::egui::Align2::CENTER_CENTER, bevy_egui::egui::FontId::proportional(11.0));
        ui.painter().text(middle, anchor, at + 1, font, theme::QUIET);
    }
}

fn margin_id(ui: &Ui, step: &StepView) -> Id {
    ui.id().with(("margin", step.id))
}

/// The buttons of a plan as a whole. `is_past`: it is shown as of another moment than now.
pub fn plan_buttons_ui(
    ui: &mut Ui,
    goal: &GoalView,
    is_past: bool,
    form: &mut Option<OpenForm>,
    asks: &mut Vec<UserAsk>,
) {
    if goal.state.is_over() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let small = |words: &str| Button::new(RichText::new(words).small());
        let pressed =
            |response: Response, hint: &str| response.on_hover_text(hint).on_disabled_hover_text(PAST).clicked();
        let mut add = |words: &str, hint: &str| pressed(ui.add_enabled(!is_past, small(words)), hint);
        if goal.state == GoalState::Paused && add("Step once", "One step, then pause again; key: N") {
            asks.push(UserAsk::StepOnce(goal.id));
        }
        if add("Add a step", "A new step at the end; key: A") {
            *form = Some(OpenForm::insert(goal.id, None));
        }
        if goal.by_hand.can_undo && add("Undo", "Take back your last change; key: Z") {
            asks.push(UserAsk::Edit { goal: goal.id, edit: PlanEdit::Undo });
        }
    });
}

/// Does what is asked for by key: with the focus on the step at a place, or, where nothing has it, of the step that is chosen.
pub fn steer(ui: &Ui, goal: &GoalView, at: Option<usize>, form: &mut Option<OpenForm>, asks: &mut Vec<UserAsk>) {
    let press = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if let Some(at) = at {
        for verb in Verb::ALL {
            if press(verb.key())
                && let Some(asked) = asked(verb, goal, at)
            {
                take(asked, goal, form, asks);
            }
        }
    }
    if goal.state.is_over() {
        return;
    }
    if goal.state == GoalState::Paused && press(Key::N) {
        asks.push(UserAsk::StepOnce(goal.id));
    }
    if press(Key::A) {
        *form = Some(OpenForm::insert(goal.id, None));
    }
    if goal.by_hand.can_undo && press(Key::Z) {
        asks.push(UserAsk::Edit { goal: goal.id, edit: PlanEdit::Undo });
    }
}
