//! Items as data: stacks, what is carried, windows as lists of places, what grids and furnaces make.

pub(crate) mod clicks;
pub(crate) mod containers;
pub(crate) mod crafting;
pub(crate) mod enchantments;
pub(crate) mod furnaces;
pub(crate) mod inventory;
pub(crate) mod menus;
pub(crate) mod stack;
pub(crate) mod window;
