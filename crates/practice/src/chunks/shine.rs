//! What of a chunk's blocks matters to light: what shines, what takes light away, how far daylight falls freely.

use crate::{
    chunks::heights::{SECTIONS, heights},
    knowledge,
    voxel::{Section, StateId},
};

/// Full daylight, and the brightest of lamps.
pub(super) const FULL: u8 = knowledge::FULL_LIGHT;

/// What of a chunk's blocks matters to light; found once, and again after a change.
#[derive(Clone, Debug)]
pub(crate) struct Shine {
    /// By `z << 4 | x`: from how high above the world's bottom on daylight falls freely.
    pub open: [u16; 256],
    /// Height above the bottom, column and level of what shines.
    pub lamps: Vec<(u16, u8, u8)>,
}

impl Shine {
    pub fn of(sections: &[Section; SECTIONS]) -> Self {
        let open = heights(sections, |state| class(state) & 15 > 0);
        let mut lamps = Vec::new();
        for (number, section) in sections.iter().enumerate() {
            let is_dark = |state: &StateId| class(*state) >> 4 == 0;
            let all_dark = match section {
                Section::Uniform(state) => is_dark(state),
                Section::Small { palette, .. } => palette.iter().all(is_dark),
                Section::Large(_) => false,
            };
            if all_dark {
                continue;
            }
            for at in 0..4096 {
                let level = class(section.get(at)) >> 4;
                if level > 0 {
                    lamps.push(((number * 16 + (at >> 8)) as u16, at as u8, level));
                }
            }
        }
        Self { open, lamps }
    }
}

/// What it shines with, times sixteen, and what it filters.
#[inline]
pub(super) fn class(state: StateId) -> u8 {
    let (shines, filters) = knowledge::light_of(state);
    shines << 4 | filters
}
