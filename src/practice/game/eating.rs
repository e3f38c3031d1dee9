//! Eating and drinking: what can be eaten, how long it takes, and what it does to the body and to the hand.
//!
//! Facts of items are of `assets/minecraft/26.1`; how the hand's item is used is the game's, as its `ServerPlayerGameMode`
//! does it.

use std::{collections::HashMap, sync::LazyLock};

use azalea_protocol::packets::game::{ClientboundEntityEvent, ServerboundUseItem, s_interact::InteractionHand};
use serde::Deserialize;

use crate::{
    knowledge,
    practice::{
        game::Game,
        items::stack::Stack,
        net::inbound::ConnectionId,
        players::{effects, effects::Lasting, vitals::FULL_FOOD},
        protocol::packets::IntoEntity,
    },
};

/// Ticks from the first bite to the last, of most food.
const EATING_TICKS: u64 = 32;

/// The entity event that tells a client it has finished eating.
const EATEN_EVENT: u8 = 9;

/// How something is eaten, where that is not the usual way (`assets/minecraft/26.1/eating.json`).
#[derive(Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
struct Eating {
    ticks: Option<u64>,
    /// Also without hunger.
    always: bool,
    leaves: Option<String>,
    gives: Vec<Given>,
    /// Of `gives`.
    chance: Option<f64>,
    cures: Vec<String>,
    cures_all: bool,
}

#[derive(Deserialize, Clone, Debug, PartialEq)]
struct Given {
    effect: String,
    ticks: u32,
    amplifier: u32,
}

static EATING: LazyLock<HashMap<&'static str, Eating>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../assets/minecraft/26.1/eating.json")).expect("eating.json is built in")
});

/// How an item is eaten or drunk; `None` if it is neither.
fn eating(item: &str) -> Option<Eating> {
    let own_way = EATING.get(item);
    own_way.cloned().or_else(|| knowledge::food(item).map(|_| Eating::default()))
}

impl Game {
    /// The hand's item used on nothing: eaten, if it can be and there is hunger for it. As in vanilla nothing is said of the
    /// hand unless what it holds changes: clients take a word about it for the end of the meal.
    pub(crate) fn use_item(&mut self, id: ConnectionId, packet: &ServerboundUseItem) {
        let tick = self.tick;
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        player.acknowledge(packet.seq);
        if packet.hand != InteractionHand::MainHand {
            return;
        }
        if player.teleporting.is_none() && packet.y_rot.is_finite() && packet.x_rot.is_finite() {
            (player.yaw, player.pitch) = (packet.y_rot, packet.x_rot);
        }
        if player.is_spectator() || self.use_bucket(id) {
            return;
        }
        let Some(player) = self.players.get_mut(&id) else { return };
        let Some(food) = player.hand() else { return };
        let Some(eating) = eating(food.name()) else { return };
        if eating.always || player.is_creative() || player.vitals.food < FULL_FOOD {
            player.eating = Some((tick + eating.ticks.unwrap_or(EATING_TICKS), food.item));
        }
    }

    /// The last bite.
    pub(super) fn swallow(&mut self, id: ConnectionId) {
        let Some(player) = self.players.get_mut(&id) else { return };
        player.eating = None;
        let Some(stack) = player.hand() else { return };
        let Some(eating) = eating(stack.name()) else { return };
        player.count_use(&stack);
        if let Some(food) = knowledge::food(stack.name()) {
            player.vitals.eat(food.points, food.saturation);
        }
        player.shown.forget_vitals();
        player.link.send(ClientboundEntityEvent { entity_id: id.into_entity(), event_id: EATEN_EVENT });
        for (effect, _) in player.vitals.effects.clone().iter() {
            if eating.cures_all || eating.cures.iter().any(|cured| cured == effects::name(effect)) {
                player.lose_effect(effect);
            }
        }
        if !player.is_creative() {
            player.inventory.pack[player.held] = stack.with_count(stack.count - 1);
            let left = eating.leaves.as_deref().and_then(knowledge::item).map(|item| Stack::new(item.id, 1));
            let too_much = match left {
                Some(left) if player.hand().is_none() => {
                    player.inventory.pack[player.held] = Some(left);
                    None
                }
                Some(left) => player.inventory.add(left, player.held),
                None => None,
            };
            if let Some(stack) = too_much {
                self.throw(id, stack);
            }
        }
        if self.rng.unit() < eating.chance.unwrap_or(1.0) {
            for Given { effect, ticks, amplifier } in eating.gives {
                if let Some(effect) = effects::named(&effect) {
                    self.affect(id, effect, Lasting::new(ticks, amplifier));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The items' food and consumable components.
    #[test]
    fn some_food_is_eaten_in_its_own_way() {
        assert_eq!(eating("bread"), Some(Eating::default()));
        assert_eq!(eating("stone"), None);
        assert_eq!(eating("dried_kelp").and_then(|eating| eating.ticks), Some(16));
        assert_eq!(eating("mushroom_stew").and_then(|eating| eating.leaves).as_deref(), Some("bowl"));
        let apple = eating("golden_apple").unwrap();
        assert!(
            apple.always && apple.gives[0] == Given { effect: "regeneration".to_owned(), ticks: 100, amplifier: 1 }
        );
        assert_eq!(eating("rotten_flesh").and_then(|eating| eating.chance), Some(0.8));
    }
}
