//! What keeps a body alive: health, food, breath. How it heals, starves and eats.
//!
//! Numbers are of the Minecraft Wiki's pages Hunger and Food, for normal difficulty. What Hunger leaves open is of SteelMC
//! (food_data) and MinestomPvP (VanillaExhaustionFeature): more than 4 exhaustion costs a point, no more than 40 wait, a
//! healing costs 6.

use std::{collections::HashMap, sync::LazyLock};

use azalea_protocol::packets::game::{ClientboundEntityEvent, ServerboundUseItem, s_interact::InteractionHand};
use serde::Deserialize;

use crate::{
    knowledge,
    practice::{
        game::Game,
        items::inventory::Stack,
        net::{listener::ConnectionId, packets::IntoEntity},
        players::{
            effects::{Effect, Effects, Lasting},
            experience::Experience,
        },
        rules::game_rules::Rule,
    },
};

const FULL: f32 = 20.0;
const FULL_FOOD: u32 = 20;

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

/// Ticks from the first bite to the last, of most food.
const EATING_TICKS: u64 = 32;

/// The entity event that tells a client it has finished eating.
const EATEN_EVENT: u8 = 9;

/// All that lives in a body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Vitals {
    /// 0 to 20 half hearts.
    pub health: f32,
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
            health: FULL,
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

/// What a tick does to a body from the inside.
#[derive(Debug, Default, PartialEq)]
struct Ache {
    /// Half hearts, each with its own reason.
    starves: f32,
    poisons: f32,
    /// Effects that are over.
    over: Vec<Effect>,
}

impl Vitals {
    pub fn heal(&mut self, half_hearts: f32) {
        if self.health > 0.0 {
            self.health = (self.health + half_hearts).min(FULL);
        }
    }

    /// Work that makes hungry.
    pub fn tire(&mut self, exhaustion: f32) {
        self.exhaustion = (self.exhaustion + exhaustion).min(MOST_EXHAUSTION);
    }

    /// Food points with half a point of saturation each, times `quality`; saturation never exceeds food.
    fn eat(&mut self, points: u32, saturation: f32) {
        self.food = (self.food + points).min(FULL_FOOD);
        self.saturation = (self.saturation + saturation).min(self.food as f32);
    }

    pub fn can_sprint(&self) -> bool {
        self.food > TOO_HUNGRY_TO_SPRINT
    }

    /// One tick, which makes only some bodies hungry, and heals the well fed if a rule lets it.
    fn pass_tick(&mut self, tick: u64, hungers: bool, regenerates: bool) -> Ache {
        let (doings, over) = self.effects.pass_tick(tick);
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
        Ache { starves, poisons, over }
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
        let hurt = regenerates && self.health < FULL;
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
            aches.push((player.id, ache));
            let in_hand = player.hand().map(|stack| stack.item);
            // What has left the hand is not eaten, nor what has come into it.
            player.eating = player.eating.filter(|&(_, item)| in_hand == Some(item));
            if player.eating.is_some_and(|(done, _)| done <= tick) {
                eaten.push(player.id);
            }
        }
        for (id, ache) in aches {
            if ache.starves > 0.0 {
                self.hurt(id, ache.starves, "starve", "starved to death");
            }
            if ache.poisons > 0.0 {
                self.hurt(id, ache.poisons, "magic", "was killed by magic");
            }
        }
        for id in eaten {
            self.swallow(id);
        }
    }

    /// The hand's item used on nothing: eaten, if it can be and there is hunger for it.
    pub(crate) fn use_item(&mut self, id: ConnectionId, packet: &ServerboundUseItem) {
        let tick = self.tick;
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        player.acknowledge(packet.seq);
        // The client guessed what comes of it, and may have guessed wrong.
        player.shown.claim_unknown(player.held);
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
    fn swallow(&mut self, id: ConnectionId) {
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
            if eating.cures_all || eating.cures.iter().any(|cured| cured == effect.name()) {
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
                if let Some(effect) = Effect::named(&effect) {
                    self.affect(id, effect, Lasting { ticks, amplifier });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After so many ticks, with what starving costs taken off.
    fn after(mut vitals: Vitals, ticks: u32) -> Vitals {
        for tick in 0..ticks {
            let ache = vitals.pass_tick(tick.into(), true, true);
            vitals.health -= ache.starves + ache.poisons;
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
        poisoned.effects.add(Effect::Poison, Lasting { ticks: 1200, amplifier: 0 });
        assert_eq!(after(poisoned, 1200).health, 1.0);
        assert!(Vitals { food: 7, ..hurt() }.can_sprint() && !Vitals { food: 6, ..hurt() }.can_sprint());
    }

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
