//! The goals, each with what can be done about it.

use bevy_egui::egui::{Align, Button, Color32, Label, Layout, RichText, Sense, Ui};

use super::{goal_box, icons, theme, words, words::PAST};
use crate::domain::{BotView, GoalState, GoalView, MindView, Priority, UserAsk};

/// Which goal's plan is shown, and how the list stands.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// `None` follows the work: whichever goal is current.
    chosen: Option<u64>,
    /// The one that was clicked in this frame.
    clicked: Option<u64>,
    show_finished: bool,
    /// The goals that were open since the pointer came over the list. They keep their rows until it leaves: a click hits what it was
    /// aimed at, though a goal has ended meanwhile.
    kept: Vec<u64>,
    /// The goals are shown as of another moment than now.
    pub is_past: bool,
}

impl Selection {
    /// The chosen goal, or the one at work, or the next, or the newest.
    pub fn goal<'a>(&self, view: &'a MindView, bot: Option<&'a BotView>) -> Option<&'a GoalView> {
        let by = |wanted: &dyn Fn(&GoalView) -> bool| view.goals.iter().find(|goal| wanted(goal));
        by(&|goal| Some(goal.id) == self.chosen).or_else(|| current(view, bot)).or_else(|| own(view, bot).last())
    }

    /// The goal that was clicked in this frame.
    pub fn take_clicked(&mut self) -> Option<u64> {
        self.clicked.take()
    }

    /// The goal that was clicked, if it is not over; it is chosen no more.
    pub fn take_chosen(&mut self, view: &MindView) -> Option<u64> {
        let chosen = self.chosen.take()?;
        view.goals.iter().find(|goal| goal.id == chosen && !is_finished(goal.state)).map(|goal| goal.id)
    }
}

/// A bot's goals, and those that are for whoever is free.
fn own<'a>(view: &'a MindView, bot: Option<&'a BotView>) -> impl DoubleEndedIterator<Item = &'a GoalView> {
    let name = bot.map(|bot| &bot.username);
    view.goals.iter().filter(move |goal| goal.bot.is_none() || goal.bot.as_ref() == name)
}

/// The goal the bot is at, or would go on with.
pub fn current<'a>(view: &'a MindView, bot: Option<&'a BotView>) -> Option<&'a GoalView> {
    let first = |state| own(view, bot).find(|goal| goal.state == state);
    first(GoalState::Active).or_else(|| first(GoalState::Paused)).or_else(|| first(GoalState::Queued))
}

/// Unfinished goals in the order they will be done; finished ones folded away below.
pub fn queue_ui(
    ui: &mut Ui,
    view: &MindView,
    bot: Option<&BotView>,
    selection: &mut Selection,
    asks: &mut Vec<UserAsk>,
) {
    if !selection.is_past {
        hold_ui(ui, view, asks);
        offer_ui(ui, &view.left_open, asks);
    }
    if view.goals.is_empty() {
        theme::card().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label("No goal yet. Try: get me a stone pickaxe");
            ui.label(theme::quiet(
                "Type what you want above. The bot plans it, shows the plan here, and gets to work.",
            ));
        });
        return;
    }
    let (shown, several) = (selection.goal(view, bot).map(|goal| goal.id), view.bots.len() > 1);
    let refused = goal_box::refused(view).map(|goal| goal.id);
    let told = |goal: &GoalView| refused == Some(goal.id);
    let open_now = || view.goals.iter().filter(|goal| !is_finished(goal.state)).map(|goal| goal.id);
    if ui.rect_contains_pointer(ui.max_rect()) {
        let kept = &mut selection.kept;
        kept.extend(open_now().filter(|id| !kept.contains(id)).collect::<Vec<_>>());
    } else {
        selection.kept = open_now().collect();
    }
    let (open, finished): (Vec<_>, Vec<_>) = view.goals.iter().partition(|goal| selection.kept.contains(&goal.id));
    if open_now().next().is_none() {
        ui.label(theme::quiet("Nothing left to do. The bot stands and waits."));
    }
    for goal in &open {
        goal_row(ui, goal, shown == Some(goal.id), (several, told(goal)), selection, asks);
    }
    if finished.is_empty() {
        return;
    }
    // What has just ended is what one wants to see; the rest can be unfolded.
    let (older, newest) = finished.split_at(finished.len() - 1);
    if !older.is_empty() {
        let word = if selection.show_finished { "Hide" } else { "Show" };
        let text = format!("{word} {} finished before", older.len());
        if ui.add(Button::new(theme::quiet(text)).frame(false)).clicked() {
            selection.show_finished = !selection.show_finished;
        }
        if selection.show_finished {
            for goal in older {
                goal_row(ui, goal, shown == Some(goal.id), (several, told(goal)), selection, asks);
            }
        }
    }
    for goal in newest {
        goal_row(ui, goal, shown == Some(goal.id), (several, told(goal)), selection, asks);
    }
}

/// What holds all goals, or goes on with them.
pub struct Hold {
    words: &'static str,
    hint: &'static str,
    pub asks: Vec<UserAsk>,
}

/// Holds all that is open, or goes on with all that is held: pausing one goal lets the next begin.
pub fn hold(view: &MindView) -> Option<Hold> {
    let of = |states: &[GoalState]| -> Vec<u64> {
        view.goals.iter().filter(|goal| states.contains(&goal.state)).map(|goal| goal.id).collect()
    };
    let (goes, held) = (of(&[GoalState::Active, GoalState::Queued]), of(&[GoalState::Paused]));
    let (words, hint, ids, ask): (_, _, _, fn(u64) -> UserAsk) = match (goes.is_empty(), held.len()) {
        (false, _) => ("Hold all", "Pauses every goal: nothing is begun until you say so", goes, UserAsk::Pause),
        (true, 2..) => ("Go on with all", "Resumes every goal, in their order", held, UserAsk::Resume),
        (true, _) => return None,
    };
    Some(Hold { words, hint, asks: ids.into_iter().map(ask).collect() })
}

fn hold_ui(ui: &mut Ui, view: &MindView, asks: &mut Vec<UserAsk>) {
    let Some(hold) = hold(view) else { return };
    ui.horizontal(|ui| {
        if hold.asks.len() > 1 {
            ui.label(theme::quiet("In the order in which they are done"));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = Button::new(RichText::new(hold.words).small());
            if ui.add(button).on_hover_text(format!("{}; key: H", hold.hint)).clicked() {
                asks.extend(hold.asks);
            }
        });
    });
}

/// What an earlier run left open: shall it be gone on with?
fn offer_ui(ui: &mut Ui, left_open: &[String], asks: &mut Vec<UserAsk>) {
    let words = match left_open.len() {
        0 => return,
        1 => "1 goal was left open".to_owned(),
        count => format!("{count} goals were left open"),
    };
    theme::card().show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let button = |text: &str| Button::new(RichText::new(text).small());
                if ui.add(button("Not now")).on_hover_text("Leave them for a later run").clicked() {
                    asks.push(UserAsk::NotNow);
                }
                let go_on = "Plan what is left of them from the world as it is now, before anything else";
                if ui.add(button("Go on")).on_hover_text(go_on).clicked() {
                    asks.push(UserAsk::GoOn);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(RichText::new(words).color(theme::PAUSED)).truncate())
                        .on_hover_text(left_open.join("\n"));
                });
            });
        });
    });
    ui.add_space(theme::NEAR);
}

fn goal_row(
    ui: &mut Ui,
    goal: &GoalView,
    shown: bool,
    (several, told_above): (bool, bool),
    selection: &mut Selection,
    asks: &mut Vec<UserAsk>,
) {
    let fill = if shown { theme::RAISED } else { Color32::TRANSPARENT };
    theme::card().fill(fill).inner_margin(6).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.add_space(4.0);
                icons::mark(ui, goal.state).on_hover_text(words::goal_state(goal.state));
            });
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                let text = if shown { theme::strong(&goal.text) } else { RichText::new(&goal.text) };
                let label = ui.add(Label::new(text).truncate().sense(Sense::click()));
                let label = label.on_hover_text("Show this goal's plan");
                if label.clicked() {
                    (selection.chosen, selection.clicked) = (Some(goal.id), Some(goal.id));
                }
                if goal.state == GoalState::Queued && !selection.is_past {
                    label.context_menu(|ui| ranks(ui, goal, asks));
                }
                ui.horizontal(|ui| {
                    // What has ended under the pointer has no other button where it had one.
                    if !(is_finished(goal.state) && selection.kept.contains(&goal.id)) {
                        buttons(ui, goal, selection.is_past, asks);
                    }
                    ui.label(theme::quiet(state_line(goal, several)));
                });
                note_ui(ui, goal, told_above);
            });
        });
    });
}

/// What became of it. The step that failed tells more where there is one; of what was refused last, the goal box does.
fn note_ui(ui: &mut Ui, goal: &GoalView, told_above: bool) {
    let Some(note) = goal.note.as_deref().filter(|_| !told_above) else { return };
    let color = if goal.state == GoalState::Failed { theme::FAILED } else { theme::PAUSED };
    let label = Label::new(RichText::new(words::without_code(note)).small().color(color));
    let is_told_there = goal.steps.iter().any(|step| step.error.is_some());
    if goal.state == GoalState::Failed && is_told_there {
        ui.add(label.truncate());
    } else {
        ui.add(label.wrap());
    }
}

/// In the order of the eye and of the Tab key.
fn buttons(ui: &mut Ui, goal: &GoalView, is_past: bool, asks: &mut Vec<UserAsk>) {
    let mut offer = |is_offered: bool, words: &str, hint: &str, ask: UserAsk| {
        let button = Button::new(RichText::new(words).small());
        if is_offered && ui.add_enabled(!is_past, button).on_hover_text(hint).on_disabled_hover_text(PAST).clicked() {
            asks.push(ask);
        }
    };
    let (id, state) = (goal.id, goal.state);
    let can_pause = matches!(state, GoalState::Queued | GoalState::Active);
    offer(can_pause, "Pause", "Keep it, but stop working on it", UserAsk::Pause(id));
    let go_on = "Go on, starting from the world as it is now";
    offer(state == GoalState::Paused, "Resume", go_on, UserAsk::Resume(id));
    let can_be_first = state == GoalState::Queued && goal.priority != Priority::High;
    offer(can_be_first, "First", "Take it up before the others", UserAsk::Rank(id, Priority::High));
    offer(!is_finished(state), "Cancel", "Give this goal up", UserAsk::Cancel(id));
    let can_retry = matches!(state, GoalState::Failed | GoalState::Cancelled);
    offer(can_retry, "Retry", "Plan it anew from the world as it is now", UserAsk::Retry(id));
}

/// When it is taken up, of those that are queued.
fn ranks(ui: &mut Ui, goal: &GoalView, asks: &mut Vec<UserAsk>) {
    for (priority, words) in
        [(Priority::High, "Before the others"), (Priority::Normal, "In its turn"), (Priority::Low, "After the others")]
    {
        if ui.selectable_label(goal.priority == priority, words).clicked() {
            asks.push(UserAsk::Rank(goal.id, priority));
            ui.close();
        }
    }
}

fn state_line(goal: &GoalView, several: bool) -> String {
    let state = words::goal_state(goal.state);
    let spent = words::duration(goal.ticks);
    let line = match goal.state {
        GoalState::Queued if goal.priority == Priority::High => format!("{state}, first"),
        GoalState::Queued if goal.priority == Priority::Low => format!("{state}, after the others"),
        GoalState::Failed if goal.steps.is_empty() => "refused: nothing was begun".to_owned(),
        _ if goal.ticks == 0 => state.to_owned(),
        GoalState::Done => format!("done in {spent}"),
        GoalState::Failed | GoalState::Cancelled => format!("{state} after {spent}"),
        GoalState::Queued | GoalState::Active | GoalState::Paused => format!("{state}, {spent} so far"),
    };
    match goal.bot.as_ref().filter(|_| several) {
        Some(bot) => format!("{bot}: {line}"),
        None => line,
    }
}

fn is_finished(state: GoalState) -> bool {
    matches!(state, GoalState::Done | GoalState::Failed | GoalState::Cancelled)
}
