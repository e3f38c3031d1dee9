//! The mind without a window: frames follow the body's news, and the program ends when the goals have ended.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use bevy::{diagnostic::FrameCountPlugin, prelude::*, time::TimePlugin};

use super::{
    Ended, Failure, Interrupt, Recorder, SessionConfig, build_mind, process,
    session::{start_bodies, task_pools},
    status,
};
use crate::{
    body::{Body, Order},
    domain::{Connection, GoalState, UserAsk},
    journal::{Event, Journal},
    mind::{self, Agent, AgentSystems, BodyLink, Calls, Link, Owners},
};

/// A frame comes at least this often, for what depends on wall time (silence, Ctrl-C).
const IDLE_FRAME: Duration = Duration::from_millis(50);
/// How long the end waits for the bot to let go of a withdrawn call.
const LETTING_GO: Duration = Duration::from_secs(5);
/// How long the end waits for the body to say goodbye.
const GOODBYE: Duration = Duration::from_secs(2);

/// Runs goals to their end without a window. `each_frame` sees the journal grow.
///
/// # Errors
/// If the session cannot be started; a server that cannot be joined is an [`Ended`] with status 3.
pub fn run_headless(
    config: SessionConfig,
    interrupt: Interrupt,
    mut each_frame: impl FnMut(&mut World),
) -> Result<Ended, Failure> {
    let (news, waiting) = crossbeam_channel::bounded::<()>(1);
    // A full channel means a frame is already due.
    let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(move || _ = news.try_send(()));
    let mut app = App::new();
    app.add_plugins((task_pools(), FrameCountPlugin, TimePlugin)).insert_resource(interrupt).add_plugins(plugin);
    let bodies = start_bodies(&config.bots, &wake)?;
    build_mind(&mut app, config, bodies, wake)?;
    app.finish();
    app.cleanup();
    let ended = loop {
        app.update();
        each_frame(app.world_mut());
        if let Some(ended) = app.world().get_resource::<Ended>() {
            break ended.clone();
        }
        // Either there is news or the time is up: both are a reason for a frame.
        _ = waiting.recv_timeout(IDLE_FRAME);
    };
    all_say_goodbye(app.world_mut());
    Ok(ended)
}

/// Ends the session when its goals have ended.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (let_go_on_interrupt, end_when_over).chain().after(AgentSystems::Record));
}

/// Lets the body leave in good order: its channel closes when its thread ends.
pub fn say_goodbye(body: &Body) {
    if body.orders.try_send(Order::Shutdown).is_err() {
        return;
    }
    wait_for_goodbye(body, Instant::now() + GOODBYE);
}

/// Lets all bots leave in good order, at the same time.
pub fn all_say_goodbye(world: &mut World) {
    let mut links = world.query::<&BodyLink>();
    let told: Vec<_> =
        links.iter(world).filter(|link| link.0.orders.try_send(Order::Shutdown).is_ok()).map(|link| &link.0).collect();
    let deadline = Instant::now() + GOODBYE;
    told.iter().for_each(|body| wait_for_goodbye(body, deadline));
}

fn wait_for_goodbye(body: &Body, deadline: Instant) {
    while body.reports.recv_deadline(deadline).is_ok() {}
}

/// The session is being let go.
#[derive(Resource, Debug)]
struct LettingGo;

fn let_go_on_interrupt(
    interrupt: Res<Interrupt>,
    letting_go: Option<Res<LettingGo>>,
    recorder: Option<Res<Recorder>>,
    goals: Query<(&mind::Goal, &GoalState)>,
    mut asks: MessageWriter<UserAsk>,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    if !interrupt.is_set() {
        return;
    }
    if letting_go.is_none() {
        journal.record(None, Event::Interrupted);
        commands.insert_resource(LettingGo);
    }
    // Who ends the program does not give up what it was at, as far as that can be kept.
    let keeps = recorder.is_some_and(|recorder| recorder.keeps());
    // In each frame: what was left open earlier may be taken up only now.
    for (goal, phase) in &goals {
        if keeps && matches!(phase, GoalState::Queued | GoalState::Active) {
            asks.write(UserAsk::Leave(goal.id));
        } else if !keeps && !phase.is_over() {
            asks.write(UserAsk::Cancel(goal.id));
        }
    }
}

pub(super) fn end_when_over(world: &mut World) {
    if world.contains_resource::<Ended>() {
        return;
    }
    let ended = match never_joined(world) {
        Some(reason) => Ended { status: status::NOT_JOINED, report: None, reason: Some(reason) },
        None => {
            let letting_go = world.contains_resource::<LettingGo>();
            let mut goals = world.query::<&GoalState>();
            let rests = |phase: &GoalState| phase.is_over() || letting_go && *phase == GoalState::Paused;
            let listens = !letting_go && is_listened(world);
            let mut phases = goals.iter(world).peekable();
            let over = !listens && (letting_go || phases.peek().is_some()) && phases.all(rests);
            // The body first empties cursor and grid: what lay there belongs into the report.
            let mut calls = world.query::<&Calls>();
            let lets_go =
                calls.iter(world).filter_map(Calls::letting_go_since).any(|since| since.elapsed() < LETTING_GO);
            if !over || lets_go {
                return;
            }
            let report = process::report(world, letting_go);
            let status = match (letting_go, report.success) {
                (true, _) => status::INTERRUPTED,
                (false, true) => status::DONE,
                (false, false) => status::FAILED,
            };
            Ended { status, report: Some(report), reason: None }
        }
    };
    world.insert_resource(ended);
}

/// Whether a player may still say what is to be done.
fn is_listened(world: &mut World) -> bool {
    let mut links = world.query::<&Link>();
    let waits = |link: &Link| matches!(link.0, Connection::Joining | Connection::Joined);
    !world.resource::<Owners>().names.is_empty() && links.iter(world).any(waits)
}

/// Why a bot was never let in by its server: a session without one of its bots is not what was asked for.
fn never_joined(world: &mut World) -> Option<String> {
    let mut agents = world.query::<(&Agent, &Link)>();
    let several = agents.iter(world).count() > 1;
    agents.iter(world).find_map(|(agent, link)| match &link.0 {
        Connection::Lost { reason } if !agent.ever_joined && several => {
            Some(format!("{} on {}: {reason}", agent.username, agent.server))
        }
        Connection::Lost { reason } if !agent.ever_joined => Some(reason.clone()),
        _ => None,
    })
}
