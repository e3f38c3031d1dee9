//! Files of other programs, files of ours, and files that nobody should trust. The fixtures are made by
//! `tests/fixtures/blueprints/make.py` and `make.mjs`, from `content.json` there.

use std::collections::BTreeMap;

use simdnbt::owned::{NbtCompound, NbtList, NbtTag};

use super::*;
use crate::{
    construction::blueprint::{Kept, Wanted},
    knowledge,
};

macro_rules! fixtures {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_bytes!(concat!("../../../tests/fixtures/blueprints/", $name)).as_slice())),*]
    };
}

const FIXTURES: [(&str, &[u8]); 13] = fixtures![
    "litemapy.litematic",
    "litemapy_two_regions.litematic",
    "nucleation.litematic",
    "litemapy.schem",
    "mcschematic.schem",
    "nbtlib_v1.schem",
    "nbtlib_v3.schem",
    "nucleation.schem",
    "prismarine.schem",
    "litemapy.nbt",
    "nbtlib.nbt",
    "nbtlib.schematic",
    "nbtschematic.schematic",
];
const CONTENT: &str = include_str!("../../../tests/fixtures/blueprints/content.json");

fn read(name: &str, bytes: &[u8]) -> Result<Blueprint, String> {
    let none = BTreeMap::new();
    Format::of(name).unwrap().read(bytes, name, &Instead::new(&none).unwrap())
}

/// What the fixtures hold, by place.
fn content(name: &str) -> BTreeMap<[i32; 3], String> {
    let content: serde_json::Value = serde_json::from_str(CONTENT).unwrap();
    let is_classic = name.ends_with(".schematic");
    let cells = content[if is_classic { "classic" } else { "cells" }].as_object().unwrap();
    let cell = |(at, state): (&String, &serde_json::Value)| {
        let at: Vec<i32> = at.split(',').map(|one| one.parse().unwrap()).collect();
        let mut state = state.as_str().or_else(|| state[2].as_str()).unwrap().to_owned();
        // Before 1.14 that was what the smooth one is now.
        if name == "nbtlib_v1.schem" {
            state = state.replace("stone_slab[", "smooth_stone_slab[");
        }
        let wanted = Wanted::read(&state).unwrap();
        let state = wanted.state().unwrap();
        (at.try_into().unwrap(), Wanted::of_state(state).unwrap().to_string())
    };
    cells.iter().map(cell).collect()
}

#[test]
fn what_other_programs_wrote_is_read_block_for_block() {
    for (name, bytes) in FIXTURES {
        let blueprint = read(name, bytes).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(blueprint.size, [5, 3, 4], "{name}");
        let mut there: BTreeMap<[i32; 3], String> = blueprint
            .wants()
            .filter(|(_, wanted)| !wanted.is_air())
            .map(|(at, wanted)| (at, wanted.to_string()))
            .collect();
        if name.starts_with("nucleation") {
            assert_eq!(there.remove(&[4, 2, 3]).as_deref(), Some("diamond_block"), "{name}");
        }
        assert_eq!(there, content(name), "{name}");
        let holds = ["litemapy.litematic", "litemapy.schem", "litemapy.nbt"].contains(&name)
            || name.starts_with("nbtlib")
            || name.starts_with("mcschematic");
        let chest = blueprint.kept.at([2, 0, 1]);
        assert_eq!(chest.is_some(), holds, "{name}");
        if holds && !name.ends_with(".schematic") {
            let chest = chest.unwrap();
            assert_eq!(chest.string("id").map(ToString::to_string).as_deref(), Some("minecraft:chest"), "{name}");
            assert!(chest.list("Items").is_some(), "{name}: {chest:?}");
        }
        let cows = usize::from(name.starts_with("litemapy.") || name == "nbtlib_v3.schem");
        assert_eq!(blueprint.kept.entities.len(), cows, "{name}");
        if cows > 0 {
            assert_eq!(blueprint.kept.entities[0].0, [1.5, 1.0, 2.5], "{name}");
        }
    }
}

/// All states that the game has, side by side.
fn every_state() -> Blueprint {
    const SIDE: i32 = 32;
    let states = knowledge::blocks().iter().flat_map(|block| block.states());
    let palette: Vec<Wanted> =
        states.map(|state| Wanted::of_state(state).unwrap()).filter(|wanted| wanted.block.name != LEFT).collect();
    let cells = (SIDE * SIDE * SIDE) as usize;
    assert!(palette.len() < cells);
    let cells: Vec<u16> = (0..cells).map(|cell| if cell < palette.len() { cell as u16 + 1 } else { 0 }).collect();
    let mut kept = Kept::default();
    let mut chest = NbtCompound::new();
    chest.insert("Lock", NbtTag::String("secret".into()));
    chest.insert("id", NbtTag::String("minecraft:chest".into()));
    kept.block_entities.insert([3, 4, 5], chest);
    let mut cow = NbtCompound::new();
    cow.insert("id", NbtTag::String("minecraft:cow".into()));
    kept.entities.push(([1.5, 2.0, 3.25], cow));
    Blueprint { title: "all".to_owned(), size: [SIDE; 3], palette, cells, kept, ..Blueprint::default() }
}

#[test]
fn a_file_of_ours_keeps_every_state_and_all_that_is_kept() {
    let whole = Blueprint { sunk: 3, ..every_state() };
    for name in ["all.nbt", "all.schem", "all.litematic"] {
        let bytes = Format::of(name).unwrap().write(&whole).unwrap();
        let again = read(name, &bytes).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!((again.size, again.cells.len()), (whole.size, whole.cells.len()), "{name}");
        for (index, (one, other)) in whole.cells.iter().zip(&again.cells).enumerate() {
            let of = |blueprint: &Blueprint, cell: u16| {
                usize::from(cell).checked_sub(1).map(|cell| blueprint.palette[cell].clone())
            };
            assert_eq!(of(&whole, *one), of(&again, *other), "{name}, cell {index}");
        }
        assert_eq!((&again.kept, again.sunk), (&whole.kept, 3), "{name}");
    }
    assert!(Format::Classic.write(&whole).unwrap_err().contains("write a .schem"));
}

#[test]
fn every_number_that_a_block_once_had_has_a_state_today() {
    let states: BTreeMap<String, String> =
        serde_json::from_str(include_str!("../../../assets/minecraft/26.1/legacy_blocks.json")).unwrap();
    assert!(states.len() > 1000, "{}", states.len());
    let none = BTreeMap::new();
    let instead = Instead::new(&none).unwrap();
    let mut palette = palette::Palette::new(1519, &instead);
    for (number, state) in &states {
        palette.of_text(state).unwrap_or_else(|fault| panic!("{number} {state}: {fault}"));
    }
    palette.finish().unwrap();
}

#[test]
fn what_this_version_does_not_have_is_named_and_may_be_replaced() {
    let mut root = structure::write(&Blueprint {
        size: [1, 1, 1],
        palette: vec![Wanted::read("stone").unwrap()],
        cells: vec![1],
        ..Blueprint::default()
    });
    let mut state = NbtCompound::new();
    state.insert("Name", NbtTag::String("create:cogwheel".into()));
    put(&mut root, "palette", NbtTag::List(NbtList::from(vec![state])));
    let bytes = pack("", root).unwrap();
    let fault = read("mill.nbt", &bytes).unwrap_err();
    assert!(fault.contains("create:cogwheel") && fault.contains("with stone instead of create:cogwheel"), "{fault}");
    for (other, wanted) in [("stone", Some("stone")), (LEFT, None)] {
        let with = BTreeMap::from([("create:cogwheel".to_owned(), other.to_owned())]);
        let mill = Format::Structure.read(&bytes, "mill", &Instead::new(&with).unwrap()).unwrap();
        assert_eq!(mill.at([0; 3]).map(|wanted| wanted.block.name), wanted);
    }
    let with = BTreeMap::from([("glass".to_owned(), "stone".to_owned())]);
    let fault = Format::Sponge.read(FIXTURES[7].1, "x", &Instead::new(&with).unwrap());
    assert!(fault.is_ok());
    let with = BTreeMap::from([("bedrock".to_owned(), "stone".to_owned())]);
    let fault = Format::Sponge.read(FIXTURES[7].1, "x", &Instead::new(&with).unwrap()).unwrap_err();
    assert!(fault.contains("there is no bedrock in it"), "{fault}");
}

/// A hundred ways to break each fixture: it breaks off, or some of its bytes are others.
#[test]
fn damaged_files_are_refused_with_the_place_or_read_and_never_stop_the_program() {
    let mut random = fastrand::Rng::with_seed(14);
    let mut refused = 0;
    for (name, bytes) in FIXTURES {
        let unpacked = unpack(bytes).unwrap();
        for end in (0..unpacked.len()).step_by(unpacked.len() / 20) {
            let fault = read(name, &unpacked[..end]).expect_err("half a file is none");
            assert!(fault.contains("byte") || fault.contains("empty"), "{name} of {end} bytes: {fault}");
            refused += 1;
        }
        for end in (2..bytes.len()).step_by(bytes.len() / 20) {
            let fault = read(name, &bytes[..end]).expect_err("half a file is none");
            assert!(fault.contains("damaged after"), "{name}, {end} packed bytes: {fault}");
            refused += 1;
        }
        for _ in 0..100 {
            let mut damaged = unpacked.clone();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(..damaged.len());
                damaged[at] = random.u8(..);
            }
            // A letter of a chest's item may well be another.
            refused += usize::from(read(name, &damaged).is_err());
            let mut damaged = bytes.to_vec();
            let at = random.usize(..damaged.len());
            damaged[at] ^= 1 << random.u8(..8);
            let _ = read(name, &damaged);
        }
    }
    assert!(refused > 700, "{refused}");
}

fn put(root: &mut NbtCompound, name: &str, tag: NbtTag) {
    root.remove(name);
    root.insert(name, tag);
}

/// What is said of a file of one stone that somebody has changed.
fn one(format: Format, change: impl Fn(&mut NbtCompound)) -> String {
    let blueprint = Blueprint {
        title: "x".to_owned(),
        size: [1, 1, 1],
        palette: vec![Wanted::read("stone").unwrap()],
        cells: vec![1],
        ..Blueprint::default()
    };
    let (name, mut root) = match format {
        Format::Structure => ("x.nbt", structure::write(&blueprint)),
        Format::Litematic => ("x.litematic", litematic::write(&blueprint)),
        _ => ("x.schem", sponge::write(&blueprint).unwrap()),
    };
    change(&mut root);
    read(name, &pack("", root).unwrap()).unwrap_err()
}

/// Files that claim more than they have.
#[test]
fn hostile_files_are_refused_before_they_cost_anything() {
    let ints = |three: [i32; 3]| NbtTag::List(NbtList::from(three.to_vec()));
    let huge = one(Format::Structure, |root| put(root, "size", ints([i32::MAX; 3])));
    assert!(huge.contains("is no size of a building"), "{huge}");
    let negative = one(Format::Structure, |root| put(root, "size", ints([-1, 1, 1])));
    assert!(negative.contains("is no size of a building"), "{negative}");
    let wide = one(Format::Sponge, |root| put(root, "Width", NbtTag::Short(-1)));
    assert!(wide.contains("BlockData has 1 of the 65535 cells"), "{wide}");
    let foreign = one(Format::Sponge, |root| put(root, "BlockData", NbtTag::ByteArray(vec![9])));
    assert!(foreign.contains("BlockData, cell 0: 9 is not in the palette"), "{foreign}");
    let endless = one(Format::Sponge, |root| put(root, "BlockData", NbtTag::ByteArray(vec![0xff; 9])));
    assert!(endless.contains("BlockData breaks off in cell 0"), "{endless}");
    let future = one(Format::Sponge, |root| put(root, "Version", NbtTag::Int(9)));
    assert!(future.contains("Version 9 is not known"), "{future}");
    let none = one(Format::Structure, |root| drop(root.remove("palette")));
    assert!(none.contains("state 0 is not among the 0 of the palette"), "{none}");
    let lost = one(Format::Litematic, |root| drop(root.remove("Regions")));
    assert!(lost.contains("Regions is missing"), "{lost}");
    let far = one(Format::Litematic, |root| {
        let mut region = NbtCompound::new();
        let mut xyz = NbtCompound::new();
        ["x", "y", "z"].iter().for_each(|axis| xyz.insert(*axis, NbtTag::Long(i64::MAX)));
        ["Position", "Size"].iter().for_each(|name| region.insert(*name, NbtTag::Compound(xyz.clone())));
        let regions = NbtCompound::from_values(vec![("far".into(), NbtTag::Compound(region))]);
        put(root, "Regions", NbtTag::Compound(regions));
    });
    assert!(far.contains("Regions/far/Position: x is 9223372036854775807, which lies outside of any world"), "{far}");
    let text = one(Format::Structure, |root| put(root, "size", NbtTag::String("big".into())));
    assert!(text.contains("size is no place of three whole numbers"), "{text}");

    let mut deep = vec![10, 0, 0];
    deep.extend([10, 0, 1, b'a'].repeat(100_000));
    let fault = read("x.nbt", &deep).unwrap_err();
    assert!(fault.contains("deep in each other"), "{fault}");
    // A list of two thousand million, in twelve bytes.
    let mut list = vec![10, 0, 0, 9, 0, 1, b'a', 10];
    list.extend(i32::MAX.to_be_bytes());
    let fault = read("x.nbt", &list).unwrap_err();
    assert!(fault.contains("byte") && fault.contains('a'), "{fault}");
    let mut array = vec![10, 0, 0, 12, 0, 1, b'a'];
    array.extend(i32::MAX.to_be_bytes());
    let fault = read("x.nbt", &array).unwrap_err();
    assert!(fault.contains("byte"), "{fault}");

    let mut bomb = GzEncoder::new(Vec::new(), Compression::fast());
    let zeros = vec![0; 1 << 20];
    (0..40).for_each(|_| bomb.write_all(&zeros).unwrap());
    let fault = read("x.nbt", &bomb.finish().unwrap()).unwrap_err();
    assert!(fault.contains("more than 32 MiB"), "{fault}");
    for (bytes, words) in [(&b""[..], "byte 0"), (b"\x89PNG", "byte 0"), (b"hello", "byte 0")] {
        let fault = read("x.nbt", bytes).unwrap_err();
        assert!(fault.contains(words), "{fault}");
    }
}
