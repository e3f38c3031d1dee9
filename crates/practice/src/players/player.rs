//! One player: who they are, where, how they fare, what they hold, and what their client has been shown.

use std::{
    collections::{HashSet, VecDeque},
    time::{Duration, Instant},
};

use azalea_core::game_type::GameMode;
use azalea_protocol::packets::game::{
    ClientboundContainerSetContent, ClientboundContainerSetData, ClientboundSetCursorItem, ClientboundSetHealth,
};
use uuid::Uuid;

use crate::{
    domain::{BlockPos, ChunkPos, PosSet, Vec3},
    items::{
        clicks::{Clicker, Drag},
        inventory::Inventory,
        menus::{Menu, Place},
        stack::{Slot, Stack},
        window::Window,
    },
    net::{inbound::ConnectionId, link::Link},
    players::{
        digging::Digging,
        looks::{Looks, Skin},
        statistics::Statistics,
        vitals::Vitals,
    },
    protocol::{packets, wire},
    world::store::World,
};

/// Half a body's width and its height, in blocks; how tall one is that crouches, and one that crawls or swims; and how
/// high above the feet the eyes of each are. The Minecraft Wiki (Crawling) has 0.625 for who crawls; SteelMC (entity_state)
/// and Pumpkin (player) agree on these.
pub(crate) const HALF_WIDTH: f64 = 0.3;
pub(crate) const BODY_HEIGHT: f64 = 1.8;
pub(crate) const CROUCHING_HEIGHT: f64 = 1.5;
pub(crate) const CRAWLING_HEIGHT: f64 = 0.6;
const EYES: f64 = crate::knowledge::EYE_HEIGHT;
const CROUCHING_EYES: f64 = 1.27;
const CRAWLING_EYES: f64 = 0.4;

/// How far below the eyes things are thrown from.
const HANDS: f64 = 0.3;

/// What of a player outlives their connection.
#[derive(Clone, Debug)]
pub(crate) struct Belongings {
    pub at: Vec3,
    pub yaw: f32,
    pub pitch: f32,
    pub game_mode: GameMode,
    pub inventory: Inventory,
    pub held: usize,
    pub vitals: Vitals,
    pub home: Option<Home>,
    pub statistics: Statistics,
}

/// Where a player comes back after a death.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Home {
    /// The head of a bed or, if that is `forced`, any place.
    pub pos: BlockPos,
    /// How they look there, in degrees.
    pub yaw: f32,
    pub pitch: f32,
    /// Set by a command: needs no bed.
    pub forced: bool,
}

/// Which chunks the client has and how fast it takes more.
#[derive(Debug)]
pub(crate) struct View {
    /// In chunks, to each side.
    pub radius: u32,
    /// The radius it is to have.
    pub asked: u32,
    pub center: ChunkPos,
    pub sent: PosSet<ChunkPos>,
    /// Nearest first.
    pub wanted: VecDeque<ChunkPos>,
    /// Batches sent and not yet answered.
    pub unanswered: u32,
    /// What the client asked for.
    pub per_tick: f32,
}

/// What the client's window shows, so that only differences need sending.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    items: Inventory,
    /// `None`: not known, to be sent whatever it is.
    result: Option<Slot>,
    /// Of the open window's blocks.
    slots: Vec<Slot>,
    gauges: Option<[u32; 4]>,
    /// Health, food, and whether saturation is left: clients shake the food bar of who has none.
    vitals: Option<(f32, u32, bool)>,
}

pub(crate) struct Player {
    pub id: ConnectionId,
    pub name: String,
    pub uuid: Uuid,
    pub link: Link,
    /// Round trip to the client, in milliseconds, as last measured.
    pub latency: u32,
    pub skin: Skin,
    /// Messages of players that the client has been told.
    pub chat_index: u32,
    /// Until this tick nothing harms who has just come, unless their client says earlier that it shows the world.
    pub loading_until: u64,

    pub at: Vec3,
    pub yaw: f32,
    pub pitch: f32,
    /// How tall the body is by now: see `Player::stature`.
    pub tall: f64,
    pub on_ground: bool,
    pub sneaking: bool,
    pub sprinting: bool,
    pub game_mode: GameMode,
    pub flying: bool,
    /// Blocks fallen since the feet last stood.
    pub fallen: f64,
    /// Teleports sent, and the one the client has yet to confirm, with its place.
    pub teleports: u32,
    pub teleporting: Option<(u32, Vec3)>,

    pub vitals: Vitals,
    /// Food on its way into the mouth: the tick when it is eaten, and the item.
    pub eating: Option<(u64, u32)>,
    pub home: Option<Home>,
    pub statistics: Statistics,
    /// The bed in which they lie, and since which tick.
    pub asleep: Option<(BlockPos, u64)>,

    pub inventory: Inventory,
    /// Which place of the hotbar is in the hand.
    pub held: usize,
    pub window: Window,
    /// The number of the last window opened.
    pub window_count: i32,
    pub state_id: u32,
    pub drag: Option<Drag>,
    pub shown: Shown,

    pub digging: Digging,
    /// The highest sequence to acknowledge at the end of the tick.
    pub acknowledge: Option<u32>,

    pub view: View,
    /// Entities the client knows.
    pub seen: HashSet<i32>,
    /// Where the others were last told this player is.
    pub told: (Vec3, f32, f32),
    /// And how this player looks.
    pub told_looks: Option<Looks>,

    pub keep_alive_sent: Instant,
}

impl Player {
    pub fn is_alive(&self) -> bool {
        self.vitals.health > 0.0
    }

    /// Whether the body lies: it swims, or crawls where it has no room to stand.
    pub fn is_flat(&self) -> bool {
        self.tall <= CRAWLING_HEIGHT
    }

    /// Whether it crouches, of itself or for want of room.
    pub fn is_bent(&self) -> bool {
        self.sneaking || self.tall <= CROUCHING_HEIGHT
    }

    pub fn eyes(&self) -> Vec3 {
        let height = match (self.is_flat(), self.is_bent()) {
            (true, _) => CRAWLING_EYES,
            (_, true) => CROUCHING_EYES,
            _ => EYES,
        };
        Vec3 { y: self.at.y + height, ..self.at }
    }

    /// From where things are thrown.
    pub fn hands(&self) -> Vec3 {
        let eyes = self.eyes();
        Vec3 { y: eyes.y - HANDS, ..eyes }
    }

    /// A sign of life came back: its id is when it was sent, in milliseconds since the world began. Smoothed as vanilla
    /// does; what cannot be is left out.
    pub fn measure_latency(&mut self, sent: u64, now: Duration) {
        if let Some(took) = (now.as_millis() as u64).checked_sub(sent).filter(|&took| took < 60_000) {
            self.latency = (self.latency * 3 + took as u32) / 4;
        }
    }

    pub fn hand(&self) -> Slot {
        self.inventory.pack[self.held]
    }

    pub fn tool(&self) -> Option<&'static str> {
        self.hand().as_ref().map(Stack::name)
    }

    /// Whether a block's box comes within a player's reach from the eyes, and vanilla's one of leniency.
    pub fn reaches(&self, pos: BlockPos) -> bool {
        self.is_within(crate::knowledge::REACH + 1.0, pos)
    }

    /// Whether a block's box comes within a distance of the eyes.
    pub fn is_within(&self, distance: f64, pos: BlockPos) -> bool {
        let eyes = self.eyes();
        let gap = |eye: f64, low: i32| (f64::from(low) - eye).max(eye - f64::from(low + 1)).max(0.0);
        let (x, y, z) = (gap(eyes.x, pos.x), gap(eyes.y, pos.y), gap(eyes.z, pos.z));
        x * x + y * y + z * z < distance * distance
    }

    pub fn clicker(&mut self) -> Clicker<'_> {
        let creative = self.is_creative();
        Clicker {
            menu: self.window.menu,
            items: &mut self.inventory,
            block: &mut self.window.slots,
            drag: &mut self.drag,
            held: self.held,
            creative,
            thrown: Vec::new(),
            dropped: Vec::new(),
            made: Vec::new(),
            took_output: false,
        }
    }

    /// What is in a place of the open window.
    pub fn stack_at(&self, place: Place) -> Slot {
        match place.in_block() {
            Some(slot) => self.window.slots.get(slot).copied().flatten(),
            None => self.inventory.get(place),
        }
    }

    /// Takes note of what the blocks of the open window hold by now.
    pub fn look_into(&mut self, world: &mut World) {
        if self.window.blocks.is_empty() {
            return;
        }
        self.window.slots = world.slots_of(&self.window.blocks);
        self.window.gauges = match self.window.blocks[..] {
            [pos] => world.container(pos).and_then(|container| container.gauges()),
            _ => None,
        };
    }

    fn next_state_id(&mut self) -> u32 {
        self.state_id = (self.state_id + 1) & 0x7fff;
        self.state_id
    }

    /// Sends every slot, the cursor and the gauges.
    pub fn show_everything(&mut self) {
        let items = self.window.menu.places().map(|(_, place)| wire::to_item_stack(self.stack_at(place))).collect();
        let state_id = self.next_state_id();
        let carried_item = wire::to_item_stack(self.inventory.cursor);
        let container_id = self.window.id;
        self.link.send(ClientboundContainerSetContent { container_id, state_id, items, carried_item });
        self.shown.items = self.inventory.clone();
        self.shown.result = Some(self.inventory.get(Place::Result));
        self.shown.slots.clone_from(&self.window.slots);
        self.shown.gauges = None;
        self.show_gauges();
    }

    /// Sends what differs from what the client shows: health and food, slots, cursor, gauges. In this order, as in vanilla,
    /// which tells of health in the tick that changes it and of slots at the start of the next: who sees a meal leave the
    /// hand has been told what it gave.
    pub fn show_changes(&mut self) {
        self.show_vitals();
        if self.shown.items != self.inventory
            || self.shown.slots != self.window.slots
            || self.shown.result.is_none() && self.window.menu.has_grid()
        {
            if self.shown.items.grid != self.inventory.grid {
                // Some clients wait for the result after every change of the grid, even if it stays the same.
                self.shown.result = None;
            }
            for (slot, place) in self.window.menu.places() {
                self.show_slot(self.window.id, slot, place);
            }
            // Where the window has no slot for a place (armour, at a table) the player's own window has.
            if self.window.id != 0 {
                for slot in (5..=8).chain([45]) {
                    if let Some(place) = Menu::Player.place(slot) {
                        self.show_slot(0, slot, place);
                    }
                }
            }
            if self.shown.items.cursor != self.inventory.cursor {
                self.link.send(ClientboundSetCursorItem { contents: wire::to_item_stack(self.inventory.cursor) });
            }
            self.shown.items = self.inventory.clone();
            self.shown.slots.clone_from(&self.window.slots);
        }
        self.show_gauges();
    }

    fn show_vitals(&mut self) {
        let vitals = Some((self.vitals.health, self.vitals.food, self.vitals.saturation > 0.0));
        if self.shown.vitals != vitals {
            let Vitals { health, food, saturation, .. } = self.vitals;
            self.link.send(ClientboundSetHealth { health, food, saturation });
            self.shown.vitals = vitals;
        }
    }

    fn show_gauges(&mut self) {
        let Some(now) = self.window.gauges.filter(|_| self.shown.gauges != self.window.gauges) else { return };
        let shown = self.shown.gauges.replace(now);
        for (id, &value) in now.iter().enumerate().filter(|&(id, &value)| shown.is_none_or(|shown| shown[id] != value))
        {
            let (id, value) = (id as u16, value as u16);
            self.link.send(ClientboundContainerSetData { container_id: self.window.id, id, value });
        }
    }

    fn show_slot(&mut self, window: i32, slot: usize, place: Place) {
        let (now, shown) = (self.stack_at(place), self.shown.get(place));
        if shown != Some(now) {
            let state_id = self.next_state_id();
            self.link.send(packets::set_slot(window, state_id, slot, now));
            if place == Place::Result {
                self.shown.result = Some(now);
            }
        }
    }
}

impl Shown {
    fn get(&self, place: Place) -> Option<Slot> {
        match place.in_block() {
            Some(slot) => Some(self.slots.get(slot).copied().flatten()),
            None if place == Place::Result => self.result,
            None => Some(self.items.get(place)),
        }
    }

    /// What the client says it shows by now.
    pub fn claim(&mut self, place: Place, stack: Slot) {
        match place.in_block() {
            Some(slot) => {
                if let Some(shown) = self.slots.get_mut(slot) {
                    *shown = stack;
                }
            }
            None => self.items.set(place, stack),
        }
    }

    pub fn claim_cursor(&mut self, stack: Slot) {
        self.items.cursor = stack;
    }

    /// The result must be sent, whatever it is.
    pub fn forget_result(&mut self) {
        self.result = None;
    }

    /// A block's window has gone from the client, with its grid and what it showed of the block. The player's own grid
    /// behind it is empty.
    pub fn forget_window(&mut self) {
        self.slots.clear();
        self.gauges = None;
        self.items.grid = vec![None; 4];
        self.result = Some(None);
    }

    /// Takes all that was shown of health and food as unknown.
    pub fn forget_vitals(&mut self) {
        self.vitals = None;
    }
}
