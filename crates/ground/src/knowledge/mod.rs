//! What is true of the game: items, blocks, recipes, digging, and which block to break for which item.
//!
//! Everything here is plain data of Minecraft Java 26.1, built into the program from `assets/minecraft/26.1` and parsed
//! at first use, and pure functions over it. Names are registry names without namespace.

mod behaviour;
mod beside;
mod blocks;
mod chat;
mod chests;
mod crops;
mod digging;
mod eating;
mod equipping;
mod groups;
mod items;
pub mod lying;
mod names;
mod namespace;
mod natural;
mod night;
mod params;
pub mod placing;
mod player;
mod recipes;
mod shapes;
mod shine;
mod signs;
mod smelting;
pub mod sops;
mod tags;
mod targets;
mod template;
mod using;
mod ways;

pub use behaviour::{falls, is_air, is_air_state, is_fluid, is_replaceable, is_tree};
pub use beside::{is_in_doorway, places_by, stands_by, way_through};
pub use blocks::{
    Block, Drop, Property, block, block_of_state, blocks, by_state, in_state, is_in_state, is_placed_from, seen_state,
    stands_how, state_properties, state_with,
};
pub use chat::{CHAT_COST, CHAT_LIMIT};
pub use chests::{CHEST_KINDS, FURNACE, is_chest, is_chest_called, is_chest_of_kind, other_half};
pub use crops::{Crop, crop, crop_in, crops};
pub use digging::{can_harvest, clearing_tool, dig_speed, dig_ticks, harvest_tier, silk_yields, yields};
pub use eating::{Eating, FULL_FOOD, Given, eating, wholesome_foods};
pub use equipping::{goes_into, usual_slot, worn_in};
pub use groups::{ANY_ITEM, group};
pub use items::{Food, Item, food, foods, is_kit, item, item_by_id, items, stack_size};
pub use names::{FAMILIES, family, items_called, members, nearest_names, one_of, unknown_item};
pub use namespace::plain;
pub use natural::{Abundance, abundance, elsewhere, is_ground, left_by};
pub use night::{DAY, LONGEST_NIGHT, MIDNIGHT, NIGHTFALL, NOON, is_night, ticks_until};
pub use params::check_request;
pub use player::{EYE_HEIGHT, REACH, SPRINT};
pub use recipes::{Recipe, Shape, made_with, match_grid, recipes, recipes_for};
pub use shapes::{
    Cuboid, Support, collision, covers_from_above, fills_its_place, is_covered, is_shut_between, is_solid, is_sturdy,
};
pub use shine::{FULL_LIGHT, light_of};
pub use signs::{SIGN_LETTERS, SIGN_LINES, sign_lines};
pub use smelting::{
    SPENDABLE_FUELS, SmeltTarget, SmeltWay, SmeltingRecipe, becomes, burn_ticks, fuel_for, fuel_items, furnace_slot,
    smelt_target, smelt_ways, smelt_ways_for, smelting_for, smelting_of, usual_ingredient,
};
pub use sops::SopLibrary;
pub use tags::{block_tag, is_tagged};
pub use targets::{CraftTarget, MineTarget, craft_target, mine_target, sources_of};
pub use using::{
    Deed, age, blocks_called, blocks_showing, blocks_sought, burns, deed, doused, grown, holds_water, is_momentary,
    is_used, kindled, makes, planted, poured, tree_logs, years,
};
pub use ways::{Layout, Way, choose_recipe, family_of, goes_in_circles, mixed_recipe, ways, ways_for};
