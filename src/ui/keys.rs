//! What can be done by key while nothing is being typed, and the list of those keys.

use bevy_egui::egui::{Align2, Context, Event, Grid, Key, Modifiers, Window};

use super::{
    queue::{self, Selection},
    theme,
};
use crate::domain::{BotView, GoalState, MindView, UserAsk};

/// Each key and what it does, as the list tells it.
const KEYS: &[(&str, &str)] = &[
    ("/", "type a goal"),
    ("Enter", "add the goal that is typed"),
    ("Space", "pause the goal at work, or go on with it"),
    ("H", "hold all goals, or go on with all"),
    ("Esc", "leave the box, close this, or cancel the clicked goal"),
    ("J", "show or hide the journal"),
    ("Arrow keys", "move the map"),
    ("+  -", "zoom"),
    ("F", "follow the bot, or stop following"),
    ("C", "the map's surface, or the caves"),
    ("Page Up, Down", "the height that the caves are shown at"),
    ("[  ]", "the bot before, the next bot"),
    ("?", "this list"),
];

/// What was pressed, of what belongs to the window as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pressed {
    /// The goal box is to be typed into.
    pub types: bool,
    pub journal: bool,
}

/// Does what is asked for by key. `list_open`: whether the list of keys is shown.
pub fn steer(
    context: &Context,
    view: &MindView,
    bot: &BotView,
    selection: &mut Selection,
    list_open: &mut bool,
    asks: &mut Vec<UserAsk>,
) -> Pressed {
    if context.wants_keyboard_input() {
        return Pressed::default();
    }
    // Taken out of the events: the box that is typed into next shall not have it.
    let typed = |text: &str| {
        context.input_mut(|input| {
            let count = input.events.len();
            input.events.retain(|event| !matches!(event, Event::Text(typed) if typed == text));
            input.events.len() < count
        })
    };
    let press = |key: Key| context.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    if typed("?") {
        *list_open = !*list_open;
    }
    if press(Key::Escape) {
        if *list_open {
            *list_open = false;
        } else if let Some(goal) = selection.take_chosen(view) {
            asks.push(UserAsk::Cancel(goal));
        }
    }
    if press(Key::H) {
        asks.extend(queue::hold(view).into_iter().flat_map(|hold| hold.asks));
    }
    // With the focus on a button, Space presses that.
    if context.memory(|memory| memory.focused().is_none()) && press(Key::Space) {
        asks.extend(queue::current(view, Some(bot)).map(|goal| match goal.state {
            GoalState::Paused => UserAsk::Resume(goal.id),
            _ => UserAsk::Pause(goal.id),
        }));
    }
    Pressed { types: typed("/"), journal: press(Key::J) }
}

/// The list of keys, over everything.
pub fn list_ui(context: &Context, open: &mut bool) {
    Window::new("Keys").open(open).collapsible(false).resizable(false).anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(
        context,
        |ui| {
            Grid::new("keys").num_columns(2).spacing([theme::APART * 2.0, theme::NEAR]).show(ui, |ui| {
                for (key, does) in KEYS {
                    ui.label(theme::code(*key).color(theme::MARK));
                    ui.label(*does);
                    ui.end_row();
                }
            });
        },
    );
}
