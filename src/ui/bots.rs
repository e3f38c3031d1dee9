//! The bots, where several play: a tab each, with its state and its goal. `[` and `]` go from one to the next.

use bevy_egui::egui::{Button, Context, Key, RichText, Ui};

use super::{icons, queue, status, theme, words};
use crate::domain::{BotView, MindView};

/// The bot that map, status and plan are about.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watched(usize);

/// Characters of a goal on a tab.
const GOAL: usize = 28;

impl Watched {
    pub fn bot(self, view: &MindView) -> Option<&BotView> {
        view.bots.get(self.0).or(view.bots.first())
    }

    /// Goes to the next bot or the one before, unless somebody is typing.
    pub fn steer(&mut self, context: &Context, view: &MindView) {
        let count = view.bots.len();
        if count < 2 || context.wants_keyboard_input() {
            return;
        }
        let steps = context.input(|input| {
            [(Key::CloseBracket, 1), (Key::OpenBracket, count - 1)]
                .map(|(key, by)| by * usize::from(input.key_pressed(key)))
        });
        self.0 = (self.0 + steps.iter().sum::<usize>()) % count;
    }
}

/// A tab a bot.
pub fn bots_ui(ui: &mut Ui, view: &MindView, watched: &mut Watched) {
    let shown = watched.bot(view).map(|bot| bot.username.clone());
    ui.horizontal_wrapped(|ui| {
        for (number, bot) in view.bots.iter().enumerate() {
            icons::dot(ui, status::light(bot));
            let is_shown = shown.as_ref() == Some(&bot.username);
            let name = if is_shown { theme::strong(&bot.username) } else { RichText::new(&bot.username) };
            let tab = Button::new(name).fill(if is_shown { theme::RAISED } else { theme::PANEL });
            let doing = doing(view, bot);
            if ui.add(tab).on_hover_text(format!("{doing}\nkeys: [ and ]")).clicked() {
                watched.0 = number;
            }
            ui.label(theme::quiet(words::start_of(&doing, GOAL)));
            ui.add_space(theme::NEAR);
        }
    });
}

/// What a bot is at, in words.
fn doing(view: &MindView, bot: &BotView) -> String {
    match queue::current(view, Some(bot)).filter(|goal| goal.bot.is_some()) {
        Some(goal) => goal.text.clone(),
        None => "waits for a goal".to_owned(),
    }
}
