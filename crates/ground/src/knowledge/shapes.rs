//! What bodies stop at, and what other blocks can lean on: the boxes that fill a block, state by state.
//!
//! The boxes are facts (`collision.json`). Whether a side is sturdy follows from them by vanilla's rule: the part of the
//! boxes that touches the side must cover all of it, its middle, or its rim.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use super::blocks::{block_of_state, by_state, state_properties};
use crate::domain::Side;

/// A box inside a block, in blocks from the block's lower corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    pub min: [f64; 3],
    pub max: [f64; 3],
}

impl Cuboid {
    /// All of a block.
    pub const WHOLE: Self = Self { min: [0.0; 3], max: [1.0; 3] };
}

/// How much of a side something leans on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Support {
    /// The whole side.
    Full,
    /// A post in the middle, 2 sixteenths wide; on a level side its lowest 10 sixteenths.
    Center,
    /// The rim, 2 sixteenths wide.
    Rigid,
}

#[derive(Deserialize)]
struct File {
    shapes: Vec<Vec<[f64; 6]>>,
    blocks: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    names: Vec<String>,
    states: States,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum States {
    All(u16),
    Each(Vec<u16>),
}

struct Shapes {
    boxes: Vec<Vec<Cuboid>>,
    /// Of each state, an index into `boxes`.
    collision: Vec<u16>,
    /// Of each state, a bit for each side and kind of support.
    sturdy: Vec<u32>,
}

static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    let file: File = serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/collision.json"))
        .expect("collision.json is built in");
    let sixteenths = |edges: [f64; 3]| edges.map(|edge| edge / 16.0);
    let boxes: Vec<Vec<Cuboid>> = file
        .shapes
        .iter()
        .map(|shape| {
            shape
                .iter()
                .map(|&[x1, y1, z1, x2, y2, z2]| Cuboid {
                    min: sixteenths([x1, y1, z1]),
                    max: sixteenths([x2, y2, z2]),
                })
                .collect()
        })
        .collect();
    let by_name: HashMap<&str, &States> =
        file.blocks.iter().flat_map(|group| group.names.iter().map(|name| (name.as_str(), &group.states))).collect();
    let known: Vec<u32> = boxes.iter().map(|shape| sturdiness(shape)).collect();
    let collision = by_state(|block, state| match by_name.get(block.name) {
        Some(States::All(shape)) => *shape,
        Some(States::Each(shapes)) => shapes[usize::from(state - block.min_state)],
        None => 0,
    });
    let sturdy = by_state(|_, state| match leaned_on(state) {
        Some(shape) => sturdiness(&shape),
        None => known[usize::from(collision[usize::from(state)])],
    });
    Shapes { boxes, collision, sturdy }
});

/// What bodies and items stop at; fences and walls reach up to 1.5.
pub fn collision(state: u16) -> &'static [Cuboid] {
    let shape = SHAPES.collision.get(usize::from(state)).copied().unwrap_or(0);
    SHAPES.boxes.get(usize::from(shape)).map_or(&[], Vec::as_slice)
}

/// Whether a block leaves nothing of its place free to walk through: earth, planks, leaves; no slab, path or chest.
pub fn fills_its_place(state: u16) -> bool {
    collision(state) == [Cuboid::WHOLE]
}

/// Whether this side of a block holds what leans on it in this way.
pub fn is_sturdy(state: u16, side: Side, support: Support) -> bool {
    SHAPES.sturdy.get(usize::from(state)).is_some_and(|bits| bits & bit(side, support) != 0)
}

/// Whether the boxes themselves cover a side, whoever may lean on them: vines hold on to leaves.
pub fn is_covered(state: u16, side: Side) -> bool {
    is_sturdy(state, side, Support::Full) || sturdiness(collision(state)) & bit(side, Support::Full) != 0
}

/// Whether two blocks side by side, the second on this side of the first, leave no gap between them for a fluid.
pub fn is_shut_between(state: u16, beside: u16, side: Side) -> bool {
    let shapes = [collision(state), collision(beside)];
    match shapes {
        [[], []] => false,
        [[Cuboid::WHOLE], _] | [_, [Cuboid::WHOLE]] => true,
        [here, there] => {
            let (near, far) = (touched(here, side), touched(there, side.opposite()));
            (0..16).all(|i| (0..16).all(|j| near(i, j) || far(i, j)))
        }
    }
}

/// Whether a block comes down onto a beam of 2 sixteenths on the one below, which reaches from the middle to a level
/// side; up: onto the post in the middle. What lies so over a wall raises it.
pub fn covers_from_above(above: u16, towards: Side) -> bool {
    let (x, z) = match towards {
        Side::North => (7..9, 0..9),
        Side::South => (7..9, 7..16),
        Side::West => (0..9, 7..9),
        Side::East => (7..16, 7..9),
        Side::Up | Side::Down => (7..9, 7..9),
    };
    let covered = touched(collision(above), Side::Down);
    x.into_iter().all(|i| z.clone().all(|j| covered(i, j)))
}

/// Vanilla's old measure of what signs and banners stand on: as high as a block, or 0.73 of one on average over all three
/// axes; and signs, banners and pressure plates themselves.
pub fn is_solid(state: u16) -> bool {
    let kinds = ["_sign", "_banner", "_pressure_plate"];
    if block_of_state(state).is_some_and(|block| kinds.iter().any(|kind| block.name.ends_with(kind))) {
        return true;
    }
    let boxes = collision(state);
    let Some(first) = boxes.first() else { return false };
    let (mut min, mut max) = (first.min, first.max);
    for part in boxes {
        min = std::array::from_fn(|axis| min[axis].min(part.min[axis]));
        max = std::array::from_fn(|axis| max[axis].max(part.max[axis]));
    }
    let size = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
    size.iter().sum::<f64>() / 3.0 >= 0.729_166_666_666_666_6 || size[1] >= 1.0
}

fn bit(side: Side, support: Support) -> u32 {
    1 << (side as u32 * 3 + support as u32)
}

/// Where vanilla lets others lean on something else than what bodies stop at.
fn leaned_on(state: u16) -> Option<Vec<Cuboid>> {
    let up_to = |y: f64| Some(vec![Cuboid { min: [0.0; 3], max: [1.0, y, 1.0] }]);
    match block_of_state(state)?.name {
        // Feet sink into these, torches do not.
        "soul_sand" | "mud" => up_to(1.0),
        // A body sinks a layer deep.
        "snow" => up_to(state_properties(state).first()?.1.parse::<f64>().ok()? / 8.0),
        "chorus_flower" => Some(vec![Cuboid { min: [0.0625, 0.0, 0.0625], max: [0.9375, 0.9375, 0.9375] }]),
        name if name.ends_with("_leaves") => Some(Vec::new()),
        _ => None,
    }
}

/// Sixteenths that a region of a side covers, `[from, to)` on both of its axes, an upright axis last.
fn region(side: Side, support: Support) -> impl Fn(u32, u32) -> bool {
    move |a, b| match support {
        Support::Full => true,
        Support::Center if side.is_level() => (7..9).contains(&a) && b < 10,
        Support::Center => (7..9).contains(&a) && (7..9).contains(&b),
        // Seen along a level axis the rim hides nothing: all of the side is asked for.
        Support::Rigid => side.is_level() || !((2..14).contains(&a) && (2..14).contains(&b)),
    }
}

/// Which sixteenths of a side the boxes touch, an upright axis last.
fn touched(shape: &[Cuboid], side: Side) -> impl Fn(u32, u32) -> bool {
    let (axis, a, b) = match side {
        Side::Down | Side::Up => (1, 0, 2),
        Side::North | Side::South => (2, 0, 1),
        Side::West | Side::East => (0, 2, 1),
    };
    let plane = if matches!(side, Side::Up | Side::South | Side::East) { 1.0 - 1.0e-7 } else { 1.0e-7 };
    let touching: Vec<&Cuboid> =
        shape.iter().filter(|part| part.min[axis] <= plane && plane < part.max[axis]).collect();
    move |i, j| {
        let (i, j) = ((f64::from(i) + 0.5) / 16.0, (f64::from(j) + 0.5) / 16.0);
        let holds = |part: &&Cuboid, axis: usize, at: f64| part.min[axis] <= at && at <= part.max[axis];
        touching.iter().any(|part| holds(part, a, i) && holds(part, b, j))
    }
}

fn sturdiness(shape: &[Cuboid]) -> u32 {
    let mut bits = 0;
    for side in Side::ALL {
        let covered = touched(shape, side);
        for support in [Support::Full, Support::Center, Support::Rigid] {
            let asked = region(side, support);
            let cells = || (0..16).flat_map(|i| (0..16).map(move |j| (i, j)));
            if cells().all(|(i, j)| !asked(i, j) || covered(i, j)) {
                bits |= bit(side, support);
            }
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{block, state_with};

    fn state(name: &str, properties: &[(&str, &str)]) -> u16 {
        state_with(block(name).unwrap(), properties).unwrap()
    }

    fn height(name: &str, properties: &[(&str, &str)]) -> f64 {
        collision(state(name, properties)).iter().map(|part| part.max[1]).fold(0.0, f64::max)
    }

    #[test]
    fn shapes_are_as_high_as_in_the_game() {
        assert_eq!(collision(state("stone", &[])), [Cuboid::WHOLE]);
        assert_eq!(height("oak_slab", &[("type", "bottom")]), 0.5);
        assert_eq!(height("oak_fence", &[]), 1.5);
        assert_eq!(height("cobblestone_wall", &[]), 1.5);
        assert_eq!(height("white_carpet", &[]), 0.0625);
        assert_eq!(height("snow", &[("layers", "1")]), 0.0);
        assert_eq!(height("snow", &[("layers", "8")]), 0.875);
        assert_eq!(height("chest", &[]), 0.875);
        assert_eq!(height("farmland", &[]), 0.9375);
        assert_eq!(height("red_bed", &[]), 0.5625);
        assert_eq!(height("torch", &[]), 0.0);
        assert_eq!(height("oak_fence_gate", &[("open", "true")]), 0.0);
        assert_eq!(collision(state("oak_stairs", &[])).len(), 2);
        assert!(collision(u16::MAX).is_empty());
    }

    #[test]
    fn sides_hold_what_they_hold_in_the_game() {
        use Support::{Center, Full, Rigid};
        let check = |name, properties: &[(&str, &str)], side, holds: [bool; 3]| {
            let state = state(name, properties);
            assert_eq!([Full, Center, Rigid].map(|support| is_sturdy(state, side, support)), holds, "{name} {side:?}");
        };
        check("stone", &[], Side::Up, [true; 3]);
        check("oak_slab", &[("type", "bottom")], Side::Up, [false; 3]);
        check("oak_slab", &[("type", "top")], Side::Up, [true; 3]);
        check("oak_slab", &[("type", "bottom")], Side::Down, [true; 3]);
        check("oak_stairs", &[("facing", "north"), ("half", "bottom")], Side::North, [true; 3]);
        check("oak_stairs", &[("facing", "north"), ("half", "bottom")], Side::East, [false; 3]);
        check("oak_stairs", &[("facing", "north"), ("half", "top")], Side::Up, [true; 3]);
        check("oak_fence", &[], Side::Up, [false, true, false]);
        check("hopper", &[], Side::Up, [false, false, true]);
        check("oak_leaves", &[], Side::Up, [false; 3]);
        check("soul_sand", &[], Side::Up, [true; 3]);
        check("snow", &[("layers", "8")], Side::Up, [true; 3]);
        check("snow", &[("layers", "7")], Side::Up, [false; 3]);
        check("farmland", &[], Side::Up, [false; 3]);
        check("glass", &[], Side::West, [true; 3]);
        check("chest", &[], Side::Up, [false; 3]);
        check("air", &[], Side::Down, [false; 3]);
    }
}
