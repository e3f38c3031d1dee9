//! `level.dat` and the files of `data/`: what the world is as a whole.

use std::time::{SystemTime, UNIX_EPOCH};

use simdnbt::owned::{NbtCompound, NbtList, NbtTag};

use crate::{
    domain::BlockPos,
    keep::Level,
    land::terrain::LAND,
    rules::{game_rules, game_rules::GameRules, weather::Sky},
    save::{
        nbt,
        nbt::compound,
        version::{BRAND, DATA_VERSION, LAST_DATA_VERSION},
    },
};

/// The version of the format of region files; vanilla's since 1.2.
const ANVIL: i32 = 19133;

/// Normal, as the world's difficulty is.
const NORMAL: i8 = 2;

/// Beside the seed: which land it means.
const GROWN: &str = "blockwright_land";

/// Why a `level.dat` is not one of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stranger {
    /// Another program's world, by its brands.
    Foreign(String),
    /// Of a version that cannot be read.
    Version(i32),
    /// The rest of it grew from another land.
    Land(i32),
    Broken(&'static str),
}

pub(super) fn write(level: &Level) -> NbtCompound {
    let Level { seed, tick, spawn, .. } = *level;
    let version = compound([
        ("Id", NbtTag::Int(DATA_VERSION)),
        ("Name", nbt::string("26.1")),
        ("Series", nbt::string("main")),
        ("Snapshot", nbt::flag(false)),
    ]);
    let spawn = compound([
        ("dimension", nbt::id("overworld")),
        ("pos", NbtTag::IntArray(vec![spawn.x, spawn.y, spawn.z])),
        ("yaw", NbtTag::Float(0.0)),
        ("pitch", NbtTag::Float(0.0)),
    ]);
    let packs = compound([("Enabled", nbt::strings(&["vanilla"])), ("Disabled", NbtTag::List(NbtList::Empty))]);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
    let data = compound([
        ("DataVersion", NbtTag::Int(DATA_VERSION)),
        ("version", NbtTag::Int(ANVIL)),
        ("Version", NbtTag::Compound(version)),
        ("LevelName", nbt::string("Blockwright practice world")),
        ("ServerBrands", nbt::strings(&[BRAND])),
        ("WasModded", nbt::flag(true)),
        ("LastPlayed", NbtTag::Long(now)),
        ("Time", NbtTag::Long(tick as i64)),
        ("DayTime", NbtTag::Long(level.day_time as i64)),
        ("spawn", NbtTag::Compound(spawn)),
        ("WorldGenSettings", NbtTag::Compound(compound([("seed", NbtTag::Long(seed)), (GROWN, NbtTag::Int(LAND))]))),
        ("DataPacks", NbtTag::Compound(packs)),
        ("Difficulty", NbtTag::Byte(NORMAL)),
        ("DifficultyLocked", nbt::flag(false)),
        ("GameType", NbtTag::Int(0)),
        ("hardcore", nbt::flag(false)),
        ("allowCommands", nbt::flag(true)),
        ("initialized", nbt::flag(true)),
        ("game_rules", NbtTag::Compound(write_rules(&level.rules))),
        ("raining", nbt::flag(level.sky.raining)),
        ("rainTime", NbtTag::Int(level.sky.rain_time)),
        ("thundering", nbt::flag(level.sky.thundering)),
        ("thunderTime", NbtTag::Int(level.sky.thunder_time)),
        ("clearWeatherTime", NbtTag::Int(level.sky.clear_time)),
    ]);
    compound([("Data", NbtTag::Compound(data))])
}

/// By their registry names: bytes for those that are on or off, and numbers.
fn write_rules(rules: &GameRules) -> NbtCompound {
    let mut written = NbtCompound::new();
    for rule in game_rules::all() {
        let number = game_rules::bounds(rule).is_some();
        let value = if number { NbtTag::Int(rules.get(rule)) } else { nbt::flag(rules.is(rule)) };
        written.insert(rule.to_str(), value);
    }
    written
}

/// What is not told, or cannot be, is as it is at first.
fn read_rules(data: &NbtCompound) -> GameRules {
    let mut rules = GameRules::default();
    let Some(written) = data.compound("game_rules") else { return rules };
    for rule in game_rules::all() {
        let value = match game_rules::bounds(rule) {
            Some((least, most)) => written.int(rule.to_str()).filter(|value| (least..=most).contains(value)),
            None => written.byte(rule.to_str()).map(|on| i32::from(on != 0)),
        };
        if let Some(value) = value {
            rules.set(rule, value);
        }
    }
    rules
}

fn read_sky(data: &NbtCompound) -> Sky {
    let is = |name: &str| data.byte(name).is_some_and(|on| on != 0);
    let ticks = |name: &str| data.int(name).unwrap_or(0).max(0);
    Sky {
        raining: is("raining"),
        thundering: is("thundering"),
        rain_time: ticks("rainTime"),
        thunder_time: ticks("thunderTime"),
        clear_time: ticks("clearWeatherTime"),
    }
}

pub(super) fn read(root: &NbtCompound) -> Result<Level, Stranger> {
    let data = root.compound("Data").ok_or(Stranger::Broken("it holds no Data"))?;
    let brands = data.list("ServerBrands").and_then(NbtList::strings).unwrap_or_default();
    let brands: Vec<String> = brands.iter().map(|brand| brand.to_str().into_owned()).collect();
    if !brands.iter().any(|brand| brand == BRAND) {
        let made_by = if brands.is_empty() { "another program".to_owned() } else { brands.join(", ") };
        return Err(Stranger::Foreign(made_by));
    }
    let version = data.int("DataVersion").unwrap_or(0);
    if !(DATA_VERSION..=LAST_DATA_VERSION).contains(&version) {
        return Err(Stranger::Version(version));
    }
    let settings = data.compound("WorldGenSettings").ok_or(Stranger::Broken("it holds no WorldGenSettings"))?;
    let seed = settings.long("seed");
    // The first did not say so.
    let land = settings.int(GROWN).unwrap_or(1);
    if land != LAND {
        return Err(Stranger::Land(land));
    }
    let tick = data.long("Time").unwrap_or(0).max(0) as u64;
    let spawn = data.compound("spawn").and_then(|spawn| spawn.int_array("pos")).unwrap_or_default();
    Ok(Level {
        seed: seed.ok_or(Stranger::Broken("it holds no seed"))?,
        tick,
        day_time: data.long("DayTime").map_or(tick, |time| time.max(0) as u64),
        spawn: if let [x, y, z] = *spawn { BlockPos::new(x, y, z) } else { BlockPos::default() },
        rules: read_rules(data),
        sky: read_sky(data),
    })
}

/// A file of `data/`: what 26.1 keeps there, for other programs; ours reads `level.dat` alone.
pub(super) fn saved_data(data: NbtCompound) -> NbtCompound {
    compound([("DataVersion", NbtTag::Int(DATA_VERSION)), ("data", NbtTag::Compound(data))])
}

pub(super) fn generator(level: &Level) -> NbtCompound {
    saved_data(compound([
        ("seed", NbtTag::Long(level.seed)),
        ("generate_structures", nbt::flag(false)),
        ("bonus_chest", nbt::flag(false)),
    ]))
}

pub(super) fn clocks(level: &Level) -> NbtCompound {
    let clock = compound([("total_ticks", NbtTag::Long(level.day_time as i64))]);
    saved_data(compound([("minecraft:overworld", NbtTag::Compound(clock))]))
}

pub(super) fn game_rules(level: &Level) -> NbtCompound {
    saved_data(write_rules(&level.rules))
}

pub(super) fn weather(level: &Level) -> NbtCompound {
    let Sky { raining, thundering, rain_time, thunder_time, clear_time } = level.sky;
    saved_data(compound([
        ("clear_weather_time", NbtTag::Int(clear_time)),
        ("rain_time", NbtTag::Int(rain_time)),
        ("thunder_time", NbtTag::Int(thunder_time)),
        ("raining", nbt::flag(raining)),
        ("thundering", nbt::flag(thundering)),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game_rules::Rule;

    fn level() -> Level {
        let mut rules = GameRules::default();
        rules.set(Rule::KeepInventory, 1);
        rules.set(Rule::RandomTickSpeed, 0);
        let sky = Sky { raining: true, rain_time: 77, thunder_time: 5, clear_time: 3, ..Sky::default() };
        Level { seed: -6, tick: 700, day_time: 18_000, spawn: BlockPos::new(3, 64, -2), rules, sky }
    }

    #[test]
    fn a_level_comes_back() {
        let bytes = nbt::encode(write(&level()));
        assert_eq!(read(&nbt::decode(&bytes).unwrap()), Ok(level()));
    }

    #[test]
    fn worlds_of_others_and_of_other_versions_are_known() {
        let with = |name: &str, tag: NbtTag| {
            let mut root = write(&level());
            let data = root.compound_mut("Data").unwrap();
            data.remove(name);
            data.insert(name, tag);
            read(&root)
        };
        let vanilla = with("ServerBrands", nbt::strings(&["vanilla"]));
        assert_eq!(vanilla, Err(Stranger::Foreign("vanilla".to_owned())));
        assert_eq!(with("DataVersion", NbtTag::Int(3955)), Err(Stranger::Version(3955)));
        let settings = |tag| with("WorldGenSettings", NbtTag::Compound(compound([tag])));
        assert_eq!(settings(("seed", NbtTag::Long(7))), Err(Stranger::Land(1)));
        assert_eq!(settings((GROWN, NbtTag::Int(LAND))), Err(Stranger::Broken("it holds no seed")));
        assert!(with("WorldGenSettings", NbtTag::Int(1)).is_err());
        assert!(read(&NbtCompound::new()).is_err());
    }
}
