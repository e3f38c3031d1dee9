//! Vanilla's structures (`.nbt`), as structure blocks and data packs have them. The Minecraft Wiki, "Structure file".

use simdnbt::owned::{NbtCompound, NbtList, NbtTag};

use super::{
    extent::{cells, index},
    palette::{DATA_VERSION, Palette, full_state},
    tags::Tags,
};
use crate::construction::{
    blueprint::{Blueprint, Kept, places},
    instead::Instead,
};

pub(super) fn read(root: &Tags, instead: &Instead) -> Result<Blueprint, String> {
    let size = root.place("size")?;
    let mut cells = vec![0; cells(size)?];
    let mut palette = Palette::new(root.number("DataVersion")?, instead);
    // Some are drawn in several ways that differ in their blocks: the first will do.
    let states = if root.has("palettes") { root.first_list("palettes")? } else { root.list("palette")? };
    let numbers = states.iter().map(|state| palette.of_tags(state)).collect::<Result<Vec<_>, _>>()?;
    let mut kept = Kept::default();
    for block in root.list("blocks")? {
        let at = block.place("pos")?;
        let state = block.number("state")?;
        let number = usize::try_from(state).ok().and_then(|state| numbers.get(state));
        let number = number
            .ok_or_else(|| block.wrong(format!("state {state} is not among the {} of the palette", numbers.len())))?;
        let cell = index(at, size).ok_or_else(|| block.wrong(format!("pos {at:?} lies outside of {size:?}")))?;
        cells[cell] = *number;
        if block.has("nbt") {
            kept.block_entities.insert(at.map(|at| at as i32), block.compound("nbt")?.copied());
        }
    }
    for entity in root.list("entities")? {
        kept.entities.push((entity.point("pos")?, entity.compound("nbt")?.copied()));
    }
    Ok(Blueprint {
        size: size.map(|side| side as i32),
        palette: palette.finish()?,
        cells,
        kept,
        ..Blueprint::default()
    })
}

pub(super) fn write(blueprint: &Blueprint) -> NbtCompound {
    let ints = |three: [i32; 3]| NbtTag::List(NbtList::from(three.to_vec()));
    let compound = |values: Vec<(&str, NbtTag)>| {
        NbtCompound::from_values(values.into_iter().map(|(name, tag)| (name.into(), tag)).collect())
    };
    let states = blueprint.palette.iter().map(|wanted| {
        let (name, properties) = full_state(wanted);
        let mut state = vec![("Name", NbtTag::String(name.into()))];
        if !properties.is_empty() {
            let properties = properties.into_iter().map(|(name, value)| (name, NbtTag::String(value.into())));
            state.push(("Properties", NbtTag::Compound(compound(properties.collect()))));
        }
        compound(state)
    });
    // What is left as it is has no entry.
    let cells = places(blueprint.size).zip(&blueprint.cells);
    let blocks = cells.filter(|(_, number)| **number > 0).map(|(at, number)| {
        let mut block = vec![("pos", ints(at)), ("state", NbtTag::Int(i32::from(*number) - 1))];
        if let Some(nbt) = blueprint.kept.at(at) {
            block.push(("nbt", NbtTag::Compound(nbt.clone())));
        }
        compound(block)
    });
    let entities = blueprint.kept.entities.iter().map(|(at, nbt)| {
        compound(vec![
            ("pos", NbtTag::List(NbtList::from(at.to_vec()))),
            ("blockPos", ints(at.map(|at| at.floor() as i32))),
            ("nbt", NbtTag::Compound(nbt.clone())),
        ])
    });
    compound(vec![
        ("DataVersion", NbtTag::Int(DATA_VERSION)),
        ("size", ints(blueprint.size)),
        ("palette", NbtTag::List(NbtList::from(states.collect::<Vec<_>>()))),
        ("blocks", NbtTag::List(NbtList::from(blocks.collect::<Vec<_>>()))),
        ("entities", NbtTag::List(NbtList::from(entities.collect::<Vec<_>>()))),
    ])
}
