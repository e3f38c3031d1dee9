//! Earth that is moved, as goals, looking at the server's blocks: ground made level, stairs dug.

use blockwright::{
    domain::{BlockPos, Side, Volume},
    knowledge::{self, block_of_state},
    practice::PracticeWorld,
};

use super::harness::{FAST, fill, meadow, play};

fn name_at(world: &PracticeWorld, at: BlockPos) -> &'static str {
    world.with(move |game| block_of_state(game.block(at)).map_or("?", |block| block.name))
}

fn is_full(world: &PracticeWorld, at: BlockPos) -> bool {
    knowledge::fills_its_place(world.with(move |game| game.block(at)))
}

/// A meadow on earth, with a hill and holes around the spawn: of earth, of stone, dry, deep and wet.
fn uneven(give: &[(&str, u32)]) -> (PracticeWorld, BlockPos) {
    meadow(FAST, give, |world, spawn| {
        let put = |from: (i32, i32, i32), to: (i32, i32, i32), block| {
            fill(world, spawn.offset(from.0, from.1, from.2), spawn.offset(to.0, to.1, to.2), block);
        };
        put((-20, -4, -20), (20, -2, 20), "dirt");
        put((1, 0, 1), (3, 1, 3), "dirt");
        put((2, 2, 2), (2, 2, 2), "grass_block");
        put((-3, 0, 2), (-3, 0, 3), "stone");
        put((-3, -1, -2), (-2, -1, -1), "air");
        put((2, -3, -2), (2, -1, -2), "air");
        put((-1, -1, 3), (0, -1, 3), "water");
        put((0, 0, -2), (0, 0, -2), "short_grass");
        put((-1, 0, -3), (-1, 0, -3), "poppy");
    })
}

/// Whether every place of the ground is full, and eight above it are free.
fn assert_level(world: &PracticeWorld, floor: Volume) {
    for at in floor.cells() {
        assert!(is_full(world, at), "{} at {at}", name_at(world, at));
        for above in (1..=8).map(|up| at.offset(0, up, 0)) {
            assert_eq!(name_at(world, above), "air", "at {above}");
        }
    }
}

#[test]
fn ground_is_made_level_with_what_the_hill_yields() {
    let (world, spawn) = uneven(&[("wooden_pickaxe", 1)]);
    play(&world, &["flatten 7x7 here"]).assert_done();
    let floor = Volume::between(spawn.offset(-3, -1, -3), spawn.offset(3, -1, 3));
    assert_level(&world, floor);
    assert_eq!(name_at(&world, spawn.offset(4, -1, 4)), "grass_block", "the rim stands");
}

#[test]
fn earth_that_is_lacking_is_not_dug_where_it_is_to_be_level() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
        fill(world, spawn.offset(-2, -1, -9), spawn.offset(2, -1, -6), "air");
        fill(world, spawn.offset(-2, -2, -8), spawn.offset(2, -2, -7), "air");
        fill(world, spawn.offset(1, 0, -5), spawn.offset(1, 0, -5), "dirt");
    });
    play(&world, &["face north, then go 3 blocks north", "face north", "level a 5 by 7 area in front of you"])
        .assert_done();
    let floor = Volume::between(spawn.offset(-2, -1, -10), spawn.offset(2, -1, -4));
    assert_level(&world, floor);
}

#[test]
fn what_somebody_has_put_up_is_not_levelled() {
    let (world, spawn) = meadow(FAST, &[], |world, spawn| {
        fill(world, spawn.offset(2, 0, 1), spawn.offset(2, 0, 1), "oak_planks");
        fill(world, spawn.offset(-6, 0, -6), spawn.offset(-6, 0, -6), "dirt");
    });
    let run = play(&world, &["flatten 5x5 here"]);
    assert!(run.error().is_some_and(|error| error.message.contains("oak planks stands at")), "{:?}", run.error());
    assert_eq!(name_at(&world, spawn.offset(2, 0, 1)), "oak_planks");
    let run = play(&world, &["flatten the ground here"]);
    assert!(run.error().is_some_and(|error| error.message.contains("how large the area is")), "{:?}", run.error());
}

/// The steps of a stair from the feet that way, and that each can be walked.
fn assert_walkable(world: &PracticeWorld, feet: BlockPos, way: Side, steps: i32, rise: i32) {
    let (dx, _, dz) = way.step();
    for step in 1..=steps {
        let at = feet.offset(dx * step, rise * step, dz * step);
        for room in (0..3).map(|up| at.offset(0, up, 0)) {
            assert_eq!(name_at(world, room), "air", "step {step} at {room}");
        }
        assert!(is_full(world, at.down()), "step {step}: {} at {}", name_at(world, at.down()), at.down());
    }
}

#[test]
fn a_staircase_is_dug_down_and_walked() {
    let (world, spawn) = meadow(FAST, &[("stone_pickaxe", 2)], |world, spawn| {
        fill(world, spawn.offset(-20, -16, -20), spawn.offset(20, -2, 20), "stone");
        // A gap under the fourth step, and gravel over the sixth.
        fill(world, spawn.offset(0, -6, -4), spawn.offset(0, -5, -4), "air");
        fill(world, spawn.offset(0, -3, -6), spawn.offset(0, -3, -6), "gravel");
    });
    let goal = format!("dig a staircase down to y {} going north", spawn.y - 10);
    let down = spawn.offset(0, -10, -10);
    let walk = format!("go to {} {} {}", down.x, down.y, down.z);
    let back = format!("go to {} {} {}", spawn.x, spawn.y, spawn.z + 2);
    play(&world, &[&goal, &walk, &back]).assert_done();
    assert_walkable(&world, spawn, Side::North, 10, -1);
}

#[test]
fn a_staircase_leads_up_to_the_surface() {
    let (world, spawn) = meadow(FAST, &[("stone_pickaxe", 2)], |world, spawn| {
        fill(world, spawn.offset(-20, -12, -20), spawn.offset(20, -2, 20), "stone");
        fill(world, spawn.offset(0, -8, 0), spawn.offset(0, -1, 0), "air");
    });
    // It has come down into the shaft.
    let feet = spawn.offset(0, -8, 0);
    play(&world, &["dig a staircase up to the surface heading east"]).assert_done();
    assert_walkable(&world, feet, Side::East, 8, 1);
}

#[test]
fn a_staircase_that_would_let_something_in_is_refused_or_goes_another_way() {
    let (world, spawn) = meadow(FAST, &[("stone_pickaxe", 1)], |world, spawn| {
        fill(world, spawn.offset(-20, -12, -20), spawn.offset(20, -2, 20), "stone");
        fill(world, spawn.offset(1, -4, -5), spawn.offset(1, -4, -5), "lava");
    });
    let run = play(&world, &["dig a staircase down 8 blocks to the north"]);
    assert!(
        run.error().is_some_and(|error| error.message.contains("would run into the staircase")),
        "{:?}",
        run.error()
    );
    play(&world, &["face north", "dig a staircase down 8 blocks"]).assert_done();
    assert_walkable(&world, spawn, Side::East, 8, -1);
}

/// Where these stand around the spawn.
fn standing(world: &PracticeWorld, spawn: BlockPos, block: &str) -> Vec<BlockPos> {
    let around = Volume::between(spawn.offset(-12, -3, -12), spawn.offset(12, 3, 12));
    around.cells().filter(|at| name_at(world, *at) == block).collect()
}

#[test]
fn a_fence_has_its_gate_in_the_middle_of_a_side() {
    let given = [("birch_fence", 20), ("birch_fence_gate", 1), ("oak_fence", 20), ("oak_planks", 8), ("stick", 8)];
    let (world, spawn) = meadow(FAST, &given, |world, spawn| {
        fill(world, spawn.offset(5, -1, 4), spawn.offset(7, -1, 6), "farmland");
        fill(world, spawn.offset(5, 0, 4), spawn.offset(7, 0, 6), "wheat");
        put(world, spawn.offset(6, 0, 3), "dirt");
    });
    play(&world, &["put a birch fence around the wheat with a gate on the west side"]).assert_done();
    let gates = standing(&world, spawn, "birch_fence_gate");
    assert_eq!((gates, standing(&world, spawn, "birch_fence").len()), (vec![spawn.offset(4, 0, 5)], 15));
    let state = world.with(move |game| game.block(spawn.offset(4, 0, 5)));
    let facing = knowledge::state_properties(state).into_iter().find(|(name, _)| *name == "facing");
    assert!(facing.is_some_and(|(_, side)| ["west", "east"].contains(&side)), "one goes through it: {facing:?}");
}

#[test]
fn a_path_is_laid_into_the_ground() {
    let (world, spawn) = meadow(FAST, &[("gravel", 16), ("cobblestone", 5), ("wooden_pickaxe", 1)], |world, spawn| {
        fill(world, spawn.offset(-20, -3, -20), spawn.offset(20, -2, 20), "dirt");
        fill(world, spawn.offset(-3, 0, -5), spawn.offset(3, 0, -3), "stone");
        put(world, spawn.offset(6, 0, 5), "chest");
        put(world, spawn.offset(3, 0, 0), "oak_planks");
        put(world, spawn.offset(3, 1, 0), "oak_planks");
        put(world, spawn.offset(0, 0, -1), "short_grass");
    });
    play(&world, &["lay a cobblestone path 5 blocks north"]).assert_done();
    for (far, up) in [(1, -1), (2, -1), (3, 0), (4, 0), (5, 0)] {
        let at = spawn.offset(0, up, -far);
        assert_eq!((name_at(&world, at), name_at(&world, at.up())), ("cobblestone", "air"), "{far}");
    }
    let (world, spawn) = meadow(FAST, &[("gravel", 16)], |world, spawn| {
        fill(world, spawn.offset(-20, -3, -20), spawn.offset(20, -2, 20), "dirt");
        put(world, spawn.offset(6, 0, 5), "chest");
        put(world, spawn.offset(3, 0, 0), "oak_planks");
    });
    play(&world, &["make a path of gravel from here to the chest"]).assert_done();
    let gravel = standing(&world, spawn, "gravel");
    assert_eq!(gravel.len(), 10, "{gravel:?}");
    assert!(gravel.iter().all(|at| at.y == spawn.y - 1), "{gravel:?}");
    assert_eq!(name_at(&world, spawn.offset(3, 0, 0)), "oak_planks");
}

fn put(world: &PracticeWorld, at: BlockPos, block: &str) {
    fill(world, at, at, block);
}
