//! What can be broken from where the bot stands, and breaking it: the part of `clear` that does not walk.

use super::clearing::{Clearing, is_left};
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            dig,
            path::{Found, Near, Rules, Site, find},
            walk,
            work::{DigTicks, Job, Only, Quarry},
        },
    },
    domain::{BlockPos, ToolError},
};

/// How many layers are worked at together: what can be broken from a stand without leaving it for nothing.
const TOGETHER: i32 = 3;
/// Jobs that are looked at for whether they leave a way out, the cheapest first.
const MOST_JOBS: usize = 12;

impl Clearing<'_> {
    /// Breaks all that can be broken from here of the uppermost layers. `false`: nothing.
    ///
    /// `any`: first whatever block of the box one came for.
    pub async fn work_here(&mut self, any: bool) -> Result<bool, ToolError> {
        let cx = self.cx;
        walk::settle(cx).await?;
        let stand = walk::start(&cx.view(), cx.position()?);
        if stand != cx.feet()? {
            // Held up by an edge only: that block would be dug as any other.
            walk::center(cx, stand).await?;
        }
        let feet = cx.feet()?;
        let mut waiting: Vec<BlockPos> = Vec::new();
        let mut tried = false;
        while cx.feet()? == feet {
            let Some(job) = self.next_job(feet, &waiting, tried || !any).await? else { break };
            tried = true;
            if self.dig_job(&job, &mut waiting).await? && cx.shown().digs.in_doubt() {
                self.account(std::mem::take(&mut waiting)).await?;
            }
        }
        self.account(waiting).await?;
        Ok(tried)
    }

    /// Does one job, as far as the client can tell, and adds what it dug of the box to `dug`.
    async fn dig_job(&mut self, job: &Job, dug: &mut Vec<BlockPos>) -> Result<bool, ToolError> {
        self.report(&format!("digging {}", self.name_at(job.block)), Some(job.block));
        self.note_beside(&job.clear);
        for &at in job.clear.iter().chain([&job.block]) {
            self.loose |= self.cx.shown().terrain.traits(at.up()).falls();
            if !dig::dig(self.cx, at).await? {
                self.count_failure(job.block);
                return Ok(false);
            }
            if self.volume.contains(at) {
                dug.push(at);
            }
        }
        Ok(true)
    }

    /// The block of the box to break next from this stand. `simple`: only of the uppermost layers, and without digging
    /// anything outside the box, for which another stand may save the trouble.
    ///
    /// `gone`: what was broken a moment ago.
    async fn next_job(&self, feet: BlockPos, gone: &[BlockPos], simple: bool) -> Result<Option<Job>, ToolError> {
        let (eye, prices, mut view) = (self.cx.eye()?, dig::prices(self.cx), self.cx.view());
        view.set_gone(gone.to_vec());
        let Some(top) = self.top(&view) else { return Ok(None) };
        let mut jobs = self.quarry(top, &prices).jobs(&view, feet, &[], eye);
        if simple {
            let in_box = |job: &Job| job.clear.iter().all(|at| self.volume.contains(*at));
            jobs.retain(|job| job.block.y > top - TOGETHER && in_box(job));
        }
        if self.can_climb(&view)? || !self.is_way_out(&view, feet).await {
            // Nothing can be spoiled.
            return Ok(jobs.into_iter().next());
        }
        for job in jobs.into_iter().take(MOST_JOBS) {
            view.set_gone(gone.iter().chain(&job.clear).chain([&job.block]).copied().collect());
            if self.is_way_out(&view, feet).await {
                return Ok(Some(job));
            }
        }
        Ok(None)
    }

    /// Whether one can walk out of the box.
    pub async fn is_way_out(&self, view: &TerrainView, from: BlockPos) -> bool {
        let Some(home) = self.home else { return true };
        let near = Near { target: home, tolerance: 0, level: true };
        let site = Some(Site { volume: self.volume, sheer: false });
        let rules = Rules { dig: None, keep: None, limit: 4_000, range: 96, site, ..Rules::default() };
        matches!(find(self.cx, view, from, &rules, &mut &near).await, Found::Way { .. })
    }

    pub fn quarry<'q>(&'q self, top: i32, dig: DigTicks<'q>) -> Quarry<'q> {
        let only = Some(Only::Box { volume: self.volume, top });
        Quarry { wanted: &is_left, only, spoiled: &self.spoiled, keep: &self.keep, dig }
    }
}
