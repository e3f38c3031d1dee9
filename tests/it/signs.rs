//! Writing on signs: by hand and as goals, looking at what the server has on them.

use std::thread;

use blockwright::{
    domain::{BlockPos, ErrorCode},
    knowledge::{block, block_of_state, is_tagged, state_with},
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use super::harness::{FAST, Hands, NAME, code, context, fill, meadow, play, play_seen};

/// What the server has on a sign's sides, line by line; nothing where none stands.
fn words(world: &PracticeWorld, at: BlockPos) -> Vec<String> {
    let sides = world.with(move |game| game.sign(at)).unwrap_or_default();
    sides.into_iter().flatten().filter(|line| !line.is_empty()).collect()
}

/// The signs around a place, by the server, with what they say.
fn signs(world: &PracticeWorld, around: BlockPos) -> Vec<(BlockPos, Vec<String>)> {
    let near = (-8..=8).flat_map(|x| (-2..=2).flat_map(move |y| (-8..=8).map(move |z| around.offset(x, y, z))));
    let is_sign = |at: &BlockPos| {
        let at = *at;
        block_of_state(world.with(move |game| game.block(at))).is_some_and(|block| is_tagged(block.name, "signs"))
    };
    let standing: Vec<BlockPos> = near.filter(is_sign).collect();
    standing.into_iter().map(|at| (at, words(world, at))).collect()
}

fn at(place: BlockPos, text: &str) -> Value {
    json!({ "text": text, "x": place.x, "y": place.y, "z": place.z })
}

/// A meadow with a sign in it.
fn with_sign(give: &[(&str, u32)]) -> (PracticeWorld, BlockPos) {
    let sign = |spawn: BlockPos| spawn.offset(5, 0, 2);
    let (world, spawn) = meadow(FAST, give, |world, spawn| fill(world, sign(spawn), sign(spawn), "oak_sign"));
    (world, sign(spawn))
}

#[test]
fn words_go_onto_the_nearest_sign() {
    let (world, sign) = with_sign(&[]);
    let mut hands = Hands::join(&world);
    let told = hands.must("write_sign", json!({ "text": "Welcome home, dear friends of mine" }));
    assert_eq!(BlockPos::told_by(&told), Some(sign));
    assert_eq!(words(&world, sign), ["Welcome home,", "dear friends of", "mine"]);
    let seen = hands.seen();
    assert!(seen.signs.iter().any(|seen| seen.at == sign && seen.says_anything()), "{:?}", seen.signs);
    // The other words go in their place, and the same once more need none.
    hands.must("write_sign", at(sign, "GONE"));
    assert_eq!(words(&world, sign), ["GONE"]);
    hands.must("write_sign", at(sign, "GONE"));
    // Who comes later sees them with the land.
    drop(hands);
    let mut hands = Hands::join(&world);
    hands.sees(sign, "oak_sign");
    assert!(
        hands.seen().signs.iter().any(|seen| seen.at == sign && seen.front.concat() + &seen.back.concat() == "GONE")
    );
}

#[test]
fn who_only_places_a_sign_leaves_it_to_others() {
    let (world, spawn) = meadow(FAST, &[("oak_sign", 1)], |_, _| ());
    let mut hands = Hands::join(&world);
    let told = hands.must("place_block", json!({ "block": "oak_sign" }));
    let sign = BlockPos::told_by(&told).expect("a place");
    assert_eq!(signs(&world, spawn), [(sign, Vec::new())]);
    let mut other = Hands::join_as(&world, "Ada");
    other.must("write_sign", at(sign, "mine"));
    assert_eq!(words(&world, sign), ["mine"]);
}

#[test]
fn what_cannot_be_written_is_told() {
    let (world, sign) = with_sign(&[]);
    let mut hands = Hands::join(&world);
    let long = hands.call("write_sign", at(sign, "incomprehensibilities"));
    assert_eq!(code(&long), ErrorCode::InvalidParams, "{long:#?}");
    let many = hands.call("write_sign", at(sign, &"seven words ".repeat(9)));
    assert_eq!(code(&many), ErrorCode::InvalidParams, "{many:#?}");
    let none = hands.call("write_sign", at(sign.offset(0, -1, 0), "hi"));
    assert_eq!((code(&none), &context(&none)["seen"]), (ErrorCode::ResourceNotFound, &json!("grass_block")));
    // Somebody else writes on it.
    let mut other = Hands::join_as(&world, "Ada");
    other.must("navigate", json!({ "x": sign.x + 2, "y": sign.y, "z": sign.z }));
    world.with(move |game| game.hand_over_sign(sign, "Ada"));
    let taken = hands.call("write_sign", at(sign, "hi"));
    assert_eq!((code(&taken), &context(&taken)["seen"]), (ErrorCode::ActionFailed, &json!("shut")), "{taken:#?}");
    drop(other);
    while world.with(|game| game.players()).len() > 1 {
        thread::yield_now();
    }
    hands.must("write_sign", at(sign, "hi"));
    world.with(move |game| game.inscribe(sign, ["for", "good", "", ""], true));
    let waxed = hands.call("write_sign", at(sign, "not any more"));
    assert_eq!((code(&waxed), &context(&waxed)["seen"]), (ErrorCode::ActionFailed, &json!("waxed")), "{waxed:#?}");
    assert_eq!(world.with(move |game| game.sign(sign)).expect("a sign")[0][..2], ["for", "good"]);
    fill(&world, sign, sign, "crafting_table");
    hands.sees(sign, "crafting_table");
    let gone = hands.call("write_sign", json!({ "text": "hi" }));
    assert_eq!(code(&gone), ErrorCode::ResourceNotFound, "{gone:#?}");
}

#[test]
fn a_call_that_is_withdrawn_leaves_the_sign_to_others() {
    let (world, sign) = with_sign(&[]);
    let mut hands = Hands::join(&world);
    assert_eq!(code(&hands.withdrawn("write_sign", at(sign, "never"))), ErrorCode::Cancelled);
    let mut other = Hands::join_as(&world, "Ada");
    other.must("write_sign", at(sign, "mine"));
    assert_eq!(words(&world, sign), ["mine"]);
}

#[test]
fn goals_put_up_signs_that_say_something() {
    let door = |spawn: BlockPos| spawn.offset(4, 0, 0);
    let (world, spawn) = meadow(FAST, &[("oak_sign", 3)], |world, spawn| {
        let half = |half| state_with(block("oak_door").expect("a door"), &[("half", half)]).expect("a state");
        let (at, lower, upper) = (door(spawn), half("lower"), half("upper"));
        world.with(move |game| {
            game.set_block(at, lower);
            game.set_block(at.up(), upper);
        });
    });
    let goal = "put up a sign next to the door that says KEEP OUT";
    let (run, stands) = play_seen(&world, &[goal], |world| signs(world, spawn));
    run.assert_done();
    let [(first, said)] = &stands[..] else { panic!("{stands:?}") };
    assert_eq!(said, &["KEEP OUT"], "{:#?}", run.events);
    let beside = door(spawn);
    assert!((first.x - beside.x).abs() <= 1 && (first.z - beside.z).abs() <= 1, "{first} is not by {beside}");
    // Another, while the first is nearer or not: what is said is on the one that was put up.
    let (run, stands) = play_seen(&world, &["place a sign saying Welcome home here"], |world| signs(world, spawn));
    run.assert_done();
    let fresh: Vec<_> = stands.iter().filter(|(at, _)| at != first).collect();
    assert!(matches!(&fresh[..], [(_, said)] if said[..] == ["Welcome home"]), "{stands:?}");
    assert_eq!(words(&world, *first), ["KEEP OUT"]);
}

#[test]
fn goals_write_on_the_sign_that_stands() {
    let (world, sign) = with_sign(&[]);
    let (run, said) = play_seen(&world, &["write HELLO on the sign"], |world| words(world, sign));
    run.assert_done();
    assert_eq!(said, ["HELLO"]);
    // What does not fit is refused before anything is done.
    let goal = "write \"This is by far too much to be put on any sign that was ever made by anybody\" on the sign";
    let run = play(&world, &[goal]);
    assert_eq!(run.error().map(|error| error.code), Some(ErrorCode::InvalidParams), "{:#?}", run.report());
    let at_home = world.with(|game| game.position(NAME));
    assert_eq!((words(&world, sign), at_home), (vec!["HELLO".to_owned()], None), "nobody has joined by now");
}
