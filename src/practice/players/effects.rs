//! Status effects: which a body has, how long they last, what they do to it each tick.
//!
//! The numbers are of the Minecraft Wiki's page on each effect; what they do to attributes, of MinestomPvP
//! (CombatPotionEffects). Some effects do nothing here but to be shown; what
//! Haste, Resistance, Fire Resistance, Water Breathing and Jump Boost do is done where it counts.

use std::{collections::BTreeMap, str::FromStr};

use azalea_core::attribute_modifier_operation::AttributeModifierOperation;
use azalea_entity::MobEffectData;
use azalea_inventory::components::AttributeModifier;
use azalea_protocol::packets::game::{
    ClientboundRemoveMobEffect, ClientboundUpdateAttributes, ClientboundUpdateMobEffect,
    c_update_attributes::AttributeSnapshot,
};
use azalea_registry::{
    builtin::{Attribute, MobEffect},
    identifier::Identifier,
};

use crate::practice::{
    game::Game,
    net::{listener::ConnectionId, packets::IntoEntity},
    players::{looks, player::Player},
};

/// The effects there are in this world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    Speed,
    Slowness,
    Haste,
    MiningFatigue,
    InstantHealth,
    InstantDamage,
    JumpBoost,
    Regeneration,
    Resistance,
    FireResistance,
    WaterBreathing,
    NightVision,
    Hunger,
    Poison,
    Saturation,
}

impl Effect {
    const NAMES: [(&'static str, Self); 15] = [
        ("speed", Self::Speed),
        ("slowness", Self::Slowness),
        ("haste", Self::Haste),
        ("mining_fatigue", Self::MiningFatigue),
        ("instant_health", Self::InstantHealth),
        ("instant_damage", Self::InstantDamage),
        ("jump_boost", Self::JumpBoost),
        ("regeneration", Self::Regeneration),
        ("resistance", Self::Resistance),
        ("fire_resistance", Self::FireResistance),
        ("water_breathing", Self::WaterBreathing),
        ("night_vision", Self::NightVision),
        ("hunger", Self::Hunger),
        ("poison", Self::Poison),
        ("saturation", Self::Saturation),
    ];

    /// By its registry name, with or without namespace.
    pub fn named(name: &str) -> Option<Self> {
        let plain = name.strip_prefix("minecraft:").unwrap_or(name);
        Self::NAMES.iter().find(|(known, _)| *known == plain).map(|(_, effect)| *effect)
    }

    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, effect)| *effect == self).map_or("", |(name, _)| name)
    }

    fn on_wire(self) -> Option<MobEffect> {
        MobEffect::from_str(&format!("minecraft:{}", self.name())).ok()
    }

    /// What it does to one of the body's attributes, at level 1: it grows by as much with every level.
    fn modifier(self) -> Option<(Attribute, f64, AttributeModifierOperation)> {
        use AttributeModifierOperation::{AddMultipliedTotal, AddValue};
        match self {
            Self::Speed => Some((Attribute::MovementSpeed, 0.2, AddMultipliedTotal)),
            Self::Slowness => Some((Attribute::MovementSpeed, -0.15, AddMultipliedTotal)),
            Self::Haste => Some((Attribute::AttackSpeed, 0.1, AddMultipliedTotal)),
            Self::MiningFatigue => Some((Attribute::AttackSpeed, -0.1, AddMultipliedTotal)),
            Self::JumpBoost => Some((Attribute::SafeFallDistance, 1.0, AddValue)),
            _ => None,
        }
    }
}

/// How long an effect still lasts, and how strong it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lasting {
    /// [`ENDLESS`] never end.
    pub ticks: u32,
    /// 0 is level 1.
    pub amplifier: u32,
}

/// More ticks than anyone waits for.
pub(crate) const ENDLESS: u32 = u32::MAX;

/// What the effects of one tick come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Doings {
    /// Half hearts.
    pub heals: f32,
    /// Half hearts, down to one and no further.
    pub poisons: f32,
    pub exhausts: f32,
    /// Food points that come with as much saturation as they can.
    pub feeds: u32,
}

/// The effects of one body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects(BTreeMap<Effect, Lasting>);

impl Effects {
    /// Adds one; of two of a kind the stronger stays, of two as strong the longer. False if that is the old one.
    pub fn add(&mut self, effect: Effect, new: Lasting) -> bool {
        let before = self.0.get(&effect);
        let better = before.is_none_or(|old| (new.amplifier, new.ticks) > (old.amplifier, old.ticks));
        if better {
            self.0.insert(effect, new);
        }
        better
    }

    pub fn remove(&mut self, effect: Effect) -> bool {
        self.0.remove(&effect).is_some()
    }

    /// 1 and up, if there is the effect.
    pub fn level(&self, effect: Effect) -> Option<u32> {
        self.0.get(&effect).map(|lasting| lasting.amplifier + 1)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Effect, Lasting)> {
        self.0.iter().map(|(effect, lasting)| (*effect, *lasting))
    }

    /// One tick of all of them; and which of them end with it. What never ends keeps time by the world's ticks.
    pub fn pass_tick(&mut self, tick: u64) -> (Doings, Vec<Effect>) {
        let mut doings = Doings::default();
        for (effect, Lasting { ticks, amplifier }) in self.iter() {
            let level = amplifier.saturating_add(1);
            // Each level halves the time between two of what comes in beats.
            let count = if ticks == ENDLESS { tick } else { u64::from(ticks) };
            let beats = |period: u64| count.is_multiple_of((period >> amplifier.min(31)).max(1));
            match effect {
                Effect::Regeneration if beats(50) => doings.heals += 1.0,
                Effect::Poison if beats(25) => doings.poisons += 1.0,
                Effect::Hunger => doings.exhausts += 0.005 * level as f32,
                Effect::Saturation => doings.feeds += level,
                _ => {}
            }
        }
        let mut over = Vec::new();
        self.0.retain(|effect, lasting| {
            if lasting.ticks != ENDLESS {
                lasting.ticks = lasting.ticks.saturating_sub(1);
            }
            if lasting.ticks == 0 {
                over.push(*effect);
            }
            lasting.ticks > 0
        });
        (doings, over)
    }
}

impl Game {
    /// Gives a player an effect; false if there is no such player or effect, or they have it already and stronger.
    pub fn give_effect(&mut self, player: &str, effect: &str, ticks: u32, amplifier: u32) -> bool {
        let Some((effect, player)) = Effect::named(effect).zip(self.named(player)) else { return false };
        let (id, alive) = (player.id, player.is_alive());
        alive && self.affect(id, effect, Lasting { ticks, amplifier: amplifier.min(255) })
    }

    /// Takes an effect off a player, or all of them; false if there was none.
    pub fn clear_effects(&mut self, player: &str, effect: Option<&str>) -> bool {
        let Some(player) = self.named(player) else { return false };
        let wanted: Vec<Effect> = match effect {
            Some(name) => Effect::named(name).into_iter().collect(),
            None => player.vitals.effects.iter().map(|(effect, _)| effect).collect(),
        };
        wanted.into_iter().filter(|&effect| player.lose_effect(effect)).count() > 0
    }

    pub(crate) fn affect(&mut self, id: ConnectionId, effect: Effect, lasting: Lasting) -> bool {
        let Some(player) = self.players.get_mut(&id) else { return false };
        let power = |base: u32| (base << lasting.amplifier.min(24)) as f32;
        match effect {
            Effect::InstantHealth => player.vitals.heal(power(4)),
            Effect::InstantDamage => self.hurt(id, power(6), "magic", "was killed by magic"),
            _ if player.vitals.effects.add(effect, lasting) => player.show_effect(effect, lasting),
            _ => return false,
        }
        true
    }
}

impl Player {
    pub fn lose_effect(&mut self, effect: Effect) -> bool {
        let had = self.vitals.effects.remove(effect);
        if had {
            self.hide_effect(effect);
        }
        had
    }

    fn show_effect(&mut self, effect: Effect, lasting: Lasting) {
        let Some(mob_effect) = effect.on_wire() else { return };
        // The protocol's endless is -1.
        let duration = i32::try_from(lasting.ticks).unwrap_or(-1);
        let mut data = MobEffectData { amplifier: lasting.amplifier as i32, duration, flags: Default::default() };
        (data.flags.show_particles, data.flags.show_icon) = (true, true);
        self.link.send(ClientboundUpdateMobEffect { entity_id: self.id.into_entity(), mob_effect, data });
        self.show_modifiers(effect);
    }

    /// Takes an effect that has ended off the client.
    pub fn hide_effect(&mut self, over: Effect) {
        let Some(effect) = over.on_wire() else { return };
        self.link.send(ClientboundRemoveMobEffect { entity_id: self.id.into_entity(), effect });
        self.show_modifiers(over);
    }

    /// All of them: to a client that has just joined.
    pub fn show_effects(&mut self) {
        let effects: Vec<_> = self.vitals.effects.iter().collect();
        for (effect, lasting) in effects {
            self.show_effect(effect, lasting);
        }
    }

    /// The attribute that an effect changes, with all that changes it. Clients move themselves, so they must know.
    fn show_modifiers(&mut self, changed: Effect) {
        let Some((attribute, ..)) = changed.modifier() else { return };
        let of_effect = |(effect, Lasting { amplifier, .. }): (Effect, Lasting)| {
            let (of, amount, operation) = effect.modifier()?;
            let id = Identifier::new(format!("minecraft:effect.{}", effect.name()));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What an effect does in so many ticks.
    fn in_ticks(effect: Effect, amplifier: u32, ticks: u32) -> Doings {
        let mut effects = Effects::default();
        effects.add(effect, Lasting { ticks, amplifier });
        let mut sum = Doings::default();
        for tick in 0..ticks {
            let (doings, _) = effects.pass_tick(tick.into());
            sum.heals += doings.heals;
            sum.poisons += doings.poisons;
            sum.exhausts += doings.exhausts;
            sum.feeds += doings.feeds;
        }
        assert_eq!(effects, Effects::default(), "it is over");
        sum
    }

    /// Minecraft Wiki: Regeneration heals one half heart every 50 ticks, 25 at level 2; Poison hurts as much every 25, 12;
    /// Hunger exhausts by 0.005 a tick and level; Saturation feeds one point a tick and level.
    #[test]
    fn effects_do_their_share() {
        assert_eq!(in_ticks(Effect::Regeneration, 0, 200).heals, 4.0);
        assert_eq!(in_ticks(Effect::Regeneration, 1, 200).heals, 8.0);
        assert_eq!(in_ticks(Effect::Poison, 0, 100).poisons, 4.0);
        assert_eq!(in_ticks(Effect::Poison, 1, 96).poisons, 8.0);
        assert!((in_ticks(Effect::Hunger, 0, 600).exhausts - 3.0).abs() < 1.0e-3);
        assert!((in_ticks(Effect::Hunger, 2, 300).exhausts - 4.5).abs() < 1.0e-3);
        assert_eq!(in_ticks(Effect::Saturation, 1, 3).feeds, 6);
    }

    /// As fast as those that end, and for ever.
    #[test]
    fn what_never_ends_keeps_its_beat() {
        let mut effects = Effects::default();
        effects.add(Effect::Regeneration, Lasting { ticks: ENDLESS, amplifier: 0 });
        effects.add(Effect::Poison, Lasting { ticks: ENDLESS, amplifier: 1 });
        let doings: Vec<Doings> = (1..=600).map(|tick| effects.pass_tick(tick).0).collect();
        let (heals, poisons) = doings.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.heals, sum.1 + one.poisons));
        assert_eq!((heals, poisons), (12.0, 50.0));
        assert_eq!(effects.iter().count(), 2);
    }

    #[test]
    fn the_stronger_stays_then_the_longer() {
        let mut effects = Effects::default();
        let mut add = |ticks, amplifier| effects.add(Effect::Speed, Lasting { ticks, amplifier });
        assert_eq!([add(100, 0), add(50, 0), add(200, 0), add(10, 1), add(999, 0)], [true, false, true, true, false]);
        assert_eq!(effects.level(Effect::Speed), Some(2));
    }

    #[test]
    fn every_effect_has_a_number_in_the_protocol() {
        for (name, effect) in Effect::NAMES {
            assert_eq!((effect.name(), Effect::named(name)), (name, Some(effect)));
            assert!(effect.on_wire().is_some(), "{name}");
        }
        assert_eq!(Effect::named("minecraft:haste"), Some(Effect::Haste));
        assert_eq!(Effect::named("bad_luck"), None);
    }
}
