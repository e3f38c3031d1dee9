//! `/spawnpoint` and `/kick`: where players belong, and where they do not.

use azalea_chat::FormattedText;
use tracing::info;

use crate::{
    Game,
    commands::{asker::Asker, blocks, fault::Fault, places::Look, selectors::Selector, tree::Arguments},
    players::player::Home,
    protocol::texts::{phrase, words},
};

pub(super) fn set_home(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let oneself = Selector::oneself();
    let ids = game.players_of(asker, arguments.find::<Selector>("targets").unwrap_or(&oneself))?;
    let pos = match arguments.find("pos") {
        Some(place) => blocks::spot(place, asker)?,
        None => asker.stance.at.block(),
    };
    let (yaw, pitch) = match arguments.find::<Look>("rotation") {
        Some(look) => look.from(asker.stance),
        None => (0.0, 0.0),
    };
    let mut names = Vec::new();
    for id in ids {
        if let Some(player) = game.players.get_mut(&id) {
            player.home = Some(Home { pos, yaw, pitch, forced: true });
            names.push(player.name.clone());
        }
    }
    let (side, who) = match &names[..] {
        [one] => ("single", one.clone()),
        many => ("multiple", many.len().to_string()),
    };
    let told = [pos.x, pos.y, pos.z].map(|part| part.to_string()).into_iter();
    let told = told.chain([yaw, pitch].map(|angle| format!("{angle:?}")));
    let told = told.chain(["minecraft:overworld".to_owned(), who]).map(words);
    // The older key, without `new`, has no pitch.
    game.report(asker, phrase(&format!("commands.spawnpoint.success.{side}.new"), told));
    Ok(())
}

pub(super) fn kick(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let reason: FormattedText = match arguments.find::<String>("reason") {
        Some(reason) => words(reason.clone()),
        None => phrase("multiplayer.disconnect.kicked", []),
    };
    for id in game.players_of(asker, arguments.get::<Selector>("targets")?)? {
        let Some(player) = game.leave(id) else { continue };
        info!("{} was kicked by {}: {reason}", player.name, asker.name);
        let told = [words(player.name.clone()), reason.clone()];
        player.link.disconnect(reason.clone());
        game.report(asker, phrase("commands.kick.success", told));
    }
    Ok(())
}
