//! Where the program's own lines go that nobody asked for: logs and panics, to standard error. What stands in them may be
//! anybody's words, and standard error may be gone: so each is one tame line, and writing it never fails.

use std::{backtrace::Backtrace, io, panic};

use tracing_subscriber::{
    EnvFilter, Layer as _,
    filter::filter_fn,
    fmt::{self, format::FmtSpan},
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use super::terminal;
use crate::journal::SPANS;

/// Logs go to standard error, so that standard output stays readable by programs. `BLOCKWRIGHT_LOG` says what is
/// logged. Where it lets the journal's spans through, each is a line as it ends; those of libraries never are.
pub fn begin() {
    let filter =
        EnvFilter::try_from_env("BLOCKWRIGHT_LOG").unwrap_or_else(|_| EnvFilter::new("error,blockwright=warn"));
    // No colours: what makes them in a line is what makes mischief in somebody's words.
    let lines = fmt::layer()
        .with_writer(|| Lines)
        .with_ansi(false)
        .without_time()
        // genai logs whole bodies, in which a provider may say the key again: whatever is asked for, that is never logged.
        .with_filter(filter_fn(|metadata| metadata.target() != SPANS && !metadata.target().starts_with("genai")));
    // The layer's own `without_time` would also take away how long a span lasted.
    let spans = fmt::layer()
        .with_writer(|| Lines)
        .with_ansi(false)
        .event_format(fmt::format().without_time())
        .with_span_events(FmtSpan::CLOSE)
        .with_filter(filter_fn(|metadata| metadata.target() == SPANS));
    tracing_subscriber::registry().with(lines).with(spans).with(filter).init();
    panic::set_hook(Box::new(|panic| {
        let thread = std::thread::current();
        let panic = panic.to_string().replacen('\n', " ", 1);
        terminal::warn(&format!("thread {:?} {panic}", thread.name().unwrap_or("without a name")));
        // Captured only where RUST_BACKTRACE asks for it.
        let trace = Backtrace::capture();
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            trace.to_string().lines().for_each(terminal::warn);
        }
    }));
}

/// A line a write, as the log's formatter makes them.
struct Lines;

impl io::Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        terminal::warn(text.strip_suffix('\n').unwrap_or(&text));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
