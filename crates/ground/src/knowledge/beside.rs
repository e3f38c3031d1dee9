//! What people call beside a block, and on top of it: which places those are.

use super::{
    behaviour::is_fluid,
    blocks::{block_of_state, state_properties},
    tags::is_tagged,
    using::blocks_sought,
};
use crate::domain::{BlockPos, By, Side};

/// The places that are beside the block there, on top of it or in front of it. Beside a door or a gate is not in the way of those who go
/// through it, and beside water is on its bank.
pub fn places_by(by: &By, at: BlockPos, state: u16) -> Vec<BlockPos> {
    match by {
        By::On(_) => vec![at.up()],
        By::Beside(_) | By::Before(_) | By::Toward(..) | By::Off(..) if property(state, "half") == Some("upper") => {
            Vec::new()
        }
        By::Before(_) => match (way_through(state), property(state, "facing").and_then(Side::named)) {
            (Some(way), _) => vec![at.beside(way), at.beside(way.opposite())],
            (None, Some(front)) if Side::LEVEL.contains(&front) => vec![at.beside(front)],
            _ => around(at).collect(),
        },
        By::Toward(side, _) if block_of_state(state).is_some_and(|block| is_fluid(block.name)) => {
            vec![at.up().beside(*side)]
        }
        By::Toward(side, _) => vec![at.beside(*side)],
        By::Off(side, blocks, _) => {
            let (x, y, z) = side.step();
            let far = i32::try_from(*blocks).unwrap_or(i32::MAX);
            vec![at.offset(x * far, y * far, z * far)]
        }
        By::Beside(_) => match way_through(state) {
            // In a wall its own sides are taken: before the wall, left and right of the way, is beside it, too.
            Some(way) => [way.clockwise(), way.counterclockwise()]
                .into_iter()
                .map(|side| at.beside(side))
                .flat_map(|side| [side, side.beside(way), side.beside(way.opposite())])
                .collect(),
            None if block_of_state(state).is_some_and(|block| is_fluid(block.name)) => around(at.up()).collect(),
            None => around(at).collect(),
        },
    }
}

/// Whether what is there is by one of that kind.
pub fn stands_by(by: &By, at: BlockPos, see: impl Fn(BlockPos) -> Option<u16>) -> bool {
    let kinds = blocks_sought(by.kind());
    let is_sought = |state: u16| kinds.iter().any(|block| block.states().contains(&state));
    let near = (0..27).map(|cell| at.offset(cell % 3 - 1, cell / 3 % 3 - 1, cell / 9 - 1));
    let far = match by {
        By::Off(side, blocks, kind) => places_by(&By::Off(side.opposite(), *blocks, kind.clone()), at, 0),
        _ => Vec::new(),
    };
    let mut found = near.chain(far).filter_map(|there| Some((there, see(there).filter(|state| is_sought(*state))?)));
    found.any(|(there, state)| places_by(by, there, state).contains(&at))
}

/// Whether one steps through a door or a gate from there.
pub fn is_in_doorway(at: BlockPos, see: impl Fn(BlockPos) -> Option<u16>) -> bool {
    Side::LEVEL.into_iter().any(|side| {
        let way = see(at.beside(side)).and_then(way_through);
        way.is_some_and(|way| way == side || way == side.opposite())
    })
}

fn around(at: BlockPos) -> impl Iterator<Item = BlockPos> {
    Side::LEVEL.into_iter().map(move |side| at.beside(side))
}

/// Which way one goes through a door or a gate: as it faces, or back (Minecraft Wiki, Door and Fence Gate: Block states).
pub fn way_through(state: u16) -> Option<Side> {
    let there = block_of_state(state)?;
    let is_passed = is_tagged(there.name, "doors") || is_tagged(there.name, "fence_gates");
    Side::named(property(state, "facing").filter(|_| is_passed)?)
}

fn property(state: u16, name: &str) -> Option<&'static str> {
    state_properties(state).into_iter().find(|(own, _)| *own == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::placing::state_named;

    const AT: BlockPos = BlockPos::new(5, 64, 5);

    fn by(text: &str) -> By {
        match text.split_once(' ') {
            Some(("on", kind)) => By::On(kind.to_owned()),
            Some(("before", kind)) => By::Before(kind.to_owned()),
            Some(("3_east", kind)) => By::Off(Side::East, 3, kind.to_owned()),
            Some(("east", kind)) => By::Toward(Side::East, kind.to_owned()),
            Some((_, kind)) => By::Beside(kind.to_owned()),
            None => panic!("{text}"),
        }
    }

    /// Where those are that are by the block, from it: x, y and z.
    fn places(text: &str, block: &str) -> Vec<(i32, i32, i32)> {
        let found = places_by(&by(text), AT, state_named(block).unwrap());
        let mut found: Vec<_> = found.into_iter().map(|at| (at.x - AT.x, at.y - AT.y, at.z - AT.z)).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn a_block_has_four_sides_and_a_top() {
        assert_eq!(places("beside furnace", "furnace"), [(-1, 0, 0), (0, 0, -1), (0, 0, 1), (1, 0, 0)]);
        assert_eq!(places("on furnace", "furnace"), [(0, 1, 0)]);
        assert_eq!(places("before furnace", "furnace[facing=west]"), [(-1, 0, 0)]);
        assert_eq!(places("east furnace", "furnace[facing=west]"), [(1, 0, 0)]);
        assert_eq!(places("3_east furnace", "furnace"), [(3, 0, 0)]);
        assert_eq!(places("east water", "water"), [(1, 1, 0)]);
        assert_eq!(places("before crafting_table", "crafting_table").len(), 4, "it looks nowhere");
        assert_eq!(places("before door", "oak_door[facing=south,half=lower]"), [(0, 0, -1), (0, 0, 1)]);
        assert_eq!(places("beside water", "water"), [(-1, 1, 0), (0, 1, -1), (0, 1, 1), (1, 1, 0)]);
    }

    #[test]
    fn beside_a_door_is_not_in_its_way() {
        let beside = [(-1, 0, -1), (-1, 0, 0), (-1, 0, 1), (1, 0, -1), (1, 0, 0), (1, 0, 1)];
        assert_eq!(places("beside door", "oak_door[facing=south,half=lower]"), beside);
        assert_eq!(places("beside door", "oak_door[facing=north,half=lower,open=true]"), beside);
        assert_eq!(places("beside door", "oak_door[half=upper]"), [], "that is beside its lower half");
        assert_eq!(places("beside fence_gate", "oak_fence_gate[facing=east]")[0], (-1, 0, -1));
        let door = state_named("oak_door[facing=north,half=lower]").unwrap();
        let see = |at: BlockPos| (at == AT).then_some(door);
        assert!(is_in_doorway(AT.offset(0, 0, 1), see) && is_in_doorway(AT.offset(0, 0, -1), see));
        assert!(!is_in_doorway(AT.offset(1, 0, 0), see) && !is_in_doorway(AT.offset(1, 0, 1), see));
    }

    #[test]
    fn what_stands_by_something_is_at_one_of_its_places() {
        let stands = |text: &str, block: &str, (x, y, z): (i32, i32, i32)| {
            let state = state_named(block).unwrap();
            stands_by(&by(text), AT.offset(x, y, z), |at| (at == AT).then_some(state))
        };
        assert!(stands("beside log", "birch_log", (1, 0, 0)) && !stands("beside log", "stone", (1, 0, 0)));
        assert!(!stands("beside log", "birch_log", (1, 0, 1)) && !stands("beside log", "birch_log", (0, 1, 0)));
        assert!(stands("3_east log", "birch_log", (3, 0, 0)) && !stands("3_east log", "birch_log", (2, 0, 0)));
        assert!(stands("on log", "birch_log", (0, 1, 0)) && !stands("on log", "birch_log", (1, 0, 0)));
        assert!(stands("beside door", "oak_door[facing=north]", (1, 0, 1)));
        assert!(!stands("beside door", "oak_door[facing=north]", (0, 0, 1)));
    }
}
