//! A player's statistics file (Minecraft Wiki, Statistics, Storage format): JSON, counts by kind and name.

use std::{collections::HashMap, fs, io, path::Path};

use serde_json::{Map, Value, json};

use crate::{
    players::{statistics, statistics::Statistics},
    save::{files, version::DATA_VERSION},
};

pub(super) fn write(path: &Path, statistics: &Statistics) -> io::Result<()> {
    files::replace(path, to_json(statistics).to_string().as_bytes())
}

/// None where there is no file, or none that can be read: that one is kept under another name, and said.
pub(super) fn read(path: &Path) -> Statistics {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Statistics::default(),
        read => read.map_err(|error| error.to_string()),
    };
    let value = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
    match value {
        Ok(value) => from_json(&value),
        Err(fault) => {
            files::set_aside(path, &fault);
            Statistics::default()
        }
    }
}

fn to_json(statistics: &Statistics) -> Value {
    let mut kinds = Map::new();
    for (&stat, &count) in statistics.counts() {
        let (kind, what) = statistics::names(stat);
        kinds.entry(kind).or_insert_with(|| json!({}))[what] = count.into();
    }
    json!({ "stats": kinds, "DataVersion": DATA_VERSION })
}

/// What this version does not know is left out.
fn from_json(value: &Value) -> Statistics {
    let mut counts = HashMap::new();
    let kinds = value["stats"].as_object().into_iter().flatten();
    for (kind, what, count) in kinds
        .flat_map(|(kind, all)| all.as_object().into_iter().flatten().map(move |(what, count)| (kind, what, count)))
    {
        let count = count.as_i64().and_then(|count| i32::try_from(count).ok());
        if let Some((stat, count)) = statistics::named(kind, what).zip(count) {
            counts.insert(stat, count);
        }
    }
    Statistics::resume(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chunks::blocks,
        items::crafting::tests::stack,
        players::statistics::{CustomStat, Stat},
    };

    #[test]
    fn the_file_is_laid_out_as_vanillas() {
        let mut statistics = Statistics::default();
        statistics.count_mined(blocks::state("stone"));
        statistics.count_item(Stat::Used, &stack("iron_pickaxe", 1), 3);
        statistics.count(CustomStat::Jump, 7);
        let value = to_json(&statistics);
        assert_eq!(
            value,
            json!({
                "stats": {
                    "minecraft:mined": { "minecraft:stone": 1 },
                    "minecraft:used": { "minecraft:iron_pickaxe": 3 },
                    "minecraft:custom": { "minecraft:jump": 7 },
                },
                "DataVersion": 4786,
            })
        );
        assert_eq!(from_json(&value).counts(), statistics.counts());
        let odd = json!({ "stats": { "mod:thing": { "a": 1 }, "minecraft:custom": { "minecraft:jump": "many" } } });
        assert_eq!(from_json(&odd), Statistics::default());
    }
}
