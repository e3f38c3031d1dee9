//! Health, hunger, and what happens at the end of the first.

use azalea_protocol::packets::game::{
    ClientboundDamageEvent, ClientboundEntityEvent, ClientboundPlayerCombatKill, ServerboundUseItem,
    c_damage_event::OptionalEntityId, s_client_command::Action,
};
use azalea_registry::{DataRegistry, data::DamageKind};
use tracing::info;

use crate::{
    knowledge,
    practice::{
        game::Game,
        net::{
            listener::ConnectionId,
            packets::{self, IntoEntity},
            registries,
        },
        players::player::{Player, Vitals},
        world::chunks::MIN_Y,
    },
};

const FULL: f32 = 20.0;

/// Food from which wounds heal, and ticks to heal one half heart or to starve by one.
const HEALING_FOOD: u32 = 18;
const HEALING_TICKS: u32 = 80;

/// Exhaustion that costs a point of saturation or food; of healing one half heart; vanilla's.
const EXHAUSTED: f32 = 4.0;
const HEALING_EXHAUSTION: f32 = 6.0;

/// This far below the world one dies, by 4 half hearts every half second.
const VOID: f64 = MIN_Y as f64 - 64.0;
const VOID_DAMAGE: f32 = 4.0;
const VOID_TICKS: u64 = 10;

/// Ticks from the first bite to the last.
const EATING_TICKS: u64 = 32;

/// The entity event of a dying body.
const DEATH_EVENT: u8 = 3;

impl Game {
    pub(crate) fn tick_vitals(&mut self) {
        let tick = self.tick;
        let mut falling_out = Vec::new();
        for player in self.players.values_mut().filter(|player| player.is_alive()) {
            if !player.is_invulnerable() {
                player.vitals.pass_tick();
            }
            if player.at.y < VOID && tick.is_multiple_of(VOID_TICKS) {
                falling_out.push(player.id);
            }
            if player.eating.is_some_and(|done| done <= tick) {
                player.swallow();
            }
        }
        for id in falling_out {
            self.hurt(id, VOID_DAMAGE, "out_of_world", "fell out of the world");
        }
    }

    /// Takes health, in half hearts, and dies at none. `kind` is of the damage registry, `cause` ends the message.
    pub(crate) fn hurt(&mut self, id: ConnectionId, amount: f32, kind: &str, cause: &str) {
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        if player.is_invulnerable_to(kind) {
            return;
        }
        player.vitals.health = (player.vitals.health - amount).max(0.0);
        let died = !player.is_alive();
        let source: DamageKind = registries::id_of(kind);
        self.broadcast(ClientboundDamageEvent {
            entity_id: id.into_entity(),
            source_type_id: source.protocol_id(),
            source_cause_id: OptionalEntityId(None),
            source_direct_id: OptionalEntityId(None),
            source_position: None,
        });
        if died {
            self.die(id, cause);
        }
        if let Some(player) = self.players.get_mut(&id) {
            player.show_changes();
        }
    }

    fn die(&mut self, id: ConnectionId, cause: &str) {
        self.container_close(id, -1);
        let Some(mut player) = self.players.remove(&id) else { return };
        let message = format!("{} {cause}", player.name);
        info!("{message}");
        for stack in player.inventory.take_all() {
            let (turn, speed) = (self.rng.unit() * std::f64::consts::TAU, self.rng.unit() * 0.3);
            let velocity = crate::domain::Vec3::new(turn.cos() * speed, 0.2, turn.sin() * speed);
            self.drop_item(player.at, stack, velocity);
        }
        player.digging = Default::default();
        player.eating = None;
        player.link.send(ClientboundPlayerCombatKill { player_id: id.into_entity(), message: message.as_str().into() });
        self.players.insert(id, player);
        self.broadcast(ClientboundEntityEvent { entity_id: id.into_entity(), event_id: DEATH_EVENT });
        self.broadcast(packets::system_chat(&message));
    }

    pub(crate) fn client_command(&mut self, id: ConnectionId, action: Action) {
        if matches!(action, Action::PerformRespawn) {
            self.respawn(id);
        }
    }

    /// The hand's item used on nothing: eaten, if it can be and there is hunger for it.
    pub(crate) fn use_item(&mut self, id: ConnectionId, packet: &ServerboundUseItem) {
        let tick = self.tick;
        let Some(player) = self.players.get_mut(&id).filter(|player| player.is_alive()) else { return };
        player.acknowledge(packet.seq);
        if self.use_bucket(id) {
            return;
        }
        let Some(player) = self.players.get_mut(&id) else { return };
        if player.vitals.food < 20 && player.tool().is_some_and(|item| knowledge::food(item).is_some()) {
            player.eating = Some(tick + EATING_TICKS);
        }
    }
}

impl Player {
    fn swallow(&mut self) {
        self.eating = None;
        let Some(stack) = self.hand() else { return };
        let Some(food) = knowledge::food(stack.name()) else { return };
        self.vitals.eat(food.points, food.saturation);
        self.inventory.pack[self.held] = stack.with_count(stack.count - 1);
        self.shown.forget_vitals();
        // Tells the client that it has finished eating.
        self.link.send(ClientboundEntityEvent { entity_id: self.id.into_entity(), event_id: 9 });
    }
}

impl Vitals {
    fn eat(&mut self, points: u32, saturation: f32) {
        self.food = (self.food + points).min(20);
        self.saturation = (self.saturation + saturation).min(self.food as f32);
    }

    fn pass_tick(&mut self) {
        if self.exhaustion > EXHAUSTED {
            self.exhaustion -= EXHAUSTED;
            if self.saturation > 0.0 {
                self.saturation = (self.saturation - 1.0).max(0.0);
            } else {
                self.food = self.food.saturating_sub(1);
            }
        }
        let (heals, starves) = (self.food >= HEALING_FOOD && self.health < FULL, self.food == 0);
        self.clock = if heals || starves { self.clock + 1 } else { 0 };
        if self.clock < HEALING_TICKS {
            return;
        }
        self.clock = 0;
        if heals {
            self.health = (self.health + 1.0).min(FULL);
            self.exhaustion += HEALING_EXHAUSTION;
        } else if self.health > 1.0 {
            self.health -= 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(mut vitals: Vitals, ticks: u32) -> Vitals {
        (0..ticks).for_each(|_| vitals.pass_tick());
        vitals
    }

    #[test]
    fn the_well_fed_heal() {
        let hurt = Vitals { health: 10.0, ..Vitals::default() };
        assert_eq!(after(hurt.clone(), 79).health, 10.0);
        assert_eq!(after(hurt.clone(), 80).health, 11.0);
        assert_eq!(after(Vitals { food: 17, ..hurt.clone() }, 800).health, 10.0);
        assert_eq!(after(Vitals { food: 0, saturation: 0.0, ..hurt }, 80 * 20).health, 1.0);
    }

    #[test]
    fn work_makes_hungry() {
        let tired = Vitals { exhaustion: 4.5 + 5.0 * 4.0, ..Vitals::default() };
        let vitals = after(tired, 10);
        assert_eq!((vitals.saturation, vitals.food), (0.0, 19));
    }
}
