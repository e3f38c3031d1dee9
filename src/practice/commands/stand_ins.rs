//! Until branch vitals is merged: what it brings.
use crate::practice::Game;

pub(super) const ENDLESS: u32 = u32::MAX;

impl Game {
    pub fn day_time(&self) -> u64 {
        self.tick + self.day_offset
    }

    pub fn set_day_time(&mut self, time: u64) {
        self.day_offset = time.wrapping_sub(self.tick);
    }

    pub fn give_effect(&mut self, _: &str, _: &str, _: u32, _: u32) -> bool {
        false
    }

    pub fn clear_effects(&mut self, _: &str, _: Option<&str>) -> bool {
        false
    }
}
