//! Where to go to see land that has not been seen.
//!
//! From a grid of places around where the exploring began, each shows the columns so far around it as the server sends them. The
//! place that shows most that is new for the way to it comes first.

use crate::domain::{ChunkPos, PosSet, Toward};

/// Blocks between two places of the grid.
const STEP: i32 = 32;
/// A way so much longer costs as much as setting out, in blocks.
const SETTING_OUT: i32 = 32;
/// What a way must bring, as a share of what one through unseen land does: a few columns in a corner are not walked back to.
const LEAST: f64 = 1.0 / 8.0;
/// So near to the end of the way one has come to it, in blocks on each axis.
const NEAR: i32 = 8;
/// The farthest that a server is taken to send, in chunks.
const MOST: i32 = 32;

/// What is to be seen, and from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frontier {
    /// Where it began: x and z.
    pub from: [i32; 2],
    /// How far from there one goes, in blocks.
    pub radius: i32,
    /// Only this way.
    pub toward: Option<Toward>,
    /// How far around land is shown, in chunks.
    pub view: i32,
    /// Its end is gone to, also when all that is to be seen from there has been seen before.
    pub to_end: bool,
}

impl Frontier {
    /// As far as one goes, where that is one way.
    fn end(&self) -> Option<[i32; 2]> {
        let [x, z] = self.toward.and_then(Toward::step).filter(|_| self.to_end)?.map(f64::from);
        let far = f64::from(self.radius) / x.hypot(z);
        Some([self.from[0] + (x * far).round() as i32, self.from[1] + (z * far).round() as i32])
    }

    /// How far it still is to its end from here, in blocks; `None` where one has come to it, or there is none.
    pub fn lacking(&self, here: [i32; 2]) -> Option<i32> {
        self.end().map(|end| gap(end, here)).filter(|left| *left > 2 * NEAR)
    }

    /// The places that are gone to.
    fn stands(&self) -> impl Iterator<Item = [i32; 2]> {
        let steps = self.radius / STEP;
        let around = (-steps..=steps).flat_map(move |x| (-steps..=steps).map(move |z| [x * STEP, z * STEP]));
        let Self { from, radius, toward, .. } = *self;
        let way = toward.and_then(Toward::step).map(|[x, z]| [f64::from(x), f64::from(z)]);
        let leads = move |[x, z]: [i32; 2]| {
            let (x, z) = (f64::from(x), f64::from(z));
            let length = x.hypot(z);
            // Within 30 degrees of the way, where there is one: 45 would be halfway to the next.
            let is_ahead = |[dx, dz]: [f64; 2]| length == 0.0 || (x * dx + z * dz) / (length * dx.hypot(dz)) > 0.86;
            length <= f64::from(radius) && way.is_none_or(is_ahead)
        };
        around.filter(move |off| leads(*off)).map(move |[x, z]| [from[0] + x, from[1] + z])
    }

    /// The columns that are shown from a place.
    fn shown(&self, [x, z]: [i32; 2]) -> impl Iterator<Item = ChunkPos> {
        let (x, z, view) = (x >> 4, z >> 4, self.view);
        (-view..=view).flat_map(move |dx| (-view..=view).map(move |dz| ChunkPos { x: x + dx, z: z + dz }))
    }

    /// All that can be seen.
    pub fn land(&self) -> PosSet<ChunkPos> {
        self.stands().flat_map(|stand| self.shown(stand)).collect()
    }

    /// The place to go to next from here; `None` where too little that is new is to be seen from any. `tried`: the places that were
    /// set out for, which are not set out for again: who would see something new there did not come to them.
    pub fn next(&self, is_seen: impl Fn(ChunkPos) -> bool, here: [i32; 2], tried: &[[i32; 2]]) -> Option<[i32; 2]> {
        let new = |stand: [i32; 2]| self.shown(stand).filter(|chunk| !is_seen(*chunk)).count();
        let worth = |stand: [i32; 2]| (new(stand) as f64 / f64::from(gap(stand, here) + SETTING_OUT), stand);
        // Columns that a block of a way through unseen land brings.
        let most = f64::from(2 * self.view + 1) / 16.0;
        let stands = self.stands().filter(|stand| !tried.contains(stand)).map(worth);
        let stands = stands.filter(|(worth, _)| *worth >= LEAST * most);
        let best = stands.min_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let end = || self.end().filter(|end| !tried.contains(end) && gap(*end, here) > NEAR);
        best.map(|(_, stand)| stand).or_else(end)
    }
}

/// How far two places are apart, on the axis on which it is farther.
fn gap(one: [i32; 2], other: [i32; 2]) -> i32 {
    (one[0] - other[0]).abs().max((one[1] - other[1]).abs())
}

/// How far around a column all are there, in chunks.
pub fn view_around(here: ChunkPos, is_there: impl Fn(ChunkPos) -> bool) -> i32 {
    let ring = |far: i32| {
        let side = move |at: i32| {
            [(at, -far), (at, far), (-far, at), (far, at)].map(|(x, z)| ChunkPos { x: here.x + x, z: here.z + z })
        };
        (-far..=far).flat_map(side)
    };
    (1..=MOST).take_while(|far| ring(*far).all(&is_there)).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks(x: std::ops::RangeInclusive<i32>, z: std::ops::RangeInclusive<i32>) -> PosSet<ChunkPos> {
        x.flat_map(|x| z.clone().map(move |z| ChunkPos { x, z })).collect()
    }

    /// Walks as it is told to, and sees what is shown on the way: the places, and what was seen.
    fn explored(frontier: Frontier) -> (Vec<[i32; 2]>, PosSet<ChunkPos>) {
        let mut seen: PosSet<ChunkPos> = frontier.shown(frontier.from).collect();
        let (mut here, mut places) = (frontier.from, Vec::new());
        while let Some(next) = frontier.next(|chunk| seen.contains(&chunk), here, &places) {
            seen.extend(frontier.shown(next));
            here = next;
            places.push(next);
            assert!(places.len() < 500, "it never ends");
        }
        (places, seen)
    }

    #[test]
    fn all_the_land_is_seen_in_few_legs() {
        let frontier = Frontier { from: [8, 8], radius: 64, toward: None, view: 5, to_end: false };
        let (places, seen) = explored(frontier);
        let land = frontier.land();
        let left = land.iter().filter(|chunk| !seen.contains(chunk)).count();
        assert!(20 * left <= land.len(), "{left} of {}", land.len());
        assert!(places.len() <= 12, "{places:?}");
        assert!(places.iter().all(|[x, z]| f64::from(x - 8).hypot(f64::from(z - 8)) <= 64.0));
    }

    #[test]
    fn one_way_is_not_the_other() {
        let (places, _) =
            explored(Frontier { from: [0, 0], radius: 100, toward: Some(Toward::North), view: 4, to_end: false });
        assert!(!places.is_empty() && places.iter().all(|[x, z]| *z < 0 && 3 * x.abs() <= -2 * z), "{places:?}");
    }

    #[test]
    fn whoever_goes_one_way_goes_to_its_end() {
        let north = Frontier { from: [0, 0], radius: 60, toward: Some(Toward::North), view: 4, to_end: true };
        let (places, _) = explored(north);
        assert_eq!(places.last(), Some(&[0, -60]), "{places:?}");
        let (places, _) = explored(Frontier { toward: Some(Toward::Southeast), ..north });
        assert_eq!(places.last(), Some(&[42, 42]), "{places:?}");
        let (places, _) = explored(Frontier { to_end: false, ..north });
        assert!(places.iter().all(|[_, z]| *z >= -32), "all is seen from there: {places:?}");
    }

    #[test]
    fn what_is_seen_is_not_gone_to_nor_what_was_not_come_to() {
        let frontier = Frontier { from: [0, 0], radius: 64, toward: None, view: 5, to_end: false };
        let land = frontier.land();
        assert_eq!(frontier.next(|chunk| land.contains(&chunk), [0, 0], &[]), None);
        let mut missed = Vec::new();
        while let Some(next) = frontier.next(|_| false, [0, 0], &missed) {
            assert!(!missed.contains(&next), "{missed:?}, {next:?}");
            missed.push(next);
        }
        assert_eq!(missed.len(), frontier.stands().count());
        let corner = land.iter().copied().max_by_key(|chunk| chunk.x + chunk.z).unwrap();
        assert_eq!(frontier.next(|chunk| chunk != corner, [-64, 0], &[]), None, "one column is not worth the way");
    }

    #[test]
    fn the_view_is_as_wide_as_its_narrowest_side() {
        let there = chunks(-5..=5, -5..=4);
        assert_eq!(view_around(ChunkPos { x: 0, z: 0 }, |chunk| there.contains(&chunk)), 4);
        assert_eq!(view_around(ChunkPos { x: 9, z: 0 }, |chunk| there.contains(&chunk)), 0);
    }
}
