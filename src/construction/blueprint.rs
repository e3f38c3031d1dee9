//! A blueprint: a box of cells, each of which wants a block in some state or is left as it is.

use std::{collections::BTreeMap, fmt};

use simdnbt::owned::NbtCompound;

use crate::{
    domain::Side,
    knowledge::{
        self, Block,
        placing::{Rule, row_of},
    },
};

/// As many cells as one blueprint may have, those that are left as they are included.
pub const MAX_CELLS: usize = 4_000_000;

/// What is to stand in a cell: a block, and those of its properties that matter. What its neighbours decide (a fence's arms) is mostly
/// left open.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    pub block: &'static Block,
    pub properties: Vec<(&'static str, &'static str)>,
}

impl Wanted {
    /// Reads `oak_door[half=lower,facing=south]`.
    ///
    /// # Errors
    /// What of it the game does not know.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = knowledge::plain(text.trim());
        let name = text.split('[').next().unwrap_or_default();
        let Some((named, pairs)) = knowledge::placing::read_state(text) else {
            return Err(if knowledge::block(name).is_none() {
                format!("no block is called {name:?}")
            } else {
                format!("{text:?} is no state (say for example oak_log[axis=x])")
            });
        };
        let block = named.ok_or_else(|| format!("{text:?} names no block"))?;
        let mut properties = Vec::with_capacity(pairs.len());
        for (name, value) in pairs {
            let (name, value) = (name.trim(), value.trim());
            let property = block.properties.iter().find(|property| property.name == name);
            let Some(property) = property else {
                let names: Vec<&str> = block.properties.iter().map(|property| property.name).collect();
                let has = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                return Err(format!("{} has no property {name:?} (it has {has})", block.name));
            };
            let Some(value) = property.values.iter().find(|one| *one == value) else {
                return Err(format!(
                    "{name} of {} is one of {}, not {value:?}",
                    block.name,
                    property.values.join(", ")
                ));
            };
            properties.push((property.name, value.as_str()));
        }
        properties.sort_unstable();
        Ok(Self { block, properties })
    }

    /// The block in just this state.
    pub fn of_state(state: u16) -> Option<Self> {
        let mut properties = knowledge::state_properties(state);
        properties.sort_unstable();
        Some(Self { block: knowledge::block_of_state(state)?, properties })
    }

    pub fn property(&self, name: &str) -> Option<&'static str> {
        self.properties.iter().find(|(one, _)| *one == name).map(|(_, value)| *value)
    }

    /// Whether nothing is to stand there.
    pub fn is_air(&self) -> bool {
        knowledge::is_air(self.block.name)
    }

    /// A state that is what is wanted; what is left open in it is as it usually is.
    pub fn state(&self) -> Option<u16> {
        knowledge::state_with(self.block, &self.properties)
    }

    /// Whether a state is what is wanted.
    pub fn is_met(&self, state: u16) -> bool {
        if self.is_air() {
            return knowledge::is_air_state(state);
        }
        if !self.block.states().contains(&state) {
            return false;
        }
        self.properties.is_empty() || {
            let has = knowledge::state_properties(state);
            self.properties.iter().all(|pair| has.contains(pair))
        }
    }

    /// Whether it comes with another cell, whose item makes both: the upper half of a door, the head of a bed.
    pub fn comes_with_another(&self) -> bool {
        let upper = self.property("half") == Some("upper")
            && self.block.properties.iter().any(|property| property.name == "half" && property.values[0] == "upper");
        upper || self.property("part") == Some("head")
    }

    /// The item that places it and how many of it; `None` for what no item places.
    pub fn item(&self) -> Option<(&'static str, u32)> {
        let count = match (self.property("type"), self.property("candles"), self.property("layers")) {
            (Some("double"), ..) => 2,
            (_, Some(many), _) | (_, _, Some(many)) => many.parse().unwrap_or(1),
            // What grows on sides takes one for each.
            _ if grows_on_sides(self.block) => {
                let sides = Side::ALL.iter().filter(|side| self.property(side.name()) == Some("true"));
                (sides.count() as u32).max(1)
            }
            _ => 1,
        };
        item_of(self.block).map(|item| (item, count))
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&knowledge::in_state(self.block.name, self.properties.iter().copied()))
    }
}

/// Whether a block grows on each of its sides by an item of its own, as vines do.
pub(super) fn grows_on_sides(block: &Block) -> bool {
    row_of(block).is_some_and(|row| row.state.iter().any(|(_, rule)| *rule == Rule::Vine))
}

/// The item whose use places a block.
fn item_of(block: &'static Block) -> Option<&'static str> {
    use std::{collections::HashMap, sync::LazyLock};
    static ITEMS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
        let mut items = HashMap::new();
        for item in knowledge::items() {
            let Some(block) = knowledge::placing::block_of_item(item.name) else { continue };
            items.entry(block.name).or_insert(item.name);
            if let Some(on_wall) = knowledge::placing::on_wall(block) {
                items.entry(on_wall.name).or_insert(item.name);
            }
        }
        items
    });
    ITEMS.get(block.name).copied()
}

/// The place of a cell by its number: from west to east, from north to south, from the bottom up.
pub(super) fn place_of(index: i32, [width, _, depth]: [i32; 3]) -> [i32; 3] {
    [index % width, index / (width * depth), index / width % depth]
}

/// The places of a box, in the order of its cells.
pub(super) fn places(size: [i32; 3]) -> impl Iterator<Item = [i32; 3]> {
    (0..size.iter().product()).map(move |index| place_of(index, size))
}

/// What chests hold and signs say, and who stands there: kept for files, and not built.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    /// By cell: what the game keeps of it, its `id` included, without its place.
    pub block_entities: BTreeMap<[i32; 3], NbtCompound>,
    /// Where, in blocks from the corner.
    pub entities: Vec<([f64; 3], NbtCompound)>,
}

impl Kept {
    /// `2 block entities and 1 entity`, where there are any.
    pub fn told(&self) -> Option<String> {
        let count = |count: usize, one: &str, more: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {more}")),
        };
        let block_entities = count(self.block_entities.len(), "block entity", "block entities");
        let entities = count(self.entities.len(), "entity", "entities");
        let told: Vec<String> = block_entities.into_iter().chain(entities).collect();
        (!told.is_empty()).then(|| told.join(" and "))
    }

    /// What is kept of a cell.
    pub fn at(&self, cell: [i32; 3]) -> Option<&NbtCompound> {
        self.block_entities.get(&cell)
    }
}

/// A box of cells. Rows go from west to east, layers from north to south and from the bottom up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blueprint {
    pub title: String,
    /// Along x, y and z, in blocks.
    pub size: [i32; 3],
    /// How many of its layers lie below the ground that one stands on.
    pub sunk: i32,
    /// What cells want; a cell's number is one more than the index here, and 0 is left as it is.
    pub palette: Vec<Wanted>,
    pub cells: Vec<u16>,
    pub kept: Kept,
}

impl Blueprint {
    /// A box of what stands somewhere.
    pub fn of_states(title: String, size: [i32; 3], mut state: impl FnMut([i32; 3]) -> u16) -> Self {
        let (mut palette, mut numbers) = (Vec::new(), BTreeMap::new());
        let cells = places(size).map(|place| {
            let state = state(place);
            *numbers.entry(state).or_insert_with(|| {
                palette.extend(Wanted::of_state(state));
                palette.len() as u16
            })
        });
        let cells = cells.collect();
        Self { title, size, palette, cells, ..Self::default() }
    }

    /// Its title behind "the".
    pub fn called(&self) -> &str {
        ["a ", "an "].iter().find_map(|article| self.title.strip_prefix(article)).unwrap_or(&self.title)
    }

    fn index(&self, [x, y, z]: [i32; 3]) -> Option<usize> {
        let [width, height, depth] = self.size;
        let is_inside = (0..width).contains(&x) && (0..height).contains(&y) && (0..depth).contains(&z);
        is_inside.then(|| ((y * depth + z) * width + x) as usize)
    }

    /// What a cell wants, as an index of the palette; `None` where it is left as it is or lies outside.
    pub(super) fn number(&self, cell: [i32; 3]) -> Option<usize> {
        usize::from(*self.cells.get(self.index(cell)?)?).checked_sub(1)
    }

    /// What a cell wants; `None` where it is left as it is or lies outside.
    pub fn at(&self, cell: [i32; 3]) -> Option<&Wanted> {
        self.palette.get(self.number(cell)?)
    }

    /// Has a cell want something else; one outside is nothing to it.
    pub fn put(&mut self, cell: [i32; 3], wanted: Wanted) {
        let Some(index) = self.index(cell) else { return };
        let known = self.palette.iter().position(|one| *one == wanted);
        let number = known.unwrap_or_else(|| {
            self.palette.push(wanted);
            self.palette.len() - 1
        });
        self.cells[index] = number as u16 + 1;
    }

    /// Each cell that wants something, layer by layer from the bottom.
    pub fn wants(&self) -> impl Iterator<Item = ([i32; 3], &Wanted)> {
        self.cells.iter().enumerate().filter_map(move |(index, cell)| {
            let wanted = self.palette.get(usize::from(*cell).checked_sub(1)?)?;
            Some((place_of(index as i32, self.size), wanted))
        })
    }

    /// Its layers as letters, from the bottom: what each letter is, and the rows of each.
    pub fn shown(&self) -> (Vec<(char, String)>, Vec<String>) {
        let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9');
        let mut is_used = vec![false; self.palette.len() + 1];
        self.cells.iter().for_each(|cell| is_used[usize::from(*cell)] = true);
        let palette = self.palette.iter().enumerate();
        let solid = palette.filter(|(index, wanted)| is_used[index + 1] && !wanted.is_air());
        let known: BTreeMap<usize, char> = solid.map(|(index, _)| index).zip(letters).collect();
        let letter = |cell: u16| match usize::from(cell).checked_sub(1) {
            None => ' ',
            Some(index) if self.palette.get(index).is_some_and(Wanted::is_air) => '.',
            Some(index) => known.get(&index).copied().unwrap_or('?'),
        };
        let (width, depth) = (self.size[0].max(1) as usize, self.size[2].max(1) as usize);
        let row = |row: &[u16]| row.iter().map(|cell| letter(*cell)).collect::<String>();
        let layer = |layer: &[u16]| layer.chunks(width).map(row).collect::<Vec<_>>().join("\n");
        let legend = known.iter().map(|(index, letter)| (*letter, self.palette[*index].to_string())).collect();
        (legend, self.cells.chunks(width * depth).map(layer).collect())
    }

    /// How many blocks it wants.
    pub fn blocks(&self) -> usize {
        self.wants().filter(|(_, wanted)| !wanted.is_air()).count()
    }

    /// The items that it takes, and how many.
    ///
    /// # Errors
    /// A block that no item places.
    pub fn items(&self) -> Result<BTreeMap<&'static str, u32>, String> {
        let mut items = BTreeMap::new();
        for (cell, wanted) in self.wants().filter(|(_, wanted)| !wanted.is_air() && !wanted.comes_with_another()) {
            let Some((item, count)) = wanted.item() else {
                let [x, y, z] = cell;
                return Err(format!("nobody can place {wanted}, which it wants at {x}, {y}, {z}"));
            };
            *items.entry(item).or_default() += count;
        }
        Ok(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wants_are_read_and_met() {
        let log = Wanted::read("minecraft:oak_log[axis=x]").unwrap();
        let state = |text: &str| knowledge::placing::state_named(text).unwrap();
        let item = |text: &str| Wanted::read(text).unwrap().item();
        assert_eq!(item("vine[south=true,east=true,up=false]"), Some(("vine", 2)));
        assert_eq!((item("resin_clump"), item("candle[candles=3]")), (Some(("resin_clump", 1)), Some(("candle", 3))));
        assert!(log.is_met(state("oak_log[axis=x]")) && !log.is_met(state("oak_log[axis=y]")));
        assert!(!log.is_met(state("spruce_log[axis=x]")));
        assert!(Wanted::read("air").unwrap().is_met(state("cave_air")));
        assert_eq!(log.to_string(), "oak_log[axis=x]");
        let fault = |text: &str| Wanted::read(text).unwrap_err();
        assert_eq!(fault("oak_lgo"), "no block is called \"oak_lgo\"");
        assert_eq!(fault("stone[axis=x]"), "stone has no property \"axis\" (it has none)");
        assert_eq!(fault("oak_log[axis=w]"), "axis of oak_log is one of x, y, z, not \"w\"");
        assert!(fault("oak_log[axis").contains("is no state"));
    }

    #[test]
    fn what_comes_in_two_cells_takes_one_item() {
        let of = |text: &str| {
            let wanted = Wanted::read(text).unwrap();
            (wanted.comes_with_another(), wanted.item())
        };
        assert_eq!(of("oak_door[half=upper]"), (true, Some(("oak_door", 1))));
        assert_eq!(of("oak_door[half=lower]"), (false, Some(("oak_door", 1))));
        assert_eq!(of("red_bed[part=head]"), (true, Some(("red_bed", 1))));
        assert_eq!(of("oak_slab[type=double]"), (false, Some(("oak_slab", 2))));
        assert_eq!(of("wall_torch[facing=north]"), (false, Some(("torch", 1))));
        assert_eq!(of("oak_stairs[half=top]"), (false, Some(("oak_stairs", 1))));
        assert_eq!(of("water"), (false, None));
    }
}
