//! A plan as plain data: what a planner hands over and the dry run proves, before it becomes entities.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    body_slot::BodySlot,
    day_time::DayTime,
    items::ItemCounts,
    pos::BlockPos,
    tools::{Build, By, ToolRequest},
    toward::Toward,
    volume::Volume,
};

/// The longest goal that is read, in characters: room for a long list of wishes, and none for what nobody has typed.
pub const MAX_GOAL_LENGTH: usize = 2_000;

/// The ordered steps chosen for a goal.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct PlanDraft {
    /// Who planned it: `offline`, or a model's name.
    pub planner: String,
    /// The SOP it follows, where there is one.
    pub sop: Option<String>,
    /// Why this way: the retrieval's reason, or the closure's.
    pub why: String,
    /// What the dry run had to insert or change, one sentence each.
    pub repairs: Vec<String>,
    pub steps: Vec<StepDraft>,
    /// What is to be held at the goal's end, where its words do not say so and the planner does: items or families, how many in
    /// all.
    #[serde(default, skip_serializing_if = "ItemCounts::is_empty")]
    pub holds: ItemCounts,
    pub quote: Quote,
}

/// One tool call the plan wants, with its reason and what must be true afterwards.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct StepDraft {
    #[serde(flatten)]
    pub request: ToolRequest,
    pub reason: String,
    pub expectation: Expectation,
    /// This step takes back what an earlier step placed: which block, its place being known only by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes_back: Option<String>,
}

/// What the observed world must show for a step to count.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case", tag = "expect")]
pub enum Expectation {
    /// The inventory holds `count` more of these items together than when the step began.
    Gain { items: Vec<String>, count: u32 },
    /// The inventory holds `count` fewer.
    Loss { items: Vec<String>, count: u32 },
    /// The inventory holds `count` fewer, and the call has seen who was meant take them: that they are gone shows nothing.
    Given { items: Vec<String>, count: u32 },
    /// The inventory holds more of these than when the step began, however many more.
    More { items: Vec<String> },
    /// The inventory holds more of these (of anything, where none are named) than when the step began, or none of them lies
    /// about any more within `radius` blocks of where the bot stood then.
    Gathered { items: Vec<String>, radius: u32 },
    /// The bot is within `tolerance` blocks, on each axis, of this player.
    Beside { player: String, tolerance: u32 },
    /// Neither pack nor hotbar holds any of these; where none are named, of anything but tools, weapons, armour and food.
    PutAway {
        items: Vec<String>,
        /// But for so many.
        #[serde(default)]
        keep: u32,
    },
    /// Since the step began somebody has looked into the chest there; `None`: into any.
    LookedInto {
        at: Option<BlockPos>,
        /// Only a chest of this kind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chest: Option<String>,
    },
    /// So many fewer of these items are held, or so many have gone into chests as the outcome says, or, without a count, none are held but
    /// what is worn; and some of them lie in a chest, of this kind if one is named, that somebody has looked into since the step began.
    Stored { items: Vec<String>, count: Option<u32>, chest: Option<String> },
    /// So many of these lie in one chest, of this kind if one is named, that somebody has looked into since the step began.
    Holds { items: Vec<String>, count: u32, chest: Option<String> },
    /// Since the step began somebody has looked into each chest around the middle, or around where the bot stood, but for those that
    /// the outcome leaves out; no kind of item lies in two of them, as far as it fits; and what was held is held.
    Sorted { middle: Option<BlockPos>, radius: u32 },
    /// This block stands there, in a state with these properties; `None`: where the outcome says it was placed. One of the
    /// kind that it is placed by stands beside it, or below it.
    Block {
        block: String,
        at: Option<BlockPos>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        state: BTreeMap<String, String>,
    },
    /// Every place of this box is this block; where it is to be `level`, any full block will do.
    Filled {
        block: String,
        volume: Volume,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        level: bool,
    },
    /// Nothing differs from the blueprint in its place.
    Built { build: Build },
    /// No place on the surface to which one can walk from the middle, or from where the bot stood, and at most so many blocks off, is
    /// without the light of a lamp.
    Lit { middle: Option<BlockPos>, radius: u32 },
    /// Nothing is left to be dug in this box.
    Clear { volume: Volume },
    /// The bot's feet are within `tolerance` blocks of this column, and of `y` where given.
    Near { x: i32, y: Option<i32>, z: i32, tolerance: u32 },
    /// This item is in that hand, or worn there.
    Equipped { item: String, slot: BodySlot },
    /// So many more of these items are held, or, without a count, none of these crops is ripe within `radius` blocks of where the
    /// bot stood and nothing of what they drop lies there. With `replant` one of the crops grows wherever the outcome says that
    /// one was harvested.
    Harvested { crops: Vec<String>, items: Vec<String>, count: Option<u32>, radius: u32, replant: bool },
    /// These places on the body hold nothing, or, where an item is named, none of it; and what was there is still held.
    Bare { slots: Vec<BodySlot>, item: Option<String> },
    /// The food bar holds so many half-drumsticks; or else none of these items is held any more, where any are named.
    Fed { food: u32, gone: Vec<String> },
    /// What was used is one of these blocks by now, if any are named, and the one that the outcome names, in a state with these
    /// properties, or else in the one that it tells; `None`: where the outcome says.
    Became {
        blocks: Vec<String>,
        at: Option<BlockPos>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        state: BTreeMap<String, String>,
    },
    /// It was night, and by now it is day; or it is the day after.
    Slept,
    /// The head is turned this way, or to this yaw in degrees; left, right and around are from where it was turned to when the step
    /// began.
    Turned {
        toward: Option<Toward>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        yaw: Option<f32>,
    },
    /// The head is turned to the block there; `None`: to one of these blocks, where the outcome says.
    LooksAt { at: Option<BlockPos>, blocks: Vec<String> },
    /// The head is turned to this player's.
    LooksAtPlayer { player: String },
    /// The world is so many ticks older than when the step began, by the server's word.
    Waited { ticks: u32 },
    /// It is this time of the day.
    Daytime { of: DayTime },
    /// The server has counted so many jumps more than when the step began.
    Jumped { times: u32 },
    /// The server has counted so many ticks of sneaking more than when the step began.
    Sneaked { ticks: u32 },
    /// Land has been seen that had not been before, or one of these blocks: the job tells.
    Explored,
    /// The bot stands where the outcome says.
    Stands,
    /// The bot stands at one of these blocks, where the outcome says.
    AtBlock {
        blocks: Vec<String>,
        /// On top of it, and not beside it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        on: bool,
    },
    /// A sign says this, on one of its sides: the one at this place, or where the outcome says.
    Written { lines: Vec<String>, at: Option<BlockPos> },
    /// The server repeated these words as the bot's.
    Said { message: String },
    /// The call's own success is all there is to see.
    Answered,
}

/// What a plan will take, as far as it can be known before acting.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Quote {
    pub steps: usize,
    /// Raw materials to be gathered.
    pub materials: ItemCounts,
    /// Tools the plan uses, in the order they are first needed.
    pub tools: Vec<String>,
    /// Estimated game ticks.
    pub ticks: u64,
}
