//! The operators' commands, in vanilla's syntax and with vanilla's answers.
//!
//! `table` lists every form of every command with the function that does it; `tree` makes of the table what understands
//! a text, completes a line and tells clients. `kinds`, `places` and `selectors` read arguments, and know nothing of a
//! world; the other files do what was understood.

mod asker;
mod blocks;
mod bodies;
mod experience;
mod fault;
mod homes;
mod items;
mod kinds;
mod places;
mod reader;
mod rules;
mod run;
mod selectors;
mod snbt;
mod stacks;
mod summon;
mod table;
mod talk;
#[cfg(test)]
mod tests;
mod time;
mod tree;

pub(crate) use run::told;
