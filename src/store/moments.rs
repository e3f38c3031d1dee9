//! What the window showed, moment by moment, as [`crate::store`] keeps it: rows of some seconds, and sheets of land beside them. What
//! is in them it does not know. It is the largest part of a store, so the recordings of older sessions make room for those of newer ones.

use rusqlite::{Connection, OptionalExtension as _, Result, Row, named_params, params};

use super::{leases::TERM_MS, rows::MomentsRow, write::commit};

/// Bytes of all recordings together. Beyond, the oldest go when a session begins.
pub(super) const MOST_BYTES: u64 = 256 << 20;
/// Rows that one transaction throws away at most: a row may have many pages.
const AT_ONCE: usize = 500;

/// Writes a row with its sheets.
pub(super) fn put(connection: &Connection, session: u64, row: &MomentsRow) -> Result<()> {
    let MomentsRow { from_ms, to_ms, whole, data, sheets } = row;
    connection.execute(
        "INSERT INTO moments (session, from_ms, to_ms, whole, data) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![session, from_ms, to_ms, whole, data],
    )?;
    let mut insert = connection.prepare("INSERT OR REPLACE INTO sheets (session, number, data) VALUES (?1, ?2, ?3)")?;
    let mut bytes = data.len();
    for (number, sheet) in sheets {
        insert.execute(params![session, number, sheet])?;
        bytes += sheet.len();
    }
    let sql = "UPDATE sessions SET recorded_bytes = recorded_bytes + ?2 WHERE id = ?1";
    connection.execute(sql, params![session, bytes]).map(drop)
}

/// From the first moment of a session to the last; `None` where nothing was recorded.
pub(super) fn span(connection: &Connection, session: u64) -> Result<Option<(u64, u64)>> {
    let sql = "SELECT min(from_ms), max(to_ms) FROM moments WHERE session = ?1";
    let span: (Option<u64>, Option<u64>) =
        connection.query_row(sql, [session], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(span.0.zip(span.1))
}

/// The rows from the last one that says all there is and begins by then, to the next such one; the first such stretch where none
/// begins so early. Without their sheets.
pub(super) fn stretch(connection: &Connection, session: u64, ms: u64) -> Result<Vec<MomentsRow>> {
    let last = "SELECT id FROM moments WHERE session = ?1 AND whole = 1 AND from_ms <= ?2 ORDER BY from_ms DESC, id DESC LIMIT 1";
    let first = "SELECT id FROM moments WHERE session = ?1 AND whole = 1 ORDER BY from_ms, id LIMIT 1";
    let begin: Option<u64> = connection.query_row(last, params![session, ms], |row| row.get(0)).optional()?;
    let begin = match begin {
        Some(begin) => Some(begin),
        None => connection.query_row(first, [session], |row| row.get(0)).optional()?,
    };
    let Some(begin) = begin else { return Ok(Vec::new()) };
    let sql = "SELECT from_ms, to_ms, whole, data FROM moments WHERE session = :session AND id >= :begin AND id < \
               ifnull((SELECT min(id) FROM moments WHERE session = :session AND whole = 1 AND id > :begin), :most) ORDER BY id";
    let row = |row: &Row| {
        let sheets = Vec::new();
        Ok(MomentsRow { from_ms: row.get(0)?, to_ms: row.get(1)?, whole: row.get(2)?, data: row.get(3)?, sheets })
    };
    let params = named_params! { ":session": session, ":begin": begin, ":most": i64::MAX };
    connection.prepare(sql)?.query_map(params, row)?.collect()
}

/// Those of these sheets of a session that are there.
pub(super) fn sheets(connection: &Connection, session: u64, numbers: &[u32]) -> Result<Vec<(u32, Vec<u8>)>> {
    let mut find = connection.prepare("SELECT data FROM sheets WHERE session = ?1 AND number = ?2")?;
    let mut found = Vec::with_capacity(numbers.len());
    for number in numbers {
        let sheet = find.query_row(params![session, number], |row| row.get(0)).optional()?;
        found.extend(sheet.map(|sheet| (*number, sheet)));
    }
    Ok(found)
}

/// Throws the oldest recordings away where all together have more than so many bytes; that of this session stays.
pub(super) fn trim(connection: &mut Connection, own: u64, most: u64, now: u64) -> Result<()> {
    let sql = "SELECT id, recorded_bytes, ended_ms IS NULL AND beat_ms BETWEEN ?1 AND ?2 FROM sessions \
               WHERE recorded_bytes > 0 AND id <> ?3 ORDER BY id DESC";
    let (from, to) = (now.saturating_sub(TERM_MS), now + TERM_MS);
    let all: Vec<(u64, u64, bool)> = connection
        .prepare(sql)?
        .query_map(params![from, to, own], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_>>()?;
    let mut bytes = 0;
    for (session, recorded, runs) in all {
        bytes += recorded;
        if bytes > most && !runs {
            forget(connection, "SELECT ?1", session)?;
        }
    }
    Ok(())
}

/// Throws away the recordings of sessions that ended before this time.
pub(super) fn prune(connection: &mut Connection, before_ms: u64, now: u64) -> Result<()> {
    let (from, to) = (now.saturating_sub(TERM_MS), now + TERM_MS);
    let old = format!(
        "SELECT id FROM sessions WHERE recorded_bytes > 0 AND beat_ms < ?1 AND NOT (ended_ms IS NULL AND beat_ms BETWEEN {from} AND {to})"
    );
    forget(connection, &old, before_ms)
}

/// Throws away the recordings of the sessions that a query with one parameter finds, a part at a time, so that a program that plays
/// meanwhile gets its turn.
fn forget(connection: &mut Connection, which: &str, parameter: u64) -> Result<()> {
    for table in ["moments", "sheets"] {
        let sql = format!(
            "DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} WHERE session IN ({which}) LIMIT {AT_ONCE})"
        );
        while commit(connection, |transaction| transaction.execute(&sql, [parameter]))? > 0 {}
    }
    let sql = format!("UPDATE sessions SET recorded_bytes = 0 WHERE id IN ({which})");
    commit(connection, |transaction| transaction.execute(&sql, [parameter])).map(drop)
}
