//! The list of who plays, as clients are told of it and of its changes.

use azalea_protocol::packets::game::{
    ClientboundPlayerInfoUpdate,
    c_player_info_update::{ActionEnumSet, PlayerInfoEntry},
};

use crate::{players::player::Player, protocol::packets::player_info_actions};

pub(crate) fn player_info<'a>(players: impl IntoIterator<Item = &'a Player>) -> ClientboundPlayerInfoUpdate {
    let entry = |player: &Player| {
        let mut entry = PlayerInfoEntry { game_mode: player.game_mode, listed: true, ..Default::default() };
        entry.profile.uuid = player.uuid;
        entry.profile.name.clone_from(&player.name);
        entry.latency = player.latency as i32;
        entry
    };
    ClientboundPlayerInfoUpdate { actions: player_info_actions(), entries: players.into_iter().map(entry).collect() }
}

/// The bars beside the names in the player list.
pub(crate) fn latencies<'a>(players: impl IntoIterator<Item = &'a Player>) -> ClientboundPlayerInfoUpdate {
    let latency = |player: &Player| {
        let mut entry = PlayerInfoEntry { latency: player.latency as i32, ..Default::default() };
        entry.profile.uuid = player.uuid;
        entry
    };
    let actions =
        ActionEnumSet { add_player: false, update_game_mode: false, update_listed: false, ..player_info_actions() };
    ClientboundPlayerInfoUpdate { actions, entries: players.into_iter().map(latency).collect() }
}

/// News of a player's game mode alone.
pub(crate) fn game_mode_of(player: &Player) -> ClientboundPlayerInfoUpdate {
    let mut news = player_info([player]);
    news.actions = ActionEnumSet { add_player: false, update_listed: false, update_latency: false, ..news.actions };
    news
}
