//! Walks the bytes of a file's tags once, before anything is built from them: where it breaks off, what goes too deep, and how many
//! tags there are.
//!
//! The reader that follows trusts lengths and says of a damaged file only that its end came too soon. Here no memory is taken, and a
//! fault has a path and a byte.

/// Deeper than any program writes: the game itself stops at 512.
const MAX_DEPTH: usize = 64;
/// The most tags: each takes some memory, an empty one too.
const MAX_TAGS: usize = 1_500_000;

const COMPOUND: u8 = 10;

/// # Errors
/// What is wrong, in which tag, at which byte.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    let mut scan = Scan { bytes, at: 0, tags: 0, path: Vec::new() };
    scan.root().map_err(|fault| {
        let path: Vec<String> = scan.path.iter().map(Step::told).collect();
        let of = if path.is_empty() { String::new() } else { format!("{}: ", path.join("/")) };
        format!("{of}{fault} (byte {} of {} unpacked)", scan.at, bytes.len())
    })
}

/// A part of the way to a tag.
enum Step<'a> {
    Name(&'a [u8]),
    Index(usize),
}

impl Step<'_> {
    fn told(&self) -> String {
        match self {
            // A name may hold anything: no more of it is shown than what is plainly a name.
            Step::Name(name) => {
                let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-:.[]=,".contains(byte);
                name.iter().take(40).map(|byte| if is_plain(byte) { char::from(*byte) } else { '?' }).collect()
            }
            Step::Index(index) => index.to_string(),
        }
    }
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    tags: usize,
    path: Vec<Step<'a>>,
}

impl<'a> Scan<'a> {
    fn root(&mut self) -> Result<(), String> {
        if self.bytes.first() != Some(&COMPOUND) {
            return Err("it is no file of tags (NBT)".to_owned());
        }
        self.at = 1;
        self.text()?;
        self.value(COMPOUND)
    }

    fn take(&mut self, count: u64) -> Result<&'a [u8], String> {
        let left = &self.bytes[self.at..];
        let taken = usize::try_from(count).ok().and_then(|count| left.get(..count));
        let taken = taken.ok_or_else(|| format!("{count} bytes are announced and {} are left", left.len()))?;
        self.at += taken.len();
        Ok(taken)
    }

    fn number(&mut self, bytes: u64) -> Result<u64, String> {
        Ok(self.take(bytes)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn text(&mut self) -> Result<&'a [u8], String> {
        let length = self.number(2)?;
        self.take(length)
    }

    /// How many elements follow.
    fn length(&mut self) -> Result<u64, String> {
        let length = self.number(4)?;
        if length > i32::MAX as u64 {
            return Err("a length is negative".to_owned());
        }
        Ok(length)
    }

    /// A tag of this kind, without its name. A path is left as it is where something is wrong.
    fn value(&mut self, kind: u8) -> Result<(), String> {
        self.tags += 1;
        if self.tags > MAX_TAGS {
            return Err(format!("it holds more than {MAX_TAGS} tags, which no building takes"));
        }
        match kind {
            1..=6 => self.take(size(kind)).map(drop),
            7 | 11 | 12 => {
                let count = self.length()?;
                self.take(count * size(kind)).map(drop)
            }
            8 => self.text().map(drop),
            9 => self.list(),
            COMPOUND => loop {
                let kind = self.number(1)? as u8;
                if kind == 0 {
                    return Ok(());
                }
                let name = self.text()?;
                self.enter(Step::Name(name))?;
                self.value(kind)?;
                self.path.pop();
            },
            _ => Err(format!("{kind} is no kind of tag")),
        }
    }

    fn list(&mut self) -> Result<(), String> {
        let kind = self.number(1)? as u8;
        let count = self.length()?;
        match kind {
            // Numbers stand side by side.
            1..=6 => self.take(count * size(kind)).map(drop),
            // A list of nothing has no length.
            0 => Ok(()),
            _ => {
                for index in 0..count {
                    self.enter(Step::Index(index as usize))?;
                    self.value(kind)?;
                    self.path.pop();
                }
                Ok(())
            }
        }
    }

    fn enter(&mut self, step: Step<'a>) -> Result<(), String> {
        self.path.push(step);
        if self.path.len() > MAX_DEPTH {
            // So long a path says nothing.
            self.path.truncate(4);
            return Err(format!("tags lie more than {MAX_DEPTH} deep in each other"));
        }
        Ok(())
    }
}

/// In bytes, of a number or of an array's elements.
fn size(kind: u8) -> u64 {
    match kind {
        1 | 7 => 1,
        2 => 2,
        3 | 5 | 11 => 4,
        _ => 8,
    }
}
