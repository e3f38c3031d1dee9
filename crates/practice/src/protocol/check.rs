//! What vanilla refuses in a packet and azalea's decoder lets through: sizes, characters, numbers that are none. How many
//! elements a packet may hold is looked at before, by `claims`.

use azalea_core::position::Vec3;
use azalea_protocol::packets::game::ServerboundGamePacket;

use crate::protocol::limits::{MAX_CHAT, MAX_PAGE, MAX_PAYLOAD, MAX_SIGN_LINE, MAX_TITLE};

/// The reason for which a client that sends this is disconnected.
pub(crate) fn check(packet: &ServerboundGamePacket) -> Result<(), String> {
    use ServerboundGamePacket as P;
    match packet {
        P::Chat(packet) => {
            fits(&packet.message, MAX_CHAT, "chat")?;
            if packet.message.chars().all(is_chat) { Ok(()) } else { Err("Illegal characters in chat".to_owned()) }
        }
        P::ChatCommand(packet) => command(&packet.command),
        P::ChatCommandSigned(packet) => command(&packet.command),
        P::CommandSuggestion(packet) => fits(&packet.command, 32_500, "a command to complete"), // vanilla's limit
        P::RenameItem(packet) => fits(&packet.name, MAX_CHAT, "a name"),
        P::SignUpdate(packet) => packet.lines.iter().try_for_each(|line| fits(line, MAX_SIGN_LINE, "a sign's line")),
        P::EditBook(packet) => {
            packet.pages.iter().try_for_each(|page| fits(page, MAX_PAGE, "a page"))?;
            packet.title.iter().try_for_each(|title| fits(title, MAX_TITLE, "a title"))
        }
        P::CustomPayload(packet) => within(packet.data.len(), MAX_PAYLOAD, "a payload"),
        P::UseItemOn(packet) => numbers(packet.block_hit.location),
        P::MovePlayerPos(packet) => numbers(packet.pos),
        P::MovePlayerPosRot(packet) => numbers(packet.pos),
        _ => Ok(()),
    }
}

fn command(text: &str) -> Result<(), String> {
    fits(text, 32_767, "a command")?; // vanilla's limit on a string
    if text.chars().all(is_chat) { Ok(()) } else { Err("Illegal characters in chat".to_owned()) }
}

/// Vanilla's `StringUtil.isAllowedChatCharacter`.
fn is_chat(char: char) -> bool {
    char != '§' && char >= ' ' && char != '\u{7f}'
}

fn fits(text: &str, most: usize, what: &str) -> Result<(), String> {
    within(text.encode_utf16().count(), most, what)
}

/// A number of something, held against its limit.
pub(crate) fn within(count: usize, most: usize, what: &str) -> Result<(), String> {
    if count <= most { Ok(()) } else { Err(format!("Too long: {what} of {count}, at most {most}")) }
}

fn numbers(at: Vec3) -> Result<(), String> {
    let all = [at.x, at.y, at.z].into_iter().all(f64::is_finite);
    if all { Ok(()) } else { Err("Invalid move player packet received".to_owned()) }
}

#[cfg(test)]
mod tests {
    use azalea_protocol::packets::game::{ServerboundChatCommand, ServerboundEditBook, ServerboundSignUpdate};

    use super::*;

    fn say(text: &str) -> bool {
        let packet = ServerboundChatCommand { command: text.to_owned() };
        check(&ServerboundGamePacket::ChatCommand(packet)).is_ok()
    }

    #[test]
    fn what_may_be_said_is_vanillas() {
        assert!(say("hello, wörld 🎉 \u{80} \u{202e}"));
        for bad in ["a\nb", "\0", "§4red", "\u{7f}", "\u{1b}[2J"] {
            assert!(!say(bad), "{bad:?}");
        }
    }

    #[test]
    fn lengths_are_in_java_s_units() {
        assert_eq!(fits(&"é".repeat(256), 256, "chat"), Ok(()));
        assert!(fits(&"🎉".repeat(129), 256, "chat").is_err());
    }

    #[test]
    fn books_and_signs_have_their_size() {
        let book = |pages: Vec<String>, title| {
            check(&ServerboundGamePacket::EditBook(ServerboundEditBook { slot: 0, pages, title })).is_ok()
        };
        assert!(book(vec!["a".repeat(1024); 100], Some("t".repeat(32))));
        assert!(!book(vec!["a".repeat(1025)], None));
        assert!(!book(Vec::new(), Some("t".repeat(33))));
        let sign = |line: &str| {
            let lines = [String::new(), line.to_owned(), String::new(), String::new()];
            let packet = ServerboundSignUpdate { pos: Default::default(), is_front_text: true, lines };
            check(&ServerboundGamePacket::SignUpdate(packet)).is_ok()
        };
        assert!(sign(&"a".repeat(384)) && !sign(&"a".repeat(385)));
    }
}
