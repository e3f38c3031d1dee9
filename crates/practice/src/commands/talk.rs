//! What is said: `/list`, `/say`, `/me`, `/msg` and its other names; and `/save-all`.

use azalea_protocol::packets::game::{ClientboundDisguisedChat, c_player_chat::ChatTypeBound};
use azalea_registry::{Holder, data::ChatKind};
use tracing::info;

use crate::{
    Game,
    commands::{asker::Asker, fault::Fault, selectors::Selector, tree::Arguments},
    protocol::{
        frames::shortened,
        limits::MOST_PLAYING,
        texts::{phrase, words},
    },
    registries,
};

pub(super) fn list(game: &mut Game, asker: &Asker, _: &Arguments) -> Result<(), Fault> {
    let names = game.players();
    let (online, most) = (names.len().to_string(), MOST_PLAYING.to_string());
    let text = phrase("commands.list.players", [words(online), words(most), words(names.join(", "))]);
    game.answer(asker, text);
    Ok(())
}

pub(super) fn save_all(game: &mut Game, asker: &Asker, _: &Arguments) -> Result<(), Fault> {
    if !game.ask_to_save(asker.id) {
        return Err(Fault::new("commands.save.failed", []));
    }
    game.answer(asker, phrase("commands.save.saving", []));
    Ok(())
}

pub(super) fn say(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let message = arguments.get::<String>("message")?;
    info!("[{}] {}", asker.name, shortened(message));
    let kind: ChatKind = registries::id_of("say_command");
    let chat_type =
        ChatTypeBound { chat_type: Holder::Reference(kind), name: words(asker.name.clone()), target_name: None };
    game.broadcast(ClientboundDisguisedChat { message: words(message.clone()), chat_type });
    Ok(())
}

pub(super) fn emote(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let action = arguments.get::<String>("action")?;
    info!("* {} {}", asker.name, shortened(action));
    game.speak_to_all(asker.id, "emote_command", action);
    Ok(())
}

/// Both ends of a whisper are told: who speaks, to whom; who hears, from whom.
pub(super) fn whisper(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let message = arguments.get::<String>("message")?;
    for id in game.players_of(asker, arguments.get::<Selector>("targets")?)? {
        let name = game.name_of(id);
        game.speak(asker.id, "msg_command_outgoing", Some(&name), message, &[asker.id]);
        game.speak(asker.id, "msg_command_incoming", None, message, &[id]);
    }
    Ok(())
}
