//! Goals that wait for their time: "every evening sleep", "when you have 10 iron, make an iron pickaxe".

use super::{
    count::Count,
    names::{Use, resolve},
    parser::Parser,
    phrases::verb_at,
    refusals::{cannot, not_understood},
    words::is_joint,
};
use crate::{
    domain::ToolError,
    knowledge::{DAY, MIDNIGHT, NIGHTFALL, NOON},
};

/// What is done again and again, or once something is so.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub when: When,
    /// How often at most; without it, until somebody ends it.
    pub times: Option<u32>,
    /// What is done each time, as it was said.
    pub goal: String,
    /// How words were read, where they were not just taken.
    pub notes: Vec<String>,
}

/// The time that a goal waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Now, and each time that so many game ticks have passed.
    Every(u64),
    /// Each day from this time on, in ticks since dawn.
    Daily(u64),
    /// Once, so many game ticks from now.
    In(u64),
    /// As soon as so many are held.
    Held { item: &'static str, count: u32 },
    /// As soon as hunger keeps health from growing back.
    Hungry,
    /// As soon as no place for another stack is left.
    Full,
}

impl When {
    /// As the end of a sentence: "each day at 18:31".
    pub fn told(self) -> String {
        match self {
            Self::Every(ticks) => format!("every {} s of the game", ticks.div_ceil(20)),
            Self::In(ticks) => format!("once, in {} s of the game", ticks.div_ceil(20)),
            Self::Daily(at) => {
                // A day begins at six in the morning (Minecraft Wiki, Daylight cycle).
                let minutes = (at + DAY / 4) % DAY * 60 / 1_000;
                format!("each day at {:02}:{:02}", minutes / 60, minutes % 60)
            }
            Self::Held { item, count } => format!("as soon as {count} {item} are held"),
            Self::Hungry => "as soon as the bot is hungry".to_owned(),
            Self::Full => "as soon as the pack is full".to_owned(),
        }
    }
}

/// Times of the day, in ticks since dawn.
pub(super) const DAILY: &[(&str, u64)] = &[
    ("evening", NIGHTFALL),
    ("night", NIGHTFALL),
    ("morning", 0),
    ("noon", NOON),
    ("midday", NOON),
    ("midnight", MIDNIGHT),
    ("dawn", 0),
    ("sunrise", 0),
    ("dusk", NIGHTFALL),
    ("sunset", NIGHTFALL),
    ("nightfall", NIGHTFALL),
];

/// Words for the same, said of one day.
pub(super) const ONCE_A_DAY: &[(&str, u64)] = &[
    ("it gets dark", NIGHTFALL),
    ("it is dark", NIGHTFALL),
    ("it's dark", NIGHTFALL),
    ("it is night", NIGHTFALL),
    ("it's night", NIGHTFALL),
    ("night falls", NIGHTFALL),
    ("the sun sets", NIGHTFALL),
    ("the sun goes down", NIGHTFALL),
    ("it is morning", 0),
    ("it's morning", 0),
    ("the sun rises", 0),
    ("the sun comes up", 0),
    ("it is noon", NOON),
    ("it is midnight", MIDNIGHT),
    ("it's midnight", MIDNIGHT),
    ("it's noon", NOON),
    ("it gets light", 0),
    ("it is light again", 0),
    ("night comes", NIGHTFALL),
    ("evening comes", NIGHTFALL),
    ("morning comes", 0),
    ("it gets late", NIGHTFALL),
    ("the day ends", NIGHTFALL),
    ("the night ends", 0),
    ("day breaks", 0),
];

pub(super) const HUNGRY: &[&str] = &[
    "hungry",
    "your hungry",
    "you feel hungry",
    "your hunger is low",
    "your hunger bar is low",
    "you need food",
    "your food bar is low",
    "you are hungry",
    "you're hungry",
    "you get hungry",
    "your food is low",
];
/// That it is dark now.
pub(super) const DARK: &[&str] =
    &["it is dark", "it's dark", "it is night", "it's night", "it is night time", "it's night time"];
const FULL: &[&str] = &[
    "your inventory is full",
    "your inventory gets full",
    "your inventory is nearly full",
    "your bag is full",
    "your pockets are full",
    "you are full up",
    "the inventory is full",
    "your backpack is full",
    "you can't carry any more",
    "you can't carry anymore",
    "your pack is full",
    "you are full of stuff",
    "you have no room left",
    "you have no space left",
];

/// Until when it goes on, where that says nothing: it does so anyway.
pub(super) const UNTIL_STOPPED: &[&str] = &[
    "until i tell you otherwise",
    "till i say stop",
    "till i tell you to stop",
    "until i say so",
    "until i say otherwise",
    "until further notice",
    "till i tell you otherwise",
    "for as long as you can",
    "until i say stop",
    "until told to stop",
    "until i stop you",
    "until i tell you to stop",
    "forever",
];

impl Parser<'_> {
    /// When it is to be done, if that comes next, and how often where the words say that it is once.
    pub(super) fn condition(&mut self) -> Result<Option<(When, Option<u32>)>, ToolError> {
        let begun = self.at;
        let found = self.each_time().map_or_else(|| self.once(), |when| when.map(|when| Some((when, None))))?;
        if found.is_none() {
            self.at = begun;
        }
        Ok(found)
    }

    /// "every 10 minutes", "each evening".
    fn each_time(&mut self) -> Option<Result<When, ToolError>> {
        // "once an hour", "twice a day"
        let begun = self.at;
        let often = if self.eat("once") {
            1
        } else if self.eat("twice") {
            2
        } else {
            0
        };
        if often > 0 {
            let unit = (self.eat("a") || self.eat("an") || self.eat("every") || self.eat("per"))
                .then(|| self.span().ok())
                .flatten();
            if unit.is_none() {
                self.at = begun;
            }
            return unit.map(|ticks| Ok(When::Every((ticks / often).max(1))));
        }
        if !self.eat("every") && !self.eat("each") {
            return None;
        }
        self.eat("single");
        if let Some((_, at)) = DAILY.iter().find(|(name, _)| self.eat(name)) {
            return Some(Ok(When::Daily(*at)));
        }
        if self.eat("day") {
            return Some(Ok(When::Every(DAY)));
        }
        // "every log" is no time.
        let at = self.at;
        let span = self.span().ok().map(|ticks| Ok(When::Every(ticks.max(1))));
        if span.is_none() {
            self.at = at - 1;
        }
        span
    }

    /// "when you have 10 iron", "whenever your inventory is full".
    fn once(&mut self) -> Result<Option<(When, Option<u32>)>, ToolError> {
        // "in 10 minutes", "after half an hour"
        let begun = self.at;
        if (self.eat("in") || self.eat("after"))
            && let Ok(ticks) = self.span()
        {
            return Ok(Some((When::In(ticks.max(1)), Some(1))));
        }
        self.at = begun;
        let alone = [
            ("at dawn", 0),
            ("at sunrise", 0),
            ("in the morning", 0),
            ("tomorrow morning", 0),
            ("first thing tomorrow", 0),
            ("first thing in the morning", 0),
            ("tomorrow at dawn", 0),
            ("tomorrow", 0),
            ("tomorrow evening", NIGHTFALL),
            ("later tonight", NIGHTFALL),
            ("at dusk", NIGHTFALL),
            ("at sunset", NIGHTFALL),
            ("at nightfall", NIGHTFALL),
            ("in the evening", NIGHTFALL),
            ("this evening", NIGHTFALL),
            ("at noon", NOON),
            ("at midnight", MIDNIGHT),
            ("at night", NIGHTFALL),
            ("tonight", NIGHTFALL),
        ];
        if let Some((_, at)) = alone.iter().find(|(phrase, _)| self.eat(phrase)) {
            return Ok(Some((When::Daily(*at), Some(1))));
        }
        let asks = self.word() == Some("if");
        let once = match () {
            () if self.eat_any(&["whenever", "every time", "each time", "always when"]) => None,
            () if self.eat_any(&["when", "once", "as soon as", "after", "if"]) => Some(1),
            () => return Ok(None),
        };
        if let Some((_, at)) = ONCE_A_DAY.iter().find(|(phrase, _)| self.eat(phrase)) {
            // Whoever says "if" may mean now and not later.
            if asks {
                let then = "whether it is to be waited for (say: when it gets dark sleep)";
                return Err(not_understood(self.text, then));
            }
            return Ok(Some((When::Daily(*at), once)));
        }
        // What "if" asks is decided at once, see `provided`.
        if (!asks || self.comes("you get hungry").is_some()) && self.eat_any(HUNGRY) {
            return Ok(Some((When::Hungry, once)));
        }
        if self.eat_any(FULL) {
            return Ok(Some((When::Full, once)));
        }
        let finds = self.comes("you find").is_some();
        if asks && !finds {
            return Ok(None);
        }
        if !self.eat_any(&[
            "you have",
            "you have got",
            "you've got",
            "you got",
            "you hold",
            "there are",
            "we have",
            "you've",
            "we've got",
            "you have got hold of",
            "you find",
            "you collect",
            "you have collected",
            "you get",
            "you've collected",
            "you have gathered",
            "you've gathered",
        ]) {
            return Ok(None);
        }
        let words = "wait for fewer, only for as many or more (say: when you have 10 logs, make a chest)";
        if self.eat_any(&[
            "at most",
            "no more than",
            "not more than",
            "less than",
            "fewer than",
            "under",
            "only",
            "just",
        ]) {
            return Err(cannot(self.text, words));
        }
        self.eat("at least");
        let beyond = self.eat("more than") || self.eat("over");
        let (count, _) = self.amount()?;
        let count = match count {
            Count::Some(many) if beyond => Count::Some(many.saturating_add(1)),
            count => count,
        };
        let start = self.at;
        for end in (start + 1..=self.words.len().min(start + 6)).rev() {
            let Some(named) = resolve(&self.joined(start, end), Use::Got) else { continue };
            self.at = end;
            let verb_next = verb_at(|phrase| self.comes_at(end + 1, phrase)).is_some();
            if self.word() == Some("and") && !verb_next {
                let words = "wait for several things at once (say: when you have 10 logs, make a chest)";
                return Err(cannot(self.text, words));
            }
            if self.at_end() || self.word().is_some_and(is_joint) || self.is_verb() {
                let count =
                    if matches!(count, Count::Unsaid | Count::The) { 1 } else { self.how_many(&named, count, true)? };
                return Ok(Some((When::Held { item: named.name, count }, once)));
            }
        }
        // "if you find iron on the way, mine it"
        if finds {
            let words = "wait for what is seen, only for what is held (say: explore until you find iron ore)";
            return Err(cannot(self.text, words));
        }
        Err(not_understood(self.text, "what one is to have then (say: when you have 10 iron ingots, make a bucket)"))
    }

    /// "3 times", "for 3 days", "until I say stop": how often, if that comes next.
    pub(super) fn limit(&mut self, when: When) -> Result<Option<u32>, ToolError> {
        if self.eat_any(UNTIL_STOPPED) {
            return Ok(None);
        }
        let begun = self.at;
        if let When::Every(ticks) = when
            && self.eat("for")
        {
            if let Ok(span) = self.span() {
                return Ok(Some(u32::try_from(span / ticks).unwrap_or(u32::MAX).max(1)));
            }
            self.at = begun;
        }
        let is_for = self.eat("for");
        self.eat("the next");
        if !is_for {
            self.eat_any(&["at most", "up to"]);
        }
        let count = match self.eat_any(&["once"]) {
            true => return Ok(Some(1)),
            false if self.eat("twice") => return Ok(Some(2)),
            false => self.amount().map(|(count, _)| count),
        };
        // A number takes its "times" with it.
        let is_times = self.words[..self.at].last().is_some_and(|word| word.text == "times");
        let days = is_for && matches!(when, When::Daily(_) | When::Every(DAY));
        match count {
            Ok(Count::Some(count))
                if is_times || days && self.eat_any(&["days", "day", "evenings", "nights", "mornings"]) =>
            {
                self.eat_any(&["in all", "in total", "altogether", "all in all"]);
                Ok(Some(count.max(1)))
            }
            _ => {
                self.at = begun;
                Ok(None)
            }
        }
    }
}
