//! Chance that repeats: the same seed gives the same world and the same drops.

/// Mixes 64 bits well (the finaliser of SplitMix64).
pub(crate) const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A number for a place, of no relation to its neighbours'.
pub(crate) const fn hash2(seed: u64, x: i32, z: i32) -> u64 {
    mix(mix(seed ^ (x as u32 as u64)).wrapping_add((z as u32 as u64) << 32 | 0x9e37_79b9))
}

/// A stream of such numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// From 0 up to, not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// From `low` to `high`, both included.
    pub fn range(&mut self, low: i32, high: i32) -> i32 {
        low + (self.bits() % (high - low + 1) as u64) as i32
    }
}
