//! Jobs: steps that are more than one call. A job looks at the world as it was seen and says the next call, that it is done, or
//! what is missing; so a box of ten thousand blocks is never more than two steps at once. Pure.
//!
//! A job is an entry of a plan's list like any other step, told from them by its request. So it is quoted, dry-run, stored,
//! paused and gone on with as they are; that the list may mix both is why it does not stand above the list.

mod build;
mod clear;
mod explore;
mod fill;
mod follow;
mod furnace;
mod look;
mod wait;
mod way;

pub use look::{Look, Next};
pub use way::Way;

use crate::{
    domain::{Earthwork, MAX_CLEAR, MAX_FILL, Observation, ToolRequest},
    voxel::SeenWorld,
};

/// Looks at a job from where the bot stands, so far on its way, with what was moved for a building; `None` if one call does what is asked
/// for.
pub fn look(
    request: &ToolRequest,
    blocks: &SeenWorld,
    seen: &Observation,
    moved: &Earthwork,
    way: &mut Way,
) -> Option<Look> {
    let feet = seen.position.block();
    match request {
        ToolRequest::Clear(clear) if is_job(request) => Some(clear::look(clear.volume(), blocks, feet)),
        ToolRequest::Fill(fill) if is_job(request) => Some(fill::look(fill, blocks, feet)),
        ToolRequest::Build(build) if is_job(request) => build::look(build, blocks, moved),
        ToolRequest::Follow(follow) if is_job(request) => Some(follow::look(follow, way.pieces)),
        ToolRequest::Explore(explore) if is_job(request) => Some(explore::look(explore, blocks, feet, way)),
        ToolRequest::LookInto(look) if is_job(request) => Some(furnace::look(look, seen, way)),
        ToolRequest::Wait(wait) if is_job(request) => Some(wait::look(wait, seen, &mut way.memory)),
        _ => None,
    }
}

/// How often in a row a job may look at the world without finding more done than before.
pub fn patience(request: &ToolRequest) -> u32 {
    if matches!(request, ToolRequest::Explore(_)) { explore::PATIENCE } else { 3 }
}

/// Whether a request is more than one call can do.
pub fn is_job(request: &ToolRequest) -> bool {
    match request {
        ToolRequest::Clear(clear) => clear.volume().count() > MAX_CLEAR,
        ToolRequest::Fill(fill) => fill.volume().count() > MAX_FILL,
        ToolRequest::Build(build) => build.only.is_none(),
        ToolRequest::Follow(follow) => follow.is_long(),
        ToolRequest::Wait(wait) => wait.is_long(),
        ToolRequest::LookInto(look) => look.is_long(),
        ToolRequest::Explore(explore) => explore.leg.is_none(),
        _ => false,
    }
}
