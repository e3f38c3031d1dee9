//! Places in commands: `10 64 -3`, `~ ~1 ~` from who asks, `^ ^ ^5` along their look.

use azalea_chat::FormattedText;

use crate::{
    commands::{fault::Fault, reader::Reader},
    domain::{BlockPos, Vec3},
    protocol::texts::words,
};

/// One coordinate as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Absolute(f64),
    Relative(f64),
}

impl Part {
    fn from(self, origin: f64) -> f64 {
        match self {
            Self::Absolute(value) => value,
            Self::Relative(offset) => origin + offset,
        }
    }
}

/// Where something is, as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    World([WorldPart; 3]),
    /// Blocks to the left, up and forward of a look.
    Local([f64; 3]),
}

/// A coordinate that may be relative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WorldPart(Part);

/// A yaw and a pitch, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    yaw: WorldPart,
    pitch: WorldPart,
}

/// Where and how who asks stands: the feet, and the look in degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Stance {
    pub at: Vec3,
    pub yaw: f32,
    pub pitch: f32,
}

/// How coordinates are read: whole blocks, or points, of which whole x and z mean the middle of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grid {
    Blocks,
    Points,
}

impl Place {
    pub fn read(reader: &mut Reader<'_>, grid: Grid) -> Result<Self, Fault> {
        let start = reader.at;
        if reader.peek() == Some('^') {
            let mut parts = [0.0; 3];
            for (number, part) in parts.iter_mut().enumerate() {
                next_coordinate(reader, number, start, "argument.pos3d.incomplete")?;
                if !reader.takes('^') {
                    return Err(Fault::new("argument.pos.mixed", []).at(reader.at));
                }
                *part = offset(reader)?;
            }
            return Ok(Self::Local(parts));
        }
        let mut parts = [WorldPart(Part::Relative(0.0)); 3];
        for (axis, part) in parts.iter_mut().enumerate() {
            next_coordinate(reader, axis, start, "argument.pos3d.incomplete")?;
            *part = WorldPart::read(reader, grid, axis != 1)?;
        }
        Ok(Self::World(parts))
    }

    /// Where that is, for someone who stands so.
    pub fn from(&self, stance: Stance) -> Vec3 {
        let Vec3 { x, y, z } = stance.at;
        match *self {
            Self::World([px, py, pz]) => Vec3::new(px.0.from(x), py.0.from(y), pz.0.from(z)),
            Self::Local([left, up, forward]) => {
                let (sin_yaw, cos_yaw) = f64::from(stance.yaw).to_radians().sin_cos();
                let (sin_pitch, cos_pitch) = f64::from(stance.pitch).to_radians().sin_cos();
                // Yaw 0 looks along +z with +x to the left; pitch 90 looks down.
                Vec3::new(
                    x + left * cos_yaw - up * sin_pitch * sin_yaw - forward * cos_pitch * sin_yaw,
                    y + up * cos_pitch - forward * sin_pitch,
                    z + left * sin_yaw + up * sin_pitch * cos_yaw + forward * cos_pitch * cos_yaw,
                )
            }
        }
    }

    /// The block there; far outside the world for what is no number.
    pub fn block_from(&self, stance: Stance) -> BlockPos {
        let Vec3 { x, y, z } = self.from(stance);
        // Casts keep to the bounds of an i32.
        BlockPos::new(x.floor() as i32, y.floor() as i32, z.floor() as i32)
    }
}

impl Look {
    pub fn read(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        let start = reader.at;
        let yaw = WorldPart::read(reader, Grid::Points, false)?;
        next_coordinate(reader, 1, start, "argument.rotation.incomplete")?;
        Ok(Self { yaw, pitch: WorldPart::read(reader, Grid::Points, false)? })
    }

    /// Yaw and pitch as the game keeps them.
    pub fn from(&self, stance: Stance) -> (f32, f32) {
        let (yaw, pitch) = (self.yaw.0.from(stance.yaw.into()), self.pitch.0.from(stance.pitch.into()));
        ((yaw + 180.0).rem_euclid(360.0) as f32 - 180.0, pitch.clamp(-90.0, 90.0) as f32)
    }
}

impl WorldPart {
    fn read(reader: &mut Reader<'_>, grid: Grid, to_middle: bool) -> Result<Self, Fault> {
        let start = reader.at;
        if reader.peek() == Some('^') {
            return Err(Fault::new("argument.pos.mixed", []).at(start));
        }
        if reader.takes('~') {
            return Ok(Self(Part::Relative(offset(reader)?)));
        }
        if reader.is_at_end() {
            let kind = if grid == Grid::Blocks { "int" } else { "double" };
            return Err(Fault::new(&format!("argument.pos.missing.{kind}"), []).at(start));
        }
        if grid == Grid::Blocks {
            return Ok(Self(Part::Absolute(reader.integer()?.into())));
        }
        let value = finite(reader)?;
        let is_whole = !reader.text[start..reader.at].contains('.');
        Ok(Self(Part::Absolute(if is_whole && to_middle { value + 0.5 } else { value })))
    }
}

/// Goes past the blank before a coordinate; from the second on there has to be one.
fn next_coordinate(reader: &mut Reader<'_>, number: usize, start: usize, incomplete: &str) -> Result<(), Fault> {
    if number > 0 && !reader.takes(' ') {
        return Err(Fault::new(incomplete, []).at(start));
    }
    Ok(())
}

/// The number behind a `~` or `^`, none being 0.
fn offset(reader: &mut Reader<'_>) -> Result<f64, Fault> {
    if matches!(reader.peek(), None | Some(' ')) { Ok(0.0) } else { finite(reader) }
}

/// So many digits that it is infinite is no number here.
fn finite(reader: &mut Reader<'_>) -> Result<f64, Fault> {
    let start = reader.at;
    let value = reader.double()?;
    if value.is_finite() {
        return Ok(value);
    }
    Err(Fault::new("parsing.double.invalid", [words(&reader.text[start..reader.at])]).at(start))
}

/// A place as vanilla's answers show it.
pub(crate) fn shown(at: Vec3) -> [FormattedText; 3] {
    [at.x, at.y, at.z].map(|coordinate| words(format!("{coordinate:.6}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANCE: Stance = Stance { at: Vec3::new(10.5, 64.0, -3.5), yaw: 90.0, pitch: 0.0 };

    fn read(text: &str, grid: Grid) -> Result<Vec3, String> {
        let mut reader = Reader::new(text);
        Place::read(&mut reader, grid).map(|place| place.from(STANCE)).map_err(|fault| fault.message.to_string())
    }

    #[test]
    fn whole_points_are_the_middle_of_a_block() {
        assert_eq!(read("1 2 3", Grid::Points), Ok(Vec3::new(1.5, 2.0, 3.5)));
        assert_eq!(read("1.0 2.5 3.0", Grid::Points), Ok(Vec3::new(1.0, 2.5, 3.0)));
        assert_eq!(read("1 2 3", Grid::Blocks), Ok(Vec3::new(1.0, 2.0, 3.0)));
    }

    #[test]
    fn waves_are_from_the_feet_and_hats_along_the_look() {
        assert_eq!(read("~ ~1 ~-1.5", Grid::Points), Ok(Vec3::new(10.5, 65.0, -5.0)));
        let Vec3 { x, y, z } = read("^ ^ ^5", Grid::Points).unwrap();
        assert!((x - 5.5).abs() < 1.0e-9 && y == 64.0 && (z + 3.5).abs() < 1.0e-9, "yaw 90 looks west: {x} {y} {z}");
        let Vec3 { x, z, .. } = read("^1 ^ ^", Grid::Points).unwrap();
        assert!((x - 10.5).abs() < 1.0e-9 && (z + 2.5).abs() < 1.0e-9, "its left is south: {x} {z}");
    }

    #[test]
    fn faults_are_vanillas() {
        for (text, message) in [
            ("1 2", "Incomplete (expected 3 coordinates)"),
            ("1 2 ", "Expected a block position"),
            ("~ ^ ~", "Cannot mix world & local coordinates (everything must either use ^ or not)"),
            ("^ ~ ^", "Cannot mix world & local coordinates (everything must either use ^ or not)"),
            ("1.5 2 3", "Invalid integer '1.5'"),
        ] {
            assert_eq!(read(text, Grid::Blocks), Err(message.to_owned()), "{text}");
        }
        let endless = format!("{} 1 1", "9".repeat(400));
        assert!(read(&endless, Grid::Points).is_err_and(|message| message.starts_with("Invalid double")));
    }
}
