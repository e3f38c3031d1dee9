//! What a plan may build on.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{
    grammar::{Ditch, Hollow, Layout, Path, Project, Stair, Stead, Terrace},
    hollows::Gate,
    layouts::Standing,
    passages::Passage,
    paths::Paving,
    plots::Plot,
    stairs::Flight,
    stock::Stations,
    terraces::Uneven,
    trees::Tree,
    undo::{Built, LastGoal},
};
use crate::domain::{BlockPos, ContainerSeen, ItemCounts, NamedPlace, ToolError, Vec3, Volume};

/// What a plan may build on.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct PlannerState {
    pub inventory: ItemCounts,
    pub position: Option<Vec3>,
    /// Where it looks, in degrees: 0 is south, 90 west, as in the game.
    pub yaw: Option<f32>,
    /// Stations that stand near enough to be used.
    pub nearby: Stations,
    /// Those of them that also stand near enough to the nearest chest, from where one works once something was taken out of it.
    #[serde(skip)]
    pub by_chests: Stations,
    /// Blocks seen nearby: name and how many.
    pub known: BTreeMap<String, u32>,
    /// What lies about.
    #[serde(skip)]
    pub lying: BTreeSet<String>,
    /// What the goal's other steps gain: not to be thrown away to make room.
    pub keep: Vec<String>,
    /// What was seen of the boxes that the goal is about.
    #[serde(skip)]
    pub boxes: Vec<Surveyed>,
    /// The nearest trees, as many of each kind as the goal is about.
    #[serde(skip)]
    pub trees: Vec<Tree>,
    /// The hollows that the goal fills: the boxes that make up each, or why there are none.
    #[serde(skip)]
    pub hollows: Vec<(Hollow, Result<Vec<Volume>, ToolError>)>,
    /// The gates in what is fenced in, or why there is no place for one.
    #[serde(skip)]
    pub gates: Vec<(Hollow, Result<Gate, ToolError>)>,
    /// How the ground lies that is made level, or why it cannot be.
    #[serde(skip)]
    pub terraces: Vec<(Terrace, Result<Uneven, ToolError>)>,
    /// The steps of the stairs that are dug, or why there are none.
    #[serde(skip)]
    pub stairs: Vec<(Stair, Result<Flight, ToolError>)>,
    /// The ground of the paths that are laid, or why there can be none.
    #[serde(skip)]
    pub paths: Vec<(Path, Result<Paving, ToolError>)>,
    /// The moats of the goal: the boxes that make up each, or why it cannot be dug.
    #[serde(skip)]
    pub ditches: Vec<(Ditch, Result<Vec<Volume>, ToolError>)>,
    /// Where the blocks go that stand in a row or on both sides of a thing, or why there is no room.
    #[serde(skip)]
    pub layouts: Vec<(Layout, Result<Vec<BlockPos>, ToolError>)>,
    /// What stands where something is put in its place, or from where it is moved, or why nothing is known to.
    #[serde(skip)]
    pub steads: Vec<(Stead, Result<Standing, ToolError>)>,
    /// Where the goal's buildings go, or why there is no place.
    #[serde(skip)]
    pub plots: Vec<(Project, Result<Plot, ToolError>)>,
    /// The nearest door or gate of each kind that one goes through; `None`: none was seen.
    #[serde(skip)]
    pub passages: Vec<(&'static str, Option<Passage>)>,
    /// How many torches it takes to light the ground so far around.
    #[serde(skip)]
    pub torches: Vec<(u32, u32)>,
    /// What lay in the chests that were looked into, the newest last.
    #[serde(skip)]
    pub stores: Vec<ContainerSeen>,
    /// Where it is, without namespace; empty where nobody knows.
    pub dimension: String,
    /// The places that have a name.
    #[serde(skip)]
    pub places: BTreeMap<String, NamedPlace>,
    /// Where the bot stood before the last goal that led it elsewhere.
    #[serde(skip)]
    pub back: Option<NamedPlace>,
    /// Where it stood and what it held when the goal began, where only the rest of it is planned.
    #[serde(skip)]
    pub began: Option<Began>,
    /// The last goal that has changed something, as far as it is not as it was before.
    #[serde(skip)]
    pub last: Option<LastGoal>,
    /// What stands of what was built in this run, the newest last.
    #[serde(skip)]
    pub buildings: Vec<Built>,
    /// Who has asked, where it is a player.
    #[serde(skip)]
    pub speaker: Option<String>,
    /// Who is on the server.
    #[serde(skip)]
    pub players: Vec<String>,
    /// How far to look for what is not seen, in blocks; 0: not at all.
    #[serde(skip)]
    pub farthest: u32,
    /// Boxes that are closed to who has asked.
    #[serde(skip)]
    pub closed: Vec<Volume>,
    /// The kind at hand was asked for by name: another of its family will not do.
    pub exact: bool,
}

impl PlannerState {
    /// What was seen of a box; `None` where nobody looked.
    pub fn surveyed(&self, volume: &Volume) -> Option<&Surveyed> {
        self.boxes.iter().find(|surveyed| surveyed.volume == *volume)
    }
}

/// How it was when a goal began.
#[derive(Clone, Debug, PartialEq)]
pub struct Began {
    pub position: Option<Vec3>,
    pub held: ItemCounts,
    /// What it has used last since then.
    pub used: Option<BlockPos>,
    /// The chest that it has put up last since then.
    pub chest: Option<BlockPos>,
    /// Where its last walk was to lead, x and z, where nobody can stand: it stands beside that.
    pub meant: Option<[i32; 2]>,
}

/// What was seen of a box.
#[derive(Clone, Debug, PartialEq)]
pub struct Surveyed {
    pub volume: Volume,
    /// Blocks by name, air left out, and how many.
    pub blocks: BTreeMap<&'static str, u32>,
}

/// One block that stands because of a goal.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
pub struct PlacedBlock {
    pub block: String,
    pub at: BlockPos,
    /// A means to the goal's end, to be taken back; not what the user asked to have placed.
    pub means: bool,
}
