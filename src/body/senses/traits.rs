//! What a block state means to a body that walks, digs and places: one word of flags a state, computed once.
//!
//! Collision comes from the client's shape tables (they are what its physics will do), names from `knowledge`.

use std::sync::LazyLock;

use azalea::{
    block::{
        BlockState,
        fluid_state::{FluidKind, FluidState},
    },
    physics::collision::BlockWithShape,
};

use super::gates;
use crate::{
    knowledge::{self, Block},
    voxel::StateId,
};

/// The flags of one block state. The default knows nothing: neither passable nor standable nor diggable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits(u16);

const PASSABLE: u16 = 1;
const FLOOR: u16 = 1 << 1;
const WATER: u16 = 1 << 2;
const LAVA: u16 = 1 << 3;
const FALLS: u16 = 1 << 4;
const HURTS: u16 = 1 << 5;
const REPLACEABLE: u16 = 1 << 6;
const NATURAL: u16 = 1 << 7;
const INTERACTIVE: u16 = 1 << 8;
const TREE: u16 = 1 << 9;
const NO_OUTLINE: u16 = 1 << 10;
const GATE: u16 = 1 << 11;
const NARROW: u16 = 1 << 12;

impl Traits {
    /// The flags of a state; knows nothing of numbers outside the registry.
    #[inline]
    pub fn of(state: StateId) -> Self {
        BY_STATE.get(usize::from(state)).copied().unwrap_or_default()
    }
    /// No more of them than it takes to walk by: nothing that may be dug, replaced or used.
    pub const fn to_walk_by(self) -> Self {
        Self(self.0 & (PASSABLE | FLOOR | NARROW | WATER | LAVA | FALLS | HURTS))
    }
    #[inline]
    const fn has(self, flag: u16) -> bool {
        self.0 & flag != 0
    }
    /// A body fits through, fluids included.
    #[inline]
    pub const fn passable(self) -> bool {
        self.has(PASSABLE)
    }
    /// Can be stood on, its top about a block's height.
    #[inline]
    pub const fn floor(self) -> bool {
        self.has(FLOOR) && !self.has(HURTS)
    }
    /// The same, or a little narrower than a block, as a chest is: a body stands there, but nothing is put there.
    #[inline]
    pub const fn bears(self) -> bool {
        self.has(FLOOR | NARROW) && !self.has(HURTS)
    }
    #[inline]
    pub const fn water(self) -> bool {
        self.has(WATER)
    }
    #[inline]
    pub const fn lava(self) -> bool {
        self.has(LAVA)
    }
    #[inline]
    pub const fn fluid(self) -> bool {
        self.has(WATER | LAVA)
    }
    /// Sand, gravel and their like.
    #[inline]
    pub const fn falls(self) -> bool {
        self.has(FALLS)
    }
    /// Fire, cactus, magma and their like: neither walked through nor stood on.
    #[inline]
    pub const fn hurts(self) -> bool {
        self.has(HURTS | LAVA)
    }
    /// A placed block takes its place.
    #[inline]
    pub const fn replaceable(self) -> bool {
        self.has(REPLACEABLE)
    }
    /// Ground that may be dug on the way without spoiling anybody's building.
    #[inline]
    pub const fn natural(self) -> bool {
        self.has(NATURAL)
    }
    /// A click on it does something other than placing.
    #[inline]
    pub const fn interactive(self) -> bool {
        self.has(INTERACTIVE)
    }
    /// Leaves, logs and giant mushrooms: not what is meant by the surface of a column.
    #[inline]
    pub const fn tree(self) -> bool {
        self.has(TREE)
    }
    /// Leaves: they decay, and what lies on them is lost in them.
    #[inline]
    pub const fn leaves(self) -> bool {
        self.has(TREE) && self.has(NATURAL)
    }
    /// A door or a gate that a hand opens: see [`gates::of`].
    #[inline]
    pub const fn gate(self) -> bool {
        self.has(GATE)
    }
    /// Nothing there to be aimed at: air and fluids.
    #[inline]
    pub const fn empty(self) -> bool {
        self.has(NO_OUTLINE)
    }
}

static BY_STATE: LazyLock<Vec<Traits>> = LazyLock::new(|| {
    let mut table = Vec::new();
    for block in knowledge::blocks() {
        let by_name = of_name(block);
        table.extend(block.states().map(|state| {
            let replaceable = if knowledge::is_replaceable(block, state) { REPLACEABLE } else { 0 };
            let gate = if gates::of(state).is_some() { GATE } else { 0 };
            Traits(by_name | of_shape(state) | replaceable | gate)
        }));
    }
    table
});

fn of_shape(number: StateId) -> u16 {
    let Ok(state) = BlockState::try_from(u32::from(number)) else { return 0 };
    let mut flags = 0;
    match FluidState::from(state).kind {
        FluidKind::Water => flags |= WATER,
        FluidKind::Lava => flags |= LAVA,
        FluidKind::Empty => {}
    }
    if state.outline_shape().is_empty() {
        flags |= NO_OUTLINE;
    }
    let shape = state.collision_shape();
    if shape.is_empty() {
        return flags | PASSABLE;
    }
    let bounds = shape.bounds();
    let top = bounds.max.y;
    let reaches = |short: f64| {
        bounds.min.x <= short && bounds.max.x >= 1.0 - short && bounds.min.z <= short && bounds.max.z >= 1.0 - short
    };
    if top <= 0.13 {
        flags |= PASSABLE;
    }
    if (0.85..=1.01).contains(&top) && !is_hollow(number) {
        // A chest leaves a sixteenth of a block at each side.
        flags |= if reaches(0.01) {
            FLOOR
        } else if reaches(0.07) {
            NARROW
        } else {
            0
        };
    }
    flags
}

/// Whether one falls into it from above: a cauldron, a composter, a hopper.
fn is_hollow(state: StateId) -> bool {
    let is_over = |low: f64, high: f64| (low..=high).contains(&0.5);
    let boxes = knowledge::collision(state).iter();
    let middle = boxes.filter(|part| is_over(part.min[0], part.max[0]) && is_over(part.min[2], part.max[2]));
    middle.map(|part| part.max[1]).fold(0.0, f64::max) < 0.85
}

/// Blocks by their names, or by how these end.
struct Named {
    flag: u16,
    names: &'static [&'static str],
    ends: &'static [&'static str],
}

const NAMED: [Named; 2] = [
    Named {
        flag: HURTS,
        names: &[
            "fire",
            "soul_fire",
            "cactus",
            "magma_block",
            "campfire",
            "soul_campfire",
            "sweet_berry_bush",
            "wither_rose",
            "powder_snow",
            "cobweb",
            "nether_portal",
            "end_portal",
            "pointed_dripstone",
        ],
        ends: &[],
    },
    Named {
        flag: INTERACTIVE,
        names: &[
            "crafting_table",
            "furnace",
            "blast_furnace",
            "smoker",
            "chest",
            "trapped_chest",
            "ender_chest",
            "barrel",
            "shulker_box",
            "lever",
            "enchanting_table",
            "brewing_stand",
            "beacon",
            "hopper",
            "dropper",
            "dispenser",
            "loom",
            "cartography_table",
            "smithing_table",
            "grindstone",
            "stonecutter",
            "note_block",
            "jukebox",
            "bell",
            "lectern",
            "repeater",
            "comparator",
            "daylight_detector",
            "cake",
            "composter",
            "respawn_anchor",
            "flower_pot",
            "crafter",
            "decorated_pot",
            "chiseled_bookshelf",
            "cauldron",
            "fletching_table",
        ],
        ends: &[
            "_shulker_box",
            "copper_chest",
            "_door",
            "_trapdoor",
            "_fence_gate",
            "_button",
            "_bed",
            "anvil",
            "_sign",
            "_shelf",
        ],
    },
];

fn of_name(block: &Block) -> u16 {
    let name = block.name;
    let is_in = |of: &Named| of.names.contains(&name) || of.ends.iter().any(|end| name.ends_with(end));
    let named = NAMED.iter().filter(|of| is_in(of)).fold(0, |flags, of| flags | of.flag);
    let falls = if knowledge::falls(name) { FALLS } else { 0 };
    let tree = if knowledge::is_tree(name) { TREE } else { 0 };
    let potted = if name.starts_with("potted_") { INTERACTIVE } else { 0 };
    let ground = if knowledge::is_ground(name) { NATURAL } else { 0 };
    named | falls | tree | potted | ground
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> Traits {
        Traits::of(knowledge::block(name).unwrap().default_state)
    }

    #[test]
    fn a_body_knows_ground_from_air_and_danger() {
        assert!(of("air").passable() && of("air").replaceable() && of("air").empty());
        assert!(of("stone").floor() && !of("stone").passable());
        assert!(of("short_grass").passable() && !of("short_grass").floor() && !of("short_grass").empty());
        assert!(of("water").water() && of("water").passable());
        assert!(of("lava").hurts());
        assert!(of("dirt_path").floor());
        assert!(of("chest").bears() && !of("chest").floor() && of("stone").bears());
        assert!(!["cactus", "white_bed", "oak_fence", "flower_pot"].into_iter().any(|block| of(block).bears()));
        assert!(of("gravel").falls() && of("magma_block").hurts() && !of("magma_block").floor());
        assert!(!of("oak_fence").floor() && !of("oak_fence").passable());
        assert!(of("oak_leaves").leaves() && !of("oak_log").leaves() && !of("grass_block").leaves());
        assert!(of("crafting_table").interactive() && !of("crafting_table").natural());
        assert!(!["cauldron", "composter", "hopper"].into_iter().any(|hollow| of(hollow).floor()));
        assert!(of("snow").replaceable() && of("snow").passable(), "thin snow gives way");
    }
}
