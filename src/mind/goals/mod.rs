//! What the user wants: goals as entities, what becomes of them, and what they have cost.

mod asks;
mod by_hand;
mod goal;
mod ledger;
mod life;
mod open;
mod owners;
mod standing;
mod whose;
mod zones;

pub use asks::Goals;
pub(super) use asks::{notice_questions, take_asks};
pub use by_hand::ByHand;
pub use goal::{Asked, AskedThen, Goal, GoalLife, GoalLifeItem, GoalNote, Speaker, Spent};
pub use ledger::Ledger;
pub(super) use life::{activate_next_goal, end_overdue_goals, hold_goals_of_an_absent_bot, look_first};
pub use open::{LEFT_OPEN, Offer, UNCONFIRMED};
pub use owners::Owners;
pub(super) use owners::{answer_owners, hear_owners};
pub(super) use standing::{keep_standing, notice_standing};
pub use whose::{addressed, shared_out};
pub(super) use zones::{take_zones, tell_zones};
