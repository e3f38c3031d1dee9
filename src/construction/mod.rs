//! What is to be built, and how each of its blocks comes to stand as it should: blueprints and how they are drawn, turned and found;
//! the difference between one and the world; the solver that says which click makes which state. Pure.
//!
//! A building is a difference that is driven to zero: nobody keeps a count of what was placed, so that it goes on after a death, a
//! restart or somebody's axe from the world as it is.

mod blueprint;
mod building;
mod click;
mod drawing;
mod hold;
mod library;
mod turn;

pub use blueprint::{Blueprint, Wanted};
pub use building::{Building, Difference, Fault, drawing_called, fault};
pub use click::{Click, Made, Pose, clicks_at, made_by};
pub use hold::Around;
pub use library::{Library, Shipped, library};
