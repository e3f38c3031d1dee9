//! Blueprints in files: shown, converted, drawn and built, held against a saved world and taken from one.

use std::{
    fs,
    path::{Path, PathBuf},
};

use blockwright::{
    construction::{Building, Format, plan_called},
    domain::{BlockPos, Build, Side},
    knowledge::placing::state_named,
    practice::{PracticeWorld, WorldConfig, WorldDir},
};
use serde_json::Value;

use crate::{
    cli::run,
    harness::{FAST, fill, meadow, play},
};

/// A folder of one test's own, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("blockwright-blueprints-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/blueprints").join(name);
    path.to_str().expect("UTF-8").to_owned()
}

/// A blueprint that comes with the program, as a file of another kind.
fn as_file(name: &str, format: Format) -> Vec<u8> {
    let plan = plan_called(name, &Default::default(), &[]).expect("a blueprint");
    let blueprint = plan.make(&Default::default(), [None; 3]).expect("as it is drawn");
    format.write(&blueprint).expect("a file")
}

#[test]
fn files_of_other_programs_are_shown_converted_and_drawn() {
    let folder = Folder::new("convert");
    let (status, out, err) = run(&["blueprint", "info", &fixture("litemapy.litematic")]);
    assert_eq!(status, 0, "{err}");
    for words in
        ["5x4, 3 layers, 25 blocks", "1 oak_stairs waterlogged=true", "1 block entity and 1 entity", "4 candle"]
    {
        assert!(out.contains(words), "{words}: {out}");
    }
    let (schem, structure, picture) = (folder.file("a.schem"), folder.file("a.nbt"), folder.file("a.png"));
    let spruce = ["--with", "oak=spruce", "--facing", "east", "--mirror"];
    let from = fixture("nbtlib.nbt");
    let convert = [&["blueprint", "convert", &from, &schem], &spruce[..]].concat();
    let (status, out, err) = run(&convert);
    assert!(status == 0 && out.contains("4x5, 3 layers, 25 blocks, 1 block entity"), "{out}{err}");
    let (_, out, _) = run(&["blueprint", "info", &schem]);
    assert!(out.contains("2 spruce_log") && !out.contains("oak_") && out.contains("spruce_log[axis=z]"), "{out}");
    let (status, _, err) = run(&convert);
    assert!(status == 2 && err.contains("is there already (say --force"), "{err}");
    assert_eq!(run(&[&convert[..], &["--force"]].concat()).0, 0);
    assert_eq!(run(&["blueprint", "convert", "cottage", &structure, "--with", "wood=birch"]).0, 0);
    let (_, out, _) = run(&["blueprint", "info", &structure]);
    assert!(out.contains("1 birch_door") && out.contains("of which 1 lie in the ground"), "{out}");
    let (status, out, _) = run(&["blueprint", "render", &structure, &picture]);
    assert!(status == 0 && out.contains("pixels"), "{out}");
    assert_eq!(&fs::read(&picture).expect("a picture")[1..4], b"PNG");

    let nowhere = folder.file("none/b.schem");
    let broken = folder.file("broken.schem");
    let whole = fs::read(fixture("mcschematic.schem")).expect("a fixture");
    fs::write(&broken, &whole[..whole.len() / 2]).expect("half a file");
    for (bad, status, words) in [
        (vec!["blueprint", "convert", "house", "house.zip"], 2, "ends with none of .nbt, .schem"),
        (vec!["blueprint", "convert", "house", "house.schematic"], 2, "write a .schem instead"),
        (vec!["blueprint", "convert", "house", &nowhere], 1, "cannot be written"),
        (vec!["blueprint", "info", &broken], 2, "it is damaged after"),
        (vec!["blueprint", "info", &schem, "--with", "gold_block=stone"], 2, "there is no gold_block in it"),
        (vec!["blueprint", "info", &schem, "--with", "stone=ston"], 2, "no block is called \"ston\""),
        (vec!["blueprint", "info", &schem, "--width", "9"], 2, "cannot be larger or smaller"),
        (vec!["build", &broken, "--headless"], 2, "it is damaged after"),
        (vec!["plan", "build nowhere.schem here"], 2, "cannot be read"),
        (vec!["plan", "build a house with stone instead of gold blocks"], 2, "there is no gold_block in it"),
        (vec!["build", "nowhere.schem", "--headless"], 2, "cannot be read"),
        (vec!["build", "house", "--at", "1,2", "--facing", "up", "--headless"], 2, "north, south, west or east"),
        (vec!["build", "house", "--at", "1;2", "--headless"], 2, "X,Y,Z"),
    ] {
        let (ended, _, err) = run(&bad);
        assert!(ended == status && err.contains(words), "{bad:?}: {ended} {err}");
    }
}

/// What is built of a file is what the file says, turned and mirrored.
#[test]
fn a_file_is_built_block_for_block() {
    let folder = Folder::new("build");
    for (name, format, how) in [
        ("my house.litematic", Format::Litematic, "facing west, mirrored, with birch instead of oak"),
        ("house.schem", Format::Sponge, "without door"),
        ("house.nbt", Format::Structure, "facing north"),
    ] {
        let path = folder.file(name);
        fs::write(&path, as_file("house", format)).expect("a file");
        let wood = if how.contains("birch") { "birch" } else { "oak" };
        let [planks, log, door] = ["planks", "log", "door"].map(|part| format!("{wood}_{part}"));
        let give = [(planks.as_str(), 90), (&log, 12), (&door, 1), ("dirt", 8)];
        let (world, spawn) = meadow(FAST, &give, |world, spawn| {
            fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
        });
        let at = spawn.offset(3, 0, 2);
        play(&world, &[&format!("build \"{path}\" with its corner at {} {} {}, {how}", at.x, at.y, at.z)])
            .assert_done();
        let asked = Build {
            facing: Some(if how.contains("west") {
                Side::West
            } else if how.contains("north") {
                Side::North
            } else {
                Side::South
            }),
            mirror: how.contains("mirrored"),
            with: how.contains("birch").then(|| ("oak".to_owned(), "birch".to_owned())).into_iter().collect(),
            without: how.contains("without").then(|| "door".to_owned()).into_iter().collect(),
            ..Build::new(&path, at)
        };
        let building = Building::of(&asked).expect("a building");
        let told = building.difference(|at| Some(world.with(move |game| game.block(at)))).told();
        assert_eq!(told, "nothing", "{name} {how}");
        assert_eq!(building.volume().low(), at.offset(0, -1, 0), "the floor lies in the ground");
    }
}

#[test]
fn what_stands_in_a_saved_world_is_taken_and_compared() {
    let folder = Folder::new("saved");
    let saves = folder.0.join("world");
    let low = BlockPos::new(4, 150, -3);
    let saved = WorldDir::open(&saves, 26).expect("a folder");
    let world = PracticeWorld::start_saved(WorldConfig::default(), saved).expect("a world");
    for (off, state) in [([0, 0, 0], "stone"), ([1, 0, 0], "oak_stairs[facing=west]"), ([0, 1, 1], "oak_log[axis=z]")] {
        let state = state_named(state).expect("a state");
        world.with(move |game| game.set_block(low.offset(off[0], off[1], off[2]), state));
    }
    let dir = saves.to_str().expect("UTF-8").to_owned();
    let file = folder.file("taken.nbt");
    let capture = ["blueprint", "capture", &file, "--world-dir", &dir, "--from", "5,151,-2", "--to", "4,150,-3"];
    let (status, _, err) = run(&capture);
    assert!(status == 1 && err.contains("in use by another server"), "{err}");
    world.stop().expect("it is saved");
    let (status, out, err) = run(&capture);
    assert!(status == 0 && out.contains("2x2, 2 layers, 3 blocks"), "{out}{err}");
    let diff = |file: &str, at: &str| run(&["blueprint", "diff", file, "--world-dir", &dir, "--at", at, "--json"]);
    let (status, out, err) = diff(&file, "4,150,-3");
    let told: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    assert_eq!((status, told["difference"].as_str()), (0, Some("nothing")), "{told}");
    let (status, out, _) = diff(&file, "5,150,-3");
    let told: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(status, 1);
    let faults = told["faults"].as_array().expect("faults");
    let at = |x: i64, y: i64, z: i64| {
        let place = faults.iter().find(|fault| fault["at"] == serde_json::json!({ "x": x, "y": y, "z": z }));
        place.map(|fault| (fault["fault"].as_str(), fault["there"].as_str()))
    };
    let stairs = "oak_stairs[facing=west,half=bottom,shape=straight,waterlogged=false]";
    assert_eq!(at(5, 150, -3), Some((Some("wrong"), Some(stairs))), "{told}");
    assert_eq!(at(6, 150, -3), Some((Some("missing"), Some("air"))), "{told}");
    let (status, _, err) = run(&["blueprint", "diff", &file, "--world-dir", &folder.file("none"), "--at", "1,2,3"]);
    assert!(status == 2 && err.contains("no world is saved there"), "{err}");
    let far =
        ["blueprint", "capture", &file, "--world-dir", &dir, "--from", "0,0,0", "--to", "9999,300,9999", "--force"];
    let (status, _, err) = run(&far);
    assert!(status == 2 && err.contains("more than one blueprint has"), "{err}");
}
