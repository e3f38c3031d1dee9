//! What a client is told once when it joins, whatever the world holds: permission, recipes, recipe book, border, server.
//!
//! Vanilla's clients wait for some of these before they show the world, and miss the others when they want to use them.

use azalea_protocol::packets::game::{
    ClientboundEntityEvent, ClientboundInitializeBorder, ClientboundRecipeBookAdd, ClientboundRecipeBookSettings,
    ClientboundServerData, ClientboundUpdateRecipes, c_recipe_book_settings::RecipeBookSettings,
};

use crate::{net::inbound::ConnectionId, protocol::packets::IntoEntity};

/// How wide the world is, and how far from its middle portals may lead: vanilla's largest.
const WORLD_WIDTH: f64 = 59_999_968.0;
const PORTALS_WITHIN: u32 = 29_999_984;

/// Blocks and seconds before the border from which the screen reddens; vanilla's.
const WARNING_BLOCKS: u32 = 5;
const WARNING_SECONDS: u32 = 300;

/// The entity events that tell a client its permission level: none, and all of the four.
const NO_PERMISSION: u8 = 24;
const ALL_PERMISSION: u8 = 28;

pub(crate) fn permission(id: ConnectionId, is_operator: bool) -> ClientboundEntityEvent {
    let event_id = if is_operator { ALL_PERMISSION } else { NO_PERMISSION };
    ClientboundEntityEvent { entity_id: id.into_entity(), event_id }
}

/// A border that nobody ever comes to.
pub(crate) fn border() -> ClientboundInitializeBorder {
    ClientboundInitializeBorder {
        new_center_x: 0.0,
        new_center_z: 0.0,
        old_size: WORLD_WIDTH,
        new_size: WORLD_WIDTH,
        lerp_time: 0,
        new_absolute_max_size: PORTALS_WITHIN,
        warning_blocks: WARNING_BLOCKS,
        warning_time: WARNING_SECONDS,
    }
}

/// What the server list says under the world's name.
pub(super) fn motd(seed: i64) -> String {
    format!("Blockwright practice world, seed {seed}")
}

pub(crate) fn server_data(seed: i64) -> ClientboundServerData {
    ClientboundServerData { motd: motd(seed).into(), icon_bytes: None }
}

/// No sets of ingredients and no stonecutting: clients only mark slots by them.
pub(crate) fn recipes() -> ClientboundUpdateRecipes {
    ClientboundUpdateRecipes { item_sets: Default::default(), stonecutter_recipes: Vec::new() }
}

/// A closed recipe book, as a new player's.
pub(crate) fn recipe_book_settings() -> ClientboundRecipeBookSettings {
    let book_settings = RecipeBookSettings {
        gui_open: false,
        filtering_craftable: false,
        furnace_gui_open: false,
        furnace_filtering_craftable: false,
        blast_furnace_gui_open: false,
        blast_furnace_filtering_craftable: false,
        smoker_gui_open: false,
        smoker_filtering_craftable: false,
    };
    ClientboundRecipeBookSettings { book_settings }
}

/// Nothing in it: crafting here is by hand.
pub(crate) fn recipe_book() -> ClientboundRecipeBookAdd {
    ClientboundRecipeBookAdd { entries: Vec::new(), replace: true }
}
