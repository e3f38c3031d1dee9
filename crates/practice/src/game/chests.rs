//! Chests and barrels as blocks: which two halves are one chest, when it opens, and how others see it stand open.
//!
//! The halves join by their `type`, as placing has set it (Minecraft Wiki, Chest: Block states).

use azalea_protocol::packets::game::ClientboundBlockEvent;
use azalea_registry::builtin::BlockKind;

use crate::{
    chunks::blocks, domain::BlockPos, game::Game, items::containers::is_chest, protocol::wire, rules::joining,
    world::store::World,
};

/// The block event that says how many look into a chest (minecraft.wiki, Java Edition protocol, Block actions).
const LID_EVENT: u8 = 1;

/// The blocks whose content a chest's window shows, in order: itself, or both halves, the right one first.
fn halves(world: &mut World, pos: BlockPos) -> Vec<BlockPos> {
    let state = world.block(pos);
    match joining::partner_side(state) {
        Some(side) if joining::joins(world, pos, state, side) => match blocks::property(state, "type") {
            Some("right") => vec![pos, pos.beside(side)],
            _ => vec![pos.beside(side), pos],
        },
        // A half whose other half is not there, or is another's, is a chest by itself.
        _ => vec![pos],
    }
}

/// The blocks of a chest's window; `None` while something lies on the lid.
pub(super) fn to_open(world: &mut World, pos: BlockPos) -> Option<Vec<BlockPos>> {
    let halves = halves(world, pos);
    halves.iter().all(|half| !blocks::is_opaque(world.block(half.up()))).then_some(halves)
}

impl Game {
    /// Shows how many have a chest or a barrel open, after one more or one less has.
    pub(super) fn show_lid(&mut self, pos: BlockPos) {
        let viewers = self.players.values().filter(|player| player.window.blocks.contains(&pos)).count();
        let state = self.world.block(pos);
        match blocks::name(state) {
            "barrel" => {
                let shown = blocks::with(state, "open", if viewers > 0 { "true" } else { "false" });
                if shown != state {
                    self.set_block(pos, shown);
                }
            }
            chest if is_chest(chest) => {
                let event = ClientboundBlockEvent {
                    pos: wire::to_block_pos(pos),
                    action_id: LID_EVENT,
                    action_parameter: viewers.min(usize::from(u8::MAX)) as u8,
                    block: BlockKind::from(wire::to_block_state(state)),
                };
                let chunk = pos.chunk();
                for player in self.players.values_mut().filter(|player| player.view.sent.contains(&chunk)) {
                    player.link.send(event.clone());
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::Side,
        knowledge,
        land::terrain::{LEVEL, MEADOW},
        voxel::StateId,
    };

    const POS: BlockPos = BlockPos::new(2, MEADOW + 1, 2);

    fn chest(facing: &str, kind: &str) -> StateId {
        knowledge::state_with(knowledge::block("chest").unwrap(), &[("facing", facing), ("type", kind)]).unwrap()
    }

    #[test]
    fn halves_find_each_other_and_the_right_one_is_first() {
        for (facing, side) in [("north", Side::East), ("south", Side::West), ("east", Side::South)] {
            let mut world = World::new(LEVEL);
            let other = POS.beside(side);
            world.set_block(POS, chest(facing, "left"));
            assert_eq!(halves(&mut world, POS), [POS], "alone");
            world.set_block(other, chest(facing, "right"));
            assert_eq!(halves(&mut world, POS), [other, POS], "{facing}");
            assert_eq!(halves(&mut world, other), [other, POS], "{facing}");
            world.set_block(other, chest(facing, "left"));
            assert_eq!(halves(&mut world, POS), [POS]);
        }
    }

    #[test]
    fn what_is_solid_keeps_a_lid_shut() {
        for (on_it, opens) in
            [("air", true), ("stone", false), ("glass", true), ("oak_slab", true), ("torch", true), ("chest", true)]
        {
            let mut world = World::new(LEVEL);
            world.set_block(POS, blocks::state("chest"));
            world.set_block(POS.up(), blocks::state(on_it));
            assert_eq!(to_open(&mut world, POS).is_some(), opens, "{on_it}");
        }
        let mut world = World::new(LEVEL);
        world.set_block(POS, chest("north", "left"));
        world.set_block(POS.beside(Side::East), chest("north", "right"));
        world.set_block(POS.beside(Side::East).up(), blocks::state("stone"));
        assert_eq!(to_open(&mut world, POS), None, "on the other half");
    }
}
