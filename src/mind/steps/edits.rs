//! Plans that are changed by hand: what was asked for is done to the steps, written down, and can be taken back.
//!
//! What may be done, and what it comes to, [`crate::mind::plan::edits`] decides.

use bevy::{
    ecs::system::{SystemParam, SystemState},
    prelude::*,
};

use super::{
    changes::Changes,
    ends::Ends,
    placed::Placed,
    step::{Attempts, Failure, LOST_CALL, Piece, Step, StepOf, StepState, Steps, bundle},
    undos::{Back, Kept, Undo, Undos},
    unfold::JobProgress,
};
use crate::{
    domain::{BlockPos, GoalState, PlanEdit, Receipt, StepDraft, StepNotes, ToolError, UserAsk},
    journal::{Event, Journal},
    mind::{
        agent::{BodyLink, Calls, GoalOf, Seen},
        goals::{GoalLife, GoalLifeItem},
        plan::edits::{Change, Listed, Stage, decide, is_over, is_owed, refusal},
    },
};

/// How far a step is. `is_begun`: of a job, that it has put pieces before itself.
pub fn stage(state: &StepState, is_piece: bool, is_begun: bool) -> Stage {
    match state {
        StepState::Done => Stage::Done,
        StepState::Failed(_) => Stage::Failed,
        StepState::Skipped => Stage::Skipped,
        _ if is_piece => Stage::Piece,
        StepState::Running { .. } => Stage::UnderWay,
        StepState::Waiting if is_begun => Stage::UnderWay,
        StepState::Waiting => Stage::Waiting,
    }
}

/// Does what users ask of plans, and says what became of it. Each change is done before the next is looked at: it is about the list as it is
/// then.
pub(in crate::mind) fn take_edits(world: &mut World, asks: &mut SystemState<MessageReader<UserAsk>>) {
    let edits = |ask: &UserAsk| match ask {
        UserAsk::Edit { goal, edit } => Some((*goal, edit.clone())),
        _ => None,
    };
    let edits: Vec<(u64, PlanEdit)> = asks.get_mut(world).read().filter_map(edits).collect();
    for (goal, edit) in edits {
        let mut state = SystemState::<Editor>::new(world);
        let outcome = state.get_mut(world).edit(goal, &edit);
        state.apply(world);
        world.write_message(Receipt { ask: UserAsk::Edit { goal, edit }, outcome: outcome.map(|()| Some(goal)) });
    }
}

type Edited = (
    GoalLife,
    Option<&'static GoalOf>,
    &'static Steps,
    &'static mut Placed,
    &'static mut Changes,
    Option<&'static Failure>,
    Option<&'static Ends>,
    Option<&'static mut Undos>,
);
type Parts = (
    &'static mut Step,
    &'static mut StepState,
    &'static mut Attempts,
    &'static mut StepNotes,
    Has<Piece>,
    Has<JobProgress>,
);

/// What changes plans.
#[derive(SystemParam)]
struct Editor<'w, 's> {
    goals: Query<'w, 's, Edited>,
    steps: Query<'w, 's, Parts>,
    bodies: Query<'w, 's, (&'static BodyLink, &'static mut Calls, &'static Seen)>,
    journal: ResMut<'w, Journal>,
    commands: Commands<'w, 's>,
}

impl Editor<'_, '_> {
    fn edit(&mut self, id: u64, edit: &PlanEdit) -> Result<(), ToolError> {
        let Self { goals, steps, bodies, journal, commands } = self;
        let found = goals.iter_mut().find(|row| row.0.goal.id == id);
        let (mut goal, of, list, mut placed, mut changes, failure, ends, undos) =
            found.ok_or_else(|| refusal(format!("goal {id} has no plan that could be changed")))?;
        let list: Vec<Entity> = list.iter().collect();
        let mut undos = undos.map_or_else(Undos::default, |mut undos| std::mem::take(&mut *undos));
        let mut bench = Bench { goal: &mut goal, list: &list, placed: &mut placed, steps, journal, commands };
        let outcome = match edit {
            PlanEdit::Undo => bench.take_back(&mut undos),
            _ => bench.change(edit, ends, &mut undos),
        };
        if let Ok(Some(skipped)) = &outcome
            && let Some((body, mut calls, seen)) = of.and_then(|of| bodies.get_mut(of.0).ok())
            && calls.running().is_some_and(|call| Some(call) == skipped.call)
        {
            calls.withdraw(body);
            seen.0.iter().for_each(|seen| changes.cut_short(seen));
        }
        let entity = goal.entity;
        if let Ok(Some(touched)) = &outcome
            && failure.is_some_and(|failure| failure.step == touched.step)
        {
            commands.entity(entity).remove::<Failure>();
        }
        commands.entity(entity).insert(undos);
        goal.hand.refused = outcome.as_ref().err().map(|error| error.message.clone());
        outcome.map(drop)
    }
}

/// A step that was changed, and its call that is not wanted any more.
struct Touched {
    step: Entity,
    call: Option<u64>,
}

/// A goal's plan while it is changed.
struct Bench<'a, 'g, 'h, 'w, 's> {
    goal: &'a mut GoalLifeItem<'g, 'h>,
    list: &'a [Entity],
    placed: &'a mut Placed,
    steps: &'a mut Query<'w, 's, Parts>,
    journal: &'a mut Journal,
    commands: &'a mut Commands<'w, 's>,
}

impl Bench<'_, '_, '_, '_, '_> {
    /// Does what is asked for.
    fn change(
        &mut self,
        edit: &PlanEdit,
        ends: Option<&Ends>,
        undos: &mut Undos,
    ) -> Result<Option<Touched>, ToolError> {
        let parts: Vec<_> = self.list.iter().filter_map(|step| Some((*step, self.steps.get(*step).ok()?))).collect();
        let listed: Vec<Listed> = parts
            .iter()
            .map(|(entity, (step, state, .., is_piece, is_begun))| Listed {
                id: entity.to_bits(),
                request: &step.request,
                stage: stage(state, *is_piece, *is_begun),
                takes_back: step.takes_back.is_some(),
            })
            .collect();
        let (change, words) = decide(*self.goal.state, &listed, edit)?;
        drop((listed, parts));
        let owed = self.owed_by(&change, ends);
        let is_of_the_plan = change.is_of_the_plan();
        let (touched, back, stays) = self.carry_out(change)?;
        self.journal.record(Some(self.goal.goal.id), Event::edited(words.clone()));
        self.goal.hand.owed.extend(owed.clone());
        if is_of_the_plan {
            self.goal.hand.is_new = true;
            self.goal.hand.edits.push(words.clone());
            undos.0.extend(back.map(|back| Undo { words, back, owed, stays }));
        }
        Ok(touched)
    }

    /// What the goal owes once a step of its own plan is out of it.
    fn owed_by(&self, change: &Change, ends: Option<&Ends>) -> Option<StepDraft> {
        let (Change::Ask { at, .. } | Change::Delete { at } | Change::Skip { at }) = change else { return None };
        let (step, .., notes, _, _) = self.steps.get(self.list[*at]).ok()?;
        let of_the_plan = |step: &Step| StepDraft { request: step.planned.clone(), ..step.draft() };
        let later = self.list.iter().skip(at + 1).filter_map(|step| self.steps.get(*step).ok());
        let later: Vec<StepDraft> = later.map(|(step, ..)| step.draft()).collect();
        let ends = ends.map(Ends::names).unwrap_or_default();
        let draft = of_the_plan(step);
        (!notes.is_edited && !notes.is_recovery && is_owed(&draft, &later, &ends)).then_some(draft)
    }

    fn carry_out(&mut self, change: Change) -> Result<(Option<Touched>, Option<Back>, Option<BlockPos>), ToolError> {
        let goal = self.goal.entity;
        let touched = |step: Entity| Some(Touched { step, call: None });
        let next = |list: &[Entity], at: usize| list.get(at + 1).copied();
        Ok(match change {
            Change::PauseBefore { at, pauses } => {
                self.parts(at)?.3.pauses = pauses;
                (None, None, None)
            }
            Change::Keep { at } => {
                self.parts(at)?.3.is_kept = true;
                (None, None, None)
            }
            Change::Ask { at, draft } => {
                let (entity, was) = (self.list[at], Box::new(self.kept(at)?));
                let (mut step, _, mut attempts, mut notes, ..) = self.parts(at)?;
                (*step, *attempts) = (Step::from(*draft), Attempts::default());
                (notes.is_edited, notes.is_kept, notes.is_warned) = (true, false, false);
                (touched(entity), Some(Back::Ask { step: entity, was }), None)
            }
            Change::Insert { at, draft } => {
                let notes = StepNotes { is_edited: true, ..StepNotes::default() };
                let step = self.commands.spawn((bundle(*draft, Attempts::default()), notes)).id();
                self.commands.entity(goal).insert_related::<StepOf>(at, &[step]);
                (None, Some(Back::Take { step }), None)
            }
            Change::Delete { at } => {
                let (step, was, before) = (self.list[at], Box::new(self.kept(at)?), next(self.list, at));
                let stays = self.let_stay(&was.step);
                self.commands.entity(step).despawn();
                (touched(step), Some(Back::Put { step, was, before }), stays)
            }
            Change::Move { from, to } => {
                let (step, before) = (self.list[from], next(self.list, from));
                self.commands.entity(goal).insert_related::<StepOf>(to, &[step]);
                (None, Some(Back::Move { step, before }), None)
            }
            Change::Skip { at } => {
                let entity = self.list[at];
                let mut call = self.withdrawn(at);
                // What a job has put before itself goes with it.
                let mut piece = at;
                while piece > 0 && self.parts(piece - 1).is_ok_and(|parts| parts.4) {
                    piece -= 1;
                    call = call.or(self.withdrawn(piece));
                    if self.parts(piece).is_ok_and(|parts| !parts.1.has_ended()) {
                        self.commands.entity(self.list[piece]).despawn();
                    }
                }
                let stays = self.kept(at).ok().and_then(|was| self.let_stay(&was.step));
                *self.parts(at)?.1 = StepState::Skipped;
                if self.goal.is(GoalState::Failed) {
                    self.goal.go_on(self.journal);
                }
                (Some(Touched { step: entity, call }), Some(Back::Wait { step: entity }), stays)
            }
            Change::Retry { at } => {
                let entity = self.list[at];
                let (_, mut state, mut attempts, ..) = self.parts(at)?;
                let failed = std::mem::take(&mut attempts.failed);
                (*state, *attempts) = (StepState::Waiting, Attempts { failed, ..Attempts::default() });
                self.goal.go_on(self.journal);
                (touched(entity), None, None)
            }
        })
    }

    /// Takes back the last change.
    fn take_back(&mut self, undos: &mut Undos) -> Result<Option<Touched>, ToolError> {
        let Some(undo) = undos.0.last() else { return Err(refusal("there is nothing to take back")) };
        if self.goal.state.is_over() {
            return Err(is_over(*self.goal.state));
        }
        let late = || refusal(format!("it is too late to take back that you {}: its step has begun", undo.words));
        let place = |step: &Entity| self.list.iter().position(|other| other == step);
        let waits = |at: &usize| {
            let parts = self.steps.get(self.list[*at]);
            parts.is_ok_and(|(_, state, .., is_piece, is_begun)| stage(state, is_piece, is_begun) == Stage::Waiting)
        };
        let goal = self.goal.entity;
        // No step stands before one that is under way or over.
        let first = (0..self.list.len()).find(|at| waits(at)).unwrap_or(self.list.len());
        let at_place = |before: &Option<Entity>| before.as_ref().and_then(place).unwrap_or(self.list.len()).max(first);
        let mut renamed = None;
        let touched = match &undo.back {
            Back::Ask { step, was } => {
                let at = place(step).filter(waits).ok_or_else(late)?;
                let was = was.clone();
                let (mut asked, _, mut attempts, mut notes, ..) = self.parts(at)?;
                (*asked, *attempts, *notes) = (was.step, was.attempts, was.notes);
                Some(Touched { step: self.list[at], call: None })
            }
            Back::Take { step } => {
                let at = place(step).filter(waits).ok_or_else(late)?;
                self.commands.entity(self.list[at]).despawn();
                Some(Touched { step: self.list[at], call: None })
            }
            Back::Put { step, was, before } => {
                let Kept { step: draft, attempts, notes } = (**was).clone();
                let put = self.commands.spawn((draft, StepState::Waiting, attempts, notes)).id();
                self.commands.entity(goal).insert_related::<StepOf>(at_place(before), &[put]);
                renamed = Some((*step, put));
                None
            }
            Back::Move { step, before } => {
                let from = place(step).filter(waits).ok_or_else(late)?;
                let before = at_place(before);
                let to = if before > from { before - 1 } else { before };
                self.commands.entity(goal).insert_related::<StepOf>(to, &[*step]);
                None
            }
            Back::Wait { step } => {
                let at = place(step).ok_or_else(late)?;
                *self.parts(at)?.1 = StepState::Waiting;
                None
            }
        };
        let Some(Undo { words, owed, stays, .. }) = undos.0.pop() else { return Ok(touched) };
        if let Some((old, new)) = renamed {
            undos.0.iter_mut().for_each(|undo| undo.back.rename(old, new));
        }
        let hand = &mut self.goal.hand;
        if let Some(at) = hand.edits.iter().rposition(|edit| *edit == words) {
            hand.edits.remove(at);
        }
        if let Some(at) = hand.owed.iter().position(|other| Some(other) == owed.as_ref()) {
            hand.owed.remove(at);
        }
        hand.is_new = true;
        let stood = self.placed.0.iter_mut().filter(|placed| Some(placed.at) == stays);
        stood.for_each(|placed| placed.means = true);
        self.journal.record(Some(self.goal.goal.id), Event::edited(format!("took back: {words}")));
        Ok(touched)
    }

    fn parts(&mut self, at: usize) -> Result<<Parts as bevy::ecs::query::QueryData>::Item<'_, '_>, ToolError> {
        self.steps.get_mut(self.list[at]).map_err(|_| refusal("that step is no longer part of the plan"))
    }

    fn kept(&mut self, at: usize) -> Result<Kept, ToolError> {
        let (step, _, attempts, notes, ..) = self.parts(at)?;
        Ok(Kept { step: step.clone(), attempts: attempts.clone(), notes: notes.clone() })
    }

    /// The call that a step runs, which nobody waits for any more.
    fn withdrawn(&mut self, at: usize) -> Option<u64> {
        match *self.parts(at).ok()?.1 {
            StepState::Running { call, .. } if call != LOST_CALL => Some(call),
            _ => None,
        }
    }

    /// What was to be taken back stays: who takes that out of the plan wants it to.
    fn let_stay(&mut self, step: &Step) -> Option<BlockPos> {
        let at = self.placed.newest(step.takes_back.as_ref()?)?;
        self.placed.0.iter_mut().filter(|placed| placed.at == at).for_each(|placed| placed.means = false);
        Some(at)
    }
}
