//! What a body must hold to whatever the terrain: ways back, fluids kept out, blocks placed as asked, any tick rate.

use blockwright::{
    domain::{BlockPos, ErrorCode, Side, Vec3, Volume},
    knowledge,
    practice::PracticeWorld,
};
use serde_json::json;

use crate::harness::{FAST, Hands, LEVEL, NAME, fill, meadow, world, world_at};

fn state(block: &str) -> u16 {
    knowledge::block(block).expect("a block").default_state
}

fn set(world: &PracticeWorld, pos: BlockPos, block: &str) {
    let state = state(block);
    world.with(move |game| game.set_block(pos, state));
}

/// Waits until the body has seen what was set before: packets come in order.
fn catch_up(hands: &mut Hands) {
    hands.must("chat", json!({ "message": "seen" }));
}

fn name_at(world: &PracticeWorld, pos: BlockPos) -> &'static str {
    knowledge::block_of_state(world.with(move |game| game.block(pos))).expect("a block").name
}

#[test]
fn the_stair_dug_for_stone_can_be_walked_back() {
    for seed in [LEVEL, 104, 293] {
        let world = world(seed, &[("wooden_pickaxe", 1)]);
        let mut hands = Hands::join(&world);
        let start = hands.seen().position.block();
        hands.must("mine", json!({ "target": "stone", "count": 6 }));
        assert!(hands.seen().position.block().y < start.y, "seed {seed}: it went down for stone");
        let back = json!({ "x": start.x, "y": start.y, "z": start.z, "tolerance": 2, "dig": false });
        hands.must("navigate", back);
    }
}

/// Out of a hut and back in, through whatever it is shut with: nothing of it is broken, and it is shut behind.
#[test]
fn doors_and_gates_are_opened_and_shut_behind() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        fill(world, spawn.offset(-2, 0, -2), spawn.offset(2, 2, 2), "oak_planks");
        fill(world, spawn.offset(-1, 0, -1), spawn.offset(1, 1, 1), "air");
    });
    let mut hands = Hands::join(&world);
    let to = |at: BlockPos| json!({ "x": at.x, "y": at.y, "z": at.z, "dig": false });
    for side in Side::LEVEL {
        let out = |far: u32| (0..far).fold(spawn, |at, _| at.beside(side));
        let doorway = [out(2), out(2).up()];
        for facing in [side, side.opposite()] {
            for (kind, is_door) in [
                ("oak_door[hinge=left", true),
                ("copper_door[hinge=right", true),
                ("birch_fence_gate[in_wall=false", false),
            ] {
                let half = |half: &str| {
                    let half = if is_door { format!(",half={half}") } else { String::new() };
                    let state = format!("{kind},facing={},open=false{half}]", facing.name());
                    knowledge::placing::state_named(&state).expect("a state")
                };
                let (lower, upper) = (half("lower"), if is_door { half("upper") } else { 0 });
                world.with(move |game| {
                    game.set_block(doorway[0], lower);
                    game.set_block(doorway[1], upper);
                });
                catch_up(&mut hands);
                for there in [out(5), spawn] {
                    hands.must("navigate", to(there));
                    let stands = hands.seen().position.block();
                    assert!(stands.level_distance(there) <= 1, "{kind} {facing:?} to the {side:?}: {stands}");
                    // The last click may still be on its way.
                    catch_up(&mut hands);
                    // A gate turns to whoever opens it.
                    let now = world.with(move |game| game.block(doorway[0]));
                    let is_shut = knowledge::state_properties(now).contains(&("open", "false"));
                    assert!(is_shut, "{kind} {facing:?} to the {side:?}, seen from {there}");
                }
            }
        }
        fill(&world, doorway[0], doorway[1], "oak_planks");
    }
}

/// On earth that is dug for it: what was held before is still held.
#[test]
fn a_place_in_the_air_is_risen_to() {
    let (world, spawn) = meadow(FAST, &[("cobblestone", 16)], |world, spawn| {
        fill(world, spawn.offset(-9, 0, -9), spawn.offset(9, 6, 9), "air");
    });
    let mut hands = Hands::join(&world);
    let place = spawn.offset(4, 3, 0);
    hands.must("navigate", json!({ "x": place.x, "y": place.y, "z": place.z, "dig": true }));
    assert_eq!(hands.seen().position.block(), place);
    assert_eq!(hands.seen().inventory().count("cobblestone"), 16);
    for y in 0..3 {
        let below = BlockPos { y: spawn.y + y, ..place };
        let state = world.with(move |game| game.block(below));
        assert_eq!(knowledge::block_of_state(state).map(|block| block.name), Some("dirt"), "{below}");
    }
}

/// An island in a moat of so many blocks, deeper than anybody jumps.
fn island(wide: i32, give: &[(&str, u32)]) -> (PracticeWorld, BlockPos) {
    meadow(FAST, give, |world, spawn| {
        let around = 8 + wide;
        fill(world, spawn.offset(-40, 0, -40), spawn.offset(40, 12, 40), "air");
        fill(world, spawn.offset(-40, -1, -40), spawn.offset(40, -1, 40), "dirt");
        fill(world, spawn.offset(-around, -20, -around), spawn.offset(around, -1, around), "air");
        fill(world, spawn.offset(-8, -20, -8), spawn.offset(8, -1, 8), "dirt");
    })
}

/// What is laid over a moat to the east, in all.
fn bridged(world: &PracticeWorld, spawn: BlockPos, wide: i32) -> Vec<BlockPos> {
    let gap = Volume::between(spawn.offset(9, -20, -8 - wide), spawn.offset(8 + wide, 20, 8 + wide));
    gap.cells().filter(|at| name_at(world, *at) == "dirt").collect()
}

#[test]
fn a_gap_is_bridged_with_what_is_dug_up_for_it() {
    for wide in [2, 7, 20] {
        let (world, spawn) = island(wide, &[("cobblestone", 5)]);
        let mut hands = Hands::join(&world);
        let there = spawn.offset(12 + wide, 0, 0);
        let result = hands.call("navigate", json!({ "x": there.x, "y": there.y, "z": there.z, "dig": true }));
        assert!(result.success, "{result:#?}");
        eprintln!("{wide} blocks are bridged in {} ticks", result.ticks);
        let laid = bridged(&world, spawn, wide);
        assert_eq!(laid.len(), wide as usize, "{laid:?}");
        // What it was dug of may have left it a step lower.
        assert!((spawn.y - 2..spawn.y).contains(&laid[0].y) && laid.iter().all(|at| at.y == laid[0].y), "{laid:?}");
        assert_eq!(
            (world.with(|game| game.health(NAME)), hands.seen().inventory().count("cobblestone")),
            (Some(20.0), 5)
        );
        // It bears, and who walks over it stands upright.
        let (x, y, z) = (spawn.x, spawn.y, spawn.z);
        hands.must("navigate", json!({ "x": x, "y": y, "z": z, "tolerance": 2, "dig": false }));
        assert_eq!(bridged(&world, spawn, wide), laid);
    }
}

#[test]
fn nothing_is_laid_where_nothing_may_be_dug() {
    let (world, spawn) = island(4, &[("dirt", 64)]);
    let mut hands = Hands::join(&world);
    let there = spawn.offset(16, 0, 0);
    let result = hands.call("navigate", json!({ "x": there.x, "y": there.y, "z": there.z, "dig": false }));
    assert_eq!(result.error.map(|error| error.code), Some(ErrorCode::PathBlocked));
    assert_eq!(bridged(&world, spawn, 4), []);
    assert_eq!(hands.seen().inventory().count("dirt"), 64);
}

/// What a shaft yielded is laid under oneself; what was held before is not touched.
#[test]
fn a_shaft_is_come_out_of_on_its_own_earth() {
    let give = [("wooden_pickaxe", 1), ("dirt", 2), ("cobblestone", 5)];
    let (world, spawn) = meadow(FAST, &give, |world, spawn| {
        fill(world, spawn.offset(-20, -12, -20), spawn.offset(20, -5, 20), "stone");
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
    });
    let mut hands = Hands::join(&world);
    hands.must("mine", json!({ "target": "stone", "count": 3 }));
    let bottom = hands.seen().position.block();
    assert!(bottom.y <= spawn.y - 4, "{bottom}");
    let yielded = hands.seen().inventory().count("dirt");
    hands.must("navigate", json!({ "x": spawn.x + 9, "y": spawn.y, "z": spawn.z, "tolerance": 1, "dig": false }));
    let held = |item: &str| hands.seen().inventory().count(item);
    assert_eq!(held("cobblestone"), 8, "what is wanted is not laid");
    assert!((2..yielded).contains(&held("dirt")), "{} of {yielded}", held("dirt"));
}

/// Over open ground the way takes hardly longer than a straight sprint: 3.56 ticks a block (`knowledge::SPRINT`).
#[test]
fn open_ground_is_sprinted_over() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        fill(world, spawn.offset(0, -1, -3), spawn.offset(110, -1, 3), "grass_block");
        fill(world, spawn.offset(0, 0, -3), spawn.offset(110, 3, 3), "air");
    });
    let mut hands = Hands::join(&world);
    let result = hands.call("navigate", json!({ "x": spawn.x + 100, "z": spawn.z }));
    assert!(result.success, "{result:?}");
    assert!(result.ticks as f64 <= 1.2 * 100.0 * 3.56, "{} ticks", result.ticks);
}

/// What the lower logs of a trunk have dropped is in hand when the last one breaks.
#[test]
fn what_lies_beside_is_stepped_up_to_while_the_next_block_is_dug() {
    // Slow enough for a busy machine: a world that lags behind its bot puts logs back.
    let (world, spawn) = meadow(60.0, &[], |world, spawn| {
        fill(world, spawn.offset(-6, 0, -6), spawn.offset(6, 6, 6), "air");
        // What it drops flies off to its own side only.
        fill(world, spawn.offset(3, 0, -6), spawn.offset(3, 4, 6), "bedrock");
        fill(world, spawn.offset(-6, 0, 3), spawn.offset(6, 4, 3), "bedrock");
        fill(world, spawn.offset(2, 0, 2), spawn.offset(2, 2, 2), "oak_log");
    });
    let mut hands = Hands::join(&world);
    let call = hands.order("mine", json!({ "target": "oak_log", "count": 3 }), 4_800);
    let top = spawn.offset(2, 2, 2);
    assert!(world.until(4_800, move |game| game.block(top) == 0));
    let held = world.with(|game| game.inventory(NAME));
    assert!(held.get("oak_log").is_some_and(|&count| count >= 2), "{held:?}");
    let result = hands.outcome(call);
    assert!(result.success, "{result:?}");
}

/// Sand that comes down on a bot that stands and waits is dug away before it suffocates.
#[test]
fn a_head_that_is_buried_is_dug_free() {
    // Slow enough for a busy machine: who digs late suffocates.
    let (world, spawn) = meadow(60.0, &[("wooden_shovel", 1)], |_, _| ());
    let mut hands = Hands::join(&world);
    // A shaft around it, so that what falls stays.
    for (dx, dz) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        fill(&world, spawn.offset(dx, 0, dz), spawn.offset(dx, 3, dz), "stone");
    }
    catch_up(&mut hands);
    let call = hands.order("wait", json!({ "ticks": 300 }), 4_800);
    for up in 8..12 {
        set(&world, spawn.offset(0, up, 0), "sand");
    }
    let outcome = hands.outcome(call);
    assert!(outcome.success, "{outcome:?}");
    assert!(hands.seen().health > 10.0, "{}", hands.seen().health);
    assert!(hands.seen().inventory().count("sand") > 0, "it came down");
    let head = hands.seen().position.block().up();
    assert_eq!(name_at(&world, head), "air");
}

/// Ore under gravel: what bore it is dug from aside, and nobody walks under what comes down.
#[test]
fn ore_under_gravel_is_dug_from_beside() {
    let (world, spawn) = meadow(FAST, &[("stone_pickaxe", 1)], |world, spawn| {
        let ore = spawn.offset(4, 0, 0);
        fill(world, ore.offset(0, 0, -2), ore.offset(3, 4, 2), "stone");
        fill(world, ore.up(), ore.offset(0, 3, 0), "gravel");
        set(world, ore, "iron_ore");
    });
    let mut hands = Hands::join(&world);
    let result = hands.must("mine", json!({ "target": "raw_iron", "count": 1 }));
    assert_eq!(result["collected"], 1);
    hands.must("wait", json!({ "ticks": 100 }));
    assert_eq!(hands.seen().health, 20.0, "nothing fell onto it at {} ({spawn})", hands.seen().position.block());
}

#[test]
fn water_is_not_let_in() {
    let world = world(LEVEL, &[("wooden_pickaxe", 1)]);
    let mut hands = Hands::join(&world);
    let ore = hands.seen().position.block().offset(6, 0, 0);
    set(&world, ore, "coal_ore");
    set(&world, ore.up(), "water");
    catch_up(&mut hands);
    let result = hands.call("mine", json!({ "target": "coal_ore", "at": ore }));
    assert_eq!(result.error.map(|error| error.code), Some(ErrorCode::PathBlocked));
    assert_eq!(name_at(&world, ore), "coal_ore");
}

/// Vanilla's tag `replaceable` has it, and so may a block be put there; what lies thicker is in the way.
#[test]
fn thin_snow_gives_way_to_what_is_placed() {
    let world = world(LEVEL, &[("dirt", 2)]);
    let mut hands = Hands::join(&world);
    let foot = hands.seen().position.block();
    fill(&world, foot.offset(-6, 0, -6), foot.offset(6, 6, 6), "air");
    fill(&world, foot.offset(-6, -1, -6), foot.offset(6, -1, 6), "stone");
    fill(&world, foot.offset(-6, 0, -6), foot.offset(6, 0, 6), "snow");
    let thick = foot.offset(2, 0, 2);
    let snow = knowledge::block("snow").expect("snow");
    let two_layers = knowledge::state_with(snow, &[("layers", "2")]).expect("a state");
    world.with(move |game| game.set_block(thick, two_layers));
    catch_up(&mut hands);
    let at = foot.offset(2, 0, 0);
    hands.must("place_block", json!({ "block": "dirt", "x": at.x, "y": at.y, "z": at.z }));
    assert_eq!(name_at(&world, at), "dirt");
    hands.must("place_block", json!({ "block": "dirt" }));
    let taken = hands.call("place_block", json!({ "block": "dirt", "x": thick.x, "y": thick.y, "z": thick.z }));
    assert!(taken.error.is_some());
    assert_eq!(name_at(&world, thick), "snow");
}

#[test]
fn who_stands_on_an_edge_steps_to_the_middle() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let foot = hands.seen().position.block();
    fill(&world, foot.offset(-3, 0, -3), foot.offset(3, 8, 3), "air");
    fill(&world, foot, foot.offset(0, 4, 0), "stone");
    let top = foot.offset(0, 5, 0);
    // Over the block beside, and held up by this one's edge.
    let edge = Vec3::new(f64::from(top.x) + 1.2, f64::from(top.y), f64::from(top.z) + 0.5);
    world.with(move |game| game.teleport(NAME, edge));
    catch_up(&mut hands);
    assert_eq!(hands.seen().position.block(), top.offset(1, 0, 0));
    hands.must("navigate", json!({ "x": top.x, "y": top.y, "z": top.z }));
    assert_eq!(hands.seen().position.block(), top);
}

#[test]
fn what_is_placed_from_a_crown_can_be_taken_back() {
    let world = world(LEVEL, &[("crafting_table", 1)]);
    let mut hands = Hands::join(&world);
    let foot = hands.seen().position.block();
    fill(&world, foot.offset(-6, 0, -6), foot.offset(6, 12, 6), "air");
    fill(&world, foot.offset(-6, -1, -6), foot.offset(6, -1, 6), "grass_block");
    fill(&world, foot.offset(-2, 2, -2), foot.offset(2, 5, 2), "oak_leaves");
    fill(&world, foot, foot.offset(0, 5, 0), "oak_log");
    let crown = foot.offset(1, 6, 1);
    world.with(move |game| {
        game.teleport(NAME, Vec3::new(f64::from(crown.x) + 0.5, f64::from(crown.y), f64::from(crown.z) + 0.5))
    });
    catch_up(&mut hands);
    let told = hands.must("place_block", json!({ "block": "crafting_table" }));
    let at = BlockPos::told_by(&told).expect("a place");
    assert_eq!(name_at(&world, at.down()), "grass_block", "placed at {at}, from {crown}");
    hands.must("mine", json!({ "target": "crafting_table", "at": at }));
    assert_eq!(hands.holds("crafting_table"), 1);
}

#[test]
fn only_the_named_block_is_mined() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let here = hands.seen().position.block();
    let (near, named) = (here.offset(2, 0, 0), here.offset(0, 0, 5));
    set(&world, near, "oak_log");
    set(&world, named, "oak_log");
    catch_up(&mut hands);
    let got = hands.must("mine", json!({ "target": "oak_log", "at": named }));
    assert_eq!(got["blocks_broken"], 1);
    assert_eq!((name_at(&world, near), name_at(&world, named)), ("oak_log", "air"));
    let again = hands.call("mine", json!({ "target": "oak_log", "at": named }));
    assert_eq!(again.error.map(|error| error.code), Some(ErrorCode::ResourceNotFound));
}

#[test]
fn a_block_is_placed_in_the_state_that_is_asked_for() {
    let world = world(LEVEL, &[("oak_log", 3), ("furnace", 2)]);
    let mut hands = Hands::join(&world);
    let at = hands.seen().position.block().offset(3, 0, 0);
    let log =
        |y: i32, axis: &str| json!({ "block": "oak_log", "x": at.x, "y": y, "z": at.z, "state": { "axis": axis } });
    assert_eq!(hands.must("place_block", log(at.y, "y"))["state"]["axis"], "y");
    let side = json!({ "block": "oak_log", "x": at.x + 1, "y": at.y, "z": at.z, "state": { "axis": "x" } });
    assert_eq!(hands.must("place_block", side)["state"]["axis"], "x");
    for (dz, facing) in [(4, "north"), (-4, "east")] {
        let furnace = json!({
            "block": "furnace", "x": at.x, "y": at.y, "z": at.z + dz, "state": { "facing": facing },
        });
        assert_eq!(hands.must("place_block", furnace)["state"]["facing"], facing);
    }
}

#[test]
fn ten_thousand_ticks_a_second_are_no_trouble() {
    let world = world_at(10_000.0, LEVEL, &[]);
    let mut hands = Hands::join(&world);
    hands.must("mine", json!({ "target": "log", "count": 2 }));
    hands.must("craft", json!({ "item": "planks", "count": 8 }));
    hands.must("craft", json!({ "item": "stick", "count": 4 }));
    hands.must("navigate", json!({ "x": 11, "z": -11 }));
    hands.assert_hands_free();
}

#[test]
fn the_tick_rate_may_change_on_the_way() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let call = hands.order("navigate", json!({ "x": 40, "z": 0 }), 4_800);
    world.with(|game| game.set_tick_rate(1_000.0));
    let outcome = hands.outcome(call);
    assert!(outcome.success, "{outcome:?}");
    assert_eq!(hands.seen().tick_rate, 1_000.0);
}

#[test]
fn a_moat_is_swum_through() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let here = hands.seen().position.block();
    world.with(move |game| {
        let water = state("water");
        for dx in -7i32..=7 {
            for dz in -7i32..=7 {
                if (4..=6).contains(&dx.abs().max(dz.abs())) {
                    for dy in [-2, -1] {
                        game.set_block(here.offset(dx, dy, dz), water);
                    }
                    for dy in 0..4 {
                        game.set_block(here.offset(dx, dy, dz), 0);
                    }
                }
            }
        }
    });
    catch_up(&mut hands);
    hands.must("navigate", json!({ "x": here.x + 12, "z": here.z }));
    hands.must("navigate", json!({ "x": here.x, "z": here.z }));
}

#[test]
fn steps_and_corners_are_walked_without_getting_stuck() {
    let world = world(LEVEL, &[]);
    let mut hands = Hands::join(&world);
    let here = hands.seen().position.block();
    world.with(move |game| {
        let stone = state("stone");
        for step in 0..6 {
            for dz in -6..=6 {
                // A stair of six, walls with one gap each on its treads.
                for dy in 0..=step {
                    game.set_block(here.offset(3 + step, dy, dz), stone);
                }
                for dy in step + 1..step + 5 {
                    game.set_block(here.offset(3 + step, dy, dz), 0);
                }
                if step % 2 == 1 && dz != (step - 3) {
                    for dy in step + 1..step + 4 {
                        game.set_block(here.offset(3 + step, dy, dz), stone);
                    }
                }
            }
        }
    });
    catch_up(&mut hands);
    hands.must("navigate", json!({ "x": here.x + 8, "y": here.y + 6, "z": here.z + 2 }));
    hands.must("navigate", json!({ "x": here.x, "y": here.y, "z": here.z }));
}
