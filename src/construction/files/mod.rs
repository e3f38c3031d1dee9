//! Blueprints in the files of other programs: vanilla structures, Sponge and MCEdit schematics, litematics.
//!
//! Each format has a module that knows its tags; what they share is here: unpacking within limits, the check that finds where a file is
//! damaged before anything is built from it, and the palette, which brings the names of older versions to those of this one. A file
//! comes from anywhere, so nothing in it is trusted: sizes are compared with what is there before memory is taken for them.

mod classic;
mod extent;
mod litematic;
mod palette;
mod renames;
mod scan;
mod sponge;
mod structure;
mod tags;

use std::io::{Cursor, Read as _, Write as _};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
pub use palette::LEFT;
use simdnbt::owned::{BaseNbt, Nbt, NbtCompound, NbtTag};
use tags::Tags;

use super::{blueprint::Blueprint, instead::Instead};

/// The most bytes of a file as it lies on the disk, and unpacked.
pub const MAX_PACKED: u64 = 16 << 20;
const MAX_UNPACKED: u64 = 32 << 20;

/// How many layers lie in the ground, a tag of ours that other programs leave alone.
const SUNK: &str = "blockwright_sunk";

/// What kind of file it is, by how its name ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `.nbt`: what structure blocks save.
    Structure,
    /// `.schem`: Sponge's, versions 1 to 3, as WorldEdit saves them.
    Sponge,
    /// `.schematic`: MCEdit's, with the numbers that blocks had before 1.13. Only read.
    Classic,
    /// `.litematic`: Litematica's.
    Litematic,
}

impl Format {
    pub const ENDINGS: [(&'static str, Self); 4] = [
        (".nbt", Self::Structure),
        (".schem", Self::Sponge),
        (".schematic", Self::Classic),
        (".litematic", Self::Litematic),
    ];

    /// Of a file's name.
    pub fn of(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        Self::ENDINGS.into_iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, format)| format)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it and where, or what it holds that this version of the game does not have.
    pub fn read(self, bytes: &[u8], title: &str, instead: &Instead) -> Result<Blueprint, String> {
        let unpacked = unpack(bytes)?;
        scan::check(&unpacked)?;
        let nbt = simdnbt::borrow::read(&mut Cursor::new(&unpacked)).map_err(|fault| fault.to_string())?;
        let simdnbt::borrow::Nbt::Some(root) = &nbt else { return Err("it is empty".to_owned()) };
        let root = Tags::root(root.as_compound());
        let read = match self {
            Self::Structure => structure::read(&root, instead),
            Self::Sponge => sponge::read(&root, instead),
            Self::Classic => classic::read(&root, instead),
            Self::Litematic => litematic::read(&root, instead),
        };
        let read = read?;
        // Only we write that; others' offsets are those of whoever copied it.
        let sunk = root.number_or(SUNK, 0)?.clamp(0, i64::from(read.size[1])) as i32;
        Ok(Blueprint { title: title.to_owned(), sunk, ..read })
    }

    /// Writes a file.
    ///
    /// # Errors
    /// It cannot be written so.
    pub fn write(self, blueprint: &Blueprint) -> Result<Vec<u8>, String> {
        let (name, mut root) = match self {
            Self::Structure => ("", structure::write(blueprint)),
            Self::Sponge => ("Schematic", sponge::write(blueprint)?),
            Self::Litematic => ("", litematic::write(blueprint)),
            Self::Classic => {
                return Err("a .schematic cannot hold the blocks of today: write a .schem instead".to_owned());
            }
        };
        if blueprint.sunk > 0 {
            root.insert(SUNK, NbtTag::Int(blueprint.sunk));
        }
        pack(name, root).map_err(|fault| format!("{fault}: a .litematic or a .schem takes less"))
    }
}

/// What a gzipped file holds, or a plain one.
fn unpack(bytes: &[u8]) -> Result<Vec<u8>, String> {
    const GZIP: [u8; 2] = [0x1f, 0x8b];
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes.to_vec());
    }
    let mut unpacked = Vec::new();
    let read = GzDecoder::new(bytes).take(MAX_UNPACKED + 1).read_to_end(&mut unpacked);
    read.map_err(|fault| format!("it is damaged after {} unpacked bytes: {fault}", unpacked.len()))?;
    if unpacked.len() as u64 > MAX_UNPACKED {
        return Err(format!("it holds more than {} MiB, which no building takes", MAX_UNPACKED >> 20));
    }
    Ok(unpacked)
}

/// # Errors
/// It is larger than what is read again.
fn pack(name: &str, root: NbtCompound) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    Nbt::Some(BaseNbt::new(name, root)).write(&mut bytes);
    if bytes.len() as u64 > MAX_UNPACKED {
        return Err(format!("it would hold more than {} MiB", MAX_UNPACKED >> 20));
    }
    scan::check(&bytes)?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    Ok(packed.write_all(&bytes).and_then(|()| packed.finish()).expect("memory takes it"))
}

#[cfg(test)]
mod tests;
