//! Blocks: by name, by state id, with the properties that number their states.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    ops::RangeInclusive,
    sync::LazyLock,
};

use serde::Deserialize;

use super::namespace::plain;

/// A block of the registry.
#[derive(Deserialize, Clone, Debug, PartialEq)]
pub struct Block {
    pub id: u32,
    pub name: &'static str,
    pub display_name: &'static str,
    /// `None`: unbreakable.
    pub hardness: Option<f32>,
    /// Which tools are quick on it, as minecraft-data names it (`mineable/pickaxe`, `leaves;mineable/hoe`, `default`).
    pub material: &'static str,
    /// Item ids of the tools that make it yield; `None`: anything does.
    #[serde(default)]
    pub harvest_tools: Option<Vec<u32>>,
    pub min_state: u16,
    pub max_state: u16,
    pub default_state: u16,
    /// In the order that numbers the states: the last varies fastest.
    pub properties: Vec<Property>,
    /// Whether it has a collision box.
    pub solid: bool,
    pub transparent: bool,
    /// 0 to 15.
    pub emit_light: u8,
    /// 0 to 15.
    pub filter_light: u8,
    pub drops: Vec<Drop>,
}

impl Block {
    /// Whether it fills its place and lets no light through: stone, planks, dirt.
    pub fn is_full(&self) -> bool {
        self.solid && self.filter_light == 15
    }

    /// The numbers of all its states.
    pub fn states(&self) -> RangeInclusive<u16> {
        self.min_state..=self.max_state
    }
}

/// A property of a block's state with its values in numbering order.
#[derive(Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Property {
    pub name: &'static str,
    pub values: Vec<String>,
}

/// One thing a block may yield when broken.
#[derive(Deserialize, Clone, Debug, PartialEq)]
pub struct Drop {
    pub item: &'static str,
    pub min: u32,
    pub max: u32,
    /// 0 to 1. Where the chances of several plain drops are each below 1 and sum to 1, exactly one of them drops.
    pub chance: f32,
    /// `Some(true)`: only with Silk Touch; `Some(false)`: only without; `None`: either way.
    #[serde(default)]
    pub silk_touch: Option<bool>,
    /// Shears do as well as Silk Touch.
    #[serde(default)]
    pub shears: bool,
}

impl Drop {
    /// Whether each broken block yields it, without Silk Touch or shears.
    pub fn is_sure(&self) -> bool {
        self.silk_touch != Some(true) && self.chance >= 1.0
    }

    /// How many one broken block yields on average.
    pub fn expected(&self) -> f32 {
        self.chance * (self.min + self.max) as f32 / 2.0
    }
}

static BLOCKS: LazyLock<Vec<Block>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/blocks.json"))
        .expect("blocks.json is built in")
});
static BY_NAME: LazyLock<HashMap<&'static str, &'static Block>> =
    LazyLock::new(|| BLOCKS.iter().map(|block| (block.name, block)).collect());
/// Looked up for every block of every chunk, so an array.
static BY_STATE: LazyLock<Vec<&'static Block>> = LazyLock::new(|| by_state(|block, _| block));

/// A block by its name; a `minecraft:` in front is tolerated.
pub fn block(name: &str) -> Option<&'static Block> {
    BY_NAME.get(plain(name)).copied()
}

/// The block a state id belongs to.
#[inline]
pub fn block_of_state(state: u16) -> Option<&'static Block> {
    BY_STATE.get(usize::from(state)).copied()
}

/// All blocks, by id.
pub fn blocks() -> &'static [Block] {
    &BLOCKS
}

/// A table of what holds of each state, by its number, for what is asked too often to be worked out every time. States are
/// numbered block after block, without gaps.
pub fn by_state<T>(of: impl Fn(&'static Block, u16) -> T) -> Vec<T> {
    let mut table = Vec::new();
    for block in blocks() {
        table.extend(block.states().map(|state| of(block, state)));
    }
    table
}

/// Of what stands one way or the other: which property tells it ("open", "lit" or "powered"), and whether it is so.
pub fn stands_how(state: u16) -> Option<(&'static str, bool)> {
    let properties = state_properties(state);
    let told = |name: &str| properties.iter().find(|(known, _)| *known == name).copied();
    ["open", "lit", "powered"].into_iter().find_map(told).map(|(name, value)| (name, value == "true"))
}

/// A state's properties with their values; empty for a block without, or an unknown state.
pub fn state_properties(state: u16) -> Vec<(&'static str, &'static str)> {
    let Some(block) = block_of_state(state) else { return Vec::new() };
    let mut rest = usize::from(state - block.min_state);
    let mut properties = Vec::with_capacity(block.properties.len());
    for property in block.properties.iter().rev() {
        properties.push((property.name, property.values[rest % property.values.len()].as_str()));
        rest /= property.values.len();
    }
    properties.reverse();
    properties
}

/// The block's default state with these properties set; `None` if it has no such property or value.
pub fn state_with(block: &Block, props: &[(&str, &str)]) -> Option<u16> {
    if props.iter().any(|(name, _)| !block.properties.iter().any(|property| property.name == *name)) {
        return None;
    }
    let defaults = state_properties(block.default_state);
    let mut offset = 0;
    for (property, (_, default)) in block.properties.iter().zip(defaults) {
        let wanted = props.iter().find(|(name, _)| *name == property.name).map_or(default, |(_, value)| value);
        offset = offset * property.values.len() + property.values.iter().position(|value| value == wanted)?;
    }
    u16::try_from(usize::from(block.min_state) + offset).ok()
}

/// Whether a state has these properties.
pub fn is_in_state(state: u16, wanted: &BTreeMap<String, String>) -> bool {
    let properties = state_properties(state);
    wanted.iter().all(|(name, value)| properties.iter().any(|(own, has)| own == name && has == value))
}

/// `furnace[facing=north]`, as the game's commands write it; the name alone where there are no properties.
pub fn in_state<P: fmt::Display, V: fmt::Display>(block: &str, properties: impl IntoIterator<Item = (P, V)>) -> String {
    let shown: Vec<String> = properties.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    if shown.is_empty() { block.to_owned() } else { format!("{block}[{}]", shown.join(",")) }
}

/// A state's block with its properties of these names: what is seen, where these were asked for.
pub fn seen_state(state: u16, wanted: &BTreeMap<String, String>) -> String {
    let block = block_of_state(state).map_or("nothing known", |block| block.name);
    in_state(block, state_properties(state).into_iter().filter(|(name, _)| wanted.contains_key(*name)))
}

/// Whether a block is what an item of this name leaves when placed: a torch put on a wall is another block.
pub fn is_placed_from(block: &str, item: &str) -> bool {
    block == item || block.strip_prefix("wall_") == Some(item) || block.replace("_wall_", "_") == item
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_belongs_to_one_block_and_is_told_back_by_its_properties() {
        let last = blocks().iter().map(|block| block.max_state).max().unwrap();
        for state in 0..=last {
            let block = block_of_state(state).unwrap();
            assert_eq!(state_with(block, &state_properties(state)), Some(state), "{} {state}", block.name);
        }
        assert_eq!(block_of_state(last + 1), None);
    }

    #[test]
    fn properties_are_numbered_as_the_game_does() {
        let leaves = block("oak_leaves").unwrap();
        assert_eq!(
            state_properties(leaves.default_state),
            [("distance", "7"), ("persistent", "false"), ("waterlogged", "false")]
        );
        let log = block("oak_log").unwrap();
        assert_eq!(state_with(log, &[]), Some(log.default_state));
        assert_eq!(state_with(log, &[("axis", "x")]), Some(log.min_state));
        assert_eq!(state_with(log, &[("axis", "w")]), None);
        assert_eq!(state_with(log, &[("facing", "north")]), None);
    }

    #[test]
    fn a_state_is_told_by_what_was_asked_of_it() {
        let furnace = block("furnace").unwrap();
        let south = state_with(furnace, &[("facing", "south")]).unwrap();
        let asked = |facing: &str| BTreeMap::from([("facing".to_owned(), facing.to_owned())]);
        assert!(is_in_state(south, &asked("south")) && is_in_state(south, &BTreeMap::new()));
        assert!(!is_in_state(south, &asked("north")));
        assert!(!is_in_state(block("dirt").unwrap().default_state, &asked("south")), "dirt faces nowhere");
        assert_eq!(seen_state(south, &asked("north")), "furnace[facing=south]");
        assert_eq!(seen_state(south, &BTreeMap::new()), "furnace");
        assert_eq!(in_state("furnace", &asked("north")), "furnace[facing=north]");
    }

    #[test]
    fn hardness_and_light() {
        assert_eq!(block("minecraft:bedrock").unwrap().hardness, None);
        assert_eq!(block("stone").unwrap().hardness, Some(1.5));
        assert_eq!(block("torch").unwrap().emit_light, 14);
        assert!(!block("air").unwrap().solid);
    }
}
