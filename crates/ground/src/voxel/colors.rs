//! How each block state looks on the map: its colour, and whether one sees the block, past it, or into it.

use std::{collections::HashMap, sync::LazyLock};

use super::column::StateId;
use crate::knowledge;

/// Colours by block name; how they were derived is in `README-map-colors.md` beside the file.
const COLORS: &str = include_str!("../../../../assets/minecraft/26.1/map_colors.json");

/// Drawn for a block that has no colour: loud enough to be noticed, calm enough to live with.
const UNKNOWN: [u8; 3] = [112, 112, 112];

/// What a map sees of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Air and its like.
    Nothing,
    /// Stands on something and lets it be seen: plants, torches, rails.
    Cover,
    /// Seen into.
    Water,
    Solid,
}

/// A block state as the map draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub sight: Sight,
    /// Red, green, blue in sRGB.
    pub color: [u8; 3],
    /// A top, but no ground to walk on.
    pub tree: bool,
    /// Standing on it hurts.
    pub harmful: bool,
}

const NOTHING: Look = Look { sight: Sight::Nothing, color: UNKNOWN, tree: false, harmful: false };

/// By state id.
static LOOKS: LazyLock<Vec<Look>> = LazyLock::new(|| {
    let colors: HashMap<&str, &str> = serde_json::from_str(COLORS).unwrap_or_default();
    knowledge::by_state(|block, _| Look {
        sight: sight_of(block),
        color: colors.get(block.name).and_then(|hex| parse(hex)).unwrap_or(UNKNOWN),
        tree: knowledge::is_tree(block.name),
        harmful: matches!(block.name, "lava" | "magma_block" | "cactus" | "campfire" | "soul_campfire"),
    })
});

/// How a state looks; a state outside the registry looks like nothing.
#[inline]
pub fn look(state: StateId) -> Look {
    LOOKS.get(usize::from(state)).copied().unwrap_or(NOTHING)
}

fn sight_of(block: &knowledge::Block) -> Sight {
    match block.name {
        name if knowledge::is_air(name) => Sight::Nothing,
        "structure_void" | "barrier" | "light" | "moving_piston" => Sight::Nothing,
        "water" | "bubble_column" | "kelp" | "kelp_plant" | "seagrass" | "tall_seagrass" => Sight::Water,
        // Thin, but they hide what they lie on.
        "lava" | "snow" | "powder_snow" => Sight::Solid,
        _ if block.solid => Sight::Solid,
        _ => Sight::Cover,
    }
}

/// `7e7e7e`.
fn parse(hex: &str) -> Option<[u8; 3]> {
    let number = u32::from_str_radix(hex, 16).ok()?;
    let [_, red, green, blue] = number.to_be_bytes();
    (hex.len() == 6).then_some([red, green, blue])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look_of(name: &str) -> Look {
        look(knowledge::block(name).expect("a block").default_state)
    }

    #[test]
    fn every_drawn_block_has_a_colour_of_its_own() {
        let colors: HashMap<&str, &str> = serde_json::from_str(COLORS).expect("colours parse");
        let missing: Vec<&str> = knowledge::blocks()
            .iter()
            .filter(|block| sight_of(block) != Sight::Nothing)
            .map(|block| block.name)
            .filter(|name| colors.get(name).and_then(|hex| parse(hex)).is_none())
            .collect();
        assert_eq!(missing, Vec::<&str>::new());
    }

    #[test]
    fn colours_are_what_one_expects() {
        let [red, green, blue] = look_of("grass_block").color;
        assert!(green > red && green > blue, "grass is green: {red} {green} {blue}");
        let [red, green, blue] = look_of("water").color;
        assert!(blue > red && blue > green, "water is blue: {red} {green} {blue}");
        let [red, green, blue] = look_of("sand").color;
        assert!(red > blue && green > blue, "sand is yellow: {red} {green} {blue}");
    }

    #[test]
    fn kinds_are_what_one_expects() {
        for (name, sight) in [
            ("air", Sight::Nothing),
            ("poppy", Sight::Cover),
            ("torch", Sight::Cover),
            ("short_grass", Sight::Cover),
            ("water", Sight::Water),
            ("kelp", Sight::Water),
            ("lava", Sight::Solid),
            ("stone", Sight::Solid),
            ("oak_leaves", Sight::Solid),
            ("snow", Sight::Solid),
        ] {
            assert_eq!(look_of(name).sight, sight, "{name}");
        }
        assert_eq!(look(StateId::MAX), NOTHING);
    }
}
