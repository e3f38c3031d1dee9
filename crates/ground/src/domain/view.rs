//! The mind as a surface shows it, and what a surface may ask: the window and the terminal know nothing else of it.

use std::{collections::VecDeque, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    edit::{GoalByHand, PlanEdit, StepByHand},
    observation::Observation,
    outcome::{ToolError, ToolResult},
    plan::Quote,
    pos::BlockPos,
    talk::ChatLine,
    tools::Build,
    totals::Totals,
    trial::Trial,
    zone::Zone,
};

/// Everything a surface shows, remade by the mind each frame that something changed.
#[derive(Serialize, Clone, Debug, Default, PartialEq)]
pub struct MindView {
    /// In the order in which they were named.
    pub bots: Vec<BotView>,
    /// Oldest first.
    pub goals: Vec<GoalView>,
    /// The newest lines of the journal, oldest first.
    pub journal: Vec<JournalLine>,
    /// The newest lines of chat, oldest first.
    #[serde(skip)]
    pub chat: Arc<VecDeque<ChatLine>>,
    /// Why the last thing that was asked for was refused, if it was.
    pub refused: Option<String>,
    /// Goals in words that an earlier run left open, and that could be gone on with.
    pub left_open: Vec<String>,
}

/// A bot, as far as it is not what it does.
#[derive(Serialize, Clone, Debug, Default, PartialEq)]
pub struct BotView {
    pub username: String,
    pub connection: Connection,
    /// `the practice world` or `HOST:PORT`.
    pub server: String,
    pub observation: Option<Observation>,
    /// The cell of a building that was last asked about, as the body sees it.
    #[serde(skip)]
    pub trial: Option<Arc<Trial>>,
    /// The land around that is kept as it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Zone>,
}

/// Where the body stands with its server.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Connection {
    #[default]
    Joining,
    Joined,
    Dead {
        message: String,
    },
    Lost {
        reason: String,
    },
}

/// A goal's life; in the mind a component.
#[derive(bevy_ecs::component::Component, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Default)]
#[serde(rename_all = "snake_case")]
pub enum GoalState {
    #[default]
    Queued,
    Active,
    Paused,
    Done,
    Failed,
    Cancelled,
}

impl GoalState {
    const ALL: [Self; 6] = [Self::Queued, Self::Active, Self::Paused, Self::Done, Self::Failed, Self::Cancelled];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Nothing more will come of it.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// Which of the queued goals is taken up first; of equals the oldest. In the mind a component.
#[derive(
    bevy_ecs::component::Component, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default,
)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    Low,
    #[default]
    Normal,
    High,
}

impl Priority {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Normal => "normal",
            Self::High => "high",
        }
    }
}

/// A goal with its plan.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct GoalView {
    /// Counts up from 1.
    pub id: u64,
    pub text: String,
    /// Who is at it, or is to be; nobody yet where it is for whoever is free.
    pub bot: Option<String>,
    pub state: GoalState,
    pub priority: Priority,
    /// Why it failed or waits.
    pub note: Option<String>,
    /// What could be asked for instead, where it was refused.
    pub instead: Vec<String>,
    /// Who planned it, and why so.
    pub planner: Option<String>,
    pub why: Option<String>,
    pub repairs: Vec<String>,
    pub quote: Option<Quote>,
    pub steps: Vec<StepView>,
    /// Game ticks spent so far.
    pub ticks: u64,
    /// What the model was asked for it, where one was.
    pub model: Option<Totals>,
    /// What a model is being asked for it at the moment.
    pub asking: Option<String>,
    /// What the user has done with its plan.
    pub by_hand: GoalByHand,
}

/// A step of a plan.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct StepView {
    /// What tells it from all others of this run.
    pub id: u64,
    /// A short sentence: `mine 3 oak_log`.
    pub title: String,
    pub reason: String,
    pub state: StepStateView,
    /// Attempts begun.
    pub attempts: u32,
    /// How many it may have without getting on.
    pub allowed: u32,
    /// What the world has to show for it to count, in words; and what has shown it, once it has.
    pub expects: String,
    pub shown: Option<String>,
    /// Game ticks that its calls have taken.
    pub ticks: u64,
    /// What its last call came back with.
    #[serde(skip)]
    pub outcome: Option<Arc<ToolResult>>,
    /// What the running call last said of itself, and how far it is (done, of); of a job, which is done a piece at a time, how
    /// many pieces are done.
    pub progress: Option<(String, u32, u32)>,
    pub error: Option<ToolError>,
    /// Where it takes place, once known: the map marks it.
    pub place: Option<BlockPos>,
    /// What it builds: the map shows what of it stands.
    pub build: Option<Box<Build>>,
    /// What the user has done with it, and may do.
    pub by_hand: StepByHand,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum StepStateView {
    Waiting,
    Running,
    Done,
    Failed,
    Skipped,
}

/// One decision or event, in a sentence.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub struct JournalLine {
    /// The body's game tick.
    pub tick: u64,
    /// Where several play.
    pub bot: Option<String>,
    pub goal: Option<u64>,
    pub text: String,
}

/// What a person may ask of the mind from any surface. In the window these are Bevy messages.
#[derive(bevy_ecs::message::Message, Clone, Debug, PartialEq)]
pub enum UserAsk {
    /// A goal in words, added to the end of the queue.
    NewGoal(String),
    /// What a player who may do so has said to a bot in the game.
    Said {
        by: String,
        bot: String,
        words: String,
    },
    /// What the person types to be said by a bot, word for word.
    Say {
        bot: String,
        words: String,
    },
    Pause(u64),
    Resume(u64),
    /// Go on with a paused goal for one step, and pause again.
    StepOnce(u64),
    /// Change the plan of a goal.
    Edit {
        goal: u64,
        edit: PlanEdit,
    },
    Cancel(u64),
    /// Try again what has failed or was cancelled, with a new plan from the world as it is now.
    Retry(u64),
    /// Take it up before, with or after the others that are queued.
    Rank(u64, Priority),
    /// How a cell of a building could be put, as this bot sees it.
    Try {
        bot: String,
        build: Box<Build>,
        at: BlockPos,
    },
    /// Keep the land between two corners, each x and z, as it is: a [`Zone`] of the world that this bot is in.
    Keep {
        bot: String,
        from: [i32; 2],
        to: [i32; 2],
    },
    /// No longer, between these corners.
    Lift {
        bot: String,
        from: [i32; 2],
        to: [i32; 2],
    },
    /// The program ends: the goal is left open for a later run.
    Leave(u64),
    /// Go on with what an earlier run left open.
    GoOn,
    /// Do not, and do not ask again in this run.
    NotNow,
}

/// What became of an ask: each gets one, in the order in which they were asked.
#[derive(bevy_ecs::message::Message, Clone, Debug, PartialEq)]
pub struct Receipt {
    pub ask: UserAsk,
    /// The number of the goal that it made or changed, if it was about one; or why it was refused.
    pub outcome: Result<Option<u64>, ToolError>,
}
