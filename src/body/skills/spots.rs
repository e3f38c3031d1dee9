//! Where to put a block that may go anywhere: on firm ground, so that what it drops can be had again.

use super::{
    faces::{Reach, faces_for, is_in_body, middle, sides_of},
    path::{Destination, SIDES},
    walk,
    work::landing,
};
use crate::{
    body::{senses::terrain::TerrainView, skills::cx::Cx},
    domain::{BlockPos, ToolError, Vec3},
};

/// How far firm ground is looked for, in blocks.
const NEARBY: i32 = 24;

const AROUND: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Where something will be dug.
pub struct Worksite {
    /// Where one stands then.
    pub stand: BlockPos,
    /// What is gone by then.
    pub gone: Vec<BlockPos>,
    /// Where one passes on the way there.
    pub bodies: Vec<BlockPos>,
}

impl Worksite {
    /// Whether what stands at a place can be clicked by who works here; `view`: once the work is done.
    fn is_handy(&self, view: &TerrainView, pos: BlockPos) -> bool {
        Reach { faces: &sides_of(pos), put: None, look: None }.face(view, middle(self.stand)).is_some()
    }
}

/// Free places to put a block at for who stands at a point, that can be clicked by who works there, best first. `then`: once the work is
/// done.
pub fn beside(view: &TerrainView, then: &TerrainView, at: Vec3, site: &Worksite) -> Vec<BlockPos> {
    let spots = free(view, at).into_iter().filter(|spot| spot.firm && !site.bodies.contains(&spot.pos));
    let spots = spots.map(|spot| spot.pos);
    let spots = overhead(view, at, site).into_iter().chain(spots);
    spots.filter(|pos| site.is_handy(then, *pos)).collect()
}

/// The place over the head of who stands in the shaft at whose foot the work is: what it drops falls down there.
fn overhead(view: &TerrainView, at: Vec3, site: &Worksite) -> Option<BlockPos> {
    let feet = at.stood().block();
    let pos = feet.offset(0, 2, 0);
    let is_put = || {
        let faces = faces_for(view, pos, None);
        Reach { faces: &faces, put: Some(pos), look: None }.face(view, at).is_some()
    };
    let is_walled = SIDES.iter().all(|(dx, dz)| view.traits(pos.offset(*dx, 0, *dz)).floor());
    let is_below = (site.stand.x, site.stand.z) == (feet.x, feet.z) && site.stand.y <= feet.y;
    (is_walled && is_below && is_free(view, pos) && is_put()).then_some(pos)
}

/// Free places to put a block at, best first. Where none beside the bot is firm ground, it goes to some, if there is any.
pub async fn near(cx: &Cx) -> Result<Vec<BlockPos>, ToolError> {
    let around = |cx: &Cx| Ok::<_, ToolError>(free(&cx.shown().terrain.view(), cx.position()?));
    let mut spots = around(cx)?;
    if !spots.first().is_some_and(|spot| spot.firm) {
        let in_a_tree = {
            let ground = cx.feet()?.down();
            cx.shown().terrain.traits(ground).leaves()
        };
        // Out of a crown the way may be dug; elsewhere a better place is not worth a hole.
        if walk::walk_to(cx, || FirmGround, NEARBY, false).await?
            || in_a_tree && walk::walk_to(cx, || FirmGround, NEARBY, true).await?
        {
            walk::settle(cx).await?;
            spots = around(cx)?;
        }
    }
    Ok(spots.into_iter().map(|spot| spot.pos).collect())
}

/// A free place within reach.
struct Spot {
    pos: BlockPos,
    firm: bool,
}

/// Free places beside who stands at a point, best first: on firm ground, level with the feet, in sight.
fn free(view: &TerrainView, at: Vec3) -> Vec<Spot> {
    let feet = at.stood().block();
    let mut spots: Vec<(i32, Spot)> = Vec::new();
    for dy in [0, 1, -1, 2] {
        for dx in -3i32..=3 {
            for dz in -3i32..=3 {
                let pos = feet.offset(dx, dy, dz);
                if !is_free(view, pos) || is_in_body(at, pos) || dx.abs().max(dz.abs()) == 0 {
                    continue;
                }
                let reach = Reach { faces: &faces_for(view, pos, None), put: Some(pos), look: None };
                if reach.face(view, at).is_none() {
                    continue;
                }
                let firm = dy.abs() <= 1 && is_firm(view, pos);
                let floating = if view.traits(pos.down()).floor() { 0 } else { 4 };
                let beside_corner = i32::from(dx == 0 || dz == 0);
                spots.push((2 * (dx * dx + dz * dz) + 3 * dy.abs() + floating + beside_corner, Spot { pos, firm }));
            }
        }
    }
    spots.sort_by_key(|(price, spot)| (!spot.firm, *price, spot.pos));
    spots.into_iter().map(|(_, spot)| spot).collect()
}

pub(super) fn is_free(view: &TerrainView, pos: BlockPos) -> bool {
    view.traits(pos).replaceable() && !view.traits(pos).fluid() && !view.is_kept(pos)
}

/// Whether what is put there can be had again: it stands on ground and not on leaves, and so would its drop, which hops up
/// to a block aside, and at most a block lower.
fn is_firm(view: &TerrainView, pos: BlockPos) -> bool {
    let holds = |pos: BlockPos| view.traits(pos.down()).floor() && !view.traits(pos.down()).leaves();
    let keeps = |beside: BlockPos| {
        let lies = landing(view, beside);
        !view.traits(beside).passable() || lies.y + 1 >= pos.y && holds(lies) && !view.traits(lies).hurts()
    };
    holds(pos) && AROUND.into_iter().all(|(dx, dz)| keeps(pos.offset(dx, 0, dz)))
}

/// A stand beside firm ground.
struct FirmGround;

impl Destination for FirmGround {
    fn estimate(&self, _: BlockPos) -> f32 {
        0.0
    }
    fn ends(&mut self, view: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        let mut beside = AROUND.into_iter().map(|(dx, dz)| at.offset(dx, 0, dz));
        let firm = !view.traits(at.down()).leaves() && beside.any(|pos| is_free(view, pos) && is_firm(view, pos));
        firm.then_some(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::tests::{flat, put};

    #[test]
    fn firm_ground_keeps_what_drops_on_it() {
        let mut terrain = flat();
        let at = BlockPos::new(3, 64, 0);
        assert!(is_firm(&terrain.view(), at));
        assert!(!is_firm(&terrain.view(), at.up()), "in the air");
        put(&mut terrain, 4, 63, 1, "air");
        assert!(is_firm(&terrain.view(), at), "one step down is no loss");
        put(&mut terrain, 4, 62, 1, "air");
        assert!(!is_firm(&terrain.view(), at), "into a hole");
        put(&mut terrain, 4, 64, 1, "stone");
        assert!(is_firm(&terrain.view(), at), "a wall is before it");
        put(&mut terrain, 4, 63, 0, "oak_leaves");
        assert!(!is_firm(&terrain.view(), at), "onto leaves");
    }
}
