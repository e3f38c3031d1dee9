//! Out of a deep box between its walls, so that nothing beside it is dug: a block is laid in the column beside the bot's own, it steps
//! up on that, takes up the one that it stood on before, and so on in turn. Two columns and a wall beside each are all that it takes.

use super::{clearing::Clearing, flue::flue};
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            collect::{self, Wanted},
            dig,
            path::Near,
            place, rise, walk,
            work::landing,
        },
    },
    domain::{BlockPos, ErrorCode, ToolError},
    knowledge,
};

/// How often a box is climbed out of before a stair is dug.
const CLIMBS: u32 = 2;
/// How far around what was dug is picked up for it, in blocks.
const AROUND: f64 = 6.0;

impl Clearing<'_> {
    /// Looks for the columns to climb in; none where the box is shallow, narrow or without walls.
    pub fn survey_flue(&mut self) {
        self.climbing.flue = flue(&self.cx.view(), self.volume);
    }

    /// Whether the box can be climbed out of from its bottom, with what is held, what lies about and what is still to be dug.
    pub fn can_climb(&self, view: &TerrainView) -> Result<bool, ToolError> {
        if self.climbing.flue.is_none() || self.climbing.climbs >= CLIMBS {
            return Ok(false);
        }
        let at = self.cx.position()?;
        let lies: u32 = collect::lying(self.cx, at, AROUND, &rise::is_laid)?.iter().map(|item| item.count).sum();
        let left = self.steps().saturating_sub(rise::held(self.cx) + lies);
        let tools: Vec<String> =
            self.cx.shown().windows.player_slots().iter().flatten().map(|it| it.item.clone()).collect();
        let yields = |at: &BlockPos| {
            let block = view.state(*at).and_then(knowledge::block_of_state);
            block.is_some_and(|block| {
                let with = |tool| knowledge::yields(block, tool).iter().any(|drop| rise::is_laid(drop.item));
                with(None) || tools.iter().any(|tool| with(Some(tool.as_str())))
            })
        };
        Ok(self.volume.cells().filter(yields).take(left as usize).count() == left as usize)
    }

    /// How many blocks it takes: each that is taken up falls to the bottom.
    fn steps(&self) -> u32 {
        (self.volume.high().y - self.volume.low().y) as u32
    }

    /// Climbs until one can walk out; `false`: that did not help.
    pub async fn climb(&mut self) -> Result<bool, ToolError> {
        let cx = self.cx;
        if !self.can_climb(&cx.view())? {
            return Ok(false);
        }
        self.climbing.climbs += 1;
        if rise::held(cx) < self.steps() {
            let wanted = Wanted { is_wanted: &rise::is_laid, gained: &|| rise::held(cx), count: self.steps() };
            collect::collect(cx, AROUND, &wanted, None).await?;
        }
        if !self.enter_flue().await? {
            return Ok(false);
        }
        for _ in 0..=self.steps() {
            walk::settle(cx).await?;
            let feet = cx.feet()?;
            if self.is_way_out(&cx.view(), feet).await {
                return Ok(true);
            }
            if !self.climb_one(feet).await? {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Goes to the floor of the nearer column.
    async fn enter_flue(&self) -> Result<bool, ToolError> {
        let (cx, Some(flue)) = (self.cx, self.climbing.flue) else { return Ok(false) };
        let (feet, view) = (cx.feet()?, cx.view());
        let mut floors = flue.map(|column| landing(&view, BlockPos { y: feet.y.max(column.y), ..column }));
        floors.sort_by_key(|at| at.level_distance(feet));
        let near = Near { target: floors[0], tolerance: 0, level: true };
        walk::walk_to(cx, || &near, 32, false).await
    }

    /// Lays a block in the other column, steps on it, and takes up the one it stood on.
    async fn climb_one(&mut self, feet: BlockPos) -> Result<bool, ToolError> {
        let (cx, Some([one, other])) = (self.cx, self.climbing.flue) else { return Ok(false) };
        let beside = match (feet.x, feet.z) {
            at if at == (one.x, one.z) => BlockPos { y: feet.y, ..other },
            at if at == (other.x, other.z) => BlockPos { y: feet.y, ..one },
            _ => return Ok(false),
        };
        if cx.shown().terrain.traits(beside).passable() {
            walk::center(cx, feet).await?;
            if !self.lay(beside).await? {
                return Ok(false);
            }
        }
        let near = Near { target: beside.up(), tolerance: 0, level: true };
        if !walk::walk_to(cx, || &near, 8, false).await? || cx.feet()? != beside.up() {
            return Ok(false);
        }
        let below = feet.down();
        if self.climbing.laid.contains_key(&below) && dig::dig(cx, below).await? && dig::confirm(cx, &[below]).await? {
            self.tally();
        }
        Ok(true)
    }

    /// Lays a block at a place from where the bot stands.
    async fn lay(&mut self, at: BlockPos) -> Result<bool, ToolError> {
        let held = rise::next(self.cx);
        let Some(item) = held.filter(|_| place::is_at_hand(self.cx, at)) else { return Ok(false) };
        match place::place(self.cx, item, at, None).await {
            Ok(_) => {
                // What was dug here before was the box's own.
                self.tally();
                self.climbing.laid.insert(at, ());
                Ok(true)
            }
            Err(error) if matches!(error.code, ErrorCode::ActionFailed | ErrorCode::PathBlocked) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
