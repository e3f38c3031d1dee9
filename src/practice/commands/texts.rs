//! What commands answer, in the game's own words: translation keys with their arguments, so that each client shows them
//! in its language, and faults that say where in the text they are.

use azalea_chat::{
    FormattedText,
    style::{ChatFormatting, Style, TextColor},
    text_component::TextComponent,
    translatable_component::{PrimitiveOrComponent, TranslatableComponent},
};

use crate::practice::items::inventory::Stack;

/// Letters of the command shown before the place of a fault; vanilla's.
const CONTEXT: usize = 10;

/// Plain words.
pub(crate) fn words(text: impl Into<String>) -> FormattedText {
    FormattedText::Text(TextComponent { text: text.into(), ..TextComponent::default() })
}

/// A text that clients know by its key. Arguments are texts themselves: a list of mixed kinds could not be sent.
pub(crate) fn phrase(key: &str, arguments: impl IntoIterator<Item = FormattedText>) -> FormattedText {
    let arguments = arguments.into_iter().map(PrimitiveOrComponent::FormattedText).collect();
    FormattedText::Translatable(TranslatableComponent::new(key.to_owned(), arguments))
}

/// Texts one after the other. The style goes for all that have none of their own.
pub(crate) fn joined(style: Style, parts: Vec<FormattedText>) -> FormattedText {
    let mut whole = TextComponent::default().with_style(style);
    whole.base.siblings = parts;
    FormattedText::Text(whole)
}

fn colored(color: ChatFormatting) -> Style {
    Style::new().color(TextColor::try_from(color).ok())
}

/// As vanilla shows what went wrong.
pub(crate) fn red(text: FormattedText) -> FormattedText {
    joined(colored(ChatFormatting::Red), vec![text])
}

/// As vanilla tells operators what another did.
pub(crate) fn aside(who: &str, text: FormattedText) -> FormattedText {
    let style = colored(ChatFormatting::Gray).italic(true);
    joined(style, vec![phrase("chat.type.admin", [words(who), text])])
}

pub(crate) fn green_in_brackets(text: impl Into<String>) -> FormattedText {
    joined(Style::new(), vec![words("["), joined(colored(ChatFormatting::Green), vec![words(text)]), words("]")])
}

/// An item's name in brackets, in the client's language.
pub(crate) fn item_name(stack: &Stack) -> FormattedText {
    joined(Style::new(), vec![words("["), item_text(stack), words("]")])
}

/// The same without brackets.
pub(crate) fn item_text(stack: &Stack) -> FormattedText {
    let keys = ["item", "block"].map(|kind| format!("{kind}.minecraft.{}", stack.name()));
    // Of an item that is a block vanilla names the block, unless the item has a name of its own.
    let known = |key: &&String| phrase(key, []).to_string() != **key;
    phrase(keys.iter().find(known).unwrap_or(&keys[0]), [])
}

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
    use crate::practice::items::crafting::tests::stack;

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

    #[test]
    fn items_have_the_names_that_players_know() {
        for (item, name) in [("stick", "[Stick]"), ("dirt", "[Dirt]"), ("wheat", "[Wheat]"), ("oak_door", "[Oak Door]")]
        {
            assert_eq!(item_name(&stack(item, 1)).to_string(), name);
        }
    }
}
