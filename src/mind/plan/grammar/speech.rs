//! What a person types to be said by the bot, word for word, as a goal: it stands in quotation marks, so that nothing of it is read.

use super::{Intent, meaning, not_understood, told};
use crate::{
    domain::{Chat, ToolError},
    knowledge::check_request,
};

/// In the order in which they are tried: the words may have some of them.
const QUOTES: [(char, char); 4] = [('"', '"'), ('\u{201c}', '\u{201d}'), ('\u{2018}', '\u{2019}'), ('\'', '\'')];
const SAY: &str = "say ";

/// The goal that says these words and nothing else.
///
/// # Errors
/// `INVALID_PARAMS`: there are no words, too many for the game, or such as it does not take: a slash at the beginning makes a command, and control
/// characters have a bot thrown out. Words with quotation marks of every kind cannot be put between any.
pub fn speech(words: &str) -> Result<String, ToolError> {
    check_request(&Chat { message: words.to_owned(), to: None }.into())?;
    let goals = QUOTES.iter().map(|(open, close)| format!("{SAY}{open}{words}{close}"));
    goals.into_iter().find(|goal| says_just(goal, words)).ok_or_else(|| not_understood(words, "where the words end"))
}

/// Whether a goal is nothing but words in quotation marks to be said to everybody: nobody need think about it.
pub fn is_speech(goal: &str) -> bool {
    let quoted = goal.strip_prefix(SAY).unwrap_or_default();
    QUOTES.iter().any(|(open, close)| {
        let words = quoted.strip_prefix(*open).and_then(|rest| rest.strip_suffix(*close));
        words.is_some_and(|words| says_just(goal, words))
    })
}

/// Whether a goal is understood as these words to be said, and in no other way.
fn says_just(goal: &str, words: &str) -> bool {
    told(goal).is_ok_and(|told| told == meaning(&Intent::Say { message: words.to_owned(), to: None }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::MAX_CHAT_LENGTH,
        mind::plan::grammar::{parse, provided, questions, series, standing},
    };

    #[test]
    fn whatever_is_typed_is_said_word_for_word_and_read_in_no_other_way() {
        for words in [
            "hello",
            "Hello!",
            "stop",
            "stop everything",
            "first get me 3 logs",
            "again, 3 times",
            "dig down, then go on",
            "hello and then go home",
            "Bert: come here",
            "everyone: come here",
            "get me a stone pickaxe",
            "if you have 10 dirt come here",
            "every evening sleep",
            "when it is night go to bed",
            "how many torches do you have?",
            "where are you?",
            "what is in the chest",
            "I'm \"here\"",
            "she said \"stop\", and I'm off",
            "\"quoted\"",
            "it's mine; don't touch it",
            "a \u{201c}b\u{201d} \"c\"",
            "5",
            "...",
            "\u{1f389} w\u{f6}rld \u{4e16}\u{754c}",
            "undo",
            "hi twice",
            "say hi",
            "<b>bold</b> [link](http://x) **stars**",
            "x = y * 2 # % & {json: 1}",
            "  two   spaces inside  ",
        ] {
            let goal = speech(words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
            assert_eq!(parse(&goal), Ok(vec![Intent::Say { message: words.to_owned(), to: None }]), "{goal}");
            assert_eq!(series(&goal), [goal.as_str()]);
            assert!(
                provided(&goal).is_none() && standing(&goal) == Ok(None) && questions(&goal).0.is_empty(),
                "{goal}"
            );
            assert!(is_speech(&goal));
        }
        let longest = "\u{e4}".repeat(MAX_CHAT_LENGTH);
        assert!(speech(&longest).is_ok_and(|goal| is_speech(&goal)));
    }

    #[test]
    fn what_cannot_be_said_is_refused_before_it_is_a_goal() {
        for words in ["", "  ", "/tp Bert 0 0 0", "a\u{a7}cb", "a\nb", "\u{1b}[2J", &"a".repeat(MAX_CHAT_LENGTH + 1)] {
            assert!(speech(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn other_goals_are_no_speech() {
        for goal in
            ["say hello", "say \"a\" and \"b\"", "tell Bert \"hi\"", "say \"hi\" and go home", "get me a log", ""]
        {
            assert!(!is_speech(goal), "{goal}");
        }
    }
}
