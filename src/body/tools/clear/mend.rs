//! What was dug beside the box, to get at it and out of it, is put back: whoever asks for a hole wants that hole. The bot goes out step by
//! step and fills the stair behind it, with what it has dug since the call began and with nothing else.

use super::clearing::Clearing;
use crate::{
    body::skills::{
        collect::{self, Wanted},
        dig,
        path::{Found, LIMIT, Near, Rules, find},
        place, rise, walk,
    },
    domain::{BlockPos, ErrorCode, ToolError},
    knowledge,
};

/// How far around what was dug is picked up for it, in blocks.
const AROUND: f64 = 6.0;
/// How far the way out may lead, in blocks.
const RANGE: i32 = 96;

impl Clearing<'_> {
    /// Remembers what of the ground beside the box is about to be dug.
    pub fn note_beside<'a>(&mut self, dug: impl IntoIterator<Item = &'a BlockPos>) {
        let view = self.cx.view();
        for &at in dug.into_iter().filter(|at| !self.volume.contains(**at)) {
            if let Some(state) = view.state(at).filter(|_| view.traits(at).floor()) {
                self.beside.insert(at, state);
            }
        }
    }

    /// Goes out, and fills what was dug beside the box, as far as that can be.
    pub async fn mend(&mut self) -> Result<(), ToolError> {
        let cx = self.cx;
        let gaps = self.gaps().len() as u32;
        let Some(home) = self.home.filter(|_| gaps > 0) else { return Ok(()) };
        self.report("filling what was dug beside it", Some(home));
        if self.spare() < gaps {
            let count = rise::held(cx) + gaps - self.spare();
            let wanted = Wanted { is_wanted: &rise::is_laid, gained: &|| rise::held(cx), count };
            collect::collect(cx, AROUND, &wanted, None).await?;
        }
        walk::settle(cx).await?;
        let near = Near { target: home, tolerance: 0, level: true };
        let (view, prices) = (cx.view(), dig::prices(cx));
        let from = walk::start(&view, cx.position()?);
        // What lies at the bottom is gone down to, also where no step leads up from there.
        let rules =
            Rules { dig: Some(&prices), keep: Some(&self.keep), limit: LIMIT, range: RANGE, ..Rules::default() };
        let Found::Way { steps, .. } = find(cx, &view, from, &rules, &mut &near).await else { return Ok(()) };
        self.note_beside(steps.iter().flat_map(|step| &step.dig));
        let way: Vec<BlockPos> = [from].into_iter().chain(steps.iter().map(|step| step.pos)).collect();
        for (at, step) in steps.iter().enumerate() {
            self.fill_from_here(&way[at..]).await?;
            if walk::follow(cx, way[at], std::slice::from_ref(step)).await?.is_err() {
                return Ok(());
            }
            walk::settle(cx).await?;
        }
        self.fill_from_here(&[home]).await
    }

    /// Where the ground beside the box is open still, from the bottom up.
    fn gaps(&self) -> Vec<BlockPos> {
        let shown = self.cx.shown();
        let mut gaps: Vec<BlockPos> = self.beside.keys().copied().collect();
        gaps.retain(|at| shown.terrain.traits(*at).empty());
        gaps.sort_by_key(|at| (at.y, at.x, at.z));
        gaps
    }

    /// How many blocks are held beyond what was when the call began.
    fn spare(&self) -> u32 {
        rise::held(self.cx).saturating_sub(self.held)
    }

    /// Fills what is at hand and not on the way that is left.
    async fn fill_from_here(&mut self, way: &[BlockPos]) -> Result<(), ToolError> {
        let cx = self.cx;
        // Feet, head, and room for a step up.
        let on_way: Vec<BlockPos> = way.iter().flat_map(|at| [*at, at.up(), at.up().up()]).collect();
        for at in self.gaps().into_iter().filter(|at| !on_way.contains(at)) {
            if self.spare() == 0 {
                return Ok(());
            }
            let Some(item) = self.fitting(at).filter(|_| place::is_at_hand(cx, at)) else { continue };
            match place::place(cx, item, at, None).await {
                Ok(_) => {}
                Err(error) if matches!(error.code, ErrorCode::ActionFailed | ErrorCode::PathBlocked) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Of what is held, what the ground there was of; else whatever is laid first.
    fn fitting(&self, at: BlockPos) -> Option<&'static str> {
        let counts = self.cx.shown().windows.counts();
        let was = self.beside.get(&at).and_then(|state| knowledge::block_of_state(*state));
        let drops = was.into_iter().flat_map(|block| &block.drops).map(|drop| drop.item);
        drops.into_iter().find(|item| rise::is_laid(item) && counts.count(item) > 0).or_else(|| rise::next(self.cx))
    }
}
