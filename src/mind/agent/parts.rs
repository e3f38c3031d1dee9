//! What an agent is made of.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use bevy::prelude::*;

use super::{
    body::BodyLink,
    calls::Calls,
    seen::{ComingIn, Land},
};
use crate::{
    body::{Body, Progress},
    domain::{Connection, Earthwork, NamedPlace, Observation, Trial, Zone},
    mind::plan::undo::{Built, LastGoal},
};

/// A bot, as an entity.
#[derive(Component, Debug, Clone)]
pub struct Agent {
    /// Its place among the bots, in the order in which they were named.
    pub number: usize,
    pub username: String,
    /// Whom it plays on, in words.
    pub server: String,
    /// Whether the server ever let it in.
    pub ever_joined: bool,
}

/// How it stands with the server.
#[derive(Component, Debug, Default, Clone)]
pub struct Link(pub Connection);

/// The body's game tick, taken once a frame, so that all that is said in a frame agrees.
#[derive(Component, Debug, Default, Clone, Copy)]
pub struct Clock(pub u64);

/// A language model plans for the agent: the offline planner only where it cannot.
#[derive(Component, Debug, Default, Clone, Copy)]
pub struct Advised;

/// The newest observation.
#[derive(Component, Debug, Default)]
pub struct Seen(pub Option<Observation>);

/// The cell of a building that somebody last asked about, as the body sees it.
#[derive(Component, Debug, Default)]
pub struct Tried(pub Option<Arc<Trial>>);

/// What the running call last said of itself.
#[derive(Component, Debug, Default)]
pub struct Working(pub Option<Progress>);

/// Earth that it has moved for a building that is not done: what nobody else knows to be the bot's.
#[derive(Component, Debug, Default)]
pub struct Moved(pub Earthwork);

/// The last lines of chat, numbered, each with its sender.
#[derive(Component, Debug, Default)]
pub struct Heard {
    pub lines: VecDeque<(u64, Option<String>, String)>,
    /// The next line's number.
    pub next: u64,
    /// What players have said since it was last asked for, oldest first.
    pub said: Vec<Said>,
}

/// A line of a player whom the server knows by this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub player: String,
    pub message: String,
    /// To the bot alone.
    pub privately: bool,
}

/// The places that the bot knows by a name in this world, and where it stood before the last goal that led it elsewhere.
#[derive(Component, Debug, Default, Clone)]
pub struct Places {
    pub named: BTreeMap<String, NamedPlace>,
    pub back: Option<NamedPlace>,
}

/// The last goal that has changed something, with what there is of it to be undone. It does not outlive the run.
#[derive(Component, Debug, Default, Clone)]
pub struct LastDone(pub Option<LastGoal>);

/// What the bots have built in this run, by server, the newest last.
#[derive(Resource, Debug, Default)]
pub struct Buildings(pub Vec<(String, Built)>);

/// Land that the person keeps as it is, by server.
#[derive(Resource, Debug, Default)]
pub struct Zones(pub Vec<(String, Zone)>);

impl Zones {
    /// Those on a server.
    pub fn on(&self, server: &str) -> Vec<Zone> {
        self.0.iter().filter(|(of, _)| of == server).map(|(_, zone)| zone.clone()).collect()
    }
}

/// The body's last heartbeat and when it was noticed, and when to try to join again.
#[derive(Component, Debug, Default)]
pub struct Pulse {
    pub(super) beat: u64,
    pub(super) silent_for: Duration,
    /// The link is lost because of silence alone: a new beat mends it.
    pub(super) silenced: bool,
    pub(super) rejoin_in: Option<Duration>,
}

impl Agent {
    /// A bot of this name with its body.
    pub fn bundle(number: usize, username: &str, server: &str, body: Body, policy: Policy) -> impl Bundle {
        let (username, server) = (username.to_owned(), server.to_owned());
        let land = Land { server: server.clone(), ..Land::default() };
        (
            Self { number, username, server, ever_joined: false },
            BodyLink(body),
            policy,
            land,
            ComingIn::default(),
            Link::default(),
            Clock::default(),
            Seen::default(),
            Tried::default(),
            (Working::default(), Moved::default()),
            Heard::default(),
            Calls::default(),
            Places::default(),
            LastDone::default(),
            Pulse::default(),
        )
    }
}

/// How far what is not seen is looked for where it is not said, in blocks: all of it is some ten minutes of walking.
pub const FARTHEST: u32 = 256;

/// How the mind behaves with an agent where the surfaces differ.
#[derive(Component, Clone, Copy, Debug)]
pub struct Policy {
    /// After a death or a lost connection: come back, and let the goal wait paused (window); else report and stop.
    pub comes_back: bool,
    /// Attempts a step gets.
    pub attempts: u32,
    /// How far to look for what is not seen, in blocks; 0: not at all.
    pub farthest: u32,
    /// A goal's time limit, in game ticks.
    pub timeout: Option<u64>,
    /// The same in wall time: ticks do not pass where the body cannot keep up, or the server stands still.
    pub wall_timeout: Option<Duration>,
    /// What becomes of a model's plan for words that no grammar understands.
    pub free_plans: FreePlans,
    /// Goals are planned and not begun.
    pub is_dry_run: bool,
}

/// What becomes of a model's plan for a goal that only the model understands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FreePlans {
    /// It is carried out (`--yes`).
    #[default]
    Done,
    /// Its goal waits, paused, until the user has seen it and resumes the goal (window).
    Confirmed,
    /// Its goal fails, and says what would have been done: nobody is there who could confirm it.
    Refused,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            comes_back: false,
            attempts: 3,
            farthest: FARTHEST,
            timeout: None,
            wall_timeout: None,
            free_plans: FreePlans::default(),
            is_dry_run: false,
        }
    }
}

/// On a goal: whose it is. A goal that nobody has taken up yet, and that was asked of nobody by name, has none.
#[derive(Component, Debug)]
#[relationship(relationship_target = Duties)]
pub struct GoalOf(pub Entity);

/// An agent's goals.
#[derive(Component, Debug, Default)]
#[relationship_target(relationship = GoalOf)]
pub struct Duties(Vec<Entity>);
