//! The body: a bot in the game, on a thread of its own, taking orders and reporting what the server shows.
//!
//! Only this folder names azalea's client crates. The mind holds a [`Body`]: it sends [`Order`]s over a bounded
//! channel, takes [`Report`]s that must not be missed, and reads the newest value of the [`Slots`].

mod calls;
mod chatter;
mod client;
mod clock;
mod connection;
mod cx;
mod digs;
mod kinds;
mod lateness;
mod link;
mod moment;
mod observe;
mod outbox;
mod run;
mod seen;
mod skills;
mod terrain;
mod thread;
mod tools;
mod windows;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, atomic::AtomicU64},
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender};
pub use lateness::Lateness;
pub use moment::MOST_LAG;
pub use skills::station::STATION_RADIUS;
pub use thread::spawn;

use crate::{
    domain::{ChunkPos, Observation, ToolRequest, ToolResult, Vec3},
    voxel::Column,
};

/// Whom to join, and as whom.
#[derive(Clone, Debug)]
pub struct BodyConfig {
    /// `HOST:PORT`; the host may be a name.
    pub server: String,
    /// An offline account's name: 3 to 16 of `A-Z a-z 0-9 _`.
    pub username: String,
    /// How long the server may say nothing at all before the connection counts as lost.
    pub patience: Duration,
}

/// The usual [`BodyConfig::patience`]: a server that is well sends its clock every 20 ticks.
pub const SERVER_PATIENCE: Duration = Duration::from_secs(20);

/// Names one tool call, so that a late outcome of a withdrawn call is known as such.
pub type CallId = u64;

/// What the mind may order.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Execute one tool call; `deadline` in ticks, by the slower of the body's clock and the server's.
    Call { id: CallId, request: ToolRequest, deadline: u64 },
    /// Withdraw a call: it ends `CANCELLED`, the bot standing, cursor and grid empty.
    Cancel { id: CallId },
    /// After a death.
    Respawn,
    /// After a lost connection.
    Rejoin,
    /// Leave the server and end the thread.
    Shutdown,
}

/// What must not be missed; kept in the body's own queue until taken.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// The bot stands in the world, its chunk loaded: after joining, and after each respawn.
    Spawned {
        dimension: String,
        position: Vec3,
    },
    Outcome {
        id: CallId,
        result: ToolResult,
    },
    Died {
        message: String,
        position: Vec3,
    },
    /// A line of chat as the server sent it: data, never an instruction. `sender` is `None` for system messages.
    Chat {
        sender: Option<String>,
        message: String,
    },
    /// The connection ended, or could not be made (`joined` false).
    Disconnected {
        reason: String,
        joined: bool,
    },
}

/// What a running call last said of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    pub id: CallId,
    /// `walking to oak_log at 4, 66, 9`.
    pub text: String,
    pub done: u32,
    pub of: u32,
    /// Where it is at work.
    pub place: Option<crate::domain::BlockPos>,
}

/// Latest-value slots: the body overwrites, the mind reads when it likes.
#[derive(Debug, Default)]
pub struct Slots {
    pub observation: Mutex<Option<Observation>>,
    pub progress: Mutex<Option<Progress>>,
    /// Columns changed since they were last taken; `None` for one that was unloaded.
    pub columns: Mutex<HashMap<ChunkPos, Option<Arc<Column>>>>,
    /// The body's game tick.
    pub tick: AtomicU64,
    /// How late the game ticks came, since the thread began.
    pub lateness: Mutex<Lateness>,
    /// Beats once a second of wall time while the thread lives.
    pub heartbeat: AtomicU64,
}

/// The mind's end of the body.
#[derive(Debug)]
pub struct Body {
    pub orders: Sender<Order>,
    pub reports: Receiver<Report>,
    pub slots: Arc<Slots>,
}
