//! What is measured: tasks by name.

use crate::app::Failure;

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

/// The goal of a task, in words.
///
/// # Errors
/// A name that no task has.
pub fn goal_of(task: &str) -> Result<&'static str, Failure> {
    TASKS.iter().find(|(name, _)| *name == task).map(|(_, goal)| *goal).ok_or_else(|| {
        let names: Vec<&str> = TASKS.iter().map(|(name, _)| *name).collect();
        Failure::bad_input(format!("no task is called {task:?}; there are {}", names.join(", ")))
    })
}
