//! A call of `clear` under way: what is left of the box, and what was tried.

use serde_json::json;

use super::{
    flue::Climbing,
    obstacles::{lasting_obstacle, tool_needed},
};
use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{cx::Cx, dig, others::Waited, rise, walk},
    },
    domain::{BlockPos, PosMap, ToolError, Volume},
    knowledge,
    voxel::StateId,
};

/// Times that a block may fail to break before it is given up.
const FAILURES: u32 = 3;
/// Ticks in which loose ground that lay over the box has come down.
const FALL: u64 = 40;

pub(super) struct Clearing<'a> {
    pub cx: &'a Cx,
    pub volume: Volume,
    /// Blocks of the box that this call broke and the server showed gone.
    pub broken: u32,
    /// How much of what the server showed gone is counted.
    counted: usize,
    /// Loose ground lay over what was broken: it may be coming down.
    pub loose: bool,
    /// Where one is out of the box: what is dug must not cut off the way there. `None`: there was none to begin with.
    pub home: Option<BlockPos>,
    /// The floors of the stairs that were dug.
    pub keep: PosMap<BlockPos, ()>,
    /// What ground was dug beside the box, and what it was.
    pub beside: PosMap<BlockPos, StateId>,
    /// How many blocks that may be laid were held when the call began.
    pub held: u32,
    failures: PosMap<BlockPos, u32>,
    /// Blocks that are given up.
    pub spoiled: PosMap<BlockPos, ()>,
    /// Stands that were gone to and from which nothing could be broken, since something last was.
    pub barred: PosMap<BlockPos, ()>,
    pub waited: Waited,
    /// Times that it had to be got out of the box.
    pub astray: u32,
    pub climbing: Climbing,
}

impl<'a> Clearing<'a> {
    pub fn new(cx: &'a Cx, volume: Volume) -> Self {
        Self {
            cx,
            volume,
            broken: 0,
            counted: 0,
            loose: false,
            home: None,
            keep: PosMap::default(),
            beside: PosMap::default(),
            held: rise::held(cx),
            failures: PosMap::default(),
            spoiled: PosMap::default(),
            barred: PosMap::default(),
            waited: Waited::default(),
            astray: 0,
            climbing: Climbing::default(),
        }
    }

    /// Where the way out leads to from now on; one must go on standing there.
    pub fn come_home_to(&mut self, home: Option<BlockPos>) {
        self.keep.extend(home.map(|at| (at.down(), ())));
        self.home = home;
    }

    /// Goes where all of the box can be seen.
    pub async fn come_into_sight(&self) -> Result<(), ToolError> {
        while let Some(at) = self.unseen() {
            walk::into_sight(self.cx, at).await?;
        }
        Ok(())
    }

    fn unseen(&self) -> Option<BlockPos> {
        let shown = self.cx.shown();
        self.volume.cells().find(|at| shown.terrain.state(*at).is_none())
    }

    /// What the server shows that is not air, from the top down.
    pub fn left(&self) -> Vec<BlockPos> {
        let shown = self.cx.shown();
        self.volume.cells().filter(|at| shown.terrain.state(*at).is_some_and(is_left)).collect()
    }

    /// The highest layer of what is left and not given up.
    pub fn top(&self, view: &TerrainView) -> Option<i32> {
        let counts = |at: &BlockPos| view.state(*at).is_some_and(is_left) && !self.spoiled.contains_key(at);
        self.volume.cells().find(counts).map(|at| at.y)
    }

    /// Whether nothing falls into the empty box.
    pub async fn stays_empty(&mut self) -> bool {
        let fills_up = |_: &Cx| !self.left().is_empty();
        // What filled it once may do so again.
        self.loose = self.loose && self.cx.until(FALL, fills_up).await;
        !self.loose
    }

    /// What digging cannot remove, or not with what is held.
    pub fn check_obstacles(&self) -> Result<(), ToolError> {
        let (view, left) = (self.cx.view(), self.left());
        let slots = self.cx.shown().windows.player_slots();
        let held: Vec<&str> = slots.iter().skip(9).flatten().map(|stack| stack.item.as_str()).collect();
        let Some(mut error) = lasting_obstacle(&view, &left).or_else(|| tool_needed(&view, &left, &held)) else {
            return Ok(());
        };
        if let Some(context) = error.context.as_object_mut() {
            context.insert("broken".into(), json!(self.broken));
        }
        Err(error)
    }

    /// Waits for the server's word on what was dug, and counts what of the box is gone.
    pub async fn account(&mut self, dug: Vec<BlockPos>) -> Result<(), ToolError> {
        for at in dug {
            // What was shown gone once may be filled again by now.
            let (gone, alone) = (!self.cx.shown().digs.is_open(at), self.cx.shown().digs.is_alone(at));
            if !gone && !dig::confirm(self.cx, &[at]).await? && alone {
                self.count_failure(at);
            }
        }
        self.tally();
        Ok(())
    }

    /// Counts what of the box the server showed gone since the last time, also late, and what was dug on the way.
    pub fn tally(&mut self) {
        let gone: Vec<BlockPos> = self.cx.shown().digs.settled()[self.counted..].to_vec();
        self.counted += gone.len();
        for at in gone {
            if self.volume.contains(at) {
                self.broken += u32::from(!self.climbing.takes_up(at));
                self.barred.clear();
            }
        }
    }

    pub fn count_failure(&mut self, at: BlockPos) {
        let count = self.failures.entry(at).or_insert(0);
        *count += 1;
        if *count >= FAILURES {
            self.spoiled.insert(at, ());
        }
    }

    pub fn name_at(&self, at: BlockPos) -> &'static str {
        self.cx.shown().terrain.state(at).and_then(knowledge::block_of_state).map_or("block", |block| block.name)
    }

    pub fn report(&self, text: &str, place: Option<BlockPos>) {
        let (left, of) = (self.left().len() as u32, self.volume.count() as u32);
        self.cx.progress(text, of.saturating_sub(left), of, place);
    }
}

/// Anything but air.
pub(super) fn is_left(state: StateId) -> bool {
    !knowledge::is_air_state(state)
}
