//! A bot as an entity of the mind: how it stands with its server, what it last saw and heard, and the call it is busy with.
//! All of it comes from the body's reports, and `reports` alone reads them.

mod body;
mod calls;
mod outlook;
mod parts;
mod reports;
mod seen;

pub use body::BodyLink;
pub use calls::{Calls, MIND_DEADLINE};
pub use outlook::{Agents, Outlook};
pub use parts::{
    Advised, Agent, Buildings, Clock, Duties, FARTHEST, FreePlans, GoalOf, Heard, LastDone, Link, Moved, Places,
    Policy, Seen, Tried, Working, Zones,
};
pub(super) use reports::{notice_silence, take_reports};
pub use seen::{ComingIn, Land, SeenBlocks};
