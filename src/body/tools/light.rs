//! `light`: places torches until no place on the surface around where one can walk is dark.

use serde_json::{Value, json};

use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{clicks, craft, cx::Cx, place, walk},
    },
    domain::{BlockPos, ErrorCode, LASTING, Light, PosSet, Tool, ToolError},
    voxel::{
        light::{BlockLight, around, next_torch, torches_for, walkable},
        standing_place,
    },
};

/// So many places for a torch may fail, one after the other, before it is given up.
const FAILURES: u32 = 6;

pub(super) async fn light(cx: &Cx, params: Light) -> Result<Value, ToolError> {
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    let middle = params.place().map_or_else(|| cx.feet(), Ok)?;
    walk::into_sight(cx, middle).await?;
    let (mut placed, mut failures, mut barred) = (Vec::new(), 0, PosSet::default());
    loop {
        let view = cx.view();
        let cells = surface(cx, &view, middle, params.radius())?;
        cx.tick().await;
        let see = |at: BlockPos| view.state(at);
        let light = BlockLight::of(&see, around(&cells));
        cx.tick().await;
        let dark = cells.iter().filter(|at| light.at(**at) == 0).count();
        let told = json!({
            "placed": placed.len(), "placed_at": placed, "places": cells.len(), "dark": dark,
            "x": middle.x, "y": middle.y, "z": middle.z,
        });
        if dark == 0 {
            return Ok(told);
        }
        cx.progress("placing torches", (cells.len() - dark) as u32, cells.len() as u32, Some(middle));
        let Some(at) = next_torch(&see, &cells, &light, &barred) else {
            let mut told = told;
            told[LASTING] = json!(true);
            let message = format!("{dark} of {} places stay dark: no torch can be put near them", cells.len());
            return Err(ToolError::new(ErrorCode::ActionFailed, message).with(told));
        };
        match place::place(cx, "torch", at, None).await {
            Ok(_) => {
                placed.push(at);
                failures = 0;
            }
            Err(error) if error.code == ErrorCode::InsufficientMaterials => {
                let more = torches_for(&see, &cells, &light);
                let message = format!("no torch is left, and {dark} of {} places are dark", cells.len());
                let mut told = told;
                told["missing"] = json!({ "torch": more });
                return Err(ToolError::new(ErrorCode::InsufficientMaterials, message).with(told));
            }
            Err(error) if matches!(error.code, ErrorCode::ActionFailed | ErrorCode::PathBlocked) => {
                failures += 1;
                barred.insert(at);
                if failures >= FAILURES {
                    return Err(error);
                }
            }
            Err(error) => return Err(error),
        }
    }
}

/// The places that are to be lit.
///
/// # Errors
/// `ACTION_FAILED`, for good: the middle is not on the surface.
fn surface(cx: &Cx, view: &TerrainView, middle: BlockPos, radius: u32) -> Result<Vec<BlockPos>, ToolError> {
    let stands = |x: i32, z: i32| {
        let chunk = BlockPos::new(x, 0, z).chunk();
        view.column(chunk).and_then(|column| standing_place(column, x, z))
    };
    let mut cells = walkable(&stands, middle, radius);
    if !cells.is_empty() {
        // What lies in a zone stays as dark as it is.
        cells.retain(|at| !view.is_kept(*at));
        return Ok(cells);
    }
    let message = format!("{middle} is not on the surface: caves and rooms are not lit");
    Err(ToolError::new(ErrorCode::ActionFailed, message)
        .with(json!({ "target": middle, "position": cx.feet().ok(), LASTING: true })))
}
