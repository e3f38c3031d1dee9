//! Doors and gates on a way: opened before one goes through, and shut behind.

use super::{
    click::click_face,
    faces::{Reach, sides_of},
    sight::REACH,
};
use crate::{
    body::{
        senses::gates::{self, Gate, Opened},
        skills::cx::Cx,
    },
    domain::{BlockPos, ToolError, Vec3},
};

/// How far from its middle nothing of a body is in a gate's block any more: half a block and half a body.
const OUT: f64 = 0.85;
/// How far from it one is who does not go through it after all.
const GONE: f64 = 2.5;

/// The gate at a place, as the server shows it.
pub(super) fn at(cx: &Cx, pos: BlockPos) -> Option<Gate> {
    cx.shown().terrain.state(pos).and_then(gates::of)
}

/// Opens a gate that one is about to go through, to be shut behind; `false`: it stays shut, or cannot be reached.
pub(super) async fn open(cx: &Cx, pos: BlockPos) -> Result<bool, ToolError> {
    if !click(cx, pos).await? {
        return Ok(false);
    }
    let opens = cx.until(cx.patience(), |cx| at(cx, pos).is_none_or(|gate| gate.open)).await;
    cx.shared.opened.set(opens.then_some(Opened { pos, entered: false }));
    Ok(opens)
}

/// Shuts the gate that was opened on the way here, as soon as one is through, or has gone another way.
pub(super) async fn shut_behind(cx: &Cx) -> Result<(), ToolError> {
    let Some(Opened { pos, entered }) = cx.shared.opened.get() else { return Ok(()) };
    let (body, middle) = (cx.position()?, pos.center());
    let away = (body.x - middle.x).abs().max((body.z - middle.z).abs());
    if away < 0.5 {
        cx.shared.opened.set(Some(Opened { pos, entered: true }));
    }
    if away < if entered { OUT } else { GONE } {
        return Ok(());
    }
    cx.shared.opened.set(None);
    if at(cx, pos).is_some_and(|gate| gate.open) {
        click(cx, pos).await?;
    }
    Ok(())
}

/// `false`: it is out of reach.
async fn click(cx: &Cx, pos: BlockPos) -> Result<bool, ToolError> {
    let faces = sides_of(pos);
    let goal = Reach { faces: &faces, put: None, look: None };
    let feet: Vec3 = cx.position()?;
    if feet.distance(pos.center()) > REACH {
        return Ok(false);
    }
    // Who stands in it has no side of it before the eyes.
    let face = goal.face(&cx.view(), feet).unwrap_or(faces[0]);
    click_face(cx, face).await?;
    Ok(true)
}
