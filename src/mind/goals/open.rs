//! Goals that are left open at the end of a run, and what a run is offered of those before it.

use bevy::prelude::*;

/// What is said of a goal whose words only a model understands, until the user has seen what it would do.
pub const UNCONFIRMED: &str =
    "planned as the model understands these words: look at the steps, then resume the goal or cancel it";
/// Why a goal waits that the end of the program interrupted.
pub const LEFT_OPEN: &str = "the program ended; it can be gone on with";

/// The goals, in words, that an earlier run left open and that could be gone on with; nothing once the user has decided.
#[derive(Resource, Debug, Default)]
pub struct Offer(pub Vec<String>);
