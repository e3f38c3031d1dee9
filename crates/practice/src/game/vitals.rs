//! The bodies of all players, a tick at a time: they ache, heal, starve and finish their meals.

use crate::{game::Game, players::vitals::Harm, rules::game_rules::Rule};

impl Game {
    pub(crate) fn tick_vitals(&mut self) {
        self.tick_hazards();
        let (tick, regenerates) = (self.tick, self.rules.is(Rule::NaturalHealthRegeneration));
        let (mut aches, mut eaten) = (Vec::new(), Vec::new());
        for player in self.players.values_mut().filter(|player| player.is_alive()) {
            let hungers = !player.is_invulnerable();
            let ache = player.vitals.pass_tick(tick, hungers, regenerates);
            for effect in &ache.over {
                player.hide_effect(*effect);
            }
            if hungers && !player.vitals.can_sprint() {
                player.sprinting = false;
            }
            aches.push((player.id, ache.harms));
            let in_hand = player.hand().map(|stack| stack.item);
            // What has left the hand is not eaten, nor what has come into it.
            player.eating = player.eating.filter(|&(_, item)| in_hand == Some(item));
            if player.eating.is_some_and(|(done, _)| done <= tick) {
                eaten.push(player.id);
            }
        }
        for (id, harms) in aches {
            for Harm(amount, kind, cause) in harms {
                self.hurt(id, amount, kind, cause);
            }
        }
        for id in eaten {
            self.swallow(id);
        }
    }
}
