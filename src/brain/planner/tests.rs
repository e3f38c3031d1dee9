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
    let table = PlannerState { nearby_tables: true, ..holding(&[("oak_planks", 5), ("cobblestone", 3), ("stick", 2)]) };
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
    check(
        "get me 1 raw_iron",
        &holding(&[]),
        &[
            "mine 3 log",
            "craft 12 planks",
            "craft 4 stick",
            "craft 1 crafting_table",
            "place crafting_table",
            "craft 1 wooden_pickaxe",
            "mine 3 cobblestone",
            "craft 1 stone_pickaxe",
            "mine 1 crafting_table back",
            "mine 1 raw_iron",
        ],
    );
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
    let plan = plan("make me a set of stone tools", &holding(&[]));
    assert_eq!(plan.sop.as_deref(), Some("Stone Tools"));
    assert!(plan.steps.iter().any(|step| short(step) == "craft 1 stone_hoe"));
}

#[test]
fn many_stones_wear_out_many_pickaxes() {
    let plan = plan("mine 200 cobblestone", &holding(&[]));
    assert!(plan.steps.iter().any(|step| short(step) == "craft 4 wooden_pickaxe"), "{plan:#?}");
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    use ErrorCode::{InsufficientMaterials, InvalidParams, ResourceNotFound, ToolRequired};
    use RefusalKind::{Impossible, NotUnderstood};
    let nothing = holding(&[]);
    refused("get me an iron_ore", &nothing, Impossible, ToolRequired, "Silk Touch");
    refused("get me a pickax", &nothing, NotUnderstood, InvalidParams, "stone_pickaxe");
    refused("dance", &nothing, NotUnderstood, InvalidParams, "for example");
    refused("get me an iron pickaxe", &nothing, Impossible, ResourceNotFound, "smelt");
    refused("get me a diamond", &nothing, Impossible, ToolRequired, "iron_pickaxe");
    refused("mine 1 diamond_ore", &nothing, Impossible, ToolRequired, "iron_pickaxe");
    refused("get me bread", &nothing, Impossible, ResourceNotFound, "wheat");
    refused("get a bed", &nothing, NotUnderstood, InvalidParams, "bed");
    refused("get a white bed", &nothing, Impossible, ResourceNotFound, "white_wool");
    refused("get glass", &nothing, Impossible, ResourceNotFound, "smelted from sand");
    refused("craft dirt", &nothing, NotUnderstood, InvalidParams, "no recipe");
    refused("drop 2 dirt", &nothing, Impossible, InsufficientMaterials, "2 dirt");
    refused("go to ~ ~ ~", &nothing, NotUnderstood, InvalidParams, "where the bot stands");
    refused("say /op me", &nothing, NotUnderstood, InvalidParams, "slash");
    refused("go to 40000000 0", &nothing, NotUnderstood, InvalidParams, "outside the world");
    refused("mine bedrock", &nothing, Impossible, ResourceNotFound, "bedrock");
    refused("get me 3 iron pickaxes", &holding(&[("iron_ingot", 4)]), Impossible, ResourceNotFound, "iron_ingot");
    assert!(check_goal("get me an iron_ore", &SopLibrary::built_in()).is_ok(), "refused only when planned");
    assert!(check_goal("say /op me", &SopLibrary::built_in()).is_err());
    assert!(check_goal("craft dirt", &SopLibrary::built_in()).is_err());
    assert!(check_goal("go to ~ ~ ~5", &SopLibrary::built_in()).is_ok());
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
        let state = PlannerState { inventory, nearby_tables: table, ..Default::default() };
        if let Ok(plan) = plan_goal(&format!("get {count} {}", items[goal].name), &state, &SopLibrary::built_in()) {
            let run = dry_run_steps(Sim::new(state.inventory.clone(), table), &plan.steps);
            assert!(run.proved());
            assert!(have(&run.after.held, items[goal].name) >= count);
        }
    }
}
