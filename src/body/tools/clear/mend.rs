//! What was dug beside the box, to get at it and out of it, is put back: whoever asks for a hole wants that hole. The bot goes out step by
//! step and fills the stair behind it, with what it has dug since the call began and with nothing else.

use super::clearing::Clearing;
use crate::{
    body::skills::{
        collect::{self, Wanted},
        dig,
        path::{Found, LIMIT, Near, Rules, Step, find},
        place, rise, walk,
    },
    domain::{BlockPos, ErrorCode, ToolError},
    knowledge,
};

/// How far around what was dug is picked up for it, in blocks.
const AROUND: f64 = 6.0;
/// How far the way out may lead, in blocks.
const RANGE: i32 = 96;
/// How often it goes out: a walk that strayed, or a block that the server did not place, leaves some of it open.
const ROUNDS: u32 = 4;

/// Where it goes, and from where.
struct Way {
    from: BlockPos,
    steps: Vec<Step>,
}

impl Way {
    fn dug(&self) -> impl Iterator<Item = &BlockPos> {
        self.steps.iter().flat_map(|step| &step.dig)
    }
}

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
        for round in 0..ROUNDS {
            let gaps = self.gaps();
            let (Some(home), Some(&lowest)) = (self.home, gaps.first()) else { break };
            self.report("filling what was dug beside it", Some(home));
            walk::settle(cx).await?;
            // Only what lies above where it starts can be filled on the way out. Who holds nothing would only dig more.
            let can_fill = round == 0 || self.spare() > 0;
            if can_fill && lowest.y < cx.feet()?.y && !place::is_at_hand(cx, lowest) {
                let down = self.way_to(lowest).await?;
                self.take(&down, false).await?;
            }
            let mut out = self.way_to(home).await?;
            // What is dug on the way out falls behind, so it is no gain.
            let needed = self.gaps().len() as u32 + out.dug().filter(|at| !self.volume.contains(**at)).count() as u32;
            if self.spare() < needed {
                let count = rise::held(cx) + needed - self.spare();
                let wanted = Wanted { is_wanted: &rise::is_laid, gained: &|| rise::held(cx), count };
                collect::collect(cx, AROUND + self.volume.size()[1] as f64, &wanted, None).await?;
                out = self.way_to(home).await?;
            }
            self.take(&out, true).await?;
        }
        Ok(())
    }

    /// A way to a place, by digging where no step leads there; one without steps where there is none.
    async fn way_to(&self, target: BlockPos) -> Result<Way, ToolError> {
        let cx = self.cx;
        walk::settle(cx).await?;
        let near = Near { target, tolerance: 0, level: true };
        let (view, prices) = (cx.view(), dig::prices(cx));
        let from = walk::start(&view, cx.position()?);
        let rules =
            Rules { dig: Some(&prices), keep: Some(&self.keep), limit: LIMIT, range: RANGE, ..Rules::default() };
        Ok(match find(cx, &view, from, &rules, &mut &near).await {
            Found::Way { steps, .. } => Way { from, steps },
            _ => Way { from, steps: Vec::new() },
        })
    }

    /// Takes a way until it strays from it; `fills`: also fills what is at hand and not on the way that is left.
    async fn take(&mut self, way: &Way, fills: bool) -> Result<(), ToolError> {
        let cx = self.cx;
        self.note_beside(way.dug());
        let stands: Vec<BlockPos> = [way.from].into_iter().chain(way.steps.iter().map(|step| step.pos)).collect();
        for (at, stand) in stands.iter().enumerate() {
            if fills {
                self.fill_from_here(&stands[at..]).await?;
            }
            let Some(step) = way.steps.get(at) else { break };
            if walk::follow(cx, *stand, std::slice::from_ref(step)).await?.is_err() {
                break;
            }
            walk::settle(cx).await?;
        }
        Ok(())
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
