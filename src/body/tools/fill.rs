//! `fill`: puts a block into each place of a box, from the bottom up, until the server shows it everywhere.
//!
//! What is lowest comes first, and of that what is farthest from the way out: so nobody fills what leads there before the rest.
//! Who stands in the box climbs on what has been filled.

use serde_json::{Value, json};

use crate::{
    body::skills::{
        clicks, craft,
        cx::Cx,
        dig,
        path::{Found, Near, Rules, find},
        place,
        walk::{self, blocked},
    },
    domain::{BlockPos, ErrorCode, Fill, LASTING, MAX_FILL, PosMap, ToolError, Volume},
    knowledge,
    voxel::StateId,
};

/// Times that a place may fail before it is given up.
const FAILURES: u32 = 3;
/// How far the way out is looked for, in blocks, and how many nodes are looked at for it.
const RANGE: i32 = 48;
const NODES: usize = 4_000;

pub(super) async fn fill(cx: &Cx, params: Fill) -> Result<Value, ToolError> {
    let blocks = params.volume().count();
    if blocks > MAX_FILL {
        let message =
            format!("a box of {blocks} blocks is more than one call fills ({MAX_FILL}): a goal may ask for it");
        return Err(ToolError::new(ErrorCode::InvalidParams, message));
    }
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    let block = knowledge::plain(&params.block).to_owned();
    let mut filling = Filling {
        cx,
        block,
        volume: params.volume(),
        level: params.level,
        placed: Vec::new(),
        home: None,
        failures: PosMap::default(),
        undone: 0,
    };
    filling.run().await?;
    Ok(filling.told())
}

struct Filling<'a> {
    cx: &'a Cx,
    block: String,
    volume: Volume,
    /// Any full block will do.
    level: bool,
    /// Where this call has placed some.
    placed: Vec<BlockPos>,
    /// Where one is out of the box.
    home: Option<BlockPos>,
    failures: PosMap<BlockPos, u32>,
    /// How many the server did not let stand, since it last did.
    undone: u32,
}

impl Filling<'_> {
    async fn run(&mut self) -> Result<(), ToolError> {
        self.come_into_sight().await?;
        self.home = self.way_out().await?;
        loop {
            self.check_obstacles()?;
            if self.left().is_empty() {
                return self.come_out().await;
            }
            let Some(at) = self.next() else { return Err(self.out_of_reach()) };
            let (done, of) = (self.volume.count() - self.left().len() as u64, self.volume.count());
            self.cx.progress(format!("placing {} at {at}", self.block), done as u32, of as u32, Some(at));
            match place::place(self.cx, &self.block, at, None).await {
                Ok(_) => {
                    self.placed.push(at);
                    self.undone = 0;
                    self.failures.clear();
                }
                Err(error) => self.failed(at, error)?,
            }
        }
    }

    async fn come_into_sight(&self) -> Result<(), ToolError> {
        let unseen = |cx: &Cx| self.volume.cells().find(|at| cx.shown().terrain.state(*at).is_none());
        while let Some(at) = unseen(self.cx) {
            walk::into_sight(self.cx, at).await?;
        }
        Ok(())
    }

    fn is_filled(&self, state: StateId) -> bool {
        knowledge::block_of_state(state).is_some_and(|there| knowledge::is_placed_from(there.name, &self.block))
            || self.level && knowledge::fills_its_place(state)
    }

    /// What is not filled yet, from the bottom up.
    fn left(&self) -> Vec<BlockPos> {
        let shown = self.cx.shown();
        let is_left = |at: &BlockPos| shown.terrain.state(*at).is_none_or(|state| !self.is_filled(state));
        let mut left: Vec<BlockPos> = self.volume.cells().filter(is_left).collect();
        left.sort_by_key(|at| at.y);
        left
    }

    /// The place to fill next: one that something is beside, of the lowest that which is farthest from the way out.
    fn next(&self) -> Option<BlockPos> {
        let shown = self.cx.shown();
        let is_given_up = |at: &BlockPos| self.failures.get(at).is_some_and(|times| *times >= FAILURES);
        let leans = |at: &BlockPos| {
            let sides = [(0, -1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1), (0, 1, 0)];
            sides.into_iter().map(|(x, y, z)| at.offset(x, y, z)).any(|beside| {
                let there = shown.terrain.traits(beside);
                shown.terrain.state(beside).is_some() && !there.empty() && !there.replaceable()
            })
        };
        let home = self.home.or(self.cx.feet().ok())?;
        let failed = |at: &BlockPos| self.failures.get(at).copied().unwrap_or(0);
        let left = self.left().into_iter().filter(|at| !is_given_up(at) && leans(at));
        left.min_by_key(|at| (failed(at), at.y, std::cmp::Reverse(at.level_distance(home)), at.x, at.z))
    }

    /// What went wrong with one place: it is tried again, or ends the call.
    fn failed(&mut self, at: BlockPos, mut error: ToolError) -> Result<(), ToolError> {
        match error.code {
            ErrorCode::PathBlocked | ErrorCode::ActionFailed => {}
            ErrorCode::InsufficientMaterials => {
                let left = self.left().len();
                let message = format!("no {} is left for {left} places: {} were filled", self.block, self.placed.len());
                let mut told = self.told();
                told["missing"] = json!({ &*self.block: left });
                return Err(ToolError::new(ErrorCode::InsufficientMaterials, message).with(told));
            }
            _ => return Err(error),
        }
        if error.context["undone"].is_u64() {
            self.undone += 1;
            error.context["undone"] = json!(self.undone);
            if self.undone >= FAILURES {
                return Err(error);
            }
        }
        *self.failures.entry(at).or_default() += 1;
        Ok(())
    }

    /// What is in the way and no plant.
    fn check_obstacles(&self) -> Result<(), ToolError> {
        let shown = self.cx.shown();
        let other = self.left().into_iter().find_map(|at| {
            let state = shown.terrain.state(at)?;
            let there = knowledge::block_of_state(state)?;
            let gives_way = knowledge::is_replaceable(there, state) || knowledge::is_air(there.name);
            (!gives_way && knowledge::dig_ticks(there, None) != Some(0)).then_some((at, there.name))
        });
        let Some((at, name)) = other else { return Ok(()) };
        let message = format!("{name} stands at {at}, where {} is to be: clear it first", self.block);
        let mut told = self.told();
        told["target"] = json!(at);
        told["expected"] = json!(self.block);
        told["seen"] = json!(name);
        told[LASTING] = json!(true);
        Err(ToolError::new(ErrorCode::ActionFailed, message).with(told))
    }

    /// The nearest place on foot that is not in the box.
    async fn way_out(&self) -> Result<Option<BlockPos>, ToolError> {
        let view = self.cx.view();
        let from = walk::start(&view, self.cx.position()?);
        let low = self.volume.low();
        // Just above the rim is as good as beside it.
        let sides = [(-1, 0), (0, -1)].map(|(x, z)| low.offset(x, 0, z));
        let high = self.volume.high();
        let others = [(1, 0), (0, 1)].map(|(x, z)| high.offset(x, 0, z));
        for side in sides.into_iter().chain(others) {
            let near = Near { target: side, tolerance: 2, level: false };
            let rules = Rules { dig: None, keep: None, limit: NODES, range: RANGE, ..Rules::default() };
            let Found::Way { steps, .. } = find(self.cx, &view, from, &rules, &mut &near).await else { continue };
            let end = steps.last().map_or(from, |last| last.pos);
            if !self.volume.contains(end) && !self.volume.contains(end.up()) {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Where there was a way out, there is one still.
    async fn come_out(&self) -> Result<(), ToolError> {
        let Some(home) = self.home else { return Ok(()) };
        let near = Near { target: home, tolerance: 2, level: false };
        if near.is_met(self.cx.feet()?) || walk::walk_to(self.cx, || &near, RANGE, false).await? {
            return walk::settle(self.cx).await;
        }
        // Only natural ground is dug, and what was filled in may be some: then it is not shown, and placed once more.
        walk::walk_to(self.cx, || &near, RANGE, true).await?;
        walk::settle(self.cx).await?;
        match self.left().is_empty() {
            true => Ok(()),
            false => Err(self.out_of_reach()),
        }
    }

    fn out_of_reach(&self) -> ToolError {
        if let Some(refusal) = dig::refusal(self.cx) {
            return refusal;
        }
        let left = self.left();
        let message = format!("no way to fill {} of {} places with {}", left.len(), self.volume.count(), self.block);
        let mut told = self.told();
        told["tried"] = json!(left.iter().take(8).collect::<Vec<_>>());
        blocked(self.cx, message, told)
    }

    fn told(&self) -> Value {
        json!({
            "block": self.block, "placed": self.placed.len(), "placed_at": self.placed,
            "from": self.volume.low(), "to": self.volume.high(), "left": self.left().len(),
        })
    }
}
