//! What an agent is made of.

use std::{collections::VecDeque, time::Duration};

use bevy::prelude::*;

use super::calls::Calls;
use crate::{
    body::Progress,
    domain::{Connection, GoalState, Observation},
    voxel::SeenWorld,
};

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
    pub fn bundle(username: &str, server: &str) -> impl Bundle {
        (
            Self { username: username.to_owned(), server: server.to_owned(), ever_joined: false },
            Link::default(),
            Seen::default(),
            Working::default(),
            Heard::default(),
            Calls::default(),
            Pulse::default(),
        )
    }
}

/// The blocks seen so far.
#[derive(Resource, Default, Debug)]
pub struct SeenBlocks(pub SeenWorld);

/// How the mind behaves where the surfaces differ.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Policy {
    /// After a death or a lost connection: come back, and let the goal wait paused (window); else report and stop.
    pub comes_back: bool,
    /// Attempts a step gets.
    pub attempts: u32,
    /// A goal's time limit, in game ticks.
    pub timeout: Option<u64>,
    /// The same in wall time: ticks do not pass where the body cannot keep up, or the server stands still.
    pub wall_timeout: Option<Duration>,
}

impl Default for Policy {
    fn default() -> Self {
        Self { comes_back: false, attempts: 3, timeout: None, wall_timeout: None }
    }
}

/// Whether some goal is active and the bot able to work on it.
pub fn can_work(link: &Link, phase: &GoalState) -> bool {
    matches!(link.0, Connection::Joined) && *phase == GoalState::Active
}
