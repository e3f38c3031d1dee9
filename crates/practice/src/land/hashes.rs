//! The land of a seed is the same on every machine and in every build: a table of hashes says so.
//!
//! The table changes only when the land is meant to change. Then run `cargo test a_seed_is_the_same_land` and put the
//! table that it prints in the place of [`HASHES`].

use super::terrain::Terrain;
use crate::{chunks::chunk::Chunk, domain::ChunkPos, rng::mix};

/// Chunks that are hashed: the spawn's, one across an axis, the second meadow's, and two far away.
const PLACES: [(i32, i32); 5] = [(0, 0), (-1, 2), (6, 6), (-37, 12), (500, -1200)];

/// A row a seed, a column a chunk of [`PLACES`].
#[rustfmt::skip]
const HASHES: [(u64, [u64; 5]); 5] = [
    (0, [0x0a312462905c1cfc, 0x76b25ea0c957674d, 0xb8f2287c52ab9f65, 0xa2198687bd58f64c, 0x07c81ec9560f0fbc]),
    (1, [0x303240c2c8cbb83b, 0x2ba3633ca96b2ce0, 0x161b51f0325f4ab8, 0x89f592dedc1b4193, 0x0ad999ce03652dba]),
    (26, [0xe00cc7897e5a73af, 0x159b4cd015b2fbe6, 0xebcad3365371383b, 0xcd6ada1eaf54ef92, 0x9a550cf636368949]),
    (0x5eed_5eed_5eed_5eed, [0xef3208fd3b237f08, 0xdefcdf03601fa75b, 0x7a88cfd5a1c8a56e, 0x871dbb82cb1ba55f, 0xbcee192047b0aafc]),
    (u64::MAX, [0xb5e10a9be3bc0d26, 0x5a0a7f41e7a6e487, 0x0d49f1d5cd987d9d, 0x3e1375393aad8932, 0xa51c0e77b9c36325]),
];

/// Every state and every biome of a chunk.
fn hash(chunk: &Chunk) -> u64 {
    let states = chunk.sections.iter().flat_map(|section| (0..4096).map(|index| section.get(index)));
    states.chain(chunk.biomes).fold(0, |hash, next| mix(hash ^ u64::from(next)))
}

#[test]
fn a_seed_is_the_same_land_everywhere() {
    let mut same = true;
    let mut table = String::new();
    for (seed, known) in HASHES {
        let terrain = Terrain::new(seed);
        let found = PLACES.map(|(x, z)| hash(&terrain.generate(ChunkPos { x, z })));
        same &= found == known;
        let row = found.map(|hash| format!("{hash:#018x}")).join(", ");
        table += &format!("    ({seed}, [{row}]),\n");
    }
    assert!(same, "the land has changed; if that was meant, these are its hashes:\n{table}");
}
