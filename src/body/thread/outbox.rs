//! What the body hands to the mind: reports that must not be missed, and slots that hold the newest value.
//!
//! The body never blocks on its channel: what does not fit waits in a queue here.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
};

use crossbeam_channel::{Sender, TrySendError};

use super::slots::{Columns, Slots};
use crate::{
    body::orders::{Progress, Report},
    domain::{ChunkPos, Earthwork, Observation},
    voxel::Column,
};

/// Reports the channel holds before they queue up here.
pub(super) const REPORTS: usize = 256;
/// Reports that wait here before chat is left out: a mind that stalls while a server floods it needs no more of it.
const MOST_WAITING: usize = 1024;

pub(super) struct Outbox {
    reports: Sender<Report>,
    waiting: VecDeque<Report>,
    pub slots: Arc<Slots>,
    wake: Arc<dyn Fn() + Send + Sync>,
    /// Something was said since the mind was last woken.
    news: bool,
}

impl Outbox {
    pub fn new(reports: Sender<Report>, slots: Arc<Slots>, wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self { reports, waiting: VecDeque::new(), slots, wake, news: false }
    }

    pub fn report(&mut self, report: Report) {
        if matches!(report, Report::Chat { .. }) && self.waiting.len() >= MOST_WAITING {
            tracing::debug!("a line of chat is left out: {MOST_WAITING} reports wait");
            return;
        }
        self.waiting.push_back(report);
        self.news = true;
        self.flush();
    }

    /// Hands over what fits.
    pub fn flush(&mut self) {
        while let Some(report) = self.waiting.pop_front() {
            match self.reports.try_send(report) {
                Ok(()) => {}
                Err(TrySendError::Full(report)) => return self.waiting.push_front(report),
                Err(TrySendError::Disconnected(_)) => return self.waiting.clear(),
            }
        }
    }

    pub fn observe(&mut self, observation: Observation) {
        let mut slot = lock(&self.slots.observation);
        let moved = slot.as_ref().is_none_or(|last| {
            last.position != observation.position
                || last.health != observation.health
                || last.slots != observation.slots
                || last.yaw != observation.yaw
                || last.server_rate != observation.server_rate
                || last.silent_seconds != observation.silent_seconds
        });
        *slot = Some(observation);
        self.news |= moved;
    }

    pub fn progress(&mut self, progress: Option<Progress>) {
        let mut slot = lock(&self.slots.progress);
        if *slot != progress {
            *slot = progress;
            self.news = true;
        }
    }

    pub fn earthwork(&mut self, earthwork: &Earthwork) {
        let mut slot = lock(&self.slots.earthwork);
        if slot.as_ref().map_or(!earthwork.is_empty(), |known| known != earthwork) {
            *slot = Some(earthwork.clone());
            self.news = true;
        }
    }

    pub fn columns(&mut self, dimension: &str, changed: Vec<(ChunkPos, Option<Arc<Column>>)>) {
        if changed.is_empty() {
            return;
        }
        let mut columns = lock(&self.slots.columns);
        if columns.dimension != dimension {
            *columns = Columns { dimension: dimension.to_owned(), ..Columns::default() };
        }
        columns.changed.extend(changed);
        drop(columns);
        self.news = true;
    }

    pub fn tick(&self, tick: u64) {
        self.slots.tick.store(tick, Ordering::Relaxed);
    }

    /// Counts a game tick that began this long after it was due.
    pub fn record_lateness(&self, late: std::time::Duration) {
        lock(&self.slots.lateness).record(late);
    }

    pub fn heartbeat(&self) {
        self.slots.heartbeat.fetch_add(1, Ordering::Relaxed);
    }

    /// Wakes the mind if there is news for it.
    pub fn wake(&mut self) {
        if std::mem::take(&mut self.news) {
            (self.wake)();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The slots hold plain values: what a panicking reader left is still whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Audience, Vec3};

    #[test]
    fn a_flood_of_chat_keeps_no_outcome_out() {
        let (reports, taken) = crossbeam_channel::bounded(REPORTS);
        let mut outbox = Outbox::new(reports, Arc::default(), Arc::new(|| ()));
        for _ in 0..10 * MOST_WAITING {
            let (message, audience) = ("spam".to_owned(), Audience::Everyone);
            outbox.report(Report::Chat { sender: None, message, audience });
        }
        assert_eq!(outbox.waiting.len(), MOST_WAITING);
        let died = Report::Died { message: "died".to_owned(), position: Vec3::default() };
        outbox.report(died.clone());
        let mut last = None;
        while let Ok(report) = taken.try_recv() {
            last = Some(report);
            outbox.flush();
        }
        assert_eq!(last, Some(died));
    }
}
