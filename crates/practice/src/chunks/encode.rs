//! A chunk as the protocol sends it.
//!
//! Written here rather than by azalea-world, whose containers keep what vanilla does not read (palettes of fewer than
//! four bits) and lack what it wants (a count of fluids).

use std::sync::Arc;

use azalea_buf::AzBufVar;
use azalea_core::heightmap_kind::HeightmapKind;
use azalea_protocol::packets::game::{
    ClientboundLevelChunkWithLight, c_level_chunk_with_light::ClientboundLevelChunkPacketData,
};
use azalea_registry::data::Biome;

use crate::{
    chunks::{
        block_entities, blocks,
        heights::{HEIGHT, heights},
        light,
        light::Around,
    },
    domain::ChunkPos,
    registries,
    voxel::{Section, StateId},
};

/// Bits a block under vanilla's own numbering, used when a section has more than 256 kinds.
const GLOBAL_BITS: u32 = 15;

/// The chunk in the middle, if it is there; its neighbours shine in.
pub(crate) fn packet(pos: ChunkPos, around: &Around) -> Option<ClientboundLevelChunkWithLight> {
    let chunk = around[1][1]?;
    let mut data = Vec::with_capacity(1 << 15);
    let mut biomes = Vec::new();
    write_biomes(&mut biomes, &chunk.biomes);
    for section in &chunk.sections {
        write_section(&mut data, section);
        data.extend_from_slice(&biomes);
    }
    let surface = heights(&chunk.sections, |state| state != blocks::AIR);
    let blocking = heights(&chunk.sections, |state| blocks::is_solid(state) || blocks::is_water(state));
    let heightmaps = vec![
        (HeightmapKind::WorldSurface, pack_heights(&surface)),
        (HeightmapKind::MotionBlocking, pack_heights(&blocking)),
    ];
    let chunk_data = ClientboundLevelChunkPacketData {
        heightmaps,
        data: Arc::new(data.into()),
        block_entities: block_entities::of(chunk),
    };
    Some(ClientboundLevelChunkWithLight { x: pos.x, z: pos.z, chunk_data, light_data: light::packet(around) })
}

fn write_section(data: &mut Vec<u8>, section: &Section) {
    let (blocks, fluids) = counts(section);
    data.extend_from_slice(&blocks.to_be_bytes());
    data.extend_from_slice(&fluids.to_be_bytes());
    match section {
        Section::Uniform(state) => write_single(data, u32::from(*state)),
        Section::Small { palette, indices } => {
            write_palette(data, palette, indices.iter().map(|&index| u64::from(index)));
        }
        Section::Large(states) => {
            data.push(GLOBAL_BITS as u8);
            write_longs(data, GLOBAL_BITS, states.iter().map(|&state| u64::from(state)));
        }
    }
}

/// The chunk's biomes, the same at each of a section's four heights.
fn write_biomes(data: &mut Vec<u8>, biomes: &[u16; 16]) {
    let mut palette: Vec<u16> = Vec::new();
    let indices = biomes.map(|biome| {
        palette.iter().position(|&known| known == biome).unwrap_or_else(|| {
            palette.push(biome);
            palette.len() - 1
        }) as u64
    });
    let four_heights = [indices; 4].into_iter().flatten();
    match palette.as_slice() {
        [only] => write_single(data, u32::from(*only)),
        // Palettes of biomes have up to three bits; beyond, their own numbers are written.
        few if few.len() <= 8 => {
            let bits = usize::BITS - (few.len() - 1).leading_zeros();
            data.push(bits as u8);
            write_var(data, few.len() as u32);
            few.iter().for_each(|&biome| write_var(data, u32::from(biome)));
            write_longs(data, bits, four_heights);
        }
        many => {
            let bits = global_biome_bits();
            data.push(bits as u8);
            write_longs(data, bits, four_heights.map(|index| u64::from(many[index as usize])));
        }
    }
}

/// Bits that number all biomes there are.
fn global_biome_bits() -> u32 {
    usize::BITS - registries::count::<Biome>().saturating_sub(1).leading_zeros()
}

/// How many blocks are not air, and how many are fluid.
fn counts(section: &Section) -> (u16, u16) {
    let is_fluid = |state: StateId| blocks::is_water(state) || blocks::is_liquid(state);
    let one = |state: StateId| (u16::from(state != blocks::AIR), u16::from(is_fluid(state)));
    let sum = |sum: (u16, u16), (state, times): (StateId, u16)| {
        let (block, fluid) = one(state);
        (sum.0 + block * times, sum.1 + fluid * times)
    };
    match section {
        Section::Uniform(state) => sum((0, 0), (*state, 4096)),
        Section::Small { palette, indices } => {
            let mut times = [0; 256];
            indices.iter().for_each(|&index| times[usize::from(index)] += 1);
            palette.iter().copied().zip(times).fold((0, 0), sum)
        }
        Section::Large(states) => states.iter().map(|&state| (state, 1)).fold((0, 0), sum),
    }
}

/// A container in which everything is the same.
fn write_single(data: &mut Vec<u8>, value: u32) {
    data.push(0);
    write_var(data, value);
}

/// A palette of at least four bits, as vanilla reads no fewer.
fn write_palette(data: &mut Vec<u8>, palette: &[StateId], indices: impl Iterator<Item = u64>) {
    let bits = (usize::BITS - (palette.len() - 1).leading_zeros()).max(4);
    data.push(bits as u8);
    write_var(data, palette.len() as u32);
    palette.iter().for_each(|&state| write_var(data, u32::from(state)));
    write_longs(data, bits, indices);
}

/// As many values a long as fit whole, the first lowest; no length in front.
fn write_longs(data: &mut Vec<u8>, bits: u32, values: impl Iterator<Item = u64>) {
    pack_into(bits, values, |long| data.extend_from_slice(&long.to_be_bytes()));
}

pub(crate) fn pack(bits: u32, values: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut longs = Vec::new();
    pack_into(bits, values, |long| longs.push(long));
    longs
}

fn pack_into(bits: u32, values: impl Iterator<Item = u64>, mut write: impl FnMut(u64)) {
    let full = 64 / bits * bits;
    let (mut long, mut filled) = (0, 0);
    for value in values {
        long |= value << filled;
        filled += bits;
        if filled == full {
            write(long);
            (long, filled) = (0, 0);
        }
    }
    if filled > 0 {
        write(long);
    }
}

#[inline]
fn write_var(data: &mut Vec<u8>, value: u32) {
    // Writing to memory does not fail.
    let _ = value.azalea_write_var(data);
}

pub(crate) fn pack_heights(heights: &[u16; 256]) -> Box<[u64]> {
    let bits = u32::BITS - (HEIGHT as u32).leading_zeros();
    pack(bits, heights.iter().map(|&height| u64::from(height))).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chunks::heights::{MIN_Y, SECTIONS},
        land::terrain::Terrain,
    };

    fn written(states: &[StateId; 4096]) -> Vec<u8> {
        let mut data = Vec::new();
        write_section(&mut data, &Section::from_states(states));
        data.split_off(4)
    }

    #[test]
    fn no_palette_is_narrower_than_four_bits() {
        let mut states = [1; 4096];
        states[7] = 2;
        let data = written(&states);
        assert_eq!(data[..4], [4, 2, 1, 2]);
        assert_eq!(data.len(), 4 + 4096 / 2);
        assert_eq!(data[4..12], (1u64 << 28).to_be_bytes());
    }

    #[test]
    fn very_mixed_sections_go_without_a_palette() {
        let data = written(&std::array::from_fn(|index| (index % 300) as StateId));
        assert_eq!(data[0], 15);
        assert_eq!(data.len(), 1 + 1024 * 8);
    }

    #[test]
    fn biomes_have_palettes_of_their_own() {
        let written = |biomes: [u16; 16]| {
            let mut data = Vec::new();
            write_biomes(&mut data, &biomes);
            data
        };
        assert_eq!(written([40; 16]), [0, 40]);
        let mut two = [40; 16];
        two[1] = 3;
        // One bit each: the second of every sixteen.
        assert_eq!(written(two), [[1, 2, 40, 3].as_slice(), &0x0002_0002_0002_0002u64.to_be_bytes()].concat());
        let many = written(std::array::from_fn(|index| index as u16));
        assert_eq!((many[0], many.len()), (7, 1 + 8 * 8), "nine 7-bit numbers a long");
    }

    #[test]
    fn fluids_are_counted() {
        let mut states = [blocks::AIR; 4096];
        states[0] = blocks::state("water");
        states[1] = blocks::state("stone");
        states[2] = blocks::state("lava");
        assert_eq!(counts(&Section::from_states(&states)), (3, 2));
        assert_eq!(counts(&Section::Uniform(states[1])), (4096, 0));
    }

    #[test]
    fn a_chunk_has_its_heights_and_light() {
        let pos = ChunkPos { x: 0, z: 0 };
        let chunk = Terrain::new(1).generate(pos);
        let around = [[None, None, None], [None, Some(&chunk), None], [None, None, None]];
        let packet = packet(pos, &around).expect("there is a chunk");
        for (_, longs) in &packet.chunk_data.heightmaps {
            assert_eq!(longs.len(), 37);
        }
        let lit = (0..SECTIONS + 2).filter(|&section| packet.light_data.sky_y_mask.index(section)).count();
        assert_eq!(lit, packet.light_data.sky_updates.len());
        assert!(MIN_Y < 0 && lit >= 2);
    }
}
