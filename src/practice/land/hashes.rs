//! The land of a seed is the same on every machine and in every build: a table of hashes says so.
//!
//! The table changes only when the land is meant to change. Then run `cargo test a_seed_is_the_same_land` and put the
//! table that it prints in the place of [`HASHES`].

use super::terrain::Terrain;
use crate::{
    domain::ChunkPos,
    practice::{rng::mix, world::chunks::Chunk},
};

/// Chunks that are hashed: the spawn's, one across an axis, the second meadow's, and two far away.
const PLACES: [(i32, i32); 5] = [(0, 0), (-1, 2), (6, 6), (-37, 12), (500, -1200)];

/// A row a seed, a column a chunk of [`PLACES`].
#[rustfmt::skip]
const HASHES: [(u64, [u64; 5]); 5] = [
    (0, [0x669d99f259c483b5, 0xba65ba4d57a4fe23, 0xab5dc6fd86db557c, 0x9b7adc6025b3375d, 0xc801c8dfb3dae8b4]),
    (1, [0x5403483a579e9484, 0xf20f89fe14aec9e1, 0xbb56df87f02c5489, 0x66b3984fceba34ab, 0x08da1b7fa7c57db1]),
    (26, [0x928c8d96f0f16db5, 0xd6e35982f20623aa, 0xabcf61a80cc43187, 0xbc0e18a446e927ae, 0x4b8709f1b6b1b033]),
    (0x5eed_5eed_5eed_5eed, [0xedd35c097465ea7d, 0xc4fe1e8575b11ecc, 0xf6e77b2054f99d3e, 0x107cbc65b0c317f1, 0x16941ff559353e3b]),
    (u64::MAX, [0x9aed991ae587eb9e, 0x72df11bf38115c79, 0x11480213a839f422, 0xe7e62dd31bb83eee, 0xfbae71e746224618]),
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
