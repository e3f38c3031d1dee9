//! What the last goal has changed: what there is to be undone.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    grammar::{Intent, parse},
    stock::TORCH,
};
use crate::{
    construction::{Building, as_it_was},
    domain::{BlockPos, BodySlot, Build, Observation, Vec3},
    knowledge,
    voxel::SeenWorld,
};

/// One change, as the server has shown it.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// This block stands there, by a call of its own.
    Placed { block: String, at: BlockPos },
    /// The same of a call that fills a box.
    Filled { block: String, at: BlockPos },
    /// A torch lights the ground there.
    Lit { at: BlockPos },
    /// So many lie in the chest there.
    Stored { item: String, count: u32, at: BlockPos },
    /// So many came out of the chest there.
    Taken { item: String, count: u32, at: BlockPos },
    /// So many were thrown away by somebody who stood there.
    Dropped { item: String, count: u32, at: BlockPos },
    /// So many were picked up.
    PickedUp { item: String, count: u32 },
    /// Something else is in that hand, or worn there; `before`: what was.
    Worn { slot: BodySlot, before: Option<String> },
    /// A door or a lever is in another state; `before`: in which it was.
    Used { block: String, at: BlockPos, before: BTreeMap<String, String> },
    /// The head was turned to this yaw, in degrees.
    Turned { before: f32 },
    /// A building stands there.
    Built(Box<Built>),
    /// What no call undoes, in a word: `mined`.
    Lasting(&'static str),
    /// What nobody can undo, in words.
    Lost(String),
}

impl Change {
    /// The block that stands by it, and where.
    pub fn put_up(&self) -> Option<(&str, BlockPos)> {
        match self {
            Self::Placed { block, at } | Self::Filled { block, at } => Some((block, *at)),
            Self::Lit { at } => Some((TORCH, *at)),
            _ => None,
        }
    }
}

/// A building of ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// The name of its blueprint, or the path of its file; and what it is called.
    pub blueprint: String,
    pub what: String,
    /// Its blocks by name, and how many of each.
    pub blocks: BTreeMap<&'static str, u32>,
    /// What was there before, to be built again.
    pub before: Build,
    /// Where earth was dug for it.
    pub earth: BTreeSet<BlockPos>,
    pub dimension: String,
}

impl Built {
    /// What is about to be built, over what is seen there; `None` where nobody could build that again.
    pub fn of(build: &Build, earth: BTreeSet<BlockPos>, seen: &Observation, blocks: &SeenWorld) -> Option<Self> {
        let building = Building::of(build).ok()?;
        let before = as_it_was(&building, |at| blocks.get(at))?;
        let mut names = BTreeMap::new();
        for (_, wanted) in building.wants().filter(|(_, wanted)| !wanted.is_air()) {
            *names.entry(wanted.block.name).or_default() += 1;
        }
        let (blueprint, what) = (build.blueprint.clone(), building.blueprint().called().to_owned());
        Some(Self { blueprint, what, blocks: names, before, earth, dimension: seen.dimension.clone() })
    }

    /// Whether all is as it was before.
    pub fn is_gone(&self, blocks: &SeenWorld) -> bool {
        Building::of(&self.before).is_ok_and(|before| before.difference(|at| blocks.get(at)).is_none())
    }
}

fn lost(block: &str, at: BlockPos) -> Change {
    Change::Lost(format!("the {block} at {at} is not there any more"))
}

/// The last goal that has changed something.
#[derive(Clone, Debug, PartialEq)]
pub struct LastGoal {
    /// Its number.
    pub goal: u64,
    pub text: String,
    /// The dimension in which it ended.
    pub dimension: String,
    /// Where the bot stood when it began, and in which dimension, if it was to lead elsewhere.
    pub from: Option<(Vec3, String)>,
    /// Oldest first.
    pub changes: Vec<Change>,
    /// It has been undone.
    pub undone: bool,
}

/// Whether a goal is to undo the last one.
pub fn is_undo(goal: &str) -> bool {
    parse(goal).is_ok_and(|intents| intents == [Intent::Undo])
}

impl LastGoal {
    /// The same without what is as it was before by now, and with what is there no more as lost.
    pub fn as_seen(&self, seen: &Observation, blocks: &SeenWorld) -> Self {
        // Of another dimension nothing is seen.
        if seen.dimension != self.dimension {
            return self.clone();
        }
        let is_before = |change: &Change| match change {
            Change::Worn { slot, before } => seen.at(*slot).map(|stack| &stack.item) == before.as_ref(),
            Change::Used { at, before, .. } => {
                blocks.get(*at).is_some_and(|state| knowledge::is_in_state(state, before))
            }
            Change::Built(built) => built.is_gone(blocks),
            _ => false,
        };
        let changes = self.changes.iter().filter(|change| !is_before(change)).map(|change| match change {
            Change::Used { block, at, .. } if is_gone(block, *at, blocks) => lost(block, *at),
            other => match other.put_up() {
                Some((block, at)) if is_gone(block, at, blocks) => lost(block, at),
                _ => other.clone(),
            },
        });
        let from = self
            .from
            .clone()
            .filter(|(from, dimension)| *dimension != seen.dimension || from.block() != seen.position.block());
        Self { changes: changes.collect(), from, ..self.clone() }
    }

    /// Some of it has been undone by these changes.
    pub fn settle(&mut self, by: &[Change], blocks: &SeenWorld) {
        for change in by {
            let (Change::Stored { item, count, .. }
            | Change::Taken { item, count, .. }
            | Change::PickedUp { item, count }) = change
            else {
                continue;
            };
            let mut rest = *count;
            for own in self.changes.iter_mut().rev() {
                let undone = match (own, change) {
                    (Change::Stored { item: own, count, at }, Change::Taken { at: there, .. })
                    | (Change::Taken { item: own, count, at }, Change::Stored { at: there, .. })
                        if own == item && at == there =>
                    {
                        count
                    }
                    (Change::Dropped { item: own, count, .. }, Change::PickedUp { .. }) if own == item => count,
                    _ => continue,
                };
                let batch = rest.min(*undone);
                *undone -= batch;
                rest -= batch;
            }
        }
        self.changes.retain(|change| match change {
            Change::Stored { count, .. } | Change::Taken { count, .. } | Change::Dropped { count, .. } => *count > 0,
            Change::Built(built) => !built.is_gone(blocks),
            other => other.put_up().is_none_or(|(block, at)| !is_gone(block, at, blocks)),
        });
    }
}

/// Whether something else than this block is seen there.
fn is_gone(block: &str, at: BlockPos, blocks: &SeenWorld) -> bool {
    let there = blocks.get(at).and_then(knowledge::block_of_state);
    there.is_some_and(|there| !knowledge::is_placed_from(there.name, knowledge::plain(block)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        domain::{ChunkPos, SlotStack},
        voxel::{Column, Section},
    };

    /// A column full of one block.
    fn full_of(block: &str) -> SeenWorld {
        let mut blocks = SeenWorld::default();
        let section = Section::Uniform(knowledge::block(block).unwrap().default_state);
        blocks.insert(ChunkPos { x: 0, z: 0 }, Arc::new(Column { min_y: 64, sections: vec![section] }));
        blocks
    }

    fn last(changes: Vec<Change>) -> LastGoal {
        let (text, dimension) = (String::new(), "overworld".to_owned());
        LastGoal { goal: 1, text, dimension, from: None, changes, undone: false }
    }

    fn torch(x: i32) -> Change {
        Change::Placed { block: "torch".to_owned(), at: BlockPos::new(x, 65, 3) }
    }

    #[test]
    fn what_is_as_before_is_left_out_and_what_is_gone_is_lost() {
        let mut seen =
            Observation { dimension: "overworld".to_owned(), slots: vec![None; 46], ..Observation::default() };
        seen.slots[5] = Some(SlotStack { item: "iron_helmet".to_owned(), count: 1, damage: None });
        let worn = |before: Option<&str>| Change::Worn { slot: BodySlot::Head, before: before.map(str::to_owned) };
        let all = last(vec![worn(Some("iron_helmet")), worn(None), torch(3), torch(99)]);
        let left = all.as_seen(&seen, &full_of("wall_torch")).changes;
        assert_eq!(left, [worn(None), torch(3), torch(99)]);
        let lost = Change::Lost("the torch at 3, 65, 3 is not there any more".to_owned());
        assert_eq!(
            all.as_seen(&seen, &full_of("air")).changes,
            [worn(None), lost, torch(99)],
            "out of sight it may stand"
        );
    }

    #[test]
    fn what_was_undone_is_settled() {
        let at = BlockPos::new(9, 64, 9);
        let stored = |count, at| Change::Stored { item: "dirt".to_owned(), count, at };
        let taken = |count| Change::Taken { item: "dirt".to_owned(), count, at };
        let mut rest = last(vec![stored(5, at), stored(5, at.up()), torch(3), Change::Lasting("mined")]);
        rest.settle(&[taken(2), Change::Lasting("mined")], &full_of("air"));
        assert_eq!(rest.changes, [stored(3, at), stored(5, at.up()), Change::Lasting("mined")]);
        rest.settle(&[taken(3)], &full_of("air"));
        assert_eq!(rest.changes, [stored(5, at.up()), Change::Lasting("mined")]);
    }
}
