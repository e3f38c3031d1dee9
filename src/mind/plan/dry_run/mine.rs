//! What mining would change: blocks that are taken to be there, and tools that wear out.

use serde_json::json;

use super::sim::{Effort, Sim};
use crate::{
    domain::{ErrorCode, HAND, ToolError},
    knowledge::{self, Block, can_harvest, dig_speed, dig_ticks, family, harvest_tier, mine_target},
    mind::plan::{demand::blocks_yielding, stock::with_article},
};

/// Digs for so many of a target, with the best tool that is held, or only with the one that is named.
///
/// # Errors
/// As [`mine_target`] refuses; `TOOL_REQUIRED`, with `tier` in its context.
pub fn mine(sim: &mut Sim, target: &str, count: u32, with: Option<&str>) -> Result<Effort, ToolError> {
    // What the plan has placed is there to be taken back.
    let (block, items): (&'static Block, Vec<&'static str>) =
        match knowledge::block(target).filter(|_| sim.placed.take(target, count)) {
            Some(block) => {
                let left = sim.placed.count(block.name) > 0;
                if let Some(near) = sim.near.of(block.name) {
                    *near = left;
                }
                (block, vec![block.name])
            }
            None => {
                let found = mine_target(target)?;
                let harvestable = found.blocks.iter().find(|block| tool_for(sim, block, with).is_some());
                let Some(block) = harvestable.or(found.blocks.first()).copied() else {
                    return Err(ToolError::new(ErrorCode::ResourceNotFound, format!("no block yields {target}")));
                };
                (block, found.items)
            }
        };
    let token = family(target).is_some().then_some(target);
    let item = token.or(items.first().copied()).unwrap_or(target);
    let blocks = blocks_yielding(block, &items, count);
    let dig_ticks = dig(sim, block, blocks, with)?;
    sim.held.add(item, count);
    sim.mined.add(item, count);
    Ok(Effort { blocks, dig_ticks, block: Some(block.name), ..Effort::default() })
}

/// The tool that is named, or the best.
fn tool_for(sim: &Sim, block: &Block, with: Option<&str>) -> Option<&'static str> {
    match with.map(knowledge::plain) {
        None => best_tool(sim, block),
        Some(HAND) => can_harvest(block, None).then_some(""),
        Some(tool) => {
            let tool = knowledge::item(tool)?.name;
            (sim.held.count(tool) > 0 && can_harvest(block, Some(tool))).then_some(tool)
        }
    }
}

/// The held tool that breaks the block fastest and makes it yield (`""`: the hand); `None` if none does.
fn best_tool(sim: &Sim, block: &Block) -> Option<&'static str> {
    let tools = sim.held.iter().filter_map(|(name, _)| knowledge::item(name)).filter(|item| item.durability.is_some());
    let tools = tools.map(|item| item.name).filter(|tool| can_harvest(block, Some(tool)));
    let best = tools.map(|tool| (dig_speed(block, Some(tool)), tool)).filter(|(speed, _)| *speed > 1.0);
    let best = best.fold(
        None,
        |best: Option<(f32, &str)>, next| if best.is_some_and(|b| b.0 >= next.0) { best } else { Some(next) },
    );
    best.map(|(_, tool)| tool).or(can_harvest(block, None).then_some(""))
}

/// Breaks so many blocks of a kind, wearing out tools; ticks of digging.
fn dig(sim: &mut Sim, block: &'static Block, blocks: u32, with: Option<&str>) -> Result<u64, ToolError> {
    let mut left = blocks;
    let mut ticks = 0;
    while left > 0 {
        let Some(tool) = tool_for(sim, block, with) else {
            let tier = with.or(harvest_tier(block)).unwrap_or("tool");
            let done = blocks - left;
            let worn = if done > 0 { format!(" after the last wore out on {done} of {blocks}") } else { String::new() };
            return Err(ToolError::new(
                ErrorCode::ToolRequired,
                format!("{} needs {} or better{worn}", block.name, with_article(tier)),
            )
            .with(json!({ "block": block.name, "tier": tier, "blocks": left })));
        };
        let held_tool = (!tool.is_empty()).then_some(tool);
        let each = u64::from(dig_ticks(block, held_tool).unwrap_or(0));
        let durability = held_tool.and_then(knowledge::item).and_then(|item| item.durability);
        // Only what has some hardness wears a tool.
        let batch = match durability.filter(|_| block.hardness.is_some_and(|hardness| hardness > 0.0)) {
            Some(durability) => {
                if !sim.tools.iter().any(|used| used == tool) {
                    sim.tools.push(tool.to_owned());
                }
                let worn = sim.wear.entry(tool.to_owned()).or_default();
                let batch = left.min(durability.saturating_sub(*worn)).max(1);
                *worn += batch;
                if *worn >= durability {
                    *worn = 0;
                    sim.held.take(tool, 1);
                }
                batch
            }
            None => left,
        };
        ticks += each * u64::from(batch);
        left -= batch;
    }
    Ok(ticks)
}
