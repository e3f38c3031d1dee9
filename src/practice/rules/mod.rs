//! What vanilla makes of blocks and of the sky, as functions over the world: placing, joining, holding, loot, weather.

pub(crate) mod game_rules;
pub(crate) mod joining;
pub(crate) mod loot;
pub(crate) mod paired;
pub(crate) mod settling;
pub(crate) mod states;
pub(crate) mod support;
pub(crate) mod switches;
pub(crate) mod weather;
