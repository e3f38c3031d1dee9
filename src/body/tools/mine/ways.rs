//! Going where the next block can be worked at: the part of `mine` that searches and walks.

use serde_json::json;

use super::{LIMIT, Mining, RADIUS};
use crate::{
    body::skills::{
        cx::Cx,
        dig,
        path::{Found, Near, Rules, Step, search},
        walk::{self, blocked},
        work::{self, Workplace},
    },
    domain::{BlockPos, ErrorCode, ToolError},
    knowledge,
    voxel::StateId,
};

impl Mining<'_> {
    /// Where a block was named: to where it can be seen.
    pub(super) async fn go_near(&self, at: BlockPos) -> Result<(), ToolError> {
        let is_loaded = |cx: &Cx| cx.shown().terrain.is_loaded(at.chunk());
        for _ in 0..8 {
            if is_loaded(self.cx) {
                break;
            }
            let near = Near { target: at, tolerance: 12, level: false };
            let (from, found) = {
                let here = self.cx.position()?;
                let shown = self.cx.shown();
                let view = shown.terrain.view();
                let from = walk::start(&view, here);
                let rules = Rules { dig: None, keep: None, limit: LIMIT, range: 512 };
                (from, search(&view, from, &rules, &mut &near))
            };
            let (Found::Way { steps, .. } | Found::None { nearest: steps, .. }) = found;
            if steps.is_empty() || walk::follow(self.cx, from, &steps).await?.is_err() {
                walk::settle(self.cx).await?;
            }
            self.cx.tick().await;
        }
        let Some(state) = self.cx.shown().terrain.state(at) else {
            return Err(blocked(self.cx, format!("{at} is out of sight"), json!({ "target": at })));
        };
        let name = knowledge::block_of_state(state).map_or("?", |block| block.name);
        if self.target.blocks.iter().any(|block| block.name == name) {
            return Ok(());
        }
        Err(ToolError::new(ErrorCode::ResourceNotFound, format!("{at} is {name}, not {}", self.params.target)).with(
            json!({ "target": self.params.target, "at": at, "seen": name, "search_radius": 0, "position": self.cx.feet()? }),
        ))
    }

    /// Walks, digging where needed, to the stand that costs least.
    pub(super) async fn go_to_work(&mut self) -> Result<(), ToolError> {
        let radius = self.params.max_radius.unwrap_or(RADIUS) as i32;
        let cx = self.cx;
        let mut candidates = Vec::new();
        let (from, found) = {
            let prices = dig::prices(cx);
            let at = cx.position()?;
            let shown = cx.shown();
            let view = shown.terrain.view();
            let from = walk::start(&view, at);
            let wanted = |state: StateId| self.wanted.get(usize::from(state)).copied().unwrap_or(false);
            match self.params.at {
                Some(at) => candidates.push(at),
                None => {
                    let fresh = |pos: BlockPos| !self.spoiled.contains_key(&pos);
                    candidates = work::nearest(&view, from, radius, 48, &wanted, &fresh);
                    // Of what abounds, what lies open may be nearer in ticks than what is nearest in blocks.
                    if candidates.len() == 48 {
                        let open = |pos: BlockPos| {
                            fresh(pos)
                                && [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1)].iter().any(
                                    |&(dx, dy, dz)| {
                                        let beside = view.traits(pos.offset(dx, dy, dz));
                                        beside.passable() && !beside.fluid()
                                    },
                                )
                        };
                        candidates.extend(work::nearest(&view, from, radius.min(32), 24, &wanted, &open));
                    }
                }
            }
            let found = if candidates.is_empty() {
                None
            } else {
                let quarry = self.quarry(&wanted, &prices);
                let mut goal = Workplace { quarry, nearest: candidates.clone(), best: None };
                let rules = Rules { dig: Some(&prices), keep: Some(&self.keep), limit: LIMIT, range: radius + 8 };
                let found = search(&view, from, &rules, &mut goal);
                Some((found, goal.best.map(|(_, stand, job)| (stand, job))))
            };
            (from, found)
        };
        match found {
            None => Err(self.not_found(radius)?),
            Some((Found::Way { steps, .. }, Some((stand, job)))) => {
                self.report(&format!("walking to {} at {}", self.name_at(job.block), job.block), Some(job.block));
                let start = cx.feet()?;
                let on_the_way: Vec<(BlockPos, f32)> = steps
                    .iter()
                    .flat_map(|step| &step.dig)
                    .filter(|pos| self.is_wanted(**pos))
                    .map(|&pos| (pos, self.expected(pos)))
                    .collect();
                let arrived = walk::follow(cx, from, &steps).await?.is_ok();
                self.anchor = anchor(start, &steps);
                if steps.iter().any(|step| !step.dig.is_empty()) {
                    let floors = steps.iter().map(|step| step.pos).chain([start]);
                    self.keep.extend(floors.map(|pos| (pos.down(), ())));
                }
                let mut dug = Vec::new();
                for (pos, expected) in on_the_way {
                    if cx.client_traits(pos)?.empty() {
                        dug.push((pos, expected));
                    }
                }
                self.account(dug).await?;
                if !arrived {
                    walk::settle(cx).await?;
                    self.count_failure(job.block);
                    cx.tick().await;
                    return Ok(());
                }
                if self.suffices(0.0) {
                    return Ok(());
                }
                let mut next = self.next_job(cx.feet()?, &[], f32::INFINITY)?;
                if next.is_none() {
                    // A little off the stand's middle the block may hide behind an edge.
                    walk::center(cx, stand).await?;
                    next = self.next_job(cx.feet()?, &[], f32::INFINITY)?;
                }
                match next {
                    Some(job) => {
                        let expected = self.expected(job.block);
                        if self.dig_job(&job).await? {
                            self.account(vec![(job.block, expected)]).await?;
                        }
                    }
                    None => {
                        self.spoiled.insert(job.block, ());
                        cx.tick().await;
                    }
                }
                Ok(())
            }
            Some(_) => {
                let tried: Vec<&BlockPos> = candidates.iter().take(8).collect();
                let message = format!("no way to any of {} {}", candidates.len(), self.params.target);
                let context = json!({ "target": self.params.target, "tried": tried, "collected": self.gained() });
                Err(blocked(cx, message, context))
            }
        }
    }

    pub(super) fn not_found(&self, radius: i32) -> Result<ToolError, ToolError> {
        let position = self.cx.feet()?;
        if let Some(refusal) = dig::refusal(self.cx) {
            return Ok(refusal);
        }
        let spoiled: Vec<&BlockPos> = self.spoiled.keys().take(8).collect();
        if !spoiled.is_empty() {
            let message = format!("no {} that can be reached or broken", self.params.target);
            let context = json!({ "target": self.params.target, "tried": spoiled, "collected": self.gained() });
            return Ok(blocked(self.cx, message, context));
        }
        let message = format!("no {} within {radius} blocks", self.params.target);
        Ok(ToolError::new(ErrorCode::ResourceNotFound, message).with(json!({
            "target": self.params.target, "search_radius": radius, "position": position, "collected": self.gained(),
        })))
    }
}

/// Where the way back must lead: to the last node before the way had to be dug, or some steps back on an open way.
fn anchor(start: BlockPos, steps: &[Step]) -> Option<BlockPos> {
    let node = |index: usize| if index == 0 { start } else { steps[index - 1].pos };
    match steps.iter().position(|step| !step.dig.is_empty()) {
        Some(first) => Some(node(first)),
        None => Some(node(steps.len().saturating_sub(6))),
    }
}
