//! Items as data: stacks, what is carried, windows as lists of places, what grids and furnaces make.

pub(super) mod clicks;
pub(super) mod containers;
pub(super) mod crafting;
pub(super) mod enchantments;
pub(super) mod furnaces;
pub(super) mod inventory;
pub(super) mod menus;
pub(super) mod signs;
pub(super) mod stack;
pub(super) mod window;
