//! Names are kept without their namespace, and taken with it; what compares calls below this room does so too.

pub use crate::domain::plain;
