//! What the bot has broken as far as its own client can tell, and what the server says to it.
//!
//! A block that comes back was put back by a rule of the server (a protected spawn, somebody's claim), or the server lags:
//! then it breaks the block after all, at the latest when it has counted the block's own time itself. But it does so for
//! one block at a time only (vanilla's `delayedDestroyPos`): only what was dug alone tells a rule from lag.

use super::moment::{Moment, TOLD_EVERY};
use crate::{
    domain::{BlockPos, PosMap},
    voxel::StateId,
};

/// The blocks that the running call has broken.
#[derive(Debug, Default)]
pub struct Digs {
    /// Broken here and not yet at the server.
    open: PosMap<BlockPos, Dig>,
    /// Dug alone and put back, one after the other, since the server last let one be broken.
    refused: Vec<(BlockPos, StateId)>,
    /// Something was put back since.
    doubt: bool,
}

/// A block that was broken: when that was begun, how many ticks it takes the server, and whether nothing else was dug
/// meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Dig {
    pub begun: Moment,
    pub ticks: u64,
    pub alone: bool,
}

impl Dig {
    fn may_break(&self, now: Moment) -> bool {
        now.since(self.begun) < self.ticks + TOLD_EVERY
    }
}

impl Digs {
    /// Whether the server has nothing else to answer that it may yet break.
    pub fn is_idle(&self, now: Moment) -> bool {
        !self.open.values().any(|dig| dig.may_break(now))
    }

    /// A block is gone here.
    pub fn broke(&mut self, pos: BlockPos, dig: Dig) {
        self.open.insert(pos, dig);
    }

    /// The server shows a block gone: what was dug there is settled, and digging is allowed.
    pub fn gone(&mut self, pos: BlockPos) {
        if self.open.remove(&pos).is_some() {
            self.refused.clear();
            self.doubt = false;
        }
    }

    /// Whether the server's word on a block is still to come.
    pub fn is_open(&self, pos: BlockPos) -> bool {
        self.open.contains_key(&pos)
    }

    /// Whether a block that is back may yet break by itself.
    pub fn may_break(&self, pos: BlockPos, now: Moment) -> bool {
        self.open.get(&pos).is_some_and(|dig| dig.may_break(now))
    }

    /// A block is back for good, in this state.
    pub fn put_back(&mut self, pos: BlockPos, state: StateId) {
        let Some(dig) = self.open.remove(&pos) else { return };
        self.doubt = true;
        if dig.alone {
            self.refused.push((pos, state));
        }
    }

    /// Whether the last word of the server was that something is back: then one digs block by block.
    pub fn in_doubt(&self) -> bool {
        self.doubt
    }

    /// What was dug alone and put back, one after the other, the newest last.
    pub fn refused(&self) -> &[(BlockPos, StateId)] {
        &self.refused
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_dug_and_put_back_in_a_row_counts() {
        let at = |x: i32| BlockPos::new(x, 64, 0);
        let begun = Moment { own: 7, told: Some(100) };
        let alone = Dig { begun, ticks: 10, alone: true };
        let later = |ticks: u64| Moment { own: 107, told: Some(100 + ticks) };
        let mut digs = Digs::default();
        digs.put_back(at(0), 1);
        assert!(digs.refused().is_empty(), "it was never dug");
        for x in 0..2 {
            assert!(digs.is_idle(begun));
            digs.broke(at(x), alone);
            assert!(!digs.is_idle(later(29)) && digs.is_idle(later(30)));
            assert!(digs.is_open(at(x)) && digs.may_break(at(x), later(29)) && !digs.may_break(at(x), later(30)));
            digs.put_back(at(x), 1);
        }
        assert_eq!(digs.refused(), [(at(0), 1), (at(1), 1)]);
        digs.gone(at(5));
        assert_eq!(digs.refused().len(), 2, "somebody else's dig says nothing");
        digs.broke(at(3), Dig { alone: false, ..alone });
        digs.put_back(at(3), 1);
        assert!(
            digs.refused().len() == 2 && digs.in_doubt(),
            "a server that lags breaks one late block and puts back the next"
        );
        digs.broke(at(2), alone);
        digs.gone(at(2));
        assert!(digs.refused().is_empty() && !digs.is_open(at(2)) && !digs.in_doubt());
        digs.put_back(at(2), 1);
        assert!(digs.refused().is_empty(), "what falls into the hole was not put back");
    }
}
