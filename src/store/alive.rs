//! Which sessions live. A lease says so by the clock, and a killed program's lasts for half a minute more; so each session
//! also keeps a file beside the store locked, which the system lets go of the moment the program ends, however it ends.
//! Whoever finds one that nobody locks knows that its session is dead, and lets go of what that one held.
//!
//! Where there is no such file (the folder takes none, the file system locks none) the clock decides alone.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File},
    path::{Path, PathBuf},
};

/// What follows the store's own name, before the session's number.
const MARK: &str = ".session-";

/// A session's sign of life: gone with it, and let go of if it is killed.
#[derive(Debug)]
pub(super) struct Sign {
    path: PathBuf,
    _locked: File,
}

impl Sign {
    /// `None` where it cannot be had.
    pub fn give(store: &Path, session: u64) -> Option<Self> {
        let path = file_of(store, session)?;
        let mut options = File::options();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).ok()?;
        file.try_lock().ok()?;
        Some(Self { path, _locked: file })
    }
}

impl Drop for Sign {
    fn drop(&mut self) {
        // One that stays is found unlocked.
        _ = fs::remove_file(&self.path);
    }
}

/// A session that has died. Its file goes with this: nobody else buries it meanwhile.
#[derive(Debug)]
pub(super) struct Dead {
    pub session: u64,
    _sign: Sign,
}

/// The sessions that were killed and that nobody has seen to.
pub(super) fn dead(store: &Path) -> Vec<Dead> {
    let Some(files) = store.parent().and_then(|folder| fs::read_dir(folder).ok()) else { return Vec::new() };
    files
        .flatten()
        .filter_map(|file| {
            let session = session_of(store, &file.file_name())?;
            let locked = File::options().append(true).open(file.path()).ok()?;
            locked.try_lock().ok()?;
            Some(Dead { session, _sign: Sign { path: file.path(), _locked: locked } })
        })
        .collect()
}

fn file_of(store: &Path, session: u64) -> Option<PathBuf> {
    let mut name: OsString = store.file_name()?.to_owned();
    name.push(format!("{MARK}{session}"));
    Some(store.with_file_name(name))
}

fn session_of(store: &Path, file: &OsStr) -> Option<u64> {
    file.to_str()?.strip_prefix(store.file_name()?.to_str()?)?.strip_prefix(MARK)?.parse().ok()
}
