//! Eating and drinking: what it takes, and what it does to the body and to the hand.
//!
//! Facts of items are of `knowledge`; how the hand's item is used is the game's, as its `ServerPlayerGameMode` does it.

use azalea_protocol::packets::game::{ClientboundEntityEvent, ServerboundUseItem, s_interact::InteractionHand};

use crate::{
    game::Game,
    items::stack::Stack,
    knowledge::{self, FULL_FOOD, Given, eating},
    net::inbound::ConnectionId,
    players::{effects, effects::Lasting},
    protocol::packets::IntoEntity,
};

/// The entity event that tells a client it has finished eating.
const EATEN_EVENT: u8 = 9;

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
            player.eating = Some((tick + eating.ticks, food.item));
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
            for Given { effect, ticks, amplifier } in &eating.gives {
                if let Some(effect) = effects::named(effect) {
                    self.affect(id, effect, Lasting::new(*ticks, *amplifier));
                }
            }
        }
    }
}
