//! A plan that is stepped, paused and changed by hand: what each click and each key asks for.

use bevy_egui::egui::{Key, accesskit::Role};
use egui_kittest::kittest::Queryable;
use serde_json::{Value, json};

use super::{
    goal,
    layout::{Window, window},
    step, tab_to, view,
};
use crate::domain::{
    GoalByHand, GoalState, GoalView, MindView, PlanEdit, StepByHand, StepNotes, StepStateView, StepView, ToolRequest,
    UserAsk,
};

fn call(tool: &str, params: Value) -> ToolRequest {
    ToolRequest::from_parts(tool, &params).expect("a call")
}

fn waiting(id: u64, request: ToolRequest) -> StepView {
    let by_hand =
        StepByHand { is_open: true, request: Some(Box::new(request.clone())), can_skip: true, ..StepByHand::default() };
    StepView { id, by_hand, attempts: 0, ..step(&request.title(), StepStateView::Waiting) }
}

/// A goal whose first step is done, with three that wait.
fn planned(state: GoalState) -> GoalView {
    let steps = vec![
        StepView { id: 11, ..step("mine 2 oak_log", StepStateView::Done) },
        waiting(12, call("craft", json!({"item": "oak_planks", "count": 8}))),
        waiting(13, call("craft", json!({"item": "chest", "count": 1}))),
        waiting(14, call("chat", json!({"message": "done"}))),
    ];
    GoalView { steps, ..goal(4, "craft a chest and say done", state) }
}

fn paused() -> MindView {
    view(vec![planned(GoalState::Paused)])
}

fn edit(edit: PlanEdit) -> UserAsk {
    UserAsk::Edit { goal: 4, edit }
}

fn press(window: &mut Window, key: Key) {
    window.key_press(key);
    window.run();
}

fn click(window: &mut Window, label: &str) {
    window.get_by_role_and_label(Role::Button, label).click();
    window.run();
}

/// Puts the focus on a step by the Tab key.
fn focus(window: &mut Window, step: &str) {
    tab_to(window, 60, |window| window.get_by_role_and_label(Role::Button, step).is_focused());
}

/// What a click on a button of a step asks for, once the step was clicked, and what the key does with the focus on it.
fn by_click_and_by_key(step: &str, button: &str, key: Key) -> (Vec<UserAsk>, Vec<UserAsk>) {
    let mut clicked = window(paused());
    click(&mut clicked, step);
    click(&mut clicked, button);
    let mut pressed = window(paused());
    focus(&mut pressed, step);
    press(&mut pressed, key);
    (clicked.state().asks.clone(), pressed.state().asks.clone())
}

const PLANKS: &str = "Step 2: craft 8 oak_planks";
const CHEST: &str = "Step 3: craft 1 chest";
const SAY: &str = "Step 4: say \"done\"";

#[test]
fn one_step_is_asked_for_by_click_and_by_key() {
    let mut shown = window(paused());
    click(&mut shown, "Step once");
    press(&mut shown, Key::N);
    assert_eq!(shown.state().asks, [UserAsk::StepOnce(4), UserAsk::StepOnce(4)]);
    let mut at_work = window(view(vec![planned(GoalState::Active)]));
    assert!(at_work.query_by_label("Step once").is_none());
    press(&mut at_work, Key::N);
    assert_eq!(at_work.state().asks, []);
}

#[test]
fn a_click_in_the_margin_and_a_key_mark_a_step_to_pause_before() {
    let mut shown = window(paused());
    click(&mut shown, "Pause before step 3");
    focus(&mut shown, CHEST);
    press(&mut shown, Key::B);
    let mark = edit(PlanEdit::PauseBefore { step: 13, pauses: true });
    assert_eq!(shown.state().asks, [mark.clone(), mark]);
    assert!(shown.query_by_label("Pause before step 1").is_none(), "it is done");
    let mut marked = planned(GoalState::Active);
    marked.steps[2].by_hand.notes.pauses = true;
    let mut shown = window(view(vec![marked]));
    click(&mut shown, "Do not pause before step 3");
    assert_eq!(shown.state().asks, [edit(PlanEdit::PauseBefore { step: 13, pauses: false })]);
}

#[test]
fn steps_are_moved_deleted_and_skipped_by_click_and_by_key() {
    for (step, button, key, asked) in [
        (CHEST, "Up", Key::U, PlanEdit::Move { step: 13, before: Some(12) }),
        (CHEST, "Down", Key::D, PlanEdit::Move { step: 13, before: None }),
        (PLANKS, "Down", Key::D, PlanEdit::Move { step: 12, before: Some(14) }),
        (SAY, "Delete", Key::Delete, PlanEdit::Delete { step: 14 }),
        (PLANKS, "Skip", Key::S, PlanEdit::Skip { step: 12 }),
    ] {
        let (clicked, pressed) = by_click_and_by_key(step, button, key);
        assert_eq!(clicked, [edit(asked.clone())], "{step} {button}");
        assert_eq!(pressed, [edit(asked)], "{step} {key:?}");
    }
}

#[test]
fn what_cannot_be_done_is_not_offered() {
    let mut shown = window(paused());
    click(&mut shown, PLANKS);
    assert!(shown.query_by_label("Up").is_none(), "the step above is done");
    press(&mut shown, Key::U);
    click(&mut shown, "Step 1: mine 2 oak_log");
    for button in ["Change", "Insert before", "Up", "Down", "Skip", "Delete", "Try again", "Keep it"] {
        assert!(shown.query_by_label(button).is_none(), "{button}");
    }
    for key in [Key::E, Key::I, Key::D, Key::S, Key::Delete, Key::R, Key::K, Key::B] {
        press(&mut shown, key);
    }
    assert_eq!(shown.state().asks, []);
}

#[test]
fn what_a_step_asks_is_changed_in_a_form() {
    let asked = call("craft", json!({"item": "barrel", "count": 1}));
    for by_key in [false, true] {
        let mut shown = window(paused());
        match by_key {
            true => {
                focus(&mut shown, CHEST);
                press(&mut shown, Key::E);
            }
            false => {
                click(&mut shown, CHEST);
                click(&mut shown, "Change");
            }
        }
        let item = shown.get_by_role_and_label(Role::TextInput, "item");
        assert_eq!(item.value().as_deref(), Some("chest"), "what it asks now stands in it");
        item.focus();
        shown.run();
        shown.key_press_modifiers(bevy_egui::egui::Modifiers::COMMAND, Key::A);
        shown.run();
        shown.get_by_role_and_label(Role::TextInput, "item").type_text("barrel");
        shown.run();
        match by_key {
            true => press(&mut shown, Key::Enter),
            false => click(&mut shown, "Apply"),
        }
        let request = Box::new(asked.clone());
        assert_eq!(shown.state().asks, [edit(PlanEdit::Change { step: 13, request })]);
        assert!(shown.query_by_label("Apply").is_none(), "the form is done with");
    }
}

#[test]
fn a_bad_value_is_refused_at_its_field() {
    let mut shown = window(paused());
    click(&mut shown, CHEST);
    click(&mut shown, "Change");
    shown.get_by_role_and_label(Role::TextInput, "count").focus();
    shown.run();
    shown.get_by_role_and_label(Role::TextInput, "count").type_text("many");
    shown.run();
    click(&mut shown, "Apply");
    assert_eq!(shown.state().asks, []);
    let fault = shown.query_all_by_label_contains("count is a whole number, such as 3").next();
    let (fault, field) =
        (fault.expect("it is told").rect(), shown.get_by_role_and_label(Role::TextInput, "count").rect());
    assert!(fault.top() >= field.bottom() - 1.0 && fault.top() < field.bottom() + 12.0, "{fault:?} {field:?}");
}

#[test]
fn a_step_is_inserted_in_words_or_by_its_tool() {
    let logs = || Box::new(call("mine", json!({"target": "oak_log", "count": 3})));
    let mut shown = window(paused());
    focus(&mut shown, CHEST);
    press(&mut shown, Key::I);
    assert!(shown.get_by_role_and_label(Role::TextInput, "in words").is_focused());
    shown.get_by_role_and_label(Role::TextInput, "in words").type_text("mine 3 oak logs");
    shown.run();
    press(&mut shown, Key::Enter);
    assert_eq!(shown.state().asks, [], "what was understood is shown first");
    assert_eq!(shown.get_by_role_and_label(Role::TextInput, "target").value().as_deref(), Some("oak_log"));
    click(&mut shown, "Insert");
    assert_eq!(shown.state().asks, [edit(PlanEdit::Insert { before: Some(13), request: logs() })]);

    let mut shown = window(paused());
    click(&mut shown, "Add a step");
    click(&mut shown, "mine");
    click(&mut shown, "craft");
    shown.get_by_role_and_label(Role::TextInput, "item").focus();
    shown.run();
    shown.get_by_role_and_label(Role::TextInput, "item").type_text("ladder");
    shown.run();
    click(&mut shown, "Insert");
    let request = Box::new(call("craft", json!({"item": "ladder"})));
    assert_eq!(shown.state().asks, [edit(PlanEdit::Insert { before: None, request })]);

    let mut shown = window(paused());
    press(&mut shown, Key::A);
    shown.get_by_role_and_label(Role::TextInput, "in words").type_text("mine 3 oak logs and say hello");
    shown.run();
    click(&mut shown, "Read");
    assert!(shown.query_all_by_label_contains("more than one step").next().is_some());
}

#[test]
fn escape_leaves_the_form_and_cancels_no_goal() {
    let mut shown = window(paused());
    shown.get_all_by_label("craft a chest and say done").next().expect("the goal in its list").click();
    shown.run();
    focus(&mut shown, CHEST);
    press(&mut shown, Key::E);
    assert!(shown.query_by_label("Apply").is_some());
    press(&mut shown, Key::Escape);
    assert!(shown.query_by_label("Apply").is_none());
    assert_eq!(shown.state().asks, []);
}

#[test]
fn what_breaks_is_told_at_its_step_and_kept_if_the_user_wants_it() {
    let mut broken = planned(GoalState::Paused);
    let breaks = Some("needs 8 planks; 1 is held then".to_owned());
    broken.steps[2].by_hand.notes = StepNotes { breaks, is_edited: true, ..StepNotes::default() };
    let told = "Step 3 needs 8 planks; 1 is held then";
    let mut shown = window(view(vec![broken.clone()]));
    let warning = shown.get_by_label(told).rect();
    let (step, next) = (shown.get_by_label(CHEST).rect(), shown.get_by_label(SAY).rect());
    assert!(step.top() < warning.top() && warning.bottom() < next.top(), "{step:?} {warning:?} {next:?}");
    click(&mut shown, CHEST);
    click(&mut shown, "Keep it");
    focus(&mut shown, CHEST);
    press(&mut shown, Key::K);
    let keep = edit(PlanEdit::Keep { step: 13 });
    assert_eq!(shown.state().asks, [keep.clone(), keep]);
    broken.steps[2].by_hand.notes.is_kept = true;
    let shown = window(view(vec![broken]));
    assert!(shown.query_all_by_label_contains(told).next().is_some(), "the warning stays");
}

#[test]
fn what_was_changed_is_told_and_taken_back() {
    let by_hand = GoalByHand {
        edits: vec!["changed step 3: count 5 -> 8".to_owned()],
        can_undo: true,
        refused: Some("step 1 is done: it cannot be deleted".to_owned()),
        lacks: vec!["2 dirt are held at the end, and the goal wants 3".to_owned()],
        gone: None,
    };
    let mut shown = window(view(vec![GoalView { by_hand, ..planned(GoalState::Paused) }]));
    for words in ["You changed step 3: count 5", "cannot be deleted", "the goal wants 3"] {
        assert!(shown.query_all_by_label_contains(words).next().is_some(), "{words}");
    }
    click(&mut shown, "Undo");
    press(&mut shown, Key::Z);
    assert_eq!(shown.state().asks, [edit(PlanEdit::Undo), edit(PlanEdit::Undo)]);
    let mut untouched = window(paused());
    press(&mut untouched, Key::Z);
    assert!(untouched.query_by_label("Undo").is_none() && untouched.state().asks.is_empty());
}

#[test]
fn a_step_that_has_failed_is_skipped_or_tried_again() {
    let mut failed = planned(GoalState::Failed);
    failed.steps.iter_mut().for_each(|step| step.by_hand = StepByHand::default());
    failed.steps[1].state = StepStateView::Failed;
    (failed.steps[1].by_hand.can_skip, failed.steps[1].by_hand.can_retry) = (true, true);
    let mut shown = window(view(vec![failed]));
    click(&mut shown, PLANKS);
    click(&mut shown, "Skip");
    click(&mut shown, "Try again");
    focus(&mut shown, PLANKS);
    press(&mut shown, Key::R);
    let retry = edit(PlanEdit::Retry { step: 12 });
    assert_eq!(shown.state().asks, [edit(PlanEdit::Skip { step: 12 }), retry.clone(), retry]);
}
