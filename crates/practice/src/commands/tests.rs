//! Commands as a client writes them and sees them answered.

mod world;

use azalea_protocol::packets::game::{
    ClientboundGamePacket, ServerboundChatCommand, ServerboundCommandSuggestion, ServerboundGamePacket,
};
use proptest::prelude::*;

use crate::{
    chunks::blocks,
    commands::{table::TREE, told},
    domain::{BlockPos, Vec3},
    land::terrain::{LEVEL, MEADOW},
    tests::{Client, NAME},
};

/// A client of an operator with the chunks around.
fn operator() -> Client {
    let mut client = Client::join();
    client.game.config.operators.push(NAME.to_owned());
    client.ticks(10);
    client.received();
    client
}

/// What the client is told about a command, line by line.
fn answers(client: &mut Client, command: &str) -> Vec<String> {
    client.send(ServerboundGamePacket::ChatCommand(ServerboundChatCommand { command: command.to_owned() }));
    let packets = client.received();
    let told = packets.iter().filter_map(|packet| match packet {
        ClientboundGamePacket::SystemChat(packet) => Some(packet.content.to_string()),
        _ => None,
    });
    told.collect()
}

#[track_caller]
fn check(client: &mut Client, command: &str, expected: &[&str]) {
    assert_eq!(answers(client, command), expected, "/{command}");
}

#[test]
fn items_are_given_and_cleared() {
    let mut client = operator();
    check(&mut client, "give @s minecraft:oak_log 70", &["Gave 70 [Oak Log] to tester"]);
    check(&mut client, "give tester stick", &["Gave 1 [Stick] to tester"]);
    assert_eq!((client.count("oak_log"), client.count("stick")), (70, 1));
    check(&mut client, "clear @s oak_log 0", &["Found 70 matching item(s) on player tester"]);
    check(&mut client, "clear @s oak_log 6", &["Removed 6 item(s) from player tester"]);
    check(&mut client, "clear", &["Removed 65 item(s) from player tester"]);
    check(&mut client, "clear", &["No items were found on player tester"]);
    check(&mut client, "give @a iron_pickaxe[damage=3] 101", &["Can't give more than 100 of [Iron Pickaxe]"]);
    check(&mut client, "give nobody stick", &["No player was found"]);
}

#[test]
fn what_has_no_room_lies_about_in_stacks() {
    let mut client = operator();
    check(&mut client, "give @s dirt 2400", &["Gave 2400 [Dirt] to tester"]);
    assert!(client.game.give(NAME, "dirt", 100));
    let counts: Vec<u32> = client.game.lying_items().iter().map(|item| item.2).collect();
    assert_eq!(counts, [64, 32, 64, 36]);
}

#[test]
fn faults_are_told_with_their_place() {
    let mut client = operator();
    for (command, message, place) in [
        ("", "Unknown or incomplete command. See below for error", "<--[HERE]"),
        ("fly", "Unknown or incomplete command. See below for error", "fly<--[HERE]"),
        ("give", "Unknown or incomplete command. See below for error", "give<--[HERE]"),
        ("give ", "Incorrect argument for command", "give <--[HERE]"),
        ("give @s", "Unknown or incomplete command. See below for error", "give @s<--[HERE]"),
        ("give @s stick many", "Expected integer", "... @s stick many<--[HERE]"),
        ("give @s stick 3 4", "Incorrect argument for command", "...s stick 3 4<--[HERE]"),
        ("time set 5x", "Invalid unit", "time set 5x<--[HERE]"),
    ] {
        let told = answers(&mut client, command);
        assert_eq!(told[0], message, "/{command}");
        assert_eq!(told[1], place, "/{command}");
    }
    let told = answers(&mut client, "give @s pickax");
    assert!(told[0].starts_with("Unknown item 'minecraft:pickax'; did you mean "), "{told:?}");
}

#[test]
fn who_is_no_operator_knows_of_no_commands() {
    let mut client = Client::join();
    client.received();
    check(
        &mut client,
        "give @s stick",
        &["Unknown or incomplete command. See below for error", "give @s stick<--[HERE]"],
    );
    assert_eq!(client.count("stick"), 0);
    check(&mut client, "list", &["There are 1 of a max of 64 players online: tester"]);
    let whispers = ["msg", "tell", "w"].map(|name| format!("/{name} <targets> <message>"));
    let open = ["/help [<command>]", "/list", "/me <action>", &whispers[0], &whispers[1], &whispers[2]];
    check(&mut client, "help", &open);
}

#[test]
fn players_are_teleported() {
    let mut client = operator();
    check(&mut client, "tp 3 64 -2", &["Teleported tester to 3.500000, 64.000000, -1.500000"]);
    client.confirm_teleports();
    check(&mut client, "tp @s ~ ~1 ~0.5 90 0", &["Teleported tester to 3.500000, 65.000000, -1.000000"]);
    client.confirm_teleports();
    check(&mut client, "teleport ^ ^ ^2", &["Teleported tester to 1.500000, 65.000000, -1.000000"]);
    client.confirm_teleports();
    assert_eq!(client.game.position(NAME).map(|at| (at.x * 1e6).round()), Some(1_500_000.0));
    check(&mut client, "tp 40000000 64 0", &["Invalid position for teleport"]);
    check(&mut client, "tp tester", &["Teleported tester to tester"]);
}

#[test]
fn blocks_are_set_and_filled() {
    let mut client = operator();
    check(&mut client, "setblock 3 64 3 oak_log[axis=x]", &["Changed the block at 3, 64, 3"]);
    assert_eq!(client.name_at(BlockPos::new(3, 64, 3)), "oak_log");
    check(&mut client, "setblock 3 64 3 oak_log[axis=x]", &["Could not set the block"]);
    check(&mut client, "setblock 3 64 3 stone keep", &["Could not set the block"]);
    check(&mut client, "setblock ~3 ~ ~3 air destroy", &["Changed the block at 3, 64, 3"]);
    assert_eq!(client.game.lying_items().iter().map(|item| item.1).collect::<Vec<_>>(), ["oak_log"]);
    check(&mut client, "fill 2 70 2 6 74 6 glass hollow", &["Successfully filled 98 block(s)"]);
    check(&mut client, "fill 2 70 2 6 74 6 stone replace glass", &["Successfully filled 98 block(s)"]);
    check(&mut client, "fill 2 70 2 6 74 6 dirt keep", &["Successfully filled 27 block(s)"]);
    check(&mut client, "fill 2 70 2 6 74 6 dirt keep", &["No blocks were filled"]);
    check(
        &mut client,
        "fill 0 0 0 32 32 32 air",
        &["Too many blocks in the specified area (maximum 32768, but specified 35937)"],
    );
    check(&mut client, "setblock 0 400 0 stone", &["That position is out of this world!"]);
    check(&mut client, "setblock 10000 64 0 stone", &["That position is not loaded"]);
}

/// What a property of a block is.
fn state_at(client: &mut Client, pos: BlockPos, property: &str) -> Option<&'static str> {
    blocks::property(client.game.block(pos), property)
}

/// Minecraft Wiki, Commands/setblock; the game's `BlockInput.place` and `Level.setBlock`: a block is put as it is told, its
/// neighbours have their say in the rest of its state, and none in whether it can stay until one of them changes.
#[test]
fn what_nothing_holds_stays_as_it_was_put_until_a_neighbour_changes() {
    let mut client = operator();
    let at = |x: i32| BlockPos::new(x, 64, 5);
    answers(&mut client, "fill 1 64 4 9 68 6 air");
    answers(&mut client, "fill 2 63 5 8 63 5 stone");
    answers(&mut client, "setblock 2 64 5 oak_door[half=lower]");
    answers(&mut client, "setblock 4 64 5 short_grass");
    answers(&mut client, "fill 6 64 5 6 64 5 wall_torch[facing=east]");
    answers(&mut client, "setblock 8 66 5 torch");
    client.ticks(20);
    let names = |client: &mut Client| [at(2), at(4), at(6), at(8).offset(0, 2, 0)].map(|pos| client.name_at(pos));
    assert_eq!(names(&mut client), ["oak_door", "short_grass", "wall_torch", "torch"]);
    client.use_on(at(2), azalea_core::direction::Direction::Up);
    assert_eq!(state_at(&mut client, at(2), "open"), Some("true"));
    assert_eq!(client.name_at(at(2).up()), "air", "a lone half swings alone");
    for (x, y) in [(3, 64), (5, 64), (8, 67)] {
        answers(&mut client, &format!("setblock {x} {y} 5 glass_pane"));
    }
    client.ticks(1);
    assert_eq!(names(&mut client), ["air"; 4], "each has a new neighbour");
}

#[test]
fn neighbours_decide_what_a_command_does_not() {
    let mut client = operator();
    answers(&mut client, "fill 2 64 5 3 64 5 stone");
    for (fence, sides) in [("oak_fence", ["true", "false"]), ("oak_fence[west=false,east=true]", ["false", "true"])] {
        answers(&mut client, "setblock 4 64 5 air");
        answers(&mut client, &format!("setblock 4 64 5 {fence}"));
        client.ticks(2);
        let at = BlockPos::new(4, 64, 5);
        assert_eq!(["west", "east"].map(|side| state_at(&mut client, at, side)), sides.map(Some), "{fence}");
    }
    answers(&mut client, "setblock 4 70 5 sand");
    client.ticks(40);
    assert_eq!(client.name_at(BlockPos::new(4, 70, 5)), "air", "sand looks for its ground by itself");
}

#[test]
fn modes_change_what_a_player_may() {
    let mut client = operator();
    check(&mut client, "gamemode creative", &["Set own game mode to Creative Mode"]);
    check(&mut client, "gamemode creative", &[]);
    check(&mut client, "damage @s 5", &["Target is invulnerable to the given damage type"]);
    check(&mut client, "damage @s 1 out_of_world", &["Applied 1 damage to tester"]);
    let grass = BlockPos::new(1, MEADOW, 0);
    client.act(azalea_protocol::packets::game::s_player_action::Action::StartDestroyBlock, grass);
    assert_eq!(client.name_at(grass), "air");
    client.ticks(2);
    assert!(client.game.lying_items().is_empty(), "nothing drops in creative mode");
    check(&mut client, "gamemode survival tester", &["Set own game mode to Survival Mode"]);
    check(&mut client, "damage tester 5.5 minecraft:fall", &["Applied 5.5 damage to tester"]);
    assert_eq!(client.game.health(NAME), Some(14.5));
}

#[test]
fn the_dead_were_killed() {
    let mut client = operator();
    let told = answers(&mut client, "kill");
    assert_eq!(client.game.health(NAME), Some(0.0));
    assert!(told.contains(&"Killed tester".to_owned()), "{told:?}");
}

#[test]
fn time_is_set_and_told() {
    let mut client = operator();
    check(&mut client, "time set noon", &["Set minecraft:overworld to time marker minecraft:noon"]);
    check(&mut client, "time add 1s", &["Set minecraft:overworld to 6020 tick(s)"]);
    check(&mut client, "time query daytime", &["Timeline minecraft:day is at 6020 tick(s)"]);
    check(&mut client, "time query gametime", &["The game time is 10 tick(s)"]);
    check(&mut client, "tick rate 60", &["Set the target tick rate to 60.0 per second"]);
    check(&mut client, "seed", &[&format!("Seed: [{LEVEL}]")]);
}

#[test]
fn a_line_is_completed() {
    let complete = |line: &str| TREE.completions(line, &["Alex".to_owned()], true);
    assert_eq!(complete("gi"), (0, vec!["give".to_owned()]));
    assert_eq!(complete("give al"), (5, vec!["Alex".to_owned()]));
    assert_eq!(complete("give Alex diamond_pick"), (10, vec!["minecraft:diamond_pickaxe".to_owned()]));
    assert_eq!(complete("gamemode s"), (9, vec!["spectator".to_owned(), "survival".to_owned()]));
    assert_eq!(TREE.completions("gi", &[], false).1, Vec::<String>::new());
    let mut client = operator();
    let command = "/time q".to_owned();
    client.send(ServerboundGamePacket::CommandSuggestion(ServerboundCommandSuggestion { id: 7, command }));
    let answered = client.received().into_iter().any(|packet| {
        matches!(packet, ClientboundGamePacket::CommandSuggestions(packet)
            if packet.id == 7 && packet.suggestions.list().iter().any(|one| one.text() == "query"))
    });
    assert!(answered);
}

#[test]
fn the_tree_that_is_sent_can_be_read_and_holds_what_a_player_may() {
    let mut client = Client::join();
    let own = told(client.game.is_operator(NAME));
    assert_eq!(own.entries[own.root_index as usize].children.len(), 6, "help, list, me, msg, tell and w");
    client.game.config.operators.push(NAME.to_owned());
    let all = told(client.game.is_operator(NAME));
    assert!(all.entries.len() > 70);
    for entry in &all.entries {
        assert!(entry.children.iter().all(|&child| (child as usize) < all.entries.len()));
    }
    client.game.broadcast(all.clone());
    let received = client.received();
    assert!(received.contains(&ClientboundGamePacket::Commands(all)));
}

#[test]
fn help_shows_every_form() {
    let mut client = operator();
    check(&mut client, "help give", &["/give <targets> <item> [<count>]"]);
    assert!(answers(&mut client, "help").len() > 15);
    check(&mut client, "help fly", &["Unknown command or insufficient permissions"]);
}

#[test]
fn many_are_meant_by_a_selector() {
    let mut client = operator();
    check(
        &mut client,
        "tp @a[distance=..5,gamemode=!creative] 5 64 5",
        &["Teleported tester to 5.500000, 64.000000, 5.500000"],
    );
    check(&mut client, "kill @a[name=Alex]", &["No player was found"]);
    check(&mut client, "kill @e[type=item]", &["No entity was found"]);
    client.game.spawn_item(Vec3::new(0.5, 90.0, 0.5), "stick", 3);
    check(&mut client, "kill @e[type=item]", &["Killed stick"]);
    assert!(client.game.lying_items().is_empty());
    assert_eq!(client.game.position(NAME), Some(Vec3::new(5.5, 64.0, 5.5)));
}

fn pieces() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "give",
        "clear",
        "tp",
        "setblock",
        "fill",
        "time",
        "set",
        "tick",
        "rate",
        "gamemode",
        "damage",
        "effect",
        "kill",
        "help",
        "say",
        "seed",
        "@s",
        "@a",
        "@e[",
        "@p[distance=..3]",
        "tester",
        "stone",
        "oak_log[axis=x]",
        "oak_log[",
        "stick",
        "~",
        "~1",
        "^",
        "1",
        "-1",
        "1e9",
        "99999999999",
        "0.5",
        "hunger",
        "infinite",
        "minecraft:",
        "replace",
        "",
        "é",
        "🦀",
        "\"",
        "..",
        "creative",
        "destroy",
        "NaN",
        "gamerule",
        "keep_inventory",
        "weather",
        "thunder",
        "summon",
        "item",
        "{Item:{id:stick}}",
        "{Motion:[1.0",
        "stick[enchantments={mending:1}]",
        "xp",
        "add",
        "levels",
        "-2147483648",
        "spawnpoint",
        "me",
        "tell",
    ]);
    prop::collection::vec(word, 0..9).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Whatever is written is understood or answered, and completes.
    #[test]
    fn no_text_panics(text in prop_oneof![pieces(), ".{0,40}"]) {
        if let Err(fault) = TREE.understand(&text, true) {
            prop_assert!(!fault.lines(&text).is_empty());
        }
        let (start, _) = TREE.completions(&text, &[], true);
        prop_assert!(text.is_char_boundary(start));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn no_command_panics(texts in prop::collection::vec(pieces(), 1..6)) {
        let mut client = operator();
        for text in texts {
            answers(&mut client, &text);
            client.ticks(1);
        }
    }
}
