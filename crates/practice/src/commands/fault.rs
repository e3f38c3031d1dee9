//! Why a command was not done: what to say, and where in the text it went wrong.

use azalea_chat::{
    FormattedText,
    style::{ChatFormatting, Style},
};

use crate::protocol::texts::{colored, joined, phrase, red, words};

/// Letters of the command shown before the place of a fault; vanilla's.
const CONTEXT: usize = 10;

/// Why a command was not done: what to say, and where in the text it went wrong.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub message: FormattedText,
    /// Bytes into the command.
    pub at: Option<usize>,
}

impl Fault {
    pub fn new(key: &str, arguments: impl IntoIterator<Item = FormattedText>) -> Self {
        Self { message: phrase(key, arguments), at: None }
    }

    /// What only this world has to say, and no client's language knows.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { message: words(text), at: None }
    }

    pub fn at(self, at: usize) -> Self {
        Self { at: Some(at), ..self }
    }

    /// With the names that may have been meant.
    pub fn hinting(self, nearest: &[String]) -> Self {
        if nearest.is_empty() {
            return self;
        }
        let hint = words(format!("; did you mean {}?", nearest.join(", ")));
        Self { message: joined(Style::new(), vec![self.message, hint]), ..self }
    }

    /// The lines to show: the message, then the end of what was understood, the rest, and an arrow between.
    pub fn lines(self, command: &str) -> Vec<FormattedText> {
        let mut lines = vec![red(self.message)];
        if let Some(at) = self.at {
            let (understood, rest) = command.split_at_checked(at).unwrap_or((command, ""));
            let start = understood.char_indices().rev().nth(CONTEXT - 1).map_or(0, |(start, _)| start);
            let mut parts = Vec::new();
            if start > 0 {
                parts.push(words("..."));
            }
            parts.push(words(&understood[start..]));
            if !rest.is_empty() {
                parts.push(joined(colored(ChatFormatting::Red).underlined(true), vec![words(rest)]));
            }
            let here = phrase("command.context.here", []);
            parts.push(joined(colored(ChatFormatting::Red).italic(true), vec![here]));
            lines.push(joined(colored(ChatFormatting::Gray), parts));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_shows_its_place() {
        let shown = |at, command: &str| {
            let fault = Fault::new("command.unknown.argument", []).at(at);
            fault.lines(command).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(shown(4, "give"), ["Incorrect argument for command", "give<--[HERE]"]);
        assert_eq!(shown(13, "give somebody dirt")[1], "...e somebody dirt<--[HERE]");
        assert_eq!(shown(4, "éé é").len(), 2, "cut between letters only");
        assert_eq!(shown(1, "éé")[1], "éé<--[HERE]");
    }
}
