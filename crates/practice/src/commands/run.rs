//! A command from its text to its deed, and how a line that is being typed could go on.

use azalea_brigadier::{
    context::StringRange,
    suggestion::{Suggestion, Suggestions},
};
use azalea_protocol::packets::game::{ClientboundCommandSuggestions, ClientboundCommands};
use tracing::info;

use crate::{
    commands::{asker::Asker, places::Stance, table::TREE},
    game::Game,
    net::inbound::ConnectionId,
    protocol::frames::shortened,
};

/// Completions sent at once, at most.
const MOST_COMPLETIONS: usize = 1000;

/// What a client is told of the commands that its player may use.
pub(crate) fn told(operator: bool) -> ClientboundCommands {
    TREE.packet(operator)
}

impl Game {
    /// Does what a player wrote behind a slash, or says why not.
    pub(crate) fn command(&mut self, id: ConnectionId, text: &str) {
        let Some(player) = self.players.get(&id) else { return };
        let stance = Stance { at: player.at, yaw: player.yaw, pitch: player.pitch };
        let asker = Asker { id, name: player.name.clone(), stance };
        info!("{} asks: /{}", asker.name, shortened(text));
        let understood = TREE.understand(text, self.is_operator(&asker.name));
        let done = understood.and_then(|(deed, arguments)| deed(self, &asker, &arguments));
        if let Err(fault) = done {
            for line in fault.lines(text) {
                self.tell(id, line);
            }
        }
    }

    /// Answers a client that asks how the line it shows could go on.
    pub(crate) fn complete_command(&mut self, id: ConnectionId, question: u32, line: &str) {
        let names = self.players();
        let Some(player) = self.players.get(&id) else { return };
        let slash = usize::from(line.starts_with('/'));
        let operator = self.is_operator(&player.name);
        let (start, mut words) = TREE.completions(&line[slash..], &names, operator);
        words.truncate(MOST_COMPLETIONS);
        // Clients count in UTF-16.
        let utf16 = |text: &str| text.encode_utf16().count();
        let range = StringRange::new(utf16(&line[..slash + start]), utf16(line));
        let suggestions = words.iter().map(|word| Suggestion::new(range, word)).collect();
        let Some(player) = self.players.get_mut(&id) else { return };
        let suggestions = Suggestions::new(range, suggestions);
        player.link.send(ClientboundCommandSuggestions { id: question, suggestions });
    }
}
