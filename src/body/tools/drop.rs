//! `drop`: throws items away, forward.

use serde_json::{Value, json};

use crate::{
    body::skills::{cx::Cx, throw::throw_out},
    domain::{Drop, ErrorCode, ToolError},
    knowledge,
};

pub(super) async fn drop(cx: &Cx, params: Drop) -> Result<Value, ToolError> {
    let item = knowledge::plain(&params.item).to_owned();
    let items = knowledge::items_called(&item)?;
    let before = cx.shown().windows.counts().count_any(&items);
    if before < params.count {
        let missing = params.count - before;
        return Err(ToolError::new(
            ErrorCode::InsufficientMaterials,
            format!("{before} {item} held, {} to be dropped", params.count),
        )
        .with(json!({ "item": item, "held": before, "missing": { &*item: missing } })));
    }
    // A little upwards, so that it flies beyond arm's length.
    cx.look(open_side(cx)?, -20.0)?;
    cx.tick().await;
    let dropped = throw_out(cx, &items, params.count).await?;
    if dropped < params.count {
        return Err(ToolError::new(ErrorCode::ActionFailed, format!("only {dropped} {item} were dropped"))
            .with(json!({ "item": item, "expected": params.count, "seen": dropped })));
    }
    Ok(json!({ "item": item, "dropped": dropped }))
}

/// The yaw to throw in: where the most air is at eye level.
fn open_side(cx: &Cx) -> Result<f32, ToolError> {
    let head = cx.feet()?.up();
    let shown = cx.shown();
    let sides = [(0.0, 0, 1), (90.0, -1, 0), (180.0, 0, -1), (-90.0, 1, 0)];
    let free = |dx: i32, dz: i32| {
        (1..=4).take_while(|far| shown.terrain.traits(head.offset(dx * far, 0, dz * far)).passable()).count()
    };
    let best = sides.into_iter().max_by_key(|&(_, dx, dz)| free(dx, dz));
    Ok(best.map_or(0.0, |(yaw, ..)| yaw))
}
