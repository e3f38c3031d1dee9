//! Goals that an earlier run left open, and what becomes of them in the world as it is now.
//!
//! What is done stays done, and the plan's other steps go on. Of the step that ran when the run ended nobody knows the
//! outcome, so it is first held against what the world shows: what it had brought, said or put up is not done again. Where
//! what is left leads no longer to what is asked, and asking for it anew asks for nothing twice, there is a new plan.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{
    act::rest,
    brought::Brought,
    ends::uses_things,
    expect::{Aim, Evidence, Witness},
    judge::{Records, is_taken_back_later},
    placed::Placed,
    planning::{Plan, planner_state},
    step::{Attempts, LOST_CALL, Piece, Step, StepOf, StepState, Steps, Unsettled, bundle},
};
use crate::{
    body::STATION_RADIUS,
    domain::{
        BlockPos, ChunkPos, Earthwork, Expectation, GoalState, ItemCounts, Observation, Priority, StepDraft, StepNotes,
        ToolRequest,
    },
    journal::{Event, Journal, LeftOpen, ModelCall},
    knowledge,
    mind::{
        agent::{Agents, GoalOf, Moved},
        goals::{ByHand, Goal, GoalLife, GoalNote, LEFT_OPEN, Ledger, Speaker, Spent, UNCONFIRMED},
        plan::{
            drafts::take_back,
            dry_run::dry_run_steps,
            grammar::{Intent, parse},
            quote::start,
            state::{PlacedBlock, PlannerState},
            stock::{FURNACE, have},
        },
    },
    voxel::SeenWorld,
};

/// How far one looks for what a call has put up whose outcome is lost, in blocks on each axis: an arm's length and a step.
const AROUND: i32 = 6;
/// Game ticks that the land around may take to be shown: two seconds.
const SHOWN_TICKS: u64 = 40;

/// A goal that an earlier run left open.
#[derive(Debug)]
pub struct LeftGoal {
    pub id: u64,
    pub text: String,
    /// Who was at it, or was to be.
    pub bot: Option<String>,
    /// The player who has asked for it, if one has.
    pub speaker: Option<String>,
    pub state: GoalState,
    pub priority: Priority,
    /// Why it waited.
    pub why: Option<String>,
    /// The session that it was asked in.
    pub session: u64,
    pub spent: Spent,
    pub calls: Vec<ModelCall>,
    pub placed: Vec<PlacedBlock>,
    /// What was moved for a building of it.
    pub earthwork: Earthwork,
    pub plan: Option<LeftPlan>,
    /// Why the plan that it had is not gone on with.
    pub anew: Option<String>,
}

/// Its plan.
#[derive(Debug)]
pub struct LeftPlan {
    pub plan: Plan,
    pub steps: Vec<LeftStep>,
    /// What the step that ran was to say has been heard.
    pub said: bool,
    /// What the user has changed in it.
    pub by_hand: ByHand,
}

/// A step of it. One that ran still runs; its call is lost.
#[derive(Debug)]
pub struct LeftStep {
    pub step: Step,
    pub state: StepState,
    pub attempts: Attempts,
    pub is_piece: bool,
    pub notes: StepNotes,
}

/// What of a goal and its plan is kept beside the plan's draft.
#[derive(Serialize, Deserialize, Debug, Default)]
#[serde(default)]
pub struct GoalProgress {
    /// Who is at it, or is to be.
    pub bot: Option<String>,
    /// The player who has asked for it, if one has.
    pub speaker: Option<String>,
    pub began: PlannerState,
    pub brought: Brought,
    pub replan: bool,
    pub priority: Priority,
    /// What its bot has moved for a building by now.
    pub earthwork: Earthwork,
    /// What the user has changed in its plan.
    pub by_hand: ByHand,
}

/// What of a step is kept beside its draft.
#[derive(Serialize, Deserialize, Debug)]
pub struct StepProgress {
    pub planned: ToolRequest,
    pub had: ItemCounts,
    /// What was tried and how it failed.
    pub failed: Vec<String>,
    /// A model had put it before a step that failed.
    pub detour: bool,
    /// A job had put it before itself.
    #[serde(default)]
    pub piece: bool,
    /// What the user has said of it.
    #[serde(default)]
    pub notes: StepNotes,
}

impl StepState {
    /// A state by its name; a call that ran is lost.
    pub fn left(name: &str, attempts: &Attempts) -> Option<Self> {
        Some(match name {
            "waiting" => Self::Waiting,
            "running" => Self::Running { call: LOST_CALL, evidence_due_since: None },
            "done" => Self::Done,
            "failed" => Self::Failed(attempts.last_error.clone()?),
            "skipped" => Self::Skipped,
            _ => return None,
        })
    }
}

/// Whether one of these lines, each with its sender, is what a step was to say.
pub fn is_said(aim: &Aim, username: &str, heard: &[(u64, Option<&str>, &str)]) -> bool {
    let Aim::Said { message, .. } = aim else { return false };
    let aim = Aim::Said { message: message.clone(), from_line: 0 };
    let (seen, blocks) = (Observation::default(), SeenWorld::default());
    matches!(aim.look(None, &Witness { seen: &seen, blocks: &blocks, username, heard }), Evidence::Shown(_))
}

/// Makes a goal of it, of this agent's if one was at it. `waits`: the user can resume what they have paused; else it is
/// resumed with the others. A plan that the user has not confirmed is not gone on with behind their back: it is made anew.
pub fn take_up(mut left: LeftGoal, agent: Option<Entity>, waits: bool, journal: &mut Journal, commands: &mut Commands) {
    if let Some(agent) = agent {
        journal.assign(left.id, agent);
    }
    if left.why.as_deref() == Some(UNCONFIRMED) && !waits {
        left.plan = None;
    }
    let paused = left.state == GoalState::Paused && left.why.as_deref() != Some(LEFT_OPEN);
    let steps = left.plan.as_ref().map_or(&[][..], |plan| plan.steps.as_slice());
    let done = steps.iter().filter(|step| step.state == StepState::Done).count();
    let told = LeftOpen { text: left.text.clone(), session: left.session, done, steps: steps.len(), paused };
    journal.record(Some(left.id), Event::GoalResumed { left: Some(told) });
    if let Some(why) = left.anew {
        journal.record(Some(left.id), Event::PlannedAnew { why });
    }
    let state = if paused && waits { GoalState::Paused } else { GoalState::Queued };
    let note = GoalNote { why: left.why.filter(|_| state == GoalState::Paused), ..GoalNote::default() };
    let goal = Goal { id: left.id, text: left.text };
    let goal = commands
        .spawn((goal, state, left.priority, note, left.spent, Ledger::of(left.calls), Placed(left.placed)))
        .id();
    if let Some(agent) = agent {
        commands.entity(goal).insert(GoalOf(agent));
        let earthwork = left.earthwork;
        commands.entity(agent).entry::<Moved>().or_default().and_modify(move |mut moved| moved.0 = earthwork);
    }
    if let Some(speaker) = left.speaker {
        commands.entity(goal).insert(Speaker(speaker));
    }
    let Some(LeftPlan { plan, steps, said, by_hand }) = left.plan else { return };
    let has_steps = !steps.is_empty();
    for LeftStep { step, state, attempts, is_piece, notes } in steps {
        let mut step = commands.spawn((step, state, attempts, notes, StepOf(goal)));
        if is_piece {
            step.insert(Piece);
        }
    }
    let is_new = !by_hand.edits.is_empty();
    commands.entity(goal).insert((plan, ByHand { is_new, ..by_hand }));
    // A plan without steps leaves nothing to be held against the world.
    if has_steps {
        commands.entity(goal).insert(Unsettled { said, since: None });
    }
}

/// Holds how far a goal that was taken up is against the world, once the bot stands in it.
pub(in crate::mind) fn settle_taken_up(
    mut goals: Query<(GoalLife, &GoalOf, &mut Unsettled, &Plan, &Steps, &mut Placed)>,
    mut steps: Records,
    agents: Agents,
    mut journal: ResMut<Journal>,
    mut commands: Commands,
) {
    for (mut goal, of, mut unsettled, plan, list, mut placed) in &mut goals {
        let Some(outlook) = agents.outlook(of) else { continue };
        let (seen, blocks) = (outlook.seen, outlook.blocks);
        let now = journal.tick_of(goal.goal.id);
        let since = *unsettled.since.get_or_insert(now);
        let waits = !is_shown(seen, blocks) && now.saturating_sub(since) < SHOWN_TICKS;
        if !outlook.can_work(&goal.state) || waits {
            continue;
        }
        commands.entity(goal.entity).remove::<Unsettled>();
        let ran = |step: Entity| steps.get(step).is_ok_and(|(_, state, _)| matches!(state, StepState::Running { .. }));
        let ran = list.iter().position(ran);
        if goal.note.replan {
            // The plan is made anew: nothing of the old one runs.
            if let Some(Ok((_, mut state, _))) = ran.map(|number| steps.get_mut(list[number])) {
                *state = StepState::Waiting;
            }
            continue;
        }
        if let Some(number) = ran {
            let foreseen = is_taken_back_later(list, number, &steps);
            let Ok((step, mut state, mut attempts)) = steps.get_mut(list[number]) else { continue };
            let others = outlook.stations_of_others();
            let look = Look { seen, blocks, said: unsettled.said, foreseen, others };
            if let Some(evidence) = look.at(step, &mut placed) {
                *state = StepState::Done;
                attempts.done(evidence, number + 1, step.title(), goal.goal.id, &mut journal);
            } else {
                // As with a call that is withdrawn, the attempt does not count.
                *state = StepState::Waiting;
                attempts.used = attempts.used.saturating_sub(1);
                attempts.lost = true;
                look.forget_what_is_gone(step, &mut placed);
                if matches!(step.request, ToolRequest::Smelt(_)) && placed.newest(FURNACE).is_some() {
                    let empty = commands.spawn(bundle(empty_furnace(), Attempts::default())).id();
                    commands.entity(goal.entity).insert_related::<StepOf>(number, &[empty]);
                    continue;
                }
            }
        }
        let undone = list.iter().filter_map(|step| steps.get(step).ok());
        let undone = undone.filter(|(_, state, _)| **state == StepState::Waiting).map(|(step, ..)| step);
        let rest = rest(undone, seen, &placed);
        // A plan that the user has changed is theirs: what breaks it is told, and it is not replaced.
        if goal.hand.edits.is_empty()
            && is_for_holding(&goal.goal.text, plan)
            && !leads_there(&goal.goal.text, &rest, &placed.0, &planner_state(&outlook))
        {
            goal.note.replan = true;
            let why = "what is left of its plan does not lead to it from here".to_owned();
            journal.record(Some(goal.goal.id), Event::PlannedAnew { why });
        }
    }
}

/// What the furnace of the plan holds is ours, but whose it is cannot be seen from outside: so it is taken down, and put up
/// again by the smelting.
fn empty_furnace() -> StepDraft {
    StepDraft { reason: "what was left in it falls out".to_owned(), ..take_back(FURNACE) }
}

/// Whether the land is shown on which a plan builds.
fn is_shown(seen: &Observation, blocks: &SeenWorld) -> bool {
    let feet = seen.position.block();
    let (low, high) = (
        feet.offset(-STATION_RADIUS, 0, -STATION_RADIUS).chunk(),
        feet.offset(STATION_RADIUS, 0, STATION_RADIUS).chunk(),
    );
    (low.x..=high.x).all(|x| (low.z..=high.z).all(|z| blocks.column(ChunkPos { x, z }).is_some()))
}

/// What the step that ran may be held against.
struct Look<'a> {
    seen: &'a Observation,
    blocks: &'a SeenWorld,
    said: bool,
    /// A later step takes back what this one puts up.
    foreseen: bool,
    /// What other bots have put up for themselves.
    others: Vec<BlockPos>,
}

impl Look<'_> {
    /// What shows that the step is done, if it is. What its call has put up or taken away is noted.
    fn at(&self, step: &Step, placed: &mut Placed) -> Option<String> {
        let held = self.seen.inventory();
        let places = matches!(step.request, ToolRequest::PlaceBlock(_));
        let fewer = step.had.iter().filter(|(block, before)| held.count(block) < *before);
        let found = fewer.filter_map(|(block, _)| Some((block, self.place_of(block, step, placed)?)));
        for (block, at) in found.collect::<Vec<_>>() {
            placed.0.push(PlacedBlock { block: block.to_owned(), at, means: self.foreseen || !places });
            if places && self.is_as_asked(step, at) {
                return Some(format!("{block} stands at {at}, and one fewer is held"));
            }
        }
        if self.said {
            return Some("the server had repeated it".to_owned());
        }
        let aim = step.aim.as_ref().filter(|aim| !aim.rests_on_the_call())?;
        let witness = Witness { seen: self.seen, blocks: self.blocks, username: "", heard: &[] };
        let Evidence::Shown(evidence) = aim.look(None, &witness) else { return None };
        if let Some(at) = step.takes_back.as_ref().and_then(|block| placed.newest(block)) {
            placed.0.retain(|placed| placed.at != at);
        }
        Some(evidence)
    }

    /// What the step was to take back and that is broken already does not stand any more.
    fn forget_what_is_gone(&self, step: &Step, placed: &mut Placed) {
        let Some(block) = &step.takes_back else { return };
        let gone = placed.newest(block).filter(|at| self.blocks.get(*at).is_some() && !self.stands(block, *at));
        placed.0.retain(|placed| Some(placed.at) != gone);
    }

    fn stands(&self, block: &str, at: BlockPos) -> bool {
        let there = self.blocks.get(at).and_then(knowledge::block_of_state);
        there.is_some_and(|there| knowledge::is_placed_from(there.name, block))
    }

    /// Whether the block here is in the state that the step wants.
    fn is_as_asked(&self, step: &Step, at: BlockPos) -> bool {
        let Expectation::Block { state, .. } = &step.expectation else { return true };
        self.blocks.get(at).is_some_and(|seen| knowledge::is_in_state(seen, state))
    }

    /// Where a block stands that was put up: where it was to, or the only one near, by what it was to be placed by, that is not
    /// known to be somebody's. Of several nobody knows which it is.
    fn place_of(&self, block: &str, step: &Step, placed: &Placed) -> Option<BlockPos> {
        let feet = self.seen.position.block();
        let cube = -AROUND..=AROUND;
        let around =
            cube.clone().flat_map(|x| cube.clone().flat_map(move |y| (-AROUND..=AROUND).map(move |z| (x, y, z))));
        let near =
            around.map(|(x, y, z)| feet.offset(x, y, z)).filter(|at| placed.0.iter().all(|known| known.at != *at));
        let by = match &step.expectation {
            Expectation::Block { by, .. } => by.as_ref(),
            _ => None,
        };
        let stands_by = |at: BlockPos| by.is_none_or(|by| knowledge::stands_by(by, at, |at| self.blocks.get(at)));
        let stands = |at: &BlockPos| self.stands(block, *at) && stands_by(*at);
        match step.place() {
            Some(at) => Some(at).filter(stands),
            None => {
                let mut found = near.filter(stands).filter(|at| !self.others.contains(at));
                found.next().filter(|_| found.next().is_none())
            }
        }
    }
}

/// Whether a goal asks for nothing but that things are held: to plan it anew asks for nothing twice.
fn is_for_holding(text: &str, plan: &Plan) -> bool {
    match parse(text) {
        Ok(intents) => intents.iter().all(|intent| matches!(intent, Intent::Get { more: false, .. })),
        // What the grammar does not know the offline planner has found a procedure for, which makes things.
        Err(_) => plan.draft.planner == "offline",
    }
}

/// Whether these steps would work from here, and what the goal asks for is held then.
fn leads_there(text: &str, rest: &[StepDraft], placed: &[PlacedBlock], state: &PlannerState) -> bool {
    let run = dry_run_steps(start(state, placed), rest);
    let is_held = |intent: &Intent| match intent {
        Intent::Get { item, count, more: false } => have(&run.after.held, item) >= *count,
        _ => true,
    };
    run.proved()
        && parse(text).map_or(true, |intents| {
            // What was got for a deed that takes it away is not held in the end.
            let last_deed = intents.iter().rposition(uses_things);
            intents.iter().skip(last_deed.map_or(0, |last| last + 1)).all(is_held)
        })
}
