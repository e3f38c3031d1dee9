//! Other players: come to them, follow them, give them things.

use super::{
    count::Count,
    meaning::{Intent, ME},
    names::Use,
    parser::Parser,
    phrases::EVERYTHING,
    refusals::{cannot, not_understood},
};
use crate::{
    domain::{Follow, GoToPlayer, PickUp, ToolError},
    knowledge,
};

/// Whoever speaks, behind a verb that goes somewhere.
const TO_ME: &[&str] = &["to me", "me", "over here", "here", "over to me", "back to me", "back here", "over", "back"];

impl Parser<'_> {
    /// `come here`, `come to Bert`, `come to 1 64 2`.
    pub(super) fn coming(&mut self) -> Result<Intent, ToolError> {
        let come = |player: String| Intent::Do(GoToPlayer { player, tolerance: None }.into());
        if self.ends_clause() {
            return Ok(come(ME.to_owned()));
        }
        let begun = self.at;
        if self.eat_any(TO_ME) && self.ends_clause() {
            return Ok(come(ME.to_owned()));
        }
        self.at = begun;
        self.eat("over");
        self.eat("to");
        if let Some(name) = self.player() {
            return Ok(come(name));
        }
        self.destination()
    }

    /// A player who is gone to, behind "go to": by a name that is written as one.
    pub(super) fn gone_to(&mut self) -> Option<Intent> {
        let begun = self.at;
        self.eat("to");
        self.eat("player");
        let tells = self.words.get(self.at).is_some_and(|word| {
            let written = &self.text[word.start..word.end];
            written.contains(|c: char| c.is_uppercase() || c == '_') || written == "me"
        });
        let player = if tells { self.player() } else { None };
        if player.is_none() {
            self.at = begun;
        }
        player.map(|player| Intent::Do(GoToPlayer { player, tolerance: None }.into()))
    }

    /// `follow me`, `follow Bert for 5 minutes`.
    pub(super) fn followed(&mut self) -> Result<Intent, ToolError> {
        self.eat("with");
        self.eat("along with");
        let Some(player) = self.player() else {
            return Err(not_understood(self.text, "whom to follow (say: follow NAME)"));
        };
        let ticks = if self.eat("for") { Some(self.span()?) } else { None };
        self.eat_any(&["everywhere", "until i say stop", "until told to stop", "around"]);
        Ok(Intent::Do(Follow { player, ticks }.into()))
    }

    /// A span of time, in game ticks.
    pub(super) fn span(&mut self) -> Result<u64, ToolError> {
        const UNITS: &[(&str, u64)] = &[
            ("ticks", 1),
            ("tick", 1),
            ("days", 24_000),
            ("day", 24_000),
            ("seconds", 20),
            ("second", 20),
            ("sec", 20),
            ("minutes", 1_200),
            ("minute", 1_200),
            ("min", 1_200),
            ("hours", 72_000),
            ("hour", 72_000),
        ];
        let (count, _) = self.amount()?;
        let count = match count {
            Count::Some(count) => u64::from(count),
            _ => 1,
        };
        let unit = UNITS.iter().find(|(unit, _)| self.eat(unit)).map(|(_, ticks)| *ticks);
        let unit = unit.ok_or_else(|| not_understood(self.text, "how long (say for example: for 5 minutes)"))?;
        Ok(count * unit)
    }

    /// `give Bert 5 torches`, `give 5 torches to Bert`, `give me a stick`: what is given is got first.
    pub(super) fn given(&mut self) -> Result<Vec<Intent>, ToolError> {
        let begun = self.at;
        let gimme = self.words[..self.at].last().is_some_and(|word| word.text == "gimme");
        let first = if gimme { Some(ME.to_owned()) } else { self.player() };
        let named = self.at;
        if first.is_some() && self.eat_any(EVERYTHING) && self.ends_clause() {
            return Err(cannot(self.text, "give everything at once (say: give NAME all your dirt)"));
        }
        self.at = named;
        let counted = self.counted(Use::Got);
        let (player, (named, count, more)) = match (first, counted) {
            (Some(player), Ok(counted)) => (player, counted),
            _ => {
                self.at = begun;
                let counted = self.counted(Use::Got)?;
                let player = if self.eat("to") { self.player() } else { None };
                let words = "to whom to give it (say: give NAME 5 torches)";
                (player.ok_or_else(|| not_understood(self.text, words))?, counted)
            }
        };
        let item = named.name;
        // "give Bert the dirt": what is held of it.
        let one = count == Count::The && !named.several && knowledge::stack_size(item) == 1;
        let all = matches!(count, Count::All | Count::The) || named.several && count == Count::Unsaid;
        if all && !one {
            return Ok(vec![Intent::Give { player, item, count: None }]);
        }
        let count = match count {
            Count::Unsaid | Count::The => 1,
            count => self.how_many(&named, count, true)?,
        };
        Ok(vec![Intent::Get { item, count, more }, Intent::Give { player, item, count: Some(count) }])
    }

    /// `pick up the dirt`, `pick up what lies there`.
    pub(super) fn picked_up(&mut self) -> Result<Intent, ToolError> {
        let all = self.ends_clause()
            || self.eat_any(&[
                "everything",
                "it up",
                "them up",
                "everything that lies there",
                "everything on the ground",
                "what lies there",
                "what lies around",
                "what lies about",
                "all items",
                "all the items",
                "the items",
                "items",
                "the drops",
                "drops",
                "all drops",
                "all the drops",
                "all",
                "that",
                "it",
                "them",
                "those",
                "the things",
                "the loot",
            ]);
        if all {
            self.skip_where();
            return Ok(Intent::Do(PickUp::default().into()));
        }
        let (named, count, _) = self.counted(Use::Got)?;
        if matches!(count, Count::Some(2..) | Count::HalfStacks(_)) {
            return Err(cannot(self.text, "pick up a part of what lies there (say: pick up the dirt)"));
        }
        self.skip_where();
        Ok(Intent::Do(PickUp { item: Some(named.name.to_owned()), radius: None }.into()))
    }

    /// A player's name as it is written, or whoever speaks; taken if it is one.
    fn player(&mut self) -> Option<String> {
        let word = self.words.get(self.at)?;
        if matches!(word.text.as_str(), "me" | "us") {
            self.at += 1;
            return Some(ME.to_owned());
        }
        let written = self.text[word.start..word.end].trim_start_matches('@');
        // Names of accounts: 3 to 16 letters, digits and _ (Minecraft Wiki, "Player").
        let is_name =
            (3..=16).contains(&written.len()) && written.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let is_number = written.starts_with(|c: char| c.is_ascii_digit()) && !written.contains(char::is_alphabetic);
        let is_word = [
            "the",
            "some",
            "all",
            "any",
            "your",
            "everything",
            "everybody",
            "everyone",
            "someone",
            "what",
            "him",
            "her",
            "them",
        ]
        .contains(&word.text.as_str());
        if !is_name || is_number || is_word {
            return None;
        }
        let name = written.to_owned();
        self.at += 1;
        Some(name)
    }
}
