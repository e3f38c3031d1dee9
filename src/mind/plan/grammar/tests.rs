use super::*;
use crate::domain::ErrorCode;

fn check(text: &str, expect: &[Intent]) {
    assert_eq!(parse(text).as_deref(), Ok(expect), "{text}");
}

fn get(item: &'static str, count: u32) -> Intent {
    Intent::Get { item, count, more: false }
}

fn go(x: i32, y: Option<i32>, z: i32) -> Intent {
    Intent::Go { x: Coord::Absolute(x), y: y.map(Coord::Absolute), z: Coord::Absolute(z), dig: false }
}

fn say(message: &str) -> Intent {
    Intent::Say { message: message.to_owned(), to: None }
}

fn refused(text: &str, words: &str) {
    let error = parse(text).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidParams, "{text}");
    assert!(error.message.contains(words), "{text}: {}", error.message);
}

#[test]
fn things_are_wanted_in_many_words() {
    for text in [
        "get me a stone pickaxe",
        "Get a Stone Pickaxe",
        "fetch one stone_pickaxe",
        "I need a stone pickaxe",
        "stone pickaxe",
        "please fetch me the minecraft:stone_pickaxe.",
        "Could you get me 1 stone pickaxe!",
        "obtain stone pickaxe",
    ] {
        check(text, &[get("stone_pickaxe", 1)]);
    }
    check("get me 10 torches", &[get("torch", 10)]);
    check("collect twelve ladders", &[Intent::Get { item: "ladder", count: 12, more: true }]);
    check("gather some wood", &[Intent::Get { item: "log", count: 4, more: true }]);
    check("get 3 oak planks", &[get("oak_planks", 3)]);
    check("get 3 planks", &[get("planks", 3)]);
    check("get me 1 raw_iron", &[get("raw_iron", 1)]);
    check("get me an iron_ore", &[get("iron_ore", 1)]);
    check("get flint and steel", &[get("flint_and_steel", 1)]);
    check("get 64x dirt", &[get("dirt", 64)]);
    check("get 3 logs and 2 sticks, a chest", &[get("log", 3), get("stick", 2), get("chest", 1)]);
    check("get me a stone pickaxe please, then a stick now", &[get("stone_pickaxe", 1), get("stick", 1)]);
    check("get wood pickaxe", &[get("wooden_pickaxe", 1)]);
    check("get 5 sweet berries", &[get("sweet_berries", 5)]);
}

#[test]
fn other_verbs() {
    check("craft a chest", &[Intent::Craft { item: "chest", count: 1 }]);
    check("make me 4 ladders", &[Intent::Craft { item: "ladder", count: 4 }]);
    check("smelt 3 iron ingots", &[Intent::Smelt { item: "iron_ingot", count: 3 }]);
    check("smelt 3 raw iron", &[Intent::Smelt { item: "iron_ingot", count: 3 }]);
    check(
        "cook 2 beef and a potato",
        &[Intent::Smelt { item: "cooked_beef", count: 2 }, Intent::Smelt { item: "baked_potato", count: 1 }],
    );
    check("smelt 5 logs", &[Intent::Smelt { item: "charcoal", count: 5 }]);
    check("smelt some stone", &[Intent::Smelt { item: "stone", count: 4 }]);
    check("mine 8 cobblestone", &[Intent::Mine { target: "cobblestone", count: 8, at: None }]);
    check("mine 3 iron_ore", &[Intent::Mine { target: "iron_ore", count: 3, at: None }]);
    check("chop 5 logs", &[Intent::Mine { target: "log", count: 5, at: None }]);
    let place = [Coord::Absolute(1), Coord::Absolute(-2), Coord::Absolute(3)];
    check("mine stone at 1 -2 3", &[Intent::Mine { target: "stone", count: 1, at: Some(place) }]);
    check("place a crafting table", &[Intent::Place { block: "crafting_table", count: 1, at: None, by: None }]);
    check(
        "place crafting table at 1, -2, 3",
        &[Intent::Place { block: "crafting_table", count: 1, at: Some(place), by: None }],
    );
    check("drop 5 dirt", &[Intent::Drop { item: "dirt", count: Some(5) }]);
    check("status", &[Intent::Answer(Question::Doing)]);
}

#[test]
fn places_and_words() {
    check("Go to 100,64,100 and chat hello", &[go(100, Some(64), 100), say("hello")]);
    check("go to 40 -25 and say hello", &[go(40, None, -25), say("hello")]);
    check("walk to (1, 2, 3)", &[go(1, Some(2), 3)]);
    check("go to x=1 y=2 z=3", &[go(1, Some(2), 3)]);
    check("go to -0.5 7.9", &[go(-1, None, 7)]);
    check("say Hello, World and then some", &[say("Hello, World and then some")]);
    check("chat \"Hi There\"", &[say("Hi There")]);
    check("Chat: hello", &[say("hello")]);
    check(
        "go to ~ ~-3 ~10 then get a stick; say done",
        &[
            Intent::Go { x: Coord::Relative(0), y: Some(Coord::Relative(-3)), z: Coord::Relative(10), dig: false },
            get("stick", 1),
            say("done"),
        ],
    );
    check("go to 1,2, get a stick", &[go(1, None, 2), get("stick", 1)]);
}

#[test]
fn what_is_not_understood_says_what_would_be() {
    refused("", "for example");
    refused("dance the night away", "cannot move or perform in that way yet");
    refused("go to the moon over there with me", "over there with me");
    refused("go there", "x y z");
    refused("say", "what to say");
    refused("get", "what is wanted");
    refused("get 0 dirt", "1 to 2304");
    refused("get -3 dirt", "1 to 2304");
    refused("get 99999999999 dirt", "1 to 2304");
    refused("go to 99999999999 0", "outside the world");
    refused("get a stick or two", "stick");
}

proptest::proptest! {
    #[test]
    fn nothing_makes_it_panic(text in ".{0,60}") {
        drop(parse(&text));
    }

    #[test]
    fn no_words_make_it_panic(words in proptest::collection::vec(proptest::sample::select(vec![
        "get", "me", "a", "and", ",", ";", "then", "3", "-1", "~", "~5", "stick", "go", "to", "say", "at", "place", "flint", "x", "=", "(", "é"]), 0..10)) {
        drop(parse(&words.join(" ")));
    }
}

#[test]
fn boxes_are_read_as_people_write_them() {
    use Coord::{Absolute as A, Relative as R};
    let clear = |text: &str| match parse(text).as_deref() {
        Ok([Intent::Clear { from, to }]) => (*from, *to),
        other => panic!("{text}: {other:?}"),
    };
    let around = ([R(-2), R(0), R(-2)], [R(2), R(2), R(2)]);
    for text in
        ["clear 5x5x3 here", "clear a 5 x 5 x 3 area", "please clear 5 by 5 by 3", "clear a 5x5 area 3 high here"]
    {
        assert_eq!(clear(text), around, "{text}");
    }
    let below = ([R(-1), R(-1), R(0)], [R(1), R(-4), R(1)]);
    for text in ["dig a 3x2x4 hole", "dig a hole 3x2x4 here", "dig out 3x2x4", "dig a 3x2 hole 4 deep"] {
        assert_eq!(clear(text), below, "{text}");
    }
    let named = ([A(10), A(64), A(-3)], [A(14), A(66), A(2)]);
    for text in ["clear 10 64 -3 to 14 66 2", "clear from 10, 64, -3 to 14, 66, 2", "clear 5x6x3 at 10 64 -3"] {
        assert_eq!(clear(text), named, "{text}");
    }
    assert!(matches!(
        parse("clear 2x2x2 here and say done").as_deref(),
        Ok([Intent::Clear { .. }, Intent::Say { .. }])
    ));
    for vague in
        ["clear", "clear 5x5 here", "clear 5x5x0", "dig a hole", "clear the table", "clear 1x2x3x4 here", "clear 1 2 3"]
    {
        assert!(parse(vague).is_err(), "{vague}");
    }
    // What is mined is still mined.
    assert!(matches!(parse("dig 5 dirt").as_deref(), Ok([Intent::Mine { .. }])));
}
