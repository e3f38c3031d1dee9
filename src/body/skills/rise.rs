//! Up a shaft: a jump, and a block laid under oneself.

use azalea::core::direction::Direction;

use super::{click::click_face, faces::Face, hold};
pub use crate::construction::EARTH;
use crate::{
    body::skills::cx::Cx,
    domain::{BlockPos, ToolError, Vec3},
};

/// What is laid: there is plenty of it where holes are dug, it stays where it is put, and it is taken up quickly.
const LAID: [&str; 5] = ["dirt", "cobblestone", "cobbled_deepslate", "netherrack", "coarse_dirt"];
/// Ticks after which a jump is high enough for a block under it, or never will be: vanilla's has 1.0 blocks on its third to eighth tick.
const HIGH: u64 = 8;
/// How high that is, in blocks, with a little to spare.
const CLEAR: f64 = 1.05;
/// Ticks in which the server's word and the landing come.
const LANDS: u64 = 20;

pub fn is_laid(item: &str) -> bool {
    LAID.contains(&item)
}

/// How much dirt is held that nobody asked for: what shafts have yielded. All else that is held may be wanted.
pub fn spare(cx: &Cx) -> u32 {
    cx.shared.spare.get().min(cx.shown().windows.counts().count(EARTH))
}

/// How many blocks are held that may be laid.
pub fn held(cx: &Cx) -> u32 {
    let slots = cx.shown().windows.player_slots();
    slots.iter().skip(9).flatten().filter(|stack| is_laid(&stack.item)).map(|stack| stack.count).sum()
}

/// What is laid next.
pub fn next(cx: &Cx) -> Option<&'static str> {
    LAID.into_iter().find(|item| hold::slot_of(cx, item).is_some())
}

/// From a place to the one above it; the bot stands in its middle. `jump` presses and lets go of the key. `false`: it did not get there.
pub(super) async fn rise(
    cx: &Cx,
    from: BlockPos,
    jump: impl Fn(bool) -> Result<(), ToolError>,
) -> Result<bool, ToolError> {
    let Some(slot) = hold::slot_of(cx, EARTH).filter(|_| !cx.shown().terrain.is_kept(from)) else { return Ok(false) };
    hold::take(cx, slot).await?;
    let ground = from.down();
    let point = Vec3::new(f64::from(ground.x) + 0.5, f64::from(from.y), f64::from(ground.z) + 0.5);
    jump(true)?;
    let is_high = |cx: &Cx| cx.position().is_ok_and(|at| at.y > f64::from(from.y) + CLEAR);
    let high = cx.until(HIGH, is_high).await;
    jump(false)?;
    if high {
        // A furnace would open.
        let opens = cx.shown().terrain.traits(ground).interactive();
        if opens {
            cx.sneak(true)?;
        }
        click_face(cx, Face { block: ground, direction: Direction::Up, point }).await?;
        if opens {
            cx.sneak(false)?;
        }
    }
    let stands = |cx: &Cx| cx.shown().terrain.traits(from).floor() && cx.on_ground().unwrap_or(false);
    let rises = cx.until(LANDS, stands).await;
    cx.shared.spare.set(cx.shared.spare.get().saturating_sub(u32::from(rises)));
    Ok(rises)
}
