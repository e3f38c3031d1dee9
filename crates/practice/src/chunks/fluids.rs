//! Water and lava as block states hold them: which, how much of it, and whether it falls.

use std::sync::LazyLock;

use crate::{chunks::blocks, knowledge, voxel::StateId};

/// Of which fluid; in the order in which vanilla asks for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Water,
    Lava,
}

/// What a block holds of a fluid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fluid {
    pub kind: Kind,
    /// Ninths of a block: [`FULL`] for a source and for what falls.
    pub amount: u8,
    pub falls: bool,
}

/// So many ninths of a block a source stands high.
pub(crate) const FULL: u8 = 8;

/// When a fluid is to be looked at, and after which others of that tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Due {
    pub tick: u64,
    pub order: u64,
}

/// By state.
static FLUIDS: LazyLock<Vec<Option<Fluid>>> = LazyLock::new(|| {
    knowledge::by_state(|block, state| {
        let kind = match block.name {
            "lava" => Kind::Lava,
            _ if blocks::is_water(state) => Kind::Water,
            _ => return None,
        };
        let level = blocks::property(state, "level").filter(|_| matches!(block.name, "water" | "lava"));
        Some(match level.and_then(|level| level.parse().ok()).unwrap_or(0) {
            0 => Fluid::source(kind),
            level @ 1..FULL => Fluid { kind, amount: FULL - level, falls: false },
            _ => Fluid::falling(kind),
        })
    })
});

/// What a block in this state holds: all that stands in water holds a source of it.
#[inline]
pub(crate) fn of(state: StateId) -> Option<Fluid> {
    FLUIDS.get(usize::from(state)).copied().flatten()
}

impl Kind {
    /// The block that is nothing but this.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Water => "water",
            Self::Lava => "lava",
        }
    }

    /// What of it a block in this state holds.
    pub fn is_in(self, state: StateId) -> Option<Fluid> {
        of(state).filter(|fluid| fluid.kind == self)
    }
}

impl Fluid {
    pub const fn source(kind: Kind) -> Self {
        Self { kind, amount: FULL, falls: false }
    }

    pub const fn falling(kind: Kind) -> Self {
        Self { kind, amount: FULL, falls: true }
    }

    pub const fn is_source(self) -> bool {
        self.amount == FULL && !self.falls
    }

    /// The block that is nothing but this. Its `level` counts from the source down; what falls has the first of the eight that
    /// tell nothing else (Minecraft Wiki, Water, Block states).
    pub fn state(self) -> StateId {
        const LEVELS: [&str; 9] = ["8", "7", "6", "5", "4", "3", "2", "1", "0"];
        let level = if self.falls { LEVELS[0] } else { LEVELS[usize::from(self.amount.min(FULL))] };
        blocks::with(blocks::state(self.kind.name()), "level", level)
    }

    /// How high it stands with nothing of its kind on it, in blocks.
    pub fn own_height(self) -> f64 {
        f64::from(self.amount) / 9.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_hold_what_their_level_says() {
        for kind in [Kind::Water, Kind::Lava] {
            for amount in 1..=FULL {
                let fluid = Fluid { kind, amount, falls: false };
                assert_eq!(of(fluid.state()), Some(fluid));
                assert_eq!(blocks::property(fluid.state(), "level"), Some((FULL - amount).to_string().as_str()));
            }
            assert_eq!(of(Fluid::falling(kind).state()), Some(Fluid::falling(kind)));
        }
        let logged = blocks::with(blocks::state("oak_slab"), "waterlogged", "true");
        for state in [logged, blocks::state("kelp"), blocks::state("bubble_column")] {
            assert_eq!(of(state), Some(Fluid::source(Kind::Water)), "{}", blocks::name(state));
        }
        assert_eq!([blocks::state("oak_slab"), blocks::state("stone"), blocks::AIR].map(of), [None; 3]);
    }
}
