//! What is to be built, and how each of its blocks comes to stand as it should: blueprints and how they are drawn, turned and found;
//! the difference between one and the world; the solver that says which click makes which state. Pure.
//!
//! A building is a difference that is driven to zero: nobody keeps a count of what was placed, so that it goes on after a death, a
//! restart or somebody's axe from the world as it is.

mod before;
mod blueprint;
mod building;
mod click;
mod drawing;
mod earthwork;
mod files;
mod hands;
mod hold;
mod instead;
mod library;
mod picture;
mod support;
mod turn;

pub use before::{as_it_was, filled};
pub use blueprint::{Blueprint, MAX_CELLS, Wanted};
pub use building::{Building, Difference, Fault, Plan, fault, is_file, plan_called, quarters};
pub use click::{Click, Made, Pose, clicks_at, comes_early, made_by};
pub use drawing::{Drawing, written};
pub use earthwork::{EARTH, left_standing, yields_earth};
pub use files::Format;
pub use hands::{Handmade, handmade};
pub use hold::Around;
pub use instead::is_of_some_block;
pub use library::{Library, Shipped, library};
pub use picture::Picture;
pub use support::{Unsupported, unsupported};
