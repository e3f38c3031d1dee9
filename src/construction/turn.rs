//! Blueprints turned and mirrored: cells move, and states turn with them.

use super::blueprint::{Blueprint, Kept, Wanted, places};
use crate::domain::Side;

impl Blueprint {
    /// Turned to the right by so many quarters, seen from above.
    pub fn turned(&self, quarters: u32) -> Self {
        (0..quarters % 4).fold(self.clone(), |blueprint, _| blueprint.turned_once())
    }

    fn turned_once(&self) -> Self {
        let [width, height, depth] = self.size;
        // The row farthest north becomes the column farthest east.
        let size = [depth, height, width];
        let mut cells = Vec::with_capacity(self.cells.len());
        for [x, y, z] in places(size) {
            let (from_x, from_z) = (z, depth - 1 - x);
            cells.push(self.cells[((y * depth + from_z) * width + from_x) as usize]);
        }
        let palette = self.palette.iter().map(|wanted| moved(wanted, Side::clockwise, &right)).collect();
        let kept = self.kept.moved(|[x, y, z]| [depth - 1 - z, y, x], |[x, y, z]| [f64::from(depth) - z, y, x]);
        Self { size, cells, palette, kept, ..self.clone() }
    }

    /// As in a mirror that stands from north to south: east is west.
    pub fn mirrored(&self) -> Self {
        let [width, _, depth] = self.size;
        let cells = places(self.size).map(|[x, y, z]| self.cells[((y * depth + z) * width + width - 1 - x) as usize]);
        let across = |side: Side| if side.axis() == "x" { side.opposite() } else { side };
        let palette = self.palette.iter().map(|wanted| moved(wanted, across, &flipped)).collect();
        let kept = self.kept.moved(|[x, y, z]| [width - 1 - x, y, z], |[x, y, z]| [f64::from(width) - x, y, z]);
        Self { cells: cells.collect(), palette, kept, ..self.clone() }
    }
}

impl Kept {
    fn moved(&self, cell: impl Fn([i32; 3]) -> [i32; 3], point: impl Fn([f64; 3]) -> [f64; 3]) -> Self {
        Self {
            block_entities: self.block_entities.iter().map(|(at, nbt)| (cell(*at), nbt.clone())).collect(),
            entities: self.entities.iter().map(|(at, nbt)| (point(*at), nbt.clone())).collect(),
        }
    }
}

/// The properties of what turns by no side's name, after a turn to the right.
fn right(name: &str, value: &str) -> Option<String> {
    match (name, value) {
        ("axis", "x") => Some("z".to_owned()),
        ("axis", "z") => Some("x".to_owned()),
        ("rotation", _) => Some(((value.parse::<u32>().ok()? + 4) % 16).to_string()),
        _ => None,
    }
}

/// The same after a look into the mirror.
fn flipped(name: &str, value: &str) -> Option<String> {
    let swapped = |one: &str, other: &str| {
        value
            .contains(one)
            .then(|| value.replace(one, other))
            .or_else(|| value.contains(other).then(|| value.replace(other, one)))
    };
    match name {
        "rotation" => Some(((16 - value.parse::<u32>().ok()?) % 16).to_string()),
        "hinge" | "type" => swapped("left", "right"),
        "shape" if value.starts_with("inner") || value.starts_with("outer") => swapped("left", "right"),
        _ => None,
    }
}

/// A state whose sides have moved; `other` says what becomes of what is no side.
fn moved(wanted: &Wanted, side: impl Fn(Side) -> Side, other: &dyn Fn(&str, &str) -> Option<String>) -> Wanted {
    let to = |name: &str| Side::named(name).map_or(name.to_owned(), |from| side(from).name().to_owned());
    let mut properties = Vec::with_capacity(wanted.properties.len());
    for (name, value) in &wanted.properties {
        let name = to(name);
        let value = match other(&name, value) {
            Some(value) => value,
            // `north`, `ascending_east`, `north_south`, `down_east`.
            None => {
                let words: Vec<String> = value.split('_').map(to).collect();
                let rails = [
                    ["south", "north"],
                    ["west", "east"],
                    ["east", "south"],
                    ["west", "south"],
                    ["east", "north"],
                    ["west", "north"],
                ];
                match words.as_slice() {
                    // A rail's ends are named in one order only: north or south first, and north before south.
                    [one, two] if rails.iter().any(|[a, b]| a == one && b == two) => format!("{two}_{one}"),
                    _ => words.join("_"),
                }
            }
        };
        let property = wanted.block.properties.iter().find(|property| property.name == name);
        let found = property.and_then(|property| {
            let value = property.values.iter().find(|one| **one == value)?;
            Some((property.name, value.as_str()))
        });
        debug_assert!(found.is_some(), "{}: {name}={value}", wanted.block.name);
        properties.extend(found);
    }
    properties.sort_unstable();
    Wanted { block: wanted.block, properties }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge;

    fn of(states: &[&str], size: [i32; 3]) -> Blueprint {
        let palette = states.iter().map(|text| Wanted::read(text).unwrap()).collect();
        let cells = (1..=states.len() as u16).collect();
        Blueprint { size, palette, cells, ..Blueprint::default() }
    }

    fn told(blueprint: &Blueprint) -> Vec<([i32; 3], String)> {
        let mut told: Vec<_> = blueprint.wants().map(|(cell, wanted)| (cell, wanted.to_string())).collect();
        told.sort();
        told
    }

    #[test]
    fn states_turn_with_their_cells() {
        let row = of(&["oak_stairs[facing=north]", "oak_log[axis=x]", "oak_sign[rotation=14]"], [3, 1, 1]);
        assert_eq!(
            told(&row.turned(1)),
            [
                ([0, 0, 0], "oak_stairs[facing=east]".to_owned()),
                ([0, 0, 1], "oak_log[axis=z]".to_owned()),
                ([0, 0, 2], "oak_sign[rotation=2]".to_owned()),
            ]
        );
        let mirrored =
            of(&["oak_door[facing=east,hinge=left]", "oak_stairs[facing=south,shape=inner_left]"], [2, 1, 1]);
        assert_eq!(
            told(&mirrored.mirrored()),
            [
                ([0, 0, 0], "oak_stairs[facing=south,shape=inner_right]".to_owned()),
                ([1, 0, 0], "oak_door[facing=west,hinge=right]".to_owned()),
            ]
        );
        let rails =
            of(&["rail[shape=south_east]", "rail[shape=ascending_north]", "rail[shape=north_south]"], [1, 1, 3]);
        let states: Vec<String> = rails.turned(1).palette.iter().map(ToString::to_string).collect();
        assert_eq!(states, ["rail[shape=south_west]", "rail[shape=ascending_east]", "rail[shape=east_west]"]);
    }

    #[test]
    fn every_state_comes_back_after_a_whole_turn_and_two_mirrors() {
        for block in knowledge::blocks() {
            for state in block.states() {
                let one = of(&[], [1, 1, 1]);
                let one = Blueprint { palette: vec![Wanted::of_state(state).unwrap()], cells: vec![1], ..one };
                let turned = one.turned_once();
                assert_eq!(turned.palette[0].properties.len(), one.palette[0].properties.len(), "{}", one.palette[0]);
                assert_eq!(one.turned(4), turned.turned(3), "{}", one.palette[0]);
                assert_eq!(turned.turned(3), one, "{}", one.palette[0]);
                assert_eq!(one.mirrored().mirrored(), one, "{}", one.palette[0]);
            }
        }
    }
}
