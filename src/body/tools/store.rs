//! `store`: puts items into a chest, or into several where one has no room, or into a furnace, confirmed by the server's slots.

use serde_json::{Value, json};

use crate::{
    body::{
        senses::windows::STORAGE,
        skills::{
            chest::{Chest, Round, Way, lying, shift},
            craft,
            cx::Cx,
            furnace,
        },
    },
    domain::{ErrorCode, ItemCounts, LASTING, Store, Tool, ToolError},
    knowledge,
};

pub(super) async fn store(cx: &Cx, params: Store) -> Result<Value, ToolError> {
    if let (Some(item), Some(total)) = (&params.item, params.total) {
        return fill_up_to(cx, &params, item, total).await;
    }
    let mut left = to_store(&at_hand(cx), &params)?;
    let of = left.total();
    let mut stored = ItemCounts::default();
    let mut round = Round::new(cx, params.place(), params.chest.as_deref());
    while !left.is_empty()
        && let Some(chest) = round.next().await?
    {
        let mut into_this = ItemCounts::default();
        for (item, count) in left.clone().iter() {
            cx.progress(
                format!("storing {item} in the {} at {}", chest.block, chest.at),
                stored.total(),
                of,
                Some(chest.at),
            );
            let moved = match chest.is_furnace() {
                true => feed(cx, &chest, &params, (item, count)).await?,
                false => shift(cx, Way::In, item, count, None).await?,
            };
            stored.add(item, moved);
            into_this.add(item, moved);
            left.take(item, moved.min(count));
        }
        round.close(chest, &into_this)?;
    }
    if !left.is_empty() {
        round.has_seen_one()?;
        let message = format!("no room for {left}: {stored} went in");
        return Err(ToolError::new(ErrorCode::ActionFailed, message).with(json!({
            "expected": of, "stored": stored.total(), "items": stored, "left": left, "chests": round.visits, LASTING: true,
        })));
    }
    Ok(json!({ "stored": stored.total(), "items": stored, "chests": round.visits }))
}

/// Puts in what the chest lacks of so many.
async fn fill_up_to(cx: &Cx, params: &Store, item: &str, total: u32) -> Result<Value, ToolError> {
    let items = knowledge::items_called(item)?;
    let mut round = Round::new(cx, params.place(), params.chest.as_deref());
    let Some(chest) = round.next().await? else {
        round.has_seen_one()?;
        return Ok(json!({ "stored": 0 }));
    };
    let (block, at) = (chest.block, chest.at);
    let lies = lying(cx, &items, None);
    let lacks = total.saturating_sub(lies);
    let wanted = match to_store(&at_hand(cx), &Store { count: Some(lacks), ..params.clone() }) {
        Ok(wanted) => wanted,
        Err(mut error) => {
            round.close(chest, &ItemCounts::default())?;
            error.message = format!("the {block} at {at} holds {lies} of {total} {item}: {}", error.message);
            error.context["target"] = json!(at);
            return Err(error);
        }
    };
    let mut stored = ItemCounts::default();
    for (item, count) in wanted.iter() {
        cx.progress(format!("storing {item} in the {block} at {at}"), lies, total, Some(at));
        stored.add(item, shift(cx, Way::In, item, count, None).await?);
    }
    round.close(chest, &stored)?;
    let many = stored.total();
    let answer = json!({ "stored": many, "items": stored, "before": lies, "chests": round.visits });
    if many < lacks {
        let message = format!("no room in the {block} at {at} for {} more {item}: {many} went in", lacks - many);
        let mut context = answer;
        context[LASTING] = json!(true);
        return Err(ToolError::new(ErrorCode::ActionFailed, message).with(context));
    }
    Ok(answer)
}

/// Puts all of these into the furnace whose window is open, or none; how many that are.
async fn feed(cx: &Cx, chest: &Chest, params: &Store, (item, count): (&str, u32)) -> Result<u32, ToolError> {
    let put = async {
        let Some(slot) = knowledge::furnace_slot(item, params.slot) else {
            let message = format!("{item} neither smelts nor burns there");
            return Err(ToolError::new(ErrorCode::ActionFailed, message).with(json!({ "item": item, LASTING: true })));
        };
        furnace::put_in(cx, slot, item, count).await
    };
    match put.await {
        Ok(()) => Ok(count),
        Err(mut error) => {
            error.message = format!("the {} at {}: {}", chest.block, chest.at, error.message);
            error.context["target"] = json!(chest.at);
            craft::close(cx)?;
            Err(error)
        }
    }
}

/// What lies in pack and hotbar: what is worn stays on.
fn at_hand(cx: &Cx) -> ItemCounts {
    let slots = cx.shown().windows.player_slots();
    slots[STORAGE].iter().flatten().map(|stack| (stack.item.clone(), stack.count)).collect()
}

/// How many of which item are to go in.
fn to_store(held: &ItemCounts, params: &Store) -> Result<ItemCounts, ToolError> {
    let Some(item) = &params.item else {
        let rest = held.iter().filter(|(item, _)| !knowledge::is_kit(item));
        return Ok(rest.map(|(item, count)| (item.to_owned(), count)).collect());
    };
    let mut items = knowledge::items_called(item)?;
    if params.chest.as_deref().map(knowledge::plain) == Some(knowledge::FURNACE) {
        items.retain(|item| knowledge::furnace_slot(item, params.slot).is_some());
    }
    let have = held.count_any(&items).saturating_sub(params.keep.unwrap_or(0));
    let mut left = params.count.unwrap_or(have.max(1));
    if have < left {
        let name = knowledge::plain(item);
        let message = format!("{have} {name} held, {left} to be stored");
        return Err(ToolError::new(ErrorCode::InsufficientMaterials, message)
            .with(json!({ "item": name, "held": have, "missing": { name: left - have } })));
    }
    let mut wanted = ItemCounts::default();
    for item in items {
        let batch = held.count(item).min(left);
        wanted.add(item, batch);
        left -= batch;
    }
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(held: &[(&str, u32)], item: Option<&str>, count: Option<u32>) -> Result<String, Value> {
        let held = held.iter().map(|(item, count)| ((*item).to_owned(), *count)).collect();
        let params = Store { item: item.map(str::to_owned), count, ..Store::default() };
        to_store(&held, &params).map(|wanted| wanted.to_string()).map_err(|error| error.context["missing"].clone())
    }

    #[test]
    fn what_is_to_go_in_is_chosen_of_what_is_held() {
        let held = [("dirt", 9), ("birch_planks", 3), ("oak_planks", 2), ("stone_axe", 1), ("bread", 4)];
        let all = wanted(&held, None, None).unwrap();
        assert_eq!(all, "3 birch_planks, 9 dirt, 2 oak_planks");
        assert_eq!(wanted(&held, Some("planks"), Some(4)).unwrap(), "2 birch_planks, 2 oak_planks");
        assert_eq!(wanted(&held, Some("minecraft:bread"), None).unwrap(), "4 bread");
        assert_eq!(wanted(&held, Some("dirt"), Some(11)), Err(json!({ "dirt": 2 })));
        assert_eq!(wanted(&held, Some("stone"), None), Err(json!({ "stone": 1 })));
        assert_eq!(wanted(&[("bread", 1)], None, None).unwrap(), "nothing");
    }
}
