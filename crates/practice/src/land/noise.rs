//! Lattice noise: the same numbers on every machine, because it takes only hashes, products, sums and roots.
//!
//! Not the `noise` crate's, which takes 32 bits of a seed and repeats after 256 cells of its lattice, and whose next release
//! may give other numbers: a saved world holds only what was changed, and the rest must grow again as it was.

use crate::rng::{hash2, mix};

/// A smooth field over the land: value noise from -1 to 1 on a lattice of `cell` blocks.
///
/// Its slope is at most `3 / cell` along each axis, and mostly less than half of that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    seed: u64,
    cell: i32,
    /// Where the lattice begins, so that those of several fields do not line up.
    from: (i32, i32),
}

impl Field {
    /// A seed has as many fields as there are names; those of two names have nothing to do with each other.
    pub fn new(seed: u64, name: &[u8; 4], cell: i32) -> Self {
        let seed = mix(seed ^ u64::from(u32::from_be_bytes(*name)));
        Self { seed, cell, from: ((seed % cell as u64) as i32, ((seed >> 32) % cell as u64) as i32) }
    }

    pub fn at(self, x: i32, z: i32) -> f64 {
        let (x, z) = (x + self.from.0, z + self.from.1);
        let (west, north) = (x.div_euclid(self.cell), z.div_euclid(self.cell));
        let corner = |dx: i32, dz: i32| signed(hash2(self.seed, west + dx, north + dz));
        let along = |value: i32, cell: i32| smooth(f64::from(value - cell * self.cell) / f64::from(self.cell));
        let tx = along(x, west);
        let upper = mixed(corner(0, 0), corner(1, 0), tx);
        let lower = mixed(corner(0, 1), corner(1, 1), tx);
        mixed(upper, lower, along(z, north))
    }
}

/// Gradient noise in space, about -0.9 to 0.9 and mostly near 0, on a lattice of `cell` blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depths {
    seed: u64,
    cell: [f64; 3],
    /// Where the lattice begins: gradient noise is 0 on its lattice, so those of two fields must not coincide.
    from: [f64; 3],
}

impl Depths {
    pub fn new(seed: u64, name: &[u8; 4], cell: [f64; 3]) -> Self {
        let seed = mix(seed ^ u64::from(u32::from_be_bytes(*name)));
        let from = [0, 1, 2].map(|axis| unit(mix(seed ^ axis)) * 1024.0);
        Self { seed, cell, from }
    }

    pub fn at(&self, x: i32, y: i32, z: i32) -> f64 {
        let place = |axis: usize, value: i32| f64::from(value) / self.cell[axis] + self.from[axis];
        let at = [place(0, x), place(1, y), place(2, z)];
        let low = at.map(f64::floor);
        let [x, y, z] = [at[0] - low[0], at[1] - low[1], at[2] - low[2]];
        let [i, j, k] = low.map(|low| low as i32);
        let (tx, ty, tz) = (smooth(x), smooth(y), smooth(z));
        let corner = |dx: i32, dy: i32, dz: i32| {
            let [a, b, c] = DIRECTIONS[(hash3(self.seed, i + dx, j + dy, k + dz) >> 60) as usize];
            a * (x - f64::from(dx)) + b * (y - f64::from(dy)) + c * (z - f64::from(dz))
        };
        let near = mixed(mixed(corner(0, 0, 0), corner(1, 0, 0), tx), mixed(corner(0, 1, 0), corner(1, 1, 0), tx), ty);
        let far = mixed(mixed(corner(0, 0, 1), corner(1, 0, 1), tx), mixed(corner(0, 1, 1), corner(1, 1, 1), tx), ty);
        mixed(near, far, tz)
    }
}

/// From a cube's middle to its twelve edges, four of them twice.
const DIRECTIONS: [[f64; 3]; 16] = [
    [1.0, 1.0, 0.0],
    [-1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [-1.0, -1.0, 0.0],
    [1.0, 0.0, 1.0],
    [-1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [-1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, -1.0, 1.0],
    [0.0, 1.0, -1.0],
    [0.0, -1.0, -1.0],
    [1.0, 1.0, 0.0],
    [-1.0, 1.0, 0.0],
    [0.0, -1.0, 1.0],
    [0.0, -1.0, -1.0],
];

/// A number for a block, of no relation to its neighbours'.
#[inline]
pub(super) const fn hash3(seed: u64, x: i32, y: i32, z: i32) -> u64 {
    let x = (x as u32 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let y = (y as u32 as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    let z = (z as u32 as u64).wrapping_mul(0x8cb9_2ba7_2f3d_8dd7);
    mix(seed ^ x ^ y.rotate_left(21) ^ z.rotate_left(42))
}

/// From 0 to 1, with level ends.
#[inline]
pub(super) fn smooth(t: f64) -> f64 {
    t * t * (3.0 - 2.0 * t)
}

/// How far a value has come from `low` to `high`, 0 before and 1 after, with level ends.
#[inline]
pub(super) fn step(value: f64, low: f64, high: f64) -> f64 {
    smooth(((value - low) / (high - low)).clamp(0.0, 1.0))
}

#[inline]
pub(super) fn mixed(from: f64, to: f64, t: f64) -> f64 {
    from + (to - from) * t
}

/// From 0 up to, not including, 1.
#[inline]
pub(super) fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

#[inline]
fn signed(bits: u64) -> f64 {
    unit(bits) * 2.0 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stay_in_their_bounds_and_are_smooth() {
        let field = Field::new(7, b"test", 40);
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for (x, z) in (-300..300).flat_map(|x| (-300..300).step_by(7).map(move |z| (x, z))) {
            let here = field.at(x, z);
            (low, high) = (low.min(here), high.max(here));
            assert!((field.at(x + 1, z) - here).abs() <= 3.0 / 40.0 && (field.at(x, z + 1) - here).abs() <= 3.0 / 40.0);
        }
        assert!((-1.0..-0.8).contains(&low) && (0.8..1.0).contains(&high), "{low} to {high}");
    }

    #[test]
    fn depths_are_smooth_and_balanced() {
        let depths = Depths::new(7, b"test", [20.0, 16.0, 20.0]);
        let (mut sum, mut count, mut widest) = (0.0, 0, 0.0_f64);
        for (x, y, z) in (0..60).flat_map(|x| (0..60).flat_map(move |y| (0..60).map(move |z| (x, y, z)))) {
            let here = depths.at(x, y, z);
            assert!((depths.at(x + 1, y, z) - here).abs() < 0.2 && (depths.at(x, y + 1, z) - here).abs() < 0.2);
            (sum, count, widest) = (sum + here, count + 1, widest.max(here.abs()));
        }
        assert!((sum / f64::from(count)).abs() < 0.05 && (0.5..1.0).contains(&widest), "{sum} {widest}");
    }
}
