//! The command line, and the runners behind each command.

mod bench;
mod blueprints;
mod cli;
mod crew;
mod data;
mod dry_run;
mod ending;
mod facts;
mod headless;
mod history;
mod host;
mod log;
mod owners;
mod pages;
pub mod past;
mod process;
mod record;
mod recording;
mod redraw;
mod replay;
mod resume;
mod run;
mod session;
mod signals;
mod terminal;
pub mod timeline;
mod tool;
mod windowed;
mod world;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
};

use clap::{CommandFactory, Parser};
pub use ending::{Ended, Failure, status};
pub use headless::{run_headless, say_goodbye};
pub use host::{Host, HostConfig};
pub use record::Recorder;
pub use resume::{Beginning, Here, Open, take_open_goals};
pub use session::{BotConfig, BotPlanner, Interrupt, Model, SessionConfig, build_mind, start_body, task_pools};

use crate::domain::tame;

/// Runs the program: the whole of `main`.
pub fn main() -> ExitCode {
    process::begin();
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(told) => return tell(&told),
    };
    let Some(command) = cli.command.or_else(empty_window) else {
        _ = cli::Cli::command().write_help(&mut std::io::stderr());
        return ExitCode::from(status::BAD_INPUT);
    };
    log::begin();
    // What a library cannot do without (a thread, say) it panics for: told in its words, and never as a crash.
    let ended = catch_unwind(AssertUnwindSafe(|| match command {
        cli::Command::Run(args) => run::run(args),
        cli::Command::Build(args) => run::build(args),
        cli::Command::Tool(args) => tool::run(args),
        cli::Command::World(args) => world::run(args),
        cli::Command::Plan(args) => facts::plan(args),
        cli::Command::Sop(command) => facts::sop(command),
        cli::Command::Blueprint(command) => blueprints::run(command),
        cli::Command::History(args) => history::run(args),
        cli::Command::Replay(args) => replay::run(args),
        cli::Command::Data(command) => data::run(command),
        cli::Command::Bench(args) => bench::run(args),
    }));
    let ended = ended.unwrap_or_else(|_| {
        let words = "this is a fault of the program or of a library; the line above says which";
        Err(Failure::new(status::FAILED, words))
    });
    match ended {
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            terminal::complain(&failure.message);
            ExitCode::from(failure.status)
        }
    }
}

/// A run of no goal yet, where it can be typed.
fn empty_window() -> Option<cli::Command> {
    let run = windowed::has_display().then(|| cli::Cli::try_parse_from(["blockwright", "run"]).ok()).flatten()?;
    run.command
}

/// What clap has to say: help, or what is wrong on the command line. It quotes that as it was written: so it is asked
/// again with words that steer nothing.
fn tell(told: &clap::Error) -> ExitCode {
    let words = std::env::args_os().map(|word| tame(&word.to_string_lossy()).into_owned());
    match cli::Cli::try_parse_from(words) {
        // Where it cannot be printed the exit status has to do.
        Err(told) => _ = told.print(),
        Ok(_) => terminal::complain(&tame(&told.render().to_string())),
    }
    ExitCode::from(if told.use_stderr() { status::BAD_INPUT } else { status::DONE })
}
