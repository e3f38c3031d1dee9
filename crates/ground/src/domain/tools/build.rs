//! `build`: makes a blueprint stand in its place.

use std::{collections::BTreeMap, num::NonZeroU32};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tool::{Tool, User};
use crate::domain::{BlockPos, Side, Volume};

/// Make a blueprint stand at a place: what is in the way is dug, and blocks are put up from what is held until nothing differs.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// The name of one that comes with the program, or the path of a file: a drawing (`hut.yaml`), or what another program has saved
    /// (`.nbt`, `.schem`, `.schematic`, `.litematic`).
    pub blueprint: String,
    /// The corner with the least x and z, at the height on which one stands before it.
    pub x: i32,
    pub y: i32,
    pub z: i32,
    /// What of it may be chosen, such as `{"wood": "birch"}`; of a file of another program, which blocks stand in others' place, such as
    /// `{"oak_planks": "birch_planks"}`.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub with: BTreeMap<String, String>,
    /// Blocks that are left out: their cells stay as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// In blocks from west to east, as it is drawn; as wide as it is drawn where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Where its front looks; it is drawn with the front to the south.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Side>,
    /// Whether left and right are exchanged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mirror: bool,
    /// A drawing in YAML, where it has neither name nor file: `blueprint` is then what it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
    /// Blocks that may be dug where something else is to be, whoever has put them there. What they yield is picked up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<String>,
    /// How many bots build it together, each with its part of what it takes; one alone where nothing is said.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub together: Option<NonZeroU32>,
    /// Only the part of it that lies in this box, and of that as much as one call has time for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Volume>,
    /// What earlier calls have moved for it, as far as that is known.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earthwork: Option<Box<Earthwork>>,
}

/// Earth that is moved to stand on while something is built: it outlives the call, whose end nobody may have told.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Earthwork {
    /// The corner of the building that it is for.
    pub site: Option<BlockPos>,
    /// Where it was laid, or was about to be.
    pub laid: Vec<BlockPos>,
    /// Where it was dug, and is not put back yet.
    pub dug: Vec<BlockPos>,
}

impl Earthwork {
    pub fn is_empty(&self) -> bool {
        self.laid.is_empty() && self.dug.is_empty()
    }

    pub fn is_for(&self, build: &Build) -> bool {
        self.site == Some(build.at())
    }

    /// What is known of one for this building: of another's nothing counts.
    pub fn of(self, build: &Build) -> Self {
        if self.is_for(build) { self } else { Self { site: Some(build.at()), ..Self::default() } }
    }

    /// With what another knows of the same building.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.lay(other.laid);
        self.dig(other.dug);
        self
    }

    pub fn lay(&mut self, places: impl IntoIterator<Item = BlockPos>) {
        add(&mut self.laid, places);
    }

    pub fn dig(&mut self, places: impl IntoIterator<Item = BlockPos>) {
        add(&mut self.dug, places);
    }
}

fn add(known: &mut Vec<BlockPos>, places: impl IntoIterator<Item = BlockPos>) {
    for at in places {
        if !known.contains(&at) {
            known.push(at);
        }
    }
}

impl Build {
    /// As it is drawn, at a place.
    pub fn new(blueprint: &str, at: BlockPos) -> Self {
        let (blueprint, [width, height, depth]) = (blueprint.to_owned(), [None; 3]);
        let (with, without, over) = (BTreeMap::new(), Vec::new(), Vec::new());
        Self {
            blueprint,
            x: at.x,
            y: at.y,
            z: at.z,
            with,
            without,
            width,
            height,
            depth,
            facing: None,
            mirror: false,
            drawing: None,
            over,
            together: None,
            only: None,
            earthwork: None,
        }
    }

    /// What is to stand in the end, whatever this call does of it.
    pub fn whole(&self) -> Self {
        Self { only: None, earthwork: None, ..self.clone() }
    }

    pub fn at(&self) -> BlockPos {
        BlockPos::new(self.x, self.y, self.z)
    }

    pub fn facing(&self) -> Side {
        self.facing.unwrap_or(Side::South)
    }
}

impl Tool for Build {
    const NAME: &'static str = "build";
    /// Models are not told of it: where it goes, and of what, the planner finds out.
    const USERS: &'static [User] = &[User::Planner, User::Hand];
    const GOT: Option<&'static str> = Some("placed");
    const LEAVES: bool = true;

    fn title(&self) -> String {
        let part = self.only.map_or(String::new(), |part| format!(" from y {} to {}", part.low().y, part.high().y));
        format!("build the {} at {}{part}", self.blueprint.replace('_', " "), self.at())
    }

    fn alike(&self, other: &Self) -> bool {
        self == other
    }

    fn place(&self) -> Option<BlockPos> {
        Some(self.at())
    }
}
