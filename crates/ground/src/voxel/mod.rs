//! Our own block store: what the bot has seen of the world, for the map and for judging.
//!
//! The body translates the client's chunks into these columns; nothing here knows azalea or egui.

mod colors;
mod column;
mod frontier;
mod inside;
pub mod light;
mod raster;
mod surface;
mod world;

pub use colors::{Look, Sight, look};
pub use column::{Column, Section, SectionPos, StateId, UNKNOWN};
pub use frontier::{Frontier, view_around};
pub use inside::{Inside, inside};
pub use raster::{CHUNK_PIXELS, ChunkPixels, raster};
pub use surface::{Surface, ground_level, standing_place, surface_of};
pub use world::SeenWorld;
