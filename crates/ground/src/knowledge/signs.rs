//! What fits on a sign. A line is 90 pixels wide, and most letters of the game's font take 6 (Minecraft Wiki, Sign): fifteen, where
//! nobody measures each letter.

use serde_json::json;

use crate::domain::{ErrorCode, ToolError};

/// Lines of a side, and letters of a line.
pub const SIGN_LINES: usize = 4;
pub const SIGN_LETTERS: usize = 15;

/// The lines that a text takes, broken between words; where the text has lines of its own, these are kept.
///
/// # Errors
/// `INVALID_PARAMS`: it is empty, has letters that no server takes, a word longer than a line, or more than four lines; then its
/// context says `impossible`.
pub fn sign_lines(text: &str) -> Result<[String; SIGN_LINES], ToolError> {
    let invalid = |message: String| {
        let context = json!({ "impossible": "text", "letters": SIGN_LETTERS, "lines": SIGN_LINES });
        Err(ToolError::new(ErrorCode::InvalidParams, message).with(context))
    };
    if text.trim().is_empty() {
        return invalid("there is nothing to write".to_owned());
    }
    // A section sign and the letter behind it would be left out.
    if text.chars().any(|letter| letter != '\n' && letter.is_control() || letter == '\u{a7}') {
        return invalid("control characters and colour codes cannot be written on a sign".to_owned());
    }
    let mut lines: Vec<String> = Vec::new();
    for own in text.trim_matches('\n').split('\n') {
        let mut line = String::new();
        for word in own.split_whitespace() {
            let length = word.chars().count();
            if length > SIGN_LETTERS {
                return invalid(format!(
                    "{word:?} has {length} letters, and a line of a sign has room for {SIGN_LETTERS}"
                ));
            }
            if !line.is_empty() && line.chars().count() + 1 + length > SIGN_LETTERS {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    if lines.len() > SIGN_LINES {
        return invalid(format!(
            "that takes {} lines of {SIGN_LETTERS} letters, and a sign has {SIGN_LINES}: say it in fewer words",
            lines.len()
        ));
    }
    lines.resize(SIGN_LINES, String::new());
    Ok(std::array::from_fn(|at| std::mem::take(&mut lines[at])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_on_lines() {
        let lines = |text: &str| sign_lines(text).unwrap().join("|");
        assert_eq!(lines("KEEP OUT"), "KEEP OUT|||");
        assert_eq!(lines("Welcome home,  dear friends of mine"), "Welcome home,|dear friends of|mine|");
        assert_eq!(lines("exactly fifteen"), "exactly fifteen|||");
        assert_eq!(lines("one\n\nthree"), "one||three|");
        let (long, many) = (sign_lines("incomprehensibilities"), sign_lines(&"seven words ".repeat(10)));
        assert!(long.unwrap_err().message.contains("21 letters"));
        assert!(many.unwrap_err().message.contains("10 lines"));
        assert!(sign_lines(" ").is_err() && sign_lines("\u{a7}cred").is_err() && sign_lines("a\tb").is_err());
    }
}
