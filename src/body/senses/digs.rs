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
    /// Those of them that were seen back, since when.
    back: PosMap<BlockPos, Moment>,
    /// Begun, and not yet shown gone since: also what was put back, which a server that lags may break after all.
    begun: PosMap<BlockPos, ()>,
    /// What was begun and the server showed gone, in this order.
    settled: Vec<BlockPos>,
    /// Dug alone and put back, one after the other, since the server last let one be broken.
    refused: Vec<(BlockPos, StateId)>,
    /// How many blocks are still to be dug one by one, since something was put back.
    doubt: u32,
}

/// How many blocks the server has to let go one by one before several are dug at once again. A server that lags once lags on: two at once
/// would cost the second as often as not.
const SURE: u32 = 16;

/// A block that was broken: when that was begun, how many ticks it takes the server, and whether nothing else was dug
/// meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Dig {
    pub begun: Moment,
    pub ticks: u64,
    pub alone: bool,
}

impl Dig {
    fn may_break(&self, back: Option<&Moment>, now: Moment) -> bool {
        now.since(*back.unwrap_or(&self.begun)) < self.ticks + TOLD_EVERY
    }
}

impl Digs {
    /// Whether the server has nothing else to answer that it may yet break.
    pub fn is_idle(&self, now: Moment) -> bool {
        !self.open.iter().any(|(pos, dig)| dig.may_break(self.back.get(pos), now))
    }

    /// A block is being dug.
    pub fn begin(&mut self, pos: BlockPos) {
        self.begun.insert(pos, ());
    }

    /// A block that was broken is back here: the server has answered. Where what began and what ended the digging reached it
    /// together, it counts the block's time only from then on.
    pub fn is_back(&mut self, pos: BlockPos, now: Moment) {
        if self.is_open(pos) {
            self.back.entry(pos).or_insert(now);
        }
    }

    /// A block is gone here.
    pub fn broke(&mut self, pos: BlockPos, dig: Dig) {
        self.back.remove(&pos);
        self.open.insert(pos, dig);
    }

    /// The server shows a block gone: what was dug there is settled, and digging is allowed.
    pub fn gone(&mut self, pos: BlockPos) {
        if self.open.remove(&pos).is_some() {
            self.refused.clear();
            self.doubt = self.doubt.saturating_sub(1);
        }
        if self.begun.remove(&pos).is_some() {
            self.settled.push(pos);
        }
    }

    /// What was dug and the server showed gone, in this order. A place that fills up again may be in it several times.
    pub fn settled(&self) -> &[BlockPos] {
        &self.settled
    }

    /// Whether the server's word on a block is still to come.
    pub fn is_open(&self, pos: BlockPos) -> bool {
        self.open.contains_key(&pos)
    }

    /// Whether nothing else was being dug along with a block: only then does it say anything of the block that it is back.
    pub fn is_alone(&self, pos: BlockPos) -> bool {
        self.open.get(&pos).is_none_or(|dig| dig.alone)
    }

    /// Whether a block that is back may yet break by itself.
    pub fn may_break(&self, pos: BlockPos, now: Moment) -> bool {
        self.open.get(&pos).is_some_and(|dig| dig.may_break(self.back.get(&pos), now))
    }

    /// A block is back for good, in this state.
    pub fn put_back(&mut self, pos: BlockPos, state: StateId) {
        let Some(dig) = self.open.remove(&pos) else { return };
        self.doubt = SURE;
        if dig.alone {
            self.refused.push((pos, state));
        }
    }

    /// Whether the server has put something back a short while ago: then one digs block by block.
    pub fn in_doubt(&self) -> bool {
        self.doubt > 0
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
        assert!(!digs.is_alone(at(3)) && digs.is_alone(at(4)));
        digs.put_back(at(3), 1);
        assert!(
            digs.refused().len() == 2 && digs.in_doubt(),
            "a server that lags breaks one late block and puts back the next"
        );
        for left in (0..SURE).rev() {
            digs.broke(at(2), alone);
            digs.gone(at(2));
            assert!(digs.refused().is_empty() && !digs.is_open(at(2)) && digs.in_doubt() == (left > 0));
        }
        digs.put_back(at(2), 1);
        assert!(digs.refused().is_empty(), "what falls into the hole was not put back");
    }

    #[test]
    fn a_server_that_answered_late_counts_from_then_on() {
        let at = BlockPos::new(1, 64, 0);
        let moment = |ticks: u64| Moment { own: 7 + ticks, told: Some(100 + ticks) };
        let mut digs = Digs::default();
        digs.is_back(at, moment(0));
        digs.broke(at, Dig { begun: moment(0), ticks: 10, alone: true });
        assert!(!digs.may_break(at, moment(30)), "of what is not back nothing more is to be awaited");
        digs.is_back(at, moment(25));
        digs.is_back(at, moment(35));
        assert!(digs.may_break(at, moment(54)) && !digs.is_idle(moment(54)));
        assert!(!digs.may_break(at, moment(55)) && digs.is_idle(moment(55)));
        digs.broke(at, Dig { begun: moment(60), ticks: 10, alone: true });
        assert!(digs.may_break(at, moment(89)) && !digs.may_break(at, moment(90)), "dug again");
    }

    #[test]
    fn what_the_server_breaks_late_was_dug_too() {
        let at = |x: i32| BlockPos::new(x, 64, 0);
        let dig = Dig { begun: Moment { own: 7, told: Some(100) }, ticks: 10, alone: true };
        let mut digs = Digs::default();
        for x in [0, 1, 0] {
            digs.begin(at(x));
            digs.broke(at(x), dig);
            digs.gone(at(x));
        }
        digs.gone(at(2));
        digs.begin(at(3));
        digs.broke(at(3), dig);
        digs.put_back(at(3), 1);
        assert_eq!(digs.settled(), [at(0), at(1), at(0)], "one filled up again; one was not dug; one was put back");
        // It breaks while it is dug again.
        digs.begin(at(3));
        digs.gone(at(3));
        digs.broke(at(3), dig);
        digs.gone(at(3));
        assert_eq!(digs.settled().last(), Some(&at(3)));
        assert_eq!(digs.settled().len(), 4);
    }
}
