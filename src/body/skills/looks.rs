//! Using what goes where one looks: buckets. The server follows the look from the eye by itself, so that the way of it must be
//! free of all that stops it.

use azalea::protocol::packets::game::{ServerboundUseItem, s_interact::InteractionHand};

use super::{
    faces::{FACES, Face, eye_of, face_of, is_in_body, middle},
    path::Destination,
    sight::{REACH, between},
    walk, wear,
};
use crate::{
    body::{senses::terrain::TerrainView, skills::cx::Cx},
    domain::{BlockPos, BodySlot, ToolError, Vec3},
    knowledge::{self, SPRINT},
};

/// A fluid's surface is a little lower than its block (a source's at 8/9).
const SURFACE: f64 = 0.9;
/// A look at a surface that is flatter than this, in blocks down a block ahead, passes through what is beside.
const STEEP: f64 = 0.3;

/// A look at something: where it ends, and which block's place it changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    point: Vec3,
    /// The block it ends at.
    hit: BlockPos,
    /// Where the fluid is taken from, or comes to.
    pub place: BlockPos,
    scoops: bool,
}

impl Look {
    /// At the surface of a source, from above; `None` for one that is covered.
    pub fn into(view: &TerrainView, source: BlockPos) -> Option<Self> {
        let above = view.traits(source.up());
        let point = Vec3::new(f64::from(source.x) + 0.5, f64::from(source.y) + SURFACE, f64::from(source.z) + 0.5);
        (above.empty() && !above.fluid()).then_some(Self { point, hit: source, place: source, scoops: true })
    }

    /// At the sides of blocks, so that what is poured out comes to a place.
    pub fn beside(view: &TerrainView, place: BlockPos) -> Vec<Self> {
        let face = |side: (azalea::core::direction::Direction, i32, i32, i32)| {
            let hit = place.offset(-side.1, -side.2, -side.3);
            // Water goes into what can hold it, and not beside it.
            let holds = view.state(hit).is_some_and(knowledge::holds_water);
            (view.traits(hit).floor() && !holds).then(|| face_of(hit, side))
        };
        let faces = FACES.into_iter().filter_map(face);
        faces.map(|Face { block, point, .. }| Self { point, hit: block, place, scoops: false }).collect()
    }

    fn is_free(&self, view: &TerrainView, feet: Vec3) -> bool {
        let eye = eye_of(feet);
        let way = between(eye, self.point);
        let passes = |pos: BlockPos| {
            let there = view.traits(pos);
            there.empty() && !(self.scoops && there.fluid())
        };
        let level = (eye.x - self.point.x).hypot(eye.z - self.point.z);
        let fits = if self.scoops {
            eye.y - self.point.y > STEEP * level && !view.traits(eye.block()).fluid()
        } else {
            // From before the side, and with dry feet.
            let (out, to) = (self.place.center(), self.hit.center());
            let side = (eye.x - self.point.x) * (out.x - to.x)
                + (eye.y - self.point.y) * (out.y - to.y)
                + (eye.z - self.point.z) * (out.z - to.z);
            side > 0.05 && !is_in_body(feet, self.place)
        };
        fits && eye.distance(self.point) <= REACH && way.into_iter().all(|pos| pos == self.hit || passes(pos))
    }
}

/// A stand from which one of these can be looked at.
struct Overlook<'a>(&'a [Look]);

impl Overlook<'_> {
    fn look(&self, view: &TerrainView, feet: Vec3) -> Option<Look> {
        self.0.iter().find(|look| look.is_free(view, feet)).copied()
    }
}

impl Destination for &Overlook<'_> {
    fn estimate(&self, at: BlockPos) -> f32 {
        let least = self.0.iter().map(|look| eye_of(middle(at)).distance(look.point)).fold(f64::INFINITY, f64::min);
        SPRINT * (least - REACH).max(0.0) as f32
    }
    fn ends(&mut self, view: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        self.look(view, middle(at)).map(|_| 0.0)
    }
}

/// Goes where one of these can be looked at, takes an item into the hand and uses it there. The look; `None` where there is no
/// way to any.
pub async fn use_at(cx: &Cx, looks: &[Look], item: &str) -> Result<Option<Look>, ToolError> {
    let goal = Overlook(looks);
    let from_here = |cx: &Cx| -> Result<Option<Look>, ToolError> {
        let at = cx.position()?;
        Ok(goal.look(&cx.shown().terrain.view(), at))
    };
    for _ in 0..3 {
        if from_here(cx)?.is_none() {
            if !walk::walk_to(cx, || &goal, 64, false).await? && !walk::walk_to(cx, || &goal, 64, true).await? {
                return Ok(None);
            }
            walk::settle(cx).await?;
            if from_here(cx)?.is_none() {
                let feet = cx.feet()?;
                walk::center(cx, feet).await?;
            }
        }
        wear::equip(cx, item, BodySlot::MainHand).await?;
        let Some(look) = from_here(cx)? else { continue };
        cx.may_change(look.place)?;
        cx.look_at(look.point)?;
        // The server must know the look before the use: it goes out with this tick's movement.
        cx.tick().await;
        use_hand(cx)?;
        return Ok(Some(look));
    }
    Ok(None)
}

/// Uses what is in the main hand, on whatever the bot looks at.
pub(super) fn use_hand(cx: &Cx) -> Result<(), ToolError> {
    let seq = cx.next_sequence()?;
    let (y_rot, x_rot) = cx.heading()?;
    cx.send(ServerboundUseItem { hand: InteractionHand::MainHand, seq, y_rot, x_rot })
}
