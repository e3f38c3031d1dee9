//! Reading a command's text from left to right, with the words, numbers and places that vanilla's parser takes.

use azalea_chat::FormattedText;

use crate::{commands::fault::Fault, protocol::texts::words};

/// A text and how far it has been read, in bytes; always between two letters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    pub text: &'a str,
    pub at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    pub fn skip(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    /// Goes past a letter if it is the next one.
    pub fn takes(&mut self, letter: char) -> bool {
        let is_next = self.peek() == Some(letter);
        if is_next {
            self.skip();
        }
        is_next
    }

    /// As many letters as belong.
    pub fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|letter| !belongs(letter)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Up to the next blank.
    pub fn word(&mut self) -> &'a str {
        self.take_while(|letter| letter != ' ')
    }

    /// What vanilla reads without quotes.
    pub fn plain_word(&mut self) -> &'a str {
        self.take_while(|letter| letter.is_ascii_alphanumeric() || "_-.+".contains(letter))
    }

    pub fn everything(&mut self) -> &'a str {
        let rest = self.rest();
        self.at = self.text.len();
        rest
    }

    /// A registry name, without the namespace `minecraft`.
    pub fn identifier(&mut self) -> Result<&'a str, Fault> {
        let start = self.at;
        let name = self
            .take_while(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "_:/.-".contains(letter));
        let plain = crate::knowledge::plain(name);
        if plain.is_empty() || plain.contains(':') {
            let key = if plain.is_empty() { "argument.id.invalid" } else { "argument.id.unknown" };
            return Err(Fault::new(key, [words(name)]).at(start));
        }
        Ok(plain)
    }

    fn number<T: std::str::FromStr>(&mut self, kind: &str) -> Result<T, Fault> {
        let start = self.at;
        let digits = self.take_while(|letter| letter.is_ascii_digit() || letter == '.' || letter == '-');
        if digits.is_empty() {
            return Err(Fault::new(&format!("parsing.{kind}.expected"), []).at(start));
        }
        digits.parse().map_err(|_| {
            self.at = start;
            Fault::new(&format!("parsing.{kind}.invalid"), [words(digits)]).at(start)
        })
    }

    pub fn integer(&mut self) -> Result<i32, Fault> {
        self.number("int")
    }

    pub fn float(&mut self) -> Result<f32, Fault> {
        self.number("float")
    }

    pub fn double(&mut self) -> Result<f64, Fault> {
        self.number("double")
    }

    /// A number within bounds; `kind` names it in the game's texts.
    pub fn within<T: PartialOrd + ToString>(
        &mut self,
        kind: &str,
        read: impl Fn(&mut Self) -> Result<T, Fault>,
        least: T,
        most: T,
    ) -> Result<T, Fault> {
        let start = self.at;
        let value = read(self)?;
        let (side, bound) = match () {
            () if value < least => ("low", least),
            () if value > most => ("big", most),
            () => return Ok(value),
        };
        let told: [FormattedText; 2] = [words(bound.to_string()), words(value.to_string())];
        Err(Fault::new(&format!("argument.{kind}.{side}"), told).at(start))
    }
}
