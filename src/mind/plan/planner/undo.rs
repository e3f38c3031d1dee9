//! "undo": the last goal's changes one by one, the newest first, each by the call that changes it back.

use std::collections::BTreeSet;

use super::{Planning, block_to_mine};
use crate::{
    construction::{Building, filled},
    domain::{
        BlockPos, Clear, Equip, ErrorCode, Face, ItemCounts, Mine, Navigate, PickUp, Store, Take, TakeOff, ToolError,
        ToolRequest, UseItem, Volume, shortened,
    },
    knowledge::{self, mine_target},
    mind::plan::{
        drafts::draft,
        graph::Graph,
        hollows::cut,
        stock::have,
        undo::{Built, Change, LastGoal},
    },
};

/// So many blocks are taken down one by one, and are held then. What is more, and what fills a hole, is dug away as boxes: there is a
/// way out of those.
const ONE_BY_ONE: usize = 64;
/// What was thrown away lies within so many blocks of who threw it.
const THROWN: u32 = 8;
/// Characters that are said of the goal that is undone.
const SHOWN: usize = 60;

/// What stays as it is.
#[derive(Default)]
struct Rest {
    lasting: Vec<&'static str>,
    words: Vec<String>,
}

impl Rest {
    fn add(&mut self, words: String) {
        if !self.words.contains(&words) {
            self.words.push(words);
        }
    }

    /// In words; nothing where nothing stays.
    fn told(&self) -> Option<String> {
        let lasting = match self.lasting.split_last() {
            None => None,
            Some((last, [])) => Some(format!("what was {last} stays as it is")),
            Some((last, others)) => Some(format!("what was {} and {last} stays as it is", others.join(", "))),
        };
        let told: Vec<String> = lasting.into_iter().chain(self.words.iter().cloned()).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }
}

impl Planning<'_> {
    /// # Errors
    /// `ACTION_FAILED`: nothing was done, it is undone already, or nothing of it can be undone.
    pub(super) fn undo(&mut self) -> Result<(), ToolError> {
        let refused = |words: String| Err(ToolError::new(ErrorCode::ActionFailed, words));
        let state = self.state;
        let Some(last) = &state.last else {
            return refused("nothing has been done yet that could be undone".to_owned());
        };
        let name = format!("the last goal, {:?},", shortened(&last.text, SHOWN));
        if last.undone {
            return refused(format!("{name} is undone already, and an undo is not undone: say what is to be done"));
        }
        if last.dimension != self.state.dimension {
            let (there, here) = (&last.dimension, &self.state.dimension);
            return refused(format!("{name} cannot be undone from here: it was in {there}, and I am in {here}"));
        }
        let mut rest = Rest::default();
        self.change_back(last, &mut rest)?;
        match rest.told() {
            Some(told) if self.steps.is_empty() => return refused(format!("{name} cannot be undone: {told}")),
            Some(told) => self.whys.push(format!("{name} is undone as far as that can be: {told}")),
            None if self.steps.is_empty() => self.whys.push(format!("all that {name} changed is as it was before")),
            None => self.whys.push(format!("{name} is undone, the newest first")),
        }
        Ok(())
    }

    fn change_back(&mut self, last: &LastGoal, rest: &mut Rest) -> Result<(), ToolError> {
        let is_filled = |change: &Change| matches!(change, Change::Filled { .. });
        let singles: Vec<(&str, BlockPos)> =
            last.changes.iter().filter(|change| !is_filled(change)).filter_map(Change::put_up).collect();
        let is_much = singles.len() > ONE_BY_ONE;
        let mut turned = None;
        let (mut kinds, mut gathered, mut cells) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for change in last.changes.iter().rev() {
            match change {
                other if let Some((block, at)) = other.put_up() => {
                    if is_much || is_filled(other) {
                        cells.insert(at);
                        continue;
                    }
                    let alike = singles.iter().filter(|(kind, _)| *kind == block).count() as u32;
                    let tools_for = kinds.insert(block).then_some(alike);
                    self.take_down(block, at, tools_for, rest)?;
                }
                Change::Lasting(word) if !rest.lasting.contains(word) => rest.lasting.insert(0, word),
                Change::Lasting(_) => {}
                Change::PickedUp { .. } if !rest.lasting.contains(&PICKED_UP) => rest.lasting.insert(0, PICKED_UP),
                Change::PickedUp { .. } => {}
                Change::Lost(words) => rest.add(words.clone()),
                Change::Built(built) => self.tear_down(built)?,
                Change::Turned { before } => turned = Some(*before),
                Change::Dropped { item, count, at } => {
                    if gathered.insert((item, at)) {
                        self.pick_up(item, *at)?;
                    }
                    *self.regained.entry(item.clone()).or_default() += count;
                }
                other => match self.call_back(other) {
                    Ok((request, reason)) => self.add(vec![draft(request, reason.to_owned())])?,
                    Err(words) => rest.add(words),
                },
            }
        }
        if !cells.is_empty() {
            rest.add(format!("of the {} blocks that are dug away not all need be held again", cells.len()));
        }
        for volume in cut(&cells).into_iter().rev() {
            self.dig_away(volume)?;
        }
        match &last.from {
            Some((_, dimension)) if *dimension != self.state.dimension => {
                rest.add(format!("where I stood is in {dimension}, and I am in {}", self.state.dimension));
            }
            Some((from, _)) => {
                let BlockPos { x, y, z } = from.block();
                // On a floor lower than a block the feet are in it.
                let tolerance = u32::from(from.y.fract() > f64::EPSILON);
                let go = Navigate { x, y: Some(y), z, tolerance: Some(tolerance), dig: false };
                self.add(vec![draft(go.into(), "to where I stood before".to_owned())])?;
            }
            None => {}
        }
        // Whoever does something else turns.
        let face = turned.map(|before| Face { yaw: Some(before), ..Face::default() });
        self.add(face.map(|face| draft(face.into(), "as before".to_owned())).into_iter().collect())
    }

    /// The newest building of this name, or of any, gives way to what was there before.
    ///
    /// # Errors
    /// `ACTION_FAILED`: none is known.
    pub(super) fn tear_down_newest(&mut self, named: Option<&str>) -> Result<(), ToolError> {
        let is_meant = |built: &&Built| named.is_none_or(|named| built.blueprint == named);
        let Some(built) = self.state.buildings.iter().rev().find(is_meant) else {
            let what = named.map_or("nothing".to_owned(), |named| format!("no {}", named.replace('_', " ")));
            let words = format!(
                "I know of {what} that I have built since I came (say: clear from 1 64 1 to 5 67 5, which digs all of it away)"
            );
            return Err(ToolError::new(ErrorCode::ActionFailed, words));
        };
        self.tear_down(built)
    }

    /// Builds what was there before a building; its blocks are held then. What that takes lies about mostly, and whatever does not is
    /// got once it is missed.
    fn tear_down(&mut self, built: &Built) -> Result<(), ToolError> {
        let what = &built.what;
        let before = Building::of(&built.before)?;
        let (low, high) = (before.volume().low(), before.volume().high());
        self.whys.push(format!(
            "the {what} from {low} to {high} gives way to what was there before, as far as hands put it back"
        ));
        let digs = built.blocks.iter().filter_map(|(name, count)| Some((knowledge::block(name)?, *count)));
        let slow: Vec<_> = digs.filter(|(block, _)| knowledge::clearing_tool(block).is_some()).collect();
        let graph = Graph::new(&self.state.known, &self.sim.held, None);
        self.tools_to_dig(&graph, &slow, what)?;
        self.add(vec![draft(built.before.clone().into(), format!("the {what} is to be gone"))])?;
        // What lay about is held by then.
        let ground = filled(&format!("ground that was dug for the {what}"), &built.earth, "dirt");
        self.add(
            ground.map(|ground| draft(ground.into(), "earth was dug there for it".to_owned())).into_iter().collect(),
        )
    }

    /// The call that changes something back, and why; or, in words, why there is none.
    fn call_back(&self, change: &Change) -> Result<(ToolRequest, &'static str), String> {
        let held = |item: &str| have(&self.sim.held, item);
        Ok(match change {
            Change::Stored { item, count, at: BlockPos { x, y, z } } => {
                let (count, x, y, z) = (Some(*count), Some(*x), Some(*y), Some(*z));
                (Take { item: item.clone(), count, x, y, z, ..Take::default() }.into(), "they were put in there")
            }
            Change::Taken { item, count, .. } if held(item) < *count => {
                return Err(format!("{count} {item} were taken out, and {} are held", held(item)));
            }
            Change::Taken { item, count, at: BlockPos { x, y, z } } => {
                let (item, count, x, y, z) = (Some(item.clone()), Some(*count), Some(*x), Some(*y), Some(*z));
                (Store { item, count, x, y, z, ..Store::default() }.into(), "they were taken out of there")
            }
            Change::Worn { slot, before: None } => {
                (TakeOff { item: None, slot: Some(*slot) }.into(), "nothing was there before")
            }
            Change::Worn { slot, before: Some(item) } if held(item) == 0 => {
                return Err(format!("the {item} that was {slot} is not held any more"));
            }
            Change::Worn { slot, before: Some(item) } => {
                (Equip { item: item.clone(), slot: Some(*slot) }.into(), "it was there before")
            }
            Change::Used { block, at: BlockPos { x, y, z }, before } => {
                let (block, x, y, z) = (Some(block.clone()), Some(*x), Some(*y), Some(*z));
                let used = UseItem { block, x, y, z, state: Some(before.clone()), ..UseItem::default() };
                (used.into(), "it was like that before")
            }
            other => return Err(format!("{other:?} is not undone by a call")),
        })
    }

    /// Breaks one block, so that it is held again, where it yields itself. `tools_for`: what it takes for so many of its kind has
    /// not been got yet.
    fn take_down(
        &mut self,
        block: &str,
        at: BlockPos,
        tools_for: Option<u32>,
        rest: &mut Rest,
    ) -> Result<(), ToolError> {
        let name = knowledge::plain(block);
        if !is_got_back(name) {
            let hard = knowledge::block(name).is_some_and(|block| block.hardness.is_none());
            if hard {
                rest.add(format!("{name} cannot be broken"));
                return Ok(());
            }
            rest.add(format!("{name} is dug away, and need not be held again"));
            return self.dig_away(Volume::block(at));
        }
        if let Some(count) = tools_for {
            let graph = Graph::new(&self.state.known, &self.sim.held, None);
            let digs = block_to_mine(&Mine::nearest(name, count), &self.sim.held, &graph)?;
            self.tools_to_dig(&graph, &[digs], name)?;
        }
        let mine = Mine { at: Some(at), ..Mine::nearest(name, 1) };
        self.add(vec![draft(mine.into(), "it was placed there".to_owned())])
    }

    fn dig_away(&mut self, volume: Volume) -> Result<(), ToolError> {
        self.add(vec![draft(Clear::from(volume).into(), "it was placed there".to_owned())])
    }

    /// Gathers what was thrown away: that all of it is held again, the end shows.
    fn pick_up(&mut self, item: &str, at: BlockPos) -> Result<(), ToolError> {
        if self.stands().is_none_or(|here| here.level_distance(at) > 2) {
            let go = Navigate { x: at.x, y: Some(at.y), z: at.z, tolerance: Some(2), dig: false };
            self.add(vec![draft(go.into(), format!("{item} was dropped there"))])?;
        }
        let pick_up = PickUp { item: Some(item.to_owned()), radius: Some(THROWN), leave: false };
        self.add(vec![draft(pick_up.into(), "as many as were dropped".to_owned())])
    }

    /// What is to be held in the end of what is picked up again, `after` being what the dry run holds. How many are picked up it does
    /// not know: to it they are one a step.
    pub(super) fn holds(&self, after: &ItemCounts) -> ItemCounts {
        let picks = |item: &str| {
            let picked = self.steps.iter().filter_map(|step| match &step.request {
                ToolRequest::PickUp(pick) => pick.item.as_deref(),
                _ => None,
            });
            picked.filter(|picked| *picked == item).count() as u32
        };
        let total = |item: &str, count: u32| after.count(item).saturating_sub(picks(item)).saturating_add(count);
        self.regained.iter().map(|(item, count)| (item.clone(), total(item, *count))).collect()
    }
}

/// What was picked up stays so: what lay about belongs to nobody's place.
const PICKED_UP: &str = "picked up";

/// Whether a block that is broken is held then, for sure.
fn is_got_back(name: &str) -> bool {
    mine_target(name).is_ok_and(|found| {
        let own = found.blocks.iter().filter(|block| knowledge::is_placed_from(block.name, name));
        let mut drops = own.flat_map(|block| block.drops.iter());
        drops.any(|drop| drop.item == name && drop.is_sure())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{BodySlot, Vec3},
        knowledge::SopLibrary,
        mind::plan::{
            planner::{is_beyond_models, plan_goal},
            state::PlannerState,
        },
    };

    const AT: BlockPos = BlockPos { x: 3, y: 64, z: 3 };

    fn last(changes: Vec<Change>) -> LastGoal {
        let (text, dimension) = ("get 3 logs".to_owned(), "overworld".to_owned());
        LastGoal { goal: 1, text, dimension, from: None, changes, undone: false }
    }

    fn state(held: &[(&str, u32)], last: Option<LastGoal>) -> PlannerState {
        PlannerState {
            inventory: held.iter().map(|(item, count)| ((*item).to_owned(), *count)).collect(),
            position: Some(Vec3::new(0.5, 64.0, 0.5)),
            dimension: "overworld".to_owned(),
            last,
            ..PlannerState::default()
        }
    }

    /// The steps of an undo, and its reason; or why there is none.
    fn undo(held: &[(&str, u32)], last: LastGoal) -> Result<(Vec<String>, String), String> {
        let plan = plan_goal("undo", &state(held, Some(last)), &SopLibrary::default());
        plan.map(|plan| (plan.steps.iter().map(|step| step.request.title()).collect(), plan.why))
            .map_err(|refusal| refusal.error.message)
    }

    fn steps_with(held: &[(&str, u32)], changes: Vec<Change>) -> Vec<String> {
        undo(held, last(changes)).map(|(steps, _)| steps).unwrap()
    }

    fn placed(block: &str, at: BlockPos) -> Change {
        Change::Placed { block: block.to_owned(), at }
    }

    fn dirt(count: u32) -> (String, u32) {
        ("dirt".to_owned(), count)
    }

    #[test]
    fn the_newest_is_changed_back_first_and_the_way_back_is_last() {
        let (item, count) = dirt(5);
        let stored = Change::Stored { item, count, at: AT };
        let head = Change::Worn { slot: BodySlot::Head, before: Some("iron_helmet".to_owned()) };
        let feet = Change::Worn { slot: BodySlot::Feet, before: None };
        let before = [("open".to_owned(), "false".to_owned())].into_iter().collect();
        let door = Change::Used { block: "oak_door".to_owned(), at: AT, before };
        let changes = vec![placed("chest", AT), stored, head, feet, door, Change::Turned { before: 90.0 }];
        let from = Some((Vec3::new(9.5, 70.0, 9.5), "overworld".to_owned()));
        let (steps, why) = undo(&[("iron_helmet", 1)], LastGoal { from, ..last(changes) }).unwrap();
        let expected = [
            "use oak_door[open=false] at 3, 64, 3",
            "take off what is on the feet",
            "equip iron_helmet in head",
            "take 5 dirt from the chest at 3, 64, 3",
            "mine chest at 3, 64, 3",
            "go to 9, 70, 9",
            "face 90 degrees",
        ];
        assert_eq!(steps, expected);
        assert!(why.contains("the last goal, \"get 3 logs\", is undone, the newest first"), "{why}");
    }

    #[test]
    fn what_cannot_be_undone_is_named() {
        let mined = vec![Change::Lasting("mined"), Change::Lasting("crafted"), Change::Lasting("eaten")];
        let refused = undo(&[], last(mined.clone())).unwrap_err();
        let words = "the last goal, \"get 3 logs\", cannot be undone: what was mined, crafted and eaten stays as it is";
        assert_eq!(refused, words);
        let (steps, why) = undo(&[], last([mined, vec![placed("torch", AT)]].concat())).unwrap();
        assert_eq!(steps, ["mine torch at 3, 64, 3"]);
        assert!(why.contains("as far as that can be: what was mined, crafted and eaten stays as it is"), "{why}");
        let gone = Change::Worn { slot: BodySlot::Head, before: Some("iron_helmet".to_owned()) };
        assert!(undo(&[], last(vec![gone])).unwrap_err().contains("the iron_helmet that was on the head is not held"));
        let (item, count) = dirt(5);
        let taken = || vec![Change::Taken { item: item.clone(), count, at: AT }];
        assert!(undo(&[("dirt", 4)], last(taken())).unwrap_err().contains("5 dirt were taken out, and 4 are held"));
        assert_eq!(steps_with(&[("dirt", 5)], taken()), ["store 5 dirt in the chest at 3, 64, 3"]);
    }

    #[test]
    fn nothing_is_undone_twice_or_from_elsewhere() {
        let plan = |last| plan_goal("undo", &state(&[], last), &SopLibrary::default());
        assert!(plan(None).unwrap_err().error.message.contains("nothing has been done yet"));
        let torch = || last(vec![placed("torch", AT)]);
        let refused = undo(&[], LastGoal { undone: true, ..torch() }).unwrap_err();
        assert!(refused.contains("is undone already, and an undo is not undone"), "{refused}");
        let elsewhere = undo(&[], LastGoal { dimension: "the_nether".to_owned(), ..torch() }).unwrap_err();
        assert!(elsewhere.contains("it was in the_nether, and I am in overworld"), "{elsewhere}");
        assert!(is_beyond_models("undo that") && !is_beyond_models("get 3 logs"));
    }

    #[test]
    fn what_does_not_yield_itself_is_dug_away_and_what_is_much_as_boxes() {
        let (steps, why) = undo(&[], last(vec![placed("glass", AT)])).unwrap();
        assert_eq!(steps, ["clear 3, 64, 3 to 3, 64, 3"]);
        assert!(why.contains("glass is dug away, and need not be held again"), "{why}");
        let cells = Volume::between(AT, AT.offset(9, 1, 9)).cells();
        let much = cells.map(|at| Change::Filled { block: "dirt".to_owned(), at }).collect();
        let (steps, why) = undo(&[], last(much)).unwrap();
        assert_eq!(steps, ["clear 3, 64, 3 to 12, 65, 12"]);
        assert!(why.contains("of the 200 blocks that are dug away not all need be held again"), "{why}");
        let tools =
            steps_with(&[("stick", 2), ("oak_planks", 3), ("crafting_table", 1)], vec![placed("cobblestone", AT)]);
        assert!(tools.iter().any(|step| step == "craft 1 wooden_pickaxe"), "its tool first: {tools:?}");
    }

    #[test]
    fn what_was_dropped_is_to_be_held_again() {
        let dropped = |count| {
            let (item, count) = dirt(count);
            Change::Dropped { item, count, at: AT }
        };
        let last = last(vec![dropped(5), dropped(2)]);
        let plan = plan_goal("undo", &state(&[("dirt", 3)], Some(last)), &SopLibrary::default()).unwrap();
        let steps: Vec<String> = plan.steps.iter().map(|step| step.request.title()).collect();
        assert_eq!(steps, ["go to 3, 64, 3", "pick up dirt within 8 blocks"]);
        assert_eq!(plan.holds.count("dirt"), 10);
    }
}
