//! Bodies as their clients know them: what hurts, heals and feeds, and what is told of it.

use azalea_core::game_type::GameMode;
use azalea_entity::{EntityDataItem, EntityDataValue, Pose};
use azalea_protocol::packets::game::{ServerboundPlayerInput, ServerboundUseItem};
use azalea_registry::builtin::EntityKind;

use super::*;
use crate::players::{effects::Effect, player::Player};

fn use_hand(client: &mut Client) {
    let hand = InteractionHand::MainHand;
    client.send(ServerboundGamePacket::UseItem(ServerboundUseItem { hand, seq: 1, y_rot: 0.0, x_rot: 0.0 }));
}

fn player(client: &mut Client) -> &mut Player {
    client.game.players.get_mut(&ID).unwrap()
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

/// Minecraft Wiki, Damage, Drowning: 15 seconds of breath, then 2 a second from the second on after it: 20 are gone in 26
/// seconds.
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

/// Minecraft Wiki, Water: who comes into a bubble column drowns no longer.
#[test]
fn bubbles_are_breath() {
    let mut client = join_hungry();
    for dy in 0..4 {
        set(&mut client, FEET.offset(0, dy, 0), "bubble_column");
    }
    client.ticks(330);
    let air = player(&mut client).vitals.air;
    assert_eq!((client.game.health(NAME), air), (Some(20.0), 300));
}

/// Minecraft Wiki, Lava: 4 every half second.
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
    for pos in [FEET, FEET.up()] {
        set(&mut client, pos, "stone");
    }
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

/// Minecraft Wiki, Crawling.
#[test]
fn who_has_no_room_to_stand_crawls_and_breathes() {
    let mut client = join_hungry();
    set(&mut client, FEET.up(), "stone");
    client.received();
    client.ticks(21);
    assert_eq!(client.game.health(NAME), Some(20.0));
    let lies = EntityDataItem { index: 6, value: EntityDataValue::Pose(Pose::Swimming) };
    let told = client.received().iter().any(|packet| {
        matches!(packet, ClientboundGamePacket::SetEntityData(packet) if packet.packed_items.0.contains(&lies))
    });
    assert!(told && player(&mut client).eyes().y == 64.4);
    client.walk(0.9, 64.0, 0.5, true);
    assert_eq!((client.confirm_teleports(), player(&mut client).tall), (0, 0.6));
    set(&mut client, FEET.up(), "air");
    client.ticks(1);
    assert_eq!(player(&mut client).tall, 1.8);
}

/// Minecraft Wiki, Swimming.
#[test]
fn who_sprints_swims_once_under_water() {
    let mut client = join_hungry();
    set(&mut client, FEET, "water");
    player(&mut client).sprinting = true;
    client.ticks(1);
    assert_eq!(player(&mut client).tall, 1.8, "wading");
    set(&mut client, FEET.up(), "water");
    client.ticks(1);
    assert_eq!(player(&mut client).tall, 0.6);
    set(&mut client, FEET.up(), "air");
    client.ticks(1);
    assert_eq!(player(&mut client).tall, 0.6, "at the surface");
    player(&mut client).sprinting = false;
    client.ticks(1);
    assert_eq!(player(&mut client).tall, 1.8);
}

/// Minecraft Wiki, Hunger and Food: nothing is eaten without hunger but what always is; 32 ticks a bite.
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

    let mut client = join_hungry();
    client.game.give(NAME, "cod_bucket", 1);
    use_hand(&mut client);
    client.ticks(40);
    assert_eq!((client.count("cod_bucket"), client.game.food(NAME)), (1, Some(10)), "a fish in a bucket is no food");
}

#[test]
fn a_meal_that_leaves_the_hand_is_not_eaten() {
    let mut client = join_hungry();
    client.game.give(NAME, "bread", 1);
    use_hand(&mut client);
    client.ticks(10);
    client.game.clear_inventory(NAME);
    client.game.give(NAME, "golden_apple", 1);
    client.ticks(30);
    assert_eq!((client.count("golden_apple"), client.game.food(NAME)), (1, Some(10)));
    assert!(player(&mut client).eating.is_none());
}

/// Creators eat without hunger and lose nothing by it, and their effects end; spectators touch nothing.
#[test]
fn bodies_live_on_in_every_mode() {
    let mut client = Client::join();
    client.game.give(NAME, "mushroom_stew", 1);
    client.game.set_game_mode(ID, GameMode::Spectator);
    use_hand(&mut client);
    assert!(player(&mut client).eating.is_none());
    client.game.set_game_mode(ID, GameMode::Creative);
    assert!(client.game.give_effect(NAME, "speed", 20, 0));
    use_hand(&mut client);
    client.ticks(32);
    assert_eq!((client.count("mushroom_stew"), client.count("bowl")), (1, 0));
    let eaten = client
        .received()
        .iter()
        .any(|packet| matches!(packet, ClientboundGamePacket::EntityEvent(packet) if packet.event_id == 9));
    assert!(eaten && player(&mut client).vitals.effects.level(Effect::Speed).is_none());
}

/// As in vanilla, where a word about the hand would be about a change: clients take it for the end of the meal.
#[test]
fn a_use_turns_the_head_and_says_nothing_of_the_hand_and_the_other_hand_does_not_eat() {
    let mut client = join_hungry();
    client.game.give(NAME, "bread", 1);
    client.ticks(1);
    for (hand, y_rot, yaw, eats) in [
        (InteractionHand::OffHand, 45.0, 0.0, false),
        (InteractionHand::MainHand, 90.0, 90.0, true),
        (InteractionHand::MainHand, f32::NAN, 90.0, true),
    ] {
        client.received();
        client.send(ServerboundGamePacket::UseItem(ServerboundUseItem { hand, seq: 1, y_rot, x_rot: 10.0 }));
        let told = client
            .received()
            .iter()
            .any(|packet| matches!(packet, ClientboundGamePacket::ContainerSetSlot(packet) if packet.slot == 36));
        let player = player(&mut client);
        assert_eq!((player.yaw, player.eating.is_some(), told), (yaw, eats, false), "{hand:?} {y_rot}");
    }
    client.received();
    client.ticks(32);
    let told: Vec<&str> = client
        .received()
        .iter()
        .filter_map(|packet| match packet {
            ClientboundGamePacket::EntityEvent(packet) if packet.event_id == 9 => Some("eaten"),
            ClientboundGamePacket::SetHealth(packet) if packet.food == 15 => Some("fed"),
            ClientboundGamePacket::ContainerSetSlot(packet) if packet.slot == 36 => Some("hand"),
            _ => None,
        })
        .collect();
    assert_eq!(told, ["eaten", "fed", "hand"], "once, when it is true");
}

/// Vanilla: until the client shows the world, for 60 ticks at most.
#[test]
fn nothing_harms_who_has_just_come() {
    let mut client = Client::join();
    client.game.kill(NAME, "died");
    client.respawn();
    client.game.damage(NAME, 5.0, "died");
    client.ticks(59);
    client.game.damage(NAME, 5.0, "died");
    assert_eq!(client.game.health(NAME), Some(20.0));
    client.ticks(1);
    client.game.damage(NAME, 5.0, "died");
    assert_eq!(client.game.health(NAME), Some(15.0));
    client.game.kill(NAME, "died");
    client.respawn();
    client.send(ServerboundGamePacket::PlayerLoaded(ServerboundPlayerLoaded));
    client.game.damage(NAME, 5.0, "died");
    assert_eq!(client.game.health(NAME), Some(15.0));
}

#[test]
fn nobody_appears_in_what_was_built_on_the_spawn() {
    let mut client = Client::join();
    for dy in 0..3 {
        set(&mut client, FEET.offset(0, dy, 0), "stone");
    }
    let above = Vec3::new(0.5, 67.0, 0.5);
    assert_eq!(client.game.first_belongings().at, above);
    client.game.kill(NAME, "died");
    client.respawn();
    assert_eq!(client.game.position(NAME), Some(above));
    client.game.kill(NAME, "died");
    client.game.handle(Inbound::Left(ID, "bye".to_owned()));
    assert_eq!(client.game.belongings[&Uuid::from_u128(1)].1.at, above);
}

#[test]
fn effects_come_and_go() {
    let mut client = Client::join();
    assert!(client.game.give_effect(NAME, "speed", 20, 1));
    assert!(!client.game.give_effect(NAME, "speed", 10, 1) && !client.game.give_effect(NAME, "bad_luck", 10, 1));
    client.ticks(20);
    let packets = client.received();
    let shown = packets.iter().find_map(|packet| match packet {
        ClientboundGamePacket::UpdateMobEffect(packet) => Some((packet.data.amplifier, packet.data.duration)),
        _ => None,
    });
    assert_eq!(shown, Some((1, 20)));
    assert!(packets.iter().any(|packet| matches!(packet, ClientboundGamePacket::RemoveMobEffect(_))));
    assert!(client.game.give_effect(NAME, "instant_damage", 1, 0));
    client.ticks(1);
    assert_eq!(client.game.health(NAME), Some(14.0));
    assert!(client.game.give_effect(NAME, "instant_health", 1, 0));
    client.ticks(1);
    assert_eq!(client.game.health(NAME), Some(18.0));
}

/// Minecraft Wiki, Breaking: Haste II digs 1.4 times as fast; off the ground it takes five times as long.
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
    client.respawn();
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

/// Puts a bed beside the player; where its foot is.
fn put_bed(client: &mut Client) -> BlockPos {
    let foot = FEET.offset(2, 0, 0);
    let bed = crate::knowledge::block("red_bed").unwrap();
    for (pos, part) in [(foot, "foot"), (foot.offset(1, 0, 0), "head")] {
        let state = crate::knowledge::state_with(bed, &[("facing", "east"), ("part", part)]).unwrap();
        client.game.set_block(pos, state);
    }
    foot
}

#[test]
fn who_is_taken_out_of_bed_wakes() {
    let mut client = Client::join();
    let foot = put_bed(&mut client);
    client.game.set_day_time(14_000);
    client.use_on(foot, Direction::Up);
    assert!(player(&mut client).asleep.is_some());
    let away = Vec3::new(8.5, 64.0, 8.5);
    client.game.teleport(NAME, away);
    client.confirm_teleports();
    client.ticks(1);
    assert!(player(&mut client).asleep.is_none());
    assert_eq!(client.game.position(NAME), Some(away));
}

#[test]
fn beds_are_for_the_night_and_for_coming_back() {
    let mut client = Client::join();
    let foot = put_bed(&mut client);
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
    client.respawn();
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
