//! Texts in the game's own words: translation keys with their arguments, so that each client shows them in its language.

use azalea_chat::{
    FormattedText,
    style::{ChatFormatting, Style, TextColor},
    text_component::TextComponent,
    translatable_component::{PrimitiveOrComponent, TranslatableComponent},
};

use crate::items::stack::Stack;

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

pub(crate) fn colored(color: ChatFormatting) -> Style {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::crafting::tests::stack;

    #[test]
    fn items_have_the_names_that_players_know() {
        for (item, name) in [("stick", "[Stick]"), ("dirt", "[Dirt]"), ("wheat", "[Wheat]"), ("oak_door", "[Oak Door]")]
        {
            assert_eq!(item_name(&stack(item, 1)).to_string(), name);
        }
    }
}
