//! Litematica's files (`.litematic`): several regions, each with a palette and the cells' numbers packed into longs. As Litematica
//! and litemapy read and write them.

use simdnbt::owned::{NbtCompound, NbtList, NbtTag};

use super::{
    extent::{cells, index},
    palette::{DATA_VERSION, LEFT, Palette, full_state},
    tags::Tags,
};
use crate::construction::{
    blueprint::{Blueprint, Kept, place_of},
    instead::Instead,
};

/// A region's corner that it is told by, which entities count from; its corner with the least coordinates, and its size.
struct Region<'a> {
    at: [i64; 3],
    low: [i64; 3],
    size: [i64; 3],
    tags: Tags<'a>,
}

pub(super) fn read(root: &Tags, instead: &Instead) -> Result<Blueprint, String> {
    let regions = root.compound("Regions")?;
    let mut found = Vec::new();
    let mut claimed = 0;
    for (name, _) in regions.entries() {
        let tags = regions.compound(&name)?;
        let (at, signed) = (tags.compound("Position")?.xyz()?, tags.compound("Size")?.xyz()?);
        // A side may run backwards from the corner that is told.
        let low = std::array::from_fn(|axis| at[axis] + (signed[axis] + 1).min(0));
        let size = signed.map(i64::abs);
        claimed += cells(size).map_err(|fault| tags.wrong(fault))?;
        found.push(Region { at, low, size, tags });
    }
    let Some(low) = bound(&found, |region, axis| region.low[axis], i64::min) else {
        return Err(regions.wrong("there is no region"));
    };
    let high = bound(&found, |region, axis| region.low[axis] + region.size[axis], i64::max).unwrap_or(low);
    let size: [i64; 3] = std::array::from_fn(|axis| high[axis] - low[axis]);
    let count = cells(size).map_err(|fault| regions.wrong(format!("all regions together: {fault}")))?;
    if claimed > 2 * count {
        return Err(regions.wrong("regions lie in each other more than twice over"));
    }
    let mut all = vec![0; count];
    let mut kept = Kept::default();
    let mut palette = Palette::new(root.number("MinecraftDataVersion")?, instead);
    for Region { at: told, low: corner, size: sides, tags } in &found {
        let off: [i64; 3] = std::array::from_fn(|axis| corner[axis] - low[axis]);
        let states = tags.list("BlockStatePalette")?;
        let numbers = states.iter().map(|state| palette.of_tags(state)).collect::<Result<Vec<_>, _>>()?;
        let longs = tags.longs("BlockStates")?;
        let (bits, volume) = (bits(numbers.len()), cells(*sides)?);
        if longs.len() < (volume * bits).div_ceil(64) {
            return Err(tags.wrong(format!("BlockStates: {} longs are too few for {volume} cells", longs.len())));
        }
        for cell in 0..volume {
            let id = packed(&longs, cell, bits);
            let number = numbers.get(id).ok_or_else(|| {
                tags.wrong(format!("BlockStates, cell {cell}: {id} is not among the {} of the palette", numbers.len()))
            })?;
            let at = place_of(cell as i32, sides.map(|side| side as i32));
            let at = index(std::array::from_fn(|axis| i64::from(at[axis]) + off[axis]), size);
            all[at.expect("the box holds each region")] = *number;
        }
        for entity in tags.list("TileEntities")? {
            let at = entity.xyz()?;
            index(at, *sides).ok_or_else(|| entity.wrong(format!("{at:?} lies outside of {sides:?}")))?;
            let mut nbt = entity.copied();
            ["x", "y", "z"].iter().for_each(|name| drop(nbt.remove(name)));
            kept.block_entities.insert(std::array::from_fn(|axis| (at[axis] + off[axis]) as i32), nbt);
        }
        for entity in tags.list("Entities")? {
            let at = entity.point("Pos")?;
            let mut nbt = entity.copied();
            nbt.remove("Pos");
            kept.entities.push((std::array::from_fn(|axis| at[axis] + (told[axis] - low[axis]) as f64), nbt));
        }
    }
    let palette = palette.finish().map_err(|fault| regions.wrong(fault))?;
    Ok(Blueprint { size: size.map(|side| side as i32), palette, cells: all, kept, ..Blueprint::default() })
}

fn bound(
    regions: &[Region],
    of: impl Fn(&Region, usize) -> i64,
    choose: impl Fn(i64, i64) -> i64 + Copy,
) -> Option<[i64; 3]> {
    let corners = regions.iter().map(|region| std::array::from_fn(|axis| of(region, axis)));
    corners.reduce(|one: [i64; 3], other| std::array::from_fn(|axis| choose(one[axis], other[axis])))
}

/// How many bits a cell's number takes.
fn bits(states: usize) -> usize {
    (usize::BITS - states.saturating_sub(1).leading_zeros()).max(2) as usize
}

/// A cell's number: they lie one behind the other, over the ends of longs.
fn packed(longs: &[i64], cell: usize, bits: usize) -> usize {
    let (first, shift) = (cell * bits / 64, cell * bits % 64);
    let low = longs[first] as u64 >> shift;
    let high = if shift + bits > 64 { (longs[first + 1] as u64) << (64 - shift) } else { 0 };
    ((low | high) & ((1 << bits) - 1)) as usize
}

pub(super) fn write(blueprint: &Blueprint) -> NbtCompound {
    let compound = |values: Vec<(&str, NbtTag)>| {
        NbtCompound::from_values(values.into_iter().map(|(name, tag)| (name.into(), tag)).collect())
    };
    let xyz = |[x, y, z]: [i32; 3]| {
        NbtTag::Compound(compound(vec![("x", NbtTag::Int(x)), ("y", NbtTag::Int(y)), ("z", NbtTag::Int(z))]))
    };
    let text = |text: &str| NbtTag::String(text.into());
    // Litematica expects air first, and a cell that is left as it is has a number as well.
    let plain = |name: &str| compound(vec![("Name", text(&format!("minecraft:{name}")))]);
    let mut palette = vec![plain("air"), plain(LEFT)];
    let mut numbers = vec![1_usize];
    for wanted in &blueprint.palette {
        let (name, properties) = full_state(wanted);
        if name == "minecraft:air" {
            numbers.push(0);
            continue;
        }
        let mut state = vec![("Name", text(&name))];
        if !properties.is_empty() {
            let properties = properties.into_iter().map(|(name, value)| (name, text(value)));
            state.push(("Properties", NbtTag::Compound(compound(properties.collect()))));
        }
        numbers.push(palette.len());
        palette.push(compound(state));
    }
    let bits = bits(palette.len());
    let mut longs = vec![0_i64; (blueprint.cells.len() * bits).div_ceil(64)];
    for (cell, number) in blueprint.cells.iter().enumerate() {
        let (number, first, shift) = (numbers[usize::from(*number)] as u64, cell * bits / 64, cell * bits % 64);
        longs[first] |= (number << shift) as i64;
        if shift + bits > 64 {
            longs[first + 1] |= (number >> (64 - shift)) as i64;
        }
    }
    let block_entities = blueprint.kept.block_entities.iter().map(|([x, y, z], nbt)| {
        let mut tags = nbt.clone();
        for (name, at) in [("x", x), ("y", y), ("z", z)] {
            tags.remove(name);
            tags.insert(name, NbtTag::Int(*at));
        }
        tags
    });
    let entities = blueprint.kept.entities.iter().map(|(at, nbt)| {
        let mut tags = nbt.clone();
        tags.remove("Pos");
        tags.insert("Pos", NbtTag::List(NbtList::from(at.to_vec())));
        tags
    });
    let list = |compounds: Vec<NbtCompound>| NbtTag::List(NbtList::from(compounds));
    let region = compound(vec![
        ("Position", xyz([0; 3])),
        ("Size", xyz(blueprint.size)),
        ("BlockStatePalette", list(palette)),
        ("BlockStates", NbtTag::LongArray(longs)),
        ("TileEntities", list(block_entities.collect())),
        ("Entities", list(entities.collect())),
        ("PendingBlockTicks", list(Vec::new())),
        ("PendingFluidTicks", list(Vec::new())),
    ]);
    let metadata = compound(vec![
        ("Name", text(&blueprint.title)),
        ("Author", text("Blockwright")),
        ("Description", text("")),
        ("RegionCount", NbtTag::Int(1)),
        ("TotalBlocks", NbtTag::Int(blueprint.blocks() as i32)),
        ("TotalVolume", NbtTag::Int(blueprint.cells.len() as i32)),
        ("TimeCreated", NbtTag::Long(0)),
        ("TimeModified", NbtTag::Long(0)),
        ("EnclosingSize", xyz(blueprint.size)),
    ]);
    compound(vec![
        ("Version", NbtTag::Int(6)),
        ("SubVersion", NbtTag::Int(1)),
        ("MinecraftDataVersion", NbtTag::Int(DATA_VERSION)),
        ("Metadata", NbtTag::Compound(metadata)),
        ("Regions", NbtTag::Compound(compound(vec![("blueprint", NbtTag::Compound(region))]))),
    ])
}
