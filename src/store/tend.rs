//! Looking after a store: whether it is whole, what is in it, and throwing away what is old.

use rusqlite::{Connection, Result, params};

use super::{leases::TERM_MS, write::commit};

/// Rows that one transaction throws away at most, so that a program that plays meanwhile gets its turn.
const AT_ONCE: usize = 5_000;
/// Faults that are told at most.
const MOST_FAULTS: usize = 20;

/// What is in a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub sessions: u64,
    pub goals: u64,
    pub open_goals: u64,
    pub events: u64,
    pub bytes: u64,
}

/// How much was thrown away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    pub sessions: usize,
    pub goals: usize,
    pub events: usize,
}

/// What SQLite finds wrong with the file, a line each; nothing where it is whole.
pub(super) fn faults(connection: &Connection) -> Result<Vec<String>> {
    let mut check = connection.prepare(&format!("PRAGMA quick_check({MOST_FAULTS})"))?;
    let mut found: Vec<String> = check.query_map([], |row| row.get(0))?.collect::<Result<_>>()?;
    found.retain(|line| line != "ok");
    Ok(found)
}

pub(super) fn figures(connection: &Connection) -> Result<Figures> {
    let number = |sql: &str| -> Result<u64> { connection.query_row(sql, [], |row| row.get(0)) };
    Ok(Figures {
        sessions: number("SELECT count(*) FROM sessions")?,
        goals: number("SELECT count(*) FROM goals")?,
        open_goals: number("SELECT count(*) FROM goals WHERE state IN ('queued', 'active', 'paused')")?,
        events: number("SELECT count(*) FROM events")?,
        bytes: number("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")?,
    })
}

/// Gives up open goals that nothing has changed about since before this time and that nobody works at.
pub(super) fn give_up(connection: &Connection, before_ms: u64, now: u64) -> Result<usize> {
    let held = "SELECT goal FROM leases WHERE until_ms > ?2 AND beat_ms <= ?3";
    let sql = format!(
        "UPDATE goals SET state = 'cancelled' WHERE state IN ('queued', 'active', 'paused') AND changed_ms < ?1 AND id NOT IN ({held})"
    );
    connection.execute(&sql, params![before_ms, now, now + TERM_MS])
}

/// Throws away goals that have been over since before this time, with all that belongs to them; journal entries of no goal
/// that are older; and sessions that ended before and of which nothing is left. What is open stays, however old.
pub(super) fn prune(connection: &mut Connection, before_ms: u64, now: u64) -> Result<Pruned> {
    let mut pruned = Pruned::default();
    connection
        .execute_batch("CREATE TEMP TABLE IF NOT EXISTS old_goals (id INTEGER PRIMARY KEY); DELETE FROM old_goals")?;
    let old = "INSERT INTO old_goals SELECT id FROM goals WHERE state NOT IN ('queued', 'active', 'paused') AND changed_ms < ?1";
    connection.execute(old, [before_ms])?;
    let running = "SELECT id FROM sessions WHERE ended_ms IS NULL AND beat_ms BETWEEN ?2 AND ?3";
    let events = format!(
        "DELETE FROM events WHERE id IN (
             SELECT id FROM events WHERE goal IN old_goals
             UNION ALL
             SELECT id FROM events WHERE goal IS NULL AND wall_ms < ?1 AND session NOT IN ({running})
             LIMIT {AT_ONCE})"
    );
    let (from, to) = (now.saturating_sub(TERM_MS), now + TERM_MS);
    loop {
        let gone = commit(connection, |transaction| transaction.execute(&events, params![before_ms, from, to]))?;
        pruned.events += gone;
        if gone == 0 {
            break;
        }
    }
    let (goals, sessions) = commit(connection, |transaction| {
        transaction
            .execute_batch("DELETE FROM steps WHERE goal IN old_goals; DELETE FROM leases WHERE goal IN old_goals")?;
        let goals = transaction.execute("DELETE FROM goals WHERE id IN old_goals", [])?;
        let empty = format!(
            "DELETE FROM sessions WHERE began_ms < ?1 AND recorded_bytes = 0 AND id NOT IN ({running})
             AND id NOT IN (SELECT session FROM goals) AND NOT EXISTS (SELECT 1 FROM events WHERE session = sessions.id)"
        );
        Ok((goals, transaction.execute(&empty, params![before_ms, from, to])?))
    })?;
    Ok(Pruned { goals, sessions, ..pruned })
}
