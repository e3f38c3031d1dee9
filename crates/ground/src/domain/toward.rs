//! Ways to turn the head: compass directions, up and down, and turns from where it is turned to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A way to turn the head.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Toward {
    North,
    Northeast,
    East,
    Southeast,
    South,
    Southwest,
    West,
    Northwest,
    Up,
    Down,
    /// A quarter turn to the left of where it is turned to.
    Left,
    /// A quarter turn to the right of it.
    Right,
    /// A half turn.
    Around,
}

impl Toward {
    pub const ALL: [Self; 13] = [
        Self::North,
        Self::Northeast,
        Self::East,
        Self::Southeast,
        Self::South,
        Self::Southwest,
        Self::West,
        Self::Northwest,
        Self::Up,
        Self::Down,
        Self::Left,
        Self::Right,
        Self::Around,
    ];

    /// As calls spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::Northeast => "northeast",
            Self::East => "east",
            Self::Southeast => "southeast",
            Self::South => "south",
            Self::Southwest => "southwest",
            Self::West => "west",
            Self::Northwest => "northwest",
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
            Self::Around => "around",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|toward| toward.name() == name)
    }

    /// The yaw that it means for a head at this yaw, both in degrees, 0 to the south and 90 to the west; `None` for up and down,
    /// which leave it.
    pub fn yaw(self, from: f32) -> Option<f32> {
        let yaw = match self {
            Self::South => 0.0,
            Self::Southwest => 45.0,
            Self::West => 90.0,
            Self::Northwest => 135.0,
            Self::North => 180.0,
            Self::Northeast => -135.0,
            Self::East => -90.0,
            Self::Southeast => -45.0,
            Self::Left => from - 90.0,
            Self::Right => from + 90.0,
            Self::Around => from + 180.0,
            Self::Up | Self::Down => return None,
        };
        Some(wrapped(yaw))
    }

    /// The pitch that it means, in degrees: -90 is straight up.
    pub const fn pitch(self) -> f32 {
        match self {
            Self::Up => -90.0,
            Self::Down => 90.0,
            _ => 0.0,
        }
    }

    /// A step that way along x and z, for compass directions.
    pub const fn step(self) -> Option<[i32; 2]> {
        Some(match self {
            Self::North => [0, -1],
            Self::Northeast => [1, -1],
            Self::East => [1, 0],
            Self::Southeast => [1, 1],
            Self::South => [0, 1],
            Self::Southwest => [-1, 1],
            Self::West => [-1, 0],
            Self::Northwest => [-1, -1],
            Self::Up | Self::Down | Self::Left | Self::Right | Self::Around => return None,
        })
    }
}

/// An angle in degrees, from -180 (left out) to 180.
fn wrapped(degrees: f32) -> f32 {
    let turned = degrees.rem_euclid(360.0);
    if turned > 180.0 { turned - 360.0 } else { turned }
}

/// By how many degrees two angles differ: 0 to 180.
pub fn degrees_between(one: f32, other: f32) -> f32 {
    wrapped(one - other).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_from_where_one_looks() {
        assert_eq!(Toward::Left.yaw(0.0), Some(-90.0), "left of south is east");
        assert_eq!(Toward::Right.yaw(170.0), Some(-100.0));
        assert_eq!(Toward::Around.yaw(90.0), Some(-90.0));
        assert_eq!(Toward::North.yaw(17.0), Some(180.0));
        assert_eq!((Toward::Up.yaw(17.0), Toward::Up.pitch()), (None, -90.0));
        assert!(degrees_between(179.5, -179.5) < 1.1 && degrees_between(-90.0, 270.0) < 0.1);
    }

    #[test]
    fn each_name_is_that_of_its_direction() {
        for toward in Toward::ALL {
            assert_eq!(Toward::named(toward.name()), Some(toward));
            assert_eq!(serde_json::to_value(toward).unwrap(), toward.name());
        }
    }

    /// A step that way and a look that way agree: south is towards greater z, west towards smaller x.
    #[test]
    fn steps_and_looks_agree() {
        for (toward, [dx, dz]) in Toward::ALL.into_iter().filter_map(|toward| Some((toward, toward.step()?))) {
            let yaw = f64::from(-dx).atan2(f64::from(dz)).to_degrees() as f32;
            assert!(degrees_between(toward.yaw(0.0).unwrap(), yaw) < 0.1, "{toward:?}");
        }
    }
}
