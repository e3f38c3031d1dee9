//! Our own block store: what the bot has seen of the world, for the map and for judging.
//!
//! The body translates the client's chunks into these columns; nothing here knows azalea or egui.

mod column;
mod stub;
pub use column::{Column, Section, SectionPos, StateId};
pub use stub::SeenWorld;
