//! Status effects given and taken, and what clients are told of them.

use azalea_core::attribute_modifier_operation::AttributeModifierOperation;
use azalea_entity::MobEffectData;
use azalea_inventory::components::AttributeModifier;
use azalea_protocol::packets::game::{
    ClientboundRemoveMobEffect, ClientboundUpdateAttributes, ClientboundUpdateMobEffect,
    c_update_attributes::AttributeSnapshot,
};
use azalea_registry::{builtin::Attribute, identifier::Identifier};

use crate::{
    game::Game,
    net::inbound::ConnectionId,
    players::{
        effects::{Effect, Lasting, modifier, name, named},
        looks,
        player::Player,
    },
    protocol::packets::IntoEntity,
};

impl Game {
    /// Gives a player an effect; false if there is no such player or effect, or they have it already and stronger.
    pub fn give_effect(&mut self, player: &str, effect: &str, ticks: u32, amplifier: u32) -> bool {
        let Some((effect, player)) = named(effect).zip(self.named(player)) else { return false };
        let id = player.id;
        self.affect(id, effect, Lasting::new(ticks, amplifier.min(255)))
    }

    /// Takes an effect off a player, or all of them; false if there was none.
    pub fn clear_effects(&mut self, player: &str, effect: Option<&str>) -> bool {
        let Some(player) = self.named(player) else { return false };
        let wanted: Vec<Effect> = match effect {
            Some(name) => named(name).into_iter().collect(),
            None => player.vitals.effects.iter().map(|(effect, _)| effect).collect(),
        };
        wanted.into_iter().filter(|&effect| player.lose_effect(effect)).count() > 0
    }

    /// Gives who lives an effect; false if they have it already and stronger.
    pub(crate) fn affect(&mut self, id: ConnectionId, effect: Effect, new: Lasting) -> bool {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return false };
        let fresh = !player.vitals.effects.has(effect);
        let changed = player.vitals.take_on(effect, new);
        if changed {
            player.show_effect(effect, fresh);
        }
        changed
    }
}

impl Player {
    pub fn lose_effect(&mut self, effect: Effect) -> bool {
        let had = self.vitals.lose(effect);
        if had {
            self.hide_effect(effect);
        }
        had
    }

    /// Tells the client of an effect. What has just begun fades in there: vanilla says so of it, and not of one that has
    /// changed or that a joining client is told.
    fn show_effect(&mut self, effect: Effect, fresh: bool) {
        let Some(Lasting { ticks, amplifier, shown }) = self.vitals.effects.get(effect) else { return };
        // The protocol's endless is -1.
        let duration = i32::try_from(ticks).unwrap_or(-1);
        let mut data = MobEffectData { amplifier: amplifier as i32, duration, ..MobEffectData::default() };
        (data.flags.show_particles, data.flags.show_icon, data.flags.blend) = (shown, shown, fresh);
        self.link.send(ClientboundUpdateMobEffect { entity_id: self.id.into_entity(), mob_effect: effect, data });
        self.show_modifiers(effect);
    }

    /// Takes an effect that has ended off the client.
    pub fn hide_effect(&mut self, effect: Effect) {
        self.link.send(ClientboundRemoveMobEffect { entity_id: self.id.into_entity(), effect });
        self.show_modifiers(effect);
    }

    /// All of them: to a client that has just joined.
    pub fn show_effects(&mut self) {
        let effects: Vec<_> = self.vitals.effects.iter().collect();
        for (effect, _) in effects {
            self.show_effect(effect, false);
        }
    }

    /// The attribute that an effect changes, with all that changes it. Clients move themselves, so they must know.
    fn show_modifiers(&mut self, changed: Effect) {
        let Some((attribute, ..)) = modifier(changed) else { return };
        let of_effect = |(effect, Lasting { amplifier, .. }): (Effect, Lasting)| {
            let (of, amount, operation) = modifier(effect)?;
            let id = Identifier::new(format!("minecraft:effect.{}", name(effect)));
            (of == attribute).then(|| AttributeModifier { id, amount: amount * f64::from(amplifier + 1), operation })
        };
        let mut modifiers: Vec<_> = self.vitals.effects.iter().filter_map(of_effect).collect();
        if attribute == Attribute::MovementSpeed && self.sprinting {
            // The packet replaces all of them, the client's own too.
            let operation = AttributeModifierOperation::AddMultipliedTotal;
            modifiers.push(AttributeModifier { id: Identifier::new("minecraft:sprinting"), amount: 0.3, operation });
        }
        let values = vec![AttributeSnapshot { attribute, base: looks::base(attribute), modifiers }];
        self.link.send(ClientboundUpdateAttributes { entity_id: self.id.into_entity(), values });
    }
}
