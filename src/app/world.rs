//! `blockwright world`: the practice world alone, until Ctrl-C.

use std::net::SocketAddr;

use super::{Failure, cli::WorldArgs, host::VIEW_DISTANCE, status, terminal};
use crate::practice::{PracticeWorld, WorldConfig};

/// Serves until Ctrl-C.
///
/// # Errors
/// If the address cannot be listened on.
pub fn run(args: WorldArgs) -> Result<u8, Failure> {
    let bind = SocketAddr::new(args.bind, args.port);
    let config = WorldConfig {
        bind,
        seed: args.seed,
        tick_rate: args.tick_rate,
        give: args.give,
        operators: args.ops,
        view_distance: VIEW_DISTANCE,
    };
    let world = PracticeWorld::start(config)
        .map_err(|error| Failure::new(status::FAILED, format!("cannot listen on {bind}: {error}")))?;
    terminal::say(&format!(
        "The practice world (Minecraft Java 26.1, seed {}, {} ticks a second) listens on {}. Ctrl-C ends it.",
        args.seed,
        args.tick_rate,
        world.address()
    ));
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .and_then(|runtime| runtime.block_on(tokio::signal::ctrl_c()))
        .map_err(|error| Failure::new(status::FAILED, format!("cannot wait for Ctrl-C: {error}")))?;
    world.stop();
    Ok(status::DONE)
}
