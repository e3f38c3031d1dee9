//! What shines, and what takes light away: minecraft-data knows the levels of a block, the Minecraft Wiki ("Light", "Trial Spawner",
//! "Vault") those of its states.

use std::sync::LazyLock;

use super::blocks::{Block, by_state, state_properties};

/// Full daylight, and the brightest of lamps.
pub const FULL_LIGHT: u8 = 15;

/// By state: what it shines with, times sixteen, and what it filters.
static GLASS_AND_LAMPS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    by_state(|block, state| {
        let properties = state_properties(state);
        shine(block, &properties) << 4 | filter(block, &properties)
    })
});

/// What a state shines with and what it takes from light, each 0 to 15.
#[inline]
pub fn light_of(state: u16) -> (u8, u8) {
    let both = GLASS_AND_LAMPS.get(usize::from(state)).copied().unwrap_or(0);
    (both >> 4, both & 15)
}

/// What a block's state shines with, 0 to 15.
fn shine(block: &Block, properties: &[(&str, &str)]) -> u8 {
    let property = |name| properties.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let number = |name| property(name).and_then(|value| value.parse::<u8>().ok()).unwrap_or(0);
    if property("lit") == Some("false") {
        return 0;
    }
    match block.name {
        "furnace" | "smoker" | "blast_furnace" => 13,
        "redstone_ore" | "deepslate_redstone_ore" => 9,
        "redstone_lamp" => 15,
        "cave_vines" | "cave_vines_plant" if property("berries") == Some("true") => 14,
        "glow_lichen" => 7,
        "light" => number("level"),
        "respawn_anchor" => [0, 3, 7, 11, 15][usize::from(number("charges").min(4))],
        "sea_pickle" if property("waterlogged") == Some("false") => 0,
        "sea_pickle" => 3 + 3 * number("pickles"),
        "trial_spawner" => match property("trial_spawner_state") {
            Some("waiting_for_players") => 4,
            Some("active" | "waiting_for_reward_ejection" | "ejecting_reward") => 8,
            _ => 0,
        },
        "vault" if property("vault_state") == Some("inactive") => 6,
        "vault" => 12,
        name if name.ends_with("candle") => 3 * number("candles"),
        name if name.ends_with("candle_cake") => 3,
        name if name.ends_with("copper_bulb") => match name.trim_start_matches("waxed_") {
            "exposed_copper_bulb" => 12,
            "weathered_copper_bulb" => 8,
            "oxidized_copper_bulb" => 4,
            _ => 15,
        },
        _ => block.emit_light,
    }
}

/// What a block's state takes from light, 0 to 15: water in it at least one, a double slab all.
fn filter(block: &Block, properties: &[(&str, &str)]) -> u8 {
    if properties.contains(&("type", "double")) {
        FULL_LIGHT
    } else if properties.contains(&("waterlogged", "true")) {
        block.filter_light.max(1)
    } else {
        block.filter_light
    }
}
