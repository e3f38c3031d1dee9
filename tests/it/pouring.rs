//! Buckets emptied at a place: beside what stands there, some blocks away, where nothing is washed away by it; by hand and as goals.

use blockwright::{
    domain::{BlockPos, ErrorCode},
    journal::Event,
    knowledge,
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use crate::harness::{FAST, Hands, Run, code, context, fill, meadow, play, play_seen};

fn set(world: &PracticeWorld, at: BlockPos, block: &str) {
    fill(world, at, at, block);
}

/// Where sources of a fluid lie around a place, on its level.
fn sources(world: &PracticeWorld, middle: BlockPos, fluid: &str) -> Vec<BlockPos> {
    let full = knowledge::block(fluid).expect("a fluid").default_state;
    world.with(move |game| {
        let around = (-12..=12).flat_map(|x| (-12..=12).map(move |z| middle.offset(x, 0, z)));
        around.filter(|at| game.block(*at) == full).collect()
    })
}

fn is_beside(one: BlockPos, other: BlockPos) -> bool {
    one.y == other.y && (one.x - other.x).abs() + (one.z - other.z).abs() == 1
}

fn name(world: &PracticeWorld, at: BlockPos) -> &'static str {
    let state = world.with(move |game| game.block(at));
    knowledge::block_of_state(state).map_or("?", |block| block.name)
}

fn beside(kind: &str) -> Value {
    json!({ "item": "water_bucket", "by": { "beside": kind } })
}

#[test]
fn water_is_poured_out_beside_a_block_where_it_washes_nothing_away() {
    let place = |spawn: BlockPos| spawn.offset(6, 0, 0);
    // Of its four sides one is free of walls, and the water that lands there stays there.
    let (world, spawn) = meadow(FAST, &[("water_bucket", 1)], |world, spawn| {
        set(world, place(spawn), "furnace");
        set(world, spawn.offset(6, 0, 7), "torch");
    });
    let mut hands = Hands::join(&world);
    let told = hands.must("use_item", beside("furnace"));
    let at = BlockPos::told_by(&told).expect("a place");
    assert!(is_beside(at, place(spawn)), "{told}");
    assert_eq!((sources(&world, spawn, "water"), hands.holds("bucket")), (vec![at], 1));
    // As far as it has run by then.
    assert!(!world.until(120, move |game| game.block(spawn.offset(6, 0, 7)) == 0), "the torch is gone");
    assert_eq!(name(&world, spawn.offset(6, 0, 7)), "torch");
    hands.assert_hands_free();
}

#[test]
fn where_it_would_wash_away_something_anywhere_nothing_is_poured() {
    let (world, spawn) = meadow(FAST, &[("water_bucket", 1)], |world, spawn| {
        let furnace = spawn.offset(6, 0, 0);
        set(world, furnace, "furnace");
        for (dx, dz) in [(2, 0), (-2, 0), (0, 2), (0, -2)] {
            set(world, furnace.offset(dx, 0, dz), "torch");
        }
    });
    let mut hands = Hands::join(&world);
    let refused = hands.call("use_item", beside("furnace"));
    assert_eq!((code(&refused), &context(&refused)["seen"]), (ErrorCode::ActionFailed, &json!("torch")));
    assert_eq!((sources(&world, spawn, "water"), hands.holds("water_bucket")), (vec![], 1));
    // What is spoken of is no loss.
    hands.must("use_item", beside("torch"));
    assert_eq!(hands.holds("bucket"), 1);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (world, _) = meadow(FAST, &[("water_bucket", 1), ("stone_hoe", 1)], |_, _| ());
    let mut hands = Hands::join(&world);
    for params in [
        json!({ "item": "stone_hoe", "by": { "beside": "furnace" } }),
        json!({ "item": "water_bucket", "by": { "beside": "furnace" }, "block": "dirt" }),
        json!({ "item": "water_bucket", "by": { "beside": "furnace" }, "x": 1, "y": 64, "z": 1 }),
        json!({ "item": "water_bucket", "by": { "beside": "nonsense" } }),
    ] {
        assert_eq!(code(&hands.call("use_item", params.clone())), ErrorCode::InvalidParams, "{params}");
    }
    assert_eq!(code(&hands.call("use_item", beside("campfire"))), ErrorCode::ResourceNotFound);
    let none = json!({ "item": "lava_bucket", "by": { "beside": "grass_block" } });
    assert_eq!(code(&hands.call("use_item", none)), ErrorCode::InsufficientMaterials);
}

fn poured(run: &Run) -> Vec<String> {
    let shown = |event: &Event| match event {
        Event::StepDone { evidence, .. } => Some(evidence.clone()),
        _ => None,
    };
    run.events.iter().filter_map(shown).collect()
}

#[test]
fn a_bucket_is_filled_in_the_pond_and_emptied_by_the_furnace() {
    let furnace = |spawn: BlockPos| spawn.offset(8, 0, 0);
    let (world, spawn) = meadow(FAST, &[("bucket", 1)], |world, spawn| {
        set(world, furnace(spawn), "furnace");
        fill(world, spawn.offset(-6, -1, 0), spawn.offset(-5, -1, 1), "water");
    });
    let goal = "fill your bucket in the pond, then pour it out next to the furnace";
    let (run, found) = play_seen(&world, &[goal], move |world| sources(world, spawn, "water"));
    run.assert_done();
    assert!(found.len() == 1 && is_beside(found[0], furnace(spawn)), "{found:?}");
    assert_eq!(run.report().inventory.count("bucket"), 1);
    assert!(poured(&run).last().is_some_and(|shown| shown.contains(&found[0].to_string())), "{:?}", poured(&run));
}

#[test]
fn water_and_lava_go_to_a_place_so_many_blocks_away() {
    // Where the water goes the ground is two blocks lower.
    let (world, spawn) = meadow(FAST, &[("water_bucket", 1), ("lava_bucket", 1)], |world, spawn| {
        fill(world, spawn.offset(-4, -2, 0), spawn.offset(-4, -1, 0), "air");
        set(world, spawn.offset(-4, -3, 0), "stone");
    });
    let run = play(&world, &["pour the water 4 blocks west of here", &format!("pour the lava out at {} 64 0", 12)]);
    run.assert_done();
    assert_eq!(sources(&world, spawn.offset(0, -2, 0), "water"), [spawn.offset(-4, -2, 0)]);
    assert_eq!(name(&world, BlockPos::new(12, 64, 0)), "lava");
    assert_eq!(run.report().inventory.count("bucket"), 2);
}
