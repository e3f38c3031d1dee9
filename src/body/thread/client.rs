//! azalea in an App of our own: which of its plugins run, how they are scheduled, how a login begins, and what goes in
//! and out.

use std::{fmt::Debug, sync::Arc};

use azalea::{
    ClientInformation, DefaultPlugins, InConfigState, InGameState, LocalPlayerBundle,
    account::Account,
    app::{App, PluginGroup},
    connection::RawConnection,
    ecs::{
        entity::Entity,
        observer::On,
        query::With,
        resource::Resource,
        schedule::{ExecutorKind, ScheduleBuildSettings, Schedules},
        system::{Query, ResMut},
        world::World,
    },
    entity::{EntityKindComponent, LocalEntity, indexing::EntityUuidIndex, metadata::PlayerMetadataBundle},
    local_player::{TabList, WorldHolder},
    packet::{
        self,
        config::SendConfigPacketEvent,
        game::SendGamePacketEvent,
        login::{InLoginState, SendLoginPacketEvent},
    },
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
