//! Words from outside (a server's, a player's, a model's, a file's) on their way out of the program.
//!
//! Inside they stay as they came, so that they can be compared; whatever leaves (terminal, log, report, JSON, window)
//! passes through here, so that nobody's words can steer a terminal, forge a line or turn one around.

use std::borrow::Cow;

use serde::Serialize;

/// Control characters (Unicode's Cc: C0, DEL, C1), what decides about the direction of writing (`Bidi_Control` in
/// Unicode's PropList.txt), and the two separators that end a line or a paragraph.
pub fn is_wild(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// One line in which every such character can be seen: `\n`, `\u{1b}`.
pub fn tame(text: &str) -> Cow<'_, str> {
    escaped(text, is_wild)
}

/// Lines of our own in which every such character but the line's end can be seen.
pub fn tame_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_wild(c) && c != '\n')
}

fn escaped(text: &str, is_meant: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_meant) {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_meant(c) { visible.extend(c.escape_default()) } else { visible.push(c) }
    }
    Cow::Owned(visible)
}

/// The words without the game's old codes for colours and styles: a section sign and the letter behind it.
pub fn without_colours(text: &str) -> Cow<'_, str> {
    const SIGN: char = '\u{a7}';
    if !text.contains(SIGN) {
        return Cow::Borrowed(text);
    }
    let mut letters = text.chars();
    let mut plain = String::with_capacity(text.len());
    while let Some(letter) = letters.next() {
        match letter {
            SIGN => _ = letters.next(),
            letter => plain.push(letter),
        }
    }
    Cow::Owned(plain)
}

/// The value as JSON on one line. serde_json escapes C0 alone; here the others are escaped as well, so that a reader of
/// JSON gets the text as it was and a terminal gets nothing to obey.
///
/// # Errors
/// Where the value cannot be written as JSON.
pub fn json(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(value).map(json_escaped)
}

/// The same over several lines, for people.
///
/// # Errors
/// Where the value cannot be written as JSON.
pub fn pretty_json(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string_pretty(value).map(json_escaped)
}

/// JSON has such characters only inside its strings (its own line ends aside), and all of them have four hex digits.
fn json_escaped(json: String) -> String {
    let is_meant = |c: char| is_wild(c) && c != '\n';
    if !json.contains(is_meant) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_meant(c) { escaped.push_str(&format!("\\u{:04x}", u32::from(c))) } else { escaped.push(c) }
    }
    escaped
}

/// Of anybody's words in one go, in characters: what is longer (a kick may have a quarter of a million) nobody reads. The body
/// cuts them as they come in, once, so that what is said to be left out is all of it.
pub const MOST_WORDS: usize = 1_000;

/// At most so many characters of a text, and how many more there were.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((end, _)) => {
            let left_out = text[end..].chars().count();
            Cow::Owned(format!("{}… ({left_out} more characters)", &text[..end]))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// ESC and BEL, C1's own CSI, DEL, an override, an isolate, a mark, a paragraph's end.
    const WILD: &str = "\u{1b}]0;x\u{7}\u{9b}2J\u{7f}\u{202e}\u{2066}\u{200f}\u{2029}";

    #[test]
    fn every_way_out_shows_what_would_steer() {
        let shown = r"\u{1b}]0;x\u{7}\u{9b}2J\u{7f}\u{202e}\u{2066}\u{200f}\u{2029}";
        assert_eq!(tame(WILD), shown);
        assert_eq!(tame("a\r\n\tb"), r"a\r\n\tb");
        assert_eq!(tame_lines("a\r\nb"), "a\\r\nb");
        for c in (0..=0x10_ffff).filter_map(char::from_u32).filter(|&c| is_wild(c)) {
            let text = c.to_string();
            assert!(!tame(&text).contains(is_wild), "{c:?}");
            assert!(!json(&text).unwrap().contains(is_wild), "{c:?}");
        }
    }

    #[test]
    fn words_of_every_script_stay_as_they_are() {
        for words in ["", "get me a stone pickaxe", "wörld 🎉 שלום سلام 世界", "§4red"] {
            assert!(matches!(tame(words), Cow::Borrowed(_)), "{words}");
        }
    }

    #[test]
    fn codes_for_colours_are_left_out() {
        for (text, plain) in [
            ("\u{a7}cKEEP \u{a7}lOUT\u{a7}", "KEEP OUT"),
            ("\u{a7}\u{a7}a", "a"),
            ("w\u{f6}rld", "w\u{f6}rld"),
            ("", ""),
        ] {
            assert_eq!(without_colours(text), plain);
        }
    }

    #[test]
    fn json_is_read_back_as_it_was() {
        let value = serde_json::json!({ "reason": WILD, WILD: ["a\nb", 1] });
        for text in [json(&value).unwrap(), pretty_json(&value).unwrap()] {
            assert!(!text.contains(|c| is_wild(c) && c != '\n'), "{text}");
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        }
        assert!(!json(&value).unwrap().contains('\n'));
    }

    #[test]
    fn a_long_text_says_how_much_is_left_out() {
        assert_eq!(shortened("äöü", 3), "äöü");
        assert_eq!(shortened("äöüß!", 3), "äöü… (2 more characters)");
    }
}
