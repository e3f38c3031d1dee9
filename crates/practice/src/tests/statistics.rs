//! What a client hears that asks for its statistics.

use std::collections::HashMap;

use azalea_protocol::packets::game::{ServerboundPlayerCommand, ServerboundPlayerInput, s_player_command};
use azalea_registry::builtin::{BlockKind, CustomStat as Custom, ItemKind};

use super::*;
use crate::players::statistics::Stat;

/// Asks, and returns what is answered.
fn ask(client: &mut Client) -> HashMap<Stat, i32> {
    client.received();
    let action = ClientAction::RequestStats;
    client.send(ServerboundGamePacket::ClientCommand(ServerboundClientCommand { action }));
    let answer = client.received().into_iter().find_map(|packet| match packet {
        ClientboundGamePacket::AwardStats(packet) => Some(packet.stats),
        _ => None,
    });
    answer.expect("an answer")
}

#[test]
fn digging_and_building_is_counted() {
    let mut client = Client::join();
    client.game.give(NAME, "stone_shovel", 1);
    client.act(Action::StartDestroyBlock, GRASS);
    client.ticks(8);
    client.act(Action::StopDestroyBlock, GRASS);
    client.collect();
    client.game.teleport(NAME, Vec3::new(0.5, 64.0, 0.5));
    client.confirm_teleports();
    let dirt = client.game.players[&ID].inventory.pack.iter().position(|slot| slot.is_some_and(|s| s.name() == "dirt"));
    client.game.players.get_mut(&ID).unwrap().held = dirt.unwrap();
    client.use_on(GRASS.down(), Direction::Up);
    let told = ask(&mut client);
    for (stat, count) in [
        (Stat::Mined(BlockKind::GrassBlock), 1),
        (Stat::Used(ItemKind::StoneShovel), 1),
        (Stat::PickedUp(ItemKind::Dirt), 1),
        (Stat::Used(ItemKind::Dirt), 1),
    ] {
        assert_eq!(told.get(&stat), Some(&count), "{stat:?}");
    }
    assert_eq!(told.get(&Stat::Custom(Custom::Deaths)), None);
}

#[test]
fn stone_that_yields_nothing_is_not_mined_and_tools_break() {
    let mut client = Client::join();
    client.game.set_block(GRASS, blocks::state("stone"));
    client.act(Action::StartDestroyBlock, GRASS);
    client.ticks(160);
    client.act(Action::StopDestroyBlock, GRASS);
    assert_eq!(client.name_at(GRASS), "air");
    assert_eq!(ask(&mut client).get(&Stat::Mined(BlockKind::Stone)), None);
    let pickaxe = crate::knowledge::item("wooden_pickaxe").unwrap();
    client.game.give(NAME, "wooden_pickaxe", 1);
    let worn = crate::Stack { damage: 58, ..crate::Stack::new(pickaxe.id, 1) };
    client.game.players.get_mut(&ID).unwrap().inventory.pack[0] = Some(worn);
    client.game.set_block(GRASS, blocks::state("stone"));
    client.act(Action::StartDestroyBlock, GRASS);
    client.ticks(30);
    client.act(Action::StopDestroyBlock, GRASS);
    let told = ask(&mut client);
    assert_eq!(told.get(&Stat::Broken(ItemKind::WoodenPickaxe)), Some(&1));
    assert_eq!(told.get(&Stat::Mined(BlockKind::Stone)), Some(&1));
}

#[test]
fn what_is_made_and_thrown_is_counted() {
    let mut client = Client::join();
    client.game.give(NAME, "oak_log", 2);
    client.click(0, 36);
    client.click(0, 1);
    client.click(0, 0);
    client.click(0, -999);
    client.game.give(NAME, "stick", 5);
    client.act(Action::DropAllItems, GRASS);
    let told = ask(&mut client);
    assert_eq!(told.get(&Stat::Crafted(ItemKind::OakPlanks)), Some(&4));
    assert_eq!(told.get(&Stat::Dropped(ItemKind::OakPlanks)), Some(&4));
    assert_eq!(told.get(&Stat::Dropped(ItemKind::Stick)), Some(&5));
    assert_eq!(told.get(&Stat::Custom(Custom::Drop)), Some(&2));
}

#[test]
fn ways_are_measured_by_how_one_goes() {
    let mut client = Client::join();
    client.walk(1.5, 64.0, 0.5, true);
    let action = s_player_command::Action::StartSprinting;
    let sprint = ServerboundPlayerCommand { id: Default::default(), action, data: 0 };
    client.send(ServerboundGamePacket::PlayerCommand(sprint));
    client.walk(1.5, 64.0, 2.5, true);
    client.walk(1.5, 64.42, 2.7, false);
    client.walk(1.5, 64.0, 2.9, true);
    client.game.players.get_mut(&ID).unwrap().sprinting = false;
    client.send(ServerboundGamePacket::PlayerInput(ServerboundPlayerInput { shift: true, ..Default::default() }));
    client.ticks(10);
    client.walk(1.5, 64.0, 2.6, true);
    let told = ask(&mut client);
    let custom = |what| told.get(&Stat::Custom(what)).copied();
    assert_eq!(custom(Custom::WalkOneCm), Some(100));
    assert_eq!(custom(Custom::SprintOneCm), Some(220));
    assert_eq!((custom(Custom::CrouchOneCm), custom(Custom::SneakTime)), (Some(30), Some(10)));
    assert_eq!((custom(Custom::Jump), custom(Custom::PlayTime), custom(Custom::FlyOneCm)), (Some(1), Some(10), None));
}

#[test]
fn falls_wounds_and_deaths_are_counted_and_only_news_are_told() {
    let mut client = Client::join();
    client.ticks(30);
    client.game.hurt(ID, 5.5, "fall", "fell");
    let told = ask(&mut client);
    assert_eq!(told.get(&Stat::Custom(Custom::DamageTaken)), Some(&55));
    assert_eq!(told.get(&Stat::Custom(Custom::TimeSinceDeath)), Some(&30));
    assert!(ask(&mut client).is_empty(), "nothing has changed since");
    client.game.kill(NAME, "died");
    let told = ask(&mut client);
    assert_eq!(told.get(&Stat::Custom(Custom::Deaths)), Some(&1));
    assert_eq!(told.get(&Stat::Custom(Custom::TimeSinceDeath)), Some(&0));
    client.respawn();
    client.confirm_teleports();
    client.game.teleport(NAME, Vec3::new(0.5, 66.5, 0.5));
    client.confirm_teleports();
    client.walk(0.5, 65.0, 0.5, false);
    client.walk(0.5, 64.0, 0.5, true);
    assert_eq!(ask(&mut client).get(&Stat::Custom(Custom::FallOneCm)), Some(&250));
}
