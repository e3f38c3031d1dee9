//! Commands about players, rules, weather and things of the world.

use azalea_protocol::packets::game::{
    ClientboundGamePacket as P, ServerboundClientCommand, c_game_event::EventType, s_client_command::Action,
};
use azalea_registry::Holder;

use super::*;
use crate::{
    net::{
        inbound::{Inbound, Joining},
        link::{Batch, Link},
    },
    registries,
    rules::game_rules::Rule,
    tests::packets_of,
};

const OTHER: i32 = 2;

/// A second player, who may use no commands but everyone's.
fn join_other(client: &mut Client) -> tokio::sync::mpsc::Receiver<Batch> {
    let (link, mut frames) = Link::to_test();
    let uuid = uuid::Uuid::from_u128(2);
    let joining = Joining { id: OTHER, name: "other".to_owned(), uuid, information: Default::default(), link };
    client.game.handle(Inbound::Joined(Box::new(joining)));
    client.game.flush();
    packets_of(&mut frames);
    client.received();
    frames
}

fn command(client: &mut Client, id: i32, command: &str) {
    let packet = ServerboundGamePacket::ChatCommand(ServerboundChatCommand { command: command.to_owned() });
    client.game.handle(Inbound::Packet(id, Box::new(packet)));
    client.game.flush();
}

/// What players said: the kind of chat, who speaks, to whom, and the words. (What azalea makes of it as a whole leaves out the
/// order in which whispers name both ends.)
fn said(packets: &[P]) -> Vec<[String; 4]> {
    let kinds = ["chat", "emote_command", "msg_command_incoming", "msg_command_outgoing"];
    let shown = packets.iter().filter_map(|packet| match packet {
        P::PlayerChat(packet) => {
            let of = &packet.chat_type;
            let kind = kinds.into_iter().find(|kind| of.chat_type == Holder::Reference(registries::id_of(kind)))?;
            let target = of.target_name.as_ref().map(ToString::to_string).unwrap_or_default();
            Some([kind.to_owned(), of.name.to_string(), target, packet.body.content.clone()])
        }
        _ => None,
    });
    shown.collect()
}

#[test]
fn whispers_reach_one_and_deeds_everyone() {
    let mut client = operator();
    let mut other = join_other(&mut client);
    for name in ["tell", "msg", "w"] {
        command(&mut client, OTHER, &format!("{name} tester good morning"));
        let outgoing = ["msg_command_outgoing", "other", "tester", "good morning"].map(str::to_owned);
        assert_eq!(said(&packets_of(&mut other)), [outgoing], "/{name}");
        let incoming = ["msg_command_incoming", "other", "", "good morning"].map(str::to_owned);
        assert_eq!(said(&client.received()), [incoming], "/{name}");
    }
    command(&mut client, OTHER, "me digs a hole");
    let emote = ["emote_command", "other", "", "digs a hole"].map(str::to_owned);
    assert_eq!(said(&packets_of(&mut other)), std::slice::from_ref(&emote));
    assert_eq!(said(&client.received()), [emote]);
    check(&mut client, "tell nobody hello", &["No player was found"]);
    // Clients hang up on more.
    let told = answers(&mut client, &format!("me {}", "a".repeat(257)));
    assert_eq!(told[0], "Chat message was too long (257 > maximum 256 characters)");
}

#[test]
fn experience_is_given_taken_set_and_asked_for() {
    let mut client = operator();
    check(&mut client, "xp add @s 30 levels", &["Gave 30 experience levels to tester"]);
    check(&mut client, "xp add tester 7", &["Gave 7 experience points to tester"]);
    check(&mut client, "experience query @s levels", &["tester has 30 experience levels"]);
    check(&mut client, "xp query @s points", &["tester has 7 experience points"]);
    check(&mut client, "xp add @s -8 points", &["Gave -8 experience points to tester"]);
    check(&mut client, "xp query @s levels", &["tester has 29 experience levels"]);
    check(&mut client, "xp set @s 5 levels", &["Set 5 experience levels on tester"]);
    check(&mut client, "xp set @s 3", &["Set 3 experience points on tester"]);
    let too_many = "Cannot set experience points above the maximum points for the player's current level";
    check(&mut client, "xp set @s 17 points", &[too_many]);
    client
        .send(ServerboundGamePacket::ChatCommand(ServerboundChatCommand { command: "xp add @s 1 levels".to_owned() }));
    let shown = client.received().iter().find_map(|packet| match packet {
        P::SetExperience(packet) => Some(packet.experience_level),
        _ => None,
    });
    assert_eq!(shown, Some(6));
    let one = "Only one player is allowed, but the provided selector allows more than one";
    assert_eq!(answers(&mut client, "xp query @a levels")[0], one);
}

#[test]
fn who_is_kicked_is_told_why() {
    let mut client = operator();
    let mut other = join_other(&mut client);
    let told = answers(&mut client, "kick other for sleeping");
    assert_eq!(told, ["other left the game", "Kicked other: for sleeping"]);
    let reason = packets_of(&mut other).into_iter().find_map(|packet| match packet {
        P::Disconnect(packet) => Some(packet.reason.to_string()),
        _ => None,
    });
    assert_eq!((reason.as_deref(), client.game.players()), (Some("for sleeping"), vec![NAME.to_owned()]));
    let mut other = join_other(&mut client);
    assert_eq!(answers(&mut client, "kick other")[1], "Kicked other: Kicked by an operator");
    assert!(packets_of(&mut other).iter().any(|packet| matches!(packet, P::Disconnect(_))));
}

#[test]
fn the_dead_come_back_where_a_command_says() {
    let mut client = operator();
    let told = "Set spawn point to 5, 64, 5 [90.0, 0.0] in minecraft:overworld for tester";
    check(&mut client, "spawnpoint @s 5 64 5 90 0", &[told]);
    let come_back = |client: &mut Client| {
        client.game.kill(NAME, "died");
        client.respawn();
        client.confirm_teleports();
        client.game.position(NAME).unwrap()
    };
    assert_eq!(come_back(&mut client), Vec3::new(5.5, 64.1, 5.5));
    assert_eq!(client.game.players.values().next().map(|player| player.yaw), Some(90.0));
    client.game.set_block(BlockPos::new(5, 65, 5), crate::chunks::blocks::state("stone"));
    let spawn = client.game.spawn_place();
    assert_eq!(come_back(&mut client), spawn, "there is no room");
    client.ticks(1);
    let here = answers(&mut client, "spawnpoint");
    assert!(here[0].starts_with("Set spawn point to 0, 64, 0 ["), "{here:?}");
    check(&mut client, "spawnpoint @s 0 400 0", &["That position is out of this world!"]);
}

#[test]
fn items_and_sand_are_summoned_and_of_others_it_is_said() {
    let mut client = operator();
    check(
        &mut client,
        "summon item 3 80 3 {Item:{id:\"minecraft:iron_pickaxe\",count:1,components:{\"minecraft:damage\":5}},PickupDelay:40s}",
        &["Summoned new Iron Pickaxe"],
    );
    check(
        &mut client,
        "summon minecraft:falling_block 6 80 6 {BlockState:{Name:\"gravel\"}}",
        &["Summoned new Falling Gravel"],
    );
    check(&mut client, "summon falling_block ~2 80 ~2", &["Summoned new Falling Sand"]);
    assert_eq!(client.game.lying_items(), [(Vec3::new(3.5, 80.0, 3.5), "iron_pickaxe", 1)]);
    assert_eq!(client.game.items.values().next().map(|item| item.stack.damage), Some(5));
    client.ticks(60);
    assert_eq!(client.name_at(BlockPos::new(6, MEADOW + 1, 6)), "gravel");
    assert_eq!(client.name_at(BlockPos::new(2, MEADOW + 1, 2)), "sand");
    let others = "This world does not simulate pig: only item and falling_block can be summoned";
    check(&mut client, "summon pig", &[others]);
    let unknown = answers(&mut client, "summon pigg");
    assert!(
        unknown[0].starts_with("Can't find element 'minecraft:pigg' of type 'minecraft:entity_type'"),
        "{unknown:?}"
    );
    let named = "This world does not simulate CustomName of item: Item, Motion, PickupDelay, Age are what it knows";
    check(&mut client, "summon item ~ ~ ~ {Item:{id:stick},CustomName:Bob}", &[named]);
    let empty = "An item needs its stack: {Item:{id:\"minecraft:stick\",count:1}}";
    check(&mut client, "summon item", &[empty]);
}

#[test]
fn what_is_given_enchanted_digs_and_lasts_as_such() {
    let mut client = operator();
    let given = "give @s diamond_pickaxe[enchantments={efficiency:5,\"minecraft:silk_touch\":1,sharpness:2}]";
    let kept = "This world keeps these and does not simulate them: sharpness";
    check(&mut client, given, &["Gave 1 [Diamond Pickaxe] to tester", kept]);
    let told = |client: &mut Client| {
        client.ticks(1);
        client.received().iter().find_map(|packet| match packet {
            P::UpdateAttributes(packet) => packet.values[0].modifiers.first().map(|modifier| modifier.amount),
            _ => None,
        })
    };
    assert_eq!(told(&mut client), Some(26.0), "clients reckon with it too");
    let ore = BlockPos::new(1, MEADOW, 0);
    client.game.set_block(ore, crate::chunks::blocks::state("diamond_ore"));
    use azalea_protocol::packets::game::s_player_action::Action;
    client.act(Action::StartDestroyBlock, ore);
    // Hardness 3 at speed 8 + 26: a tick does 34/90; three ticks, of which this is the third.
    client.ticks(2);
    client.act(Action::StopDestroyBlock, ore);
    assert_eq!(client.name_at(ore), "air");
    assert_eq!(client.game.lying_items().iter().map(|item| item.1).collect::<Vec<_>>(), ["diamond_ore"]);
}

#[test]
fn unbreaking_spares_most_uses() {
    use azalea_protocol::packets::game::s_player_action::Action;
    let mut client = operator();
    answers(&mut client, "give @s iron_pickaxe[enchantments={unbreaking:3,efficiency:255}]");
    let stone = BlockPos::new(1, MEADOW, 0);
    for _ in 0..200 {
        client.game.set_block(stone, crate::chunks::blocks::state("stone"));
        client.act(Action::StartDestroyBlock, stone);
        assert_eq!(client.name_at(stone), "air");
    }
    let wear = client.game.players.values().next().and_then(|player| player.hand()).map_or(0, |stack| stack.damage);
    assert!((25..85).contains(&wear), "a quarter of 200 uses: {wear}");
}

#[test]
fn rules_are_told_set_and_those_that_do_nothing_named() {
    let mut client = operator();
    check(&mut client, "gamerule keep_inventory", &["Gamerule keep_inventory is currently set to: false"]);
    check(&mut client, "gamerule keep_inventory true", &["Gamerule keep_inventory is now set to: true"]);
    check(
        &mut client,
        "gamerule random_tick_speed 0",
        &[
            "Gamerule random_tick_speed is now set to: 0",
            "This world keeps random_tick_speed and does not simulate what it is about",
        ],
    );
    check(&mut client, "gamerule random_tick_speed", &["Gamerule random_tick_speed is currently set to: 0"]);
    for (wrong, message) in [
        ("gamerule keepInventory true", "Incorrect argument for command"),
        ("gamerule keep_inventory 1", "Invalid boolean: expected 'true' or 'false' but found '1'"),
        ("gamerule max_block_modifications 0", "Integer must not be less than 1: found 0"),
        ("gamerule", "Unknown or incomplete command. See below for error"),
    ] {
        assert_eq!(answers(&mut client, wrong)[0], message, "/{wrong}");
    }
    client.game.give(NAME, "stick", 5);
    answers(&mut client, "xp add @s 3 levels");
    client.game.kill(NAME, "died");
    client.respawn();
    let level = client.game.players.values().next().map(|player| player.vitals.experience.level);
    assert_eq!((client.count("stick"), level), (5, Some(3)));
}

#[test]
fn rules_hold() {
    let mut client = operator();
    let set = |client: &mut Client, rule: &str| _ = answers(client, &format!("gamerule {rule}"));
    set(&mut client, "advance_time false");
    let before = client.game.day_time();
    client.ticks(50);
    assert_eq!(client.game.day_time(), before);
    let rate = |client: &mut Client| {
        client.received().iter().find_map(|packet| match packet {
            P::SetTime(packet) => packet.clock_updates.values().next().map(|clock| clock.rate),
            _ => None,
        })
    };
    assert_eq!(rate(&mut client), Some(0.0), "clients' clocks stand still too");

    set(&mut client, "fall_damage false");
    client.game.hurt(1, 5.0, "fall", "fell");
    check(&mut client, "damage @s 5 fall", &["Target is invulnerable to the given damage type"]);
    assert_eq!(client.game.health(NAME), Some(20.0));
    set(&mut client, "natural_health_regeneration false");
    client.game.hurt(1, 5.0, "cactus", "died");
    client.ticks(200);
    assert_eq!(client.game.health(NAME), Some(15.0));

    set(&mut client, "block_drops false");
    check(&mut client, "setblock 3 64 3 oak_log", &["Changed the block at 3, 64, 3"]);
    check(&mut client, "setblock 3 64 3 air destroy", &["Changed the block at 3, 64, 3"]);
    assert!(client.game.lying_items().is_empty());
    set(&mut client, "max_block_modifications 10");
    check(
        &mut client,
        "fill 0 70 0 2 72 2 stone",
        &["Too many blocks in the specified area (maximum 10, but specified 27)"],
    );

    client.received();
    set(&mut client, "reduced_debug_info true");
    set(&mut client, "send_command_feedback false");
    check(&mut client, "gamerule pvp", &[]);
    check(&mut client, "time add 1", &[]);
    assert_eq!(answers(&mut client, "gamerule pvp maybe").len(), 2, "faults are told all the same");
    assert!(client.game.rules.is(Rule::ReducedDebugInfo));
}

#[test]
fn an_operators_client_is_told_all_rules() {
    let mut client = operator();
    let action = Action::RequestGameruleValues;
    client.send(ServerboundGamePacket::ClientCommand(ServerboundClientCommand { action }));
    let told = client.received().into_iter().find_map(|packet| match packet {
        P::GameRuleValues(packet) => Some(packet.values),
        _ => None,
    });
    let told = told.expect("the values");
    assert_eq!((told.len(), told[&Rule::PlayersSleepingPercentage].as_str()), (58, "100"));
}

#[test]
fn rain_and_thunder_are_shown_and_let_one_sleep_by_day() {
    let mut client = operator();
    check(&mut client, "weather thunder 1d", &["Set the weather to rain & thunder"]);
    client.ticks(96);
    let events: Vec<EventType> = client
        .received()
        .iter()
        .filter_map(|packet| match packet {
            P::GameEvent(packet) => Some(packet.event),
            _ => None,
        })
        .collect();
    assert_eq!(events.iter().filter(|&&event| event == EventType::StartRaining).count(), 1);
    assert!(events.contains(&EventType::RainLevelChange) && events.contains(&EventType::ThunderLevelChange));
    assert!(client.game.is_night(), "dark enough for sleep, at noon too");
    check(&mut client, "weather clear", &["Set the weather to clear"]);
    client.ticks(100);
    assert!(!client.game.weather.rains() && !client.game.is_night());
    assert_eq!(answers(&mut client, "weather snow")[0], "Incorrect argument for command");
    assert_eq!(answers(&mut client, "weather rain 0")[0], "The tick count must not be less than 1: found 0");
}

#[test]
fn who_joins_in_the_rain_sees_it() {
    let mut client = operator();
    answers(&mut client, "weather rain");
    client.ticks(50);
    let (link, mut frames) = Link::to_test();
    let uuid = uuid::Uuid::from_u128(2);
    let joining = Joining { id: OTHER, name: "other".to_owned(), uuid, information: Default::default(), link };
    client.game.handle(Inbound::Joined(Box::new(joining)));
    client.game.flush();
    let level = packets_of(&mut frames).into_iter().find_map(|packet| match packet {
        P::GameEvent(packet) if packet.event == EventType::RainLevelChange => Some(packet.param),
        _ => None,
    });
    assert_eq!(level, Some(0.5));
}

#[test]
fn help_puts_words_that_go_on_alike_together() {
    let mut client = operator();
    check(&mut client, "help weather", &["/weather (clear|rain|thunder) [<duration>]"]);
    check(&mut client, "help tick", &["/tick query", "/tick rate <rate>"]);
    check(&mut client, "help kick", &["/kick <targets> [<reason>]"]);
    let rules = answers(&mut client, "help gamerule");
    assert!(rules.len() == 1 && rules[0].starts_with("/gamerule (advance_time|"), "{rules:?}");
}
