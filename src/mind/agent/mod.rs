//! The bot as an entity of the mind: how it stands with its server, what it last saw and heard, and the call it is busy with.
//! All of it comes from the body's reports, and `reports` alone reads them.

mod body;
mod calls;
mod parts;
mod reports;

pub use body::BodyLink;
pub use calls::{Calls, MIND_DEADLINE};
pub use parts::{Agent, Heard, Link, Policy, Seen, SeenBlocks, Working, can_work};
pub(super) use reports::{notice_silence, take_reports};
