//! Which layer the map shows: the land from above, or what lies around the bot's feet once it is under ground. It switches by itself, and by
//! hand until the bot goes in or out the next time.

use std::ops::RangeInclusive;

use bevy_egui::egui::{DragValue, Key, Ui};

use super::theme;
use crate::{
    domain::{BlockPos, ChunkPos, Observation},
    voxel::{Inside, SeenWorld},
};

/// How many chunks around the bot are shown of what lies below: what one digs and walks through, not every cave of the land.
const REACH: i32 = 5;
/// How many blocks the feet may leave the shown height before it follows them through the air: a jump is not a new picture.
const JUMP: i32 = 2;
/// How long the bot has to be under ground, or out again, before the map follows it there, in ticks: in a ravine it goes in and out
/// of the shade every few steps.
const SETTLED: u64 = 40;

/// The heights that can be asked for: all that worlds have, and some more.
const HEIGHTS: RangeInclusive<i32> = -128..=512;

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layer {
    #[default]
    Surface,
    /// At the height of these feet, near that chunk.
    Caves { feet: i32, near: ChunkPos },
}

impl Layer {
    /// The height of the feet below the surface; `None` from above.
    pub fn feet(self) -> Option<i32> {
        match self {
            Self::Surface => None,
            Self::Caves { feet, .. } => Some(feet),
        }
    }

    /// What a block column shows; `None` where it is no part of the picture, or was not seen.
    pub fn at(self, world: &SeenWorld, x: i32, z: i32) -> Option<Inside> {
        match self {
            Self::Surface => world.surface(x, z).map(Inside::Floor),
            Self::Caves { feet, .. } => {
                self.holds(BlockPos::new(x, 0, z).chunk()).then(|| world.inside(x, z, feet)).flatten()
            }
        }
    }

    /// Whether a chunk is part of the picture.
    pub fn holds(self, chunk: ChunkPos) -> bool {
        match self {
            Self::Surface => true,
            Self::Caves { near, .. } => (chunk.x - near.x).abs() <= REACH && (chunk.z - near.z).abs() <= REACH,
        }
    }
}

/// What is shown, and who has said so.
#[derive(Debug, Default)]
pub struct Layers {
    /// The bot is under ground.
    inside: bool,
    /// Since when it seems to be on the other side of the ground, in ticks of the bot's life: a few steps under a ledge change nothing.
    crossed: Option<u64>,
    /// The height of its feet when it last stood.
    stood: i32,
    near: ChunkPos,
    /// Caves or not, by hand.
    caves: Option<bool>,
    /// The height, by hand.
    height: Option<i32>,
}

impl Layers {
    pub fn layer(&self) -> Layer {
        if !self.shows_caves() {
            return Layer::Surface;
        }
        Layer::Caves { feet: self.height.unwrap_or(self.stood), near: self.near }
    }

    fn shows_caves(&self) -> bool {
        self.caves.unwrap_or(self.inside)
    }

    /// Takes in where the bot is. What was chosen by hand ends where the bot goes in or out.
    pub fn follow(&mut self, world: &SeenWorld, seen: &Observation) {
        let feet = seen.position.block();
        self.near = feet.chunk();
        if seen.on_ground || (feet.y - self.stood).abs() > JUMP {
            self.stood = feet.y;
        }
        let inside = world.is_inside(feet, self.inside);
        if inside == self.inside {
            self.crossed = None;
            return;
        }
        let since = *self.crossed.get_or_insert(seen.tick);
        if seen.tick.saturating_sub(since) >= SETTLED {
            *self = Self { inside, crossed: None, caves: None, height: None, ..*self };
        }
    }

    /// The keys: `C` for the other layer, Page Up and Page Down for the height.
    pub fn by_key(&mut self, ui: &Ui) {
        let pressed = |key: Key| ui.input(|input| input.key_pressed(key));
        if pressed(Key::C) {
            self.choose(!self.shows_caves());
        }
        for (key, by) in [(Key::PageUp, 1), (Key::PageDown, -1)] {
            if pressed(key) {
                self.caves = Some(true);
                let height = self.height.unwrap_or(self.stood) + by;
                self.height = Some(height.clamp(*HEIGHTS.start(), *HEIGHTS.end()));
            }
        }
    }

    fn choose(&mut self, caves: bool) {
        (self.caves, self.height) = (Some(caves), None);
    }

    /// Surface or caves, and at which height.
    pub fn buttons_ui(&mut self, ui: &mut Ui) {
        let caves = self.shows_caves();
        for (name, is, hint) in [
            ("Surface", false, "The land from above; key: C"),
            ("Caves", true, "What lies at the height of the bot's feet; key: C"),
        ] {
            if ui.selectable_label(caves == is, name).on_hover_text(hint).clicked() {
                self.choose(is);
            }
        }
        if caves {
            let mut height = self.height.unwrap_or(self.stood);
            let drag = DragValue::new(&mut height).prefix("y ").range(HEIGHTS).speed(0.2);
            let hint = "The height: drag or type; keys: Page Up, Page Down. Caves: back to the bot's";
            if ui.add(drag).on_hover_text(hint).changed() {
                (self.caves, self.height) = (Some(true), Some(height));
            }
            if self.height.is_some() {
                ui.label(theme::quiet("by hand"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        domain::Vec3,
        knowledge,
        voxel::{Column, Section},
    };

    /// Rock up to y 31, with a room of four blocks' height around 8, 8 from y 10 on.
    fn world() -> SeenWorld {
        let stone = knowledge::block("stone").expect("a block").default_state;
        let mut states = [stone; 4096];
        for y in 10..14 {
            (6..11).for_each(|z| states[y << 8 | z << 4 | 6..=y << 8 | z << 4 | 10].fill(0));
        }
        let column = Column { min_y: 0, sections: vec![Section::from_states(&states), Section::Uniform(stone)] };
        let mut world = SeenWorld::default();
        world.insert(ChunkPos { x: 0, z: 0 }, Arc::new(column));
        world
    }

    fn at(y: f64, on_ground: bool) -> Observation {
        Observation { position: Vec3::new(8.5, y, 8.5), on_ground, ..Observation::default() }
    }

    #[test]
    fn the_layer_follows_the_bot_in_and_out_and_jumps_change_nothing() {
        let (world, mut layers) = (world(), Layers::default());
        let mut tick = 0;
        // Two ticks: none of them is long enough by itself.
        let mut for_ticks = |seen: Observation, ticks: u64| {
            for _ in 0..2 {
                layers.follow(&world, &Observation { tick, ..seen.clone() });
                tick += ticks;
            }
            layers.layer().feet()
        };
        assert_eq!(for_ticks(at(10.0, true), 1), None, "a step into the shade");
        assert_eq!(for_ticks(at(32.0, true), SETTLED), None);
        let mut shown = |seen: Observation| for_ticks(seen, SETTLED);
        assert_eq!(shown(at(32.0, true)), None);
        assert_eq!(shown(at(10.0, true)), Some(10));
        assert_eq!(shown(at(11.2, false)), Some(10), "a jump");
        assert_eq!(shown(at(11.0, true)), Some(11), "a step");
        assert_eq!(shown(at(32.0, false)), None);
    }

    #[test]
    fn what_is_chosen_by_hand_lasts_until_the_bot_goes_in_or_out() {
        let (world, mut layers) = (world(), Layers::default());
        let settle = |layers: &mut Layers, y: f64, from: u64| {
            for tick in [from, from + SETTLED] {
                layers.follow(&world, &Observation { tick, ..at(y, true) });
            }
        };
        settle(&mut layers, 10.0, 0);
        layers.choose(false);
        settle(&mut layers, 10.0, 100);
        assert_eq!(layers.layer(), Layer::Surface);
        settle(&mut layers, 32.0, 200);
        settle(&mut layers, 10.0, 300);
        assert_eq!(layers.layer().feet(), Some(10));
        assert!(layers.layer().holds(ChunkPos { x: REACH, z: -REACH }));
        assert!(!layers.layer().holds(ChunkPos { x: REACH + 1, z: 0 }));
    }
}
