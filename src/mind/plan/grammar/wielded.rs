//! What blocks are broken with: "with the iron pick", "by hand", "use your axe to chop 3 logs", "don't make a better one"; and what is
//! said of the other tools then, which changes nothing.

use super::{
    meaning::{Intent, Wielded},
    names::material,
    parser::Parser,
    phrases::Verb,
};
use crate::{
    domain::{Equip, ToolRequest},
    knowledge,
};

const HANDS: &[&str] = &[
    "by hand",
    "with your hands",
    "with your hand",
    "with your bare hands",
    "with bare hands",
    "with your own hands",
    "with your own two hands",
    "with just your hands",
    "with only your hands",
    "with empty hands",
    "with an empty hand",
    "with your fists",
    "with your fist",
    "with your bare fists",
    "with bare fists",
    "using your hands",
    "using your bare hands",
    "using your fists",
    "using bare hands",
    "using only your hands",
    "using just your hands",
    "bare handed",
    "bare-handed",
    "barehanded",
    "without a tool",
    "without tools",
    "without any tool",
    "without any tools",
    "without using a tool",
    "without using tools",
    "without using any tool",
    "without using any tools",
    "with no tool",
    "with no tools",
];
const WITH: &[&str] =
    &["with", "using", "by using", "with only", "with just", "using only", "using just", "only with", "just with"];
const THE: &[&str] = &[
    "the",
    "your",
    "my",
    "our",
    "that",
    "this",
    "a",
    "an",
    "any",
    "one of your",
    "one of the",
    "the old",
    "your old",
    "your best",
    "the best",
];
const KINDS: &[(&str, &str)] = &[
    ("pickaxe", "pickaxe"),
    ("pick", "pickaxe"),
    ("pick axe", "pickaxe"),
    ("pickax", "pickaxe"),
    ("axe", "axe"),
    ("ax", "axe"),
    ("hatchet", "axe"),
    ("shovel", "shovel"),
    ("spade", "shovel"),
    ("hoe", "hoe"),
    ("sword", "sword"),
];
/// What is held, and nothing else.
const HELD: &[&str] = &[
    "you have",
    "you've",
    "you've got",
    "you have got",
    "you got",
    "you already have",
    "you have already",
    "you have now",
    "you have on you",
    "you hold",
    "you are holding",
    "you're holding",
    "you carry",
    "you are carrying",
    "you're carrying",
    "that you have",
    "that you've got",
    "that you hold",
    "in your hand",
    "in your hands",
    "in your inventory",
    "in your pack",
];
const WHATEVER: &[&str] = &[
    "what",
    "whatever",
    "the tool",
    "the tools",
    "your tools",
    "whatever tool",
    "whatever tools",
    "whichever tool",
    "the things",
    "the gear",
];
const NOT: &[&str] = &["don't", "dont", "do not", "without", "no", "no need to", "never"];
const MAKE: &[&str] = &["make", "craft", "get", "build", "making", "crafting", "getting", "go make", "go and make"];
const BETTER: &[&str] = &[
    "a better",
    "a new",
    "another",
    "any other",
    "any new",
    "any better",
    "a different",
    "a",
    "any",
    "new",
    "better",
    "more",
    "other",
];
const ONES: &[&str] = &["one", "ones", "tool", "tools", "pickaxes", "picks", "axes", "shovels"];
/// What is spoken of besides: what is spared, and what it is for.
const SPARE: &[&str] = &[
    "save",
    "keep",
    "spare",
    "preserve",
    "leave",
    "don't use",
    "dont use",
    "do not use",
    "don't wear out",
    "dont wear out",
    "not",
    "and not",
    "not with",
    "without using",
    "i want to save",
    "i want to keep",
    "i want to spare",
    "i'd like to save",
    "i'd like to keep",
    "i wanna save",
    "i wanna keep",
    "i'm saving",
    "im saving",
    "i am saving",
    "we want to save",
    "we want to keep",
    "we're saving",
    "to save",
    "to spare",
    "let's save",
    "you should save",
];
const WANT: &[&str] = &["i want", "i'd like", "i need", "i wanna have", "we want", "we need", "i would like", ""];
const LASTS: &[&str] = &[
    "to last",
    "to last longer",
    "to last a while",
    "to stay whole",
    "to stay good",
    "to stay new",
    "to survive",
    "lasts",
    "lasts longer",
    "will last longer",
    "stays whole",
    "stays good",
    "stays new",
    "is nearly broken",
    "is almost broken",
    "is nearly worn out",
    "is almost worn out",
    "is about to break",
    "is for later",
    "is for diamonds",
    "is for obsidian",
    "is too good for that",
    "is too precious",
    "is too expensive",
    "for later",
    "for diamonds",
    "for obsidian",
    "for something better",
    "for better things",
    "for the ores",
];
const AND_SO: &[&str] = &["so", "so that", "because", "cause", "cos", "since", "as", "but", "please", "and"];

/// Has these clauses mined with a tool.
pub(super) fn wield(tool: Wielded, intents: &mut [Intent]) {
    // "4 stone and 3 dirt with the shovel": stone takes another.
    let named = |intent: &Intent| match intent {
        Intent::Mine { target, .. } | Intent::Get { item: target, .. } => knowledge::mine_target(target).ok(),
        _ => None,
    };
    let fits = |intent: &Intent| match tool {
        Wielded::Tool(tool) => named(intent).is_some_and(|target| target.yields_with(Some(tool))),
        _ => true,
    };
    let last = intents.len().saturating_sub(1);
    let meant = intents.iter_mut().enumerate().filter(|(at, intent)| is_mined(intent) && (*at == last || fits(intent)));
    for (_, intent) in meant {
        *intent = Intent::With { tool, of: Box::new(intent.clone()) };
    }
}

/// The same, where none is to be made. What is named may still be got.
fn held_only(tool: Option<Wielded>) -> Wielded {
    match tool {
        None => Wielded::Held(None),
        Some(Wielded::Kind(kind)) => Wielded::Held(Some(kind)),
        Some(tool) => tool,
    }
}

fn is_mined(intent: &Intent) -> bool {
    match intent {
        Intent::Mine { .. } => true,
        Intent::Get { item, .. } => knowledge::mine_target(item).is_ok(),
        _ => false,
    }
}

impl Parser<'_> {
    /// `with the iron pick`, `by hand`, `don't make a better one`: behind clauses that mine something; taken if it comes next.
    pub(super) fn wielded(&mut self, clauses: &[Intent]) -> Option<Wielded> {
        if clauses.is_empty() || !clauses.iter().all(is_mined) {
            return None;
        }
        let begun = self.at;
        let mut tool = self.tool_said();
        loop {
            let here = self.at;
            self.skip_joints();
            self.eat_any(AND_SO);
            if self.makes_none() && self.clone_ends_clause() {
                tool = Some(held_only(tool));
            } else {
                self.at = here;
                if !(tool.is_some() && self.tool_spared()) {
                    break;
                }
            }
        }
        let only_mined = clauses.iter().all(|intent| matches!(intent, Intent::Mine { .. }));
        // "get 5 logs with what you have" may speak of anything.
        let tool = tool.filter(|tool| (only_mined || *tool != Wielded::Held(None)) && self.clone_ends_clause());
        if tool.is_none() {
            self.at = begun;
        }
        tool
    }

    /// `use your stone axe to …`, `with the iron shovel, …`, before a clause that mines something; taken if it comes next.
    pub(super) fn wielded_first(&mut self) -> Option<Wielded> {
        let (begun, said) = (self.at, self.said.clone());
        let takes = self.eat("take");
        let uses = takes || self.eat("use");
        let tool = if uses { self.tool_called() } else { self.tool_said() };
        let joined =
            if uses { self.eat_any(&["to", "and", "for", "to go"]) } else { self.skip_joints() || tool.is_some() };
        let from = self.at;
        let verb = self.verb();
        let mines = matches!(verb, Some(Verb::Mine | Verb::Fell)) || !takes && verb == Some(Verb::Get);
        (self.at, self.said) = (from, said);
        let tool = tool.filter(|_| joined && mines);
        if tool.is_none() {
            self.at = begun;
        }
        tool
    }

    /// `with the iron pick you have`, `by hand`; taken if it comes next.
    fn tool_said(&mut self) -> Option<Wielded> {
        if self.eat_any(HANDS) {
            return Some(Wielded::Hand);
        }
        let begun = self.at;
        let tool = if self.eat_any(WITH) { self.it_is_held().or_else(|| self.tool_called()) } else { None };
        if tool.is_none() {
            self.at = begun;
        }
        tool
    }

    /// `it`, where that is a tool that was got or taken in hand.
    fn it_is_held(&mut self) -> Option<Wielded> {
        let is_tool = |item: &str| KINDS.iter().any(|(_, kind)| item.ends_with(&format!("_{kind}")));
        let tool = match self.done.as_ref()? {
            Intent::Get { item, .. } | Intent::Craft { item, .. } => Wielded::Tool(item),
            Intent::Do(ToolRequest::Equip(Equip { item, .. })) => Wielded::Tool(knowledge::item(item)?.name),
            Intent::HoldBest { kind } => Wielded::Kind(kind),
            _ => return None,
        };
        let fits = !matches!(tool, Wielded::Tool(item) if !is_tool(item));
        (fits && self.eat_any(&["it", "that", "this", "that one", "this one"])).then_some(tool)
    }

    /// `the iron pick`, `a pickaxe`, `the pick you have`, `what you have`; taken if it comes next.
    fn tool_called(&mut self) -> Option<Wielded> {
        let begun = self.at;
        if self.eat_any(WHATEVER) && self.eat_any(HELD) {
            return Some(Wielded::Held(None));
        }
        self.at = begun;
        self.eat_any(THE);
        let tool = self.tool_named();
        if tool.is_none() {
            self.at = begun;
        }
        match (tool?, self.eat_any(HELD)) {
            (Wielded::Kind(kind), true) => Some(Wielded::Held(Some(kind))),
            (tool, _) => Some(tool),
        }
    }

    /// `iron pick`, `stone axe`, `shears`.
    fn tool_named(&mut self) -> Option<Wielded> {
        if self.eat("shears") || self.eat("pair of shears") {
            return Some(Wielded::Tool("shears"));
        }
        let begun = self.at;
        let stuff = self.word().and_then(material);
        self.at += usize::from(stuff.is_some());
        let kind = self.kind_named();
        let tool = match (stuff, kind) {
            (None, kind) => kind.map(Wielded::Kind),
            (Some(stuff), Some(kind)) => {
                knowledge::item(&format!("{stuff}_{kind}")).map(|item| Wielded::Tool(item.name))
            }
            (Some(_), None) => None,
        };
        if tool.is_none() {
            self.at = begun;
        }
        tool
    }

    fn kind_named(&mut self) -> Option<&'static str> {
        let longest =
            KINDS.iter().filter_map(|(said, kind)| Some((self.comes(said)?, *kind))).max_by_key(|(many, _)| *many);
        self.at += longest.map_or(0, |(many, _)| many);
        longest.map(|(_, kind)| kind)
    }

    /// `don't make a better one`, `no new tools`.
    fn makes_none(&mut self) -> bool {
        let not = self.eat_any(NOT);
        let makes = self.eat_any(MAKE);
        let better = self.eat_any(BETTER);
        let stuff = self.word().and_then(material).is_some();
        self.at += usize::from(stuff);
        let one = self.eat_any(ONES) || self.kind_named().is_some();
        not && (makes && (one || better) || better && one)
    }

    /// `save the diamond one`, `I want the wooden one to last`: what is said of a tool that is not used, or of the one that is. It changes
    /// nothing; taken if it comes next.
    fn tool_spared(&mut self) -> bool {
        let begun = self.at;
        self.skip_joints();
        self.eat_any(AND_SO);
        let spares = self.eat_any(SPARE);
        if !spares {
            self.eat_any(WANT);
        }
        let spoken_of = self.tool_spoken_of();
        let lasts = self.eat_any(LASTS);
        let is = spoken_of && (spares || lasts) && self.clone_ends_clause();
        if !is {
            self.at = begun;
        }
        is
    }

    /// `the diamond one`, `my good pick`, `it`.
    fn tool_spoken_of(&mut self) -> bool {
        if self.eat_any(&["it", "them", "that one", "this one", "the others", "the other one", "the rest"]) {
            return true;
        }
        self.eat_any(THE);
        let good = self.eat_any(&["good", "better", "best", "other", "new", "expensive", "old"]);
        let stuff = self.word().and_then(material).is_some();
        self.at += usize::from(stuff);
        let one = self.eat_any(&["one", "ones"]) || self.kind_named().is_some();
        one || stuff && !good
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::plan::grammar::parse;

    fn tool(text: &str) -> Option<Wielded> {
        match parse(text).as_deref() {
            Ok([Intent::With { tool, .. }]) => Some(*tool),
            _ => None,
        }
    }

    #[test]
    fn the_tool_is_read_wherever_it_stands() {
        for (text, expected) in [
            ("mine 6 stone with the iron pick", Wielded::Tool("iron_pickaxe")),
            ("dig 4 dirt using your iron shovel", Wielded::Tool("iron_shovel")),
            ("use your stone axe to chop 3 logs", Wielded::Tool("stone_axe")),
            ("with your stone axe, chop 3 logs", Wielded::Tool("stone_axe")),
            ("chop a log by hand", Wielded::Hand),
            ("chop a log with your bare hands", Wielded::Hand),
            ("mine 3 stone with a pickaxe", Wielded::Kind("pickaxe")),
            ("mine 4 stone with the pick you have", Wielded::Held(Some("pickaxe"))),
            ("mine 4 stone with the pick, dont make a better one", Wielded::Held(Some("pickaxe"))),
            ("mine 4 stone with what you have", Wielded::Held(None)),
            ("mine 4 stone, don't make a new pickaxe", Wielded::Held(None)),
            ("mine 4 stone with the wooden pickaxe, save the diamond one", Wielded::Tool("wooden_pickaxe")),
            ("mine 4 stone with the stone pick, i want the wooden one to last", Wielded::Tool("stone_pickaxe")),
        ] {
            assert_eq!(tool(text), Some(expected), "{text}");
        }
        for text in [
            "mine 4 stone with the golden fork",
            "mine 4 stone with Bert",
            "mine 4 stone, save the diamond one",
            "craft 4 planks by hand",
            "mine 4 stone with the iron pick on the hill",
        ] {
            assert_eq!(tool(text), None, "{text}");
        }
    }
}
