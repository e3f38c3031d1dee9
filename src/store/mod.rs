//! What lasts: bots, sessions, goals with their plans and steps, and every journal entry, in one SQLite file that
//! programs share. So the history can be asked about, numbers of goals never start again, and a goal that was open when
//! the program ended is there when the next one begins.
//!
//! One thread writes ([`Writer`]); readers page. Nothing here knows of the ECS, and nothing else names rusqlite.

mod alive;
mod fault;
mod leases;
mod moments;
mod read;
mod rows;
mod schema;
mod tend;
mod write;
mod writer;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

pub use fault::{Fault, StoreError};
pub use leases::{Lease, TERM_MS};
pub use read::Wanted;
pub use rows::{
    Event, Goal, GoalRecord, MomentsRow, NewEvent, PlaceRecord, Session, ShortEvent, StepRecord, ZoneRecord,
};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Transaction};
use schema::{MIGRATIONS, Unfit};
pub use tend::{Figures, Pruned};
pub use write::NewSession;
pub use writer::{MomentsSink, Record, Refused, Writer};

/// How long opening waits for a store that is locked: a start may be late, and must not hang.
const PATIENCE: Duration = Duration::from_secs(3);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(20);
/// The most bytes of a store: tens of thousands of goals. Beyond, nothing more is written, and that is said.
const MOST_BYTES: u64 = 1 << 30;

/// Places with a name that are read at most, the newest first.
const MOST_PLACES: usize = 10_000;

/// Wall time in milliseconds since 1970, from wherever it comes.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// The machine's own clock.
pub fn wall_clock() -> Clock {
    Arc::new(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64))
}

/// Where the store is, unless somebody says otherwise: in the platform's folder for programs' data.
pub fn default_path() -> Option<PathBuf> {
    Some(dirs::data_dir()?.join("blockwright/store.sqlite"))
}

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens a store and brings its layout up to date; makes one where there is none.
    ///
    /// # Errors
    /// What is wrong with it: locked, newer, damaged, not ours, not to be written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_within(path, PATIENCE)
    }

    /// The same for a store that must be there.
    ///
    /// # Errors
    /// As [`Store::open`]; where there is none.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::new(Fault::Missing, path, ""));
        }
        Self::open(path)
    }

    /// Opens a store that is there to read from it only: beside whoever writes, whom it never holds up.
    ///
    /// # Errors
    /// As [`Store::open_existing`]; where its layout is not yet today's, since nothing here may bring it up.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::new(Fault::Missing, path, ""));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let told = |error| StoreError::of(&error, path);
        let connection = Connection::open_with_flags(path, flags).map_err(told)?;
        connection.busy_timeout(PATIENCE).map_err(told)?;
        let done = schema::version(&connection, MIGRATIONS).map_err(|unfit| match unfit {
            Unfit::Sqlite(error) => told(error),
            Unfit::Fault(fault) => StoreError::new(fault, path, ""),
        })?;
        if done < MIGRATIONS.len() {
            return Err(StoreError::new(Fault::Other, path, "is of an older layout"));
        }
        Ok(Self { connection, path: path.to_owned() })
    }

    fn open_within(path: &Path, patience: Duration) -> Result<Self, StoreError> {
        begin_file(path).map_err(|error| {
            let fault = match error.kind() {
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Fault::ReadOnly,
                io::ErrorKind::StorageFull => Fault::Full,
                _ => Fault::Other,
            };
            StoreError::new(fault, path, error.to_string())
        })?;
        let deadline = Instant::now() + patience;
        loop {
            // SQLite waits by itself in most places, and where it might wait for ever for itself it does not: so it is asked
            // again.
            match Self::connect(path, patience) {
                Err(Unfit::Sqlite(error)) if is_busy(&error) && Instant::now() < deadline => thread::sleep(PAUSE),
                Err(Unfit::Sqlite(error)) => return Err(StoreError::of(&error, path)),
                Err(Unfit::Fault(fault)) => return Err(StoreError::new(fault, path, "")),
                Ok(connection) => return Ok(Self { connection, path: path.to_owned() }),
            }
        }
    }

    fn connect(path: &Path, patience: Duration) -> Result<Connection, Unfit> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(patience)?;
        // First, so that nothing of somebody else's file is changed.
        schema::migrate(&mut connection, MIGRATIONS)?;
        // Readers and the one writer do not wait for each other.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // What is committed outlives any end of the program. Of a power cut it may lose the last moments, never the file; to
        // be sure of these as well would be a wait for the disk with every batch.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let page: u64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
        connection.pragma_update(None, "max_page_count", MOST_BYTES / page.max(512))?;
        Ok(connection)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn told<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::of(&error, &self.path))
    }

    fn write<T>(&mut self, work: impl FnOnce(&Transaction) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let done = write::commit(&mut self.connection, work);
        self.told(done)
    }

    /// Up to `limit` journal entries behind the one with the number `after`, oldest first.
    ///
    /// # Errors
    /// When the store cannot be read, as everywhere below.
    pub fn events(&self, wanted: Wanted, after: u64, limit: usize) -> Result<Vec<Event>, StoreError> {
        self.told(read::events(&self.connection, wanted, after, limit))
    }

    /// Up to `limit` journal entries behind the one with the number `after`, oldest first, without their texts: a million of
    /// them within some seconds.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn short_events(&self, after: u64, limit: usize) -> Result<Vec<ShortEvent>, StoreError> {
        self.told(read::short_events(&self.connection, after, limit))
    }

    /// The journal entries with these numbers, in the order of the numbers; those that are gone are left out.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn events_with(&self, ids: &[u64]) -> Result<Vec<Event>, StoreError> {
        self.told(read::events_with(&self.connection, ids))
    }

    /// Up to `limit` journal entries of a session that were written by this wall time, the newest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn last_events(&self, session: u64, until_ms: u64, limit: usize) -> Result<Vec<Event>, StoreError> {
        self.told(read::last_events(&self.connection, session, until_ms, limit))
    }

    /// From the first recorded moment of a session to the last, in wall time; `None` where nothing was recorded.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn recorded(&self, session: u64) -> Result<Option<(u64, u64)>, StoreError> {
        self.told(moments::span(&self.connection, session))
    }

    /// The stretch of a recording in which a moment lies, from a row that says all there is to the last before the next such one, without
    /// sheets. The first stretch where the moment is before it; nothing where nothing was recorded.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn stretch(&self, session: u64, wall_ms: u64) -> Result<Vec<MomentsRow>, StoreError> {
        self.told(moments::stretch(&self.connection, session, wall_ms))
    }

    /// These sheets of a recording, by number; those that are gone are left out.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn sheets(&self, session: u64, numbers: &[u32]) -> Result<Vec<(u32, Vec<u8>)>, StoreError> {
        self.told(moments::sheets(&self.connection, session, numbers))
    }

    /// The number of the last journal entry before this wall time: a page of what came since begins behind it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn last_event_before(&self, wall_ms: u64) -> Result<u64, StoreError> {
        self.told(read::last_event_before(&self.connection, wall_ms))
    }

    /// Up to `limit` goals behind this number that have changed since, oldest first, without their steps.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn goals(&self, after: u64, since_ms: u64, limit: usize) -> Result<Vec<Goal>, StoreError> {
        self.told(read::goals(&self.connection, after, since_ms, limit))
    }

    /// One goal with its steps.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn goal(&self, id: u64) -> Result<Option<Goal>, StoreError> {
        self.told(read::goal_with_steps(&self.connection, id))
    }

    /// All goals that are not over, oldest first, with their steps: what could be gone on with, once its lease is taken.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn open_goals(&self) -> Result<Vec<Goal>, StoreError> {
        self.told(read::open_goals(&self.connection))
    }

    /// Up to `limit` sessions behind this number, oldest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn sessions(&self, after: u64, limit: usize) -> Result<Vec<Session>, StoreError> {
        self.told(read::sessions(&self.connection, after, limit))
    }

    /// The places that bots know by a name.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn places(&self) -> Result<Vec<PlaceRecord>, StoreError> {
        self.told(read::places(&self.connection, MOST_PLACES))
    }

    /// The land that is kept as it is.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn zones(&self) -> Result<Vec<ZoneRecord>, StoreError> {
        self.told(read::zones(&self.connection))
    }

    /// Lets go of what sessions held whose programs were killed, without waiting until their leases lapse.
    ///
    /// # Errors
    /// When the store cannot be written, as everywhere below.
    pub fn bury_the_dead(&mut self) -> Result<(), StoreError> {
        let dead = alive::dead(&self.path);
        if dead.is_empty() {
            return Ok(());
        }
        self.write(|transaction| dead.iter().try_for_each(|dead| leases::release_all(transaction, dead.session)))
    }

    /// Whether a session that lives holds a goal; a lease that has lapsed holds nothing.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn is_held(&self, goal: u64, now: u64) -> Result<bool, StoreError> {
        Ok(self.lease(goal)?.is_some_and(|lease| !lease.has_lapsed(now)))
    }

    /// Gives up the goals that were left open, that nothing has changed about since before this time, and that nobody
    /// works at: how many.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn give_up(&mut self, before_ms: u64, now: u64) -> Result<usize, StoreError> {
        self.bury_the_dead()?;
        self.write(|transaction| tend::give_up(transaction, before_ms, now))
    }

    /// Takes a goal for a session, or renews its hold. `Err` within: another session holds it, until the time that it says.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn take_lease(&mut self, goal: u64, owner: u64, now: u64) -> Result<Result<Lease, Lease>, StoreError> {
        self.write(|transaction| leases::take(transaction, goal, owner, now))
    }

    /// Renews all that a session holds: the goals that are still its own, oldest first.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn renew_leases(&mut self, owner: u64, now: u64) -> Result<Vec<u64>, StoreError> {
        let mut held = self.write(|transaction| leases::renew(transaction, owner, now))?;
        held.sort_unstable();
        Ok(held)
    }

    /// Lets go of a goal. Whether it was this session's.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn release_lease(&mut self, goal: u64, owner: u64) -> Result<bool, StoreError> {
        self.write(|transaction| leases::release(transaction, goal, owner))
    }

    /// Who holds a goal, or held it last.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn lease(&self, goal: u64) -> Result<Option<Lease>, StoreError> {
        self.told(leases::find(&self.connection, goal))
    }

    /// What somebody prefers, where they have said so.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn preference(&self, name: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT value FROM preferences WHERE name = ?1";
        self.told(self.connection.query_row(sql, [name], |row| row.get(0)).optional())
    }

    /// # Errors
    /// When the store cannot be written.
    pub fn prefer(&mut self, name: &str, value: &str) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO preferences (name, value) VALUES (?1, ?2)";
        self.write(|transaction| transaction.execute(sql, [name, value]).map(drop))
    }

    /// What is wrong with the file, a line each; nothing where it is whole. Reads all of it.
    ///
    /// # Errors
    /// When it is so damaged that it cannot be looked at.
    pub fn faults(&self) -> Result<Vec<String>, StoreError> {
        self.told(tend::faults(&self.connection))
    }

    /// How much is in it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn figures(&self) -> Result<Figures, StoreError> {
        self.told(tend::figures(&self.connection))
    }

    /// Throws away goals that have been over since before this time, with their steps and entries; entries of no goal that
    /// are older; recordings of sessions that ended before; and sessions of which nothing is left. What is open stays.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub fn prune(&mut self, before_ms: u64, now: u64) -> Result<Pruned, StoreError> {
        let pruned = moments::prune(&mut self.connection, before_ms, now)
            .and_then(|()| tend::prune(&mut self.connection, before_ms, now));
        self.told(pruned)
    }

    /// Gives the room of what was thrown away back to the disk.
    ///
    /// # Errors
    /// When another program is at work, or the disk has no room for a copy.
    pub fn shrink(&self) -> Result<(), StoreError> {
        self.told(self.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)"))
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked))
}

/// What was asked and said is nobody else's business: so the file is made before SQLite would, readable by its owner only.
/// SQLite makes the files beside it likewise.
fn begin_file(path: &Path) -> io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = fs::File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

#[cfg(test)]
mod tests;
