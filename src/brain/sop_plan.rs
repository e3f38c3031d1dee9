//! Following a procedure from where one stands: what is held is not gathered again, what is missing is put in, and each
//! change is said.
//!
//! The steps are walked from the last to the first with the demand they answer, as the closure does down its graph; so
//! a procedure written for one pickaxe from nothing serves for any state.

use super::{
    closure::{Demands, For, Graph, choose_way, expand, name_of},
    dry_run::{Sim, dry_run_steps, have, take},
    grammar::Intent,
    steps_of::{self, draft, place_table, take_table_back},
};
use crate::{
    domain::{ItemCounts, MAX_COUNT, StepDraft, ToolRequest},
    knowledge::{self, can_harvest, family, family_of, harvest_tier, mine_target, sops::Instance},
};

/// A thing that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub name: &'static str,
    pub count: u32,
    /// `count` more than now, not `count` in all.
    pub more: bool,
    /// By mining, whatever else there may be.
    pub mined: bool,
}

impl Wanted {
    pub fn get(name: &'static str, count: u32) -> Self {
        Self { name, count, more: false, mined: false }
    }

    /// What a clause wants; `None` for one that does something.
    pub fn new(intent: &Intent) -> Option<Self> {
        match *intent {
            Intent::Get { item, count } => Some(Self::get(item, count)),
            Intent::Craft { item, count } => Some(Self { more: true, ..Self::get(item, count) }),
            Intent::Mine { target, count, at: None } => {
                Some(Self { more: true, mined: true, ..Self::get(target, count) })
            }
            _ => None,
        }
    }

    /// How many are still to be got.
    pub fn lacking(&self, held: &ItemCounts) -> u32 {
        if self.more { self.count } else { self.count.saturating_sub(have(held, self.name)) }
    }
}

/// A procedure made to fit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Followed {
    pub steps: Vec<StepDraft>,
    pub repairs: Vec<String>,
}

struct Walk<'a> {
    graph: &'a Graph,
    demands: Demands,
    stock: ItemCounts,
    repairs: Vec<String>,
    /// A step after this point needs a table that no placing answers yet.
    table_wanted: bool,
}

/// Fits the procedure to what is wanted and held; `None` if that cannot be proved.
pub fn follow(instance: &Instance, wanted: &[Wanted], sim: &Sim, graph: &Graph) -> Option<Followed> {
    let mut walk =
        Walk { graph, demands: Demands::default(), stock: sim.held.clone(), repairs: Vec::new(), table_wanted: false };
    for thing in wanted {
        let count = if thing.more { have(&sim.held, thing.name).saturating_add(thing.count) } else { thing.count };
        walk.demands.hold(thing.name, count);
    }
    let places_table = |request: &ToolRequest| matches!(request, ToolRequest::PlaceBlock(place) if knowledge::plain(&place.block) == "crafting_table");
    let takes_table = |request: &ToolRequest| matches!(request, ToolRequest::Mine(mine) if knowledge::plain(&mine.target) == "crafting_table");
    let table_is_placed = instance.steps.iter().any(|step| places_table(&step.value));
    let mut backwards: Vec<StepDraft> = Vec::new();
    let mut table_kept = false;
    for (index, step) in instance.steps.iter().enumerate().rev() {
        let before = &instance.steps[..index];
        match &step.value {
            request if takes_table(request) && table_is_placed => backwards.push(take_table_back()),
            request if places_table(request) => {
                if sim.table_near {
                    walk.repairs.push("no table is placed: one stands near".to_owned());
                } else if walk.table_wanted {
                    let demand = walk.demands.0.entry("crafting_table").or_default();
                    demand.uses = 1;
                    demand.why.push((For::Station, 1));
                    walk.table_wanted = false;
                    table_kept = true;
                    backwards.push(place_table());
                }
            }
            ToolRequest::Mine(mine) if mine.at.is_none() => {
                let again = before
                    .iter()
                    .any(|other| matches!(&other.value, ToolRequest::Mine(other) if other.target == mine.target));
                backwards.extend(walk.mine(knowledge::plain(&mine.target), mine.count, again)?);
            }
            ToolRequest::Craft(craft) => {
                let again = before
                    .iter()
                    .any(|other| matches!(&other.value, ToolRequest::Craft(other) if other.item == craft.item));
                backwards.extend(walk.craft(knowledge::plain(&craft.item), craft.count, again)?);
            }
            ToolRequest::PlaceBlock(place) => {
                walk.demands.consume(name_of(&place.block)?, 1, For::Station);
                backwards.push(draft(step.value.clone(), "as the procedure says".to_owned()));
            }
            request => backwards.push(draft(request.clone(), "as the procedure says".to_owned())),
        }
    }
    if !table_kept {
        backwards.retain(|step| step.takes_back.is_none());
    }
    let table_wanted = walk.table_wanted && !sim.table_near;
    let mut steps: Vec<StepDraft> = backwards.into_iter().rev().collect();
    if table_wanted {
        // The procedure forgot it: before the first thing that needs one.
        let demand = walk.demands.0.entry("crafting_table").or_default();
        demand.uses = 1;
        let first = steps.iter().position(|step| {
            matches!(&step.request, ToolRequest::Craft(craft)
            if knowledge::ways_for(&craft.item).iter().all(|way| way.needs_table))
        })?;
        steps.insert(first, place_table());
        steps.push(take_table_back());
        walk.repairs.push("inserted a crafting table: the procedure has none".to_owned());
    }
    let placed = steps.iter().any(|step| places_table(&step.request));
    if placed && !steps.iter().any(|step| takes_table(&step.request)) {
        steps.push(take_table_back());
        walk.repairs.push("the crafting table is taken back in the end".to_owned());
    }
    walk.insert_missing(&mut steps, sim)?;
    let run = dry_run_steps(sim.clone(), &steps);
    let got = wanted.iter().all(|thing| {
        let goal = if thing.more { have(&sim.held, thing.name) + thing.count } else { thing.count };
        have(&run.after.held, thing.name) >= goal
    });
    (run.proved() && got).then_some(Followed { steps, repairs: walk.repairs })
}

impl Walk<'_> {
    /// What is demanded of a thing and its family, less what is held; the demands are taken as answered.
    fn answer(&mut self, name: &'static str) -> (u32, Vec<(For, u32)>) {
        let mut lacking = 0;
        let mut why = Vec::new();
        for key in [Some(name), family_of(name)].into_iter().flatten() {
            let Some(demand) = self.demands.0.remove(key) else { continue };
            let total = demand.total(key);
            let held = total.min(have(&self.stock, key));
            take(&mut self.stock, key, held);
            lacking += total - held;
            why.extend(demand.why);
        }
        (lacking, why)
    }

    fn say_change(&mut self, verb: &str, name: &str, asked: u32, lacking: u32) {
        if lacking == 0 {
            self.repairs.push(format!("skipped: {verb} {asked} {name}: not needed with what is held"));
        } else if lacking < asked {
            self.repairs
                .push(format!("{verb} {lacking} {name} instead of {asked}: no more is needed with what is held"));
        } else if lacking > asked {
            self.repairs.push(format!("{verb} {lacking} {name} instead of {asked}: the procedure asks for too few"));
        }
    }

    fn mine(&mut self, target: &str, asked: u32, again_before: bool) -> Option<Option<StepDraft>> {
        let found = mine_target(target).ok()?;
        let name = if family(target).is_some() { name_of(target)? } else { found.items.first().copied()? };
        let (mut lacking, why) = self.answer(name);
        if again_before && lacking > asked {
            self.demands.consume(name, lacking - asked, For::Goal);
            lacking = asked;
        }
        self.say_change("mine", target, asked, lacking);
        if lacking == 0 {
            return Some(None);
        }
        // The block in reach: by hand, by what is held, by what can be made.
        let in_reach = |block: &&&'static knowledge::Block| {
            harvest_tier(block).is_none_or(|tier| {
                self.graph.node(tier).is_some() || self.stock.iter().any(|(tool, _)| can_harvest(block, Some(tool)))
            })
        };
        let block = found.blocks.iter().find(in_reach).copied()?;
        let drops = block.drops.iter().filter(|drop| found.items.contains(&drop.item) && drop.silk_touch != Some(true));
        let per_block = drops.map(|drop| drop.expected()).fold(0.0, f32::max).max(0.001);
        self.demands.dig(block, (lacking as f32 / per_block).ceil() as u32, &self.stock);
        if lacking > MAX_COUNT {
            return None;
        }
        let reason = reason_of(name, lacking, why);
        Some(Some(steps_of::mine(target, lacking, reason)))
    }

    fn craft(&mut self, item: &str, asked: u32, again_before: bool) -> Option<Option<StepDraft>> {
        let name = name_of(item)?;
        let (mut lacking, why) = self.answer(name);
        if again_before && lacking > asked {
            self.demands.consume(name, lacking - asked, For::Goal);
            lacking = asked;
        }
        let way = choose_way(self.graph, name, lacking.max(1), &self.stock, usize::MAX)?;
        let whole = |count: u32| count.div_ceil(way.count) * way.count;
        self.say_change("craft", item, whole(asked), whole(lacking));
        if lacking == 0 {
            return Some(None);
        }
        // The table is a matter of the procedure's own placing.
        self.demands.craft(way, lacking.div_ceil(way.count), name, true);
        self.table_wanted |= way.needs_table;
        if whole(lacking) > MAX_COUNT {
            return None;
        }
        Some(Some(steps_of::craft(item, whole(lacking), reason_of(name, lacking, why))))
    }

    /// What no step of the procedure answers is got first.
    fn insert_missing(&mut self, steps: &mut Vec<StepDraft>, sim: &Sim) -> Option<()> {
        let demands = std::mem::take(&mut self.demands);
        let expansion = expand(self.graph, demands, self.stock.clone(), sim.table_near);
        if !expansion.missing.is_empty() || expansion.items.iter().any(|item| item.count > MAX_COUNT) {
            return None;
        }
        let inserted = steps_of::steps(&expansion, sim.table_near);
        for item in &expansion.items {
            let verb = if item.way.is_some() { "craft" } else { "mine" };
            self.repairs.push(format!("inserted: {verb} {} {}: {}", item.count, item.name, steps_of::reason(item)));
        }
        steps.splice(0..0, inserted);
        Some(())
    }
}

fn reason_of(name: &'static str, count: u32, why: Vec<(For, u32)>) -> String {
    let demand = super::closure::Demand { why, ..Default::default() };
    steps_of::reason(&super::closure::Item { name, count, way: None, demand })
}
