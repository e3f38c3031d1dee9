//! Being hurt, and what happens at the end of it.
//!
//! For half a second after a hurt only what is worse counts, and of that only the excess (Minecraft Wiki, Damage).

use azalea_protocol::packets::game::{
    ClientboundDamageEvent, ClientboundEntityEvent, ClientboundHurtAnimation, ClientboundPlayerCombatKill,
    c_damage_event::OptionalEntityId, s_client_command::Action,
};
use azalea_registry::{DataRegistry, data::DamageKind};
use tracing::info;

use crate::{
    domain::Vec3,
    game::Game,
    net::inbound::ConnectionId,
    players::{
        effects::Effect,
        experience::Experience,
        statistics::CustomStat,
        vitals::{UNBURNT, Vitals},
    },
    protocol::{packets, packets::IntoEntity},
    registries,
    rules::game_rules::{GameRules, Rule},
};

/// Ticks that a hurt is remembered, and how many of them it shields from lesser ones.
const REMEMBERED: u32 = 20;
const SHIELDING: u32 = 10;

/// The entity event of a dying body.
const DEATH_EVENT: u8 = 3;

/// Exhaustion of a hurt, and the kinds that have none (`exhaustion` of the data pack's damage types).
const EXHAUSTION: f32 = 0.1;
const TIRELESS: [&str; 19] = [
    "cramming",
    "dragon_breath",
    "drown",
    "ender_pearl",
    "fall",
    "fly_into_wall",
    "freeze",
    "generic",
    "generic_kill",
    "in_wall",
    "indirect_magic",
    "magic",
    "on_fire",
    "out_of_world",
    "outside_border",
    "sonic_boom",
    "stalagmite",
    "starve",
    "wither",
];

/// Kinds that Fire Resistance keeps off: vanilla's tag `is_fire`.
const FIERY: [&str; 7] = ["in_fire", "campfire", "on_fire", "lava", "hot_floor", "unattributed_fireball", "fireball"];

/// Kinds that Resistance does not lessen: vanilla's tags `bypasses_resistance` and `bypasses_effects`.
const IRRESISTIBLE: [&str; 3] = ["out_of_world", "generic_kill", "starve"];

/// How fast at most, in blocks a tick, what the dead had flies off to a side: the game's `Player.drop`.
const LOOSE_SPEED: f64 = 0.5;

/// What each level of Resistance keeps off.
const RESISTED: f32 = 0.2;

/// Kinds of vanilla's tag `is_fall`.
const FALLS: [&str; 3] = ["fall", "ender_pearl", "stalagmite"];

impl GameRules {
    /// Whether a rule keeps a kind of damage off everyone.
    pub fn keep_off(&self, kind: &str) -> bool {
        let rule = match kind {
            "drown" => Rule::DrowningDamage,
            "freeze" => Rule::FreezeDamage,
            _ if FALLS.contains(&kind) => Rule::FallDamage,
            _ if FIERY.contains(&kind) => Rule::FireDamage,
            _ => return false,
        };
        !self.is(rule)
    }
}

impl Vitals {
    /// Takes what a hurt of so many half hearts costs by now; `None` if it does not count, else whether it is a new hurt,
    /// not the rest of a worse one.
    fn take(&mut self, amount: f32, kind: &str) -> Option<bool> {
        if FIERY.contains(&kind) && self.effects.has(Effect::FireResistance) {
            return None;
        }
        let fresh = self.shielded <= REMEMBERED - SHIELDING;
        let counts = if fresh { amount } else { amount - self.last_hurt };
        if counts <= 0.0 {
            return None;
        }
        self.last_hurt = amount;
        if fresh {
            self.shielded = REMEMBERED;
        }
        let resisted = match self.effects.level(Effect::Resistance) {
            Some(level) if !IRRESISTIBLE.contains(&kind) => (level as f32 * RESISTED).min(1.0),
            _ => 0.0,
        };
        let meant = counts * (1.0 - resisted);
        let absorbed = meant.min(self.absorption);
        self.absorption -= absorbed;
        let cost = meant - absorbed;
        if cost > 0.0 {
            self.health = (self.health - cost).max(0.0);
            self.tire(if TIRELESS.contains(&kind) { 0.0 } else { EXHAUSTION });
        }
        Some(fresh)
    }
}

impl Game {
    /// Takes health, in half hearts, and dies at none. `kind` is of the damage registry, `cause` ends the message.
    pub(crate) fn hurt(&mut self, id: ConnectionId, amount: f32, kind: &str, cause: &str) {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        if player.is_invulnerable_to(kind, self.tick) || self.rules.keep_off(kind) {
            return;
        }
        let Vitals { health: before, absorption, .. } = player.vitals;
        let Some(fresh) = player.vitals.take(amount, kind) else { return };
        // In tenths of a half heart; of a deadly blow, what there was to take.
        let lost = (before - player.vitals.health) * 10.0;
        player.statistics.count(CustomStat::DamageTaken, lost.round() as u32);
        let absorbed = (absorption - player.vitals.absorption) * 10.0;
        player.statistics.count(CustomStat::DamageAbsorbed, absorbed.round() as u32);
        let died = !player.is_alive();
        if fresh {
            // Nobody in particular did it, so the view tilts to the front.
            player.link.send(ClientboundHurtAnimation { id: id.into_entity(), yaw: 0.0 });
            let source: DamageKind = registries::id_of(kind);
            self.broadcast(ClientboundDamageEvent {
                entity_id: id.into_entity(),
                source_type_id: source.protocol_id(),
                source_cause_id: OptionalEntityId(None),
                source_direct_id: OptionalEntityId(None),
                source_position: None,
            });
        }
        self.wake(id);
        if died {
            self.die(id, cause);
        }
        if let Some(player) = self.players.get_mut(&id) {
            player.show_changes();
        }
    }

    /// All that the body had lies where it fell, unless a rule lets it keep it. Its experience is lost: there are no orbs to
    /// hold what it would leave.
    fn die(&mut self, id: ConnectionId, cause: &str) {
        self.container_close(id, -1);
        let Some(player) = self.players.get_mut(&id) else { return };
        let message = format!("{} {cause}", player.name);
        info!("{message}");
        let keeps = self.rules.is(Rule::KeepInventory);
        let (from, stacks) = (player.hands(), if keeps { Vec::new() } else { player.inventory.take_all() });
        player.statistics.count(CustomStat::Deaths, 1);
        player.statistics.restart(CustomStat::TimeSinceDeath);
        player.statistics.restart(CustomStat::TimeSinceRest);
        player.digging = Default::default();
        player.eating = None;
        player.vitals.fire = UNBURNT;
        if !keeps {
            player.vitals.experience = Experience::default();
        }
        player.vitals.effects = Default::default();
        player.vitals.absorption = 0.0;
        let told = self.rules.is(Rule::ShowDeathMessages);
        let shown = if told { message.as_str() } else { "" };
        player.link.send(ClientboundPlayerCombatKill { player_id: id.into_entity(), message: shown.into() });
        for stack in stacks {
            let (turn, speed) = (self.rng.unit() * std::f64::consts::TAU, self.rng.unit() * LOOSE_SPEED);
            let velocity = Vec3::new(turn.cos() * speed, 0.2, turn.sin() * speed);
            self.drop_thrown(from, stack, velocity);
        }
        self.broadcast(ClientboundEntityEvent { entity_id: id.into_entity(), event_id: DEATH_EVENT });
        if told {
            self.broadcast(packets::system_chat(&message));
        }
    }

    pub(crate) fn client_command(&mut self, id: ConnectionId, action: Action) {
        match action {
            Action::PerformRespawn => self.respawn(id),
            Action::RequestStats => self.tell_statistics(id),
            Action::RequestGameruleValues => self.tell_rules(id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::effects::Lasting;

    /// Health after hurts, each so many ticks after the last.
    fn after(vitals: &mut Vitals, hurts: &[(u32, f32, &str)]) -> f32 {
        for &(ticks, amount, kind) in hurts {
            vitals.shielded = vitals.shielded.saturating_sub(ticks);
            vitals.take(amount, kind);
        }
        vitals.health
    }

    fn whole() -> Vitals {
        Vitals::default()
    }

    /// Minecraft Wiki, Damage, Immunity: ten ticks in which only the excess over the last hurt counts.
    #[test]
    fn half_a_second_of_shield() {
        assert_eq!(after(&mut whole(), &[(0, 4.0, "lava"), (9, 4.0, "lava")]), 16.0);
        assert_eq!(after(&mut whole(), &[(0, 4.0, "lava"), (10, 4.0, "lava")]), 12.0);
        assert_eq!(after(&mut whole(), &[(0, 1.0, "in_fire"), (3, 4.0, "lava"), (3, 4.0, "lava")]), 16.0);
        assert_eq!(after(&mut whole(), &[(0, 4.0, "lava"), (5, 1.0, "on_fire")]), 16.0);
        let lava: Vec<_> = (0..20).map(|_| (1, 4.0, "lava")).collect();
        assert_eq!(after(&mut whole(), &lava), 12.0, "4 every 10 ticks");
    }

    /// Minecraft Wiki, Resistance and Fire Resistance.
    #[test]
    fn effects_keep_damage_off() {
        let mut vitals = whole();
        vitals.effects.add(Effect::Resistance, Lasting::new(100, 1));
        assert_eq!(after(&mut vitals, &[(0, 10.0, "fall")]), 14.0);
        assert_eq!(after(&mut vitals, &[(20, 2.0, "starve")]), 12.0);
        let mut vitals = whole();
        vitals.effects.add(Effect::FireResistance, Lasting::new(100, 0));
        assert_eq!(after(&mut vitals, &[(0, 4.0, "lava"), (20, 1.0, "cactus")]), 19.0);
    }

    /// Minecraft Wiki, Absorption: its hearts go first, after what Resistance keeps off.
    #[test]
    fn absorption_takes_hurts_first() {
        let mut vitals = whole();
        vitals.take_on(Effect::Absorption, Lasting::new(100, 0));
        assert_eq!((after(&mut vitals, &[(0, 3.0, "cactus")]), vitals.absorption, vitals.exhaustion), (20.0, 1.0, 0.0));
        assert_eq!((after(&mut vitals, &[(20, 3.0, "cactus")]), vitals.absorption), (18.0, 0.0));
        vitals.take_on(Effect::Absorption, Lasting::new(100, 0));
        vitals.take_on(Effect::Resistance, Lasting::new(100, 1));
        assert_eq!((after(&mut vitals, &[(20, 5.0, "fall")]), vitals.absorption), (18.0, 1.0));
    }

    #[test]
    fn some_hurts_tire() {
        let mut vitals = whole();
        after(&mut vitals, &[(0, 1.0, "cactus"), (20, 1.0, "fall")]);
        assert_eq!(vitals.exhaustion, 0.1);
    }
}
