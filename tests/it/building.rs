//! Blueprints by hand and as goals: what stands in the end is what they say, state for state, whatever was there before.

use blockwright::{
    construction::Building,
    domain::{BlockPos, Build, ErrorCode, Side},
    practice::PracticeWorld,
};
use serde_json::json;

use crate::harness::{FAST, Hands, NAME, code, context, fill, meadow};

/// What differs, as the server has it.
fn difference(world: &PracticeWorld, build: &Build) -> String {
    let building = Building::of(build).expect("a building");
    let told = building.difference(|at| Some(world.with(move |game| game.block(at))));
    let faults: Vec<String> =
        told.faults.iter().map(|(at, wanted, fault)| format!("{wanted} at {at}: {fault:?}")).collect();
    faults.join("\n")
}

/// What it takes, and earth to stand on.
fn materials(build: &Build) -> Vec<(&'static str, u32)> {
    let items = Building::of(build).expect("a building").blueprint.items().expect("items");
    items.into_iter().chain([("dirt", 8)]).collect()
}

/// A meadow on earth, with what the building takes in the hands.
fn site(build: impl Fn(BlockPos) -> Build) -> (PracticeWorld, Build) {
    let give = materials(&build(BlockPos::new(0, 64, 0)));
    let (world, spawn) = meadow(FAST, &give, |world, spawn| {
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
    });
    (world, build(spawn.offset(3, 0, 2)))
}

fn call(build: &Build) -> serde_json::Value {
    serde_json::to_value(build).expect("a call")
}

#[test]
fn a_house_is_built_block_for_block() {
    let (world, build) = site(|at| Build::new("house", at));
    let mut hands = Hands::join(&world);
    let begun = world.with(|game| game.tick());
    let told = hands.must("build", call(&build));
    let ticks = world.with(|game| game.tick()) - begun;
    assert_eq!(difference(&world, &build), "", "{told}");
    println!("{ticks} ticks, {} placed", told["placed"]);
    assert_eq!(told["difference"], "nothing");
    assert_eq!(hands.must("build", call(&build))["placed"], 0, "there is nothing more to do");
    hands.assert_hands_free();
}
