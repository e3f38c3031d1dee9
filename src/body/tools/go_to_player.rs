//! `go_to_player`: walks to where somebody stands, and on as they go on.

use serde_json::{Value, json};

use crate::{
    body::skills::{cx::Cx, people::Company, walk},
    domain::{GoToPlayer, ToolError},
};

pub(super) async fn go_to_player(cx: &Cx, params: GoToPlayer) -> Result<Value, ToolError> {
    let tolerance = params.tolerance();
    let mut company = Company::new(cx, &params.player).await?;
    loop {
        if company.is_near(tolerance)? {
            cx.stand_still()?;
            walk::settle(cx).await?;
            // The mind judges by what is seen at this very tick.
            if company.is_near(tolerance)? {
                break;
            }
        }
        company.approach(tolerance, &|_| false).await?;
    }
    company.face()?;
    let feet = cx.feet()?;
    let walked = (company.walked * 10.0).round() / 10.0;
    Ok(json!({ "player": company.name(), "x": feet.x, "y": feet.y, "z": feet.z, "distance_walked": walked }))
}
