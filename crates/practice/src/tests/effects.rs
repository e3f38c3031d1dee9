//! Effects as commands and food give them, as they act, and as clients are told.

use azalea_entity::{EntityDataItem, EntityDataValue, MobEffectData};
use azalea_protocol::packets::game::{ServerboundChatCommand, ServerboundUseItem};
use azalea_registry::{
    Registry,
    builtin::{Attribute, MobEffect},
};

use super::*;
use crate::players::{effects, effects::Effect, player::Player};

fn player(client: &mut Client) -> &mut Player {
    client.game.players.get_mut(&ID).unwrap()
}

fn operator() -> Client {
    let mut client = Client::join();
    client.game.config.operators.push(NAME.to_owned());
    client.ticks(1);
    client.received();
    client
}

/// Asks for something, and what the client is told then.
fn ask(client: &mut Client, command: &str) -> Vec<ClientboundGamePacket> {
    client.received();
    client.send(ServerboundGamePacket::ChatCommand(ServerboundChatCommand { command: command.to_owned() }));
    client.received()
}

fn said(packets: &[ClientboundGamePacket]) -> Vec<String> {
    let said = |packet: &ClientboundGamePacket| match packet {
        ClientboundGamePacket::SystemChat(packet) => Some(packet.content.to_string()),
        _ => None,
    };
    packets.iter().filter_map(said).collect()
}

fn shown(packets: &[ClientboundGamePacket]) -> Vec<(MobEffect, MobEffectData)> {
    let shown = |packet: &ClientboundGamePacket| match packet {
        ClientboundGamePacket::UpdateMobEffect(packet) => Some((packet.mob_effect, packet.data.clone())),
        _ => None,
    };
    packets.iter().filter_map(shown).collect()
}

/// What the client was told last of one of its own body's data.
fn data(packets: &[ClientboundGamePacket], index: u8) -> Option<EntityDataValue> {
    let items = packets.iter().filter_map(|packet| match packet {
        ClientboundGamePacket::SetEntityData(packet) => Some(&packet.packed_items.0),
        _ => None,
    });
    let of = |item: &&EntityDataItem| item.index == index;
    items.flatten().filter(of).map(|item| item.value.clone()).next_back()
}

/// Where azalea's `metadata` of 26.1 has a player's absorption.
const ABSORPTION: u8 = 17;

fn eat(client: &mut Client, food: &str) -> Vec<ClientboundGamePacket> {
    client.game.clear_inventory(NAME);
    client.game.give(NAME, food, 1);
    client.received();
    let hand = InteractionHand::MainHand;
    client.send(ServerboundGamePacket::UseItem(ServerboundUseItem { hand, seq: 1, y_rot: 0.0, x_rot: 0.0 }));
    client.ticks(32);
    client.received()
}

/// The whole registry of 26.1: each is had, told to the client for its time, and what is not simulated is said.
#[test]
fn every_effect_of_the_registry_is_given_and_shown() {
    let all: Vec<MobEffect> = (0..).map_while(MobEffect::from_u32).collect();
    assert_eq!(all.len(), 40);
    for effect in all {
        let mut client = operator();
        let name = effects::name(effect);
        let instant = effects::is_instant(effect);
        let told = ask(&mut client, &format!("effect give @s {name} 30 1"));
        let shown = shown(&told);
        let [(which, data)] = &shown[..] else { panic!("{name}: {shown:?}") };
        assert_eq!((*which, data.amplifier, data.duration), (effect, 1, if instant { 30 } else { 600 }), "{name}");
        let flags = &data.flags;
        assert_eq!((flags.ambient, flags.show_particles, flags.show_icon, flags.blend), (false, true, true, true));
        let said = said(&told);
        assert!(said[0].starts_with("Applied effect "), "{said:?}");
        assert_eq!(said.len() == 2, effects::is_only_shown(effect), "{name}: {said:?}");
        assert!(said[1..].iter().all(|line| line.ends_with("is not simulated")), "{said:?}");
        let beyond = ask(&mut client, &format!("effect give @s {name} 40 1"));
        assert!(beyond.iter().all(|packet| match packet {
            ClientboundGamePacket::UpdateMobEffect(packet) => !packet.data.flags.blend && packet.data.duration > 30,
            _ => true,
        }));
        let cleared = ask(&mut client, &format!("effect clear @s {name}"));
        assert!(cleared.iter().any(|packet| matches!(packet, ClientboundGamePacket::RemoveMobEffect(_))), "{name}");
    }
}

#[test]
fn an_effect_is_endless_and_hidden_if_that_is_asked_for() {
    let mut client = operator();
    let told = shown(&ask(&mut client, "effect give @s night_vision infinite 0 true"));
    assert_eq!((told[0].1.duration, told[0].1.flags.show_particles, told[0].1.flags.show_icon), (-1, false, false));
}

/// Minecraft Wiki, Golden Apple and Absorption: two hearts for two minutes beside Regeneration II; they take what hurts and
/// do not grow back; the effect ends with them.
#[test]
fn a_golden_apple_pads_the_hearts() {
    let mut client = Client::join();
    let told = eat(&mut client, "golden_apple");
    let gives: Vec<_> =
        shown(&told).into_iter().map(|(effect, data)| (effect, data.amplifier, data.duration)).collect();
    assert_eq!(gives, [(MobEffect::Regeneration, 1, 100), (MobEffect::Absorption, 0, 2400)]);
    assert_eq!(data(&told, ABSORPTION), Some(EntityDataValue::Float(4.0)));
    let room = told.iter().any(|packet| {
        matches!(packet, ClientboundGamePacket::UpdateAttributes(packet) if packet.values.iter().any(|value| {
            value.attribute == Attribute::MaxAbsorption && value.modifiers.iter().any(|modifier| modifier.amount == 4.0)
        }))
    });
    assert!(room, "the client is told that there is room for it");
    client.game.damage(NAME, 3.0, "died");
    client.ticks(1);
    let told = client.received();
    assert_eq!((client.game.health(NAME), data(&told, ABSORPTION)), (Some(20.0), Some(EntityDataValue::Float(1.0))));
    client.ticks(20);
    client.game.damage(NAME, 3.0, "died");
    client.ticks(1);
    let told = client.received();
    assert_eq!((client.game.health(NAME), data(&told, ABSORPTION)), (Some(18.0), Some(EntityDataValue::Float(0.0))));
    let ended = told.iter().any(|packet| {
        matches!(packet, ClientboundGamePacket::RemoveMobEffect(packet) if packet.effect == MobEffect::Absorption)
    });
    assert!(ended && !player(&mut client).vitals.effects.has(Effect::Absorption));
}

/// The item's own component: Regeneration II for 20 seconds, Resistance and Fire Resistance for 5 minutes, Absorption IV for
/// 2 minutes.
#[test]
fn an_enchanted_apple_gives_all_it_should() {
    let mut client = Client::join();
    let told = eat(&mut client, "enchanted_golden_apple");
    let gives: Vec<_> =
        shown(&told).into_iter().map(|(effect, data)| (effect, data.amplifier, data.duration)).collect();
    let expected = [
        (MobEffect::Regeneration, 1, 400),
        (MobEffect::Resistance, 0, 6000),
        (MobEffect::FireResistance, 0, 6000),
        (MobEffect::Absorption, 3, 2400),
    ];
    assert_eq!(gives, expected);
    client.game.damage(NAME, 10.0, "died");
    assert_eq!(
        (client.game.health(NAME), player(&mut client).vitals.absorption),
        (Some(20.0), 8.0),
        "a fifth is resisted"
    );
    eat(&mut client, "enchanted_golden_apple");
    assert_eq!(player(&mut client).vitals.absorption, 16.0, "another fills them up");
    client.ticks(2400);
    assert_eq!(player(&mut client).vitals.absorption, 0.0, "and their time passes");
}

/// Minecraft Wiki, Health Boost: room for two hearts more a level, which have to be healed, and go when it ends.
#[test]
fn a_boost_makes_room_for_health() {
    let mut client = Client::join();
    assert!(client.game.give_effect(NAME, "health_boost", 20, 0));
    assert!(client.game.give_effect(NAME, "instant_health", 1, 0));
    client.ticks(1);
    assert_eq!(client.game.health(NAME), Some(24.0));
    client.ticks(20);
    assert_eq!(client.game.health(NAME), Some(20.0));
}

/// Minecraft Wiki, Wither: a half heart every 40 ticks, the last one too.
#[test]
fn withering_kills() {
    let mut client = Client::join();
    client.game.set_food(NAME, 10);
    player(&mut client).vitals.health = 1.0;
    client.received();
    assert!(client.game.give_effect(NAME, "wither", 41, 0));
    client.ticks(2);
    let killed = client.received().iter().any(|packet| {
        matches!(packet, ClientboundGamePacket::PlayerCombatKill(packet)
            if packet.message.to_string() == "tester withered away")
    });
    assert!(killed && client.game.health(NAME) == Some(0.0));
}

/// Minecraft Wiki, Conduit Power (breath, and as quick as Haste) and Breath of the Nautilus (the breath is held as it is).
#[test]
fn some_effects_are_breath() {
    for (effect, air) in [("conduit_power", 300), ("water_breathing", 300), ("breath_of_the_nautilus", 100)] {
        let mut client = Client::join();
        for dy in 0..4 {
            client.game.set_block(BlockPos::new(0, MEADOW + 1 + dy, 0), blocks::state("water"));
        }
        client.ticks(1);
        player(&mut client).vitals.air = 100;
        assert!(client.game.give_effect(NAME, effect, 1000, 0));
        client.ticks(100);
        assert_eq!(player(&mut client).vitals.air, air, "{effect}");
    }
}

/// Minecraft Wiki, Slow Falling and Levitation: no fall costs anything.
#[test]
fn who_floats_lands_softly() {
    for (effect, health) in [(None, 13.0), (Some("slow_falling"), 20.0), (Some("levitation"), 20.0)] {
        let mut client = Client::join();
        if let Some(effect) = effect {
            assert!(client.game.give_effect(NAME, effect, 1000, 0));
        }
        client.game.teleport(NAME, Vec3::new(0.5, 74.0, 0.5));
        client.confirm_teleports();
        (1..=10).for_each(|below| client.walk(0.5, f64::from(74 - below), 0.5, below == 10));
        assert_eq!(client.game.health(NAME), Some(health), "{effect:?}");
    }
}

#[test]
fn the_invisible_and_the_glowing_are_told_to_all() {
    let mut client = Client::join();
    client.ticks(1);
    client.received();
    for (effect, bit) in [("invisibility", 0x20), ("glowing", 0x40)] {
        assert!(client.game.give_effect(NAME, effect, 10, 0));
        client.ticks(1);
        assert_eq!(data(&client.received(), 0), Some(EntityDataValue::Byte(bit)), "{effect}");
        client.ticks(10);
        assert_eq!(data(&client.received(), 0), Some(EntityDataValue::Byte(0)), "{effect} is over");
    }
}
