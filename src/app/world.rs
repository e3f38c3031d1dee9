//! `blockwright world`: the practice world alone, until it is told to stop.

use std::{net::SocketAddr, time::Duration};

use super::{
    Failure,
    cli::WorldArgs,
    host::{DEFAULT_SEED, VIEW_DISTANCE},
    status, terminal,
};
use crate::practice::{OpenError, PracticeWorld, WorldConfig, WorldDir};

/// Serves until Ctrl-C, or until the system asks it to end.
///
/// # Errors
/// If the address cannot be listened on, or the world's folder cannot be used.
pub fn run(args: WorldArgs) -> Result<u8, Failure> {
    let bind = SocketAddr::new(args.bind, args.port);
    let folder = match &args.world_dir {
        Some(path) => Some(WorldDir::open(path, args.seed.unwrap_or(DEFAULT_SEED)).map_err(|error| {
            let status = if let OpenError::NotOurs(_) = error { status::BAD_INPUT } else { status::FAILED };
            Failure::new(status, error.to_string())
        })?),
        None => None,
    };
    let seed = folder.as_ref().map_or(args.seed.unwrap_or(DEFAULT_SEED), WorldDir::seed);
    if let Some(asked) = args.seed.filter(|&asked| asked != seed) {
        terminal::say(&format!("The saved world has the seed {seed}, which counts; not {asked}."));
    }
    let config = WorldConfig {
        bind,
        seed,
        tick_rate: args.tick_rate,
        give: args.give,
        operators: args.ops,
        save_every: Duration::from_secs_f32(args.save_every),
        view_distance: VIEW_DISTANCE,
        spawn_protection: args.spawn_protection,
    };
    let world = match folder {
        Some(folder) => PracticeWorld::start_saved(config, folder),
        None => PracticeWorld::start(config),
    };
    let world =
        world.map_err(|error| Failure::new(status::FAILED, format!("cannot serve a world on {bind}: {error}")))?;
    let saved = args.world_dir.map_or_else(String::new, |path| format!(" and is saved in {}", path.display()));
    terminal::say(&format!(
        "The practice world (Minecraft Java 26.1, seed {seed}, {} ticks a second) listens on {}{saved}. Ctrl-C ends it.",
        args.tick_rate,
        world.address()
    ));
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .and_then(|runtime| runtime.block_on(end_asked()))
        .map_err(|error| Failure::new(status::FAILED, format!("cannot wait for Ctrl-C: {error}")))?;
    world.stop();
    Ok(status::DONE)
}

/// Ctrl-C, or the signal that service managers send.
#[cfg(unix)]
async fn end_asked() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        pressed = tokio::signal::ctrl_c() => pressed,
        _ = terminate.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
async fn end_asked() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
