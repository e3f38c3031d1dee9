//! What is written, as statements within a transaction: sessions, goals with their steps, journal entries, numbers of goals.

use std::ops::Range;

use rusqlite::{Connection, Result, Transaction, TransactionBehavior, params};

use super::{
    leases::{self, TERM_MS},
    rows::{GoalRecord, NewEvent, PlaceRecord, ZoneRecord},
};

/// Numbers that a program gets at once: more than a mind makes goals of between two commits. What a program does not
/// use is given again once nobody else plays.
pub(super) const IDS_AT_ONCE: u64 = 64;

/// Does this in one transaction that may write from its beginning: one that begins by reading may find that it can no
/// longer write, and would have to be done again.
pub(super) fn commit<T>(connection: &mut Connection, work: impl FnOnce(&Transaction) -> Result<T>) -> Result<T> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = work(&transaction)?;
    transaction.commit()?;
    Ok(done)
}

/// Who writes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Author {
    pub session: u64,
    pub bot: u64,
}

/// A session that begins.
#[derive(Clone, Debug)]
pub struct NewSession {
    pub bot: String,
    /// In words.
    pub server: String,
    /// Goals it begins with.
    pub goals: u64,
}

/// Begins a session.
pub(super) fn begin(connection: &Connection, new: &NewSession, now: u64) -> Result<Author> {
    connection.execute("INSERT OR IGNORE INTO bots (name) VALUES (?1)", [&new.bot])?;
    let bot = connection.query_row("SELECT id FROM bots WHERE name = ?1", [&new.bot], |row| row.get(0))?;
    let sql = "INSERT INTO sessions (bot, server, version, process, began_ms, beat_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?5)";
    connection.execute(sql, params![bot, new.server, env!("CARGO_PKG_VERSION"), std::process::id(), now])?;
    Ok(Author { session: connection.last_insert_rowid().unsigned_abs(), bot })
}

/// Sets numbers for new goals aside. Nobody else gets them; but where nobody else plays, what was set aside and never
/// used is given again.
pub(super) fn reserve_ids(connection: &Connection, author: Author, goals: u64, now: u64) -> Result<Range<u64>> {
    let others =
        "SELECT EXISTS (SELECT 1 FROM sessions WHERE id <> ?1 AND ended_ms IS NULL AND beat_ms BETWEEN ?2 AND ?3)";
    let others: bool =
        connection
            .query_row(others, params![author.session, now.saturating_sub(TERM_MS), now + TERM_MS], |row| row.get(0))?;
    let (used, reserved): (u64, u64) =
        connection.query_row("SELECT used, reserved FROM goal_ids", [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let last = if others { reserved.max(used) } else { used };
    let count = IDS_AT_ONCE + goals;
    connection.execute("UPDATE goal_ids SET reserved = ?1", [last + count])?;
    Ok(last + 1..last + 1 + count)
}

/// The same for a session that is running out of them: what it holds is not given again.
pub(super) fn reserve_more_ids(connection: &Connection) -> Result<Range<u64>> {
    let sql = "UPDATE goal_ids SET reserved = max(used, reserved) + ?1 RETURNING reserved";
    let last: u64 = connection.query_row(sql, [IDS_AT_ONCE], |row| row.get(0))?;
    Ok(last + 1 - IDS_AT_ONCE..last + 1)
}

/// Writes a goal as it is now, and holds it while it is open. `false`: another program has it, and nothing was written.
pub(super) fn put_goal(connection: &Connection, author: Author, goal: &GoalRecord, now: u64) -> Result<bool> {
    if leases::take(connection, goal.id, author.session, now)?.is_err() {
        return Ok(false);
    }
    if goal.state.is_over() {
        leases::release(connection, goal.id, author.session)?;
    }
    let json = |value: &Option<serde_json::Value>| value.as_ref().map(ToString::to_string);
    let cost = goal.cost.as_ref().and_then(|cost| serde_json::to_string(cost).ok());
    connection.execute(
        "INSERT INTO goals (id, bot, session, text, state, note, planner, plan, placed, attempts, recoveries, tool_calls,
             ticks, cost, asked_ms, changed_ms, progress)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?15, ?16)
         ON CONFLICT (id) DO UPDATE SET bot = ?2, state = ?5, note = ?6, planner = ?7, plan = ?8, placed = ?9,
             attempts = ?10, recoveries = ?11, tool_calls = ?12, ticks = ?13, cost = ?14, changed_ms = ?15,
             progress = ?16",
        params![
            goal.id,
            author.bot,
            author.session,
            goal.text,
            goal.state.name(),
            goal.note,
            goal.planner,
            json(&goal.plan),
            json(&goal.placed),
            goal.attempts,
            goal.recoveries,
            goal.tool_calls,
            goal.ticks,
            cost,
            now,
            json(&goal.progress),
        ],
    )?;
    connection.execute("UPDATE goal_ids SET used = max(used, ?1)", [goal.id])?;
    connection.execute("DELETE FROM steps WHERE goal = ?1", [goal.id])?;
    let mut step = connection.prepare(
        "INSERT INTO steps (goal, ordinal, request, reason, expectation, aim, takes_back, state, attempts, error, progress)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    for (ordinal, row) in goal.steps.iter().enumerate() {
        step.execute(params![
            goal.id,
            ordinal,
            row.request.to_string(),
            row.reason,
            row.expectation.to_string(),
            json(&row.aim),
            row.takes_back,
            row.state,
            row.attempts,
            json(&row.error),
            json(&row.progress),
        ])?;
    }
    Ok(true)
}

/// Writes down a place; a name that is given again is that of the new place, and one that is given up is gone.
pub(super) fn put_place(connection: &Connection, record: &PlaceRecord, now: u64) -> Result<()> {
    let PlaceRecord { bot, server, name, place } = record;
    let Some(place) = place else {
        let sql = "DELETE FROM places WHERE bot = ?1 AND server = ?2 AND name = ?3";
        return connection.execute(sql, params![bot, server, name]).map(drop);
    };
    let sql = "INSERT OR REPLACE INTO places (bot, server, name, dimension, x, y, z, named_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let params = params![bot, server, name, place.dimension, place.at.x, place.at.y, place.at.z, now];
    connection.execute(sql, params).map(drop)
}

/// Writes down land that is kept, or strikes it out.
pub(super) fn put_zone(connection: &Connection, record: &ZoneRecord, now: u64) -> Result<()> {
    let ZoneRecord { server, zone, is_kept } = record;
    let ([x, z], [to_x, to_z]) = (zone.low(), zone.high());
    if *is_kept {
        let sql = "INSERT OR REPLACE INTO zones (server, dimension, low_x, low_z, high_x, high_z, kept_ms) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        return connection.execute(sql, params![server, zone.dimension, x, z, to_x, to_z, now]).map(drop);
    }
    let sql = "DELETE FROM zones WHERE server = ?1 AND dimension = ?2 \
               AND low_x = ?3 AND low_z = ?4 AND high_x = ?5 AND high_z = ?6";
    connection.execute(sql, params![server, zone.dimension, x, z, to_x, to_z]).map(drop)
}

/// Writes journal entries, in order.
pub(super) fn put_events<'a>(
    connection: &Connection,
    session: u64,
    events: impl Iterator<Item = &'a NewEvent>,
) -> Result<()> {
    let sql = "INSERT INTO events (session, goal, tick, wall_ms, kind, json) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = connection.prepare(sql)?;
    for event in events {
        insert.execute(params![session, event.goal, event.tick, event.wall_ms, event.kind, event.json])?;
    }
    Ok(())
}

/// Shows that a session lives and still wants what it holds.
pub(super) fn beat(connection: &Connection, session: u64, now: u64) -> Result<()> {
    connection.execute("UPDATE sessions SET beat_ms = ?2 WHERE id = ?1", params![session, now])?;
    leases::renew(connection, session, now).map(drop)
}

/// Notes how a session ends.
pub(super) fn put_outcome(connection: &Connection, session: u64, outcome: &str) -> Result<()> {
    connection.execute("UPDATE sessions SET outcome = ?2 WHERE id = ?1", params![session, outcome]).map(drop)
}

/// Ends a session and lets go of what it holds.
pub(super) fn end(connection: &Connection, session: u64, now: u64) -> Result<()> {
    connection.execute("UPDATE sessions SET beat_ms = ?2, ended_ms = ?2 WHERE id = ?1", params![session, now])?;
    leases::release_all(connection, session)
}
