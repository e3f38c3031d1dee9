//! Who works at a goal: two programs on one store do not take the same one. Whoever works holds a lease and says every
//! few seconds that they live; a lease that was not renewed lapses, and only then may another take it.
//!
//! Times are of the wall clock, the only one that programs share. Each lease keeps when it was last renewed beside when it
//! lapses: one that was renewed in the future is of a clock that has since been set back, and has lapsed too.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Result, Row, params};

/// How long a lease lasts without a beat: longer than a program is stopped by a busy disk.
pub const TERM_MS: u64 = 30_000;
/// How often it is renewed.
pub(super) const BEAT: Duration = Duration::from_secs(10);

/// A goal in somebody's hands. Times in milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    pub goal: u64,
    /// A session.
    pub owner: u64,
    pub taken_ms: u64,
    pub beat_ms: u64,
    pub until_ms: u64,
}

impl Lease {
    fn read(row: &Row) -> Result<Self> {
        Ok(Self {
            goal: row.get(0)?,
            owner: row.get(1)?,
            taken_ms: row.get(2)?,
            beat_ms: row.get(3)?,
            until_ms: row.get(4)?,
        })
    }

    /// Whether another may take it at this time.
    pub fn has_lapsed(&self, now: u64) -> bool {
        self.until_ms <= now || self.beat_ms > now + TERM_MS
    }
}

/// The lease on a goal, lapsed or not.
pub(super) fn find(connection: &Connection, goal: u64) -> Result<Option<Lease>> {
    let sql = "SELECT goal, owner, taken_ms, beat_ms, until_ms FROM leases WHERE goal = ?1";
    connection.query_row(sql, [goal], Lease::read).optional()
}

/// Takes or renews a lease; if another holds it, that one's. Only within a transaction that may write.
pub(super) fn take(
    connection: &Connection,
    goal: u64,
    owner: u64,
    now: u64,
) -> Result<std::result::Result<Lease, Lease>> {
    let taken_ms = match find(connection, goal)? {
        Some(held) if held.owner == owner => held.taken_ms,
        Some(held) if !held.has_lapsed(now) => return Ok(Err(held)),
        _ => now,
    };
    let lease = Lease { goal, owner, taken_ms, beat_ms: now, until_ms: now + TERM_MS };
    let sql = "INSERT OR REPLACE INTO leases (goal, owner, taken_ms, beat_ms, until_ms) VALUES (?1, ?2, ?3, ?4, ?5)";
    connection.execute(sql, params![goal, owner, taken_ms, lease.beat_ms, lease.until_ms])?;
    Ok(Ok(lease))
}

/// Renews all of an owner's leases: which goals are still theirs.
pub(super) fn renew(connection: &Connection, owner: u64, now: u64) -> Result<Vec<u64>> {
    let sql = "UPDATE leases SET beat_ms = ?2, until_ms = ?3 WHERE owner = ?1 RETURNING goal";
    connection.prepare(sql)?.query_map(params![owner, now, now + TERM_MS], |row| row.get(0))?.collect()
}

/// Gives all of an owner's goals back.
pub(super) fn release_all(connection: &Connection, owner: u64) -> Result<()> {
    connection.execute("DELETE FROM leases WHERE owner = ?1", [owner]).map(drop)
}

/// Gives a goal back. Whether it was theirs.
pub(super) fn release(connection: &Connection, goal: u64, owner: u64) -> Result<bool> {
    let sql = "DELETE FROM leases WHERE goal = ?1 AND owner = ?2";
    connection.execute(sql, params![goal, owner]).map(|rows| rows > 0)
}
