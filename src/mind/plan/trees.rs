//! Trees, as they are seen: which logs belong to one.

use std::collections::{BTreeSet, VecDeque};

use crate::{
    domain::{BlockPos, Volume},
    knowledge::{block_of_state, family, is_tagged},
    voxel::SeenWorld,
};

/// How far one looks for trees, in blocks; and how far up and down.
pub const FAR: i32 = 48;
const HIGH: i32 = 16;
/// How far from its trunk a crown reaches, in blocks.
pub const CROWN: u32 = 4;
/// The most logs of one tree: a giant of dark oak or jungle has more, and is refused.
const MOST: usize = 64;
/// The widest box that a tree fills, in blocks on each level axis.
const WIDE: u64 = 9;

/// A tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// `oak_log`.
    pub log: &'static str,
    /// Its lowest log, which stands on soil.
    pub base: BlockPos,
    pub logs: usize,
    /// The least box with all its logs.
    pub volume: Volume,
}

impl Tree {
    /// What grows into one like it.
    pub fn sapling(&self) -> Option<String> {
        Some(format!("{}_sapling", self.log.strip_suffix("_log")?))
    }
}

/// The nearest trees of this kind of log, or family, at most so many, but for `others`: logs that stand on soil, hang together
/// and bear leaves.
pub fn nearest(blocks: &SeenWorld, feet: BlockPos, kind: &str, count: u32, others: &[Tree]) -> Vec<Tree> {
    let name = |at: BlockPos| blocks.get(at).and_then(block_of_state).map(|block| block.name);
    let kinds = family(kind).map_or_else(|| vec![kind], <[_]>::to_vec);
    let log = |at: BlockPos| name(at).filter(|name| kinds.contains(name));
    let soil = |at: BlockPos| name(at).is_some_and(|name| is_tagged(name, "dirt"));
    let mut bases: Vec<BlockPos> = (-HIGH..=HIGH)
        .flat_map(|y| (-FAR..=FAR).flat_map(move |z| (-FAR..=FAR).map(move |x| (x, y, z))))
        .map(|(x, y, z)| feet.offset(x, y, z))
        .filter(|at| log(*at).is_some() && soil(at.down()))
        .collect();
    bases.sort_by(|one, other| {
        let far = |at: &BlockPos| at.center().distance(feet.center());
        far(one).total_cmp(&far(other))
    });
    // A trunk of four logs has four bases.
    let mut known: BTreeSet<BlockPos> = others.iter().map(|tree| tree.base).collect();
    let trees = bases.into_iter().filter_map(|base| {
        if known.contains(&base) {
            return None;
        }
        let kind = log(base)?;
        let logs = hanging_together(base, |at| name(at) == Some(kind))?;
        known.extend(&logs);
        let leaves =
            |at: &BlockPos| around(*at).any(|beside| name(beside).is_some_and(|name| is_tagged(name, "leaves")));
        if !logs.iter().any(leaves) {
            return None;
        }
        let volume = logs.iter().fold(Volume::block(base), |all, at| {
            let least = |one: BlockPos, other: BlockPos, pick: fn(i32, i32) -> i32| {
                BlockPos::new(pick(one.x, other.x), pick(one.y, other.y), pick(one.z, other.z))
            };
            Volume::between(least(all.low(), *at, i32::min), least(all.high(), *at, i32::max))
        });
        let [width, _, depth] = volume.size();
        (width <= WIDE && depth <= WIDE).then_some(Tree { log: kind, base, logs: logs.len(), volume })
    });
    trees.take(count as usize).collect()
}

/// All that is reached from a block over blocks like it, corners included; `None` where it is too much for a tree.
fn hanging_together(from: BlockPos, alike: impl Fn(BlockPos) -> bool) -> Option<BTreeSet<BlockPos>> {
    let mut found = BTreeSet::from([from]);
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        for beside in around(at) {
            if alike(beside) && found.insert(beside) {
                open.push_back(beside);
            }
        }
        if found.len() > MOST {
            return None;
        }
    }
    Some(found)
}

fn around(at: BlockPos) -> impl Iterator<Item = BlockPos> {
    let side = -1..=1;
    side.clone().flat_map(move |x| {
        let side = side.clone();
        side.clone().flat_map(move |y| side.clone().map(move |z| at.offset(x, y, z)))
    })
}
