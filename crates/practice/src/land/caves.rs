//! Caves: winding tunnels where two fields of noise are both near zero, rooms where a third is high, lava at the bottom.
//!
//! The noise is taken on a grid of 4x8x4 blocks and mixed in between, as vanilla does it; most of the grid's cells can be
//! passed over by their corners. Caves keep below the ground, so that they never meet water, except for mouths. Mouths and ravines open
//! only in columns that no water stands beside.

use crate::{
    chunks::{blocks, blocks::AIR, heights::MIN_Y},
    land::{
        canvas::Canvas,
        noise::{Depths, Field, mixed, step},
        relief::{Column, Relief},
    },
    voxel::StateId,
};

/// A cell of the grid, in blocks.
const WIDE: i32 = 4;
const TALL: i32 = 8;

/// Bedrock and a floor above it stay whole.
const LOWEST: i32 = MIN_Y + 5;

/// In caves, lava stands up to here: vanilla's level.
const LAVA_LEVEL: i32 = -55;

/// Ground left above a cave, in blocks.
const CRUST: i32 = 6;

/// How high the field of mouths is where caves open to the sky.
const MOUTH: f64 = 0.3;

/// A ravine is where one field is near zero and another is high: how near at its top, and at its bottom, and how deep it is at most, in blocks.
const RAVINE: [f64; 2] = [0.06, 0.015];
const RAVINE_DEEP: f64 = 34.0;
const RAVINES: (f64, f64) = (0.35, 0.55);

/// How near zero both tunnel fields are in a tunnel.
const TUNNEL: f64 = 0.1;

/// How high the room field is in a room: more in high places.
const ROOM: f64 = 0.42;
const ROOM_SHRINKS: f64 = 1.0 / 400.0;

pub(crate) struct Caves {
    tunnels: [Depths; 2],
    rooms: Depths,
    mouths: Field,
    ravine: Field,
    ravines: Field,
    lava: StateId,
}

/// What the three fields say at a place: the two of tunnels and the one of rooms.
type Sample = [f64; 3];

impl Caves {
    pub fn new(seed: u64) -> Self {
        Self {
            tunnels: [Depths::new(seed, b"tun1", [30.0, 22.0, 30.0]), Depths::new(seed, b"tun2", [30.0, 22.0, 30.0])],
            rooms: Depths::new(seed, b"room", [46.0, 26.0, 46.0]),
            mouths: Field::new(seed, b"mout", 40),
            ravine: Field::new(seed, b"ravi", 72),
            ravines: Field::new(seed, b"rvns", 144),
            lava: blocks::state("lava"),
        }
    }

    pub fn carve(&self, canvas: &mut Canvas) {
        let highest = canvas.highest() + 1;
        let (low, high) = (LOWEST.div_euclid(TALL), highest.div_euclid(TALL));
        let (west, north) = (canvas.west / WIDE, canvas.north / WIDE);
        let levels = (high - low + 2) as usize;
        let sample = |index: usize| {
            let (x, z) = ((index / levels % 5) as i32, (index / levels / 5) as i32);
            self.sample(west + x, low + (index % levels) as i32, north + z)
        };
        let samples: Vec<Sample> = (0..levels * 25).map(sample).collect();
        let dry: Vec<bool> = canvas.places().map(|(x, z)| is_dry(|x, z| canvas.column(x, z), x, z)).collect();
        let places = || canvas.places().zip(&dry).map(|((x, z), dry)| (x, z, *dry));
        let roofs: Vec<i32> = places().map(|(x, z, dry)| self.roof(x, z, dry, canvas.column(x, z).top)).collect();
        let ravines: Vec<(i32, i32)> = places().filter(|(.., dry)| *dry).map(|(x, z, _)| (x, z)).collect();
        for (cz, cx) in (0..4).flat_map(|z| (0..4).map(move |x| (z, x))) {
            let corner = |dx: usize, dz: usize| &samples[((cz + dz) * 5 + cx + dx) * levels..][..levels];
            let corners = [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)];
            for level in 0..levels - 1 {
                let eight = std::array::from_fn(|index| corners[index & 3][level + (index >> 2)]);
                let bottom = (low + level as i32) * TALL;
                let may = may_be_open(&eight, bottom);
                if may != [false; 2] {
                    self.carve_cell(canvas, &roofs, [cx, cz].map(|at| at as i32 * WIDE), bottom, &eight, may);
                }
            }
        }
        for (x, z) in ravines {
            let top = canvas.column(x, z).top;
            for y in top - self.ravine(x, z) + 1..=top {
                canvas.set(x, y, z, AIR);
            }
        }
    }

    /// Up to where a column is carved.
    fn roof(&self, x: i32, z: i32, is_dry: bool, top: i32) -> i32 {
        if is_dry && self.is_mouth(x, z) { top } else { top - CRUST }
    }

    /// Whether caves open to the sky here, where it is dry.
    fn is_mouth(&self, x: i32, z: i32) -> bool {
        self.mouths.at(x, z) > MOUTH
    }

    /// How far down a ravine goes in a column, in blocks.
    fn ravine(&self, x: i32, z: i32) -> i32 {
        let deep = step(self.ravines.at(x, z), RAVINES.0, RAVINES.1) * RAVINE_DEEP;
        if deep < 1.0 {
            return 0;
        }
        let [top, bottom] = RAVINE;
        let in_from_the_edge = (top - self.ravine.at(x, z).abs()) / (top - bottom);
        (deep * in_from_the_edge.clamp(0.0, 1.0)) as i32
    }

    /// Whether a cave or a ravine has taken the ground that one would stand on in a column.
    pub fn is_gone(&self, x: i32, z: i32, relief: &Relief) -> bool {
        let (is_ravine, is_mouth) = (self.ravine(x, z) > 0, self.is_mouth(x, z));
        // Most columns are neither; whether one is dry takes five.
        if !(is_ravine || is_mouth) || !is_dry(|x, z| relief.column(x, z), x, z) {
            return false;
        }
        if is_ravine {
            return true;
        }
        let column = relief.column(x, z);
        let (y, part) = (column.top, |value: i32, cell: i32| f64::from(value.rem_euclid(cell)) / f64::from(cell));
        let low = [x.div_euclid(WIDE), y.div_euclid(TALL), z.div_euclid(WIDE)];
        let corner = |index: usize| {
            let [dx, dz, dy] = [0, 1, 2].map(|axis| (index >> axis & 1) as i32);
            self.sample(low[0] + dx, low[1] + dy, low[2] + dz)
        };
        let four = layer(&std::array::from_fn(corner), part(y, TALL));
        is_open(&four, part(x, WIDE), part(z, WIDE), y, [true; 2])
    }

    /// The fields at a corner of the grid.
    fn sample(&self, x: i32, y: i32, z: i32) -> Sample {
        let [x, y, z] = [x * WIDE, y * TALL, z * WIDE];
        [self.tunnels[0].at(x, y, z), self.tunnels[1].at(x, y, z), self.rooms.at(x, y, z)]
    }

    fn carve_cell(
        &self,
        canvas: &mut Canvas,
        roofs: &[i32],
        [cx, cz]: [i32; 2],
        bottom: i32,
        eight: &[Sample; 8],
        may: [bool; 2],
    ) {
        let part = |at: i32, cell: i32| f64::from(at) / f64::from(cell);
        for y in bottom.max(LOWEST)..bottom + TALL {
            let four = layer(eight, part(y - bottom, TALL));
            let state = if y <= LAVA_LEVEL { self.lava } else { AIR };
            for dz in 0..WIDE {
                for dx in 0..WIDE {
                    let (x, z) = (cx + dx, cz + dz);
                    if y <= roofs[(z * 16 + x) as usize] && is_open(&four, part(dx, WIDE), part(dz, WIDE), y, may) {
                        canvas.set(canvas.west + x, y, canvas.north + z, state);
                    }
                }
            }
        }
    }
}

/// Whether no water stands in a column or beside it.
fn is_dry(column: impl Fn(i32, i32) -> Column, x: i32, z: i32) -> bool {
    [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().all(|(dx, dz)| !column(x + dx, z + dz).is_wet())
}

/// The four corners of a cell's slice at a height within it, 0 to 1.
#[inline]
fn layer(eight: &[Sample; 8], t: f64) -> [Sample; 4] {
    std::array::from_fn(|side| std::array::from_fn(|field| mixed(eight[side][field], eight[side + 4][field], t)))
}

/// Whether a block is part of a tunnel or of a room, as far as `may` says it can be either.
#[inline]
fn is_open(four: &[Sample; 4], tx: f64, tz: f64, y: i32, may: [bool; 2]) -> bool {
    let value = |field: usize| {
        let [a, b, c, d] = [four[0][field], four[1][field], four[2][field], four[3][field]];
        mixed(mixed(a, b, tx), mixed(c, d, tx), tz)
    };
    let is_tunnel = || {
        let first = value(0);
        first.abs() < TUNNEL && {
            let second = value(1);
            first * first + second * second < TUNNEL * TUNNEL
        }
    };
    may[0] && is_tunnel() || may[1] && value(2) > room_from(y)
}

fn room_from(y: i32) -> f64 {
    ROOM + f64::from(y - MIN_Y) * ROOM_SHRINKS
}

/// Whether there may be a tunnel in a cell, and a room, by its corners: what lies between them is no further out.
fn may_be_open(eight: &[Sample; 8], bottom: i32) -> [bool; 2] {
    let near_zero = |field: usize| {
        eight.iter().any(|sample| sample[field] < TUNNEL) && eight.iter().any(|sample| sample[field] > -TUNNEL)
    };
    [near_zero(0) && near_zero(1), eight.iter().any(|sample| sample[2] > room_from(bottom))]
}
