//! What players say to each other.

use azalea_protocol::packets::game::{
    ClientboundPlayerChat,
    c_player_chat::{ChatTypeBound, FilterMask, PackedLastSeenMessages, PackedSignedMessageBody},
};
use azalea_registry::{Holder, data::ChatKind};
use tracing::info;

use crate::{game::Game, net::inbound::ConnectionId, registries};

impl Game {
    /// To everyone, the speaker too.
    pub(crate) fn chat(&mut self, id: ConnectionId, message: String) {
        let Some(player) = self.players.get(&id) else { return };
        info!("<{}> {message}", player.name);
        self.speak_to_all(id, "chat", &message);
    }

    /// What a player says or does, shown to everyone in the way of a kind of the chat registry.
    pub(crate) fn speak_to_all(&mut self, id: ConnectionId, kind: &str, message: &str) {
        let all: Vec<ConnectionId> = self.players.keys().copied().collect();
        self.speak(id, kind, None, message, &all);
    }

    /// To whom it may concern, unsigned as on any offline server; whispers name whom they are for.
    pub(crate) fn speak(
        &mut self,
        id: ConnectionId,
        kind: &str,
        target: Option<&str>,
        message: &str,
        to: &[ConnectionId],
    ) {
        let Some(player) = self.players.get(&id) else { return };
        let chat_type: ChatKind = registries::id_of(kind);
        let (sender, name) = (player.uuid, player.name.clone());
        let target_name = target.map(Into::into);
        let packet = ClientboundPlayerChat {
            global_index: 0,
            sender,
            index: 0,
            signature: None,
            body: PackedSignedMessageBody {
                content: message.to_owned(),
                timestamp: 0,
                salt: 0,
                last_seen: PackedLastSeenMessages { entries: Vec::new() },
            },
            unsigned_content: None,
            filter_mask: FilterMask::PassThrough,
            chat_type: ChatTypeBound { chat_type: Holder::Reference(chat_type), name: name.into(), target_name },
        };
        for id in to {
            let Some(player) = self.players.get_mut(id) else { continue };
            // Each client counts what it has been told, and hangs up if one is missing.
            let global_index = player.chat_index;
            player.chat_index += 1;
            player.link.send(ClientboundPlayerChat { global_index, ..packet.clone() });
        }
    }
}
