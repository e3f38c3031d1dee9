//! The window a player has open: which places it shows, and what they held when last looked at.

use crate::{
    domain::BlockPos,
    items::{menus::Menu, stack::Slot},
};

/// The window a player has open. The default is their own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Window {
    /// 0 is the player's own.
    pub id: i32,
    pub menu: Menu,
    /// What it belongs to: nothing, a block, or the halves of a double chest in the order they are shown in.
    pub blocks: Vec<BlockPos>,
    /// The name that these blocks must keep.
    pub block: &'static str,
    /// What the blocks hold, as last looked at, in the window's order.
    pub slots: Vec<Slot>,
    /// A furnace's fire and progress, as last looked at.
    pub gauges: Option<[u32; 4]>,
}
