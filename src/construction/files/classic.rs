//! MCEdit's schematics (`.schematic`): a number and four bits of data a block, as before 1.13. The Minecraft Wiki, "Schematic file
//! format"; numbers beyond 255 lie in `AddBlocks`, half a byte each, as WorldEdit writes them.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    extent::{cells, index},
    palette::Palette,
    tags::Tags,
};
use crate::{
    construction::{
        blueprint::{Blueprint, Kept, Wanted},
        hands::is_of_neighbors,
        instead::Instead,
    },
    knowledge,
};

/// The states of blocks by number and data, with the names of 1.13: minecraft-data (MIT).
static STATES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../assets/minecraft/26.1/legacy_blocks.json"))
        .expect("legacy_blocks.json is built in")
});
/// The data of 1.13.
const FLATTENED: i64 = 1519;

pub(super) fn read(root: &Tags, instead: &Instead) -> Result<Blueprint, String> {
    let size = [root.side("Width")?, root.side("Height")?, root.side("Length")?];
    let count = cells(size)?;
    if root.has("Materials") {
        let materials = root.text("Materials")?;
        if materials != "Alpha" {
            return Err(format!("Materials: {:?} is not Java Edition's (Alpha)", materials.escape_debug().to_string()));
        }
    }
    let (blocks, data) = (root.bytes("Blocks")?, root.bytes("Data")?);
    for (name, bytes) in [("Blocks", blocks), ("Data", data)] {
        if bytes.len() != count {
            return Err(format!("{name}: {} bytes for the {count} cells of {size:?}", bytes.len()));
        }
    }
    let more = if root.has("AddBlocks") { root.bytes("AddBlocks")? } else { &[] };
    let mut palette = Palette::new(FLATTENED, instead);
    let mut numbers = HashMap::new();
    let mut read = Vec::with_capacity(count);
    for cell in 0..count {
        let above = more.get(cell / 2).map_or(0, |two| if cell % 2 == 0 { two & 0xf } else { two >> 4 });
        let id = u16::from(above) << 8 | u16::from(blocks[cell]);
        let data = data[cell] & 0xf;
        let number = match numbers.get(&(id, data)) {
            Some(number) => *number,
            None => {
                // A block whose data means nothing is as without.
                let state =
                    STATES.get(format!("{id}:{data}").as_str()).or_else(|| STATES.get(format!("{id}:0").as_str()));
                let text = state.copied().map_or_else(|| format!("block_{id}"), str::to_owned);
                let number = palette.of_text(&text)?;
                numbers.insert((id, data), number);
                number
            }
        };
        read.push(number);
    }
    let mut kept = Kept::default();
    for entity in root.list("TileEntities")? {
        let at = entity.xyz()?;
        index(at, size).ok_or_else(|| entity.wrong(format!("{at:?} lies outside of {size:?}")))?;
        let mut nbt = entity.copied();
        ["x", "y", "z"].iter().for_each(|name| drop(nbt.remove(name)));
        kept.block_entities.insert(at.map(|at| at as i32), nbt);
    }
    let mut palette = palette.finish()?;
    palette.iter_mut().for_each(leave_to_neighbors);
    let size = size.map(|side| side as i32);
    let mut read = Blueprint { size, palette, cells: read, kept, ..Blueprint::default() };
    join_doors(&mut read);
    Ok(read)
}

/// How stairs meet and which arms a fence has was not saved: the neighbours tell, once it stands.
fn leave_to_neighbors(wanted: &mut Wanted) {
    let usual = knowledge::state_properties(wanted.block.default_state);
    for property in &mut wanted.properties {
        if is_of_neighbors(wanted.block, property.0) {
            property.1 = usual.iter().find(|(name, _)| *name == property.0).map_or(property.1, |(_, value)| value);
        }
    }
}

/// The halves of a door shared what each has whole since 1.13: the lower one knew where it faces and whether it is open, the upper one
/// its hinge and whether it is powered.
fn join_doors(blueprint: &mut Blueprint) {
    let is_half =
        |wanted: &Wanted, half: &str| wanted.block.name.ends_with("_door") && wanted.property("half") == Some(half);
    let lower: Vec<([i32; 3], Wanted)> = blueprint
        .wants()
        .filter(|(_, wanted)| is_half(wanted, "lower"))
        .map(|(at, wanted)| (at, wanted.clone()))
        .collect();
    for (at, lower) in lower {
        let above = [at[0], at[1] + 1, at[2]];
        let Some(upper) =
            blueprint.at(above).filter(|upper| is_half(upper, "upper") && upper.block.id == lower.block.id)
        else {
            continue;
        };
        let upper = upper.clone();
        let joined = |half: &Wanted| {
            let of = |name: &str| match name {
                "half" => half,
                "facing" | "open" => &lower,
                _ => &upper,
            };
            let properties = half.properties.iter().filter_map(|(name, _)| Some((*name, of(name).property(name)?)));
            Wanted { block: half.block, properties: properties.collect() }
        };
        blueprint.put(at, joined(&lower));
        blueprint.put(above, joined(&upper));
    }
}
