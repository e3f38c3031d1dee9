//! Over a gap: sneaking out on the last block's edge, and a block laid against its side.

use super::{
    click::click_face,
    faces::{FACES, face_of, middle},
    hold,
    rise::EARTH,
};
use crate::{
    body::skills::cx::Cx,
    domain::{BlockPos, ToolError, Vec3},
};

/// How far from the middle of the last block one sees its side, in blocks; sneaking, one is held back at 0.8.
const OUT: f64 = 0.6;
/// Ticks in which that is reached: sneaking takes 15 for a block.
const GOES: u64 = 40;
/// Ticks in which the server's word comes.
const LANDS: u64 = 20;

/// Lays a block under the place beside the bot's. `go` looks at a point and walks toward it for a tick, or stands still. `false`: it is not there.
///
/// The bot goes on sneaking: whoever bridges stands on an edge.
pub(super) async fn lay_ahead(
    cx: &Cx,
    from: BlockPos,
    to: BlockPos,
    go: impl Fn(Option<Vec3>) -> Result<(), ToolError>,
) -> Result<bool, ToolError> {
    let may_lay = !cx.shown().terrain.is_kept(to.down());
    let Some(slot) = hold::slot_of(cx, EARTH).filter(|_| may_lay) else { return Ok(false) };
    let toward = FACES.into_iter().find(|(_, dx, dy, dz)| from.offset(*dx, *dy, *dz) == to);
    let Some(face) = toward.map(|side| face_of(from.down(), side)) else { return Ok(false) };
    cx.sneak(true)?;
    hold::take(cx, slot).await?;
    let (dx, dz) = (f64::from(to.x - from.x), f64::from(to.z - from.z));
    let begun = cx.moment();
    loop {
        let at = cx.position()?;
        if (at.x - middle(from).x) * dx + (at.z - middle(from).z) * dz > OUT {
            break;
        }
        if cx.moment().has_waited(begun, GOES) {
            go(None)?;
            return Ok(false);
        }
        go(Some(middle(to)))?;
        cx.tick().await;
    }
    go(None)?;
    click_face(cx, face).await?;
    let is_laid = |cx: &Cx| cx.shown().terrain.traits(to.down()).floor();
    let laid = cx.until(LANDS, is_laid).await;
    cx.shared.spare.set(cx.shared.spare.get().saturating_sub(u32::from(laid)));
    Ok(laid)
}
