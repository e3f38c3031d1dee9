//! What can be wrong with a store, said once and with what to do about it. The bot plays on without one.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use rusqlite::{Error, ErrorCode};

/// Why the store cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Another program keeps it to itself.
    Locked,
    /// A newer program has changed its layout: the found version, and the newest one known here.
    Newer {
        found: u32,
        known: u32,
    },
    /// It is no database, or a broken one.
    Damaged,
    /// A database, but of another program.
    Foreign,
    /// The disk is full, or the store has as many bytes as it may.
    Full,
    ReadOnly,
    /// There is none yet.
    Missing,
    Other,
}

/// A fault, where, and what SQLite says of it.
#[derive(Clone, Debug)]
pub struct StoreError {
    pub fault: Fault,
    path: PathBuf,
    detail: String,
}

impl StoreError {
    pub(super) fn new(fault: Fault, path: &Path, detail: impl Into<String>) -> Self {
        Self { fault, path: path.to_owned(), detail: detail.into() }
    }

    pub(super) fn of(error: &Error, path: &Path) -> Self {
        Self::new(Fault::of(error), path, error.to_string())
    }
}

impl Fault {
    fn of(error: &Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
            _ => Self::Other,
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, detail, .. } = self;
        let path = path.display();
        match self.fault {
            Fault::Locked => {
                write!(f, "the store {path} is locked: another program keeps it to itself; close that and try again")
            }
            Fault::Newer { found, known } => write!(
                f,
                "the store {path} is of a newer blockwright (layout {found}, and this one knows {known}): use that one, \
                 or move the file away"
            ),
            Fault::Damaged => write!(
                f,
                "the store {path} is damaged ({detail}): save what can be saved with `blockwright data export`, then move \
                 the file away; a new one is begun"
            ),
            Fault::Foreign => write!(f, "{path} is a database of another program: move it away"),
            Fault::Full => write!(
                f,
                "the store {path} cannot grow ({detail}): free space on the disk, or throw old goals away with \
                 `blockwright data prune`"
            ),
            Fault::ReadOnly => {
                write!(f, "the store {path} cannot be written ({detail}): check its owner and permissions")
            }
            Fault::Missing => write!(f, "there is no store yet ({path}): `blockwright run` begins one"),
            Fault::Other => write!(f, "the store {path}: {detail}"),
        }
    }
}

impl std::error::Error for StoreError {}
