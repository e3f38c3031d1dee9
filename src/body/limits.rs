//! How long the body takes at most, and how long it and its server may be silent: what it ends calls and connections by,
//! and what those who wait for it reckon with.

use std::time::Duration;

use crate::{domain::ToolRequest, knowledge::LONGEST_NIGHT};

/// Ticks a call may take, by the slower of the body's own clock and the server's: four minutes at 20 a second.
pub const CALL_DEADLINE: u64 = 4_800;
/// Ticks the clean-up may take after it, by the same clock: a walk back to a furnace.
pub const TIDY_LIMIT: u64 = 1_000;
/// A server that lags more than so many times behind the body is not waited for: every call ends.
pub const MOST_LAG: u64 = 8;

/// The usual [`BodyConfig::patience`](super::BodyConfig): a server that is well sends its clock every 20 ticks.
pub const SERVER_PATIENCE: Duration = Duration::from_secs(20);

/// How often the body's heart beats while its thread lives, in wall time.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(1);
/// Wall time without a heartbeat after which the body counts as gone.
pub const SILENCE: Duration = Duration::from_secs(10);

/// Ticks this call may take: [`CALL_DEADLINE`], and a night more where it is slept through.
pub fn deadline(request: &ToolRequest) -> u64 {
    let night = if matches!(request, ToolRequest::Sleep(_)) { LONGEST_NIGHT } else { 0 };
    CALL_DEADLINE + night
}
