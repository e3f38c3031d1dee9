//! The agent's own state: how it stands with its server, what it last saw, heard and is busy with.
//!
//! The only place that reads the body's channel. What must survive lands in components, so that no reader can miss it.

use std::{collections::VecDeque, time::Duration};

use bevy::prelude::*;

use super::{BodyLink, Policy, SeenBlocks, act::Calls, steps::StepState};
use crate::{
    body::{Order, Progress, Report, SILENCE},
    domain::{Connection, ErrorCode, GoalState, Observation, ToolError, ToolResult},
    journal::{Event, Journal},
};

/// Reports taken a frame at most: a flood of chat may not stall the mind.
const REPORTS_A_FRAME: usize = 256;
/// Lines of chat kept for judging what was said.
const HEARD_LINES: usize = 64;
/// Wall time between a lost connection and the next try.
const REJOIN_DELAY: Duration = Duration::from_secs(5);

/// The bot, as an entity: one per mind today.
#[derive(Component, Debug, Clone)]
pub struct Agent {
    pub username: String,
    /// Whom it plays on, in words.
    pub server: String,
    /// Whether the server ever let it in.
    pub ever_joined: bool,
}

/// How it stands with the server.
#[derive(Component, Debug, Default, Clone)]
pub struct Link(pub Connection);

/// The newest observation.
#[derive(Component, Debug, Default)]
pub struct Seen(pub Option<Observation>);

/// What the running call last said of itself.
#[derive(Component, Debug, Default)]
pub struct Working(pub Option<Progress>);

/// The last lines of chat, numbered, each with its sender.
#[derive(Component, Debug, Default)]
pub struct Heard {
    pub lines: VecDeque<(u64, Option<String>, String)>,
    /// The next line's number.
    pub next: u64,
}

/// The outcome of the call that ran last, until it is judged.
#[derive(Component, Debug, Default)]
pub struct LastOutcome(pub Option<(u64, ToolResult)>);

/// The body's last heartbeat and when it was noticed, and when to try to join again.
#[derive(Component, Debug, Default)]
pub struct Pulse {
    beat: u64,
    silent_for: Duration,
    /// The link is lost because of silence alone: a new beat mends it.
    silenced: bool,
    pub rejoin_in: Option<Duration>,
}

impl Agent {
    pub fn bundle(username: &str, server: &str) -> impl Bundle {
        (
            Self { username: username.to_owned(), server: server.to_owned(), ever_joined: false },
            Link::default(),
            Seen::default(),
            Working::default(),
            Heard::default(),
            LastOutcome::default(),
            Pulse::default(),
        )
    }
}

/// Drains the body. The slots are read *after* the reports, so that what is seen is never older than an outcome.
pub(super) fn take_reports(
    agent: Single<(&mut Agent, &mut Link, &mut Seen, &mut Working, &mut Heard, &mut LastOutcome, &mut Pulse)>,
    body: Res<BodyLink>,
    policy: Res<Policy>,
    mut calls: ResMut<Calls>,
    mut blocks: ResMut<SeenBlocks>,
    mut journal: ResMut<Journal>,
) {
    let (mut agent, mut link, mut seen, mut working, mut heard, mut outcome, mut pulse) = agent.into_inner();
    let slots = &body.0.slots;
    journal.tick = slots.tick.load(std::sync::atomic::Ordering::Acquire);
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
            Report::Outcome { id, .. } if calls.withdrawn.take_if(|withdrawn| withdrawn.call == id).is_some() => {
                tracing::debug!(call = id, "the outcome of a withdrawn call");
            }
            Report::Outcome { id, result } => outcome.0 = Some((id, result)),
            Report::Died { message, position } => {
                journal.record(None, Event::Died { message: message.clone(), position: position.block() });
                link.0 = Connection::Dead { message };
                // Who was dead when it joined gets up first: that death is no outcome of anything asked here.
                if policy.comes_back || !agent.ever_joined {
                    send(&body, Order::Respawn);
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
                calls.withdrawn = None;
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
pub(super) fn notice_silence(
    agent: Single<(&mut Link, &mut LastOutcome, &mut Pulse)>,
    running: Query<&StepState>,
    body: Res<BodyLink>,
    mut calls: ResMut<Calls>,
    time: Res<Time<Real>>,
    mut journal: ResMut<Journal>,
) {
    let (mut link, mut outcome, mut pulse) = agent.into_inner();
    let beat = body.0.slots.heartbeat.load(std::sync::atomic::Ordering::Acquire);
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
        for state in &running {
            if let StepState::Running { call, .. } = state
                && outcome.0.as_ref().is_none_or(|(answered, _)| answered != call)
            {
                let error = ToolError::new(ErrorCode::Disconnected, reason.clone());
                outcome.0 = Some((*call, ToolResult::new("", 0, 0, Err(error))));
            }
        }
        calls.withdrawn = None;
        if !matches!(link.0, Connection::Lost { .. }) {
            pulse.silenced = true;
            lose(&mut link, &mut journal, reason);
        }
    }
    if let Some(left) = pulse.rejoin_in {
        pulse.rejoin_in = left.checked_sub(time.delta()).filter(|left| !left.is_zero());
        if pulse.rejoin_in.is_none() {
            link.0 = Connection::Joining;
            send(&body, Order::Rejoin);
        }
    }
}

fn lose(link: &mut Link, journal: &mut Journal, reason: String) {
    journal.record(None, Event::Disconnected { reason: reason.clone() });
    link.0 = Connection::Lost { reason };
}

/// Gives an order. The channel is bounded; one that is full belongs to a body that no longer reads, which the
/// heartbeat tells.
pub(super) fn send(body: &BodyLink, order: Order) {
    if let Err(error) = body.0.orders.try_send(order) {
        tracing::warn!("the body takes no order: {error}");
    }
}

/// Whether some goal is active and the bot able to work on it.
pub(super) fn can_work(link: &Link, phase: &GoalState) -> bool {
    matches!(link.0, Connection::Joined) && *phase == GoalState::Active
}
