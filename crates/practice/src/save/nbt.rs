//! NBT in memory and in gzipped files, and short ways to build and to read it.

use std::{
    fs::File,
    io,
    io::{Cursor, Read, Write},
    path::Path,
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use simdnbt::owned::{BaseNbt, Nbt, NbtCompound, NbtList, NbtTag};

use crate::save::files;

/// The most that a `.dat` file may hold unpacked: a player's is a few KiB.
const MAX_DAT: u64 = 16 << 20;

/// A compound of these fields.
pub(super) fn compound<const N: usize>(fields: [(&str, NbtTag); N]) -> NbtCompound {
    NbtCompound::from_values(fields.into_iter().map(|(name, tag)| (name.into(), tag)).collect())
}

/// A list of compounds; an empty one has no type.
pub(super) fn compounds(list: Vec<NbtCompound>) -> NbtTag {
    NbtTag::List(if list.is_empty() { NbtList::Empty } else { NbtList::Compound(list) })
}

pub(super) fn string(text: &str) -> NbtTag {
    NbtTag::String(text.into())
}

pub(super) fn strings(texts: &[&str]) -> NbtTag {
    NbtTag::List(NbtList::String(texts.iter().map(|&text| text.into()).collect()))
}

pub(super) fn flag(set: bool) -> NbtTag {
    NbtTag::Byte(i8::from(set))
}

/// `minecraft:` and a name.
pub(super) fn id(name: &str) -> NbtTag {
    string(&format!("minecraft:{name}"))
}

pub(super) fn doubles(numbers: &[f64]) -> NbtTag {
    NbtTag::List(NbtList::Double(numbers.to_vec()))
}

pub(super) fn floats(numbers: &[f32]) -> NbtTag {
    NbtTag::List(NbtList::Float(numbers.to_vec()))
}

/// Four numbers, as the game writes ids of entities.
pub(super) fn uuid(uuid: uuid::Uuid) -> NbtTag {
    let (high, low) = uuid.as_u64_pair();
    NbtTag::IntArray([high >> 32, high, low >> 32, low].map(|part| part as u32 as i32).to_vec())
}

pub(super) fn read_uuid(of: &NbtCompound) -> Option<uuid::Uuid> {
    let parts: [i32; 4] = of.int_array("UUID")?.try_into().ok()?;
    let bits = parts.iter().fold(0u128, |bits, &part| bits << 32 | u128::from(part as u32));
    Some(uuid::Uuid::from_u128(bits))
}

/// The text of a field.
pub(super) fn text(of: &NbtCompound, name: &str) -> Option<String> {
    of.string(name).map(|text| text.to_str().into_owned())
}

/// The compounds of a list, none if there is no such list.
pub(super) fn list<'a>(of: &'a NbtCompound, name: &str) -> &'a [NbtCompound] {
    of.list(name).and_then(NbtList::compounds).unwrap_or_default()
}

/// The bytes of a compound as a chunk or a `.dat` file holds them, before compression.
pub(super) fn encode(compound: NbtCompound) -> Vec<u8> {
    let mut bytes = Vec::new();
    Nbt::Some(BaseNbt::new("", compound)).write(&mut bytes);
    bytes
}

pub(super) fn decode(bytes: &[u8]) -> Result<NbtCompound, String> {
    let nbt = simdnbt::owned::read(&mut Cursor::new(bytes)).map_err(|error| error.to_string())?;
    match nbt {
        Nbt::Some(base) => Ok(base.as_compound()),
        Nbt::None => Err("it is empty".to_owned()),
    }
}

/// Writes a gzipped file in place of the old one.
pub(super) fn write_dat(path: &Path, compound: NbtCompound) -> io::Result<()> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&encode(compound))?;
    files::replace(path, &packed.finish()?)
}

/// Reads a gzipped file; `None` if there is none.
pub(super) fn read_dat(path: &Path) -> Result<Option<NbtCompound>, String> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let mut bytes = Vec::new();
    GzDecoder::new(file).take(MAX_DAT).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    decode(&bytes).map(Some)
}
