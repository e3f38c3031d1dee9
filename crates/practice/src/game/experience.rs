//! Experience given to players, and the bar that their clients show.

use azalea_protocol::packets::game::ClientboundSetExperience;

use crate::{game::Game, net::inbound::ConnectionId, players::player::Player};

impl Game {
    /// Gives a player points; what ores and furnaces yield comes without orbs, at once.
    pub(super) fn add_experience(&mut self, id: ConnectionId, points: u32) {
        if let Some(player) = self.players.get_mut(&id) {
            player.add_experience(points);
        }
    }
}

impl Player {
    pub fn add_experience(&mut self, points: u32) {
        if points > 0 {
            self.vitals.experience.add(points);
            self.show_experience();
        }
    }

    pub fn show_experience(&mut self) {
        let experience = self.vitals.experience;
        self.link.send(ClientboundSetExperience {
            experience_progress: experience.progress(),
            experience_level: experience.level,
            total_experience: experience.total,
        });
    }
}
