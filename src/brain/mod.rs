//! To be filled.

mod view;

pub use view::{SeenBlocks, View};
