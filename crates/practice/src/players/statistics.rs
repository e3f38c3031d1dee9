//! What players have done, counted as vanilla counts it (Minecraft Wiki, Statistics), and saved under vanilla's names.
//!
//! Counted is what there is in this world. Where the Wiki leaves open what exactly counts, it is as in the game, not looked
//! up: the order in which kinds of movement are told apart, and that a block is mined by the right tool only.

use std::collections::{HashMap, HashSet};

use azalea_block::BlockState;
use azalea_protocol::packets::game::ClientboundAwardStats;
pub(crate) use azalea_protocol::packets::game::c_award_stats::Stat;
pub(crate) use azalea_registry::builtin::CustomStat;
use azalea_registry::{
    Registry,
    builtin::{BlockKind, ItemKind},
};

use crate::{items::stack::Stack, voxel::StateId};

/// How often each thing was done.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Statistics {
    counts: HashMap<Stat, i32>,
    /// Those that the client has not been told.
    changed: HashSet<Stat>,
}

impl Statistics {
    /// As they were saved, none of them told yet.
    pub fn resume(counts: HashMap<Stat, i32>) -> Self {
        Self { changed: counts.keys().copied().collect(), counts }
    }

    pub fn counts(&self) -> &HashMap<Stat, i32> {
        &self.counts
    }

    pub fn get(&self, stat: Stat) -> i32 {
        self.counts.get(&stat).copied().unwrap_or_default()
    }

    pub fn add(&mut self, stat: Stat, times: u32) {
        if times > 0 {
            let count = self.counts.entry(stat).or_default();
            *count = count.saturating_add_unsigned(times);
            self.changed.insert(stat);
        }
    }

    /// Something that has no block or item to it.
    pub fn count(&mut self, what: CustomStat, times: u32) {
        self.add(Stat::Custom(what), times);
    }

    pub fn restart(&mut self, what: CustomStat) {
        if self.counts.insert(Stat::Custom(what), 0) != Some(0) {
            self.changed.insert(Stat::Custom(what));
        }
    }

    /// Something about an item, so many times.
    pub fn count_item(&mut self, of: impl Fn(ItemKind) -> Stat, stack: &Stack, times: u32) {
        if let Some(item) = ItemKind::from_u32(stack.item) {
            self.add(of(item), times);
        }
    }

    pub fn count_mined(&mut self, state: StateId) {
        if let Ok(state) = BlockState::try_from(state) {
            self.add(Stat::Mined(BlockKind::from(state)), 1);
        }
    }

    /// All at first, then what has changed since (Minecraft Wiki, Java Edition protocol, Award Statistics).
    pub fn news(&mut self) -> ClientboundAwardStats {
        let changed = std::mem::take(&mut self.changed);
        ClientboundAwardStats { stats: changed.into_iter().map(|stat| (stat, self.get(stat))).collect() }
    }
}

/// Centimetres of so many blocks.
pub(crate) fn centimetres(blocks: f64) -> u32 {
    (blocks * 100.0).round().clamp(0.0, f64::from(i32::MAX)) as u32
}

/// A name of the registries for each part: the kind of statistic, and what it is about.
pub(crate) fn names(stat: Stat) -> (&'static str, &'static str) {
    match stat {
        Stat::Mined(block) => ("minecraft:mined", block.to_str()),
        Stat::Crafted(item) => ("minecraft:crafted", item.to_str()),
        Stat::Used(item) => ("minecraft:used", item.to_str()),
        Stat::Broken(item) => ("minecraft:broken", item.to_str()),
        Stat::PickedUp(item) => ("minecraft:picked_up", item.to_str()),
        Stat::Dropped(item) => ("minecraft:dropped", item.to_str()),
        Stat::Killed(entity) => ("minecraft:killed", entity.to_str()),
        Stat::KilledBy(entity) => ("minecraft:killed_by", entity.to_str()),
        Stat::Custom(what) => ("minecraft:custom", what.to_str()),
    }
}

/// The statistic of these names.
pub(crate) fn named(kind: &str, what: &str) -> Option<Stat> {
    Some(match kind {
        "minecraft:mined" => Stat::Mined(what.parse().ok()?),
        "minecraft:crafted" => Stat::Crafted(what.parse().ok()?),
        "minecraft:used" => Stat::Used(what.parse().ok()?),
        "minecraft:broken" => Stat::Broken(what.parse().ok()?),
        "minecraft:picked_up" => Stat::PickedUp(what.parse().ok()?),
        "minecraft:dropped" => Stat::Dropped(what.parse().ok()?),
        "minecraft:killed" => Stat::Killed(what.parse().ok()?),
        "minecraft:killed_by" => Stat::KilledBy(what.parse().ok()?),
        "minecraft:custom" => Stat::Custom(what.parse().ok()?),
        _ => return None,
    })
}
