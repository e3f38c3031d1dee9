//! What is read, a page at a time. A page begins behind the last row of the one before (by its number, through an index), so
//! that the thousandth page costs as much as the first.

use rusqlite::{Connection, OptionalExtension as _, Result, Row, named_params, types::Type};
use serde_json::Value;

use super::rows::{Event, Goal, GoalRecord, NewEvent, PlaceRecord, Session, ShortEvent, StepRecord, ZoneRecord};
use crate::domain::{BlockPos, GoalState, NamedPlace, Zone};

/// Which entries; all of them where nothing is said.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    pub goal: Option<u64>,
    pub session: Option<u64>,
}

/// How a page of these entries is asked for.
pub(super) fn page_of(wanted: Wanted) -> String {
    let which = match wanted {
        Wanted { goal: None, session: None } => ":goal IS NULL AND :session IS NULL",
        Wanted { goal: Some(_), session: None } => "goal = :goal AND :session IS NULL",
        Wanted { goal: None, session: Some(_) } => "session = :session AND :goal IS NULL",
        // The goal's index: its entries are the fewer.
        Wanted { goal: Some(_), session: Some(_) } => "goal = :goal AND +session = :session",
    };
    format!(
        "SELECT id, session, goal, tick, wall_ms, kind, json FROM events WHERE {which} AND id > :after ORDER BY id LIMIT :limit"
    )
}

/// Up to `limit` entries behind the one with the number `after`, oldest first.
pub(super) fn events(connection: &Connection, wanted: Wanted, after: u64, limit: usize) -> Result<Vec<Event>> {
    let params = named_params! { ":goal": wanted.goal, ":session": wanted.session, ":after": after, ":limit": limit };
    connection.prepare(&page_of(wanted))?.query_map(params, event)?.collect()
}

fn event(row: &Row) -> Result<Event> {
    let entry =
        NewEvent { goal: row.get(2)?, tick: row.get(3)?, wall_ms: row.get(4)?, kind: row.get(5)?, json: row.get(6)? };
    Ok(Event { id: row.get(0)?, session: row.get(1)?, entry })
}

/// How a page of entries without their texts is asked for: from the index alone, which has no texts in between.
pub(super) const SHORT_PAGE: &str = "SELECT id, session, goal, wall_ms, kind FROM events INDEXED BY events_in_short \
                                     WHERE id > ?1 ORDER BY id LIMIT ?2";

/// Up to `limit` entries behind the one with the number `after`, oldest first, without their texts.
pub(super) fn short_events(connection: &Connection, after: u64, limit: usize) -> Result<Vec<ShortEvent>> {
    let event = |row: &Row| {
        Ok(ShortEvent {
            id: row.get(0)?,
            session: row.get(1)?,
            goal: row.get(2)?,
            wall_ms: row.get(3)?,
            kind: row.get(4)?,
        })
    };
    connection.prepare(SHORT_PAGE)?.query_map(rusqlite::params![after, limit], event)?.collect()
}

/// The entries with these numbers that are there, in the order of the numbers.
pub(super) fn events_with(connection: &Connection, ids: &[u64]) -> Result<Vec<Event>> {
    let mut find =
        connection.prepare("SELECT id, session, goal, tick, wall_ms, kind, json FROM events WHERE id = ?1")?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        found.extend(find.query_row([id], event).optional()?);
    }
    Ok(found)
}

/// Up to `limit` entries of a session that were written by this time, the newest first.
pub(super) fn last_events(connection: &Connection, session: u64, until_ms: u64, limit: usize) -> Result<Vec<Event>> {
    let sql = "SELECT id, session, goal, tick, wall_ms, kind, json FROM events WHERE session = ?1 AND wall_ms <= ?2 \
               ORDER BY id DESC LIMIT ?3";
    connection.prepare(sql)?.query_map(rusqlite::params![session, until_ms, limit], event)?.collect()
}

/// The number of the last entry before this time: where a page of what came since begins.
pub(super) fn last_event_before(connection: &Connection, wall_ms: u64) -> Result<u64> {
    let first: Option<u64> =
        connection.query_row("SELECT min(id) FROM events WHERE wall_ms >= ?1", [wall_ms], |row| row.get(0))?;
    let last = || connection.query_row("SELECT ifnull(max(id), 0) FROM events", [], |row| row.get(0));
    first.map_or_else(last, |first| Ok(first - 1))
}

const GOAL: &str = "SELECT goals.id, text, state, note, planner, plan, placed, attempts, recoveries, tool_calls, ticks, cost, \
                    bots.name, session, asked_ms, changed_ms, progress FROM goals JOIN bots ON bots.id = goals.bot";

/// Up to `limit` goals behind this number that were changed at this time or later, oldest first, without their steps.
pub(super) fn goals(connection: &Connection, after: u64, since_ms: u64, limit: usize) -> Result<Vec<Goal>> {
    let sql = format!("{GOAL} WHERE goals.id > :after AND changed_ms >= :since ORDER BY goals.id LIMIT :limit");
    let params = named_params! { ":after": after, ":since": since_ms, ":limit": limit };
    connection.prepare(&sql)?.query_map(params, goal)?.collect()
}

/// One goal with its steps.
pub(super) fn goal_with_steps(connection: &Connection, id: u64) -> Result<Option<Goal>> {
    let found = connection.query_row(&format!("{GOAL} WHERE goals.id = ?1"), [id], goal).optional()?;
    found.map(|found| with_steps(connection, found)).transpose()
}

/// All goals that are not over, oldest first, with their steps.
pub(super) fn open_goals(connection: &Connection) -> Result<Vec<Goal>> {
    let sql = format!("{GOAL} WHERE state IN ('queued', 'active', 'paused') ORDER BY goals.id");
    let found: Vec<Goal> = connection.prepare(&sql)?.query_map([], goal)?.collect::<Result<_>>()?;
    found.into_iter().map(|found| with_steps(connection, found)).collect()
}

fn with_steps(connection: &Connection, mut goal: Goal) -> Result<Goal> {
    let sql = "SELECT request, reason, expectation, aim, takes_back, state, attempts, error, progress FROM steps WHERE goal = ?1 \
               ORDER BY ordinal";
    let step = |row: &Row| {
        Ok(StepRecord {
            request: json(row, 0)?.unwrap_or_default(),
            reason: row.get(1)?,
            expectation: json(row, 2)?.unwrap_or_default(),
            aim: json(row, 3)?,
            takes_back: row.get(4)?,
            state: row.get(5)?,
            attempts: row.get(6)?,
            error: json(row, 7)?,
            progress: json(row, 8)?,
        })
    };
    goal.record.steps = connection.prepare(sql)?.query_map([goal.record.id], step)?.collect::<Result<_>>()?;
    Ok(goal)
}

fn goal(row: &Row) -> Result<Goal> {
    let state: String = row.get(2)?;
    let wrong = || rusqlite::Error::FromSqlConversionFailure(2, Type::Text, format!("{state:?} is no state").into());
    let record = GoalRecord {
        id: row.get(0)?,
        text: row.get(1)?,
        state: GoalState::named(&state).ok_or_else(wrong)?,
        note: row.get(3)?,
        planner: row.get(4)?,
        plan: json(row, 5)?,
        placed: json(row, 6)?,
        attempts: row.get(7)?,
        recoveries: row.get(8)?,
        tool_calls: row.get(9)?,
        ticks: row.get(10)?,
        cost: json(row, 11)?.and_then(|cost| serde_json::from_value(cost).ok()),
        progress: json(row, 16)?,
        steps: Vec::new(),
    };
    Ok(Goal { record, bot: row.get(12)?, session: row.get(13)?, asked_ms: row.get(14)?, changed_ms: row.get(15)? })
}

fn json(row: &Row, column: usize) -> Result<Option<Value>> {
    let Some(text) = row.get::<_, Option<String>>(column)? else { return Ok(None) };
    let read = serde_json::from_str(&text);
    read.map(Some).map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into()))
}

/// The land that is kept on all servers, in the order in which it came to be.
pub(super) fn zones(connection: &Connection) -> Result<Vec<ZoneRecord>> {
    let sql = "SELECT server, dimension, low_x, low_z, high_x, high_z FROM zones ORDER BY kept_ms";
    let zone = |row: &Row| {
        let dimension: String = row.get(1)?;
        let zone = Zone::between(&dimension, [row.get(2)?, row.get(3)?], [row.get(4)?, row.get(5)?]);
        Ok(ZoneRecord { server: row.get(0)?, zone, is_kept: true })
    };
    connection.prepare(sql)?.query_map([], zone)?.collect()
}

/// The places that have a name, of all bots and servers, at most so many.
pub(super) fn places(connection: &Connection, limit: usize) -> Result<Vec<PlaceRecord>> {
    let sql = "SELECT bot, server, name, dimension, x, y, z FROM places ORDER BY named_ms DESC LIMIT ?1";
    let place = |row: &Row| {
        let at = BlockPos::new(row.get(4)?, row.get(5)?, row.get(6)?);
        let place = NamedPlace { dimension: row.get(3)?, at };
        Ok(PlaceRecord { bot: row.get(0)?, server: row.get(1)?, name: row.get(2)?, place: Some(place) })
    };
    connection.prepare(sql)?.query_map([limit], place)?.collect()
}

/// Up to `limit` sessions behind this number, oldest first.
pub(super) fn sessions(connection: &Connection, after: u64, limit: usize) -> Result<Vec<Session>> {
    let sql = "SELECT sessions.id, bots.name, server, began_ms, beat_ms, ended_ms, outcome, recorded_bytes FROM sessions JOIN bots ON bots.id = sessions.bot WHERE sessions.id > ?1 ORDER BY sessions.id LIMIT ?2";
    let session = |row: &Row| {
        Ok(Session {
            id: row.get(0)?,
            bot: row.get(1)?,
            server: row.get(2)?,
            began_ms: row.get(3)?,
            beat_ms: row.get(4)?,
            ended_ms: row.get(5)?,
            outcome: row.get(6)?,
            recorded_bytes: row.get(7)?,
        })
    };
    connection.prepare(sql)?.query_map(rusqlite::params![after, limit], session)?.collect()
}
