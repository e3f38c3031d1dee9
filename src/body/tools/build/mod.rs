//! `build`: makes a blueprint stand in its place, until nothing of it differs.
//!
//! What differs is asked anew before each block, so it does not matter what was done before, or by whom. The lowest layer comes first,
//! and of it what is nearest; what is in the way is dug; what nothing reaches is reached from earth laid under oneself, which is taken
//! up again at once.

mod leave;
mod leaves;
mod on_top;
mod prop;
mod scaffold;
mod site;
mod tear;
mod tidy;
mod together;
mod trestle;

use serde_json::{Value, json};
use site::{Gone, Pillar, Site, Spent};

use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            cells::{Cell, Cells, Reached},
            clicks, craft,
            cx::Cx,
            others::Waited,
            rise, walk,
        },
    },
    construction::{Building, Wanted, comes_early},
    domain::{BlockPos, Build, PosMap, PosSet, ToolError},
    knowledge::{self, plain},
};

pub(super) async fn build(cx: &Cx, params: Build) -> Result<Value, ToolError> {
    let building = Building::of(&params)?;
    let told = params.earthwork.as_deref().cloned().unwrap_or_default();
    let known = cx.shared.earthwork.take().of(&params).with(told.of(&params));
    cx.shared.earthwork.replace(known);
    let part = params.only.unwrap_or_else(|| building.volume());
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    let [earth, nothing] =
        [rise::EARTH, "air"].map(|name| Wanted::read(name).unwrap_or_else(|fault| panic!("{fault}")));
    let mut site = Site {
        cx,
        building: &building,
        part,
        over: params.over.iter().filter_map(|name| Some(knowledge::block(plain(name))?.name)).collect(),
        placed: Vec::new(),
        dug: 0,
        laid: 0,
        failures: PosMap::default(),
        kept: building.wants().map(|(at, _)| (at, ())).chain(ground(&building)).collect(),
        ground: ground(&building).collect(),
        barred: PosMap::default(),
        strayed: PosMap::default(),
        earth: &earth,
        nothing: &nothing,
        props: Vec::new(),
        propped: Vec::new(),
        undone: 0,
        early: early(&cx.view(), &building),
        corners: building.corners(),
        torn: 0,
        spent: Spent::default(),
        stood: Vec::new(),
        is_shared: params.together.is_some_and(|bots| bots.get() > 1),
        earthwork: Vec::new(),
        left: 0,
        waited: Waited::default(),
    };
    // Whoever asks for the whole is told that it is done when it is; the job looks again.
    let ended = site.run(params.only.map_or(u64::MAX, |_| LONG)).await;
    ended.map_err(|mut error| {
        // What is open still may be filled by whoever takes down what stands.
        error.context["earth"] = json!(cx.shared.earthwork.borrow().dug);
        error
    })?;
    Ok(site.told())
}

/// What the building stands on: nobody digs it away.
fn ground(building: &Building) -> impl Iterator<Item = (BlockPos, ())> {
    let lowest = building.volume().low().y;
    building.volume().cells().filter(move |at| at.y == lowest).map(|at| (at.down(), ()))
}

/// What could not be put rightly any more once all the rest stands.
fn early(view: &TerrainView, building: &Building) -> PosSet<BlockPos> {
    let around = |at: BlockPos| {
        let wanted = building.wanted(at).and_then(Wanted::state);
        wanted.or_else(|| view.state(at)).unwrap_or(0)
    };
    building.wants().filter(|(at, wanted)| comes_early(&around, *at, wanted)).map(|(at, _)| at).collect()
}

/// How often one may be stuck in a row.
const STUCK: u32 = 4;
/// After so many ticks a job's call ends between two blocks: the next one goes on.
const LONG: u64 = 3_000;

/// What comes next.
enum Next<'a> {
    Work(Cell<'a>, Reached),
    Astray(BlockPos, BlockPos),
    /// Up from a place, for a cell.
    Rise(Option<(Pillar, BlockPos)>),
}

impl Site<'_> {
    /// Until nothing differs, or for so many ticks.
    async fn run(&mut self, long: u64) -> Result<(), ToolError> {
        self.come_near().await?;
        self.come_into_sight().await?;
        self.take_over_what_was_laid()?;
        let begun = self.cx.moment();
        let (mut dug, mut stuck, mut is_fetched) = (self.dug, 0, self.over.is_empty());
        loop {
            let faults = self.faults();
            // What was dug again lies there still.
            if std::mem::replace(&mut dug, self.dug) != self.dug && is_fetched {
                self.fetch_lying(&faults).await?;
            }
            self.forget_what_was_taken_up();
            let is_over = faults.is_empty() || self.cx.since(begun) > long;
            if is_over && self.props.is_empty() {
                // Of what only had to go nothing is left to be put, and it lies there still.
                if !is_fetched && faults.is_empty() {
                    self.fetch_spoils(&faults).await?;
                }
                if faults.is_empty() {
                    self.tidy_up().await;
                }
                return Ok(());
            }
            self.check_obstacles(&faults)?;
            if !is_fetched && !self.is_still_cleared(&faults) {
                self.fetch_spoils(&faults).await?;
                is_fetched = true;
                continue;
            }
            let cells = Cells::new(self.doable(&faults));
            if cells.cells.is_empty() {
                let goes_on = self.fetch_lying(&faults).await?
                    || self.wait_for_others(&faults).await?
                    || self.fetch_on_earth(&faults).await?;
                if goes_on {
                    continue;
                }
                return Err(self.why_not(&faults));
            }
            let of = self.building.wants().filter(|(at, _)| self.part.contains(*at)).count();
            let words = format!("building the {}", self.called());
            self.cx.progress(words, (of - faults.len()) as u32, of as u32, cells.cells.first().map(|cell| cell.at));
            let next = match self.go_to_work(&cells).await? {
                Gone::There(reached) => Next::Work(cells.cells[reached.index].clone(), reached),
                // Another was quicker.
                Gone::Taken => {
                    self.cx.tick().await;
                    continue;
                }
                Gone::Astray(index, stand) => Next::Astray(cells.cells[index].at, stand),
                Gone::Stuck if stuck == STUCK => {
                    let message = format!("something holds me fast at {}", self.cx.feet()?);
                    return Err(walk::blocked(self.cx, message, self.told()));
                }
                Gone::Stuck => {
                    stuck += 1;
                    self.take_out_beside(self.cx.feet()?).await?;
                    continue;
                }
                Gone::Nowhere if self.step_down(&faults).await? || self.break_out().await? => continue,
                Gone::Nowhere if self.wait_for_their_turn(&faults).await? => continue,
                Gone::Nowhere => match self.pillar(&cells).await? {
                    None if self.prop_up(&cells.cells).await? => continue,
                    None => match self.stile(&cells).await? {
                        None if self.thin_out(&cells.cells).await? => continue,
                        None if self.lay_way(&cells).await? => continue,
                        None if self.tear(&cells.cells).await? => continue,
                        stile => Next::Rise(stile),
                    },
                    pillar => Next::Rise(pillar),
                },
            };
            drop(cells);
            stuck = 0;
            match next {
                Next::Work(cell, reached) => {
                    let stand = self.cx.feet()?;
                    self.work(&cell, reached, stand).await?;
                }
                Next::Astray(at, stand) => self.astray(at, stand)?,
                Next::Rise(Some((pillar, at))) => self.rise_and_work(pillar, at).await?,
                Next::Rise(None) => return Err(self.why_not(&faults)),
            }
        }
    }
}
