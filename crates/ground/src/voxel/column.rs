//! One 16x16 column of block states, a palette a section: small enough to copy to another thread on every change.

use std::collections::HashMap;

use crate::domain::{ChunkPos, Volume};

/// A block state's number in the 26.1 registry: `knowledge::block_of_state` tells what it is. 0 is air.
pub type StateId = u16;

/// The number of no state: what is not known.
pub const UNKNOWN: StateId = StateId::MAX;

/// A section's number in its column, from the bottom.
pub type SectionPos = usize;

/// 16x16x16 block states as a palette and indices into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Section {
    /// All the same.
    Uniform(StateId),
    /// At most 256 different states.
    Small { palette: Vec<StateId>, indices: Box<[u8; 4096]> },
    /// More.
    Large(Box<[StateId; 4096]>),
}

impl Section {
    /// Packs 4,096 states in the protocol's order: `y << 8 | z << 4 | x`.
    pub fn from_states(states: &[StateId; 4096]) -> Self {
        if states[1..] == states[..states.len() - 1] {
            return Self::Uniform(states[0]);
        }
        let mut palette: Vec<StateId> = Vec::new();
        let mut indices = Box::new([0u8; 4096]);
        // Neighbours are mostly alike: the palette is searched only where they differ.
        let mut last = None;
        for (index, &state) in indices.iter_mut().zip(states) {
            if last.is_none_or(|(known, _)| known != state) {
                let at = match palette.iter().position(|&known| known == state) {
                    Some(at) => at,
                    None if palette.len() < 256 => {
                        palette.push(state);
                        palette.len() - 1
                    }
                    None => return Self::Large(Box::new(*states)),
                };
                last = Some((state, at as u8));
            }
            *index = last.map_or(0, |(_, at)| at);
        }
        Self::Small { palette, indices }
    }

    /// The state at an index in the protocol's order.
    #[inline]
    pub fn get(&self, index: usize) -> StateId {
        match self {
            Self::Uniform(state) => *state,
            Self::Small { palette, indices } => palette[usize::from(indices[index])],
            Self::Large(states) => states[index],
        }
    }

    /// Whether it may hold a state of these; its palette may know more than stand there.
    pub fn may_hold(&self, wanted: &dyn Fn(StateId) -> bool) -> bool {
        match self {
            Self::Uniform(state) => wanted(*state),
            Self::Small { palette, .. } => palette.iter().any(|state| wanted(*state)),
            Self::Large(states) => states.iter().any(|state| wanted(*state)),
        }
    }

    /// Whether it holds a state of these.
    pub fn holds(&self, wanted: &dyn Fn(StateId) -> bool) -> bool {
        self.may_hold(wanted) && (0..4096).any(|index| wanted(self.get(index)))
    }

    /// Changes one state. The palette only ever grows: what is packed anew is small again.
    #[inline]
    pub fn set(&mut self, index: usize, state: StateId) {
        if let Self::Uniform(all) = self {
            if *all == state {
                return;
            }
            *self = Self::Small { palette: vec![*all], indices: Box::new([0; 4096]) };
        }
        if let Self::Small { palette, indices } = self {
            let known = palette.iter().position(|&known| known == state);
            if known.is_some() || palette.len() < 256 {
                let at = known.unwrap_or_else(|| {
                    palette.push(state);
                    palette.len() - 1
                });
                indices[index] = at as u8;
                return;
            }
            let mut states = Box::new([0; 4096]);
            for (to, &at) in states.iter_mut().zip(indices.iter()) {
                *to = palette[usize::from(at)];
            }
            *self = Self::Large(states);
        }
        if let Self::Large(states) = self {
            states[index] = state;
        }
    }
}

/// A column of sections, from `min_y` up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The lowest block's y, a multiple of 16.
    pub min_y: i32,
    pub sections: Vec<Section>,
}

impl Column {
    /// The state at a world y and local x, z (0 to 15); air outside the column.
    #[inline]
    pub fn get(&self, x: u8, y: i32, z: u8) -> StateId {
        let Ok(height) = usize::try_from(y - self.min_y) else { return 0 };
        let index = (height & 15) << 8 | usize::from(z & 15) << 4 | usize::from(x & 15);
        self.sections.get(height >> 4).map_or(0, |section| section.get(index))
    }

    /// Changes the state at a world y and local x, z (0 to 15); nothing outside the column.
    pub fn set(&mut self, x: u8, y: i32, z: u8, state: StateId) {
        let Ok(height) = usize::try_from(y - self.min_y) else { return };
        let index = (height & 15) << 8 | usize::from(z & 15) << 4 | usize::from(x & 15);
        if let Some(section) = self.sections.get_mut(height >> 4) {
            section.set(index, state);
        }
    }

    /// How many of each state there are.
    pub fn count(&self) -> HashMap<StateId, u32> {
        let mut counts = HashMap::new();
        for section in &self.sections {
            match section {
                Section::Uniform(state) => *counts.entry(*state).or_default() += 4096,
                Section::Small { palette, indices } => {
                    let mut each = [0u32; 256];
                    indices.iter().for_each(|index| each[usize::from(*index)] += 1);
                    let used = palette.iter().zip(each).filter(|(_, count)| *count > 0);
                    used.for_each(|(state, count)| *counts.entry(*state).or_default() += count);
                }
                Section::Large(states) => states.iter().for_each(|state| *counts.entry(*state).or_default() += 1),
            }
        }
        counts
    }

    /// Makes what lies in a box [`UNKNOWN`], where this is the column of that chunk.
    pub(super) fn hide(&mut self, chunk: ChunkPos, hidden: &Volume) {
        let (low, high) = (hidden.low(), hidden.high());
        let local = |low: i32, high: i32, from: i32| (low.max(from) - from)..=(high.min(from + 15) - from);
        let (xs, zs) = (local(low.x, high.x, chunk.x * 16), local(low.z, high.z, chunk.z * 16));
        for (section, from) in self.sections.iter_mut().zip((self.min_y..).step_by(16)) {
            let ys = local(low.y, high.y, from);
            if [&xs, &ys, &zs].iter().all(|side| **side == (0..=15)) {
                *section = Section::Uniform(UNKNOWN);
                continue;
            }
            for (y, z) in ys.flat_map(|y| zs.clone().map(move |z| (y, z))) {
                xs.clone().for_each(|x| section.set((y << 8 | z << 4 | x) as usize, UNKNOWN));
            }
        }
    }

    /// One above the highest block's y.
    pub fn max_y(&self) -> i32 {
        self.min_y + 16 * self.sections.len() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_holds_what_is_set_however_mixed() {
        let mut section = Section::Uniform(7);
        section.set(5, 7);
        assert_eq!(section, Section::Uniform(7));
        let mut states = [7; 4096];
        for index in 0..600 {
            let state = (index * 7 % 599) as StateId;
            section.set(index * 3, state);
            states[index * 3] = state;
        }
        assert!(matches!(section, Section::Large(_)));
        assert!((0..4096).all(|index| section.get(index) == states[index]));
        assert_eq!(section, Section::from_states(&states));
    }
}
