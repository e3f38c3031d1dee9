//! What a bot would hold and have around it, and what it would take to get there.

use std::collections::BTreeMap;

use serde_json::json;

use crate::{
    domain::{BlockPos, ErrorCode, ItemCounts, ToolError},
    knowledge,
    mind::plan::{
        state::PlannerState,
        stock::{Stations, have, take},
    },
};

/// What a bot would hold and have around it after some steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sim {
    /// Items, and families where the kind is not known yet.
    pub held: ItemCounts,
    pub near: Stations,
    /// Those near the nearest chest, as long as nothing leads elsewhere.
    pub by_chests: Stations,
    /// Blocks placed so far and not taken back.
    pub placed: ItemCounts,
    /// Used up by crafting, smelting and placing so far.
    pub consumed: ItemCounts,
    /// Mined so far.
    pub mined: ItemCounts,
    /// Crafted and smelted so far.
    pub crafted: ItemCounts,
    /// Tools used so far, in the order they were first needed.
    pub tools: Vec<String>,
    /// Uses gone of the tool of each kind that is in use; what was worn before is not known.
    pub wear: BTreeMap<String, u32>,
}

/// What one step would take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Blocks broken.
    pub blocks: u32,
    /// Ticks of digging.
    pub dig_ticks: u64,
    /// The block that would be broken.
    pub block: Option<&'static str>,
    /// Ticks of waiting for a furnace.
    pub smelt_ticks: u64,
}

impl Sim {
    pub fn new(held: ItemCounts, near: Stations) -> Self {
        Self { held, near, ..Self::default() }
    }

    /// As the bot stands there now.
    pub fn of(state: &PlannerState) -> Self {
        Self { by_chests: state.by_chests, ..Self::new(state.inventory.clone(), state.nearby) }
    }

    /// Goes to a chest: the nearest, or one that may stand anywhere.
    pub fn leave_to(&mut self, chest: Option<BlockPos>) {
        match chest {
            None => self.near = self.by_chests,
            Some(_) => self.go_away(),
        }
    }

    /// Goes where nobody knows yet which stations there are.
    pub fn go_away(&mut self) {
        (self.near, self.by_chests) = Default::default();
    }

    /// How many of an item, or of a family whatever the kind, are held.
    pub fn have(&self, name: &str) -> u32 {
        have(&self.held, name)
    }

    /// Uses up so many; what was taken.
    pub fn consume(&mut self, name: &str, count: u32) -> Vec<(String, u32)> {
        let taken = take(&mut self.held, name, count);
        taken.iter().for_each(|(item, count)| self.consumed.add(item, *count));
        taken
    }

    /// That so many are held.
    ///
    /// # Errors
    /// `INSUFFICIENT_MATERIALS`, with `missing` in its context.
    pub fn require(&self, what: &str, name: &str, count: u32) -> Result<(), ToolError> {
        let have = self.have(name);
        if have >= count {
            return Ok(());
        }
        let missing: ItemCounts = [(name.to_owned(), count - have)].into_iter().collect();
        Err(ToolError::new(
            ErrorCode::InsufficientMaterials,
            format!("{what} needs {count} {name}, but {have} are held"),
        )
        .with(json!({ "missing": missing })))
    }

    /// Has a station placed, as the tools place what is held where none is near.
    ///
    /// # Errors
    /// `INSUFFICIENT_MATERIALS`, with the station in its context, where none is held.
    pub fn stand(&mut self, station: &'static str, item: &str) -> Result<(), ToolError> {
        if !self.held.take(station, 1) {
            let shown = station.replace('_', " ");
            return Err(ToolError::new(
                ErrorCode::InsufficientMaterials,
                format!("{item} needs a {shown}, but none is near and none is held"),
            )
            .with(json!({ "missing": { station: 1 }, "station": station })));
        }
        self.placed.add(station, 1);
        if let Some(near) = self.near.of(station) {
            *near = true;
        }
        Ok(())
    }

    /// Takes as given what a fault says is missing; `false` if there is nothing that would help.
    pub fn grant(&mut self, error: &ToolError) -> bool {
        match error.code {
            ErrorCode::InsufficientMaterials => {
                let missing: Option<ItemCounts> = serde_json::from_value(error.context["missing"].clone()).ok();
                let missing = missing.unwrap_or_default();
                missing.iter().for_each(|(name, count)| self.held.add(name, count));
                !missing.is_empty()
            }
            ErrorCode::ToolRequired => {
                match error.context["tier"].as_str().filter(|tool| knowledge::item(tool).is_some()) {
                    Some(tool) => {
                        let durability = knowledge::item(tool).and_then(|item| item.durability).unwrap_or(1);
                        let blocks = error.context["blocks"].as_u64().unwrap_or(1);
                        self.held.add(tool, u32::try_from(blocks).unwrap_or(u32::MAX).div_ceil(durability).max(1));
                        true
                    }
                    None => false,
                }
            }
            _ => false,
        }
    }
}
