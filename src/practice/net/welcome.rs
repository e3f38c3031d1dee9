//! What a client is told once when it joins, whatever the world holds: recipes, recipe book, border, server, commands.
//!
//! Vanilla's clients wait for some of these before they show the world, and miss the others when they want to use them.

use azalea_protocol::packets::game::{
    ClientboundCommands, ClientboundInitializeBorder, ClientboundRecipeBookAdd, ClientboundRecipeBookSettings,
    ClientboundServerData, ClientboundUpdateRecipes,
    c_commands::{BrigadierNodeStub, NodeType},
    c_recipe_book_settings::RecipeBookSettings,
};

/// How wide the world is, and how far from its middle portals may lead: vanilla's largest.
const WORLD_WIDTH: f64 = 59_999_968.0;
const PORTALS_WITHIN: u32 = 29_999_984;

/// Blocks and seconds before the border from which the screen reddens; vanilla's.
const WARNING_BLOCKS: u32 = 5;
const WARNING_SECONDS: u32 = 300;

/// The entity event that tells a client its permission level: this for none, one more for each.
pub(crate) const PERMISSION_EVENT: u8 = 24;

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
pub(crate) fn motd(seed: u64) -> String {
    format!("Blockwright practice world, seed {seed}")
}

pub(crate) fn server_data(seed: u64) -> ClientboundServerData {
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

/// The tree of commands that a client completes and colours by: the root, then each command.
pub(crate) fn commands(names: &[&str]) -> ClientboundCommands {
    let node = |node_type, children, is_executable| BrigadierNodeStub {
        is_executable,
        children,
        redirect_node: None,
        node_type,
        is_restricted: false,
    };
    let mut entries = vec![node(NodeType::Root, (1..=names.len() as u32).collect(), false)];
    entries.extend(names.iter().map(|&name| node(NodeType::Literal { name: name.to_owned() }, Vec::new(), true)));
    ClientboundCommands { entries, root_index: 0 }
}
