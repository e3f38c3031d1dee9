//! What blocks and their properties were called in older versions of the game.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

/// The properties of a block, as a file has them.
pub(super) type Properties = BTreeMap<String, String>;

/// Names that changed with a version of the data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Renamed {
    before: i64,
    blocks: BTreeMap<String, String>,
}

static RENAMED: LazyLock<Vec<Renamed>> = LazyLock::new(|| {
    serde_saphyr::from_str(include_str!("../../../assets/minecraft/26.1/renames.yaml"))
        .expect("renames.yaml is built in")
});

/// Brings a state of an older version to this one. The versions at which states changed their form are those of the game's own data
/// fixers (`renames.yaml` tells the source).
pub(super) fn renew(version: i64, name: &mut String, properties: &mut Properties) {
    for renamed in RENAMED.iter().filter(|renamed| version < renamed.before) {
        if let Some(other) = renamed.blocks.get(name.as_str()) {
            other.clone_into(name);
        }
    }
    // 1.16: walls tell how high their arms are, jigsaws where their top looks, and dust runs straight on from one neighbour.
    if version < 2503 && name.ends_with("_wall") {
        for side in ["north", "south", "west", "east"] {
            if let Some(value) = properties.get_mut(side) {
                *value = if value == "true" { "low" } else { "none" }.to_owned();
            }
        }
    }
    if version < 2518
        && name == "jigsaw"
        && let Some(facing) = properties.remove("facing")
    {
        let top = match facing.as_str() {
            "down" => "south",
            "up" => "north",
            _ => "up",
        };
        properties.insert("orientation".to_owned(), format!("{facing}_{top}"));
    }
    if version < 2531 && name == "redstone_wire" {
        let ends = |sides: [&str; 2], properties: &Properties| {
            sides.iter().any(|side| properties.get(*side).is_some_and(|value| value != "none"))
        };
        let (along_x, along_z) = (ends(["east", "west"], properties), ends(["north", "south"], properties));
        for (sides, across) in [(["east", "west"], along_z), (["north", "south"], along_x)] {
            for side in sides {
                let value = properties.entry(side.to_owned()).or_insert_with(|| "none".to_owned());
                if value == "none" && !across {
                    "side".clone_into(value);
                }
            }
        }
    }
    // 1.17: what is in a cauldron is another block.
    if version < 2679 && name == "cauldron" {
        match properties.get("level").map(String::as_str) {
            None | Some("0") => drop(properties.remove("level")),
            Some(_) => "water_cauldron".clone_into(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::construction::blueprint::Wanted;

    #[test]
    fn old_names_lead_to_blocks_of_today() {
        for renamed in RENAMED.iter() {
            for old in renamed.blocks.keys() {
                let (mut name, mut properties) = (old.clone(), Properties::new());
                renew(renamed.before - 1, &mut name, &mut properties);
                assert!(Wanted::read(&name).is_ok(), "{old} became {name}");
            }
        }
        let of = |version: i64, text: &str| {
            let wanted = text.split_once('[').unwrap();
            let pairs = wanted.1.trim_end_matches(']').split(',').map(|pair| pair.split_once('=').unwrap());
            let mut properties: Properties = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            let mut name = wanted.0.to_owned();
            renew(version, &mut name, &mut properties);
            crate::knowledge::in_state(&name, properties)
        };
        assert_eq!(of(1519, "stone_slab[type=top]"), "smooth_stone_slab[type=top]");
        assert_eq!(of(1952, "stone_slab[type=top]"), "stone_slab[type=top]");
        assert_eq!(of(1519, "cobblestone_wall[east=true,up=true]"), "cobblestone_wall[east=low,up=true]");
        assert_eq!(of(2230, "cauldron[level=2]"), "water_cauldron[level=2]");
        assert_eq!(of(2230, "cauldron[level=0]"), "cauldron");
        assert_eq!(of(1976, "jigsaw[facing=north]"), "jigsaw[orientation=north_up]");
        assert_eq!(
            of(1976, "redstone_wire[east=side,west=none,north=none,south=none]"),
            "redstone_wire[east=side,north=none,south=none,west=side]"
        );
    }
}
