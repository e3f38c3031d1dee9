//! A building rehearsed in thought: in which order its blocks can be put, each from where, and what takes earth to stand on.
//!
//! It asks the questions that whoever builds asks before each block (`cells`), of land that is handed in and changes with each block
//! that is put in thought. Nobody follows it to the letter: in the world the next block is chosen anew, by what stands by then.

use std::{collections::BTreeMap, rc::Rc};

use super::{
    cells::{CORNER, Cell, Cells, HIGH, LAYER},
    effort::to_the_end,
    faces::middle,
    path::{Found, Rules, Search, is_standable},
};
use crate::{
    body::senses::terrain::TerrainView,
    construction::{Building, Fault, Wanted},
    domain::{BlockPos, PosMap, PosSet, Side},
};

/// Cells that are looked at from a place at once, and that a stand is searched for.
const HERE: usize = 24;
const SOUGHT: usize = 32;
/// Nodes looked at for a stand, and how far it may be, in blocks.
const NODES: usize = 8_000;
const RANGE: i32 = 64;
/// Cells for which one rises on earth that are tried at once.
const RISEN_FOR: usize = 4;

/// How a building would be built.
#[derive(Clone, Debug, Default)]
pub struct Rehearsal {
    /// Each block in its turn, and where one stands for it; nowhere where it could not be seen how it is reached.
    pub order: Vec<(BlockPos, Option<BlockPos>)>,
    /// What is dug away first.
    pub dug: usize,
    /// Places that are worked from.
    pub stands: usize,
    /// How often one rises on earth, and how many blocks of it the highest takes.
    pub risen: usize,
    pub earth: usize,
    /// Ticks of walking.
    pub walked: f32,
}

impl Rehearsal {
    /// What no stand was found for.
    pub fn unreached(&self) -> impl Iterator<Item = BlockPos> {
        self.order.iter().filter(|(_, stand)| stand.is_none()).map(|(at, _)| *at)
    }
}

/// A rehearsal that goes on.
struct Stage<'a> {
    building: &'a Building,
    view: TerrainView,
    stand: BlockPos,
    waiting: PosMap<BlockPos, &'a Wanted>,
    corners: PosSet<BlockPos>,
    /// What can be clicked on something, by layer.
    ready: BTreeMap<i32, PosMap<BlockPos, Rc<Cell<'a>>>>,
    told: Rehearsal,
}

/// Builds it in thought. `from`: where the feet are.
pub fn rehearse(view: TerrainView, from: BlockPos, building: &Building) -> Rehearsal {
    let mut stage = Stage {
        building,
        view,
        stand: from,
        waiting: PosMap::default(),
        corners: building.corners(),
        ready: BTreeMap::new(),
        told: Rehearsal::default(),
    };
    let faults = building.difference(|at| stage.view.state(at)).faults;
    for (at, wanted, fault) in &faults {
        if matches!(fault, Fault::Extra(_) | Fault::Wrong(_)) {
            stage.view.put(*at, 0);
            stage.told.dug += 1;
        }
        if !wanted.is_air() && !wanted.comes_with_another() {
            stage.waiting.insert(*at, wanted);
        }
    }
    let waiting: Vec<BlockPos> = stage.waiting.keys().copied().collect();
    waiting.into_iter().for_each(|at| stage.look_at(at));
    while stage.goes_on() {}
    // What is beside nothing, whatever is put.
    let left: Vec<BlockPos> = stage.waiting.keys().copied().collect();
    stage.told.order.extend(left.into_iter().map(|at| (at, None)));
    stage.told
}

impl<'a> Stage<'a> {
    /// Whether a cell can be put by now.
    fn look_at(&mut self, at: BlockPos) {
        let cell = self.waiting.get(&at).and_then(|wanted| {
            let (item, _) = wanted.item()?;
            let price = if self.corners.contains(&at) { 0.0 } else { CORNER };
            Cell::put(&self.view, at, wanted, item, price)
        });
        let layer = self.ready.entry(at.y).or_default();
        match cell {
            Some(cell) => _ = layer.insert(at, Rc::new(cell)),
            None => _ = layer.remove(&at),
        }
        if layer.is_empty() {
            self.ready.remove(&at.y);
        }
    }

    /// Puts a cell, and what comes with it.
    fn put(&mut self, at: BlockPos, stand: Option<BlockPos>) {
        let Some(wanted) = self.waiting.remove(&at) else { return };
        self.told.order.push((at, stand));
        let mut stands = vec![at];
        self.view.put(at, wanted.state().unwrap_or(wanted.block.default_state));
        for half in Side::ALL.map(|side| at.beside(side)) {
            let own = self.building.wanted(half).filter(|half| half.comes_with_another());
            if let Some(own) = own.filter(|own| own.block.id == wanted.block.id) {
                self.view.put(half, own.state().unwrap_or(own.block.default_state));
                stands.push(half);
            }
        }
        self.look_at(at);
        for beside in stands.into_iter().flat_map(|at| Side::ALL.map(|side| at.beside(side))) {
            if self.waiting.contains_key(&beside) {
                self.look_at(beside);
            }
        }
    }

    /// The cells of the lowest layers that can be put, the nearest first.
    fn nearest(&self, most: usize, is_meant: impl Fn(&Cell) -> bool) -> Vec<Rc<Cell<'a>>> {
        let mut found: Vec<Rc<Cell>> = Vec::new();
        for layer in self.ready.values() {
            let mut cells: Vec<&Rc<Cell>> = layer.values().filter(|cell| is_meant(cell)).collect();
            cells.sort_unstable_by_key(|cell| (cell.at.level_distance(self.stand), cell.at.x, cell.at.z));
            found.extend(cells.into_iter().take(most - found.len()).cloned());
            if found.len() == most {
                break;
            }
        }
        found
    }

    /// One more block; `false`: none is left that could be put.
    fn goes_on(&mut self) -> bool {
        let (stand, lowest) = (self.stand, self.ready.keys().next().copied());
        let Some(lowest) = lowest else { return false };
        let here = self.nearest(HERE, |cell| cell.at.y == lowest && cell.is_near(stand));
        let cells = Cells::new(here.iter().map(|cell| Cell::clone(cell)).collect());
        if let Some(reached) = cells.from(&self.view, middle(stand)) {
            self.put(cells.cells[reached.index].at, Some(stand));
            return true;
        }
        let sought = self.nearest(SOUGHT, |_| true);
        let later =
            |cell: &Rc<Cell<'a>>| Cell { price: cell.price + LAYER * (cell.at.y - lowest) as f32, ..Cell::clone(cell) };
        let mut goal = Cells::new(sought.iter().map(later).collect());
        let rules = Rules { limit: NODES, range: RANGE, ..Rules::default() };
        let found = {
            let mut search = Search::begin(&self.view, self.stand, &rules, &mut goal);
            to_the_end(|effort| search.advance(effort))
        };
        if let Found::Way { steps, cost } = found {
            let end = steps.last().map_or(stand, |step| step.pos);
            let aim = goal.aimed_at().map(|index| goal.cells[index].at);
            self.told.walked += cost;
            self.told.stands += usize::from(end != stand);
            self.stand = end;
            aim.into_iter().for_each(|at| self.put(at, Some(end)));
            return true;
        }
        let Some((foot, high, at)) = self.rise(&goal) else {
            // On earth beside it, or from where nobody has looked.
            self.put(sought[0].at, None);
            return true;
        };
        self.told.risen += 1;
        self.told.stands += 1;
        self.told.earth = self.told.earth.max(high as usize);
        self.work_from(foot.offset(0, high, 0), at);
        self.stand = foot;
        true
    }

    /// All that can be done from a place up on earth.
    fn work_from(&mut self, top: BlockPos, first: BlockPos) {
        self.put(first, Some(top));
        self.stand = top;
        loop {
            let near = self.nearest(HERE, |cell| cell.is_near(top));
            let cells = Cells::new(near.iter().map(|cell| Cell::clone(cell)).collect());
            let Some(reached) = cells.from(&self.view, middle(top)) else { return };
            self.put(cells.cells[reached.index].at, Some(top));
        }
    }

    /// Where one rises for the first cell that can be reached so: the foot, how high, and the cell.
    fn rise(&self, cells: &Cells<'a>) -> Option<(BlockPos, i32, BlockPos)> {
        (0..cells.cells.len().min(RISEN_FOR)).find_map(|index| {
            let cell = &cells.cells[index];
            let feet = cell.feet().filter(|foot| is_standable(&self.view, *foot));
            let found = feet.filter_map(|foot| Some((cells.height(&self.view, index, foot, HIGH)?, foot)));
            let (high, foot) = found.min_by_key(|(high, foot)| (*high, foot.level_distance(self.stand)))?;
            Some((foot, high, cell.at))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{body::senses::terrain::tests::flat, construction::library, domain::Build};

    #[test]
    fn every_block_that_is_shipped_has_its_turn_on_something_that_stands() {
        for shipped in library().iter() {
            let building = Building::of(&Build::new(shipped.name, BlockPos::new(2, 64, 2))).unwrap();
            let told = rehearse(flat().view(), BlockPos::new(0, 64, 0), &building);
            let unreached: Vec<BlockPos> = told.unreached().collect();
            // What is dug into the ground has ways that digging opens.
            assert!(unreached.len() <= 2, "{}: {unreached:?}", shipped.name);
            let blocks =
                building.wants().filter(|(_, wanted)| !wanted.is_air() && !wanted.comes_with_another()).count();
            let known = building.difference(|at| flat().view().state(at)).faults.len();
            assert!(told.order.len() <= blocks && told.order.len() + told.dug >= known.min(blocks), "{}", shipped.name);
            // Nobody stands in what is put from there.
            assert!(told.order.iter().all(|(at, stand)| stand.is_none_or(|stand| stand != *at && stand.up() != *at)));
        }
    }
}
