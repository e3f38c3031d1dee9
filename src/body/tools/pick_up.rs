//! `pick_up`: goes to what lies about and picks it up, confirmed by the server's slots. What lies in the leaves of a tree, too high to be
//! reached, is let fall: the leaves below it are broken.

use serde_json::{Value, json};

use super::clear::clear;
use crate::{
    body::{
        senses::observe::Dropped,
        skills::{
            clicks::room_for,
            collect::{self, Digging, Wanted},
            cx::Cx,
            walk::blocked,
        },
    },
    domain::{BlockPos, ErrorCode, ItemCounts, PickUp, ToolError, Volume},
    knowledge,
};

/// How many leaves one by one are broken for what lies on them.
const LEAVES: u32 = 12;

pub(super) async fn pick_up(cx: &Cx, params: PickUp) -> Result<Value, ToolError> {
    let items = params.item.as_deref().map(knowledge::items_called).transpose()?;
    let is_meant = |item: &str| items.as_ref().is_none_or(|items| items.contains(&item));
    let (origin, radius) = (cx.position()?, f64::from(params.radius()));
    let what = params.item.as_deref().map_or("item", knowledge::plain);
    if !params.leave && collect::lying(cx, origin, radius, &is_meant)?.is_empty() {
        let message = format!("no dropped {what} lies within {radius} blocks");
        return Err(ToolError::new(ErrorCode::ResourceNotFound, message)
            .with(json!({ "target": what, "search_radius": params.radius(), "position": cx.feet().ok() })));
    }
    let before = cx.shown().windows.counts();
    let has_room = |item: &str| room_for(&cx.shown().windows.player_slots(), item) > 0;
    let gained = || gain(&before, &cx.shown().windows.counts()).total();
    cx.progress(format!("picking up what lies within {radius} blocks"), 0, 0, None);
    let wanted = Wanted { is_wanted: &|item| is_meant(item) && has_room(item), gained: &gained, count: u32::MAX };
    let out_of_reach = gather(cx, radius, &wanted, None).await?;
    let got = gain(&before, &cx.shown().windows.counts());
    let left = collect::lying(cx, origin, radius, &is_meant)?;
    let data = json!({
        "picked_up": got.total(), "items": got, "left": left.iter().map(|item| item.count).sum::<u32>(),
    });
    let Some(item) = left.first().filter(|_| !params.leave) else { return Ok(data) };
    let (name, at) = (&item.item, item.position.block());
    if left.iter().all(|item| !has_room(&item.item)) {
        return Err(ToolError::new(ErrorCode::InventoryFull, format!("no room for {name}")).with(data));
    }
    if out_of_reach {
        return Err(blocked(cx, format!("no way to the {name} at {at}"), data));
    }
    Err(ToolError::new(ErrorCode::ActionFailed, format!("the {name} at {at} was not picked up")).with(data))
}

/// Picks up what is wanted within `radius` of where the bot stands, and breaks the leaves that hold some of it too high. Returns whether
/// some still lie where they cannot be reached. `dig`: what may be dug on the way, and what must stay.
pub(super) async fn gather(
    cx: &Cx,
    radius: f64,
    wanted: &Wanted<'_>,
    dig: Option<Digging<'_>>,
) -> Result<bool, ToolError> {
    let origin = cx.position()?;
    let lying = || collect::lying(cx, origin, radius, wanted.is_wanted);
    let places = |lying: &[Dropped]| -> Vec<_> { lying.iter().map(|item| item.position).collect() };
    let mut sought = places(&lying()?);
    let mut out_of_reach = collect::collect(cx, radius, wanted, dig).await?;
    for _ in 0..LEAVES {
        let left = lying()?;
        let leaf = left.iter().find_map(|item| leaf_below(cx, item));
        match leaf.filter(|leaf| dig.is_none_or(|(_, keep)| !keep.contains_key(leaf))) {
            _ if !out_of_reach => break,
            Some(leaf) => match clear(cx, Volume::between(leaf, leaf).into()).await {
                Ok(_) => {}
                Err(error) if error.code == ErrorCode::PathBlocked => break,
                Err(error) => return Err(error),
            },
            // What was out of reach has fallen meanwhile.
            None if places(&left) != sought => {}
            None => break,
        }
        sought = places(&left);
        out_of_reach = collect::collect(cx, radius, wanted, dig).await?;
    }
    Ok(out_of_reach)
}

/// The leaves that an item lies on, where they have grown: what somebody has put up stays.
fn leaf_below(cx: &Cx, item: &Dropped) -> Option<BlockPos> {
    let shown = cx.shown();
    let terrain = &shown.terrain;
    let has_grown = |at: &BlockPos| {
        let state = terrain.state(*at).map(knowledge::state_properties);
        terrain.traits(*at).leaves() && state.is_some_and(|state| state.contains(&("persistent", "false")))
    };
    collect::supports(terrain, item.position).find(has_grown)
}

/// What there is more of.
fn gain(before: &ItemCounts, now: &ItemCounts) -> ItemCounts {
    now.iter().map(|(item, count)| (item.to_owned(), count.saturating_sub(before.count(item)))).collect()
}
