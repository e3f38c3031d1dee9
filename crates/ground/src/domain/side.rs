//! The six sides of a block, which are also the six ways to face.

use serde::{Deserialize, Serialize};

use super::pos::BlockPos;

/// A side of a block, by the game's name for it. North is towards negative z, west towards negative x.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Down,
    Up,
    North,
    South,
    West,
    East,
}

impl Side {
    pub const ALL: [Self; 6] = [Self::Down, Self::Up, Self::North, Self::South, Self::West, Self::East];
    /// Clockwise, seen from above, from the south: the order of a quarter turn of yaw.
    pub const LEVEL: [Self; 4] = [Self::South, Self::West, Self::North, Self::East];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Down => "down",
            Self::Up => "up",
            Self::North => "north",
            Self::South => "south",
            Self::West => "west",
            Self::East => "east",
        }
    }

    /// The side of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.name() == name)
    }

    pub const fn opposite(self) -> Self {
        match self {
            Self::Down => Self::Up,
            Self::Up => Self::Down,
            Self::North => Self::South,
            Self::South => Self::North,
            Self::West => Self::East,
            Self::East => Self::West,
        }
    }

    /// A quarter turn to the right, seen from above; up and down stay.
    pub const fn clockwise(self) -> Self {
        match self {
            Self::South => Self::West,
            Self::West => Self::North,
            Self::North => Self::East,
            Self::East => Self::South,
            upright => upright,
        }
    }

    pub const fn counterclockwise(self) -> Self {
        self.clockwise().opposite_if_level()
    }

    const fn opposite_if_level(self) -> Self {
        if self.is_level() { self.opposite() } else { self }
    }

    pub const fn is_level(self) -> bool {
        !matches!(self, Self::Up | Self::Down)
    }

    /// `x`, `y` or `z`.
    pub const fn axis(self) -> &'static str {
        match self {
            Self::Down | Self::Up => "y",
            Self::North | Self::South => "z",
            Self::West | Self::East => "x",
        }
    }

    /// One block that way.
    pub const fn step(self) -> (i32, i32, i32) {
        match self {
            Self::Down => (0, -1, 0),
            Self::Up => (0, 1, 0),
            Self::North => (0, 0, -1),
            Self::South => (0, 0, 1),
            Self::West => (-1, 0, 0),
            Self::East => (1, 0, 0),
        }
    }

    /// Where someone with this yaw, in degrees, looks along the ground: 0 is south, 90 west.
    pub fn of_yaw(yaw: f32) -> Self {
        Self::LEVEL[(f64::from(yaw) / 90.0 + 0.5).floor().rem_euclid(4.0) as usize & 3]
    }
}

impl BlockPos {
    /// The next block on that side.
    pub const fn beside(self, side: Side) -> Self {
        let (dx, dy, dz) = side.step();
        self.offset(dx, dy, dz)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yaw_is_a_side() {
        for (yaw, side) in [(0.0, Side::South), (90.0, Side::West), (-90.0, Side::East), (44.9, Side::South)] {
            assert_eq!(Side::of_yaw(yaw), side);
        }
        for yaw in [180.0, -180.0, 540.0, 200.0] {
            assert_eq!(Side::of_yaw(yaw), Side::North);
        }
    }

    #[test]
    fn turns_come_round() {
        for side in Side::ALL {
            assert_eq!(Side::named(side.name()), Some(side));
            assert_eq!(side.clockwise().counterclockwise(), side);
            assert_eq!(BlockPos::default().beside(side).beside(side.opposite()), BlockPos::default());
        }
        assert_eq!(Side::South.clockwise(), Side::West);
    }
}
