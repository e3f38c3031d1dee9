//! Game rules set while people play: what clients must know of the change, and of all rules when they ask.

use azalea_protocol::packets::game::{
    ClientboundEntityEvent, ClientboundGameEvent, ClientboundGameRuleValues, c_game_event::EventType,
};

use crate::{
    game::Game,
    net::inbound::ConnectionId,
    protocol::packets::IntoEntity,
    rules::{
        game_rules,
        game_rules::{ALL_DEBUG_INFO, LESS_DEBUG_INFO, Rule},
    },
};

impl Game {
    /// Sets a rule, and tells clients what they must know of it.
    pub(crate) fn set_rule(&mut self, rule: Rule, value: i32) {
        self.rules.set(rule, value);
        match rule {
            Rule::AdvanceTime => self.broadcast(self.time_packet()),
            Rule::ImmediateRespawn => {
                let param = if value == 0 { 0.0 } else { 1.0 };
                self.broadcast(ClientboundGameEvent { event: EventType::ImmediateRespawn, param });
            }
            Rule::ReducedDebugInfo => {
                let event_id = if value == 0 { ALL_DEBUG_INFO } else { LESS_DEBUG_INFO };
                for player in self.players.values_mut() {
                    player.link.send(ClientboundEntityEvent { entity_id: player.id.into_entity(), event_id });
                }
            }
            _ => {}
        }
    }

    /// Answers an operator's client that opens the game rules.
    pub(super) fn tell_rules(&mut self, id: ConnectionId) {
        let rules = self.rules;
        let values = game_rules::all().map(|rule| (rule, rules.shown(rule))).collect();
        let Some(name) = self.players.get(&id).map(|player| player.name.clone()) else { return };
        if self.is_operator(&name)
            && let Some(player) = self.players.get_mut(&id)
        {
            player.link.send(ClientboundGameRuleValues { values });
        }
    }
}
