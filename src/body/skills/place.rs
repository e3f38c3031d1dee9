//! Placing a block and opening one: stand where the face can be clicked, look, use, wait for the server's word.

use std::collections::BTreeMap;

use azalea::{
    core::{
        direction::Direction,
        position::{BlockPos as AzaleaPos, Vec3 as AzaleaVec3},
    },
    protocol::packets::game::{
        s_interact::InteractionHand,
        s_swing::ServerboundSwing,
        s_use_item_on::{BlockHit, ServerboundUseItemOn},
    },
};
use serde_json::json;

use super::{
    dig, hold,
    path::{Goal, SPRINT},
    sight::{REACH, between},
    walk::{self, blocked},
};
use crate::{
    body::{
        cx::{Cx, EYE_HEIGHT},
        kinds::kind,
        terrain::View,
        windows::STORAGE,
    },
    domain::{BlockPos, ErrorCode, ToolError, Vec3},
    knowledge,
};

/// A face to click: the block, the side of it, the point in the middle of that side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    pub block: BlockPos,
    pub direction: Direction,
    pub point: Vec3,
}

const FACES: [(Direction, i32, i32, i32); 6] = [
    (Direction::Up, 0, 1, 0),
    (Direction::North, 0, 0, -1),
    (Direction::South, 0, 0, 1),
    (Direction::West, -1, 0, 0),
    (Direction::East, 1, 0, 0),
    (Direction::Down, 0, -1, 0),
];

/// The side of a block that looks in a direction.
fn face_of(block: BlockPos, (direction, dx, dy, dz): (Direction, i32, i32, i32)) -> Face {
    let center = block.center();
    let half = |d: i32| f64::from(d) * 0.5;
    Face { block, direction, point: Vec3::new(center.x + half(dx), center.y + half(dy), center.z + half(dz)) }
}

/// The faces that a click on puts a block at `pos`, those of the ground first. `axis`: only faces along it.
pub fn faces_for(view: &View, pos: BlockPos, axis: Option<&str>) -> Vec<Face> {
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
            let kind = view.kind(against);
            let solid = view.state(against).is_some() && !kind.empty() && !kind.replaceable();
            solid.then(|| face_of(against, (direction, dx, dy, dz)))
        })
        .collect()
}

/// Whether a face can be clicked from an eye: in reach, on its side, nothing between.
fn is_clickable(view: &View, eye: Vec3, face: &Face) -> bool {
    let toward = FACES.iter().find(|(direction, ..)| *direction == face.direction);
    let Some((_, dx, dy, dz)) = toward else { return false };
    let side = (eye.x - face.point.x) * f64::from(*dx)
        + (eye.y - face.point.y) * f64::from(*dy)
        + (eye.z - face.point.z) * f64::from(*dz);
    eye.distance(face.point) <= REACH
        && side > 0.05
        && between(eye, face.point).iter().all(|&pos| pos == face.block || view.kind(pos).passable())
}

/// Whether a standing body would be in the way of a block.
fn is_in_body(feet: Vec3, pos: BlockPos) -> bool {
    let beside = |at: f64, low: i32| at + 0.3 <= f64::from(low) || at - 0.3 >= f64::from(low) + 1.0;
    !(beside(feet.x, pos.x)
        || beside(feet.z, pos.z)
        || feet.y >= f64::from(pos.y) + 1.0
        || feet.y + 1.8 <= f64::from(pos.y))
}

fn middle(stand: BlockPos) -> Vec3 {
    Vec3::new(f64::from(stand.x) + 0.5, f64::from(stand.y), f64::from(stand.z) + 0.5)
}

fn eye_of(feet: Vec3) -> Vec3 {
    Vec3::new(feet.x, feet.y + EYE_HEIGHT, feet.z)
}

/// A stand from which one of the faces can be clicked, out of the new block's way.
struct Reach<'a> {
    faces: &'a [Face],
    /// Where a block is to be put; `None` where one is only used.
    put: Option<BlockPos>,
    /// The level direction one should look in, from the stand.
    look: Option<(i32, i32)>,
}

impl Reach<'_> {
    fn face(&self, view: &View, feet: Vec3) -> Option<Face> {
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

impl Goal for &Reach<'_> {
    fn estimate(&self, at: BlockPos) -> f32 {
        let least = self.faces.iter().map(|face| eye_of(middle(at)).distance(face.point)).fold(f64::INFINITY, f64::min);
        SPRINT * (least - REACH).max(0.0) as f32
    }
    fn ends(&mut self, view: &View, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        self.face(view, middle(at)).map(|_| 0.0)
    }
}

/// Goes where one of the faces can be clicked, if one cannot be from here; `None` if that is nowhere.
async fn reach(cx: &Cx, goal: &Reach<'_>) -> Result<Option<Face>, ToolError> {
    for _ in 0..3 {
        let here = {
            let at = cx.position()?;
            let seen = cx.seen();
            goal.face(&seen.terrain.view(), at)
        };
        if here.is_some() && cx.on_ground()? {
            return Ok(here);
        }
        // Who stands in a pit that mining left digs the way out.
        if !walk::walk_to(cx, || goal, 64, false).await? && !walk::walk_to(cx, || goal, 64, true).await? {
            return Ok(None);
        }
        walk::settle(cx).await?;
        // The search reckons from the middle of the stand, where the bot may not be. What can just be seen from there
        // may be hidden a hand's breadth beside: then the face seen from the middle is clicked all the same.
        let (at, feet) = (cx.position()?, cx.feet()?);
        if goal.face(&cx.seen().terrain.view(), at).is_none() {
            walk::center(cx, feet).await?;
            let face = goal.face(&cx.seen().terrain.view(), middle(feet));
            if face.is_some() {
                return Ok(face);
            }
        }
    }
    Ok(None)
}

/// Clicks a face with what is held, looking at it.
async fn click_face(cx: &Cx, face: Face) -> Result<u32, ToolError> {
    cx.look_at(face.point)?;
    // The server must know the look (and the sneaking) before the click: they go out with this tick's movement.
    cx.tick().await;
    let seq = cx.next_sequence()?;
    let block_hit = BlockHit {
        block_pos: AzaleaPos::new(face.block.x, face.block.y, face.block.z),
        direction: face.direction,
        location: AzaleaVec3::new(face.point.x, face.point.y, face.point.z),
        inside: false,
        world_border: false,
    };
    cx.send(ServerboundUseItemOn { hand: InteractionHand::MainHand, block_hit, seq })?;
    cx.send(ServerboundSwing { hand: InteractionHand::MainHand })?;
    Ok(seq)
}

/// Puts a held block at a place and waits until the server shows it there. Returns its state.
pub async fn place(
    cx: &Cx,
    block: &str,
    pos: BlockPos,
    wants: Option<&BTreeMap<String, String>>,
) -> Result<u16, ToolError> {
    let missing = || {
        ToolError::new(ErrorCode::InsufficientMaterials, format!("no {block} in the inventory"))
            .with(json!({ "missing": { block: 1 } }))
    };
    if slot_of(cx, block).is_none() {
        return Err(missing());
    }
    let at = json!({ "x": pos.x, "y": pos.y, "z": pos.z });
    let Some(there) = cx.seen().terrain.state(pos) else {
        return Err(blocked(cx, format!("{pos} is not loaded"), json!({ "target": at })));
    };
    // A flower or a sapling gives way at a touch.
    let plant = kind(there).passable() && !kind(there).fluid() && !kind(there).replaceable();
    let at_a_touch = knowledge::block_of_state(there).is_some_and(|block| knowledge::dig_ticks(block, None) == Some(0));
    let gives_way = plant && at_a_touch;
    if !kind(there).replaceable() && !gives_way {
        let name = knowledge::block_of_state(there).map_or("?", |block| block.name);
        return Err(ToolError::new(ErrorCode::ActionFailed, format!("{pos} is taken by {name}"))
            .with(json!({ "expected": block, "seen": name, "target": at })));
    }
    let want = |key: &str| wants.and_then(|wants| wants.get(key)).map(String::as_str);
    let faces = faces_for(&cx.seen().terrain.view(), pos, want("axis"));
    let look = want("facing").and_then(level).map(|(dx, dz)| {
        // Stairs face where one looks; what has a front turns it to who placed it.
        if block.ends_with("_stairs") || block.ends_with("_bed") || block.ends_with("_door") {
            (dx, dz)
        } else {
            (-dx, -dz)
        }
    });
    if faces.is_empty() {
        return Err(ToolError::new(ErrorCode::ActionFailed, format!("nothing at {pos} to place {block} against"))
            .with(json!({ "expected": block, "seen": "no neighbouring block", "target": at })));
    }
    let goal = Reach { faces: &faces, put: Some(pos), look };
    let Some(face) = reach(cx, &goal).await? else {
        return Err(blocked(cx, format!("no way to where {pos} can be reached"), json!({ "target": at })));
    };
    if gives_way && !(dig::dig(cx, pos).await? && dig::confirm(cx, &[pos]).await?) {
        return Err(ToolError::new(ErrorCode::ActionFailed, format!("{pos} could not be cleared"))
            .with(json!({ "expected": block, "target": at })));
    }
    // Not before: who digs on the way takes a tool into the hotbar, and what it displaces lies elsewhere.
    let slot = slot_of(cx, block).ok_or_else(missing)?;
    hold::take(cx, slot).await?;
    let sneak = cx.seen().terrain.kind(face.block).interactive();
    cx.sneak(sneak)?;
    let seq = click_face(cx, face).await?;
    let family = |state: u16| {
        knowledge::block_of_state(state).is_some_and(|placed| knowledge::is_placed_from(placed.name, block))
    };
    let stands = |cx: &Cx| cx.seen().terrain.state(pos).is_some_and(family);
    // The answer may come before the block does; it counts once both are in, or after some waiting.
    cx.until(cx.patience(), |cx| stands(cx) || cx.seen().acked >= seq).await;
    let placed = cx.until(10, stands).await;
    cx.sneak(false)?;
    let state = cx.seen().terrain.state(pos).unwrap_or(0);
    if !placed {
        let name = knowledge::block_of_state(state).map_or("?", |block| block.name);
        return Err(ToolError::new(ErrorCode::ActionFailed, format!("the server did not place {block} at {pos}"))
            .with(json!({ "expected": block, "seen": name, "target": at })));
    }
    Ok(state)
}

fn level(facing: &str) -> Option<(i32, i32)> {
    match facing {
        "north" => Some((0, -1)),
        "south" => Some((0, 1)),
        "west" => Some((-1, 0)),
        "east" => Some((1, 0)),
        _ => None,
    }
}

/// Where in the player's window an item lies, the hotbar first.
pub fn slot_of(cx: &Cx, item: &str) -> Option<usize> {
    let seen = cx.seen();
    STORAGE.rev().find(|&slot| seen.windows.player(slot).is_some_and(|stack| stack.item == item))
}

/// Free places beside the bot to put a block at, best first: level with the feet, on solid ground, in sight.
pub fn free_spots(cx: &Cx) -> Result<Vec<BlockPos>, ToolError> {
    let feet = cx.feet()?;
    let at = cx.position()?;
    let seen = cx.seen();
    let view = seen.terrain.view();
    let mut spots: Vec<(i32, BlockPos)> = Vec::new();
    for dy in [0, 1, -1, 2] {
        for dx in -3i32..=3 {
            for dz in -3i32..=3 {
                let pos = feet.offset(dx, dy, dz);
                let here = view.kind(pos);
                if !here.replaceable() || here.fluid() || is_in_body(at, pos) || dx.abs().max(dz.abs()) == 0 {
                    continue;
                }
                let reach = Reach { faces: &faces_for(&view, pos, None), put: Some(pos), look: None };
                if reach.face(&view, at).is_none() {
                    continue;
                }
                let floating = if view.kind(pos.down()).floor() { 0 } else { 4 };
                let beside_corner = i32::from(dx == 0 || dz == 0);
                spots.push((2 * (dx * dx + dz * dz) + 3 * dy.abs() + floating + beside_corner, pos));
            }
        }
    }
    spots.sort();
    Ok(spots.into_iter().map(|(_, pos)| pos).collect())
}

/// Puts a block at the first free spot beside the bot that takes it.
pub async fn place_anywhere(
    cx: &Cx,
    block: &str,
    wants: Option<&BTreeMap<String, String>>,
) -> Result<(BlockPos, u16), ToolError> {
    let mut last = None;
    for pos in free_spots(cx)?.into_iter().take(3) {
        cx.progress(format!("placing {block} at {pos}"), 0, 1, Some(pos));
        match place(cx, block, pos, wants).await {
            Ok(state) => return Ok((pos, state)),
            Err(error) if error.code == ErrorCode::InsufficientMaterials => return Err(error),
            Err(error) => last = Some(error),
        }
    }
    Err(last.unwrap_or_else(|| {
        ToolError::new(ErrorCode::PathBlocked, format!("no free spot beside the bot for {block}"))
            .with(json!({ "block": block, "position": cx.feet().ok() }))
    }))
}

/// Opens the window of a block (a crafting table): goes there, looks, uses it. `Ok(false)`: it cannot be reached.
pub async fn open(cx: &Cx, pos: BlockPos, window: &str) -> Result<bool, ToolError> {
    let faces: Vec<Face> = FACES.into_iter().map(|face| face_of(pos, face)).collect();
    let goal = Reach { faces: &faces, put: None, look: None };
    for _ in 0..2 {
        let Some(face) = reach(cx, &goal).await? else { return Ok(false) };
        cx.sneak(false)?;
        click_face(cx, face).await?;
        let opened =
            |cx: &Cx| cx.seen().windows.open.as_ref().is_some_and(|open| open.kind == window && open.slots.len() >= 36);
        if cx.until(cx.patience(), opened).await {
            return Ok(true);
        }
    }
    Err(ToolError::new(ErrorCode::ActionFailed, format!("the {window} window at {pos} did not open"))
        .with(json!({ "expected": window, "target": pos })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::terrain::tests::{flat, put};

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
