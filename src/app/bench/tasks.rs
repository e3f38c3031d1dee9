//! What is measured: tasks by name.

use super::{building::Plan, floor::Aim, places};
use crate::{app::Failure, practice::Game};

/// What a task asks for.
#[derive(Clone, Copy)]
pub enum Goal {
    /// An item, so many of it, and how that is said.
    Item(&'static str, u32, &'static str),
    /// So many blocks to the east.
    Walk(i32),
    /// So many blocks down, and up again.
    DownAndUp(u32),
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
            Self::Places => vec![("stone_pickaxe".to_owned(), 3)],
            _ => Vec::new(),
        }
    }

    /// In words, and what is to be had for them.
    pub fn set_out(self, game: &mut Game) -> (String, Aim) {
        let home = game.spawn();
        match self {
            Self::Item(item, count, words) => (words.to_owned(), Aim::Item(item, count)),
            Self::Walk(far) => (format!("go to ~{far} ~0"), Aim::Places(vec![home.offset(far, 0, 0)])),
            Self::DownAndUp(deep) => (format!("dig {deep} blocks down and come back up"), Aim::Other),
            Self::Places => {
                let there = places::round_trips(game);
                let words: Vec<String> = there.iter().map(|at| format!("go to {} {} {}", at.x, at.y, at.z)).collect();
                (words.join(", then "), Aim::Places(there))
            }
            Self::Bridge(wide) => {
                let rows = (-ASIDE..=ASIDE).flat_map(|z| (AHEAD..AHEAD + wide).map(move |x| (x, z)));
                for (x, z) in rows {
                    (-DEEP..CLEAR).for_each(|y| game.set_block(home.offset(x, y, z), 0));
                }
                let there = home.offset(AHEAD + wide + AHEAD, 0, 0);
                (format!("go to {} {}", there.x, there.z), Aim::Places(vec![there]))
            }
        }
    }
}

/// The tasks by name.
const TASKS: [(&str, Goal); 15] = [
    ("wooden_pickaxe", Goal::Item("wooden_pickaxe", 1, "get me a wooden pickaxe")),
    ("stone_pickaxe", Goal::Item("stone_pickaxe", 1, "get me a stone pickaxe")),
    ("chest", Goal::Item("chest", 1, "craft a chest")),
    ("cobblestone_8", Goal::Item("cobblestone", 8, "mine 8 cobblestone")),
    ("torches_10", Goal::Item("torch", 10, "get me 10 torches")),
    ("raw_iron_1", Goal::Item("raw_iron", 1, "get me 1 raw_iron")),
    ("glass_3", Goal::Item("glass", 3, "get me 3 glass")),
    ("iron_ingot", Goal::Item("iron_ingot", 1, "get me an iron ingot")),
    ("iron_pickaxe", Goal::Item("iron_pickaxe", 1, "get me an iron pickaxe")),
    ("diamond", Goal::Item("diamond", 1, "get me a diamond")),
    ("walk_100", Goal::Walk(100)),
    ("walk_1000", Goal::Walk(1000)),
    ("down_and_up_40", Goal::DownAndUp(40)),
    ("places", Goal::Places),
    ("bridge_20", Goal::Bridge(20)),
];

/// The goal of a task.
///
/// # Errors
/// A name that no task has.
pub fn goal_of(task: &str) -> Result<Goal, Failure> {
    TASKS.into_iter().find(|(name, _)| *name == task).map(|(_, goal)| goal).ok_or_else(|| {
        let names = TASKS.iter().map(|(name, _)| (*name).to_owned()).chain(Plan::names()).collect::<Vec<_>>();
        Failure::bad_input(format!("no task is called {task:?}; there are {}", names.join(", ")))
    })
}
