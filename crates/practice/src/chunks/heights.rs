//! How high the world is, and how high each of a chunk's columns reaches.

use crate::voxel::{Section, StateId};

/// The lowest block's y and the number of sections: vanilla's overworld.
pub(crate) const MIN_Y: i32 = -64;
pub(crate) const SECTIONS: usize = 24;
pub(crate) const HEIGHT: i32 = 16 * SECTIONS as i32;

/// For each column, by `z << 4 | x`, how far above the world's bottom its highest counting block ends.
pub(crate) fn heights(sections: &[Section; SECTIONS], counts: impl Fn(StateId) -> bool) -> [u16; 256] {
    let mut heights = [0; 256];
    let mut open = 256;
    for (number, section) in sections.iter().enumerate().rev() {
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
