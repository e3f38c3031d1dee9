//! `pick_up`: goes to what lies about and picks it up, confirmed by the server's slots.

use serde_json::{Value, json};

use crate::{
    body::skills::{
        clicks::room_for,
        collect::{self, Wanted},
        cx::Cx,
        walk::blocked,
    },
    domain::{ErrorCode, ItemCounts, PickUp, ToolError},
    knowledge,
};

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
    let gained = || total(&gain(&before, &cx.shown().windows.counts()));
    cx.progress(format!("picking up what lies within {radius} blocks"), 0, 0, None);
    let wanted = Wanted { is_wanted: &|item| is_meant(item) && has_room(item), gained: &gained, count: u32::MAX };
    let out_of_reach = collect::collect(cx, radius, &wanted, None).await?;
    let got = gain(&before, &cx.shown().windows.counts());
    let left = collect::lying(cx, origin, radius, &is_meant)?;
    let data = json!({
        "picked_up": total(&got), "items": got, "left": left.iter().map(|item| item.count).sum::<u32>(),
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

/// What there is more of.
fn gain(before: &ItemCounts, now: &ItemCounts) -> ItemCounts {
    now.iter().map(|(item, count)| (item.to_owned(), count.saturating_sub(before.count(item)))).collect()
}

fn total(counts: &ItemCounts) -> u32 {
    counts.iter().map(|(_, count)| count).sum()
}
