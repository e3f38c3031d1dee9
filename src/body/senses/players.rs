//! Who else is there: the server's list of players, and those whose bodies it shows.

use azalea::{
    core::entity_id::MinecraftEntityId,
    ecs::{entity::Entity, world::World},
    entity::{EntityKindComponent, Position},
    local_player::TabList,
    player::GameProfileComponent,
    registry::builtin::EntityKind,
};

use super::point;
use crate::domain::Vec3;

/// A player whose body the server shows.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSeen {
    pub name: String,
    /// The server's number for the body.
    pub id: i32,
    /// The middle of the feet.
    pub position: Vec3,
}

/// The bot's own name, once it is in a world.
pub fn own_name(world: &World, bot: Entity) -> Option<String> {
    world.get::<GameProfileComponent>(bot).map(|profile| profile.name.clone())
}

/// The bot's own number.
pub fn own_id(world: &World, bot: Entity) -> Option<i32> {
    world.get::<MinecraftEntityId>(bot).map(|id| id.0)
}

/// The names on the server's list, but for the bot's own, in order.
pub fn online(world: &World, bot: Entity) -> Vec<String> {
    let own = own_name(world, bot);
    let listed = world.get::<TabList>(bot).into_iter().flat_map(|list| list.values());
    let mut names: Vec<String> =
        listed.map(|info| info.profile.name.clone()).filter(|name| own.as_ref() != Some(name)).collect();
    names.sort_unstable();
    names
}

/// Where the bodies of others stand, each by the middle of the feet.
pub fn bodies(world: &mut World, bot: Entity) -> Vec<Vec3> {
    let mut query = world.query::<(Entity, &EntityKindComponent, &Position)>();
    let others = query.iter(world).filter(|(entity, kind, _)| *entity != bot && kind.0 == EntityKind::Player);
    others.map(|(.., position)| point(**position)).collect()
}

/// The body of the player of this name, if it is in sight; upper and lower case are one.
pub fn seen(world: &mut World, bot: Entity, name: &str) -> Option<PlayerSeen> {
    let mut query =
        world.query::<(Entity, &EntityKindComponent, &MinecraftEntityId, &Position, &GameProfileComponent)>();
    let mut others = query.iter(world).filter(|(entity, kind, ..)| *entity != bot && kind.0 == EntityKind::Player);
    let (_, _, id, position, profile) = others.find(|(.., profile)| profile.name.eq_ignore_ascii_case(name))?;
    Some(PlayerSeen { name: profile.name.clone(), id: id.0, position: point(**position) })
}
