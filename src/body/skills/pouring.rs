//! What a bucket would spoil that is poured out at a place: water and lava carry off what has no body of its own, such as torches
//! and crops.

use std::collections::{HashSet, VecDeque};

use crate::{
    body::senses::terrain::TerrainView,
    domain::{BlockPos, Side},
    knowledge,
};

/// How far a source runs over level ground, in blocks (Minecraft Wiki, Water and Lava: 7, and 3 in the Overworld).
fn reach(fluid: &str) -> u32 {
    if fluid == "lava" { 3 } else { 7 }
}

/// As many places are looked at at most: down a cliff it may run far.
const MOST: usize = 512;

/// Something that what is poured out at a place would wash away: its name, and where it stands. Grass and flowers are no loss, nor is
/// what it is poured out by.
pub fn washes(view: &TerrainView, fluid: &str, from: BlockPos, by: &str) -> Option<(&'static str, BlockPos)> {
    let mut seen = HashSet::from([from]);
    let mut open = VecDeque::from([(from, reach(fluid))]);
    while let Some((at, left)) = open.pop_front() {
        if let Some(name) = spoilt(view, at).filter(|name| !is_of_kind(name, by)) {
            return Some((name, at));
        }
        let falls = lets_in(view, at.down());
        // It falls where it can, and spreads anew from where it lands.
        let next: Vec<(BlockPos, u32)> = match falls {
            true => vec![(at.down(), reach(fluid))],
            false => Side::LEVEL.map(|side| (at.beside(side), left.saturating_sub(1))).to_vec(),
        };
        for (to, left) in next.into_iter().filter(|_| falls || left > 0) {
            if seen.len() < MOST && lets_in(view, to) && seen.insert(to) {
                open.push_back((to, left));
            }
        }
    }
    None
}

/// Whether a fluid runs into a place: not into what stops bodies or can hold water itself, nor into doors, signs, ladders and cane
/// (Minecraft Wiki, Fluid and Waterlogging).
fn lets_in(view: &TerrainView, at: BlockPos) -> bool {
    let Some(state) = view.state(at) else { return false };
    let Some(block) = knowledge::block_of_state(state) else { return false };
    let name = block.name;
    let is_barred = matches!(name, "ladder" | "sugar_cane" | "nether_portal" | "end_portal")
        || ["doors", "all_signs"].iter().any(|tag| knowledge::is_tagged(name, tag))
        || knowledge::state_properties(state).iter().any(|(name, _)| *name == "waterlogged");
    !is_barred && !knowledge::is_solid(state) && !view.traits(at).fluid()
}

/// What stands there and would be lost.
fn spoilt(view: &TerrainView, at: BlockPos) -> Option<&'static str> {
    let block = view.state(at).and_then(knowledge::block_of_state)?;
    let there = view.traits(at);
    let is_wild = there.replaceable() || knowledge::is_tagged(block.name, "flowers");
    (!there.fluid() && !is_wild).then_some(block.name)
}

fn is_of_kind(name: &str, kind: &str) -> bool {
    knowledge::blocks_sought(kind).iter().any(|block| block.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::tests::{flat, put};

    #[test]
    fn torches_and_crops_in_the_way_are_seen() {
        let mut terrain = flat();
        let from = BlockPos::new(3, 64, 0);
        assert_eq!(washes(&terrain.view(), "water", from, "furnace"), None);
        put(&mut terrain, 7, 64, 0, "torch");
        let torch = Some(("torch", BlockPos::new(7, 64, 0)));
        assert_eq!(washes(&terrain.view(), "water", from, "furnace"), torch);
        assert_eq!(washes(&terrain.view(), "water", from, "torch"), None, "it is poured out by torches");
        assert_eq!(washes(&terrain.view(), "lava", from, "furnace"), None, "it does not run so far");
        put(&mut terrain, 7, 64, 0, "dandelion");
        put(&mut terrain, 3, 64, 12, "torch");
        assert_eq!(washes(&terrain.view(), "water", from, "furnace"), None);
        // Down a step it runs anew.
        put(&mut terrain, 3, 63, 6, "air");
        put(&mut terrain, 3, 62, 6, "stone");
        put(&mut terrain, 4, 63, 6, "torch");
        assert_eq!(washes(&terrain.view(), "water", from, "furnace"), Some(("torch", BlockPos::new(4, 63, 6))));
    }
}
