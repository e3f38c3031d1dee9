//! From a goal in words to a plan that the dry run has proved, or a refusal before anything moves.
//!
//! *Get N* is done when at least N are held; *craft N* and *mine N* mean N more. Clauses that ask for things are planned
//! together, so that their materials are gathered once. A single thing follows its procedure where one fits, repaired
//! where it must be; everything else is found by the closure over recipes, smelting and drops.

mod ditches;
mod earth;
mod laying;
mod places;
mod rest;
mod undo;
mod wielded;

use std::collections::BTreeMap;

use serde_json::json;

use super::{
    demand::{Demands, Expansion, blocks_for, expand, kind_for_families},
    drafts,
    drafts::{Piece, draft, share_of},
    dry_run::{Sim, dry_run_steps},
    grammar::{
        Coord, Hollow, Intent, Kept, Layout, ME, Project, Reading, Share, Standing, Trees, becomes, not_understood,
        parse, provided, read, standing,
    },
    graph::{COMMON_FUEL, Graph, Source},
    handy::put_by_the_work,
    open::{by_what_was_held, held_before, is_by_place, kind_is_open, leads_away, needs_world, of_kinds, placed_there},
    plots,
    plots::Plot,
    procedure,
    procedure::{Means, Wanted},
    quote::quote,
    refuse::unobtainable,
    retrieval,
    retrieval::{find, telling_words},
    sooner::{axe_that_pays, tools_sooner},
    state::{PlannerState, Surveyed},
    stock::{Stations, TORCH, have, is_of_kind, name_of, with_article},
    trees,
    trees::Tree,
};
use crate::{
    construction::Building,
    domain::{
        BlockPos, BodySlot, Chat, Clear, Craft, Drop, Eat, Equip, ErrorCode, Fill, GetBotStatus, Give, GoToPlayer,
        Harvest, ItemCounts, Light, MAX_COUNT, Mine, Navigate, PickUp, PlaceBlock, PlanDraft, Remember, Smelt, Sort,
        StepDraft, Store, Take, TakeOff, ToolError, ToolRequest, UseItem, User, Vec3, Volume,
    },
    knowledge::{
        self, Block, SPENDABLE_FUELS, SopLibrary, check_request, family, harvest_tier, mine_target, smelt_ways_for,
        sops::Instance, ways_for,
    },
};

/// The wood that is built with where nobody says which, and none is seen.
pub const WOOD: &str = "oak";
/// What is not understood of a goal whose place depends on the land.
const NOWHERE: &str = "where that is to be, without a world to stand in";
/// Planks, and blocks of earth, from which on a wooden tool saves more ticks than the logs for it take: by vanilla's times half of
/// 60 a log, which makes four planks, and 7 of 15 a block of earth.
const FELLED: u32 = 24;
const DUG: u32 = 16;

/// How far from where a tree was felled or a hole dug one looks for what it dropped, in blocks: it flies a block or two, and rolls
/// off a crown.
const BY_THE_WORK: u32 = 8;

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
        // A number that was not read as one would be lost.
        if name.contains(|c: char| c.is_ascii_digit()) {
            return Err(error);
        }
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
    check_words(text, sops).map_err(|refusal| truthful(refusal, sops))
}

/// An offer that cannot be had either is said to be none.
fn truthful(mut refusal: Refusal, sops: &SopLibrary) -> Refusal {
    let offer = refusal.error.context["offer"].as_str().map(str::to_owned);
    let Some(offer) = offer else { return refusal };
    if let Err(Refusal { kind: RefusalKind::Impossible, error }) = make_plan(&offer, 0, &PlannerState::default(), sops)
        && matches!(error.code, ErrorCode::ResourceNotFound | ErrorCode::ToolRequired)
        && !parse(&then_of(&offer)).unwrap_or_default().iter().any(needs_world)
    {
        let message = &mut refusal.error.message;
        let first = message.split("; ").next().unwrap_or_default().to_owned();
        *message = format!("{first}; and the rest cannot be done either: {}", error.message);
    }
    refusal
}

/// What is done of a goal that waits for its time; of any other the whole.
fn then_of(goal: &str) -> String {
    standing(goal).ok().flatten().map_or_else(|| goal.to_owned(), |standing| standing.goal)
}

fn check_words(text: &str, sops: &SopLibrary) -> Result<(), Refusal> {
    if let Some(provided) = provided(text) {
        let ways = [provided.branch(true), provided.branch(false)];
        return ways.into_iter().flatten().try_for_each(|way| check_words(way, sops));
    }
    // What waits for its time must make sense now.
    let standing = standing(text)?;
    let text = standing.as_ref().map_or(text, |standing| &standing.goal);
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
    let intents = parse(text).unwrap_or_default();
    // What is relative counts from where an earlier clause leads: a model's plan is held against where the bot stands now.
    let mut moved = false;
    let led = intents.iter().any(|intent| {
        let is_led = moved && is_by_place(intent);
        moved |= leads_away(intent);
        is_led
    });
    led || intents.iter().any(|intent| match intent {
        Intent::Place { .. } => kind_is_open(intent, &ItemCounts::default()).is_some(),
        Intent::Do(request) => !open.contains(&request.name()),
        Intent::Give { .. }
        | Intent::GiveAll { .. }
        | Intent::DropAll { .. }
        | Intent::MakeMost { .. }
        | Intent::Say { to: Some(_), .. }
        | Intent::Tally { .. }
        | Intent::TellPlace { .. }
        | Intent::TellHeld { .. }
        | Intent::TellStored { .. }
        | Intent::StoreAll { .. }
        | Intent::UseAgain(_)
        | Intent::IntoPlaced(_)
        | Intent::Unless { .. }
        | Intent::Part { .. }
        | Intent::WearBest { .. }
        | Intent::WearHeld { .. }
        | Intent::HoldBest { .. }
        | Intent::With { .. }
        | Intent::Carry { .. }
        | Intent::Fetch(_)
        | Intent::TakeUpTo(_)
        | Intent::Chest
        | Intent::Fell { .. }
        | Intent::Clear { .. }
        | Intent::Fill { .. }
        | Intent::FillUp { .. }
        | Intent::Level { .. }
        | Intent::DigStair(_)
        | Intent::Pave(_)
        | Intent::Dig(_)
        | Intent::Lay(_)
        | Intent::Visit(_)
        | Intent::Swap { .. }
        | Intent::Shift { .. }
        | Intent::Build(_)
        | Intent::TearDown(_)
        | Intent::Sort { .. }
        | Intent::Light { .. }
        | Intent::Remember { .. }
        | Intent::Forget { .. }
        | Intent::Step { .. }
        | Intent::GoNamed { .. }
        | Intent::ComeBack
        | Intent::GoBack
        | Intent::GoThrough { .. }
        | Intent::Undo => true,
        _ => false,
    })
}

/// Plans a goal.
///
/// # Errors
/// A refusal with the tool contract's code and the reason.
pub fn plan_goal(text: &str, state: &PlannerState, sops: &SopLibrary) -> Result<PlanDraft, Refusal> {
    make_plan(text, 0, state, sops).map_err(|refusal| truthful(refusal, sops))
}

/// Plans what a [`PlanOn`](crate::domain::PlanOn) step stands for: a goal's clauses from this one on, by what is held now. Where
/// the bot stood when the goal began is the state's `began`.
///
/// # Errors
/// As [`plan_goal`].
pub fn plan_rest(text: &str, from: usize, state: &PlannerState, sops: &SopLibrary) -> Result<PlanDraft, Refusal> {
    make_plan(text, from, state, sops)
}

/// Whether the clauses before this one lead elsewhere by their own words: what is to be done "here" is done there then.
pub fn leads_elsewhere(text: &str, from: usize) -> bool {
    parse(text).unwrap_or_default().iter().take(from).any(leads_away)
}

fn make_plan(text: &str, from: usize, state: &PlannerState, sops: &SopLibrary) -> Result<PlanDraft, Refusal> {
    let standing = standing(text)?;
    let text = standing.as_ref().map_or(text, |standing| &standing.goal);
    let mut planning = Planning::new(text, state, sops);
    if let Some(Standing { when, times, notes, .. }) = &standing {
        planning.whys.extend(notes.iter().cloned());
        let times = times.map_or("until it is cancelled".to_owned(), |times| format!("{times} times at most"));
        planning.whys.push(format!("not now, but {}, {times}; this is what is done then", when.told()));
    }
    match understand(text, sops)? {
        Understood::Procedure(found, times, why) => planning.follow(&found, times, why)?,
        Understood::Clauses(Reading { intents, notes }) => {
            planning.whys.extend(notes);
            let again = standing.as_ref().is_some_and(|standing| standing.times != Some(1));
            if again && intents.iter().any(|intent| matches!(intent, Intent::Get { more: false, .. })) {
                let words = "each time so many are held then, and what is held counts (so many more each time: get 10 more logs)";
                planning.whys.push(words.to_owned());
            }
            let mut wanted: Vec<Wanted> = Vec::new();
            let asks = |intent: &Intent| matches!(intent, Intent::Answer(_));
            // What is asked behind deeds is answered once they are done.
            let deeds = intents.iter().take_while(|intent| !asks(intent)).count();
            let planned = if deeds == 0 { intents.len() } else { deeds };
            planning.plants = intents.iter().any(plants);
            let mut moved = false;
            for (number, intent) in intents[..planned].iter().enumerate().skip(from) {
                let open = kind_is_open(&as_held(intent, text, &planning.sim.held), &planning.sim.held);
                if open.is_some() || planning.waits(intent, moved) {
                    planning.get(std::mem::take(&mut wanted))?;
                    if let Some((block, count)) = open {
                        planning.at_hand(block, count)?;
                    }
                    planning.plan_on(number, &intents[number..planned])?;
                    break;
                }
                if leads_away(intent) {
                    moved = true;
                    // What is got for it anyway is not got twice.
                    let mut there = placed_there(&intents[number + 1..planned]);
                    there.retain(|thing| !wanted.iter().any(|got| got.name == thing.name && got.count >= thing.count));
                    wanted.extend(there);
                }
                let intent = &by_what_was_held(intent, state);
                let Some(intent) = spoken_by(state.speaker.as_deref(), intent)? else {
                    planning.whys.push(
                        "who asks is no player here: it is held for them (or start with --owner NAME)".to_owned(),
                    );
                    continue;
                };
                let intent = planning.fetched(intent, number + 1 < planned);
                let parts = match is_part(&intent) {
                    // Of what is held by then.
                    true => {
                        planning.get(std::mem::take(&mut wanted))?;
                        parts_of(&intent, text, &planning.sim.held, held_before(state))?
                    }
                    false => of_kinds(&intent, &planning.sim.held),
                };
                if let (Intent::Unless { kind, .. }, []) = (&intent, parts.as_slice()) {
                    planning.whys.push(format!("{} is held already", with_article(kind)));
                }
                parts.iter().try_for_each(|intent| planning.clause(intent, &mut wanted))?;
                // "dig a hole and put the dirt in the chest": what was dug lies there.
                if matches!(intent, Intent::Clear { .. } | Intent::Dig(_))
                    && intents[number + 1..planned].iter().any(puts_to_use)
                {
                    let loot = PickUp { item: None, radius: Some(BY_THE_WORK), leave: true };
                    planning.add(vec![draft(loot.into(), "what was dug, for what follows".to_owned())])?;
                }
            }
            planning.get(wanted)?;
            if planned < intents.len() {
                planning.whys.push("what is asked is answered once it is done".to_owned());
            }
        }
    }
    planning.finish()
}

/// Whether a clause plants saplings.
fn plants(intent: &Intent) -> bool {
    match intent {
        Intent::Place { block, .. } | Intent::Lay(Layout { block, .. }) => block.ends_with("_sapling"),
        Intent::Part { of, .. } => plants(of),
        _ => false,
    }
}

/// Whether a clause is about things that may have been dug before.
fn puts_to_use(intent: &Intent) -> bool {
    matches!(
        intent,
        Intent::Part { .. }
            | Intent::Give { .. }
            | Intent::GiveAll { .. }
            | Intent::StoreAll { .. }
            | Intent::FillUp { .. }
            | Intent::Level { .. }
            | Intent::Pave(_)
            | Intent::Lay(_)
            | Intent::Do(ToolRequest::Store(_))
    )
}

/// What the closure would do first to have these things: for recoveries.
///
/// # Errors
/// What cannot be had, and why.
pub fn plan_things(wanted: Vec<Wanted>, state: &PlannerState) -> Result<Vec<StepDraft>, ToolError> {
    let sim = Sim::of(state);
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
    /// The trees that are still to be felled.
    trees: Vec<Tree>,
    /// The places that this goal gives a name; `None` where they are not known before it is done.
    named: BTreeMap<String, Option<BlockPos>>,
    /// What was dropped and is to be held again in the end, by item.
    regained: BTreeMap<String, u32>,
    /// The goal itself says how many saplings are planted: none is where a tree was felled but those.
    plants: bool,
}

impl<'a> Planning<'a> {
    fn new(text: &'a str, state: &'a PlannerState, sops: &'a SopLibrary) -> Self {
        let sim = Sim::of(state);
        let (steps, whys, repairs) = (Vec::new(), Vec::new(), Vec::new());
        let (trees, named, regained) = (state.trees.clone(), BTreeMap::new(), BTreeMap::new());
        Self { text, state, sops, sim, steps, sop: None, whys, repairs, trees, named, regained, plants: false }
    }

    /// A clause: what is got is noted, to be got with what else is wanted; what is done comes behind it.
    fn clause(&mut self, intent: &Intent, wanted: &mut Vec<Wanted>) -> Result<(), ToolError> {
        if let Intent::With { tool, of } = intent {
            self.get(std::mem::take(wanted))?;
            return self.mine_with(*tool, of);
        }
        let intent = &as_seen(intent, self.text, &self.state.known);
        match Wanted::new(intent) {
            Some(thing) if knowledge::poured(thing.name).is_some() => {
                self.get(std::mem::take(wanted))?;
                return self.fill_buckets(&thing);
            }
            // "collect 20 wheat": it is harvested where it is ripe.
            Some(thing)
                if thing.means != Means::Mined
                    && knowledge::crop(thing.name).is_some_and(|crop| crop.yields == thing.name) =>
            {
                self.get(std::mem::take(wanted))?;
                return match thing.lacking(&self.sim.held) {
                    0 => Ok(()),
                    count => {
                        let crop = Some(thing.name.to_owned());
                        self.act(&Intent::Do(Harvest { crop, count: Some(count), radius: None, replant: true }.into()))
                    }
                };
            }
            Some(thing) => {
                // "get 10 sticks and then 5 more": more than are held by then.
                if thing.more && wanted.iter().any(|other| other.name == thing.name) {
                    self.get(std::mem::take(wanted))?;
                }
                wanted.push(thing);
                return Ok(());
            }
            None => self.get(std::mem::take(wanted))?,
        }
        match intent {
            Intent::Fell { kind, count, replant } => return self.fell(kind, *count, *replant),
            Intent::Carry { take, store } => return self.carry(take, store),
            Intent::FillUp { block, hollow } => return self.fill_up(block, *hollow),
            Intent::Level { block, terrace } => return self.level(block, *terrace),
            Intent::DigStair(stair) => return self.dig_stair(*stair),
            Intent::Pave(path) => return self.pave(path),
            Intent::Dig(ditch) => return self.dig_around(ditch),
            Intent::Lay(layout) => return self.lay(layout),
            Intent::Visit(layout) => return self.visit(layout),
            Intent::Swap { old, block } => return self.swap(old, block),
            Intent::Shift { what, side, far } => return self.shift(what, *side, *far),
            Intent::Build(project) => return self.build(project),
            Intent::Undo => return self.undo(),
            Intent::GoThrough { kind } => return self.go_through(kind),
            Intent::TearDown(named) => return self.tear_down_newest(*named),
            Intent::MakeMost { item } => return self.make_most(item),
            Intent::Do(ToolRequest::PickUp(pick_up)) if let Some(block) = self.stands_there(pick_up) => {
                self.whys.push(format!("no {block} lies about: the one that stands there is taken down"));
                return self.act(&Intent::Mine { target: block, count: 1, at: None });
            }
            // "a shaft down to y 300"
            Intent::Clear { from: [_, Coord::Relative(-1), _], to: [_, Coord::Absolute(y), _] }
                if self.state.position.is_some_and(|position| position.block().y <= *y) =>
            {
                let words = format!("y {y} is not below where I stand: say a lower one");
                return Err(ToolError::new(ErrorCode::InvalidParams, words));
            }
            // All that was wanted before is planned by now.
            Intent::Then => return Ok(()),
            _ => {}
        }
        let intent = self.where_named(intent)?;
        if let Intent::StoreAll { but, .. } | Intent::DropAll { but } | Intent::GiveAll { but, .. } = &intent
            && but.tools
        {
            self.whys.push("what wears out is kept with the tools: weapons and armor, too".to_owned());
        }
        for intent in all_of_a_kind(&intent, self.text, &self.sim.held) {
            let intent = &as_held(&intent, self.text, &self.sim.held);
            self.things_for(intent)?;
            calls_of(intent, &self.sim.held, &self.state.known)?.iter().try_for_each(|intent| self.act(intent))?;
        }
        Ok(())
    }

    /// What is taken from nobody has said where, or until so many are held, as it is done here. `goes_on`: the goal has more to do then.
    fn fetched(&mut self, intent: Intent, goes_on: bool) -> Intent {
        if let Intent::TakeUpTo(take) = &intent {
            let (held, total) = (have(&self.sim.held, knowledge::plain(&take.item)), take.count.unwrap_or(1));
            if held >= total {
                self.whys.push(format!("{held} {} are held already", take.item));
                return Intent::Then;
            }
            return Intent::Do(Take { count: Some(total - held), ..take.clone() }.into());
        }
        let Intent::Fetch(take) = &intent else { return intent };
        let Some((item, count)) = name_of(knowledge::plain(&take.item)).zip(take.count) else { return intent };
        if goes_on && have(&self.sim.held, item) >= count {
            self.whys.push(format!("{count} {item} are held already"));
            return Intent::Then;
        }
        match self.state.known.keys().any(|block| knowledge::is_chest(block)) {
            true => Intent::Do(take.clone().into()),
            false => Intent::Get { item, count, more: false },
        }
    }

    /// "pick up the furnace": one that stands there, where none lies about.
    fn stands_there(&self, pick_up: &PickUp) -> Option<&'static str> {
        let item = knowledge::plain(pick_up.item.as_deref()?);
        let is_thrown = |step: &StepDraft| matches!(&step.request, ToolRequest::Drop(drop) if drop.item == item);
        let is_placed =
            |step: &StepDraft| matches!(&step.request, ToolRequest::PlaceBlock(place) if place.block == item);
        let is_put_up = !knowledge::recipes_for(item).is_empty() || knowledge::is_tagged(item, "small_flowers");
        let is_seen = is_put_up && self.state.known.contains_key(item);
        let lies = self.state.lying.contains(item) || self.steps.iter().any(is_thrown);
        let stands = !lies && (is_seen || self.steps.iter().any(is_placed));
        knowledge::block(item).filter(|_| stands).map(|block| block.name)
    }

    /// What was seen of the land for this; what is not known, in words, where there is no land to be seen.
    fn surveyed<K: PartialEq, T: Clone>(
        &self,
        found: &[(K, Result<T, ToolError>)],
        of: &K,
        what: &str,
    ) -> Result<T, ToolError> {
        let known = found.iter().find(|(known, _)| known == of);
        known.map_or_else(|| Err(not_understood(self.text, what)), |(_, found)| found.clone())
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
        if wanted.len() > 1 && self.text.contains("then") {
            self.whys.push("these things are got together, in the order that saves ways".to_owned());
        }
        if wanted.is_empty() {
            return Ok(());
        }
        if wanted.iter().all(|thing| thing.lacking(&self.sim.held) == 0) {
            let held: Vec<String> = wanted.iter().map(|thing| format!("{} {}", thing.count, thing.name)).collect();
            self.whys.push(format!("{} already held", held.join(", ")));
            return Ok(());
        }
        if let [thing] = wanted.as_slice()
            && matches!(thing.means, Means::Any | Means::Shortest)
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

    /// As many as what is held makes, with nothing gathered for it.
    fn make_most(&mut self, item: &'static str) -> Result<(), ToolError> {
        let Some((most, steps)) = most_made(item, &self.sim, self.state) else {
            let words = format!("what is held makes no {item} (say: make 4 {})", item.replace('_', " "));
            return Err(ToolError::new(ErrorCode::InsufficientMaterials, words));
        };
        self.whys.push(format!("{item}: what is held makes {most} more"));
        self.add(steps)
    }

    /// No recipe makes a bucket of water: an empty one is filled where water stands.
    fn fill_buckets(&mut self, thing: &Wanted) -> Result<(), ToolError> {
        let lacking = thing.lacking(&self.sim.held);
        let Some(fluid) = knowledge::poured(thing.name).filter(|_| lacking > 0) else { return Ok(()) };
        let fluid = fluid.name;
        self.at_hand("bucket", lacking)?;
        self.whys.push(format!("{}: a bucket is filled at the nearest {fluid}", thing.name));
        let fill =
            UseItem { item: Some("bucket".to_owned()), block: Some(fluid.to_owned()), ..UseItem::default() }.into();
        let step = draft(fill, format!("for {}", with_article(thing.name)));
        self.add(vec![step; lacking as usize])
    }

    /// All of so many trees, and others in their places as far as saplings are held.
    fn fell(&mut self, kind: &str, count: Trees, replant: bool) -> Result<(), ToolError> {
        let is_meant = |tree: &&Tree| tree.log == kind || family(kind).is_some();
        let feet = self.state.position.unwrap_or_default();
        let trees: Vec<Tree> = match count {
            Trees::Nearest(count) => self.trees.iter().filter(is_meant).take(count as usize).cloned().collect(),
            Trees::Within(radius) => {
                let near = |tree: &&Tree| tree.base.center().horizontal_distance(feet) <= f64::from(radius);
                self.trees.iter().filter(is_meant).filter(near).cloned().collect()
            }
            Trees::At(at) => {
                let trees = self.trees.iter().filter(is_meant);
                let of_it = trees.filter(|tree| tree.base.level_distance(at) <= trees::CROWN);
                let far = |tree: &&Tree| tree.base.center().horizontal_distance(at.center());
                of_it.min_by(|one, other| far(one).total_cmp(&far(other))).into_iter().cloned().collect()
            }
        };
        if let (Trees::At(at), []) = (count, trees.as_slice()) {
            let words = format!("no tree of {kind} that could be felled has been seen at {at}");
            return Err(ToolError::new(ErrorCode::ResourceNotFound, words).with(json!({ "target": kind, "at": at })));
        }
        let (count, far) = match count {
            Trees::At(_) => (1, trees::FAR),
            Trees::Nearest(count) => (count, trees::FAR),
            Trees::Within(radius) => (u32::try_from(trees.len()).unwrap_or(u32::MAX).max(1), radius as i32),
        };
        if trees.len() < count as usize {
            let seen = match trees.len() {
                0 => format!("no tree of {kind} that could be felled has been seen"),
                1 => format!("one tree of {kind} that could be felled has been seen, and {count} are to be,"),
                some => format!("{some} trees of {kind} that could be felled have been seen, and {count} are to be,"),
            };
            let words = format!("{seen} within {far} blocks");
            return Err(ToolError::new(ErrorCode::ResourceNotFound, words)
                .with(json!({ "target": kind, "search_radius": far, "found": trees.len() })));
        }
        self.trees.retain(|tree| !trees.contains(tree));
        if replant {
            let mut saplings: BTreeMap<String, u32> = BTreeMap::new();
            trees.iter().filter_map(Tree::sapling).for_each(|sapling| *saplings.entry(sapling).or_default() += 1);
            saplings.iter().try_for_each(|(sapling, count)| self.at_hand(sapling, *count))?;
        }
        let mut later = Vec::new();
        for (number, tree) in trees.iter().enumerate() {
            self.whys.push(format!("the nearest tree has {} {}", tree.logs, tree.log));
            let reason = match count {
                1 => "as asked: no log is left hanging".to_owned(),
                _ => format!("tree {} of {count}: no log is left hanging", number + 1),
            };
            let logs = PickUp { item: Some(tree.log.to_owned()), radius: Some(BY_THE_WORK), leave: true };
            let mut steps = vec![
                draft(Clear::from(tree.volume).into(), reason),
                draft(logs.into(), "its logs, as far as they can be reached".to_owned()),
            ];
            // What is planted where another tree is felled later would be felled with it.
            let is_in_another = trees[number + 1..].iter().any(|other| other.volume.contains(tree.base));
            let held =
                tree.sapling().filter(|sapling| !self.plants && !is_in_another && have(&self.sim.held, sapling) > 0);
            if let Some(sapling) = held {
                let place = PlaceBlock::new(&sapling, Some(tree.base));
                steps.push(draft(place.into(), "another in its place".to_owned()));
            } else if let Some(sapling) = tree.sapling().filter(|_| replant) {
                let place = PlaceBlock::new(&sapling, Some(tree.base));
                later.push(draft(place.into(), "another in its place".to_owned()));
            }
            self.add(steps)?;
        }
        self.add(later)
    }

    /// From one chest to another: what is held of it already stays.
    fn carry(&mut self, take: &Take, store: &Store) -> Result<(), ToolError> {
        let held = have(&self.sim.held, knowledge::plain(&take.item));
        let keep = Some(held).filter(|held| store.count.is_none() && *held > 0);
        self.act(&Intent::Do(take.clone().into()))?;
        self.act(&Intent::Do(Store { keep, ..store.clone() }.into()))
    }

    /// A hollow, from below; what it takes is got first.
    fn fill_up(&mut self, block: &'static str, hollow: Hollow) -> Result<(), ToolError> {
        let volumes = self.surveyed(&self.state.hollows, &hollow, "where the hole is, without a world to stand in")?;
        if let (Hollow::Nearest, Some(first)) = (hollow, volumes.first()) {
            self.whys.push(format!("the nearest hole is at {}", first.low()));
        }
        if let (Hollow::Around { kind, .. } | Hollow::Gated(kind, _), Some(first)) = (hollow, volumes.first()) {
            self.whys.push(format!("it goes around the nearest {}, from {}", kind.replace('_', " "), first.low()));
        }
        if let (Hollow::Pond | Hollow::Lid, Some(first)) = (hollow, volumes.first()) {
            self.whys.push(format!("the nearest water that is small enough is at {}", first.low()));
        }
        let count: u64 = volumes.iter().map(Volume::count).sum();
        self.at_hand(block, u32::try_from(count).unwrap_or(u32::MAX))?;
        self.whys.push(format!("{count} places are free there, and what stands there stays"));
        // Over one block one jumps.
        if matches!(hollow, Hollow::Around { high: 2.., .. }) {
            self.step_outside(&volumes)?;
        }
        let reason = |volume: &Volume| format!("{} of {count} places, from below", volume.count());
        let fills = volumes.iter().map(|volume| draft(Fill::new(block, *volume).into(), reason(volume)));
        let mut steps: Vec<StepDraft> = fills.collect();
        // Last, so that one goes in and out meanwhile.
        if let Hollow::Gated(..) = hollow {
            let gate =
                self.surveyed(&self.state.gates, &hollow, "where the gate is to be, without a world to stand in")?;
            let kind = gate_of(block);
            self.at_hand(kind, 1)?;
            // So it stands where who puts it there is outside, and looks in.
            let state = Some([("facing".to_owned(), gate.side.opposite().name().to_owned())].into());
            let place = PlaceBlock { state, ..PlaceBlock::new(kind, Some(gate.at)) };
            steps.push(draft(place.into(), format!("the gate, in the middle of the {} side", gate.side.name())));
        }
        self.add(steps)
    }

    /// A building: what it takes is got first, and what is dug away for it is said.
    fn build(&mut self, project: &Project) -> Result<(), ToolError> {
        let Plot { build, dug } = self.surveyed(&self.state.plots, project, NOWHERE)?;
        let building = Building::of(&build)?;
        let cannot = |fault| ToolError::new(ErrorCode::InvalidParams, fault);
        let items = share_of(building.blueprint().items().map_err(cannot)?, &build);
        let (low, high) = (building.volume().low(), building.volume().high());
        let what = building.blueprint().called().to_owned();
        self.whys.push(format!("the {what} is to stand from {low} to {high}"));
        if let Some(bots) = build.together {
            self.whys.push(format!("{bots} build it together: each brings its part of what it takes"));
        }
        if project.wood.is_none()
            && let Some(wood) = build.with.get("wood")
        {
            self.whys.push(format!("of {wood}, since no wood is said"));
        }
        if let Some(loose) = building.made.loose_told() {
            self.whys.push(format!("no hand decides these, they stay as they come: {loose}"));
        }
        self.whys.extend(building.made.unmatched_told());
        if let Some(left_out) = building.made.left_out_told() {
            self.whys.push(format!("left out: {left_out}"));
        }
        if let Some(kept) = building.blueprint().kept.told() {
            self.whys.push(format!("{kept} of the file are not built"));
        }
        let told: Vec<String> = dug.iter().map(|(name, count)| format!("{count} {name}")).collect();
        if !told.is_empty() {
            self.whys.push(format!("dug away there: {}", told.join(", ")));
        }
        let earth: u32 = dug.iter().filter(|(name, _)| matches!(**name, "grass_block" | "dirt")).map(|(_, n)| *n).sum();
        let lacks: u32 = items.iter().map(|(item, count)| count.saturating_sub(have(&self.sim.held, item))).sum();
        let mut tools = Vec::new();
        for (tool, saves) in [("axe", lacks >= FELLED), ("shovel", earth >= DUG)] {
            let is_held = self.sim.held.iter().any(|(item, _)| item.ends_with(&format!("_{tool}")));
            if saves
                && !is_held
                && let Some(tool) = name_of(&format!("wooden_{tool}"))
            {
                tools.push(Wanted::get(tool, 1));
                self.whys.push(format!("{} saves more than it takes", with_article(tool)));
            }
        }
        // First, so that they save anything.
        if !tools.is_empty() {
            self.get(tools)?;
        }
        self.get(items.into_iter().map(|(item, count)| Wanted::get(item, count)).collect())?;
        let digs = dug.iter().filter_map(|(name, count)| Some((knowledge::block(name)?, *count)));
        let slow: Vec<_> = digs.filter(|(block, _)| knowledge::clearing_tool(block).is_some()).collect();
        let graph = Graph::new(&self.state.known, &self.sim.held, None);
        self.tools_to_dig(&graph, &slow, "the ground there")?;
        self.add(vec![draft(build.into(), format!("a {what} block for block, until nothing differs"))])
    }

    /// Nobody who clears a place means to spill what lies in a chest there, unless they have spoken of it.
    fn spares_chests(&self, volume: &Volume) -> Result<(), ToolError> {
        let mut seen = self.state.surveyed(volume).into_iter().flat_map(|seen| seen.blocks.keys()).copied();
        let holder = seen.find(|block| knowledge::is_chest(block) && !is_object(self.text, block));
        match holder {
            Some(holder) => {
                let words = format!(
                    "a {holder} stands there, and what lies in it would be spilt: mine the {holder} first, or say another place"
                );
                Err(ToolError::new(ErrorCode::ActionFailed, words).with(json!({ "seen": holder })))
            }
            None => Ok(()),
        }
    }

    /// What fills a box, as far as it is not there yet.
    fn filling(&mut self, fill: &Fill) -> Result<(), ToolError> {
        let name = knowledge::plain(&fill.block);
        let there = self.state.surveyed(&fill.volume());
        let has = there.and_then(|seen| seen.blocks.get(name)).copied().unwrap_or(0);
        let gives_way = |other: &str| {
            let block = knowledge::block(other);
            block.is_some_and(|block| {
                knowledge::is_replaceable(block, block.default_state) || knowledge::dig_ticks(block, None) == Some(0)
            })
        };
        let mut others = there.into_iter().flat_map(|seen| seen.blocks.keys());
        // What an earlier step clears away is not in the way.
        let other = others.find(|other| **other != name && !gives_way(other)).filter(|_| self.steps.is_empty());
        if let Some(other) = other {
            let words = format!("{other} stands where {name} is to be: clear it first");
            return Err(ToolError::new(ErrorCode::ActionFailed, words).with(json!({ "seen": other, "expected": name })));
        }
        let lacking = fill.volume().count().saturating_sub(u64::from(has));
        self.at_hand(name, u32::try_from(lacking).unwrap_or(u32::MAX).max(1))
    }

    /// The torches that a place takes, by what was seen of it.
    fn torches(&mut self, light: &Light) -> Result<(), ToolError> {
        let known = self.state.torches.iter().find(|(radius, _)| *radius == light.radius());
        let count = known.map_or(1, |(_, count)| *count);
        self.whys.push(format!("{count} torches light the surface; caves and rooms below are not lit"));
        if count == 0 { Ok(()) } else { self.at_hand(TORCH, count) }
    }

    /// All the blocks that are to be placed, before the first of them is.
    fn things_for(&mut self, intent: &Intent) -> Result<(), ToolError> {
        match *intent {
            Intent::Place { block, count, .. } if count > 1 => self.at_hand(block, count),
            Intent::Do(ToolRequest::Equip(ref equip)) => self.at_hand(&equip.item, 1),
            Intent::Do(ToolRequest::UseItem(UseItem { item: Some(ref item), .. })) => self.at_hand(item, 1),
            Intent::Pour { item, .. } => self.at_hand(item, 1),
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
        match &request {
            ToolRequest::Clear(clear) => {
                self.spares_chests(&clear.volume())?;
                self.tools_for(&clear.volume())?;
                if self.state.surveyed(&clear.volume()).is_some_and(is_tight) {
                    self.whys.push(
                        "one block wide leaves no room to climb: the way out is a stair dug beside it, which is filled again".to_owned(),
                    );
                }
            }
            ToolRequest::Fill(fill) => self.filling(fill)?,
            ToolRequest::Light(light) => self.torches(light)?,
            ToolRequest::Harvest(harvest) if harvest.replant => {
                self.whys.push("what is harvested is sown again (say: without replanting)".to_owned());
            }
            _ => {}
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
        self.tools_to_clear(digs, "the box")
    }

    /// The tools for so many of these blocks, of which some need none.
    fn tools_to_clear(&mut self, digs: Vec<(&'static Block, u32)>, what: &str) -> Result<(), ToolError> {
        let graph = Graph::new(&self.state.known, &self.sim.held, None);
        let slow: Vec<_> = digs.into_iter().filter(|(block, _)| knowledge::clearing_tool(block).is_some()).collect();
        self.tools_to_dig(&graph, &slow, what)
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

    /// Whether what takes a slot each, and is made at once, leaves room in the pack.
    fn fits(&self) -> Result<(), ToolError> {
        /// Of the 36 slots of an inventory.
        const MOST: u32 = 33;
        let made = self.steps.iter().filter_map(|step| match &step.request {
            ToolRequest::Craft(craft) if knowledge::stack_size(&craft.item) == 1 => Some((&craft.item, craft.count)),
            _ => None,
        });
        match made.max_by_key(|(_, count)| *count) {
            Some((item, count)) if count > MOST => {
                let words =
                    format!("it takes {count} {item} at once, more than a pack holds beside the rest: ask for less");
                Err(ToolError::new(ErrorCode::InvalidParams, words))
            }
            _ => Ok(()),
        }
    }

    fn finish(mut self) -> Result<PlanDraft, Refusal> {
        let start = Sim::of(self.state);
        self.steps = axe_that_pays(tools_sooner(self.steps, &start), self.state);
        let run = dry_run_steps(start, &self.steps);
        if let Some((_, fault)) = run.faults.first() {
            return Err(fault.clone().into());
        }
        self.fits()?;
        put_by_the_work(&mut self.steps);
        self.whys.dedup();
        let quote = quote(&self.steps, &run, self.state);
        Ok(PlanDraft {
            holds: self.holds(&run.after.held),
            planner: "offline".to_owned(),
            sop: self.sop,
            why: self.whys.join("; "),
            repairs: self.repairs,
            steps: self.steps,
            quote,
        })
    }
}

/// The gate that goes with a fence: of its wood, where it is of any.
fn gate_of(fence: &str) -> &'static str {
    let of_it = fence.strip_suffix("_fence").and_then(|wood| name_of(&format!("{wood}_fence_gate")));
    of_it.unwrap_or("oak_fence_gate")
}

/// How many of a thing can be made of what is held with these stations, a table and a furnace put up for it included.
pub fn can_make(item: &'static str, held: &ItemCounts, nearby: Stations) -> u32 {
    let state = PlannerState { inventory: held.clone(), nearby, ..PlannerState::default() };
    most_made(item, &Sim::of(&state), &state).map_or(0, |(most, _)| most)
}

/// The most of a thing that can be made without getting anything for it, and how; `None`: not one.
fn most_made(item: &'static str, sim: &Sim, state: &PlannerState) -> Option<(u32, Vec<StepDraft>)> {
    let gathers = |request: &ToolRequest| {
        matches!(request, ToolRequest::Mine(_) | ToolRequest::Harvest(_) | ToolRequest::UseItem(_))
    };
    let steps = |count: u32| {
        let wanted = Wanted { more: true, ..Wanted::get(item, count) };
        let steps = by_closure(&[wanted], sim, state).ok()?;
        // A table that is put up is taken back.
        let gathers = steps.iter().any(|step| gathers(&step.request) && step.takes_back.is_none());
        (!gathers && dry_run_steps(sim.clone(), &steps).proved()).then_some(steps)
    };
    let (mut most, mut beyond, mut found) = (0, MAX_COUNT + 1, None);
    while beyond - most > 1 {
        let count = most + (beyond - most) / 2;
        match steps(count) {
            Some(steps) => (most, found) = (count, Some(steps)),
            None => beyond = count,
        }
    }
    found.map(|steps| (most, steps))
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
            let mine = Mine::nearest(name, thing.lacking(&sim.held));
            let (block, blocks) = block_to_mine(&mine, &sim.held, graph)?;
            demands.dig(block, blocks, &sim.held);
            last.push(Piece { step: draft(mine.into(), as_asked), needs: Stations::default() });
        } else if !thing.more || is_made || thing.means == Means::Shortest {
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
        // Of several things that are wanted it may be none but the one that is missing.
        let goal = if let [only] = wanted { only.name } else { "" };
        return Err(unobtainable(graph, &expansion.missing, goal));
    }
    if let Some(item) = expansion.items.iter().find(|item| item.count > MAX_COUNT) {
        let message = format!("it would take {} {}, more than an inventory holds ({MAX_COUNT})", item.count, item.name);
        return Err(ToolError::new(ErrorCode::InvalidParams, message));
    }
    Ok((drafts::steps_then(&expansion, sim.near, last), expansion))
}

/// Whether a box is a shaft in the ground that is too deep to be stepped out of and too narrow to be climbed.
fn is_tight(surveyed: &Surveyed) -> bool {
    let [width, height, depth] = surveyed.volume.size();
    let blocks: u32 = surveyed.blocks.values().sum();
    (width, depth) == (1, 1) && height > 3 && u64::from(blocks) == surveyed.volume.count()
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
    if let Intent::Part { share, item, of } = intent {
        // "bring me half of what is in the chest": it has been taken out for them.
        if *share == Share::Gained && speaker.is_none() && matches!(&**of, Intent::Give { player, .. } if player == ME)
        {
            return Ok(None);
        }
        let part = |of: Intent| Intent::Part { share: *share, item, of: Box::new(of) };
        return Ok(spoken_by(speaker, of)?.map(part));
    }
    if let Intent::IntoPlaced(of) = intent {
        return Ok(spoken_by(speaker, of)?.map(|of| Intent::IntoPlaced(Box::new(of))));
    }
    if *intent == Intent::ComeBack {
        let to = |player: &str| Intent::Do(GoToPlayer { player: player.to_owned(), tolerance: None }.into());
        return Ok(Some(speaker.map_or(Intent::GoBack, to)));
    }
    if let Intent::Give { player, count: Some(_), .. } = intent
        && player == ME
        && speaker.is_none()
    {
        return Ok(None);
    }
    let mut intent = intent.clone();
    if let Some(player) = intent.player_mut().filter(|player| *player == ME) {
        let Some(speaker) = speaker else {
            let words =
                "I do not know which player you are: name the player instead of \"me\", or start with --owner NAME";
            return Err(ToolError::new(ErrorCode::InvalidParams, words));
        };
        *player = speaker.to_owned();
    }
    Ok(Some(intent))
}

/// A block of this name, or the first of a family.
fn some_kind_of(block: &str) -> &str {
    let is_block = knowledge::block(block).is_some();
    family(block).filter(|_| !is_block).and_then(|members| members.first().copied()).unwrap_or(block)
}

/// Whether what a clause comes to depends on what is held then.
fn is_part(intent: &Intent) -> bool {
    matches!(
        intent,
        Intent::Part { .. }
            | Intent::Unless { .. }
            | Intent::WearBest { .. }
            | Intent::WearHeld { .. }
            | Intent::HoldBest { .. }
    )
}

/// What a clause about a part of what is held, or about what is best of it, comes to; nothing for any other.
///
/// # Errors
/// `INSUFFICIENT_MATERIALS`: nothing of it is held, or nothing more than is to be kept.
fn parts_of(intent: &Intent, text: &str, held: &ItemCounts, before: &ItemCounts) -> Result<Vec<Intent>, ToolError> {
    let lacking = |words: String| Err(ToolError::new(ErrorCode::InsufficientMaterials, words));
    let equip = |item: &str| Intent::Do(Equip { item: item.to_owned(), slot: None }.into());
    match intent {
        Intent::Part { share, item, of } => {
            let of = as_held(of, text, held);
            // Of what is smelted that counts which goes in.
            let has = |held: &ItemCounts| match &of {
                Intent::Smelt { item, .. } => smelt_ways_for(item).iter().map(|way| have(held, way.ingredient)).sum(),
                Intent::Give { item, .. } | Intent::Drop { item, .. } => have(held, item),
                Intent::Do(ToolRequest::Store(Store { item: Some(item), .. })) => have(held, item),
                _ => have(held, item),
            };
            let (has, had) = (has(held), has(before));
            match (share.of(has, had), has) {
                (0, 0) if matches!(of, Intent::Tally { .. }) => Ok(vec![of]),
                (0, 0) => lacking(format!("no {item} is held")),
                (0, has) => lacking(format!("{has} {item} are held, and no more are to be kept")),
                // Each seed is sown by a call of its own.
                (count, _) if matches!(of, Intent::Do(ToolRequest::UseItem(_))) => Ok(vec![of; count as usize]),
                (count, _) => Ok(of.counting(made_of(&of, item, count)?).into_iter().collect()),
            }
        }
        Intent::Unless { kind, of } => {
            let held = held.iter().any(|(name, count)| count > 0 && (name == *kind || is_of_kind(name, kind)));
            Ok(if held { Vec::new() } else { vec![(**of).clone()] })
        }
        Intent::WearBest { of } => {
            let best = BodySlot::ARMOUR.into_iter().filter_map(|slot| best_worn(slot, *of, held)).map(equip);
            let best: Vec<Intent> = best.collect();
            if best.is_empty() {
                let stuff = of.map_or(String::new(), |stuff| format!("{stuff} "));
                lacking(format!("no {stuff}armor is held (say: make a set of {} armor)", of.unwrap_or("iron")))
            } else {
                Ok(best)
            }
        }
        Intent::WearHeld { slot } => match best_worn(*slot, None, held) {
            Some(item) => Ok(vec![equip(item)]),
            None => lacking(format!("nothing is held that is worn {slot}")),
        },
        Intent::HoldBest { kind } => match best_of(kind, held) {
            Some(item) => Ok(vec![equip(item)]),
            None => lacking(format!("no {kind} is held (say: make a stone {kind})")),
        },
        _ => Ok(Vec::new()),
    }
}

/// The best tool or weapon of a kind that is held, by the tiers of what they are made of.
pub(super) fn best_of<'h>(kind: &str, held: &'h ItemCounts) -> Option<&'h str> {
    let of_kind = |item: &&str| is_of_kind(item, kind);
    let tier = |item: &str| TIERS.iter().position(|stuff| item.starts_with(stuff));
    held.iter().map(|(item, _)| item).filter(of_kind).max_by_key(|item| tier(item))
}

/// What tools and weapons are made of, the best last (Minecraft Wiki, Tiers: by mining level, then by damage).
const TIERS: &[&str] = &["wooden", "golden", "stone", "copper", "iron", "diamond", "netherite"];

/// How many that makes where something is made of so many; as many where nothing is.
///
/// # Errors
/// `INSUFFICIENT_MATERIALS`: they are too few for one.
fn made_of(intent: &Intent, from: &str, count: u32) -> Result<u32, ToolError> {
    let item = match intent {
        Intent::Craft { item, .. } => *item,
        Intent::Do(ToolRequest::Craft(craft)) => craft.item.as_str(),
        _ => return Ok(count),
    };
    match becomes(from, item) {
        Some((per, makes)) if count >= per => Ok(count / per * makes),
        _ => {
            let words = format!("{count} {from} are too few to make {item} of");
            Err(ToolError::new(ErrorCode::InsufficientMaterials, words))
        }
    }
}

/// The best of what is held for a place of the body, by what a whole set of its stuff shields (Minecraft Wiki, Armor).
fn best_worn<'h>(slot: BodySlot, of: Option<&str>, held: &'h ItemCounts) -> Option<&'h str> {
    const WORTH: &[(&str, u32)] = &[
        ("leather", 7),
        ("copper", 10),
        ("golden", 11),
        ("chainmail", 12),
        ("turtle", 12),
        ("iron", 15),
        ("diamond", 20),
        ("netherite", 21),
    ];
    let worth = |item: &str| WORTH.iter().find(|(stuff, _)| item.starts_with(stuff)).map_or(0, |(_, worth)| *worth);
    let fits = held.iter().map(|(item, _)| item).filter(|item| knowledge::worn_in(item) == Some(slot));
    let is_of = |item: &&str| of.is_none_or(|stuff| item.split('_').next() == Some(stuff));
    fits.filter(is_of).max_by_key(|item| worth(item))
}

/// "the sword" is the one that is held, whatever it is made of: a kind is only chosen where none is.
fn as_held(intent: &Intent, text: &str, held: &ItemCounts) -> Intent {
    let says = |stuff: &str| says(text, stuff);
    let other = |item: &str| {
        let (stuff, kind) = item.rsplit_once('_')?;
        let is_named = says(stuff);
        let kind = format!("_{kind}");
        let is_kind = |name: &&str| name.ends_with(&kind) && have(held, item) == 0;
        let found = best_of(kind.trim_start_matches('_'), held).filter(is_kind);
        let found = found.or_else(|| held.iter().map(|(name, _)| name).find(is_kind));
        found.filter(|_| !is_named).and_then(name_of)
    };
    // All that are held of a kind that was named without its stuff.
    let alike = |item: &'static str| -> Vec<&'static str> {
        let kind = item.rsplit_once('_').filter(|(stuff, _)| !says(stuff));
        let names = kind
            .map(|(_, kind)| held.iter().map(|(name, _)| name).filter(move |name| name.ends_with(&format!("_{kind}"))));
        let alike: Vec<&str> = names.into_iter().flatten().filter_map(name_of).collect();
        if alike.is_empty() { vec![item] } else { alike }
    };
    let mut intent = intent.clone();
    match &mut intent {
        Intent::StoreAll { but, .. } | Intent::DropAll { but } | Intent::GiveAll { but, .. } => {
            let things =
                but.things.iter().flat_map(|(item, count)| alike(item).into_iter().map(move |item| (item, *count)));
            but.things = things.collect();
        }
        Intent::Do(
            ToolRequest::Equip(Equip { item, .. })
            | ToolRequest::TakeOff(TakeOff { item: Some(item), .. })
            | ToolRequest::Store(Store { item: Some(item), .. })
            | ToolRequest::UseItem(UseItem { item: Some(item), .. }),
        ) => {
            if let Some(other) = other(item) {
                *item = other.to_owned();
            }
        }
        Intent::Drop { item, .. }
        | Intent::Give { item, count: None, .. }
        | Intent::Place { block: item, .. }
        | Intent::Lay(Layout { block: item, .. }) => {
            *item = other(item).unwrap_or(item);
        }
        _ => {}
    }
    intent
}

/// Whether a goal names this stuff: "stone" is not said by "cobblestone".
fn says(text: &str, stuff: &str) -> bool {
    let short = stuff.trim_end_matches("en");
    text.to_lowercase().split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| {
        word == stuff || word == short || word.strip_prefix(stuff).is_some_and(|rest| rest.starts_with('_'))
    })
}

/// Whether a goal speaks of this chest as of a thing to be dealt with, and not as of where something goes or comes from.
fn is_object(text: &str, holder: &str) -> bool {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let kind = holder.rsplit('_').next().unwrap_or(holder);
    let is_it =
        |word: &str| word.trim_end_matches('s') == kind || kind != "barrel" && word.trim_end_matches('s') == "chest";
    let is_place = |at: usize| {
        words[at.saturating_sub(2)..at].iter().any(|word| matches!(*word, "in" | "into" | "from" | "inside" | "of"))
    };
    (0..words.len()).any(|at| is_it(words[at]) && !is_place(at))
}

/// "break the bed": of a kind that is named without its stuff, what stands there. "quartz" names no ore.
pub fn as_seen(intent: &Intent, text: &str, known: &BTreeMap<String, u32>) -> Intent {
    let mut intent = intent.clone();
    if let Intent::Mine { target, at: None, .. } = &mut intent
        && !known.contains_key(*target)
        && let Some((stuff, kind)) = target.rsplit_once('_')
        && !says(text, stuff)
        && (says(text, kind) || says(text, &format!("{kind}s")))
    {
        let of_kind = |name: &&String| is_of_kind(name, kind);
        *target = known.keys().find(of_kind).and_then(|name| name_of(name)).unwrap_or(*target);
    }
    intent
}

/// "all the saplings" are those of every kind that is held: a clause for each.
fn all_of_a_kind(intent: &Intent, text: &str, held: &ItemCounts) -> Vec<Intent> {
    let text = text.to_lowercase();
    let kinds = |item: &str| -> Vec<&'static str> {
        if let Some((_, members)) = knowledge::group(item) {
            return members.iter().copied().filter(|member| held.count(member) > 0).collect();
        }
        let Some((stuff, kind)) = item.rsplit_once('_') else { return Vec::new() };
        // "all the wool" has no plural.
        let all = ["all", "all the", "all your", "all my"].iter().any(|all| text.contains(&format!("{all} {kind}")));
        let plural = all || text.contains(&format!("{}s", kind.trim_end_matches('s')));
        let is_named = text.contains(stuff.trim_end_matches("en"));
        let ending = format!("_{kind}");
        let names = held.iter().map(|(name, _)| name).filter(|name| plural && !is_named && name.ends_with(&ending));
        names.filter_map(name_of).collect()
    };
    let each: Vec<Intent> = match intent {
        Intent::Drop { item, count: None } => {
            kinds(item).into_iter().map(|item| Intent::Drop { item, count: None }).collect()
        }
        Intent::Give { player, item, count: None } => {
            kinds(item).into_iter().map(|item| Intent::Give { player: player.clone(), item, count: None }).collect()
        }
        Intent::Do(ToolRequest::Store(store @ Store { item: Some(item), count: None, total: None, .. })) => {
            let each = kinds(item).into_iter();
            each.map(|item| Intent::Do(Store { item: Some(item.to_owned()), ..store.clone() }.into())).collect()
        }
        _ => Vec::new(),
    };
    if each.is_empty() { vec![intent.clone()] } else { each }
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
        Intent::Place { block, count, at, ref by } => {
            vec![Intent::Place { block, count: 1, at, by: by.clone() }; count as usize]
        }
        Intent::Chest if seen.keys().any(|block| knowledge::is_chest(block)) => Vec::new(),
        Intent::Chest => vec![Intent::Place { block: "chest", count: 1, at: None, by: None }],
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
        Intent::StoreAll { ref but, at, chest } => {
            let (x, y, z) = (at.map(|at| at.x), at.map(|at| at.y), at.map(|at| at.z));
            let stores: Vec<Intent> = but_kept(but, held)
                .iter()
                .map(|(item, count)| {
                    // All of it, also what comes to be held by then, unless some is kept.
                    let count = Some(count).filter(|count| *count < held.count(item));
                    let (item, chest) = (Some(item.to_owned()), chest.map(str::to_owned));
                    Store { item, count, x, y, z, chest, ..Store::default() }
                })
                .map(|store| Intent::Do(store.into()))
                .collect();
            if stores.is_empty() && !but.maybe_all {
                let words = "there is nothing to put away: none of it is held";
                return Err(ToolError::new(ErrorCode::InsufficientMaterials, words));
            }
            stores
        }
        Intent::TellHeld { ref to } => vec![Intent::Say { message: held_told(held), to: Some(to.clone()) }],
        Intent::DropAll { ref but } => {
            let drops: Vec<Intent> = but_kept(but, held)
                .iter()
                .filter_map(|(item, count)| Some(Intent::Drop { item: name_of(item)?, count: Some(count) }))
                .collect();
            if drops.is_empty() {
                let words = "there is nothing to drop: none of it is held";
                return Err(ToolError::new(ErrorCode::InsufficientMaterials, words));
            }
            drops
        }
        Intent::GiveAll { ref player, ref but } => {
            let gift = |(item, count): (&str, u32)| {
                Intent::Do(Give { player: player.clone(), item: item.to_owned(), count }.into())
            };
            let gifts: Vec<Intent> = but_kept(but, held).iter().map(gift).collect();
            if gifts.is_empty() {
                let words = "there is nothing to give: none of it is held";
                return Err(ToolError::new(ErrorCode::InsufficientMaterials, words));
            }
            gifts
        }
        ref other => vec![other.clone()],
    })
}

/// How many lie in a chest, as it is said to others.
fn stored_told(item: &str, holder: &str, count: u32) -> String {
    let is = if count == 1 { "is" } else { "are" };
    format!("There {is} {} in the {holder}.", so_many(item, count))
}

/// `5 oak log`, `no coal`.
fn so_many(item: &str, count: u32) -> String {
    let many = if count == 0 { "no".to_owned() } else { count.to_string() };
    format!("{many} {}", item.replace('_', " "))
}

/// What is held, as it is said to others: as much of it as goes into a line.
fn held_told(held: &ItemCounts) -> String {
    /// In letters, of the 256 that the game takes (Minecraft Wiki, Chat).
    const LONGEST: usize = 220;
    let mut each: Vec<String> =
        held.iter().map(|(item, count)| format!("{count} {}", item.replace('_', " "))).collect();
    let all = each.len();
    while each.iter().map(|part| part.len() + ", ".len()).sum::<usize>() > LONGEST {
        each.pop();
    }
    match (each.len(), all - each.len()) {
        (0, _) => "I have nothing.".to_owned(),
        (_, 0) => format!("I have {}.", each.join(", ")),
        (_, more) => format!("I have {}, and {more} other kinds of things.", each.join(", ")),
    }
}

/// What is held beside what is kept.
fn but_kept(but: &Kept, held: &ItemCounts) -> ItemCounts {
    let wears = |item: &str| knowledge::item(item).is_some_and(|item| item.durability.is_some());
    let is_kept = |item: &str| but.tools && wears(item) || but.food && knowledge::food(item).is_some();
    let mut left: ItemCounts =
        held.iter().filter(|(item, _)| !is_kept(item)).map(|(item, n)| (item.to_owned(), n)).collect();
    for (thing, count) in &but.things {
        let count = count.unwrap_or_else(|| have(&left, thing)).min(have(&left, thing));
        super::stock::take(&mut left, thing, count);
    }
    if let Some(beyond) = but.beyond {
        left = left.iter().map(|(item, n)| (item.to_owned(), n.min(beyond))).collect();
    }
    left
}

/// The tool call a clause asks for; relative places from where the bot stands.
pub fn request_of(intent: &Intent, position: Option<Vec3>) -> Result<ToolRequest, ToolError> {
    let axis = |coord: Coord, axis: fn(BlockPos) -> i32| match coord {
        Coord::Absolute(value) => Ok(value),
        Coord::Relative(offset) => {
            let here = position.ok_or_else(|| {
                let words = "that depends on where the bot stands, which only a run knows (plan has no world)";
                ToolError::new(ErrorCode::InvalidParams, words)
            })?;
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
        Intent::Say { message, to } => Chat { message: message.clone(), to: to.clone() }.into(),
        Intent::Tally { item, count, to } => {
            Chat { message: format!("I have {}.", so_many(item, *count)), to: to.clone() }.into()
        }
        // What that is, `calls_of` says.
        Intent::TellHeld { to } => Chat { message: held_told(&ItemCounts::default()), to: Some(to.clone()) }.into(),
        Intent::TellStored { item, holder, to } => {
            Chat { message: stored_told(item, holder, 0), to: Some(to.clone()) }.into()
        }
        Intent::TellPlace { to } => {
            let here = corner([Coord::Relative(0); 3])?;
            Chat { message: format!("I am at {here}."), to: to.clone() }.into()
        }
        // Of which kind the planks are shows once they are held: see `of_kinds`.
        Intent::Place { block, by: Some(by), .. } => PlaceBlock::near(some_kind_of(block), by.clone()).into(),
        Intent::Place { block, at, .. } => PlaceBlock::new(some_kind_of(block), place(at)?).into(),
        Intent::Clear { from, to } => Clear::from(Volume::between(corner(*from)?, corner(*to)?)).into(),
        Intent::Fill { block, from, to } => Fill::new(block, Volume::between(corner(*from)?, corner(*to)?)).into(),
        // Where each goes, the planner knows: see `laying`.
        Intent::Lay(layout) => PlaceBlock::new(some_kind_of(layout.block), None).into(),
        Intent::Build(project) => plots::asked(project, WOOD)?.into(),
        Intent::FillUp { block, hollow } => {
            let at = match hollow {
                Hollow::At(at) => *at,
                Hollow::Here(_)
                | Hollow::Nearest
                | Hollow::Pond
                | Hollow::Lid
                | Hollow::Around { .. }
                | Hollow::Gated(..) => BlockPos::default(),
            };
            Fill::new(block, Volume::block(at)).into()
        }
        Intent::Light { radius } => {
            let middle = corner([Coord::Relative(0); 3])?;
            Light { radius: *radius, x: Some(middle.x), y: Some(middle.y), z: Some(middle.z) }.into()
        }
        Intent::Sort { radius } => {
            let middle = corner([Coord::Relative(0); 3])?;
            Sort { radius: *radius, x: Some(middle.x), y: Some(middle.y), z: Some(middle.z) }.into()
        }
        Intent::Drop { item, count } => Drop { item: (*item).to_owned(), count: count.unwrap_or(1) }.into(),
        Intent::Do(request) => request.clone(),
        Intent::UseAgain(used) => used.clone().into(),
        Intent::Pour { item, x, y, z } => {
            let (x, z) = (Some(axis(*x, |b| b.x)?), Some(axis(*z, |b| b.z)?));
            let y = y.map(|y| axis(y, |b| b.y)).transpose()?;
            UseItem { item: Some((*item).to_owned()), x, y, z, ..UseItem::default() }.into()
        }
        Intent::Answer(_) => {
            let words = "that is a question: it is answered in a run or in the window, without a plan";
            return Err(ToolError::new(ErrorCode::InvalidParams, words));
        }
        Intent::Part { of, .. } | Intent::Unless { of, .. } | Intent::IntoPlaced(of) | Intent::With { of, .. } => {
            request_of(of, position)?
        }
        // What that is, is known once one sees what is held: see `calls_of`.
        Intent::DropAll { .. }
        | Intent::GiveAll { .. }
        | Intent::MakeMost { .. }
        | Intent::Then
        | Intent::WearBest { .. }
        | Intent::WearHeld { .. }
        | Intent::HoldBest { .. }
        | Intent::Carry { .. }
        | Intent::Fetch(_)
        | Intent::TakeUpTo(_)
        | Intent::Fell { .. }
        | Intent::StoreAll { .. }
        | Intent::Chest
        | Intent::Give { .. } => GetBotStatus {}.into(),
        Intent::Remember { name } => Remember { name: name.clone(), forget: false }.into(),
        Intent::Forget { name } => Remember { name: name.clone(), forget: true }.into(),
        // Which calls that takes, the planner knows: see `earth` and `places`.
        Intent::Level { .. }
        | Intent::DigStair(_)
        | Intent::Pave(_)
        | Intent::GoNamed { .. }
        | Intent::Step { .. }
        | Intent::Visit(_)
        | Intent::Dig(_)
        | Intent::Swap { .. }
        | Intent::Shift { .. }
        | Intent::GoBack
        | Intent::ComeBack
        | Intent::GoThrough { .. }
        | Intent::Undo
        | Intent::TearDown(_) => GetBotStatus {}.into(),
    })
}

#[cfg(test)]
mod tests;
