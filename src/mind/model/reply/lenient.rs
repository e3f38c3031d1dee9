//! JSON as models write it: between prose and fences, with quotes and commas left out, quotes of another kind, Python's words.
//!
//! What is meant is read wherever it can be told from what stands there. Nothing is filled in: where something may be missing
//! (a list that breaks off, a bracket too many in the middle) that is a fault, and the model is told. The text is read once
//! from its beginning to its end, so that it takes time by its length, whatever it is.

use serde_json::{Map, Number, Value};

use crate::mind::model::reply::answer::one_line;

/// How deep the brackets of an answer may nest; a plan needs six.
const MAX_DEPTH: u32 = 64;
/// The longest name of a field that is looked for behind a quote, in bytes: the longest of ours has ten.
const MAX_KEY: usize = 32;
/// How much of the text is shown around a fault, in characters.
const SHOWN: usize = 24;

/// All that a text holds of JSON.
pub(super) struct Reading<'a> {
    text: &'a str,
    /// The outermost objects and lists, each with where it begins, in bytes.
    pub values: Vec<(usize, Value)>,
    /// What began like one and could not be read, with where it begins.
    faults: Vec<(usize, Fault)>,
    /// How many bytes were looked at, each as often as it was.
    #[cfg(test)]
    pub looked: usize,
}

/// Why a value cannot be read.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The text ends before it does, and something of it may be lost.
    Ends,
    /// Its brackets nest too deep.
    Deep,
    /// Something else was to stand there, in bytes.
    At(usize),
}

impl<'a> Reading<'a> {
    pub fn of(text: &'a str) -> Self {
        let text = text.trim_end().trim_end_matches('`').trim_end();
        let brackets = |c: char| matches!(c, '}' | ']') || c.is_whitespace();
        let tail = text.trim_end_matches(brackets).len();
        let mut reader = Reader {
            text,
            at: 0,
            tail,
            #[cfg(test)]
            looked: 0,
        };
        let (mut values, mut faults) = (Vec::new(), Vec::new());
        while let Some(begin) = reader.begin() {
            match reader.value(0) {
                Ok(value) => values.push((begin, value)),
                // What follows where it could not be read may be whole in itself.
                Err(fault) => faults.push((begin, fault)),
            }
            if let Some((_, Fault::Deep)) = faults.last() {
                break;
            }
        }
        Self {
            text,
            values,
            faults,
            #[cfg(test)]
            looked: reader.looked,
        }
    }

    /// Whether all that began like a value could be read.
    pub fn is_whole(&self) -> bool {
        self.faults.is_empty()
    }

    /// The last object with this field, as it is or as a field of another: who thinks aloud may write drafts before.
    ///
    /// # Errors
    /// That there is none, or that one after it cannot be read, in a sentence.
    pub fn last_with(&self, key: &str) -> Result<&Map<String, Value>, String> {
        let found = self.values.iter().rev().find_map(|(begin, value)| Some((*begin, holder(value, key)?)));
        let named = ['"', '\'', ':'].into_iter().filter_map(|end| self.text.rfind(&format!("{key}{end}"))).max();
        let meant = |(begin, _): &&(usize, Fault)| match found {
            // The last word counts, and what it was to be cannot be told.
            Some((before, _)) => *begin > before && named > Some(*begin),
            None => true,
        };
        let deep = self.faults.iter().rfind(|(_, fault)| matches!(fault, Fault::Deep));
        match (deep.or(self.faults.iter().find(meant)), found) {
            (Some((_, fault)), _) => Err(self.sentence(*fault)),
            (None, Some((_, object))) => Ok(object),
            (None, None) if self.values.is_empty() => Err("the answer has no JSON object".to_owned()),
            (None, None) => Err(format!("the answer's JSON object has no `{key}`")),
        }
    }

    fn sentence(&self, fault: Fault) -> String {
        match fault {
            Fault::Ends => "the answer breaks off in the middle of its JSON object".to_owned(),
            Fault::Deep => "the answer's brackets nest too deep for a plan".to_owned(),
            Fault::At(at) => {
                let from = self.text[..at].char_indices().rev().nth(SHOWN).map_or(0, |(from, _)| from);
                let after: String = self.text[at..].chars().take(SHOWN).collect();
                let before = one_line(&self.text[from..at], 2 * SHOWN);
                let after = one_line(&after, 2 * SHOWN);
                format!("the answer's JSON cannot be read after {before:?}, where {after:?} follows")
            }
        }
    }
}

/// The value itself or the first of its fields, if it is an object with this field.
fn holder<'a>(value: &'a Value, key: &str) -> Option<&'a Map<String, Value>> {
    let object = value.as_object()?;
    if object.contains_key(key) {
        return Some(object);
    }
    object.values().filter_map(Value::as_object).find(|inner| inner.contains_key(key))
}

struct Reader<'a> {
    text: &'a str,
    /// How far it has been read, in bytes.
    at: usize,
    /// From here on there are only closing brackets: whatever is open there ends there.
    tail: usize,
    #[cfg(test)]
    looked: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// So many bytes are looked at: what a test holds against the text's length.
    fn look_at(&mut self, bytes: usize) {
        #[cfg(test)]
        {
            self.looked += bytes;
        }
        _ = (self.at, bytes);
    }

    fn skip(&mut self, bytes: usize) {
        self.at += bytes;
        self.look_at(bytes);
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.skip(rest.len() - rest.trim_start().len());
    }

    /// Goes to where the next outermost object, or list of objects or texts, may begin.
    fn begin(&mut self) -> Option<usize> {
        while let Some(found) = self.rest().find(['{', '[']) {
            self.skip(found);
            if self.peek() == Some(b'{') {
                return Some(self.at);
            }
            let inside = self.rest()[1..].trim_start();
            // Any other bracket is prose.
            if inside.starts_with(['{', '"']) {
                return Some(self.at);
            }
            self.skip(1);
        }
        None
    }

    fn value(&mut self, depth: u32) -> Result<Value, Fault> {
        match self.peek() {
            None => Err(Fault::Ends),
            Some(b'{' | b'[') if depth == MAX_DEPTH => Err(Fault::Deep),
            Some(b'{') => self.object(depth + 1).map(Value::Object),
            Some(b'[') => self.list(depth + 1).map(Value::Array),
            Some(b'"' | b'\'') => self.string(false).map(Value::String),
            Some(_) => self.bare(),
        }
    }

    fn object(&mut self, depth: u32) -> Result<Map<String, Value>, Fault> {
        let mut fields = Map::new();
        self.skip(1);
        loop {
            self.space();
            match self.peek() {
                // Commas too many, and such as are missing, change nothing.
                Some(b',') => {
                    self.skip(1);
                    continue;
                }
                Some(b'}') => {
                    self.skip(1);
                    return Ok(fields);
                }
                Some(b']') if self.at >= self.tail => return Ok(fields),
                Some(_) => {}
                None => return Err(Fault::Ends),
            }
            let key = self.key()?;
            self.space();
            match self.peek() {
                Some(b':') => self.skip(1),
                Some(_) => return Err(Fault::At(self.at)),
                None => return Err(Fault::Ends),
            }
            self.space();
            let value = self.value(depth)?;
            fields.insert(key, value);
            self.space();
            if self.peek().is_none() {
                // Of a field that is whole nothing is lost but the bracket.
                return Ok(fields);
            }
        }
    }

    fn list(&mut self, depth: u32) -> Result<Vec<Value>, Fault> {
        let mut items = Vec::new();
        self.skip(1);
        loop {
            self.space();
            match self.peek() {
                Some(b',') => self.skip(1),
                Some(b']') => {
                    self.skip(1);
                    return Ok(items);
                }
                Some(b'}') if self.at >= self.tail => return Ok(items),
                Some(b'}') => return Err(Fault::At(self.at)),
                Some(_) => items.push(self.value(depth)?),
                // More of them may have been meant.
                None => return Err(Fault::Ends),
            }
        }
    }

    /// A field's name, which may lack its quotes.
    fn key(&mut self) -> Result<String, Fault> {
        if let Some(b'"' | b'\'') = self.peek() {
            return self.string(true);
        }
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let length = self.rest().find(|c| !word(c)).unwrap_or(self.rest().len());
        if length == 0 {
            return Err(Fault::At(self.at));
        }
        let key = self.rest()[..length].to_owned();
        self.skip(length);
        if let Some(b'"' | b'\'') = self.peek() {
            self.skip(1);
        }
        Ok(key)
    }

    /// A quoted text. A quote ends it where what follows can follow a text; where another field begins instead, the text's own
    /// last quote is missing, and it ends before the first sign that belongs to no text; else the quote is one of its own, and
    /// so is all before it: what has been read is never gone back to twice.
    fn string(&mut self, is_key: bool) -> Result<String, Fault> {
        let (begin, quote) = (self.at + 1, if self.peek() == Some(b'"') { '"' } else { '\'' });
        let mut text = String::new();
        // Where it may have ended if its last quote is missing, and how much of it that would be.
        let (mut sign, mut tail) = (None, None);
        let mut chars = self.text[begin..].char_indices();
        while let Some((offset, c)) = chars.next() {
            let at = begin + offset;
            if at == self.tail {
                tail = Some(text.len());
            }
            match c {
                '\\' => {
                    let Some((meant, more)) = escaped(chars.as_str()) else { break };
                    text.push(meant);
                    (0..more).for_each(|_| _ = chars.next());
                    continue;
                }
                _ if c == quote => {}
                _ => {
                    if is_sign(c, is_key) {
                        sign.get_or_insert((at, text.len()));
                    }
                    text.push(c);
                    continue;
                }
            }
            let after = &self.text[at + 1..];
            let next = after.trim_start();
            self.look_at(after.len() - next.len() + MAX_KEY);
            if ends_here(next, is_key) {
                self.skip(at + 1 - self.at);
                return Ok(text);
            }
            if begins_field(after, quote) || is_key && sign.is_some() {
                self.look_at(at - begin);
                let (end, length) = sign.unwrap_or((at, text.len()));
                text.truncate(length);
                text.truncate(text.trim_end().len());
                self.at = end;
                return Ok(text);
            }
            sign = None;
            text.push(c);
        }
        self.look_at(self.text.len() - begin);
        match tail.filter(|_| !is_key && self.text[self.tail..].contains(['}', ']'])) {
            Some(length) => {
                text.truncate(length);
                self.at = self.tail;
                Ok(text)
            }
            None => {
                self.at = self.text.len();
                Err(Fault::Ends)
            }
        }
    }

    /// A number, a word of JSON's or Python's, or a text without quotes.
    fn bare(&mut self) -> Result<Value, Fault> {
        let stops = |c: char| matches!(c, ',' | '}' | ']' | '{' | '[' | '"' | '\n');
        let Some(length) = self.rest().find(stops) else {
            // Perhaps not all of it.
            self.skip(self.rest().len());
            return Err(Fault::Ends);
        };
        let raw = &self.text[self.at..self.at + length];
        let word = raw.trim();
        if word.is_empty() {
            return Err(Fault::At(self.at));
        }
        self.skip(length);
        // Only its first quote may be missing.
        if self.peek() == Some(b'"')
            && raw.len() == raw.trim_end().len()
            && ends_here(self.rest()[1..].trim_start(), false)
        {
            self.skip(1);
            return Ok(word.into());
        }
        Ok(match word {
            "true" | "True" => true.into(),
            "false" | "False" => false.into(),
            "null" | "None" | "undefined" => Value::Null,
            _ => number(word).map_or_else(|| word.into(), Value::Number),
        })
    }
}

/// Whether it cannot stand in a field's name, or in that of a thing.
fn is_sign(c: char, is_key: bool) -> bool {
    if is_key { c == ':' } else { matches!(c, ',' | '}' | ']' | '\n') }
}

/// Whether what follows a quote can follow a whole text.
fn ends_here(next: &str, is_key: bool) -> bool {
    if is_key {
        return next.is_empty() || next.starts_with(':');
    }
    next.is_empty() || next.starts_with([',', '}', ']', '"', '{', '['])
}

/// Whether a field begins behind this quote: `count": `.
fn begins_field(after: &str, quote: char) -> bool {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let length = after.bytes().take(MAX_KEY).take_while(word).count();
    let colon = after.get(length..).and_then(|rest| rest.strip_prefix(quote));
    length > 0 && colon.is_some_and(|rest| rest.trim_start_matches(' ').starts_with(':'))
}

/// What stands behind a backslash, and how many characters that takes; `None` at the text's end.
fn escaped(rest: &str) -> Option<(char, usize)> {
    let unit = |rest: &str| u16::from_str_radix(rest.strip_prefix('u')?.get(..4)?, 16).ok();
    let c = rest.chars().next()?;
    Some(match c {
        'n' => ('\n', 1),
        't' => ('\t', 1),
        'r' => ('\r', 1),
        'b' => ('\u{8}', 1),
        'f' => ('\u{c}', 1),
        'u' => match unit(rest) {
            None => ('u', 1),
            Some(first) => {
                let second = rest[5..].strip_prefix('\\').and_then(unit);
                let pair = second.and_then(|second| char::decode_utf16([first, second]).next()?.ok());
                match (char::from_u32(first.into()), pair) {
                    (Some(whole), _) => (whole, 5),
                    (None, Some(pair)) => (pair, 11),
                    (None, None) => (char::REPLACEMENT_CHARACTER, 5),
                }
            }
        },
        // Some escape what needs it not.
        other => (other, 1),
    })
}

fn number(word: &str) -> Option<Number> {
    let word = word.strip_prefix('+').unwrap_or(word);
    let begins = word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
    let exactly = || serde_json::from_str(word).ok();
    // As Python has it: `5.`, `.5`.
    let nearly = || Number::from_f64(word.parse().ok()?);
    begins.then(|| exactly().or_else(nearly)).flatten()
}

#[cfg(test)]
mod tests;
