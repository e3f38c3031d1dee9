//! Reading a file that somebody named: a device without an end, a pipe that nobody writes into or a file of gigabytes is
//! an error at once, and never a program that hangs.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::Path,
};

/// The longest text that is read whole: far more than any configuration or procedure has, in bytes.
pub const MOST_TEXT: u64 = 1 << 20;

/// A file whose size is known and that has an end.
///
/// # Errors
/// What is not there or cannot be opened; what is no regular file. Looked at before it is opened, since opening a pipe
/// waits for its other end.
pub fn regular(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    if !found.is_file() {
        let kind = if found.is_dir() { "it is a folder" } else { "it is a device or a pipe" };
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{kind}, and must be a file")));
    }
    File::open(path)
}

/// A text of at most [`MOST_TEXT`] bytes.
///
/// # Errors
/// As [`bytes`]; what is not UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(bytes(path, MOST_TEXT)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// A file of at most so many bytes.
///
/// # Errors
/// As [`regular`]; what is longer.
pub fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // However long it says it is: it may grow meanwhile.
    regular(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let words = format!("it is longer than {most} bytes, which nothing of this kind is");
        return Err(io::Error::new(io::ErrorKind::InvalidData, words));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_with_an_end_are_read() {
        assert!(text(Path::new("Cargo.toml")).unwrap().contains("blockwright-ground"));
        assert_eq!(text(Path::new("no/such/file")).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert!(text(Path::new("src")).unwrap_err().to_string().contains("a folder"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_refused_before_they_are_opened() {
        for device in ["/dev/full", "/dev/zero", "/dev/null"] {
            assert!(text(Path::new(device)).unwrap_err().to_string().contains("a device"), "{device}");
        }
    }

    #[test]
    fn a_file_of_gigabytes_is_refused_for_its_size() {
        let path = std::env::temp_dir().join(format!("blockwright-read-{}", std::process::id()));
        File::create(&path).unwrap().set_len(8 << 30).unwrap();
        let error = text(&path).unwrap_err().to_string();
        fs::remove_file(&path).unwrap();
        assert!(error.contains("longer than"), "{error}");
    }
}
