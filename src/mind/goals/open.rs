//! Goals that are left open at the end of a run, and what a run is offered of those before it.

use bevy::prelude::*;

/// Why a goal waits that the end of the program interrupted.
pub const LEFT_OPEN: &str = "the program ended; it can be gone on with";

/// The goals, in words, that an earlier run left open and that could be gone on with; nothing once the user has decided.
#[derive(Resource, Debug, Default)]
pub struct Offer(pub Vec<String>);
