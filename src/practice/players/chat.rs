//! What players say to each other.

use azalea_protocol::packets::game::{
    ClientboundPlayerChat,
    c_player_chat::{ChatTypeBound, FilterMask, PackedLastSeenMessages, PackedSignedMessageBody},
};
use azalea_registry::{Holder, data::ChatKind};
use tracing::info;

use crate::practice::{
    game::Game,
    net::{listener::ConnectionId, registries},
};

impl Game {
    /// To everyone, the speaker too, unsigned as on any offline server.
    pub(crate) fn chat(&mut self, id: ConnectionId, message: String) {
        let Some(player) = self.players.get(&id) else { return };
        info!("<{}> {message}", player.name);
        let chat_type: ChatKind = registries::id_of("chat");
        let (sender, name) = (player.uuid, player.name.clone());
        let packet = ClientboundPlayerChat {
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
        };
        for player in self.players.values_mut() {
            // Each client counts what it has been told, and hangs up if one is missing.
            let global_index = player.chat_index;
            player.chat_index += 1;
            player.link.send(ClientboundPlayerChat { global_index, ..packet.clone() });
        }
    }
}
