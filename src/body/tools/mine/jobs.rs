//! What can be broken from where the bot stands, and breaking it: the part of `mine` that does not walk.

use super::mining::Mining;
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            collect, dig,
            path::{Found, Near, Rules, find},
            work::{self, Job, Only, Quarry},
        },
    },
    domain::{BlockPos, ToolError},
    voxel::StateId,
};

/// Ticks of fetching that no search for a better stand would save.
const FREE: f32 = 8.0;

impl Mining<'_> {
    /// Breaks what can be worked at from here without any ado; what takes some is weighed against other stands by
    /// [`Self::go_to_work`]. `false`: nothing.
    pub(super) async fn work_here(&mut self) -> Result<bool, ToolError> {
        let cx = self.cx;
        if !cx.on_ground()? {
            cx.until(10, |cx| cx.on_ground().unwrap_or(true)).await;
        }
        let feet = cx.feet()?;
        let mut waiting: Vec<(BlockPos, f32)> = Vec::new();
        let mut tried = false;
        loop {
            let pending: f32 = waiting.iter().map(|(_, drops)| drops).sum();
            if self.suffices(pending) || cx.feet()? != feet {
                break;
            }
            let Some(job) = self.next_job(feet, &waiting, FREE).await? else { break };
            tried = true;
            let expected = self.expected(job.block);
            if self.dig_job(&job).await? {
                waiting.push((job.block, expected));
                if self.cx.shown().digs.in_doubt() {
                    self.account(std::mem::take(&mut waiting)).await?;
                }
            }
        }
        self.account(waiting).await?;
        Ok(tried)
    }

    /// Does one job, as far as the client can tell.
    pub(super) async fn dig_job(&mut self, job: &Job) -> Result<bool, ToolError> {
        self.report(&format!("digging {}", self.name_at(job.block)), Some(job.block));
        for pos in job.clear.iter().chain([&job.block]) {
            // A zone may have come since the job was chosen.
            if self.cx.shown().terrain.is_kept(*pos) {
                self.count_failure(job.block);
                return Ok(false);
            }
            // In a hole the way back was looked for from where one stands.
            let draw_near = || match self.anchor {
                None => collect::draw_near(self.cx, *pos, &|item| self.wants(item)),
                Some(_) => Ok(()),
            };
            let is_dug = dig::dig_while(self.cx, *pos, &draw_near).await;
            self.cx.stand_still()?;
            if !is_dug? {
                self.count_failure(job.block);
                return Ok(false);
            }
        }
        let drop = work::landing(&self.cx.shown().terrain.view(), job.block);
        let feet = self.cx.feet()?;
        if drop.y < feet.y {
            // It will be stepped down to: a stair from now on.
            self.keep.insert(drop.down(), ());
            self.keep.insert(feet.down(), ());
        }
        Ok(true)
    }

    /// Counts the broken blocks that the server shows gone.
    pub(super) async fn account(&mut self, dug: Vec<(BlockPos, f32)>) -> Result<(), ToolError> {
        for (pos, expected) in dug {
            let alone = self.cx.shown().digs.is_alone(pos);
            if dig::confirm(self.cx, &[pos]).await? {
                self.broken += 1;
                self.named_broken |= self.params.at == Some(pos);
                self.due += expected;
                if self.target.items.contains(&"dirt") {
                    self.earth_at.push(pos);
                }
            } else if self.params.at.is_none() && alone {
                // The server's word is in: whether it says so of others too is to be seen.
                self.spoiled.insert(pos, ());
            }
        }
        Ok(())
    }

    /// The cheapest block to break from this stand with at most `extra` ticks of clearing and fetching.
    pub(super) async fn next_job(
        &self,
        feet: BlockPos,
        waiting: &[(BlockPos, f32)],
        extra: f32,
    ) -> Result<Option<Job>, ToolError> {
        let (eye, prices, mut view) = (self.cx.eye()?, dig::prices(self.cx), self.cx.view());
        let gone: Vec<BlockPos> = waiting.iter().map(|(pos, _)| *pos).collect();
        view.set_gone(gone.clone());
        let wanted = |state: StateId| self.is_wanted_state(state);
        let jobs = self.quarry(&wanted, &prices).jobs(&view, feet, &[], eye);
        let alone = |job: &Job| view.state(job.block).and_then(&prices).unwrap_or(0.0);
        let mut fit: Vec<Job> = jobs.into_iter().filter(|job| job.cost - alone(job) <= extra).take(12).collect();
        for index in 0..fit.len() {
            let job = &fit[index];
            view.set_gone(gone.iter().chain(&job.clear).chain([&job.block]).copied().collect());
            if self.leaves_a_way_back(&view, feet, job).await {
                return Ok(Some(fit.swap_remove(index)));
            }
        }
        view.set_gone(gone);
        // Where there was no way back to begin with, nothing can be spoiled.
        let spoils_nothing = !fit.is_empty() && !self.is_way_back(&view, feet).await;
        Ok(spoils_nothing.then(|| fit.swap_remove(0)))
    }

    /// Whether one can still walk back, from the stand and from where the drop will lie, once a job is done.
    async fn leaves_a_way_back(&self, view: &TerrainView, feet: BlockPos, job: &Job) -> bool {
        let drop = work::landing(view, job.block);
        self.is_way_back(view, feet).await && (drop.y >= feet.y || self.is_way_back(view, drop).await)
    }

    pub(super) async fn is_way_back(&self, view: &TerrainView, from: BlockPos) -> bool {
        let Some(anchor) = self.anchor else { return true };
        let near = Near { target: anchor, tolerance: 0, level: true };
        let rules = Rules { dig: None, keep: None, limit: 1_500, range: 48, lay: self.spare(), ..Rules::default() };
        matches!(find(self.cx, view, from, &rules, &mut &near).await, Found::Way { .. })
    }

    pub(super) fn quarry<'q>(&'q self, wanted: &'q dyn Fn(StateId) -> bool, dig: work::DigTicks<'q>) -> Quarry<'q> {
        Quarry { wanted, only: self.params.at.map(Only::Block), spoiled: &self.spoiled, keep: &self.keep, dig }
    }
}
