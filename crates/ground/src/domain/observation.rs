//! What the body saw: everything the mind may judge by, with the tick it was seen at.

use serde::{Deserialize, Serialize};

use super::{
    body_slot::BodySlot,
    items::ItemCounts,
    pos::{BlockPos, Vec3},
};

/// The bot and its surroundings as the server last showed them.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// The body's game tick, counted from its first spawn.
    pub tick: u64,
    /// The middle of the feet.
    pub position: Vec3,
    /// Degrees, 0 looking south (+z), 90 west (-x), as the protocol counts.
    pub yaw: f32,
    pub pitch: f32,
    pub on_ground: bool,
    /// Half-hearts, 0 to 20.
    pub health: f32,
    /// Half-drumsticks, 0 to 20.
    pub food: u32,
    pub saturation: f32,
    /// `overworld`, without namespace.
    pub dimension: String,
    /// Ticks since the day's start at the world's clock, 0 to 23,999, once the server told.
    pub time_of_day: Option<u64>,
    /// Ticks that the world has existed, as the server last told: it goes on also where the day stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub world_age: Option<u64>,
    pub game_mode: String,
    /// Ticks a second, as the server announced it; 20 where it did not.
    pub tick_rate: f32,
    /// Ticks a second as they really pass on the server, to a tenth, measured from its time packets; `None` until two came.
    #[serde(default)]
    pub server_rate: Option<f32>,
    /// Whole seconds for which the server has said nothing, from 3 on; 0 while it speaks.
    #[serde(default)]
    pub silent_seconds: u32,
    /// The player's 46 slots by the protocol's numbers: 0 result, 1-4 grid, 5-8 armour, 9-44 inventory, 45 offhand.
    pub slots: Vec<Option<SlotStack>>,
    /// What the cursor carries.
    pub cursor: Option<SlotStack>,
    /// The selected hotbar slot, 0 to 8.
    pub hotbar: u8,
    /// How often the bot has jumped in its life, as the server counted it when it was last asked; `None` until it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jumps: Option<u32>,
    /// For how many ticks it has sneaked in its life, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sneaked: Option<u32>,
    /// Entities in sight of the client, nearest first, at most 32, of which players are the last to be left out.
    pub entities: Vec<EntitySeen>,
    /// The names on the server's list of players but for the bot's own, in order, at most 32.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub online: Vec<String>,
    /// The chests of this world that were last looked into, the newest last, at most 32: what lay in each by then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub containers: Vec<ContainerSeen>,
    /// The signs in sight that say anything, nearest first, at most 16.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<SignSeen>,
}

impl Observation {
    /// What is in a hand, or worn.
    pub fn at(&self, slot: BodySlot) -> Option<&SlotStack> {
        self.slots.get(slot.number(self.hotbar))?.as_ref()
    }

    /// Totals over everything that is held: main slots, hotbar, armour, offhand and cursor.
    pub fn inventory(&self) -> ItemCounts {
        let held = self.slots.iter().skip(5).chain(std::iter::once(&self.cursor));
        held.flatten().map(|stack| (stack.item.clone(), stack.count)).collect()
    }
}

/// One stack in a slot.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct SlotStack {
    pub item: String,
    pub count: u32,
    /// Uses gone, for items that wear out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<u32>,
}

/// An entity near the bot.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct EntitySeen {
    /// Registry name (`item`, `player`, `zombie`).
    pub kind: String,
    /// A player's name, or a dropped item's registry name.
    pub name: Option<String>,
    pub position: Vec3,
}

/// What a sign says, as the server last showed it.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct SignSeen {
    pub at: BlockPos,
    pub front: [String; 4],
    pub back: [String; 4],
    /// Nobody can write on it any more.
    pub waxed: bool,
}

impl SignSeen {
    /// Whether one of its sides says just this.
    pub fn says(&self, lines: &[String]) -> bool {
        self.front[..] == *lines || self.back[..] == *lines
    }

    pub fn says_anything(&self) -> bool {
        self.front.iter().chain(&self.back).any(|line| !line.is_empty())
    }
}

/// What lay in a chest, barrel, shulker box or furnace when the server last showed its window.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct ContainerSeen {
    /// Where it stands; of a double chest the half that was opened.
    pub at: BlockPos,
    /// A double chest's other half: what lies in the one lies in the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_half: Option<BlockPos>,
    /// `chest`, `barrel`, `red_shulker_box`, `furnace`.
    pub block: String,
    pub contents: ItemCounts,
    /// Slots in which nothing lies.
    pub free_slots: u32,
    /// Of a furnace: whether its fire burnt.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub burns: bool,
    /// Of a furnace: how many things in it were still to be smelted.
    #[serde(default, skip_serializing_if = "is_none_raw")]
    pub raw: u32,
    /// The body's game tick.
    pub tick: u64,
}

fn is_none_raw(raw: &u32) -> bool {
    *raw == 0
}

impl ContainerSeen {
    /// Whether it stands at this place, or a half of it does.
    pub fn is_at(&self, at: BlockPos) -> bool {
        self.at == at || self.other_half == Some(at)
    }
}
