//! The journal on a time axis, as plain data: what a surface asks for and what it is told. Whoever keeps the entries answers when it
//! can; the surface draws what it has until then.
//!
//! Times are wall time in milliseconds since 1970.

/// What happens, by kind: each has a lane of its own, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    Goal,
    Step,
    Tool,
    Model,
    Chat,
    Damage,
    /// The rest, and what another version of the program has written.
    Other,
}

impl Lane {
    pub const COUNT: usize = 7;
    pub const ALL: [Self; Self::COUNT] =
        [Self::Goal, Self::Step, Self::Tool, Self::Model, Self::Chat, Self::Damage, Self::Other];

    pub fn name(self) -> &'static str {
        match self {
            Self::Goal => "Goals",
            Self::Step => "Steps",
            Self::Tool => "Tools",
            Self::Model => "Models",
            Self::Chat => "Chat",
            Self::Damage => "Damage",
            Self::Other => "Other",
        }
    }
}

/// How something came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkState {
    /// It is nothing that succeeds or fails.
    Plain,
    /// It goes on.
    Running,
    Done,
    Failed,
    /// Withdrawn, or cut off by the end of its session.
    Cancelled,
}

/// A span, or a point where `to_ms` is `from_ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of the entry that it begins with; tells it from all others.
    pub id: u64,
    /// The number of the entry that it ends with; `id` of a point, and of a span without an entry about its end.
    pub last: u64,
    pub lane: Lane,
    pub state: MarkState,
    pub from_ms: u64,
    /// `None`: it goes on until now.
    pub to_ms: Option<u64>,
    pub session: u64,
    pub goal: Option<u64>,
}

/// A mark with its line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldMark {
    pub mark: Mark,
    pub text: String,
}

/// What is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimelineFilter {
    /// By [`Lane::ALL`].
    pub hidden: [bool; Lane::COUNT],
    /// Must stand in the text of a mark, in small or capital letters; all marks where it is empty.
    pub words: String,
}

/// Asks for what lies in a stretch of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimelineAsk {
    pub from_ms: u64,
    pub to_ms: u64,
    /// The resolution, at least 1. What is shorter shares its cell with others, and is then counted and not told one by one.
    pub cell_ms: u64,
    pub filter: TimelineFilter,
}

/// What lies in a stretch of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimelineAnswer {
    pub ask: TimelineAsk,
    /// What can be drawn one by one, oldest first.
    pub marks: Vec<ToldMark>,
    /// Where more lies than that.
    pub cells: Vec<TimelineCell>,
    /// How long a cell is: what was asked for, or longer where even so there was too much to be told one by one.
    pub cell_ms: u64,
    /// How much there is in all, by [`Lane::ALL`], at all times.
    pub lanes: [LaneCount; Lane::COUNT],
    pub sessions: Vec<SessionMark>,
    /// The session that runs here.
    pub here: Option<u64>,
    /// From the first entry to the last; `None` where there is none.
    pub whole: Option<(u64, u64)>,
    /// How much of the text was looked through for the filter's words, in hundredths, while that goes on.
    pub searched: Option<u8>,
    /// What is missing and why, in a sentence.
    pub missing: Option<String>,
}

/// So many marks in one cell of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimelineCell {
    pub lane: Lane,
    /// Where it begins; a multiple of the answer's `cell_ms`.
    pub from_ms: u64,
    pub count: u32,
    pub failed: u32,
}

/// How many marks of a lane pass the filter, and how many it holds back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaneCount {
    pub shown: u64,
    pub hidden: u64,
}

/// When a program played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionMark {
    pub id: u64,
    /// The bot's name.
    pub bot: String,
    pub from_ms: u64,
    /// `None`: it plays.
    pub to_ms: Option<u64>,
}

/// Asks for the mark before or behind a place.
#[derive(Clone, Debug, PartialEq)]
pub struct TimelineSeek {
    pub from_ms: u64,
    /// The mark to go on from; nothing where only the time says so.
    pub id: Option<u64>,
    pub forward: bool,
    pub filter: TimelineFilter,
}

/// All of a mark: each entry that belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkTold {
    pub mark: Mark,
    /// The name of the bot whose session it is of; empty where that is not known.
    pub bot: String,
    pub entries: Vec<EntryTold>,
}

/// One entry in full.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryTold {
    pub id: u64,
    pub wall_ms: u64,
    /// The body's game tick.
    pub tick: u64,
    /// In a line.
    pub text: String,
    /// What it holds, by name; long texts have lines.
    pub fields: Vec<(String, String)>,
    /// What is wrong with its text, where something is.
    pub fault: Option<String>,
}
