//! The weather as everyone is shown it, and as commands and sleep change it.

use azalea_protocol::packets::game::{ClientboundGameEvent, c_game_event::EventType};

use crate::{
    game::Game,
    players::player::Player,
    rules::{
        game_rules::Rule,
        weather::{Kind, Sky},
    },
};

impl Game {
    /// Changes the weather for so many ticks, or for as long as such weather lasts.
    pub(crate) fn set_weather(&mut self, kind: Kind, ticks: Option<i32>) {
        self.weather.ask(kind, ticks);
    }

    /// After a night's sleep the sky is clear.
    pub(super) fn clear_up(&mut self) {
        if self.weather.rains() && self.rules.is(Rule::AdvanceWeather) {
            self.weather.sky = Sky::default();
        }
    }

    pub(crate) fn tick_weather(&mut self) {
        for packet in self.weather.pass_tick(self.rules.is(Rule::AdvanceWeather)) {
            self.broadcast(packet);
        }
    }

    /// To a client that comes into the world.
    pub(super) fn show_weather(&self, player: &mut Player) {
        if self.weather.rains() {
            player.link.send(ClientboundGameEvent { event: EventType::StartRaining, param: 0.0 });
            self.weather.levels().into_iter().for_each(|level| player.link.send(level));
        }
    }
}
