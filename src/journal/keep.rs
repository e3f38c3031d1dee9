//! How many journals of earlier runs are kept. The newest are, up to a number and a size; the others go when a new one is
//! begun. Never one that a running program writes, which holds a lock on it; never a file whose name is not a journal's.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io,
    path::Path,
};

/// Journals in the folder, and bytes of all of them together, the one that begins aside.
pub(super) const MOST_JOURNALS: usize = 100;
pub(super) const MOST_BYTES: u64 = 128 << 20;

/// Removes the oldest journals of a folder beside `own` until no more than so many files and bytes are left. Returns how
/// many went.
///
/// # Errors
/// Where the folder cannot be read. What cannot be removed stays.
pub(super) fn prune(folder: &Path, own: &Path, most: usize, most_bytes: u64) -> io::Result<usize> {
    let mut journals = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path != own
            && path.file_name().is_some_and(is_journal)
            && let Ok(known) = fs::symlink_metadata(&path)
            && known.is_file()
        {
            journals.push((path, known.len()));
        }
    }
    // The names begin with the time.
    journals.sort_by(|(a, _), (b, _)| b.cmp(a));
    let (mut kept, mut bytes, mut gone) = (0, 0, 0);
    for (path, length) in journals {
        let fits = kept < most && bytes + length <= most_bytes;
        if !fits && remove_if_unused(&path) {
            gone += 1;
        } else {
            kept += 1;
            bytes += length;
        }
    }
    Ok(gone)
}

/// `2026-11-22T09-38-15Z-1234.jsonl`
fn is_journal(name: &OsStr) -> bool {
    const PATTERN: &[u8] = b"dddd-dd-ddTdd-dd-ddZ-";
    let Some(name) = name.to_str().and_then(|name| name.strip_suffix(".jsonl")) else { return false };
    let Some((time, process)) = name.as_bytes().split_at_checked(PATTERN.len()) else { return false };
    let fits = |(c, pattern): (&u8, &u8)| if *pattern == b'd' { c.is_ascii_digit() } else { c == pattern };
    time.iter().zip(PATTERN).all(fits) && !process.is_empty() && process.iter().all(u8::is_ascii_digit)
}

/// Where locks cannot be asked about, nothing is removed.
fn remove_if_unused(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_ok() && fs::remove_file(path).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(std::path::PathBuf);

    impl Folder {
        /// With a journal of ten bytes a day of this month.
        fn new(name: &str, days: u32) -> Self {
            let path = std::env::temp_dir().join(format!("blockwright-keep-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            for day in 1..=days {
                fs::write(path.join(journal(day)), "0123456789").unwrap();
            }
            Self(path)
        }

        fn prune(&self, most: usize, most_bytes: u64) -> Vec<String> {
            prune(&self.0, &self.0.join(journal(31)), most, most_bytes).unwrap();
            let mut left: Vec<String> =
                fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            left.sort();
            left
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn journal(day: u32) -> String {
        format!("2026-11-{day:02}T09-38-15Z-{}.jsonl", 1000 - day)
    }

    #[test]
    fn the_newest_are_kept_by_number_and_by_size() {
        let folder = Folder::new("newest", 9);
        assert_eq!(folder.prune(100, 1000).len(), 9);
        assert_eq!(folder.prune(5, 1000), (5..=9).map(journal).collect::<Vec<_>>());
        assert_eq!(folder.prune(5, 35), (7..=9).map(journal).collect::<Vec<_>>());
        assert_eq!(folder.prune(0, 0), Vec::<String>::new());
    }

    #[test]
    fn what_is_written_and_what_is_no_journal_stays() {
        let folder = Folder::new("written", 3);
        let writer = File::options().append(true).open(folder.0.join(journal(1))).unwrap();
        writer.lock().unwrap();
        let others =
            ["a good run.jsonl", "2026-11-02T09-38-15Z-12.jsonl.gz", "2026-11-02T09-38-15Z-.jsonl", "2026.jsonl"];
        for other in others {
            fs::write(folder.0.join(other), "mine").unwrap();
        }
        // The own one does not count, and never goes.
        fs::write(folder.0.join(journal(31)), "begun").unwrap();
        let left = folder.prune(0, 0);
        assert!(left.contains(&journal(1)) && left.contains(&journal(31)), "{left:?}");
        assert!(!left.contains(&journal(2)) && !left.contains(&journal(3)), "{left:?}");
        assert_eq!(left.len(), 2 + others.len());
        drop(writer);
        assert!(!folder.prune(0, 0).contains(&journal(1)));
    }
}
