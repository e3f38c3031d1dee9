//! To be filled.

pub mod closure;
pub mod dry_run;
