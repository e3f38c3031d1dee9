//! Where something is put up that the work needs: on the way to it, before the first block that is dug with what is made there.

use super::mining::Mining;
use crate::{
    body::skills::{
        cx::Cx,
        dig,
        faces::middle,
        path::Step,
        spots::{self, Worksite},
        walk,
    },
    domain::{Mine, ToolError},
};

/// How many are sought there: one place yields them.
const SEVERAL: u32 = 3;

/// Goes to where the first of `target` will be dug, as near as one comes without the tool that is made there and finds room for what is put
/// up, and says what is dug there. `None` where nobody knows of any, or did not get there.
pub(in super::super) async fn go_to_the_edge(cx: &Cx, target: &str) -> Result<Option<Worksite>, ToolError> {
    let params = Mine::nearest(target, SEVERAL);
    let Ok(mining) = Mining::ahead(cx, &params) else { return Ok(None) };
    let Some((from, work)) = mining.look_ahead().await? else { return Ok(None) };
    let (mut view, mut then) = (cx.view(), cx.view());
    let is_open = |step: &&Step| step.dig.is_empty() && !step.lays;
    let open = work.steps.iter().take_while(is_open).count();
    let (prices, with_tool) = (dig::prices(cx), mining.prices());
    let takes_no_tool = |step: &&Step| {
        let mut states = step.dig.iter().filter_map(|pos| view.state(*pos));
        !step.lays && states.all(|state| prices(state) == with_tool(state))
    };
    let by_hand = work.steps.iter().take_while(takes_no_tool).count();
    let dug = work.steps.iter().flat_map(|step| &step.dig).chain(&work.job.clear).chain([&work.job.block]);
    let bodies = work.steps.iter().flat_map(|step| [step.pos, step.pos.up()]);
    let site = Worksite { stand: work.stand, gone: dug.copied().collect(), bodies: bodies.collect() };
    then.set_gone(site.gone.clone());
    let has_room = |begun: &usize| {
        let walked = &work.steps[..*begun];
        view.set_gone(walked.iter().flat_map(|step| &step.dig).copied().collect());
        !spots::beside(&view, &then, middle(walked[begun - 1].pos), &site).is_empty()
    };
    let begun = (open + 1..=by_hand).rev().find(has_room).unwrap_or(open);
    cx.progress(format!("walking to where {target} is dug"), 0, 1, Some(work.job.block));
    let arrived = walk::follow(cx, from, &work.steps[..begun]).await?.is_ok();
    walk::settle(cx).await?;
    mining.leave();
    Ok(arrived.then_some(site))
}
