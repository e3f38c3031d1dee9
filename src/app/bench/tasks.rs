//! What is measured: tasks by name.

use super::places;
use crate::{app::Failure, practice::Game};

/// What a task asks for.
#[derive(Clone, Copy)]
pub enum Goal {
    Words(&'static str),
    /// Going to places of all sorts, which the land says.
    Places,
}

impl Goal {
    /// What is held for it, and how many: who goes down into caves has something to dig with.
    pub fn given(self) -> Vec<(String, u32)> {
        match self {
            Self::Words(_) => Vec::new(),
            Self::Places => vec![("stone_pickaxe".to_owned(), 3)],
        }
    }

    /// In words.
    pub fn words(self, game: &mut Game) -> String {
        match self {
            Self::Words(words) => words.to_owned(),
            Self::Places => places::goal(game),
        }
    }
}

/// The task whose goal is made up of what the land has.
const PLACES: &str = "places";

/// A named task: what it is called, and its goal in words.
const TASKS: [(&str, &str); 13] = [
    ("wooden_pickaxe", "get me a wooden pickaxe"),
    ("stone_pickaxe", "get me a stone pickaxe"),
    ("chest", "craft a chest"),
    ("cobblestone_8", "mine 8 cobblestone"),
    ("torches_10", "get me 10 torches"),
    ("raw_iron_1", "get me 1 raw_iron"),
    ("glass_3", "get me 3 glass"),
    ("iron_ingot", "get me an iron ingot"),
    ("iron_pickaxe", "get me an iron pickaxe"),
    ("diamond", "get me a diamond"),
    ("walk_100", "go to ~100 ~0"),
    ("walk_1000", "go to ~1000 ~0"),
    ("down_and_up_40", "dig 40 blocks down and come back up"),
];

/// The goal of a task.
///
/// # Errors
/// A name that no task has.
pub fn goal_of(task: &str) -> Result<Goal, Failure> {
    if task == PLACES {
        return Ok(Goal::Places);
    }
    TASKS.iter().find(|(name, _)| *name == task).map(|(_, goal)| Goal::Words(goal)).ok_or_else(|| {
        let names: Vec<&str> = TASKS.iter().map(|(name, _)| *name).chain([PLACES]).collect();
        Failure::bad_input(format!("no task is called {task:?}; there are {}", names.join(", ")))
    })
}
