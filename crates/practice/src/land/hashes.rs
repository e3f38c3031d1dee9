//! The land of a seed is the same on every machine and in every build: a table of hashes says so.
//!
//! The table changes only when the land is meant to change. Then run `cargo test a_seed_is_the_same_land` and put the
//! table that it prints in the place of [`HASHES`].

use super::terrain::Terrain;
use crate::{chunks::chunk::Chunk, domain::ChunkPos, rng::mix};

/// Chunks that are hashed: the spawn's, one across an axis, and three farther away.
const PLACES: [(i32, i32); 5] = [(0, 0), (-1, 2), (6, 6), (-37, 12), (500, -1200)];

/// A row a seed, a column a chunk of [`PLACES`].
#[rustfmt::skip]
const HASHES: [(u64, [u64; 5]); 5] = [
    (0, [0xeaf5620372c8f60e, 0x94880e26acd291e1, 0x2e7baff50eab634a, 0x3b3cd91d16f72ded, 0x9dc557b3d9cd53fc]),
    (1, [0xccee0f6761522665, 0x4a2b65c0dd66b3e6, 0xf935308246c596ce, 0xc405cd3e087372f2, 0x0ad999ce03652dba]),
    (26, [0xc1ea4d2dc8f5a280, 0x48bbd258800c4ce4, 0x047571e494ac556b, 0xbac4899d558e1c85, 0x19f7ec1180a8a360]),
    (0x5eed_5eed_5eed_5eed, [0xe9264d8dbb872892, 0x6927ad11691b6d3c, 0xa353d95178665f5c, 0x871dbb82cb1ba55f, 0xa44679b85e7008e1]),
    (u64::MAX, [0x40c2e3c0c56ad225, 0x6f618f1691cc42fa, 0xace34940a995eb0a, 0xf4be2f876d44717f, 0x1419b4b892079602]),
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
