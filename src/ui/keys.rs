//! What can be done by key while nothing is being typed, and the list of those keys.

use bevy_egui::egui::{Align2, Context, Event, Grid, Key, Modifiers, Popup, Window};

use super::{
    dock::{Dock, Pane},
    icons,
    queue::{self, Selection},
    theme,
};
use crate::domain::{BotView, GoalState, MindView, UserAsk};

/// Each key and what it does, as the list tells it.
const KEYS: &[(&str, &str)] = &[
    ("/", "type a goal"),
    ("Enter", "add the goal that is typed, or say the words"),
    ("T", "say something in the game's chat"),
    ("Space", "pause the goal at work, or go on with it"),
    ("H", "hold all goals, or go on with all"),
    ("Esc", "leave the box, close this, or cancel the clicked goal"),
    ("J", "show or hide the journal"),
    ("Arrow keys", "move the map, or the timeline under the pointer"),
    ("X", "what can be done in the middle of the map"),
    ("Shift, arrows", "select an area from there"),
    ("+  -", "zoom the same"),
    ("Shift + arrows", "the moment that is looked back at: a second back or on"),
    ("Space, L", "play it or pause; back to now"),
    ("Home, End", "all of the timeline, or its newest"),
    (",  .", "the timeline's entry before, the next one"),
    ("Enter", "see all of that entry"),
    ("N, A, Z", "the plan: one step, a new step, undo"),
    ("B, E, I", "the step: pause before it, change it, insert before it"),
    ("U, D, Delete", "move it up or down, delete it"),
    ("S, R, K", "skip it, try it again, keep it though it breaks"),
    ("F", "follow the bot, or stop following"),
    ("C", "the map's surface, or the caves"),
    ("Page Up, Down", "the height that the caves are shown at"),
    ("[  ]", "the bot before, the next bot"),
    ("1 2 3 \u{2026}", "show or close a pane, in the order of View"),
    ("M", "show or close the usage of models"),
    ("0", "reset the layout"),
    ("?", "this list"),
];

/// Does what is asked for by key. `leaves_escape`: Esc is another's in this frame; `list_open`: whether the list of keys is shown. Returns the pane
/// whose box is to be typed into.
pub fn steer(
    context: &Context,
    view: &MindView,
    bot: &BotView,
    selection: &mut Selection,
    (dock, leaves_escape): (&mut Dock, bool),
    list_open: &mut bool,
    asks: &mut Vec<UserAsk>,
) -> Option<Pane> {
    if context.wants_keyboard_input() {
        return None;
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
    // What is being dragged it puts back, and a menu it closes.
    if !dock.is_dragged() && !leaves_escape && !Popup::is_any_open(context) && press(Key::Escape) {
        if *list_open {
            *list_open = false;
        } else if let Some(goal) = (!selection.is_past).then(|| selection.take_chosen(view)).flatten() {
            asks.push(UserAsk::Cancel(goal));
        }
    }
    if !selection.is_past && press(Key::H) {
        asks.extend(queue::hold(view).into_iter().flat_map(|hold| hold.asks));
    }
    // With the focus on a button, Space presses that.
    if !selection.is_past && context.memory(|memory| memory.focused().is_none()) && press(Key::Space) {
        asks.extend(queue::current(view, Some(bot)).map(|goal| match goal.state {
            GoalState::Paused => UserAsk::Resume(goal.id),
            _ => UserAsk::Pause(goal.id),
        }));
    }
    if press(Key::J) {
        dock.toggle(Pane::Journal);
    }
    for pane in Pane::ALL {
        if press(pane.key()) {
            dock.toggle(pane);
        }
    }
    if press(Key::Num0) {
        dock.reset();
    }
    let types = if typed("/") {
        Pane::Goals
    } else if typed("t") || typed("T") {
        Pane::Chat
    } else {
        return None;
    };
    dock.show(types);
    Some(types)
}

/// The list of keys, over everything.
pub fn list_ui(context: &Context, open: &mut bool) {
    Window::new("Keys").open(open).collapsible(false).resizable(false).anchor(Align2::CENTER_CENTER, [0.0, 0.0]).show(
        context,
        |ui| {
            // Lines of text, not of buttons: the list is long, and a window may be low.
            ui.spacing_mut().interact_size.y = icons::ICON;
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
