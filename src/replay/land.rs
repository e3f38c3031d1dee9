//! The blocks of a fold: sheets laid out, and what differs from them put in. From one moment to the next only what has changed is made
//! anew, so that whoever draws it sees by the stamps that the rest is as it was.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use super::{fold::Sheet, sheet::read_sheet};
use crate::{
    domain::{ChunkPos, PosMap},
    voxel::{Column, SeenWorld},
};

/// Sheets that are kept in memory at most beside those that are laid out, some 40 MB.
const MOST_KEPT: usize = 1_000;

/// See the module.
#[derive(Debug, Default)]
pub struct Land {
    world: SeenWorld,
    laid: PosMap<ChunkPos, Sheet>,
    /// Sheets as they were read; `None`: one that cannot be.
    sheets: HashMap<u32, Option<Arc<Column>>>,
}

impl Land {
    pub fn world(&self) -> &SeenWorld {
        &self.world
    }

    /// Nothing of another recording is of use.
    pub fn clear(&mut self) {
        self.world.clear();
        self.laid.clear();
        self.sheets.clear();
    }

    /// Lays out what is seen now. `fetch` reads packed sheets by their numbers. Returns how many columns are missing, because their sheets
    /// are gone or damaged.
    ///
    /// # Errors
    /// What `fetch` says; then nothing has changed.
    pub fn lay<E>(
        &mut self,
        columns: &PosMap<ChunkPos, Sheet>,
        fetch: impl FnOnce(&[u32]) -> Result<Vec<(u32, Vec<u8>)>, E>,
    ) -> Result<usize, E> {
        let wanted: HashSet<u32> = columns.values().map(|sheet| sheet.number).collect();
        let mut lacking: Vec<u32> = wanted.iter().copied().filter(|number| !self.sheets.contains_key(number)).collect();
        if !lacking.is_empty() {
            if self.sheets.len() + lacking.len() > MOST_KEPT {
                self.sheets.retain(|number, _| wanted.contains(number));
            }
            lacking.sort_unstable();
            let found: HashMap<u32, Vec<u8>> = fetch(&lacking)?.into_iter().collect();
            for number in lacking {
                let column = found.get(&number).and_then(|packed| read_sheet(packed).ok());
                self.sheets.insert(number, column.map(Arc::new));
            }
        }
        let gone: Vec<ChunkPos> = self.laid.keys().filter(|chunk| !columns.contains_key(chunk)).copied().collect();
        for chunk in gone {
            self.laid.remove(&chunk);
            self.world.remove(chunk);
        }
        let mut missing = 0;
        for (chunk, sheet) in columns {
            let Some(column) = self.sheets.get(&sheet.number).and_then(Option::as_ref) else {
                missing += 1;
                self.laid.remove(chunk);
                self.world.remove(*chunk);
                continue;
            };
            if self.laid.get(chunk) == Some(sheet) {
                continue;
            }
            let mut column = column.clone();
            if !sheet.blocks.is_empty() {
                let changed = Arc::make_mut(&mut column);
                for (at, state) in &sheet.blocks {
                    changed.set((at.x & 15) as u8, at.y, (at.z & 15) as u8, *state);
                }
            }
            self.world.insert(*chunk, column);
            self.laid.insert(*chunk, sheet.clone());
        }
        Ok(missing)
    }
}
