//! What smelting would change.

use serde_json::json;

use super::sim::Sim;
use crate::{
    domain::{ErrorCode, ItemCounts, Smelt, ToolError},
    knowledge::{self, family, smelt_target},
    mind::plan::stock::FURNACE,
};

/// Smelts; ticks of waiting.
///
/// # Errors
/// As [`smelt_target`] refuses; `INSUFFICIENT_MATERIALS`, with `missing` in its context.
pub fn smelt(sim: &mut Sim, smelt: &Smelt) -> Result<u64, ToolError> {
    let target = smelt_target(&smelt.item)?;
    let (item, count) = (target.item, smelt.count);
    let missing = |name: &str, count: u32| [(name.to_owned(), count)].into_iter().collect::<ItemCounts>();
    // What has no kind yet will be of one that smelts: only those lie about.
    let ingredients: Vec<&str> = target.ingredients.iter().map(|(name, _)| *name).collect();
    let families = knowledge::smelt_ways_for(item).iter().map(|way| way.ingredient);
    let ingredients: Vec<&str> = families.filter(|name| family(name).is_some()).chain(ingredients).collect();
    let lacking = count.saturating_sub(ingredients.iter().map(|name| sim.held.count(name)).sum());
    if lacking > 0 {
        let held = ingredients.iter().copied().find(|name| sim.held.count(name) > 0);
        let of = held.or(knowledge::usual_ingredient(item)).unwrap_or(item);
        return Err(ToolError::new(
            ErrorCode::InsufficientMaterials,
            format!("{count} {item} needs {count} {of}, but only {} are held", count - lacking),
        )
        .with(json!({ "item": item, "missing": missing(of, lacking) })));
    }
    if !sim.near.furnace {
        sim.stand(FURNACE, item)?;
    }
    let mut left = count;
    for name in ingredients {
        let batch = left.min(sim.held.count(name));
        if sim.held.take(name, batch) {
            sim.consumed.add(name, batch);
            left -= batch;
        }
    }
    let ticks = count * target.ingredients.first().map_or(0, |(_, ticks)| *ticks);
    for (name, count) in target.fuel(&sim.held, smelt.fuel.as_deref(), ticks)? {
        sim.held.take(name, count);
        sim.consumed.add(name, count);
    }
    sim.held.add(item, count);
    sim.crafted.add(item, count);
    Ok(u64::from(ticks))
}
