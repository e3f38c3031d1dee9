//! Blueprints by hand and as goals: what stands in the end is what they say, state for state, whatever was there before.

use blockwright::{
    construction::{Building, library},
    domain::{BlockPos, Build, ErrorCode, Side},
    knowledge::placing::state_named,
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use crate::harness::{FAST, Hands, NAME, code, context, fill, meadow, play};

/// What differs, as the server has it.
pub fn difference(world: &PracticeWorld, build: &Build) -> String {
    let building = Building::of(build).expect("a building");
    let told = building.difference(|at| Some(world.with(move |game| game.block(at))));
    let fault = |(at, wanted, fault): &(BlockPos, _, _)| format!("{wanted} at {at}: {fault:?}");
    told.faults.iter().map(fault).collect::<Vec<String>>().join("\n")
}

/// What it takes, and earth to stand on.
pub fn materials(build: &Build) -> Vec<(&'static str, u32)> {
    let items = Building::of(build).expect("a building").blueprint().items().expect("items");
    items.into_iter().chain([("dirt", 8)]).collect()
}

/// A meadow on earth, with what the building takes in the hands, and some more of it.
fn site(build: impl Fn(BlockPos) -> Build, more: &[(&'static str, u32)]) -> (PracticeWorld, Build) {
    let give = [materials(&build(BlockPos::new(0, 64, 0))).as_slice(), more].concat();
    let (world, spawn) = meadow(FAST, &give, |world, spawn| {
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
    });
    (world, build(spawn.offset(3, 0, 2)))
}

fn call(build: &Build) -> Value {
    serde_json::to_value(build).expect("a call")
}

fn put(world: &PracticeWorld, at: BlockPos, state: &str) {
    let state = state_named(state).expect("a state");
    world.with(move |game| game.set_block(at, state));
}

#[test]
fn a_house_is_built_block_for_block_and_mended() {
    let (world, build) = site(|at| Build::new("house", at), &[("oak_planks", 8), ("oak_log", 2)]);
    let mut hands = Hands::join(&world);
    let begun = world.with(|game| game.tick());
    let told = hands.must("build", call(&build));
    let ticks = world.with(|game| game.tick()) - begun;
    assert_eq!(difference(&world, &build), "", "{told}");
    assert_eq!((&told["difference"], told["laid"].as_u64() < Some(8)), (&json!("nothing"), true), "{told}");
    // 95 blocks and 25 of earth dug by hand, at 15 ticks each.
    assert!(ticks < 1_600, "{ticks} ticks");
    let at = build.at();
    assert_eq!(hands.must("build", call(&build))["placed"], 0, "there is nothing more to do");
    // Somebody takes out some blocks, puts up others, turns a log and opens the door.
    put(&world, at.offset(1, 0, 0), "air");
    put(&world, at.offset(2, 3, 2), "air");
    put(&world, at.offset(2, 0, 2), "dirt");
    put(&world, at.offset(0, 1, 0), "oak_log[axis=x]");
    put(&world, at.offset(3, 1, 0), "cobblestone");
    hands.sees(at.offset(3, 1, 0), "cobblestone");
    hands.must("build", call(&build));
    assert_eq!(difference(&world, &build), "");
    // Nobody has walled himself in.
    hands.must("navigate", json!({ "x": at.x - 6, "z": at.z - 6 }));
    hands.assert_hands_free();
}

#[test]
fn earth_that_is_dug_to_stand_on_goes_back() {
    let (world, spawn) = meadow(FAST, &[("oak_planks", 9), ("iron_shovel", 1)], |world, spawn| {
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -1, 20), "dirt");
    });
    // Nobody reaches the top of it from the ground.
    let pole = json!({ "title": "pole", "legend": { "x": "oak_planks" }, "layers": vec!["x"; 9] });
    let build = Build { drawing: Some(pole.to_string()), ..Build::new("pole", spawn.offset(4, 0, 0)) };
    let mut hands = Hands::join(&world);
    let told = hands.must("build", call(&build));
    assert_eq!(difference(&world, &build), "");
    assert!(told["laid"].as_u64() > Some(0), "no earth was laid: {told}");
    let around = blockwright::domain::Volume::between(spawn.offset(-20, -1, -20), spawn.offset(20, -1, 20));
    let is_hole = |at: &BlockPos| {
        let at = *at;
        world.with(move |game| game.block(at)) == 0
    };
    let holes: Vec<_> = around.cells().filter(is_hole).collect();
    assert!(holes.is_empty(), "{holes:?}");
    hands.assert_hands_free();
}

#[test]
fn earth_is_laid_on_what_would_open_as_well() {
    // Wherever one could stand by the house a furnace does: on their tops one rises to the roof.
    let (world, build) = site(|at| Build::new("house", at), &[]);
    let volume = Building::of(&build).expect("a building").volume();
    let (low, high) = (volume.low(), volume.high());
    let edge = |at: &BlockPos| at.x == low.x - 1 || at.x == high.x + 1 || at.z == low.z - 1 || at.z == high.z + 1;
    let around =
        blockwright::domain::Volume::between(low.offset(-1, 1, -1), BlockPos { y: low.y + 1, ..high.offset(1, 0, 1) });
    let door = BlockPos::new(i32::midpoint(low.x, high.x), low.y + 1, low.z - 1);
    around.cells().filter(edge).filter(|at| *at != door).for_each(|at| put(&world, at, "furnace"));
    let mut hands = Hands::join(&world);
    let begun = world.with(|game| game.tick());
    hands.must("build", call(&build));
    let ticks = world.with(|game| game.tick()) - begun;
    assert_eq!(difference(&world, &build), "");
    assert!(ticks < 2_400, "{ticks} ticks");
    hands.assert_hands_free();
}

#[test]
fn a_house_looks_where_it_is_to_look() {
    for (facing, mirror) in [(Side::North, false), (Side::East, true), (Side::West, false)] {
        let house = |at| Build { facing: Some(facing), mirror, ..Build::new("house", at) };
        let (world, build) = site(house, &[]);
        Hands::join(&world).must("build", call(&build));
        assert_eq!(difference(&world, &build), "", "{facing:?}");
    }
}

#[test]
fn blocks_of_every_kind_stand_every_way() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/every_way.yaml");
    let (world, build) = site(|at| Build::new(path, at), &[("iron_shovel", 1)]);
    let at = build.at();
    let run = play(&world, &[&format!("build \"{path}\" facing south with its corner at {} {} {}", at.x, at.y, at.z)]);
    assert_eq!((difference(&world, &build).as_str(), run.error()), ("", None), "{:#?}", run.report());
}

#[test]
fn what_is_shipped_is_built() {
    let mut left = Vec::new();
    for shipped in library().iter().filter(|shipped| shipped.name != "house") {
        let name = shipped.name;
        let mut give = materials(&Build::new(name, BlockPos::new(0, 64, 0)));
        give.extend([("dirt", 24), ("iron_shovel", 1)]);
        let (world, _) = meadow(FAST, &give, |world, spawn| {
            fill(world, spawn.offset(-30, -4, -30), spawn.offset(30, -2, 30), "dirt");
        });
        let run = play(&world, &[&format!("build a {name}")]);
        if let Some(error) = run.error() {
            left.push(format!("{name}: {error:?}"));
        }
    }
    assert!(left.is_empty(), "{}", left.join("\n"));
}

#[test]
fn what_keeps_a_house_from_being_built_is_told() {
    let (world, build) = site(|at| Build::new("house", at), &[]);
    let at = build.at();
    put(&world, at.offset(2, 0, 2), "chest");
    let mut hands = Hands::join(&world);
    let taken = hands.call("build", call(&build));
    assert_eq!((code(&taken), &context(&taken)["seen"]), (ErrorCode::ActionFailed, &json!("chest")), "{taken:#?}");
    assert_eq!(context(&taken)["lasting"], true);
    put(&world, at.offset(2, 0, 2), "air");
    for unknown in ["palace", "/nowhere/hut.yaml"] {
        let unknown = hands.call("build", call(&Build::new(unknown, at)));
        assert_eq!(code(&unknown), ErrorCode::InvalidParams, "{unknown:#?}");
    }
}

#[test]
fn what_is_held_is_built_and_the_rest_is_named() {
    let (world, spawn) = meadow(FAST, &[("oak_planks", 30), ("dirt", 8)], |world, spawn| {
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
    });
    let build = Build::new("house", spawn.offset(3, 0, 2));
    let mut hands = Hands::join(&world);
    let poor = hands.call("build", call(&build));
    assert_eq!(code(&poor), ErrorCode::InsufficientMaterials, "{poor:#?}");
    let takes = materials(&build);
    let lacks = |item: &str| takes.iter().find(|(name, _)| *name == item).map(|(_, count)| u64::from(*count));
    let missing = &context(&poor)["missing"];
    assert_eq!(missing["oak_planks"].as_u64(), lacks("oak_planks").map(|count| count - 30), "{poor:#?}");
    assert_eq!(missing["oak_log"].as_u64(), lacks("oak_log"), "{poor:#?}");
    assert_eq!(context(&poor)["placed"], 30, "{poor:#?}");
    for (item, count) in takes.iter().copied() {
        world.with(move |game| game.give(NAME, item, count));
    }
    while lacks("oak_planks").is_some_and(|count| u64::from(hands.holds("oak_planks")) < count) {
        hands.must("get_bot_status", json!({}));
    }
    hands.must("build", call(&build));
    assert_eq!(difference(&world, &build), "");
}

#[test]
fn a_house_is_gone_on_with_after_it_was_broken_off() {
    let (world, build) = site(|at| Build::new("house", at), &[]);
    let mut hands = Hands::join(&world);
    for _ in 0..3 {
        let broken = hands.withdrawn("build", call(&build));
        assert_eq!(code(&broken), ErrorCode::Cancelled, "{broken:#?}");
        hands.assert_hands_free();
    }
    hands.must("build", call(&build));
    assert_eq!(difference(&world, &build), "");
}

#[test]
fn a_goal_gets_what_a_house_takes_and_builds_it_where_there_is_room() {
    let give = [("oak_log", 40), ("dirt", 8)];
    let (world, _) = meadow(FAST, &give, |world, spawn| {
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
        // Not through somebody's chest.
        put(world, spawn.offset(4, 0, 0), "chest");
    });
    let run = play(&world, &["build a 6x7 house here"]);
    run.assert_done();
    let done = run.report().goals.last().expect("a goal").clone();
    println!("{done:#?}");
}
