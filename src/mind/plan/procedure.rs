//! Following a procedure from where one stands: what is held is not gathered again, what is missing is put in, and each
//! change is said.
//!
//! The steps are walked from the last to the first with the demand they answer, as the closure does down its graph; so
//! a procedure written for one pickaxe from nothing serves for any state.

use super::{
    demand::{By, Demands, For, blocks_for, choose_smelting, choose_way, expand},
    drafts,
    drafts::{draft, placed_station, taken_station},
    dry_run::{Sim, dry_run_steps},
    grammar::Intent,
    graph::{Graph, Source},
    stock::{FURNACE, Stations, TABLE, have, name_of, take},
};
use crate::{
    domain::{ItemCounts, MAX_COUNT, Smelt, StepDraft, ToolRequest},
    knowledge::{self, family, family_of, mine_target, sops::Instance},
};

/// A thing that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub name: &'static str,
    pub count: u32,
    /// `count` more than now, not `count` in all.
    pub more: bool,
    pub means: Means,
}

/// How a thing is to be come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    Any,
    /// By mining, whatever else there may be.
    Mined,
    /// By smelting, whatever else there may be.
    Smelted,
}

impl Wanted {
    pub fn get(name: &'static str, count: u32) -> Self {
        Self { name, count, more: false, means: Means::Any }
    }

    /// What a clause wants; `None` for one that does something.
    pub fn new(intent: &Intent) -> Option<Self> {
        match *intent {
            Intent::Get { item, count } => Some(Self::get(item, count)),
            Intent::Craft { item, count } => Some(Self { more: true, ..Self::get(item, count) }),
            Intent::Smelt { item, count } => Some(Self { more: true, means: Means::Smelted, ..Self::get(item, count) }),
            Intent::Mine { target, count, at: None } => {
                Some(Self { more: true, means: Means::Mined, ..Self::get(target, count) })
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
    /// Stations that steps after this point need and that no placing answers yet.
    wanted: Stations,
    /// A fuel to be dug before the furnace is put up: no step of the procedure gets it.
    errand: Option<&'static str>,
}

/// Fits the procedure to what is wanted and held; `None` if that cannot be proved.
pub fn follow(instance: &Instance, wanted: &[Wanted], sim: &Sim, graph: &Graph) -> Option<Followed> {
    let (stock, near) = (sim.held.clone(), sim.near);
    let mut walk = Walk {
        graph,
        demands: Demands::default(),
        stock,
        repairs: Vec::new(),
        wanted: Stations::default(),
        errand: None,
    };
    for thing in wanted {
        let count = if thing.more { have(&sim.held, thing.name).saturating_add(thing.count) } else { thing.count };
        walk.demands.hold(thing.name, count);
    }
    let mut backwards: Vec<Option<StepDraft>> = Vec::new();
    // Takings back whose placing is still to come, as places in `backwards`.
    let mut taken: Vec<(&'static str, usize)> = Vec::new();
    let mut forgotten: Vec<&'static str> = Vec::new();
    for (index, step) in instance.steps.iter().enumerate().rev() {
        let before = &instance.steps[..index];
        let at_the_furnace =
            matches!(step.value, ToolRequest::Smelt(_)) || placed_station(&step.value) == Some(FURNACE);
        if !at_the_furnace {
            backwards.push(walk.run_errand()?);
        }
        if let Some(station) = taken_station(&step.value)
            && before.iter().any(|other| placed_station(&other.value) == Some(station))
        {
            taken.push((station, backwards.len()));
            backwards.push(Some(drafts::take_back(station)));
            continue;
        }
        if let Some(station) = placed_station(&step.value) {
            let take = taken.iter().rposition(|(other, _)| *other == station).map(|at| taken.remove(at).1);
            let stands = near.has(station);
            let is_wanted = walk.wanted.of(station).is_some_and(|wanted| std::mem::replace(wanted, false));
            if let ToolRequest::PlaceBlock(place) = &step.value
                && (place.at().is_some() || place.state.is_some())
            {
                // Just there, or just so: whatever stands near.
                if take.is_some() { walk.stand(station) } else { walk.demands.consume(station, 1, For::Goal) }
                backwards.push(Some(draft(step.value.clone(), "as the procedure says".to_owned())));
                continue;
            }
            if is_wanted && !stands {
                walk.stand(station);
                backwards.push(Some(drafts::place(station)));
                if take.is_none() {
                    forgotten.push(station);
                }
            } else {
                if stands {
                    walk.repairs.push(format!("no {} is placed: one stands near", station.replace('_', " ")));
                }
                if let Some(take) = take {
                    backwards[take] = None;
                }
            }
            continue;
        }
        let same = |other: &ToolRequest| match (other, &step.value) {
            (ToolRequest::Mine(other), ToolRequest::Mine(this)) => other.target == this.target,
            (ToolRequest::Craft(other), ToolRequest::Craft(this)) => other.item == this.item,
            (ToolRequest::Smelt(other), ToolRequest::Smelt(this)) => other.item == this.item,
            _ => false,
        };
        let again = before.iter().any(|other| same(&other.value));
        match &step.value {
            ToolRequest::Mine(mine) if mine.at.is_none() => {
                backwards.push(walk.mine(knowledge::plain(&mine.target), mine.count, again)?);
            }
            ToolRequest::Craft(craft) => {
                backwards.push(walk.craft(knowledge::plain(&craft.item), craft.count, again)?);
            }
            ToolRequest::Smelt(smelt) => {
                backwards.extend(walk.smelt(smelt, again)?.into_iter().rev().map(Some));
                let fuel = graph.fuel();
                let got = |other: &ToolRequest| match other {
                    ToolRequest::Mine(mine) => name_of(&mine.target) == Some(fuel),
                    ToolRequest::Craft(craft) => family_of(&craft.item).or(name_of(&craft.item)) == Some(fuel),
                    _ => false,
                };
                let is_dug = matches!(graph.node(fuel).map(|node| &node.source), Some(Source::Mine { .. }));
                if is_dug && !before.iter().any(|other| got(&other.value)) {
                    walk.errand = Some(fuel);
                }
            }
            ToolRequest::PlaceBlock(place) => {
                walk.demands.consume(name_of(&place.block)?, 1, For::Goal);
                backwards.push(Some(draft(step.value.clone(), "as the procedure says".to_owned())));
            }
            request => backwards.push(Some(draft(request.clone(), "as the procedure says".to_owned()))),
        }
    }
    for (_, take) in taken {
        backwards[take] = None;
    }
    let mut steps: Vec<StepDraft> = backwards.into_iter().rev().flatten().collect();
    for station in [TABLE, FURNACE] {
        if near.has(station) || !walk.wanted.has(station) {
            continue;
        }
        // The procedure forgot it: before the first thing that needs one.
        walk.stand(station);
        let first = steps.iter().position(|step| match &step.request {
            ToolRequest::Craft(craft) => {
                station == TABLE && knowledge::ways_for(&craft.item).iter().all(|way| way.needs_table)
            }
            ToolRequest::Smelt(_) => station == FURNACE,
            _ => false,
        })?;
        steps.insert(first, drafts::place(station));
        forgotten.push(station);
        walk.repairs.push(format!("inserted a {}: the procedure has none", station.replace('_', " ")));
    }
    for station in forgotten {
        steps.push(drafts::take_back(station));
        walk.repairs.push(format!("the {} is taken back in the end", station.replace('_', " ")));
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
    /// Has a station put up.
    fn stand(&mut self, station: &'static str) {
        if station == FURNACE { self.demands.furnace(&self.stock) } else { self.demands.station(station) }
    }

    /// What is demanded of a thing and its family, less what is held; the demands are taken as answered.
    fn answer(&mut self, name: &'static str) -> (u32, Vec<(For, u32)>) {
        let mut lacking = 0;
        let mut why = Vec::new();
        for key in [Some(name), family_of(name)].into_iter().flatten() {
            let Some(demand) = self.demands.open.remove(key) else { continue };
            let held = demand.given_by(key, &self.stock);
            take(&mut self.stock, key, held);
            lacking += demand.total(key) - held;
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
        let (block, blocks) = blocks_for(&found, lacking, &self.stock, self.graph)?;
        self.demands.dig(block, blocks, &self.stock);
        if lacking > MAX_COUNT {
            return None;
        }
        let reason = reason_of(name, lacking, why);
        Some(Some(drafts::mine(target, lacking, reason)))
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
        // The stations are a matter of the procedure's own placing.
        self.demands.craft(way, lacking.div_ceil(way.count), name, Stations { table: true, furnace: true });
        self.wanted.table |= way.needs_table;
        if whole(lacking) > MAX_COUNT {
            return None;
        }
        Some(Some(drafts::craft(item, whole(lacking), reason_of(name, lacking, why))))
    }

    /// Digs the fuel that the procedure's own steps do not get.
    fn run_errand(&mut self) -> Option<Option<StepDraft>> {
        let Some(fuel) = self.errand.take() else { return Some(None) };
        let lacking = self.demands.open.get(fuel).map_or(0, |demand| demand.total(fuel));
        let lacking = lacking.saturating_sub(have(&self.stock, fuel));
        if lacking == 0 {
            return Some(None);
        }
        self.repairs.push(format!("inserted: mine {lacking} {fuel}, which is quicker had than other fuel"));
        self.mine(fuel, lacking, false)
    }

    fn smelt(&mut self, smelt: &Smelt, again_before: bool) -> Option<Vec<StepDraft>> {
        let name = name_of(&smelt.item)?;
        let (mut lacking, why) = self.answer(name);
        if again_before && lacking > smelt.count {
            self.demands.consume(name, lacking - smelt.count, For::Goal);
            lacking = smelt.count;
        }
        self.say_change("smelt", name, smelt.count, lacking);
        if lacking == 0 {
            return Some(Vec::new());
        }
        let fuel = match &smelt.fuel {
            Some(fuel) => name_of(fuel)?,
            None => self.graph.fuel(),
        };
        let way = choose_smelting(self.graph, name, lacking, &self.stock, usize::MAX)?;
        self.demands.smelt(way, lacking, fuel, Stations { table: true, furnace: true }, &self.stock)?;
        self.wanted.furnace = true;
        if lacking > MAX_COUNT {
            return None;
        }
        drafts::smelt(name, lacking, way.ticks, fuel, &reason_of(name, lacking, why))
    }

    /// What no step of the procedure answers is got first.
    fn insert_missing(&mut self, steps: &mut Vec<StepDraft>, sim: &Sim) -> Option<()> {
        let demands = std::mem::take(&mut self.demands);
        let expansion = expand(self.graph, demands, self.stock.clone(), sim.near);
        if !expansion.missing.is_empty() || expansion.items.iter().any(|item| item.count > MAX_COUNT) {
            return None;
        }
        let inserted = drafts::steps(&expansion, sim.near);
        for item in &expansion.items {
            let verb = match item.by {
                By::Mining => "mine",
                By::Crafting(_) => "craft",
                By::Smelting { .. } => "smelt",
            };
            self.repairs.push(format!("inserted: {verb} {} {}: {}", item.count, item.name, drafts::reason(item)));
        }
        steps.splice(0..0, inserted);
        Some(())
    }
}

fn reason_of(name: &'static str, count: u32, why: Vec<(For, u32)>) -> String {
    let demand = super::demand::Demand { why, ..Default::default() };
    drafts::reason(&super::demand::Item { name, count, by: By::Mining, demand })
}
