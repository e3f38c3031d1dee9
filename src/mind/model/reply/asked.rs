//! What a goal's words ask for, where the grammar understands them, and which steps of a model's plan do it.

use crate::{
    domain::{ItemCounts, Navigate, PlaceBlock, ToolRequest},
    knowledge::{family, family_of, mine_target, plain},
    mind::{
        model::reply::answer::{MAX_SENTENCE, ModelStep, finding, one_line, reason},
        plan::{
            dry_run::DryRun,
            grammar::{Intent, parse},
            planner::{calls_of, merged, request_of},
            procedure::{Means, Wanted},
            state::PlannerState,
            stock::have,
        },
        steps::Brought,
    },
};

/// A step as the model wrote it.
#[derive(Clone)]
pub(super) struct Own {
    pub request: ToolRequest,
    pub reason: String,
    /// It does what the goal's words ask to be done.
    pub asked: bool,
}

impl From<ModelStep> for Own {
    fn from(step: ModelStep) -> Self {
        Self { request: step.call, reason: reason(&step.reason), asked: false }
    }
}

impl From<ToolRequest> for Own {
    fn from(request: ToolRequest) -> Self {
        Self { request, reason: String::new(), asked: false }
    }
}

/// The same item, or one of the family.
fn is_of(item: &str, name: &str) -> bool {
    let item = plain(item);
    item == name || family_of(item) == Some(name)
}

/// What an understood goal asks for.
pub(super) struct Asked {
    ends: Vec<End>,
    /// What is to be done rather than got, in order.
    acts: Vec<ToolRequest>,
    /// How many of them are done.
    done: usize,
}

/// What must be held in the end.
struct End {
    thing: Wanted,
    /// The item that is counted: mining stone yields cobblestone.
    item: &'static str,
    /// How many in all.
    held: u32,
}

impl Asked {
    /// `None` for a goal that only a model understands.
    pub(super) fn new(goal: &str, state: &PlannerState) -> Result<Option<Self>, String> {
        let Ok(intents) = parse(goal) else { return Ok(None) };
        let mut acts = Vec::new();
        // Things that are asked for between two acts, each with the number of acts before.
        let mut parts: Vec<(usize, Vec<Wanted>)> = vec![(0, Vec::new())];
        // What is asked at the end nobody plans.
        for intent in intents.iter().filter(|intent| !matches!(intent, Intent::Answer(_))) {
            match (Wanted::new(intent), parts.last_mut()) {
                (Some(thing), Some((_, part))) => part.push(thing),
                _ => {
                    for intent in calls_of(intent, &state.inventory, &state.known).map_err(|error| error.message)? {
                        acts.push(request_of(&intent, state.position).map_err(|error| error.message)?);
                    }
                    parts.push((acts.len(), Vec::new()));
                }
            }
        }
        // What is asked to be dropped or placed need not be held in the end.
        let spent = |acts: &[ToolRequest], name: &str| -> u32 {
            let counts = acts.iter().map(|act| match act {
                ToolRequest::Drop(drop) if is_of(&drop.item, name) => drop.count,
                other => u32::from(other.puts_up().is_some_and(|block| is_of(block, name))),
            });
            counts.sum()
        };
        let mut ends: Vec<End> = Vec::new();
        for (acts_before, part) in parts {
            for thing in merged(part) {
                let mined = || mine_target(thing.name).ok()?.items.first().copied();
                let by_mining = thing.means == Means::Mined && family(thing.name).is_none();
                let item = if by_mining { mined().unwrap_or(thing.name) } else { thing.name };
                let held = if thing.more {
                    let before: u32 =
                        ends.iter().filter(|end| end.thing.more && end.item == item).map(|end| end.thing.count).sum();
                    have(&state.inventory, item)
                        .saturating_add(before)
                        .saturating_add(thing.count)
                        .saturating_sub(spent(&acts, item))
                } else {
                    thing.count.saturating_sub(spent(&acts[acts_before..], item))
                };
                ends.push(End { thing, item, held });
            }
        }
        Ok(Some(Self { ends, acts, done: 0 }))
    }

    /// Takes note of what has been done.
    pub(super) fn note_done(&mut self, done: &[ToolRequest]) {
        let mut done = done.iter();
        self.done = self.acts.iter().take_while(|act| done.any(|request| does(request, act))).count();
    }

    /// Leaves out what does once more what has been done since the model was asked.
    pub(super) fn leave_out_done(&self, own: &mut Vec<Own>, repairs: &mut Vec<String>) {
        // As many as are still to be done may do the same.
        for act in &self.acts[..self.done] {
            let same = |step: &Own| does(&step.request, act);
            let open = self.acts[self.done..].iter().filter(|other| does(other, act)).count();
            if own.iter().filter(|step| same(step)).count() > open
                && let Some(at) = own.iter().position(same)
            {
                repairs.push(format!("left out, as it is done: {}", own.remove(at).request.title()));
            }
        }
    }

    /// Marks the steps that do what is still asked, in the goal's order; the last that will do is the one, and is made just
    /// as asked. What no step does is found fault with.
    pub(super) fn find_acts(&self, own: &mut [Own], repairs: &mut Vec<String>) -> Vec<String> {
        let mut findings = Vec::new();
        let mut before = own.len();
        for act in self.acts[self.done..].iter().rev() {
            let Some(at) = own[..before].iter().rposition(|step| does(&step.request, act)) else {
                findings
                    .push(one_line(&format!("the goal asks to {}, and no step does it", act.title()), MAX_SENTENCE));
                continue;
            };
            before = at;
            let exactly = as_asked(&own[at].request, act);
            own[at].asked = true;
            if own[at].request != exactly {
                own[at].request = exactly;
                repairs.push(format!("step {}: {}, as asked", at + 1, act.title()));
            }
        }
        findings
    }

    /// What nobody asked for and cannot be taken back: words in the chat, and throwing away what is wanted.
    pub(super) fn unasked(&self, own: &[Own]) -> Vec<String> {
        let faults = own.iter().enumerate().filter(|(_, step)| !step.asked).filter_map(|(index, step)| {
            let is_wanted = |item: &str| self.ends.iter().any(|end| is_of(item, end.item));
            let fault = match &step.request {
                ToolRequest::Drop(drop) if is_wanted(&drop.item) => {
                    "the goal asks for it, so that it may not be dropped"
                }
                request => request.only_as_asked()?,
            };
            Some(finding(index + 1, &step.request.title(), fault))
        });
        faults.collect()
    }

    /// What is not there in the end, or not come by as asked.
    pub(super) fn lacking(&self, run: &DryRun, brought: &Brought) -> Vec<String> {
        let mut findings = Vec::new();
        for End { thing, item, held } in &self.ends {
            let really = have(&run.after.held, item);
            if really < *held {
                let verb = if *held == 1 { "is" } else { "are" };
                let more = if thing.more { format!(" ({} more than now)", thing.count) } else { String::new() };
                findings.push(format!("the plan ends with {really} {item}, {held} {verb} wanted{more}"));
            }
            let (verb, done) = match thing.means {
                Means::Any | Means::Shortest => continue,
                Means::Mined => ("mine", have(&brought.mined, item)),
                Means::Smelted => ("smelt", brought.smelted.count(thing.name)),
            };
            if done < thing.count {
                findings
                    .push(format!("the goal asks to {verb} {} {}, the steps {verb} {done}", thing.count, thing.name));
            }
        }
        findings
    }

    /// What was placed as asked must stand in the end.
    pub(super) fn taken_away(&self, run: &DryRun) -> Option<String> {
        let blocks = self.acts.iter().filter_map(ToolRequest::puts_up);
        let placed: ItemCounts = blocks.map(|block| (plain(block).to_owned(), 1)).collect();
        let stands = |block: &str| have(&run.after.placed, block);
        let (gone, _) = placed.iter().find(|(block, count)| stands(block) < *count)?;
        Some(format!("the goal asks for the {gone} to be placed, and it does not stand in the end"))
    }
}

/// Whether a step does what is asked.
fn does(step: &ToolRequest, asked: &ToolRequest) -> bool {
    match (step, asked) {
        (ToolRequest::Navigate(step), ToolRequest::Navigate(asked)) => {
            let height = asked.y.is_none() || step.y.is_none() || step.y == asked.y;
            (step.x, step.z) == (asked.x, asked.z) && height
        }
        (ToolRequest::Chat(step), ToolRequest::Chat(asked)) => step.message.trim() == asked.message.trim(),
        (ToolRequest::PlaceBlock(step), ToolRequest::PlaceBlock(asked)) => {
            let by = asked.by().is_none_or(|by| step.by().is_none_or(|own| own == by));
            is_of(&step.block, plain(&asked.block)) && (asked.at().is_none() || step.at() == asked.at()) && by
        }
        (ToolRequest::Mine(step), ToolRequest::Mine(asked)) => step.at == asked.at,
        (ToolRequest::Drop(step), ToolRequest::Drop(asked)) => {
            is_of(&step.item, plain(&asked.item)) && step.count == asked.count
        }
        (ToolRequest::GetBotStatus(_), ToolRequest::GetBotStatus(_)) => true,
        _ => false,
    }
}

/// A step that does what is asked, made just that; what the goal leaves open stays as the model has it.
fn as_asked(step: &ToolRequest, asked: &ToolRequest) -> ToolRequest {
    match (step, asked) {
        (ToolRequest::Navigate(step), ToolRequest::Navigate(asked)) => {
            Navigate { dig: step.dig, ..asked.clone() }.into()
        }
        (ToolRequest::PlaceBlock(step), ToolRequest::PlaceBlock(asked)) => {
            let state = asked.state.clone().or(step.state.clone());
            PlaceBlock { block: step.block.clone(), state, ..asked.clone() }.into()
        }
        (_, ToolRequest::Mine(_)) => asked.clone(),
        _ => step.clone(),
    }
}
