//! A chunk as the protocol sends it.
//!
//! Written here rather than by azalea-world, whose containers keep what vanilla does not read (palettes of fewer than
//! four bits) and lack what it wants (a count of fluids).

use std::sync::{Arc, LazyLock};

use azalea_buf::AzBufVar;
use azalea_core::heightmap_kind::HeightmapKind;
use azalea_protocol::packets::game::{
    ClientboundLevelChunkWithLight, c_level_chunk_with_light::ClientboundLevelChunkPacketData,
};
use azalea_registry::{DataRegistry, data::Biome};

use crate::{
    domain::ChunkPos,
    practice::{
        net::registries,
        world::{
            blocks,
            chunks::{Chunk, HEIGHT, Section},
            light::{self, Around},
        },
    },
    voxel::StateId,
};

/// Bits a block under vanilla's own numbering, used when a section has more than 256 kinds.
const GLOBAL_BITS: u32 = 15;

static NOTHING: LazyLock<Chunk> = LazyLock::new(|| Chunk::filled(blocks::AIR));

/// The chunk in the middle; its neighbours shine in.
pub(crate) fn packet(pos: ChunkPos, around: &Around) -> ClientboundLevelChunkWithLight {
    let chunk = around[1][1].unwrap_or(&NOTHING);
    let biome: Biome = registries::id_of("plains");
    let mut data = Vec::with_capacity(1 << 15);
    for section in &chunk.sections {
        write_section(&mut data, section, biome.protocol_id());
    }
    let surface = heights(chunk, |state| state != blocks::AIR);
    let blocking = heights(chunk, |state| blocks::is_solid(state) || blocks::is_water(state));
    let heightmaps = vec![
        (HeightmapKind::WorldSurface, pack_heights(&surface)),
        (HeightmapKind::MotionBlocking, pack_heights(&blocking)),
    ];
    let chunk_data =
        ClientboundLevelChunkPacketData { heightmaps, data: Arc::new(data.into()), block_entities: Vec::new() };
    ClientboundLevelChunkWithLight { x: pos.x, z: pos.z, chunk_data, light_data: light::packet(around) }
}

fn write_section(data: &mut Vec<u8>, section: &Section, biome: u32) {
    let (blocks, fluids) = counts(section);
    data.extend_from_slice(&blocks.to_be_bytes());
    data.extend_from_slice(&fluids.to_be_bytes());
    match section {
        Section::Uniform(state) => write_single(data, u32::from(*state)),
        Section::Mixed(states) => write_states(data, states),
    }
    write_single(data, biome);
}

fn counts(section: &Section) -> (u16, u16) {
    let one = |state: StateId| (u16::from(state != blocks::AIR), u16::from(blocks::is_water(state)));
    match section {
        Section::Uniform(state) => (one(*state).0 * 4096, one(*state).1 * 4096),
        Section::Mixed(states) => states.iter().fold((0, 0), |sum, &state| {
            let (block, fluid) = one(state);
            (sum.0 + block, sum.1 + fluid)
        }),
    }
}

/// A container in which everything is the same.
fn write_single(data: &mut Vec<u8>, value: u32) {
    data.push(0);
    write_var(data, value);
}

/// A palette of at least four bits, as vanilla reads no fewer, or none for very mixed sections.
fn write_states(data: &mut Vec<u8>, states: &[StateId; 4096]) {
    let mut palette: Vec<StateId> = Vec::new();
    let mut indices = [0u16; 4096];
    let mut last = (StateId::MAX, 0);
    for (index, &state) in indices.iter_mut().zip(states) {
        if last.0 != state {
            let at = palette.iter().position(|&known| known == state).unwrap_or_else(|| {
                palette.push(state);
                palette.len() - 1
            });
            last = (state, at as u16);
        }
        *index = last.1;
    }
    if palette.len() == 1 {
        return write_single(data, u32::from(palette[0]));
    }
    let bits = (usize::BITS - (palette.len() - 1).leading_zeros()).max(4);
    if bits > 8 {
        data.push(GLOBAL_BITS as u8);
        return write_longs(data, GLOBAL_BITS, states.iter().map(|&state| u64::from(state)));
    }
    data.push(bits as u8);
    write_var(data, palette.len() as u32);
    for state in palette {
        write_var(data, u32::from(state));
    }
    write_longs(data, bits, indices.iter().map(|&index| u64::from(index)));
}

/// As many values a long as fit whole, the first lowest; no length in front.
fn write_longs(data: &mut Vec<u8>, bits: u32, values: impl Iterator<Item = u64>) {
    for long in pack(bits, values) {
        data.extend_from_slice(&long.to_be_bytes());
    }
}

fn pack(bits: u32, values: impl Iterator<Item = u64>) -> Vec<u64> {
    let each = (64 / bits) as usize;
    let mut longs = Vec::new();
    for (at, value) in values.enumerate() {
        if at % each == 0 {
            longs.push(0);
        }
        if let Some(long) = longs.last_mut() {
            *long |= value << ((at % each) as u32 * bits);
        }
    }
    longs
}

fn write_var(data: &mut Vec<u8>, value: u32) {
    // Writing to memory does not fail.
    let _ = value.azalea_write_var(data);
}

/// For each column, by `z << 4 | x`, how far above the world's bottom its highest counting block ends.
fn heights(chunk: &Chunk, counts: impl Fn(StateId) -> bool) -> [u16; 256] {
    let mut heights = [0; 256];
    let mut open = 256;
    for (number, section) in chunk.sections.iter().enumerate().rev() {
        if open == 0 || matches!(section, Section::Uniform(state) if !counts(*state)) {
            continue;
        }
        for (column, height) in heights.iter_mut().enumerate().filter(|(_, height)| **height == 0) {
            if let Some(y) = (0..16).rev().find(|y| counts(section.get(y << 8 | column))) {
                *height = (number * 16 + y + 1) as u16;
                open -= 1;
            }
        }
    }
    heights
}

fn pack_heights(heights: &[u16; 256]) -> Box<[u64]> {
    let bits = u32::BITS - (HEIGHT as u32).leading_zeros();
    pack(bits, heights.iter().map(|&height| u64::from(height))).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::{
        land::terrain::Terrain,
        world::chunks::{MIN_Y, SECTIONS},
    };

    #[test]
    fn no_palette_is_narrower_than_four_bits() {
        let mut states = [1; 4096];
        states[7] = 2;
        let mut data = Vec::new();
        write_states(&mut data, &states);
        assert_eq!(data[..4], [4, 2, 1, 2]);
        assert_eq!(data.len(), 4 + 4096 / 2);
        assert_eq!(data[4..12], (1u64 << 28).to_be_bytes());
    }

    #[test]
    fn very_mixed_sections_go_without_a_palette() {
        let states = std::array::from_fn(|index| (index % 300) as StateId);
        let mut data = Vec::new();
        write_states(&mut data, &states);
        assert_eq!(data[0], 15);
        assert_eq!(data.len(), 1 + 1024 * 8);
    }

    #[test]
    fn fluids_are_counted() {
        let mut states = Box::new([blocks::AIR; 4096]);
        states[0] = blocks::state("water");
        states[1] = blocks::state("stone");
        assert_eq!(counts(&Section::Mixed(states)), (2, 1));
    }

    #[test]
    fn a_chunk_has_its_heights_and_light() {
        let pos = ChunkPos { x: 0, z: 0 };
        let chunk = Terrain::new(1).generate(pos);
        let packet = packet(pos, &[[None, None, None], [None, Some(&chunk), None], [None, None, None]]);
        for (_, longs) in &packet.chunk_data.heightmaps {
            assert_eq!(longs.len(), 37);
        }
        let lit = (0..SECTIONS + 2).filter(|&section| packet.light_data.sky_y_mask.index(section)).count();
        assert_eq!(lit, packet.light_data.sky_updates.len());
        assert!(MIN_Y < 0 && lit >= 2);
    }
}
