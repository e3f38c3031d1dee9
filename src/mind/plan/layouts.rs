//! Where blocks go that stand in a row or on both sides of a thing. The words leave the places open, so that the land as it was seen
//! decides them: each stands on firm ground, and nothing that stands there is in its way.

use serde_json::json;

use super::{
    grammar::{ANY_BLOCK, Beside, Flank, Layout, Shape, Start, Stead},
    hollows::{Cluster, cluster},
    plots::Anchor,
};
use crate::{
    domain::{BlockPos, ErrorCode, LASTING, Side, ToolError},
    knowledge::{self, Block, Support, block_of_state},
    voxel::SeenWorld,
};

/// How far from the bot a row may begin, in blocks.
const FAR: i32 = 8;
/// How far from a thing a row beside it may begin, in blocks.
const BESIDE: i32 = 3;
/// How far ahead of the bot a row may lie, in blocks, the best first.
const AHEAD: [i32; 4] = [2, 1, 3, 4];
/// How much higher or lower a row may lie than what it begins at, in blocks, the best first.
const HEIGHTS: [i32; 5] = [0, 1, -1, 2, -2];
/// How far off a thing may stand, in blocks.
const SEEN: f64 = 48.0;
/// How far from the middle between two things a place still is between them, in blocks.
const AMID: i32 = 3;
/// How far below the bot one looks for a layer of the ground, in blocks.
const DEEPEST: i32 = 64;
/// How much wider one walks around a thing where a corner is taken, in blocks.
const WIDER: i32 = 3;

/// The land around the bot.
#[derive(Debug)]
pub struct Ground<'a> {
    pub blocks: &'a SeenWorld,
    pub feet: BlockPos,
    /// Where the bot looks, in degrees, where that is known.
    pub yaw: Option<f32>,
    /// Where players stand.
    pub people: Vec<BlockPos>,
}

/// A block that stands somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub at: BlockPos,
    pub block: &'static str,
    /// Where it looks, where it looks anywhere.
    pub facing: Option<Side>,
}

impl Ground<'_> {
    /// Where each of these blocks goes.
    ///
    /// # Errors
    /// `RESOURCE_NOT_FOUND`: what they go beside was not seen. `ACTION_FAILED`: there is no room for all of them.
    pub fn places(&self, layout: &Layout) -> Result<Vec<BlockPos>, ToolError> {
        match &layout.shape {
            Shape::Row { way, gap, start } => self.row(layout, *way, *gap, start),
            Shape::Sides { kind, side } => self.sides(layout.block, kind, *side),
            Shape::Corners { kind } => self.corners(layout, kind),
            Shape::Between { kinds: [one, other] } => self.between(layout.block, one, other).map(|at| vec![at]),
            Shape::Off { ahead, right } => self.off(layout.block, *ahead, *right).map(|at| vec![at]),
            Shape::Away { what, side, far } => self.away(what, *side, *far).map(|at| vec![at]),
            Shape::Above { kind } => self.above(kind).map(|at| vec![at]),
            Shape::Flank { kind, flank } => self.flank(layout.block, kind, *flank).map(|at| vec![at]),
        }
    }

    /// What a building is to stand by, and on which side of it.
    ///
    /// # Errors
    /// `RESOURCE_NOT_FOUND`: it was not seen.
    pub fn anchor(&self, by: &Beside) -> Result<Anchor, ToolError> {
        let Some(kind) = &by.kind else {
            let side = if let Flank::Toward(side) = by.flank { Some(side) } else { None };
            return Ok(Anchor { low: self.feet, high: self.feet, side });
        };
        let (thing, low, high) = match cluster(self.blocks, self.feet, kind) {
            Ok(Cluster { found, low, high, .. }) => {
                let nearest = found.iter().min_by_key(|at| apart(**at, self.feet)).copied();
                (nearest.unwrap_or(low), low, high)
            }
            // Farther off, or too wide to go around.
            Err(_) => {
                let thing = self.thing(kind)?;
                (thing, thing, thing)
            }
        };
        Ok(Anchor { low, high, side: self.side_at(thing, by.flank) })
    }

    /// Which side of a thing that is; `None`: any.
    fn side_at(&self, thing: BlockPos, flank: Flank) -> Option<Side> {
        match flank {
            Flank::Any => None,
            Flank::Toward(side) => Some(side),
            Flank::Before => Some(self.front(thing)),
            Flank::Behind => Some(self.front(thing).opposite()),
            Flank::Left => Some(self.front(thing).clockwise()),
            Flank::Right => Some(self.front(thing).counterclockwise()),
            Flank::Beyond => Some(self.near_side(thing).opposite()),
        }
    }

    /// What stands there, and in which state.
    ///
    /// # Errors
    /// `RESOURCE_NOT_FOUND`: nothing of the kind was seen there.
    pub fn standing(&self, stead: &Stead) -> Result<Standing, ToolError> {
        let at = match &stead.by {
            None => self.thing(&stead.kind)?,
            Some((side, by)) => {
                let beside = match by {
                    Some(kind) => self.thing(kind)?,
                    None => self.feet,
                }
                .beside(*side);
                // What is said to be beside who stands on the ground may be the ground there.
                let places = if side.is_level() { vec![beside, beside.down()] } else { vec![beside] };
                let is_meant = |state: u16| match stead.kind.as_str() {
                    ANY_BLOCK => block_of_state(state).is_some_and(|block| block.solid),
                    kind => is_of(kind, state),
                };
                let is_it = |at: &BlockPos| self.blocks.get(*at).is_some_and(is_meant);
                places.into_iter().find(is_it).ok_or_else(|| {
                    let words = format!("there is no {} at {beside}", stead.kind.replace('_', " "));
                    ToolError::new(ErrorCode::ResourceNotFound, words).with(json!({ "target": stead.kind }))
                })?
            }
        };
        let state = self.blocks.get(at).unwrap_or_default();
        let block = block_of_state(state).map(|block| block.name).unwrap_or_default();
        Ok(Standing { at, block, facing: facing(state) })
    }

    /// The side of a thing that is before it: of a door the way out that is nearer to the bot, else where it looks, else where the bot is.
    fn front(&self, thing: BlockPos) -> Side {
        let state = self.blocks.get(thing).unwrap_or_default();
        if let Some(way) = knowledge::way_through(state) {
            return if self.is_ahead(thing, way) { way } else { way.opposite() };
        }
        // A bed looks along itself, and nobody calls that its front.
        let is_bed = block_of_state(state).is_some_and(|block| block.name.ends_with("_bed"));
        facing(state).filter(|_| !is_bed).unwrap_or_else(|| self.near_side(thing))
    }

    /// The side of a thing on which the bot is.
    fn near_side(&self, thing: BlockPos) -> Side {
        let (east, south) = (self.feet.x - thing.x, self.feet.z - thing.z);
        match (east.abs() > south.abs(), east > 0, south > 0) {
            (true, true, _) => Side::East,
            (true, false, _) => Side::West,
            (false, _, true) => Side::South,
            (false, _, false) => Side::North,
        }
    }

    /// So many blocks off what stands there, on the ground.
    fn away(&self, what: &Stead, side: Side, far: u32) -> Result<BlockPos, ToolError> {
        let Standing { at, block, .. } = self.standing(what)?;
        let to = along(at, side, i32::try_from(far).unwrap_or(i32::MAX));
        at_heights(to).find(|at| self.fits(*at, knowledge::block(block))).ok_or_else(|| {
            no_room(format!("there is no room for {} at {to}, on the ground there", block.replace('_', " ")), to)
        })
    }

    /// Right above the first of a kind in the column below the bot.
    fn above(&self, kind: &str) -> Result<BlockPos, ToolError> {
        let refused = |words: String| Err(no_room(words, self.feet));
        for deep in 1..=DEEPEST {
            let at = self.feet.offset(0, -deep, 0);
            match self.block_at(at) {
                Some(_) if self.blocks.get(at).is_some_and(|state| is_of(kind, state)) => return Ok(at.up()),
                Some(block) if knowledge::is_fluid(block.name) => {
                    return refused(format!("there is {} at {at}, above any {kind}", block.name));
                }
                Some(block) if block.hardness.is_none() => {
                    return refused(format!("there is no {kind} below me down to {at}, where {} begins", block.name));
                }
                Some(_) => {}
                None => return refused(format!("I have not seen what is at {at} (say: dig down 5 blocks)")),
            }
        }
        refused(format!("there is no {kind} within {DEEPEST} blocks below me (say: dig down 5 blocks)"))
    }

    /// Right at a side of the nearest of a kind, on the ground there.
    fn flank(&self, name: &str, kind: &str, flank: Flank) -> Result<BlockPos, ToolError> {
        let (block, thing) = (placed_of(name), self.thing(kind)?);
        let sides = self.side_at(thing, flank).map_or(Side::LEVEL.to_vec(), |side| vec![side]);
        let at = sides.into_iter().map(|side| self.beyond(thing, kind, side));
        at.flat_map(|at| [at, at.down(), at.up()]).find(|at| self.fits(*at, block)).ok_or_else(|| {
            let (name, kind) = (name.replace('_', " "), kind.replace('_', " "));
            no_room(
                format!("there is no room for {name} at that side of the {kind} at {thing}, on the ground there"),
                thing,
            )
        })
    }

    /// Outside the corners of the nearest of a kind, around it, the one that is nearest to the bot first.
    fn corners(&self, layout: &Layout, kind: &str) -> Result<Vec<BlockPos>, ToolError> {
        let block = placed_of(layout.block);
        let Cluster { found, low, high, .. } = cluster(self.blocks, self.feet, kind)?;
        let (west, north, east, south) = (low.x - 1, low.z - 1, high.x + 1, high.z + 1);
        let columns = [(west, north), (east, north), (east, south), (west, south)];
        let at_corner = |(x, z): (i32, i32)| {
            let height =
                found.iter().min_by_key(|at| (apart(**at, BlockPos::new(x, at.y, z)), -at.y)).map_or(low.y, |at| at.y);
            let corner = BlockPos::new(x, height, z);
            // Who only goes there may stand there already, and goes wider where something is in the way.
            let outward = |far: i32| corner.offset((x - low.x).signum() * far, 0, (z - low.z).signum() * far);
            let place = match block {
                Some(_) => at_heights(corner).find(|at| self.fits(*at, block)),
                None => (0..=WIDER).flat_map(|far| at_heights(outward(far))).find(|at| self.is_free(*at, None)),
            };
            place.ok_or_else(|| {
                let (name, kind) = (layout.block.replace('_', " "), kind.replace('_', " "));
                let what = if block.is_some() { name.as_str() } else { "me" };
                no_room(format!("there is no room for {what} at the corner of the {kind} at {corner}"), corner)
            })
        };
        let mut corners = columns.into_iter().map(at_corner).collect::<Result<Vec<_>, _>>()?;
        let nearest = (0..corners.len()).min_by_key(|at| apart(corners[*at], self.feet)).unwrap_or_default();
        corners.rotate_left(nearest);
        let count = usize::try_from(layout.count).unwrap_or(usize::MAX);
        Ok(corners.iter().copied().cycle().take(count.min(corners.len() + 1)).collect())
    }

    /// The place that is nearest to the middle between two things.
    fn between(&self, name: &str, one: &str, other: &str) -> Result<BlockPos, ToolError> {
        let block = placed_of(name);
        let (from, to) = (self.thing(one)?, self.thing(other)?);
        // Twice as far from each other as each is from the middle: the sums need no halves.
        let off = |at: BlockPos| {
            let (x, z) = (2 * at.x - from.x - to.x, 2 * at.z - from.z - to.z);
            x * x + z * z
        };
        let middle = BlockPos::new((from.x + to.x).div_euclid(2), from.y.max(to.y), (from.z + to.z).div_euclid(2));
        let long = apart(from, to);
        let is_between = |at: &BlockPos| apart(*at, from) < long && apart(*at, to) < long;
        let mut near: Vec<BlockPos> = around(middle, AMID).into_iter().filter(is_between).collect();
        near.sort_by_key(|at| off(*at));
        near.into_iter().find(|at| self.fits(*at, block)).ok_or_else(|| {
            let [one, other] = [one, other].map(|kind| kind.replace('_', " "));
            no_room(format!("there is no free ground between the {one} at {from} and the {other} at {to}"), middle)
        })
    }

    /// So many blocks from the bot as it looks, on the ground there.
    fn off(&self, name: &str, ahead: i32, right: i32) -> Result<BlockPos, ToolError> {
        let block = placed_of(name);
        let look = self.yaw.map_or(Side::South, Side::of_yaw);
        let at = along(along(self.feet, look, ahead), look.clockwise(), right);
        at_heights(at).find(|at| self.fits(*at, block)).ok_or_else(|| {
            no_room(format!("there is no room for {} at {at}, on the ground there", name.replace('_', " ")), at)
        })
    }

    /// The first row that has room on one height.
    fn row(&self, layout: &Layout, way: Option<Side>, gap: u32, start: &Start) -> Result<Vec<BlockPos>, ToolError> {
        let block = placed_of(layout.block);
        let count = i32::try_from(layout.count).unwrap_or(i32::MAX);
        let step = i32::try_from(gap).unwrap_or(i32::MAX).saturating_add(1);
        let long = (count - 1).saturating_mul(step);
        let cells = |(from, way): (BlockPos, Side)| {
            let fits = |at: BlockPos| self.fits(at, block) && !self.is_in_doorway(at);
            (0..count)
                .map(|number| along(from, way, number.saturating_mul(step)))
                .map(|at| fits(at).then_some(at))
                .collect()
        };
        let found = self.beginnings(way, start, long)?.into_iter().find_map(cells);
        found.ok_or_else(|| {
            let (what, going) = (layout.block.replace('_', " "), way.map_or("", Side::name));
            let going = if going.is_empty() { String::new() } else { format!(" going {going}") };
            let near = match start {
                Start::At(at) => format!("from {at} on"),
                Start::By(kind) => format!("beside the nearest {}", kind.replace('_', " ")),
                Start::Toward(side, kind) => format!("{} of the nearest {}", side.name(), kind.replace('_', " ")),
                Start::Here | Start::Ahead => "near me".to_owned(),
            };
            no_room(format!("there is no room for {count} {what} in a row{going} {near}, on level ground"), self.feet)
        })
    }

    /// Where a row may begin and which way it may go, the best first. `long`: how far its last place is from its first.
    fn beginnings(&self, way: Option<Side>, start: &Start, long: i32) -> Result<Vec<(BlockPos, Side)>, ToolError> {
        let look = self.yaw.map_or(Side::South, Side::of_yaw);
        let ways = way.map_or(vec![look, look.clockwise(), look.counterclockwise(), look.opposite()], |way| vec![way]);
        let each_way = |from: Vec<BlockPos>| -> Vec<(BlockPos, Side)> {
            from.into_iter().flat_map(|at| ways.iter().map(move |way| (at, *way))).collect()
        };
        Ok(match start {
            Start::At(at) => each_way(vec![*at]),
            Start::Here => {
                // First where one looks for it: right beside the bot, on the way it goes.
                let first = way.into_iter().flat_map(|way| at_heights(self.feet.beside(way)));
                each_way(first.chain(around(self.feet, FAR)).collect())
            }
            Start::Ahead => self.ahead(look, &ways, long),
            Start::By(kind) => each_way(around(self.thing(kind)?, BESIDE)),
            Start::Toward(side, kind) => {
                let thing = self.thing(kind)?;
                let away = |far: i32| at_heights(along(thing, *side, far));
                let from = (1..=BESIDE).flat_map(away);
                from.map(|at| (at, way.unwrap_or(*side))).collect()
            }
        })
    }

    /// Rows in front of the bot: across where it looks with their middle ahead of it, or away from it.
    fn ahead(&self, look: Side, ways: &[Side], long: i32) -> Vec<(BlockPos, Side)> {
        let mut across: Vec<Side> = ways.to_vec();
        across.sort_by_key(|way| way.axis() == look.axis());
        let begins = |way: Side, far: i32| {
            let middle = along(self.feet, look, far);
            match way {
                way if way == look => middle,
                way if way == look.opposite() => along(middle, look, long),
                way => along(middle, way, -long / 2),
            }
        };
        let at_each =
            |way: Side| AHEAD.into_iter().flat_map(move |far| at_heights(begins(way, far)).map(move |at| (at, way)));
        across.into_iter().flat_map(at_each).collect()
    }

    /// The two places on opposite sides of the nearest of a kind.
    fn sides(&self, name: &str, kind: &str, side: Option<Side>) -> Result<Vec<BlockPos>, ToolError> {
        let (block, thing) = (placed_of(name), self.thing(kind)?);
        let fits = |at: &BlockPos| self.fits(*at, block);
        // On the ground there, which may lie one lower.
        let on_ground = |at: BlockPos| [at, at.down()].into_iter().find(fits);
        let pairs = self.opposite(thing, kind, side, block.is_some_and(|block| block.solid));
        let found = pairs.into_iter().find_map(|[one, other]| Some(vec![on_ground(one)?, on_ground(other)?]));
        found.ok_or_else(|| {
            let (name, kind) = (name.replace('_', " "), kind.replace('_', " "));
            let words =
                format!("there is no room for {name} on both sides of the {kind} at {thing}, on the ground there");
            no_room(words, thing)
        })
    }

    /// Which places are opposite each other at a thing, the best first. Left and right of a door come before its two ways out, in which
    /// nothing solid is put that was not asked for there.
    fn opposite(&self, thing: BlockPos, kind: &str, side: Option<Side>, is_solid: bool) -> Vec<[BlockPos; 2]> {
        let state = self.blocks.get(thing).unwrap_or_default();
        let way = knowledge::way_through(state);
        let front = way.or_else(|| facing(state)).unwrap_or(Side::North);
        let sides = side.map_or(vec![front.clockwise(), front], |side| vec![side]);
        let mut pairs = Vec::new();
        for one in sides {
            let pair = [one, one.opposite()].map(|side| self.beyond(thing, kind, side));
            match way {
                // In a wall its own sides are taken: left and right of the way, before the wall, is on its sides as well.
                Some(way) if way.axis() != one.axis() => {
                    let fronts = if self.is_ahead(thing, way) { [way, way.opposite()] } else { [way.opposite(), way] };
                    pairs.push(pair);
                    pairs.extend(fronts.map(|front| pair.map(|at| at.beside(front))));
                }
                Some(_) if is_solid && side.is_none() => {}
                _ => pairs.push(pair),
            }
        }
        pairs
    }

    /// Whether the bot is on that side of a thing.
    fn is_ahead(&self, thing: BlockPos, side: Side) -> bool {
        let (x, _, z) = side.step();
        x * (self.feet.x - thing.x) + z * (self.feet.z - thing.z) >= 0
    }

    /// The place on that side of a thing, and of what of it stands next to it: the other half of a bed, the other wing of a door.
    fn beyond(&self, thing: BlockPos, kind: &str, side: Side) -> BlockPos {
        let next = thing.beside(side);
        if self.blocks.get(next).is_some_and(|state| is_of(kind, state)) { next.beside(side) } else { next }
    }

    /// The nearest of a kind; of a fluid the place above it.
    fn thing(&self, kind: &str) -> Result<BlockPos, ToolError> {
        let sought = knowledge::blocks_sought(kind);
        // A door stands in its lower half.
        let is_it = |state: u16| {
            sought.iter().any(|block| block.states().contains(&state))
                && !(knowledge::way_through(state).is_some()
                    && knowledge::state_properties(state).contains(&("half", "upper")))
        };
        let is_near = |at: &BlockPos| at.center().horizontal_distance(self.feet.center()) <= SEEN;
        let Some(at) = self.blocks.nearest(self.feet, &is_it).filter(is_near) else {
            let kind = kind.replace('_', " ");
            let words = format!("no {kind} has been seen within {SEEN} blocks (say: explore until you find {kind})");
            return Err(ToolError::new(ErrorCode::ResourceNotFound, words).with(json!({ "target": kind })));
        };
        let is_wet = self.block_at(at).is_some_and(|block| knowledge::is_fluid(block.name));
        Ok(if is_wet { at.up() } else { at })
    }

    fn block_at(&self, at: BlockPos) -> Option<&'static Block> {
        self.blocks.get(at).and_then(block_of_state)
    }

    fn is_in_doorway(&self, at: BlockPos) -> bool {
        knowledge::is_in_doorway(at, |at| self.blocks.get(at))
    }

    /// Whether a block can be put there, and nobody stands there.
    fn fits(&self, at: BlockPos, placed: Option<&Block>) -> bool {
        let is_somebody = [self.feet, self.feet.up()].contains(&at) || self.people.contains(&at);
        !is_somebody && self.is_free(at, placed)
    }

    /// Whether there is firm ground that holds a block, and nothing but air or what grows like grass on it.
    fn is_free(&self, at: BlockPos, placed: Option<&Block>) -> bool {
        let (Some(there), Some(below)) = (self.blocks.get(at), self.blocks.get(at.down())) else { return false };
        let gives_way = block_of_state(there).is_some_and(|block| {
            knowledge::is_air(block.name) || knowledge::is_replaceable(block, there) && !knowledge::is_fluid(block.name)
        });
        let is_firm = knowledge::is_sturdy(below, Side::Up, Support::Full);
        let stands = placed.is_none_or(|placed| knowledge::placing::stands_on(placed, below));
        gives_way && is_firm && stands
    }
}

/// The block that is placed; of a family any.
fn placed_of(name: &str) -> Option<&'static Block> {
    let one = knowledge::members(name).and_then(|members| members.first().copied());
    knowledge::placing::block_of_item(name).or_else(|| knowledge::placing::block_of_item(one?))
}

fn is_of(kind: &str, state: u16) -> bool {
    knowledge::blocks_sought(kind).iter().any(|block| block.states().contains(&state))
}

fn facing(state: u16) -> Option<Side> {
    let properties = knowledge::state_properties(state);
    let (_, side) = properties.into_iter().find(|(name, _)| *name == "facing")?;
    Side::named(side).filter(|side| side.is_level())
}

/// So many blocks that way.
fn along(from: BlockPos, way: Side, far: i32) -> BlockPos {
    let (x, y, z) = way.step();
    from.offset(x.saturating_mul(far), y.saturating_mul(far), z.saturating_mul(far))
}

/// How far two columns are from each other, squared.
fn apart(one: BlockPos, other: BlockPos) -> i32 {
    (one.x - other.x).pow(2) + (one.z - other.z).pow(2)
}

fn at_heights(at: BlockPos) -> impl Iterator<Item = BlockPos> {
    HEIGHTS.into_iter().map(move |up| at.offset(0, up, 0))
}

/// The places around, the nearest first; a step up or down is as far as two ahead.
fn around(middle: BlockPos, far: i32) -> Vec<BlockPos> {
    let columns = (-far..=far).flat_map(|x| (-far..=far).map(move |z| (x, z)));
    let mut places: Vec<(i32, BlockPos)> = columns
        .flat_map(|(x, z)| HEIGHTS.into_iter().map(move |y| (x * x + z * z + 4 * y * y, middle.offset(x, y, z))))
        .collect();
    places.sort_by_key(|(distance, _)| *distance);
    places.into_iter().map(|(_, at)| at).collect()
}

fn no_room(words: String, at: BlockPos) -> ToolError {
    ToolError::new(ErrorCode::ActionFailed, words).with(json!({ "target": at, LASTING: true }))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        knowledge::placing::state_named,
        voxel::{Column, Section},
    };

    /// Grass up to 63, with what stands on it.
    fn land(stands: &[((i32, i32, i32), &str)]) -> SeenWorld {
        let grass = knowledge::block("grass_block").unwrap().default_state;
        let mut states = [0; 4096];
        for ((x, y, z), state) in stands {
            states[((y - 64) << 8 | z << 4 | x) as usize] = state_named(state).unwrap();
        }
        let sections = vec![Section::Uniform(grass), Section::from_states(&states)];
        let mut land = SeenWorld::default();
        land.insert(BlockPos::default().chunk(), Arc::new(Column { min_y: 48, sections }));
        land
    }

    fn at((x, y, z): (i32, i32, i32)) -> BlockPos {
        BlockPos::new(x, y, z)
    }

    fn places(land: &SeenWorld, layout: &Layout) -> Result<Vec<(i32, i32, i32)>, String> {
        let ground = Ground { blocks: land, feet: at((8, 64, 8)), yaw: Some(0.0), people: Vec::new() };
        let found = ground.places(layout).map_err(|error| error.message)?;
        Ok(found.into_iter().map(|at| (at.x, at.y, at.z)).collect())
    }

    fn row(way: Option<Side>, gap: u32, start: Start) -> Layout {
        Layout { block: "torch", count: 3, shape: Shape::Row { way, gap, start } }
    }

    fn sides(block: &'static str, kind: &str, side: Option<Side>) -> Layout {
        Layout { block, count: 2, shape: Shape::Sides { kind: kind.to_owned(), side } }
    }

    #[test]
    fn a_row_goes_the_way_that_is_said_and_around_what_stands_there() {
        let north = Some(Side::North);
        let found = places(&land(&[]), &row(north, 0, Start::Here));
        assert_eq!(found, Ok(vec![(8, 64, 7), (8, 64, 6), (8, 64, 5)]));
        let spaced = places(&land(&[((8, 64, 6), "chest")]), &row(north, 1, Start::Here));
        assert_eq!(spaced, Ok(vec![(8, 64, 7), (8, 64, 5), (8, 64, 3)]), "what stands between is not in the way");
        let beside = places(&land(&[((8, 64, 6), "chest")]), &row(north, 0, Start::Here)).unwrap();
        assert!(beside.iter().all(|(x, y, _)| *x == beside[0].0 && *x != 8 && *y == 64), "{beside:?}");
        let long = Layout { count: 17, ..row(north, 0, Start::Here) };
        let refused = places(&land(&[]), &long).unwrap_err();
        assert!(refused.contains("no room for 17 torch in a row going north"), "{refused}");
    }

    #[test]
    fn a_row_begins_where_it_is_said() {
        let ahead = places(&land(&[]), &row(None, 0, Start::Ahead));
        assert_eq!(ahead, Ok(vec![(9, 64, 10), (8, 64, 10), (7, 64, 10)]), "across, two ahead of who looks south");
        let land = land(&[((4, 64, 4), "chest")]);
        let east = places(&land, &row(None, 0, Start::Toward(Side::East, "chest".to_owned())));
        assert_eq!(east, Ok(vec![(5, 64, 4), (6, 64, 4), (7, 64, 4)]));
        let by = places(&land, &row(Some(Side::South), 0, Start::By("chest".to_owned()))).unwrap();
        assert_eq!((by[0].0 - 4).abs() + (by[0].2 - 4).abs(), 1, "{by:?}");
        assert!(places(&land, &row(None, 0, Start::By("furnace".to_owned()))).unwrap_err().contains("no furnace"));
        let fixed = places(&land, &row(Some(Side::East), 0, Start::At(at((3, 64, 4)))));
        assert!(fixed.is_err(), "the chest stands in it");
    }

    #[test]
    fn both_sides_of_a_door_are_left_and_right_of_its_way() {
        let door =
            [((5, 64, 5), "oak_door[facing=south,half=lower]"), ((5, 65, 5), "oak_door[facing=south,half=upper]")];
        assert_eq!(places(&land(&door), &sides("torch", "door", None)), Ok(vec![(4, 64, 5), (6, 64, 5)]));
        let wall = [((4, 64, 5), "stone"), ((6, 64, 5), "stone")];
        let walled = land(&[door.as_slice(), &wall].concat());
        let before = places(&walled, &sides("torch", "door", None));
        assert_eq!(before, Ok(vec![(4, 64, 6), (6, 64, 6)]), "before the wall, on the side of the bot");
        let blocked = [((4, 64, 6), "chest"), ((4, 64, 4), "chest")];
        let blocked = land(&[door.as_slice(), &wall, &blocked].concat());
        assert_eq!(places(&blocked, &sides("torch", "door", None)), Ok(vec![(5, 64, 6), (5, 64, 4)]));
        let refused = places(&blocked, &sides("cobblestone", "door", None)).unwrap_err();
        assert!(refused.contains("on both sides of the door"), "nothing solid stands in its way: {refused}");
        let said = places(&blocked, &sides("cobblestone", "door", Some(Side::South)));
        assert_eq!(said, Ok(vec![(5, 64, 6), (5, 64, 4)]), "but where that is said");
    }

    #[test]
    fn both_sides_of_other_things_are_any_two_opposite_ones() {
        let bed = [((5, 64, 5), "red_bed[facing=east,part=foot]"), ((6, 64, 5), "red_bed[facing=east,part=head]")];
        let found = places(&land(&bed), &sides("torch", "bed", None)).unwrap();
        assert_eq!(found, [(6, 64, 6), (6, 64, 4)], "of the part that is nearer");
        let ends = places(&land(&bed), &sides("torch", "bed", Some(Side::East)));
        assert_eq!(ends, Ok(vec![(7, 64, 5), (4, 64, 5)]), "beyond both its parts");
        let furnace = [((5, 64, 5), "furnace[facing=south]"), ((4, 64, 5), "stone")];
        assert_eq!(places(&land(&furnace), &sides("torch", "furnace", None)), Ok(vec![(5, 64, 6), (5, 64, 4)]));
        assert!(places(&land(&furnace), &sides("torch", "furnace", Some(Side::East))).is_err());
    }
}
