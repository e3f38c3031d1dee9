//! What is said of a tool: its name, who may use it, and what a call of it is about.

use crate::domain::{BlockPos, plain};

/// The most items one call may ask for: a full inventory of 36 stacks of 64.
pub const MAX_COUNT: u32 = 36 * 64;
/// The longest that somebody may wait or explore, in game ticks: an hour.
pub const MAX_TICKS: u32 = 72_000;

/// Who may order a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum User {
    /// The offline planner and the procedures that it follows.
    Planner,
    /// A language model.
    Model,
    /// Somebody by hand: `blockwright tool`.
    Hand,
}

/// A tool's parameters with what is said of the tool. What takes knowledge of the game is told elsewhere, one `match` a concern:
/// checks (`knowledge::params`), expectation and use (`mind::plan::drafts`), simulated effect (`mind::plan::dry_run`), estimate
/// (`mind::plan::quote`), what a goal's words are met by (`mind::model::reply::asked`), the doing (`body::tools`).
pub trait Tool: PartialEq {
    /// As the contract spells it.
    const NAME: &'static str;
    /// Who may order it.
    const USERS: &'static [User] = &[User::Planner, User::Model, User::Hand];
    /// Why a model may not order it where the goal does not ask for just that; `None`: it may.
    const ONLY_AS_ASKED: Option<&'static str> = None;
    /// Under which name an outcome's data counts what was got.
    const GOT: Option<&'static str> = None;

    /// Whether the bot is elsewhere afterwards, and what stood near is not any more.
    const LEAVES: bool = false;

    /// The call in a few words: `mine 3 log`.
    fn title(&self) -> String;

    /// Whether another call is the same try: how many, how far and how near make no other of it.
    fn alike(&self, other: &Self) -> bool {
        self == other
    }

    /// Where it takes place, where the call says so.
    fn place(&self) -> Option<BlockPos> {
        None
    }

    /// The same seen from above: x and z in blocks.
    fn column(&self) -> Option<[i32; 2]> {
        self.place().map(|at| [at.x, at.z])
    }

    /// How many items it is about.
    fn count(&self) -> Option<u32> {
        None
    }

    /// The same, to be changed.
    fn count_mut(&mut self) -> Option<&mut u32> {
        None
    }

    /// The thing that it gets, as it is named in the call: an item, a family or a block to be mined.
    fn gets(&self) -> Option<&str> {
        self.makes()
    }

    /// The item or family that it makes of others.
    fn makes(&self) -> Option<&str> {
        None
    }

    /// The block that it puts up.
    fn puts_up(&self) -> Option<&str> {
        None
    }

    /// The place of the one block that it breaks.
    fn breaks(&self) -> Option<BlockPos> {
        None
    }
}

/// Whether two names are the same, with or without their namespace.
pub(super) fn same(one: &str, other: &str) -> bool {
    plain(one) == plain(other)
}

/// The place that three coordinates name, where all are given.
pub(super) fn place_of(x: Option<i32>, y: Option<i32>, z: Option<i32>) -> Option<BlockPos> {
    Some(BlockPos::new(x?, y?, z?))
}

/// `at 1, 64, 3`, or `nearby`.
pub(super) fn nearby(at: Option<BlockPos>) -> String {
    at.map_or_else(|| "nearby".to_owned(), |at| format!("at {at}"))
}

/// `the chest nearby`, `the barrel at 1, 64, 3`.
pub(super) fn the_chest(kind: Option<&str>, at: Option<BlockPos>) -> String {
    format!("the {} {}", kind.map_or("chest".to_owned(), |kind| plain(kind).replace('_', " ")), nearby(at))
}

/// How many where it is not said.
pub(super) fn one() -> u32 {
    1
}
