//! The words every part speaks: goals, plans, tool calls, outcomes, observations.
//!
//! Plain data with serde, nothing of azalea, egui or Bevy's plugins: what the body, the mind, the surfaces and the
//! tests exchange is defined here once.

mod body_slot;
mod day_time;
mod edit;
mod expected;
mod ids;
mod items;
mod log;
mod namespace;
mod observation;
mod outcome;
mod place;
mod plan;
mod pos;
mod seed;
mod side;
mod talk;
mod text;
mod timeline;
mod tools;
mod totals;
mod toward;
mod trial;
mod usage;
mod view;
mod volume;
mod zone;

pub use body_slot::BodySlot;
pub use day_time::DayTime;
pub use edit::{GoalByHand, PlanEdit, StepByHand, StepNotes};
pub use ids::GoalIds;
pub use items::ItemCounts;
pub use log::{LogLevel, LogLine};
pub use namespace::plain;
pub use observation::{ContainerSeen, EntitySeen, Observation, SignSeen, SlotStack};
pub use outcome::{ErrorCode, IN_ANOTHER_STATE, LASTING, ToolError, ToolResult};
pub use place::{HOME, MAX_PLACES, NamedPlace};
pub use plan::{Expectation, MAX_GOAL_LENGTH, PlanDraft, Quote, StepDraft};
pub use pos::{BlockPos, ChunkPos, PosMap, PosSet, Vec3};
pub use seed::seed;
pub use side::Side;
pub use talk::{Audience, ChatLine, ChatSource};
pub use text::{MOST_WORDS, is_wild, json, pretty_json, shortened, tame, tame_lines, without_colours};
pub use timeline::{
    EntryTold, Lane, LaneCount, Mark, MarkState, MarkTold, SessionMark, TimelineAnswer, TimelineAsk, TimelineCell,
    TimelineFilter, TimelineSeek, ToldMark,
};
pub use tools::{
    Build, By, Chat, Clear, Craft, Drop, Earthwork, Eat, Equip, Explore, FOLLOW_A_CALL, Face, Field, FieldKind, Fill,
    Follow, FurnaceSlot, GetBotStatus, Give, GoToBlock, GoToPlayer, HAND, Harvest, IN_COMPANY, Jump, Light, LookInto,
    MAX_CHAT_LENGTH, MAX_CLEAR, MAX_COUNT, MAX_EXPLORE, MAX_FILL, MAX_FOLLOW, MAX_JUMPS, MAX_SNEAK, MAX_TICKS,
    MIN_EXPLORE, Mine, Navigate, PickUp, PlaceBlock, PlanOn, Remember, Sleep, Smelt, Sneak, Sort, Store, Take, TakeOff,
    Tool, ToolRequest, UseItem, User, WAIT_A_CALL, Wait, WriteSign, one_in,
};
pub use totals::{Totals, dollars, thousands};
pub use toward::{Toward, degrees_between};
pub use trial::{SideTried, Trial, Verdict};
pub use usage::{UsageAnswer, UsageCall};
pub use view::{
    BotView, Connection, GoalState, GoalView, JournalLine, MindView, Priority, Receipt, StepStateView, StepView,
    UserAsk,
};
pub use volume::Volume;
pub use zone::{MAX_ZONES, Zone};
