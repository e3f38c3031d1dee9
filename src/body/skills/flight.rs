//! Where an item that is flung comes to rest: vanilla's item physics over what the server showed, in air. The server tells where it
//! begins and how fast, and only a second later where it is.

use crate::{
    body::senses::terrain::Terrain,
    domain::Vec3,
    knowledge::lying::{AIR_DRAG, GRAVITY, GROUND_DRAG, HALF, STILL, TALL},
};

/// Ticks after which it flies no more, or falls too deep.
const LONGEST: u32 = 80;

/// The corners of an item's box, from its middle along x and z, in blocks.
pub const CORNERS: [(f64, f64); 4] = [(-HALF, -HALF), (-HALF, HALF), (HALF, -HALF), (HALF, HALF)];

/// Where it comes to rest.
pub fn rest(terrain: &Terrain, from: Vec3, velocity: Vec3) -> Vec3 {
    let (mut at, mut speed) = ([from.x, from.y, from.z], [velocity.x, velocity.y, velocity.z]);
    for _ in 0..LONGEST {
        speed[1] -= GRAVITY;
        let mut grounded = false;
        for axis in [1, 0, 2] {
            let before = at[axis];
            at[axis] += speed[axis];
            if hits(terrain, at) {
                grounded |= axis == 1 && speed[1] < 0.0;
                // It stops at the face that it has hit.
                at[axis] = if axis == 1 && speed[1] < 0.0 { (at[1].floor() + 1.0).min(before) } else { before };
                speed[axis] = 0.0;
            }
        }
        let drag = if grounded { GROUND_DRAG } else { AIR_DRAG };
        speed = [speed[0] * drag, speed[1] * AIR_DRAG, speed[2] * drag];
        if grounded && speed[0].hypot(speed[2]) < STILL {
            break;
        }
    }
    Vec3::new(at[0], at[1], at[2])
}

/// Whether an item's box there touches anything solid; whatever is not passable counts as a whole block.
fn hits(terrain: &Terrain, [x, y, z]: [f64; 3]) -> bool {
    CORNERS.iter().any(|(dx, dz)| {
        [0.0, TALL].iter().any(|dy| !terrain.traits(Vec3::new(x + dx, y + dy, z + dz).block()).passable())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::tests::{flat, put};

    #[test]
    fn it_slides_on_and_stops_at_walls() {
        let mut terrain = flat();
        let from = Vec3::new(0.5, 64.5, 0.5);
        let there = rest(&terrain, from, Vec3::new(0.1, 0.2, 0.0));
        assert_eq!(there.z, 0.5);
        assert!((there.y - 64.0).abs() < 0.01 && (1.6..2.6).contains(&there.x), "{there:?}");
        put(&mut terrain, 1, 64, 0, "stone");
        put(&mut terrain, 1, 65, 0, "stone");
        let there = rest(&terrain, from, Vec3::new(0.1, 0.2, 0.0));
        assert!((0.7..=0.875).contains(&there.x), "{there:?}");
        put(&mut terrain, 0, 63, 0, "air");
        assert!((rest(&terrain, from, Vec3::default()).y - 63.0).abs() < 0.01, "into a hole");
    }
}
