//! What a goal means, once it is read.

use std::collections::BTreeMap;

use crate::domain::{BlockPos, BodySlot, By, Eat, Face, Follow, GoToPlayer, Side, Store, Take, ToolRequest, UseItem};

/// One clause of a goal, its names known to exist.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// In the end at least `count` are held; with `more`, so many more than now.
    Get { item: &'static str, count: u32, more: bool },
    /// `count` more are made.
    Craft { item: &'static str, count: u32 },
    /// `count` more are smelted.
    Smelt { item: &'static str, count: u32 },
    /// `count` more are mined; `at`: just that block.
    Mine { target: &'static str, count: u32, at: Option<[Coord; 3]> },
    /// `y` where given, else the surface. `dig`: a way may be dug.
    Go { x: Coord, y: Option<Coord>, z: Coord, dig: bool },
    Say {
        message: String,
        /// To this player alone.
        to: Option<String>,
    },
    /// So many are held: said, to this player alone where there is one.
    Tally { item: &'static str, count: u32, to: Option<String> },
    /// Where the bot stands is said, to this player alone where there is one.
    TellPlace { to: Option<String> },
    /// What is held is said to this player.
    TellHeld { to: String },
    /// How many lie in the chest, or barrel, that was just looked into is said to this player.
    TellStored { item: &'static str, holder: &'static str, to: String },
    /// `count` of them, each where there is room nearby; `at`: one, just there; `by`: each by such a block.
    Place { block: &'static str, count: u32, at: Option<[Coord; 3]>, by: Option<By> },
    /// `count` fewer are held; without it, none.
    Drop { item: &'static str, count: Option<u32> },
    /// Nothing is held any more but what is kept.
    DropAll { but: Kept },
    /// A player has all that is held but what is kept.
    GiveAll { player: String, but: Kept },
    /// As many are made as what is held allows.
    MakeMost { item: &'static str },
    /// Nothing is left standing from one corner to the other.
    Clear { from: [Coord; 3], to: [Coord; 3] },
    /// Every place from one corner to the other is this block.
    Fill { block: &'static str, from: [Coord; 3], to: [Coord; 3] },
    /// A blueprint stands in its place.
    Build(Project),
    /// The newest building of this name, or of any, is gone, and what was there before stands again.
    TearDown(Option<&'static str>),
    /// Whatever is free of a hollow is this block.
    FillUp { block: &'static str, hollow: Hollow },
    /// A piece of ground is level, as high as the bot stands: nothing stands on it, and whatever was free of it is this block.
    Level { block: &'static str, terrace: Terrace },
    /// The ground along a way is this block.
    Pave(Path),
    /// A stair leads down from where the bot stands, or up.
    DigStair(Stair),
    /// A moat goes all around a thing.
    Dig(Ditch),
    /// Blocks stand in a row, or as else they are said to stand to a thing.
    Lay(Layout),
    /// To each of these places in turn; nothing is put there.
    Visit(Layout),
    /// In the place of what stands there another block stands.
    Swap { old: Stead, block: &'static str },
    /// What stands there stands so many blocks to a side of that.
    Shift { what: Stead, side: Side, far: u32 },
    /// So far around the bot no place on the surface is dark.
    Light { radius: Option<u32> },
    /// Of what lies in the chests around each kind lies in one.
    Sort { radius: Option<u32> },
    /// What is held, where one is and how one is, is told.
    Look,
    /// No log of the nearest trees of this kind is left, and saplings stand there as far as some are held.
    Fell {
        kind: &'static str,
        count: Trees,
        /// Saplings stand there in any case.
        replant: bool,
    },
    /// A chest stands nearby: one is put up where none was seen.
    Chest,
    /// Nothing is held any more but what is kept at hand: it lies in the chest, there or nearby.
    StoreAll {
        but: Kept,
        at: Option<BlockPos>,
        /// Only in such a chest: `barrel`.
        chest: Option<&'static str>,
    },
    /// A player has `count` of them from us; without it, all that are held.
    Give { player: String, item: &'static str, count: Option<u32> },
    /// Where the bot stands is remembered by this name.
    Remember { name: String },
    /// So many blocks ahead, or back, and to the right, or left, of where the bot looks.
    Step { ahead: i32, right: i32 },
    /// Through the nearest door or gate, to its other side.
    GoThrough { kind: &'static str },
    /// This name of a place is given up.
    Forget { name: String },
    /// To the place that is remembered by this name.
    GoNamed { name: String },
    /// To where it stood before it last went somewhere.
    GoBack,
    /// To whoever speaks; where that is no player, as `GoBack`.
    ComeBack,
    /// What the last goal has changed is as it was before.
    Undo,
    /// As it says, with as many as this part of what is held comes to.
    Part { share: Share, item: &'static str, of: Box<Intent> },
    /// It is only done where nothing of this kind is held, whatever it is made of: "if you have no pickaxe, make one".
    Unless { kind: &'static str, of: Box<Intent> },
    /// Of all that is held the best piece for each place of the body is worn; `of`: only what is of this stuff, such as `iron`.
    WearBest { of: Option<&'static str> },
    /// The best tool or weapon of this kind that is held is in the hand: `sword`.
    HoldBest { kind: &'static str },
    /// The best piece that is held for this place of the body is worn.
    WearHeld { slot: BodySlot },
    /// What is in this bucket is poured out at a place; on the ground there, where no height is said.
    Pour { item: &'static str, x: Coord, y: Option<Coord>, z: Coord },
    /// What was used last is used once more, wherever the bot is by then: "close it again".
    UseAgain(UseItem),
    /// As it says, with the chest that the goal has put up: "place a chest by the door and put the dirt in it".
    IntoPlaced(Box<Intent>),
    /// What was taken out there, and not what is held already, is put in there.
    Carry { take: Take, store: Store },
    /// So many are taken, nobody has said from where: out of a chest where one was seen, and got where none was. Where so many are held and
    /// the goal goes on with them, that will do.
    Fetch(Take),
    /// As many are taken as lack of so many that are to be held.
    TakeUpTo(Take),
    /// It is mined with just this.
    With { tool: Wielded, of: Box<Intent> },
    /// What was got so far may be used up by what follows: "mine 7 iron ore, then smelt it".
    Then,
    /// Just this call.
    Do(ToolRequest),
    /// It is answered, and nothing is done.
    Answer(Question),
}

/// What blocks are broken with, where that is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wielded {
    /// This tool, which is got where it is not held.
    Tool(&'static str),
    /// The best of a kind that is held, which is got where none is: `pickaxe`.
    Kind(&'static str),
    /// The best that is held, of a kind if one is named: none is made.
    Held(Option<&'static str>),
    /// The bare hand.
    Hand,
}

impl Wielded {
    /// As the end of a clause.
    pub fn told(self) -> String {
        match self {
            Self::Tool(tool) => format!(" with {tool}"),
            Self::Kind(kind) => format!(" with the best {kind}"),
            Self::Held(Some(kind)) => format!(" with the best {kind} that is held"),
            Self::Held(None) => " with what is held".to_owned(),
            Self::Hand => " by hand".to_owned(),
        }
    }
}

/// So many parts of a whole that has `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    pub parts: u32,
    pub of: u32,
}

impl Fraction {
    pub const HALF: Self = Self { parts: 1, of: 2 };

    /// That part of so many, rounded up.
    pub fn of(self, many: u32) -> u32 {
        many.saturating_mul(self.parts).div_ceil(self.of.max(1))
    }
}

/// A part of what is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    All,
    /// The one that is held.
    One,
    Part(Fraction),
    /// One of so many equal parts of what was held when the goal began, rounded down.
    Even(u32),
    /// All but so many.
    But(u32),
    /// So many, or as many as there are: "some".
    UpTo(u32),
    /// What is held beyond what was when the goal began.
    Gained,
}

impl Share {
    /// How many of so many that is, of which some were held when the goal began.
    pub fn of(self, held: u32, before: u32) -> u32 {
        match self {
            Self::All => held,
            Self::One => held.min(1),
            Self::Part(part) => part.of(held),
            Self::Even(parts) => before / parts.max(1),
            Self::But(kept) => held.saturating_sub(kept),
            Self::UpTo(most) => held.min(most),
            Self::Gained => held.saturating_sub(before),
        }
    }
}

impl Intent {
    /// Whether it digs down to a place by its own words.
    pub fn digs_down(&self) -> bool {
        match self {
            Self::Go { y: Some(_), dig, .. } => *dig,
            Self::Visit(layout) => layout.is_dug_to(),
            _ => false,
        }
    }

    /// What is taken out of a chest, or fetched from wherever it is.
    pub fn takes(&self) -> Option<&Take> {
        match self {
            Self::Do(ToolRequest::Take(take)) | Self::Fetch(take) | Self::TakeUpTo(take) => Some(take),
            _ => None,
        }
    }

    /// The player that it is done for, or with.
    pub fn player_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Part { of, .. } | Self::IntoPlaced(of) | Self::With { of, .. } => of.player_mut(),
            Self::Say { to: Some(player), .. }
            | Self::Tally { to: Some(player), .. }
            | Self::TellPlace { to: Some(player) }
            | Self::TellHeld { to: player }
            | Self::TellStored { to: player, .. }
            | Self::Give { player, .. }
            | Self::GiveAll { player, .. }
            | Self::Do(ToolRequest::Face(Face { player: Some(player), .. }))
            | Self::Do(
                ToolRequest::GoToPlayer(GoToPlayer { player, .. }) | ToolRequest::Follow(Follow { player, .. }),
            ) => Some(player),
            _ => None,
        }
    }

    /// The same with another count; `None`: of what has none.
    pub fn counting(&self, many: u32) -> Option<Self> {
        let mut intent = self.clone();
        match &mut intent {
            Self::Smelt { count, .. } | Self::Craft { count, .. } | Self::Place { count, at: None, .. } => {
                *count = many
            }
            Self::Tally { count, .. } => *count = many,
            Self::Drop { count, .. } | Self::Give { count, .. } => *count = Some(many),
            Self::Do(ToolRequest::Craft(craft)) => craft.count = many,
            Self::Do(ToolRequest::Store(Store { count, .. }) | ToolRequest::Eat(Eat { count, .. })) => {
                *count = Some(many)
            }
            _ => return None,
        }
        Some(intent)
    }
}

/// What is to be filled, where its corners are not named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hollow {
    /// The hole that this place is in.
    At(BlockPos),
    /// So wide, long and deep, where the bot stands.
    Here([i32; 3]),
    /// The nearest on the surface.
    Nearest,
    /// The nearest water on the surface.
    Pond,
    /// The top of it: what covers it.
    Lid,
    /// The ground right around the nearest of a kind, and around what of it stands with it, so many blocks high: where a fence goes.
    Around { kind: &'static str, high: u32 },
    /// The same, but for a gate in the middle of a side.
    Gated(&'static str, Option<Side>),
}

/// A piece of ground that is made level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terrace {
    /// From west to east; in front of the bot, from its left to its right.
    pub width: i32,
    pub depth: i32,
    /// How high it is cleared.
    pub height: i32,
    /// In front of the bot, as it looks; else around it.
    pub ahead: bool,
}

/// A stair that is dug, one block wide, a block down or up with each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stair {
    pub down: bool,
    pub reach: Reach,
    /// Where the bot looks, or has room, where it is not said.
    pub way: Option<Side>,
}

/// A path, one block wide, from where the bot stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    pub block: &'static str,
    pub end: PathEnd,
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// So many blocks that way, or where the bot looks.
    Long { long: u32, way: Option<Side> },
    /// To beside the nearest of a kind.
    To(String),
}

/// How far a stair leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Steps(u32),
    /// To where the feet are at this height.
    Height(i32),
    /// Up to the sky.
    Surface,
}

/// Ground that is dug away all around a thing, so many blocks wide and deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ditch {
    pub around: Centre,
    pub wide: u32,
    pub deep: u32,
}

/// What something goes around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Centre {
    /// The nearest of a kind, and what of it stands with it.
    Kind(&'static str),
    /// The newest building of ours of this blueprint.
    Building(&'static str),
}

/// Blocks whose places depend on how the land lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub block: &'static str,
    pub count: u32,
    pub shape: Shape,
}

impl Layout {
    /// Down to the first of a kind that lies below the bot.
    pub fn down_to(kind: &'static str) -> Self {
        Self { block: NO_BLOCK, count: 1, shape: Shape::Above { kind } }
    }

    /// Whether one digs to get there.
    pub fn is_dug_to(&self) -> bool {
        matches!(self.shape, Shape::Above { .. })
    }

    /// Where what stands there is moved to.
    pub fn away(what: &Stead, side: Side, far: u32) -> Self {
        Self { block: NO_BLOCK, count: 1, shape: Shape::Away { what: what.clone(), side, far } }
    }
}

/// How several blocks stand to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// On one straight line and one height, with so many places between one and the next.
    Row {
        /// Whichever way has room, where it is not said.
        way: Option<Side>,
        gap: u32,
        start: Start,
    },
    /// Two of them, on opposite sides of the nearest of a kind.
    Sides {
        kind: String,
        /// One of the two, where that is said.
        side: Option<Side>,
    },
    /// Four of them, outside the corners of the nearest of a kind and of what hangs together with it; a fifth is the first again.
    Corners { kind: String },
    /// One of them, in the middle between the nearest of two kinds.
    Between { kinds: [String; 2] },
    /// One of them, so many blocks ahead of the bot and to its right as it looks; less than none: behind it and to its left.
    Off { ahead: i32, right: i32 },
    /// One of them, right at a side of the nearest of a kind.
    Flank { kind: String, flank: Flank },
    /// One of them, so many blocks off what stands there.
    Away { what: Stead, side: Side, far: u32 },
    /// Right above the first of a kind that lies below the bot.
    Above { kind: &'static str },
}

/// A block that stands somewhere: the nearest of a kind, or the one on that side of the nearest of another kind, or of the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stead {
    /// [`ANY_BLOCK`]: whatever stands there.
    pub kind: String,
    pub by: Option<(Side, Option<String>)>,
}

/// The kind of a block of which none is said.
pub const ANY_BLOCK: &str = "block";
/// What stands where a bot only goes.
pub(super) const NO_BLOCK: &str = "air";

/// Where a row begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Near the bot.
    Here,
    /// In front of the bot, as it looks.
    Ahead,
    At(BlockPos),
    /// Beside the nearest of a kind.
    By(String),
    /// On this side of the nearest of a kind.
    Toward(Side, String),
}

/// Which trees are felled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trees {
    /// So many, the nearest first.
    Nearest(u32),
    /// All that stand so far around, in blocks.
    Within(u32),
    /// The one that stands there, or has its crown there.
    At(BlockPos),
}

/// Whoever speaks, in the place of a player's name: too short to be one.
pub const ME: &str = "me";

/// What is said about goals, and is none itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// What is at work is cancelled; where nothing is, what was asked for last.
    Stop,
    /// All that is open is cancelled.
    StopAll,
    /// What was asked for last, and is open, is cancelled.
    StopLast,
    /// What is open, and has these words, is cancelled.
    StopAbout(String),
    /// What is at work is paused.
    Wait,
    /// All that is open is paused.
    WaitAll,
    /// What is paused is gone on with.
    GoOn,
    /// What was asked for last is asked for once more.
    Again,
    /// So many times more, a goal each.
    Repeat(u32),
    /// What was asked for last, with another number in it.
    Recount(u32),
}

impl Order {
    /// Whether goals are ended by it.
    pub fn stops(&self) -> bool {
        matches!(self, Self::Stop | Self::StopAll | Self::StopLast | Self::StopAbout(_))
    }
}

/// What is left out when everything is put away.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    /// Tools, weapons and armour: what wears out.
    pub tools: bool,
    pub food: bool,
    /// These things or families, so many of each; without a number, all that are held.
    pub things: Vec<(&'static str, Option<u32>)>,
    /// What was held when the goal began.
    pub before: bool,
    /// It is no error if nothing else is held.
    pub maybe_all: bool,
    /// Of each thing what is held beyond so many: what is left out of "one of each".
    pub beyond: Option<u32>,
}

/// A chest that is spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChestNamed {
    /// "a chest": one may be put up.
    pub any: bool,
    pub at: Option<BlockPos>,
    /// Only such: `barrel`.
    pub kind: Option<&'static str>,
}

impl ChestNamed {
    /// Whichever is near.
    pub const NEAR: Self = Self { any: false, at: None, kind: None };

    pub fn called(self) -> Option<String> {
        self.kind.map(str::to_owned)
    }
}

/// What may be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// What is held.
    Inventory,
    /// What is worn, and what is in the hands.
    Worn,
    /// How many of it are held.
    Held(&'static str),
    /// Which of a kind are held, whatever they are made of: `pickaxe`.
    HeldOf(&'static str),
    /// Who the bot is.
    Name,
    /// Where the bot stands.
    Place,
    Health,
    /// What is at work.
    Doing,
    /// The reason of what is at work, or of what was done last.
    Why,
    /// The steps that are left.
    Next,
    /// What was done last.
    Done,
    /// How long what is at work will take.
    Left,
    /// How long a goal would take that nobody has asked for yet.
    Lasts(String),
    /// The time of the day.
    Time,
    /// The places that have a name.
    Places,
    /// What lay in the chests that were looked into, and how long ago.
    Stores,
    /// In which of these chests some of it lay.
    Stored(&'static str),
    /// Who is in sight.
    Company,
    /// Where a place of this name is, or a player.
    Where(String),
    /// What stands about that is worth knowing.
    Seen,
    /// Where home is, and how far.
    Home,
    /// Where the nearest block of a kind is, and how far.
    Nearest(&'static str),
    /// Whether the nearest block of a kind is open, lit or on.
    Stands(&'static str),
    /// What can be made at once of what is held.
    Makes,
    /// What a thing is made of.
    Recipe(&'static str),
    /// What a building takes, and how large it is.
    Building(Box<Project>),
    /// How many of something these take, so many of each.
    Takes {
        of: &'static str,
        made: Vec<(&'static str, u32)>,
    },
    /// How many of `made` so many of `of` become.
    Becomes {
        of: &'static str,
        count: u32,
        made: &'static str,
    },
    /// How many of a thing what is held makes, or only what is held of one kind.
    CanMake {
        made: &'static str,
        of: Option<&'static str>,
    },
    /// Which way the bot looks.
    Facing,
    /// What can be asked for.
    Abilities,
    /// Which buildings can be asked for.
    Blueprints,
    /// It is no more than a greeting or thanks.
    Courtesy,
}

/// A goal as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub intents: Vec<Intent>,
    /// How words were read that leave a choice, or that were not written as the game writes them.
    pub notes: Vec<String>,
}

/// A building that somebody wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// The name of a blueprint that comes with the program, or the path of a file.
    pub blueprint: String,
    /// In blocks, seen from the front, the height over the ground; as it is drawn where nothing is said.
    pub width: Option<u32>,
    pub height: Option<u32>,
    pub depth: Option<u32>,
    pub wood: Option<&'static str>,
    /// Where its middle is to be; where there is room nearby if nothing is said.
    pub at: Option<(Coord, Option<Coord>, Coord)>,
    /// By what it is to stand, where that is said and no place is.
    pub by: Option<Beside>,
    /// The place is that of the corner with the least coordinates instead.
    pub by_corner: bool,
    pub facing: Option<Side>,
    pub mirror: bool,
    /// Of a file of another program: which blocks stand in others' place.
    pub instead: BTreeMap<String, String>,
    /// Blocks that are left out.
    pub without: Vec<String>,
    /// How many bots build it together.
    pub together: Option<u32>,
}

/// By what a building is to stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The nearest of a kind; without it, the bot.
    pub kind: Option<String>,
    pub flank: Flank,
}

/// On which side of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flank {
    Any,
    Toward(Side),
    /// Where it looks; of a thing that looks nowhere, the side on which the bot is.
    Before,
    /// Opposite to that.
    Behind,
    /// To the left of whoever stands before it and looks at it.
    Left,
    Right,
    /// The side that is turned away from the bot.
    Beyond,
}

/// A coordinate as in the game's commands: `~` counts from where the bot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coord {
    Absolute(i32),
    Relative(i32),
}
