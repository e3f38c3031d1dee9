//! The store's layout, and how an older one becomes today's: a list of steps, of which `user_version` counts those done.
//! A step is never changed once it was released; what is to be different is one step more.

use rusqlite::{Connection, Result, TransactionBehavior};

use super::fault::Fault;

/// `BLWR`: says in the file's header whose database it is.
const APPLICATION: i32 = 0x424c_5752;

/// The layouts, one after the other.
pub(super) const MIGRATIONS: &[&str] = &[
    // What is about one goal is found by its number, and paged by the number of the last row seen: the index has both.
    // Leases are apart from goals because they change every few seconds and goals do not.
    "CREATE TABLE bots (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         name TEXT NOT NULL UNIQUE
     ) STRICT;
     CREATE TABLE sessions (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         bot INTEGER NOT NULL,
         server TEXT NOT NULL,
         version TEXT NOT NULL,
         process INTEGER NOT NULL,
         began_ms INTEGER NOT NULL,
         beat_ms INTEGER NOT NULL,
         ended_ms INTEGER,
         outcome TEXT
     ) STRICT;
     CREATE TABLE goals (
         id INTEGER PRIMARY KEY,
         bot INTEGER NOT NULL,
         session INTEGER NOT NULL,
         text TEXT NOT NULL,
         state TEXT NOT NULL,
         note TEXT,
         planner TEXT,
         plan TEXT,
         placed TEXT,
         attempts INTEGER NOT NULL,
         recoveries INTEGER NOT NULL,
         tool_calls INTEGER NOT NULL,
         ticks INTEGER NOT NULL,
         cost TEXT,
         asked_ms INTEGER NOT NULL,
         changed_ms INTEGER NOT NULL
     ) STRICT;
     CREATE INDEX open_goals ON goals (id) WHERE state IN ('queued', 'active', 'paused');
     CREATE TABLE steps (
         goal INTEGER NOT NULL,
         ordinal INTEGER NOT NULL,
         request TEXT NOT NULL,
         reason TEXT NOT NULL,
         expectation TEXT NOT NULL,
         aim TEXT,
         takes_back TEXT,
         state TEXT NOT NULL,
         attempts INTEGER NOT NULL,
         error TEXT,
         PRIMARY KEY (goal, ordinal)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE events (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         session INTEGER NOT NULL,
         goal INTEGER,
         tick INTEGER NOT NULL,
         wall_ms INTEGER NOT NULL,
         kind TEXT NOT NULL,
         json TEXT NOT NULL
     ) STRICT;
     CREATE INDEX events_of_goals ON events (goal, id) WHERE goal IS NOT NULL;
     CREATE INDEX events_of_sessions ON events (session, id);
     CREATE INDEX events_by_time ON events (wall_ms);
     CREATE TABLE leases (
         goal INTEGER PRIMARY KEY,
         owner INTEGER NOT NULL,
         taken_ms INTEGER NOT NULL,
         beat_ms INTEGER NOT NULL,
         until_ms INTEGER NOT NULL
     ) STRICT;
     CREATE TABLE goal_ids (
         used INTEGER NOT NULL,
         reserved INTEGER NOT NULL
     ) STRICT;
     INSERT INTO goal_ids VALUES (0, 0);
     CREATE TABLE preferences (
         name TEXT PRIMARY KEY,
         value TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     -- What was said, and what models cost, are events: here they are only laid out to be asked about.
     CREATE VIEW messages AS
         SELECT id, session, wall_ms, json ->> '$.sender' AS sender, json ->> '$.message' AS text
         FROM events WHERE kind = 'chat';
     CREATE VIEW usage AS
         SELECT id, session, goal, wall_ms,
             json ->> '$.call.model' AS model, json ->> '$.call.role' AS role, json ->> '$.call.purpose' AS purpose,
             json ->> '$.call.outcome' AS outcome, json ->> '$.call.input' AS input, json ->> '$.call.cached' AS cached,
             json ->> '$.call.output' AS output, json ->> '$.call.reasoning' AS reasoning, json ->> '$.call.usd' AS usd
         FROM events WHERE kind = 'model_called';",
    // What is needed to go on with a goal beside what there was to be shown of it.
    "ALTER TABLE goals ADD COLUMN progress TEXT;
     ALTER TABLE steps ADD COLUMN progress TEXT;",
    // What a bot calls places by, of the world on a server.
    "CREATE TABLE places (
         bot TEXT NOT NULL,
         server TEXT NOT NULL,
         name TEXT NOT NULL,
         dimension TEXT NOT NULL,
         x INTEGER NOT NULL,
         y INTEGER NOT NULL,
         z INTEGER NOT NULL,
         named_ms INTEGER NOT NULL,
         PRIMARY KEY (bot, server, name)
     ) STRICT, WITHOUT ROWID;",
    // All that a time axis needs of an entry, so that a million of them are read without their texts.
    "CREATE INDEX events_in_short ON events (id, session, goal, wall_ms, kind);",
    // Land that is kept as it is, of the world on a server: from the corner with the least x and z to the other.
    "CREATE TABLE zones (
         server TEXT NOT NULL,
         dimension TEXT NOT NULL,
         low_x INTEGER NOT NULL,
         low_z INTEGER NOT NULL,
         high_x INTEGER NOT NULL,
         high_z INTEGER NOT NULL,
         kept_ms INTEGER NOT NULL,
         PRIMARY KEY (server, dimension, low_x, low_z, high_x, high_z)
     ) STRICT, WITHOUT ROWID;",
    // What the window showed, in rows of some seconds, and the land that was seen, a column a sheet. What is in them is not the
    // store's business. Each is found by its session; where a fold begins, by its time.
    "CREATE TABLE moments (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         session INTEGER NOT NULL,
         from_ms INTEGER NOT NULL,
         to_ms INTEGER NOT NULL,
         whole INTEGER NOT NULL,
         data BLOB NOT NULL
     ) STRICT;
     CREATE INDEX moments_of_sessions ON moments (session, id, from_ms, to_ms);
     CREATE INDEX whole_moments ON moments (session, from_ms) WHERE whole = 1;
     CREATE TABLE sheets (
         session INTEGER NOT NULL,
         number INTEGER NOT NULL,
         data BLOB NOT NULL,
         PRIMARY KEY (session, number)
     ) STRICT;
     ALTER TABLE sessions ADD COLUMN recorded_bytes INTEGER NOT NULL DEFAULT 0;",
];

/// Why a file's layout cannot be used.
#[derive(Debug)]
pub(super) enum Unfit {
    Sqlite(rusqlite::Error),
    Fault(Fault),
}

impl From<rusqlite::Error> for Unfit {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// Brings the layout up to the last of these steps, all of it or nothing.
///
/// # Errors
/// A layout from the future, a database of another program, and what SQLite says.
pub(super) fn migrate(connection: &mut Connection, steps: &[&str]) -> std::result::Result<(), Unfit> {
    if version(connection, steps)? == steps.len() {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Read again: another program may have been quicker.
    let done = version(&transaction, steps)?;
    for (number, step) in steps.iter().enumerate().skip(done) {
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", number + 1)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.commit()?;
    Ok(())
}

/// How many of the steps are done.
pub(super) fn version(connection: &Connection, steps: &[&str]) -> std::result::Result<usize, Unfit> {
    let pragma = |name: &str| -> Result<i32> { connection.pragma_query_value(None, name, |row| row.get(0)) };
    let (found, application) = (pragma("user_version")?, pragma("application_id")?);
    let tables: i32 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let is_new = found == 0 && application == 0 && tables == 0;
    if application != APPLICATION && !is_new {
        return Err(Unfit::Fault(Fault::Foreign));
    }
    let found = u32::try_from(found).unwrap_or(u32::MAX);
    let known = steps.len() as u32;
    if found > known { Err(Unfit::Fault(Fault::Newer { found, known })) } else { Ok(found as usize) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(connection: &Connection, table: &str) -> Vec<String> {
        let mut found = connection.prepare("SELECT name FROM pragma_table_info(?1)").unwrap();
        found.query_map([table], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn an_older_layout_is_brought_up_and_keeps_what_it_holds() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, MIGRATIONS).unwrap();
        connection.execute("INSERT INTO bots (name) VALUES ('Ada')", []).unwrap();
        let newer: Vec<&str> = MIGRATIONS.iter().copied().chain(["ALTER TABLE bots ADD COLUMN hat TEXT"]).collect();
        migrate(&mut connection, &newer).unwrap();
        migrate(&mut connection, &newer).unwrap();
        assert_eq!(columns(&connection, "bots"), ["id", "name", "hat"]);
        let name: String = connection.query_row("SELECT name FROM bots", [], |row| row.get(0)).unwrap();
        assert_eq!(name, "Ada");
        let refused = migrate(&mut connection, MIGRATIONS).unwrap_err();
        let known = MIGRATIONS.len() as u32;
        assert!(matches!(refused, Unfit::Fault(fault) if fault == Fault::Newer { found: known + 1, known }));
    }

    #[test]
    fn entries_of_an_older_layout_are_in_the_index_as_well() {
        let mut connection = Connection::open_in_memory().unwrap();
        let before = MIGRATIONS.iter().position(|step| step.contains("events_in_short")).unwrap();
        migrate(&mut connection, &MIGRATIONS[..before]).unwrap();
        let entry = "INSERT INTO events (session, goal, tick, wall_ms, kind, json) VALUES (1, 2, 3, 4, 'chat', '{}')";
        connection.execute(entry, []).unwrap();
        migrate(&mut connection, MIGRATIONS).unwrap();
        let found = "SELECT kind FROM events INDEXED BY events_in_short WHERE id > 0";
        let kind: String = connection.query_row(found, [], |row| row.get(0)).unwrap();
        assert_eq!(kind, "chat");
    }

    #[test]
    fn a_step_that_fails_leaves_the_layout_as_it_was() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, MIGRATIONS).unwrap();
        let broken: Vec<&str> = MIGRATIONS.iter().copied().chain(["CREATE TABLE hats (id); NONSENSE"]).collect();
        assert!(migrate(&mut connection, &broken).is_err());
        assert!(columns(&connection, "hats").is_empty());
        migrate(&mut connection, MIGRATIONS).unwrap();
    }

    #[test]
    fn somebody_elses_database_is_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE cookies (host TEXT)").unwrap();
        assert!(matches!(migrate(&mut connection, MIGRATIONS), Err(Unfit::Fault(Fault::Foreign))));
        assert!(columns(&connection, "bots").is_empty());
    }
}
