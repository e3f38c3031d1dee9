//! What the surfaces may see of the mind: the view of each frame, and the report at the end.

mod report;
mod shown;
mod talk;

pub(super) use report::forget_old_goals;
pub use report::{Past, report};
pub use shown::View;
pub(super) use shown::make_view;
