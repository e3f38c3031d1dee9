//! The proof of a plan: every call's parameters, a dry run over all steps from the observed state, and that the goal's
//! own things are held in the end.

use std::cmp::Reverse;

use crate::{
    domain::{BlockPos, ItemCounts, MAX_COUNT, PlanDraft, Quote, Smelt, StepDraft, ToolRequest},
    knowledge,
    knowledge::{abundance, check_request, items_called, mine_target, plain, ways_for},
    mind::{
        model::reply::{
            answer::{MAX_FINDINGS, MAX_SENTENCE, ModelPlan, ModelStep, finding, one_line, reason, settled},
            asked::{Asked, Own},
            free::Free,
        },
        plan::{
            demand::loads,
            drafts,
            drafts::{draft, placed_station, take_back, taken_station},
            dry_run::{Sim, dry_run, dry_run_steps},
            handy::put_by_the_work,
            quote::{quote, start},
            state::{PlacedBlock, PlannerState},
            stock::{FURNACE, TABLE, have},
            text::step_title,
        },
        steps::Brought,
    },
};

/// The most steps times things that are looked at: each step may be left out and all run again, and a dry run crafts one
/// thing after the other.
const MAX_WORK: u64 = 100_000;
/// How far around a place what is done still serves it, in blocks.
const NEAR: u32 = 16;

/// What has been done for a goal so far, by a plan that is at work.
#[derive(Clone, Debug, Default)]
pub struct SoFar {
    /// What was held, and where, when the plan was made: "3 more" counts from there.
    pub began: PlannerState,
    /// What is done, as it was planned.
    pub done: Vec<ToolRequest>,
    /// What the plan has brought.
    pub brought: Brought,
    /// What stands because of the goal.
    pub placed: Vec<PlacedBlock>,
    /// What is to be held in the end, where only the plan says so.
    pub holds: ItemCounts,
}

impl SoFar {
    /// Nothing yet.
    pub fn nothing(state: &PlannerState) -> Self {
        Self { began: state.clone(), ..Self::default() }
    }
}

/// Proves a model's plan for what is left of a goal: every call's parameters, a dry run over all steps from the observed
/// state, and the goal itself where its words are understood. A station that the model forgot to put up or to take back is
/// seen to, and said; so is what nothing needs, which is left out.
///
/// # Errors
/// What is wrong, in sentences for the model.
pub fn prove(
    plan: ModelPlan,
    model: &str,
    goal: &str,
    state: &PlannerState,
    so_far: &SoFar,
) -> Result<PlanDraft, Vec<String>> {
    checked(&plan.steps)?;
    let mut asked = Asked::new(goal, &so_far.began).map_err(|fault| vec![fault])?;
    if let Some(asked) = &mut asked {
        asked.note_done(&so_far.done);
    }
    if asked.is_none() && plan.steps.is_empty() {
        return Err(vec!["the plan has no steps".to_owned()]);
    }
    // Where the goal's own words say what is held in the end, the model need not, and may not say less.
    let holds = if asked.is_none() { plan.held() } else { ItemCounts::default() };
    let mut findings = check_held(&holds);
    let mut repairs = Vec::new();
    let mut own: Vec<Own> = plan.steps.into_iter().map(Own::from).collect();
    if let Some(asked) = &asked {
        asked.leave_out_done(&mut own, &mut repairs);
        findings.extend(asked.find_acts(&mut own, &mut repairs));
        findings.extend(asked.unasked(&own));
        // Which block it is to be nobody has asked, and it may be somebody's.
        for step in own.iter_mut().filter(|step| !step.asked) {
            if let ToolRequest::Mine(mine) = &mut step.request
                && let Some(at) = mine.at.take()
            {
                repairs.push(format!("any {} will do, not only the one at {at}", mine.target));
            }
        }
    } else {
        findings.extend(Free::new(goal, &so_far.began).beyond(&own, &so_far.placed));
    }
    let SoFar { placed, brought, .. } = so_far;
    let asked = asked.as_ref();
    let trial = Trial { goal, state, asked, placed, takes_over: true, then: &[], brought, holds: &holds };
    let mut tried = trial.of(own.clone());
    findings.append(&mut tried.findings);
    settled((), findings)?;
    if asked.is_some() {
        repairs.extend(trial.prune(&mut own, &mut tried, serves_no_place));
    }
    repairs.append(&mut tried.repairs);
    let why = match (one_line(&plan.shown_by, MAX_SENTENCE), asked) {
        (shown_by, None) if !shown_by.is_empty() => format!("{}; it is done if {shown_by}", reason(&plan.why)),
        _ => reason(&plan.why),
    };
    let Tried { mut steps, quote, .. } = tried;
    put_by_the_work(&mut steps);
    Ok(PlanDraft { planner: model.to_owned(), sop: None, why, repairs, steps, holds, quote })
}

/// What cannot be held in the end, as far as the names and numbers tell.
fn check_held(holds: &ItemCounts) -> Vec<String> {
    let faults = holds.iter().filter_map(|(item, count)| match items_called(item) {
        Err(error) => Some(one_line(&format!("`holds`: {}", error.message), MAX_SENTENCE)),
        Ok(_) if count > MAX_COUNT => Some(format!("`holds`: nobody can hold {count} {item}, {MAX_COUNT} is the most")),
        Ok(_) => None,
    });
    faults.collect()
}

/// A dry run knows nothing of ways: what leads to a place where something is asked to be done is needed, for all it knows.
fn serves_no_place(own: &[Own], at: usize) -> bool {
    let place = |request: &ToolRequest| request.column().map(|[x, z]| BlockPos::new(x, 0, z));
    let Some(here) = place(&own[at].request) else { return true };
    let near = |there: BlockPos| here.level_distance(there) <= NEAR;
    let is_there = |step: &&Own| step.asked && !step.request.leaves();
    !own[at..].iter().filter(is_there).filter_map(|step| place(&step.request)).any(near)
}

/// Every call's own parameters, and that there are not more of them than can be looked at.
pub(super) fn checked(steps: &[ModelStep]) -> Result<(), Vec<String>> {
    let wrong = steps.iter().enumerate().filter_map(|(index, step)| {
        let fault = match (&step.call, check_request(&step.call)) {
            (_, Err(error)) => error.message,
            (ToolRequest::Mine(mine), _) if mine.at.is_some() && mine.count > 1 => {
                "the block at a place is one: count 1".to_owned()
            }
            _ => return None,
        };
        Some(finding(index + 1, &step.call.title(), &fault))
    });
    // Whatever follows from a name that does not exist is not worth telling.
    settled((), wrong.take(MAX_FINDINGS).collect())?;
    let things: u64 = steps.iter().map(|step| u64::from(step.call.count().unwrap_or(1))).sum();
    if things * steps.len() as u64 > MAX_WORK {
        return Err(vec![format!("{} steps for {things} things in all are too many to be proved", steps.len())]);
    }
    Ok(())
}

/// Holds steps against a goal.
pub(super) struct Trial<'a> {
    pub goal: &'a str,
    pub state: &'a PlannerState,
    pub asked: Option<&'a Asked>,
    /// What stands because of the goal.
    pub placed: &'a [PlacedBlock],
    /// Whether the stations among it are taken back by these steps, and not by others.
    pub takes_over: bool,
    /// Steps that come after these, as they are.
    pub then: &'a [StepDraft],
    /// What steps before have brought.
    pub brought: &'a Brought,
    /// What is to be held in the end, where only the model says so.
    pub holds: &'a ItemCounts,
}

/// Steps as they will be, and what is wrong with them.
pub(super) struct Tried {
    pub steps: Vec<StepDraft>,
    pub repairs: Vec<String>,
    pub quote: Quote,
    pub findings: Vec<String>,
}

impl Trial<'_> {
    pub fn of(&self, own: Vec<Own>) -> Tried {
        let start = start(self.state, self.placed);
        let means = self.placed.iter().filter(|placed| placed.means);
        let fitting = Fitting::new(self.goal, self.asked.is_some(), start.clone()).over(means, self.takes_over);
        let (fitted, repairs) = fitting.fit(own);
        let (numbers, mut steps): (Vec<usize>, Vec<StepDraft>) = fitted.into_iter().unzip();
        let mut findings = self.nowhere(&numbers, &steps);
        steps.extend(self.then.iter().cloned());
        let run = dry_run_steps(start, &steps);
        let quote = quote(&steps, &run, self.state);
        findings.extend(run.faults.iter().map(|(at, error)| {
            let title = step_title(&steps[*at]);
            match numbers.get(*at) {
                Some(number) => finding(*number, &title, &error.message),
                None => one_line(&format!("with that, the plan's {title} would fail: {}", error.message), MAX_SENTENCE),
            }
        }));
        if let Some(asked) = self.asked {
            let brought = Brought::by(&steps, &quote.materials);
            findings.extend(asked.lacking(&run, &brought.and(self.brought)));
            findings.extend(asked.taken_away(&run));
        }
        findings.extend(self.holds.iter().filter_map(|(item, count)| {
            let really = have(&run.after.held, item);
            (really < count).then(|| format!("the plan ends with {really} {item}, and by `holds` {count} are held"))
        }));
        steps.truncate(numbers.len());
        Tried { steps, repairs, quote, findings }
    }

    /// Leaves out each step that may be and that nothing needs, and says so. From the end on, since what comes first serves
    /// what comes after.
    pub fn prune(&self, own: &mut Vec<Own>, tried: &mut Tried, may_be: impl Fn(&[Own], usize) -> bool) -> Vec<String> {
        let mut left_out = Vec::new();
        for at in (0..own.len()).rev() {
            if own[at].asked || !may_be(own, at) {
                continue;
            }
            let mut less = own.clone();
            let step = less.remove(at);
            // A station that is put up for nothing goes with its taking back.
            if let Some(station) = placed_station(&step.request)
                && let Some(taken) = less.iter().skip(at).position(|step| taken_station(&step.request) == Some(station))
            {
                less.remove(at + taken);
            }
            let without = self.of(less.clone());
            // A station that is needed is put up and taken back again: that is no step less.
            if without.findings.is_empty() && without.steps.len() < tried.steps.len() {
                left_out.push(format!("left out, as nothing needs it: {}", step.request.title()));
                (*own, *tried) = (less, without);
            }
        }
        left_out
    }

    /// What is to be mined, and neither grows anywhere nor was seen nor put up.
    pub fn nowhere(&self, numbers: &[usize], steps: &[StepDraft]) -> Vec<String> {
        let places =
            |step: &StepDraft, block: &str| step.request.puts_up().is_some_and(|placed| plain(placed) == block);
        let faults = steps.iter().enumerate().filter_map(|(at, step)| {
            let ToolRequest::Mine(mine) = &step.request else { return None };
            if mine.at.is_some() || step.takes_back.is_some() {
                return None;
            }
            let is_there = |block: &&knowledge::Block| {
                abundance(block.name).is_some()
                    || self.state.known.contains_key(block.name)
                    || self.state.nearby.has(block.name)
                    || self.placed.iter().any(|placed| placed.block == block.name)
                    || steps[..at].iter().any(|step| places(step, block.name))
            };
            let known = mine_target(&mine.target).is_ok_and(|target| target.blocks.iter().any(is_there));
            let fault = "no block that yields it grows in nature, and none was seen near";
            (!known).then(|| finding(numbers[at], &step_title(step), fault))
        });
        faults.collect()
    }
}

/// A model's steps as they will be: with the stations put up and taken back that it only thought of.
struct Fitting {
    /// As it will be after the steps so far.
    sim: Sim,
    /// Each with the number of the model's step that it is, or belongs to.
    steps: Vec<(usize, StepDraft)>,
    standing: Vec<Standing>,
    /// Stations that stay: nobody but the model knows whether they are what the goal asks for.
    stay: Vec<&'static str>,
    repairs: Vec<String>,
}

/// A station that was placed as a means.
struct Standing {
    station: &'static str,
    at: Option<BlockPos>,
    /// Which of the steps is the last that needs it; none, if it stood before and nothing does.
    last: Option<usize>,
    /// Other steps take it back.
    stays: bool,
}

impl Fitting {
    fn new(goal: &str, understood: bool, start: Sim) -> Self {
        let goal = goal.to_lowercase().replace(' ', "_");
        let named = |station: &&'static str| !understood && goal.contains(station);
        Self {
            sim: start,
            steps: Vec::new(),
            standing: Vec::new(),
            stay: [TABLE, FURNACE].into_iter().filter(named).collect(),
            repairs: Vec::new(),
        }
    }

    /// With these stations standing as means from before, to be taken back by these steps or only if they say so.
    fn over<'a>(mut self, placed: impl IntoIterator<Item = &'a PlacedBlock>, takes_over: bool) -> Self {
        for placed in placed {
            let standing = |station| Standing { station, at: Some(placed.at), last: None, stays: !takes_over };
            self.standing.extend(drafts::station(&placed.block).map(standing));
        }
        self
    }

    /// The steps, each with the number of the model's step that it is or belongs to, and what was added to them.
    fn fit(mut self, own: Vec<Own>) -> (Vec<(usize, StepDraft)>, Vec<String>) {
        for (index, step) in own.into_iter().enumerate() {
            self.step(index + 1, step);
        }
        self.take_back_the_rest();
        (self.steps, self.repairs)
    }

    fn push(&mut self, number: usize, step: StepDraft) {
        // What a fault says is missing is taken as given: the faults are told by the run over all steps.
        self.sim = dry_run(self.sim.clone(), [&step.request]).after;
        self.steps.push((number, step));
    }

    fn step(&mut self, number: usize, own: Own) {
        let Own { mut request, reason, asked } = own;
        if let Some(station) = taken_station(&request).filter(|_| !asked)
            && let ToolRequest::Mine(mine) = &mut request
        {
            let ours =
                |standing: &Standing| standing.station == station && mine.at.is_none_or(|at| Some(at) == standing.at);
            let ours: Vec<usize> = (0..self.standing.len()).rev().filter(|at| ours(&self.standing[*at])).collect();
            for at in ours.into_iter().take(mine.count as usize) {
                self.standing.remove(at);
                mine.count -= 1;
                self.push(number, StepDraft { reason: reason.clone(), ..take_back(station) });
            }
            if mine.count == 0 {
                return;
            }
        }
        // The tools put up what is held where none is near; the plan says so.
        let run = dry_run(self.sim.clone(), [&request]);
        for station in [TABLE, FURNACE] {
            let stood_up = run.after.near.has(station) && !self.sim.near.has(station);
            if stood_up && run.proved() && placed_station(&request) != Some(station) {
                self.push(number, drafts::place(station));
                self.stand(station, None);
                self.repairs
                    .push(format!("the {} is placed before step {number}, which needs it", shown_station(station)));
            }
        }
        let requests = in_loads(request);
        if requests.len() > 1 {
            self.repairs.push(format!("step {number} is done in {} loads, each within its deadline", requests.len()));
        }
        for request in requests {
            for station in [TABLE, FURNACE].into_iter().filter(|station| needs(&request, station)) {
                if let Some(standing) = self.standing.iter_mut().rfind(|standing| standing.station == station) {
                    standing.last = Some(self.steps.len());
                }
            }
            let placed = placed_station(&request).filter(|_| !asked);
            let at = request.place();
            self.push(number, draft(request, reason.clone()));
            if let Some(station) = placed {
                self.stand(station, at);
            }
        }
    }

    /// The step that was pushed last has put a station up.
    fn stand(&mut self, station: &'static str, at: Option<BlockPos>) {
        if !self.stay.contains(&station) {
            self.standing.push(Standing { station, at, last: self.steps.len().checked_sub(1), stays: false });
        }
    }

    /// Each station is taken back once nothing needs it any more.
    fn take_back_the_rest(&mut self) {
        // From the last on, so that the places of the others stay what they are.
        self.standing.sort_by_key(|standing| Reverse(standing.last));
        for Standing { station, last, .. } in std::mem::take(&mut self.standing).into_iter().filter(|it| !it.stays) {
            let number = last.map_or(0, |last| self.steps[last].0);
            self.steps.insert(last.map_or(0, |last| last + 1), (number, take_back(station)));
            let when = if number == 0 { "before step 1".to_owned() } else { format!("after step {number}") };
            self.repairs.push(format!("the {} is taken back {when}", shown_station(station)));
        }
    }
}

fn shown_station(station: &str) -> String {
    station.replace('_', " ")
}

fn needs(request: &ToolRequest, station: &str) -> bool {
    match request {
        ToolRequest::Craft(craft) => station == TABLE && ways_for(&craft.item).iter().any(|way| way.needs_table),
        ToolRequest::Smelt(_) => station == FURNACE,
        _ => false,
    }
}

/// Smelting as calls that end before their deadline, as the offline planner splits it; anything else as it is.
fn in_loads(request: ToolRequest) -> Vec<ToolRequest> {
    let ToolRequest::Smelt(smelt) = &request else { return vec![request] };
    let ticks = knowledge::smelt_target(&smelt.item).ok().and_then(|target| Some(target.ingredients.first()?.1));
    let Some(ticks) = ticks.filter(|ticks| *ticks > 0) else { return vec![request] };
    // Where the fuel is left to the tool, in loads of whole pieces of coal.
    let named = smelt.fuel.as_deref().and_then(|fuel| loads(smelt.count, ticks, plain(fuel)));
    let Some(loads) = named.or_else(|| loads(smelt.count, ticks, "coal")) else { return vec![request] };
    loads.iter().map(|load| Smelt { count: load.count, ..smelt.clone() }.into()).collect()
}
