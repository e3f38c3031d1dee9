use serde_json::{Value, json};

use super::{answer::*, read::params_schema, schema::DERIVED, *};
use crate::{
    domain::{BlockPos, ErrorCode, Expectation, PlanDraft, ToolRequest, User, Vec3},
    knowledge::SopLibrary,
    mind::{
        plan::{
            drafts::draft,
            planner::plan_goal,
            state::{PlacedBlock, PlannerState},
            stock::Stations,
            text::step_title,
        },
        recovery::Recovery,
        steps::Brought,
    },
};

fn holding(list: &[(&str, u32)]) -> PlannerState {
    let inventory = list.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
    PlannerState { inventory, ..Default::default() }
}

fn answer(steps: &[(&str, Value)]) -> String {
    let step = |(tool, params): &(&str, Value)| json!({ "call": { "tool": tool, "params": params }, "reason": "so" });
    json!({ "why": "it works", "steps": steps.iter().map(step).collect::<Vec<_>>() }).to_string()
}

fn proved(goal: &str, state: &PlannerState, steps: &[(&str, Value)]) -> Result<PlanDraft, Vec<String>> {
    prove(read_plan(&answer(steps)).unwrap(), "a-model", goal, state, &SoFar::nothing(state))
}

fn titles(plan: &PlanDraft) -> Vec<String> {
    plan.steps.iter().map(step_title).collect()
}

fn refused(goal: &str, state: &PlannerState, steps: &[(&str, Value)], words: &str) {
    let findings = proved(goal, state, steps).expect_err(goal);
    assert!(findings.iter().any(|finding| finding.contains(words)), "{goal}: {findings:?}");
}

fn pickaxe() -> Vec<(&'static str, Value)> {
    vec![
        ("mine", json!({"target": "log", "count": 3})),
        ("craft", json!({"item": "planks", "count": 12})),
        ("craft", json!({"item": "stick", "count": 4})),
        ("craft", json!({"item": "crafting_table"})),
        ("place_block", json!({"block": "crafting_table"})),
        ("craft", json!({"item": "wooden_pickaxe"})),
        ("mine", json!({"target": "cobblestone", "count": 3})),
        ("craft", json!({"item": "stone_pickaxe"})),
    ]
}

const GOAL: &str = "get me a stone pickaxe";

#[test]
fn the_schema_is_small_and_in_every_providers_words() {
    fn check(schema: &Value) {
        let Value::Object(map) = schema else { return schema.as_array().into_iter().flatten().for_each(check) };
        if map.get("type").is_some_and(|kind| kind == "object") {
            let names: Vec<&String> = map["properties"].as_object().unwrap().keys().collect();
            assert!(!names.is_empty() && map["additionalProperties"] == false, "{schema}");
            let required = map["required"].as_array().unwrap();
            assert!(required.iter().all(|name| names.iter().any(|known| name == known.as_str())), "{schema}");
        }
        for word in ["oneOf", "const", "$ref", "format", "minimum", "default", "title"] {
            assert!(!map.contains_key(word), "{word}: {schema}");
        }
        map.values().for_each(check);
    }
    let schema = plan_schema();
    check(&schema);
    let text = schema.to_string();
    assert!(text.len() < 6_000, "{} characters", text.len());
    assert!(text.contains("Break blocks and collect") && text.contains("Why this way"), "{text}");
    let tools = &schema["properties"]["steps"]["items"]["properties"]["call"]["anyOf"];
    let names: Vec<&str> =
        tools.as_array().unwrap().iter().filter_map(|tool| tool["properties"]["tool"]["enum"][0].as_str()).collect();
    assert_eq!(names, ToolRequest::names(User::Model), "what a job orders is no model's business");
    assert!(ToolRequest::NAMES.iter().all(|tool| params_schema(tool).is_some()), "{:#}", *DERIVED);
}

#[test]
fn whatever_is_around_a_plan_is_forgiven() {
    let plain = answer(&[("mine", json!({"target": "log", "count": 3}))]);
    let plan = read_plan(&plain).unwrap();
    assert_eq!((plan.why.as_str(), plan.steps[0].reason.as_str()), ("it works", "so"));
    assert_eq!(plan.steps[0].call.title(), "mine 3 log");
    for text in [
        format!("```json\n{plain}\n```"),
        format!("Let's see {{it needs wood}}. A draft: {{\"steps\": []}}. So:\n\n{plain}\n\nDon't you \"agree?"),
        format!("\u{feff}{}", plain.replace("}]}", "},\n ]\n,}")),
        plain.replace("\"count\":3", "\"count\": \"3\", \"max_radius\": null"),
        plain.replace("\"count\":3", "\"count\": 3.0"),
        r#"{"why": "it works", "steps": [{"tool": "mine", "params": {"target": "log", "count": 3}, "reason": "so"}]}"#
            .to_owned(),
    ] {
        assert_eq!(read_plan(&text).as_ref(), Ok(&plan), "{text}");
    }
    let comma = answer(&[("chat", json!({"message": "a, ] b \" ,}"}))]);
    assert_eq!(read_plan(&comma.replace("}]}", "},]}")), read_plan(&comma));
    assert!(read_plan(&answer(&[("get_bot_status", Value::Null)])).is_ok());
}

/// The shapes that small models come near to the one asked for with.
#[test]
fn a_step_that_is_nearly_one_is_read() {
    let plan = read_plan(&answer(&[("mine", json!({"target": "oak_log", "count": 3}))])).unwrap();
    let step = |text: &str| format!(r#"{{"why": "it works", "steps": [{text}]}}"#);
    for text in [
        r#"{"tool": "mine", "params": {"target": "oak_log", "count": 3}, "reason": "so"}"#,
        r#"{"tool": "mine", "target": "oak_log", "count": 3, "reason": "so"}"#,
        r#"{"call": {"tool": "mine", "target": "oak_log", "count": "3", "reason": "so"}}"#,
        r#"{"call": "mine", "params": {"target": "oak_log", "count": 3}, "reason": "so"}"#,
        r#"{"call": {"name": "mine", "arguments": {"target": "oak_log", "count": 3}}, "reason": "so"}"#,
        r#"{"call": "mine 3 oak_log", "reason": "so"}"#,
        r#"{"step": "Mine 3 oak logs.", "reason": "so"}"#,
        r#"{"step": 1, "tool": "mine 3 oak_log", "reason": "so"}"#,
        r#"{'call': {'tool': 'mine', 'params': {'target': 'oak_log', 'count': 3, 'at': None}}, 'reason': 'so'}"#,
        r#"{"call": {"tool": "mine", "params": {"target": "oak_log, "count": 3}}, "reason": "so}"#,
        r#"{"call": {"tool": "mine" "params": {"target": "oak_log" "count": 3}} "reason": "so"}"#,
    ] {
        assert_eq!(read_plan(&step(text)).as_ref(), Ok(&plan), "{text}");
        let decision = step(text).replace("\"why\"", "\"decision\": \"retry\", \"why\"");
        assert_eq!(read_recovery(&decision).map(|answer| answer.steps), Ok(plan.steps.clone()), "{text}");
    }
    let words = [
        ("craft 4 sticks", "craft 4 stick"),
        ("1. smelt 3 iron_ingot", "smelt 3 iron_ingot"),
        ("place_block crafting_table", "place crafting_table nearby"),
        ("navigate to 10 64 -20", "go to 10, 64, -20"),
        ("get_bot_status", "look around"),
        ("drop 5 dirt", "drop 5 dirt"),
        ("say \\\"hello\\\"", "say \"hello\""),
    ];
    for (words, meant) in words {
        let plan = read_plan(&step(&format!("\"{words}\""))).unwrap();
        assert_eq!(plan.steps[0].call.title(), meant);
    }
    let none = |text: &str, words: &str| {
        let faults = read_plan(&step(text)).unwrap_err();
        assert!(faults.len() == 1 && faults[0].contains(words), "{text}: {faults:?}");
    };
    none("\"mine 3 oak_loggg\"", "did you mean");
    for vague in ["get 3 oak_log", "mine 3 oak_log and craft 4 sticks", "go to ~ ~2 ~", "think about it", ""] {
        none(&format!("{vague:?}"), "must be an object with `call`");
    }
    none(r#"{"tool": "mine", "target": "oak_log", "amount": 3}"#, "amount");
    none(r#"{"tool": "mine", "params": "oak_log"}"#, "`params` of mine is \"oak_log\"");
}

#[test]
fn steps_without_a_plan_around_them_are_one() {
    let steps = [
        r#"{"call": {"tool": "mine", "params": {"target": "log", "count": 3}}, "reason": "so"}"#,
        r#"{"tool": "craft", "item": "planks", "count": 12, "reason": "so"}"#,
    ];
    for text in [format!("[{}, {}]", steps[0], steps[1]), format!("{}\nThen:\n{}", steps[0], steps[1])] {
        let plan = read_plan(&text).unwrap();
        assert_eq!(
            plan.steps.iter().map(|step| step.call.title()).collect::<Vec<_>>(),
            ["mine 3 log", "craft 12 planks"]
        );
    }
    let broken = format!("{{{}, {{\"tool\": }}, {}", steps[0], steps[1]);
    assert!(read_plan(&broken).is_err(), "which steps are lost cannot be told");
    let wrapped = format!("{{\"plan\": {{\"steps\": [{}]}}}}", steps[0]);
    assert_eq!(read_plan(&wrapped).unwrap().steps.len(), 1);
}

/// Whatever is lost of a plan on its way: it is read as what it was, or not at all.
#[test]
fn a_plan_that_lost_something_is_never_another() {
    let whole = answer(&pickaxe());
    let steps = read_plan(&whole).unwrap().steps;
    let same = |text: &str| read_plan(text).is_ok_and(|plan| plan.steps == steps) || read_plan(text).is_err();
    let ends: Vec<usize> = whole.char_indices().map(|(at, _)| at).collect();
    assert!(ends.iter().all(|end| same(&whole[..*end])));
    let without: Vec<String> = (whole.char_indices())
        .filter(|(_, c)| "\",:{}[]".contains(*c))
        .map(|(at, c)| format!("{}{}", &whole[..at], &whole[at + c.len_utf8()..]))
        .collect();
    for text in &without {
        assert!(same(text), "{text}");
    }
    let read = without.iter().filter(|text| read_plan(text).is_ok()).count();
    assert!(read * 2 > without.len(), "{read} of {} are read", without.len());
}

#[test]
fn what_is_wrong_is_named() {
    let fault = |tool: &str, params: Value, words: &str| {
        let faults = read_plan(&answer(&[(tool, params)])).unwrap_err();
        assert!(faults.len() == 1 && faults[0].starts_with("step 1: ") && faults[0].contains(words), "{faults:?}");
        assert!(faults[0].chars().count() <= MAX_SENTENCE + 10, "{faults:?}");
    };
    fault("mine", json!({"target": "log", "count": "five"}), "`count` is \"five\", and must be a whole number");
    fault("mine", json!({"target": "log", "count": -5}), "`count` is -5");
    fault("mine", json!({"target": 7}), "`target` is 7, and must be a text");
    fault("mine", json!({"target": "x".repeat(100_000)}), "must be the name of a thing");
    fault("mine", json!({"target": "log", "at": {"x": 1, "y": 2.5, "z": 3}}), "`at.y` is 2.5");
    fault("mine", json!({"target": "log", "at": "here"}), "`at` is \"here\", and must be an object");
    fault("mine", json!({"count": 5}), "target");
    fault("craft", json!({"item": "stick", "amount": 5}), "amount");
    fault("navigate", json!({"x": 1, "y": 1e308, "z": 2}), "`y` is 1e");
    fault("navigate", json!({"x": 1, "z": 2, "dig": "yes"}), "`dig` is \"yes\", and must be true or false");
    fault("fly", json!({}), "no tool is called \"fly\"");
    let faults = |text: &str, words: &str| {
        let faults = read_plan(text).unwrap_err();
        assert!(faults.len() == 1 && faults[0].contains(words), "{faults:?}");
    };
    faults("", "no JSON object");
    faults("I cannot do that.", "no JSON object");
    faults("{}", "no `steps`");
    faults(r#"{"steps": "mine"}"#, "`steps` is \"mine\"");
    faults(r#"{"why": 5, "steps": []}"#, "`why` is 5");
    faults(r#"{"steps": [7]}"#, "step 1: it is 7");
    faults(r#"{"steps": [{"reason": "so"}]}"#, "step 1: `call` is missing");
    faults(r#"{"steps": oops}"#, "`steps` is \"oops\"");
    faults(r#"{"steps": [}, 1]}"#, "cannot be read");
    let whole = answer(&pickaxe());
    faults(&whole[..whole.len() / 2], "breaks off");
    faults(&answer(&vec![("get_bot_status", json!({})); 1_000]), "1000 steps");
}

#[test]
fn junk_is_told_quickly() {
    for text in ["[".repeat(10_000), format!("{{\"steps\": {}", "[".repeat(10_000)), "{".repeat(250_000)] {
        assert!(read_plan(&text).is_err());
    }
    assert!(read_plan(&"{\"steps\": [], ".repeat(700_000)).unwrap_err()[0].contains("bytes"));
    assert!(read_plan(&"{}".repeat(100_000)).is_err());
    let names = vec![("mine", json!({"target": "x_".repeat(MAX_NAME / 2)})); MAX_STEPS];
    assert_eq!(proved(GOAL, &holding(&[]), &names).unwrap_err().len(), MAX_FINDINGS);
    refused(GOAL, &holding(&[]), &[("mine", json!({"target": "log", "count": 4e9}))], "must be 1 to 2304");
}

#[test]
fn a_plan_is_proved_and_its_table_taken_back() {
    let plan = proved(GOAL, &holding(&[]), &pickaxe()).unwrap();
    let offline = plan_goal(GOAL, &holding(&[]), &SopLibrary::built_in()).unwrap();
    assert_eq!(titles(&plan), titles(&offline));
    assert_eq!((&plan.quote, plan.planner.as_str()), (&offline.quote, "a-model"));
    let kinds = |plan: &PlanDraft| plan.steps.iter().map(|step| step.expectation.clone()).collect::<Vec<_>>();
    assert_eq!(kinds(&plan), kinds(&offline));
    assert_eq!(plan.repairs, ["the crafting table is taken back after step 8"]);
    let mut own = pickaxe();
    own.push(("mine", json!({"target": "crafting_table"})));
    let plan = proved(GOAL, &holding(&[]), &own).unwrap();
    assert_eq!((titles(&plan), plan.repairs.len()), (titles(&offline), 0));
    own.remove(4);
    let plan = proved(GOAL, &holding(&[]), &own).unwrap();
    assert_eq!(titles(&plan), titles(&offline), "placed where it is needed");
    assert_eq!(plan.repairs, ["the crafting table is placed before step 5, which needs it"]);
}

#[test]
fn a_furnace_is_taken_back_with_a_pickaxe_or_not_placed() {
    let steps = [("place_block", json!({"block": "furnace"})), ("smelt", json!({"item": "glass", "count": 64}))];
    let things = [("furnace", 1), ("sand", 64), ("coal", 8)];
    refused(
        "get 64 glass",
        &holding(&things),
        &steps,
        "step 2 (take back the furnace): furnace needs a wooden_pickaxe",
    );
    let plan = proved("get 64 glass", &holding(&[&things[..], &[("stone_pickaxe", 1)]].concat()), &steps).unwrap();
    let smelt = "smelt 16 glass";
    assert_eq!(titles(&plan), ["place furnace nearby", smelt, smelt, smelt, smelt, "take back the furnace"]);
    let near = PlannerState { nearby: Stations { table: false, furnace: true }, ..holding(&things[1..]) };
    assert_eq!(proved("get 64 glass", &near, &steps[1..]).unwrap().steps.len(), 4);
}

#[test]
fn what_would_fail_is_told_by_step() {
    let mut few = pickaxe();
    few[1] = ("craft", json!({"item": "planks", "count": 6}));
    refused(GOAL, &holding(&[]), &few, "step 6 (craft 1 wooden_pickaxe): 1 wooden_pickaxe needs 3 planks");
    refused(GOAL, &holding(&[]), &[("mine", json!({"target": "cobblestone"}))], "or better");
    refused(GOAL, &holding(&[]), &[("mine", json!({"target": "pickax"}))], "did you mean");
    refused(GOAL, &holding(&[]), &[("chat", json!({"message": "/op me"}))], "slash");
}

#[test]
fn what_nothing_needs_is_left_out() {
    let state = PlannerState { position: Some(Vec3::new(0.5, 64.0, 0.5)), ..holding(&[("diamond", 3)]) };
    let extra = [
        ("navigate", json!({"x": 0, "y": 300, "z": 0, "dig": true})),
        ("mine", json!({"target": "dirt", "at": {"x": 0, "y": 63, "z": 0}})),
        ("drop", json!({"item": "diamond", "count": 3})),
        ("get_bot_status", json!({})),
    ];
    let offline = plan_goal(GOAL, &state, &SopLibrary::built_in()).unwrap();
    for steps in [[&extra[..], &pickaxe()[..]].concat(), [&pickaxe()[..], &extra[..]].concat()] {
        let plan = proved(GOAL, &state, &steps).unwrap();
        assert_eq!(titles(&plan), titles(&offline));
        assert_eq!(plan.repairs.iter().filter(|repair| repair.starts_with("left out")).count(), extra.len());
    }
    let walk = proved(
        "go to 5 64 5 and get 1 dirt",
        &state,
        &[
            ("navigate", json!({"x": 90, "z": 90})),
            ("navigate", json!({"x": 5, "y": 64, "z": 5})),
            ("mine", json!({"target": "dirt"})),
        ],
    );
    assert_eq!(titles(&walk.unwrap()), ["go to 5, 64, 5", "mine 1 dirt"]);
    let own = proved("prepare for the winter", &state, &extra[3..]).unwrap();
    assert_eq!(own.steps.len(), 1, "only the model knows what it is for");
}

#[test]
fn nothing_is_mined_that_is_nowhere_nor_a_certain_block() {
    let torches = [("mine", json!({"target": "torch", "count": 10}))];
    refused("get 10 torches", &holding(&[]), &torches, "grows in nature, and none was seen");
    let seen = PlannerState { known: [("torch".to_owned(), 12)].into(), ..holding(&[]) };
    assert!(proved("get 10 torches", &seen, &torches).is_ok());
    let home = [("mine", json!({"target": "dirt", "at": {"x": 5, "y": 64, "z": 5}}))];
    let plan = proved("get 1 dirt", &holding(&[]), &home).unwrap();
    assert!(matches!(&plan.steps[0].request, ToolRequest::Mine(mine) if mine.at.is_none()), "{plan:?}");
    let three = [("mine", json!({"target": "dirt", "count": 3, "at": {"x": 5, "y": 64, "z": 5}}))];
    refused("get 3 dirt", &holding(&[]), &three, "is one: count 1");
    let near = PlannerState { nearby: Stations { table: true, furnace: true }, ..holding(&[("wooden_pickaxe", 1)]) };
    let theirs = [("mine", json!({"target": "furnace"})), ("mine", json!({"target": "dirt"}))];
    assert_eq!(titles(&proved("get 1 dirt", &near, &theirs).unwrap()), ["mine 1 dirt"], "somebody's stays");
    let mut idle = vec![("mine", json!({"target": "log"})), ("craft", json!({"item": "planks", "count": 4}))];
    idle.push(("craft", json!({"item": "crafting_table"})));
    idle.push(("place_block", json!({"block": "crafting_table"})));
    idle.push(("mine", json!({"target": "crafting_table"})));
    idle.push(("mine", json!({"target": "dirt"})));
    assert_eq!(titles(&proved("get 1 dirt", &holding(&[]), &idle).unwrap()), ["mine 1 dirt"]);
    let much = vec![("mine", json!({"target": "log", "count": 2304})); 60];
    refused("get 1 stick", &holding(&[]), &much, "too many to be proved");
}

#[test]
fn what_leads_to_a_place_that_is_asked_for_is_kept() {
    let goal = "place dirt at 300 64 300";
    let place = |x: i32| ("place_block", json!({"block": "dirt", "x": x, "y": 64, "z": 300}));
    let go = |x: i32| ("navigate", json!({"x": x, "z": 300}));
    let plan = proved(goal, &holding(&[("dirt", 2)]), &[go(0), go(298), place(300)]).unwrap();
    assert_eq!(titles(&plan).len(), 2, "the walk there, and not the one away: {:?}", titles(&plan));
    refused(goal, &holding(&[("dirt", 2)]), &[place(301)], "no step does it");
    let anywhere = proved("place dirt", &holding(&[("dirt", 2)]), &[place(900)]).unwrap();
    assert!(matches!(&anywhere.steps[0].request, ToolRequest::PlaceBlock(place) if place.at().is_none()));
}

#[test]
fn what_is_to_be_placed_by_another_block_is() {
    let goal = "put a torch next to the furnace";
    let place = |params: Value| ("place_block", params);
    for step in [
        json!({"block": "torch", "beside": "furnace"}),
        json!({"block": "torch"}),
        json!({"block": "torch", "x": 1, "y": 64, "z": 1}),
    ] {
        let plan = proved(goal, &holding(&[("torch", 1)]), &[place(step)]).unwrap();
        assert_eq!(titles(&plan), ["place torch beside the nearest furnace"]);
    }
    let on = place(json!({"block": "torch", "on": "furnace"}));
    refused(goal, &holding(&[("torch", 1)]), &[on], "no step does it");
}

#[test]
fn the_goals_things_are_held_in_the_end() {
    let log = [("mine", json!({"target": "log"}))];
    refused(GOAL, &holding(&[]), &log, "the plan ends with 0 stone_pickaxe, 1 is wanted");
    refused(GOAL, &holding(&[]), &[], "the plan ends with 0 stone_pickaxe");
    let one = holding(&[("stone_pickaxe", 1)]);
    assert_eq!(proved(GOAL, &one, &[]).unwrap().steps.len(), 0);
    refused("craft a stone pickaxe", &one, &[], "ends with 1 stone_pickaxe, 2 are wanted (1 more than now)");
    let four = holding(&[("dirt", 4)]);
    refused("get 3 dirt", &four, &[("drop", json!({"item": "dirt"}))], "may not be dropped");
    refused("get 4 dirt", &four, &[("place_block", json!({"block": "dirt"}))], "the plan ends with 3 dirt");
    let drop = ("drop", json!({"item": "dirt", "count": 2}));
    let dig = ("mine", json!({"target": "dirt", "count": 2}));
    assert!(proved("get 6 dirt and drop 2 dirt", &four, &[dig.clone(), drop.clone()]).is_ok());
    assert!(proved("drop 2 dirt and get 4 dirt", &four, &[drop.clone(), dig]).is_ok());
    refused("drop 2 dirt and get 4 dirt", &four, &[drop], "the plan ends with 2 dirt");
    let pickaxe = holding(&[("stone_pickaxe", 1)]);
    assert!(proved("mine 2 stone", &pickaxe, &[("mine", json!({"target": "stone", "count": 2}))]).is_ok());
    refused("mine 2 stone", &pickaxe, &[("mine", json!({"target": "stone"}))], "the steps mine 1");
    refused("prepare for the winter", &holding(&[]), &[], "no steps");
    assert!(proved("prepare for the winter", &holding(&[]), &log).is_ok(), "only a model understands it");
}

#[test]
fn what_is_asked_to_be_done_is_done_and_no_more_is_said() {
    let state = PlannerState { position: Some(Vec3::new(0.5, 64.0, 0.5)), ..holding(&[("crafting_table", 1)]) };
    let go = ("navigate", json!({"x": 100, "z": 100, "tolerance": 5}));
    let say = |message: &str| ("chat", json!({ "message": message }));
    let goal = "go to 100 64 100 and say hello";
    let plan = proved(goal, &state, &[go.clone(), say("hello")]).unwrap();
    assert_eq!(titles(&plan), ["go to 100, 64, 100", "say \"hello\""]);
    assert!(matches!(&plan.steps[0].request, ToolRequest::Navigate(to) if to.tolerance.is_none()));
    refused(goal, &state, std::slice::from_ref(&go), "the goal asks to say \"hello\", and no step does it");
    refused(goal, &state, &[say("hello"), go.clone()], "no step does it");
    refused("go to 100 64 100", &state, &[go, say("hello")], "does not ask for it to be said");
    let place = ("place_block", json!({"block": "crafting_table"}));
    let plan = proved("place a crafting table", &state, std::slice::from_ref(&place)).unwrap();
    assert!(plan.steps.len() == 1 && plan.repairs.is_empty(), "what is asked for stays: {plan:?}");
    let mine = ("mine", json!({"target": "crafting_table"}));
    refused("place a crafting table", &state, &[place.clone(), mine], "does not stand in the end");
    let plan = proved("set up a workshop with a crafting table", &state, &[place]).unwrap();
    assert_eq!(plan.steps.len(), 1, "nobody but the model knows what the goal asks for");
}

/// A plan that comes while another is at work is held against what is still to be done.
#[test]
fn what_is_done_by_then_is_not_done_again() {
    let goal = "drop 2 sand and mine 3 dirt";
    let drop = ("drop", json!({"item": "sand", "count": 2}));
    let mut brought = Brought::default();
    brought.mined.add("dirt", 2);
    let table = PlacedBlock { block: "crafting_table".to_owned(), at: BlockPos::new(2, 64, 2), means: true };
    let so_far = SoFar {
        began: holding(&[("dirt", 4), ("sand", 2)]),
        done: vec![ToolRequest::from_parts(drop.0, &drop.1).unwrap()],
        brought,
        placed: vec![table],
        ..SoFar::default()
    };
    let late = |steps: &[(&str, Value)]| {
        prove(read_plan(&answer(steps)).unwrap(), "a-model", goal, &holding(&[("dirt", 6)]), &so_far)
    };
    let plan = late(&[drop, ("mine", json!({"target": "dirt", "count": 1}))]).unwrap();
    assert_eq!(titles(&plan), ["take back the crafting table", "mine 1 dirt"], "{plan:?}");
    assert!(plan.repairs.iter().any(|repair| repair.contains("as it is done: drop 2 sand")), "{:?}", plan.repairs);
    assert!(late(&[]).unwrap_err()[0].contains("the plan ends with 6 dirt, 7 are wanted"));
}

/// An answer to a failure of the third step of the plan for [`GOAL`].
fn decide(decision: &str, steps: &[(&str, Value)]) -> String {
    let mut answer: Value = serde_json::from_str(&answer(steps)).unwrap();
    answer["decision"] = decision.into();
    answer.to_string()
}

/// The plan for a goal from nothing, of which the step at `failed` has failed.
fn rest(goal: &str, failed: usize) -> Rest {
    let plan = plan_goal(goal, &holding(&[]), &SopLibrary::built_in()).unwrap();
    let mut steps = plan.steps.into_iter();
    let done: Vec<_> = steps.by_ref().take(failed).collect();
    let failed = steps.next().unwrap();
    let mut brought = Brought::default();
    for step in &done {
        if let ToolRequest::Mine(mine) = &step.request {
            brought.mined.add(&mine.target, mine.count);
        }
    }
    Rest {
        goal: goal.to_owned(),
        so_far: SoFar {
            began: holding(&[]),
            done: done.into_iter().map(|step| step.request).collect(),
            brought,
            ..SoFar::default()
        },
        planned: failed.request.clone(),
        failed,
        code: ErrorCode::ResourceNotFound,
        exhausted: false,
        later: steps.map(|step| (step.request.clone(), step)).collect(),
    }
}

fn decided(text: &str, rest: &Rest, state: &PlannerState) -> Result<Recovery, Vec<String>> {
    read_recovery(text).and_then(|answer| prove_recovery(answer, rest, state))
}

fn unfit(text: &str, rest: &Rest, state: &PlannerState, words: &str) {
    let findings = decided(text, rest, state).expect_err(text);
    assert!(findings.iter().any(|finding| finding.contains(words)), "{text}: {findings:?}");
}

fn steps_of(recovery: Recovery) -> Vec<String> {
    match recovery {
        Recovery::InsertBefore { steps, .. } | Recovery::Replace { steps, .. } => {
            steps.iter().map(step_title).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_decision_is_read_leniently() {
    let text = decide("Give up", &[]).replace("[]", "\"none\"");
    assert_eq!(read_recovery(&text).unwrap().decision, Decision::GiveUp);
    let plain = read_recovery(r#"So: {"decision": "retry", "steps": [{"tool": "mine", "params": {"target": "log"}}]}"#);
    assert_eq!(plain.unwrap().steps.len(), 1);
    for (text, words) in [
        (r#"{"decision": "try harder", "steps": []}"#, "must be one of retry, insert, replace, give_up"),
        (r#"{"decision": 7}"#, "`decision` is 7"),
        (r#"{"steps": []}"#, "no `decision`"),
        (r#"{"decision": "insert", "steps": [{"call": {"tool": "fly"}}]}"#, "no tool is called"),
        ("", "no JSON object"),
    ] {
        let faults = read_recovery(text).unwrap_err();
        assert!(faults.len() == 1 && faults[0].contains(words), "{text}: {faults:?}");
    }
    let schema = recovery_schema();
    assert_eq!(schema["properties"]["decision"]["enum"], json!(["retry", "insert", "replace", "give_up"]), "{schema}");
    assert_eq!(schema["properties"]["steps"]["items"], plan_schema()["properties"]["steps"]["items"]);
}

#[test]
fn a_retry_is_the_same_tool_with_other_params() {
    let rest = rest(GOAL, 0);
    let state = holding(&[]);
    let mine = |params: Value| decide("retry", &[("mine", params)]);
    match decided(&mine(json!({"target": "log", "count": 3, "max_radius": 128})), &rest, &state).unwrap() {
        Recovery::Retry { request: ToolRequest::Mine(mine), expectation: None, why } => {
            assert_eq!((mine.max_radius, why.as_str()), (Some(128), "it works"));
        }
        other => panic!("{other:?}"),
    }
    match decided(&mine(json!({"target": "birch_log", "count": 3})), &rest, &state).unwrap() {
        Recovery::Retry { expectation: Some(Expectation::Gain { items, count: 3 }), .. } => {
            assert_eq!(items, ["birch_log"]);
        }
        other => panic!("{other:?}"),
    }
    unfit(&mine(json!({"target": "log", "count": 3})), &rest, &state, "the very call that has just failed");
    // How many it is now about is no other step: what its aim lacks is asked for.
    let one = decided(&mine(json!({"target": "log", "count": 1, "max_radius": 96})), &rest, &state);
    assert!(one.is_err_and(|findings| findings[0].contains("with that, the plan's")));
    unfit(&decide("retry", &[("chat", json!({"message": "help"}))]), &rest, &state, "retry means mine");
    unfit(&decide("retry", &[]), &rest, &state, "retry takes one step");
    let undone = Rest { code: ErrorCode::ActionFailed, ..rest.clone() };
    assert!(decided(&mine(json!({"target": "log", "count": 3})), &undone, &state).is_ok());
    let last = Rest { exhausted: true, ..rest };
    unfit(&mine(json!({"target": "birch_log", "count": 3})), &last, &state, "as often as a step may be");
}

#[test]
fn a_state_is_proved_and_outlives_a_retry() {
    let state = holding(&[("furnace", 1)]);
    let facing = |facing: &str| json!({"block": "furnace", "x": 2, "y": 64, "z": 2, "state": {"facing": facing}});
    let goal = "place a furnace at 2 64 2";
    refused(goal, &state, &[("place_block", facing("up"))], "furnace has no state facing=up; facing may be north");
    let plan = proved(goal, &state, &[("place_block", facing("north"))]).unwrap();
    let expected = serde_json::to_value(&plan.steps[0].expectation).unwrap();
    let at = json!({"x": 2, "y": 64, "z": 2});
    assert_eq!(expected, json!({"expect": "block", "block": "furnace", "at": at, "state": {"facing": "north"}}));

    let failed = plan.steps[0].clone();
    let rest = Rest {
        goal: goal.to_owned(),
        so_far: SoFar::nothing(&state),
        planned: failed.request.clone(),
        failed,
        code: ErrorCode::ActionFailed,
        exhausted: false,
        later: Vec::new(),
    };
    let plainly = [("place_block", json!({"block": "furnace", "x": 2, "y": 64, "z": 2}))];
    match decided(&decide("retry", &plainly), &rest, &state).unwrap() {
        Recovery::Retry { request, expectation: None, .. } => assert_eq!(request, rest.failed.request),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_inserted_must_let_the_rest_of_the_plan_work() {
    let rest = rest(GOAL, 6);
    let state = PlannerState {
        nearby: Stations { table: true, furnace: false },
        ..holding(&[("stick", 2), ("wooden_pickaxe", 1), ("oak_planks", 3)])
    };
    assert_eq!(rest.planned.title(), "mine 3 cobblestone");
    let go = ("navigate", json!({"x": 40, "z": 0}));
    let take = ("mine", json!({"target": "crafting_table"}));
    let table = PlacedBlock { block: "crafting_table".to_owned(), at: BlockPos::new(2, 64, 2), means: true };
    let so_far = SoFar { placed: vec![table], ..rest.so_far.clone() };
    let rest = Rest { so_far, ..rest };
    unfit(&decide("insert", std::slice::from_ref(&go)), &rest, &state, "craft 1 stone_pickaxe would fail");
    let fine = decided(&decide("insert", &[take, go.clone()]), &rest, &state).unwrap();
    assert_eq!(steps_of(fine), ["take back the crafting table", "go to 40, 0"]);
    let toward = decided(&decide("insert", &[("chat", json!({"message": "x"}))]), &rest, &state);
    assert!(toward.is_err());
    let idle = [("craft", json!({"item": "stick", "count": 4})), ("mine", json!({"target": "dirt"}))];
    assert_eq!(steps_of(decided(&decide("insert", &idle), &rest, &state).unwrap()), ["mine 1 dirt"]);
    unfit(&decide("insert", &[]), &rest, &state, "none is there");
    unfit(&decide("insert", &[("chat", json!({"message": "help"}))]), &rest, &state, "does not ask for it to be said");
    unfit(&decide("insert", &[("craft", json!({"item": "diamond_pickaxe"}))]), &rest, &state, "step 1");
}

#[test]
fn what_replaces_the_rest_ends_with_what_the_goal_asks() {
    let mut rest = rest(GOAL, 6);
    rest.exhausted = true;
    let table = PlacedBlock { block: "crafting_table".to_owned(), at: BlockPos::new(2, 64, 2), means: true };
    rest.so_far.placed = vec![table];
    let state = PlannerState {
        nearby: Stations { table: true, furnace: false },
        ..holding(&[("stick", 2), ("wooden_pickaxe", 1), ("oak_planks", 3)])
    };
    let craft = ("craft", json!({"item": "stone_pickaxe"}));
    let mine = |target: &str| ("mine", json!({"target": target, "count": 3}));
    unfit(&decide("replace", &[mine("cobblestone"), craft.clone()]), &rest, &state, "find another way");
    unfit(&decide("replace", &[mine("cobbled_deepslate")]), &rest, &state, "the plan ends with 0 stone_pickaxe");
    unfit(&decide("replace", &[]), &rest, &state, "the plan ends with 0 stone_pickaxe");
    let fine = decided(&decide("replace", &[mine("cobbled_deepslate"), craft]), &rest, &state).unwrap();
    assert_eq!(steps_of(fine), ["mine 3 cobbled_deepslate", "craft 1 stone_pickaxe", "take back the crafting table"]);
    let give_up = decided(&decide("give_up", &[]), &rest, &state).unwrap();
    assert_eq!(give_up, Recovery::GiveUp { why: "it works".to_owned() });
}

#[test]
fn what_is_done_need_not_be_done_again() {
    let goal = "mine 3 dirt and go to 40 64 40 and go to 100 64 100";
    let rest = rest(goal, 2);
    assert_eq!(rest.planned.title(), "go to 100, 64, 100");
    let state = PlannerState { position: Some(Vec3::new(0.5, 64.0, 0.5)), ..holding(&[("dirt", 3)]) };
    let go = |x: i32, dig: bool| ("navigate", json!({"x": x, "y": 64, "z": 100, "dig": dig}));
    assert!(decided(&decide("retry", &[go(100, true)]), &rest, &state).is_ok());
    unfit(&decide("retry", &[go(90, true)]), &rest, &state, "the goal asks to go to 100, 64, 100");
    unfit(&decide("replace", &[go(90, false)]), &rest, &state, "the goal asks to go to 100, 64, 100");
    let steps = decided(&decide("replace", &[go(50, true), go(100, true)]), &rest, &state).unwrap();
    assert_eq!(steps_of(steps).len(), 2);
    let drop = ("drop", json!({"item": "dirt", "count": 1}));
    unfit(&decide("insert", &[drop]), &rest, &state, "may not be dropped");
    let state = PlannerState { inventory: holding(&[("dirt", 3), ("diamond", 3)]).inventory, ..state };
    let throw = [("drop", json!({"item": "diamond", "count": 3}))];
    unfit(&decide("insert", &throw), &rest, &state, "but to make room");
    let full = Rest { code: ErrorCode::InventoryFull, ..rest.clone() };
    assert!(decided(&decide("insert", &throw), &full, &state).is_ok());
    let bag: Vec<_> = vec![throw[0].clone(), throw[0].clone()];
    unfit(&decide("insert", &bag), &full, &state, "a single drop");
    let armed = PlannerState { inventory: holding(&[("dirt", 3), ("diamond_pickaxe", 1)]).inventory, ..state.clone() };
    unfit(&decide("insert", &[("drop", json!({"item": "diamond_pickaxe"}))]), &full, &armed, "no tool");
    let again = [("navigate", json!({"x": 100, "y": 64, "z": 100}))];
    unfit(&decide("insert", &again), &rest, &state, "tried again after it anyway");
}

#[test]
fn what_was_dropped_or_said_is_not_dropped_or_said_again() {
    let goal = "drop 5 dirt and go to 100 64 100";
    let state = PlannerState { position: Some(Vec3::new(0.5, 64.0, 0.5)), ..holding(&[("dirt", 9)]) };
    let go = draft(ToolRequest::from_parts("navigate", &json!({"x": 100, "y": 64, "z": 100})).unwrap(), String::new());
    let rest = Rest {
        goal: goal.to_owned(),
        so_far: SoFar {
            began: PlannerState { position: state.position, ..holding(&[("dirt", 14)]) },
            done: vec![ToolRequest::from_parts("drop", &json!({"item": "dirt", "count": 5})).unwrap()],
            ..SoFar::default()
        },
        planned: go.request.clone(),
        failed: go,
        code: ErrorCode::PathBlocked,
        exhausted: false,
        later: Vec::new(),
    };
    let walk = ("navigate", json!({"x": 100, "y": 64, "z": 100, "dig": true}));
    let drop = ("drop", json!({"item": "dirt", "count": 5}));
    assert!(decided(&decide("replace", std::slice::from_ref(&walk)), &rest, &state).is_ok());
    unfit(&decide("replace", &[drop, walk.clone()]), &rest, &state, "but to make room");
    let exhausted = Rest { exhausted: true, failed: Rest::clone(&rest).failed, ..rest };
    let dug = Rest { failed: draft(ToolRequest::from_parts(walk.0, &walk.1).unwrap(), String::new()), ..exhausted };
    let nearly = ("navigate", json!({"x": 100, "y": 64, "z": 100, "dig": true, "tolerance": 1}));
    unfit(&decide("replace", &[nearly]), &dug, &state, "find another way");
}

#[test]
fn what_is_held_in_the_end_is_read_as_it_is_written() {
    let read = |holds: Value| {
        let answer = json!({ "why": "so", "shown_by": " bread\nis held ", "holds": holds, "steps": [] });
        read_plan(&answer.to_string()).map(|plan| (plan.shown_by.clone(), plan.held().to_string()))
    };
    let bread = Ok(("bread is held".to_owned(), "3 bread".to_owned()));
    for holds in [
        json!([{ "item": "bread", "count": 3 }]),
        json!([{ "item": "minecraft:bread", "count": "3" }, { "item": "bread" }]),
        json!({ "bread": 3 }),
        json!(["bread", { "item": "bread", "count": 3 }]),
    ] {
        assert_eq!(read(holds.clone()), bread, "{holds}");
    }
    for nothing in [json!(null), json!([]), json!({})] {
        assert!(read(nothing.clone()).is_ok_and(|(_, held)| held == "nothing"), "{nothing}");
    }
    for wrong in [json!("bread"), json!([3]), json!([{ "item": 3 }]), json!({ "bread": -1 }), json!(vec!["dirt"; 9])] {
        assert!(read(wrong.clone()).is_err_and(|faults| faults[0].contains("`holds`")), "{wrong}");
    }
    // Recorded answers know nothing of it.
    assert_eq!(read_plan(&answer(&[])).unwrap().holds, []);
}

#[test]
fn what_the_plan_promises_is_checked_where_the_goal_says_nothing() {
    let promised = |goal: &str, item: &str, count: u32| {
        let mut plan = read_plan(&answer(&[("mine", json!({"target": "dirt", "count": 2}))])).unwrap();
        plan.holds = vec![Held { item: item.to_owned(), count }];
        let state = holding(&[("dirt", 4), ("oak_log", 1)]);
        prove(plan, "a-model", goal, &state, &SoFar::nothing(&state)).map(|plan| plan.holds.to_string())
    };
    let goal = "make me happy";
    assert_eq!(promised(goal, "dirt", 6).as_deref(), Ok("6 dirt"));
    assert_eq!(promised(goal, "log", 1).as_deref(), Ok("1 log"));
    assert!(promised(goal, "dirt", 7).unwrap_err()[0].contains("ends with 6 dirt, and by `holds` 7 are held"));
    assert!(promised(goal, "happiness", 1).unwrap_err()[0].contains("happiness"));
    assert!(promised(goal, "dirt", u32::MAX).unwrap_err()[0].contains("nobody can hold"));
    assert_eq!(promised("mine 2 dirt", "diamond", 7).as_deref(), Ok("nothing"), "the goal's own words say it");
}

#[test]
fn only_of_a_goal_of_its_own_a_model_is_asked_for_its_end() {
    let (plan, free) = (plan_schema(), free_plan_schema());
    for name in ["shown_by", "holds"] {
        assert!(plan["properties"].get(name).is_none() && free["properties"].get(name).is_some(), "{name}");
        let required = |schema: &Value| schema["required"].as_array().unwrap().iter().any(|known| known == name);
        assert!(!required(&plan) && required(&free), "{name}");
    }
}
