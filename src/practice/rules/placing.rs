//! The hand's item used on a block: a table opens, a block is placed, or nothing happens; the client is told which.

use azalea_core::direction::Direction;
use azalea_protocol::packets::game::{ServerboundUseItemOn, s_interact::InteractionHand};

use crate::{
    domain::BlockPos,
    knowledge::{self, Block},
    practice::{
        game::Game,
        net::{listener::ConnectionId, wire},
        players::player::Player,
        rules::{paired, support},
        world::{
            blocks,
            chunks::{HEIGHT, MIN_Y},
        },
    },
    voxel::StateId,
};

impl Game {
    pub(crate) fn use_item_on(&mut self, id: ConnectionId, packet: &ServerboundUseItemOn) {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        player.acknowledge(packet.seq);
        let hit = &packet.block_hit;
        let clicked = wire::from_block_pos(hit.block_pos);
        let beside = wire::beside(clicked, hit.direction);
        let can = player.reaches(clicked) && player.teleporting.is_none() && !player.is_spectator();
        if can && packet.hand == InteractionHand::MainHand {
            let busy_hands = player.sneaking && player.hand().is_some();
            if busy_hands || !self.open_block(id, clicked) {
                let on = self.world.block(clicked);
                let target = if blocks::is_replaceable(on) { clicked } else { beside };
                let upper = hit.location.y - f64::from(target.y) > 0.5;
                self.place(id, target, &Placement { face: hit.direction, upper });
            }
        }
        // As vanilla does, whatever came of it: the client guessed, and may have guessed wrong.
        if let Some(player) = self.players.get_mut(&id) {
            player.show_block(&mut self.world, clicked);
            player.show_block(&mut self.world, beside);
            player.shown.claim_unknown(player.held);
        }
    }

    fn place(&mut self, id: ConnectionId, pos: BlockPos, placement: &Placement) {
        let Some(player) = self.players.get(&id).filter(|player| player.may_build()) else { return };
        let Some(stack) = player.hand() else { return };
        let Some(state) = placement.state_of(stack.name(), player) else { return };
        let parts = [Some((pos, state)), paired::other_part(pos, state)];
        let parts: Vec<(BlockPos, StateId)> = parts.into_iter().flatten().collect();
        let is_free = |&(pos, state): &(BlockPos, StateId)| {
            let in_the_way =
                blocks::is_solid(state) && self.players.values().any(|other| other.is_alive() && other.is_in(pos));
            (MIN_Y..MIN_Y + HEIGHT).contains(&pos.y) && !in_the_way && blocks::is_replaceable(self.world.block(pos))
        };
        if !parts.iter().all(is_free) || !support::can_stand(&mut self.world, pos, state) {
            return;
        }
        let Some(player) = self.players.get_mut(&id) else { return };
        if !player.is_creative() {
            player.inventory.pack[player.held] = stack.with_count(stack.count - 1);
        }
        for (pos, state) in parts {
            self.set_block(pos, state);
        }
    }

    /// Opens or closes a door and its like.
    pub(crate) fn swing(&mut self, pos: BlockPos, to: StateId) {
        let other = paired::other_part(pos, to);
        self.set_block(pos, to);
        if let Some((pos, to)) = other {
            self.set_block(pos, to);
        }
    }
}

/// How a block is put there.
struct Placement {
    /// Of the block that was clicked.
    face: Direction,
    /// Whether the upper half of the target was clicked.
    upper: bool,
}

impl Placement {
    /// The state that the item becomes; `None` if it is no block.
    fn state_of(&self, item: &str, player: &Player) -> Option<StateId> {
        let on_wall = !matches!(self.face, Direction::Up | Direction::Down);
        let name = match item {
            "wheat" => return None, // the block of that name is sown
            "wheat_seeds" => "wheat",
            "redstone" => "redstone_wire",
            "string" => "tripwire",
            torch if torch.ends_with("torch") && on_wall => &torch.replace("torch", "wall_torch"),
            name => name,
        };
        let block = knowledge::block(name)?;
        let properties: Vec<(&str, &str)> = block
            .properties
            .iter()
            .filter_map(|property| Some((property.name, self.value(block, property.name, player)?)))
            .collect();
        Some(knowledge::state_with(block, &properties).unwrap_or(block.default_state))
    }

    /// A property's value where the placement decides it.
    fn value(&self, block: &Block, property: &str, player: &Player) -> Option<&'static str> {
        let looks = horizontal(player.yaw);
        let lower_half = match self.face {
            Direction::Up => true,
            Direction::Down => false,
            _ => !self.upper,
        };
        match property {
            "axis" => Some(match self.face {
                Direction::Up | Direction::Down => "y",
                Direction::North | Direction::South => "z",
                Direction::West | Direction::East => "x",
            }),
            "facing" if block.name.contains("wall_torch") || block.name == "ladder" => Some(side(self.face)),
            // Stairs and the like look where the player looks; what has a front turns it to them.
            "facing" if ["_stairs", "_door", "_gate", "_bed"].iter().any(|kind| block.name.ends_with(kind)) => {
                Some(side(looks))
            }
            "facing" if block.properties.iter().any(|property| property.values.iter().any(|value| value == "up")) => {
                Some(if player.pitch > 45.0 {
                    "up"
                } else if player.pitch < -45.0 {
                    "down"
                } else {
                    side(opposite(looks))
                })
            }
            "facing" => Some(side(opposite(looks))),
            "half" if block.name.ends_with("_stairs") || block.name.ends_with("_trapdoor") => {
                Some(if lower_half { "bottom" } else { "top" })
            }
            "type" if block.name.ends_with("_slab") => Some(if lower_half { "bottom" } else { "top" }),
            "persistent" => Some("true"),
            _ => None,
        }
    }
}

/// Where someone with this yaw, in degrees, looks along the ground.
fn horizontal(yaw: f32) -> Direction {
    match (yaw / 90.0).round().rem_euclid(4.0) as u8 {
        0 => Direction::South,
        1 => Direction::West,
        2 => Direction::North,
        _ => Direction::East,
    }
}

fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::North => Direction::South,
        Direction::South => Direction::North,
        Direction::West => Direction::East,
        Direction::East => Direction::West,
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
    }
}

fn side(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north",
        Direction::South => "south",
        Direction::West => "west",
        Direction::East => "east",
        Direction::Up => "up",
        Direction::Down => "down",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yaw_is_a_side() {
        for (yaw, side) in [(0.0, Direction::South), (90.0, Direction::West), (-90.0, Direction::East)] {
            assert_eq!(horizontal(yaw), side);
        }
        for yaw in [180.0, -180.0, 540.0, 200.0] {
            assert_eq!(horizontal(yaw), Direction::North);
        }
    }
}
