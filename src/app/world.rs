//! `blockwright world`: the practice world alone, until it is told to stop.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use super::{
    Failure, Interrupt,
    cli::{DEFAULT_SEED, WorldArgs},
    process, status, terminal,
};
use crate::practice::{PracticeWorld, WorldConfig, WorldDir};

/// Serves until Ctrl-C, or until the system asks it to end; a second time it ends at once, whatever is not yet saved.
///
/// # Errors
/// If the address cannot be listened on, if the world's folder cannot be used, if the world could not be saved at its end.
pub fn run(args: WorldArgs) -> Result<u8, Failure> {
    process::RUN.check()?;
    let bind = SocketAddr::new(args.bind, args.port);
    let folder = match &args.world_dir {
        Some(path) => Some(WorldDir::open(path, args.seed.unwrap_or(DEFAULT_SEED))?),
        None => None,
    };
    let seed = folder.as_ref().map_or(args.seed.unwrap_or(DEFAULT_SEED), WorldDir::seed);
    if let Some(asked) = args.seed.filter(|&asked| asked != seed) {
        terminal::say(&format!("The saved world has the seed {seed}, which counts; not {asked}."));
    }
    let config = WorldConfig {
        begins: None,
        bind,
        seed,
        tick_rate: args.tick_rate,
        give: args.give,
        operators: args.ops,
        save_every: Duration::from_secs_f32(args.save_every),
        view_distance: args.view_distance,
        spawn_protection: args.spawn_protection,
    };
    let (asked, end_asked) = crossbeam_channel::bounded(1);
    Interrupt::default().listen(Arc::new(move || _ = asked.try_send(())))?;
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
    // The listener lives as long as the program, so that only a signal ends this.
    let _ = end_asked.recv();
    world.stop().map_err(|faults| {
        let faults = faults.join("; ");
        Failure::new(status::FAILED, format!("the world could not be saved whole at its end: {faults}"))
    })?;
    Ok(status::DONE)
}
