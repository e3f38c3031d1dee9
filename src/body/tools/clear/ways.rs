//! Going where the next block can be worked at, and out of the box: the part of `clear` that walks.

use serde_json::json;

use super::clearing::{Clearing, is_left};
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            dig,
            path::{Destination, Found, LIMIT, Near, Rules, Site, Step, find},
            walk::{self, blocked},
            work::{Job, Quarry},
            workplace::Workplace,
        },
    },
    domain::{BlockPos, PosMap, ToolError, Volume},
};

/// How far beyond the box a way may lead, in blocks.
const AROUND: u32 = 24;
/// How often a bot that fell where no way leads out, or to work, is got out of there.
const ASTRAY: u32 = 2;

/// What a search for work found.
struct Work {
    steps: Vec<Step>,
    stand: BlockPos,
    job: Job,
}

impl Clearing<'_> {
    /// Walks, digging where needed, to the stand from which the next block costs least, and breaks it.
    pub async fn go_to_work(&mut self) -> Result<(), ToolError> {
        let view = self.cx.view();
        let from = walk::start(&view, self.cx.position()?);
        let sheer = self.can_climb(&view)?;
        // What is beside the box stays wherever there is another way; and so does the step out of it, as long as the rest can be
        // worked at on foot.
        let walls = self.walls();
        let mut work = None;
        for (keep, digs) in [(&walls, false), (&walls, true), (&self.keep, true)] {
            if work.is_none() {
                work = self.find_work(&view, from, sheer, keep, digs).await;
            }
        }
        let is_ours = work.as_ref().is_some_and(|work| self.cx.shared.holder.aim_at(work.job.block));
        if !is_ours && self.waits_for_others().await {
            return Ok(());
        }
        let Some(Work { steps, stand, job }) = work else {
            if self.astray < ASTRAY && self.come_out().await? {
                self.astray += 1;
                return Ok(());
            }
            return Err(self.out_of_reach());
        };
        self.report(&format!("walking to {} at {}", self.name_at(job.block), job.block), Some(job.block));
        if self.walk_to_work(from, &steps).await? {
            return self.begin_work(stand).await;
        }
        walk::settle(self.cx).await?;
        self.count_failure(job.block);
        self.cx.tick().await;
        Ok(())
    }

    /// The way to the stand from which some block of the box costs least, and that block.
    /// `keep`: what is not dug for it. `ways_dug`: a way there may be dug.
    async fn find_work(
        &self,
        view: &TerrainView,
        from: BlockPos,
        sheer: bool,
        keep: &PosMap<BlockPos, ()>,
        ways_dug: bool,
    ) -> Option<Work> {
        let prices = dig::prices(self.cx);
        let top = self.top(view)?;
        let counts = |at: &BlockPos| {
            view.state(*at).is_some_and(is_left) && !self.spoiled.contains_key(at) && !view.is_taken(*at)
        };
        let blocks: Vec<BlockPos> = self.volume.cells().filter(counts).collect();
        let digs = blocks.iter().filter_map(|at| view.state(*at).and_then(&prices));
        let least = digs.min_by(f32::total_cmp)?;
        let range = self.volume.cells().map(|at| at.level_distance(from)).max()? + AROUND;
        let quarry = Quarry { keep, ..self.quarry(top, &prices) };
        let workplace = Workplace::new(view, quarry, blocks, Vec::new(), least);
        let mut goal = Open { workplace, barred: &self.barred };
        let rules = Rules {
            dig: if ways_dug { Some(&prices) } else { None },
            keep: Some(keep),
            limit: LIMIT,
            range: range as i32,
            site: Some(Site { volume: self.volume, sheer }),
            ..Rules::default()
        };
        let found = find(self.cx, view, from, &rules, &mut goal).await;
        let (Found::Way { steps, .. }, Some((_, stand, job))) = (found, goal.workplace.best) else { return None };
        Some(Work { steps, stand, job })
    }

    /// What stays in any case, and all that is right beside the box or below it.
    fn walls(&self) -> PosMap<BlockPos, ()> {
        let (low, high) = (self.volume.low(), self.volume.high());
        let around = Volume::between(low.offset(-1, -1, -1), high.offset(1, 0, 1));
        let beside = around.cells().filter(|at| !self.volume.contains(*at)).map(|at| (at, ()));
        self.keep.iter().map(|(at, ())| (*at, ())).chain(beside).collect()
    }

    /// Walks a way, remembering the stair that it digs, and counts what of the box it broke; `false`: it went astray.
    async fn walk_to_work(&mut self, from: BlockPos, steps: &[Step]) -> Result<bool, ToolError> {
        let cx = self.cx;
        let start = cx.feet()?;
        if self.broken == 0 {
            // The nearer the way out ends, the sooner it is found.
            let open = steps.iter().take_while(|step| step.dig.is_empty()).map(|step| step.pos);
            let nearest = open.filter(|at| is_outside(self.volume, *at)).last();
            self.come_home_to(nearest.or(self.home));
        }
        self.note_beside(steps.iter().flat_map(|step| &step.dig));
        let arrived = walk::follow(cx, from, steps).await?.is_ok();
        if steps.iter().any(|step| !step.dig.is_empty()) {
            let floors = steps.iter().map(|step| step.pos).chain([start]);
            self.keep.extend(floors.map(|at| (at.down(), ())));
        }
        let mut dug = Vec::new();
        for &at in steps.iter().flat_map(|step| &step.dig).filter(|at| self.volume.contains(**at)) {
            if cx.client_traits(at)?.empty() {
                dug.push(at);
            }
        }
        self.account(dug).await?;
        Ok(arrived)
    }

    /// Breaks what can be broken from a stand that was walked to.
    async fn begin_work(&mut self, stand: BlockPos) -> Result<(), ToolError> {
        if self.work_here(true).await? {
            return Ok(());
        }
        // A little off the stand's middle the block may hide behind an edge.
        walk::center(self.cx, stand).await?;
        if !self.work_here(true).await? {
            self.barred.insert(stand, ());
            self.cx.tick().await;
        }
        Ok(())
    }

    /// Waits a moment where what is left is in the hands of other bots; `false`: they have none of it, or have had it for
    /// too long.
    async fn waits_for_others(&mut self) -> bool {
        let view = self.cx.view();
        let taken = self.left().into_iter().find(|at| view.is_taken(*at) && !self.spoiled.contains_key(at));
        let Some(at) = taken.filter(|_| self.waited.is_patient()) else { return false };
        self.report(&format!("waiting until another bot is done with the {} at {at}", self.name_at(at)), Some(at));
        self.waited.wait(self.cx, at).await;
        true
    }

    /// The nearest place on foot where one is out of the box.
    pub async fn way_out(&self) -> Result<Option<BlockPos>, ToolError> {
        let view = self.cx.view();
        let from = walk::start(&view, self.cx.position()?);
        let rules = Rules { dig: None, keep: None, limit: 4_000, range: 96, ..Rules::default() };
        let found = find(self.cx, &view, from, &rules, &mut Outside(self.volume)).await;
        let Found::Way { steps, .. } = found else { return Ok(None) };
        Ok(Some(steps.last().map_or(from, |last| last.pos)))
    }

    /// Out of the box, should there be no open way: it is climbed, or a stair is dug. `false`: that was not needed, or did not
    /// help.
    pub async fn come_out(&mut self) -> Result<bool, ToolError> {
        walk::settle(self.cx).await?;
        let Some(home) = self.home else { return Ok(false) };
        if self.is_way_out(&self.cx.view(), self.cx.feet()?).await {
            return Ok(false);
        }
        self.report("coming out", Some(home));
        if self.climb().await? {
            return Ok(true);
        }
        let near = Near { target: home, tolerance: 0, level: true };
        let (view, prices) = (self.cx.view(), dig::prices(self.cx));
        let from = walk::start(&view, self.cx.position()?);
        let rules = Rules { dig: Some(&prices), keep: Some(&self.keep), limit: LIMIT, range: 96, ..Rules::default() };
        let Found::Way { steps, .. } = find(self.cx, &view, from, &rules, &mut &near).await else { return Ok(false) };
        self.note_beside(steps.iter().flat_map(|step| &step.dig));
        let arrived = walk::follow(self.cx, from, &steps).await?.is_ok();
        walk::settle(self.cx).await?;
        self.cx.tick().await;
        Ok(arrived)
    }

    /// Why there is nothing to go to.
    fn out_of_reach(&self) -> ToolError {
        if let Some(refusal) = dig::refusal(self.cx) {
            return refusal;
        }
        let (left, volume) = (self.left(), self.volume);
        let others = self.waited.words();
        let message = format!(
            "no way to {} of {} blocks from {} to {}{others}",
            left.len(),
            volume.count(),
            volume.low(),
            volume.high()
        );
        let some: Vec<&BlockPos> = left.iter().take(8).collect();
        let context = json!({
            "from": volume.low(), "to": volume.high(), "left": left.len(), "tried": some, "broken": self.broken,
        });
        blocked(self.cx, message, context)
    }
}

/// Neither in the box nor on it.
fn is_outside(volume: Volume, at: BlockPos) -> bool {
    ![at, at.up(), at.down()].into_iter().any(|at| volume.contains(at))
}

/// A place out of the box.
struct Outside(Volume);

impl Destination for Outside {
    fn estimate(&self, _: BlockPos) -> f32 {
        0.0
    }
    fn ends(&mut self, _: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        is_outside(self.0, at).then_some(0.0)
    }
}

/// A stand to work from that was not tried in vain.
struct Open<'a> {
    workplace: Workplace<'a>,
    barred: &'a PosMap<BlockPos, ()>,
}

impl Destination for Open<'_> {
    fn estimate(&self, at: BlockPos) -> f32 {
        self.workplace.estimate(at)
    }
    fn ends(&mut self, view: &TerrainView, at: BlockPos, trail: &[BlockPos], cost: f32) -> Option<f32> {
        if self.barred.contains_key(&at) { None } else { self.workplace.ends(view, at, trail, cost) }
    }
    fn effort(&self) -> u32 {
        self.workplace.effort()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_is_neither_in_the_box_nor_on_it() {
        let volume = Volume::between(BlockPos::new(0, 60, 0), BlockPos::new(3, 63, 3));
        let outside = |x: i32, y: i32, z: i32| is_outside(volume, BlockPos::new(x, y, z));
        assert!(outside(-1, 64, 0) && outside(4, 61, 2) && outside(1, 65, 1));
        assert!(!outside(1, 64, 1) && !outside(1, 62, 1) && !outside(2, 59, 2));
    }
}
