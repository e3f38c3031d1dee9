//! `craft`: recipe, materials, the 2x2 grid or a table (one near, else one it places), confirmed by the server's slots.

use serde_json::{Value, json};

use crate::{
    body::skills::{
        clicks,
        craft::{self, Grid, batch},
        cx::Cx,
        station,
    },
    domain::{Craft, ErrorCode, ItemCounts, ToolError},
    knowledge::{self, CraftTarget, Recipe},
};

const TABLE: &str = "crafting_table";

pub(super) async fn craft(cx: &Cx, params: Craft) -> Result<Value, ToolError> {
    let target = knowledge::craft_target(&params.item)?;
    let held = |cx: &Cx| cx.shown().windows.counts();
    let before = held(cx).count_any(&target.items);
    let Some(plan) = choose(&held(cx), &target, params.count) else {
        return Err(missing(&held(cx), &target.recipes, &params));
    };
    // Whatever was left in the cursor or the grid would get into the recipe.
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    let needs_table = plan.iter().any(|(recipe, _)| recipe.needs_table());
    if needs_table {
        station::open(cx, TABLE, "crafting", made(&target.items, &params.item), |_| true).await?;
    }
    let grid = if needs_table { Grid::TABLE } else { Grid::INVENTORY };
    for (recipe, times) in plan {
        let mut left = times;
        while left > 0 {
            let now = batch(&held(cx), recipe, left);
            let done = held(cx).count_any(&target.items).saturating_sub(before);
            cx.progress(format!("crafting {}", recipe.result), done, params.count, None);
            if now == 0 {
                return Err(missing(&held(cx), &target.recipes, &params));
            }
            craft::craft(cx, grid, recipe, now).await?;
            left -= now;
        }
    }
    craft::close(cx)?;
    let crafted = held(cx).count_any(&target.items).saturating_sub(before);
    if crafted < params.count {
        return Err(ToolError::new(ErrorCode::ActionFailed, format!("{crafted} of {} made", params.count))
            .with(json!({ "item": params.item, "expected": params.count, "seen": crafted })));
    }
    let item = made(&target.items, &params.item);
    let at = if needs_table { TABLE } else { "inventory" };
    Ok(json!({ "item": item, "crafted": crafted, "at": at, "placed": null }))
}

fn made<'a>(items: &[&'a str], asked: &'a str) -> &'a str {
    if let &[only] = items { only } else { knowledge::plain(asked) }
}

/// Which recipes to make how often out of what is held, for `count` items: those that do without a table first.
/// Where no kind of wood suffices for one, the kinds are mixed.
fn choose(held: &ItemCounts, target: &CraftTarget, count: u32) -> Option<Vec<(&'static Recipe, u32)>> {
    let mut left = count;
    let mut stock = held.clone();
    let mut plan = Vec::new();
    let mut order: Vec<&'static Recipe> = target.recipes.clone();
    // What yields most of one kind first: three planks of one wood rather than of three.
    order.sort_by_key(|recipe| (recipe.needs_table(), std::cmp::Reverse(possible(held, recipe))));
    for recipe in order {
        if left == 0 {
            break;
        }
        let times = possible(&stock, recipe).min(left.div_ceil(recipe.count));
        if times == 0 {
            continue;
        }
        for (item, per) in recipe.ingredients().iter() {
            stock.take(item, per * times);
        }
        left = left.saturating_sub(times * recipe.count);
        plan.push((recipe, times));
    }
    while left > 0
        && let Some(recipe) = knowledge::mixed_recipe(target, &stock)
    {
        for (item, per) in recipe.ingredients().iter() {
            stock.take(item, per);
        }
        left = left.saturating_sub(recipe.count);
        plan.push((recipe, 1));
    }
    (left == 0).then_some(plan)
}

fn possible(stock: &ItemCounts, recipe: &Recipe) -> u32 {
    recipe.ingredients().iter().map(|(item, per)| stock.count(item) / per).min().unwrap_or(0)
}

/// `INSUFFICIENT_MATERIALS`: by the recipe that lacks least.
fn missing(held: &ItemCounts, recipes: &[&'static Recipe], params: &Craft) -> ToolError {
    let lacks = |recipe: &Recipe| -> ItemCounts {
        let times = params.count.div_ceil(recipe.count);
        let ingredients = recipe.ingredients();
        ingredients
            .iter()
            .map(|(item, per)| (item.to_owned(), (per * times).saturating_sub(held.count(item))))
            .collect()
    };
    let least = recipes.iter().map(|recipe| lacks(recipe)).min_by_key(ItemCounts::total).unwrap_or_default();
    ToolError::new(
        ErrorCode::InsufficientMaterials,
        format!("{} {} cannot be made: {least} missing", params.count, params.item),
    )
    .with(json!({ "item": params.item, "count": params.count, "missing": least, "held": held }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(items: &[(&str, u32)]) -> ItemCounts {
        items.iter().map(|(item, count)| ((*item).to_owned(), *count)).collect()
    }

    fn plan(item: &str, count: u32, items: &[(&str, u32)]) -> Option<Vec<(&'static str, u32)>> {
        let target = knowledge::craft_target(item).unwrap();
        let plan = choose(&held(items), &target, count)?;
        Some(plan.into_iter().map(|(recipe, times)| (recipe.result, times)).collect())
    }

    #[test]
    fn the_recipe_is_chosen_by_what_is_held() {
        assert_eq!(plan("planks", 5, &[("birch_log", 2)]).unwrap(), [("birch_planks", 2)]);
        assert_eq!(
            plan("planks", 12, &[("oak_log", 2), ("birch_log", 1)]).unwrap(),
            [("oak_planks", 2), ("birch_planks", 1)]
        );
        assert_eq!(plan("stick", 4, &[("birch_planks", 2)]).unwrap(), [("stick", 1)]);
        assert_eq!(plan("stone_pickaxe", 1, &[("cobblestone", 3), ("stick", 2)]).unwrap(), [("stone_pickaxe", 1)]);
        assert_eq!(plan("chest", 1, &[("oak_planks", 4), ("birch_planks", 4)]).unwrap(), [("chest", 1)]);
        assert!(plan("stone_pickaxe", 1, &[("cobblestone", 2), ("stick", 2)]).is_none());
    }

    #[test]
    fn what_is_missing_is_told_for_the_easiest_recipe() {
        let target = knowledge::craft_target("stone_pickaxe").unwrap();
        let params = Craft { item: "stone_pickaxe".into(), count: 1 };
        let error = missing(&held(&[("cobblestone", 1), ("stick", 2)]), &target.recipes, &params);
        assert_eq!(error.code, ErrorCode::InsufficientMaterials);
        assert_eq!(error.context["missing"], json!({ "cobblestone": 2 }));
    }
}
