//! The game rules of 26.1: what each is set to, and which this world obeys.
//!
//! Names are the registry's. What they are at first and what they may be is of the Minecraft Wiki (Game rule) and of Pumpkin
//! (`game_rules` of its data for 26.1).

use azalea_registry::Registry;
pub(crate) use azalea_registry::builtin::GameRule as Rule;

use crate::knowledge;

const COUNT: usize = 59;

/// The rules that are numbers: at first, the least and the most.
const NUMBERS: [(Rule, i32, i32, i32); 11] = [
    (Rule::FireSpreadRadiusAroundPlayer, 128, -1, i32::MAX),
    (Rule::MaxBlockModifications, 32_768, 1, i32::MAX),
    (Rule::MaxCommandForks, 65_536, 0, i32::MAX),
    (Rule::MaxCommandSequenceLength, 65_536, 0, i32::MAX),
    (Rule::MaxEntityCramming, 24, 0, i32::MAX),
    (Rule::MaxSnowAccumulationHeight, 1, 0, 8),
    (Rule::PlayersNetherPortalCreativeDelay, 0, 0, i32::MAX),
    (Rule::PlayersNetherPortalDefaultDelay, 80, 0, i32::MAX),
    (Rule::PlayersSleepingPercentage, 100, 0, i32::MAX),
    (Rule::RandomTickSpeed, 3, 0, i32::MAX),
    (Rule::RespawnRadius, 10, 0, i32::MAX),
];

/// Those of the others that are off at first.
const OFF: [Rule; 7] = [
    Rule::ImmediateRespawn,
    Rule::KeepInventory,
    Rule::LavaSourceConversion,
    Rule::LimitedCrafting,
    Rule::ReducedDebugInfo,
    Rule::TntExplosionDropDecay,
    Rule::UniversalAnger,
];

/// Of the experiment `minecart_improvements`: a world without it does not know the rule.
const EXPERIMENTAL: Rule = Rule::MaxMinecartSpeed;

/// What this world obeys. The others are kept and told, and nothing follows.
const OBEYED: [Rule; 20] = [
    Rule::AdvanceTime,
    Rule::AdvanceWeather,
    Rule::BlockDrops,
    Rule::DrowningDamage,
    Rule::EntityDrops,
    Rule::FallDamage,
    Rule::FireDamage,
    Rule::FreezeDamage,
    Rule::ImmediateRespawn,
    Rule::KeepInventory,
    Rule::LavaSourceConversion,
    Rule::LogAdminCommands,
    Rule::MaxBlockModifications,
    Rule::NaturalHealthRegeneration,
    Rule::PlayerMovementCheck,
    Rule::PlayersSleepingPercentage,
    Rule::ReducedDebugInfo,
    Rule::SendCommandFeedback,
    Rule::ShowDeathMessages,
    Rule::WaterSourceConversion,
];

/// Entity events that tell a client whether to show less on its debug screen (Minecraft Wiki, Java Edition protocol/Entity
/// statuses).
pub(crate) const LESS_DEBUG_INFO: u8 = 22;
pub(crate) const ALL_DEBUG_INFO: u8 = 23;

/// What every rule is set to, by its number; 0 and 1 for those that are on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameRules([i32; COUNT]);

impl Default for GameRules {
    fn default() -> Self {
        let mut rules = Self([1; COUNT]);
        OFF.into_iter().for_each(|rule| rules.set(rule, 0));
        NUMBERS.into_iter().for_each(|(rule, first, ..)| rules.set(rule, first));
        rules
    }
}

impl GameRules {
    pub fn get(&self, rule: Rule) -> i32 {
        self.0.get(rule.to_u32() as usize).copied().unwrap_or_default()
    }

    pub fn is(&self, rule: Rule) -> bool {
        self.get(rule) != 0
    }

    pub fn set(&mut self, rule: Rule, value: i32) {
        if let Some(place) = self.0.get_mut(rule.to_u32() as usize) {
            *place = value;
        }
    }

    /// As commands show it.
    pub fn shown(&self, rule: Rule) -> String {
        if bounds(rule).is_some() { self.get(rule).to_string() } else { self.is(rule).to_string() }
    }
}

/// Every rule that commands know.
pub(crate) fn all() -> impl Iterator<Item = Rule> {
    (0..).map_while(Rule::from_u32).filter(|&rule| rule != EXPERIMENTAL)
}

/// Without its namespace.
pub(crate) fn name(rule: Rule) -> &'static str {
    knowledge::plain(rule.to_str())
}

/// The least and the most that a rule can be that is a number.
pub(crate) fn bounds(rule: Rule) -> Option<(i32, i32)> {
    NUMBERS.into_iter().find(|(known, ..)| *known == rule).map(|(_, _, least, most)| (least, most))
}

pub(crate) fn is_obeyed(rule: Rule) -> bool {
    OBEYED.contains(&rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_the_registry_has_a_value() {
        assert_eq!(all().count() + 1, COUNT);
        let rules = GameRules::default();
        let shown = |rule| rules.shown(rule);
        assert_eq!((shown(Rule::AdvanceTime), shown(Rule::KeepInventory)), ("true".to_owned(), "false".to_owned()));
        assert_eq!((shown(Rule::RandomTickSpeed), name(Rule::Pvp)), ("3".to_owned(), "pvp"));
        for (rule, first, least, most) in NUMBERS {
            assert!((least..=most).contains(&first) && !OFF.contains(&rule), "{}", name(rule));
        }
    }
}
