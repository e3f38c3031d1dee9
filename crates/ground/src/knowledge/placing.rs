//! How blocks stand when they are placed: the table `placing.yaml`, read and checked.
//!
//! A row tells for some blocks which property is decided by what, what the block has to lean on, where that is known
//! from, and cases: situations with the state that the game makes of them. The table is data: whoever places blocks, or
//! plans to, goes by the same rows, and is tested against their cases.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    behaviour::is_fluid,
    blocks::{Block, block, blocks},
    shapes::{Support, is_solid, is_sturdy},
    tags::block_tag,
};
use crate::domain::Side;

/// What decides a property.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Always this value; written `=value`.
    #[serde(skip)]
    Is(String),
    /// Where the player looks along the ground; the other way; a quarter turn to the right of it.
    Look,
    LookOpposite,
    LookClockwise,
    /// Where the player looks, up and down included; the other way.
    #[serde(rename = "look_3d")]
    Look3d,
    #[serde(rename = "look_3d_opposite")]
    Look3dOpposite,
    /// Of sixteen ways: the player's; the one towards the player.
    #[serde(rename = "look_16")]
    Look16,
    #[serde(rename = "look_16_opposite")]
    Look16Opposite,
    /// The side that was clicked; the axis through it.
    Face,
    FaceAxis,
    /// The clicked side; on the end of one's own kind that looks that way, back again.
    FaceOrBack,
    /// Into what was clicked, never up.
    FaceOppositeOrDown,
    /// The clicked side, or towards the player on floors and ceilings.
    FaceOrLookOpposite,
    /// Away from the nearest wall, by the player's look, that holds the block.
    Against,
    /// Towards the nearest wall, by the player's look, that holds the block.
    Into,
    /// As `against`, by both `face` (floor, wall, ceiling) and `facing`.
    Attached,
    /// As `attached`, for bells: `attachment` and `facing`.
    Bell,
    /// Across the clicked wall: how signs hang from the side of a block.
    Across,
    /// Sixteen ways for what hangs from chains, four for what hangs from a whole ceiling; and whether by one chain.
    SignRotation,
    SignAttached,
    /// The half of the block that was hit.
    HitHalf,
    /// As `hit_half`, and whole where it joins its other half.
    Slab,
    /// The corner that stairs make with the stairs before and behind.
    Corner,
    /// By doors and walls on both sides, else by which side of the middle was hit.
    Hinge,
    /// With a chest of its kind beside it that faces the same way.
    Pair,
    /// What fences, panes and walls reach out to.
    Fence,
    Pane,
    Wall,
    /// String reaches out to string, and to hooks that look at it.
    Tripwire,
    /// Whether a gate is lowered between walls.
    InWall,
    /// Whether it hangs from above, of what both stands and hangs.
    Hanging,
    /// One, and one more each time it is placed into its own kind.
    Count,
    /// Whether it is placed into still water; the opposite.
    InWater,
    NotInWater,
    /// Steps over leaves to the next log, up to 7, when it is placed: leaves do not wither here.
    LogDistance,
    /// Whether snow lies on it.
    SnowAbove,
    /// Whether hay is under it.
    HayBelow,
    /// Rails join rails.
    Rail,
    /// `front_top`, of what has a front and a top.
    FrontTop,
    /// On each side that holds it, one after another.
    Vine,
    /// Which way a dripstone points, and how thick it is there.
    TipDirection,
    TipThickness,
}

impl Rule {
    /// Whether neighbours decide it, so that it changes with them.
    pub fn is_of_neighbors(&self) -> bool {
        matches!(
            self,
            Self::Corner
                | Self::Pair
                | Self::Fence
                | Self::Pane
                | Self::Wall
                | Self::Tripwire
                | Self::InWall
                | Self::SnowAbove
                | Self::HayBelow
                | Self::TipThickness
        )
    }
}

/// Where the block is that holds another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    Below,
    Above,
    /// On the side away from `facing`; on the side that it faces.
    Behind,
    Front,
    /// As `face` and `facing` tell: below, above or behind.
    Attached,
}

/// What the block that holds has to be like.
#[derive(Clone, Debug, PartialEq)]
pub enum Holder {
    /// Sturdy on the side turned here.
    Sturdy(Support),
    /// A whole cube that nothing shines through.
    Opaque,
    /// Solid by vanilla's old measure: tall, or wide enough.
    Solid,
    /// Anything but air.
    Anything,
    OneOf(Vec<String>),
}

/// A condition beyond what holds the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// Water or frosted ice beside the block below.
    WaterBesideBelow,
    /// Nothing solid and no lava on the four sides.
    BareSides,
    /// No water and no lava above.
    DryAbove,
    /// Still water in its own place.
    Water,
    /// No water in its own place.
    NoWater,
}

/// One way for a block to be held; any of a row's will do.
#[derive(Clone, Debug, PartialEq)]
pub struct Hold {
    /// Only for states with these values.
    pub when: Vec<(String, String)>,
    pub at: At,
    pub holder: Holder,
    /// Blocks that do not hold it all the same.
    pub except: Vec<String>,
    pub also: Option<Need>,
}

/// A situation and what the game makes of it. States are written `name[property=value,…]`; without a name it is the
/// row's block, and properties that are left out may be anything.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// In the hand; the row's first block if not told.
    #[serde(default)]
    pub item: Option<String>,
    /// The side that is clicked.
    #[serde(default = "up")]
    pub face: Side,
    /// Where it is hit, in blocks from the corner of the place that the block is to take; the middle of the side if not
    /// told.
    #[serde(default)]
    pub hit: Option<[f64; 3]>,
    /// Yaw and pitch in degrees: 0 is south, 90 west; 90 down.
    #[serde(default)]
    pub look: [f32; 2],
    #[serde(default)]
    pub sneak: bool,
    /// The block that is clicked.
    #[serde(default = "stone")]
    pub on: String,
    /// Whether what is in the place itself is clicked: it gives way, or is added to.
    #[serde(default)]
    pub inside: bool,
    /// What is in the place before.
    #[serde(default)]
    pub there: Option<String>,
    /// What stands around the place: sides, or several in a row (`north up`), and the state there.
    #[serde(default)]
    pub around: BTreeMap<String, String>,
    /// What is there afterwards; `nothing` if it cannot be placed.
    pub expect: String,
    /// What stands around afterwards.
    #[serde(default)]
    pub and: BTreeMap<String, String>,
    /// What is put around then, and what becomes of the block.
    #[serde(default)]
    pub then: Option<Then>,
}

fn up() -> Side {
    Side::Up
}

fn stone() -> String {
    "stone".to_owned()
}

/// A change around a block that was placed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Then {
    pub put: BTreeMap<String, String>,
    pub expect: String,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub name: String,
    pub blocks: Vec<&'static Block>,
    /// On walls the block is another: ends of names and what takes their place (`torch`, `wall_torch`). Empty: it is not.
    pub on_walls: BTreeMap<String, String>,
    /// Hangs where what stands on walls otherwise stands.
    pub hangs: bool,
    /// In the order they are decided in. `sides` stands for north, south, west and east.
    pub state: Vec<(String, Rule)>,
    /// Empty: it stands anywhere.
    pub support: Vec<Hold>,
    pub needs: Vec<Need>,
    pub source: String,
    pub cases: Vec<Case>,
}

/// What a tool makes of a block when it is used on it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolUse {
    /// The end of the tool's name: `hoe`.
    pub tool: String,
    /// Block to block; what both have of properties is kept.
    pub makes: BTreeMap<String, String>,
    /// Whether only from above or the sides, with air over it.
    #[serde(default)]
    pub open_above: bool,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Items that place a block of another name.
    items: BTreeMap<String, String>,
    /// Items that place nothing although a block has their name.
    no_blocks: Vec<String>,
    tools: Vec<ToolUse>,
    /// Blocks with properties that placing leaves as they are by default, with the reason: so that none is forgotten.
    #[cfg_attr(not(test), expect(dead_code, reason = "only a test asks"))]
    left_alone: BTreeMap<String, Vec<String>>,
    rows: Vec<RawRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRow {
    row: String,
    blocks: Vec<String>,
    #[serde(default)]
    on_walls: BTreeMap<String, String>,
    #[serde(default)]
    hangs: bool,
    #[serde(default)]
    state: Map<String, Value>,
    #[serde(default)]
    support: Vec<RawHold>,
    #[serde(default)]
    needs: Vec<Need>,
    source: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHold {
    #[serde(default)]
    when: BTreeMap<String, String>,
    at: At,
    by: RawHolder,
    #[serde(default)]
    except: Vec<String>,
    #[serde(default)]
    also: Option<Need>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawHolder {
    Kind(String),
    Blocks(Vec<String>),
}

struct Table {
    items: BTreeMap<String, String>,
    no_blocks: Vec<String>,
    tools: Vec<ToolUse>,
    rows: Vec<Row>,
    /// Of each block, by id, the index of its row.
    by_block: Vec<Option<usize>>,
}

fn read_file() -> File {
    serde_saphyr::from_str(include_str!("../../../../assets/minecraft/26.1/placing.yaml"))
        .unwrap_or_else(|fault| panic!("placing.yaml: {fault}"))
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let file = read_file();
    let rows: Vec<Row> = file.rows.into_iter().map(read_row).collect();
    let mut by_block = vec![None; blocks().len()];
    for (index, row) in rows.iter().enumerate() {
        for block in &row.blocks {
            let before = by_block[block.id as usize].replace(index);
            assert_eq!(before, None, "placing.yaml: {} is in two rows", block.name);
        }
    }
    Table { items: file.items, no_blocks: file.no_blocks, tools: file.tools, rows, by_block }
});

fn read_row(raw: RawRow) -> Row {
    let rule = |value: Value| match value.as_str().and_then(|text| text.strip_prefix('=')) {
        Some(fixed) => Rule::Is(fixed.to_owned()),
        None => serde_json::from_value(value).unwrap_or_else(|fault| panic!("placing.yaml, {}: {fault}", raw.row)),
    };
    let hold = |hold: RawHold| Hold {
        when: hold.when.into_iter().collect(),
        at: hold.at,
        holder: match hold.by {
            RawHolder::Blocks(names) => {
                Holder::OneOf(select(&names).iter().map(|block| block.name.to_owned()).collect())
            }
            RawHolder::Kind(kind) => match kind.as_str() {
                "full" => Holder::Sturdy(Support::Full),
                "center" => Holder::Sturdy(Support::Center),
                "rigid" => Holder::Sturdy(Support::Rigid),
                "opaque" => Holder::Opaque,
                "solid" => Holder::Solid,
                "anything" => Holder::Anything,
                other => panic!("placing.yaml, {}: nothing is held by `{other}`", raw.row),
            },
        },
        except: select(&hold.except).iter().map(|block| block.name.to_owned()).collect(),
        also: hold.also,
    };
    Row {
        blocks: select(&raw.blocks),
        on_walls: raw.on_walls,
        hangs: raw.hangs,
        state: raw.state.into_iter().map(|(property, value)| (property, rule(value))).collect(),
        support: raw.support.into_iter().map(hold).collect(),
        needs: raw.needs,
        source: raw.source,
        cases: raw.cases,
        name: raw.row,
    }
}

/// The blocks that a list names: names, `#tags`, `*ends` and `starts*`; with a `!` in front they are taken out again.
fn select(names: &[String]) -> Vec<&'static Block> {
    let mut chosen: Vec<&'static Block> = Vec::new();
    for name in names {
        let (out, pattern) = match name.strip_prefix('!') {
            Some(pattern) => (true, pattern),
            None => (false, name.as_str()),
        };
        let is_meant = |block: &Block| match (pattern.strip_prefix('#'), pattern.split_once('*')) {
            (Some(tag), _) => {
                let names = block_tag(tag).unwrap_or_else(|| panic!("placing.yaml: no tag `{tag}`"));
                names.iter().any(|name| name == block.name)
            }
            (None, Some((start, end))) => block.name.starts_with(start) && block.name.ends_with(end),
            (None, None) => block.name == pattern,
        };
        let meant: Vec<&Block> = blocks().iter().filter(|block| is_meant(block)).collect();
        assert!(!meant.is_empty(), "placing.yaml: `{name}` names no block");
        if out {
            chosen.retain(|block| !is_meant(block));
        } else {
            chosen.extend(meant.into_iter().filter(|block| !chosen.contains(block)).collect::<Vec<_>>());
        }
    }
    chosen
}

/// All rows.
pub fn rows() -> &'static [Row] {
    &TABLE.rows
}

/// The row that tells how a block is placed; `None`: it is always placed in its default state and stands anywhere.
pub fn row_of(block: &Block) -> Option<&'static Row> {
    TABLE.rows.get((*TABLE.by_block.get(block.id as usize)?)?)
}

/// Whether a block may come to stand on top of one in this state, as far as that one has a say in it.
pub fn stands_on(placed: &Block, below: u16) -> bool {
    let Some(there) = super::block_of_state(below).filter(|there| !is_fluid(there.name)) else { return false };
    let Some(row) = row_of(placed).filter(|row| !row.support.is_empty()) else { return true };
    let holds = |hold: &Hold| match &hold.holder {
        Holder::Sturdy(support) => is_sturdy(below, Side::Up, *support),
        Holder::Opaque => is_sturdy(below, Side::Up, Support::Full),
        Holder::Solid => is_solid(below),
        Holder::Anything => true,
        Holder::OneOf(names) => names.iter().any(|one| one == there.name),
    };
    let under = row.support.iter().filter(|hold| matches!(hold.at, At::Below | At::Attached));
    under.into_iter().any(|hold| holds(hold) && !hold.except.iter().any(|one| one == there.name))
}

/// The block that an item places, on a floor; `None` for what is no block.
pub fn block_of_item(item: &str) -> Option<&'static Block> {
    if TABLE.no_blocks.iter().any(|name| name == item) {
        return None;
    }
    block(TABLE.items.get(item).map_or(item, String::as_str))
}

/// The block that goes on a wall in place of one that stands.
pub fn on_wall(standing: &Block) -> Option<&'static Block> {
    row_of(standing)?
        .on_walls
        .iter()
        .find_map(|(end, other)| block(&format!("{}{other}", standing.name.strip_suffix(end.as_str())?)))
}

/// What a tool makes of a block, and whether only with air above.
pub fn made_by_tool(tool: &str, of: &str) -> Option<(&'static Block, bool)> {
    let used = TABLE.tools.iter().find(|used| {
        tool.strip_suffix(used.tool.as_str()).is_some_and(|tier| tier.ends_with('_')) && used.makes.contains_key(of)
    })?;
    Some((block(used.makes.get(of)?)?, used.open_above))
}

/// Reads `name[property=value,…]`: the block, if one is named, and the properties.
pub fn read_state(text: &str) -> Option<(Option<&'static Block>, Vec<(&str, &str)>)> {
    let (name, rest) = text.split_once('[').unwrap_or((text, "]"));
    let properties = rest.strip_suffix(']')?;
    let pairs = properties.split(',').map(str::trim).filter(|pair| !pair.is_empty());
    let pairs: Option<Vec<_>> = pairs.map(|pair| pair.split_once('=')).collect();
    let block = match name.trim() {
        "" => None,
        name => Some(block(name)?),
    };
    Some((block, pairs?))
}

/// The state that a text names, what it leaves out by default.
pub fn state_named(text: &str) -> Option<u16> {
    let (block, properties) = read_state(text)?;
    super::state_with(block?, &properties)
}

/// Whether a state is what a text asks for; a text without a name asks for `block`.
pub fn is_state(state: u16, text: &str, block: &Block) -> bool {
    let Some((named, asked)) = read_state(text) else { return false };
    let has = super::state_properties(state);
    super::block_of_state(state).is_some_and(|there| there.name == named.unwrap_or(block).name)
        && asked.iter().all(|pair| has.contains(pair))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{item, items, state_with};

    #[test]
    fn what_stands_on_what_is_told_by_its_rows() {
        let check = |placed: &str, below: &str, expect: bool| {
            assert_eq!(stands_on(block(placed).unwrap(), state_named(below).unwrap()), expect, "{placed} on {below}");
        };
        check("torch", "furnace", true);
        check("torch", "chest", false);
        check("torch", "oak_slab[type=top]", true);
        check("torch", "oak_slab[type=bottom]", false);
        check("crafting_table", "chest", true);
        check("dirt", "water", false);
        check("oak_sapling", "grass_block", true);
        check("oak_sapling", "stone", false);
        check("lever", "stone", true);
        check("ladder", "stone", false);
    }

    #[test]
    fn rows_name_properties_that_their_blocks_have() {
        for row in rows() {
            assert!(!row.source.is_empty() && !row.cases.is_empty(), "{}: a source and a case are missing", row.name);
            for block in &row.blocks {
                let has = |name: &str| block.properties.iter().any(|property| property.name == name);
                for (property, rule) in &row.state {
                    let property = if property == "sides" { "north" } else { property.as_str() };
                    assert!(has(property), "{}: {} has no {property}", row.name, block.name);
                    if let Rule::Is(value) = rule {
                        assert!(state_with(block, &[(property, value)]).is_some(), "{}: {property}={value}", row.name);
                    }
                }
                if !row.on_walls.is_empty() {
                    assert!(on_wall(block).is_some(), "{}: {} on a wall", row.name, block.name);
                }
            }
        }
    }

    /// What placing can decide: the rest are a block's later life (age, power, honey).
    const DECIDED: [&str; 38] = [
        "axis",
        "attached",
        "attachment",
        "bottom",
        "candles",
        "distance",
        "down",
        "east",
        "eggs",
        "face",
        "facing",
        "flower_amount",
        "half",
        "hanging",
        "hinge",
        "in_wall",
        "instrument",
        "layers",
        "leaves",
        "north",
        "orientation",
        "part",
        "persistent",
        "pickles",
        "rotation",
        "segment_amount",
        "shape",
        "signal_fire",
        "snowy",
        "south",
        "thickness",
        "tip",
        "type",
        "up",
        "vertical_direction",
        "waterlogged",
        "west",
        "lit",
    ];

    #[test]
    fn every_block_whose_state_placing_decides_is_in_a_row() {
        let left_alone: Vec<&Block> = read_file().left_alone.values().flat_map(|names| select(names)).collect();
        let mut missing = Vec::new();
        for item in items() {
            let Some(block) = block_of_item(item.name) else { continue };
            for block in [Some(block), on_wall(block)].into_iter().flatten() {
                let decided = block.properties.iter().any(|property| DECIDED.contains(&property.name));
                if decided && row_of(block).is_none() && !left_alone.contains(&block) {
                    missing.push(block.name);
                }
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn cases_name_what_there_is() {
        for row in rows() {
            for case in &row.cases {
                let states = case.around.values().chain(case.then.iter().flat_map(|then| then.put.values()));
                for text in states.chain(&case.there).chain([&case.on]) {
                    assert!(state_named(text).is_some(), "{}: {text}", row.name);
                }
                for text in [&case.expect].into_iter().chain(case.then.iter().map(|then| &then.expect)) {
                    assert!(text == "nothing" || read_state(text).is_some(), "{}: {text}", row.name);
                }
                if let Some(name) = &case.item {
                    assert!(item(name).is_some(), "{}: {name}", row.name);
                }
            }
        }
    }

    #[test]
    fn items_place_their_blocks() {
        let placed = |item| block_of_item(item).map(|block| block.name);
        assert_eq!(placed("wheat_seeds"), Some("wheat"));
        assert_eq!(placed("oak_log"), Some("oak_log"));
        assert_eq!((placed("wheat"), placed("stick")), (None, None));
        let wall = |name: &str| on_wall(block(name).unwrap()).map(|block| block.name);
        assert_eq!(wall("redstone_torch"), Some("redstone_wall_torch"));
        assert_eq!(wall("oak_hanging_sign"), Some("oak_wall_hanging_sign"));
        assert_eq!(wall("skeleton_skull"), Some("skeleton_wall_skull"));
        assert_eq!(wall("stone"), None);
        assert_eq!(made_by_tool("iron_axe", "oak_log").map(|made| made.0.name), Some("stripped_oak_log"));
        assert_eq!(made_by_tool("iron_pickaxe", "oak_log"), None);
    }
}
