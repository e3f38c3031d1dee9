//! Waiting until nothing smelts in a furnace any more: looked into a piece at a time, since a full one takes longer than a call lasts.

use super::{
    look::{Look, Next},
    way::Way,
};
use crate::{
    domain::{ContainerSeen, LookInto, Observation, Tool, ToolRequest, WAIT_A_CALL},
    knowledge::FURNACE,
};

/// What is left of it. A piece in which nothing is smelted fails by itself.
pub(super) fn look(look: &LookInto, seen: &Observation, way: &mut Way) -> Look {
    let begun = *way.memory.begun.get_or_insert(seen.tick);
    let is_meant = |seen: &&ContainerSeen| {
        seen.block == FURNACE && seen.tick > begun && look.place().is_none_or(|at| seen.is_at(at))
    };
    let next = match seen.containers.iter().rev().find(is_meant) {
        Some(ContainerSeen { at, contents, raw: 0, .. }) => {
            Next::Shown(format!("nothing is left to smelt in the {FURNACE} at {at}, which holds {contents}"))
        }
        Some(ContainerSeen { at, raw, .. }) => {
            let (x, y, z) = (Some(at.x), Some(at.y), Some(at.z));
            Next::Call(a_piece(LookInto { x, y, z, ..look.clone() }), format!("{raw} are still to be smelted"))
        }
        None => Next::Call(a_piece(look.clone()), "what smelts there is waited for".to_owned()),
    };
    Look { next, of: way.pieces + 1, done: way.pieces }
}

fn a_piece(look: LookInto) -> ToolRequest {
    LookInto { ticks: Some(WAIT_A_CALL), ..look }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{BlockPos, ItemCounts};

    fn furnace(raw: u32, tick: u64) -> ContainerSeen {
        let contents: ItemCounts = [("iron_ingot".to_owned(), 3)].into_iter().collect();
        let (at, block) = (BlockPos::new(5, 64, 2), FURNACE.to_owned());
        ContainerSeen { at, other_half: None, block, contents, free_slots: 1, burns: raw > 0, raw, tick }
    }

    #[test]
    fn it_is_looked_into_again_until_nothing_is_raw() {
        let wait = LookInto { chest: Some(FURNACE.to_owned()), until_done: true, ..LookInto::default() };
        let mut way = Way::default();
        let mut next = |containers: Vec<ContainerSeen>, tick| {
            let seen = Observation { tick, containers, ..Observation::default() };
            look(&wait, &seen, &mut way).next
        };
        let place = |next: Next| match next {
            Next::Call(ToolRequest::LookInto(look), _) => (look.x, look.until_done, look.ticks),
            other => panic!("{other:?}"),
        };
        assert_eq!(place(next(vec![furnace(0, 50)], 50)), (None, true, Some(4_000)), "that was before");
        assert_eq!(place(next(vec![furnace(7, 4_000)], 4_001)), (Some(5), true, Some(4_000)));
        let end = next(vec![furnace(0, 5_000)], 5_001);
        assert!(matches!(end, Next::Shown(words) if words.contains("holds 3 iron_ingot")));
    }
}
