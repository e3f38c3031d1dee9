//! Levers, buttons and pressure plates: which is which, how far down it is, and for how long. There is no redstone in this
//! world, so nothing else comes of it.
//!
//! Times and what each plate answers to are of the Minecraft Wiki (Button, Pressure Plate, Light and Heavy Weighted Pressure
//! Plate), SteelMC (button) and Pumpkin (buttons, pressure_plate) agreeing.

use crate::{chunks::blocks, knowledge, knowledge::is_tagged, voxel::StateId};

/// Ticks that a button stays pressed.
const STONE_BUTTON: u64 = 20;
const WOODEN_BUTTON: u64 = 30;

/// Ticks after which a plate that is down looks whether it still should be.
const PLATE: u64 = 20;
const WEIGHTED_PLATE: u64 = 10;

/// Entities that press a weighted plate as far as it goes, and how far that is.
const LIGHT: usize = 15;
const HEAVY: usize = 150;
pub(crate) const WHOLE: usize = 15;

/// What moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switch {
    Lever,
    /// Stays pressed for so many ticks.
    Button(u64),
    /// Of wood, for everything; of stone, for living things.
    Plate {
        living_only: bool,
    },
    /// Goes down the further, the more is on it: whole from so many on.
    Weighted(usize),
}

impl Switch {
    pub fn of(state: StateId) -> Option<Self> {
        let name = blocks::name(state);
        Some(match name {
            "lever" => Self::Lever,
            "light_weighted_pressure_plate" => Self::Weighted(LIGHT),
            "heavy_weighted_pressure_plate" => Self::Weighted(HEAVY),
            _ if is_tagged(name, "stone_buttons") => Self::Button(STONE_BUTTON),
            _ if is_tagged(name, "buttons") => Self::Button(WOODEN_BUTTON),
            _ if is_tagged(name, "pressure_plates") => {
                Self::Plate { living_only: is_tagged(name, "stone_pressure_plates") }
            }
            _ => return None,
        })
    }

    /// Ticks until one that is pressed is looked at again; `None` for what stays as it is.
    pub fn lasts(self) -> Option<u64> {
        match self {
            Self::Lever => None,
            Self::Button(ticks) => Some(ticks),
            Self::Plate { .. } => Some(PLATE),
            Self::Weighted(_) => Some(WEIGHTED_PLATE),
        }
    }

    pub fn is_plate(self) -> bool {
        matches!(self, Self::Plate { .. } | Self::Weighted(_))
    }
}

/// How far down something is: 0 is not at all.
pub(crate) fn strength(state: StateId) -> usize {
    match (blocks::property(state, "powered"), blocks::property(state, "power")) {
        (Some("true"), _) => WHOLE,
        (_, Some(power)) => power.parse().unwrap_or(0),
        _ => 0,
    }
}

pub(crate) fn with_strength(state: StateId, strength: usize) -> StateId {
    let Some(block) = knowledge::block_of_state(state) else { return state };
    match block.properties.iter().find(|property| property.name == "power") {
        Some(power) => power.values.get(strength).map_or(state, |value| blocks::with(state, "power", value)),
        None => blocks::with(state, "powered", if strength > 0 { "true" } else { "false" }),
    }
}

/// Whether a state is one that does not last: what comes out of a file so must be looked at.
pub(crate) fn is_pressed(state: StateId) -> bool {
    strength(state) > 0 && Switch::of(state).is_some_and(|switch| switch.lasts().is_some())
}
