//! A plan that is changed by hand: which steps may be changed, what a change makes of the list and how it is told, and what of the plan would
//! fail by it. Pure: the list is a list, and nobody is asked.

use serde_json::{Map, Value};

use super::{
    drafts::{draft, used},
    dry_run::{Sim, dry_run},
    grammar::{Intent, parse},
    planner::request_of,
    quote::start,
    state::{PlacedBlock, PlannerState},
    stock::have,
};
use crate::{
    construction::Building,
    domain::{
        BlockPos, Craft, ErrorCode, Expectation, Give, GoalState, ItemCounts, Mine, PlanEdit, Smelt, StepDraft,
        ToolError, ToolRequest, Vec3,
    },
    knowledge::{self, goes_in_circles, mine_target, smelt_ways_for, ways_for},
};

/// How far a step of the list is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Waiting,
    UnderWay,
    /// A job has put it before itself, and it goes with the job.
    Piece,
    Done,
    Failed,
    Skipped,
}

impl Stage {
    const fn told(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::UnderWay => "under way",
            Self::Piece => "part of a step that is under way",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

/// A step, as far as a change is concerned with it.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    pub id: u64,
    pub request: &'a ToolRequest,
    pub stage: Stage,
    /// It only takes back what an earlier step has put up.
    pub takes_back: bool,
}

impl Listed<'_> {
    /// Whether it may be moved and deleted, in a goal that is not over.
    pub fn is_open(&self) -> bool {
        self.stage == Stage::Waiting
    }

    /// Whether what it asks may be changed. What a step takes back, or what it stands for, shows only once its turn comes.
    pub fn can_change(&self) -> bool {
        self.is_open() && !self.takes_back && !matches!(self.request, ToolRequest::PlanOn(_))
    }

    /// Whether a goal in this state may go on without it.
    pub fn can_skip(&self, goal: GoalState) -> bool {
        match self.stage {
            Stage::Waiting | Stage::UnderWay => !goal.is_over(),
            Stage::Failed => goal == GoalState::Failed,
            Stage::Piece | Stage::Done | Stage::Skipped => false,
        }
    }

    /// Whether it may be tried once more, and the goal with it.
    pub fn can_retry(&self, goal: GoalState) -> bool {
        self.stage == Stage::Failed && goal == GoalState::Failed
    }
}

/// What is to be done to a list of steps; places count from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    PauseBefore {
        at: usize,
        pauses: bool,
    },
    Ask {
        at: usize,
        draft: Box<StepDraft>,
    },
    Insert {
        at: usize,
        draft: Box<StepDraft>,
    },
    Delete {
        at: usize,
    },
    /// `to`: where it stands afterwards.
    Move {
        from: usize,
        to: usize,
    },
    Skip {
        at: usize,
    },
    Retry {
        at: usize,
    },
    Keep {
        at: usize,
    },
}

impl Change {
    /// Whether the plan is another afterwards: that can be taken back, and is rehearsed.
    pub fn is_of_the_plan(&self) -> bool {
        !matches!(self, Self::PauseBefore { .. } | Self::Keep { .. } | Self::Retry { .. })
    }
}

/// What a person asks for as a change of the list, and in words that follow "you".
///
/// # Errors
/// `INVALID_PARAMS`: why it cannot be done.
pub fn decide(goal: GoalState, list: &[Listed], edit: &PlanEdit) -> Result<(Change, String), ToolError> {
    let find = |id: &u64| {
        let at = list.iter().position(|step| step.id == *id);
        at.map(|at| (at, &list[at])).ok_or_else(|| refusal("that step is no longer part of the plan"))
    };
    let may = |may: bool, at: usize, what: &str| match may {
        true => Ok(()),
        false if goal.is_over() => Err(is_over(goal)),
        false => Err(refusal(format!("step {} is {}: it cannot be {what}", at + 1, list[at].stage.told()))),
    };
    let open = |id: &u64, what: &str| {
        let (at, step) = find(id)?;
        may(step.is_open() && !goal.is_over(), at, what)?;
        Ok::<_, ToolError>((at, step))
    };
    // Where a step goes that is to stand before another.
    let place = |before: Option<u64>| match before {
        Some(id) => open(&id, "begun later").map(|(at, _)| at),
        None if goal.is_over() => Err(refusal(format!("the goal is {}: nothing is added to its plan", goal.name()))),
        None => Ok(list.len()),
    };
    let named = |at: usize| format!("step {}: {}", at + 1, list[at].request.title());
    Ok(match edit {
        PlanEdit::PauseBefore { step, pauses } => {
            let (at, _) = open(step, "waited before")?;
            let words = if *pauses { "asked to pause before" } else { "no longer want to pause before" };
            (Change::PauseBefore { at, pauses: *pauses }, format!("{words} {}", named(at)))
        }
        PlanEdit::Change { step, request } => {
            let (at, before) = open(step, "changed")?;
            if !before.can_change() {
                return Err(refusal(format!("what step {} asks shows only once its turn comes", at + 1)));
            }
            check(request)?;
            if **request == *before.request {
                return Err(refusal(format!("step {} asks for just that", at + 1)));
            }
            let told = difference(before.request, request);
            let reason = format!("changed by you: it was \"{}\"", before.request.title());
            let draft = Box::new(draft((**request).clone(), reason));
            (Change::Ask { at, draft }, format!("changed step {}: {told}", at + 1))
        }
        PlanEdit::Insert { before, request } => {
            let at = place(*before)?;
            check(request)?;
            let draft = Box::new(draft((**request).clone(), "inserted by you".to_owned()));
            (Change::Insert { at, draft }, format!("inserted step {}: {}", at + 1, request.title()))
        }
        PlanEdit::Delete { step } => {
            let (at, _) = open(step, "deleted")?;
            (Change::Delete { at }, format!("deleted {}", named(at)))
        }
        PlanEdit::Move { step, before } => {
            let (from, moved) = open(step, "moved")?;
            let before = place(*before)?;
            let to = if before > from { before - 1 } else { before };
            if to == from {
                return Err(refusal(format!("step {} stands there already", from + 1)));
            }
            let words = format!("moved step {} to place {}: {}", from + 1, to + 1, moved.request.title());
            (Change::Move { from, to }, words)
        }
        PlanEdit::Skip { step } => {
            let (at, skipped) = find(step)?;
            may(skipped.can_skip(goal), at, "skipped")?;
            (Change::Skip { at }, format!("skipped {}", named(at)))
        }
        PlanEdit::Retry { step } => {
            let (at, failed) = find(step)?;
            may(failed.can_retry(goal), at, "tried again")?;
            (Change::Retry { at }, format!("asked for another try of {}", named(at)))
        }
        PlanEdit::Keep { step } => {
            let (at, _) = open(step, "kept")?;
            (Change::Keep { at }, format!("want it all the same, {}", named(at)))
        }
        // What is taken back only the list's history knows.
        PlanEdit::Undo => return Err(refusal("there is nothing to take back")),
    })
}

/// The refusal of a change of a plan that is over.
pub fn is_over(goal: GoalState) -> ToolError {
    refusal(format!("the goal is {}: its plan is not changed any more", goal.name()))
}

/// The refusal of a change, with why.
pub fn refusal(words: impl Into<String>) -> ToolError {
    ToolError::new(ErrorCode::InvalidParams, words)
}

/// Whether somebody may ask for this by hand.
///
/// # Errors
/// `INVALID_PARAMS` and what else the tools' checks say.
pub fn check(request: &ToolRequest) -> Result<(), ToolError> {
    knowledge::check_request(request)?;
    match request {
        ToolRequest::Build(build) => Building::of(build).map(drop),
        ToolRequest::PlanOn(_) => Err(refusal("what stands for the rest of a goal only its plan can say")),
        _ => Ok(()),
    }
}

/// What is different in what is asked: `count 5 -> 8`.
fn difference(before: &ToolRequest, now: &ToolRequest) -> String {
    if before.name() != now.name() {
        return format!("{} -> {}", before.title(), now.title());
    }
    let (before, now) = (params(before), params(now));
    let names = before.keys().chain(now.keys().filter(|name| !before.contains_key(*name)));
    let changed = names.filter(|name| before.get(*name) != now.get(*name));
    let told = |params: &Map<String, Value>, name: &str| params.get(name).map_or("none".to_owned(), plain_value);
    let told =
        changed.map(|name| format!("{} {} -> {}", name.replace('_', " "), told(&before, name), told(&now, name)));
    told.collect::<Vec<_>>().join(", ")
}

fn params(request: &ToolRequest) -> Map<String, Value> {
    match serde_json::to_value(request).map(|mut call| call["params"].take()) {
        Ok(Value::Object(params)) => params,
        _ => Map::new(),
    }
}

fn plain_value(value: &Value) -> String {
    match (value, BlockPos::told_by(value)) {
        (_, Some(at)) => at.to_string(),
        (Value::String(words), _) => words.clone(),
        _ => value.to_string(),
    }
}

/// What the steps would fail for, one after the other from the world as it is, each told as if what the earlier ones lacked had been there;
/// and what is held in the end.
pub fn rehearse(
    state: &PlannerState,
    placed: &[PlacedBlock],
    steps: &[StepDraft],
) -> (Vec<Option<String>>, ItemCounts) {
    let mut sim = start(state, placed);
    // What the plan has put up for itself it comes back to.
    for means in placed.iter().filter(|placed| placed.means) {
        if let Some(near) = sim.near.of(&means.block) {
            *near = true;
        }
    }
    let mut breaks = Vec::new();
    for step in steps {
        // What does not stand is not taken back.
        if step.takes_back.as_ref().is_some_and(|block| sim.placed.count(block) == 0) {
            breaks.push(None);
            continue;
        }
        let run = dry_run(sim.clone(), [&step.request]);
        let faults: Vec<String> = run.faults.iter().map(|(_, error)| lack(error, &sim)).collect();
        breaks.push((!faults.is_empty()).then(|| faults.join("; ")));
        sim = run.after;
    }
    (breaks, sim.held)
}

/// `needs 3 oak_planks; 1 is held then`.
fn lack(error: &ToolError, sim: &Sim) -> String {
    let missing: ItemCounts = serde_json::from_value(error.context["missing"].clone()).unwrap_or_default();
    if error.code != ErrorCode::InsufficientMaterials || missing.is_empty() || error.context.get("station").is_some() {
        return error.message.clone();
    }
    let needs = missing.iter().map(|(name, lacking)| format!("{} {name}", sim.have(name) + lacking));
    let held = missing.iter().map(|(name, _)| match sim.have(name) {
        0 => "none".to_owned(),
        held => held.to_string(),
    });
    let (needs, held): (Vec<_>, Vec<_>) = (needs.collect(), held.collect());
    let is = if matches!(held.as_slice(), [one] if one == "none" || one == "1") { "is" } else { "are" };
    format!("needs {}; {} {is} held then", needs.join(" and "), held.join(" and "))
}

/// Whether a goal owes what a step was to show that its user takes out of the plan. Not what only served the steps behind it, and not what is
/// to be held in the end: `ends` are the names of that.
pub fn is_owed(removed: &StepDraft, later: &[StepDraft], ends: &[&str]) -> bool {
    if removed.takes_back.is_some() {
        return false;
    }
    let puts_up = removed.request.puts_up();
    if puts_up.is_some_and(|block| later.iter().any(|step| step.takes_back.as_deref() == Some(block))) {
        return false;
    }
    let makes = matches!(removed.request, ToolRequest::Mine(_) | ToolRequest::Craft(_) | ToolRequest::Smelt(_));
    let Expectation::Gain { items, .. } = &removed.expectation else { return true };
    if !makes {
        return true;
    }
    let is_end = |item: &String| {
        let one: ItemCounts = [(item.clone(), 1)].into_iter().collect();
        ends.iter().any(|name| have(&one, name) > 0)
    };
    let is_tool = |item: &String| knowledge::item(item).is_some_and(|item| item.durability.is_some());
    let serves = |step: &StepDraft| {
        let uses = used(&step.request);
        items
            .iter()
            .any(|item| uses.contains(&item.as_str()) || is_tool(item) && matches!(step.request, ToolRequest::Mine(_)))
    };
    !items.iter().any(is_end) && !later.iter().any(serves)
}

/// What is owed that none of these steps is to show, each of which shows one thing.
pub fn unmet<'a>(owed: &'a [StepDraft], shown: &[&StepDraft]) -> Vec<&'a StepDraft> {
    let mut shown: Vec<&StepDraft> = shown.to_vec();
    let is_unmet = |owed: &&StepDraft| {
        let found = shown.iter().position(|step| shows(step, owed));
        found.map(|at| shown.swap_remove(at)).is_none()
    };
    owed.iter().filter(is_unmet).collect()
}

/// Whether what one step is to show is all that another was to.
fn shows(step: &StepDraft, owed: &StepDraft) -> bool {
    use Expectation::{Gain, Given, Loss};
    let is_more = match (&step.expectation, &owed.expectation) {
        (Gain { items, count }, Gain { items: wanted, count: least })
        | (Loss { items, count }, Loss { items: wanted, count: least })
        | (Given { items, count }, Given { items: wanted, count: least }) => items == wanted && count >= least,
        (one, other) => one == other,
    };
    is_more && step.request.name() == owed.request.name()
}

/// Whether the world alone tells whether it is so, whoever has done it and when.
pub fn is_lasting(expectation: &Expectation) -> bool {
    use Expectation as E;
    matches!(
        expectation,
        E::Block { at: Some(_), .. }
            | E::Filled { .. }
            | E::Built { .. }
            | E::Clear { .. }
            | E::Near { .. }
            | E::Equipped { .. }
            | E::Bare { .. }
            | E::Written { at: Some(_), .. }
            | E::Lit { middle: Some(_), .. }
    )
}

/// The one tool call that these words ask for, said to a bot that stands there.
///
/// # Errors
/// `INVALID_PARAMS`: they are not understood, or ask for more than one call, or for one that only a plan can tell.
pub fn one_call(words: &str, position: Option<Vec3>) -> Result<ToolRequest, ToolError> {
    let intents = parse(words)?;
    let [intent] = intents.as_slice() else {
        return Err(refusal("that is more than one step: say one of them, or choose a tool"));
    };
    let request = match intent {
        Intent::Get { item, count, .. } | Intent::Craft { item, count } => made(item, *count),
        Intent::Give { player, item, count: Some(count) } => {
            Give { player: player.clone(), item: (*item).to_owned(), count: *count }.into()
        }
        Intent::Place { count: 2.., .. } => {
            return Err(refusal("a step places one block: say it with one, and as often as you need it"));
        }
        Intent::Mine { .. }
        | Intent::Smelt { .. }
        | Intent::Go { .. }
        | Intent::Say { .. }
        | Intent::Place { .. }
        | Intent::Clear { .. }
        | Intent::Fill { .. }
        | Intent::Drop { count: Some(_), .. }
        | Intent::Sort { .. }
        | Intent::Light { .. }
        | Intent::Pour { .. }
        | Intent::Remember { .. }
        | Intent::Forget { .. }
        | Intent::Do(_) => request_of(intent, position)?,
        _ => return Err(refusal("what that takes only a plan can tell: choose a tool, or add it as a goal")),
    };
    check(&request)?;
    Ok(request)
}

/// The call that gets so many of a thing: made where something else is made into it, else dug, else smelted.
fn made(item: &str, count: u32) -> ToolRequest {
    let ways = ways_for(item);
    if ways.iter().any(|way| !goes_in_circles(&way.slots, item)) {
        return Craft { item: item.to_owned(), count }.into();
    }
    if mine_target(item).is_ok() || smelt_ways_for(item).is_empty() {
        return Mine::nearest(item, count).into();
    }
    Smelt { item: item.to_owned(), count, fuel: None }.into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn call(tool: &str, params: Value) -> ToolRequest {
        ToolRequest::from_parts(tool, &params).unwrap()
    }

    fn calls() -> Vec<ToolRequest> {
        vec![
            call("mine", json!({"target": "oak_log", "count": 2})),
            call("craft", json!({"item": "oak_planks", "count": 8})),
            call("craft", json!({"item": "chest"})),
            call("chat", json!({"message": "done"})),
        ]
    }

    /// The first is done and the second under way; the last two wait.
    fn listed(calls: &[ToolRequest]) -> Vec<Listed<'_>> {
        let stages = [Stage::Done, Stage::UnderWay, Stage::Waiting, Stage::Waiting];
        let steps = calls.iter().zip(stages).zip(1..);
        steps.map(|((request, stage), id)| Listed { id, request, stage, takes_back: false }).collect()
    }

    fn decided(edit: &PlanEdit) -> Result<(Change, String), String> {
        decide(GoalState::Paused, &listed(&calls()), edit).map_err(|error| error.message)
    }

    fn boxed(tool: &str, params: Value) -> Box<ToolRequest> {
        Box::new(call(tool, params))
    }

    #[test]
    fn what_waits_is_changed_in_words() {
        let dirt = || boxed("mine", json!({"target": "dirt", "count": 3}));
        for (edit, words) in [
            (PlanEdit::PauseBefore { step: 3, pauses: true }, "asked to pause before step 3: craft 1 chest"),
            (PlanEdit::PauseBefore { step: 3, pauses: false }, "no longer want to pause before step 3: craft 1 chest"),
            (
                PlanEdit::Change { step: 3, request: boxed("craft", json!({"item": "barrel", "count": 8})) },
                "changed step 3: item chest -> barrel, count 1 -> 8",
            ),
            (PlanEdit::Change { step: 4, request: dirt() }, "changed step 4: say \"done\" -> mine 3 dirt"),
            (PlanEdit::Insert { before: Some(4), request: dirt() }, "inserted step 4: mine 3 dirt"),
            (PlanEdit::Insert { before: None, request: dirt() }, "inserted step 5: mine 3 dirt"),
            (PlanEdit::Delete { step: 4 }, "deleted step 4: say \"done\""),
            (PlanEdit::Move { step: 4, before: Some(3) }, "moved step 4 to place 3: say \"done\""),
            (PlanEdit::Move { step: 3, before: None }, "moved step 3 to place 4: craft 1 chest"),
            (PlanEdit::Skip { step: 2 }, "skipped step 2: craft 8 oak_planks"),
            (PlanEdit::Keep { step: 3 }, "want it all the same, step 3: craft 1 chest"),
        ] {
            assert_eq!(decided(&edit).map(|(_, told)| told), Ok(words.to_owned()), "{edit:?}");
        }
        assert_eq!(decided(&PlanEdit::Move { step: 3, before: None }).unwrap().0, Change::Move { from: 2, to: 3 });
        assert_eq!(decided(&PlanEdit::Move { step: 4, before: Some(3) }).unwrap().0, Change::Move { from: 3, to: 2 });
    }

    #[test]
    fn a_step_that_is_changed_or_inserted_has_the_expectation_of_its_tool() {
        let request = boxed("mine", json!({"target": "dirt", "count": 3}));
        let Ok((Change::Insert { at: 2, draft: inserted }, _)) =
            decided(&PlanEdit::Insert { before: Some(3), request: request.clone() })
        else {
            panic!("it is inserted")
        };
        let dirt = Expectation::Gain { items: vec!["dirt".to_owned()], count: 3 };
        assert_eq!((&inserted.expectation, inserted.reason.as_str()), (&dirt, "inserted by you"));
        let Ok((Change::Ask { at: 2, draft: changed }, _)) = decided(&PlanEdit::Change { step: 3, request }) else {
            panic!("it is changed")
        };
        assert_eq!(changed.expectation, dirt);
        assert_eq!(changed.reason, "changed by you: it was \"craft 1 chest\"");
    }

    #[test]
    fn what_is_begun_or_over_is_left_as_it_is() {
        let dirt = || boxed("mine", json!({"target": "dirt"}));
        for (edit, words) in [
            (PlanEdit::Delete { step: 1 }, "step 1 is done: it cannot be deleted"),
            (PlanEdit::Change { step: 2, request: dirt() }, "step 2 is under way: it cannot be changed"),
            (PlanEdit::Move { step: 4, before: Some(2) }, "step 2 is under way: it cannot be begun later"),
            (PlanEdit::Insert { before: Some(1), request: dirt() }, "step 1 is done: it cannot be begun later"),
            (PlanEdit::Skip { step: 1 }, "step 1 is done: it cannot be skipped"),
            (PlanEdit::Retry { step: 3 }, "step 3 is waiting: it cannot be tried again"),
            (PlanEdit::Move { step: 4, before: None }, "step 4 stands there already"),
            (PlanEdit::Delete { step: 9 }, "that step is no longer part of the plan"),
        ] {
            assert_eq!(decided(&edit), Err(words.to_owned()), "{edit:?}");
        }
        let same = PlanEdit::Change { step: 3, request: boxed("craft", json!({"item": "chest"})) };
        assert_eq!(decided(&same), Err("step 3 asks for just that".to_owned()));
        let unknown = PlanEdit::Insert { before: None, request: boxed("mine", json!({"target": "oak_lgo"})) };
        assert!(decided(&unknown).unwrap_err().contains("did you mean"), "{:?}", decided(&unknown));
    }

    #[test]
    fn the_plan_of_a_goal_that_is_over_is_not_changed_but_for_what_has_failed() {
        let calls = calls();
        let mut list = listed(&calls);
        list[2].stage = Stage::Failed;
        let of = |goal, edit: PlanEdit| decide(goal, &list, &edit).map(|(change, _)| change);
        assert_eq!(of(GoalState::Failed, PlanEdit::Retry { step: 3 }), Ok(Change::Retry { at: 2 }));
        assert_eq!(of(GoalState::Failed, PlanEdit::Skip { step: 3 }), Ok(Change::Skip { at: 2 }));
        for edit in [PlanEdit::Delete { step: 4 }, PlanEdit::Skip { step: 4 }] {
            let error = of(GoalState::Failed, edit).unwrap_err();
            assert_eq!(error.message, "the goal is failed: its plan is not changed any more");
        }
        assert!(of(GoalState::Cancelled, PlanEdit::Retry { step: 3 }).is_err());
        let dirt = boxed("mine", json!({"target": "dirt"}));
        assert!(of(GoalState::Done, PlanEdit::Insert { before: None, request: dirt }).is_err());
    }

    #[test]
    fn what_shows_only_later_is_moved_and_deleted_and_not_changed() {
        let rest = call("plan_on", json!({"from": 1, "meaning": "drop all dirt"}));
        let table = call("mine", json!({"target": "crafting_table"}));
        let step = |id, request, takes_back| Listed { id, request, stage: Stage::Waiting, takes_back };
        let list = [step(1, &rest, false), step(2, &table, true)];
        for id in [1, 2] {
            let change = PlanEdit::Change { step: id, request: boxed("jump", json!({})) };
            assert!(decide(GoalState::Active, &list, &change).is_err());
            assert!(decide(GoalState::Active, &list, &PlanEdit::Delete { step: id }).is_ok());
        }
    }

    fn drafts(calls: &[ToolRequest]) -> Vec<StepDraft> {
        calls.iter().map(|call| draft(call.clone(), String::new())).collect()
    }

    fn holding(held: &[(&str, u32)]) -> PlannerState {
        let inventory = held.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        PlannerState { inventory, ..PlannerState::default() }
    }

    #[test]
    fn what_breaks_is_told_at_the_step_that_breaks() {
        let table = PlacedBlock { block: "crafting_table".to_owned(), at: BlockPos::default(), means: true };
        let rehearsed = |held: &[(&str, u32)], calls: &[ToolRequest]| {
            rehearse(&holding(held), std::slice::from_ref(&table), &drafts(calls)).0
        };
        assert_eq!(rehearsed(&[], &calls()), [None, None, None, None], "the table that the plan has put up is near");
        let needs = |words: &str| Some(words.to_owned());
        assert_eq!(
            rehearsed(&[("oak_planks", 1)], &calls()[2..]),
            [needs("needs 8 planks; 1 is held then"), None],
            "without the logs and the planks"
        );
        let place = call("place_block", json!({"block": "torch"}));
        assert_eq!(rehearsed(&[], &[place]), [needs("needs 1 torch; none is held then")]);
        let torches = call("craft", json!({"item": "torch"}));
        assert_eq!(rehearsed(&[], &[torches]), [needs("needs 1 charcoal and 1 stick; none and none are held then")]);
        let iron = call("mine", json!({"target": "iron_ore"}));
        assert!(rehearsed(&[], &[iron])[0].as_ref().is_some_and(|words| words.contains("stone_pickaxe")));
    }

    #[test]
    fn each_later_fault_is_one_of_its_own() {
        let place = call("place_block", json!({"block": "torch"}));
        let (breaks, held) = rehearse(&holding(&[]), &[], &drafts(&[place.clone(), place]));
        assert!(breaks.iter().all(Option::is_some), "{breaks:?}");
        assert!(held.is_empty());
    }

    #[test]
    fn a_goal_owes_its_deeds_and_not_what_only_served_them() {
        let steps = drafts(&[
            call("mine", json!({"target": "oak_log", "count": 2})),
            call("craft", json!({"item": "oak_planks", "count": 8})),
            call("place_block", json!({"block": "oak_planks"})),
            call("smelt", json!({"item": "glass"})),
        ]);
        let owed = |at: usize, ends: &[&str]| is_owed(&steps[at], &steps[at + 1..], ends);
        assert!(!owed(0, &[]), "the logs are made into planks");
        assert!(!owed(1, &[]), "the planks are placed");
        assert!(owed(2, &[]), "that they stand is what was asked");
        assert!(owed(3, &[]), "nothing is made of the glass");
        assert!(!owed(3, &["glass"]), "at the end it must be held anyway");
        let table = drafts(&[call("place_block", json!({"block": "crafting_table"}))]);
        assert!(is_owed(&table[0], &[], &[]));
        assert!(!is_owed(&table[0], &[super::super::drafts::take_back("crafting_table")], &[]));
    }

    #[test]
    fn what_is_owed_another_step_may_show_once() {
        let place = drafts(&[call("place_block", json!({"block": "torch"}))]).remove(0);
        let take = |count: u32| drafts(&[call("take", json!({"item": "dirt", "count": count}))]).remove(0);
        assert_eq!(unmet(&[place.clone(), place.clone()], &[&place]), [&place]);
        assert!(unmet(&[take(3)], &[&take(4)]).is_empty());
        assert_eq!(unmet(&[take(3)], &[&take(2)]), [&take(3)]);
        let here = call("place_block", json!({"block": "torch", "x": 1, "y": 64, "z": 1}));
        assert!(is_lasting(&drafts(&[here])[0].expectation) && !is_lasting(&place.expectation));
    }

    #[test]
    fn words_are_one_call_or_refused() {
        let here = Some(Vec3::new(4.5, 64.0, 9.5));
        let title = |words: &str| one_call(words, here).map(|call| call.title()).map_err(|error| error.message);
        for (words, told) in [
            ("mine 3 dirt", "mine 3 dirt"),
            ("get 2 oak logs", "mine 2 oak_log"),
            ("craft 4 sticks", "craft 4 stick"),
            ("get me a chest", "craft 1 chest"),
            ("smelt 3 iron", "smelt 3 iron_ingot"),
            ("get 2 iron ingots", "smelt 2 iron_ingot"),
            ("get 5 coal", "mine 5 coal"),
            ("place a torch", "place torch nearby"),
            ("say hello", "say \"hello\""),
            ("go to 10 20", "go to 10, 20"),
            ("eat an apple", "eat 1 apple"),
            ("jump", "jump"),
        ] {
            assert_eq!(title(words), Ok(told.to_owned()), "{words}");
        }
        assert!(title("mine 3 dirt and say hello").unwrap_err().contains("more than one step"));
        assert!(title("place 3 torches").unwrap_err().contains("one block"));
        assert!(title("wibble the wobble").is_err());
        assert!(title("undo").is_err());
    }
}
