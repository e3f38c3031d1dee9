//! Files that are whole at any moment: written aside, synced, then renamed over the old one.

use std::{
    fs,
    fs::File,
    io,
    io::Write,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use tracing::warn;

/// What a file is called while it is written. Such files are leftovers of a write that did not end.
const ASIDE: &str = "tmp";

/// Puts a file in place of the old one. On failure the old one is as it was.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let aside = with_extension_added(path, ASIDE);
    let written = File::create(&aside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(&aside, path)).and_then(|()| sync_folder(folder));
    if renamed.is_err() {
        // It may not even be there; what counts is the failure before.
        let _ = fs::remove_file(&aside);
    }
    renamed
}

/// A rename is only sure to outlive a power cut once the folder is synced; elsewhere than on Unix it cannot be.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Keeps a file that is broken in some place under another name, and says so.
pub(super) fn set_aside(path: &Path, fault: &str) {
    let shown = path.display();
    match keep_aside(path) {
        Ok(kept) => warn!("{shown} is broken ({fault}); what is in it is kept as {}", kept.display()),
        Err(error) => warn!("{shown} is broken ({fault}) and cannot be copied: {error}"),
    }
}

/// Copies a file to a name of its own, and says which.
fn keep_aside(path: &Path) -> io::Result<PathBuf> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let named = |number| with_extension_added(path, &format!("broken-{}", seconds + number));
    let kept = (0..).map(named).find(|name| !name.exists()).unwrap_or_else(|| named(0));
    fs::copy(path, &kept)?;
    File::open(&kept)?.sync_all()?;
    Ok(kept)
}

/// Takes away what unfinished writes have left in a folder.
pub(super) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == ASIDE) {
            // A leftover that stays does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

fn with_extension_added(path: &Path, extension: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}
