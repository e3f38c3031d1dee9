//! A step that places a block in a state: it counts once the block is seen in that state, and says what is seen instead.

use blockwright::{
    domain::{BlockPos, ErrorCode, GoalState, ToolRequest},
    journal::{Event, Journal},
    knowledge::{self, SopLibrary},
    mind::Policy,
};
use serde_json::json;

use super::{
    harness::{Hands, LEVEL, code, context, world},
    scripted::Scripted,
};

const AT: BlockPos = BlockPos::new(2, 64, 0);
const PROCEDURE: &str = r#"
name: "Porch"
tags: ["porch"]
steps:
  - action: place
    item: oak_stairs
    x: 2
    y: 64
    z: 0
    state:
      facing: north
      half: top
"#;

/// A mind that is to place stairs facing north, their step on top.
fn porch() -> Scripted {
    let mut sops = SopLibrary::load(None).expect("our own SOPs");
    sops.add("porch.yaml", PROCEDURE);
    let mut mind = Scripted::following(sops, &["make a porch"], Policy::default(), None);
    mind.holds(&[("oak_stairs", 1)]);
    mind
}

/// The next order, which must be to place the stairs as the procedure says.
fn is_told_to_place(mind: &mut Scripted) -> u64 {
    let (id, request) = mind.call();
    let ToolRequest::PlaceBlock(place) = &request else { panic!("{request:?}") };
    let asked: Vec<(&str, &str)> =
        place.state.iter().flatten().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!((place.at(), asked), (Some(AT), vec![("facing", "north"), ("half", "top")]), "{request:?}");
    id
}

/// The body says that it has done just that, and the server shows stairs facing this way.
fn places(mind: &mut Scripted, id: u64, facing: &str) {
    let stairs = knowledge::block("oak_stairs").expect("stairs");
    let state = knowledge::state_with(stairs, &[("facing", facing), ("half", "top")]).expect("a state");
    mind.sees_state(AT.chunk(), state);
    mind.holds(&[]);
    let state = json!({ "facing": "north", "half": "top" });
    mind.succeed(id, "place_block", json!({ "block": "oak_stairs", "x": 2, "y": 64, "z": 0, "state": state }));
    mind.pass(60);
}

/// The next order, which must be to take the stairs back.
fn takes_back(mind: &mut Scripted) {
    let (id, request) = mind.call();
    assert!(matches!(&request, ToolRequest::Mine(mine) if mine.at == Some(AT) && mine.count == 1), "{request:?}");
    mind.holds(&[("oak_stairs", 1)]);
    mind.succeed(id, "mine", json!({ "item": "oak_stairs", "collected": 1, "blocks_broken": 1 }));
}

#[test]
fn a_block_in_another_state_is_taken_back_and_placed_once_more() {
    let mut mind = porch();
    let id = is_told_to_place(&mut mind);
    places(&mut mind, id, "south");
    assert_eq!(mind.goal().state, GoalState::Active, "the tool's word alone is not enough");
    takes_back(&mut mind);
    let id = is_told_to_place(&mut mind);
    places(&mut mind, id, "north");
    assert_eq!(mind.goal().state, GoalState::Done);
    let evidence = "oak_stairs[facing=north,half=top] stands at 2, 64, 0";
    let journal = mind.app.world().resource::<Journal>();
    let is_shown = |event: &Event| matches!(event, Event::StepDone { evidence: told, .. } if told == evidence);
    assert!(journal.entries().iter().any(|entry| is_shown(&entry.event)), "{:#?}", journal.entries());
}

#[test]
fn a_state_that_cannot_be_had_fails_the_step_with_what_is_seen() {
    let mut mind = porch();
    for attempt in 1..=3 {
        let id = is_told_to_place(&mut mind);
        places(&mut mind, id, "south");
        if attempt < 3 {
            takes_back(&mut mind);
        }
    }
    mind.no_order();
    assert_eq!(mind.goal().state, GoalState::Failed);
    let failed = mind.goal().steps.iter().find_map(|step| step.error.clone()).expect("an error");
    assert_eq!(failed.code, ErrorCode::ActionFailed);
    let seen = "oak_stairs[facing=south,half=top] stands at 2, 64, 0, and not oak_stairs[facing=north,half=top]";
    assert!(failed.message.contains(seen), "{failed}");
}

#[test]
fn a_state_that_placing_does_not_give_is_told_by_the_tool() {
    let world = world(LEVEL, &[("furnace", 1)]);
    let mut hands = Hands::join(&world);
    let at = hands.seen().position.block().offset(3, 0, 0);
    let lit = json!({ "block": "furnace", "x": at.x, "y": at.y, "z": at.z, "state": { "lit": "true" } });
    let result = hands.call("place_block", lit);
    assert_eq!(code(&result), ErrorCode::ActionFailed, "{result:#?}");
    let message = result.error.as_ref().map(|error| error.message.clone()).unwrap_or_default();
    assert_eq!(message, format!("furnace[lit=false] stands at {at}, and not furnace[lit=true]"));
    assert_eq!(BlockPos::told_by(&context(&result)["in_another_state"]), Some(at));
}
