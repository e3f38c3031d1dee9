//! Planning, pure: the words of a goal, procedures, what is needed for what, and whether a plan would work. No ECS, no world.

pub mod bounds;
pub mod demand;
pub mod drafts;
pub mod dry_run;
pub mod edits;
pub mod grammar;
pub mod graph;
pub mod handy;
pub mod hollows;
pub mod instead;
pub mod layouts;
pub mod open;
pub mod passages;
pub mod planner;
pub mod plots;
pub mod procedure;
pub mod quote;
pub mod refuse;
pub mod retrieval;
pub mod sights;
pub mod sooner;
pub mod state;
pub mod stock;
pub mod text;
pub mod trees;
pub mod undo;
