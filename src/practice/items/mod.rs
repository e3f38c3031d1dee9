//! What players carry, and the windows they handle it in.

pub(crate) mod chests;
pub(crate) mod clicks;
pub(crate) mod containers;
pub(crate) mod crafting;
pub(crate) mod enchantments;
pub(crate) mod furnaces;
pub(crate) mod inventory;
pub(crate) mod menus;
pub(crate) mod picking;
pub(crate) mod windows;
