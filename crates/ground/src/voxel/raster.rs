//! A chunk column as 16x16 pixels: the colour of its surface, shaded by its relief as the game's own maps are; or of what lies at a height
//! below it.
//!
//! A pixel is lighter where the ground rises from the north and darker where it falls, so that hills read without
//! contour lines; water darkens with depth. Below the surface rock is dark and floors are not.

use super::{
    colors::{Sight, look},
    column::Column,
    inside::{Inside, inside},
    surface::{Surface, surface_of},
};

/// Pixels of one chunk.
pub const CHUNK_PIXELS: usize = 256;

/// Red, green, blue, alpha of each block column, row by row from the north-west: `z << 4 | x`. Alpha 0: nothing there.
pub type ChunkPixels = [[u8; 4]; CHUNK_PIXELS];

/// Average textures are darker than what daylight makes of them.
const DAYLIGHT: f32 = 1.22;
/// Shade of level ground; the game's maps use 220 of 255.
const LEVEL: f32 = 0.90;
/// What the first block up or down adds, and each further one to [`STEPS`].
const FIRST_STEP: f32 = 0.09;
const FURTHER_STEP: f32 = 0.025;
const STEPS: i32 = 4;
/// How much of a plant is seen against its ground.
const COVER: f32 = 0.35;
/// From this depth the ground cannot be seen.
const OPAQUE_DEPTH: f32 = 10.0;
/// What is left of a colour in rock that is cut through, and of a floor's for each block that it lies below the feet, down to a least.
const ROCK: f32 = 0.26;
const LOWER: f32 = 0.04;
const LOWEST: f32 = 0.5;

/// Draws a column, from above; or what is around a height of the feet, see [`inside`]. `north` (z - 1) gives the first row something to
/// compare with; without it that row counts as level.
pub fn raster(column: &Column, north: Option<&Column>, feet: Option<i32>) -> ChunkPixels {
    let found = |column: &Column, x: u8, z: u8| match feet {
        Some(feet) => Some(inside(column, x, z, feet)),
        None => surface_of(column, x, z).map(Inside::Floor),
    };
    let height = |found: &Inside| match found {
        Inside::Floor(surface) => Some(surface.y),
        Inside::Filled(_) => None,
    };
    let mut pixels = [[0; 4]; CHUNK_PIXELS];
    for x in 0..16u8 {
        let mut before = north.and_then(|north| found(north, x, 15)).as_ref().and_then(height);
        for z in 0..16u8 {
            let here = found(column, x, z);
            let rise = before.zip(here.as_ref().and_then(height)).map_or(0, |(before, y)| y - before);
            before = here.as_ref().and_then(height);
            let [red, green, blue] = match &here {
                Some(Inside::Floor(surface)) => {
                    let lower = feet.map_or(0, |feet| (feet - 1 - surface.y).max(0)) as f32;
                    color(surface, rise, (1.0 - LOWER * lower).max(LOWEST))
                }
                Some(Inside::Filled(state)) if matches!(look(*state).sight, Sight::Solid | Sight::Water) => {
                    look(*state).color.map(|value| (f32::from(value) * ROCK) as u8)
                }
                // No floor as far as one sees, or nothing at all.
                Some(Inside::Filled(_)) | None => continue,
            };
            pixels[usize::from(z) << 4 | usize::from(x)] = [red, green, blue, 255];
        }
    }
    pixels
}

/// The pixel of a surface that rises so many blocks from its northern neighbour, in so much of the light.
fn color(surface: &Surface, rise: i32, light: f32) -> [u8; 3] {
    let mut color = look(surface.ground).color.map(f32::from);
    if surface.depth > 0 {
        let depth = (surface.depth as f32 / OPAQUE_DEPTH).min(1.0);
        // Even a puddle is blue; deep water hides its ground and darkens.
        color = mix(color, look(surface.state).color.map(f32::from), 0.55 + 0.45 * depth);
        color = color.map(|value| value * (1.0 - 0.35 * depth));
    }
    if let Some(cover) = surface.cover.map(look)
        && cover.sight == Sight::Cover
    {
        color = mix(color, cover.color.map(f32::from), COVER);
    }
    let shade = DAYLIGHT * light * shade(rise);
    color.map(|value| (value * shade).round().clamp(0.0, 255.0) as u8)
}

fn shade(rise: i32) -> f32 {
    if rise == 0 {
        return LEVEL;
    }
    let further = (rise.abs().min(STEPS) - 1) as f32;
    LEVEL + rise.signum() as f32 * (FIRST_STEP + FURTHER_STEP * further)
}

fn mix(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|c| a[c] + (b[c] - a[c]) * share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{knowledge, voxel::Section};

    /// A column of one section whose surface at x, z is what `at` says: a height and the top block's name.
    fn column(at: impl Fn(usize, usize) -> (usize, &'static str)) -> Column {
        let id = |name: &str| knowledge::block(name).expect("a block").default_state;
        let mut states = [0; 4096];
        for z in 0..16 {
            for x in 0..16 {
                let (height, top) = at(x, z);
                for y in 0..height {
                    states[y << 8 | z << 4 | x] = id("stone");
                }
                states[height << 8 | z << 4 | x] = id(top);
            }
        }
        Column { min_y: 64, sections: vec![Section::from_states(&states)] }
    }

    fn brightness(pixel: [u8; 4]) -> u32 {
        pixel[..3].iter().map(|&value| u32::from(value)).sum()
    }

    #[test]
    fn rising_ground_is_lighter_and_falling_ground_darker() {
        let pixels = raster(&column(|_, z| (if z == 5 { 8 } else { 6 }, "grass_block")), None, None);
        let row = |z: usize| brightness(pixels[z << 4]);
        assert!(row(5) > row(4), "up from the north");
        assert!(row(6) < row(4), "down again");
        assert_eq!(row(7), row(4), "level");
    }

    #[test]
    fn the_first_row_compares_with_the_northern_chunk() {
        let here = column(|_, _| (6, "grass_block"));
        let higher = column(|_, _| (9, "grass_block"));
        let alone = brightness(raster(&here, None, None)[0]);
        assert!(brightness(raster(&here, Some(&higher), None)[0]) < alone);
        assert_eq!(brightness(raster(&here, Some(&here), None)[0]), alone);
    }

    #[test]
    fn water_darkens_with_depth() {
        // A stair of water: at x the ground lies x below its top at 15.
        let water = knowledge::block("water").expect("a block").default_state;
        let stone = knowledge::block("stone").expect("a block").default_state;
        let mut states = [water; 4096];
        for z in 0..16 {
            for x in 0..16 {
                for y in 0..(15 - x) {
                    states[y << 8 | z << 4 | x] = stone;
                }
            }
        }
        let column = Column { min_y: 0, sections: vec![Section::from_states(&states)] };
        assert_eq!(surface_of(&column, 3, 0).map(|surface| (surface.y, surface.depth)), Some((15, 4)));
        let pixels = raster(&column, None, None);
        for x in 1..10 {
            assert!(brightness(pixels[x]) < brightness(pixels[x - 1]), "deeper at {x}");
        }
    }

    #[test]
    fn a_flower_tints_and_does_not_shade() {
        let plain = raster(&column(|_, _| (6, "grass_block")), None, None);
        let flower = {
            let mut states = [0; 4096];
            states[..7 << 8].fill(knowledge::block("grass_block").expect("a block").default_state);
            states[7 << 8] = knowledge::block("poppy").expect("a block").default_state;
            raster(&Column { min_y: 64, sections: vec![Section::from_states(&states)] }, None, None)
        };
        assert_ne!(flower[0], plain[0]);
        assert_eq!(flower[16], plain[16], "its southern neighbour is level ground");
    }

    #[test]
    fn in_rock_a_tunnel_is_bright_and_what_lies_deeper_is_darker() {
        let stone = knowledge::block("stone").expect("a block").default_state;
        let mut states = [stone; 4096];
        for x in 0..16 {
            // A tunnel along x, and a pit in it.
            let floor = if x == 9 { 4 } else { 9 };
            (floor..12).for_each(|y| states[y << 8 | 8 << 4 | x] = 0);
        }
        let column = Column { min_y: 0, sections: vec![Section::from_states(&states)] };
        let pixels = raster(&column, None, Some(9));
        let at = |x: usize, z: usize| brightness(pixels[z << 4 | x]);
        assert!(at(5, 8) > 2 * at(5, 7), "a floor against the rock");
        assert!(at(9, 8) < at(5, 8) && at(9, 8) > at(9, 7), "the pit lies deeper, and is no rock");
        assert_eq!(at(5, 7), at(5, 9), "rock casts no shade");
    }

    #[test]
    fn nothing_is_transparent() {
        let empty = Column { min_y: -64, sections: vec![Section::Uniform(0); 24] };
        assert!(raster(&empty, None, None).iter().all(|pixel| pixel[3] == 0));
    }
}
