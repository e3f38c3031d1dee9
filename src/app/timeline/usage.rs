//! Today's calls of models, for the window: which entries they are is known from their kinds, and only these are read.

use crate::{
    domain::{Totals, UsageCall, tame},
    journal::{Entry, Event},
    store,
};

/// The kind of an entry that tells what a call came to.
pub const CALLED: &str = "model_called";
/// A day in UTC, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// The calls so far.
#[derive(Default)]
pub struct Usage {
    calls: Vec<UsageCall>,
    /// Entries that are not read yet, with their times.
    unread: Vec<(u64, u64)>,
}

impl Usage {
    /// An entry was added.
    pub fn notice(&mut self, id: u64, wall_ms: u64, kind: &str) {
        if kind == CALLED {
            self.unread.push((id, wall_ms));
        }
    }

    /// Entries of today that are to be read, by number. What is older is of no use.
    pub fn lacking(&mut self, now: u64) -> Vec<u64> {
        let unread = std::mem::take(&mut self.unread);
        unread.into_iter().filter(|(_, wall_ms)| *wall_ms >= midnight(now)).map(|(id, _)| id).collect()
    }

    /// They were read. What another version wrote, or what is damaged, counts for nothing.
    pub fn take(&mut self, events: &[store::Event]) {
        self.calls.extend(events.iter().filter_map(call));
    }

    /// Those of today, oldest first.
    pub fn today(&mut self, now: u64) -> &mut [UsageCall] {
        self.calls.retain(|call| call.at_ms >= midnight(now));
        &mut self.calls
    }
}

fn midnight(now: u64) -> u64 {
    now / DAY * DAY
}

fn call(event: &store::Event) -> Option<UsageCall> {
    let Event::ModelCalled { call } = serde_json::from_str::<Entry>(&event.entry.json).ok()?.event else { return None };
    let mut totals = Totals::from(&call);
    totals.models.iter_mut().for_each(|model| *model = tame(model).into_owned());
    let goal = event.entry.goal.map(|goal| (goal, None));
    Some(UsageCall { at_ms: event.entry.wall_ms, goal, role: tame(&call.role).into_owned(), totals })
}
