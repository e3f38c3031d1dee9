//! The one thread that writes. A mind's frame must not wait for a disk, so what it has to say goes into a queue of bounded
//! length and is taken from there in batches: all that came while one was committed is the next, a transaction each, so that
//! a thousand entries cost about as much as one.
//!
//! The sender is never held up: a queue that is full says so, and what did not get in is offered again in the next frame.
//! A store that fails is told of once, and nothing more is written.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, TrySendError, bounded};
use rusqlite::Result;

use super::{
    Clock, Store,
    alive::Sign,
    fault::StoreError,
    leases::BEAT,
    moments,
    rows::{GoalRecord, MomentsRow, NewEvent, PlaceRecord, ZoneRecord},
    write::{self, Author, IDS_AT_ONCE, NewSession, commit},
};
use crate::domain::GoalIds;

/// Records that wait at most: some seconds of the busiest play, a few megabytes.
const QUEUE: usize = 4096;
/// Records in one transaction at most, so that other programs get their turn.
const BATCH: usize = 1024;
/// Rows of a recording that wait at most: each may have some hundred kilobytes.
const MOMENTS: usize = 8;
/// How long the writer waits for another program's transaction.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the end of a program waits for what is still to be written.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// What is written.
#[derive(Debug)]
pub enum Record {
    Event(NewEvent),
    Goal(Box<GoalRecord>),
    Place(PlaceRecord),
    Zone(ZoneRecord),
    Moments(MomentsRow),
    /// How the session ends.
    Outcome(String),
}

/// Why a record was not taken.
#[derive(Debug)]
pub enum Refused {
    /// There is no room just now.
    Full,
    /// The store has failed, and nothing more is written.
    Ended,
}

#[derive(Debug)]
enum Message {
    Record(Record),
    Flush(Sender<()>),
}

/// A session's way into the store. Dropping it ends the session, in good order and within seconds.
#[derive(Debug)]
pub struct Writer {
    /// `None` once it is being dropped.
    queue: Option<Sender<Message>>,
    /// Closes when the thread has ended.
    ended: Receiver<()>,
    kept: Arc<AtomicU64>,
    session: u64,
    /// A row of a recording leaves one here, and takes it away once it is written.
    tickets: Sender<()>,
}

/// The way into the store for a recording, whose rows are large: whoever puts one in waits until few enough are before it. So it belongs
/// on a thread of its own, and has to be dropped before the [`Writer`] is.
#[derive(Clone, Debug)]
pub struct MomentsSink {
    queue: Sender<Message>,
    tickets: Sender<()>,
}

impl MomentsSink {
    /// Hands a row in.
    ///
    /// # Errors
    /// When the store has failed.
    pub fn put(&self, row: MomentsRow) -> std::result::Result<(), Refused> {
        self.tickets.send(()).map_err(|_| Refused::Ended)?;
        self.queue.send(Message::Record(Record::Moments(row))).map_err(|_| Refused::Ended)
    }
}

impl Writer {
    /// Begins a session. `tell` is called at most once, from the writer's thread, when the store fails.
    ///
    /// # Errors
    /// When the session cannot be written, or the system gives no thread.
    pub fn begin(
        mut store: Store,
        session: &NewSession,
        clock: Clock,
        tell: impl FnOnce(&StoreError) + Send + 'static,
    ) -> std::result::Result<(Self, GoalIds), StoreError> {
        let now = clock();
        store.bury_the_dead()?;
        let (author, ids) = store.write(|transaction| {
            let author = write::begin(transaction, session, now)?;
            Ok((author, write::reserve_ids(transaction, author, session.goals, now)?))
        })?;
        let ids = GoalIds::reserved(ids);
        let (queue, waiting) = bounded(QUEUE);
        let (end, ended) = bounded::<()>(0);
        let kept = Arc::new(AtomicU64::new(0));
        let path = store.path().to_owned();
        let sign = Sign::give(&path, author.session);
        let (tickets, taken) = bounded(MOMENTS);
        let stolen = BTreeSet::new();
        let desk = WritingDesk { store, author, clock, ids: ids.clone(), kept: kept.clone(), stolen, taken };
        let work = move || {
            desk.write_until_the_end(&waiting, tell);
            drop(sign);
            drop(end);
        };
        thread::Builder::new()
            .name("store".to_owned())
            .spawn(work)
            .map_err(|error| StoreError::new(super::Fault::Other, &path, error.to_string()))?;
        Ok((Self { queue: Some(queue), ended, kept, session: author.session, tickets }, ids))
    }

    /// The way in for a recording; `None` once this is being dropped.
    pub fn moments(&self) -> Option<MomentsSink> {
        Some(MomentsSink { queue: self.queue.clone()?, tickets: self.tickets.clone() })
    }

    /// The session's number.
    pub fn session(&self) -> u64 {
        self.session
    }

    /// Hands a record in, without waiting.
    ///
    /// # Errors
    /// When there is no room just now, or the store has failed.
    pub fn put(&self, record: Record) -> std::result::Result<(), Refused> {
        let Some(queue) = &self.queue else { return Err(Refused::Ended) };
        queue.try_send(Message::Record(record)).map_err(|error| match error {
            TrySendError::Full(_) => Refused::Full,
            TrySendError::Disconnected(_) => Refused::Ended,
        })
    }

    /// How many of the journal entries that were handed in are in the store, where no kill of the program reaches them.
    pub fn kept(&self) -> u64 {
        self.kept.load(Ordering::Acquire)
    }

    /// Whether nothing more is written: the store has failed.
    pub fn has_failed(&self) -> bool {
        self.ended.try_recv() == Err(TryRecvError::Disconnected)
    }

    /// Waits until all that was handed in is in the store. Whether it is.
    pub fn flush(&self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        let (reply, done) = bounded(1);
        self.queue.as_ref().is_some_and(|queue| queue.send_deadline(Message::Flush(reply), deadline).is_ok())
            && done.recv_deadline(deadline).is_ok()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // A closed queue is first emptied.
        self.queue = None;
        _ = self.ended.recv_timeout(LAST_WORDS);
    }
}

/// The thread's own.
struct WritingDesk {
    store: Store,
    author: Author,
    clock: Clock,
    ids: GoalIds,
    kept: Arc<AtomicU64>,
    /// Goals that another program has taken, each told once.
    stolen: BTreeSet<u64>,
    /// One for each row of a recording that is to be written.
    taken: Receiver<()>,
}

impl WritingDesk {
    fn write_until_the_end(mut self, queue: &Receiver<Message>, tell: impl FnOnce(&StoreError)) {
        if let Err(error) = self.serve(queue) {
            tell(&StoreError::of(&error, self.store.path()));
        }
    }

    fn serve(&mut self, queue: &Receiver<Message>) -> Result<()> {
        self.store.connection.busy_timeout(PATIENCE)?;
        moments::trim(&mut self.store.connection, self.author.session, moments::MOST_BYTES, (self.clock)())?;
        let mut beat = Instant::now() + BEAT;
        loop {
            let first = match queue.recv_deadline(beat) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => {
                    let (session, now) = (self.author.session, (self.clock)());
                    return commit(&mut self.store.connection, |transaction| write::end(transaction, session, now));
                }
            };
            let batch: Vec<Message> = first.into_iter().chain(queue.try_iter().take(BATCH - 1)).collect();
            let beats = Instant::now() >= beat;
            self.commit_batch(&batch, beats)?;
            if beats {
                beat = Instant::now() + BEAT;
            }
            for message in batch {
                if let Message::Flush(reply) = message {
                    _ = reply.try_send(());
                }
            }
        }
    }

    fn commit_batch(&mut self, batch: &[Message], beats: bool) -> Result<()> {
        let (author, now) = (self.author, (self.clock)());
        let stolen = &mut self.stolen;
        let needs_ids = self.ids.left() < IDS_AT_ONCE / 2;
        let events = || {
            batch.iter().filter_map(|message| match message {
                Message::Record(Record::Event(event)) => Some(event),
                _ => None,
            })
        };
        let more = commit(&mut self.store.connection, |transaction| {
            for message in batch {
                match message {
                    Message::Record(Record::Goal(goal)) => {
                        if !write::put_goal(transaction, author, goal, now)? && stolen.insert(goal.id) {
                            tracing::warn!("goal {} is another program's by now, and is not recorded here", goal.id);
                        }
                    }
                    Message::Record(Record::Outcome(outcome)) => {
                        write::put_outcome(transaction, author.session, outcome)?;
                    }
                    Message::Record(Record::Place(place)) => write::put_place(transaction, place, now)?,
                    Message::Record(Record::Zone(zone)) => write::put_zone(transaction, zone, now)?,
                    Message::Record(Record::Moments(row)) => moments::put(transaction, author.session, row)?,
                    Message::Record(Record::Event(_)) | Message::Flush(_) => {}
                }
            }
            write::put_events(transaction, author.session, events())?;
            if beats {
                write::beat(transaction, author.session, now)?;
            }
            if needs_ids { write::reserve_more_ids(transaction).map(Some) } else { Ok(None) }
        })?;
        if let Some(ids) = more {
            self.ids.reserve(ids);
        }
        self.kept.fetch_add(events().count() as u64, Ordering::AcqRel);
        let rows = batch.iter().filter(|message| matches!(message, Message::Record(Record::Moments(_))));
        rows.for_each(|_| _ = self.taken.try_recv());
        Ok(())
    }
}
