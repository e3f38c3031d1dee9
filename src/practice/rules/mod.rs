//! What becomes of blocks and of the items that lie about: digging, placing, support, drops.

pub(crate) mod digging;
pub(crate) mod drops;
pub(crate) mod loot;
pub(crate) mod paired;
pub(crate) mod placing;
pub(crate) mod support;
