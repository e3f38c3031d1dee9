//! The only place that reads the bodies' channels. What must survive lands in components, so that no reader can miss it.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use bevy::{ecs::query::QueryData, prelude::*};

use super::{
    body::BodyLink,
    calls::Calls,
    parts::{Agent, Clock, Heard, Link, Moved, Policy, Pulse, Said, Seen, Tried, Working},
    seen::{ComingIn, Land, SeenBlocks},
};
use crate::{
    body::{Order, Report, SILENCE},
    domain::{Connection, ErrorCode, ToolError},
    journal::{Event, Journal},
};

/// Reports taken a frame at most: a flood of chat may not stall the mind.
const REPORTS_A_FRAME: usize = 256;
/// Lines of chat kept for judging what was said.
const HEARD_LINES: usize = 64;
/// Wall time between a lost connection and the next try.
const REJOIN_DELAY: Duration = Duration::from_secs(5);

/// What a body's reports change.
#[derive(QueryData)]
#[query_data(mutable)]
pub(in crate::mind) struct Senses {
    entity: Entity,
    agent: &'static mut Agent,
    body: &'static BodyLink,
    policy: &'static Policy,
    link: &'static mut Link,
    clock: &'static mut Clock,
    seen: &'static mut Seen,
    tried: &'static mut Tried,
    working: &'static mut Working,
    moved: &'static mut Moved,
    heard: &'static mut Heard,
    calls: &'static mut Calls,
    pulse: &'static mut Pulse,
    land: &'static mut Land,
    coming_in: &'static mut ComingIn,
}

/// Drains the bodies. The slots are read *after* the reports, so that what is seen is never older than an outcome.
pub(in crate::mind) fn take_reports(
    mut agents: Query<Senses>,
    mut blocks: ResMut<SeenBlocks>,
    mut journal: ResMut<Journal>,
) {
    for mut senses in &mut agents {
        let tick = senses.body.0.slots.tick.load(Ordering::Acquire);
        senses.clock.0 = tick;
        journal.set_clock(senses.entity, tick);
        let body = senses.body;
        for report in body.0.reports.try_iter().take(REPORTS_A_FRAME) {
            senses.take(report, &mut journal);
        }
        senses.look(&mut blocks);
    }
    journal.turn();
}

impl SensesItem<'_, '_> {
    fn take(&mut self, report: Report, journal: &mut Journal) {
        let of = self.entity;
        match report {
            Report::Spawned { dimension, position } => {
                let (server, username) = (self.agent.server.clone(), self.agent.username.clone());
                self.agent.ever_joined = true;
                self.link.0 = Connection::Joined;
                journal.record_of(of, Event::Joined { server, username, dimension, position: position.block() });
            }
            Report::Tried(trial) => self.tried.0 = Some(Arc::new(trial)),
            Report::Outcome { id, result } => self.calls.answered(id, result),
            Report::Died { message, position } => {
                journal.record_of(of, Event::Died { message: message.clone(), position: position.block() });
                self.link.0 = Connection::Dead { message };
                // Who was dead when it joined gets up first: that death is no outcome of anything asked here.
                if self.policy.comes_back || !self.agent.ever_joined {
                    self.body.send(Order::Respawn);
                }
            }
            Report::Chat { sender, message, audience } => {
                journal.record_of(of, Event::Chat { sender: sender.clone(), message: message.clone(), audience });
                let number = self.heard.next;
                self.heard.next += 1;
                self.heard.lines.push_back((number, sender, message));
                if self.heard.lines.len() > HEARD_LINES {
                    self.heard.lines.pop_front();
                }
            }
            Report::Said { player, message, privately } => {
                if self.heard.said.len() < HEARD_LINES {
                    self.heard.said.push(Said { player, message, privately });
                }
            }
            Report::Disconnected { reason, .. } => {
                self.calls.forget_withdrawn();
                self.pulse.silenced = false;
                lose(of, &mut self.link, journal, reason);
                self.pulse.rejoin_in = self.policy.comes_back.then_some(REJOIN_DELAY);
            }
        }
    }

    /// Reads the newest values.
    fn look(&mut self, blocks: &mut SeenBlocks) {
        let slots = &self.body.0.slots;
        if let Ok(slot) = slots.observation.lock()
            && *slot != self.seen.0
        {
            self.seen.0.clone_from(&slot);
        }
        if let Ok(slot) = slots.progress.lock()
            && *slot != self.working.0
        {
            self.working.0.clone_from(&slot);
        }
        if let Ok(slot) = slots.earthwork.lock()
            && let Some(earthwork) = &*slot
            && *earthwork != self.moved.0
        {
            self.moved.0.clone_from(earthwork);
        }
        if let Some(columns) = slots.columns.lock().ok().and_then(|mut columns| columns.take()) {
            blocks.take_in(self.entity, &mut self.land, columns);
        }
        self.coming_in.look(blocks.of(self.entity).len(), self.clock.0);
    }
}

/// Ends the running call of a body that fell silent, and joins again when it is time to.
pub(in crate::mind) fn notice_silence(
    mut agents: Query<(Entity, &BodyLink, &mut Link, &mut Calls, &mut Pulse)>,
    time: Res<Time<Real>>,
    mut journal: ResMut<Journal>,
) {
    for (of, body, mut link, mut calls, mut pulse) in &mut agents {
        let beat = body.0.slots.heartbeat.load(Ordering::Acquire);
        if beat != pulse.beat {
            pulse.beat = beat;
            pulse.silent_for = Duration::ZERO;
            if std::mem::take(&mut pulse.silenced) {
                link.0 = Connection::Joined;
            }
        } else {
            // A stalled frame of ours is no proof of silence: count at most a second of it.
            pulse.silent_for += time.delta().min(Duration::from_secs(1));
        }
        if pulse.silent_for > SILENCE {
            let reason = format!("the body gave no sign of life for {} seconds", SILENCE.as_secs());
            // Also where the link is lost already: a body that ended in the midst of a call never answers it.
            calls.lost(ToolError::new(ErrorCode::Disconnected, reason.clone()));
            if !matches!(link.0, Connection::Lost { .. }) {
                pulse.silenced = true;
                lose(of, &mut link, &mut journal, reason);
            }
        }
        if let Some(left) = pulse.rejoin_in {
            pulse.rejoin_in = left.checked_sub(time.delta()).filter(|left| !left.is_zero());
            if pulse.rejoin_in.is_none() {
                link.0 = Connection::Joining;
                body.send(Order::Rejoin);
            }
        }
    }
}

fn lose(of: Entity, link: &mut Link, journal: &mut Journal, reason: String) {
    journal.record_of(of, Event::Disconnected { reason: reason.clone() });
    link.0 = Connection::Lost { reason };
}
