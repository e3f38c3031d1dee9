//! The command line, and the runners behind each command.

mod bench;
mod cli;
mod facts;
mod headless;
mod host;
mod process;
mod redraw;
mod run;
mod session;
mod terminal;
mod tool;
mod windowed;
mod world;

use std::{io::IsTerminal, process::ExitCode};

use clap::Parser;
pub use headless::{Ended, run_headless, say_goodbye};
pub use host::{Host, HostConfig};
pub use session::{Interrupt, Model, SessionConfig, build_mind, start_body, task_pools};
use tracing_subscriber::{
    EnvFilter, Layer as _,
    filter::filter_fn,
    fmt::{self, format::FmtSpan},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use crate::journal::SPANS;

/// The exit statuses, the same for every command.
pub mod status {
    /// Everything asked was done.
    pub const DONE: u8 = 0;
    /// A goal or a call failed.
    pub const FAILED: u8 = 1;
    /// Bad input: nothing was started.
    pub const BAD_INPUT: u8 = 2;
    /// The server could not be joined.
    pub const NOT_JOINED: u8 = 3;
    /// Ctrl-C.
    pub const INTERRUPTED: u8 = 130;
}

/// Why a command ended other than well: what to print, and the exit status.
#[derive(Debug)]
pub struct Failure {
    pub status: u8,
    pub message: String,
}

impl Failure {
    pub fn new(status: u8, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }
}

/// Runs the program: the whole of `main`.
pub fn main() -> ExitCode {
    process::begin();
    let cli = cli::Cli::parse();
    begin_logging();
    let ended = match cli.command {
        cli::Command::Run(args) => run::run(args),
        cli::Command::Tool(args) => tool::run(args),
        cli::Command::World(args) => world::run(args),
        cli::Command::Plan(args) => facts::plan(args),
        cli::Command::Sop(command) => facts::sop(command),
        cli::Command::Bench(args) => bench::run(args),
    };
    match ended {
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            terminal::complain(&failure.message);
            ExitCode::from(failure.status)
        }
    }
}

/// Logs go to standard error, so that standard output stays readable by programs. `BLOCKWRIGHT_LOG` says what is
/// logged. Where it lets the journal's spans through, each is a line as it ends; those of libraries never are.
fn begin_logging() {
    let filter =
        EnvFilter::try_from_env("BLOCKWRIGHT_LOG").unwrap_or_else(|_| EnvFilter::new("error,blockwright=warn"));
    let ansi = std::io::stderr().is_terminal();
    let lines = fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(ansi)
        .without_time()
        // genai logs whole bodies, in which a provider may say the key again: whatever is asked for, that is never logged.
        .with_filter(filter_fn(|metadata| metadata.target() != SPANS && !metadata.target().starts_with("genai")));
    // The layer's own `without_time` would also take away how long a span lasted.
    let spans = fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(ansi)
        .event_format(fmt::format().without_time())
        .with_span_events(FmtSpan::CLOSE)
        .with_filter(filter_fn(|metadata| metadata.target() == SPANS));
    tracing_subscriber::registry().with(lines).with(spans).with(filter).init();
}
