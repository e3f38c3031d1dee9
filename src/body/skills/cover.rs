//! What hides a block from the open, whoever looks: what has to be dug at least before it can be seen.
//!
//! A look passes from cell to cell through their faces. So none of them costs less than the cheapest such way to a cell
//! that is open, and that way is the same for all stands of a search: worked out once, it spares the looks that lead to
//! nothing, which are most of them.

use crate::domain::{BlockPos, PosMap};

/// How many blocks are dug at most to get at another.
pub(super) const MOST_CLEARED: usize = 3;

const FACES: [(i32, i32, i32); 6] = [(0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1), (0, -1, 0)];

/// What has been worked out, for one search.
#[derive(Default)]
pub(super) struct Cover {
    prices: PosMap<BlockPos, f32>,
    /// By whether the last of the cells is open, and by how many cells may be dug.
    ways: [[PosMap<BlockPos, f32>; MOST_CLEARED + 1]; 2],
}

impl Cover {
    /// Ticks of digging at least before a block can be seen; infinite if it takes more blocks than are dug for it.
    ///
    /// `between`: how many cells at least lie between the block and the looker's own, if those are still to be dug and so
    /// open to this looker alone. `price`: ticks that a cell takes, nothing where it is open, infinite where it must not
    /// be dug.
    pub fn least(&mut self, pos: BlockPos, between: Option<usize>, price: &impl Fn(BlockPos) -> f32) -> f32 {
        match between.filter(|cells| *cells <= MOST_CLEARED) {
            Some(cells) => self.way(pos, cells, true, price),
            None => self.way(pos, MOST_CLEARED, false, price),
        }
    }

    /// The cheapest way to an open cell, or to wherever it has dug so many cells, if it `ends` there.
    fn way(&mut self, pos: BlockPos, cells: usize, ends: bool, price: &impl Fn(BlockPos) -> f32) -> f32 {
        if ends && cells == 0 {
            return 0.0;
        }
        if let Some(known) = self.ways[usize::from(ends)][cells].get(&pos) {
            return *known;
        }
        let mut least = f32::INFINITY;
        for (dx, dy, dz) in FACES {
            let next = pos.offset(dx, dy, dz);
            let cell = *self.prices.entry(next).or_insert_with(|| price(next));
            if cell == 0.0 {
                least = 0.0;
                break;
            }
            if cells > 0 && cell < least {
                least = least.min(cell + self.way(next, cells - 1, ends, price));
            }
        }
        self.ways[usize::from(ends)][cells].insert(pos, least);
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: BlockPos = BlockPos::new(0, 0, 0);

    /// Ground up to a height, of which a block takes five ticks.
    fn ground(top: i32) -> impl Fn(BlockPos) -> f32 {
        move |pos| if pos.y > top { 0.0 } else { 5.0 }
    }

    #[test]
    fn each_block_above_has_its_price() {
        for (top, least) in [(0, 0.0), (1, 5.0), (3, 15.0), (4, f32::INFINITY)] {
            assert_eq!(Cover::default().least(HERE, None, &ground(top)), least, "{top} above");
        }
    }

    #[test]
    fn the_cheapest_way_may_lead_round_a_corner() {
        let price = |pos: BlockPos| match (pos.x, pos.y, pos.z) {
            (0, 1, 0) => 40.0,
            (1, 0, 0) => 7.0,
            (1, 1, 0) => 0.0,
            _ => f32::INFINITY,
        };
        let mut cover = Cover::default();
        assert_eq!(cover.least(HERE, None, &price), 7.0);
        assert_eq!(cover.least(HERE.offset(9, 0, 0), None, &price), f32::INFINITY);
    }

    #[test]
    fn who_digs_its_own_place_sees_from_there() {
        let least = |between, top| Cover::default().least(HERE, Some(between), &ground(top));
        assert_eq!([0, 1, 2, 3].map(|between| least(between, 9)), [0.0, 5.0, 10.0, 15.0]);
        assert_eq!(least(4, 9), f32::INFINITY);
        assert_eq!((least(3, 2), least(4, 2)), (10.0, 10.0), "the open is nearer");
    }
}
