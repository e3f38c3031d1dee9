//! Builds the observation: what the server showed, and the pose the client last sent.

use std::time::Instant;

use azalea::{
    core::entity_id::MinecraftEntityId,
    ecs::{entity::Entity, query::With, world::World},
    entity::{
        EntityKindComponent, LookDirection, Physics, Position,
        inventory::Inventory,
        metadata::{Health, ItemItem},
    },
    local_player::{Hunger, LocalGameMode},
    player::GameProfileComponent,
};

use super::{clock::told_silence, players, point, shown::Shown};
use crate::domain::{EntitySeen, Observation};

/// How many entities an observation lists.
const ENTITIES: usize = 32;
/// The most names of players.
const MOST_ONLINE: usize = 32;

/// What the body sees at this tick; `None` while the bot is in no world.
pub fn observe(world: &mut World, bot: Entity, shown: &Shown, tick: u64) -> Option<Observation> {
    let position = point(**world.get::<Position>(bot)?);
    let look = *world.get::<LookDirection>(bot)?;
    let hunger = world.get::<Hunger>(bot).cloned().unwrap_or_default();
    let mode = world.get::<LocalGameMode>(bot).map(|mode| format!("{:?}", mode.current).to_lowercase());
    Some(Observation {
        tick,
        position,
        yaw: look.y_rot(),
        pitch: look.x_rot(),
        on_ground: world.get::<Physics>(bot).is_some_and(Physics::on_ground),
        health: world.get::<Health>(bot).map_or(0.0, |health| **health),
        food: hunger.food,
        saturation: hunger.saturation,
        dimension: shown.dimension.clone(),
        time_of_day: shown.time_of_day,
        world_age: shown.clock.age(),
        game_mode: mode.unwrap_or_default(),
        tick_rate: shown.rate(),
        server_rate: shown.clock.rate(Instant::now()),
        silent_seconds: told_silence(shown.silent),
        slots: shown.windows.player_slots(),
        cursor: shown.windows.cursor(),
        hotbar: world.get::<Inventory>(bot).map_or(0, |inventory| inventory.selected_hotbar_slot),
        jumps: (shown.counted.answers > 0).then_some(shown.counted.jumps),
        sneaked: (shown.counted.answers > 0).then_some(shown.counted.sneaked),
        entities: entities(world, bot, position),
        online: players::online(world, bot).into_iter().take(MOST_ONLINE).collect(),
        containers: shown.containers.iter().cloned().collect(),
        signs: shown.signs.near(position),
    })
}

fn entities(world: &mut World, bot: Entity, here: crate::domain::Vec3) -> Vec<EntitySeen> {
    let mut query =
        world.query::<(Entity, &EntityKindComponent, &Position, Option<&GameProfileComponent>, Option<&ItemItem>)>();
    let mut shown: Vec<(bool, f64, EntitySeen)> = query
        .iter(world)
        .filter(|(entity, ..)| *entity != bot)
        .map(|(_, kind, position, profile, item)| {
            let position = point(**position);
            let name = profile
                .map(|profile| profile.name.clone())
                .or_else(|| item.map(|item| plain(item.0.kind().to_str()).to_owned()));
            let kind = plain(kind.0.to_str()).to_owned();
            (kind != "player", position.distance(here), EntitySeen { kind, name, position })
        })
        .collect();
    // Players are not lost in a crowd of what lies about.
    shown.sort_by(|(a, near, _), (b, nearer, _)| a.cmp(b).then(near.total_cmp(nearer)));
    shown.truncate(ENTITIES);
    shown.sort_by(|(_, a, _), (_, b, _)| a.total_cmp(b));
    shown.into_iter().map(|(.., entity)| entity).collect()
}

/// A dropped item in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    pub item: String,
    pub count: u32,
    pub position: crate::domain::Vec3,
    pub entity: Entity,
    /// The server's number for it.
    pub id: i32,
}

/// All dropped items the client knows.
pub fn dropped(world: &mut World) -> Vec<Dropped> {
    let mut query = world
        .query_filtered::<(Entity, &ItemItem, &Position, &MinecraftEntityId), With<azalea::entity::metadata::Item>>();
    query
        .iter(world)
        .filter(|(_, item, ..)| item.0.is_present())
        .map(|(entity, item, position, id)| Dropped {
            item: plain(item.0.kind().to_str()).to_owned(),
            count: item.0.count().max(0) as u32,
            position: point(**position),
            entity,
            id: id.0,
        })
        .collect()
}

fn plain(name: &str) -> &str {
    name.trim_start_matches("minecraft:")
}
