//! What the mind lets the surfaces see: one copy of its state, and the world as the bot knows it.

use bevy::ecs::resource::Resource;

use crate::{domain::MindView, voxel::SeenWorld};

/// The mind as it stands, remade when something changed.
#[derive(Resource, Clone, Debug, Default)]
pub struct View(pub MindView);

/// The blocks the bot has seen.
#[derive(Resource, Clone, Debug, Default)]
pub struct SeenBlocks(pub SeenWorld);
