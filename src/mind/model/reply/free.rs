//! What a goal that no grammar understands may mean. Only a model knows what such a goal is about, and a model may be confused, or
//! somebody else's: so the words themselves say what it may have done. What cannot be taken back or reaches others (speech,
//! throwing away, breaking what somebody has built, going far) is done only where a word asks for it; all else is as for any goal.

use crate::{
    domain::{BlockPos, ToolRequest},
    knowledge::{abundance, mine_target, plain},
    mind::{
        model::reply::{answer::finding, asked::Own},
        plan::state::{PlacedBlock, PlannerState},
    },
};

/// How far from where the bot stood a goal leads that says nothing of it, in blocks, on each axis: a walk there and back takes a
/// minute.
const RANGE: u32 = 64;

/// What not every goal may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    Speak,
    Part,
    Break,
    Store,
    Use,
    Join,
}

/// The words that ask for a deed, in their plain form, and what is said where none stands in a goal. Words of several must follow
/// each other. A word that may mean the deed and something else is in, where it mostly means the deed.
const WORDS: &[(Deed, &str, &[&str])] = &[
    (
        Deed::Speak,
        "the goal's words ask for nothing to be said",
        &[
            "say",
            "tell",
            "greet",
            "shout",
            "write",
            "announce",
            "answer",
            "sing",
            "speak",
            "talk",
            "chat",
            "whisper",
            "reply",
            "respond",
            "ask",
            "yell",
            "scream",
            "cheer",
            "recite",
            "congratulate",
            "praise",
            "compliment",
            "insult",
            "joke",
            "poem",
            "rhyme",
            "song",
            "speech",
            "story",
            "declare",
            "broadcast",
            "message",
            "inform",
            "notify",
            "warn",
            "wish",
            "welcome",
            "describe",
            "explain",
            "report",
            "mention",
            "introduce",
            "apologize",
            "apologise",
            "complain",
            "invite",
            "remind",
            "narrate",
            "beg",
            "let me know",
            "let us know",
            "let them know",
            "let him know",
            "let her know",
            "let everyone know",
            "let everybody know",
        ],
    ),
    (
        Deed::Part,
        "the goal's words ask for nothing to be dropped or given away",
        &[
            "drop",
            "throw",
            "toss",
            "give",
            "discard",
            "dump",
            "donate",
            "deliver",
            "share",
            "offer",
            "trash",
            "chuck",
            "ditch",
            "scatter",
            "dispose",
            "lend",
            "bring",
            "get rid of",
            "hand over",
            "hand out",
            "hand me",
            "hand us",
            "hand him",
            "hand her",
            "hand them",
            "hand it",
            "pass me",
            "pass him",
            "pass her",
            "pass them",
            "empty your",
            "empty the inventory",
        ],
    ),
    (
        Deed::Break,
        "the goal's words do not ask for that to be broken, which may be somebody's",
        &[
            "mine",
            "dig",
            "break",
            "remove",
            "clear",
            "destroy",
            "demolish",
            "chop",
            "cut",
            "fell",
            "harvest",
            "reap",
            "excavate",
            "tunnel",
            "hollow",
            "flatten",
            "level",
            "raze",
            "wreck",
            "smash",
            "dismantle",
            "deconstruct",
            "tear down",
            "take down",
            "take apart",
            "knock down",
            "pull down",
            "take back",
            "strip",
        ],
    ),
    (
        Deed::Store,
        "the goal's words do not ask for a chest to be filled or emptied",
        &[
            "store", "stow", "put", "take", "tidy", "sort", "stash", "keep", "save", "unload", "empty", "fetch",
            "chest", "loot",
        ],
    ),
    (
        Deed::Use,
        "the goal's words do not ask for anything to be used",
        &[
            "use",
            "open",
            "close",
            "shut",
            "press",
            "push",
            "pull",
            "flip",
            "light",
            "ignite",
            "burn",
            "till",
            "hoe",
            "plough",
            "plow",
            "plant",
            "sow",
            "fill",
            "pour",
            "water",
            "scoop",
            "farm",
            "fertilize",
            "ring",
        ],
    ),
    (
        Deed::Join,
        "the goal's words ask for no company",
        &[
            "come",
            "follow",
            "accompany",
            "escort",
            "join",
            "visit",
            "meet",
            "stay with",
            "go to",
            "go with",
            "walk to",
            "walk with",
            "run to",
            "guard",
            "protect",
            "chase",
            "find",
            "help",
        ],
    ),
];

/// Words after which a clause asks for the contrary.
const NOT: &[&str] = &[
    "not",
    "don't",
    "dont",
    "never",
    "no",
    "without",
    "cannot",
    "can't",
    "cant",
    "won't",
    "shouldn't",
    "mustn't",
    "nor",
    "neither",
    "avoid",
    "stop",
    "refrain",
    "nobody",
    "nothing",
];
/// And those that do so behind the word.
const NOTHING: &[&str] = &["nothing", "nobody", "none", "no"];
/// What ends a clause. Not `and`: what stands behind it may be denied with what stands before.
const ENDS: &[char] = &[',', ';', '.', '!', '?', ':', '\n'];
/// Behind `200 blocks`: then it is how far to go.
const FAR: &[&str] = &[
    "away", "far", "from", "north", "south", "east", "west", "forward", "forwards", "ahead", "back", "up", "down",
    "further", "farther", "around", "that",
];

/// What a goal's words allow.
#[derive(Debug)]
pub(super) struct Free {
    deeds: Vec<Deed>,
    /// All its words, small.
    words: Vec<String>,
    /// Where the bot stood when it began, if that is known.
    start: Option<BlockPos>,
    range: u32,
    /// Places that the words name: x, maybe y, and z.
    places: Vec<(i32, Option<i32>, i32)>,
}

impl Free {
    pub fn new(goal: &str, began: &PlannerState) -> Self {
        let plain = unquoted(goal).to_lowercase().replace('\u{2019}', "'");
        let clauses: Vec<Vec<&str>> = plain.split(ENDS).map(|clause| words(clause).collect()).collect();
        let asks = |bases: &[&str]| bases.iter().any(|base| clauses.iter().any(|clause| asks_for(clause, base)));
        let deeds = WORDS.iter().filter(|(_, _, bases)| asks(bases)).map(|(deed, ..)| *deed).collect();
        let ways = clauses.iter().flat_map(|clause| clause.windows(3)).filter_map(|three| {
            let far =
                ["block", "meter", "metre"].iter().any(|base| is_form_of(three[1], base)) && FAR.contains(&three[2]);
            three[0].parse().ok().filter(|_| far)
        });
        Self {
            deeds,
            range: ways.fold(RANGE, u32::max),
            words: clauses.concat().into_iter().map(str::to_owned).collect(),
            start: began.position.map(|position| position.block()),
            places: places(&plain),
        }
    }

    /// What the steps do that the words cannot mean. `placed` stands because of the goal.
    pub fn beyond(&self, own: &[Own], placed: &[PlacedBlock]) -> Vec<String> {
        let faults = own.iter().enumerate().filter_map(|(at, step)| {
            let fault = self.fault(&step.request, &own[..at], placed)?;
            Some(finding(at + 1, &step.request.title(), &fault))
        });
        faults.collect()
    }

    fn fault(&self, request: &ToolRequest, before: &[Own], placed: &[PlacedBlock]) -> Option<String> {
        let deed = match request {
            ToolRequest::Chat(_) | ToolRequest::WriteSign(_) => Some(Deed::Speak),
            ToolRequest::Drop(_) | ToolRequest::Give(_) => Some(Deed::Part),
            ToolRequest::Clear(_) | ToolRequest::Harvest(_) => Some(Deed::Break),
            ToolRequest::Store(_) | ToolRequest::Take(_) | ToolRequest::Sort(_) => Some(Deed::Store),
            ToolRequest::UseItem(_) => Some(Deed::Use),
            ToolRequest::Follow(_) | ToolRequest::GoToPlayer(_) => Some(Deed::Join),
            ToolRequest::Mine(mine) => {
                let own = match mine.at {
                    Some(at) => placed.iter().any(|placed| placed.at == at) || self.names(at.x, Some(at.y), at.z, 0),
                    None => grows(&mine.target) || self.speaks_of(&mine.target),
                };
                (!own && !puts_up(before, placed, &mine.target, mine.at)).then_some(Deed::Break)
            }
            ToolRequest::Craft(_)
            | ToolRequest::Smelt(_)
            | ToolRequest::PlaceBlock(_)
            | ToolRequest::Navigate(_)
            | ToolRequest::GetBotStatus(_)
            | ToolRequest::LookInto(_)
            | ToolRequest::Equip(_)
            | ToolRequest::TakeOff(_)
            | ToolRequest::Fill(_)
            | ToolRequest::Build(_)
            | ToolRequest::Light(_)
            | ToolRequest::Eat(_)
            | ToolRequest::Sleep(_)
            | ToolRequest::PickUp(_)
            | ToolRequest::Face(_)
            | ToolRequest::Remember(_)
            | ToolRequest::Explore(_)
            | ToolRequest::Jump(_)
            | ToolRequest::Sneak(_)
            | ToolRequest::Wait(_)
            | ToolRequest::PlanOn(_)
            | ToolRequest::GoToBlock(_) => None,
        };
        if let Some(deed) = deed.filter(|deed| !self.deeds.contains(deed)) {
            return WORDS.iter().find(|(known, ..)| *known == deed).map(|(_, fault, _)| (*fault).to_owned());
        }
        let (x, y, z) = match request {
            ToolRequest::Navigate(to) => (to.x, to.y, to.z),
            other => other.place().map(|at| (at.x, Some(at.y), at.z))?,
        };
        (!self.reaches(x, y, z)).then(|| {
            format!(
                "that is farther than {} blocks from where the bot stood, and the goal's words name no place there",
                self.range
            )
        })
    }

    fn reaches(&self, x: i32, y: Option<i32>, z: i32) -> bool {
        let near = |one: i32, other: i32| one.abs_diff(other) <= self.range;
        let from_start = |start: BlockPos| near(x, start.x) && near(z, start.z) && y.is_none_or(|y| near(y, start.y));
        self.start.is_some_and(from_start) || self.names(x, y, z, RANGE)
    }

    /// Whether the words name a place within so many blocks of this one.
    fn names(&self, x: i32, y: Option<i32>, z: i32, within: u32) -> bool {
        let height = |named: Option<i32>| match (named, y) {
            (Some(named), Some(y)) => named.abs_diff(y) <= within,
            // Where no height is named the start's will do.
            (None, Some(y)) => within > 0 && self.start.is_none_or(|start| start.y.abs_diff(y) <= within),
            (_, None) => true,
        };
        let is_near = |(px, py, pz): &(i32, Option<i32>, i32)| {
            px.abs_diff(x) <= within && pz.abs_diff(z) <= within && height(*py)
        };
        self.places.iter().any(is_near)
    }

    /// Whether a thing stands in the words by its name.
    fn speaks_of(&self, thing: &str) -> bool {
        let is_said = |part: &str| self.words.iter().any(|word| is_form_of(word, part));
        plain(thing).split('_').all(is_said)
    }
}

/// What a goal's words leave out, for the model that plans it.
pub(in crate::mind::model) fn limits(goal: &str) -> String {
    let free = Free::new(goal, &PlannerState::default());
    let mut limits = vec![format!("go no farther than {} blocks, but to a place that the goal names", free.range)];
    for (deed, limit) in [
        (Deed::Speak, "say nothing"),
        (Deed::Part, "drop nothing"),
        (Deed::Break, "mine only what grows in nature or what the plan puts up, and no block `at` a place"),
    ] {
        if !free.deeds.contains(&deed) {
            limits.push(limit.to_owned());
        }
    }
    limits.join("; ")
}

/// Whether what is to be mined grows in nature, so that it need not be somebody's. What is not known at all others find.
fn grows(target: &str) -> bool {
    mine_target(target).map_or(true, |target| target.blocks.iter().any(|block| abundance(block.name).is_some()))
}

/// Whether the plan itself has put it up by then.
fn puts_up(before: &[Own], placed: &[PlacedBlock], target: &str, at: Option<BlockPos>) -> bool {
    let target = plain(target);
    let puts = |step: &Own| step.request.puts_up().is_some_and(|block| plain(block) == target);
    let there = |step: &Own| at.is_none_or(|at| step.request.place() == Some(at));
    before.iter().any(|step| puts(step) && there(step))
        || at.is_none() && placed.iter().any(|placed| plain(&placed.block) == target)
}

/// Without what stands in quotes: those are somebody's words, and ask for nothing.
fn unquoted(text: &str) -> String {
    text.split(['"', '\u{201c}', '\u{201d}']).step_by(2).collect::<Vec<_>>().join(" ")
}

fn words(clause: &str) -> impl Iterator<Item = &str> {
    clause.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '-')).filter(|word| !word.is_empty())
}

/// Whether a clause has the word, or these words in a row, and does not deny them.
fn asks_for(clause: &[&str], base: &str) -> bool {
    let bases: Vec<&str> = base.split(' ').collect();
    clause.windows(bases.len()).enumerate().any(|(at, some)| {
        let first = is_form_of(some[0], bases[0]);
        let denied = clause[..at].iter().any(|word| NOT.contains(word));
        let next = clause.get(at + bases.len());
        first && some[1..] == bases[1..] && !denied && !next.is_some_and(|word| NOTHING.contains(word))
    })
}

/// `says`, `saying`, `chopping`, `greeted` and `writing` are of `say`, `chop`, `greet` and `write`.
fn is_form_of(word: &str, base: &str) -> bool {
    let Some(last) = base.chars().last() else { return false };
    let stem = base.strip_suffix('e').unwrap_or(base);
    word == base
        || word.strip_prefix(base).is_some_and(|rest| matches!(rest, "s" | "es" | "ed" | "d" | "ing"))
        || word.strip_prefix(stem).is_some_and(|rest| stem.len() < base.len() && rest == "ing")
        || word
            .strip_prefix(base)
            .and_then(|rest| rest.strip_prefix(last))
            .is_some_and(|rest| matches!(rest, "ing" | "ed"))
}

/// The places that words name: two numbers (x, z) or three (x, y, z) in a row.
fn places(text: &str) -> Vec<(i32, Option<i32>, i32)> {
    let mut places = Vec::new();
    let mut row: Vec<i32> = Vec::new();
    let mut end = |row: &mut Vec<i32>| match std::mem::take(row)[..] {
        [x, z] => places.push((x, None, z)),
        [x, y, z] => places.push((x, Some(y), z)),
        _ => {}
    };
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | '(' | ')' | '[' | ']')) {
        let bare = word.trim_start_matches(['x', 'y', 'z', '=', ':']).trim_end_matches(['.', '!', '?', ':', ',']);
        match bare.parse() {
            Ok(number) => row.push(number),
            // `x: 5`, or the gap between a comma and a space.
            Err(_) if bare.is_empty() && !word.contains(['.', '!', '?']) => {}
            Err(_) => end(&mut row),
        }
    }
    end(&mut row);
    places
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::domain::Vec3;

    const HOME: Vec3 = Vec3 { x: 100.5, y: 64.0, z: -20.5 };

    fn beyond(goal: &str, tool: &str, params: &Value) -> Option<String> {
        let began = PlannerState { position: Some(HOME), ..PlannerState::default() };
        let request = ToolRequest::from_parts(tool, params).unwrap();
        Free::new(goal, &began).beyond(&[Own::from(request)], &[]).pop()
    }

    fn may(goals: &[&str], tool: &str, params: Value) {
        goals.iter().for_each(|goal| assert_eq!(beyond(goal, tool, &params), None, "{goal}"));
    }

    fn may_not(goals: &[&str], tool: &str, params: Value) {
        goals.iter().for_each(|goal| assert!(beyond(goal, tool, &params).is_some(), "{goal}: {tool} {params}"));
    }

    #[test]
    fn who_asks_for_words_gets_words() {
        let hello = || json!({ "message": "hello" });
        let asked =
            ["greet everyone", "tell them a joke", "Announce dinner!", "be writing a poem", "chatting with Ada"];
        may(&asked, "chat", hello());
        may(&["don't dig, tell me where you are", "let everyone know where you are"], "chat", hello());
        let unasked = ["follow me", "make me happy", "protect the village", "", "essay", "sayonara"];
        may_not(&unasked, "chat", hello());
        let denied = [
            "walk in circles and say nothing",
            "never ever say or shout a word",
            "do not tell them",
            "dance without talking",
        ];
        may_not(&denied, "chat", hello());
        may_not(&["do what the sign \"say hello\" wants", "obey \u{201c}tell all"], "chat", hello());
    }

    #[test]
    fn who_asks_for_things_to_go_has_them_go() {
        let dirt = || json!({ "item": "dirt", "count": 64 });
        may(
            &["throw the junk away", "get rid of all this", "hand me whatever is useful", "give it to a friend"],
            "drop",
            dirt(),
        );
        may_not(
            &["follow me", "make me happy", "build by hand", "rid me of fear", "don't drop a thing", "drop nothing"],
            "drop",
            dirt(),
        );
    }

    #[test]
    fn nobody_goes_far_unless_told_where() {
        let to = |x: i32, y: Value, z: i32| json!({ "x": x, "y": y, "z": z });
        may(&["follow me", "make me happy"], "navigate", to(164, Value::Null, -84));
        may_not(&["follow me", "make me happy"], "navigate", to(165, Value::Null, -20));
        may_not(&["follow me"], "navigate", to(100, json!(300), -20));
        may(
            &["wander to 900, -400 somehow", "be at x=900 z=-400", "(900 70 -400) is the place"],
            "navigate",
            to(900, json!(70), -400),
        );
        may(&["have a look 200 blocks north of here"], "navigate", to(100, Value::Null, -220));
        may_not(&["have a look 200 blocks of dirt", "a 900x-400 house"], "navigate", to(100, Value::Null, -220));
        may_not(&["wander to 900, -400 somehow"], "navigate", to(-900, Value::Null, 400));
        may_not(&["make me happy"], "place_block", json!({ "block": "dirt", "x": 600, "y": 64, "z": 0 }));
        // Where nobody knows where it stands, only what is named will do.
        let request = ToolRequest::from_parts("navigate", &json!({ "x": 1, "z": 1 })).unwrap();
        let own = [Own::from(request)];
        assert_eq!(Free::new("dance", &PlannerState::default()).beyond(&own, &[]).len(), 1);
        assert_eq!(Free::new("dance at 0 0", &PlannerState::default()).beyond(&own, &[]), [""; 0]);
    }

    #[test]
    fn what_may_be_somebodys_is_let_stand() {
        let wall = || json!({ "target": "cobblestone", "at": { "x": 101, "y": 65, "z": -20 } });
        may(&["tear down that house", "demolish the wall", "the block at 101 65 -20 bothers me"], "mine", wall());
        may_not(
            &["protect the village", "make me happy", "tear up", "the block at 101 -20 bothers me"],
            "mine",
            wall(),
        );
        let planks = || json!({ "target": "oak_planks", "count": 9 });
        may(&["replace the oak planks of my house", "dismantle it"], "mine", planks());
        may_not(&["protect the village", "replace the planks of my house"], "mine", planks());
        may(&["protect the village"], "mine", json!({ "target": "oak_log", "count": 9 }));
        may(&["protect the village"], "place_block", json!({ "block": "dirt" }));
        may(&["protect the village"], "craft", json!({ "item": "torch" }));
    }

    #[test]
    fn what_the_plan_puts_up_it_may_take_back() {
        let request = |tool: &str, params: Value| Own::from(ToolRequest::from_parts(tool, &params).unwrap());
        let free = Free::new("make me happy", &PlannerState { position: Some(HOME), ..PlannerState::default() });
        let mine = |params: Value| request("mine", params);
        let table = json!({ "target": "crafting_table" });
        assert_eq!(free.beyond(&[mine(table.clone())], &[]).len(), 1, "it may be somebody's");
        let put = request("place_block", json!({ "block": "crafting_table" }));
        assert_eq!(free.beyond(&[put, mine(table.clone())], &[]), [""; 0]);
        let at = BlockPos::new(101, 64, -20);
        let placed = [PlacedBlock { block: "crafting_table".to_owned(), at, means: true }];
        assert_eq!(free.beyond(&[mine(table)], &placed), [""; 0]);
        let there = json!({ "target": "crafting_table", "at": at });
        assert_eq!(free.beyond(&[mine(there.clone())], &placed), [""; 0]);
        assert_eq!(free.beyond(&[mine(there)], &[]).len(), 1);
    }

    #[test]
    fn tools_that_no_model_has_yet_are_held_to_the_words_too() {
        may_not(&["make me happy"], "give", json!({ "player": "Ada", "item": "dirt", "count": 1 }));
        may_not(&["make me happy"], "follow", json!({ "player": "Ada" }));
        may(&["protect Ada"], "follow", json!({ "player": "Ada" }));
        may_not(&["make me happy"], "use_item", json!({ "block": "lever" }));
        may_not(&["make me happy"], "store", json!({}));
        let at = |x: i32| json!({ "x": x, "y": 64, "z": -20 });
        may_not(&["make me happy"], "clear", json!({ "from": at(99), "to": at(101) }));
    }
}
