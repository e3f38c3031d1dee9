//! What others are told or asked that the bot has to word by itself: "tell Bert how many torches you have", "ask Emma if she has any
//! coal". Only what has one plain wording: of anything else the words themselves are asked for.

use super::{
    meaning::{Intent, Share},
    names::{Use, kind_left_open, resolve},
    parser::Parser,
    refusals::cannot,
};
use crate::domain::{LookInto, ToolError};

/// Behind a thing of which the number is told.
const HELD: &[&str] = &[
    "you have left",
    "you have got",
    "you have on you",
    "you have with you",
    "you have now",
    "you have",
    "you've got left",
    "you've got",
    "you got",
    "you hold",
    "you are holding",
    "you're holding",
    "you carry",
    "you are carrying",
    "you're carrying",
    "we have",
    "we've got",
    "are left",
    "is left",
];
/// All that is held.
const INVENTORY: &[&str] = &[
    "what you have",
    "what you've got",
    "what you have got",
    "what you have on you",
    "what you've got on you",
    "what you have with you",
    "what you hold",
    "what you are holding",
    "what you're holding",
    "what you carry",
    "what you are carrying",
    "what you're carrying",
    "what is in your inventory",
    "what's in your inventory",
    "everything you have",
    "your inventory",
];
/// Whoever is asked, in the words of whoever sends to them.
const THEY: &[&str] = &["he", "she", "they"];
/// Verbs that make their question without "do".
const OWN: &[&str] = &["can", "could", "will", "would", "should", "may", "might", "must"];
/// Words of whoever sends the bot: from its mouth they would mean the bot.
const SENDER: &[&str] = &["i", "me", "my", "mine", "us", "our", "we", "i'm", "i've", "i'd"];

impl Parser<'_> {
    /// `how many torches you have`, `where you are`, behind whom it is told; `None` where it is something else.
    pub(super) fn told_of_itself(&mut self, to: &str) -> Option<Vec<Intent>> {
        let begun = self.at;
        if self.eat_any(&["where you are", "where you're at", "where you stand", "your position", "your coordinates"])
            && self.clone_ends_clause()
        {
            return Some(vec![Intent::TellPlace { to: Some(to.to_owned()) }]);
        }
        self.at = begun;
        if self.eat_any(INVENTORY) && self.clone_ends_clause() {
            return Some(vec![Intent::TellHeld { to: to.to_owned() }]);
        }
        self.at = begun;
        if !self.eat_any(&["how many", "how much"]) {
            return None;
        }
        let from = self.at;
        for end in (from + 1..=self.words.len().min(from + 4)).rev() {
            let Some(named) = resolve(&self.joined(from, end), Use::Held) else { continue };
            self.at = end;
            if self.eat_any(HELD) && self.clone_ends_clause() {
                let tally = Intent::Tally { item: named.name, count: 0, to: Some(to.to_owned()) };
                return Some(vec![Intent::Part { share: Share::All, item: named.name, of: Box::new(tally) }]);
            }
            self.at = end;
            // "how many swords" is of several things.
            if kind_left_open(&self.joined(from, end)).is_none()
                && let Some(holder) = self.stored_in()
            {
                let look = LookInto { chest: Some(holder.to_owned()), ..LookInto::default() };
                let told = Intent::TellStored { item: named.name, holder, to: to.to_owned() };
                return Some(vec![Intent::Do(look.into()), told]);
            }
        }
        self.at = begun;
        None
    }

    /// `are left in the chest`, `we have in the barrel`, at the end of a clause.
    fn stored_in(&mut self) -> Option<&'static str> {
        const LIES: &[&str] =
            &["are", "is", "there are", "there is", "there's", "we have", "we've got", "you see", "lie", "lies"];
        let begun = self.at;
        self.eat_any(LIES);
        self.eat_any(&["left", "still"]);
        let holder = if self.eat_any(&["in the", "inside the", "in our", "in my"]) {
            ["chest", "barrel"].into_iter().find(|holder| self.eat(holder))
        } else {
            None
        };
        let holder = holder.filter(|_| self.clone_ends_clause() && !self.goes_on_with_a_thing());
        if holder.is_none() {
            self.at = begun;
        }
        holder
    }

    /// `your coordinates in chat`, behind "say": where the bot stands.
    pub(super) fn own_place_said(&mut self) -> Option<Intent> {
        let begun = self.at;
        let place =
            self.eat_any(&["your coordinates", "your position", "your location", "where you are", "where you stand"]);
        let all =
            self.eat_any(&["in chat", "in the chat", "out loud", "aloud", "to everyone", "to all players", "to all"]);
        let to = if place && !all && self.eat("to") { self.player() } else { None };
        if place && self.clone_ends_clause() {
            return Some(Intent::TellPlace { to });
        }
        self.at = begun;
        None
    }

    /// `Emma if she has any coal`, behind "ask": said to her as a question.
    pub(super) fn asked_of(&mut self) -> Result<Vec<Intent>, ToolError> {
        const WORDS: &str = "word that question by myself (say: tell NAME \"do you have any coal?\")";
        let begun = self.at;
        let to = self.player().ok_or_else(|| cannot(self.text, WORDS))?;
        // "ask her 'do you need wood?'"
        let behind = self.words.get(self.at).map_or("", |word| &self.text[word.start..]);
        let quotes = ['"', '\u{201c}', '\''];
        let before = &self.text[..self.text.len() - behind.len()];
        if behind.starts_with(quotes) || before.ends_with(quotes) {
            let message = self.message()?;
            return Ok(vec![Intent::Say { message, to: Some(to) }]);
        }
        // To the next clause.
        let from = self.at;
        let end = self.clause_end(from);
        let said: Vec<&str> = self.words[from..end].iter().map(|word| word.text.as_str()).collect();
        let Some(message) = question_of(&said) else {
            self.at = begun;
            return Err(cannot(self.text, WORDS));
        };
        self.at = end;
        Ok(vec![Intent::Say { message, to: Some(to) }])
    }
}

/// As it is said to whom it is about: `if she has any coal` as "do you have any coal?".
fn question_of(said: &[&str]) -> Option<String> {
    let (asks, rest) = match said {
        ["if" | "whether", rest @ ..] => ("", rest),
        ["for", rest @ ..] if !rest.is_empty() => ("can I have", rest),
        ["to", rest @ ..] if !rest.is_empty() && *rest != ["come"] => ("please", rest),
        [first @ ("where" | "how" | "when"), rest @ ..] => (*first, rest),
        ["what", rest @ ..] => ("what", rest),
        _ => return None,
    };
    if rest.iter().any(|word| SENDER.contains(word)) || rest.is_empty() {
        return None;
    }
    let asked = match asks {
        "can I have" | "please" => format!("{asks} {}", rest.join(" ")),
        _ => {
            let (who, verb, behind) = match rest {
                ["he's" | "she's" | "they've", "seen" | "found" | "been", ..] => ("she", "has", &rest[1..]),
                [who @ ("he's" | "she's" | "they're"), behind @ ..] if behind.first() != Some(&"got") => {
                    (&who[..who.find('\'')?], "is", behind)
                }
                ["he's" | "she's" | "they've", "got", behind @ ..] => ("she", "has", behind),
                [who, verb, behind @ ..] => (*who, *verb, behind),
                _ => return None,
            };
            if !THEY.contains(&who) {
                return None;
            }
            let begins = match verb {
                "is" | "are" => "are you".to_owned(),
                "was" | "were" => "were you".to_owned(),
                "has" | "have" if matches!(behind.first(), Some(&"got" | &"seen" | &"found")) => "have you".to_owned(),
                "has" => "do you have".to_owned(),
                own if OWN.contains(&own) => format!("{own} you"),
                "needs" | "wants" | "likes" | "knows" | "sees" | "thinks" | "owns" | "holds" | "carries" => {
                    format!(
                        "do you {}",
                        verb.strip_suffix("ies").map_or(verb.strip_suffix('s')?.to_owned(), |stem| format!("{stem}y"))
                    )
                }
                "need" | "want" | "like" | "know" | "see" | "think" | "have" | "own" => format!("do you {verb}"),
                _ => return None,
            };
            [asks, &begins, &behind.join(" ")].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
        }
    };
    // "her" alone is whom, and before a thing whose.
    let her = said.iter().rposition(|word| *word == "her");
    if her.is_some_and(|at| said.get(at + 1).is_none_or(|next| matches!(*next, "the" | "a" | "an" | "some"))) {
        return None;
    }
    let own = |word: &str| match word {
        "his" | "their" | "her" => "your".to_owned(),
        "him" | "them" => "you".to_owned(),
        word => word.to_owned(),
    };
    let plain: Vec<String> = asked.split(' ').map(own).collect();
    let sign = if asks == "please" { "" } else { "?" };
    Some(format!("{}{sign}", plain.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_is_asked_is_said_to_them() {
        for (said, asked) in [
            ("if she has any spare coal", Some("do you have any spare coal?")),
            ("whether he needs iron", Some("do you need iron?")),
            ("if he's got a sword", Some("do you have a sword?")),
            ("if she wants her sword back", Some("do you want your sword back?")),
            ("where he is", Some("where are you?")),
            ("how she's doing", Some("how are you doing?")),
            ("what he needs", Some("what do you need?")),
            ("for 3 torches", Some("can I have 3 torches?")),
            ("if she's seen a cow", Some("have you seen a cow?")),
            ("to open the door", Some("please open the door")),
            ("if he likes her", None),
            ("to give her the sword", None),
            ("if she can help me", None),
            ("if the door is open", None),
            ("something", None),
        ] {
            let words: Vec<&str> = said.split(' ').collect();
            assert_eq!(question_of(&words).as_deref(), asked, "{said}");
        }
    }
}
