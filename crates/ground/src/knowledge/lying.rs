//! How an item that lies about, or is on its way there, moves in air and on the ground (SteelMC and Pumpkin, `entity/item`: the game's
//! `ItemEntity.tick`).

/// Half its width, and its height, in blocks.
pub const HALF: f64 = 0.125;
pub const TALL: f64 = 0.25;
/// What pulls it down, in blocks a tick, each tick; and what air and the ground leave of its speed.
pub const GRAVITY: f64 = 0.04;
pub const AIR_DRAG: f64 = 0.98;
pub const GROUND_DRAG: f64 = 0.6 * AIR_DRAG;
/// Slower than this on the ground it counts as still, in blocks a tick.
pub const STILL: f64 = 1.0e-3;
