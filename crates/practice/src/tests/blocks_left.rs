//! What a dug block leaves, and which way a gate turns.

use super::*;
use crate::chunks::blocks::property;

/// The state of a block, with one property set.
fn state(name: &str, property: &str, value: &str) -> crate::voxel::StateId {
    let block = crate::knowledge::block(name).unwrap();
    crate::knowledge::state_with(block, &[(property, value)]).unwrap()
}

/// What digging ice of that name leaves over a block.
fn dug_over(ice: &str, below: &str, mode: azalea_core::game_type::GameMode) -> &'static str {
    let mut client = Client::join();
    client.game.set_game_mode(ID, mode);
    let pos = GRASS.up();
    client.game.set_block(pos.down(), blocks::state(below));
    client.game.set_block(pos, blocks::state(ice));
    client.act(Action::StartDestroyBlock, pos);
    client.ticks(60);
    client.act(Action::StopDestroyBlock, pos);
    assert!(client.game.lying_items().is_empty(), "it yields nothing without Silk Touch");
    client.name_at(pos)
}

/// Minecraft Wiki, Ice, Breaking; the game's `IceBlock.playerDestroy`: over what stops bodies, and over a liquid, water is
/// left, in survival; packed ice is just gone.
#[test]
fn dug_ice_becomes_water_where_something_is_below() {
    use azalea_core::game_type::GameMode::{Creative, Survival};
    for (ice, below, mode, left) in [
        ("ice", "stone", Survival, "water"),
        ("ice", "oak_fence", Survival, "water"),
        ("ice", "water", Survival, "water"),
        ("ice", "lava", Survival, "water"),
        ("ice", "air", Survival, "air"),
        ("ice", "cobweb", Survival, "air"),
        ("ice", "white_carpet", Survival, "air"),
        ("frosted_ice", "stone", Survival, "water"),
        ("packed_ice", "stone", Survival, "air"),
        ("ice", "stone", Creative, "air"),
    ] {
        assert_eq!(dug_over(ice, below, mode), left, "{ice} over {below} in {mode:?}");
    }
}

#[test]
fn ice_is_taken_whole_with_silk_touch() {
    let mut client = Client::join();
    let pos = GRASS.up();
    client.game.set_block(pos, blocks::state("ice"));
    client.game.give(NAME, "iron_pickaxe", 1);
    let pickaxe = client.game.players.get_mut(&ID).unwrap().inventory.pack[0].as_mut().unwrap();
    assert!(pickaxe.enchantments.set("silk_touch", 1));
    client.act(Action::StartDestroyBlock, pos);
    client.ticks(10);
    client.act(Action::StopDestroyBlock, pos);
    assert_eq!(client.name_at(pos), "air");
    assert_eq!(client.game.lying_items().iter().map(|item| item.1).collect::<Vec<_>>(), ["ice"]);
}

#[test]
fn a_gate_opens_away_from_who_opens_it() {
    let mut client = Client::join();
    let pos = GRASS.offset(1, 1, 0);
    client.game.set_block(pos, state("oak_fence_gate", "facing", "west"));
    // Looking east, against the way it faces.
    client.game.players.get_mut(&ID).unwrap().yaw = -90.0;
    let read = |client: &mut Client| {
        let state = client.game.block(pos);
        (property(state, "facing"), property(state, "open"))
    };
    client.use_on(pos, Direction::Up);
    assert_eq!(read(&mut client), (Some("east"), Some("true")));
    client.game.players.get_mut(&ID).unwrap().yaw = 90.0;
    client.use_on(pos, Direction::Up);
    assert_eq!(read(&mut client), (Some("east"), Some("false")), "it shuts the way it stands");
    client.use_on(pos, Direction::Up);
    assert_eq!(read(&mut client), (Some("west"), Some("true")));
}
