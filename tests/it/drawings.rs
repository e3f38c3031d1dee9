//! What there is no blueprint of is drawn by a model: its drawing is checked, kept, shown, and built like any other.

use std::{
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
};

use blockwright::{
    domain::{Build, ChunkPos, GoalState, ToolRequest, UserAsk},
    journal::Event,
    mind::{
        FreePlans, Policy,
        model::{Drawings, Provider},
    },
};
use serde_json::{Value, json};

use crate::{
    building::difference,
    harness::{self, FAST, Run, fill, meadow},
    llm_stub::{Response, Stub},
    model::{Mind, limits, model, planners},
};

/// A barn of one room with a stair for a roof's edge, a door to the south and a torch beside it.
fn barn() -> Value {
    json!({
        "why": "a barn in small", "title": "a small red barn", "sunk": 1,
        "legend": [
            { "letter": "P", "block": "oak_planks" },
            { "letter": "S", "block": "oak_stairs[facing=north,half=bottom]" },
            { "letter": "D", "block": "oak_door[half=lower,facing=north]" },
            { "letter": "d", "block": "oak_door[half=upper,facing=north]" },
            { "letter": "t", "block": "wall_torch[facing=south]" },
        ],
        "layers": [
            ["PPPP", "PPPP", "PPPP", "PPPP", "...."],
            ["PPPP", "P..P", "P..P", "PDPP", "...."],
            ["PPPP", "P..P", "P..P", "PdPP", "..t."],
            ["PPPP", "PPPP", "PPPP", "PPPP", "...."],
            ["....", "....", "....", "SSSS", "...."],
        ],
    })
}

/// The call that builds it, as it was planned.
fn planned(events: &[Event]) -> Option<Build> {
    events.iter().rev().find_map(|event| match event {
        Event::Planned { plan } => plan.steps.iter().find_map(|step| match &step.request {
            ToolRequest::Build(build) => Some(build.clone()),
            _ => None,
        }),
        _ => None,
    })
}

/// The file of a drawing, gone at the end of the test.
struct Kept(PathBuf);

impl Drop for Kept {
    fn drop(&mut self) {
        _ = std::fs::remove_file(&self.0);
    }
}

fn kept(build: &Build) -> Kept {
    Kept(PathBuf::from(&build.blueprint))
}

const GIVE: &[(&str, u32)] = &[
    ("oak_planks", 60),
    ("oak_stairs", 4),
    ("oak_door", 1),
    ("torch", 1),
    ("dirt", 16),
    ("wooden_axe", 1),
    ("wooden_shovel", 1),
];

#[test]
fn what_a_model_draws_stands_in_the_end_as_it_was_drawn() {
    let asked = AtomicUsize::new(0);
    let stub = Stub::start(Provider::Claude, move |_| {
        let mut drawing = barn();
        // The torch hangs on nothing at first, and then one block is of what nobody has.
        match asked.fetch_add(1, Ordering::Relaxed) {
            0 => drawing["layers"][4][0] = json!("t..."),
            1 => drawing["legend"][0]["block"] = json!("bedrock"),
            _ => {}
        }
        Response::Reply(drawing.to_string())
    });
    let (world, _) = meadow(FAST, GIVE, |world, spawn| {
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
    });
    let goal = "build me a small red barn with its corner at 4 4, please";
    let run: Run = harness::play_with(
        Some(model(&stub, Provider::Claude, limits())),
        &world.address().to_string(),
        &[goal],
        Policy::default(),
        |_| (),
    );
    let build = planned(&run.events).unwrap_or_else(|| panic!("{:#?}", run.events));
    let kept = kept(&build);
    run.assert_done();
    assert_eq!((build.x, build.z, difference(&world, &build).as_str()), (4, 4, ""));
    assert!(std::fs::read_to_string(&kept.0).is_ok_and(|text| text.starts_with("title: \"a small red barn\"")));
    assert_eq!(planners(&run.events), [Provider::Claude.default_model()]);
    let requests = stub.requests();
    assert_eq!(requests.len(), 3);
    let told = |number: usize| requests[number].body.to_string();
    assert!(told(0).contains("You draw buildings") && told(0).contains("a small red barn"), "{}", told(0));
    assert!(told(1).contains("layer 5, row 1, letter 1: wall_torch[facing=south] cannot be put so"), "{}", told(1));
    assert!(told(2).contains("what it takes cannot be had: bedrock"), "{}", told(2));
}

/// A mind whose model draws the barn, and the model.
fn mind(free_plans: FreePlans) -> (Mind, Stub) {
    let stub = Stub::start(Provider::Gemini, move |_| Response::Reply(barn().to_string()));
    let policy = Policy { free_plans, ..Policy::default() };
    let mut mind = Mind::with(&["build me a small red barn at 0 0"], policy, model(&stub, Provider::Gemini, limits()));
    let folder = std::env::temp_dir().join(format!("blockwright-drawn-{free_plans:?}-{}", std::process::id()));
    mind.0.app.insert_resource(Drawings(folder));
    mind.0.holds(GIVE);
    for (x, z) in (-3..=3).flat_map(|x| (-3..=3).map(move |z| (x, z))) {
        mind.0.sees(ChunkPos { x, z }, "dirt");
    }
    (mind, stub)
}

/// In a window it waits for the user's word; without one the user is told where the drawing is.
#[test]
fn a_drawing_is_seen_before_it_is_built() {
    let (mut shown, _model) = mind(FreePlans::Confirmed);
    shown.until("held", |entries| entries.iter().any(|entry| matches!(entry.event, Event::GoalPaused { .. })));
    let build = planned(&shown.events()).expect("a building");
    let kept_file = kept(&build);
    assert!(kept_file.0.ends_with("small_red_barn.yaml"), "{:?}", kept_file.0);
    assert_eq!(shown.0.goal().state, GoalState::Paused);
    shown.0.ask(UserAsk::Resume(1));
    let (_, request) = shown.0.call();
    assert!(matches!(&request, ToolRequest::Build(asked) if asked.blueprint == build.blueprint), "{request:?}");

    let (mut refused, _model) = mind(FreePlans::Refused);
    refused.until("refused", |entries| entries.iter().any(|entry| matches!(entry.event, Event::GoalFailed { .. })));
    let goal = refused.0.goal();
    let why = goal.note.clone().unwrap_or_default();
    assert!(why.contains("a small red barn, 61 blocks, 4 wide, 5 deep and 5 high"), "{why}");
    let file = why.split("say: build ").nth(1).and_then(|rest| rest.split(',').next()).expect("a file");
    let _gone = Kept(PathBuf::from(file));
    assert!(std::fs::exists(file).expect("a folder"), "{file}");
    refused.0.no_order();
}
