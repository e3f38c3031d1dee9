//! Levers, buttons and pressure plates under a player's hands and feet.

use super::*;
use crate::chunks::blocks::property;

/// Beside the player, who stands at 0.5, 64, 0.5.
const PLACE: BlockPos = BlockPos::new(2, MEADOW + 1, 0);

fn with_switch(name: &str) -> Client {
    let mut client = Client::join();
    client.game.set_block(PLACE, blocks::with(blocks::state(name), "face", "floor"));
    client
}

fn strength(client: &mut Client) -> &'static str {
    let state = client.game.block(PLACE);
    property(state, "powered").or_else(|| property(state, "power")).unwrap()
}

#[test]
fn a_lever_stays_as_it_is_turned() {
    let mut client = with_switch("lever");
    // Until the client has the land.
    client.ticks(5);
    client.received();
    client.use_on(PLACE, Direction::Up);
    let told = client.received().iter().any(|packet| {
        matches!(packet, ClientboundGamePacket::BlockUpdate(packet) if wire::from_block_pos(packet.pos) == PLACE)
    });
    assert!(told && strength(&mut client) == "true");
    client.ticks(100);
    assert_eq!(strength(&mut client), "true");
    client.use_on(PLACE, Direction::Up);
    assert_eq!(strength(&mut client), "false");
}

/// Minecraft Wiki, Button: 1 second of stone, 1.5 of wood.
#[test]
fn buttons_come_out_again() {
    for (button, ticks) in
        [("stone_button", 20), ("polished_blackstone_button", 20), ("oak_button", 30), ("crimson_button", 30)]
    {
        let mut client = with_switch(button);
        client.use_on(PLACE, Direction::Up);
        client.ticks(5);
        // Pressed again it lasts no longer.
        client.use_on(PLACE, Direction::Up);
        client.ticks(ticks - 6);
        assert_eq!(strength(&mut client), "true", "{button}");
        client.ticks(1);
        assert_eq!(strength(&mut client), "false", "{button}");
    }
}

fn go(client: &mut Client, x: f64) {
    client.game.teleport(NAME, Vec3::new(x, 64.0, 0.5));
    client.confirm_teleports();
}

/// Minecraft Wiki, Pressure Plate: it looks every second, a weighted one every half second, whether it still is stood on.
#[test]
fn plates_are_down_while_someone_stands_on_them() {
    for (plate, ticks, up, down) in [
        ("stone_pressure_plate", 20, "false", "true"),
        ("oak_pressure_plate", 20, "false", "true"),
        ("light_weighted_pressure_plate", 10, "0", "1"),
        ("heavy_weighted_pressure_plate", 10, "0", "1"),
    ] {
        let mut client = with_switch(plate);
        client.ticks(5);
        assert_eq!(strength(&mut client), up, "{plate}: beside it");
        go(&mut client, 2.5);
        client.ticks(1);
        assert_eq!(strength(&mut client), down, "{plate}");
        client.ticks(50);
        assert_eq!(strength(&mut client), down, "{plate}");
        go(&mut client, 0.5);
        client.ticks(ticks);
        assert_eq!(strength(&mut client), up, "{plate}");
    }
}

#[test]
fn stone_answers_to_the_living_and_weights_are_counted() {
    for (plate, sticks, strength_then) in [
        ("stone_pressure_plate", 3, "false"),
        ("birch_pressure_plate", 1, "true"),
        ("light_weighted_pressure_plate", 3, "3"),
        ("heavy_weighted_pressure_plate", 11, "2"),
    ] {
        let mut client = with_switch(plate);
        for number in 0..sticks {
            // Of different kinds, lest they join.
            let item = crate::knowledge::items()[100 + number].name;
            client.game.spawn_item(Vec3::new(2.5, 64.0, 0.5), item, 1);
        }
        client.ticks(25);
        assert_eq!(strength(&mut client), strength_then, "{plate}");
        client.game.items.clear();
        client.ticks(20);
        assert!(matches!(strength(&mut client), "false" | "0"), "{plate}");
    }
}

#[test]
fn what_is_dug_while_it_is_down_is_forgotten() {
    let mut client = with_switch("stone_button");
    client.use_on(PLACE, Direction::Up);
    client.game.set_block(PLACE, blocks::state("stone"));
    client.ticks(30);
    assert_eq!(client.name_at(PLACE), "stone");
    assert!(client.game.pressed.is_empty());
}
