//! `eat`: a bite after the other, until the food bar or the count is as asked.

use std::cmp::Reverse;

use serde_json::{Value, json};

use crate::{
    body::skills::{
        clicks, craft,
        cx::Cx,
        meal::{eat_one, food_bar},
    },
    domain::{Eat, ErrorCode, ItemCounts, LASTING, ToolError},
    knowledge::{self, FULL_FOOD, Food, eating, wholesome_foods},
};

pub(super) async fn eat(cx: &Cx, params: Eat) -> Result<Value, ToolError> {
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    let named = params.item.as_deref().map(knowledge::plain);
    let mut eaten = ItemCounts::default();
    loop {
        let (food, bites) = (food_bar(cx)?, eaten.total());
        let done = match params.count {
            Some(count) => bites >= count,
            None => food >= params.food.unwrap_or(FULL_FOOD),
        };
        let is_bite =
            params.count.is_none() && params.food.is_none() && named.is_none_or(|item| !is_always_eaten(item));
        if done && bites == 0 && is_bite {
            let message = "nothing was eaten: nobody eats with a full food bar";
            return Err(ToolError::new(ErrorCode::ActionFailed, message)
                .with(json!({ "item": named, "eaten": 0, "food": food, LASTING: true })));
        }
        if done {
            return Ok(told(&eaten, bites, food));
        }
        let Some(item) = choose(&cx.shown().windows.counts(), named, food) else {
            // Who asked for nothing certain has had all there is.
            if bites > 0 && params.count.is_none() && params.food.is_none() {
                return Ok(told(&eaten, bites, food));
            }
            return Err(nothing_left(cx, &params, bites, food));
        };
        if food >= FULL_FOOD && !is_always_eaten(item) {
            let message = format!("{bites} eaten, and nobody eats {item} with a full food bar");
            return Err(ToolError::new(ErrorCode::ActionFailed, message)
                .with(json!({ "item": item, "eaten": bites, "food": food, LASTING: true })));
        }
        cx.progress(format!("eating {item}"), bites, params.count.unwrap_or(0), None);
        eat_one(cx, item).await?;
        eaten.add(item, 1);
    }
}

fn is_always_eaten(item: &str) -> bool {
    eating(item).is_some_and(|eating| eating.always)
}

fn told(eaten: &ItemCounts, bites: u32, food: u32) -> Value {
    json!({ "eaten": bites, "items": eaten, "food": food })
}

/// What to eat next: what is named, else of what is held and only feeds that of which least is wasted, and then what feeds
/// most.
fn choose<'a>(held: &ItemCounts, named: Option<&'a str>, food_bar: u32) -> Option<&'a str> {
    if let Some(name) = named {
        return (held.count(name) > 0).then_some(name);
    }
    let wasted = |food: &Food| (food_bar + food.points).saturating_sub(FULL_FOOD);
    let feeds = |food: &Food| ((food.points as f32 + food.saturation) * 10.0) as u32;
    let foods = wholesome_foods().filter(|food| held.count(food.name) > 0);
    foods.min_by_key(|food| (wasted(food), Reverse(feeds(food)))).map(|food| food.name)
}

fn nothing_left(cx: &Cx, params: &Eat, eaten: u32, food: u32) -> ToolError {
    let held = cx.shown().windows.counts();
    let context = json!({ "eaten": eaten, "food": food, "target": params.food });
    if let Some(name) = &params.item {
        let name = knowledge::plain(name);
        let points = knowledge::food(name).map_or(1, |food| food.points.max(1));
        let short = params.food.unwrap_or(food + 1).saturating_sub(food).div_ceil(points);
        let missing = params.count.map_or(short, |count| count.saturating_sub(eaten));
        let mut context = context;
        context["missing"] = json!({ name: missing });
        let message = format!("no {name} is held, after {eaten} eaten");
        return ToolError::new(ErrorCode::InsufficientMaterials, message).with(context);
    }
    let left: Vec<&str> = knowledge::foods().iter().map(|food| food.name).filter(|name| held.count(name) > 0).collect();
    let kept = if left.is_empty() { String::new() } else { format!("; {} only if named", left.join(", ")) };
    let message = format!("nothing to eat is held, after {eaten} eaten{kept}");
    ToolError::new(ErrorCode::InsufficientMaterials, message).with(context)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(held: &[&str], food: u32, expect: Option<&str>) {
        let held: ItemCounts = held.iter().map(|item| ((*item).to_owned(), 2)).collect();
        assert_eq!(choose(&held, None, food), expect, "{held} at {food}");
    }

    #[test]
    fn what_feeds_most_and_wastes_least_is_eaten() {
        check(&["bread", "cooked_beef", "cookie"], 10, Some("cooked_beef"));
        check(&["bread", "cooked_beef", "cookie"], 15, Some("bread"));
        check(&["bread", "cooked_beef", "cookie"], 19, Some("cookie"));
        check(&["apple", "bread"], 19, Some("apple"));
        check(&["golden_apple", "rotten_flesh", "chicken"], 1, None);
        let held: ItemCounts = [("rotten_flesh".to_owned(), 1)].into_iter().collect();
        assert_eq!(choose(&held, Some("rotten_flesh"), 1), Some("rotten_flesh"));
        assert_eq!(choose(&held, Some("bread"), 1), None);
    }
}
