//! What a goal changes, call by call, as the server has shown it; and what was changed last by a bot, which "undo" is about.

use std::collections::BTreeSet;

use bevy::prelude::*;
use serde_json::Value;

use super::{placed::Placed, planning::Plan, step::Step};
use crate::{
    domain::{
        BlockPos, BodySlot, Build, GoalState, ItemCounts, Observation, ToolRequest, ToolResult, Vec3, degrees_between,
    },
    knowledge::{self, plain},
    mind::{
        agent::{Buildings, GoalOf, Land, LastDone, Seen, SeenBlocks},
        goals::Goal,
        plan::undo::{Built, Change, LastGoal, is_undo},
    },
    voxel::SeenWorld,
};

/// Who turns by less than this has not turned, in degrees.
const LOOK: f32 = 2.0;

/// On a goal: what it has changed that was not told its bot yet, oldest first.
#[derive(Component, Debug, Default)]
pub struct Changes {
    list: Vec<Change>,
    /// Where the bot stood when the goal began, and in which dimension, once a call was to lead it elsewhere.
    from: Option<(Vec3, String)>,
    /// Where the door or lever stands that was used last.
    used: Option<BlockPos>,
    /// What is being built.
    building: Option<Build>,
    /// Where earth was dug that no building has been begun with.
    earth: BTreeSet<BlockPos>,
    /// The call that runs, and how it was before it.
    under_way: Option<Before>,
}

/// How it was before a call.
#[derive(Debug)]
struct Before {
    request: ToolRequest,
    held: ItemCounts,
    body: [Option<String>; 6],
    yaw: f32,
    feet: BlockPos,
}

fn on_body(seen: &Observation) -> [Option<String>; 6] {
    BodySlot::ALL.map(|slot| seen.at(slot).map(|stack| stack.item.clone()))
}

impl Changes {
    /// A step's call begins. What only takes back what the goal itself has put up changes nothing.
    /// `again`: an earlier run had begun the same.
    pub fn begin(&mut self, step: &Step, plan: &Plan, seen: &Observation, blocks: &SeenWorld, again: bool) {
        let request = &step.request;
        if let ToolRequest::Build(build) = request
            && build.drawing.is_none()
        {
            self.build(build, seen, blocks, again);
        }
        let leads_away = matches!(
            request,
            ToolRequest::Navigate(_)
                | ToolRequest::GoToBlock(_)
                | ToolRequest::GoToPlayer(_)
                | ToolRequest::Follow(_)
                | ToolRequest::Explore(_)
        );
        // A walk that only a recovery put in is a means.
        if leads_away && plan.draft.steps.iter().any(|step| step.request.name() == request.name()) {
            let began = plan.began.position.unwrap_or(seen.position);
            self.from.get_or_insert_with(|| (began, plan.began.dimension.clone()));
        }
        self.under_way = step.takes_back.is_none().then(|| Before {
            request: request.clone(),
            held: seen.inventory(),
            body: on_body(seen),
            yaw: seen.yaw,
            feet: seen.position.block(),
        });
    }

    /// A building is begun, or gone on with: what was there before the first call for it counts.
    fn build(&mut self, build: &Build, seen: &Observation, blocks: &SeenWorld, again: bool) {
        let whole = build.whole();
        if self.building.replace(whole.clone()).is_some_and(|known| known == whole) {
            return;
        }
        let built = Built::of(&whole, std::mem::take(&mut self.earth), seen, blocks).filter(|_| !again);
        self.list.push(built.map_or(Change::Lasting("built"), |built| Change::Built(Box::new(built))));
    }

    /// The buildings that it has begun.
    pub fn built(&self) -> impl Iterator<Item = &Built> {
        self.list.iter().filter_map(|change| match change {
            Change::Built(built) => Some(&**built),
            _ => None,
        })
    }

    /// The call has ended. `done`: the server shows what it was for; what it says to have done and nobody sees does not count.
    pub fn end(&mut self, result: &ToolResult, done: bool, seen: &Observation) {
        let Some(before) = self.under_way.take() else { return };
        let told = match &result.error {
            Some(error) => Some(&error.context),
            None => result.data.as_ref().filter(|_| done),
        };
        if matches!(before.request, ToolRequest::UseItem(_)) {
            self.used = told.and_then(BlockPos::told_by).or(self.used);
        }
        let built = self.list.iter_mut().rev().find_map(|change| match change {
            Change::Built(built) => Some(&mut built.earth),
            _ => None,
        });
        built.unwrap_or(&mut self.earth).extend(told.into_iter().flat_map(|told| places(told, "earth")));
        let changes = before.changes(told.unwrap_or(&Value::Null), done, seen);
        for change in changes {
            let is_known = match &change {
                Change::Lasting(_) => self.list.contains(&change),
                // How it was before the first of them counts.
                Change::Worn { slot, .. } => {
                    self.list.iter().any(|known| matches!(known, Change::Worn { slot: other, .. } if other == slot))
                }
                Change::Turned { .. } => self.list.iter().any(|known| matches!(known, Change::Turned { .. })),
                _ => false,
            };
            if !is_known && !self.takes_down_own(&before.request, &change) {
                self.list.push(change);
            }
        }
    }

    /// Whether it is no more than one of the goal's own blocks that is broken.
    fn takes_down_own(&self, request: &ToolRequest, change: &Change) -> bool {
        matches!(change, Change::Lasting(_)) && request.breaks().is_some_and(|broken| self.has_placed(broken))
    }

    fn has_placed(&self, there: BlockPos) -> bool {
        self.list.iter().any(|change| matches!(change, Change::Placed { at, .. } if *at == there))
    }

    /// Where the door or lever stands that the goal has used last.
    pub fn used(&self) -> Option<BlockPos> {
        self.used
    }

    /// Where the chest stands that the goal has put up last.
    pub fn chest(&self) -> Option<BlockPos> {
        self.list.iter().rev().find_map(|change| match change {
            Change::Placed { block, at } if knowledge::is_chest(block) => Some(*at),
            _ => None,
        })
    }

    /// Takes over which blocks stand because of the goal.
    pub fn follow(&mut self, placed: &Placed) {
        self.list.retain(|change| match change {
            Change::Placed { at, .. } => placed.0.iter().any(|placed| placed.at == *at),
            _ => true,
        });
        for placed in &placed.0 {
            if !self.has_placed(placed.at) {
                self.list.push(Change::Placed { block: plain(&placed.block).to_owned(), at: placed.at });
            }
        }
    }

    /// What a call that was withdrawn has done nobody tells: more than that something is different is not known.
    pub(super) fn cut_short(&mut self, seen: &Observation) {
        let Some(before) = self.under_way.take() else { return };
        let is_known = matches!(before.request, ToolRequest::Build(_));
        if !is_known && before.held != seen.inventory() {
            let title = before.request.title();
            self.list.push(Change::Lost(format!("what \"{title}\" had done when it was stopped stays as it is")));
        }
    }
}

impl Before {
    /// What is different since. `told`: the outcome's data, or its error's context.
    fn changes(&self, told: &Value, done: bool, seen: &Observation) -> Vec<Change> {
        match &self.request {
            ToolRequest::Store(_) => moved(told).map(|(item, count, at)| Change::Stored { item, count, at }).collect(),
            ToolRequest::Take(_) => moved(told).map(|(item, count, at)| Change::Taken { item, count, at }).collect(),
            ToolRequest::Drop(_) => {
                let now = seen.inventory();
                let dropped = self.held.iter().map(|(item, had)| (item, had.saturating_sub(now.count(item))));
                let dropped = dropped.filter(|(_, count)| *count > 0);
                dropped.map(|(item, count)| Change::Dropped { item: item.to_owned(), count, at: self.feet }).collect()
            }
            ToolRequest::PickUp(_) => {
                let now = seen.inventory();
                let got = now.iter().map(|(item, has)| (item, has.saturating_sub(self.held.count(item))));
                let got = got.filter(|(_, count)| *count > 0);
                got.map(|(item, count)| Change::PickedUp { item: item.to_owned(), count }).collect()
            }
            ToolRequest::Fill(fill) => {
                let block = plain(&fill.block);
                places(told, "placed_at").map(|at| Change::Filled { block: block.to_owned(), at }).collect()
            }
            ToolRequest::Light(_) => places(told, "placed_at").map(|at| Change::Lit { at }).collect(),
            ToolRequest::Equip(_) | ToolRequest::TakeOff(_) => self.worn(seen),
            ToolRequest::Face(_) if degrees_between(self.yaw, seen.yaw) > LOOK => {
                vec![Change::Turned { before: self.yaw }]
            }
            ToolRequest::Face(_) => Vec::new(),
            ToolRequest::UseItem(used) if used.item.is_none() => self.used(told).into_iter().collect(),
            request => {
                let broke = told["broken"].as_u64().or(told["blocks_broken"].as_u64()).is_some_and(|broken| broken > 0);
                let is_shown = done && told["changed"] != false || broke || self.held != seen.inventory();
                lasting(request).filter(|_| is_shown).map(Change::Lasting).into_iter().collect()
            }
        }
    }

    /// What is in other hands or worn otherwise than before. The main hand holds what a call needs: it counts where that was asked.
    fn worn(&self, seen: &Observation) -> Vec<Change> {
        let asked = match &self.request {
            ToolRequest::Equip(equip) => {
                vec![equip.slot.unwrap_or_else(|| knowledge::usual_slot(plain(&equip.item)))]
            }
            ToolRequest::TakeOff(off) => off.slots(),
            _ => Vec::new(),
        };
        let slots = BodySlot::ALL.into_iter().zip(&self.body).zip(on_body(seen));
        let changed = slots
            .filter(|((slot, before), now)| *before != now && (*slot != BodySlot::MainHand || asked.contains(slot)));
        changed.map(|((slot, before), _)| Change::Worn { slot, before: before.clone() }).collect()
    }

    /// What the hand has opened, shut or flipped.
    fn used(&self, told: &Value) -> Option<Change> {
        let (block, at) = (told["block"].as_str()?, BlockPos::told_by(told)?);
        if told["changed"] == false {
            return None;
        }
        if knowledge::is_momentary(block) {
            return Some(Change::Lasting("pressed"));
        }
        let flipped = |(name, value): (&String, &Value)| {
            let before = match value.as_str()? {
                "true" => "false",
                "false" => "true",
                _ => return None,
            };
            Some((name.clone(), before.to_owned()))
        };
        let before = told["state"].as_object()?.iter().filter_map(flipped).collect();
        Some(Change::Used { block: block.to_owned(), at, before })
    }
}

/// What went into each chest, or came out of it.
fn moved(told: &Value) -> impl Iterator<Item = (String, u32, BlockPos)> {
    let chests = told["chests"].as_array().into_iter().flatten();
    chests.filter_map(|chest| Some((BlockPos::told_by(chest)?, chest["moved"].as_object()?))).flat_map(|(at, moved)| {
        let counted = moved.iter().filter_map(|(item, count)| Some((item, u32::try_from(count.as_u64()?).ok()?)));
        counted.map(move |(item, count)| (item.clone(), count, at)).collect::<Vec<_>>()
    })
}

/// The places that a call lists by this name.
fn places<'t>(told: &'t Value, name: &str) -> impl Iterator<Item = BlockPos> + use<'t> {
    told[name].as_array().into_iter().flatten().filter_map(BlockPos::told_by)
}

/// In a word what a call has done that none undoes; nothing where nothing is different then.
fn lasting(request: &ToolRequest) -> Option<&'static str> {
    Some(match request {
        ToolRequest::Mine(_) => "mined",
        ToolRequest::Craft(_) => "crafted",
        ToolRequest::Smelt(_) => "smelted",
        ToolRequest::Clear(_) => "cleared",
        ToolRequest::Build(build) if build.drawing.is_some() => "torn down",
        ToolRequest::Harvest(_) => "harvested",
        ToolRequest::Eat(_) => "eaten",
        ToolRequest::Chat(_) => "said",
        ToolRequest::Give(_) => "given away",
        ToolRequest::Sort(_) => "sorted",
        ToolRequest::Sleep(_) => "slept through",
        ToolRequest::Remember(_) => "named",
        ToolRequest::UseItem(_) => "used",
        _ => return None,
    })
}

/// Takes note of the buildings that are begun.
pub(in crate::mind) fn note_buildings(
    goals: Query<(&GoalOf, &Changes), Changed<Changes>>,
    agents: Query<&Land>,
    mut buildings: ResMut<Buildings>,
) {
    for (of, changes) in &goals {
        let Ok(land) = agents.get(of.0) else { continue };
        for built in changes.built() {
            let known =
                buildings.0.iter().any(|(server, known)| *server == land.server && known.before == built.before);
            if !known {
                buildings.0.push((land.server.clone(), built.clone()));
            }
        }
    }
}

/// Takes note of what a goal that is over has changed; and of what an undo has, which is then done no more.
pub(in crate::mind) fn note_last_done(
    mut goals: Query<(&Goal, &GoalState, &GoalOf, &Placed, &mut Changes), Changed<GoalState>>,
    mut agents: Query<(&Seen, &mut LastDone)>,
    blocks: Res<SeenBlocks>,
) {
    for (goal, state, of, placed, mut changes) in &mut goals {
        let Ok((seen, mut last)) = agents.get_mut(of.0) else { continue };
        let Some(seen) = &seen.0 else { continue };
        if *state != GoalState::Active {
            changes.cut_short(seen);
        }
        if is_undo(&goal.text) {
            let Some(last) = &mut last.0 else { continue };
            last.settle(&std::mem::take(&mut changes.list), blocks.of(of.0));
            last.undone |= *state == GoalState::Done;
        } else if state.is_over() {
            changes.follow(placed);
            let (list, from) = (std::mem::take(&mut changes.list), changes.from.take());
            let from =
                from.filter(|(from, dimension)| from.block() != seen.position.block() || *dimension != seen.dimension);
            take_note(&mut last.0, goal, list, from, &seen.dimension);
        }
    }
}

/// A goal is what was done last, if it has changed anything. One that was tried again is so as a whole.
fn take_note(
    last: &mut Option<LastGoal>,
    goal: &Goal,
    mut changes: Vec<Change>,
    from: Option<(Vec3, String)>,
    dimension: &str,
) {
    if changes.is_empty() && from.is_none() {
        return;
    }
    let (mut first, dimension) = (from, dimension.to_owned());
    if let Some(before) = last.take_if(|last| last.goal == goal.id && !last.undone) {
        changes = before.changes.into_iter().chain(changes).collect();
        first = before.from.or(first);
    }
    let text = goal.text.clone();
    *last = Some(LastGoal { goal: goal.id, text, dimension, from: first, changes, undone: false });
}
