//! The panes by name: for tabs, the menu, the keys and the file.

use bevy_egui::egui::Key;
use serde::{Deserialize, Serialize};

/// What can be shown. Each is in the layout just once, open or closed.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Pane {
    Map,
    Goals,
    Plan,
    Journal,
    Inventory,
    Inspector,
    Timeline,
    Chat,
    Log,
    Usage,
}

impl Pane {
    /// In the order of the menu.
    pub const ALL: [Self; 10] = [
        Self::Map,
        Self::Goals,
        Self::Plan,
        Self::Journal,
        Self::Inventory,
        Self::Inspector,
        Self::Timeline,
        Self::Chat,
        Self::Log,
        Self::Usage,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Map => "Map",
            Self::Goals => "Goals",
            Self::Plan => "Plan",
            Self::Journal => "Journal",
            Self::Inventory => "Inventory",
            Self::Inspector => "Inspector",
            Self::Timeline => "Timeline",
            Self::Chat => "Chat",
            Self::Log => "Log",
            Self::Usage => "Usage",
        }
    }

    /// What shows and closes it.
    pub fn key(self) -> Key {
        match self {
            Self::Map => Key::Num1,
            Self::Goals => Key::Num2,
            Self::Plan => Key::Num3,
            Self::Journal => Key::Num4,
            Self::Inventory => Key::Num5,
            Self::Inspector => Key::Num6,
            Self::Timeline => Key::Num7,
            Self::Chat => Key::Num8,
            Self::Log => Key::Num9,
            // The digits are taken: 0 resets the layout.
            Self::Usage => Key::M,
        }
    }
}
