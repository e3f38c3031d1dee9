//! What the world's rules ask of a block state, answered from a table: rules ask for every block of every box.

use std::sync::LazyLock;

use crate::{
    knowledge,
    knowledge::{Cuboid, is_tagged},
    voxel::StateId,
};

pub(crate) const AIR: StateId = 0;

/// Which of the rules' classes a state is in.
#[derive(Clone, Copy, Debug, Default)]
struct Class {
    solid: bool,
    opaque: bool,
    water: bool,
    waterlogged: bool,
    replaceable: bool,
    falls: bool,
}

static CLASSES: LazyLock<Vec<Class>> = LazyLock::new(|| {
    knowledge::by_state(|block, state| Class {
        solid: block.solid,
        opaque: !block.transparent
            && (collision(state) == [Cuboid::WHOLE] || matches!(block.name, "soul_sand" | "mud")),
        water: IN_WATER.contains(&block.name),
        waterlogged: knowledge::state_properties(state).contains(&("waterlogged", "true")),
        replaceable: knowledge::is_replaceable(block, state),
        falls: knowledge::falls(block.name),
    })
});

/// Water, and what grows in nothing else.
const IN_WATER: [&str; 6] = ["water", "bubble_column", "kelp", "kelp_plant", "seagrass", "tall_seagrass"];

#[inline]
fn class(state: StateId) -> Class {
    CLASSES.get(usize::from(state)).copied().unwrap_or_default()
}

/// What bodies and items stop at, relative to the block's corner, in blocks; fences reach up to 1.5. Empty: nothing.
#[inline]
pub(crate) fn collision(state: StateId) -> &'static [Cuboid] {
    knowledge::collision(state)
}

/// Whether bodies and items stop at any of it; [`collision`] tells at how much.
#[inline]
pub(crate) fn is_solid(state: StateId) -> bool {
    class(state).solid
}

/// A whole cube that nothing shines through; soul sand and mud count as such, although feet sink into them.
#[inline]
pub(crate) fn is_opaque(state: StateId) -> bool {
    class(state).opaque
}

#[inline]
pub(crate) fn is_water(state: StateId) -> bool {
    class(state).water || class(state).waterlogged
}

/// Water that a block takes in when it is put there: a source, all of it.
#[inline]
pub(crate) fn is_still_water(state: StateId) -> bool {
    (name(state) == "water" && property(state, "level") == Some("0")) || name(state) == "bubble_column"
}

/// What is in a block's place when it has gone: the water that was in it, or air.
#[inline]
pub(crate) fn what_is_left(gone: StateId) -> StateId {
    if is_water(gone) && !is_liquid(gone) { state("water") } else { AIR }
}

/// Whether there is no air to breathe in it. Vanilla counts farmland and paths too, low as they are.
#[inline]
pub(crate) fn suffocates(state: StateId) -> bool {
    is_opaque(state) || matches!(name(state), "farmland" | "dirt_path")
}

/// Nothing to dig: water and lava themselves, not what stands in them.
#[inline]
pub(crate) fn is_liquid(state: StateId) -> bool {
    matches!(name(state), "water" | "lava" | "bubble_column")
}

#[inline]
pub(crate) fn is_climbable(state: StateId) -> bool {
    is_tagged(name(state), "climbable")
}

/// What a placed block may take the place of: vanilla's tag, and of snow the thinnest layer.
#[inline]
pub(crate) fn is_replaceable(state: StateId) -> bool {
    class(state).replaceable
}

/// Sand and its like, which drop when nothing is under them.
#[inline]
pub(crate) fn falls(state: StateId) -> bool {
    class(state).falls
}

/// The default state of a block; air for a name that does not exist, which a test would notice.
pub(crate) fn state(name: &str) -> StateId {
    knowledge::block(name).map_or(AIR, |block| block.default_state)
}

/// A block's name, `air` for states out of range.
pub(crate) fn name(state: StateId) -> &'static str {
    knowledge::block_of_state(state).map_or("air", |block| block.name)
}

/// A state with one property changed; the same state if its block has no such property or value.
pub(crate) fn with(state: StateId, property: &str, value: &'static str) -> StateId {
    let mut properties = knowledge::state_properties(state);
    if let Some(own) = properties.iter_mut().find(|(name, _)| *name == property) {
        own.1 = value;
    }
    knowledge::block_of_state(state).and_then(|block| knowledge::state_with(block, &properties)).unwrap_or(state)
}

/// What a state's property is.
pub(crate) fn property(state: StateId, property: &str) -> Option<&'static str> {
    knowledge::state_properties(state).into_iter().find(|(name, _)| *name == property).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_cubes_take_the_air() {
        let double = with(state("oak_slab"), "type", "double");
        for full in [state("stone"), state("oak_log"), state("soul_sand"), state("mud"), double] {
            assert!(is_opaque(full) && suffocates(full), "{}", name(full));
        }
        for block in ["chest", "oak_fence", "cobblestone_wall", "oak_slab", "oak_stairs", "white_carpet", "glass"] {
            assert!(!is_opaque(state(block)) && !suffocates(state(block)), "{block}");
        }
        assert!(suffocates(state("farmland")) && !is_opaque(state("farmland")));
    }
}
