//! Blocks in two parts, doors and beds and tall plants: what becomes of one becomes of the other.

use crate::{
    chunks::blocks,
    domain::{BlockPos, Side},
    knowledge,
    rules::joining,
    voxel::StateId,
};

/// Where a state's other part is, and in which state; `None` for a block that is whole by itself.
pub(crate) fn other_part(pos: BlockPos, state: StateId) -> Option<(BlockPos, StateId)> {
    let block = knowledge::block_of_state(state)?;
    if block.name == "pitcher_crop" {
        return None; // low until it has grown
    }
    let mut properties = knowledge::state_properties(state);
    let at = |name: &str| properties.iter().position(|(property, _)| *property == name);
    let (which, other, to) = match (at("half"), at("part")) {
        (Some(half), _) => match properties[half].1 {
            "lower" => (half, "upper", pos.up()),
            "upper" => (half, "lower", pos.down()),
            _ => return None, // stairs and trapdoors: the half of the space they fill
        },
        (_, Some(part)) => {
            let (x, z) = match properties[at("facing")?].1 {
                "north" => (0, -1),
                "south" => (0, 1),
                "west" => (-1, 0),
                _ => (1, 0),
            };
            match properties[part].1 {
                "foot" => (part, "head", pos.offset(x, 0, z)),
                _ => (part, "foot", pos.offset(-x, 0, -z)),
            }
        }
        (None, None) => return None,
    };
    properties[which].1 = other;
    Some((to, knowledge::state_with(block, &properties)?))
}

/// Whether this is the part that yields nothing, because the other does.
pub(super) fn is_second_part(state: StateId) -> bool {
    let properties = knowledge::state_properties(state);
    properties.contains(&("half", "upper")) || properties.contains(&("part", "head"))
}

/// What using a door, a gate or a trapdoor makes of it, by someone who looks there; `None` for what does not open by hand.
/// A gate opens away from them (Minecraft Wiki, Fence Gate; Pumpkin's `fence_gates`).
pub(crate) fn swung(state: StateId, looks: Side) -> Option<StateId> {
    let name = blocks::name(state);
    let opens = ["_door", "_trapdoor", "_fence_gate"].iter().any(|kind| name.ends_with(kind));
    if !opens || name.starts_with("iron_") {
        return None;
    }
    let mut properties = knowledge::state_properties(state);
    let open = properties.iter_mut().find(|(property, _)| *property == "open")?;
    let opening = open.1 == "false";
    open.1 = if opening { "true" } else { "false" };
    let swung = knowledge::state_with(knowledge::block_of_state(state)?, &properties)?;
    let faces_them = joining::facing(state) == Some(looks.opposite());
    let turns = opening && faces_them && name.ends_with("_fence_gate");
    Some(if turns { blocks::with(swung, "facing", looks.name()) } else { swung })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(name: &str, properties: &[(&str, &str)]) -> StateId {
        knowledge::state_with(knowledge::block(name).unwrap(), properties).unwrap()
    }

    #[test]
    fn parts_know_each_other() {
        let pos = BlockPos::new(5, 64, 5);
        let lower = state("oak_door", &[("half", "lower"), ("facing", "east")]);
        let (above, upper) = other_part(pos, lower).unwrap();
        assert_eq!((above, upper), (pos.up(), state("oak_door", &[("half", "upper"), ("facing", "east")])));
        assert_eq!(other_part(above, upper), Some((pos, lower)));
        assert!(is_second_part(upper) && !is_second_part(lower));

        let foot = state("red_bed", &[("part", "foot"), ("facing", "north")]);
        let (beyond, head) = other_part(pos, foot).unwrap();
        assert_eq!(beyond, pos.offset(0, 0, -1));
        assert_eq!(other_part(beyond, head), Some((pos, foot)));

        assert_eq!(other_part(pos, state("oak_stairs", &[("half", "top")])), None);
        assert_eq!(other_part(pos, blocks::state("stone")), None);
    }

    #[test]
    fn doors_swing_and_iron_ones_do_not() {
        let door = blocks::state("oak_door");
        let swung = |state| swung(state, Side::South);
        assert_eq!(swung(door).and_then(swung), Some(door));
        assert_ne!(swung(door), Some(door));
        assert_eq!(swung(blocks::state("iron_door")), None);
        assert_eq!(swung(blocks::state("oak_stairs")), None);
    }

    #[test]
    fn gates_open_away_from_who_opens_them() {
        let gate = |facing, open| state("oak_fence_gate", &[("facing", facing), ("open", open)]);
        for (facing, looks, opened) in [
            ("north", Side::South, "south"),
            ("south", Side::South, "south"),
            ("east", Side::West, "west"),
            ("east", Side::South, "east"),
        ] {
            assert_eq!(swung(gate(facing, "false"), looks), Some(gate(opened, "true")), "{facing} {looks:?}");
            assert_eq!(swung(gate(facing, "true"), looks), Some(gate(facing, "false")), "it shuts as it stands");
        }
        let door = state("oak_door", &[("facing", "north"), ("open", "false")]);
        assert_eq!(swung(door, Side::South), Some(state("oak_door", &[("facing", "north"), ("open", "true")])));
    }
}
