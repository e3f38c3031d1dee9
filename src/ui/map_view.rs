//! The map's camera: which blocks lie under which points of the screen. North is up, east is right.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2};

use crate::domain::{BlockPos, ChunkPos, Vec3};

/// The nearest and the farthest look, in points a block.
pub const MIN_SCALE: f64 = 0.25;
pub const MAX_SCALE: f64 = 48.0;

/// Looks straight down at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapCamera {
    /// East (x) and south (z) of the middle of the screen, in blocks. Double precision: the world is 60 million wide.
    pub x: f64,
    pub z: f64,
    /// Points a block.
    pub scale: f64,
}

impl Default for MapCamera {
    fn default() -> Self {
        Self { x: 0.0, z: 0.0, scale: 5.0 }
    }
}

impl MapCamera {
    pub fn look_at(&mut self, place: Vec3) {
        (self.x, self.z) = (place.x, place.z);
    }

    /// Where a place of the world lies on the screen.
    pub fn to_screen(self, screen: Rect, x: f64, z: f64) -> Pos2 {
        let middle = screen.center();
        // Subtract before narrowing to f32, or far from the origin the map would jump by whole blocks.
        pos2(middle.x + ((x - self.x) * self.scale) as f32, middle.y + ((z - self.z) * self.scale) as f32)
    }

    /// The place of the world under a point of the screen.
    pub fn to_world(self, screen: Rect, point: Pos2) -> (f64, f64) {
        let from_middle = point - screen.center();
        (self.x + f64::from(from_middle.x) / self.scale, self.z + f64::from(from_middle.y) / self.scale)
    }

    /// The block column under a point of the screen, as x and z.
    pub fn block_at(&self, screen: Rect, point: Pos2) -> (i32, i32) {
        let (x, z) = self.to_world(screen, point);
        (x.floor() as i32, z.floor() as i32)
    }

    /// The rectangle that `size` blocks from x, z cover.
    pub fn area(&self, screen: Rect, x: i32, z: i32, size: i32) -> Rect {
        let corner = |x: i32, z: i32| self.to_screen(screen, f64::from(x), f64::from(z));
        Rect::from_min_max(corner(x, z), corner(x + size, z + size))
    }

    /// Moves the world along with a dragging hand.
    pub fn drag(&mut self, by: Vec2) {
        self.x -= f64::from(by.x) / self.scale;
        self.z -= f64::from(by.y) / self.scale;
    }

    /// Enlarges by a factor; what lies under `fixed` stays there.
    pub fn zoom(&mut self, screen: Rect, fixed: Pos2, factor: f64) {
        let (x, z) = self.to_world(screen, fixed);
        self.scale = (self.scale * factor).clamp(MIN_SCALE, MAX_SCALE);
        let (moved_x, moved_z) = self.to_world(screen, fixed);
        self.x += x - moved_x;
        self.z += z - moved_z;
    }

    /// The chunk in the middle of the screen.
    pub fn middle_chunk(&self) -> ChunkPos {
        BlockPos::new(self.x.floor() as i32, 0, self.z.floor() as i32).chunk()
    }

    /// A round length in blocks that is 50 to 130 points long or so, for the scale's bar.
    pub fn scale_bar(&self) -> u32 {
        const ROUND: [u32; 10] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
        let wanted = 50.0 / self.scale;
        ROUND.into_iter().find(|&blocks| f64::from(blocks) >= wanted).unwrap_or(512)
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;
    use proptest::prelude::*;

    use super::*;

    fn screen() -> Rect {
        Rect::from_min_size(pos2(13.0, 40.0), vec2(860.0, 640.0))
    }

    fn camera() -> impl Strategy<Value = MapCamera> {
        (-3e7..3e7f64, -3e7..3e7f64, MIN_SCALE..MAX_SCALE).prop_map(|(x, z, scale)| MapCamera { x, z, scale })
    }

    fn point() -> impl Strategy<Value = Pos2> {
        (13.0..873.0f32, 40.0..680.0f32).prop_map(|(x, y)| pos2(x, y))
    }

    proptest! {
        #[test]
        fn a_point_leads_back_to_itself(camera in camera(), point in point()) {
            let (x, z) = camera.to_world(screen(), point);
            prop_assert!(camera.to_screen(screen(), x, z).distance(point) < 0.01);
        }

        #[test]
        fn a_blocks_middle_is_found_under_its_pixel(camera in camera(), dx in -50i32..50, dz in -50i32..50) {
            let (x, z) = (camera.x as i32 + dx, camera.z as i32 + dz);
            // Closer up than single precision on the screen can go wrong.
            let camera = MapCamera { scale: camera.scale.max(1.0), ..camera };
            let middle = camera.to_screen(screen(), f64::from(x) + 0.5, f64::from(z) + 0.5);
            prop_assert_eq!(camera.block_at(screen(), middle), (x, z));
        }

        #[test]
        fn zooming_keeps_what_is_under_the_cursor(camera in camera(), point in point(), factor in 0.2..5.0f64) {
            let before = camera.to_world(screen(), point);
            let mut camera = camera;
            camera.zoom(screen(), point, factor);
            prop_assert!((MIN_SCALE..=MAX_SCALE).contains(&camera.scale));
            prop_assert!(camera.to_screen(screen(), before.0, before.1).distance(point) < 0.01);
        }

        #[test]
        fn dragging_carries_the_world_along(camera in camera(), point in point(), by in (-300.0..300.0f32, -300.0..300.0f32)) {
            let (x, z) = camera.to_world(screen(), point);
            let mut camera = camera;
            camera.drag(vec2(by.0, by.1));
            prop_assert!(camera.to_screen(screen(), x, z).distance(point + vec2(by.0, by.1)) < 0.01);
        }
    }

    #[test]
    fn the_scale_bar_is_of_a_readable_length() {
        for scale in [MIN_SCALE, 1.0, 5.0, MAX_SCALE] {
            let camera = MapCamera { scale, ..MapCamera::default() };
            let length = f64::from(camera.scale_bar()) * scale;
            assert!((48.0..=130.0).contains(&length), "{length} points at {scale}");
        }
    }
}
