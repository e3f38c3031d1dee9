//! What is lit and what is fed: flint and steel, fire charges, bone meal.

use super::*;
use crate::chunks::blocks::{property, with};

/// Beside the player, who stands at 0.5, 64, 0.5, and the ground below.
const PLACE: BlockPos = BlockPos::new(2, MEADOW + 1, 0);
const GROUND: BlockPos = BlockPos::new(2, MEADOW, 0);

fn holding(item: &str, count: u32) -> Client {
    let mut client = Client::join();
    client.game.clear_inventory(NAME);
    assert!(client.game.give(NAME, item, count));
    client
}

fn damage(client: &mut Client) -> u32 {
    client.game.named(NAME).and_then(|player| player.hand()).map_or(0, |stack| stack.damage)
}

/// Minecraft Wiki, Flint and Steel and Campfire: one use each; not in water, and not what burns already.
#[test]
fn flint_lights_what_can_be_lit_and_wears() {
    let mut client = holding("flint_and_steel", 1);
    let campfire = with(blocks::state("campfire"), "lit", "false");
    client.game.set_block(PLACE, campfire);
    client.use_on(PLACE, Direction::Up);
    let now = client.game.block(PLACE);
    assert_eq!((property(now, "lit"), damage(&mut client)), (Some("true"), 1));
    client.game.set_block(PLACE, with(campfire, "waterlogged", "true"));
    client.use_on(PLACE, Direction::Up);
    let now = client.game.block(PLACE);
    assert_eq!((property(now, "lit"), damage(&mut client)), (Some("false"), 1));
}

#[test]
fn fire_stands_on_whole_ground_and_in_air_alone() {
    let mut client = holding("fire_charge", 5);
    client.game.set_block(PLACE, blocks::AIR);
    client.game.set_block(GROUND, blocks::state("soul_sand"));
    client.use_on(GROUND, Direction::Up);
    assert_eq!((blocks::name(client.game.block(PLACE)), client.count("fire_charge")), ("soul_fire", 4));
    client.game.set_block(PLACE, blocks::state("short_grass"));
    client.use_on(GROUND, Direction::Up);
    assert_eq!((blocks::name(client.game.block(PLACE)), client.count("fire_charge")), ("short_grass", 4));
    client.game.set_block(PLACE, blocks::AIR);
    client.game.set_block(GROUND, blocks::state("oak_fence"));
    client.use_on(GROUND, Direction::Up);
    assert_eq!((client.game.block(PLACE), client.count("fire_charge")), (blocks::AIR, 4));
}

/// Minecraft Wiki, Bone Meal: two to five stages of a crop; none is spent on what is grown up.
#[test]
fn bone_meal_makes_crops_older() {
    let mut client = holding("bone_meal", 64);
    client.game.set_block(GROUND, blocks::state("farmland"));
    let mut stages = Vec::new();
    for _ in 0..20 {
        client.game.set_block(PLACE, blocks::state("wheat"));
        client.use_on(PLACE, Direction::Up);
        stages.push(knowledge::age(client.game.block(PLACE)).unwrap());
    }
    stages.sort_unstable();
    stages.dedup();
    assert_eq!((stages, client.count("bone_meal")), (vec![2, 3, 4, 5], 44));
    client.game.set_block(PLACE, with(blocks::state("wheat"), "age", "7"));
    client.use_on(PLACE, Direction::Up);
    client.use_on(GROUND.offset(1, 0, 0), Direction::Up);
    assert_eq!(client.count("bone_meal"), 44);
}
