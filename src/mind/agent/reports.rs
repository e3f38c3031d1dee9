//! The only place that reads the body's channel. What must survive lands in components, so that no reader can miss it.

use std::{sync::atomic::Ordering, time::Duration};

use bevy::prelude::*;

use super::{
    body::BodyLink,
    calls::Calls,
    parts::{Agent, Heard, Link, Policy, Pulse, Seen, SeenBlocks, Working},
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

/// Drains the body. The slots are read *after* the reports, so that what is seen is never older than an outcome.
pub(in crate::mind) fn take_reports(
    agent: Single<(&mut Agent, &mut Link, &mut Seen, &mut Working, &mut Heard, &mut Calls, &mut Pulse)>,
    body: Res<BodyLink>,
    policy: Res<Policy>,
    mut blocks: ResMut<SeenBlocks>,
    mut journal: ResMut<Journal>,
) {
    let (mut agent, mut link, mut seen, mut working, mut heard, mut calls, mut pulse) = agent.into_inner();
    let slots = &body.0.slots;
    journal.tick = slots.tick.load(Ordering::Acquire);
    journal.turn();
    for report in body.0.reports.try_iter().take(REPORTS_A_FRAME) {
        match report {
            Report::Spawned { dimension, position } => {
                let (server, username) = (agent.server.clone(), agent.username.clone());
                if seen.0.as_ref().is_some_and(|seen| seen.dimension != dimension) {
                    blocks.0.clear();
                }
                agent.ever_joined = true;
                link.0 = Connection::Joined;
                journal.record(None, Event::Joined { server, username, dimension, position: position.block() });
            }
            Report::Outcome { id, result } => calls.answered(id, result),
            Report::Died { message, position } => {
                journal.record(None, Event::Died { message: message.clone(), position: position.block() });
                link.0 = Connection::Dead { message };
                // Who was dead when it joined gets up first: that death is no outcome of anything asked here.
                if policy.comes_back || !agent.ever_joined {
                    body.send(Order::Respawn);
                }
            }
            Report::Chat { sender, message } => {
                journal.record(None, Event::Chat { sender: sender.clone(), message: message.clone() });
                let number = heard.next;
                heard.next += 1;
                heard.lines.push_back((number, sender, message));
                if heard.lines.len() > HEARD_LINES {
                    heard.lines.pop_front();
                }
            }
            Report::Disconnected { reason, .. } => {
                calls.forget_withdrawn();
                pulse.silenced = false;
                lose(&mut link, &mut journal, reason);
                pulse.rejoin_in = policy.comes_back.then_some(REJOIN_DELAY);
            }
        }
    }
    if let Ok(slot) = slots.observation.lock()
        && *slot != seen.0
    {
        seen.0.clone_from(&slot);
    }
    if let Ok(slot) = slots.progress.lock()
        && *slot != working.0
    {
        working.0.clone_from(&slot);
    }
    let columns = slots.columns.lock().map(|mut columns| std::mem::take(&mut *columns)).unwrap_or_default();
    for (position, column) in columns {
        match column {
            Some(column) => blocks.0.insert(position, column),
            // Nobody plans on what may have changed meanwhile; the map keeps its own picture of it.
            None => blocks.0.remove(position),
        }
    }
}

/// Ends the running call if the body fell silent, and joins again when it is time to.
pub(in crate::mind) fn notice_silence(
    agent: Single<(&mut Link, &mut Calls, &mut Pulse)>,
    body: Res<BodyLink>,
    time: Res<Time<Real>>,
    mut journal: ResMut<Journal>,
) {
    let (mut link, mut calls, mut pulse) = agent.into_inner();
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
            lose(&mut link, &mut journal, reason);
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

fn lose(link: &mut Link, journal: &mut Journal, reason: String) {
    journal.record(None, Event::Disconnected { reason: reason.clone() });
    link.0 = Connection::Lost { reason };
}
