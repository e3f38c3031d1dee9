use std::sync::Arc;

use super::*;
use crate::domain::*;
#[derive(Debug, Default)]
pub struct SeenWorld;
impl SeenWorld {
    pub fn get(&self, _p: BlockPos) -> Option<StateId> {
        None
    }
    pub fn insert(&mut self, _p: ChunkPos, _c: Arc<Column>) {}
    pub fn count_states(&self, _l: BlockPos, _h: BlockPos) -> std::collections::BTreeMap<StateId, u32> {
        todo!()
    }
}
