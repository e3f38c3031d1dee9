//! Flint and steel, fire charges, bone meal, and a shovel on a campfire. Nothing that burns goes out or spreads in this world, and of what
//! bone meal does there are only the crops.

use crate::{
    chunks::blocks,
    domain::{BlockPos, Side},
    game::Game,
    items::stack::Stack,
    knowledge::{self, Deed, Support},
    net::inbound::ConnectionId,
};

impl Game {
    /// Lights a campfire or a candle, or a fire beside the block; false if there is nothing to light.
    pub(super) fn kindle(&mut self, id: ConnectionId, pos: BlockPos, face: Side, with: Stack) -> bool {
        if !matches!(with.name(), "flint_and_steel" | "fire_charge") {
            return false;
        }
        let (at, burning) = match knowledge::kindled(self.world.block(pos)) {
            Some(lit) => (pos, lit),
            None => {
                let at = pos.beside(face);
                let below = self.world.block(at.down());
                let Some(Deed::Puts(fire)) = knowledge::deed(Some(with.name()), below) else { return true };
                let stands = knowledge::is_sturdy(below, Side::Up, Support::Full);
                if self.world.block(at) != blocks::AIR || !stands {
                    return true;
                }
                (at, fire.default_state)
            }
        };
        self.set_block(at, burning);
        if let Some(player) = self.players.get_mut(&id) {
            player.count_use(&with);
            if with.name() == "fire_charge" {
                player.use_up(with);
            } else if !player.is_creative() {
                player.wear_out(1, &mut self.rng);
            }
        }
        true
    }

    /// Puts a campfire out; false if there is none that burns, or for what is no shovel.
    pub(super) fn douse(&mut self, id: ConnectionId, pos: BlockPos, face: Side, with: Stack) -> bool {
        let Some(out) = knowledge::doused(with.name(), self.world.block(pos)).filter(|_| face != Side::Down) else {
            return false;
        };
        self.set_block(pos, out);
        if let Some(player) = self.players.get_mut(&id) {
            player.use_tool(&mut self.rng);
        }
        true
    }

    /// Makes a crop older; false for what is no bone meal.
    pub(super) fn fertilize(&mut self, id: ConnectionId, pos: BlockPos, with: Stack) -> bool {
        if with.name() != "bone_meal" {
            return false;
        }
        let state = self.world.block(pos);
        let Some((least, most)) = knowledge::years(state) else { return true };
        // Of a beetroot's two to five thirds of a stage only the whole ones count.
        let years = if most == 1 { self.rng.range(2, 5) / 3 } else { self.rng.range(least as i32, most as i32) };
        if let Some(older) = knowledge::grown(state, years as u32) {
            self.set_block(pos, older);
        }
        if let Some(player) = self.players.get_mut(&id) {
            player.count_use(&with);
            player.use_up(with);
        }
        true
    }
}
