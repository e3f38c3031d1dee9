//! Writing a file that nobody ever sees half of.

use std::{fs, io, path::Path};

/// Writes a file aside, and then in the place of the one before.
///
/// # Errors
/// As the file system has it; what was there is there still.
pub fn whole(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(format!(".{}.part", std::process::id()));
    let written = fs::write(&aside, bytes).and_then(|()| fs::rename(&aside, path));
    if written.is_err() {
        // What is left of it is no use to anybody.
        _ = fs::remove_file(&aside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_leaves_nothing_behind() {
        let folder = std::env::temp_dir().join(format!("blockwright-write-{}", std::process::id()));
        fs::create_dir_all(folder.join("taken")).unwrap();
        let path = folder.join("file");
        whole(&path, "one").unwrap();
        whole(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert!(whole(&folder.join("taken"), "three").is_err(), "a folder stands there");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }
}
