//! What the person has clicked last, wherever that was: the inspector shows all of it, and it is marked where it lies.

use super::map_menu::Spot;
use crate::domain::{JournalLine, LogLine, Mark};

/// Something that can be looked at closely.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// By its number.
    Goal(u64),
    /// By its own number.
    Step(u64),
    Line(JournalLine),
    /// Of the program's log.
    Log(LogLine),
    /// A span or a point of the timeline.
    Mark(Mark),
    Spot(Spot),
    /// By its registry name.
    Item(String),
}

/// The one thing that is chosen.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    what: Option<Chosen>,
    is_new: bool,
}

impl Choice {
    pub fn choose(&mut self, what: Chosen) {
        (self.what, self.is_new) = (Some(what), true);
    }

    /// The same in its place, as it is now.
    pub fn renew(&mut self, what: Chosen) {
        self.what = Some(what);
    }

    pub fn what(&self) -> Option<&Chosen> {
        self.what.as_ref()
    }

    /// What was chosen since this was last asked.
    pub fn take_new(&mut self) -> Option<&Chosen> {
        std::mem::take(&mut self.is_new).then_some(self.what.as_ref()).flatten()
    }
}
