//! What is kept, as plain data. Plans, requests and the like are JSON values here: what another version wrote stays
//! readable, and whoever goes on with a goal decides what to do about a plan that no longer means anything.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::domain::{GoalState, NamedPlace, Totals, Zone};

/// Who plays where, from the beginning to the end of a program.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub struct Session {
    pub id: u64,
    pub bot: String,
    /// In words.
    pub server: String,
    /// Wall time, in milliseconds since 1970, as all such times here.
    pub began_ms: u64,
    /// When it last showed that it lives.
    pub beat_ms: u64,
    /// `None`: it goes on, or was killed.
    pub ended_ms: Option<u64>,
    /// How it ended: `done`, `failed`, `interrupted`, `not_joined`.
    pub outcome: Option<String>,
    /// Of what the window showed, to be watched again.
    pub recorded_bytes: u64,
}

/// A goal as its mind knows it.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct GoalRecord {
    pub id: u64,
    pub text: String,
    pub state: GoalState,
    /// Why it failed or waits.
    pub note: Option<String>,
    /// `offline`, or a model's name.
    pub planner: Option<String>,
    /// A [`crate::domain::PlanDraft`].
    pub plan: Option<Value>,
    /// What stands because of it: a list of `block`, `at` and `means`.
    pub placed: Option<Value>,
    pub attempts: u32,
    pub recoveries: u32,
    pub tool_calls: u32,
    /// Game ticks of activity.
    pub ticks: u64,
    /// What models were asked for it; nothing where none was.
    pub cost: Option<Totals>,
    /// What else of its plan is needed to go on with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<Value>,
    /// In order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepRecord>,
}

/// A step as its mind knows it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct StepRecord {
    /// A [`crate::domain::ToolRequest`], as it is asked now.
    pub request: Value,
    pub reason: String,
    /// A [`crate::domain::Expectation`].
    pub expectation: Value,
    /// The expectation made concrete, once the step has begun.
    pub aim: Option<Value>,
    pub takes_back: Option<String>,
    /// `waiting`, `running`, `done`, `failed`.
    pub state: String,
    pub attempts: u32,
    /// A [`crate::domain::ToolError`].
    pub error: Option<Value>,
    /// What else of it is needed to go on with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<Value>,
}

/// A goal as it is kept.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Goal {
    #[serde(flatten)]
    pub record: GoalRecord,
    pub bot: String,
    /// The session that asked it.
    pub session: u64,
    pub asked_ms: u64,
    pub changed_ms: u64,
}

/// A place that a bot knows by a name, in the world on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceRecord {
    pub bot: String,
    /// In words.
    pub server: String,
    pub name: String,
    /// `None`: the name is given up.
    pub place: Option<NamedPlace>,
}

/// Land that is kept as it is in the world on a server, or that is no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneRecord {
    /// In words.
    pub server: String,
    pub zone: Zone,
    pub is_kept: bool,
}

/// One entry of a journal, on its way in.
#[derive(Clone, Debug, PartialEq)]
pub struct NewEvent {
    pub goal: Option<u64>,
    /// The body's game tick.
    pub tick: u64,
    pub wall_ms: u64,
    /// The entry's `event`.
    pub kind: String,
    /// The entry as a journal's line.
    pub json: String,
}

/// One entry of a journal, as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Counts up over all sessions.
    pub id: u64,
    pub session: u64,
    pub entry: NewEvent,
}

/// An entry without its text.
#[derive(Clone, Debug, PartialEq)]
pub struct ShortEvent {
    pub id: u64,
    pub session: u64,
    pub goal: Option<u64>,
    pub wall_ms: u64,
    pub kind: String,
}

/// A stretch of a recording, some seconds long. What is in it only whoever wrote it knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MomentsRow {
    pub from_ms: u64,
    pub to_ms: u64,
    /// It says all there is: what comes after it needs nothing of what was before.
    pub whole: bool,
    pub data: Vec<u8>,
    /// What it needs besides, by numbers of its session; on the way in alone.
    pub sheets: Vec<(u32, Vec<u8>)>,
}
