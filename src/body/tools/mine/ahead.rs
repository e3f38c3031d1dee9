//! Where something is put up that the work needs: on the way to it, just before the first block that must be dug.

use super::mining::Mining;
use crate::{
    body::skills::{cx::Cx, spots::Worksite, walk},
    domain::{Mine, ToolError},
};

/// How many are sought there: one place yields them.
const SEVERAL: u32 = 3;

/// Goes to where the first of `target` will be dug, up to where the digging begins, and says what is dug there; `None` where nobody
/// knows of any, or did not get there.
pub(in super::super) async fn go_to_the_edge(cx: &Cx, target: &str) -> Result<Option<Worksite>, ToolError> {
    let params = Mine::nearest(target, SEVERAL);
    let Ok(mining) = Mining::ahead(cx, &params) else { return Ok(None) };
    let Some((from, work)) = mining.look_ahead().await? else { return Ok(None) };
    let open = work.steps.iter().take_while(|step| step.dig.is_empty() && !step.lays).count();
    let (walked, dug) = work.steps.split_at(open);
    cx.progress(format!("walking to where {target} is dug"), 0, 1, Some(work.job.block));
    if walk::follow(cx, from, walked).await?.is_err() {
        walk::settle(cx).await?;
        return Ok(None);
    }
    walk::settle(cx).await?;
    let bodies = dug.iter().flat_map(|step| [step.pos, step.pos.up()]).collect();
    let blocks = dug.iter().flat_map(|step| &step.dig).chain(&work.job.clear).chain([&work.job.block]);
    Ok(Some(Worksite { stand: work.stand, gone: blocks.copied().collect(), bodies }))
}
