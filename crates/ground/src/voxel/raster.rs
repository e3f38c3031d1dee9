//! A chunk column as 16x16 pixels: the colour of its surface, shaded by its relief as the game's own maps are.
//!
//! A pixel is lighter where the ground rises from the north and darker where it falls, so that hills read without
//! contour lines; water darkens with depth.

use super::{
    colors::{Sight, look},
    column::Column,
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

/// Draws a column. `north` (z - 1) gives the first row something to compare with; without it that row counts as level.
pub fn raster(column: &Column, north: Option<&Column>) -> ChunkPixels {
    let mut pixels = [[0; 4]; CHUNK_PIXELS];
    for x in 0..16u8 {
        let mut before = north.and_then(|north| surface_of(north, x, 15)).map(|surface| surface.y);
        for z in 0..16u8 {
            let Some(surface) = surface_of(column, x, z) else {
                before = None;
                continue;
            };
            let rise = before.map_or(0, |before| surface.y - before);
            before = Some(surface.y);
            let [red, green, blue] = color(&surface, rise);
            pixels[usize::from(z) << 4 | usize::from(x)] = [red, green, blue, 255];
        }
    }
    pixels
}

/// The pixel of a surface that rises so many blocks from its northern neighbour.
fn color(surface: &Surface, rise: i32) -> [u8; 3] {
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
    let shade = DAYLIGHT * shade(rise);
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
        let pixels = raster(&column(|_, z| (if z == 5 { 8 } else { 6 }, "grass_block")), None);
        let row = |z: usize| brightness(pixels[z << 4]);
        assert!(row(5) > row(4), "up from the north");
        assert!(row(6) < row(4), "down again");
        assert_eq!(row(7), row(4), "level");
    }

    #[test]
    fn the_first_row_compares_with_the_northern_chunk() {
        let here = column(|_, _| (6, "grass_block"));
        let higher = column(|_, _| (9, "grass_block"));
        let alone = brightness(raster(&here, None)[0]);
        assert!(brightness(raster(&here, Some(&higher))[0]) < alone);
        assert_eq!(brightness(raster(&here, Some(&here))[0]), alone);
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
        let pixels = raster(&column, None);
        for x in 1..10 {
            assert!(brightness(pixels[x]) < brightness(pixels[x - 1]), "deeper at {x}");
        }
    }

    #[test]
    fn a_flower_tints_and_does_not_shade() {
        let plain = raster(&column(|_, _| (6, "grass_block")), None);
        let flower = {
            let mut states = [0; 4096];
            states[..7 << 8].fill(knowledge::block("grass_block").expect("a block").default_state);
            states[7 << 8] = knowledge::block("poppy").expect("a block").default_state;
            raster(&Column { min_y: 64, sections: vec![Section::from_states(&states)] }, None)
        };
        assert_ne!(flower[0], plain[0]);
        assert_eq!(flower[16], plain[16], "its southern neighbour is level ground");
    }

    #[test]
    fn nothing_is_transparent() {
        let empty = Column { min_y: -64, sections: vec![Section::Uniform(0); 24] };
        assert!(raster(&empty, None).iter().all(|pixel| pixel[3] == 0));
    }
}
