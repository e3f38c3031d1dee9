//! A column as bytes: what a recording keeps of land that is seen for the first time. The same blocks are always the same bytes,
//! however their palettes have grown, so that land that is seen again is found and not kept twice.

use std::{
    fmt,
    io::{Read, Write},
};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};

use crate::voxel::{Column, Section, StateId};

/// How the bytes begin: the version of what follows.
const VERSION: u8 = 1;
/// Sections a column may have: more than any dimension's.
const MOST_SECTIONS: usize = 256;
/// Bytes that may become of packed ones: a column of [`MOST_SECTIONS`], each with as many states as it may.
pub(super) const MOST_BYTES: u64 = 64 << 20;

const UNIFORM: u8 = 0;
const SMALL: u8 = 1;
const LARGE: u8 = 2;

/// What is wrong with bytes of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged(pub String);

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The bytes, not packed.
pub(super) fn plain(column: &Column) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(16 + column.sections.len() * 64);
    bytes.extend_from_slice(&column.min_y.to_le_bytes());
    bytes.extend_from_slice(&(column.sections.len() as u32).to_le_bytes());
    for section in &column.sections {
        write_section(section, &mut bytes);
    }
    bytes
}

fn write_section(section: &Section, bytes: &mut Vec<u8>) {
    if let Section::Uniform(state) = section {
        bytes.push(UNIFORM);
        bytes.extend_from_slice(&state.to_le_bytes());
        return;
    }
    let mut states: [StateId; 4096] = [0; 4096];
    for (index, state) in states.iter_mut().enumerate() {
        *state = section.get(index);
    }
    match Section::from_states(&states) {
        Section::Uniform(state) => {
            bytes.push(UNIFORM);
            bytes.extend_from_slice(&state.to_le_bytes());
        }
        Section::Small { palette, indices } => {
            bytes.push(SMALL);
            // 256 would not fit; none is never.
            bytes.push((palette.len() - 1) as u8);
            palette.iter().for_each(|state| bytes.extend_from_slice(&state.to_le_bytes()));
            bytes.extend_from_slice(&indices[..]);
        }
        Section::Large(states) => {
            bytes.push(LARGE);
            states.iter().for_each(|state| bytes.extend_from_slice(&state.to_le_bytes()));
        }
    }
}

/// Packs bytes, and says how.
pub(super) fn pack(plain: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(vec![VERSION], Compression::fast());
    // What is written into memory is always written.
    _ = packed.write_all(plain);
    packed.finish().unwrap_or_default()
}

/// The bytes that were packed.
///
/// # Errors
/// Where they are not what was packed, or of another version.
pub(super) fn unpack(packed: &[u8]) -> Result<Vec<u8>, Damaged> {
    let Some((&version, packed)) = packed.split_first() else { return Err(Damaged("it is empty".to_owned())) };
    if version != VERSION {
        return Err(Damaged(format!("it is of version {version}, and {VERSION} is known here")));
    }
    let mut plain = Vec::new();
    ZlibDecoder::new(packed)
        .take(MOST_BYTES + 1)
        .read_to_end(&mut plain)
        .map_err(|error| Damaged(error.to_string()))?;
    if plain.len() as u64 > MOST_BYTES { Err(Damaged("it is too large".to_owned())) } else { Ok(plain) }
}

/// Reads a packed column.
///
/// # Errors
/// Where it is damaged.
pub(super) fn read_sheet(packed: &[u8]) -> Result<Column, Damaged> {
    let plain = unpack(packed)?;
    let mut rest = Bytes(&plain);
    let min_y = i32::from_le_bytes(rest.array()?);
    let sections = u32::from_le_bytes(rest.array()?) as usize;
    if sections > MOST_SECTIONS || min_y % 16 != 0 {
        return Err(Damaged(format!("it has {sections} sections from y {min_y}")));
    }
    let sections = (0..sections).map(|_| read_section(&mut rest)).collect::<Result<_, _>>()?;
    if rest.0.is_empty() {
        Ok(Column { min_y, sections })
    } else {
        Err(Damaged("there is more than it should hold".to_owned()))
    }
}

fn read_section(rest: &mut Bytes) -> Result<Section, Damaged> {
    let [tag] = rest.array()?;
    match tag {
        UNIFORM => Ok(Section::Uniform(rest.state()?)),
        SMALL => {
            let [last] = rest.array()?;
            let palette: Vec<StateId> = (0..=last).map(|_| rest.state()).collect::<Result<_, _>>()?;
            let indices: [u8; 4096] = rest.array()?;
            if indices.iter().any(|index| *index > last) {
                return Err(Damaged("a block is of no state of its section".to_owned()));
            }
            Ok(Section::Small { palette, indices: Box::new(indices) })
        }
        LARGE => {
            let mut states = Box::new([0; 4096]);
            for state in states.iter_mut() {
                *state = rest.state()?;
            }
            Ok(Section::Large(states))
        }
        tag => Err(Damaged(format!("a section begins with {tag}"))),
    }
}

/// What is still to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn array<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], Damaged> {
        let (array, rest) = self.0.split_first_chunk().ok_or_else(|| Damaged("it is cut off".to_owned()))?;
        self.0 = rest;
        Ok(*array)
    }

    fn state(&mut self) -> Result<StateId, Damaged> {
        self.array().map(StateId::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed() -> Column {
        let mut states = [3; 4096];
        for (index, state) in states.iter_mut().enumerate().skip(7) {
            *state = (index * 7 % 19) as StateId;
        }
        let mut many = [0; 4096];
        for (index, state) in many.iter_mut().enumerate() {
            *state = (index % 999) as StateId;
        }
        let sections = vec![Section::Uniform(9), Section::from_states(&states), Section::from_states(&many)];
        Column { min_y: -64, sections }
    }

    #[test]
    fn a_column_comes_back_as_it_was() {
        let column = mixed();
        assert_eq!(read_sheet(&pack(&plain(&column))), Ok(column));
        let none = Column { min_y: 0, sections: Vec::new() };
        assert_eq!(read_sheet(&pack(&plain(&none))), Ok(none));
    }

    #[test]
    fn the_same_blocks_are_the_same_bytes() {
        let mut grown = mixed();
        let there = grown.sections[1].get(70);
        grown.sections[1].set(70, 4_000);
        assert_ne!(plain(&grown), plain(&mixed()));
        grown.sections[1].set(70, there);
        assert_ne!(grown, mixed(), "its palette has grown");
        assert_eq!(plain(&grown), plain(&mixed()));
    }

    #[test]
    fn what_is_damaged_is_told() {
        let good = pack(&plain(&mixed()));
        assert!(read_sheet(&[]).is_err());
        for length in [1, 9, good.len() / 2, good.len() - 1] {
            assert!(read_sheet(&good[..length]).is_err(), "{length}");
        }
        for at in 0..good.len() {
            let mut other = good.clone();
            other[at] ^= 0x10;
            // Its check sum finds all of them.
            assert!(read_sheet(&other).is_err(), "byte {at}");
        }
        let mut long = plain(&mixed());
        long.push(0);
        assert!(read_sheet(&pack(&long)).is_err());
        let mut strange = plain(&mixed());
        strange[8] = 7;
        assert!(read_sheet(&pack(&strange)).is_err());
    }
}
