//! What is asked, and needs an answer and no deed.

use super::{
    behind::becomes,
    beyond::LAND,
    blocks::yielded_by,
    count::Count,
    meaning::{Intent, Question},
    names::{Use, is_vague, kind_left_open, resolve, resolve_loosely, unknown},
    parser::Parser,
    phrases::{ASKED_OF_GOALS, About, PLACES, QUESTIONS, QUESTIONS_ABOUT, Verb, longest},
    reading::is_read,
    refusals::{cannot, not_understood},
    words::{has, is_joint},
};
use crate::{domain::ToolError, knowledge};

/// What comes before the things that something is wanted for.
const FOR: &[&str] = &["for", "to make", "to craft", "to build", "to get", "in"];

/// What something can be made of.
const OF_WHAT_IS_HELD: &[&str] = &[
    "with what you have",
    "from what you have",
    "out of what you have",
    "with what you carry",
    "from what you carry",
    "with your stuff",
    "from your inventory",
    "with your inventory",
    "with that",
    "from that",
    "out of that",
    "right now",
    "with what we have",
    "with it",
    "from it",
    "out of your inventory",
    "out of your stuff",
    "from your stuff",
];
/// The same, behind one of these.
const MADE_OF: &[&str] = &["from", "with", "out of", "of", "using"];
const HELD: &[&str] = &[
    "what you're holding",
    "what you are holding",
    "what you're carrying",
    "what you are carrying",
    "what you have right now",
    "what you have on you",
    "what you've got",
    "what you have got",
    "what you hold",
    "everything you have",
    "all you have",
    "the stuff you have",
];

impl Parser<'_> {
    /// A question that comes next, up to the end of its clause; if so it is taken.
    pub(super) fn question(&mut self) -> Result<Option<Question>, ToolError> {
        let begun = self.at;
        if let Some(lasts) = self.lasts() {
            return Ok(Some(lasts));
        }
        if let Some(takes) = self.takes()? {
            return Ok(Some(takes));
        }
        if let Some(stands) = self.stands() {
            return Ok(Some(stands));
        }
        // "mine 3 dirt and tell me how many you have then"
        const OF_THAT: &[&str] = &[
            "tell me how many you have",
            "tell me how much you have",
            "tell me how many you've got",
            "tell me how many you have got",
            "tell me how many you got",
            "tell me how many there are",
            "say how many you have",
            "how many do you have",
            "how many have you got",
            "how much do you have",
            "how much have you got",
        ];
        const STORED_OF_THAT: &[&str] =
            &["how many are in the chest", "how many are there in the chest", "how much is in the chest"];
        if let Some((named, _)) = self.referents().last().cloned() {
            let asked = self.eat_any(OF_THAT).then_some(About::Held);
            let asked = asked.or_else(|| self.eat_any(STORED_OF_THAT).then_some(About::Stored));
            self.eat_any(&["then", "now", "in the end", "at the end", "altogether", "in total", "yourself", "on you"]);
            match asked.filter(|_| self.clone_ends_clause()) {
                Some(About::Stored) => return Ok(Some(Question::Stored(named.name))),
                Some(_) => return Ok(Some(Question::Held(yielded_by(named.name)))),
                None => self.at = begun,
            }
        }
        if let Some(asked) = self.indirectly()? {
            return Ok(Some(asked));
        }
        // "can you see me" begins like what is asked for.
        let whole = longest(QUESTIONS.iter().filter_map(|(phrase, question)| Some((self.comes(phrase)?, question))));
        if whole.is_none() && self.things_asked().is_none() {
            self.skip_fillers();
        }
        let alone = QUESTIONS.iter().filter_map(|(phrase, question)| Some((self.comes(phrase)?, question.clone())));
        let alone = longest(alone.chain(self.things_asked()));
        if let Some((count, question)) = alone {
            self.at += count;
            let asked = self.at;
            self.eat_any(&[
                "on you",
                "with you",
                "left",
                "then",
                "exactly",
                "at the moment",
                "over there",
                "down there",
                "up there",
                "there",
                "in there",
                "in the game",
                "in game",
                "yet",
                "already",
            ]);
            if question == Question::Makes {
                self.eat_what_is_held();
            }
            if question == Question::Done && (self.eat("while") || self.eat("since") || self.eat("when")) {
                while !self.clone_ends_clause() {
                    self.at += 1;
                }
            }
            if self.ends_clause() {
                return Ok(Some(question));
            }
            self.at = asked - count;
        }
        // "why are you digging there", "why did you stop"; why not is another matter.
        const WHY_NOT: &[&str] = &["why did you not", "why have you not", "why are you not", "why do you not"];
        let why_not = WHY_NOT.iter().any(|phrase| self.comes(phrase).is_some());
        if !why_not
            && ["why are you", "why did you", "why do you", "why have you", "why can't you", "why is it", "why is that"]
                .iter()
                .any(|phrase| self.eat(phrase))
        {
            while !self.ends_clause() {
                self.at += 1;
            }
            return Ok(Some(Question::Why));
        }
        if self.eat_any(ASKED_OF_GOALS) {
            while !self.ends_clause() {
                self.at += 1;
            }
            return Ok(Some(Question::Done));
        }
        if self.eat("are you wearing") {
            while !self.ends_clause() {
                self.at += 1;
            }
            return Ok(Some(Question::Worn));
        }
        for (before, after, about) in QUESTIONS_ABOUT {
            let start = self.at;
            if self.eat(before) {
                let end = self.end_of_question();
                let stop = self.where_comes(after, end);
                match stop.and_then(|stop| Some((stop, self.closes(stop, after, *about)?))) {
                    Some((stop, end)) => return self.about(*about, stop, end).map(Some),
                    None => self.at = start,
                }
            }
        }
        self.at = begun;
        Ok(None)
    }

    /// `how many logs do I need for a boat and a chest`, `how many torches can you make`.
    fn takes(&mut self) -> Result<Option<Question>, ToolError> {
        const NEED: &[&str] = &[
            "do i need",
            "do we need",
            "do you need",
            "does it take",
            "are needed",
            "is needed",
            "would i need",
            "will i need",
            "would it take",
            "will it take",
            "would you need",
            "will you need",
            "should i get",
            "should i bring",
            "go into",
            "goes into",
        ];
        let begun = self.at;
        let (named, notes) = (self.named.len(), self.notes.len());
        self.skip_fillers();
        // "do we have enough iron for a bucket?"
        let enough = [
            "do you have enough",
            "do we have enough",
            "do i have enough",
            "have you got enough",
            "is there enough",
            "have we got enough",
        ];
        if self.eat_any(&enough) {
            if let Some(takes) = self.taken_by(FOR) {
                return Ok(Some(takes));
            }
            self.at = begun;
        }
        if self.eat_any(&["how many", "how much"]) {
            let start = self.at;
            const CAN: &[&str] = &[
                "can you make",
                "can you craft",
                "can i make",
                "can i craft",
                "can we make",
                "can we craft",
                "could you make",
                "could you craft",
                "could i make",
                "could we make",
            ];
            const GET: &[&str] =
                &["can you get", "can i get", "can we get", "do i get", "do you get", "do we get", "will i get"];
            const HELD: &[&str] = &[
                "you have",
                "you've got",
                "you have got",
                "you hold",
                "you carry",
                "you are holding",
                "that you have",
                "in your inventory",
                "we have",
            ];
            let can = (start + 1..self.words.len().min(start + 5))
                .find(|end| CAN.iter().chain(GET).any(|can| self.comes_at(*end, can).is_some()));
            if let Some(end) = can
                && let Some(made) = resolve(&self.joined(start, end), Use::Got)
            {
                self.at = end;
                let makes = self.eat_any(CAN);
                self.eat_any(GET);
                let of = self.at;
                if self.eat_any(&["from", "out of", "of", "with"])
                    && let Ok((from, Count::Some(count), _)) = self.counted(Use::Got)
                    && becomes(from.name, made.name).is_some()
                    && self.ends_clause()
                {
                    return Ok(Some(Question::Becomes { of: from.name, count, made: made.name }));
                }
                self.at = of;
                let is_held = self.eat_what_is_held();
                if (makes || is_held) && self.ends_clause() {
                    return Ok(Some(Question::CanMake { made: made.name, of: None }));
                }
                if makes
                    && self.eat_any(&["from", "out of", "of", "with"])
                    && let Ok((from, Count::The | Count::All, _)) = self.counted(Use::Got)
                {
                    self.eat_any(HELD);
                    if self.ends_clause() {
                        return Ok(Some(Question::CanMake { made: made.name, of: Some(from.name) }));
                    }
                }
                self.at = start;
            }
            if let Some(takes) = self.taken_by(NEED) {
                return Ok(Some(takes));
            }
        }
        self.at = begun;
        self.named.truncate(named);
        self.notes.truncate(notes);
        Ok(None)
    }

    /// `how long would it take you to make a chest?`: of a goal that is understood, all that comes.
    fn lasts(&mut self) -> Option<Question> {
        const BEGINS: &[&str] = &[
            "how long will it take you to",
            "how long would it take you to",
            "how long does it take you to",
            "how long will it take to",
            "how long would it take to",
            "how long does it take to",
            "how long would you need to",
            "how long will you need to",
            "how long do you need to",
        ];
        if self.at > 0 || !self.eat_any(BEGINS) {
            return None;
        }
        let goal = self.rest().trim_end_matches(['?', ' ', '.', '!']).to_owned();
        if !is_read(&goal) {
            self.at = 0;
            return None;
        }
        self.at = self.words.len();
        Some(Question::Lasts(goal))
    }

    /// `from what you hold`; the longest of these phrases, taken if one comes next.
    fn eat_what_is_held(&mut self) -> bool {
        let begun = self.at;
        let of_that = MADE_OF.iter().find_map(|of| {
            self.at = begun;
            (self.eat(of) && self.eat_any(HELD)).then_some(self.at)
        });
        self.at = begun;
        let alone = self.eat_any(OF_WHAT_IS_HELD);
        self.at = self.at.max(of_that.unwrap_or(begun));
        alone || of_that.is_some()
    }

    /// `what sort of things can you build`: how many words ask so, and what.
    fn things_asked(&self) -> Option<(usize, Question)> {
        const WHAT: &[&str] = &["what sort of", "what kind of", "what kinds of", "what sorts of", "which", "what"];
        const BUILT: &[&str] = &["things", "buildings", "houses", "structures"];
        const BUILD: &[&str] =
            &["can you build", "could you build", "do you know how to build", "are you able to build"];
        const MAKE: &[&str] =
            &["can you make", "can you craft", "could you make", "could you craft", "can i make", "can i craft"];
        let comes = |at: usize, phrases: &[&str]| {
            longest(phrases.iter().filter_map(|phrase| Some((self.comes_at(at, phrase)?, ()))))
                .map(|(count, ())| at + count)
        };
        let what = comes(self.at, WHAT)?;
        let builds = comes(what, BUILT).and_then(|at| comes(at, BUILD)).map(|end| (end, Question::Blueprints));
        let makes = || comes(what, &["things"]).and_then(|at| comes(at, MAKE)).map(|end| (end, Question::Makes));
        builds.or_else(makes).map(|(end, question)| (end - self.at, question))
    }

    /// `is the door open?`, `tell me whether the campfire is lit`: of what can be so.
    fn stands(&mut self) -> Option<Question> {
        const ASKED: &[&str] = &[
            "is the",
            "is that",
            "is your",
            "is my",
            "tell me if the",
            "tell me whether the",
            "check if the",
            "check whether the",
            "see if the",
            "see whether the",
            "look whether the",
        ];
        const SO: &[&str] = &[
            "open",
            "closed",
            "shut",
            "open or closed",
            "open or shut",
            "open or not",
            "closed or open",
            "still open",
            "still closed",
            "still shut",
            "lit",
            "lit or not",
            "still lit",
            "burning",
            "still burning",
            "on fire",
            "on",
            "off",
            "on or off",
            "still on",
            "up or down",
        ];
        const KIND_LONGEST: usize = 3;
        let begun = self.at;
        self.skip_fillers();
        if self.eat_any(ASKED) {
            let start = self.at;
            for end in (start + 1..=self.words.len().min(start + KIND_LONGEST)).rev() {
                let said = self.joined(start, end);
                let kind = kind_that_stands(&said);
                self.at = end;
                self.eat("is");
                if let Some(kind) = kind
                    && self.eat_any(SO)
                    && self.ends_clause()
                {
                    return Some(Question::Stands(kind));
                }
            }
        }
        self.at = begun;
        None
    }

    /// `logs do I need for a boat and a chest`, with one of these phrases behind the thing.
    fn taken_by(&mut self, behind: &[&str]) -> Option<Question> {
        let start = self.at;
        let end = (start + 1..self.words.len().min(start + 4))
            .find(|end| behind.iter().any(|phrase| self.comes_at(*end, phrase).is_some()))?;
        let of = resolve(&self.joined(start, end), Use::Got)?;
        self.at = end;
        self.eat_any(behind);
        self.eat_any(FOR);
        let (begun, named, notes) = (self.at, self.named.len(), self.notes.len());
        // "a full set of iron armor"
        if let Ok(Some(set)) = self.set(Verb::Get)
            && self.ends_clause()
        {
            let piece = |intent: Intent| match intent {
                Intent::Get { item, count, .. } => Some((item, count)),
                _ => None,
            };
            return Some(Question::Takes { of: of.name, made: set.into_iter().filter_map(piece).collect() });
        }
        self.restore(begun, named, notes);
        let made = self.listed(Use::Got).ok().filter(|_| self.ends_clause())?;
        let made = made.iter().map(|(named, count)| (named.name, count.of(named.name))).collect();
        Some(Question::Takes { of: of.name, made })
    }

    /// `chat wants to know where you are`: a question in the order of a statement.
    fn indirectly(&mut self) -> Result<Option<Question>, ToolError> {
        const WANTS: &[&str] = &[
            "chat wants to know",
            "chat is asking",
            "chat asks",
            "i want to know",
            "i'd like to know",
            "we want to know",
            "everyone wants to know",
            "do you happen to know",
            "do you know",
            "may i ask",
            "can i ask",
            "could i ask",
            "can you tell me",
            "could you tell me",
            "i wonder",
            "i was wondering",
            "i'm wondering",
            "tell me",
            "tell us",
            "let me know",
            "remind me",
            "show me",
            "i need to know",
        ];
        const STATED: &[(&str, Question)] = &[
            ("where you are", Question::Place),
            ("what you have", Question::Inventory),
            ("what you've got", Question::Inventory),
            ("what you carry", Question::Inventory),
            ("what you are carrying", Question::Inventory),
            ("how you are", Question::Health),
            ("how you feel", Question::Health),
            ("what you are doing", Question::Doing),
            ("what you're doing", Question::Doing),
            ("what you're up to", Question::Doing),
            ("what you did", Question::Done),
            ("what you've done", Question::Done),
            ("what you have done", Question::Done),
            ("what you see", Question::Seen),
            ("what you have seen", Question::Seen),
            ("what you found", Question::Seen),
            ("what time it is", Question::Time),
            ("what comes next", Question::Next),
            ("what is next", Question::Next),
            ("what you are wearing", Question::Worn),
            ("what you're wearing", Question::Worn),
            ("who is here", Question::Company),
            ("who else is here", Question::Company),
            ("who else is around", Question::Company),
            ("who is online", Question::Company),
            ("what is going on", Question::Doing),
            ("how much health you have", Question::Health),
            ("how hungry you are", Question::Health),
            ("which places you know", Question::Places),
            ("what places you know", Question::Places),
            ("what you can make", Question::Makes),
            ("what you can craft", Question::Makes),
            ("what you can build", Question::Blueprints),
            ("what you are holding", Question::Inventory),
            ("what you're holding", Question::Inventory),
            ("what you hold", Question::Inventory),
            ("what's in your inventory", Question::Inventory),
            ("what is in your inventory", Question::Inventory),
            ("who is around", Question::Company),
            ("where home is", Question::Home),
            ("what you can do", Question::Abilities),
            ("which way you are facing", Question::Facing),
        ];
        let begun = self.at;
        self.skip_fillers();
        // "tell me who is here, and what time it is"
        let goes_on = self.at > 0 && is_joint(&self.words[self.at - 1].text) && self.asked_indirectly;
        if self.eat_any(WANTS) || goes_on {
            let stated =
                longest(STATED.iter().filter_map(|(phrase, asked)| Some((self.comes(phrase)?, asked.clone()))));
            if let Some((count, asked)) = stated {
                self.at += count;
                self.eat_any(&["on you", "with you", "left", "now", "right now", "at the moment", "then"]);
                if self.ends_clause() {
                    self.asked_indirectly = true;
                    return Ok(Some(asked));
                }
            } else if (self.eat("where it is") || self.eat("where that is") || self.eat("where they are"))
                && let Some(sought) = self.sought.as_deref().and_then(|sought| resolve(sought, Use::Mined))
                && self.ends_clause()
            {
                return Ok(Some(Question::Nearest(sought.name)));
            } else if self.eat("where") {
                let end = self.end_of_question();
                let is = (self.at..end).find(|at| matches!(self.words[*at].text.as_str(), "is" | "are"));
                if let Some(is) = is.filter(|is| *is + 1 == end) {
                    return self.about(About::Nearest, is, end).map(Some);
                }
            }
        }
        self.at = begun;
        Ok(None)
    }

    /// Where the clause ends; "flint and steel" may be asked about. Behind an "and" another question may come.
    fn end_of_question(&self) -> usize {
        const ASKS: &str = "how hows what whats where wheres who whos when why which is are do does did have can";
        let words = &self.words[self.at..];
        let stem = |word: &str| word.split('\'').next().unwrap_or_default().to_owned();
        let asks = |at: usize| words.get(at + 1).is_some_and(|next| has(ASKS, &stem(&next.text)));
        let ends = |at: &usize| is_joint(&words[*at].text) && (words[*at].text != "and" || asks(*at));
        (0..words.len()).find(ends).map_or(self.words.len(), |length| self.at + length)
    }

    /// Where these words come before the end; the end itself if there are none.
    fn where_comes(&self, phrase: &str, end: usize) -> Option<usize> {
        if phrase.is_empty() { Some(end) } else { (self.at..end).find(|at| self.comes_at(*at, phrase).is_some()) }
    }

    /// Where a question ends behind the words that close it; `None` where more is asked of the same there.
    fn closes(&mut self, stop: usize, phrase: &str, about: About) -> Option<usize> {
        let begun = self.at;
        self.at = stop + if phrase.is_empty() { 0 } else { phrase.split(' ').count() };
        self.eat_any(&[
            "on you",
            "left",
            "with you",
            "in total",
            "at the moment",
            "from here",
            "from you",
            "from me",
            "around here",
            "near here",
            "nearby",
            "here",
        ]);
        let is_place = about == About::Stored && self.at_place().is_ok();
        let closes = self.ends_clause() || is_place && self.at_end();
        let end = std::mem::replace(&mut self.at, begun);
        closes.then_some(end)
    }

    /// The end of a question without what is said behind any: "on you", "left".
    fn without_tail(&self, stop: usize) -> usize {
        const TAILS: &[&str] = &[
            "on you",
            "with you",
            "left",
            "on hand",
            "right now",
            "at the moment",
            "in your inventory",
            "yet",
            "already",
            "so far",
            "in it",
            "around here",
            "near here",
            "from here",
            "from you",
            "from me",
            "from us",
            "nearby",
            "close by",
            "here",
        ];
        let cut = TAILS.iter().find_map(|tail| {
            let length = tail.split(' ').count();
            let at = stop.checked_sub(length).filter(|at| *at > self.at)?;
            self.comes_at(at, tail).map(|_| at)
        });
        cut.unwrap_or(stop)
    }

    /// A question about what is named from here on up to there.
    fn about(&mut self, about: About, stop: usize, end: usize) -> Result<Question, ToolError> {
        let begun = self.at;
        if about == About::Recipe
            && let Ok(Some(Intent::Build(project))) = self.building()
            && self.at >= self.without_tail(stop)
        {
            self.at = end;
            return Ok(Question::Building(Box::new(project)));
        }
        self.at = begun;
        self.amount()?;
        while self.eat_any(&["enough", "more", "still", "any more", "any", "some", "nearest", "closest", "next", "the"])
        {
        }
        if self.at >= stop {
            return Err(not_understood(self.text, "what the question is about"));
        }
        let name = self.joined(self.at, self.without_tail(stop));
        if about == About::Nearest && matches!(name.as_str(), "home" | "your_home" | "my_home" | "our_home") {
            self.at = end;
            return Ok(Question::Home);
        }
        if is_vague(&name) && matches!(about, About::Stored | About::Held) {
            // What there is of "food" is told with all the rest.
            self.at = end;
            return Ok(if about == About::Held { Question::Inventory } else { Question::Stores });
        }
        // "any iron close by": its ore, and no ingot.
        let purpose = if about == About::Nearest { Use::Mined } else { Use::Got };
        // "planks can I get from what" asks something else.
        const ASKS: &[&str] =
            &["can", "could", "will", "would", "do", "i", "we", "you", "get", "make", "what", "from", "and", "how"];
        let loosely = || resolve_loosely(&name, purpose).filter(|_| !name.split('_').any(|word| ASKS.contains(&word)));
        let Some(named) = resolve(&name, purpose).or_else(loosely) else {
            let phrase = name.replace('_', " ");
            let written = self.words.get(self.at).map_or("", |word| &self.text[word.start..word.end]);
            // "my house" is a place that may have been given this name.
            let own =
                self.words.get(self.at - 1).is_some_and(|word| matches!(word.text.as_str(), "my" | "our" | "your"));
            let is_land = PLACES.contains(&phrase.as_str()) && !own;
            const NOBODY: &[&str] = &["you", "it", "that", "this", "he", "she", "they", "we", "i", "there", "here"];
            // "coal ore skulking" is something else than a name.
            let is_thing = |word: &str| phrase.contains(' ') && resolve(word, purpose).is_some();
            let is_name = !phrase.split(' ').any(|word| NOBODY.contains(&word) || is_thing(word));
            if about == About::Nearest && is_name && !is_land && phrase.split(' ').count() <= 3 {
                let name = if written.starts_with(char::is_uppercase) { written.to_owned() } else { phrase };
                self.at = end;
                return Ok(Question::Where(name));
            }
            return Err(match PLACES.contains(&phrase.as_str()) {
                true => cannot(self.text, LAND),
                false => unknown(&phrase),
            });
        };
        self.at = end;
        self.notes.extend(named.note.clone());
        self.named.push((named.clone(), Count::The));
        Ok(match about {
            About::Stored => Question::Stored(named.name),
            About::Held => kind_left_open(&name).map_or(Question::Held(named.name), Question::HeldOf),
            About::Recipe => Question::Recipe(named.name),
            // A bed of any colour.
            About::Nearest => Question::Nearest(
                kind_left_open(&name).filter(|kind| !knowledge::blocks_sought(kind).is_empty()).unwrap_or(named.name),
            ),
        })
    }

    /// Whether a clause ends here, fillers put aside; if so they are taken.
    pub(super) fn ends_clause(&mut self) -> bool {
        let begun = self.at;
        self.skip_fillers();
        let ends = self.word().is_none_or(is_joint);
        if !ends {
            self.at = begun;
        }
        ends
    }
}

/// The kind of block that is called so, where such a block is open or shut, lit or not, on or off.
pub(super) fn kind_that_stands(said: &str) -> Option<&'static str> {
    const KINDS: &[(&str, &str)] =
        &[("door", "door"), ("gate", "fence_gate"), ("fence_gate", "fence_gate"), ("trapdoor", "trapdoor")];
    let kind = KINDS.iter().find(|(name, _)| *name == said).map(|(_, kind)| *kind);
    let stands_one_way = |kind: &&str| {
        knowledge::blocks_sought(kind).iter().any(|block| knowledge::stands_how(block.default_state).is_some())
    };
    kind.or_else(|| Some(resolve(said, Use::Mined)?.name)).filter(stands_one_way)
}
