//! `/setblock` and `/fill`.

use std::ops::RangeInclusive;

use crate::{
    Game,
    chunks::{
        blocks,
        blocks::AIR,
        heights::{HEIGHT, MIN_Y},
    },
    commands::{
        asker::Asker,
        fault::Fault,
        kinds::{PlacedState, StateFilter},
        places::Place,
        tree::Arguments,
    },
    domain::BlockPos,
    protocol::texts::{phrase, words},
    rules::{game_rules::Rule, loot::Breaker, settling::settled},
    world::edge::WORLD_EDGE,
};

/// What becomes of the block that was there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Replaced,
    /// Nothing is placed where there is anything but air.
    Kept,
    /// Broken first, so that it drops what it yields.
    Destroyed,
}

pub(super) fn replace_block(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    set_block(game, asker, arguments, Before::Replaced)
}

pub(super) fn keep_block(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    set_block(game, asker, arguments, Before::Kept)
}

pub(super) fn destroy_block(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    set_block(game, asker, arguments, Before::Destroyed)
}

fn set_block(game: &mut Game, asker: &Asker, arguments: &Arguments, before: Before) -> Result<(), Fault> {
    let pos = place(game, asker, arguments, "pos")?;
    if !game.put(pos, arguments.get("block")?, before) {
        return Err(Fault::new("commands.setblock.failed", []));
    }
    let place = [pos.x, pos.y, pos.z].map(|coordinate| words(coordinate.to_string()));
    game.report(asker, phrase("commands.setblock.success", place));
    Ok(())
}

pub(super) fn fill(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    fill_with(game, asker, arguments, |_, _| Some(Part::Filled(Before::Replaced)))
}

pub(super) fn fill_air(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    fill_with(game, asker, arguments, |_, _| Some(Part::Filled(Before::Kept)))
}

pub(super) fn fill_destroying(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    fill_with(game, asker, arguments, |_, _| Some(Part::Filled(Before::Destroyed)))
}

pub(super) fn fill_outline(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    fill_with(game, asker, arguments, |cuboid, pos| cuboid.is_shell(pos).then_some(Part::Filled(Before::Replaced)))
}

pub(super) fn fill_hollow(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    fill_with(game, asker, arguments, |cuboid, pos| {
        Some(if cuboid.is_shell(pos) { Part::Filled(Before::Replaced) } else { Part::Emptied })
    })
}

/// What is to happen at one place.
enum Part {
    Filled(Before),
    Emptied,
}

/// All between two corners, both included.
struct Cuboid([RangeInclusive<i32>; 3]);

impl Cuboid {
    fn between(a: BlockPos, b: BlockPos) -> Self {
        let range = |a: i32, b: i32| a.min(b)..=a.max(b);
        Self([range(a.x, b.x), range(a.y, b.y), range(a.z, b.z)])
    }

    fn volume(&self) -> i64 {
        self.0.iter().map(|range| i64::from(*range.end()) - i64::from(*range.start()) + 1).product()
    }

    fn is_shell(&self, pos: BlockPos) -> bool {
        let at_end = |range: &RangeInclusive<i32>, at: i32| at == *range.start() || at == *range.end();
        [pos.x, pos.y, pos.z].into_iter().zip(&self.0).any(|(at, range)| at_end(range, at))
    }

    fn places(&self) -> impl Iterator<Item = BlockPos> + '_ {
        let [xs, ys, zs] = &self.0;
        let row = move |z: i32| ys.clone().flat_map(move |y| xs.clone().map(move |x| BlockPos::new(x, y, z)));
        zs.clone().flat_map(row)
    }
}

fn fill_with(
    game: &mut Game,
    asker: &Asker,
    arguments: &Arguments,
    part: impl Fn(&Cuboid, BlockPos) -> Option<Part>,
) -> Result<(), Fault> {
    let (from, to) = (place(game, asker, arguments, "from")?, place(game, asker, arguments, "to")?);
    let block: &PlacedState = arguments.get("block")?;
    let filter = arguments.find::<StateFilter>("filter");
    let cuboid = Cuboid::between(from, to);
    let volume = cuboid.volume();
    let most = i64::from(game.rules.get(Rule::MaxBlockModifications));
    if volume > most {
        return Err(Fault::new("commands.fill.toobig", [most, volume].map(|count| words(count.to_string()))));
    }
    let mut filled = 0;
    for pos in cuboid.places() {
        if filter.is_some_and(|filter| !filter.takes(game.world.block(pos))) {
            continue;
        }
        filled += u32::from(match part(&cuboid, pos) {
            Some(Part::Filled(before)) => game.put(pos, block, before),
            Some(Part::Emptied) => game.put(pos, &PlacedState::AIR, Before::Replaced),
            None => false,
        });
    }
    if filled == 0 {
        return Err(Fault::new("commands.fill.failed", []));
    }
    game.report(asker, phrase("commands.fill.success", [words(filled.to_string())]));
    Ok(())
}

/// A block's place that is in the world.
pub(super) fn spot(place: &Place, asker: &Asker) -> Result<BlockPos, Fault> {
    let pos = place.block_from(asker.stance);
    let edge = -WORLD_EDGE..WORLD_EDGE;
    if !edge.contains(&pos.x) || !edge.contains(&pos.z) || !(MIN_Y..MIN_Y + HEIGHT).contains(&pos.y) {
        return Err(Fault::new("argument.pos.outofworld", []));
    }
    Ok(pos)
}

/// One that is loaded too.
fn place(game: &Game, asker: &Asker, arguments: &Arguments, name: &str) -> Result<BlockPos, Fault> {
    let pos = spot(arguments.get(name)?, asker)?;
    if !game.world.is_loaded(pos.chunk()) {
        return Err(Fault::new("argument.pos.unloaded", []));
    }
    Ok(pos)
}

impl Game {
    /// Puts a block there; whether anything changed. Like the game's `BlockInput.place`: its neighbours have their say in all
    /// that was not asked for, and what could not stay stands there as it is until one of them changes.
    fn put(&mut self, pos: BlockPos, block: &PlacedState, before: Before) -> bool {
        let there = self.world.block(pos);
        let settled = settled(&mut self.world, pos, block.state).unwrap_or(block.state);
        let state = block.insist(settled);
        match before {
            Before::Kept if there != AIR => return false,
            Before::Destroyed if there != AIR => {
                let loot = self.loot(pos, there, Breaker::Nobody);
                self.set_block(pos, blocks::what_is_left(there));
                for stack in loot {
                    self.pop(pos, stack);
                }
            }
            _ if there == state => return false,
            // As vanilla's commands do: what is replaced takes what it held with it.
            _ => self.world.forget_container(pos),
        }
        if self.world.block(pos) != state {
            self.set_block(pos, state);
        }
        true
    }
}
