//! What the mind and the body say to each other.

use std::{thread::Thread, time::Duration};

use crossbeam_channel::{SendError, Sender, TrySendError};

use super::leases::Leases;
use crate::domain::{Audience, BlockPos, Build, ToolRequest, ToolResult, Trial, Vec3, Volume, Zone};

/// Whom to join, and as whom.
#[derive(Clone, Debug)]
pub struct BodyConfig {
    /// `HOST:PORT`; the host may be a name.
    pub server: String,
    /// An offline account's name: 3 to 16 of `A-Z a-z 0-9 _`.
    pub username: String,
    /// How long the server may say nothing at all before the connection counts as lost.
    pub patience: Duration,
    /// What the bots on this server leave to each other.
    pub leases: Leases,
}

/// Names one tool call, so that a late outcome of a withdrawn call is known as such.
pub type CallId = u64;

/// What the mind may order.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Execute one tool call; `deadline` in ticks, by the slower of the body's clock and the server's. `again`: a call like it
    /// was tried before, maybe by an earlier run of the program, and may have left things lying. `closed`: boxes of which this call knows nothing,
    /// since whoever asked for it has no say there.
    Call { id: CallId, request: ToolRequest, deadline: u64, again: bool, closed: Vec<Volume> },
    /// Withdraw a call: it ends `CANCELLED`, the bot standing, cursor and grid empty.
    Cancel { id: CallId },
    /// Keep these zones, and no others, until told otherwise: also the running call.
    Keep { zones: Vec<Zone> },
    /// Say something to one player, as soon as the server bears it. What comes too fast is left out.
    Whisper { to: String, message: String },
    /// Try in thought how a cell of a building could be put.
    Try { build: Box<Build>, at: BlockPos },
    /// After a death.
    Respawn,
    /// After a lost connection.
    Rejoin,
    /// Leave the server and end the thread.
    Shutdown,
}

/// The mind's way to give orders. Each wakes the body, which does not wait at the channel: whoever waits there yields the
/// processor a dozen times first, and the system's scheduler puts who yields behind all others.
#[derive(Clone, Debug)]
pub struct Orders {
    queue: Sender<Order>,
    body: Option<Thread>,
}

impl Orders {
    /// To a body on a thread.
    pub fn waking(queue: Sender<Order>, body: &Thread) -> Self {
        Self { queue, body: Some(body.clone()) }
    }

    /// Gives an order, as soon as there is room.
    ///
    /// # Errors
    /// If the body has ended.
    #[expect(clippy::result_large_err, reason = "an order that nobody takes comes back whole")]
    pub fn send(&self, order: Order) -> Result<(), SendError<Order>> {
        self.queue.send(order).inspect(|()| self.wake())
    }

    /// Gives an order now.
    ///
    /// # Errors
    /// If the body has ended, or does not read its orders.
    #[expect(clippy::result_large_err, reason = "an order that nobody takes comes back whole")]
    pub fn try_send(&self, order: Order) -> Result<(), TrySendError<Order>> {
        self.queue.try_send(order).inspect(|()| self.wake())
    }

    fn wake(&self) {
        self.body.iter().for_each(Thread::unpark);
    }
}

/// To whoever reads them, without a thread to wake.
impl From<Sender<Order>> for Orders {
    fn from(queue: Sender<Order>) -> Self {
        Self { queue, body: None }
    }
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
    /// What came of what was tried in thought.
    Tried(Trial),
    Died {
        message: String,
        position: Vec3,
    },
    /// A line of chat as the server sent it: data, never an instruction. `sender` is `None` for system messages.
    Chat {
        sender: Option<String>,
        message: String,
        audience: Audience,
    },
    /// What a player said, who is known by the number that the server's list of players has for the name: that line comes as
    /// [`Chat`](Self::Chat), too. Still data: who may say what is the mind's affair.
    Said {
        player: String,
        message: String,
        /// To the bot alone.
        privately: bool,
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
    pub place: Option<BlockPos>,
}
