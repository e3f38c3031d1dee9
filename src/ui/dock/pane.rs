//! The panes by name: for tabs, the menu and the file.

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
}

impl Pane {
    /// In the order of the menu and of the keys `1`, `2`, ….
    pub const ALL: [Self; 7] =
        [Self::Map, Self::Goals, Self::Plan, Self::Journal, Self::Inventory, Self::Inspector, Self::Timeline];

    pub fn name(self) -> &'static str {
        match self {
            Self::Map => "Map",
            Self::Goals => "Goals",
            Self::Plan => "Plan",
            Self::Journal => "Journal",
            Self::Inventory => "Inventory",
            Self::Inspector => "Inspector",
            Self::Timeline => "Timeline",
        }
    }
}
