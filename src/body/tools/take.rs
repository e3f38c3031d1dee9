//! `take`: gets items out of a chest or a furnace, or out of several where one has too few, confirmed by the server's slots.

use serde_json::{Value, json};

use crate::{
    body::skills::{
        chest::{Round, Way, lying, shift},
        clicks::room_for,
        craft,
        cx::Cx,
        furnace,
    },
    domain::{ErrorCode, ItemCounts, LASTING, Take, Tool, ToolError},
    knowledge,
};

pub(super) async fn take(cx: &Cx, params: Take) -> Result<Value, ToolError> {
    let mut items = knowledge::items_called(&params.item)?;
    for left in &params.but {
        let left = knowledge::items_called(left)?;
        items.retain(|item| !left.contains(item));
    }
    let name = knowledge::plain(&params.item);
    let mut left = params.count.unwrap_or(u32::MAX);
    let mut taken = ItemCounts::default();
    let mut round = Round::new(cx, params.place(), params.chest.as_deref());
    let is_enough = |left: u32, taken: &ItemCounts| match params.count {
        Some(_) => left == 0,
        None => !taken.is_empty(),
    };
    while !is_enough(left, &taken)
        && let Some(chest) = round.next().await?
    {
        if params.is_part() {
            left = part(cx, &params, &items)?;
        }
        if chest.is_furnace() {
            // What would be smelted on comes out first.
            items.sort_by_key(|item| furnace::slot_of(cx, item));
        }
        let (mut full, mut lacking, mut out_of_this) = (false, 0, ItemCounts::default());
        for item in &items {
            let there = lying(cx, &[item], params.slot).min(left).min(params.each.unwrap_or(u32::MAX));
            if there == 0 {
                continue;
            }
            if chest.is_furnace()
                && let Some(lies) = furnace::comes_out_whole(cx, item, there)
            {
                let (block, at) = (chest.block, chest.at);
                craft::close(cx)?;
                let message = format!(
                    "the {lies} {item} in the output of the {block} at {at} come out all at once, and {there} are wanted"
                );
                let context = json!({ "target": at, "item": item, "expected": there, "seen": lies, LASTING: true });
                return Err(ToolError::new(ErrorCode::ActionFailed, message).with(context));
            }
            let of = params.count.unwrap_or(there);
            cx.progress(
                format!("taking {item} out of the {} at {}", chest.block, chest.at),
                taken.total(),
                of,
                Some(chest.at),
            );
            let moved = shift(cx, Way::Out, item, there, params.slot).await?;
            taken.add(item, moved);
            out_of_this.add(item, moved);
            left -= moved.min(left);
            lacking += there.saturating_sub(moved);
            full |= moved < there && room_for(&cx.shown().windows.player_slots(), item) == 0;
        }
        // Whoever tried again would take so many of each once more.
        if full && params.each.is_some() {
            for (item, count) in std::mem::take(&mut out_of_this).iter() {
                shift(cx, Way::In, item, count, None).await?;
            }
            taken = ItemCounts::default();
        }
        let there = if params.each.is_some() { lacking } else { lying(cx, &items, params.slot).min(left) };
        round.close(chest, &out_of_this)?;
        if full && there > 0 {
            let message = format!("no room for {there} more {name}: {} were taken", taken.total());
            return Err(ToolError::new(ErrorCode::InventoryFull, message).with(json!({
                "item": name, "taken": taken.total(), "items": taken, "chests": round.visits,
            })));
        }
    }
    if is_enough(left, &taken) {
        return Ok(json!({ "item": name, "taken": taken.total(), "items": taken, "chests": round.visits }));
    }
    round.has_seen_one()?;
    let missing = params.count.map_or(1, |_| left);
    let chest = match (params.chest.as_deref().map(knowledge::plain), params.slot) {
        (Some(knowledge::FURNACE), Some(slot)) => format!("the furnace's {slot}"),
        (Some(knowledge::FURNACE), None) => "the furnace".to_owned(),
        _ => "the chest".to_owned(),
    };
    let message = match taken.total() {
        0 if params.leave.is_some() => format!("no more {name} lies in {chest} than is to stay there"),
        0 if !params.but.is_empty() => format!("nothing lies in {chest} but what is to stay there"),
        0 if name == knowledge::ANY_ITEM => format!("nothing lies in {chest}"),
        0 => format!("no {name} lies in {chest}"),
        got => format!("{got} {name} lay in {chest} and were taken, {missing} more were wanted"),
    };
    Err(ToolError::new(ErrorCode::InsufficientMaterials, message).with(json!({
        "item": name, "taken": taken.total(), "items": taken, "missing": { name: missing }, "chests": round.visits,
    })))
}

/// How many of what lies in the open chest are to be taken. None are where there is no room for all of those: whoever tries again would
/// take a part of the rest.
fn part(cx: &Cx, params: &Take, items: &[&str]) -> Result<u32, ToolError> {
    let part = params.part_of(lying(cx, items, params.slot));
    let slots = cx.shown().windows.player_slots();
    let room: u32 = items.iter().map(|item| room_for(&slots, item).min(lying(cx, &[item], params.slot))).sum();
    if room < part {
        let (item, taken) = (knowledge::plain(&params.item), ItemCounts::default());
        let message = format!("no room for {part} {item}: none were taken");
        return Err(
            ToolError::new(ErrorCode::InventoryFull, message).with(json!({ "item": item, "taken": 0, "items": taken }))
        );
    }
    Ok(part)
}
