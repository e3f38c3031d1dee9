//! What is bad for a body where it is: drowning, burning, suffocating and the like. Who is hurt how much is decided here,
//! from the surroundings and the breath and fire that a body has in it; `damage` does the hurting.
//!
//! Numbers are of the Minecraft Wiki's pages Damage, Fire, Soul Fire, Lava, Cactus, Campfire, Magma Block, Water and Void.
//! What these do not tell is of servers that are made after the game, SteelMC above all: how fast breath comes back, how a
//! body catches fire and how long it burns then.

use crate::{
    game::Game,
    players::{
        effects::Effect,
        surroundings::Surroundings,
        vitals::{FULL_AIR, Harm, UNBURNT, Vitals},
    },
    rng::Rng,
};

/// Air below which water comes in, where it is then set back to nothing: 20 ticks from one gulp to the next.
const DROWNING_AIR: i32 = -20;
const DROWNING: f32 = 2.0;

/// Air that comes back a tick.
const BREATH: i32 = 4;

/// Ticks a body burns that was in lava, or in fire until it caught.
const LAVA_BURNS: i32 = 300;
const FIRE_BURNS: i32 = 160;

/// Ticks between two hurts of a burning body.
const BURN_EVERY: i32 = 20;

impl Vitals {
    /// One tick in these surroundings: air and fire change, and this is what hurts. Which of it counts is for the time
    /// of invulnerability to say.
    pub fn suffer(&mut self, around: &Surroundings, rng: &mut Rng) -> Vec<Harm> {
        let mut harms = Vec::new();
        self.burn(around, rng, &mut harms);
        if around.void {
            harms.push(Harm(4.0, "out_of_world", "fell out of the world"));
        }
        if around.wall {
            harms.push(Harm(1.0, "in_wall", "suffocated in a wall"));
        }
        self.breathe(around, &mut harms);
        if around.cactus {
            harms.push(Harm(1.0, "cactus", "was pricked to death"));
        }
        if let Some(heat) = around.campfire {
            harms.push(Harm(heat, "campfire", "went up in flames"));
        }
        if around.hot_floor {
            harms.push(Harm(1.0, "hot_floor", "discovered the floor was lava"));
        }
        harms
    }

    fn burn(&mut self, around: &Surroundings, rng: &mut Rng, harms: &mut Vec<Harm>) {
        if around.water {
            self.fire = self.fire.min(0);
        }
        if self.fire > 0 {
            if self.fire % BURN_EVERY == 0 && !around.lava {
                harms.push(Harm(1.0, "on_fire", "burned to death"));
            }
            self.fire -= 1;
        }
        if let Some(heat) = around.fire {
            // It takes a while until a body catches fire.
            self.fire += if self.fire < 0 { 1 } else { rng.range(1, 2) };
            if self.fire >= 0 {
                self.fire = self.fire.max(FIRE_BURNS);
            }
            harms.push(Harm(heat, "in_fire", "went up in flames"));
        }
        if around.lava {
            self.fire = self.fire.max(LAVA_BURNS);
            harms.push(Harm(4.0, "lava", "tried to swim in lava"));
        }
        if self.fire <= 0 && around.fire.is_none() && !around.lava {
            self.fire = UNBURNT;
        }
    }

    fn breathe(&mut self, around: &Surroundings, harms: &mut Vec<Harm>) {
        let breathes = self.effects.has(Effect::WaterBreathing) || self.effects.has(Effect::ConduitPower);
        if !around.eyes_in_water || breathes {
            self.air = (self.air + BREATH).min(FULL_AIR);
            return;
        }
        // It holds the breath and brings none back (Minecraft Wiki, Breath of the Nautilus).
        if self.effects.has(Effect::BreathOfTheNautilus) {
            return;
        }
        self.air -= 1;
        if self.air <= DROWNING_AIR {
            self.air = 0;
            harms.push(Harm(DROWNING, "drown", "drowned"));
        }
    }
}

impl Game {
    /// Hurts whom their surroundings hurt.
    pub(super) fn tick_hazards(&mut self) {
        let mut harms = Vec::new();
        for player in self.players.values_mut().filter(|player| player.is_alive()) {
            player.tall = player.stature(&mut self.world);
            let mut around = Surroundings::of(&mut self.world, player);
            if player.is_invulnerable() {
                // The void takes everyone.
                around = Surroundings { void: around.void, ..Surroundings::default() };
                player.vitals.fire = UNBURNT;
            }
            if around.water {
                player.fallen = 0.0;
            } else if around.lava {
                player.fallen *= 0.5;
            }
            harms.extend(player.vitals.suffer(&around, &mut self.rng).into_iter().map(|harm| (player.id, harm)));
        }
        for (id, Harm(amount, kind, cause)) in harms {
            self.hurt(id, amount, kind, cause);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half hearts of one kind in so many ticks, if each is taken, and the vitals after them.
    fn in_ticks(around: Surroundings, ticks: u32, kind: &str, vitals: &mut Vitals) -> f32 {
        let mut rng = Rng::new(1);
        let harms = (0..ticks).flat_map(|_| vitals.suffer(&around, &mut rng)).collect::<Vec<_>>();
        harms.iter().filter(|harm| harm.1 == kind).map(|harm| harm.0).sum()
    }

    /// Minecraft Wiki, Damage, Drowning: 300 ticks of air, then, every second after one more, two half hearts. SteelMC: it
    /// comes back at four a tick.
    #[test]
    fn breath_lasts_fifteen_seconds() {
        let under = Surroundings { eyes_in_water: true, water: true, ..Surroundings::default() };
        let mut vitals = Vitals::default();
        assert_eq!(in_ticks(under, 300, "drown", &mut vitals), 0.0);
        assert_eq!(vitals.air, 0);
        assert_eq!(in_ticks(under, 19, "drown", &mut vitals), 0.0);
        assert_eq!(in_ticks(under, 1, "drown", &mut vitals), 2.0);
        assert_eq!(in_ticks(under, 100, "drown", &mut vitals), 10.0);
        in_ticks(Surroundings::default(), 74, "drown", &mut vitals);
        assert_eq!(vitals.air, 296);
        in_ticks(Surroundings::default(), 5, "drown", &mut vitals);
        assert_eq!(vitals.air, 300);
    }

    /// Minecraft Wiki, Lava: 15 seconds of burning after lava; Fire: one half heart a second. The 8 seconds after fire are of
    /// the servers made after the game.
    #[test]
    fn fire_burns_on() {
        for (around, ticks_in, kind, burns) in [
            (Surroundings { lava: true, ..Surroundings::default() }, 1, "lava", 15.0),
            (Surroundings { fire: Some(1.0), ..Surroundings::default() }, 20, "in_fire", 8.0),
        ] {
            let mut vitals = Vitals::default();
            assert!(in_ticks(around, ticks_in, kind, &mut vitals) > 0.0);
            assert_eq!(in_ticks(Surroundings::default(), 400, "on_fire", &mut vitals), burns, "{kind}");
            assert_eq!(vitals.fire, UNBURNT);
            in_ticks(around, 30, kind, &mut vitals);
            let water = Surroundings { water: true, ..Surroundings::default() };
            assert_eq!(in_ticks(water, 400, "on_fire", &mut vitals), 0.0, "water puts it out");
        }
        let mut vitals = Vitals::default();
        let flames = Surroundings { fire: Some(2.0), ..Surroundings::default() };
        assert_eq!(in_ticks(flames, 19, "in_fire", &mut vitals), 38.0);
        assert!(vitals.fire < 0, "it takes a second to catch fire");
    }
}
