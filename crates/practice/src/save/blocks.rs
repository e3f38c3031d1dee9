//! The blocks of a saved world, for who only wants to look.

use std::{path::Path, sync::Arc};

use crate::{
    domain::BlockPos,
    save::world_dir::{OpenError, WorldDir},
    voxel::StateId,
    world::store::World,
};

/// A saved world that nobody plays in while this lives.
pub struct SavedBlocks {
    world: World,
    _folder: WorldDir,
}

impl SavedBlocks {
    /// # Errors
    /// There is no world of ours, or a server uses it.
    pub fn open(root: &Path) -> Result<Self, OpenError> {
        if !WorldDir::is_world(root) {
            return Err(OpenError::NotOurs(format!("{}: no world is saved there", root.display())));
        }
        // It keeps its own seed.
        let folder = WorldDir::open(root, 0)?;
        let failed = |error| OpenError::Failed(format!("{}: its chunks cannot be read: {error}", root.display()));
        let chunks = folder.saved_chunks().map_err(failed)?;
        Ok(Self { world: World::resume(folder.seed() as u64, Arc::new(chunks)), _folder: folder })
    }

    /// What stands at a place; land that nobody came to is as it grows.
    pub fn state(&mut self, at: BlockPos) -> StateId {
        self.world.block(at)
    }
}
