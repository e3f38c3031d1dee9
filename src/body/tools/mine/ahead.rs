//! Where something is put up that the work needs: on the way to it, before the first block that is dug with what is made there.

use super::mining::Mining;
use crate::{
    body::skills::{
        cx::Cx,
        dig,
        path::Step,
        spots::{self, Worksite},
        walk,
    },
    domain::{BlockPos, Mine, ToolError},
};

/// How many are sought there: one place yields them.
const SEVERAL: u32 = 3;

/// Goes to where the first of `target` will be dug, and says what is dug there: up to where the digging begins, or down the earth of a
/// shaft, where what is put up over one's head comes down again when it is taken. `None` where nobody knows of any, or did not get there.
pub(in super::super) async fn go_to_the_edge(cx: &Cx, target: &str) -> Result<Option<Worksite>, ToolError> {
    let params = Mine::nearest(target, SEVERAL);
    let Ok(mining) = Mining::ahead(cx, &params) else { return Ok(None) };
    let Some((from, work)) = mining.look_ahead().await? else { return Ok(None) };
    let open = work.steps.iter().take_while(|step| step.dig.is_empty() && !step.lays).count();
    let (now, then, mut view) = (dig::prices(cx), mining.prices(), cx.view());
    let takes_no_tool = |step: &&Step| {
        let mut states = step.dig.iter().filter_map(|pos| view.state(*pos));
        !step.lays && states.all(|state| now(state) == then(state))
    };
    let by_hand = work.steps.iter().take_while(takes_no_tool).count();
    let gone = work.steps.iter().flat_map(|step| &step.dig).chain(&work.job.clear).chain([&work.job.block]);
    let gone: Vec<BlockPos> = gone.copied().collect();
    let site = |begun: usize| {
        let bodies = work.steps[begun..].iter().flat_map(|step| [step.pos, step.pos.up()]).collect();
        Worksite { stand: work.stand, gone: gone.clone(), bodies }
    };
    view.set_gone(gone.clone());
    let is_shaft = by_hand > open && spots::overhead(&view, work.steps[by_hand - 1].pos, &site(by_hand)).is_some();
    let begun = if is_shaft { by_hand } else { open };
    cx.progress(format!("walking to where {target} is dug"), 0, 1, Some(work.job.block));
    let arrived = walk::follow(cx, from, &work.steps[..begun]).await?.is_ok();
    walk::settle(cx).await?;
    mining.leave();
    Ok(arrived.then(|| site(begun)))
}
