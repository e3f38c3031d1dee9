//! From a goal in words to a plan that the dry run has proved, or a refusal before anything moves.
//!
//! *Get N* is done when at least N are held; *craft N* and *mine N* mean N more. Clauses that ask for things are planned
//! together, so that their materials are gathered once. A single thing follows its procedure where one fits, repaired
//! where it must be; everything else is found by the closure over recipes, smelting and drops.

mod places;

use std::collections::BTreeMap;

use serde_json::json;

use super::{
    demand::{Demands, Expansion, blocks_for, expand, kind_for_families},
    drafts,
    drafts::{Piece, draft},
    dry_run::{Sim, dry_run_steps},
    grammar::{Coord, Intent, Kept, ME, Reading, not_understood, parse, read},
    graph::{COMMON_FUEL, Graph, Source},
    procedure,
    procedure::{Means, Wanted},
    quote::quote,
    refuse::unobtainable,
    retrieval,
    retrieval::{find, telling_words},
    state::PlannerState,
    stock::{Stations, have, name_of, with_article},
};
use crate::{
    domain::{
        BlockPos, Chat, Clear, Craft, Drop, Eat, Equip, ErrorCode, Follow, GetBotStatus, Give, GoToPlayer, ItemCounts,
        MAX_COUNT, Mine, Navigate, PlaceBlock, PlanDraft, Remember, Smelt, StepDraft, Store, ToolError, ToolRequest,
        UseItem, User, Vec3, Volume,
    },
    knowledge::{
        self, Block, SPENDABLE_FUELS, SopLibrary, check_request, family, harvest_tier, mine_target, smelt_ways_for,
        sops::Instance, ways_for,
    },
};

/// Why a goal gets no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// The words, a name or a number make no sense: the asker must say it differently.
    NotUnderstood,
    /// It is clear what is wanted, and it cannot be.
    Impossible,
}

/// A goal refused before anything moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    pub kind: RefusalKind,
    pub error: ToolError,
}

impl From<ToolError> for Refusal {
    fn from(error: ToolError) -> Self {
        let kind =
            if error.code == ErrorCode::InvalidParams { RefusalKind::NotUnderstood } else { RefusalKind::Impossible };
        Self { kind, error }
    }
}

/// A goal as understood: clauses, or a procedure that its words name, so many times.
enum Understood<'a> {
    Clauses(Reading),
    Procedure(retrieval::Match<'a>, u32, String),
}

fn understand<'a>(text: &str, sops: &'a SopLibrary) -> Result<Understood<'a>, ToolError> {
    read(text).map(Understood::Clauses).or_else(|error| {
        // "a stone tool kit" is no item, but the whole name of a procedure: fewer words would leave a choice, and more would
        // not be done.
        let (Some(name), Some(times)) = (error.context["procedure"].as_str(), error.context["times"].as_u64()) else {
            return Err(error);
        };
        let name = name.replace('_', " ");
        let words = telling_words(&name).len();
        let found = find(&name, sops);
        let whole = |best: &&retrieval::Match| best.named && best.words_of_name == words && best.shared.len() == words;
        match found.iter().find(whole).filter(|_| words > 0) {
            Some(best) => Ok(Understood::Procedure(best.clone(), times as u32, retrieval::why(best, &found))),
            None => Err(error),
        }
    })
}

/// Whether a goal makes sense at all: words, names, numbers. What it needs is not looked at.
///
/// # Errors
/// [`RefusalKind::NotUnderstood`].
pub fn check_goal(text: &str, sops: &SopLibrary) -> Result<(), Refusal> {
    let Understood::Clauses(Reading { intents, .. }) = understand(text, sops)? else { return Ok(()) };
    // Where the bot stands is not known yet, and does not matter for whether it makes sense.
    let anywhere = Some(Vec3::default());
    for intent in intents.iter().filter(|intent| !matches!(intent, Intent::Answer(_))) {
        let Some(intent) = &spoken_by(Some("Somebody"), intent)? else { continue };
        if let Some(error) = request_of(intent, anywhere).and_then(|request| check_request(&request)).err()
            && error.code == ErrorCode::InvalidParams
        {
            return Err(error.into());
        }
    }
    Ok(())
}

/// Whether a goal asks for what no model has a tool for: nobody but the offline planner can plan it.
pub fn is_beyond_models(text: &str) -> bool {
    let open = ToolRequest::names(User::Model);
    parse(text).unwrap_or_default().iter().any(|intent| match intent {
        Intent::Do(request) => !open.contains(&request.name()),
        Intent::Give { .. } | Intent::StoreAll { .. } | Intent::Chest | Intent::Fell { .. } | Intent::Clear { .. } => {
            true
        }
        Intent::Remember { .. } | Intent::GoNamed { .. } | Intent::GoBack => true,
        _ => false,
    })
}

/// The kind of tree that a goal is about.
pub fn tree_of(text: &str) -> Option<&'static str> {
    parse(text).ok()?.iter().find_map(|intent| match intent {
        Intent::Fell { kind } => Some(*kind),
        _ => None,
    })
}

/// The boxes that a goal is about, from where the bot stands.
pub fn boxes_of(text: &str, position: Vec3) -> Vec<Volume> {
    let intents = parse(text).unwrap_or_default();
    let requests = intents.iter().filter_map(|intent| request_of(intent, Some(position)).ok());
    let boxes = requests.filter(|request| check_request(request).is_ok()).filter_map(|request| match request {
        ToolRequest::Clear(clear) => Some(clear.volume()),
        _ => None,
    });
    boxes.collect()
}

/// Plans a goal.
///
/// # Errors
/// A refusal with the tool contract's code and the reason.
pub fn plan_goal(text: &str, state: &PlannerState, sops: &SopLibrary) -> Result<PlanDraft, Refusal> {
    let mut planning = Planning::new(text, state, sops);
    match understand(text, sops)? {
        Understood::Procedure(found, times, why) => planning.follow(&found, times, why)?,
        Understood::Clauses(Reading { intents, notes }) => {
            planning.whys.extend(notes);
            let mut wanted: Vec<Wanted> = Vec::new();
            for intent in &intents {
                let Some(intent) = &spoken_by(state.speaker.as_deref(), intent)? else { continue };
                match Wanted::new(intent) {
                    Some(thing) => wanted.push(thing),
                    None => {
                        planning.get(std::mem::take(&mut wanted))?;
                        if let Intent::Fell { kind } = intent {
                            planning.fell(kind)?;
                            continue;
                        }
                        let intent = &planning.where_named(intent)?;
                        let intent = &as_held(intent, text, &planning.sim.held);
                        planning.things_for(intent)?;
                        for intent in calls_of(intent, &planning.sim.held, &state.known)? {
                            planning.act(&intent)?;
                        }
                    }
                }
            }
            planning.get(wanted)?;
        }
    }
    planning.finish()
}

/// What the closure would do first to have these things: for recoveries.
///
/// # Errors
/// What cannot be had, and why.
pub fn plan_things(wanted: Vec<Wanted>, state: &PlannerState) -> Result<Vec<StepDraft>, ToolError> {
    let sim = Sim::new(state.inventory.clone(), state.nearby);
    by_closure(&wanted, &sim, state)
}

struct Planning<'a> {
    text: &'a str,
    state: &'a PlannerState,
    sops: &'a SopLibrary,
    /// As it will be after the steps so far.
    sim: Sim,
    steps: Vec<StepDraft>,
    sop: Option<String>,
    whys: Vec<String>,
    repairs: Vec<String>,
    /// The places that this goal gives a name; `None` where they are not known before it is done.
    named: BTreeMap<String, Option<BlockPos>>,
}

impl<'a> Planning<'a> {
    fn new(text: &'a str, state: &'a PlannerState, sops: &'a SopLibrary) -> Self {
        let sim = Sim::new(state.inventory.clone(), state.nearby);
        let (steps, whys, repairs) = (Vec::new(), Vec::new(), Vec::new());
        Self { text, state, sops, sim, steps, sop: None, whys, repairs, named: BTreeMap::new() }
    }

    fn add(&mut self, steps: Vec<StepDraft>) -> Result<(), ToolError> {
        let run = dry_run_steps(self.sim.clone(), &steps);
        if let Some((_, fault)) = run.faults.into_iter().next() {
            return Err(fault);
        }
        self.sim = run.after;
        self.steps.extend(steps);
        Ok(())
    }

    /// Follows a procedure for whatever it makes.
    fn follow(&mut self, found: &retrieval::Match, times: u32, why: String) -> Result<(), ToolError> {
        let instance = found.sop.instantiate(&BTreeMap::new()).map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            ToolError::new(ErrorCode::InvalidParams, lines.join("\n"))
        })?;
        let run = super::dry_run::dry_run(Sim::default(), instance.steps.iter().map(|step| &step.value));
        let kept = retrieval::products(&instance).into_iter().filter(|name| run.after.consumed.count(name) == 0);
        let wanted: Vec<Wanted> = kept
            .filter_map(|name| {
                Some(Wanted::get(name_of(&name)?, run.after.crafted.count(&name).max(run.after.mined.count(&name))))
            })
            .filter(|thing| thing.count > 0 && have(&run.after.held, thing.name) >= thing.count)
            .map(|thing| Wanted { count: thing.count.saturating_mul(times), ..thing })
            .collect();
        self.whys.push(why);
        let graph = Graph::new(&self.state.known, &self.sim.held, None);
        match self.followed(&instance, &wanted, &graph) {
            Some(plan) => {
                self.sop = Some(found.sop.name.value.clone());
                self.repairs.extend(plan.repairs);
                self.add(plan.steps)
            }
            None => {
                let steps = by_closure(&wanted, &self.sim, self.state)?;
                self.repairs
                    .push(format!("SOP {:?} could not be repaired; planned from recipes", found.sop.name.value));
                self.add(steps)
            }
        }
    }

    /// The procedure made to fit, with the fuel that is quickest had.
    fn followed(&self, instance: &Instance, wanted: &[Wanted], graph: &Graph) -> Option<procedure::Followed> {
        quickest(graph, &self.sim, self.state, |graph| {
            let plan = procedure::follow(instance, wanted, &self.sim, graph).ok_or(())?;
            Ok::<_, ()>((plan.steps.clone(), plan))
        })
        .map(|(_, plan)| plan)
        .ok()
    }

    fn get(&mut self, wanted: Vec<Wanted>) -> Result<(), ToolError> {
        let wanted = merged(wanted);
        if wanted.is_empty() {
            return Ok(());
        }
        if wanted.iter().all(|thing| thing.lacking(&self.sim.held) == 0) {
            let held: Vec<String> = wanted.iter().map(|thing| format!("{} {}", thing.count, thing.name)).collect();
            self.whys.push(format!("{} already held", held.join(", ")));
            return Ok(());
        }
        if let [thing] = wanted.as_slice()
            && thing.means == Means::Any
            && let Some((found, args, why)) = retrieval::for_item(self.text, thing.name, thing.count, self.sops)
            && let Ok(instance) = found.sop.instantiate(&args)
        {
            let graph = Graph::new(&self.state.known, &self.sim.held, None);
            if let Some(plan) = self.followed(&instance, &wanted, &graph) {
                self.sop.get_or_insert_with(|| found.sop.name.value.clone());
                self.whys.push(why);
                self.repairs.extend(plan.repairs);
                return self.add(plan.steps);
            }
            self.repairs.push(format!("SOP {:?} does not fit here; planned from recipes", found.sop.name.value));
        }
        let steps = by_closure(&wanted, &self.sim, self.state)?;
        let names: Vec<&str> = wanted.iter().map(|thing| thing.name).collect();
        self.whys.push(format!("{}: from recipes, drops and tool tiers", names.join(", ")));
        self.add(steps)
    }

    /// All of a tree, and another in its place where a sapling is held.
    fn fell(&mut self, kind: &str) -> Result<(), ToolError> {
        let Some(tree) = self.state.tree.as_ref().filter(|tree| tree.log == kind || family(kind).is_some()) else {
            let words = format!("no tree of {kind} that could be felled has been seen within 32 blocks");
            return Err(ToolError::new(ErrorCode::ResourceNotFound, words).with(json!({ "target": kind })));
        };
        self.whys.push(format!("the nearest tree has {} {}", tree.logs, tree.log));
        let mut steps = vec![draft(Clear::from(tree.volume).into(), "as asked: no log is left hanging".to_owned())];
        let held = tree.sapling().filter(|sapling| have(&self.sim.held, sapling) > 0);
        if let Some(sapling) = held {
            steps.push(draft(PlaceBlock::new(&sapling, Some(tree.base)).into(), "another in its place".to_owned()));
        }
        self.add(steps)
    }

    /// All the blocks that are to be placed, before the first of them is.
    fn things_for(&mut self, intent: &Intent) -> Result<(), ToolError> {
        match *intent {
            Intent::Place { block, count, .. } if count > 1 => self.at_hand(block, count),
            Intent::Do(ToolRequest::Equip(ref equip)) => self.at_hand(&equip.item, 1),
            Intent::Do(ToolRequest::UseItem(UseItem { item: Some(ref item), .. })) => self.at_hand(item, 1),
            Intent::Do(ToolRequest::Eat(Eat { item: Some(ref item), count, .. })) => {
                self.at_hand(item, count.unwrap_or(1))
            }
            Intent::Do(ToolRequest::Store(Store { item: Some(ref item), count: Some(count), .. })) => {
                self.at_hand(item, count)
            }
            _ => Ok(()),
        }
    }

    /// So many of it are held: got first, where they are not.
    fn at_hand(&mut self, item: &str, count: u32) -> Result<(), ToolError> {
        match name_of(item) {
            Some(name) if have(&self.sim.held, name) < count => self.get(vec![Wanted::get(name, count)]),
            _ => Ok(()),
        }
    }

    /// What is done rather than got.
    fn act(&mut self, intent: &Intent) -> Result<(), ToolError> {
        let request = request_of(intent, self.state.position)?;
        check_request(&request)?;
        if let ToolRequest::Mine(mine) = &request {
            // A block at a place: its tool first.
            let graph = Graph::new(&self.state.known, &self.sim.held, None);
            let digs = block_to_mine(mine, &self.sim.held, &graph)?;
            self.tools_to_dig(&graph, &[digs], &mine.target)?;
        }
        if let ToolRequest::Clear(clear) = &request {
            self.tools_for(&clear.volume())?;
        }
        if let Some(block) = request.puts_up().and_then(name_of)
            && have(&self.sim.held, block) == 0
        {
            self.get(vec![Wanted::get(block, 1)])?;
        }
        self.whys.push(format!("{} as asked", request.name()));
        self.add(vec![draft(request, "as asked".to_owned())])
    }

    /// What it takes to break what was seen in a box; nothing where it is out of sight.
    fn tools_for(&mut self, volume: &Volume) -> Result<(), ToolError> {
        let Some(surveyed) = self.state.surveyed(volume) else { return Ok(()) };
        let digs: Vec<_> = surveyed.blocks.iter().filter_map(|(name, n)| Some((knowledge::block(name)?, *n))).collect();
        if let Some((block, _)) = digs.iter().find(|(block, _)| block.hardness.is_none()) {
            let message = format!("{} cannot be broken, and some of it is there", block.name);
            return Err(ToolError::new(ErrorCode::ToolRequired, message).with(json!({ "target": block.name })));
        }
        if let Some((fluid, _)) = digs.iter().find(|(block, _)| knowledge::is_fluid(block.name)) {
            let message = format!("there is {} there, which cannot be dug away", fluid.name);
            return Err(ToolError::new(ErrorCode::ActionFailed, message).with(json!({ "seen": fluid.name })));
        }
        let graph = Graph::new(&self.state.known, &self.sim.held, None);
        let slow: Vec<_> = digs.into_iter().filter(|(block, _)| knowledge::clearing_tool(block).is_some()).collect();
        self.tools_to_dig(&graph, &slow, "the box")
    }

    /// The tools for so many of these blocks.
    fn tools_to_dig(&mut self, graph: &Graph, digs: &[(&'static Block, u32)], what: &str) -> Result<(), ToolError> {
        let mut demands = Demands::default();
        digs.iter().for_each(|(block, blocks)| demands.dig(block, *blocks, &self.sim.held));
        let (steps, _) = quickest(graph, &self.sim, self.state, |graph| {
            let expansion = expand(graph, demands.clone(), self.sim.held.clone(), self.sim.near);
            if !expansion.missing.is_empty() {
                return Err(unobtainable(graph, &expansion.missing, what));
            }
            Ok((drafts::steps(&expansion, self.sim.near), ()))
        })?;
        self.add(steps)
    }

    fn finish(mut self) -> Result<PlanDraft, Refusal> {
        let start = Sim::new(self.state.inventory.clone(), self.state.nearby);
        let run = dry_run_steps(start, &self.steps);
        if let Some((_, fault)) = run.faults.first() {
            return Err(fault.clone().into());
        }
        self.whys.dedup();
        let quote = quote(&self.steps, &run, self.state);
        Ok(PlanDraft {
            holds: ItemCounts::default(),
            planner: "offline".to_owned(),
            sop: self.sop,
            why: self.whys.join("; "),
            repairs: self.repairs,
            steps: self.steps,
            quote,
        })
    }
}

/// The same thing asked for twice is asked for once, in the sum.
pub fn merged(wanted: Vec<Wanted>) -> Vec<Wanted> {
    let mut merged: Vec<Wanted> = Vec::new();
    for thing in wanted {
        match merged
            .iter_mut()
            .find(|other| other.name == thing.name && other.means == thing.means && other.more == thing.more)
        {
            Some(other) => other.count = other.count.saturating_add(thing.count),
            None => merged.push(thing),
        }
    }
    merged
}

/// The plan that takes the least time of those with one fuel and another, where anything is smelted at all; of equals that
/// which burns what is worth least.
fn quickest<T, E>(
    graph: &Graph,
    sim: &Sim,
    state: &PlannerState,
    plan: impl Fn(&Graph) -> Result<(Vec<StepDraft>, T), E>,
) -> Result<(Vec<StepDraft>, T), E> {
    let ticks = |steps: &[StepDraft]| {
        let run = dry_run_steps(sim.clone(), steps);
        run.proved().then(|| quote(steps, &run, state).ticks)
    };
    let smelts = |steps: &[StepDraft]| steps.iter().any(|step| matches!(step.request, ToolRequest::Smelt(_)));
    let first = plan(graph);
    if !first.as_ref().is_ok_and(|(steps, _)| smelts(steps)) {
        return first;
    }
    let held = |fuel: &&str| have(&sim.held, fuel) > 0 || matches!(*fuel, COMMON_FUEL | "coal");
    let fuels = SPENDABLE_FUELS.iter().copied().filter(held);
    let plans = fuels.filter_map(|fuel| {
        let plan = plan(&graph.burning(fuel)).ok()?;
        Some((ticks(&plan.0)?, plan))
    });
    plans.min_by_key(|(ticks, _)| *ticks).map_or(first, |(_, plan)| Ok(plan))
}

/// Plans from recipes, smelting, drops and tiers.
fn by_closure(wanted: &[Wanted], sim: &Sim, state: &PlannerState) -> Result<Vec<StepDraft>, ToolError> {
    let known = &state.known;
    let graph = if known.is_empty() && sim.held.is_empty() {
        Graph::plain().clone()
    } else {
        Graph::new(known, &sim.held, None)
    };
    let plan = |graph: &Graph| quickest(graph, sim, state, |graph| closure_with(wanted, sim, graph));
    let steps = plan(&graph)?;
    if let (Some(wood), expansion) = (kind_for_families(&steps.1), &steps.1)
        && expansion.missing.is_empty()
    {
        // One wood is asked for by name: all wood is of that kind, gathered at once.
        if let Ok((steps, _)) = plan(&Graph::new(known, &sim.held, Some(wood))) {
            return Ok(steps);
        }
    }
    Ok(steps.0)
}

fn closure_with(wanted: &[Wanted], sim: &Sim, graph: &Graph) -> Result<(Vec<StepDraft>, Expansion), ToolError> {
    let mut demands = Demands::default();
    let mut last: Vec<Piece> = Vec::new();
    for thing in wanted {
        let name = thing.name;
        let count = if thing.more { have(&sim.held, name).saturating_add(thing.count) } else { thing.count };
        if count > MAX_COUNT {
            let message = format!("{count} {name} are more than an inventory holds ({MAX_COUNT})");
            return Err(ToolError::new(ErrorCode::InvalidParams, message));
        }
        let source = graph.node(name).map(|node| &node.source);
        let is_made = match source {
            Some(Source::Smelt) => true,
            Some(Source::Craft) => thing.means != Means::Smelted,
            _ => false,
        };
        let impossible = || unobtainable(graph, &[(name.to_owned(), thing.count)].into_iter().collect(), name);
        let as_asked = "as asked".to_owned();
        if thing.means == Means::Mined {
            let mine = Mine::nearest(name, thing.count);
            let (block, blocks) = block_to_mine(&mine, &sim.held, graph)?;
            demands.dig(block, blocks, &sim.held);
            last.push(Piece { step: draft(mine.into(), as_asked), needs: Stations::default() });
        } else if !thing.more || is_made {
            demands.hold(name, count);
        } else if thing.means == Means::Smelted || ways_for(name).is_empty() && !smelt_ways_for(name).is_empty() {
            // It is to be smelted although there are other ways to it.
            knowledge::smelt_target(name)?;
            let chosen = super::demand::choose_smelting(graph, name, thing.count, &sim.held, usize::MAX);
            let way = chosen.ok_or_else(impossible)?;
            let steps = demands
                .smelt(way, thing.count, graph.fuel(), sim.near, &sim.held)
                .and_then(|()| drafts::smelt(name, thing.count, way.ticks, graph.fuel(), &as_asked));
            let needs = Stations { furnace: true, ..Stations::default() };
            last.extend(steps.ok_or_else(impossible)?.into_iter().map(|step| Piece { step, needs }));
        } else {
            // It is to be crafted although it lies about.
            knowledge::craft_target(name)?;
            let chosen = super::demand::choose_way(graph, name, thing.count, &sim.held, usize::MAX);
            let way = chosen.ok_or_else(impossible)?;
            let crafts = thing.count.div_ceil(way.count);
            demands.craft(way, crafts, name, sim.near);
            let needs = Stations { table: way.needs_table, ..Stations::default() };
            last.push(Piece { step: drafts::craft(name, crafts * way.count, as_asked), needs });
        }
    }
    let expansion = expand(graph, demands, sim.held.clone(), sim.near);
    if !expansion.missing.is_empty() {
        let goal = wanted.first().map_or("", |thing| thing.name);
        return Err(unobtainable(graph, &expansion.missing, goal));
    }
    if let Some(item) = expansion.items.iter().find(|item| item.count > MAX_COUNT) {
        let message = format!("it would take {} {}, more than an inventory holds ({MAX_COUNT})", item.count, item.name);
        return Err(ToolError::new(ErrorCode::InvalidParams, message));
    }
    Ok((drafts::steps_then(&expansion, sim.near, last), expansion))
}

/// Which block a `mine` call will break and how many of them.
fn block_to_mine(mine: &Mine, held: &ItemCounts, graph: &Graph) -> Result<(&'static Block, u32), ToolError> {
    let found = mine_target(&mine.target)?;
    blocks_for(&found, mine.count, held, graph).ok_or_else(|| {
        let tier = found.blocks.first().and_then(|block| harvest_tier(block)).unwrap_or_default();
        let missing = [(tier.to_owned(), 1)].into_iter().collect();
        let mut error = unobtainable(graph, &missing, tier);
        error.code = ErrorCode::ToolRequired;
        error.message = format!("{} needs {} or better; {}", mine.target, with_article(tier), error.message);
        error
    })
}

/// "me" is whoever speaks. From somebody who is no player, "give me" is no more than "get me"; `None`: that is done already.
fn spoken_by(speaker: Option<&str>, intent: &Intent) -> Result<Option<Intent>, ToolError> {
    let mut intent = intent.clone();
    let player = match &mut intent {
        Intent::Give { player, count, .. } if player == ME && speaker.is_none() && count.is_some() => return Ok(None),
        Intent::Give { player, .. }
        | Intent::Do(ToolRequest::GoToPlayer(GoToPlayer { player, .. }) | ToolRequest::Follow(Follow { player, .. })) => {
            player
        }
        _ => return Ok(Some(intent)),
    };
    if player == ME {
        let Some(speaker) = speaker else {
            let words =
                "I do not know which player you are: name the player instead of \"me\", or start with --owner NAME";
            return Err(ToolError::new(ErrorCode::InvalidParams, words));
        };
        *player = speaker.to_owned();
    }
    Ok(Some(intent))
}

/// "the sword" is the one that is held, whatever it is made of: a kind is only chosen where none is.
fn as_held(intent: &Intent, text: &str, held: &ItemCounts) -> Intent {
    let other = |item: &str| {
        let (stuff, kind) = item.rsplit_once('_')?;
        let is_named = text.to_lowercase().contains(stuff.trim_end_matches("en"));
        let kind = format!("_{kind}");
        let found = held.iter().map(|(name, _)| name).find(|name| name.ends_with(&kind) && have(held, item) == 0);
        found.filter(|_| !is_named).and_then(name_of)
    };
    let mut intent = intent.clone();
    match &mut intent {
        Intent::Do(
            ToolRequest::Equip(Equip { item, .. })
            | ToolRequest::Store(Store { item: Some(item), .. })
            | ToolRequest::UseItem(UseItem { item: Some(item), .. }),
        ) => {
            if let Some(other) = other(item) {
                *item = other.to_owned();
            }
        }
        Intent::Drop { item, .. } | Intent::Give { item, count: None, .. } => *item = other(item).unwrap_or(item),
        _ => {}
    }
    intent
}

/// A clause that something is done by, as clauses of one tool call each: several blocks are placed one by one, and what is to
/// be dropped whole is as many as are held.
///
/// # Errors
/// `INSUFFICIENT_MATERIALS`: there is nothing to drop.
pub fn calls_of(intent: &Intent, held: &ItemCounts, seen: &BTreeMap<String, u32>) -> Result<Vec<Intent>, ToolError> {
    let nothing = |what: &str| {
        Err(ToolError::new(ErrorCode::InsufficientMaterials, format!("there is no {what} to drop: none is held")))
    };
    Ok(match *intent {
        Intent::Place { block, count, at } => vec![Intent::Place { block, count: 1, at }; count as usize],
        Intent::Chest if seen.keys().any(|block| knowledge::is_chest(block)) => Vec::new(),
        Intent::Chest => vec![Intent::Place { block: "chest", count: 1, at: None }],
        Intent::Drop { item, count: None } => match have(held, item) {
            0 => return nothing(item),
            count => vec![Intent::Drop { item, count: Some(count) }],
        },
        Intent::Give { ref player, item, count } => match count.unwrap_or_else(|| have(held, item)) {
            0 => {
                let words = format!("there is no {item} to give: none is held");
                return Err(ToolError::new(ErrorCode::InsufficientMaterials, words));
            }
            count => vec![Intent::Do(Give { player: player.clone(), item: item.to_owned(), count }.into())],
        },
        Intent::StoreAll { but, at } => {
            let (x, y, z) = (at.map(|at| at.x), at.map(|at| at.y), at.map(|at| at.z));
            let kept =
                |item: &str| but == Kept::Tools && knowledge::item(item).is_some_and(|item| item.durability.is_some());
            let stores: Vec<Intent> = held
                .iter()
                .filter(|(item, _)| !kept(item))
                .map(|(item, _)| Intent::Do(Store { item: Some(item.to_owned()), count: None, x, y, z }.into()))
                .collect();
            if stores.is_empty() {
                let words = "there is nothing to put away: none of it is held";
                return Err(ToolError::new(ErrorCode::InsufficientMaterials, words));
            }
            stores
        }
        Intent::DropAll => {
            let drops: Vec<Intent> = held
                .iter()
                .filter_map(|(item, count)| Some(Intent::Drop { item: name_of(item)?, count: Some(count) }))
                .collect();
            if drops.is_empty() {
                return nothing("item");
            }
            drops
        }
        ref other => vec![other.clone()],
    })
}

/// The tool call a clause asks for; relative places from where the bot stands.
pub fn request_of(intent: &Intent, position: Option<Vec3>) -> Result<ToolRequest, ToolError> {
    let axis = |coord: Coord, axis: fn(BlockPos) -> i32| match coord {
        Coord::Absolute(value) => Ok(value),
        Coord::Relative(offset) => {
            let here =
                position.ok_or_else(|| not_understood("~", "where \"here\" or ~ is, without a world to stand in"))?;
            Ok(axis(here.block()).saturating_add(offset))
        }
    };
    let corner = |[x, y, z]: [Coord; 3]| -> Result<BlockPos, ToolError> {
        Ok(BlockPos::new(axis(x, |b| b.x)?, axis(y, |b| b.y)?, axis(z, |b| b.z)?))
    };
    let place = |at: &Option<[Coord; 3]>| at.map(corner).transpose();
    Ok(match intent {
        Intent::Craft { item, count } if ways_for(item).is_empty() && smelt_ways_for(item).is_empty() => {
            Craft { item: (*item).to_owned(), count: *count }.into()
        }
        Intent::Smelt { item, count } => Smelt { item: (*item).to_owned(), count: *count, fuel: None }.into(),
        Intent::Get { .. } | Intent::Craft { .. } | Intent::Look => GetBotStatus {}.into(),
        Intent::Mine { target, count, at } => Mine { at: place(at)?, ..Mine::nearest(target, *count) }.into(),
        Intent::Go { x, y, z, dig } => {
            let y = y.map(|y| axis(y, |b| b.y)).transpose()?;
            Navigate { x: axis(*x, |b| b.x)?, y, z: axis(*z, |b| b.z)?, tolerance: None, dig: *dig }.into()
        }
        Intent::Say { message } => Chat { message: message.clone() }.into(),
        Intent::Place { block, at, .. } => PlaceBlock::new(block, place(at)?).into(),
        Intent::Clear { from, to } => Clear::from(Volume::between(corner(*from)?, corner(*to)?)).into(),
        Intent::Drop { item, count } => Drop { item: (*item).to_owned(), count: count.unwrap_or(1) }.into(),
        Intent::Do(request) => request.clone(),
        Intent::Answer(_) => {
            let words = "that is a question: it is answered in a run or in the window, without a plan";
            return Err(ToolError::new(ErrorCode::InvalidParams, words));
        }
        // What that is, is known once one sees what is held: see `calls_of`.
        Intent::DropAll | Intent::Fell { .. } | Intent::StoreAll { .. } | Intent::Chest | Intent::Give { .. } => {
            GetBotStatus {}.into()
        }
        Intent::Remember { name } => Remember { name: name.clone() }.into(),
        // Where that is, the planner knows: see `places`.
        Intent::GoNamed { .. } | Intent::GoBack => GetBotStatus {}.into(),
    })
}

#[cfg(test)]
mod tests;
