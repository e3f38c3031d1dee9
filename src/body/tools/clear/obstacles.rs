//! What keeps a box from being dug empty: fluids, what cannot be broken, a tool that is missing.

use serde_json::json;

use crate::{
    body::senses::terrain::TerrainView,
    domain::{BlockPos, ErrorCode, LASTING, ToolError},
    knowledge::{self, Block},
};

/// `ACTION_FAILED` for what no digging removes.
pub(super) fn lasting_obstacle(view: &TerrainView, left: &[BlockPos]) -> Option<ToolError> {
    let fluid_in_it = || {
        let (at, fluid) = left.iter().find_map(|&at| Some((at, fluid(view, at)?)))?;
        Some(lasting(format!("{fluid} at {at} cannot be dug away"), fluid, at))
    };
    let unbreakable = || {
        let (at, block) =
            left.iter().find_map(|&at| Some((at, block(view, at).filter(|it| it.hardness.is_none())?)))?;
        Some(lasting(format!("{} at {at} cannot be broken", block.name), block.name, at))
    };
    let fluid_beside = || {
        let (at, beside, fluid) = left.iter().find_map(|&at| {
            let (beside, fluid) = running_in(at).find_map(|beside| Some((beside, fluid(view, beside)?)))?;
            Some((at, beside, fluid))
        })?;
        let name = block(view, at).map_or("block", |block| block.name);
        Some(lasting(format!("{fluid} at {beside} would run in where {name} at {at} is dug away"), fluid, beside))
    };
    fluid_in_it().or_else(unbreakable).or_else(fluid_beside)
}

/// `TOOL_REQUIRED` for the first block that yields nothing with what is held and takes long by hand.
pub(super) fn tool_needed(view: &TerrainView, left: &[BlockPos], held: &[&str]) -> Option<ToolError> {
    left.iter().find_map(|&at| {
        let block = block(view, at)?;
        let tier = knowledge::clearing_tool(block)?;
        if held.iter().any(|tool| knowledge::can_harvest(block, Some(tool))) {
            return None;
        }
        let message = format!("{} yields nothing without {tier} or better", block.name);
        let context = json!({ "target": at, "block": block.name, "tier": tier });
        Some(ToolError::new(ErrorCode::ToolRequired, message).with(context))
    })
}

fn lasting(message: String, seen: &str, target: BlockPos) -> ToolError {
    let context = json!({ "expected": "air", "seen": seen, "target": target, LASTING: true });
    ToolError::new(ErrorCode::ActionFailed, message).with(context)
}

fn block(view: &TerrainView, at: BlockPos) -> Option<&'static Block> {
    view.state(at).and_then(knowledge::block_of_state)
}

/// The fluid at a place, alone or in what stands there.
fn fluid(view: &TerrainView, at: BlockPos) -> Option<&'static str> {
    let traits = view.traits(at);
    traits.fluid().then(|| if traits.lava() { "lava" } else { "water" })
}

/// The places from which a fluid would run in.
fn running_in(at: BlockPos) -> impl Iterator<Item = BlockPos> {
    [(0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)].into_iter().map(move |(dx, dy, dz)| at.offset(dx, dy, dz))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::{
        Terrain,
        tests::{flat, put},
    };

    const AT: BlockPos = BlockPos { x: 3, y: 64, z: 3 };

    /// A flat world with a block at a place.
    fn with(block: &str) -> Terrain {
        let mut terrain = flat();
        put(&mut terrain, AT.x, AT.y, AT.z, block);
        terrain
    }

    #[test]
    fn fluids_and_what_is_unbreakable_stay() {
        let told = |terrain: &Terrain| lasting_obstacle(&terrain.view(), &[AT]).map(|error| error.message);
        assert_eq!(told(&with("stone")), None);
        assert_eq!(told(&with("bedrock")).as_deref(), Some("bedrock at 3, 64, 3 cannot be broken"));
        assert_eq!(told(&with("lava")).as_deref(), Some("lava at 3, 64, 3 cannot be dug away"));
        assert_eq!(told(&with("water")).as_deref(), Some("water at 3, 64, 3 cannot be dug away"));
        let mut wet = with("stone");
        put(&mut wet, 3, 63, 3, "water");
        assert_eq!(told(&wet), None, "water does not run up");
        put(&mut wet, 4, 64, 3, "water");
        let runs_in = "water at 4, 64, 3 would run in where stone at 3, 64, 3 is dug away";
        assert_eq!(told(&wet).as_deref(), Some(runs_in));
        let error = lasting_obstacle(&wet.view(), &[AT]).unwrap();
        assert_eq!((error.code, &error.context["seen"]), (ErrorCode::ActionFailed, &json!("water")));
    }

    #[test]
    fn a_tool_is_needed_for_what_yields_nothing_and_takes_long() {
        let tier = |block: &str, held: &[&str]| {
            let error = tool_needed(&with(block).view(), &[AT], held)?;
            Some(error.context["tier"].as_str().unwrap().to_owned())
        };
        assert_eq!(tier("stone", &["dirt"]).as_deref(), Some("wooden_pickaxe"));
        assert_eq!(tier("stone", &["wooden_pickaxe"]), None);
        assert_eq!(tier("iron_ore", &["wooden_pickaxe"]).as_deref(), Some("stone_pickaxe"));
        assert_eq!(tier("dirt", &[]), None);
        assert_eq!(tier("snow", &[]), None, "a little snow is swept aside");
    }
}
