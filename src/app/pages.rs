//! Output that is as long as a store: written as it is read, and ended without a word when nobody reads on.

use std::{
    io::{self, BufWriter, ErrorKind, Write},
    time::Duration,
};

use super::{Failure, status};
use crate::{
    domain::{MOST_WORDS, shortened, tame, thousands},
    store::{Event, Store, StoreError, Wanted, wall_clock},
};

/// Rows that are in memory at once.
pub const PAGE: usize = 500;

/// Somewhere that lines go to.
pub struct Pages<W: Write>(BufWriter<W>);

/// Why no more lines go there.
pub enum Stop {
    /// Whoever reads (`| head`) has read enough.
    Enough,
    Failed(Failure),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::Enough,
            _ => Self::Failed(Failure::new(status::FAILED, format!("the output cannot be written: {error}"))),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::new(status::FAILED, error.to_string())
    }
}

impl<W: Write> Pages<W> {
    pub fn new(to: W) -> Self {
        Self(BufWriter::new(to))
    }

    /// Writes one line, in which nothing steers a terminal.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn line(&mut self, line: &str) -> Result<(), Stop> {
        Ok(writeln!(self.0, "{}", tame(line))?)
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(mut self) -> Result<(), Stop> {
        Ok(self.0.flush()?)
    }
}

/// Reads rows page by page, from behind the one numbered `after`, until `limit` of them were shown; `each` says whether one
/// was. Returns whether there are more, and the number of the last one that was read.
///
/// # Errors
/// What the store says, and `each`.
pub fn each_row<T>(
    page_after: impl Fn(u64) -> Result<Vec<T>, StoreError>,
    number: impl Fn(&T) -> u64,
    mut after: u64,
    limit: u64,
    mut each: impl FnMut(&T) -> Result<bool, Stop>,
) -> Result<(bool, u64), Stop> {
    let mut left = limit;
    loop {
        let page = page_after(after)?;
        for row in &page {
            if left == 0 {
                return Ok((true, after));
            }
            left -= u64::from(each(row)?);
            after = number(row);
        }
        if page.len() < PAGE {
            return Ok((false, after));
        }
    }
}

/// Reads entries: see [`each_row`].
///
/// # Errors
/// What the store says, and `each`.
pub fn each_event(
    store: &Store,
    wanted: Wanted,
    after: u64,
    limit: u64,
    each: impl FnMut(&Event) -> Result<bool, Stop>,
) -> Result<(bool, u64), Stop> {
    each_row(|after| store.events(wanted, after, PAGE), |event| event.id, after, limit, each)
}

/// How a command ends whose output ended so.
///
/// # Errors
/// Why it could not be written.
pub fn ended(done: Result<(), Stop>) -> Result<u8, Failure> {
    match done {
        Ok(()) | Err(Stop::Enough) => Ok(status::DONE),
        Err(Stop::Failed(failure)) => Err(failure),
    }
}

/// Somebody's words in a table: one tame line, and not too long.
pub fn words(text: &str) -> String {
    tame(&shortened(text, MOST_WORDS)).into_owned()
}

/// The time so long before now.
pub fn ago(since: Duration) -> u64 {
    wall_clock()().saturating_sub(since.as_millis() as u64)
}

/// `1 goal`, `2 goals`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}
