//! Spawn protection: around the world's spawn only operators dig, place and use blocks.

use crate::{domain::BlockPos, game::Game, net::inbound::ConnectionId};

/// A square around the spawn, from the bottom of the world to its top.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Protected {
    spawn: BlockPos,
    radius: u32,
}

impl Protected {
    pub fn covers(self, pos: BlockPos) -> bool {
        pos.level_distance(self.spawn) <= self.radius
    }
}

impl Game {
    /// What a player must leave alone: nothing where the radius is 0, where there are no operators, and for operators
    /// (Minecraft Wiki, Spawn protection).
    pub(super) fn protected_from(&self, id: ConnectionId) -> Option<Protected> {
        let radius = self.config.spawn_protection;
        let name = &self.players.get(&id)?.name;
        (radius > 0 && !self.config.operators.is_empty() && !self.is_operator(name))
            .then(|| Protected { spawn: self.world.terrain.spawn().block(), radius })
    }

    pub(super) fn is_protected_from(&self, id: ConnectionId, pos: BlockPos) -> bool {
        self.protected_from(id).is_some_and(|area| area.covers(pos))
    }
}
