//! Skills: things a body does over many ticks. A skill reads as a story and is an `async fn` over [`Cx`]; what it decides
//! is decided by plain functions beside it.
//!
//! [`Cx`]: cx::Cx

pub mod beside;
pub mod breath;
mod bridge;
pub mod cells;
pub mod chest;
pub mod click;
pub mod clicks;
pub mod collect;
pub mod counted;
mod cover;
pub mod craft;
pub mod cx;
pub mod dig;
pub mod effort;
pub mod faces;
mod flight;
pub mod furnace;
mod gates;
pub mod hold;
pub mod kinds;
pub mod looks;
pub mod meal;
pub mod onward;
pub mod others;
pub mod path;
pub mod people;
pub mod place;
pub mod pouring;
pub mod rehearsal;
pub mod rest;
pub mod rise;
pub mod scan;
pub mod sight;
pub mod signs;
pub mod spots;
pub mod station;
pub mod throw;
pub mod tidy;
pub mod trial;
pub mod walk;
pub mod wear;
pub mod work;
pub mod workplace;
