//! Taking out again what stands where one would have to stand: the last way to a cell that was walled off by what came before it. What
//! was taken out is missing then, and is put again.

use std::collections::HashSet;

use tracing::trace;

use super::site::Site;
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            cells::{Cell, Cells, Deed},
            dig,
            faces::{eye_of, middle},
            hold,
            path::{self, Destination, Found, Rules, find},
            sight::between,
            walk,
        },
    },
    construction::Wanted,
    domain::{BlockPos, PosMap, Side, ToolError},
    knowledge,
};

/// Cells that are looked at for it, and times that it is done in one call.
const CELLS: usize = 6;
pub(super) const TIMES: u32 = 24;
/// What putting one block again takes, in ticks.
const AGAIN: f32 = 20.0;
/// How many blocks are taken out for one at most.
const MOST: usize = 4;
/// How far from the feet a cell is at most, in blocks on each level axis, above and below.
const SIDE: i32 = 4;
const ABOVE: i32 = 5;
const BELOW: i32 = 3;
/// How far around it is looked at what a way through the building would take, in blocks.
const NEAR: u32 = 16;
/// Nodes looked at on the way.
const NODES: usize = 16_000;

/// A stand, and what has to go for it.
struct Stand {
    at: BlockPos,
    gone: Vec<BlockPos>,
}

/// The end of a way in: one of the stands, the less that has to go the better.
struct Stands(PosMap<BlockPos, f32>);

impl Destination for Stands {
    fn estimate(&self, _: BlockPos) -> f32 {
        0.0
    }

    fn ends(&mut self, _: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        self.0.get(&at).copied()
    }
}

impl<'a> Site<'a> {
    /// Makes room for a stand from which one of the cells can be put, and puts it; `false`: there is none.
    pub(super) async fn tear(&mut self, cells: &[Cell<'a>]) -> Result<bool, ToolError> {
        if self.torn == TIMES {
            return Ok(false);
        }
        for cell in cells.iter().filter(|cell| cell.item().is_some()).take(CELLS) {
            self.cx.tick().await;
            for beside in self.besides(cell) {
                let stands = self.stands_for(cell, &beside)?;
                if stands.is_empty() {
                    continue;
                }
                let mut prices: PosMap<BlockPos, f32> = PosMap::default();
                stands.iter().for_each(|stand| _ = prices.insert(stand.at, AGAIN * stand.gone.len() as f32));
                let Some((aim, at)) = self.go_into(Stands(prices)).await? else { continue };
                self.torn += 1;
                let Some(Stand { gone, .. }) = stands.into_iter().find(|stand| stand.at == at) else {
                    self.astray(cell.at, aim)?;
                    return Ok(true);
                };
                trace!(
                    "tick {}: room for {} from {at}: {gone:?} go, at {:?}",
                    self.cx.now(),
                    cell.at,
                    self.cx.position()?
                );
                self.make_room(&gone).await?;
                self.put_from_here(cell).await?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What beside the cell may keep it from becoming what it is to be, and is taken out first: nothing, one neighbour, or all of them.
    fn besides(&self, cell: &Cell<'a>) -> Vec<Vec<BlockPos>> {
        let is_tall = cell.wanted.property("half") == Some("lower");
        let column = |side: Side| {
            let at = cell.at.beside(side);
            [is_tall.then(|| at.up()), Some(at)].into_iter().flatten().filter(|at| self.may_go(*at))
        };
        let mut besides: Vec<Vec<BlockPos>> = Side::LEVEL.into_iter().map(|side| column(side).collect()).collect();
        besides.retain(|beside| !beside.is_empty());
        besides.insert(0, Vec::new());
        if besides.len() > 2 {
            besides.push(Side::LEVEL.into_iter().flat_map(column).collect());
        }
        besides
    }

    /// From where the cell could be put if the building were not there where one stands or looks through, nor these beside it.
    fn stands_for(&self, cell: &Cell<'a>, beside: &[BlockPos]) -> Result<Vec<Stand>, ToolError> {
        let view = self.cx.view();
        let mut without = view.clone();
        without.set_gone(beside.to_vec());
        let Some(Cell { deed: Deed::Put { clicks, .. }, .. }) =
            cell.item().and_then(|item| Cell::put(&without, cell.at, cell.wanted, item, 0.0))
        else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        let level = (-SIDE..=SIDE).flat_map(|dx| (-SIDE..=SIDE).map(move |dz| (dx, dz)));
        for (dx, dz, dy) in level.flat_map(|(dx, dz)| (-ABOVE..=BELOW).map(move |dy| (dx, dz, dy))) {
            let at = cell.at.offset(dx, dy, dz);
            let is_barred = cell.not_from.as_ref().is_some_and(|stands| stands.contains(&at));
            let is_none = !view.traits(at.down()).floor() || beside.contains(&at.down());
            if is_barred || is_none || [at, at.up()].contains(&cell.at) {
                continue;
            }
            let body = || [at.up(), at].into_iter().filter(|at| !view.traits(*at).passable());
            if !body().all(|at| self.may_go(at)) {
                continue;
            }
            let eye = eye_of(middle(at));
            let gone = clicks.iter().filter_map(|click| {
                let mut gone: Vec<BlockPos> = body().chain(beside.iter().copied()).collect();
                for on_the_way in between(eye, click.point) {
                    let is_clear = on_the_way == click.block
                        || gone.contains(&on_the_way)
                        || view.state(on_the_way).is_none_or(knowledge::is_air_state);
                    if !is_clear && !self.may_go(on_the_way) {
                        return None;
                    }
                    gone.extend((!is_clear).then_some(on_the_way));
                }
                let is_little = (1..=MOST + beside.len()).contains(&gone.len());
                let is_little = is_little && !gone.contains(&click.block) && !gone.contains(&at.down());
                (is_little && self.is_put_without(&mut without, cell, at, &gone)).then_some(gone)
            });
            found.extend(gone.min_by_key(Vec::len).map(|gone| Stand { at, gone }));
        }
        Ok(found)
    }

    /// Whether the cell can be put from a stand once these are gone.
    fn is_put_without(&self, view: &mut TerrainView, cell: &Cell<'a>, stand: BlockPos, gone: &[BlockPos]) -> bool {
        view.set_gone(gone.to_vec());
        let put = cell.item().and_then(|item| Cell::put(view, cell.at, cell.wanted, item, 0.0));
        put.is_some_and(|put| Cells::new(vec![put]).reach(view, 0, middle(stand), 0.0).is_some())
    }

    /// Whether what stands there is the building's own, and comes to the hands when it is dug.
    pub(super) fn may_go(&self, at: BlockPos) -> bool {
        let there = self.cx.shown().terrain.state(at).and_then(knowledge::block_of_state);
        let wanted = self.building.wanted(at).filter(|wanted| self.part.contains(at) && !wanted.is_air());
        let (Some(block), Some(wanted)) = (there, wanted) else { return false };
        wanted.block.id == block.id && self.comes_back(wanted) && !self.holds_what_is_lost(at)
    }

    /// Whether something beside it would fall, or break and yield nothing.
    fn holds_what_is_lost(&self, at: BlockPos) -> bool {
        let shown = self.cx.shown();
        let stands = |side: Side| {
            let state = shown.terrain.state(at.beside(side)).unwrap_or(0);
            let wanted = Wanted::of_state(state).filter(|wanted| !wanted.is_air());
            wanted.is_some_and(|wanted| {
                let leans = !knowledge::is_solid(state) && !self.comes_back(&wanted);
                leans || side == Side::Up && knowledge::falls(wanted.block.name)
            })
        };
        Side::ALL.into_iter().filter(|side| *side != Side::Down).any(stands)
    }

    /// Whether digging it with what is held yields what it is put with.
    fn comes_back(&self, wanted: &Wanted) -> bool {
        let slots = self.cx.shown().windows.player_slots();
        let tool = hold::fastest(&slots, wanted.block).0.and_then(|slot| slots[slot].as_ref());
        let yields = knowledge::yields(wanted.block, tool.map(|stack| stack.item.as_str()));
        wanted.item().is_some_and(|(item, _)| yields.iter().any(|drop| drop.item == item))
    }

    /// What digging takes on the way through the building: what would be lost is not dug.
    pub(super) fn prices(&self) -> impl Fn(u16) -> Option<f32> + use<> {
        let palette = self.building.blueprint().palette.iter();
        let lost = palette.filter(|wanted| !wanted.is_air() && !self.comes_back(wanted));
        let lost: HashSet<u16> = lost.flat_map(|wanted| wanted.block.states()).collect();
        let of_all = dig::prices(self.cx);
        move |state| of_all(state).filter(|_| !lost.contains(&state))
    }

    /// What such a way spares: the ground, and what holds others that would be lost.
    pub(super) fn kept_on_the_way(&self) -> Result<PosMap<BlockPos, ()>, ToolError> {
        let feet = self.cx.feet()?;
        let near = self.building.wants().map(|(at, _)| at).filter(|at| at.level_distance(feet) <= NEAR);
        let holding = near.filter(|at| self.holds_what_is_lost(*at)).map(|at| (at, ()));
        Ok(self.ground.iter().map(|(at, ())| (*at, ())).chain(holding).collect())
    }

    /// A way may lead through the building, but not under it.
    pub(super) fn through<'r>(
        &self,
        prices: &'r dyn Fn(u16) -> Option<f32>,
        keep: &'r PosMap<BlockPos, ()>,
    ) -> Rules<'r> {
        let site = path::Site { volume: self.building.volume(), sheer: true };
        let (dig, keep) = (Some(prices), Some(keep));
        Rules { dig, keep, site: Some(site), limit: NODES, range: 48, ..Rules::default() }
    }

    /// Goes to one of the stands, through the building where need be, but not under it; to which, and where one is then.
    async fn go_into(&mut self, mut stands: Stands) -> Result<Option<(BlockPos, BlockPos)>, ToolError> {
        let cx = self.cx;
        let view = cx.view();
        let from = walk::start(&view, cx.position()?);
        let prices = self.prices();
        let keep = self.kept_on_the_way()?;
        let rules = self.through(&prices, &keep);
        let Found::Way { steps, .. } = find(cx, &view, from, &rules, &mut stands).await else { return Ok(None) };
        self.dug += steps.iter().map(|step| step.dig.len() as u32).sum::<u32>();
        _ = walk::follow(cx, from, &steps).await?;
        walk::settle(cx).await?;
        let stand = cx.feet()?;
        if stands.0.contains_key(&stand) {
            walk::center_closely(cx, stand).await?;
        }
        Ok(Some((steps.last().map_or(from, |step| step.pos), stand)))
    }

    /// Digs what has to go, from where one stands.
    async fn make_room(&mut self, gone: &[BlockPos]) -> Result<(), ToolError> {
        for at in gone.iter().filter(|at| !self.cx.shown().terrain.traits(**at).passable()) {
            self.dig_from_here(*at).await?;
        }
        Ok(())
    }

    /// Digs a block from where one stands; whether it is in reach.
    pub(super) async fn dig_from_here(&mut self, at: BlockPos) -> Result<bool, ToolError> {
        let goal = Cells::new(vec![Cell::dig(at, self.nothing, 0.0)]);
        let Some(reached) = goal.from(&self.cx.view(), self.cx.position()?) else { return Ok(false) };
        self.work_at(&goal.cells[0], reached).await?;
        Ok(true)
    }

    async fn put_from_here(&mut self, cell: &Cell<'a>) -> Result<(), ToolError> {
        let (view, stand) = (self.cx.view(), self.cx.feet()?);
        let put = cell.item().and_then(|item| Cell::put(&view, cell.at, cell.wanted, item, 0.0));
        let cells = Cells::new(put.into_iter().collect());
        match cells.from(&view, self.cx.position()?) {
            Some(reached) => self.work(&cells.cells[0].clone(), reached, stand).await,
            // From elsewhere it may go better.
            None => self.astray(cell.at, stand),
        }
    }
}
