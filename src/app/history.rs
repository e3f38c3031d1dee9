//! `blockwright history`: what was done, and why, long after.

use std::{
    io::{self, Write},
    time::{Duration, UNIX_EPOCH},
};

use serde_json::{Value, json};

use super::{
    Failure,
    cli::HistoryArgs,
    data,
    pages::{PAGE, Pages, Stop, ago, each_event, each_row, ended, words},
    terminal,
};
use crate::{
    domain::{dollars, thousands},
    journal::{Entry, utc},
    store::{Event, Goal, Store, Wanted},
};

/// Shows goals, or what happened.
///
/// # Errors
/// A goal that is not there (2), a store that cannot be read (1).
pub fn run(args: HistoryArgs) -> Result<u8, Failure> {
    let store = Store::open_existing(&data::path()?)?;
    let since_ms = args.since.map_or(0, ago);
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut out = Pages::new(io::stdout().lock());
    let more = match args.goal {
        None if !args.events => goals(&store, &mut out, &args, since_ms, limit),
        goal => {
            if let Some(id) = goal {
                let found = store.goal(id)?.ok_or_else(|| unknown(id, &store))?;
                if args.after.is_none()
                    && let Err(stop) = say_goal(&mut out, &found, args.json)
                {
                    return ended(Err(stop));
                }
            }
            events(&store, &mut out, &args, since_ms, limit)
        }
    };
    let last = match more {
        Ok(more) => more,
        Err(stop) => return ended(Err(stop)),
    };
    let status = ended(out.end())?;
    if let (Some(last), false) = (last, args.json) {
        terminal::warn(&format!("there is more: --after {last}"));
    }
    Ok(status)
}

fn unknown(id: u64, store: &Store) -> Failure {
    let words = format!("there is no goal {id} in {}: `blockwright history` lists them", store.path().display());
    Failure::bad_input(words)
}

/// The number of the last goal shown, where there are more.
fn goals(
    store: &Store,
    out: &mut Pages<impl Write>,
    args: &HistoryArgs,
    since_ms: u64,
    limit: u64,
) -> Result<Option<u64>, Stop> {
    let pages = |after| store.goals(after, since_ms, PAGE);
    let each = |goal: &Goal| say_goal(out, goal, args.json).map(|()| true);
    let (more, last) = each_row(pages, |goal| goal.record.id, args.after.unwrap_or(0), limit, each)?;
    Ok(more.then_some(last))
}

/// The number of the last entry shown, where there are more.
fn events(
    store: &Store,
    out: &mut Pages<impl Write>,
    args: &HistoryArgs,
    since_ms: u64,
    limit: u64,
) -> Result<Option<u64>, Stop> {
    let wanted = Wanted { goal: args.goal, session: None };
    let begin = if since_ms > 0 { store.last_event_before(since_ms)? } else { 0 };
    let after = args.after.unwrap_or(0).max(begin);
    let (more, last) = each_event(store, wanted, after, limit, |event| {
        let line = event_line(event, args);
        line.as_ref().map_or(Ok(()), |line| out.line(line))?;
        Ok(line.is_some())
    })?;
    Ok(more.then_some(last))
}

fn say_goal(out: &mut Pages<impl Write>, goal: &Goal, as_json: bool) -> Result<(), Stop> {
    if as_json {
        return out.line(&terminal::json(&goal_json(goal)));
    }
    let Goal { record, bot, changed_ms, .. } = goal;
    let cost = record.cost.as_ref().map_or_else(String::new, |cost| format!(", {}", dollars(cost.usd)));
    out.line(&format!(
        "#{:<5} {}  {:<9}  {bot}: {} ({} ticks, {} tool calls{cost})",
        record.id,
        time(*changed_ms),
        record.state.name(),
        words(&record.text),
        thousands(record.ticks),
        record.tool_calls,
    ))?;
    record.note.as_ref().map_or(Ok(()), |why| out.line(&format!("       {}", words(why))))
}

/// As every line of JSON here it says what it is; no entry of a journal is called so.
fn goal_json(goal: &Goal) -> Value {
    let mut line = json!({ "event": "goal" });
    if let (Value::Object(line), Ok(Value::Object(fields))) = (&mut line, serde_json::to_value(goal)) {
        line.extend(fields);
    }
    line
}

/// As `run` would have said it.
fn event_line(event: &Event, args: &HistoryArgs) -> Option<String> {
    let entry = &event.entry;
    let known = serde_json::from_str::<Entry>(&entry.json).ok().map(|entry| entry.event);
    if args.json {
        if known.is_some_and(|event| event.is_for_the_file_alone()) {
            return None;
        }
        let rest = entry.json.strip_prefix('{')?;
        return Some(format!(
            "{{\"id\":{},\"session\":{},\"wall_ms\":{},{rest}",
            event.id, event.session, entry.wall_ms
        ));
    }
    // What another version wrote may be unknown here: that it happened is said all the same.
    let sentence = known.map_or_else(|| Some(entry.kind.clone()), |event| event.sentence())?;
    let goal = match (args.goal, entry.goal) {
        (None, Some(goal)) => format!("#{goal} "),
        _ => String::new(),
    };
    Some(format!("{}  {goal}{sentence}", time(entry.wall_ms)))
}

fn time(wall_ms: u64) -> String {
    utc(UNIX_EPOCH + Duration::from_millis(wall_ms))
}
