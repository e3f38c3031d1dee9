//! What stands in quotation marks is said or written as it is: it is kept apart while the words around it are put otherwise.

/// What stands for the first of them; no word begins so.
const TOKEN: &str = "qzq";
/// As many as the alphabet has letters to tell them apart.
const MOST: usize = 26;
const QUOTES: [[char; 2]; 2] = [['"', '"'], ['\u{201c}', '\u{201d}']];

/// A goal with a token in the place of each quotation.
pub(super) struct Quoted {
    pub masked: String,
    said: Vec<String>,
}

impl Quoted {
    /// `None` where nothing is in quotation marks, or one of them has no other.
    pub fn of(text: &str) -> Option<Self> {
        let (mut masked, mut said, mut rest) = (String::new(), Vec::new(), text);
        while let Some((at, [open, close])) = next(rest) {
            let inside = &rest[at + open.len_utf8()..];
            let end = at + open.len_utf8() + inside.find(close)? + close.len_utf8();
            masked.push_str(&rest[..at]);
            masked.push_str(&token(said.len())?);
            said.push(rest[at..end].to_owned());
            rest = &rest[end..];
        }
        masked.push_str(rest);
        (!said.is_empty() && !text.contains(TOKEN)).then_some(Self { masked, said })
    }

    /// The same with the quotations in their places; `None` where one is lost, or there twice.
    pub fn whole(&self, plain: &str) -> Option<String> {
        self.said.iter().enumerate().try_fold(plain.to_owned(), |plain, (at, said)| {
            let token = token(at)?;
            (plain.matches(&token).count() == 1).then(|| plain.replace(&token, said))
        })
    }

    /// A note with the quotations in it, as far as it names them.
    pub fn told(&self, note: &str) -> String {
        let tokens = self.said.iter().enumerate().filter_map(|(at, said)| Some((token(at)?, said)));
        tokens.fold(note.to_owned(), |note, (token, said)| note.replace(&token, said))
    }
}

fn next(text: &str) -> Option<(usize, [char; 2])> {
    QUOTES.into_iter().filter_map(|quotes| Some((text.find(quotes[0])?, quotes))).min()
}

fn token(at: usize) -> Option<String> {
    let letter = (at < MOST).then(|| (b'a' + u8::try_from(at).unwrap_or_default()) as char)?;
    Some(format!("{TOKEN}{letter}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_come_back_as_they_were() {
        let goal = "say \"hi, all\" and write \u{201c}KEEP OUT\u{201d} on the sign";
        let quoted = Quoted::of(goal).unwrap();
        assert_eq!(quoted.masked, "say qzqa and write qzqb on the sign");
        assert_eq!(quoted.whole(&quoted.masked).as_deref(), Some(goal));
        assert_eq!(quoted.whole("say qzqa"), None, "one is lost");
        assert_eq!(quoted.whole("say qzqa qzqa qzqb"), None, "one is there twice");
        assert!(Quoted::of("say \"hi").is_none());
        assert!(Quoted::of("say hi").is_none());
    }
}
