//! One mind with its bots on their servers: the App that the window, the terminal, the bench and the tests all run.

use std::{
    collections::HashMap,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use bevy::{app::TaskPoolThreadAssignmentPolicy, prelude::*};

use super::{Failure, Recorder, process, signals, status};
use crate::{
    body::{self, Body, BodyConfig, Leases, SERVER_PATIENCE},
    domain::UserAsk,
    journal::{self, Journal, JournalFile},
    knowledge::SopLibrary,
    mind::{
        self, Agent, Owners, Policy, Sops, Zones,
        model::{Desk, LlmConfig, Models, Source},
    },
};

/// What a session is about.
#[derive(Debug)]
pub struct SessionConfig {
    /// At least one; their names differ.
    pub bots: Vec<BotConfig>,
    pub goals: Vec<String>,
    /// Players whose words in the game are goals, and what these may not ask for.
    pub owners: Owners,
    pub policy: Policy,
    pub sops: SopLibrary,
    /// The model that plans; the offline planner where there is none.
    pub model: Option<Model>,
    /// Where the journal is written as it grows.
    pub journal_file: Option<JournalFile>,
    /// Land that is kept as it is since earlier sessions.
    pub zones: Zones,
    /// What of the session lasts beyond it.
    pub recorder: Option<Recorder>,
}

/// Who plays, and where.
#[derive(Clone, Debug)]
pub struct BotConfig {
    /// An offline account's name.
    pub username: String,
    /// `HOST:PORT`.
    pub server: String,
    /// The host in words.
    pub server_name: String,
    pub planner: BotPlanner,
}

/// Who plans for a bot.
#[derive(Clone, Debug, Default)]
pub enum BotPlanner {
    /// The session's models, where it has any.
    #[default]
    Session,
    Offline,
    Models(Models),
}

/// Models to plan with, and what they may cost.
#[derive(Debug)]
pub struct Model {
    pub config: LlmConfig,
    pub source: Source,
}

/// Set once the user pressed Ctrl-C, or the system asked the program to end.
#[derive(Resource, Clone, Default, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    pub fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Listens on a thread of its own for whatever asks the program to end; a second such signal ends it at once.
    /// `wake` is called from that thread. What comes after this has returned is not missed.
    ///
    /// # Errors
    /// Where the system has no thread or no file for it.
    pub fn listen(&self, wake: Arc<dyn Fn() + Send + Sync>) -> Result<(), Failure> {
        let failed = |error: io::Error| {
            Failure::new(status::FAILED, format!("cannot listen for Ctrl-C: {error}; {}", process::WHAT_IS_NEEDED))
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let mut signals = {
            let _inside = runtime.enter();
            signals::Signals::listen().map_err(failed)?
        };
        let flag = self.clone();
        let listen = move || {
            runtime.block_on(async {
                while signals.next().await.is_some() {
                    if flag.is_set() {
                        std::process::exit(i32::from(status::INTERRUPTED));
                    }
                    flag.set();
                    wake();
                }
            });
        };
        std::thread::Builder::new().name("signals".to_owned()).spawn(listen).map(drop).map_err(failed)
    }
}

/// Bevy's task pools are process-wide, and the first App to start makes them: with one thread each, an App in a thread
/// of its own can wait for itself.
pub fn task_pools() -> TaskPoolPlugin {
    let at_least_two =
        |percent| TaskPoolThreadAssignmentPolicy { min_threads: 2, max_threads: 4, percent, ..at_least(percent) };
    TaskPoolPlugin {
        task_pool_options: TaskPoolOptions {
            io: at_least_two(0.25),
            async_compute: at_least_two(0.25),
            ..Default::default()
        },
    }
}

fn at_least(percent: f32) -> TaskPoolThreadAssignmentPolicy {
    TaskPoolThreadAssignmentPolicy {
        min_threads: 1,
        max_threads: usize::MAX,
        percent,
        on_thread_spawn: None,
        on_thread_destroy: None,
    }
}

/// Starts the bodies that a session's mind will order about, each on a thread of its own: what ends one leaves the others
/// untouched. Those on one server leave each other's work alone. `wake` is called from their threads when there is news.
///
/// # Errors
/// If a thread cannot be started.
pub fn start_bodies(bots: &[BotConfig], wake: &Arc<dyn Fn() + Send + Sync>) -> Result<Vec<Body>, Failure> {
    let mut leases: HashMap<&str, Leases> = HashMap::new();
    let mut bodies = Vec::new();
    for bot in bots {
        let leases = leases.entry(&bot.server).or_default().clone();
        bodies.push(start_body(bot.server.clone(), &bot.username, leases, wake.clone())?);
    }
    Ok(bodies)
}

/// Starts one body.
///
/// # Errors
/// If the thread cannot be started.
pub fn start_body(
    server: String,
    username: &str,
    leases: Leases,
    wake: Arc<dyn Fn() + Send + Sync>,
) -> Result<Body, Failure> {
    body::spawn(BodyConfig { server, username: username.to_owned(), patience: SERVER_PATIENCE, leases }, wake)
        .map_err(|error| Failure::new(status::NOT_JOINED, format!("the body's thread: {error}")))
}

/// Adds a mind to an App that already has Bevy's time and task pools, with the bodies of its bots in their order. `wake` is
/// called from other threads when there is news for it.
///
/// # Errors
/// If the pool for calls to a model cannot be started.
pub fn build_mind(
    app: &mut App,
    config: SessionConfig,
    bodies: Vec<Body>,
    wake: Arc<dyn Fn() + Send + Sync>,
) -> Result<(), Failure> {
    let mut usual = None;
    if let Some(Model { config, source }) = config.model {
        let models = usual.insert(config.models);
        let limits = config.limits;
        let desk = match source {
            Source::Client(client) => Desk::open(limits, client, wake)
                .map_err(|error| Failure::new(status::FAILED, format!("the pool for calls to a model: {error}")))?,
            Source::Replies(replies) => {
                replies.name_models(models);
                Desk::replaying(limits, replies, wake)
            }
        };
        app.insert_resource(desk);
    }
    if let Some(file) = config.journal_file {
        // After everything that may still record something in a frame.
        app.insert_resource(file).add_systems(Last, journal::write_journal);
    }
    app.insert_resource(config.zones);
    if let Some(recorder) = config.recorder {
        recorder.plug_into(app);
    }
    app.add_plugins((journal::plugin, mind::plugin)).insert_resource(Sops(config.sops));
    for (number, (bot, body)) in config.bots.iter().zip(bodies).enumerate() {
        let agent =
            app.world_mut().spawn(Agent::bundle(number, &bot.username, &bot.server_name, body, config.policy)).id();
        let models = match &bot.planner {
            BotPlanner::Session => usual.clone(),
            BotPlanner::Models(own) => usual.is_some().then(|| own.clone()),
            BotPlanner::Offline => None,
        };
        if let Some(models) = models {
            app.world_mut().entity_mut(agent).insert(models);
        }
        app.world_mut().resource_mut::<Journal>().introduce(agent, &bot.username);
    }
    for goal in config.goals {
        app.world_mut().write_message(UserAsk::NewGoal(goal));
    }
    app.insert_resource(config.owners);
    Ok(())
}
