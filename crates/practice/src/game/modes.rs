//! A player changes from one game mode to another, and everyone is told.

use azalea_core::game_type::GameMode;
use azalea_protocol::packets::game::{ClientboundGameEvent, c_game_event::EventType};

use crate::{game::Game, net::inbound::ConnectionId, players::roster};

impl Game {
    /// Puts a player into a mode and tells everyone; false if they are in it already.
    pub(crate) fn set_game_mode(&mut self, id: ConnectionId, mode: GameMode) -> bool {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.game_mode != mode) else { return false };
        player.game_mode = mode;
        player.fly(player.flying);
        player.digging = Default::default();
        player.eating = None;
        let param = f32::from(mode.to_id());
        player.link.send(ClientboundGameEvent { event: EventType::ChangeGameMode, param });
        player.show_abilities();
        let news = roster::game_mode_of(player);
        self.broadcast(news);
        if mode == GameMode::Spectator {
            self.container_close(id, -1);
            self.untrack(id);
        }
        true
    }
}
