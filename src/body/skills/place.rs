//! Placing a block and opening one: stand where the face can be clicked, look, use, wait for the server's word.

use std::collections::BTreeMap;

use serde_json::json;

use super::{
    click::click_face,
    dig,
    faces::{FACES, Face, Reach, face_of, faces_for, middle, sides_of},
    hold::{self, slot_of},
    signs,
    spots::{self, Worksite},
    walk::{self, blocked},
    wear,
};
use crate::{
    body::{
        senses::{signs::is_sign, traits::Traits},
        skills::cx::Cx,
    },
    domain::{BlockPos, BodySlot, ErrorCode, ToolError},
    knowledge,
};

/// Goes where one of the faces can be clicked, if one cannot be from here; `None` if that is nowhere.
async fn reach(cx: &Cx, goal: &Reach<'_>) -> Result<Option<Face>, ToolError> {
    for _ in 0..3 {
        let here = {
            let at = cx.position()?;
            let shown = cx.shown();
            goal.face(&shown.terrain.view(), at)
        };
        if here.is_some() && cx.on_ground()? {
            return Ok(here);
        }
        // Who stands in a pit that mining left digs the way out.
        if !walk::walk_or_dig(cx, || goal, 64).await? {
            return Ok(None);
        }
        walk::settle(cx).await?;
        // The search reckons from the middle of the stand, where the bot may not be. What can just be seen from there
        // may be hidden a hand's breadth beside: then the face seen from the middle is clicked all the same.
        let (at, feet) = (cx.position()?, cx.feet()?);
        if goal.face(&cx.shown().terrain.view(), at).is_none() {
            walk::center(cx, feet).await?;
            let face = goal.face(&cx.shown().terrain.view(), middle(feet));
            if face.is_some() {
                return Ok(face);
            }
        }
    }
    Ok(None)
}

/// Puts a held block at a place and waits until the server shows it there. Returns its state.
pub async fn place(
    cx: &Cx,
    block: &str,
    pos: BlockPos,
    wants: Option<&BTreeMap<String, String>>,
) -> Result<u16, ToolError> {
    is_held(cx, block)?;
    cx.may_change(pos)?;
    let at = json!({ "x": pos.x, "y": pos.y, "z": pos.z });
    let Some(there) = cx.shown().terrain.state(pos) else {
        return Err(blocked(cx, format!("{pos} is not loaded"), json!({ "target": at })));
    };
    // A flower or a sapling gives way at a touch.
    let plant = Traits::of(there).passable() && !Traits::of(there).fluid() && !Traits::of(there).replaceable();
    let at_a_touch = knowledge::block_of_state(there).is_some_and(|block| knowledge::dig_ticks(block, None) == Some(0));
    let gives_way = plant && at_a_touch;
    if !Traits::of(there).replaceable() && !gives_way {
        let name = knowledge::block_of_state(there).map_or("?", |block| block.name);
        return Err(ToolError::new(ErrorCode::ActionFailed, format!("{pos} is taken by {name}"))
            .with(json!({ "expected": block, "seen": name, "target": at })));
    }
    let want = |key: &str| wants.and_then(|wants| wants.get(key)).map(String::as_str);
    let faces = faces_for(&cx.shown().terrain.view(), pos, want("axis"));
    let look = want("facing").and_then(level).map(|(dx, dz)| {
        // Stairs and gates face where one looks; what has a front turns it to who placed it.
        if ["_stairs", "_bed", "_door", "_fence_gate"].iter().any(|end| block.ends_with(end)) {
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
    let slot = is_held(cx, block)?;
    hold::take(cx, slot).await?;
    let sneak = cx.shown().terrain.traits(face.block).interactive();
    cx.sneak(sneak)?;
    let seq = click_face(cx, face).await?;
    let family = |state: u16| {
        knowledge::block_of_state(state).is_some_and(|placed| knowledge::is_placed_from(placed.name, block))
    };
    let stands = |cx: &Cx| cx.shown().terrain.state(pos).is_some_and(family);
    // The answer may come before the block does; it counts once both are in, or after some waiting.
    cx.until(cx.patience(), |cx| stands(cx) || cx.shown().acked >= seq).await;
    let placed = cx.until(10, stands).await;
    cx.sneak(false)?;
    let state = cx.shown().terrain.state(pos).unwrap_or(0);
    if !placed {
        let name = knowledge::block_of_state(state).map_or("?", |block| block.name);
        return Err(ToolError::new(ErrorCode::ActionFailed, format!("the server did not place {block} at {pos}"))
            .with(json!({ "expected": block, "seen": name, "target": at, "undone": 1 })));
    }
    if is_sign(state) {
        signs::close_new(cx, pos).await?;
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

/// Where a block lies that is to be placed.
///
/// # Errors
/// `INSUFFICIENT_MATERIALS`: none is held.
pub(super) fn is_held(cx: &Cx, block: &str) -> Result<usize, ToolError> {
    slot_of(cx, block).ok_or_else(|| {
        ToolError::new(ErrorCode::InsufficientMaterials, format!("no {block} in the inventory"))
            .with(json!({ "missing": { block: 1 } }))
    })
}

/// Whether a block can be put at a place from where the bot stands.
pub fn is_at_hand(cx: &Cx, pos: BlockPos) -> bool {
    let Ok(at) = cx.position() else { return false };
    let view = cx.view();
    let faces = faces_for(&view, pos, None);
    Reach { faces: &faces, put: Some(pos), look: None }.face(&view, at).is_some()
}

/// Puts a block at the first free spot near the bot that takes it.
pub async fn place_anywhere(
    cx: &Cx,
    block: &str,
    wants: Option<&BTreeMap<String, String>>,
) -> Result<(BlockPos, u16), ToolError> {
    place_at_one_of(cx, block, wants, &spots::near(cx).await?).await
}

/// Puts a block beside the bot where it is in reach of who works there; at any free spot where none is.
pub async fn place_by_work(
    cx: &Cx,
    block: &str,
    wants: Option<&BTreeMap<String, String>>,
    site: &Worksite,
) -> Result<(BlockPos, u16), ToolError> {
    let mut then = cx.view();
    then.set_gone(site.gone.clone());
    let handy = spots::beside(&cx.view(), &then, cx.position()?, site);
    let spots = if handy.is_empty() { spots::near(cx).await? } else { handy };
    place_at_one_of(cx, block, wants, &spots).await
}

async fn place_at_one_of(
    cx: &Cx,
    block: &str,
    wants: Option<&BTreeMap<String, String>>,
    spots: &[BlockPos],
) -> Result<(BlockPos, u16), ToolError> {
    let mut tries = Tries::default();
    for &pos in spots.iter().take(3) {
        if let Some(state) = tries.place(cx, block, pos, wants).await? {
            return Ok((pos, state));
        }
    }
    Err(tries.last.unwrap_or_else(|| {
        ToolError::new(ErrorCode::PathBlocked, format!("no free spot beside the bot for {block}"))
            .with(json!({ "block": block, "position": cx.feet().ok() }))
    }))
}

/// Several places that will do, one after the other.
#[derive(Default)]
pub(super) struct Tries {
    /// Why the last of them failed; its context says by `undone` how many of them the server has undone.
    pub last: Option<ToolError>,
    undone: u64,
}

impl Tries {
    /// Tries a place; its state, or `None` where another may do.
    ///
    /// # Errors
    /// `INSUFFICIENT_MATERIALS`: none is held.
    pub async fn place(
        &mut self,
        cx: &Cx,
        block: &str,
        pos: BlockPos,
        wants: Option<&BTreeMap<String, String>>,
    ) -> Result<Option<u16>, ToolError> {
        cx.progress(format!("placing {block} at {pos}"), 0, 1, Some(pos));
        match place(cx, block, pos, wants).await {
            Ok(state) => return Ok(Some(state)),
            Err(error) if error.code == ErrorCode::InsufficientMaterials => return Err(error),
            Err(mut error) => {
                if error.context["undone"].is_u64() {
                    self.undone += 1;
                    error.context["undone"] = json!(self.undone);
                }
                self.last = Some(error);
            }
        }
        Ok(None)
    }
}

/// Clicks a block with an item, or with whatever is in the hand: goes there, looks, uses it, and waits until that is `done` or
/// the server has answered. `put`: where something comes to stand on top of it. `Ok(false)`: it cannot be reached.
pub async fn use_on(
    cx: &Cx,
    pos: BlockPos,
    put: Option<BlockPos>,
    item: Option<&str>,
    done: impl Fn(&Cx) -> bool,
) -> Result<bool, ToolError> {
    // A bare hand opens and presses; what it holds works or places something.
    if item.is_some() {
        cx.may_change(put.unwrap_or(pos))?;
    }
    // A tool works no block from below, and what is put down goes on top.
    let sides = match (put, item) {
        (Some(_), _) => 1,
        (None, Some(_)) => 5,
        (None, None) => 6,
    };
    let faces: Vec<Face> = FACES.into_iter().take(sides).map(|face| face_of(pos, face)).collect();
    let Some(face) = reach(cx, &Reach { faces: &faces, put, look: None }).await? else { return Ok(false) };
    // Not before: who digs on the way takes a tool into the hand.
    if let Some(item) = item {
        wear::equip(cx, item, BodySlot::MainHand).await?;
    }
    cx.sneak(false)?;
    let seq = click_face(cx, face).await?;
    cx.until(cx.patience(), |cx| done(cx) || cx.shown().acked >= seq).await;
    // The answer may come before the block does.
    cx.until(10, done).await;
    Ok(true)
}

/// Opens the window of a block (a crafting table): goes there, looks, uses it. `Ok(false)`: it cannot be reached.
pub async fn open(cx: &Cx, pos: BlockPos, window: &str) -> Result<bool, ToolError> {
    open_any(cx, pos, &[window], 2).await
}

/// The same where it may be one of several windows, in so many tries.
pub async fn open_any(cx: &Cx, pos: BlockPos, windows: &[&str], tries: u32) -> Result<bool, ToolError> {
    let faces = sides_of(pos);
    let goal = Reach { faces: &faces, put: None, look: None };
    for _ in 0..tries {
        let Some(face) = reach(cx, &goal).await? else { return Ok(false) };
        cx.sneak(false)?;
        click_face(cx, face).await?;
        let opened = |cx: &Cx| {
            let shown = cx.shown();
            let open = shown.windows.open.as_ref();
            open.is_some_and(|open| windows.contains(&open.kind.as_str()) && open.slots.len() >= 36)
        };
        if cx.until(cx.patience(), opened).await {
            return Ok(true);
        }
    }
    let window = windows.join(" or ");
    Err(ToolError::new(ErrorCode::ActionFailed, format!("the {window} window at {pos} did not open"))
        .with(json!({ "expected": window, "target": pos })))
}
