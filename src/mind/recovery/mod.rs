//! What is done about a step that has failed, whoever decides.
//!
//! The rules are asked first. Where they only guess and there is a model, their ruling waits on the goal until the model has been
//! heard; what they would do is kept for when its word is none.

mod carry_out;
mod rules;
mod ruling;
mod verdict;

pub use carry_out::{Around, Decision, Detour, RULE, StepParts, carry_out, left_standing, replace_rest};
pub use rules::Recovery;
pub(super) use ruling::{close_rulings, forget_ruling, obey_rulings, rule_on_failures};
pub use verdict::{Ruling, Verdict};
