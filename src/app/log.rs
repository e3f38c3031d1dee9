//! Where the program's own lines go that nobody asked for: logs and panics, to standard error and to the window's log. What stands in them may be
//! anybody's words, and standard error may be gone: so each is one tame line, and writing it never fails.

use std::{
    backtrace::Backtrace,
    fmt::{Debug, Write as _},
    io, panic,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use bevy::prelude::*;
use crossbeam_channel::{Receiver, Sender, bounded};
use tracing::{
    Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    EnvFilter, Layer,
    filter::{FilterExt as _, filter_fn},
    fmt::{self, format::FmtSpan},
    layer::{Context, SubscriberExt as _},
    util::SubscriberInitExt as _,
};

use super::terminal;
use crate::{
    domain::{LogLevel, LogLine, MOST_WORDS, shortened, tame},
    journal::{FAILURES, SPANS, as_they_may_be_written, redacted},
    mind::model::keys_in_environment,
    ui::LogDesk,
};

/// What is told on standard error where `BLOCKWRIGHT_LOG` asks for nothing else.
const TOLD: &str = "error,blockwright=warn";
/// What the window's log has in any case. `bevy_time` warns of each frame that is not drawn, and most are not (`redraw`).
const KEPT: &str = "info,bevy_time=error,blockwright=debug";
/// Lines that wait for a frame of the window at most; what comes then is counted. Where there is no window nobody takes them.
const WAITING: usize = 1_024;

/// Logs go to standard error, so that standard output stays readable by programs, and to the window's log. `BLOCKWRIGHT_LOG` says what is
/// logged. Where it lets the journal's spans through, each is a line as it ends; those of libraries never are.
pub fn begin() {
    let asked = || EnvFilter::try_from_env("BLOCKWRIGHT_LOG").unwrap_or_else(|_| EnvFilter::new(TOLD));
    // genai logs whole bodies, in which a provider may say the key again: whatever is asked for, that is never logged.
    let is_line = || filter_fn(|metadata| metadata.target() != SPANS && !metadata.target().starts_with("genai"));
    // What became of goals the terminal tells by itself.
    let is_news = filter_fn(|metadata| metadata.target() != FAILURES);
    // No colours: what makes them in a line is what makes mischief in somebody's words.
    let lines = fmt::layer()
        .with_writer(|| Lines)
        .with_ansi(false)
        .without_time()
        .with_filter(asked().and(is_line()).and(is_news));
    // The layer's own `without_time` would also take away how long a span lasted.
    let spans = fmt::layer()
        .with_writer(|| Lines)
        .with_ansi(false)
        .event_format(fmt::format().without_time())
        .with_span_events(FmtSpan::CLOSE)
        .with_filter(asked().and(filter_fn(|metadata| metadata.target() == SPANS)));
    let kept = RECORDS.0.clone().with_filter(EnvFilter::new(KEPT).or(asked()).and(is_line()));
    tracing_subscriber::registry().with(lines).with(spans).with(kept).init();
    panic::set_hook(Box::new(|panic| {
        let thread = std::thread::current();
        let panic = panic.to_string().replacen('\n', " ", 1);
        let told = format!("thread {:?} {panic}", thread.name().unwrap_or("without a name"));
        terminal::warn(&told);
        RECORDS.0.put(LogLevel::Error, "panic", &told);
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

/// The program has one subscriber, and so one way from it to the window.
static RECORDS: LazyLock<(Records, Receiver<LogLine>)> =
    LazyLock::new(|| Records::new(WAITING, as_they_may_be_written(keys_in_environment())));

/// Takes lines down for the window. Whoever logs never waits: where there is no room a line is only counted.
#[derive(Clone)]
struct Records {
    lines: Sender<LogLine>,
    missed: Arc<AtomicU64>,
    keys: Arc<[String]>,
}

impl Records {
    /// With room for so many lines that wait to be taken; `keys` are what must not be shown.
    fn new(room: usize, keys: Vec<String>) -> (Self, Receiver<LogLine>) {
        let (lines, taken) = bounded(room);
        (Self { lines, missed: Arc::default(), keys: keys.into() }, taken)
    }

    fn put(&self, level: LogLevel, target: &str, text: &str) {
        // Before it is cut: half a key is no key that could be found.
        let text = redacted(text, &self.keys);
        let line = LogLine {
            number: 0,
            at_ms: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64),
            level,
            target: tame(target).into_owned(),
            text: tame(&shortened(&text, MOST_WORDS)).into_owned(),
        };
        if self.lines.try_send(line).is_err() {
            self.missed.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl<S: Subscriber> Layer<S> for Records {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let mut told = Told::default();
        event.record(&mut told);
        let metadata = event.metadata();
        let level = match *metadata.level() {
            tracing::Level::ERROR => LogLevel::Error,
            tracing::Level::WARN => LogLevel::Warning,
            tracing::Level::INFO => LogLevel::Info,
            tracing::Level::DEBUG => LogLevel::Debug,
            tracing::Level::TRACE => LogLevel::Trace,
        };
        let target = told.target.as_deref().unwrap_or(metadata.target());
        self.put(level, target, &format!("{}{}", told.message, told.fields));
    }
}

/// An event in words: `the disk is full path=/tmp`.
#[derive(Default)]
struct Told {
    message: String,
    fields: String,
    /// Of a line that came by the older `log`.
    target: Option<String>,
}

impl Visit for Told {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "message" => self.message = value.to_owned(),
            "log.target" => self.target = Some(value.to_owned()),
            _ => self.record_debug(field, &value),
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a string does not fail.
        _ = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name if name.starts_with("log.") => Ok(()),
            name => write!(self.fields, " {name}={value:?}"),
        };
    }
}

/// Has the window's log filled.
pub fn plug_into(app: &mut App) {
    let (records, lines) = &*RECORDS;
    app.insert_resource(Incoming { lines: lines.clone(), missed: records.missed.clone() });
    app.add_systems(First, take_lines);
}

#[derive(Resource)]
struct Incoming {
    lines: Receiver<LogLine>,
    missed: Arc<AtomicU64>,
}

/// Before anything is drawn.
fn take_lines(incoming: Res<Incoming>, mut desk: ResMut<LogDesk>) {
    for line in incoming.lines.try_iter().take(WAITING) {
        desk.add(line);
    }
    let missed = incoming.missed.load(Ordering::Relaxed);
    if desk.missed != missed {
        desk.missed = missed;
    }
}

#[cfg(test)]
mod tests {
    use tracing::subscriber::with_default;

    use super::*;
    use crate::journal::{Event, Journal};

    /// What is taken down of what is logged.
    fn logged(room: usize, keys: &[&str], log: impl FnOnce()) -> (Vec<LogLine>, u64) {
        let (records, lines) = Records::new(room, keys.iter().map(|key| (*key).to_owned()).collect());
        let missed = records.missed.clone();
        with_default(tracing_subscriber::registry().with(records), log);
        (lines.try_iter().collect(), missed.load(Ordering::Relaxed))
    }

    #[test]
    fn a_line_has_its_level_its_module_and_its_fields_and_is_tame() {
        let (lines, missed) = logged(10, &[], || {
            tracing::warn!("the disk is full\u{1b}[2J\nnext");
            tracing::info!(target: "wgpu_core", tick = 7, name = "a", "lost {}", 3);
        });
        let told: Vec<_> = lines.iter().map(|line| (line.level, line.target.as_str(), line.text.as_str())).collect();
        assert_eq!(
            told,
            [
                (LogLevel::Warning, module_path!(), r"the disk is full\u{1b}[2J\nnext"),
                (LogLevel::Info, "wgpu_core", "lost 3 tick=7 name=\"a\""),
            ]
        );
        assert!(missed == 0 && lines.iter().all(|line| line.at_ms > 1_700_000_000_000), "by the wall's clock");
    }

    #[test]
    fn no_key_is_taken_down_and_a_long_line_is_cut() {
        const KEY: &str = "sk-0123456789abcdef";
        let (lines, _) = logged(10, &[KEY], || {
            tracing::error!(key = KEY, "refused: {KEY}");
            tracing::error!("{}{KEY}", "y".repeat(MOST_WORDS - 5));
        });
        assert_eq!(lines[0].text, "refused: [key] key=\"[key]\"");
        assert!(lines[1].text.ends_with("[key]") && lines.iter().all(|line| !line.text.contains("sk-")), "{lines:?}");
        let (lines, _) = logged(10, &[], || tracing::error!("{}", "y".repeat(50 * MOST_WORDS)));
        assert!(lines[0].text.chars().count() < MOST_WORDS + 50, "{}", lines[0].text.len());
    }

    #[test]
    fn who_logs_never_waits_and_what_finds_no_room_is_counted() {
        let (lines, missed) = logged(2, &[], || (0..5).for_each(|number| tracing::info!("{number}")));
        assert_eq!((lines.len(), lines[1].text.as_str(), missed), (2, "1", 3));
    }

    #[test]
    fn what_became_of_a_goal_is_a_warning_of_its_own_module() {
        let (lines, _) = logged(10, &[], || {
            let mut journal = Journal::default();
            journal.record(Some(1), Event::GoalRetried);
            journal.record(Some(1), Event::GoalFailed { text: "dig".to_owned(), why: "no way".to_owned() });
        });
        let told: Vec<_> = lines.iter().map(|line| (line.level, line.target.as_str())).collect();
        assert_eq!(told, [(LogLevel::Debug, "blockwright::journal"), (LogLevel::Warning, FAILURES)]);
        assert!(lines[1].text.starts_with("goal failed: dig: no way"), "{lines:?}");
    }

    #[test]
    fn the_window_gets_what_was_logged_and_how_much_is_missing() {
        let (records, lines) = Records::new(2, Vec::new());
        let mut app = App::new();
        app.init_resource::<LogDesk>().insert_resource(Incoming { lines, missed: records.missed.clone() });
        app.add_systems(First, take_lines);
        (0..3).for_each(|number| records.put(LogLevel::Info, "blockwright::ui", &number.to_string()));
        app.update();
        records.put(LogLevel::Info, "blockwright::ui", "3");
        app.update();
        let desk = app.world().resource::<LogDesk>();
        let texts: Vec<_> = desk.lines().iter().map(|line| (line.number, line.text.as_str())).collect();
        assert_eq!((texts, desk.missed), (vec![(0, "0"), (1, "1"), (2, "3")], 1));
    }
}
