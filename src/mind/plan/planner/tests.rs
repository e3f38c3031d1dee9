use super::*;

fn counts(list: &[(&str, u32)]) -> ItemCounts {
    list.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
}

fn holding(list: &[(&str, u32)]) -> PlannerState {
    PlannerState { inventory: counts(list), ..Default::default() }
}

/// `mine 3 log`, `place crafting_table`: a step in short.
fn short(step: &StepDraft) -> String {
    let back = if step.takes_back.is_some() { " back" } else { "" };
    match &step.request {
        ToolRequest::Mine(mine) => format!("mine {} {}{back}", mine.count, mine.target),
        ToolRequest::Craft(craft) => format!("craft {} {}", craft.count, craft.item),
        ToolRequest::PlaceBlock(place) => format!("place {}", place.block),
        ToolRequest::Navigate(to) => {
            format!("go {} {} {}", to.x, to.y.map_or("?".to_owned(), |y| y.to_string()), to.z)
        }
        ToolRequest::Chat(chat) => format!("say {}", chat.message),
        ToolRequest::Drop(drop) => format!("drop {} {}", drop.count, drop.item),
        ToolRequest::GetBotStatus(_) => "look".to_owned(),
        other => other.title(),
    }
}

fn plan(text: &str, state: &PlannerState) -> PlanDraft {
    plan_goal(text, state, &SopLibrary::built_in()).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"))
}

fn check(text: &str, state: &PlannerState, expect: &[&str]) -> PlanDraft {
    let plan = plan(text, state);
    let steps: Vec<String> = plan.steps.iter().map(short).collect();
    assert_eq!(steps, expect, "{text}: {plan:#?}");
    // With and without procedures the amounts are the same.
    let bare = plan_goal(text, state, &SopLibrary::default()).unwrap();
    assert_eq!(bare.quote.materials, plan.quote.materials, "{text} without procedures");
    plan
}

fn refused(text: &str, state: &PlannerState, kind: RefusalKind, code: ErrorCode, words: &str) {
    let refusal = plan_goal(text, state, &SopLibrary::built_in()).err().unwrap_or_else(|| panic!("{text} is planned"));
    assert_eq!((refusal.kind, refusal.error.code), (kind, code), "{text}: {}", refusal.error);
    assert!(refusal.error.message.contains(words), "{text}: {}", refusal.error);
}

const PICKAXE: &[&str] = &[
    "mine 3 log",
    "craft 12 planks",
    "craft 4 stick",
    "craft 1 crafting_table",
    "place crafting_table",
    "craft 1 wooden_pickaxe",
    "mine 3 cobblestone",
    "craft 1 stone_pickaxe",
    "mine 1 crafting_table back",
];

#[test]
fn the_main_job() {
    let plan = check("get me a stone pickaxe", &holding(&[]), PICKAXE);
    assert_eq!(plan.sop.as_deref(), Some("Stone Pickaxe"));
    assert_eq!(plan.repairs, Vec::<String>::new());
    assert_eq!(plan.quote.materials, counts(&[("log", 3), ("cobblestone", 3)]));
    assert_eq!(plan.quote.tools, ["wooden_pickaxe"]);
    assert!(plan.quote.ticks > 180 + 69 + 75 && plan.quote.ticks < 1000, "{}", plan.quote.ticks);
    assert!(plan.steps.iter().all(|step| !step.reason.is_empty()), "{plan:#?}");
    let bare = plan_goal("get me a stone pickaxe", &holding(&[]), &SopLibrary::default()).unwrap();
    assert_eq!(bare.steps.iter().map(short).collect::<Vec<_>>(), PICKAXE);
    assert!(bare.steps[1].reason.contains("4 for the crafting table"), "{}", bare.steps[1].reason);
}

#[test]
fn what_is_held_is_not_gathered_again() {
    check("get me a stone pickaxe", &holding(&[("stone_pickaxe", 1)]), &[]);
    let plan = check(
        "get me a wooden pickaxe",
        &holding(&[("birch_log", 3)]),
        &[
            "craft 12 planks",
            "craft 4 stick",
            "craft 1 crafting_table",
            "place crafting_table",
            "craft 1 wooden_pickaxe",
            "mine 1 crafting_table back",
        ],
    );
    assert!(plan.repairs[0].contains("skipped: mine 3 log"), "{:?}", plan.repairs);
    let table = PlannerState {
        nearby: Stations { table: true, furnace: false },
        ..holding(&[("oak_planks", 5), ("cobblestone", 3), ("stick", 2)])
    };
    check("get me a stone pickaxe", &table, &["craft 1 stone_pickaxe"]);
    check(
        "craft a stone pickaxe",
        &holding(&[("stone_pickaxe", 1), ("wooden_pickaxe", 1), ("crafting_table", 1), ("stick", 2)]),
        &["place crafting_table", "mine 3 cobblestone", "craft 1 stone_pickaxe", "mine 1 crafting_table back"],
    );
}

#[test]
fn the_other_jobs() {
    check(
        "get me 10 torches",
        &holding(&[]),
        &[
            "mine 3 log",
            "craft 12 planks",
            "craft 8 stick",
            "craft 1 crafting_table",
            "place crafting_table",
            "craft 1 wooden_pickaxe",
            "mine 1 crafting_table back",
            "mine 3 coal",
            "craft 12 torch",
        ],
    );
    check(
        "craft a chest",
        &holding(&[]),
        &[
            "mine 3 log",
            "craft 12 planks",
            "craft 1 crafting_table",
            "place crafting_table",
            "craft 1 chest",
            "mine 1 crafting_table back",
        ],
    );
    check(
        "mine 8 cobblestone",
        &holding(&[]),
        &[
            "mine 3 log",
            "craft 12 planks",
            "craft 4 stick",
            "craft 1 crafting_table",
            "place crafting_table",
            "craft 1 wooden_pickaxe",
            "mine 1 crafting_table back",
            "mine 8 cobblestone",
        ],
    );
    check("mine 8 cobblestone", &holding(&[("golden_pickaxe", 1)]), &["mine 8 cobblestone"]);
    check("get me 1 raw_iron", &holding(&[]), &[PICKAXE, &["mine 1 raw_iron"]].concat());
    check("mine 2 dirt", &holding(&[]), &["mine 2 dirt"]);
    check("get 3 oak_log", &holding(&[("oak_log", 1)]), &["mine 2 oak_log"]);
    check("mine 3 oak_log", &holding(&[("oak_log", 1)]), &["mine 3 oak_log"]);
}

#[test]
fn one_wood_by_name_is_all_wood() {
    check(
        "craft an oak door",
        &holding(&[]),
        &[
            "mine 3 oak_log",
            "craft 12 oak_planks",
            "craft 1 crafting_table",
            "place crafting_table",
            "craft 3 oak_door",
            "mine 1 crafting_table back",
        ],
    );
    check(
        "craft a jungle door",
        &holding(&[]),
        &[
            "mine 3 jungle_log",
            "craft 12 jungle_planks",
            "craft 1 crafting_table",
            "place crafting_table",
            "craft 3 jungle_door",
            "mine 1 crafting_table back",
        ],
    );
}

#[test]
fn compound_goals() {
    check("Go to 100,64,100 and chat hello", &holding(&[]), &["go 100 64 100", "say hello"]);
    let here = PlannerState { position: Some(Vec3::new(10.5, 64.0, -3.5)), ..Default::default() };
    check("go to ~ ~-1 ~5 then say hi", &here, &["go 10 63 1", "say hi"]);
    check(
        "place a crafting table",
        &holding(&[]),
        &["mine 1 log", "craft 4 planks", "craft 1 crafting_table", "place crafting_table"],
    );
    check("drop 2 dirt", &holding(&[("dirt", 3)]), &["drop 2 dirt"]);
    let both = plan("get a stone pickaxe and a chest", &holding(&[]));
    assert_eq!(both.quote.materials.count("log"), 5, "17 planks, gathered at once: {both:#?}");
    assert_eq!(both.steps.iter().filter(|step| short(step).starts_with("place")).count(), 1);
}

#[test]
fn procedures_found_by_their_words() {
    let plan = plan("make me a stone tool kit", &holding(&[]));
    assert_eq!(plan.sop.as_deref(), Some("Stone Tool Kit"));
    assert!(plan.steps.iter().any(|step| short(step) == "craft 1 stone_hoe"));
}

#[test]
fn many_stones_wear_out_many_pickaxes() {
    let plan = plan("mine 200 cobblestone", &holding(&[]));
    assert!(plan.steps.iter().any(|step| short(step) == "craft 4 wooden_pickaxe"), "{plan:#?}");
}

#[test]
fn a_held_tool_is_counted_on_once() {
    let held = holding(&[("wooden_pickaxe", 1)]);
    let makes_one = |text: &str| plan(text, &held).steps.iter().any(|step| short(step) == "craft 1 wooden_pickaxe");
    assert!(!makes_one("get me 40 cobblestone and 19 coal"), "59 blocks");
    assert!(makes_one("get me 40 cobblestone and 20 coal"));
    assert!(makes_one("get me 60 cobblestone"));
}

#[test]
fn what_a_smelting_uses_is_known_by_item() {
    let used = drafts::used(&drafts::smelt("glass", 1, 200, "planks", "").unwrap()[0].request);
    assert!(["sand", "red_sand", "oak_planks", "birch_planks"].iter().all(|item| used.contains(item)), "{used:?}");
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    use ErrorCode::{InsufficientMaterials, InvalidParams, ResourceNotFound, ToolRequired};
    use RefusalKind::{Impossible, NotUnderstood};
    let nothing = holding(&[]);
    refused("get me an iron_ore", &nothing, Impossible, ToolRequired, "Silk Touch");
    refused("get me a stone pikcaxxe", &nothing, NotUnderstood, InvalidParams, "stone_pickaxe");
    refused("dance", &nothing, NotUnderstood, InvalidParams, "cannot move or perform in that way yet");
    refused("zorble the moon", &nothing, NotUnderstood, InvalidParams, "for example");
    refused("get me 3 cooked beef", &nothing, Impossible, ResourceNotFound, "smelted from beef; beef comes from cows");
    refused("cook 2 beef", &nothing, Impossible, ResourceNotFound, "cows");
    refused("smelt 2 dirt", &nothing, Impossible, ResourceNotFound, "nothing smelts into dirt");
    refused("get me bread", &nothing, Impossible, ResourceNotFound, "wheat");
    refused("get a bed", &nothing, Impossible, ResourceNotFound, "white_wool");
    refused("get a white bed", &nothing, Impossible, ResourceNotFound, "white_wool");
    refused("craft dirt", &nothing, Impossible, ResourceNotFound, "no recipe");
    refused("drop 2 dirt", &nothing, Impossible, InsufficientMaterials, "2 dirt");
    refused("go to ~ ~ ~", &nothing, NotUnderstood, InvalidParams, "where the bot stands");
    refused("say /op me", &nothing, NotUnderstood, InvalidParams, "slash");
    refused("go to 40000000 0", &nothing, NotUnderstood, InvalidParams, "outside the world");
    refused("mine bedrock", &nothing, Impossible, ResourceNotFound, "bedrock");
    refused("craft bedrock", &nothing, Impossible, ResourceNotFound, "bedrock");
    assert!(check_goal("get me an iron_ore", &SopLibrary::built_in()).is_ok(), "refused only when planned");
    assert!(check_goal("say /op me", &SopLibrary::built_in()).is_err());
    assert!(check_goal("craft dirt", &SopLibrary::built_in()).is_ok(), "as \"mine bedrock\" is");
    assert!(check_goal("go to ~ ~ ~5", &SopLibrary::built_in()).is_ok());
}

const FURNACE: &[&str] = &[
    "craft 1 crafting_table",
    "place crafting_table",
    "craft 1 wooden_pickaxe",
    "mine 8 cobblestone",
    "craft 1 furnace",
    "mine 1 crafting_table back",
];

#[test]
fn an_iron_pickaxe_takes_furnace_fuel_and_two_tables() {
    let plan = check(
        "get me an iron pickaxe",
        &holding(&[]),
        &[
            "mine 4 log",
            "craft 16 planks",
            "craft 8 stick",
            "craft 1 crafting_table",
            "place crafting_table",
            "craft 1 wooden_pickaxe",
            "mine 3 cobblestone",
            "craft 1 stone_pickaxe",
            "mine 11 cobblestone",
            "craft 1 furnace",
            "craft 1 stone_axe",
            "mine 1 crafting_table back",
            "mine 3 raw_iron",
            "place furnace",
            "smelt 3 iron_ingot with planks",
            "mine 1 furnace back",
            "place crafting_table",
            "craft 1 iron_pickaxe",
            "mine 1 crafting_table back",
        ],
    );
    assert_eq!(plan.sop.as_deref(), Some("Iron Pickaxe"));
    assert_eq!(plan.quote.materials, counts(&[("log", 4), ("cobblestone", 14), ("raw_iron", 3)]));
    assert!(plan.quote.ticks > 600 + 1000, "smelting counts: {}", plan.quote.ticks);
    assert!(plan.steps[14].reason.contains("iron pickaxe"), "{:?}", plan.steps[14]);
}

#[test]
fn glass_and_charcoal() {
    let with = |first: &[&'static str], last: &[&'static str]| [first, FURNACE, last].concat();
    let start = ["mine 3 log", "craft 12 planks", "craft 4 stick"];
    let end = ["mine 3 sand", "place furnace", "smelt 3 glass with planks", "mine 1 furnace back"];
    check("get me 3 glass", &holding(&[]), &with(&start, &end));
    check("make 3 glass", &holding(&[]), &with(&start, &end));
    let smelt = plan("smelt 3 sand", &holding(&[]));
    assert_eq!(smelt.quote.materials, counts(&[("log", 3), ("cobblestone", 8), ("sand", 3)]));
    assert!(smelt.steps.iter().any(|step| short(step) == "smelt 3 glass with planks"), "{smelt:#?}");
    let start = ["mine 9 log", "craft 16 planks", "craft 4 stick"];
    check(
        "get me 5 charcoal",
        &holding(&[]),
        &with(&start, &["place furnace", "smelt 5 charcoal with planks", "mine 1 furnace back"]),
    );
}

#[test]
fn fuel_is_what_takes_the_least_time() {
    let fuel = |text: &str, held: &[(&str, u32)]| {
        let plan = plan(text, &holding(&[&[("stone_pickaxe", 1), ("furnace", 1)], held].concat()));
        let loads = plan.steps.iter().map(short).filter(|step| step.starts_with("smelt"));
        loads.collect::<Vec<_>>()
    };
    assert_eq!(fuel("get 3 glass", &[("coal", 1)]), ["smelt 3 glass with coal"], "it is held");
    assert_eq!(fuel("get 3 glass", &[("coal", 1), ("oak_planks", 2)]), ["smelt 3 glass with planks"], "worth less");
    assert_eq!(fuel("get 3 glass", &[("coal", 1), ("oak_planks", 1)]), ["smelt 3 glass with coal"]);
    assert_eq!(fuel("get 3 glass", &[]), ["smelt 3 glass with planks"], "a log is near");
    let many = fuel("get 64 glass", &[]);
    assert_eq!(many, ["smelt 16 glass with coal"; 4], "in loads that end before their deadline");
    let from_nothing = check(
        "get 64 glass",
        &holding(&[]),
        &[
            &["mine 3 log", "craft 12 planks", "craft 4 stick"],
            FURNACE,
            &["mine 64 sand", "mine 8 coal", "place furnace"],
            &["smelt 16 glass with coal"; 4],
            &["mine 1 furnace back"],
        ]
        .concat(),
    );
    assert!(from_nothing.repairs.iter().any(|repair| repair.contains("8 coal")), "{:?}", from_nothing.repairs);
}

#[test]
fn a_furnace_that_stands_near_is_used() {
    let near =
        PlannerState { nearby: Stations { table: false, furnace: true }, ..holding(&[("sand", 1), ("oak_planks", 1)]) };
    check("get glass", &near, &["smelt 1 glass with planks"]);
    check(
        "get glass",
        &holding(&[("sand", 1), ("oak_planks", 1), ("furnace", 1), ("iron_pickaxe", 1)]),
        &["place furnace", "smelt 1 glass with planks", "mine 1 furnace back"],
    );
}

#[test]
fn what_is_smelted_is_smelted_again() {
    let held = holding(&[("cobblestone", 2), ("coal", 2), ("furnace", 1), ("stone_pickaxe", 1)]);
    check(
        "get 2 smooth stone",
        &held,
        &["place furnace", "smelt 2 stone with coal", "smelt 2 smooth_stone with coal", "mine 1 furnace back"],
    );
}

#[test]
fn diamonds_and_buckets_are_within_reach() {
    let diamond = plan("get me a diamond", &holding(&[]));
    let steps: Vec<String> = diamond.steps.iter().map(short).collect();
    assert!(steps.contains(&"craft 1 iron_pickaxe".to_owned()) && steps.contains(&"mine 1 diamond".to_owned()));
    let bucket = plan("get me a bucket", &holding(&[]));
    assert_eq!(bucket.sop.as_deref(), Some("Bucket"));
    assert_eq!(bucket.quote.materials, counts(&[("log", 3), ("cobblestone", 11), ("raw_iron", 3)]));
    let three = plan("get me 3 iron pickaxes", &holding(&[("iron_ingot", 4)]));
    assert_eq!(three.quote.materials.count("raw_iron"), 5);
}

#[test]
fn held_tools_and_ingots_open_doors() {
    check("get a diamond", &holding(&[("iron_pickaxe", 1)]), &["mine 1 diamond"]);
    check(
        "craft an iron pickaxe",
        &holding(&[("iron_ingot", 3), ("stick", 2), ("crafting_table", 1)]),
        &["place crafting_table", "craft 1 iron_pickaxe", "mine 1 crafting_table back"],
    );
}

/// Every item there is: a plan proved by the dry run, or a refusal with a reason; and quickly.
#[test]
fn every_item_is_planned_or_refused() {
    let library = SopLibrary::built_in();
    let (mut planned, mut refused) = (0, 0);
    for item in knowledge::items() {
        for (verb, count) in [("get", 1), ("craft", 7)] {
            match plan_goal(&format!("{verb} {count} {}", item.name), &PlannerState::default(), &library) {
                Ok(plan) => {
                    planned += 1;
                    let run = dry_run_steps(Sim::default(), &plan.steps);
                    assert!(run.proved(), "{}: {:?}", item.name, run.faults);
                    assert!(have(&run.after.held, item.name) >= count, "{verb} {}: {:#?}", item.name, plan.steps);
                    assert!(plan.steps.iter().all(|step| match &step.expectation {
                        crate::domain::Expectation::Gain { items, .. } => !items.is_empty(),
                        _ => true,
                    }));
                }
                Err(refusal) => {
                    refused += 1;
                    assert!(refusal.error.message.len() > 12, "{}: {}", item.name, refusal.error);
                }
            }
        }
    }
    assert!(planned > 400 && refused > 400, "{planned} planned, {refused} refused");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]
    #[test]
    fn any_item_from_any_pockets(goal in 0..1506usize, count in 1..200u32, pockets in proptest::collection::vec((0..1506usize, 1..80u32), 0..6), table: bool) {
        let items = knowledge::items();
        let inventory: ItemCounts = pockets.iter().map(|(item, count)| (items[*item].name.to_owned(), *count)).collect();
        let state = PlannerState { inventory, nearby: Stations { table, furnace: false }, ..Default::default() };
        if let Ok(plan) = plan_goal(&format!("get {count} {}", items[goal].name), &state, &SopLibrary::built_in()) {
            let run = dry_run_steps(Sim::new(state.inventory.clone(), state.nearby), &plan.steps);
            assert!(run.proved());
            assert!(have(&run.after.held, items[goal].name) >= count);
        }
    }
}

#[test]
fn a_station_that_a_procedure_places_just_so_is_placed_just_so() {
    let hearth = "name: Hearth\ntags: [hearth]\nsteps:\n  - action: place\n    item: furnace\n    x: 2\n    y: 64\n    \
                  z: 2\n    state: {facing: north}\n";
    let mut sops = SopLibrary::built_in();
    sops.add("hearth.yaml", hearth);
    let near = Stations { table: false, furnace: true };
    for state in [holding(&[("furnace", 1)]), PlannerState { nearby: near, ..holding(&[("furnace", 1)]) }] {
        let plan = plan_goal("make a hearth", &state, &sops).unwrap();
        let titles: Vec<String> = plan.steps.iter().map(|step| step.request.title()).collect();
        assert_eq!(titles, ["place furnace[facing=north] at 2, 64, 2"], "{plan:#?}");
    }
}

#[test]
fn what_is_named_by_its_kind_is_what_is_held_of_it() {
    let held = holding(&[("iron_axe", 1), ("birch_sapling", 3), ("oak_sapling", 2), ("dirt", 9), ("bread", 4)]);
    check("drop all the saplings", &held, &["drop 3 birch_sapling", "drop 2 oak_sapling"]);
    check("give Tom the axe", &held, &["give 1 iron_axe to Tom"]);
    check("hand Tom your axe", &held, &["give 1 iron_axe to Tom"]);
    check("drop half of your dirt", &held, &["drop 5 dirt"]);
    check("drop all the dirt but 2", &held, &["drop 7 dirt"]);
    check("get 5 bread for me", &holding(&[("bread", 6)]), &[]);
    let plan = plan("toss me 3 bread", &held);
    assert!(plan.why.contains("is no player here"), "{}", plan.why);
    refused(
        "give Tom the hoe",
        &held,
        RefusalKind::Impossible,
        ErrorCode::InsufficientMaterials,
        "no stone_hoe is held",
    );
}

/// What is over of the planks for the gate is made after the sticks.
#[test]
fn what_is_made_later_is_not_counted_on_before() {
    for (table, gates) in [(true, 1), (true, 2), (false, 1)] {
        let state = PlannerState { nearby: Stations { table, furnace: false }, ..holding(&[("spruce_log", 64)]) };
        let wanted = vec![Wanted::get("spruce_fence", 24), Wanted::get("spruce_fence_gate", gates)];
        let steps = plan_things(wanted, &state).expect("a plan");
        let run = dry_run_steps(Sim::of(&state), &steps);
        assert!(run.proved(), "{:?}", run.faults);
        assert_eq!((have(&run.after.held, "spruce_fence"), have(&run.after.held, "spruce_fence_gate")), (24, gates));
    }
}
