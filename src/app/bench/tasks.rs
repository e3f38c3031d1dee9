//! What is measured: tasks by name.

use super::places;
use crate::{app::Failure, practice::Game};

/// What a task asks for.
#[derive(Clone, Copy)]
pub enum Goal {
    Words(&'static str),
    /// Going to places of all sorts, which the land says.
    Places,
    /// Going over a gorge, which is dug for it: so many blocks wide, and too long to go around.
    Bridge(i32),
}

/// How far from home the gorge begins, how far to each side it reaches and how deep it is, in blocks.
const AHEAD: i32 = 6;
const ASIDE: i32 = 160;
const DEEP: i32 = 24;
/// How far above home nothing stands over it.
const CLEAR: i32 = 40;

impl Goal {
    /// What is held for it, and how many: who goes down into caves has something to dig with.
    pub fn given(self) -> Vec<(String, u32)> {
        match self {
            Self::Words(_) | Self::Bridge(_) => Vec::new(),
            Self::Places => vec![("stone_pickaxe".to_owned(), 3)],
        }
    }

    /// In words.
    pub fn words(self, game: &mut Game) -> String {
        match self {
            Self::Words(words) => words.to_owned(),
            Self::Places => places::goal(game),
            Self::Bridge(wide) => {
                let home = game.spawn();
                let rows = (-ASIDE..=ASIDE).flat_map(|z| (AHEAD..AHEAD + wide).map(move |x| (x, z)));
                for (x, z) in rows {
                    (-DEEP..CLEAR).for_each(|y| game.set_block(home.offset(x, y, z), 0));
                }
                let (x, z) = (home.x + AHEAD + wide + AHEAD, home.z);
                format!("go to {x} {z}")
            }
        }
    }
}

/// The tasks for which the land is looked at, or dug in.
const MADE: [(&str, Goal); 2] = [("places", Goal::Places), ("bridge_20", Goal::Bridge(20))];

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
    let goals = || TASKS.iter().map(|(name, words)| (*name, Goal::Words(words))).chain(MADE);
    goals().find(|(name, _)| *name == task).map(|(_, goal)| goal).ok_or_else(|| {
        let names: Vec<&str> = goals().map(|(name, _)| name).collect();
        Failure::bad_input(format!("no task is called {task:?}; there are {}", names.join(", ")))
    })
}
