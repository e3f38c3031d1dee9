//! The dry run: would these tool calls work, one after the other, with these things in the pockets?
//!
//! A symbolic check over inventory, recipes, tools and their wear, and stations; no world, no luck: a block of the asked
//! kind is taken to be there, a drop by chance to come as often as its chance says. What is mined or crafted as a family
//! (`log`, `planks`) is held under the family's name, for nobody knows yet which wood it will be.

mod craft;
mod mine;
mod sim;
mod smelt;

use craft::craft;
use mine::mine;
pub use sim::{Effort, Sim};
use smelt::smelt;

use super::{
    drafts::items_of,
    stock::{have, take},
};
use crate::{
    domain::{StepDraft, Store, Tool, ToolError, ToolRequest},
    knowledge,
};

/// How a dry run of a whole plan ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DryRun {
    pub after: Sim,
    /// Which step (counted from 0) would fail, and how. Empty: proved.
    pub faults: Vec<(usize, ToolError)>,
    pub efforts: Vec<Effort>,
}

impl DryRun {
    pub fn proved(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Runs requests from a state. After a fault what was missing is taken as given, so that each later fault is one of its own.
pub fn dry_run<'a>(start: Sim, requests: impl IntoIterator<Item = &'a ToolRequest>) -> DryRun {
    let mut run = DryRun { after: start, ..DryRun::default() };
    for (index, request) in requests.into_iter().enumerate() {
        let effort = loop {
            match apply(&mut run.after, request) {
                Ok(effort) => break effort,
                Err(error) => {
                    let granted = run.after.grant(&error);
                    run.faults.push((index, error));
                    if !granted {
                        break Effort::default();
                    }
                }
            }
        };
        run.efforts.push(effort);
    }
    run
}

/// Runs a plan's steps.
pub fn dry_run_steps(start: Sim, steps: &[StepDraft]) -> DryRun {
    dry_run(start, steps.iter().map(|step| &step.request))
}

/// Does what the request asks for, or says why it would fail.
///
/// # Errors
/// With the tool contract's codes; the context of `INSUFFICIENT_MATERIALS` has `missing` (name → count), that of
/// `TOOL_REQUIRED` has `tier`.
fn apply(sim: &mut Sim, request: &ToolRequest) -> Result<Effort, ToolError> {
    knowledge::check_request(request)?;
    // A call that fails half-way leaves no half behind: what it reports missing is missing beside what was held.
    let before = sim.clone();
    let result = attempt(sim, request);
    if result.is_err() {
        *sim = before;
    }
    result
}

fn attempt(sim: &mut Sim, request: &ToolRequest) -> Result<Effort, ToolError> {
    let done = |()| Effort::default();
    match request {
        ToolRequest::Mine(call) => mine(sim, knowledge::plain(&call.target), call.count, call.with.as_deref()),
        ToolRequest::Craft(call) => craft(sim, knowledge::plain(&call.item), call.count).map(done),
        ToolRequest::Smelt(call) => {
            let smelt_ticks = smelt(sim, call)?;
            Ok(Effort { smelt_ticks, ..Effort::default() })
        }
        ToolRequest::PlaceBlock(call) => {
            // What it is placed by may be far away.
            if call.by().is_some() {
                sim.go_away();
            }
            place(sim, knowledge::plain(&call.block)).map(done)
        }
        ToolRequest::Drop(call) => {
            let item = knowledge::plain(&call.item);
            sim.require("drop", item, call.count)?;
            take(&mut sim.held, item, call.count);
            Ok(Effort::default())
        }
        ToolRequest::Store(call) => store(sim, call).map(done),
        ToolRequest::Take(call) => {
            // Nobody knows what lies in a chest before it is opened.
            sim.held.add(knowledge::plain(&call.item), call.count.unwrap_or(1));
            sim.leave_to(call.place());
            Ok(Effort::default())
        }
        ToolRequest::LookInto(call) => {
            sim.leave_to(call.place());
            Ok(Effort::default())
        }
        ToolRequest::Eat(call) => {
            // How hungry it will be, and what it finds to eat, nobody knows yet.
            let Some(item) = call.item.as_deref().map(knowledge::plain) else { return Ok(Effort::default()) };
            let count = call.count.unwrap_or(1);
            sim.require("eating it", item, count)?;
            sim.consume(item, count);
            Ok(Effort::default())
        }
        ToolRequest::UseItem(call) => {
            let Some(item) = call.item.as_deref().map(knowledge::plain) else { return Ok(Effort::default()) };
            sim.require("using it", item, 1)?;
            use_up(sim, item, call.block.as_deref());
            Ok(Effort::default())
        }
        ToolRequest::Equip(call) => sim.require("equip", knowledge::plain(&call.item), 1).map(done),
        ToolRequest::Fill(call) => {
            // How much is there already nobody knows here: some of it is needed in any case.
            let block = knowledge::plain(&call.block);
            // Where all is level, or what is dug there yields it, it takes none.
            if !call.level {
                sim.require("filling with it", block, 1)?;
            }
            let count = (call.volume().count() as u32).min(have(&sim.held, block));
            sim.consume(block, count);
            sim.go_away();
            Ok(Effort::default())
        }
        ToolRequest::Build(call) => {
            // How much of it stands already nobody knows here.
            for (item, count) in items_of(call) {
                sim.require("building with it", item, 1)?;
                sim.consume(item, count.min(have(&sim.held, item)));
            }
            // Some of what gives way is held then.
            let yields_itself = |block: &&knowledge::Block| block.drops.iter().any(|drop| drop.item == block.name);
            let dug =
                call.over.iter().filter_map(|name| knowledge::block(knowledge::plain(name))).filter(yields_itself);
            dug.for_each(|block| sim.held.add(block.name, 1));
            sim.go_away();
            Ok(Effort::default())
        }
        ToolRequest::Light(_) => {
            // How many it takes the world tells, and where it is light there already none.
            sim.go_away();
            Ok(Effort::default())
        }
        ToolRequest::Harvest(call) => {
            // Something is ripe, or there would be nothing to be harvested.
            let crop = call.crop.as_deref().and_then(knowledge::crop);
            crop.iter().for_each(|crop| sim.held.add(crop.yields, call.count.unwrap_or(1)));
            sim.go_away();
            Ok(Effort::default())
        }
        ToolRequest::Give(call) => {
            let item = knowledge::plain(&call.item);
            sim.require("giving it away", item, call.count)?;
            take(&mut sim.held, item, call.count);
            sim.go_away();
            Ok(Effort::default())
        }
        ToolRequest::PickUp(call) => {
            // Something lies there, or there would be nothing to be picked up.
            call.item.iter().for_each(|item| sim.held.add(knowledge::plain(item), 1));
            Ok(Effort::default())
        }
        ToolRequest::Navigate(_)
        | ToolRequest::Clear(_)
        | ToolRequest::Sort(_)
        | ToolRequest::GoToPlayer(_)
        | ToolRequest::GoToBlock(_)
        | ToolRequest::Explore(_)
        | ToolRequest::WriteSign(_)
        | ToolRequest::Follow(_) => {
            // Wherever it was, what was placed stays behind.
            sim.go_away();
            Ok(Effort::default())
        }
        // Whether a bed is near, or what is worn, nobody knows yet.
        ToolRequest::TakeOff(_)
        | ToolRequest::GetBotStatus(_)
        | ToolRequest::Chat(_)
        | ToolRequest::Sleep(_)
        | ToolRequest::Face(_)
        | ToolRequest::Remember(_)
        | ToolRequest::Jump(_)
        | ToolRequest::Sneak(_)
        | ToolRequest::Wait(_)
        | ToolRequest::PlanOn(_) => Ok(Effort::default()),
    }
}

/// What is used once is gone: buckets are exchanged, tools stay.
fn use_up(sim: &mut Sim, item: &str, block: Option<&str>) {
    let bucket = match item {
        // Water is by far the likelier, where nobody says.
        "bucket" if block == Some("lava") => Some("lava_bucket"),
        "bucket" => Some("water_bucket"),
        _ if item.ends_with("_bucket") => Some("bucket"),
        _ => None,
    };
    if knowledge::item(item).is_some_and(|item| item.durability.is_none()) {
        sim.consume(item, 1);
    }
    if let Some(bucket) = bucket {
        sim.held.add(bucket, 1);
    }
}

/// What is put away is not held any more.
fn store(sim: &mut Sim, call: &Store) -> Result<(), ToolError> {
    match &call.item {
        // How many the chest lacks shows once it is open.
        Some(_) if call.total.is_some() => {}
        Some(item) => {
            let item = knowledge::plain(item);
            let keep = call.keep.unwrap_or(0);
            sim.require("storing it", item, call.count.unwrap_or(keep + 1))?;
            let count = call.count.unwrap_or_else(|| have(&sim.held, item) - keep);
            take(&mut sim.held, item, count);
        }
        None => sim.held = sim.held.iter().filter(|(item, _)| knowledge::is_kit(item)).map(owned).collect(),
    }
    sim.leave_to(call.place());
    Ok(())
}

fn owned((item, count): (&str, u32)) -> (String, u32) {
    (item.to_owned(), count)
}

fn place(sim: &mut Sim, block: &str) -> Result<(), ToolError> {
    sim.require("placing it", block, 1)?;
    sim.consume(block, 1);
    sim.placed.add(block, 1);
    if let Some(near) = sim.near.of(block) {
        *near = true;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        domain::{ErrorCode, ItemCounts},
        mind::plan::stock::Stations,
    };

    fn counts(list: &[(&str, u32)]) -> ItemCounts {
        list.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    fn run(held: &[(&str, u32)], steps: &[(&str, Value)]) -> DryRun {
        let requests: Vec<ToolRequest> =
            steps.iter().map(|(tool, params)| ToolRequest::from_parts(tool, params).unwrap()).collect();
        dry_run(Sim::new(counts(held), Stations::default()), &requests)
    }

    #[test]
    fn a_stone_pickaxe_takes_three_logs_and_three_stones() {
        let run = run(
            &[],
            &[
                ("mine", json!({"target": "log", "count": 3})),
                ("craft", json!({"item": "planks", "count": 9})),
                ("craft", json!({"item": "stick", "count": 4})),
                ("craft", json!({"item": "crafting_table"})),
                ("place_block", json!({"block": "crafting_table"})),
                ("craft", json!({"item": "wooden_pickaxe"})),
                ("mine", json!({"target": "cobblestone", "count": 3})),
                ("craft", json!({"item": "stone_pickaxe"})),
                ("mine", json!({"target": "crafting_table"})),
            ],
        );
        assert_eq!(run.faults, []);
        assert_eq!(
            run.after.held,
            counts(&[("planks", 3), ("wooden_pickaxe", 1), ("stone_pickaxe", 1), ("crafting_table", 1)])
        );
        assert_eq!(run.efforts[0].dig_ticks, 180);
        assert_eq!(run.efforts[6].dig_ticks, 69);
        assert_eq!(run.after.tools, ["wooden_pickaxe"]);
    }

    #[test]
    fn a_state_that_no_block_has_is_refused() {
        let place = |facing: &str| ("place_block", json!({"block": "furnace", "state": {"facing": facing}}));
        let run = run(&[("furnace", 2)], &[place("east"), place("up")]);
        let faults: Vec<_> = run.faults.iter().map(|(at, error)| (*at, error.code)).collect();
        assert_eq!(faults, [(1, ErrorCode::InvalidParams)]);
    }

    #[test]
    fn what_is_missing_is_named() {
        let run = run(
            &[("oak_log", 2)],
            &[
                ("craft", json!({"item": "oak_planks", "count": 6})),
                ("craft", json!({"item": "stick", "count": 2})),
                ("craft", json!({"item": "crafting_table"})),
                ("craft", json!({"item": "wooden_pickaxe"})),
                ("mine", json!({"target": "iron_ore"})),
            ],
        );
        let [(step, planks), (iron_step, iron)] = run.faults.as_slice() else { panic!("{:#?}", run.faults) };
        assert_eq!((*step, planks.code), (3, ErrorCode::InsufficientMaterials));
        assert_eq!(planks.context["missing"], json!({"planks": 1}));
        assert!(planks.message.contains("planks"), "{planks}");
        assert_eq!(
            (*iron_step, iron.code, iron.context["tier"].as_str()),
            (4, ErrorCode::ToolRequired, Some("stone_pickaxe"))
        );
    }

    #[test]
    fn a_known_wood_stays_known() {
        let run = run(&[("birch_log", 2)], &[("craft", json!({"item": "planks", "count": 8}))]);
        assert_eq!(run.after.held, counts(&[("birch_planks", 8)]));
        let door =
            super::dry_run(run.after, &[ToolRequest::from_parts("craft", &json!({"item": "oak_door"})).unwrap()]);
        assert!(!door.proved());
    }

    #[test]
    fn tools_wear_out() {
        let mine =
            |count: u32| run(&[("wooden_pickaxe", 1)], &[("mine", json!({"target": "cobblestone", "count": count}))]);
        assert!(mine(59).proved());
        assert_eq!(mine(59).after.held, counts(&[("cobblestone", 59)]));
        let error = mine(60).faults.remove(0).1;
        assert_eq!((error.code, error.context["blocks"].as_u64()), (ErrorCode::ToolRequired, Some(1)));
    }

    #[test]
    fn smelting_takes_ingredient_furnace_and_fuel() {
        let smelt = |held: &[(&str, u32)], params: Value| run(held, &[("smelt", params)]);
        let held = [("furnace", 1), ("raw_iron", 3), ("oak_planks", 2), ("coal", 1)];
        let after = smelt(&held, json!({"item": "iron_ingot", "count": 3})).after;
        assert_eq!(after.held, counts(&[("iron_ingot", 3), ("coal", 1)]), "planks are worth less");
        assert!(after.near.furnace && after.placed.count("furnace") == 1);
        let after = smelt(&held, json!({"item": "iron_ingot", "count": 3, "fuel": "coal"})).after;
        assert_eq!(after.held, counts(&[("iron_ingot", 3), ("oak_planks", 2)]));
        let missing = |held: &[(&str, u32)]| {
            let run = smelt(held, json!({"item": "iron_ingot", "count": 3}));
            run.faults.iter().map(|(_, error)| error.context["missing"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(missing(&[("raw_iron", 1)]), [json!({"raw_iron": 2}), json!({"furnace": 1}), json!({"coal": 1})]);
        assert_eq!(
            run(&held, &[("smelt", json!({"item": "glass"}))]).faults[0].1.context["missing"],
            json!({"sand": 1})
        );
        assert_eq!(smelt(&held, json!({"item": "iron_ingot", "count": 3})).efforts[0].smelt_ticks, 600);
        let taken_back = run(
            &[("furnace", 1), ("sand", 1), ("stick", 2), ("wooden_pickaxe", 1)],
            &[
                ("place_block", json!({"block": "furnace"})),
                ("smelt", json!({"item": "glass"})),
                ("mine", json!({"target": "furnace"})),
            ],
        );
        assert_eq!(taken_back.faults, []);
        assert!(!taken_back.after.near.furnace);
        assert_eq!(taken_back.after.held, counts(&[("furnace", 1), ("glass", 1), ("wooden_pickaxe", 1)]));
    }

    #[test]
    fn what_is_used_is_held_and_gone_or_kept() {
        let held = [("bread", 3), ("bucket", 1), ("flint_and_steel", 1), ("wheat_seeds", 1), ("iron_helmet", 1)];
        let used = |item: &str| ("use_item", json!({"item": item, "x": 1, "y": 64, "z": 1}));
        let eat = ("eat", json!({"item": "bread", "count": 2}));
        let wear = ("equip", json!({"item": "iron_helmet"}));
        let done = run(&held, &[eat, wear, used("bucket"), used("flint_and_steel"), used("wheat_seeds")]);
        assert_eq!(done.faults, []);
        let left = [("bread", 1), ("water_bucket", 1), ("flint_and_steel", 1), ("iron_helmet", 1)];
        assert_eq!(done.after.held, counts(&left));
        let lacks = run(&[], &[("equip", json!({"item": "torch"})), used("bone_meal"), ("sleep", json!({}))]);
        let missing: Vec<_> = lacks.faults.iter().map(|(at, error)| (*at, error.context["missing"].clone())).collect();
        assert_eq!(missing, [(0, json!({"torch": 1})), (1, json!({"bone_meal": 1}))]);
    }

    #[test]
    fn a_family_that_is_not_known_yet_smelts_and_burns() {
        let run = run(
            &[("furnace", 1)],
            &[
                ("mine", json!({"target": "log", "count": 3})),
                ("craft", json!({"item": "planks", "count": 4})),
                ("smelt", json!({"item": "charcoal", "count": 2, "fuel": "planks"})),
            ],
        );
        assert_eq!(run.faults, []);
        assert_eq!(run.after.held, counts(&[("charcoal", 2), ("planks", 2)]));
    }

    #[test]
    fn chance_counts_by_its_expectation() {
        let run = run(&[], &[("mine", json!({"target": "flint", "count": 2}))]);
        assert_eq!(run.efforts[0].blocks, 20);
    }
}
