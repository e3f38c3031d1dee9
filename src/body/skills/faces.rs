//! What can be clicked from where: the faces of blocks, and the stands from which a face is in reach.

use azalea::core::direction::Direction;

use super::{
    path::Destination,
    sight::{REACH, between},
};
use crate::{
    body::senses::terrain::TerrainView,
    domain::{BlockPos, Vec3, Verdict},
    knowledge::{EYE_HEIGHT, SPRINT},
};

/// A face to click: the block, the side of it, the point in the middle of that side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    pub block: BlockPos,
    pub direction: Direction,
    pub point: Vec3,
}

pub(super) const FACES: [(Direction, i32, i32, i32); 6] = [
    (Direction::Up, 0, 1, 0),
    (Direction::North, 0, 0, -1),
    (Direction::South, 0, 0, 1),
    (Direction::West, -1, 0, 0),
    (Direction::East, 1, 0, 0),
    (Direction::Down, 0, -1, 0),
];

/// The side of a block that looks in a direction.
pub(super) fn face_of(block: BlockPos, (direction, dx, dy, dz): (Direction, i32, i32, i32)) -> Face {
    let center = block.center();
    let half = |d: i32| f64::from(d) * 0.5;
    Face { block, direction, point: Vec3::new(center.x + half(dx), center.y + half(dy), center.z + half(dz)) }
}

/// All sides of a block.
pub(super) fn sides_of(block: BlockPos) -> Vec<Face> {
    FACES.into_iter().map(|face| face_of(block, face)).collect()
}

/// The faces that a click on puts a block at `pos`, those of the ground first. `axis`: only faces along it.
pub(super) fn faces_for(view: &TerrainView, pos: BlockPos, axis: Option<&str>) -> Vec<Face> {
    FACES
        .into_iter()
        .filter(|(_, dx, dy, dz)| match axis {
            Some("x") => *dx != 0,
            Some("y") => *dy != 0,
            Some("z") => *dz != 0,
            _ => true,
        })
        .filter_map(|(direction, dx, dy, dz)| {
            let against = pos.offset(-dx, -dy, -dz);
            let traits = view.traits(against);
            let solid = view.state(against).is_some() && !traits.empty() && !traits.replaceable();
            solid.then(|| face_of(against, (direction, dx, dy, dz)))
        })
        .collect()
}

/// Whether a face can be clicked from an eye: in reach, on its side, nothing between.
pub(super) fn is_clickable(view: &TerrainView, eye: Vec3, face: &Face) -> bool {
    hindrance(view, eye, face).is_none()
}

/// What keeps a face from being clicked from an eye.
pub(super) fn hindrance(view: &TerrainView, eye: Vec3, face: &Face) -> Option<Verdict> {
    if eye.distance(face.point) > REACH {
        return Some(Verdict::OutOfReach);
    }
    let (_, dx, dy, dz) = FACES.iter().find(|(direction, ..)| *direction == face.direction)?;
    let side = (eye.x - face.point.x) * f64::from(*dx)
        + (eye.y - face.point.y) * f64::from(*dy)
        + (eye.z - face.point.z) * f64::from(*dz);
    if side <= 0.05 {
        return Some(Verdict::TurnedAway);
    }
    let is_in_between = |pos: &BlockPos| *pos != face.block && !view.traits(*pos).passable();
    between(eye, face.point).into_iter().find(is_in_between).map(Verdict::Hidden)
}

/// Whether a standing body would be in the way of a block.
pub fn is_in_body(feet: Vec3, pos: BlockPos) -> bool {
    let beside = |at: f64, low: i32| at + 0.3 <= f64::from(low) || at - 0.3 >= f64::from(low) + 1.0;
    !(beside(feet.x, pos.x)
        || beside(feet.z, pos.z)
        || feet.y >= f64::from(pos.y) + 1.0
        || feet.y + 1.8 <= f64::from(pos.y))
}

pub fn middle(stand: BlockPos) -> Vec3 {
    Vec3::new(f64::from(stand.x) + 0.5, f64::from(stand.y), f64::from(stand.z) + 0.5)
}

pub fn eye_of(feet: Vec3) -> Vec3 {
    Vec3::new(feet.x, feet.y + EYE_HEIGHT, feet.z)
}

/// A stand from which one of the faces can be clicked, out of the new block's way.
pub(super) struct Reach<'a> {
    pub faces: &'a [Face],
    /// Where a block is to be put; `None` where one is only used.
    pub put: Option<BlockPos>,
    /// The level direction one should look in, from the stand.
    pub look: Option<(i32, i32)>,
}

impl Reach<'_> {
    /// The face that can be clicked by who stands there.
    pub fn face(&self, view: &TerrainView, feet: Vec3) -> Option<Face> {
        if self.put.is_some_and(|pos| is_in_body(feet, pos)) {
            return None;
        }
        if let Some((dx, dz)) = self.look {
            let aim = self.faces.first()?.point;
            let (lx, lz) = (aim.x - feet.x, aim.z - feet.z);
            let along = lx * f64::from(dx) + lz * f64::from(dz);
            let across = (lx * f64::from(dz)).abs() + (lz * f64::from(dx)).abs();
            if along < 0.3 || along <= across {
                return None;
            }
        }
        self.faces.iter().find(|face| is_clickable(view, eye_of(feet), face)).copied()
    }
}

impl Destination for &Reach<'_> {
    fn estimate(&self, at: BlockPos) -> f32 {
        let least = self.faces.iter().map(|face| eye_of(middle(at)).distance(face.point)).fold(f64::INFINITY, f64::min);
        SPRINT * (least - REACH).max(0.0) as f32
    }
    fn ends(&mut self, view: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        self.face(view, middle(at)).map(|_| 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::tests::{flat, put};

    #[test]
    fn a_block_is_placed_against_what_is_there() {
        let mut terrain = flat();
        let faces = faces_for(&terrain.view(), BlockPos::new(3, 64, 0), None);
        assert_eq!(faces.len(), 1);
        assert_eq!((faces[0].block, faces[0].direction), (BlockPos::new(3, 63, 0), Direction::Up));
        put(&mut terrain, 4, 64, 0, "stone");
        assert_eq!(faces_for(&terrain.view(), BlockPos::new(3, 64, 0), None).len(), 2);
        let along = faces_for(&terrain.view(), BlockPos::new(3, 64, 0), Some("x"));
        assert_eq!(along[0].direction, Direction::West);
        assert!(faces_for(&terrain.view(), BlockPos::new(3, 70, 0), None).is_empty());
    }

    #[test]
    fn nobody_places_a_block_into_himself() {
        let feet = Vec3::new(0.5, 64.0, 0.5);
        assert!(is_in_body(feet, BlockPos::new(0, 64, 0)) && is_in_body(feet, BlockPos::new(0, 65, 0)));
        assert!(!is_in_body(feet, BlockPos::new(1, 64, 0)) && !is_in_body(feet, BlockPos::new(0, 63, 0)));
    }
}
