//! How water and lava flow, as functions over the world: what a place comes to hold, where it goes from there, what the two
//! make of each other, and how they carry things along.
//!
//! Distances and what gives way are of the Minecraft Wiki (Fluid, Water, Lava); the order in which it is asked, and what of a
//! wall lets them through, of SteelMC (`fluid`) and Pumpkin (`block/fluid`). What blocks bar is of azalea-block (`force_solid`).

use std::sync::LazyLock;

use azalea_block::{BlockState, BlockTrait};

use crate::{
    chunks::{
        blocks,
        fluids::{self, FULL, Fluid, Kind},
        heights::MIN_Y,
    },
    domain::{BlockPos, Side, Vec3},
    knowledge::{self, is_tagged},
    voxel::StateId,
    world::{
        collide::{self, Bounds},
        store::World,
    },
};

/// The order in which the sides are asked.
const AROUND: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];
/// Longer than any way to an edge.
const NOWHERE: u32 = 1000;
/// So many sources beside a place make it one, where they may.
const SPRING: u32 = 2;
/// Who has so many beside himself spreads while falling.
const POOL: u32 = 3;

/// How much fluid a block lets in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Room {
    #[default]
    Shut,
    /// It is air, or is washed away.
    Open,
    /// It takes in a source of water.
    Source,
}

/// What a block is to fluids.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    room: Room,
    stops_bodies: bool,
}

/// By state.
static CLASSES: LazyLock<Vec<Class>> = LazyLock::new(|| {
    knowledge::by_state(|block, state| {
        let stops_bodies = stops_bodies(state);
        Class { room: room(block.name, state, stops_bodies), stops_bodies }
    })
});

#[inline]
fn class(state: StateId) -> Class {
    CLASSES.get(usize::from(state)).copied().unwrap_or_default()
}

fn room(name: &str, state: StateId, stops_bodies: bool) -> Room {
    /// These bar them although bodies pass.
    const BARS: [&str; 11] = [
        "ladder",
        "sugar_cane",
        "bubble_column",
        "nether_portal",
        "end_portal",
        "end_gateway",
        "structure_void",
        "kelp",
        "kelp_plant",
        "seagrass",
        "tall_seagrass",
    ];
    if let Some(logged) = blocks::property(state, "waterlogged") {
        let has_room = logged == "false" && blocks::property(state, "type") != Some("double");
        return if has_room { Room::Source } else { Room::Shut };
    }
    let is_barred = BARS.contains(&name)
        || is_tagged(name, "doors")
        || is_tagged(name, "all_signs")
        || stops_bodies && !matches!(name, "cobweb" | "bamboo_sapling");
    if is_barred { Room::Shut } else { Room::Open }
}

/// Vanilla's measure of what stops bodies: its boxes', but for the blocks that say so themselves.
fn stops_bodies(state: StateId) -> bool {
    let behaviour = BlockState::try_from(state).ok().map(|state| Box::<dyn BlockTrait>::from(state).behavior());
    behaviour.and_then(|behaviour| behaviour.force_solid).unwrap_or_else(|| knowledge::is_solid(state))
}

impl Kind {
    /// Ticks from one block to the next.
    pub const fn delay(self) -> u64 {
        match self {
            Self::Water => 5,
            Self::Lava => 30,
        }
    }

    /// How much less each block holds than the one before, in ninths.
    const fn loss(self) -> u8 {
        match self {
            Self::Water => 1,
            Self::Lava => 2,
        }
    }

    /// How far around the block beside it an edge is looked for, in blocks.
    const fn sight(self) -> u32 {
        match self {
            Self::Water => 4,
            Self::Lava => 2,
        }
    }

    /// How hard it pushes, in blocks a tick, a tick.
    const fn push(self) -> f64 {
        match self {
            Self::Water => 0.014,
            Self::Lava => 0.007 / 3.0,
        }
    }
}

/// What of a fluid comes to be in a place that is no source of it; `springs`: whether sources beside it make it one.
pub(crate) fn settled(world: &mut World, pos: BlockPos, kind: Kind, springs: bool) -> Option<Fluid> {
    let here = world.block(pos);
    let (mut most, mut sources) = (0, 0);
    for side in AROUND {
        let there = world.block(pos.beside(side));
        let Some(fluid) = kind.is_in(there).filter(|_| !knowledge::is_shut_between(here, there, side)) else {
            continue;
        };
        sources += u32::from(fluid.is_source());
        most = most.max(fluid.amount);
    }
    if springs && sources >= SPRING {
        let below = world.block(pos.down());
        if class(below).stops_bodies || kind.is_in(below).is_some_and(Fluid::is_source) {
            return Some(Fluid::source(kind));
        }
    }
    let above = world.block(pos.up());
    if kind.is_in(above).is_some() && !knowledge::is_shut_between(here, above, Side::Up) {
        return Some(Fluid::falling(kind));
    }
    let amount = most.saturating_sub(kind.loss());
    (amount > 0).then_some(Fluid { kind, amount, falls: false })
}

/// What of it falls into the place below, if anything can.
pub(crate) fn downwards(world: &mut World, pos: BlockPos, kind: Kind, springs: bool) -> Option<Fluid> {
    let below = pos.down();
    let there = world.block(below);
    if !may_enter(world, pos, Side::Down, kind) {
        return None;
    }
    let comes = settled(world, below, kind, springs)?;
    (takes(there, comes) && gives_way(world, below, kind, Side::Down)).then_some(comes)
}

/// Whether what flows here goes to the sides: not over an edge that it falls down, unless it is a source or among them.
pub(crate) fn spreads(world: &mut World, pos: BlockPos, fluid: Fluid, has_fallen: bool) -> bool {
    if has_fallen {
        let beside = AROUND.map(|side| world.block(pos.beside(side)));
        let sources = beside.into_iter().filter_map(|state| fluid.kind.is_in(state)).filter(|fluid| fluid.is_source());
        return sources.count() as u32 >= POOL;
    }
    fluid.is_source() || !is_edge(world, pos, fluid.kind)
}

/// To which sides it goes, and what comes to be there: towards the nearest edge in sight, or everywhere.
pub(crate) fn sideways(world: &mut World, pos: BlockPos, fluid: Fluid, springs: bool) -> Vec<(Side, Fluid)> {
    let kind = fluid.kind;
    let mut ways = Vec::new();
    if !fluid.falls && fluid.amount <= kind.loss() {
        return ways;
    }
    let mut nearest = NOWHERE;
    for side in AROUND {
        let to = pos.beside(side);
        if !may_enter(world, pos, side, kind) {
            continue;
        }
        let Some(comes) = settled(world, to, kind, springs).filter(|&comes| takes(world.block(to), comes)) else {
            continue;
        };
        let far = if is_edge(world, to, kind) { 0 } else { to_edge(world, to, 1, side.opposite(), kind) };
        if far < nearest {
            ways.clear();
        }
        if far <= nearest {
            nearest = far;
            if gives_way(world, to, kind, side) {
                ways.push((side, comes));
            }
        }
    }
    ways
}

/// Blocks from here to the nearest edge, but for the way that it came.
fn to_edge(world: &mut World, pos: BlockPos, gone: u32, came: Side, kind: Kind) -> u32 {
    let flows = Fluid { kind, amount: FULL - 1, falls: false };
    let mut nearest = NOWHERE;
    for side in AROUND.into_iter().filter(|&side| side != came) {
        let to = pos.beside(side);
        if !may_enter(world, pos, side, kind) || !takes(world.block(to), flows) {
            continue;
        }
        if is_edge(world, to, kind) {
            return gone;
        }
        if gone < kind.sight() {
            nearest = nearest.min(to_edge(world, to, gone + 1, side.opposite(), kind));
        }
    }
    nearest
}

/// Whether what is here falls further: into the same below, or where there is room for it.
fn is_edge(world: &mut World, pos: BlockPos, kind: Kind) -> bool {
    let (here, below) = (world.block(pos), world.block(pos.down()));
    pos.y > MIN_Y
        && !knowledge::is_shut_between(here, below, Side::Down)
        && (kind.is_in(below).is_some() || class(below).room == Room::Open)
}

/// Whether it gets from a place into the one beside it, as far as the blocks there and the walls between go.
fn may_enter(world: &mut World, from: BlockPos, side: Side, kind: Kind) -> bool {
    let (here, there) = (world.block(from), world.block(from.beside(side)));
    from.beside(side).y >= MIN_Y
        && !kind.is_in(there).is_some_and(Fluid::is_source)
        && class(there).room != Room::Shut
        && !knowledge::is_shut_between(here, there, side)
}

fn takes(state: StateId, fluid: Fluid) -> bool {
    match class(state).room {
        Room::Open => true,
        Room::Source => fluid == Fluid::source(Kind::Water),
        Room::Shut => false,
    }
}

/// Whether the fluid that is there, if any, gives way to this one: water to lava from above, high lava to water.
fn gives_way(world: &mut World, pos: BlockPos, to: Kind, side: Side) -> bool {
    /// The least height of lava that does, in blocks.
    const HIGH: f64 = 4.0 / 9.0;
    match fluids::of(world.block(pos)) {
        None => true,
        Some(Fluid { kind: Kind::Water, .. }) => side == Side::Down && to != Kind::Water,
        Some(lava) => to == Kind::Water && height(world, pos, lava) >= HIGH,
    }
}

/// The stone that lava becomes where water is above or beside it, or blue ice beside it on soul soil.
pub(crate) fn hardened(world: &mut World, pos: BlockPos, fluid: Fluid) -> Option<StateId> {
    if fluid.kind != Kind::Lava {
        return None;
    }
    let on_soul_soil = blocks::name(world.block(pos.down())) == "soul_soil";
    let stone = [Side::Up].into_iter().chain(AROUND).find_map(|side| {
        let there = world.block(pos.beside(side));
        if Kind::Water.is_in(there).is_some() {
            Some(if fluid.is_source() { "obsidian" } else { "cobblestone" })
        } else {
            (on_soul_soil && blocks::name(there) == "blue_ice").then_some("basalt")
        }
    })?;
    Some(blocks::state(stone))
}

/// How high what a place holds stands in it, in blocks: to the top if there is more of it above.
pub(crate) fn height(world: &mut World, pos: BlockPos, fluid: Fluid) -> f64 {
    if fluid.kind.is_in(world.block(pos.up())).is_some() { 1.0 } else { fluid.own_height() }
}

/// What a fluid does to a thing in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Current {
    /// How deep its bottom is in it, in blocks.
    pub depth: f64,
    /// What it adds to its speed, in blocks a tick.
    pub push: Vec3,
}

/// What a fluid does to a thing that fills a box and moves so fast; `None` outside of it.
pub(crate) fn current(world: &mut World, body: &Bounds, speed: Vec3, kind: Kind) -> Option<Current> {
    /// A body reaches into a block by more than this.
    const SKIN: f64 = 0.001;
    /// In less than this it is pushed less, in blocks.
    const SHALLOW: f64 = 0.4;
    /// Whatever is slower than this is pushed by at least half as much again, in blocks a tick.
    const SLOW: f64 = 0.003;
    let within = Bounds { low: body.low.map(|edge| edge + SKIN), high: body.high.map(|edge| edge - SKIN) };
    let (mut depth, mut sum) = (None::<f64>, [0.0; 3]);
    for pos in collide::cells(&within) {
        let Some(fluid) = kind.is_in(world.block(pos)) else { continue };
        let above = f64::from(pos.y) + height(world, pos, fluid) - within.low[1];
        if above < 0.0 {
            continue;
        }
        let deep = depth.unwrap_or(0.0).max(above);
        depth = Some(deep);
        let scale = if deep < SHALLOW { deep } else { 1.0 };
        let flow = direction(world, pos, fluid);
        sum = std::array::from_fn(|axis| sum[axis] + flow[axis] * scale);
    }
    let depth = depth?;
    let mut push = normal(sum).map(|part| part * kind.push());
    let long = length(push);
    if long > 0.0 && speed.x.abs() < SLOW && speed.z.abs() < SLOW && long < SLOW * 1.5 {
        push = push.map(|part| part / long * SLOW * 1.5);
    }
    Some(Current { depth, push: Vec3::new(push[0], push[1], push[2]) })
}

/// Which way it flows, one long; nothing where it stands still.
fn direction(world: &mut World, pos: BlockPos, fluid: Fluid) -> [f64; 3] {
    let own = fluid.own_height();
    let mut flow = [0.0; 3];
    for side in AROUND {
        let there = world.block(pos.beside(side));
        let lower = match fluids::of(there) {
            Some(other) if other.kind == fluid.kind => own - other.own_height(),
            Some(_) => continue,
            // Over an edge, as if it went on there.
            None if !class(there).stops_bodies => match fluid.kind.is_in(world.block(pos.beside(side).down())) {
                Some(below) => own - (below.own_height() - f64::from(FULL) / 9.0),
                None => continue,
            },
            None => continue,
        };
        let step = BlockPos::new(0, 0, 0).beside(side);
        flow[0] += f64::from(step.x) * lower;
        flow[2] += f64::from(step.z) * lower;
    }
    if fluid.falls && AROUND.into_iter().any(|side| is_wall(world, pos.beside(side), side, fluid.kind)) {
        /// What falls along a wall drags down.
        const DOWN: f64 = -6.0;
        flow = normal(flow);
        flow[1] += DOWN;
    }
    normal(flow)
}

/// Whether what falls beside it runs down along it.
fn is_wall(world: &mut World, pos: BlockPos, side: Side, kind: Kind) -> bool {
    [pos, pos.up()].into_iter().any(|at| {
        let state = world.block(at);
        kind.is_in(state).is_none()
            && !matches!(blocks::name(state), "ice" | "frosted_ice")
            && knowledge::is_sturdy(state, side, knowledge::Support::Full)
    })
}

fn length(of: [f64; 3]) -> f64 {
    of.iter().map(|part| part * part).sum::<f64>().sqrt()
}

/// One long; nothing of nothing.
fn normal(of: [f64; 3]) -> [f64; 3] {
    let long = length(of);
    if long < 1.0e-4 { [0.0; 3] } else { of.map(|part| part / long) }
}
