//! `blockwright replay`: a run that is over, watched again: in the window, or one moment of it in the terminal.

use std::{
    io::{self, Write},
    time::{Duration, UNIX_EPOCH},
};

use serde_json::json;

use super::{
    Failure,
    cli::ReplayArgs,
    data,
    pages::{PAGE, Pages, Stop, each_row, ended, words},
    past::Player,
    terminal, windowed,
};
use crate::{
    domain::{BotView, GoalView, StepStateView},
    journal::utc,
    replay::{Past, PastAsk},
    store::{Session, Store},
    ui::LayoutFile,
};

/// Opens the window on a session, tells one moment of it, or lists what there is.
///
/// # Errors
/// A session or a moment that is not there, or no display (2); a store that cannot be read, or a window that does not open (1).
pub fn run(args: ReplayArgs) -> Result<u8, Failure> {
    let path = data::path()?;
    let store = Store::open_existing(&path)?;
    if args.json && !args.list && args.at.is_none() {
        return Err(Failure::bad_input("--json is for --at SECONDS or --list: a window tells nothing as JSON"));
    }
    if args.list {
        return list(&store, args.json);
    }
    let (session, span) = chosen(&store, args.session)?;
    if let Some(seconds) = args.at {
        return ended(tell(&store, &session, span, seconds, args.json));
    }
    if !windowed::has_display() {
        let words = "a window is needed to watch a session, and there is no display here: `blockwright replay --at SECONDS` tells a moment of it";
        return Err(Failure::bad_input(words));
    }
    let layout = data::layout_path().map(|path| LayoutFile { path, is_written: false });
    windowed::run_replay(path, session.id, span, layout)
}

/// The session that is meant, and from when to when it was recorded.
fn chosen(store: &Store, wanted: Option<u64>) -> Result<(Session, (u64, u64)), Failure> {
    let list = "`blockwright replay --list` lists what there is";
    match wanted {
        Some(id) => {
            let found = store.sessions(id.saturating_sub(1), 1)?.into_iter().find(|session| session.id == id);
            let session = found.ok_or_else(|| Failure::bad_input(format!("there is no session {id}: {list}")))?;
            match store.recorded(id)? {
                Some(span) => Ok((session, span)),
                None => Err(Failure::bad_input(format!(
                    "session {id} was not recorded, or its recording has made room for newer ones: {list}"
                ))),
            }
        }
        None => {
            let mut newest = None;
            let pages = |after| store.sessions(after, PAGE);
            let each = |session: &Session| {
                if session.recorded_bytes > 0 {
                    newest = Some(session.clone());
                }
                Ok(true)
            };
            if let Err(Stop::Failed(failure)) = each_row(pages, |session| session.id, 0, u64::MAX, each) {
                return Err(failure);
            }
            let none = || Failure::bad_input("no session was recorded yet: `blockwright run` records one");
            let session = newest.ok_or_else(none)?;
            let span = store.recorded(session.id)?.ok_or_else(none)?;
            Ok((session, span))
        }
    }
}

fn list(store: &Store, as_json: bool) -> Result<u8, Failure> {
    let mut out = Pages::new(io::stdout().lock());
    let pages = |after| store.sessions(after, PAGE);
    let each = |session: &Session| {
        let Some((from, to)) = store.recorded(session.id)? else { return Ok(false) };
        let seconds = to.saturating_sub(from) as f64 / 1_000.0;
        if as_json {
            let line = json!({
                "event": "session", "session": session.id, "bot": session.bot, "server": session.server,
                "from_ms": from, "seconds": seconds, "bytes": session.recorded_bytes, "outcome": session.outcome,
            });
            out.line(&terminal::json(&line))?;
        } else {
            out.line(&format!(
                "{:<5} {}  {:>8.1} s  {:>6.1} MiB  {:<11}  {} on {}",
                session.id,
                time(from),
                seconds,
                session.recorded_bytes as f64 / f64::from(1 << 20),
                session.outcome.as_deref().unwrap_or("goes on, or was killed"),
                words(&session.bot),
                words(&session.server),
            ))?;
        }
        Ok(true)
    };
    let done = each_row(pages, |session| session.id, 0, u64::MAX, each);
    ended(done.and_then(|_| out.end()))
}

/// Tells how things stood so many seconds after the first recorded moment.
fn tell(store: &Store, session: &Session, span: (u64, u64), seconds: f64, as_json: bool) -> Result<(), Stop> {
    let whole = span.1.saturating_sub(span.0);
    let ms = (seconds * 1_000.0).round() as u64;
    if ms > whole {
        let long = whole as f64 / 1_000.0;
        let words =
            format!("the recording of session {} is {long:.1} s long: there is no second {seconds}", session.id);
        return Err(Stop::Failed(Failure::bad_input(words)));
    }
    let ask = PastAsk { session: session.id, at_ms: span.0 + ms, bot: session.bot.clone() };
    let past = Player::default().play(store, &ask)?;
    let mut out = Pages::new(io::stdout().lock());
    if as_json {
        let line = json!({
            "event": "moment", "session": session.id, "at_ms": ask.at_ms, "seconds": ms as f64 / 1_000.0,
            "bots": past.view.bots, "goals": past.view.goals, "journal": past.view.journal,
            "columns": past.world.len(), "missing": past.missing,
        });
        out.line(&terminal::json(&line))?;
    } else {
        say(&mut out, &past, ms, whole)?;
    }
    out.end()
}

fn say(out: &mut Pages<impl Write>, past: &Past, ms: u64, whole: u64) -> Result<(), Stop> {
    let seconds = |ms: u64| ms as f64 / 1_000.0;
    let (id, at) = (past.ask.session, past.ask.at_ms);
    out.line(&format!("session {id}, {:.1} s of {:.1} s, {}", seconds(ms), seconds(whole), time(at)))?;
    for bot in &past.view.bots {
        out.line(&bot_line(bot))?;
    }
    // Each bot saw its own; the land is that of the first.
    let by = past.view.bots.first().filter(|_| past.view.bots.len() > 1);
    let by = by.map_or(String::new(), |bot| format!(" by {}", bot.username));
    out.line(&format!("{} columns of land were seen{by}", past.world.len()))?;
    for goal in &past.view.goals {
        say_goal(out, goal)?;
    }
    past.missing.iter().try_for_each(|missing| out.line(missing))
}

fn bot_line(bot: &BotView) -> String {
    let Some(seen) = &bot.observation else { return format!("{} was not in the world", words(&bot.username)) };
    let held: Vec<String> = seen.inventory().iter().map(|(item, count)| format!("{count} {item}")).collect();
    let held = if held.is_empty() { "nothing".to_owned() } else { held.join(", ") };
    let (at, health) = (seen.position.block(), seen.health);
    format!("{} at {at} in the {}, health {health}, holds {held}", words(&bot.username), words(&seen.dimension))
}

fn say_goal(out: &mut Pages<impl Write>, goal: &GoalView) -> Result<(), Stop> {
    out.line(&format!("#{} {}: {}", goal.id, goal.state.name(), words(&goal.text)))?;
    for (number, step) in goal.steps.iter().enumerate() {
        let state = match step.state {
            StepStateView::Waiting => "waiting",
            StepStateView::Running => "at work",
            StepStateView::Done => "done",
            StepStateView::Failed => "failed",
            StepStateView::Skipped => "skipped",
        };
        let attempts = if step.attempts > 1 { format!(", attempt {}", step.attempts) } else { String::new() };
        out.line(&format!("  {:>2}. {} ({state}{attempts})", number + 1, words(&step.title)))?;
    }
    Ok(())
}

fn time(wall_ms: u64) -> String {
    utc(UNIX_EPOCH + Duration::from_millis(wall_ms))
}
