//! azalea in an App of our own: which of its plugins run, how they are scheduled, how a login begins, and what goes in
//! and out.

use std::{fmt::Debug, sync::Arc};

use azalea::{
    ClientInformation, DefaultPlugins, InConfigState, InGameState, LocalPlayerBundle,
    account::Account,
    app::{App, PluginGroup},
    connection::RawConnection,
    core::tick::GameTick,
    ecs::{
        entity::Entity,
        observer::On,
        query::With,
        resource::Resource,
        schedule::{ExecutorKind, IntoScheduleConfigs, ScheduleBuildSettings, Schedules},
        system::{Query, ResMut},
        world::World,
    },
    entity::{
        EntityKindComponent, LocalEntity, indexing::EntityUuidIndex, metadata::PlayerMetadataBundle,
        update_bounding_box, update_dimensions, update_on_climbable,
    },
    local_player::{TabList, WorldHolder},
    packet::{
        self,
        config::SendConfigPacketEvent,
        game::SendGamePacketEvent,
        login::{InLoginState, SendLoginPacketEvent},
    },
    physics::PhysicsSystems,
    protocol::{
        packets::{ConnectionProtocol, ProtocolPacket, login::ServerboundHello},
        write::serialize_packet,
    },
    task_pool::{TaskPoolOptions, TaskPoolPlugin, TaskPoolThreadAssignmentPolicy},
};

use super::connection::{Kept, Packet};

/// An App with azalea's client plugins, finished and ready to be run.
///
/// Left out on purpose: its pathfinder (our own search knows when there is no way and what digging costs), its
/// auto-respawn and auto-reconnect (the mind decides), its event and tick broadcasting (for the `Client` handle).
pub(super) fn build() -> World {
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.build().set(TaskPoolPlugin { task_pool_options: pools() }));
    app.add_plugins(azalea::accept_resource_packs::AcceptResourcePacksPlugin);
    // azalea looks in each `Update` at where the body has come to. While much land comes in, a tick may follow another
    // without one: it would collide from where the body was a tick ago, and fall through the ground.
    let body = (update_dimensions, update_bounding_box, update_on_climbable);
    app.add_systems(GameTick, body.chain().before(PhysicsSystems));
    app.finish();
    app.cleanup();
    let mut world = std::mem::take(app.main_mut().world_mut());
    settle_schedules(&mut world);
    gather_what_is_sent(&mut world);
    world
}

/// Bevy's task pools are process-wide and the first App to make them wins. Where that is the body (no window, no mind),
/// it needs two IO and two async threads: one alone may wait for the other's work.
fn pools() -> TaskPoolOptions {
    let few = |min_threads| TaskPoolThreadAssignmentPolicy { min_threads, max_threads: 4, percent: 0.25 };
    TaskPoolOptions { min_total_threads: 5, io: few(2), async_compute: few(2), compute: few(1), ..Default::default() }
}

/// One bot's systems are too small to be worth handing to other threads, whose wake-ups came late while a window drew
/// on all cores. azalea also turns on warnings about ambiguous order, which are its own affair.
fn settle_schedules(world: &mut World) {
    let mut schedules = world.resource_mut::<Schedules>();
    for (_, schedule) in schedules.iter_mut() {
        schedule.set_executor_kind(ExecutorKind::SingleThreaded);
        schedule.set_build_settings(ScheduleBuildSettings::default());
    }
}

/// What azalea's plugins and the skills want to send, as ids and bodies in their order, until the connection takes it.
#[derive(Resource, Default)]
pub(super) struct Outlet(pub Vec<Vec<u8>>);

/// Lets azalea's ways of sending end in the outlet. It sends a packet only while the bot is in the packet's state, as
/// azalea's own connection does.
fn gather_what_is_sent(world: &mut World) {
    world.init_resource::<Outlet>();
    world.add_observer(
        |sent: On<SendLoginPacketEvent>, bots: Query<(), With<InLoginState>>, mut outlet: ResMut<Outlet>| {
            if bots.contains(sent.sent_by) {
                outlet.put(&sent.packet);
            }
        },
    );
    world.add_observer(
        |sent: On<SendConfigPacketEvent>, bots: Query<(), With<InConfigState>>, mut outlet: ResMut<Outlet>| {
            if bots.contains(sent.sent_by) {
                outlet.put(&sent.packet);
            }
        },
    );
    world.add_observer(
        |sent: On<SendGamePacketEvent>, bots: Query<(), With<InGameState>>, mut outlet: ResMut<Outlet>| {
            if bots.contains(sent.sent_by) {
                outlet.put(&sent.packet);
            }
        },
    );
}

impl Outlet {
    fn put<P: ProtocolPacket + Debug>(&mut self, packet: &P) {
        match serialize_packet(packet) {
            Ok(bytes) => self.0.push(bytes.into()),
            Err(error) => tracing::warn!("a packet of ours cannot be written: {error}"),
        }
    }
}

/// Puts a bot into the client's world that logs in as an offline account: what azalea's own join does once it is
/// connected, but for the connection, which is ours.
pub(super) fn begin_login(world: &mut World, username: &str) -> Entity {
    let account = Account::offline(username);
    let (name, profile_id) = (account.username().to_owned(), account.uuid());
    let bot = world.spawn((account, LocalEntity, ClientInformation::default(), InLoginState)).id();
    world.resource_mut::<EntityUuidIndex>().insert(profile_id, bot);
    world.entity_mut(bot).insert(LocalPlayerBundle {
        raw_connection: RawConnection::new_networkless(ConnectionProtocol::Login),
        world_holder: WorldHolder::new(bot, Arc::default()),
        metadata: PlayerMetadataBundle::default(),
    });
    world.trigger(SendLoginPacketEvent::new(bot, ServerboundHello { name, profile_id }));
    world.flush();
    bot
}

/// Hands a packet to azalea, as its own connection would.
pub(super) fn deliver(world: &mut World, bot: Entity, packet: &Packet) {
    match packet {
        Packet::Login(packet) => packet::login::process_packet(world, bot, packet),
        Packet::Config(packet) => packet::config::process_packet(world, bot, packet),
        Packet::Game(packet) => packet::game::process_packet(world, bot, packet),
    }
    world.flush();
}

/// How much of what a server can make grow the client keeps.
pub(super) fn kept(world: &mut World, bot: Entity) -> Kept {
    let entities = world.query::<&EntityKindComponent>().iter(world).count();
    Kept { entities, players: world.get::<TabList>(bot).map_or(0, |list| list.len()) }
}

#[cfg(test)]
mod tests {
    use azalea::{
        Vec3,
        entity::{Physics, Pose, Position, dimensions::EntityDimensions},
        registry::builtin::EntityKind,
    };

    use super::*;

    #[test]
    fn a_tick_collides_from_where_the_last_one_left_the_body() {
        let mut world = build();
        let dimensions = EntityDimensions::from(EntityKind::Player);
        let at = |y: f64| Vec3 { x: 0.5, y, z: 0.5 };
        let physics = Physics::new(&dimensions, at(64.5));
        let kind = EntityKindComponent(EntityKind::Player);
        let body = world.spawn((kind, Pose::Standing, dimensions, Position::new(at(64.5)), physics)).id();
        world.run_schedule(GameTick);
        *world.get_mut::<Position>(body).expect("a place") = Position::new(at(64.1));
        world.run_schedule(GameTick);
        assert_eq!(world.get::<Physics>(body).expect("a body").bounding_box.min.y, 64.1);
    }
}
