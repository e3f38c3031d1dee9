//! What keeps a body alive: health, food, breath. How it heals and starves.
//!
//! Numbers are of the Minecraft Wiki's pages Hunger and Food, for normal difficulty. What Hunger leaves open is of SteelMC
//! (food_data) and MinestomPvP (VanillaExhaustionFeature): more than 4 exhaustion costs a point, no more than 40 wait, a
//! healing costs 6.

use crate::{
    knowledge::FULL_FOOD,
    players::{
        effects::{Effect, Effects, HEARTS_A_LEVEL, Lasting, WHOLE},
        experience::Experience,
    },
};

/// Ticks of breath.
pub(crate) const FULL_AIR: i32 = 300;

/// `Vitals::fire` of who is nowhere near fire: so many ticks in flames until the body burns.
pub(crate) const UNBURNT: i32 = -20;

/// Exhaustion that costs a point of saturation or food, and how much of it can wait.
const EXHAUSTED: f32 = 4.0;
const MOST_EXHAUSTION: f32 = 40.0;

/// With food to the brim and saturation left, a body heals every so many ticks by a sixth of what that costs in
/// saturation, which is this at most.
const QUICK_TICKS: u32 = 10;
const QUICK_COST: f32 = 6.0;

/// From so much food up it heals one half heart in so many ticks, at such a cost; starving takes as long.
const HEALING_FOOD: u32 = 18;
const HEALING_TICKS: u32 = 80;
const HEALING_EXHAUSTION: f32 = 6.0;

/// Sprinting takes more food than this.
const TOO_HUNGRY_TO_SPRINT: u32 = 6;

/// All that lives in a body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Vitals {
    /// Half hearts, 0 to [`Effects::most_health`].
    pub health: f32,
    /// Half hearts that a hurt takes first (Minecraft Wiki, Absorption).
    pub absorption: f32,
    /// 0 to 20.
    pub food: u32,
    pub saturation: f32,
    pub exhaustion: f32,
    /// Ticks towards the next healing or starving.
    pub clock: u32,
    /// Ticks of breath, [`FULL_AIR`] at most; below 0 water comes in.
    pub air: i32,
    /// Ticks that the body will burn; below 0 it does not yet, and [`UNBURNT`] is its rest.
    pub fire: i32,
    /// Ticks since the last hurt, counted down: see `damage`.
    pub shielded: u32,
    /// Half hearts of that hurt.
    pub last_hurt: f32,
    pub effects: Effects,
    pub experience: Experience,
}

impl Default for Vitals {
    fn default() -> Self {
        Self {
            health: WHOLE,
            absorption: 0.0,
            food: FULL_FOOD,
            saturation: 5.0,
            exhaustion: 0.0,
            clock: 0,
            air: FULL_AIR,
            fire: UNBURNT,
            shielded: 0,
            last_hurt: 0.0,
            effects: Effects::default(),
            experience: Experience::default(),
        }
    }
}

/// One hurt, as `Game::hurt` takes it: half hearts, the damage's kind, the end of the message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Harm(pub f32, pub &'static str, pub &'static str);

/// What a tick does to a body from the inside.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Ache {
    pub harms: Vec<Harm>,
    /// Effects that are over.
    pub over: Vec<Effect>,
}

impl Vitals {
    pub fn heal(&mut self, half_hearts: f32) {
        if self.health > 0.0 {
            self.health = (self.health + half_hearts).min(self.effects.most_health());
        }
    }

    /// Gives an effect; false where that changes nothing of those there are.
    pub fn take_on(&mut self, effect: Effect, new: Lasting) -> bool {
        let changed = self.effects.add(effect, new);
        if effect == Effect::Absorption {
            // The game fills up what was lost even where the effect stays as it was (`AbsorptionMobEffect`).
            let given = HEARTS_A_LEVEL * (new.amplifier + 1) as f32;
            self.absorption = self.absorption.max(given).min(self.effects.most_absorption());
        }
        changed
    }

    /// Takes an effect away, and what it had lifted; false if there was none.
    pub fn lose(&mut self, effect: Effect) -> bool {
        let had = self.effects.remove(effect);
        self.fit();
        had
    }

    /// Neither health nor absorption outlasts what lifts it.
    fn fit(&mut self) {
        self.health = self.health.min(self.effects.most_health());
        self.absorption = self.absorption.min(self.effects.most_absorption());
    }

    /// Work that makes hungry.
    pub fn tire(&mut self, exhaustion: f32) {
        self.exhaustion = (self.exhaustion + exhaustion).min(MOST_EXHAUSTION);
    }

    /// Food points with half a point of saturation each, times `quality`; saturation never exceeds food.
    pub fn eat(&mut self, points: u32, saturation: f32) {
        self.food = (self.food + points).min(FULL_FOOD);
        self.saturation = (self.saturation + saturation).min(self.food as f32);
    }

    pub fn can_sprint(&self) -> bool {
        self.food > TOO_HUNGRY_TO_SPRINT
    }

    /// One tick, which makes only some bodies hungry, and heals the well fed if a rule lets it.
    pub fn pass_tick(&mut self, tick: u64, hungers: bool, regenerates: bool) -> Ache {
        let (doings, mut over) = self.effects.pass_tick(tick);
        // The effect ends with the last of its hearts.
        if self.absorption <= 0.0 && self.effects.remove(Effect::Absorption) {
            over.push(Effect::Absorption);
        }
        self.fit();
        self.shielded = self.shielded.saturating_sub(1);
        self.heal(doings.heals);
        if doings.feeds > 0 {
            self.eat(doings.feeds, 2.0 * doings.feeds as f32);
        }
        let poisons = if self.health > 1.0 { doings.poisons } else { 0.0 };
        let mut starves = 0.0;
        if hungers {
            self.tire(doings.exhausts);
            starves = self.digest(regenerates);
        }
        let mut harms = vec![
            Harm(starves, "starve", "starved to death"),
            Harm(poisons + doings.harms, "magic", "was killed by magic"),
            Harm(doings.withers, "wither", "withered away"),
        ];
        harms.retain(|Harm(amount, ..)| *amount > 0.0);
        Ache { harms, over }
    }

    /// Exhaustion takes food, food heals, none of it starves; returns the half hearts that starving costs.
    fn digest(&mut self, regenerates: bool) -> f32 {
        if self.exhaustion > EXHAUSTED {
            self.exhaustion -= EXHAUSTED;
            if self.saturation > 0.0 {
                self.saturation = (self.saturation - 1.0).max(0.0);
            } else {
                self.food = self.food.saturating_sub(1);
            }
        }
        let hurt = regenerates && self.health < self.effects.most_health();
        let (quick, slow) =
            (hurt && self.food >= FULL_FOOD && self.saturation > 0.0, hurt && self.food >= HEALING_FOOD);
        if !(quick || slow || self.food == 0) {
            self.clock = 0;
            return 0.0;
        }
        self.clock += 1;
        if self.clock < if quick { QUICK_TICKS } else { HEALING_TICKS } {
            return 0.0;
        }
        self.clock = 0;
        if quick {
            let cost = self.saturation.min(QUICK_COST);
            self.heal(cost / QUICK_COST);
            self.tire(cost);
        } else if slow {
            self.heal(1.0);
            self.tire(HEALING_EXHAUSTION);
        } else if self.health > 1.0 {
            // Normal difficulty leaves the last half heart.
            return 1.0;
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After so many ticks, with what starving costs taken off.
    fn after(mut vitals: Vitals, ticks: u32) -> Vitals {
        for tick in 0..ticks {
            let ache = vitals.pass_tick(tick.into(), true, true);
            vitals.health -= ache.harms.iter().map(|harm| harm.0).sum::<f32>();
        }
        vitals
    }

    fn hurt() -> Vitals {
        Vitals { health: 10.0, saturation: 0.0, ..Vitals::default() }
    }

    /// Minecraft Wiki, Hunger: one half heart every 80 ticks from 18 food on.
    #[test]
    fn the_well_fed_heal() {
        assert_eq!(after(hurt(), 79).health, 10.0);
        assert_eq!(after(hurt(), 80).health, 11.0);
        assert_eq!(after(Vitals { food: 18, ..hurt() }, 80).health, 11.0);
        assert_eq!(after(Vitals { food: 17, ..hurt() }, 800).health, 10.0);
    }

    /// Minecraft Wiki, Hunger: with 20 food, 6 saturation heal one half heart in 10 ticks; less heals in proportion.
    #[test]
    fn saturation_heals_quickly() {
        let sated = Vitals { saturation: 20.0, ..hurt() };
        assert_eq!(after(sated.clone(), 9).health, 10.0);
        let healed = after(sated.clone(), 10);
        assert_eq!((healed.health, healed.exhaustion), (11.0, 6.0));
        assert_eq!(after(Vitals { saturation: 3.0, ..sated.clone() }, 10).health, 10.5);
        assert_eq!(after(Vitals { food: 19, ..sated }, 79).health, 10.0);
    }

    /// Minecraft Wiki, Hunger: a half heart every 80 ticks without food, on normal difficulty down to the last one.
    #[test]
    fn the_starving_keep_half_a_heart() {
        let starving = Vitals { food: 0, ..hurt() };
        assert_eq!(after(starving.clone(), 79).health, 10.0);
        assert_eq!(after(starving.clone(), 80).health, 9.0);
        assert_eq!(after(starving, 80 * 20).health, 1.0);
    }

    /// Minecraft Wiki, Hunger: every 4 exhaustion cost a point of saturation, then of food. SteelMC: no more than 40 wait.
    #[test]
    fn work_makes_hungry() {
        let mut tired = Vitals::default();
        tired.tire(0.5 + 6.0 * 4.0);
        let vitals = after(tired, 10);
        assert_eq!((vitals.saturation, vitals.food), (0.0, 19));
        let mut worn_out = Vitals::default();
        worn_out.tire(1000.0);
        assert_eq!(worn_out.exhaustion, 40.0);
    }

    #[test]
    fn poison_leaves_half_a_heart_and_hunger_stops_sprints() {
        let mut poisoned = Vitals { food: 10, ..hurt() };
        poisoned.effects.add(Effect::Poison, Lasting::new(1200, 0));
        assert_eq!(after(poisoned, 1200).health, 1.0);
        assert!(Vitals { food: 7, ..hurt() }.can_sprint() && !Vitals { food: 6, ..hurt() }.can_sprint());
    }
}
