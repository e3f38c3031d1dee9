//! What crafting would change.

use std::cmp::Reverse;

use serde_json::json;

use super::sim::Sim;
use crate::{
    domain::{ErrorCode, ItemCounts, ToolError},
    knowledge::{Way, craft_target, family, family_of, goes_in_circles, ways_for},
    mind::plan::stock::TABLE,
};

/// Crafts so many, a way that lacks least, and of several the one that what is held suffices longest for, as the body does; at a
/// table where it takes one.
///
/// # Errors
/// As [`craft_target`] refuses; `INSUFFICIENT_MATERIALS`, with `missing` in its context.
pub fn craft(sim: &mut Sim, item: &str, count: u32) -> Result<(), ToolError> {
    craft_target(item)?;
    let ways = ways_for(item);
    let mut made = 0;
    while made < count {
        let (missing, way) = ways
            .iter()
            .map(|way| (missing_for(sim, way, 1), way))
            .min_by_key(|(missing, way)| (missing.total(), goes_in_circles(&way.slots, item), Reverse(spare(sim, way))))
            .ok_or_else(|| ToolError::new(ErrorCode::InvalidParams, format!("no recipe makes {item}")))?;
        if way.needs_table && !sim.near.table {
            sim.stand(TABLE, item)?;
        }
        if !missing.is_empty() {
            let crafts = (count - made).div_ceil(way.count);
            let missing = missing_for(sim, way, crafts);
            let lacks: Vec<String> = way
                .slots
                .iter()
                .filter(|(slot, _)| missing.count(slot) > 0)
                .map(|(slot, n)| {
                    let (need, have) = (n * crafts, sim.have(slot));
                    let what = if let Some(members) = family(slot) {
                        format!("{slot} (such as {})", members[0])
                    } else {
                        (*slot).to_owned()
                    };
                    format!("{need} {what}, but only {have} would be left")
                })
                .collect();
            return Err(ToolError::new(
                ErrorCode::InsufficientMaterials,
                format!("{} {item} needs {}", count - made, lacks.join(" and ")),
            )
            .with(json!({ "item": item, "missing": missing })));
        }
        let mut kind = None;
        for (slot, n) in &way.slots {
            let taken = sim.consume(slot, *n);
            kind = taken.first().map(|(name, _)| name.clone());
        }
        let result = kind.filter(|_| family(item).is_some()).map_or(item, |wood| member_made_of(item, &wood));
        sim.held.add(result, way.count);
        sim.crafted.add(result, way.count);
        made += way.count;
    }
    Ok(())
}

/// What so many craftings this way lack.
fn missing_for(sim: &Sim, way: &Way, crafts: u32) -> ItemCounts {
    let lacks = way.slots.iter().map(|(slot, n)| ((*slot).to_owned(), (n * crafts).saturating_sub(sim.have(slot))));
    lacks.collect()
}

/// How many craftings this way what is held suffices for.
fn spare(sim: &Sim, way: &Way) -> u32 {
    way.slots.iter().map(|(slot, n)| sim.have(slot) / n).min().unwrap_or(0)
}

/// Which planks come of this log: the family's name where the log has no kind yet.
fn member_made_of<'a>(made: &'a str, wood: &str) -> &'a str {
    if family_of(wood).is_none() {
        return made;
    }
    let members = family(made).unwrap_or(&[]);
    members
        .iter()
        .copied()
        .find(|member| ways_for(member).iter().any(|way| way.slots.iter().any(|(slot, _)| *slot == wood)))
        .unwrap_or(made)
}
