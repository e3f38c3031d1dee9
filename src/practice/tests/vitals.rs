//! Bodies as their clients know them: what hurts, heals and feeds, and what is told of it.

use azalea_protocol::packets::game::{ServerboundPlayerInput, ServerboundUseItem};
use azalea_registry::builtin::EntityKind;

use super::*;

fn use_hand(client: &mut Client) {
    let hand = InteractionHand::MainHand;
    client.send(ServerboundGamePacket::UseItem(ServerboundUseItem { hand, seq: 1, y_rot: 0.0, x_rot: 0.0 }));
}

fn set(client: &mut Client, pos: BlockPos, name: &str) {
    client.game.set_block(pos, blocks::state(name));
}

/// One whose wounds do not heal, so that what is left tells what was lost.
fn join_hungry() -> Client {
    let mut client = Client::join();
    client.game.set_food(NAME, 10);
    client
}

/// The player's feet at the start.
const FEET: BlockPos = BlockPos::new(0, MEADOW + 1, 0);

fn last_kill(client: &mut Client) -> Option<String> {
    client.received().iter().find_map(|packet| match packet {
        ClientboundGamePacket::PlayerCombatKill(packet) => Some(packet.message.to_string()),
        _ => None,
    })
}

/// Wiki, Drowning: 15 seconds of breath, then 2 a second from the second on after it: 20 are gone in 26 seconds.
#[test]
fn who_stays_under_water_drowns() {
    let mut client = join_hungry();
    for dy in 0..4 {
        set(&mut client, FEET.offset(0, dy, 0), "water");
    }
    client.ticks(319);
    assert_eq!(client.game.health(NAME), Some(20.0));
    client.ticks(1);
    assert_eq!(client.game.health(NAME), Some(18.0));
    client.ticks(180);
    assert_eq!(client.game.health(NAME), Some(0.0));
    assert_eq!(last_kill(&mut client).as_deref(), Some("tester drowned"));
}

/// Wiki, Lava: 4 every half second.
#[test]
fn lava_kills_fast_unless_resisted() {
    let mut client = join_hungry();
    set(&mut client, FEET, "lava");
    client.ticks(1);
    assert_eq!(client.game.health(NAME), Some(16.0));
    client.ticks(9);
    assert_eq!(client.game.health(NAME), Some(16.0));
    client.ticks(1);
    assert_eq!(client.game.health(NAME), Some(12.0));
    assert!(client.game.give_effect(NAME, "minecraft:fire_resistance", 1000, 0));
    client.ticks(100);
    assert!(client.game.health(NAME) >= Some(12.0));
    client.game.clear_effects(NAME, None);
    client.ticks(60);
    assert_eq!(client.game.health(NAME), Some(0.0));
    assert_eq!(last_kill(&mut client).as_deref(), Some("tester tried to swim in lava"));
}

#[test]
fn walls_suffocate_and_magma_burns_who_does_not_sneak() {
    let mut client = join_hungry();
    set(&mut client, FEET.up(), "stone");
    client.ticks(21);
    assert_eq!(client.game.health(NAME), Some(17.0), "one every ten ticks");

    let mut client = join_hungry();
    set(&mut client, FEET.down(), "magma_block");
    client.ticks(1);
    assert_eq!(client.game.health(NAME), Some(19.0));
    let sneak = ServerboundPlayerInput { shift: true, ..Default::default() };
    client.send(ServerboundGamePacket::PlayerInput(sneak));
    client.ticks(60);
    assert_eq!(client.game.health(NAME), Some(19.0));
}

/// Wiki, Hunger: nothing is eaten without hunger but what always is; 32 ticks a bite.
#[test]
fn eating_takes_its_time_and_hunger() {
    let mut client = Client::join();
    client.game.give(NAME, "bread", 2);
    use_hand(&mut client);
    client.ticks(40);
    assert_eq!(client.count("bread"), 2, "not hungry");
    client.game.set_food(NAME, 10);
    use_hand(&mut client);
    client.ticks(31);
    assert_eq!((client.count("bread"), client.game.food(NAME)), (2, Some(10)));
    client.ticks(1);
    assert_eq!((client.count("bread"), client.game.food(NAME)), (1, Some(15)));

    let mut client = Client::join();
    client.game.give(NAME, "golden_apple", 1);
    use_hand(&mut client);
    client.ticks(32);
    assert_eq!(client.count("golden_apple"), 0, "always edible");
    let told = client.received().iter().any(|packet| matches!(packet, ClientboundGamePacket::UpdateMobEffect(_)));
    assert!(told, "it regenerates");

    let mut client = Client::join();
    client.game.give(NAME, "mushroom_stew", 1);
    client.game.set_food(NAME, 10);
    use_hand(&mut client);
    client.ticks(32);
    assert_eq!((client.count("bowl"), client.game.food(NAME)), (1, Some(16)));
}

#[test]
fn effects_come_and_go() {
    let mut client = Client::join();
    assert!(client.game.give_effect(NAME, "speed", 20, 1));
    assert!(!client.game.give_effect(NAME, "speed", 10, 1) && !client.game.give_effect(NAME, "luck", 10, 1));
    client.ticks(20);
    let packets = client.received();
    let shown = packets.iter().find_map(|packet| match packet {
        ClientboundGamePacket::UpdateMobEffect(packet) => Some((packet.data.amplifier, packet.data.duration)),
        _ => None,
    });
    assert_eq!(shown, Some((1, 20)));
    assert!(packets.iter().any(|packet| matches!(packet, ClientboundGamePacket::RemoveMobEffect(_))));
    assert!(client.game.give_effect(NAME, "instant_damage", 1, 0));
    assert_eq!(client.game.health(NAME), Some(14.0));
    assert!(client.game.give_effect(NAME, "instant_health", 1, 0));
    assert_eq!(client.game.health(NAME), Some(18.0));
}

/// Wiki, Breaking: Haste II digs 1.4 times as fast; off the ground it takes five times as long.
#[test]
fn dig_times_depend_on_the_body() {
    let ticks_to_dig = |prepare: fn(&mut Client)| {
        let mut client = Client::join();
        prepare(&mut client);
        client.act(Action::StartDestroyBlock, GRASS);
        client.act(Action::StopDestroyBlock, GRASS);
        (1..1000).find(|_| {
            client.ticks(1);
            client.name_at(GRASS) == "air"
        })
    };
    assert_eq!(ticks_to_dig(|_| {}), Some(17));
    let haste = |client: &mut Client| assert!(client.game.give_effect(NAME, "haste", 999, 1));
    assert_eq!(ticks_to_dig(haste), Some(12));
    assert_eq!(ticks_to_dig(|client| client.walk(0.5, 64.1, 0.5, false)), Some(89));
}

#[test]
fn ores_pay_and_death_takes_it() {
    let mut client = Client::join();
    client.game.give(NAME, "iron_pickaxe", 1);
    client.received();
    set(&mut client, GRASS, "diamond_ore");
    client.act(Action::StartDestroyBlock, GRASS);
    client.ticks(40);
    client.act(Action::StopDestroyBlock, GRASS);
    let shown = |client: &mut Client| {
        client.received().iter().rev().find_map(|packet| match packet {
            ClientboundGamePacket::SetExperience(packet) => Some((packet.experience_level, packet.total_experience)),
            _ => None,
        })
    };
    let (level, total) = shown(&mut client).expect("experience");
    assert!((3..=7).contains(&total) && level == u32::from(total == 7), "{level} {total}");
    client.game.kill(NAME, "died");
    client
        .send(ServerboundGamePacket::ClientCommand(ServerboundClientCommand { action: ClientAction::PerformRespawn }));
    assert_eq!(shown(&mut client), Some((0, 0)));
}

#[test]
fn falling_sand_is_an_entity_to_clients() {
    let mut client = Client::join();
    client.ticks(1);
    client.received();
    let sand = GRASS.offset(0, 6, 0);
    set(&mut client, sand, "sand");
    client.ticks(4);
    let packets = client.received();
    let fell = packets.iter().find_map(|packet| match packet {
        ClientboundGamePacket::AddEntity(packet) => Some((packet.entity_type, packet.data)),
        _ => None,
    });
    assert_eq!(fell, Some((EntityKind::FallingBlock, i32::from(blocks::state("sand")))));
    client.ticks(30);
    let gone = client.received().iter().any(|packet| matches!(packet, ClientboundGamePacket::RemoveEntities(_)));
    assert!(gone && client.name_at(GRASS.up()) == "sand");
}

#[test]
fn beds_are_for_the_night_and_for_coming_back() {
    let mut client = Client::join();
    let foot = FEET.offset(2, 0, 0);
    let bed = crate::knowledge::block("red_bed").unwrap();
    for (pos, part) in [(foot, "foot"), (foot.offset(1, 0, 0), "head")] {
        let state = crate::knowledge::state_with(bed, &[("facing", "east"), ("part", part)]).unwrap();
        client.game.set_block(pos, state);
    }
    client.use_on(foot, Direction::Up);
    let texts = |client: &mut Client| -> Vec<String> {
        let said = |packet: &ClientboundGamePacket| match packet {
            ClientboundGamePacket::SystemChat(packet) => Some(packet.content.to_string()),
            _ => None,
        };
        client.received().iter().filter_map(said).collect()
    };
    let said = texts(&mut client);
    assert_eq!(said[said.len() - 2..], ["Respawn point set", "You can sleep only at night or during thunderstorms"]);
    client.game.set_day_time(14_000);
    client.use_on(foot, Direction::Up);
    client.ticks(99);
    assert_eq!(client.game.day_time(), 14_099);
    assert!(client.game.players[&ID].asleep.is_some());
    client.ticks(1);
    assert_eq!(client.game.day_time(), 24_000);
    assert!(client.game.players[&ID].asleep.is_none());
    client.confirm_teleports();
    client.game.kill(NAME, "died");
    client
        .send(ServerboundGamePacket::ClientCommand(ServerboundClientCommand { action: ClientAction::PerformRespawn }));
    let at = client.game.position(NAME).unwrap();
    assert!(at.distance(foot.center()) < 3.0, "{at:?}");
}

#[test]
fn nobody_hops_through_a_wall_and_nobody_is_held_up_for_nothing() {
    let mut client = Client::join();
    for dy in 0..3 {
        set(&mut client, FEET.offset(2, dy, 0), "glass");
    }
    client.walk(4.5, 64.0, 0.5, true);
    assert_eq!(client.game.position(NAME).map(|at| at.x), Some(0.5));
    assert_eq!(client.confirm_teleports(), 1);
    for step in 1..=30 {
        client.walk(0.5 + 0.04 * f64::from(step), 64.0, 0.5, true);
    }
    assert_eq!(client.confirm_teleports(), 0);
    assert!(client.game.position(NAME).is_some_and(|at| at.x > 1.69));
}
