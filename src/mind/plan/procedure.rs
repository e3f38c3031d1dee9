//! Following a procedure from where one stands: what is held is not gathered again, what is missing is put in, and each
//! change is said.
//!
//! The steps are walked from the last to the first with the demand they answer, as the closure does down its graph; so
//! a procedure written for one pickaxe from nothing serves for any state.

use super::{
    demand::{By, Demands, For, blocks_for, choose_smelting, choose_way, expand},
    drafts,
    drafts::{draft, is_done_at, placed_station, taken_station},
    dry_run::{Sim, dry_run_steps},
    grammar::Intent,
    graph::{Graph, Source},
    stock::{FURNACE, Stations, TABLE, have, name_of, take},
};
use crate::{
    domain::{ItemCounts, MAX_COUNT, Smelt, StepDraft, ToolRequest},
    knowledge::{
        self, family, family_of, group, mine_target,
        sops::{At, Instance},
    },
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
    /// By whatever is the shortest way, also where more of it is wanted than is held.
    Shortest,
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
            // Flowers are picked, whichever stand there.
            Intent::Get { item, count, more } if group(item).is_some() => {
                Some(Self { more, means: Means::Mined, ..Self::get(item, count) })
            }
            Intent::Get { item, count, more: true } => {
                Some(Self { more: true, means: Means::Shortest, ..Self::get(item, count) })
            }
            Intent::Get { item, count, .. } => Some(Self::get(item, count)),
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
    /// Which stations stand where one begins.
    near: Stations,
    demands: Demands,
    stock: ItemCounts,
    repairs: Vec<String>,
    /// The steps so far, the last first; `None` for what is left out after all.
    backwards: Vec<Option<StepDraft>>,
    /// Takings back whose placing is still to come, as places in `backwards`.
    taken: Vec<(&'static str, usize)>,
    /// Stations that the procedure does not take back.
    forgotten: Vec<&'static str>,
    /// Stations that steps after this point need and that no placing answers yet.
    wanted: Stations,
    /// A fuel to be dug before the furnace is put up: no step of the procedure gets it.
    errand: Option<&'static str>,
}

/// Fits the procedure to what is wanted and held; `None` if that cannot be proved.
pub fn follow(instance: &Instance, wanted: &[Wanted], sim: &Sim, graph: &Graph) -> Option<Followed> {
    let mut walk = Walk::new(sim, graph);
    for thing in wanted {
        let count = if thing.more { have(&sim.held, thing.name).saturating_add(thing.count) } else { thing.count };
        walk.demands.hold(thing.name, count);
    }
    for (index, step) in instance.steps.iter().enumerate().rev() {
        walk.step(&step.value, &instance.steps[..index])?;
    }
    let mut steps = walk.forwards();
    walk.stand_the_forgotten(&mut steps)?;
    walk.insert_missing(&mut steps, sim)?;
    let run = dry_run_steps(sim.clone(), &steps);
    let got = wanted.iter().all(|thing| {
        let goal = if thing.more { have(&sim.held, thing.name) + thing.count } else { thing.count };
        have(&run.after.held, thing.name) >= goal
    });
    (run.proved() && got).then_some(Followed { steps, repairs: walk.repairs })
}

/// A step that is done just as it is written.
fn as_written(request: &ToolRequest) -> StepDraft {
    draft(request.clone(), "as the procedure says".to_owned())
}

impl<'a> Walk<'a> {
    fn new(sim: &Sim, graph: &'a Graph) -> Self {
        Self {
            graph,
            near: sim.near,
            demands: Demands::default(),
            stock: sim.held.clone(),
            repairs: Vec::new(),
            backwards: Vec::new(),
            taken: Vec::new(),
            forgotten: Vec::new(),
            wanted: Stations::default(),
            errand: None,
        }
    }

    /// One step of the procedure, with those before it.
    fn step(&mut self, request: &ToolRequest, before: &[At<ToolRequest>]) -> Option<()> {
        let at_the_furnace = matches!(request, ToolRequest::Smelt(_)) || placed_station(request) == Some(FURNACE);
        if !at_the_furnace {
            let errand = self.run_errand()?;
            self.backwards.push(errand);
        }
        if let Some(station) = taken_station(request)
            && before.iter().any(|other| placed_station(&other.value) == Some(station))
        {
            self.taken.push((station, self.backwards.len()));
            self.backwards.push(Some(drafts::take_back(station)));
            return Some(());
        }
        if let Some(station) = placed_station(request) {
            self.place_station(station, request);
            return Some(());
        }
        let again = before.iter().any(|other| other.value.alike(request));
        match request {
            ToolRequest::Mine(mine) if mine.at.is_none() => {
                let step = self.mine(knowledge::plain(&mine.target), mine.count, again)?;
                self.backwards.push(step);
            }
            ToolRequest::Craft(craft) => {
                let step = self.craft(knowledge::plain(&craft.item), craft.count, again)?;
                self.backwards.push(step);
            }
            ToolRequest::Smelt(smelt) => {
                let loads = self.smelt(smelt, again)?;
                self.backwards.extend(loads.into_iter().rev().map(Some));
                self.note_errand(before);
            }
            other => {
                if let Some(block) = other.puts_up() {
                    self.demands.consume(name_of(block)?, 1, For::Goal);
                }
                self.backwards.push(Some(as_written(other)));
            }
        }
        Some(())
    }

    /// Puts a station up, if a step after this needs it and none stands near.
    fn place_station(&mut self, station: &'static str, request: &ToolRequest) {
        let take = self.taken.iter().rposition(|(other, _)| *other == station).map(|at| self.taken.remove(at).1);
        let is_wanted = self.wanted.of(station).is_some_and(|wanted| std::mem::replace(wanted, false));
        if let ToolRequest::PlaceBlock(place) = request
            && (place.at().is_some() || place.by().is_some() || place.state.is_some())
        {
            // Just there, or just so: whatever stands near.
            if take.is_some() {
                self.stand(station)
            } else {
                self.demands.consume(station, 1, For::Goal)
            }
            self.backwards.push(Some(as_written(request)));
            return;
        }
        let stands = self.near.has(station);
        if is_wanted && !stands {
            self.stand(station);
            self.backwards.push(Some(drafts::place(station)));
            if take.is_none() {
                self.forgotten.push(station);
            }
            return;
        }
        if stands {
            self.repairs.push(format!("no {} is placed: one stands near", station.replace('_', " ")));
        }
        if let Some(take) = take {
            self.backwards[take] = None;
        }
    }

    /// A fuel that is dug and that no step before gets is an errand.
    fn note_errand(&mut self, before: &[At<ToolRequest>]) {
        let fuel = self.graph.fuel();
        let got = |other: &ToolRequest| match other {
            ToolRequest::Mine(mine) => name_of(&mine.target) == Some(fuel),
            ToolRequest::Craft(craft) => family_of(&craft.item).or(name_of(&craft.item)) == Some(fuel),
            _ => false,
        };
        let is_dug = matches!(self.graph.node(fuel).map(|node| &node.source), Some(Source::Mine { .. }));
        if is_dug && !before.iter().any(|other| got(&other.value)) {
            self.errand = Some(fuel);
        }
    }

    /// The steps in the order they are done in, without taking back what is not placed.
    fn forwards(&mut self) -> Vec<StepDraft> {
        for (_, take) in std::mem::take(&mut self.taken) {
            self.backwards[take] = None;
        }
        std::mem::take(&mut self.backwards).into_iter().rev().flatten().collect()
    }

    /// Puts up the stations that the procedure needs and does not place, and takes back those that it leaves.
    fn stand_the_forgotten(&mut self, steps: &mut Vec<StepDraft>) -> Option<()> {
        for station in [TABLE, FURNACE] {
            if self.near.has(station) || !self.wanted.has(station) {
                continue;
            }
            // Before the first thing that needs one.
            self.stand(station);
            let first = steps.iter().position(|step| is_done_at(&step.request, station))?;
            steps.insert(first, drafts::place(station));
            self.forgotten.push(station);
            self.repairs.push(format!("inserted a {}: the procedure has none", station.replace('_', " ")));
        }
        for station in std::mem::take(&mut self.forgotten) {
            steps.push(drafts::take_back(station));
            self.repairs.push(format!("the {} is taken back in the end", station.replace('_', " ")));
        }
        Some(())
    }

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
