//! What vanilla makes of blocks and of the sky, as functions over the world: placing, joining, holding, loot, weather.

pub(super) mod flow;
pub(super) mod game_rules;
pub(super) mod joining;
pub(super) mod loot;
pub(super) mod paired;
pub(super) mod settling;
pub(super) mod states;
mod support;
pub(super) mod switches;
pub(super) mod weather;
