//! Status effects: which a body has, how long they last, what they do to it each tick.
//!
//! Every effect of the registry can be had and is shown to clients, who do by themselves what is a matter of sight and of
//! moving. The numbers are of the Minecraft Wiki's page on each effect; what they do to attributes, of the game's own table
//! as Pumpkin extracted it (its `assets/effect.json`). What Haste, Resistance, Fire Resistance, Water Breathing, Jump Boost
//! and their like do is done where it counts; [`is_only_shown`] names those of which nothing is done.

use std::{collections::BTreeMap, str::FromStr};

use azalea_core::attribute_modifier_operation::AttributeModifierOperation;
use azalea_registry::builtin::Attribute;
pub(crate) use azalea_registry::builtin::MobEffect as Effect;

use crate::knowledge;

/// By its registry name, with or without namespace.
pub(crate) fn named(name: &str) -> Option<Effect> {
    Effect::from_str(&format!("minecraft:{}", knowledge::plain(name))).ok()
}

/// Its registry name, without namespace.
pub(crate) fn name(effect: Effect) -> &'static str {
    knowledge::plain(effect.to_str())
}

/// Whether it does what it does in each tick that it lasts, so that commands count its time in ticks.
pub(crate) fn is_instant(effect: Effect) -> bool {
    matches!(effect, Effect::InstantHealth | Effect::InstantDamage | Effect::Saturation)
}

/// Whether this world shows it and does nothing else of it: that would take fights, fishing, raids, vaults or mobs.
pub(crate) fn is_only_shown(effect: Effect) -> bool {
    use Effect as E;
    let fights = matches!(effect, E::Strength | E::Weakness | E::WindCharged | E::Weaving | E::Oozing | E::Infested);
    let omens = matches!(effect, E::BadOmen | E::TrialOmen | E::RaidOmen | E::HeroOfTheVillage);
    fights || omens || matches!(effect, E::Luck | E::Unluck)
}

/// What an effect does to one of the attributes that clients are told, at level 1: it grows by as much with every level.
pub(crate) fn modifier(effect: Effect) -> Option<(Attribute, f64, AttributeModifierOperation)> {
    use AttributeModifierOperation::{AddMultipliedTotal, AddValue};
    match effect {
        Effect::Speed => Some((Attribute::MovementSpeed, 0.2, AddMultipliedTotal)),
        Effect::Slowness => Some((Attribute::MovementSpeed, -0.15, AddMultipliedTotal)),
        Effect::Haste => Some((Attribute::AttackSpeed, 0.1, AddMultipliedTotal)),
        Effect::MiningFatigue => Some((Attribute::AttackSpeed, -0.1, AddMultipliedTotal)),
        Effect::JumpBoost => Some((Attribute::SafeFallDistance, 1.0, AddValue)),
        Effect::HealthBoost => Some((Attribute::MaxHealth, 4.0, AddValue)),
        Effect::Absorption => Some((Attribute::MaxAbsorption, 4.0, AddValue)),
        Effect::Luck => Some((Attribute::Luck, 1.0, AddValue)),
        Effect::Unluck => Some((Attribute::Luck, -1.0, AddValue)),
        _ => None,
    }
}

/// Half hearts that each level of Health Boost and of Absorption makes room for.
pub(super) const HEARTS_A_LEVEL: f32 = 4.0;

/// Half hearts of a whole body without effects, and with whatever effects (the attribute's own limit).
pub(crate) const WHOLE: f32 = 20.0;
const MOST_HEALTH: f32 = 1024.0;

/// How long an effect still lasts, and how strong it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lasting {
    /// [`ENDLESS`] never end.
    pub ticks: u32,
    /// 0 is level 1.
    pub amplifier: u32,
    /// Whether the body swirls with it and the client shows its picture: `/effect` can hide both.
    pub shown: bool,
}

impl Lasting {
    pub fn new(ticks: u32, amplifier: u32) -> Self {
        Self { ticks, amplifier, shown: true }
    }
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
    /// Half hearts, whatever is left.
    pub withers: f32,
    pub harms: f32,
    pub exhausts: f32,
    /// Food points that come with as much saturation as they can.
    pub feeds: u32,
}

/// The effects of one body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects(BTreeMap<Effect, Lasting>);

impl Effects {
    /// Adds one; of two of a kind the stronger stays, of two as strong the longer. False if the old one stays as it was.
    pub fn add(&mut self, effect: Effect, new: Lasting) -> bool {
        let Some(old) = self.0.get_mut(&effect) else { return self.0.insert(effect, new).is_none() };
        let before = *old;
        if (new.amplifier, new.ticks) > (old.amplifier, old.ticks) {
            *old = new;
        }
        old.shown = new.shown;
        *old != before
    }

    pub fn remove(&mut self, effect: Effect) -> bool {
        self.0.remove(&effect).is_some()
    }

    /// 1 and up, if there is the effect.
    pub fn level(&self, effect: Effect) -> Option<u32> {
        self.0.get(&effect).map(|lasting| lasting.amplifier + 1)
    }

    pub fn get(&self, effect: Effect) -> Option<Lasting> {
        self.0.get(&effect).copied()
    }

    pub fn has(&self, effect: Effect) -> bool {
        self.0.contains_key(&effect)
    }

    /// Half hearts of a whole body.
    pub fn most_health(&self) -> f32 {
        let boost = self.level(Effect::HealthBoost).map_or(0.0, |level| HEARTS_A_LEVEL * level as f32);
        (WHOLE + boost).min(MOST_HEALTH)
    }

    /// Half hearts that may be there beside the health.
    pub fn most_absorption(&self) -> f32 {
        self.level(Effect::Absorption).map_or(0.0, |level| HEARTS_A_LEVEL * level as f32)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Effect, Lasting)> {
        self.0.iter().map(|(effect, lasting)| (*effect, *lasting))
    }

    /// One tick of all of them; and which of them end with it. What never ends keeps time by the world's ticks.
    pub fn pass_tick(&mut self, tick: u64) -> (Doings, Vec<Effect>) {
        let mut doings = Doings::default();
        for (effect, Lasting { ticks, amplifier, .. }) in self.iter() {
            let level = amplifier.saturating_add(1);
            // Each level halves the time between two of what comes in beats.
            let count = if ticks == ENDLESS { tick } else { u64::from(ticks) };
            let beats = |period: u64| count.is_multiple_of((period >> amplifier.min(31)).max(1));
            let power = |base: u32| (base << amplifier.min(24)) as f32;
            match effect {
                Effect::InstantHealth => doings.heals += power(4),
                Effect::InstantDamage => doings.harms += power(6),
                Effect::Wither if beats(40) => doings.withers += 1.0,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What an effect does in so many ticks.
    fn in_ticks(effect: Effect, amplifier: u32, ticks: u32) -> Doings {
        let mut effects = Effects::default();
        effects.add(effect, Lasting::new(ticks, amplifier));
        let mut sum = Doings::default();
        for tick in 0..ticks {
            let (doings, _) = effects.pass_tick(tick.into());
            sum.heals += doings.heals;
            sum.poisons += doings.poisons;
            sum.withers += doings.withers;
            sum.harms += doings.harms;
            sum.exhausts += doings.exhausts;
            sum.feeds += doings.feeds;
        }
        assert_eq!(effects, Effects::default(), "it is over");
        sum
    }

    /// Minecraft Wiki: Regeneration heals one half heart every 50 ticks, 25 at level 2; Poison hurts as much every 25, 12;
    /// Wither every 40, 20; Hunger exhausts by 0.005 a tick and level; Saturation feeds one point a tick and level; Instant
    /// Health and Damage are 4 and 6 half hearts, and twice that with each level.
    #[test]
    fn effects_do_their_share() {
        assert_eq!(in_ticks(Effect::Regeneration, 0, 200).heals, 4.0);
        assert_eq!(in_ticks(Effect::Regeneration, 1, 200).heals, 8.0);
        assert_eq!(in_ticks(Effect::Poison, 0, 100).poisons, 4.0);
        assert_eq!(in_ticks(Effect::Poison, 1, 96).poisons, 8.0);
        assert_eq!([0, 1].map(|level| in_ticks(Effect::Wither, level, 200).withers), [5.0, 10.0]);
        assert!((in_ticks(Effect::Hunger, 0, 600).exhausts - 3.0).abs() < 1.0e-3);
        assert!((in_ticks(Effect::Hunger, 2, 300).exhausts - 4.5).abs() < 1.0e-3);
        assert_eq!(in_ticks(Effect::Saturation, 1, 3).feeds, 6);
        assert_eq!([0, 1].map(|level| in_ticks(Effect::InstantHealth, level, 1).heals), [4.0, 8.0]);
        assert_eq!([0, 1].map(|level| in_ticks(Effect::InstantDamage, level, 1).harms), [6.0, 12.0]);
    }

    /// As fast as those that end, and for ever.
    #[test]
    fn what_never_ends_keeps_its_beat() {
        let mut effects = Effects::default();
        effects.add(Effect::Regeneration, Lasting::new(ENDLESS, 0));
        effects.add(Effect::Poison, Lasting::new(ENDLESS, 1));
        let doings: Vec<Doings> = (1..=600).map(|tick| effects.pass_tick(tick).0).collect();
        let (heals, poisons) = doings.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.heals, sum.1 + one.poisons));
        assert_eq!((heals, poisons), (12.0, 50.0));
        assert_eq!(effects.iter().count(), 2);
    }

    #[test]
    fn the_stronger_stays_then_the_longer() {
        let mut effects = Effects::default();
        let mut add = |ticks, amplifier| effects.add(Effect::Speed, Lasting::new(ticks, amplifier));
        assert_eq!([add(100, 0), add(50, 0), add(200, 0), add(10, 1), add(999, 0)], [true, false, true, true, false]);
        assert_eq!(effects.level(Effect::Speed), Some(2));
        let hidden = Lasting { shown: false, ..Lasting::new(1, 0) };
        assert!(effects.add(Effect::Speed, hidden) && !effects.add(Effect::Speed, hidden), "it hides the stronger");
        assert_eq!(effects.get(Effect::Speed), Some(Lasting { shown: false, ..Lasting::new(10, 1) }));
    }

    #[test]
    fn effects_are_known_by_their_names() {
        assert_eq!((named("minecraft:haste"), named("haste")), (Some(Effect::Haste), Some(Effect::Haste)));
        assert_eq!((named("bad_luck"), name(Effect::BreathOfTheNautilus)), (None, "breath_of_the_nautilus"));
    }
}
