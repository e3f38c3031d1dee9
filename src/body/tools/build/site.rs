//! A building that is being built: what is wrong with it, what can be done about that from where, and doing it.

use std::rc::Rc;

use serde::Serialize;
use serde_json::{Value, json};
use tracing::trace;

use super::super::navigate::navigate_while;
use crate::{
    body::skills::{
        cells::{CORNER, Cell, Cells, Deed, HOP, LAYER, Reached},
        click::click_face,
        collect,
        cx::Cx,
        dig, hold,
        others::Waited,
        path::{Found, Rules, find},
        rise, walk,
    },
    construction::{Building, Fault, Wanted, fault},
    domain::{BlockPos, ErrorCode, ItemCounts, LASTING, Navigate, PosMap, PosSet, ToolError, Volume},
    knowledge,
};

/// Times that a cell may fail before it is given up.
const FAILURES: u32 = 3;
/// Stands of a cell that may turn out to be none.
const ASTRAY: u32 = 12;
/// How much sooner than its layer comes what its neighbours would keep from becoming what it is to be, in ticks.
const EARLY: f32 = 20.0;
/// Cells that are looked at at once.
const AT_ONCE: usize = 256;
/// How far a stand is looked for, in blocks, and how many nodes are looked at for it.
const RANGE: i32 = 64;
const NODES: usize = 8_000;
/// Who is nearer to the site than this goes straight to work, in blocks.
const NEAR: u32 = 16;
/// How far off what lies about is picked up, in blocks.
pub(super) const LYING: f64 = 16.0;
/// Ticks in which a jump comes high enough, or never will.
const HIGH: u64 = 8;

/// Where a prop stands, and for which cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prop {
    pub at: BlockPos,
    pub cell: BlockPos,
}

/// Where one rises, and how high.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pillar {
    pub foot: BlockPos,
    pub high: i32,
}

/// A building that is being built.
pub(super) struct Site<'a> {
    pub cx: &'a Cx,
    pub building: &'a Building,
    pub part: Volume,
    /// What may go besides what is in the way of every building.
    pub over: Vec<&'static str>,
    /// Where this call has put blocks.
    pub placed: Vec<BlockPos>,
    /// How many it has dug.
    pub dug: u32,
    /// How many it has laid under itself.
    pub laid: u32,
    pub failures: PosMap<BlockPos, u32>,
    /// What nobody digs on his way: its cells, and what they stand on.
    pub kept: PosMap<BlockPos, ()>,
    pub ground: PosMap<BlockPos, ()>,
    /// By cell, the stands that it is not worked at from: nobody could leave there once it is filled, or it is out of reach after all.
    pub barred: PosMap<BlockPos, Rc<PosSet<BlockPos>>>,
    /// How many stands of a cell have turned out to be none.
    pub strayed: PosMap<BlockPos, u32>,
    /// What is put up as a prop, and in its place afterwards.
    pub earth: &'a Wanted,
    pub nothing: &'a Wanted,
    /// The props that stand; and all that there were.
    pub props: Vec<Prop>,
    pub propped: Vec<Prop>,
    /// How many the server did not let stand, since it last did.
    pub undone: u32,
    /// What comes early, of what goes by its neighbours.
    pub early: PosSet<BlockPos>,
    /// What is hard to get at once both of its neighbors stand.
    pub corners: PosSet<BlockPos>,
    /// How often something was taken out again to make room.
    pub torn: u32,
    pub spent: Spent,
    /// From where it was worked, each place once.
    pub stood: Vec<BlockPos>,
    /// Whether others build it as well, or will.
    pub is_shared: bool,
    /// Where one is about to rise on earth, or go over it, and comes back.
    pub earthwork: Vec<Volume>,
    /// How much was wrong when others were last waited for, and how long they have been since.
    pub left: usize,
    pub waited: Waited,
}

/// Ticks by what was done in them; the others went by on the way.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Spent {
    pub placing: u64,
    pub digging: u64,
    /// Up on earth of one's own, and down again.
    pub rising: u64,
}

/// Where a walk to work has led.
pub(super) enum Gone {
    There(Reached),
    /// Not to where this cell can be worked at, against all that was reckoned; to there.
    Astray(usize, BlockPos),
    /// Nowhere: something holds one fast where one stands.
    Stuck,
    /// Nowhere: another bot is at that cell.
    Taken,
    /// There is no stand for any.
    Nowhere,
}

/// A cell with what is wrong in it.
pub(super) type Faulty<'a> = (BlockPos, &'a Wanted, Fault);

impl<'a> Site<'a> {
    /// Goes to the site from wherever one is.
    pub(super) async fn come_near(&self) -> Result<(), ToolError> {
        let (low, high) = (self.part.low(), self.part.high());
        let (x, z) = (i32::midpoint(low.x, high.x), i32::midpoint(low.z, high.z));
        let half = ((high.x - low.x).max(high.z - low.z) / 2).unsigned_abs();
        let away = self.cx.feet()?.level_distance(BlockPos::new(x, low.y, z));
        if away > half + NEAR {
            // Under its middle there may be a ravine, whose bottom is not meant.
            let middle = BlockPos::new(x, low.y, z);
            let y = self.cx.shown().terrain.is_loaded(middle.chunk()).then_some(low.y);
            let to = Navigate { x, y, z, tolerance: Some(half + NEAR / 4), dig: true };
            navigate_while(self.cx, to, &|_| true).await?;
        }
        Ok(())
    }

    pub(super) async fn come_into_sight(&self) -> Result<(), ToolError> {
        let unseen = |cx: &Cx| {
            let mut cells = self.building.wants().filter(|(at, _)| self.part.contains(*at));
            cells.find(|(at, _)| cx.shown().terrain.state(*at).is_none()).map(|(at, _)| at)
        };
        while let Some(at) = unseen(self.cx) {
            walk::into_sight(self.cx, at).await?;
        }
        Ok(())
    }

    /// What is wrong, from the bottom up. The second half of what is put in one goes with the first.
    pub(super) fn faults(&self) -> Vec<Faulty<'a>> {
        let shown = self.cx.shown();
        let difference = self.building.difference(|at| shown.terrain.state(at));
        difference.faults.into_iter().filter(|(at, ..)| self.part.contains(*at)).collect()
    }

    /// Of what is wrong and can be tried with what is held: what is to go, and of the rest what comes first, the nearest of a layer.
    fn next_ones<'f>(&self, faults: &'f [Faulty<'a>]) -> Vec<&'f Faulty<'a>> {
        let (shown, feet) = (self.cx.shown(), self.cx.feet().unwrap_or_default());
        let held = shown.windows.counts();
        let (taken, bodies) = (&shown.terrain.taken, self.bodies());
        let is_due = |(at, wanted, fault): &&Faulty<'a>| {
            let is_held = || wanted.item().is_some_and(|(item, _)| held.count(item) > 0);
            let is_free = !taken.contains(*at) && (wanted.is_air() || !Self::is_stood_in(&bodies, *at));
            is_free && self.may_be_tried(*at) && (*fault != Fault::Missing || !wanted.comes_with_another() && is_held())
        };
        let nearest = |mut of: Vec<&'f Faulty<'a>>, count: usize| {
            if of.len() > count {
                of.sort_by_key(|(at, ..)| at.level_distance(feet));
                of.truncate(count);
            }
            of
        };
        let (extra, rest): (Vec<_>, Vec<_>) =
            faults.iter().filter(is_due).partition(|fault| matches!(fault.2, Fault::Extra(_)));
        let mut next = nearest(extra, AT_ONCE);
        let last = next.len() + AT_ONCE;
        for layer in rest.chunk_by(|one, other| one.0.y == other.0.y) {
            let room = last - next.len();
            next.extend(nearest(layer.to_vec(), room));
            if next.len() == last {
                break;
            }
        }
        next
    }

    /// What can be done about it with what is held.
    pub(super) fn doable(&self, faults: &[Faulty<'a>]) -> Vec<Cell<'a>> {
        let view = &self.cx.view();
        let is_left = |(at, ..): &&Faulty<'a>| self.may_be_tried(*at);
        let next = self.next_ones(faults);
        // What stands on what is to go waits for what comes there.
        let to_go: PosSet<BlockPos> =
            faults.iter().filter(|(.., fault)| matches!(fault, Fault::Wrong(_))).map(|(at, ..)| *at).collect();
        let (to_go, is_cleared_first) = (&to_go, self.is_still_cleared(faults));
        let others_first = &self.others_first(faults);
        let cells = |lowest: i32| {
            next.iter().filter_map(move |(at, wanted, fault)| {
                let failed = self.failures.get(at).copied().unwrap_or(0);
                let later = match (self.early.contains(at), self.corners.contains(at)) {
                    (true, _) => 0.0,
                    (_, true) => EARLY - CORNER,
                    _ => EARLY,
                };
                let price = LAYER * ((at.y - lowest) as f32 + failed as f32) + later;
                match fault {
                    // What lies on top of others goes first, and all of it before anything is put.
                    Fault::Extra(_) if self.props.iter().any(|prop| prop.at == *at) => None,
                    Fault::Extra(_) => Some(Cell::dig(*at, wanted, 0.0)),
                    Fault::Wrong(_) => Some(Cell::dig(*at, wanted, price)),
                    Fault::Turned => Some(Cell::turn(*at, wanted, price)),
                    Fault::Missing if is_cleared_first || to_go.contains(&at.down()) => None,
                    Fault::Missing if others_first.contains(at) => None,
                    Fault::Missing => {
                        let cell = Cell::put(view, *at, wanted, wanted.item()?.0, price)?;
                        Some(Cell { not_from: self.barred.get(at).cloned(), ..cell })
                    }
                    Fault::Unseen => None,
                }
            })
        };
        let lowest = cells(0).map(|cell| cell.at.y).min().unwrap_or_default();
        // What stood by a cell goes once that is done, or given up.
        let is_over = |prop: &&Prop| {
            let cell = faults.iter().find(|(at, ..)| *at == prop.cell);
            cell.is_none_or(|fault| !is_left(&fault) || !matches!(fault.2, Fault::Missing))
        };
        let props = self
            .props
            .iter()
            .filter(is_over)
            .filter(|prop| self.may_be_tried(prop.at) && !self.cx.shown().terrain.traits(prop.at).passable())
            .map(|prop| Cell::dig(prop.at, self.nothing, 0.0));
        cells(lowest).chain(props).collect()
    }

    /// What is in the way and was put there by somebody.
    pub(super) fn check_obstacles(&self, faults: &[Faulty]) -> Result<(), ToolError> {
        let shown = self.cx.shown();
        let ours =
            |state: u16| self.building.blueprint().palette.iter().any(|wanted| wanted.block.states().contains(&state));
        let other = faults.iter().find_map(|(at, wanted, fault)| {
            let (Fault::Wrong(state) | Fault::Extra(state)) = *fault else { return None };
            let block = knowledge::block_of_state(state)?;
            let may_go = shown.terrain.traits(*at).natural()
                || knowledge::dig_ticks(block, None) == Some(0)
                || self.over.contains(&block.name);
            (!may_go && !ours(state) && !rise::is_laid(block.name)).then_some((*at, *wanted, block))
        });
        let Some((at, wanted, block)) = other else { return Ok(()) };
        let to_be = if wanted.is_air() { "nothing".to_owned() } else { wanted.to_string() };
        let message = format!("{} stands at {at}, where {to_be} is to be: clear it first", block.name);
        let mut told = self.told();
        told["target"] = json!(at);
        told["expected"] = json!(to_be);
        told["seen"] = json!(block.name);
        told[LASTING] = json!(true);
        Err(ToolError::new(ErrorCode::ActionFailed, message).with(told))
    }

    /// Goes to where some cell can be worked at, the cheapest with the way there.
    pub(super) async fn go_to_work(&self, cells: &Cells<'a>) -> Result<Gone, ToolError> {
        let cx = self.cx;
        let here = if cx.on_ground()? { cells.from(&cx.view(), cx.position()?) } else { None };
        if let Some(reached) = here.filter(|reached| reached.price <= cells.cells[0].price) {
            return Ok(Gone::There(reached));
        }
        // What one has been at is others' while one looks for a way.
        self.let_go();
        for digs in [false, true] {
            let (view, prices) = (cx.view(), dig::prices(cx));
            let dig = digs.then_some(&prices as _);
            let rules = Rules { dig, keep: Some(&self.kept), limit: NODES, range: RANGE, ..Rules::default() };
            let from = walk::start(&view, cx.position()?);
            let mut goal = Cells::new(cells.cells.clone());
            let Found::Way { steps, .. } = find(cx, &view, from, &rules, &mut goal).await else { continue };
            let aim = goal.aimed_at().unwrap_or_default();
            let stand = steps.last().map_or(from, |step| step.pos);
            if !self.claim(cells.cells[aim].at, stand) {
                return Ok(Gone::Taken);
            }
            let (before, arrives) = (cx.feet()?, walk::follow(cx, from, &steps).await?.is_ok());
            walk::settle(cx).await?;
            if !arrives && cx.feet()? == before {
                trace!("tick {}: stuck at {:?} on the way to {:?}", cx.now(), cx.position()?, steps.first());
                return Ok(Gone::Stuck);
            }
            // The search reckons from the middle of the stand.
            if arrives && cells.from(&cx.view(), cx.position()?).is_none() {
                walk::center_closely(cx, cx.feet()?).await?;
            }
            return Ok(cells.from(&cx.view(), cx.position()?).map_or(Gone::Astray(aim, stand), Gone::There));
        }
        Ok(here.map_or(Gone::Nowhere, Gone::There))
    }

    /// Whether a place has not failed too often.
    pub(super) fn may_be_tried(&self, at: BlockPos) -> bool {
        self.failures.get(&at).copied().unwrap_or(0) < FAILURES
    }

    /// Does what is to be done with a cell. `stand`: from where one leaves afterwards.
    pub(super) async fn work(&mut self, cell: &Cell<'a>, reached: Reached, stand: BlockPos) -> Result<(), ToolError> {
        if matches!(cell.deed, Deed::Put { .. }) && !self.can_leave(stand, cell.at, cell.wanted).await? {
            return Ok(());
        }
        self.work_at(cell, reached).await
    }

    /// The same where it is known that one can leave.
    pub(super) async fn work_at(&mut self, cell: &Cell<'a>, reached: Reached) -> Result<(), ToolError> {
        let (stand, begun) = (self.cx.feet()?, self.cx.now());
        self.cx.may_change(cell.at)?;
        if !self.claim(cell.at, stand) {
            // Who asks until it is done must let time pass.
            self.cx.tick().await;
            return Ok(());
        }
        if !self.stood.contains(&stand) {
            self.stood.push(stand);
        }
        let done = match &cell.deed {
            Deed::Dig => {
                let done = dig::dig(self.cx, cell.at).await? && dig::confirm(self.cx, &[cell.at]).await?;
                self.dug += u32::from(done);
                done
            }
            Deed::Turn => self.turn(cell, reached).await?,
            Deed::Put { item, .. } => {
                let before = self.cx.shown().terrain.state(cell.at);
                let put = self.put(cell, item, reached).await?;
                let now = self.cx.shown().terrain.state(cell.at);
                if put && now != before {
                    self.placed.push(cell.at);
                }
                // What stands there otherwise than wanted is dug and put again.
                put && !matches!(fault(cell.wanted, now), Some(Fault::Wrong(_)))
            }
        };
        let ticks = self.cx.now() - begun;
        match cell.deed {
            Deed::Dig => self.spent.digging += ticks,
            Deed::Turn | Deed::Put { .. } => self.spent.placing += ticks,
        }
        trace!(
            "tick {}: {} {} from {:?} {reached:?}: {done}",
            self.cx.now(),
            cell.wanted,
            cell.at,
            self.cx.position()?
        );
        if done {
            self.undone = 0;
            self.failures.remove(&cell.at);
            return Ok(());
        }
        // From elsewhere it may go better.
        Rc::make_mut(self.barred.entry(cell.at).or_default()).insert(self.cx.feet()?);
        self.failed(cell.at)
    }

    /// A cell is out of reach from where it was said to be in reach: one stands a hand's breadth off the middle. Another stand will do.
    pub(super) fn astray(&mut self, at: BlockPos, stand: BlockPos) -> Result<(), ToolError> {
        let often = self.strayed.entry(at).or_default();
        *often += 1;
        let may_go_on = *often <= ASTRAY;
        let is_new = Rc::make_mut(self.barred.entry(at).or_default()).insert(stand);
        if is_new && may_go_on { Ok(()) } else { self.failed(at) }
    }

    /// A cell that could not be done this time.
    pub(super) fn failed(&mut self, at: BlockPos) -> Result<(), ToolError> {
        trace!("tick {}: {at} failed from {:?}", self.cx.now(), self.cx.position()?);
        *self.failures.entry(at).or_default() += 1;
        self.undone += 1;
        match dig::refusal(self.cx) {
            Some(refusal) if self.undone >= FAILURES => Err(refusal),
            _ => Ok(()),
        }
    }

    /// Whether a click has changed the cell.
    pub(super) async fn turn(&self, cell: &Cell<'a>, reached: Reached) -> Result<bool, ToolError> {
        let (cx, Some(face)) = (self.cx, reached.face) else { return Ok(false) };
        let before = cx.shown().terrain.state(cell.at);
        click_face(cx, face).await?;
        Ok(cx.until(cx.patience(), |cx| cx.shown().terrain.state(cell.at) != before).await)
    }

    /// Whether something else stands in the cell than before.
    pub(super) async fn put(&self, cell: &Cell<'a>, item: &'static str, reached: Reached) -> Result<bool, ToolError> {
        let cx = self.cx;
        let Some(slot) = hold::slot_of(cx, item) else { return Ok(false) };
        hold::take(cx, slot).await?;
        let before = cx.shown().terrain.state(cell.at);
        cx.sneak(reached.sneaks)?;
        let face = if reached.hops {
            let (from, only) = (cx.position()?, Cells::new(vec![cell.clone()]));
            walk::leap(cx, true)?;
            let high = |cx: &Cx| cx.position().is_ok_and(|at| at.y >= from.y + HOP);
            let is_high = cx.until(HIGH, high).await;
            walk::leap(cx, false)?;
            let at = cx.position()?;
            trace!("{} from a jump: {is_high}, at {at:?} from {from:?}", cell.at);
            is_high.then(|| only.reach(&cx.view(), 0, at, 0.0)).flatten().and_then(|reached| reached.face)
        } else {
            reached.face
        };
        let mut put = false;
        if let Some(face) = face {
            let seq = click_face(cx, face).await?;
            let changed = |cx: &Cx| cx.shown().terrain.state(cell.at) != before;
            // The answer may come before the block does.
            cx.until(cx.patience(), |cx| changed(cx) || cx.shown().acked >= seq).await;
            put = cx.until(10, changed).await;
        }
        cx.sneak(false)?;
        if reached.hops {
            cx.until(20, |cx| cx.on_ground().unwrap_or(true)).await;
        }
        Ok(put)
    }

    /// Picks up what is missing of what lies about: what was taken out again, and what the server has let fall. Whether any was.
    pub(super) async fn fetch_lying(&self, faults: &[Faulty<'a>]) -> Result<bool, ToolError> {
        let missing = self.missing(faults);
        let lacks = || self.missing(faults).total();
        let before = lacks();
        let wanted = collect::Wanted {
            is_wanted: &|item| missing.count(item) > 0,
            gained: &|| before.saturating_sub(lacks()),
            count: before,
        };
        if before > 0 {
            collect::collect(self.cx, LYING, &wanted, None).await?;
        }
        Ok(lacks() < before)
    }

    /// Whether something is still to go before what was there before is put in its place: what it yields would be buried.
    pub(super) fn is_still_cleared(&self, faults: &[Faulty<'a>]) -> bool {
        let is_to_go = |fault: &Fault| matches!(fault, Fault::Extra(_) | Fault::Wrong(_));
        !self.over.is_empty() && faults.iter().any(|(at, _, fault)| is_to_go(fault) && self.may_be_tried(*at))
    }

    /// Picks up what the blocks that were to go have yielded, and what was dug to make room for them.
    pub(super) async fn fetch_spoils(&self, faults: &[Faulty<'a>]) -> Result<(), ToolError> {
        let blocks = self.over.iter().filter_map(|name| knowledge::block(name));
        let mut items: Vec<&str> = blocks.flat_map(|block| block.drops.iter().map(|drop| drop.item)).collect();
        items.extend(faults.iter().filter_map(|(_, wanted, _)| Some(wanted.item()?.0)));
        let is_wanted = |item: &str| items.contains(&item);
        let before = self.held(&is_wanted);
        let gained = || self.held(&is_wanted).saturating_sub(before);
        let wanted = collect::Wanted { is_wanted: &is_wanted, gained: &gained, count: u32::MAX };
        collect::collect(self.cx, LYING, &wanted, None).await.map(drop)
    }

    /// How many are held of what is meant.
    pub(super) fn held(&self, is_meant: &dyn Fn(&str) -> bool) -> u32 {
        let counts = self.cx.shown().windows.counts();
        counts.iter().filter(|(item, _)| is_meant(item)).map(|(_, count)| count).sum()
    }

    /// Why it does not go on.
    pub(super) fn why_not(&self, faults: &[Faulty]) -> ToolError {
        if let Some(refusal) = dig::refusal(self.cx) {
            return refusal;
        }
        let mut told = self.told();
        let missing = self.missing(faults);
        if !missing.is_empty() {
            let words: Vec<String> = missing.iter().map(|(item, count)| format!("{count} {item}")).collect();
            let message = format!("{} more are needed for the {}", words.join(", "), self.called());
            told["missing"] = json!(missing.iter().collect::<std::collections::BTreeMap<_, _>>());
            return ToolError::new(ErrorCode::InsufficientMaterials, message).with(told);
        }
        for (at, wanted, fault) in faults {
            let (failures, barred) = (self.failures.get(at), self.barred.get(at));
            trace!("left: {wanted} at {at}, {fault:?}: failures {failures:?}, barred from {barred:?}");
        }
        let Some((at, wanted, _)) = faults.first() else {
            let props: Vec<BlockPos> = self.props.iter().map(|prop| prop.at).collect();
            told["tried"] = json!(props);
            return walk::blocked(
                self.cx,
                "earth that was laid beside it could not be taken up again".to_owned(),
                told,
            );
        };
        told["tried"] = json!(faults.iter().map(|(at, ..)| at).take(8).collect::<Vec<_>>());
        let bodies = self.bodies();
        if let Some((at, wanted, _)) = faults.iter().find(|(at, ..)| Self::is_stood_in(&bodies, *at)) {
            let message = format!("somebody stands at {at}, where {wanted} is to be");
            return walk::blocked(self.cx, message, told);
        }
        let message = format!("no way to {} of its cells, first {wanted} at {at}", faults.len());
        walk::blocked(self.cx, message, told)
    }

    pub(super) fn called(&self) -> &str {
        self.building.blueprint().called()
    }

    /// What is not held of what is still to be put.
    pub(super) fn missing(&self, faults: &[Faulty]) -> ItemCounts {
        let mut missing = ItemCounts::default();
        for (_, wanted, fault) in faults {
            let is_put = matches!(fault, Fault::Missing | Fault::Wrong(_)) && !wanted.comes_with_another();
            if let Some((item, count)) = wanted.item().filter(|_| is_put && !wanted.is_air()) {
                missing.add(item, count);
            }
        }
        let held = self.cx.shown().windows.counts();
        let mut left = ItemCounts::default();
        for (item, count) in missing.iter() {
            let lacks = count.saturating_sub(held.count(item));
            if lacks > 0 {
                left.add(item, lacks);
            }
        }
        left
    }

    pub(super) fn told(&self) -> Value {
        let shown = self.cx.shown();
        let difference = self.building.difference(|at| shown.terrain.state(at)).told();
        json!({
            "placed": self.placed.len(), "placed_at": self.placed, "dug": self.dug, "laid": self.laid,
            "spent": self.spent, "stood_at": self.stood,
            "difference": difference, "from": self.part.low(), "to": self.part.high(),
        })
    }
}
