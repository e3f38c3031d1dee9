//! Furnaces at work: the world passes their time, shows their fire and pays what waits in them.

use crate::{
    chunks::blocks, domain::BlockPos, game::Game, items::containers::Container, net::inbound::ConnectionId,
    players::player::Player, voxel::StateId,
};

/// Blocks from which a player gets the experience of a furnace that breaks: as far as orbs follow (SteelMC, experience_orb;
/// the Minecraft Wiki measured 7.25).
const ORB_REACH: f64 = 8.0;

impl Game {
    /// Has a furnace looked at from the next tick on, until it has nothing more to do.
    pub(crate) fn wake_furnace(&mut self, pos: BlockPos) {
        if let Some(Container::Furnace(_)) = self.world.container(pos) {
            self.furnaces.insert(pos);
        }
    }

    /// Passes time for the furnaces at work, as far as someone has their chunk: the others stand still, as in vanilla.
    pub(crate) fn tick_furnaces(&mut self) {
        let mut furnaces = std::mem::take(&mut self.furnaces);
        furnaces.retain(|&pos| {
            let chunk = pos.chunk();
            !self.players.values().any(|player| player.view.sent.contains(&chunk)) || self.tick_furnace(pos)
        });
        self.furnaces.append(&mut furnaces);
    }

    /// Whether there is more to do.
    fn tick_furnace(&mut self, pos: BlockPos) -> bool {
        let Some(Container::Furnace(furnace)) = self.world.container(pos) else { return false };
        furnace.pass_tick();
        let (lit, at_work) = (furnace.is_lit(), furnace.is_at_work());
        self.world.chunk(pos.chunk()).touched = true;
        let state = self.world.block(pos);
        let shown = with_fire(state, lit);
        if shown != state {
            self.set_block(pos, shown);
        }
        at_work
    }

    /// Gives whoever takes from a furnace what it has waiting.
    pub(super) fn pay_experience(&mut self, id: ConnectionId, pos: BlockPos) {
        if let Some(Container::Furnace(furnace)) = self.world.container(pos) {
            let points = furnace.take_experience(&mut self.rng);
            self.add_experience(id, points);
        }
    }

    /// There are no orbs here: what would lie about as experience goes to the nearest player near enough for orbs.
    pub(super) fn release_experience(&mut self, pos: BlockPos, points: u32) {
        let distance = |player: &Player| player.at.distance(pos.center());
        let near = self.players.values().filter(|player| player.is_alive() && distance(player) < ORB_REACH);
        if let Some(id) = near.min_by(|a, b| distance(a).total_cmp(&distance(b))).map(|player| player.id) {
            self.add_experience(id, points);
        }
    }
}

/// A furnace's state with its fire lit or out.
fn with_fire(state: StateId, lit: bool) -> StateId {
    blocks::with(state, "lit", if lit { "true" } else { "false" })
}
