//! What of a chunk's blocks matters to light: what shines, what takes light away, how far daylight falls freely.

use std::sync::LazyLock;

use crate::{
    chunks::heights::{SECTIONS, heights},
    knowledge,
    knowledge::Block,
    voxel::{Section, StateId},
};

/// Full daylight, and the brightest of lamps.
pub(super) const FULL: u8 = 15;

/// By state: what it shines with, times sixteen, and what it filters.
static GLASS_AND_LAMPS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    knowledge::by_state(|block, state| {
        let properties = knowledge::state_properties(state);
        shine(block, &properties) << 4 | filter(block, &properties)
    })
});

/// What a block's state shines with, 0 to 15. minecraft-data knows the level of a block, the Minecraft Wiki ("Light", "Trial
/// Spawner", "Vault") of its states.
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
        FULL
    } else if properties.contains(&("waterlogged", "true")) {
        block.filter_light.max(1)
    } else {
        block.filter_light
    }
}

/// What of a chunk's blocks matters to light; found once, and again after a change.
#[derive(Clone, Debug)]
pub(crate) struct Shine {
    /// By `z << 4 | x`: from how high above the world's bottom on daylight falls freely.
    pub open: [u16; 256],
    /// Height above the bottom, column and level of what shines.
    pub lamps: Vec<(u16, u8, u8)>,
}

impl Shine {
    pub fn of(sections: &[Section; SECTIONS]) -> Self {
        let open = heights(sections, |state| class(state) & 15 > 0);
        let mut lamps = Vec::new();
        for (number, section) in sections.iter().enumerate() {
            let is_dark = |state: &StateId| class(*state) >> 4 == 0;
            let all_dark = match section {
                Section::Uniform(state) => is_dark(state),
                Section::Small { palette, .. } => palette.iter().all(is_dark),
                Section::Large(_) => false,
            };
            if all_dark {
                continue;
            }
            for at in 0..4096 {
                let level = class(section.get(at)) >> 4;
                if level > 0 {
                    lamps.push(((number * 16 + (at >> 8)) as u16, at as u8, level));
                }
            }
        }
        Self { open, lamps }
    }
}

/// What it shines with, times sixteen, and what it filters.
#[inline]
pub(super) fn class(state: StateId) -> u8 {
    GLASS_AND_LAMPS.get(usize::from(state)).copied().unwrap_or(0)
}
