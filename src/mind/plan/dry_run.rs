//! The dry run: would these tool calls work, one after the other, with these things in the pockets?
//!
//! A symbolic check over inventory, recipes, tools and their wear, and stations; no world, no luck: a block of the asked
//! kind is taken to be there, a drop by chance to come as often as its chance says. What is mined or crafted as a family
//! (`log`, `planks`) is held under the family's name, for nobody knows yet which wood it will be.

use std::collections::BTreeMap;

use serde_json::json;

use super::{
    demand::blocks_yielding,
    stock::{FURNACE, Stations, TABLE, have, take, with_article},
};
use crate::{
    domain::{ErrorCode, ItemCounts, Smelt, StepDraft, ToolError, ToolRequest},
    knowledge::{
        self, Block, Way, can_harvest, craft_target, dig_speed, dig_ticks, family, family_of, harvest_tier,
        smelt_target, ways_for,
    },
};

/// What a bot would hold and have around it after some steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sim {
    /// Items, and families where the kind is not known yet.
    pub held: ItemCounts,
    pub near: Stations,
    /// Blocks placed so far and not taken back.
    pub placed: ItemCounts,
    /// Used up by crafting, smelting and placing so far.
    pub consumed: ItemCounts,
    /// Mined so far.
    pub mined: ItemCounts,
    /// Crafted and smelted so far.
    pub crafted: ItemCounts,
    /// Tools used so far, in the order they were first needed.
    pub tools: Vec<String>,
    /// Uses gone of the tool of each kind that is in use; what was worn before is not known.
    wear: BTreeMap<String, u32>,
}

/// What one step would take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Blocks broken.
    pub blocks: u32,
    /// Ticks of digging.
    pub dig_ticks: u64,
    /// The block that would be broken.
    pub block: Option<&'static str>,
    /// Ticks of waiting for a furnace.
    pub smelt_ticks: u64,
}

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
            match run.after.apply(request) {
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

impl Sim {
    pub fn new(held: ItemCounts, near: Stations) -> Self {
        Self { held, near, ..Self::default() }
    }

    /// How many of an item, or of a family whatever the kind, are held.
    pub fn have(&self, name: &str) -> u32 {
        have(&self.held, name)
    }

    fn consume(&mut self, name: &str, count: u32) -> Vec<(String, u32)> {
        let taken = take(&mut self.held, name, count);
        taken.iter().for_each(|(item, count)| self.consumed.add(item, *count));
        taken
    }

    /// Does what the request asks for, or says why it would fail.
    ///
    /// # Errors
    /// With the tool contract's codes; the context of `INSUFFICIENT_MATERIALS` has `missing` (name → count), that of
    /// `TOOL_REQUIRED` has `tier`.
    pub fn apply(&mut self, request: &ToolRequest) -> Result<Effort, ToolError> {
        knowledge::check_request(request)?;
        // A call that fails half-way leaves no half behind: what it reports missing is missing beside what was held.
        let before = self.clone();
        let result = self.attempt(request);
        if result.is_err() {
            *self = before;
        }
        result
    }

    fn attempt(&mut self, request: &ToolRequest) -> Result<Effort, ToolError> {
        match request {
            ToolRequest::Mine(mine) => self.mine(knowledge::plain(&mine.target), mine.count),
            ToolRequest::Craft(craft) => {
                self.craft(knowledge::plain(&craft.item), craft.count).map(|()| Effort::default())
            }
            ToolRequest::Smelt(smelt) => {
                let smelt_ticks = self.smelt(smelt)?;
                Ok(Effort { smelt_ticks, ..Effort::default() })
            }
            ToolRequest::PlaceBlock(place) => self.place(knowledge::plain(&place.block)).map(|()| Effort::default()),
            ToolRequest::Drop(drop) => {
                let item = knowledge::plain(&drop.item);
                self.require("drop", item, drop.count)?;
                take(&mut self.held, item, drop.count);
                Ok(Effort::default())
            }
            ToolRequest::Navigate(_) => {
                // Wherever it was, what was placed stays behind.
                self.near = Stations::default();
                Ok(Effort::default())
            }
            ToolRequest::GetBotStatus(_) | ToolRequest::Chat(_) => Ok(Effort::default()),
        }
    }

    fn require(&self, what: &str, name: &str, count: u32) -> Result<(), ToolError> {
        let have = self.have(name);
        if have >= count {
            return Ok(());
        }
        let missing: ItemCounts = [(name.to_owned(), count - have)].into_iter().collect();
        Err(ToolError::new(
            ErrorCode::InsufficientMaterials,
            format!("{what} needs {count} {name}, but {have} are held"),
        )
        .with(json!({ "missing": missing })))
    }

    fn mine(&mut self, target: &str, count: u32) -> Result<Effort, ToolError> {
        // What the plan has placed is there to be taken back.
        let (block, items): (&'static Block, Vec<&'static str>) =
            match knowledge::block(target).filter(|_| self.placed.take(target, count)) {
                Some(block) => {
                    let left = self.placed.count(block.name) > 0;
                    if let Some(near) = self.near.of(block.name) {
                        *near = left;
                    }
                    (block, vec![block.name])
                }
                None => {
                    let found = knowledge::mine_target(target)?;
                    let harvestable = found.blocks.iter().find(|block| self.best_tool(block).is_some());
                    let Some(block) = harvestable.or(found.blocks.first()).copied() else {
                        return Err(ToolError::new(ErrorCode::ResourceNotFound, format!("no block yields {target}")));
                    };
                    (block, found.items)
                }
            };
        let token = family(target).is_some().then_some(target);
        let item = token.or(items.first().copied()).unwrap_or(target);
        let blocks = blocks_yielding(block, &items, count);
        let dig_ticks = self.dig(block, blocks)?;
        self.held.add(item, count);
        self.mined.add(item, count);
        Ok(Effort { blocks, dig_ticks, block: Some(block.name), ..Effort::default() })
    }

    /// The held tool that breaks the block fastest and makes it yield (`""`: the hand); `None` if none does.
    fn best_tool(&self, block: &Block) -> Option<&'static str> {
        let tools =
            self.held.iter().filter_map(|(name, _)| knowledge::item(name)).filter(|item| item.durability.is_some());
        let tools = tools.map(|item| item.name).filter(|tool| can_harvest(block, Some(tool)));
        let best = tools.map(|tool| (dig_speed(block, Some(tool)), tool)).filter(|(speed, _)| *speed > 1.0);
        let best = best.fold(
            None,
            |best: Option<(f32, &str)>, next| if best.is_some_and(|b| b.0 >= next.0) { best } else { Some(next) },
        );
        best.map(|(_, tool)| tool).or(can_harvest(block, None).then_some(""))
    }

    /// Breaks so many blocks of a kind, wearing out tools; ticks of digging.
    fn dig(&mut self, block: &'static Block, blocks: u32) -> Result<u64, ToolError> {
        let mut left = blocks;
        let mut ticks = 0;
        while left > 0 {
            let Some(tool) = self.best_tool(block) else {
                let tier = harvest_tier(block).unwrap_or("tool");
                let done = blocks - left;
                let worn =
                    if done > 0 { format!(" after the last wore out on {done} of {blocks}") } else { String::new() };
                return Err(ToolError::new(
                    ErrorCode::ToolRequired,
                    format!("{} needs {} or better{worn}", block.name, with_article(tier)),
                )
                .with(json!({ "block": block.name, "tier": tier, "blocks": left })));
            };
            let held_tool = (!tool.is_empty()).then_some(tool);
            let each = u64::from(dig_ticks(block, held_tool).unwrap_or(0));
            let durability = held_tool.and_then(knowledge::item).and_then(|item| item.durability);
            // Only what has some hardness wears a tool.
            let batch = match durability.filter(|_| block.hardness.is_some_and(|hardness| hardness > 0.0)) {
                Some(durability) => {
                    if !self.tools.iter().any(|used| used == tool) {
                        self.tools.push(tool.to_owned());
                    }
                    let worn = self.wear.entry(tool.to_owned()).or_default();
                    let batch = left.min(durability.saturating_sub(*worn)).max(1);
                    *worn += batch;
                    if *worn >= durability {
                        *worn = 0;
                        self.held.take(tool, 1);
                    }
                    batch
                }
                None => left,
            };
            ticks += each * u64::from(batch);
            left -= batch;
        }
        Ok(ticks)
    }

    fn craft(&mut self, item: &str, count: u32) -> Result<(), ToolError> {
        craft_target(item)?;
        let ways = ways_for(item);
        let mut made = 0;
        while made < count {
            let (missing, way) = ways
                .iter()
                .map(|way| (self.missing(way, 1), way))
                .min_by_key(|(missing, _)| total(missing))
                .ok_or_else(|| ToolError::new(ErrorCode::InvalidParams, format!("no recipe makes {item}")))?;
            if way.needs_table && !self.near.table {
                self.stand(TABLE, item)?;
            }
            if !missing.is_empty() {
                let crafts = (count - made).div_ceil(way.count);
                let missing = self.missing(way, crafts);
                let lacks: Vec<String> = way
                    .slots
                    .iter()
                    .filter(|(slot, _)| missing.count(slot) > 0)
                    .map(|(slot, n)| {
                        let (need, have) = (n * crafts, self.have(slot));
                        let what = if let Some(members) = family(slot) {
                            format!("{slot} (such as {})", members[0])
                        } else {
                            (*slot).to_owned()
                        };
                        format!("{need} {what}, but only {have} would be left")
                    })
                    .collect();
                return Err(ToolError::new(
                    ErrorCode::InsufficientMaterials,
                    format!("{} {item} needs {}", count - made, lacks.join(" and ")),
                )
                .with(json!({ "item": item, "missing": missing })));
            }
            let mut kind = None;
            for (slot, n) in &way.slots {
                let taken = self.consume(slot, *n);
                kind = taken.first().map(|(name, _)| name.clone());
            }
            let result = kind.filter(|_| family(item).is_some()).map_or(item, |wood| member_made_of(item, &wood));
            self.held.add(result, way.count);
            self.crafted.add(result, way.count);
            made += way.count;
        }
        Ok(())
    }

    /// Has a station placed, as the tools place what is held where none is near.
    fn stand(&mut self, station: &'static str, item: &str) -> Result<(), ToolError> {
        if !self.held.take(station, 1) {
            let shown = station.replace('_', " ");
            return Err(ToolError::new(
                ErrorCode::InsufficientMaterials,
                format!("{item} needs a {shown}, but none is near and none is held"),
            )
            .with(json!({ "missing": { station: 1 }, "station": station })));
        }
        self.placed.add(station, 1);
        if let Some(near) = self.near.of(station) {
            *near = true;
        }
        Ok(())
    }

    /// Ticks of waiting.
    fn smelt(&mut self, smelt: &Smelt) -> Result<u64, ToolError> {
        let target = smelt_target(&smelt.item)?;
        let (item, count) = (target.item, smelt.count);
        let missing = |name: &str, count: u32| [(name.to_owned(), count)].into_iter().collect::<ItemCounts>();
        // What has no kind yet will be of one that smelts: only those lie about.
        let ingredients: Vec<&str> = target.ingredients.iter().map(|(name, _)| *name).collect();
        let families = knowledge::smelt_ways_for(item).iter().map(|way| way.ingredient);
        let ingredients: Vec<&str> = families.filter(|name| family(name).is_some()).chain(ingredients).collect();
        let lacking = count.saturating_sub(ingredients.iter().map(|name| self.held.count(name)).sum());
        if lacking > 0 {
            let held = ingredients.iter().copied().find(|name| self.held.count(name) > 0);
            let of = held.or(knowledge::usual_ingredient(item)).unwrap_or(item);
            return Err(ToolError::new(
                ErrorCode::InsufficientMaterials,
                format!("{count} {item} needs {count} {of}, but only {} are held", count - lacking),
            )
            .with(json!({ "item": item, "missing": missing(of, lacking) })));
        }
        if !self.near.furnace {
            self.stand(FURNACE, item)?;
        }
        let mut left = count;
        for name in ingredients {
            let batch = left.min(self.held.count(name));
            if self.held.take(name, batch) {
                self.consumed.add(name, batch);
                left -= batch;
            }
        }
        let ticks = count * target.ingredients.first().map_or(0, |(_, ticks)| *ticks);
        for (name, count) in target.fuel(&self.held, smelt.fuel.as_deref(), ticks)? {
            self.held.take(name, count);
            self.consumed.add(name, count);
        }
        self.held.add(item, count);
        self.crafted.add(item, count);
        Ok(u64::from(ticks))
    }

    /// What so many craftings this way lack.
    fn missing(&self, way: &Way, crafts: u32) -> ItemCounts {
        let lacks =
            way.slots.iter().map(|(slot, n)| ((*slot).to_owned(), (n * crafts).saturating_sub(self.have(slot))));
        lacks.collect()
    }

    fn place(&mut self, block: &str) -> Result<(), ToolError> {
        self.require("placing it", block, 1)?;
        self.consume(block, 1);
        self.placed.add(block, 1);
        if let Some(near) = self.near.of(block) {
            *near = true;
        }
        Ok(())
    }

    /// Takes as given what a fault says is missing; `false` if there is nothing that would help.
    fn grant(&mut self, error: &ToolError) -> bool {
        match error.code {
            ErrorCode::InsufficientMaterials => {
                let missing: Option<ItemCounts> = serde_json::from_value(error.context["missing"].clone()).ok();
                let missing = missing.unwrap_or_default();
                missing.iter().for_each(|(name, count)| self.held.add(name, count));
                !missing.is_empty()
            }
            ErrorCode::ToolRequired => {
                match error.context["tier"].as_str().filter(|tool| knowledge::item(tool).is_some()) {
                    Some(tool) => {
                        let durability = knowledge::item(tool).and_then(|item| item.durability).unwrap_or(1);
                        let blocks = error.context["blocks"].as_u64().unwrap_or(1);
                        self.held.add(tool, u32::try_from(blocks).unwrap_or(u32::MAX).div_ceil(durability).max(1));
                        true
                    }
                    None => false,
                }
            }
            _ => false,
        }
    }
}

fn total(counts: &ItemCounts) -> u32 {
    counts.iter().map(|(_, count)| count).sum()
}

/// Which planks come of this log: the family's name where the log has no kind yet.
fn member_made_of<'a>(made: &'a str, wood: &str) -> &'a str {
    if family_of(wood).is_none() {
        return made;
    }
    let members = family(made).unwrap_or(&[]);
    members
        .iter()
        .copied()
        .find(|member| ways_for(member).iter().any(|way| way.slots.iter().any(|(slot, _)| *slot == wood)))
        .unwrap_or(made)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

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
