//! `write_sign`: clicks a sign, writes on it, and waits until the server shows the words there.

use serde_json::{Value, json};

use crate::{
    body::skills::{
        clicks, craft,
        cx::Cx,
        kinds, place, signs,
        walk::{blocked, into_sight},
    },
    domain::{BlockPos, ErrorCode, LASTING, Tool, ToolError, WriteSign},
    knowledge,
};

/// What the nearest of is sought: signs that stand or are fixed to a wall. Those that hang have less room.
const SIGNS: &str = "signs";
/// How many are tried that cannot be reached.
const MOST: usize = 4;

pub(super) async fn write_sign(cx: &Cx, params: WriteSign) -> Result<Value, ToolError> {
    let lines = knowledge::sign_lines(&params.text)?;
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    let found = match params.place() {
        Some(at) => {
            is_sign(cx, at).await?;
            vec![at]
        }
        None => kinds::nearest(cx, SIGNS, MOST).await?,
    };
    for &at in &found {
        cx.progress(format!("writing on the sign at {at}"), 0, 1, Some(at));
        let sign = cx.shown().signs.at(at);
        if sign.waxed {
            let message = format!("the sign at {at} is waxed: nobody can write on it any more");
            return Err(ToolError::new(ErrorCode::ActionFailed, message)
                .with(json!({ "target": at, "expected": lines, "seen": "waxed", LASTING: true })));
        }
        if sign.says(&lines) {
            return Ok(json!({ "x": at.x, "y": at.y, "z": at.z, "lines": lines }));
        }
        cx.may_change(at)?;
        signs::with_free_hand(cx)?;
        if place::use_on(cx, at, None, None, |cx| signs::is_open(cx, at)).await? {
            return write(cx, at, lines).await;
        }
        // One that is out of reach may take no time at all: the deadline is looked at before the next.
        cx.tick().await;
    }
    let message = format!("no way to where the sign at {} can be reached", found[0]);
    Err(blocked(cx, message, json!({ "target": found[0] })))
}

/// Writes on a sign that was clicked.
async fn write(cx: &Cx, at: BlockPos, lines: [String; knowledge::SIGN_LINES]) -> Result<Value, ToolError> {
    // The click is answered before the editor opens.
    if !cx.until(cx.patience(), |cx| signs::is_open(cx, at)).await {
        let message = format!("the server does not open the sign at {at}: somebody else may be writing on it");
        return Err(ToolError::new(ErrorCode::ActionFailed, message)
            .with(json!({ "target": at, "expected": lines, "seen": "shut" })));
    }
    signs::write(cx, lines.clone())?;
    if !cx.until(cx.patience(), |cx| cx.shown().signs.at(at).says(&lines)).await {
        let sign = cx.shown().signs.at(at);
        return Err(ToolError::new(
            ErrorCode::ActionFailed,
            format!("the server does not show the words on the sign at {at}"),
        )
        .with(json!({ "target": at, "expected": lines, "seen": sign.front })));
    }
    Ok(json!({ "x": at.x, "y": at.y, "z": at.z, "lines": lines }))
}

/// Whether a sign that one can write on stands there.
async fn is_sign(cx: &Cx, at: BlockPos) -> Result<(), ToolError> {
    let state = into_sight(cx, at).await?;
    let name = knowledge::block_of_state(state).map_or("?", |block| block.name);
    if knowledge::is_tagged(name, SIGNS) {
        return Ok(());
    }
    Err(ToolError::new(ErrorCode::ResourceNotFound, format!("no sign stands at {at}, but {name}"))
        .with(json!({ "target": at, "expected": "sign", "seen": name })))
}
