//! The body: a bot in the game, on a thread of its own, taking orders and reporting what the server shows.
//!
//! Only this folder names azalea's client crates. The mind holds a [`Body`]: it sends [`Order`]s over a bounded
//! channel, takes [`Report`]s that must not be missed, and reads the newest value of the [`Slots`].
//!
//! Its rooms, each of which knows only those after it: `thread` runs the client and the calls, `tools` are what can be
//! called, `skills` what gets something done over many ticks, `senses` what the server has shown.

mod leases;
mod limits;
mod orders;
mod senses;
mod skills;
mod thread;
mod tools;

pub use leases::Leases;
pub use limits::{CALL_DEADLINE, MOST_LAG, SERVER_PATIENCE, SILENCE, TIDY_LIMIT, deadline};
pub use orders::{BodyConfig, CallId, Order, Orders, Progress, Report};
pub use skills::{rehearsal::Rehearsal, station::STATION_RADIUS, trial::Trial};
pub use thread::{Body, Columns, Slots, spawn};
