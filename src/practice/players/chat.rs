//! What players say to each other.

use azalea_brigadier::{
    context::StringRange,
    suggestion::{Suggestion, Suggestions},
};
use azalea_protocol::packets::game::{
    ClientboundCommandSuggestions, ClientboundPlayerChat, ServerboundCommandSuggestion,
    c_player_chat::{ChatTypeBound, FilterMask, PackedLastSeenMessages, PackedSignedMessageBody},
};
use azalea_registry::{Holder, data::ChatKind};
use tracing::info;

use crate::practice::{
    game::Game,
    net::{listener::ConnectionId, packets, registries},
    players::player::Player,
};

impl Game {
    /// To everyone, the speaker too, unsigned as on any offline server.
    pub(crate) fn chat(&mut self, id: ConnectionId, message: String) {
        let Some(player) = self.players.get(&id) else { return };
        if message.chars().any(|char| char.is_control() || char == '§') {
            return self.kick_id(id, "Illegal characters in chat");
        }
        info!("<{}> {message}", player.name);
        let chat_type: ChatKind = registries::id_of("chat");
        let (sender, name) = (player.uuid, player.name.clone());
        self.broadcast(ClientboundPlayerChat {
            global_index: 0,
            sender,
            index: 0,
            signature: None,
            body: PackedSignedMessageBody {
                content: message,
                timestamp: 0,
                salt: 0,
                last_seen: PackedLastSeenMessages { entries: Vec::new() },
            },
            unsigned_content: None,
            filter_mask: FilterMask::PassThrough,
            chat_type: ChatTypeBound { chat_type: Holder::Reference(chat_type), name: name.into(), target_name: None },
        });
    }
}

/// What a client may complete after a slash.
pub(crate) const COMMANDS: [&str; 1] = ["help"];

/// The commands that what was typed, slash included, may become, with the piece they take the place of; none once the
/// first word is over.
fn completions(typed: &str) -> (StringRange, Vec<&'static str>) {
    let Some(word) = typed.strip_prefix('/') else { return (StringRange::at(0), Vec::new()) };
    let names = COMMANDS.into_iter().filter(|name| name.starts_with(word));
    (StringRange::between(1, typed.len()), names.collect())
}

impl Player {
    /// Answers a client that asks how a command goes on.
    pub fn suggest(&mut self, packet: &ServerboundCommandSuggestion) {
        let (range, names) = completions(&packet.command);
        let names = names.into_iter().map(|name| Suggestion::new(range, name)).collect();
        self.link.send(ClientboundCommandSuggestions { id: packet.id, suggestions: Suggestions::new(range, names) });
    }

    pub fn refuse_command(&mut self) {
        self.link.send(packets::system_chat("There are no commands in the practice world"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_is_completed() {
        assert_eq!(completions("/"), (StringRange::between(1, 1), vec!["help"]));
        assert_eq!(completions("/he"), (StringRange::between(1, 3), vec!["help"]));
        for typed in ["", "he", "/x", "/help me", "/é"] {
            assert_eq!(completions(typed).1, Vec::<&str>::new(), "{typed}");
        }
    }
}
