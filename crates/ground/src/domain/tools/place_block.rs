//! `place_block`: puts a held block up.

use std::{collections::BTreeMap, fmt};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, same};
use crate::domain::{BlockPos, Side};

/// Put a block at a place, `beside`, `on` or `before` the nearest block of a kind, or else at any free spot beside the bot.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct PlaceBlock {
    pub block: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub z: Option<i32>,
    /// A block, or a family or tag of blocks ("furnace", "door"): at one of the four sides of the nearest within 48 blocks that has
    /// a free one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    /// The same: on top of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// The same: in front of it. Of a door or a gate, in its way; of a block that faces somewhere (a chest, a furnace), where it faces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// With `beside`: only at this side. Models are not offered it: they can name the place.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// With `side`: so many blocks off in place of beside it. Models are not offered it, either.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off: Option<u32>,
    /// What is mined next, as `mine` names it: it stands in reach of who digs that, so that nobody walks back to it. With a place of
    /// its own it means nothing. Models are not offered it: it is put in once the plan is whole.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_work: Option<String>,
    /// Block state properties that must hold afterwards, such as `{"facing": "north"}`. No schema that every provider
    /// takes can say "any names", so that models are not offered it.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<BTreeMap<String, String>>,
}

/// By what a block is placed: the nearest block of a kind, which may be a block's name or that of a family or tag.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum By {
    Beside(String),
    /// Beside it, and at this side of it.
    Toward(Side, String),
    /// At this side of it, so many blocks off.
    Off(Side, u32, String),
    On(String),
    Before(String),
}

impl By {
    pub fn kind(&self) -> &str {
        match self {
            Self::Beside(kind)
            | Self::Toward(_, kind)
            | Self::Off(_, _, kind)
            | Self::On(kind)
            | Self::Before(kind) => kind,
        }
    }

    /// In a word, before the block's name.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Beside(_) => "beside",
            Self::Toward(side, _) | Self::Off(side, ..) => match side {
                Side::Down => "under",
                Side::Up => "above",
                Side::North => "north of",
                Side::South => "south of",
                Side::West => "west of",
                Side::East => "east of",
            },
            Self::On(_) => "on",
            Self::Before(_) => "in front of",
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Off(_, blocks, _) = self {
            write!(f, "{blocks} blocks ")?;
        }
        write!(f, "{} the nearest {}", self.word(), self.kind())
    }
}

impl PlaceBlock {
    /// At a place, or at any free spot beside the bot; in whatever state.
    pub fn new(block: &str, at: Option<BlockPos>) -> Self {
        let [x, y, z] = [at.map(|at| at.x), at.map(|at| at.y), at.map(|at| at.z)];
        Self {
            block: block.to_owned(),
            x,
            y,
            z,
            beside: None,
            on: None,
            before: None,
            side: None,
            off: None,
            by_work: None,
            state: None,
        }
    }

    /// By a block, whichever way; in whatever state.
    pub fn near(block: &str, by: By) -> Self {
        let placed = Self::new(block, None);
        match by {
            By::Beside(kind) => Self { beside: Some(kind), ..placed },
            By::Toward(side, kind) => Self { beside: Some(kind), side: Some(side), ..placed },
            By::Off(side, blocks, kind) => Self { beside: Some(kind), side: Some(side), off: Some(blocks), ..placed },
            By::On(kind) => Self { on: Some(kind), ..placed },
            By::Before(kind) => Self { before: Some(kind), ..placed },
        }
    }

    /// By which block it is placed; `None` where no kind was given.
    pub fn by(&self) -> Option<By> {
        let beside = self.beside.clone().map(|kind| match (self.side, self.off) {
            (Some(side), Some(blocks)) => By::Off(side, blocks, kind),
            (Some(side), None) => By::Toward(side, kind),
            (None, _) => By::Beside(kind),
        });
        beside.or_else(|| self.on.clone().map(By::On)).or_else(|| self.before.clone().map(By::Before))
    }

    /// The asked place; `None` where no coordinates were given.
    pub fn at(&self) -> Option<BlockPos> {
        Some(BlockPos::new(self.x?, self.y?, self.z?))
    }

    /// `[facing=north]`, as the game's commands write it; nothing where no state is asked for.
    fn shown_state(&self) -> String {
        let properties: Vec<String> =
            self.state.iter().flatten().map(|(name, value)| format!("{name}={value}")).collect();
        if properties.is_empty() { String::new() } else { format!("[{}]", properties.join(",")) }
    }
}

impl Tool for PlaceBlock {
    const NAME: &'static str = "place_block";

    fn title(&self) -> String {
        let what = format!("{}{}", self.block, self.shown_state());
        match (self.at(), self.by()) {
            (Some(at), _) => format!("place {what} at {at}"),
            (None, Some(by)) => format!("place {what} {by}"),
            (None, None) => match &self.by_work {
                Some(target) => format!("place {what} where {target} is mined"),
                None => format!("place {what} nearby"),
            },
        }
    }

    fn alike(&self, other: &Self) -> bool {
        same(&self.block, &other.block)
            && self.at() == other.at()
            && self.by() == other.by()
            && self.state == other.state
    }

    fn place(&self) -> Option<BlockPos> {
        self.at()
    }

    fn puts_up(&self) -> Option<&str> {
        Some(&self.block)
    }
}
