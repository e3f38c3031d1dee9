//! What stood where a building goes, as a drawing of its own: to build that is to undo the building.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::{
    blueprint::Wanted,
    building::{Building, fault},
    drawing::Drawing,
};
use crate::{
    domain::{BlockPos, Build},
    knowledge::{self, placing::block_of_item},
};

/// What a building is in the place of. `seen` says what stands at a place, and nothing where that is not known: it is left as it is
/// then, as water and lava are, which no hand puts back. `None` where the building is too large to be drawn.
pub fn as_it_was(building: &Building, seen: impl Fn(BlockPos) -> Option<u16>) -> Option<Build> {
    let [width, height, depth] = building.blueprint().size;
    let (mut letters, mut legend) = (BTreeMap::new(), BTreeMap::new());
    let mut letter = |wanted: &Wanted| {
        let name = wanted.to_string();
        let next = ALPHABET.start + letters.len() as u32;
        *letters.entry(name).or_insert_with_key(|name| {
            let letter = char::from_u32(next).unwrap_or(' ');
            legend.insert(letter, name.clone());
            letter
        })
    };
    let mut cell = |at: BlockPos| {
        let (Some(wanted), Some(there)) = (building.wanted(at), seen(at)) else { return ' ' };
        match put_back(there) {
            // What the building has in common with what was there stays.
            _ if fault(wanted, Some(there)).is_none() && !wanted.is_air() => letter(wanted),
            Some(before) if before.is_air() => '.',
            Some(before) => letter(&before),
            None => ' ',
        }
    };
    let low = building.low;
    let mut row = |y: i32, z: i32| (0..width).map(|x| cell(low.offset(x, y, z))).collect::<String>();
    let mut layer = |y: i32| (0..depth).map(|z| row(y, z)).collect::<Vec<_>>().join("\n");
    let layers: Vec<String> = (0..height).map(&mut layer).collect();
    let title = format!("land as it was before the {}", building.blueprint().called());
    // Whoever reads YAML reads JSON.
    let drawing = json!({ "title": title, "legend": legend, "layers": layers }).to_string();
    Drawing::read(&drawing).ok()?;
    let over: BTreeSet<&str> = building.wants().map(|(_, wanted)| wanted.block.name).collect();
    let over = over.into_iter().filter(|name| !knowledge::is_air(name)).map(str::to_owned).collect();
    Some(Build { drawing: Some(drawing), over, ..Build::new(&title, low) })
}

/// These places filled with a block, and nothing said of any other. `None`: there are none, or they lie too far apart to be drawn.
pub fn filled(title: &str, places: &BTreeSet<BlockPos>, block: &str) -> Option<Build> {
    let least = |a: BlockPos, b: BlockPos| BlockPos::new(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z));
    let most = |a: BlockPos, b: BlockPos| BlockPos::new(a.x.max(b.x), a.y.max(b.y), a.z.max(b.z));
    let (low, high) = (places.iter().copied().reduce(least)?, places.iter().copied().reduce(most)?);
    let cell = |x, y, z| if places.contains(&BlockPos::new(x, y, z)) { 'x' } else { ' ' };
    let row = |y: i32, z: i32| (low.x..=high.x).map(|x| cell(x, y, z)).collect::<String>();
    let layer = |y: i32| (low.z..=high.z).map(|z| row(y, z)).collect::<Vec<_>>().join("\n");
    let layers: Vec<String> = (low.y..=high.y).map(layer).collect();
    let drawing = json!({ "title": title, "legend": { "x": block }, "layers": layers }).to_string();
    Drawing::read(&drawing).ok()?;
    Some(Build { drawing: Some(drawing), ..Build::new(title, low) })
}

/// Letters that neither a dot nor a space is among, more than there are blocks.
const ALPHABET: std::ops::Range<u32> = 0x4e00..0x9fff;

/// What a hand puts where this stood: the block itself, or else what it yields for sure; nothing where that is no block.
fn put_back(state: u16) -> Option<Wanted> {
    let was = Wanted::of_state(state)?;
    if was.is_air() {
        return Some(was);
    }
    if knowledge::is_fluid(was.block.name) {
        return None;
    }
    let sure = was.block.drops.iter().filter(|drop| drop.is_sure());
    let yields: Vec<&'static str> = sure.map(|drop| drop.item).collect();
    if was.item().is_some_and(|(item, _)| yields.contains(&item)) {
        return Some(was);
    }
    let other = yields.iter().find_map(|item| block_of_item(item));
    let wanted = other.map(|block| Wanted { block, properties: Vec::new() });
    wanted.or_else(|| Wanted::read("air").ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::placing::state_named;

    /// Ground of grass under a meadow, with a flower, a log that lies and a pond in it.
    #[test]
    fn what_stood_there_is_drawn_as_hands_put_it_back() {
        let building = Building::of(&Build::new("house", BlockPos::new(0, 64, 0))).unwrap();
        let before = as_it_was(&building, |at| {
            let name = match (at.x, at.y, at.z) {
                (0, 63, 0) => "water",
                (1, 63, 1) => "oak_planks",
                (.., 63, _) => "grass_block",
                (0, 64, 2) => "oak_log[axis=x]",
                (2, 64, 0) => "poppy",
                (3, 64, _) => "short_grass",
                (4, 64, 4) => return None,
                _ => "air",
            };
            state_named(name)
        });
        let before = Building::of(&before.expect("a drawing")).unwrap();
        let wanted = |x, y, z| before.wanted(BlockPos::new(x, y, z)).map(ToString::to_string);
        let of = |name: &str| Some(name.to_owned());
        assert_eq!(before.volume(), building.volume());
        assert_eq!((wanted(0, 63, 0), wanted(4, 64, 4)), (None, None), "left as it is");
        assert_eq!((wanted(1, 63, 1), wanted(2, 63, 2)), (of("oak_planks"), of("dirt")));
        assert_eq!((wanted(0, 64, 2), wanted(2, 64, 0)), (of("oak_log[axis=x]"), of("poppy")));
        assert_eq!((wanted(3, 64, 0), wanted(0, 66, 0)), (of("air"), of("air")));
    }
}
