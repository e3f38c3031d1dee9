//! Sponge's schematics (`.schem`), versions 1 to 3: SpongePowered/Schematic-Specification. Version 2 is written, which all programs
//! read that read any.

use simdnbt::owned::{NbtCompound, NbtList, NbtTag};

use super::{
    extent::{cells, index},
    palette::{DATA_VERSION, LEFT, Palette, full_state},
    tags::Tags,
};
use crate::{
    construction::{
        blueprint::{Blueprint, Kept},
        instead::Instead,
    },
    knowledge,
};

/// The data of 1.13.2, when version 1 was in use; it does not tell its own.
const OF_VERSION_1: i64 = 1631;

pub(super) fn read(root: &Tags, instead: &Instead) -> Result<Blueprint, String> {
    // In version 3 all of it lies one deeper.
    let inner = if root.has("Schematic") { Some(root.compound("Schematic")?) } else { None };
    let root = inner.as_ref().unwrap_or(root);
    let version = root.number("Version")?;
    let data_version = match version {
        1 => root.number_or("DataVersion", OF_VERSION_1)?,
        2 | 3 => root.number("DataVersion")?,
        _ => return Err(root.wrong(format!("Version {version} is not known (1 to 3 are)"))),
    };
    let size = [root.side("Width")?, root.side("Height")?, root.side("Length")?];
    let count = cells(size).map_err(|fault| root.wrong(fault))?;
    let blocks = if version == 3 { Some(root.compound("Blocks")?) } else { None };
    let blocks = blocks.as_ref().unwrap_or(root);
    let states = blocks.compound("Palette")?;
    let mut palette = Palette::new(data_version, instead);
    let mut numbers = std::collections::BTreeMap::new();
    for (text, id) in states.entries() {
        let id = id.number().ok_or_else(|| states.wrong(format!("{text} has no number")))?;
        numbers.insert(id, palette.of_text(&text).map_err(|fault| states.wrong(fault))?);
    }
    let name = if version == 3 { "Data" } else { "BlockData" };
    let mut data = blocks.bytes(name)?.iter();
    let mut read = Vec::with_capacity(count);
    while !data.as_slice().is_empty() {
        let at = read.len();
        let id = varint(&mut data).ok_or_else(|| blocks.wrong(format!("{name} breaks off in cell {at}")))?;
        let number = numbers.get(&id);
        let number = number.ok_or_else(|| blocks.wrong(format!("{name}, cell {at}: {id} is not in the palette")))?;
        if at == count {
            return Err(blocks.wrong(format!("{name} has more than the {count} cells of {size:?}")));
        }
        read.push(*number);
    }
    if read.len() < count {
        return Err(blocks.wrong(format!("{name} has {} of the {count} cells of {size:?}", read.len())));
    }
    let mut kept = Kept::default();
    let list = if version == 1 { "TileEntities" } else { "BlockEntities" };
    for tags in blocks.list(list)? {
        let at = tags.place("Pos")?;
        index(at, size).ok_or_else(|| tags.wrong(format!("Pos {at:?} lies outside of {size:?}")))?;
        kept.block_entities.insert(at.map(|at| at as i32), inner_nbt(&tags, version)?);
    }
    for tags in root.list("Entities")? {
        kept.entities.push((tags.point("Pos")?, inner_nbt(&tags, version)?));
    }
    let palette = palette.finish().map_err(|fault| states.wrong(fault))?;
    Ok(Blueprint { size: size.map(|side| side as i32), palette, cells: read, kept, ..Blueprint::default() })
}

/// What the game itself keeps of a thing: in version 3 in a compound of its own.
fn inner_nbt(tags: &Tags, version: i64) -> Result<NbtCompound, String> {
    let mut nbt = match version {
        3 if tags.has("Data") => tags.compound("Data")?.copied(),
        3 => NbtCompound::new(),
        _ => tags.copied(),
    };
    // Some write it as the game does.
    let id = if tags.has("id") { tags.text("id")? } else { tags.text("Id")? };
    ["Pos", "Id", "id", "ContentVersion"].iter().for_each(|name| drop(nbt.remove(name)));
    nbt.insert("id", NbtTag::String(id.into()));
    Ok(nbt)
}

/// A number in groups of seven bits, the last first.
fn varint<'a>(bytes: &mut impl Iterator<Item = &'a u8>) -> Option<i64> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let byte = i64::from(*bytes.next()?);
        number |= (byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// # Errors
/// A side is longer than the format can tell.
pub(super) fn write(blueprint: &Blueprint) -> Result<NbtCompound, String> {
    let [width, height, depth] = blueprint.size;
    let side = |side: i32| {
        let side = u16::try_from(side).map_err(|_| format!("a side of {side} blocks is too long for a .schem"))?;
        Ok::<_, String>(NbtTag::Short(side as i16))
    };
    let mut root = NbtCompound::new();
    root.insert("Version", NbtTag::Int(2));
    root.insert("DataVersion", NbtTag::Int(DATA_VERSION));
    for (name, of) in [("Width", width), ("Height", height), ("Length", depth)] {
        root.insert(name, side(of)?);
    }
    root.insert("Offset", NbtTag::IntArray(vec![0; 3]));
    // A cell that is left as it is has the first number. Two that want the same state have one.
    let mut texts = vec![format!("minecraft:{LEFT}")];
    let (mut numbers, mut by_text) = (vec![0_usize], std::collections::HashMap::new());
    for wanted in &blueprint.palette {
        let (name, properties) = full_state(wanted);
        let text = knowledge::in_state(&name, properties);
        let known = by_text.get(&text).copied();
        numbers.push(known.unwrap_or(texts.len()));
        if known.is_none() {
            by_text.insert(text.clone(), texts.len());
            texts.push(text);
        }
    }
    root.insert("PaletteMax", NbtTag::Int(texts.len() as i32));
    let palette = texts.into_iter().enumerate().map(|(number, text)| (text.into(), NbtTag::Int(number as i32)));
    root.insert("Palette", NbtTag::Compound(NbtCompound::from_values(palette.collect())));
    let mut data = Vec::with_capacity(blueprint.cells.len());
    for number in &blueprint.cells {
        let mut left = numbers[usize::from(*number)];
        while left >= 0x80 {
            data.push((left & 0x7f) as u8 | 0x80);
            left >>= 7;
        }
        data.push(left as u8);
    }
    root.insert("BlockData", NbtTag::ByteArray(data));
    let outer = |at: NbtTag, nbt: &NbtCompound| {
        let mut tags = nbt.clone();
        let id = tags.remove("id").unwrap_or_else(|| NbtTag::String("".into()));
        tags.insert("Id", id);
        tags.remove("Pos");
        tags.insert("Pos", at);
        tags
    };
    let block_entities = &blueprint.kept.block_entities;
    let block_entities = block_entities.iter().map(|(at, nbt)| outer(NbtTag::IntArray(at.to_vec()), nbt));
    root.insert("BlockEntities", NbtTag::List(NbtList::from(block_entities.collect::<Vec<_>>())));
    let entities = &blueprint.kept.entities;
    let entities = entities.iter().map(|(at, nbt)| outer(NbtTag::List(NbtList::from(at.to_vec())), nbt));
    root.insert("Entities", NbtTag::List(NbtList::from(entities.collect::<Vec<_>>())));
    Ok(root)
}
