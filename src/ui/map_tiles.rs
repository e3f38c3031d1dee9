//! The map's pictures of a layer as textures of 8x8 chunks, redrawn where it changed and kept when it is gone.
//!
//! A chunk the client has unloaded, or that the layer has left behind, stays on the map, dimmed: remembered, not seen. Work per frame is bounded, so that
//! joining a world does not stall the window.

use std::collections::HashMap;

use bevy_egui::egui::{
    Color32, ColorImage, Context, Painter, Rect, TextureFilter, TextureHandle, TextureOptions, TextureWrapMode, pos2,
};

use super::{map_layers::Layer, map_view::MapCamera};
use crate::{
    domain::ChunkPos,
    voxel::{SeenWorld, raster},
};

/// Chunks along a side of a region: one texture each, of 128x128 pixels.
const SIDE: i32 = 8;
const PIXELS: usize = SIDE as usize * 16;
/// Chunks drawn in one frame at most: some 2 ms in a debug build.
const CHUNKS_A_FRAME: usize = 48;
/// Regions kept at most, some 130 KiB each; beyond, the farthest are forgotten.
const MAX_REGIONS: usize = 512;

/// Blocks stay crisp when near, and do not sparkle when far.
const OPTIONS: TextureOptions = TextureOptions {
    magnification: TextureFilter::Nearest,
    minification: TextureFilter::Linear,
    wrap_mode: TextureWrapMode::ClampToEdge,
    mipmap_mode: None,
};

#[derive(Default)]
pub struct MapTiles {
    regions: HashMap<(i32, i32), Region>,
    /// The world's stamp when everything of this layer was up to date.
    drawn: Option<(u64, Layer)>,
}

/// What is known of a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    #[default]
    Unseen,
    /// In the client's reach now; stamps of what was drawn: its own, and its northern neighbour's for the shading; and the height of the
    /// feet, below the surface.
    Seen {
        own: u64,
        north: Option<u64>,
        feet: Option<i32>,
    },
    Remembered,
}

struct Region {
    pixels: ColorImage,
    chunks: [Known; (SIDE * SIDE) as usize],
    texture: Option<TextureHandle>,
    /// The chunks that the texture does not show as they are, a bit each.
    stale: u64,
}

impl MapTiles {
    /// Forgets everything: another dimension.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    pub fn known(&self, chunk: ChunkPos) -> Known {
        self.regions.get(&region_of(chunk)).map_or(Known::Unseen, |region| region.chunks[index_of(chunk)])
    }

    /// Brings the pictures nearer to the world, the middle of the screen first. True: there is more to do.
    pub fn update(&mut self, world: &SeenWorld, camera: &MapCamera, layer: Layer) -> bool {
        if self.drawn == Some((world.stamp(), layer)) {
            return false;
        }
        self.dim_what_is_gone(world, layer);
        let feet = layer.feet();
        let mut stale: Vec<(ChunkPos, Known)> = world
            .stamps()
            .filter(|(chunk, _)| layer.holds(*chunk))
            .map(|(chunk, own)| (chunk, Known::Seen { own, north: world.column_stamp(north_of(chunk)), feet }))
            .filter(|(chunk, known)| self.known(*chunk) != *known)
            .collect();
        let more = stale.len() > CHUNKS_A_FRAME;
        if more {
            let middle = camera.middle_chunk();
            let distance = |chunk: ChunkPos| (chunk.x - middle.x).pow(2) + (chunk.z - middle.z).pow(2);
            stale.sort_unstable_by_key(|(chunk, _)| distance(*chunk));
            stale.truncate(CHUNKS_A_FRAME);
        } else {
            self.drawn = Some((world.stamp(), layer));
        }
        for (chunk, known) in stale {
            let Some(column) = world.column(chunk) else { continue };
            let north = world.column(north_of(chunk)).map(|column| &**column);
            let region = self.regions.entry(region_of(chunk)).or_insert_with(Region::new);
            for (at, [red, green, blue, alpha]) in raster(column, north, feet).into_iter().enumerate() {
                region.pixels.pixels[pixel_of(chunk, at)] = Color32::from_rgba_unmultiplied(red, green, blue, alpha);
            }
            region.chunks[index_of(chunk)] = known;
            region.stale |= 1 << index_of(chunk);
        }
        self.forget_the_farthest(camera);
        more
    }

    fn dim_what_is_gone(&mut self, world: &SeenWorld, layer: Layer) {
        for (&(x, z), region) in &mut self.regions {
            for index in 0..SIDE * SIDE {
                let chunk = ChunkPos { x: x * SIDE + index % SIDE, z: z * SIDE + index / SIDE };
                let known = &mut region.chunks[index as usize];
                let is_shown = layer.holds(chunk) && world.column(chunk).is_some();
                if matches!(known, Known::Seen { .. }) && !is_shown {
                    *known = Known::Remembered;
                    region.stale |= 1 << index;
                    for at in 0..256 {
                        let pixel = &mut region.pixels.pixels[pixel_of(chunk, at)];
                        *pixel = remembered(*pixel);
                    }
                }
            }
        }
    }

    /// Forgets what is remembered alone.
    pub fn forget_remembered(&mut self) {
        for region in self.regions.values_mut() {
            for index in 0..SIDE * SIDE {
                let known = &mut region.chunks[index as usize];
                if *known == Known::Remembered {
                    *known = Known::Unseen;
                    region.stale |= 1 << index;
                    let chunk = ChunkPos { x: index % SIDE, z: index / SIDE };
                    (0..256).for_each(|at| region.pixels.pixels[pixel_of(chunk, at)] = Color32::TRANSPARENT);
                }
            }
        }
        self.regions.retain(|_, region| region.chunks.iter().any(|known| *known != Known::Unseen));
    }

    fn forget_the_farthest(&mut self, camera: &MapCamera) {
        while self.regions.len() > MAX_REGIONS {
            let middle = region_of(camera.middle_chunk());
            let distance = |at: &(i32, i32)| (at.0 - middle.0).pow(2) + (at.1 - middle.1).pow(2);
            let Some(farthest) = self.regions.keys().copied().max_by_key(distance) else { return };
            self.regions.remove(&farthest);
        }
    }

    /// Uploads what changed and paints what lies on the screen, in so much of its colours.
    pub fn paint(&mut self, context: &Context, painter: &Painter, camera: &MapCamera, screen: Rect, tint: Color32) {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        for (&(x, z), region) in &mut self.regions {
            let area = camera.area(screen, x * SIDE * 16, z * SIDE * 16, SIDE * 16);
            if area.intersects(screen) {
                let texture = region.texture(context, || format!("map {x} {z}"));
                painter.image(texture.id(), area, whole, tint);
            }
        }
    }
}

impl Region {
    fn new() -> Self {
        Self {
            pixels: ColorImage::filled([PIXELS, PIXELS], Color32::TRANSPARENT),
            chunks: [Known::Unseen; (SIDE * SIDE) as usize],
            texture: None,
            stale: 0,
        }
    }

    /// The texture, up to date. Off the screen nothing is uploaded.
    ///
    /// Only chunks that changed are written into it: a whole new picture would be a new texture to the renderer, of 64
    /// chunks for one dug block.
    fn texture(&mut self, context: &Context, name: impl Fn() -> String) -> &TextureHandle {
        let stale = std::mem::take(&mut self.stale);
        let mut fresh = false;
        let texture = self.texture.get_or_insert_with(|| {
            fresh = true;
            context.load_texture(name(), self.pixels.clone(), OPTIONS)
        });
        if !fresh {
            for index in (0..(SIDE * SIDE) as usize).filter(|index| stale >> index & 1 == 1) {
                let corner = [index % SIDE as usize * 16, index / SIDE as usize * 16];
                texture.set_partial(corner, self.pixels.region_by_pixels(corner, [16, 16]), OPTIONS);
            }
        }
        texture
    }
}

fn region_of(chunk: ChunkPos) -> (i32, i32) {
    (chunk.x.div_euclid(SIDE), chunk.z.div_euclid(SIDE))
}

fn index_of(chunk: ChunkPos) -> usize {
    (chunk.z.rem_euclid(SIDE) * SIDE + chunk.x.rem_euclid(SIDE)) as usize
}

/// Where a chunk's pixel number `z << 4 | x` lies in its region's picture.
fn pixel_of(chunk: ChunkPos, at: usize) -> usize {
    let (x, z) = (chunk.x.rem_euclid(SIDE) as usize * 16 + at % 16, chunk.z.rem_euclid(SIDE) as usize * 16 + at / 16);
    z * PIXELS + x
}

fn north_of(chunk: ChunkPos) -> ChunkPos {
    ChunkPos { x: chunk.x, z: chunk.z - 1 }
}

/// Darker and greyer, but still to be read.
fn remembered(color: Color32) -> Color32 {
    let [red, green, blue, alpha] = color.to_array();
    let gray = (u16::from(red) + u16::from(green) + u16::from(blue)) / 3;
    let dim = |value: u8| ((u16::from(value) + gray) / 4) as u8;
    Color32::from_rgba_premultiplied(dim(red), dim(green), dim(blue), alpha)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy_egui::egui::{LayerId, RawInput, TextureId, vec2};

    use super::*;
    use crate::voxel::{Column, Section};

    fn world(chunks: impl IntoIterator<Item = (i32, i32)>) -> SeenWorld {
        let mut world = SeenWorld::default();
        for (x, z) in chunks {
            let stone = Arc::new(Column { min_y: 0, sections: vec![Section::Uniform(1)] });
            world.insert(ChunkPos { x, z }, stone);
        }
        world
    }

    #[test]
    fn drawing_is_bounded_and_ends() {
        let world = world((-8..8).flat_map(|x| (-8..8).map(move |z| (x, z))));
        let (mut tiles, camera) = (MapTiles::default(), MapCamera::default());
        let mut frames = 1;
        while tiles.update(&world, &camera, Layer::Surface) {
            frames += 1;
        }
        assert_eq!(frames, 256usize.div_ceil(CHUNKS_A_FRAME));
        assert!(matches!(tiles.known(ChunkPos { x: -8, z: 7 }), Known::Seen { .. }));
        assert_eq!(tiles.known(ChunkPos { x: 8, z: 0 }), Known::Unseen);
    }

    #[test]
    fn a_change_redraws_the_chunk_and_its_southern_neighbour() {
        let mut world = world([(0, 0), (0, 1), (1, 0)]);
        let (mut tiles, camera) = (MapTiles::default(), MapCamera::default());
        tiles.update(&world, &camera, Layer::Surface);
        let before = [(0, 0), (0, 1), (1, 0)].map(|(x, z)| tiles.known(ChunkPos { x, z }));
        let same = world.column(ChunkPos { x: 0, z: 0 }).expect("a column").clone();
        world.insert(ChunkPos { x: 0, z: 0 }, same);
        assert!(!tiles.update(&world, &camera, Layer::Surface));
        let after = [(0, 0), (0, 1), (1, 0)].map(|(x, z)| tiles.known(ChunkPos { x, z }));
        assert_ne!(before[0], after[0]);
        assert_ne!(before[1], after[1]);
        assert_eq!(before[2], after[2]);
    }

    #[test]
    fn a_change_uploads_its_chunk_alone_and_only_once() {
        let mut world = world([(0, 0), (9, 3)]);
        let (mut tiles, camera, context) = (MapTiles::default(), MapCamera::default(), Context::default());
        let mut uploads = |world: &SeenWorld| {
            let output = context.run(RawInput::default(), |context| {
                tiles.update(world, &camera, Layer::Surface);
                let screen = Rect::from_min_size(pos2(-2000.0, -2000.0), vec2(4000.0, 4000.0));
                tiles.paint(
                    context,
                    &Painter::new(context.clone(), LayerId::background(), screen),
                    &camera,
                    screen,
                    Color32::WHITE,
                );
            });
            let mut deltas = output.textures_delta.set;
            deltas.retain(|(id, _)| *id != TextureId::default());
            let mut places: Vec<_> = deltas.iter().map(|(_, delta)| (delta.pos, delta.image.size())).collect();
            places.sort_unstable();
            places
        };
        assert_eq!(uploads(&world), [(None, [PIXELS, PIXELS]); 2]);
        assert!(uploads(&world).is_empty());
        let same = world.column(ChunkPos { x: 9, z: 3 }).expect("a column").clone();
        world.insert(ChunkPos { x: 9, z: 3 }, same);
        assert_eq!(uploads(&world), [(Some([16, 48]), [16, 16])]);
        world.remove(ChunkPos { x: 0, z: 0 });
        assert_eq!(uploads(&world), [(Some([0, 0]), [16, 16])]);
        assert!(uploads(&world).is_empty());
    }

    #[test]
    fn what_is_unloaded_is_remembered_dimmer() {
        let mut world = world([(-1, -1)]);
        let (mut tiles, camera) = (MapTiles::default(), MapCamera::default());
        tiles.update(&world, &camera, Layer::Surface);
        let chunk = ChunkPos { x: -1, z: -1 };
        let pixel = |tiles: &MapTiles| tiles.regions[&(-1, -1)].pixels.pixels[pixel_of(chunk, 0)];
        let bright = pixel(&tiles);
        world.remove(chunk);
        tiles.update(&world, &camera, Layer::Surface);
        assert_eq!(tiles.known(chunk), Known::Remembered);
        assert!(pixel(&tiles).r() < bright.r());
    }

    #[test]
    fn at_another_height_a_layer_is_drawn_anew_and_what_it_leaves_behind_is_remembered() {
        let world = world((-8..8).map(|x| (x, 0)));
        let (mut tiles, camera) = (MapTiles::default(), MapCamera::default());
        let mut drawn_at = |feet: i32, x: i32| {
            tiles.update(&world, &camera, Layer::Caves { feet, near: ChunkPos { x, z: 0 } });
            [-5, 0, 7].map(|x| match tiles.known(ChunkPos { x, z: 0 }) {
                Known::Seen { feet, .. } => feet,
                Known::Remembered => Some(-1),
                Known::Unseen => None,
            })
        };
        assert_eq!(drawn_at(5, 0), [Some(5), Some(5), None]);
        assert_eq!(drawn_at(4, 0), [Some(4), Some(4), None]);
        assert_eq!(drawn_at(4, 4), [Some(-1), Some(4), Some(4)]);
    }
}
