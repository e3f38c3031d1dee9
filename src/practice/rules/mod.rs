//! What becomes of blocks and of the items that lie about: digging, placing, support, drops.

pub(crate) mod buckets;
pub(crate) mod daytime;
pub(crate) mod digging;
pub(crate) mod drops;
pub(crate) mod falling;
pub(crate) mod game_rules;
pub(crate) mod joining;
pub(crate) mod loot;
pub(crate) mod paired;
pub(crate) mod placing;
pub(crate) mod protection;
pub(crate) mod rails;
pub(crate) mod sleeping;
pub(crate) mod states;
pub(crate) mod support;
pub(crate) mod switches;
pub(crate) mod weather;
