//! `blockwright plan` and `blockwright sop`: what is known and what would be done, without a world.

use super::{
    Failure,
    cli::{PlanArgs, SopCommand},
    status, terminal,
};
use crate::{
    brain::{PlannerState, plan_goal},
    knowledge::SopLibrary,
};

/// Shows a goal's plan and its quote.
///
/// # Errors
/// A goal that is not understood (2) or cannot be (1).
pub fn plan(args: PlanArgs) -> Result<u8, Failure> {
    let sops =
        SopLibrary::load(args.sops.as_deref()).map_err(|error| Failure::new(status::BAD_INPUT, error.to_string()))?;
    let state = PlannerState {
        inventory: args.give.into_iter().collect(),
        position: None,
        nearby_tables: false,
        known: Default::default(),
    };
    let goal = args.goal.join(" ");
    let draft =
        plan_goal(&goal, &state, &sops).map_err(|refusal| Failure::new(status::FAILED, refusal.error.message))?;
    terminal::say(&format!("{draft:?}"));
    Ok(status::DONE)
}

/// Lists, shows, finds or checks SOPs.
///
/// # Errors
/// Faults in them, or a name that none has.
pub fn sop(_command: SopCommand) -> Result<u8, Failure> {
    Err(Failure::new(status::FAILED, "to come"))
}
