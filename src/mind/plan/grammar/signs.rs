//! What is written on signs: "put up a sign that says KEEP OUT", "write HELLO on the sign".

use super::{
    beside::Spot,
    meaning::Intent,
    names::{Named, Use, resolve},
    parser::Parser,
    refusals::{cannot, not_understood},
    remarks::is_by_the_way,
    talk::only_tells,
    words::{is_joint, words},
};
use crate::{
    domain::{ToolError, WriteSign},
    knowledge::sign_lines,
};

/// What leads from a sign to its words.
const SAYING: &[&str] = &[
    "that says",
    "that say",
    "which says",
    "which say",
    "that is saying",
    "that will say",
    "that should say",
    "saying",
    "that reads",
    "which reads",
    "reading",
    "with the words",
    "with the word",
    "with the text",
    "with the message",
    "with the inscription",
    "with the writing",
    "labeled",
    "labelled",
];
/// What ends the words that are to be written on it.
const ON_IT: &[&str] = &["on it", "on that", "on them", "onto it"];
const ON_THE_SIGN: &[&str] = &[
    "on the sign",
    "on that sign",
    "on this sign",
    "on a sign",
    "on my sign",
    "on our sign",
    "on your sign",
    "on the nearest sign",
    "on the closest sign",
    "on the next sign",
    "onto the sign",
    "to the sign",
];
const QUOTES: [char; 4] = ['"', '\'', '\u{201c}', '\u{2018}'];
/// Of signs that hang there is less room on each line than is reckoned with.
const HANGING: &str = "write on hanging signs (say: put up a sign that says KEEP OUT)";
/// How that is refused.
const ELSEWHERE: &str = "write on anything but signs (say: write HELLO on the nearest sign)";

/// "put a sign by the chest: ORES ONLY": what stands behind the colon is written on it. `None` for what puts up no sign.
pub(super) fn labelled(text: &str) -> Option<String> {
    const PUTS: &[&str] = &["put", "place", "hang", "stick", "set", "post", "erect", "sign", "a"];
    const ALREADY: &[&str] = &["write", "writing", "says", "say", "saying", "reads", "text", "words", "lines"];
    /// What begins a place, and no words of a sign.
    const PLACES: &[&str] = &["by", "next", "beside", "on", "in", "at", "near", "behind"];
    // Of two signs nobody knows where the first one's words end.
    let (before, behind) = text.split_once(": ").filter(|(_, behind)| !behind.contains(": "))?;
    let clause: Vec<String> =
        words(before).into_iter().rev().map(|word| word.text).take_while(|word| !is_joint(word)).collect();
    let is_put = clause.last().is_some_and(|first| PUTS.contains(&first.as_str()));
    let said = |word: &str| clause.iter().position(|said| said == word);
    let sign = said("sign").or_else(|| said("notice"))?;
    // Read from its end: "the sign" stands there already, and a place may have any article.
    let is_new =
        clause.get(sign + 1).is_none_or(|article| article != "the") && !ALREADY.iter().any(|word| said(word).is_some());
    let is_place = words(behind).first().is_some_and(|first| PLACES.contains(&first.text.as_str()));
    (is_put && is_new && !is_place && !before.contains(['"', '\u{201c}']))
        .then(|| format!("{before} that says {behind}"))
}

/// Words without the full stop that ends the goal, and not what is written: "NO SWIMMING."
fn without_stop(words: &str) -> String {
    let shorn = words.strip_suffix('.').filter(|shorn| !shorn.contains('.'));
    shorn.unwrap_or(words).to_owned()
}

/// "ASK MUM FIRST, it's really needed": the words in capitals, and what is only said of them.
fn remarked(text: &str) -> Option<(&str, &str)> {
    let (capitals, remark) = text.split_once(", ")?;
    let is_loud = capitals.chars().any(char::is_uppercase) && !capitals.chars().any(char::is_lowercase);
    let said = words(remark);
    let said: Vec<&str> = said.iter().map(|word| word.text.as_str()).collect();
    let is_reason = matches!(said.first(), Some(&("because" | "cause" | "since" | "so" | "cuz")));
    let is_all = matches!(said.as_slice(), ["nothing", "else" | "more", ..]);
    let is_remark =
        remark.starts_with(char::is_lowercase) && (is_reason || is_all || only_tells(remark) || is_by_the_way(&said));
    (is_loud && is_remark).then_some((capitals, remark))
}

impl Parser<'_> {
    /// The words of a sign that was just named, and where it is put, which may be said before them or behind.
    pub(super) fn inscribed(&mut self, named: &Named, spot: Spot) -> Result<(Spot, Option<String>), ToolError> {
        if !named.name.ends_with("_sign") || !self.eat_any(SAYING) {
            return Ok((spot, None));
        }
        if named.name.ends_with("_hanging_sign") {
            return Err(cannot(self.text, HANGING));
        }
        let begun = self.at;
        let is_quoted = self.begins_quoted();
        let mut text = self.message()?;
        if !is_quoted {
            // Every word of it: what is written is not shortened as what is said is ("welcome to everyone").
            let all = &self.text[self.words[begun].start..];
            let last = self.words[self.at - 1].end - self.words[begun].start;
            let signs = all[last..].find(|sign| !matches!(sign, '!' | '?')).unwrap_or(all.len() - last);
            text = without_stop(&all[..last + signs]);
            if let Some((capitals, remark)) = remarked(&text) {
                self.notes.push(format!("{remark:?} is no part of what is written: that is in capitals"));
                text = capitals.to_owned();
            }
        }
        // "… on one line and THANKS under it" says how, and is not written.
        const LINES: &[&str] =
            &[" on one line", " on two lines", " on the first line", " on line 1", " under it", " below it"];
        let lower = text.to_lowercase();
        if !is_quoted && LINES.iter().any(|line| lower.contains(line)) {
            return Err(not_understood(self.text, "which words go on which line (put all of them in quotation marks)"));
        }
        // "… and another by the furnace that says B": nobody knows where the first one's words end.
        let again = |saying: &&str| text.to_lowercase().contains(&format!(" {saying} "));
        if !is_quoted && (SAYING.iter().any(again) || again(&"and another")) {
            return Err(not_understood(self.text, "where what is written ends (put it in quotation marks)"));
        }
        let mut spot = spot;
        if spot == Spot::Anywhere && is_quoted {
            spot = self.spot(named)?;
        } else if spot == Spot::Anywhere
            && let Some((at, found)) = self.spot_behind(named, begun)
        {
            let (from, cut, to) = (self.words[begun].start, self.words[at].start, self.words[self.at - 1].end);
            self.notes.push(format!(
                "{:?} is where it is put, and not written on it: put what is written in quotation marks",
                self.text[cut..to].trim()
            ));
            text = without_stop(self.text[from..cut].trim().trim_end_matches(','));
            spot = found;
        }
        sign_lines(&text)?;
        Ok((spot, Some(text)))
    }

    /// Whether words of a sign that was spoken of begin there.
    pub(super) fn says_at(&self, at: usize) -> bool {
        SAYING.iter().any(|saying| self.comes_at(at, saying).is_some())
            && self.words[..at.min(self.words.len())].iter().any(|word| matches!(word.text.as_str(), "sign" | "signs"))
    }

    /// Whether what comes next is in quotation marks.
    pub(super) fn begins_quoted(&self) -> bool {
        let from = self.words.get(self.at).map_or(self.text.len(), |word| word.start);
        self.text[from..].trim_start_matches([':', ' ']).starts_with(QUOTES)
    }

    /// Where it is put, at the end of words that began there: with the word at which that begins.
    fn spot_behind(&mut self, named: &Named, begun: usize) -> Option<(usize, Spot)> {
        let (end, names, notes) = (self.at, self.named.len(), self.notes.len());
        for at in begun + 1..end {
            self.at = at;
            // "hello there" says no place.
            let found = self.spot(named).ok().filter(|_| self.at == end && self.words[at].text != "there");
            self.at = end;
            if let Some(found) = found {
                return Some((at, found));
            }
            self.named.truncate(names);
            self.notes.truncate(notes);
        }
        None
    }

    /// `write HELLO on the sign`, `write "keep out" on it`, `write on the sign: HELLO`.
    pub(super) fn written(&mut self) -> Result<Vec<Intent>, ToolError> {
        if self.on_a_sign() {
            self.eat_any(&["that it says", "the words", "the text", "this"]);
            return Ok(vec![self.inscription()?]);
        }
        let begun = self.at;
        if self.begins_quoted() {
            let text = self.message()?;
            let begun = self.at;
            if !self.on_a_sign() {
                return Err(cannot(self.text, ELSEWHERE));
            }
            let is_new = self.words[begun..self.at].iter().any(|word| word.text == "a");
            return if is_new { self.on_a_new_one(&text) } else { Ok(vec![self.on_sign(&text)?]) };
        }
        for at in begun + 1..self.words.len() {
            self.at = at;
            if self.on_a_sign() && self.clone_ends_clause() {
                let text = self.text[self.words[begun].start..self.words[at].start].trim().to_owned();
                return Ok(vec![self.on_sign(&text)?]);
            }
        }
        self.at = begun;
        Err(cannot(self.text, ELSEWHERE))
    }

    /// The words are all that follows: `make the sign say HELLO`.
    pub(super) fn inscription(&mut self) -> Result<Intent, ToolError> {
        if self.clone_ends_clause() {
            return Err(not_understood(self.text, "what to write (say: write HELLO on the sign)"));
        }
        let is_quoted = self.begins_quoted();
        let text = self.message()?;
        self.on_sign(&if is_quoted { text } else { without_stop(&text) })
    }

    /// Where it is said where the sign is put, one is put up there first: "write HELLO on a sign next to the bed".
    fn on_a_new_one(&mut self, text: &str) -> Result<Vec<Intent>, ToolError> {
        let begun = self.at;
        let sign = resolve("sign", Use::Block).filter(|_| !self.clone_ends_clause());
        let mut intents = Vec::new();
        if let Some(sign) = sign {
            match self.spot(&sign)? {
                Spot::Anywhere => self.at = begun,
                spot => intents = self.put(&sign, 1, spot)?,
            }
        }
        intents.push(self.on_sign(text)?);
        Ok(intents)
    }

    fn on_sign(&self, text: &str) -> Result<Intent, ToolError> {
        sign_lines(text)?;
        Ok(Intent::Do(WriteSign::nearest(text).into()))
    }

    /// Takes "on the sign", or "on it" where a sign was spoken of.
    fn on_a_sign(&mut self) -> bool {
        let of_sign = self.named.iter().chain(&self.before).any(|(named, _)| named.name.ends_with("_sign"));
        self.eat_any(ON_THE_SIGN) || of_sign && self.eat_any(ON_IT)
    }
}
