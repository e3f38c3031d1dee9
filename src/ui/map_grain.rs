//! What blocks are made of, drawn over their colours once the map is near: boards, bricks, rings, ripples, lumps of ore; and what stands on
//! them. The patterns are our own: the game's pictures may not be passed on.

use std::sync::LazyLock;

use bevy_egui::egui::{Color32, ColorImage, Context, Mesh, Painter, Rect, TextureHandle, TextureOptions, pos2, vec2};

use super::{map_layers::Layer, map_view::MapCamera};
use crate::{
    knowledge,
    voxel::{Inside, SeenWorld, StateId, look},
};

/// From so many points a block on there is room for a pattern.
const FROM: f64 = 10.0;
/// Pixels of a pattern along a side.
const SIDE: usize = 16;
/// How much of a pattern is seen in rock that is cut through.
const IN_ROCK: u8 = 110;
/// What stands on a block: its part of the block's width, and of its rim.
const COVER: f32 = 0.24;
/// How much farther from its stone's colour an ore's lumps are than the ore's average.
const STRONGER: f32 = 4.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grain {
    Rough,
    Fine,
    Boards,
    Bricks,
    Rings,
    Leaves,
    Lumps,
    Ripples,
    Rows,
    Pane,
}

const GRAINS: [Grain; 10] = [
    Grain::Rough,
    Grain::Fine,
    Grain::Boards,
    Grain::Bricks,
    Grain::Rings,
    Grain::Leaves,
    Grain::Lumps,
    Grain::Ripples,
    Grain::Rows,
    Grain::Pane,
];

/// By state: which pattern, and the colour of its bright parts. Looked up for every block on the screen.
static OF_STATES: LazyLock<Vec<Option<(usize, Color32)>>> = LazyLock::new(|| {
    knowledge::by_state(|block, _| {
        let grain = grain_of(block.default_state)?;
        Some((GRAINS.iter().position(|is| *is == grain)?, tint(block.default_state)))
    })
});

/// The patterns, beside each other in one texture.
#[derive(Default)]
pub struct Grains(Option<TextureHandle>);

impl Grains {
    /// Draws the patterns of all blocks on the screen; from afar nothing.
    pub fn paint(
        &mut self,
        context: &Context,
        painter: &Painter,
        screen: Rect,
        camera: &MapCamera,
        layer: Layer,
        world: &SeenWorld,
    ) {
        if camera.scale < FROM {
            return;
        }
        let texture = self.0.get_or_insert_with(|| context.load_texture("grains", picture(), TextureOptions::NEAREST));
        let mut mesh = Mesh::with_texture(texture.id());
        let mut covers = Mesh::default();
        let (west, north) = camera.block_at(screen, screen.min);
        let (east, south) = camera.block_at(screen, screen.max);
        for (x, z) in (north..=south).flat_map(|z| (west..=east).map(move |x| (x, z))) {
            let area = camera.area(screen, x, z, 1);
            let (state, cover, strength) = match layer.at(world, x, z) {
                Some(Inside::Floor(floor)) => (floor.state, floor.cover, u8::MAX),
                Some(Inside::Filled(state)) => (state, None, IN_ROCK),
                None => continue,
            };
            let Some((index, color)) = OF_STATES.get(usize::from(state)).copied().flatten() else { continue };
            let color = color.gamma_multiply_u8(strength);
            let part = |index: usize| index as f32 / GRAINS.len() as f32;
            mesh.add_rect_with_uv(area, Rect::from_min_max(pos2(part(index), 0.0), pos2(part(index + 1), 1.0)), color);
            if let Some(cover) = cover {
                let [red, green, blue] = look(cover).color;
                let size = vec2(area.width(), area.height()) * COVER;
                covers
                    .add_colored_rect(Rect::from_center_size(area.center(), size * 1.5), Color32::from_black_alpha(90));
                covers
                    .add_colored_rect(Rect::from_center_size(area.center(), size), Color32::from_rgb(red, green, blue));
            }
        }
        painter.add(mesh);
        painter.add(covers);
    }
}

/// The colour of a pattern's bright parts: white, but for lumps of ore.
fn tint(state: StateId) -> Color32 {
    let Some(block) = knowledge::block_of_state(state).filter(|block| block.name.ends_with("_ore")) else {
        return Color32::WHITE;
    };
    let stone = ["deepslate", "nether"].into_iter().find(|stone| block.name.starts_with(stone));
    let stone = match stone {
        Some("nether") => "netherrack",
        Some(stone) => stone,
        None => "stone",
    };
    let Some(stone) = knowledge::block(stone) else { return Color32::WHITE };
    let (ore, stone) = (look(state).color, look(stone.default_state).color);
    let channel = |at: usize| {
        let (ore, stone) = (f32::from(ore[at]), f32::from(stone[at]));
        (stone + (ore - stone) * STRONGER).clamp(0.0, 255.0) as u8
    };
    Color32::from_rgb(channel(0), channel(1), channel(2))
}

/// By what a block is called and tagged; `None`: air.
fn grain_of(state: StateId) -> Option<Grain> {
    let name = knowledge::block_of_state(state)?.name;
    let tagged = |tags: &[&str]| tags.iter().any(|tag| knowledge::is_tagged(name, tag));
    Some(match name {
        name if knowledge::is_air(name) => return None,
        "water" | "bubble_column" | "kelp" | "kelp_plant" | "seagrass" | "tall_seagrass" | "lava" => Grain::Ripples,
        "farmland" => Grain::Rows,
        "chest" | "trapped_chest" | "barrel" | "crafting_table" | "bookshelf" | "ladder" => Grain::Boards,
        "gravel" | "snow" | "snow_block" | "clay" | "dirt_path" | "powder_snow" => Grain::Fine,
        name if name.ends_with("_ore") => Grain::Lumps,
        name if name.contains("brick") || name.contains("tiles") || name.contains("cobble") => Grain::Bricks,
        name if name.contains("glass") || name == "ice" => Grain::Pane,
        _ if tagged(&["logs"]) => Grain::Rings,
        _ if tagged(&["leaves"]) => Grain::Leaves,
        _ if tagged(&[
            "planks",
            "wooden_stairs",
            "wooden_slabs",
            "wooden_fences",
            "wooden_doors",
            "wooden_trapdoors",
        ]) =>
        {
            Grain::Boards
        }
        _ if tagged(&["sand", "wool", "wool_carpets", "concrete_powders"]) => Grain::Fine,
        _ => Grain::Rough,
    })
}

/// All patterns: light where alpha lies on white, dark where on black.
fn picture() -> ColorImage {
    let mut picture = ColorImage::filled([SIDE * GRAINS.len(), SIDE], Color32::TRANSPARENT);
    for (index, grain) in GRAINS.into_iter().enumerate() {
        for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
            let light = light(grain, x as i32, y as i32);
            let alpha = light.unsigned_abs().min(255) as u8;
            picture[(index * SIDE + x, y)] =
                if light < 0 { Color32::from_black_alpha(alpha) } else { Color32::from_white_alpha(alpha) };
        }
    }
    picture
}

/// How much lighter or darker a pattern makes its pixel: -255 to 255.
fn light(grain: Grain, x: i32, y: i32) -> i16 {
    let speckle = |size: i32, strength: i16| match scatter(x / size, y / size) % 8 {
        0 | 1 => -strength,
        2 => strength,
        _ => 0,
    };
    match grain {
        Grain::Rough => speckle(2, 22),
        Grain::Fine => speckle(1, 16),
        Grain::Leaves => speckle(2, 60),
        // Four boards, each ending elsewhere.
        Grain::Boards if y % 4 == 3 || x == (y / 4 * 7 + 3) % 16 => -60,
        Grain::Boards => speckle(1, 8),
        Grain::Bricks if y % 4 == 3 || (x + y / 4 % 2 * 4) % 8 == 7 => -60,
        Grain::Bricks => speckle(2, 14),
        Grain::Rings => match (2 * x - 15).abs().max((2 * y - 15).abs()) {
            13.. => -90,
            ring if ring / 2 % 2 == 0 => -30,
            _ => 20,
        },
        Grain::Lumps => {
            let in_lump = |x: i32, y: i32| {
                [(4, 3), (11, 5), (6, 9), (12, 12), (3, 13)].iter().any(|(cx, cy)| (x - cx).abs() + (y - cy).abs() < 3)
            };
            match (in_lump(x, y), in_lump(x, y + 1)) {
                (true, _) => 230,
                (false, true) => -50,
                _ => speckle(2, 18),
            }
        }
        Grain::Ripples if (y + [0, 1, 1, 0][(x / 4) as usize % 4]) % 5 == 0 => 26,
        Grain::Ripples => 0,
        Grain::Rows if y % 4 == 0 => -70,
        Grain::Rows => speckle(1, 14),
        Grain::Pane if x == 0 || y == 0 || x == 15 || y == 15 => 90,
        Grain::Pane => i16::from((3..6).contains(&((x + y) % 16))) * 50,
    }
}

/// A number that tells nothing of its place.
fn scatter(x: i32, y: i32) -> u32 {
    let mixed = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca6b);
    (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grain(name: &str) -> Option<Grain> {
        grain_of(knowledge::block(name).expect("a block").default_state)
    }

    #[test]
    fn blocks_have_the_grain_that_one_expects() {
        for (name, is) in [
            ("oak_planks", Grain::Boards),
            ("birch_door", Grain::Boards),
            ("oak_log", Grain::Rings),
            ("spruce_leaves", Grain::Leaves),
            ("cobblestone", Grain::Bricks),
            ("stone_brick_stairs", Grain::Bricks),
            ("deepslate_iron_ore", Grain::Lumps),
            ("water", Grain::Ripples),
            ("sand", Grain::Fine),
            ("farmland", Grain::Rows),
            ("stone", Grain::Rough),
        ] {
            assert_eq!(grain(name), Some(is), "{name}");
        }
        assert_eq!(grain("air"), None);
    }

    #[test]
    fn ores_are_told_apart_by_their_lumps() {
        let tints = ["coal_ore", "iron_ore", "gold_ore", "diamond_ore", "redstone_ore", "deepslate_gold_ore"]
            .map(|name| tint(knowledge::block(name).expect("a block").default_state));
        let far = |a: Color32, b: Color32| (0..3).map(|at| u32::from(a[at].abs_diff(b[at]))).sum::<u32>();
        for (index, one) in tints.iter().enumerate() {
            assert!(tints[..index].iter().all(|other| far(*one, *other) > 40 || index == 5), "{tints:?}");
        }
    }

    #[test]
    fn no_two_patterns_are_alike() {
        let picture = picture();
        let of = |index: usize| -> Vec<Color32> {
            let pixels = (0..SIDE * SIDE).map(|at| (index * SIDE + at % SIDE, at / SIDE));
            pixels.map(|at| picture[at]).collect()
        };
        for (index, grain) in GRAINS.iter().enumerate() {
            assert!((0..index).all(|other| of(other) != of(index)), "{grain:?}");
        }
    }
}
