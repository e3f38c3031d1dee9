//! The panes while they are shown as of another moment: what they keep apart from what they keep of now, and the bar that says so.

use std::sync::Arc;

use bevy_egui::egui::{Button, Color32, RichText, Ui, vec2};

use super::{
    inventory::Lately,
    map::MapPanel,
    theme,
    timeline::{LookedBack, moment, time},
};
use crate::replay::Past;

/// A step to a moment that is farther away than this, in milliseconds, is a jump: what has changed by then did not change lately.
const JUMP: u64 = 5_000;

/// What the panes keep of the moment that is looked back at.
#[derive(Default)]
pub struct BackPanels {
    pub map: MapPanel,
    pub lately: Lately,
    /// The moment of the last frame: its session and its time.
    last: Option<(u64, u64)>,
}

/// What is shown of a moment.
pub struct AsOf {
    pub at_ms: u64,
    pub past: Arc<Past>,
    /// It is not read yet: what is shown is of the moment before, or nothing.
    is_reading: bool,
    /// A bot plays meanwhile, and what is typed is asked of it.
    pub can_go_back: bool,
}

impl BackPanels {
    /// Takes in what is looked back at. Once a frame.
    pub fn as_of(&mut self, back: LookedBack) -> AsOf {
        let LookedBack { at_ms, past, can_go_back } = back;
        let is_reading = past.as_ref().is_none_or(|past| past.ask.at_ms != at_ms);
        let past = past.unwrap_or_default();
        let now = (past.ask.session, past.ask.at_ms);
        if let Some(last) = self.last.replace(now).filter(|last| *last != now) {
            let is_other = last.0 != now.0;
            if is_other || now.1 < last.1 {
                self.map.forget_remembered();
            }
            if is_other || now.1 < last.1 || now.1 - last.1 > JUMP {
                self.lately = Lately::default();
            }
        }
        let bots = &past.view.bots;
        if let Some(bot) = bots.iter().find(|bot| bot.username == past.ask.bot).or(bots.first()) {
            self.lately.follow(bot);
        }
        AsOf { at_ms, past, is_reading, can_go_back }
    }
}

/// Says above a pane that it is not of now; a click goes back. Whether it was clicked.
pub fn banner_ui(ui: &mut Ui, back: Option<&AsOf>) -> bool {
    let Some(AsOf { at_ms, past, is_reading, can_go_back }) = back else { return false };
    let as_of = format!("As of {}", time(*at_ms));
    let words = match (can_go_back, is_reading) {
        (true, false) => format!("{as_of}: click for now"),
        (true, true) => format!("{as_of}, being read: click for now"),
        (false, false) => as_of,
        (false, true) => format!("{as_of}, being read"),
    };
    let button = Button::new(RichText::new(words).color(Color32::BLACK).strong()).fill(theme::PAUSED);
    let width = ui.available_width();
    let response = ui.add(button.min_size(vec2(width, 0.0)).truncate());
    if let Some(missing) = &past.missing {
        ui.label(theme::quiet(missing).color(theme::PAUSED));
    }
    response.on_hover_text(format!("How it was at {}", moment(*at_ms))).clicked()
}
