//! The file that a layout outlives the program in: read at the start, written whole whenever a hand has changed something.

use std::{fs, io, path::Path};

use super::saved::Saved;
use crate::{read, write};

/// The layout of a file, or what is wrong with it, in words; `None` where there is no file yet.
///
/// # Errors
/// What cannot be read, is damaged, or is another program's.
pub fn load(path: &Path) -> Result<Option<Saved>, String> {
    let text = match read::text(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let saved: Saved = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    saved.check()?;
    Ok(Some(saved))
}

/// Writes a layout in the place of the one before; nobody ever sees half of it.
///
/// # Errors
/// As the file system has it.
pub fn store(path: &Path, saved: &Saved) -> io::Result<()> {
    let text = serde_json::to_string_pretty(saved)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    write::whole(path, text)
}
