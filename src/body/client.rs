//! azalea in an App of our own: which of its plugins run, how they are scheduled, how a join begins.

use std::net::SocketAddr;

use azalea::{
    DefaultPlugins,
    account::Account,
    app::{App, PluginGroup},
    ecs::{
        schedule::{ExecutorKind, ScheduleBuildSettings, Schedules},
        world::World,
    },
    join::{ConnectOpts, StartJoinServerEvent},
    protocol::address::{ResolvedAddr, ServerAddr},
    task_pool::{TaskPoolOptions, TaskPoolPlugin, TaskPoolThreadAssignmentPolicy},
};

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

/// Asks azalea to join as an offline account.
pub(super) fn join(world: &mut World, username: &str, host: &str, socket: SocketAddr) {
    world.write_message(StartJoinServerEvent {
        account: Account::offline(username),
        connect_opts: ConnectOpts {
            address: ResolvedAddr { server: ServerAddr { host: host.to_owned(), port: socket.port() }, socket },
            server_proxy: None,
            sessionserver_proxy: None,
        },
        start_join_callback_tx: None,
    });
}
