//! What an item takes, whoever makes it: the blocks that must be broken, the tools, the stations, the furnace's time. From the game's
//! recipes and from what the land has; the bot's plan has no part in it. `docs/floor.md` says what this is for.

use std::collections::BTreeMap;

use crate::knowledge::{self, Block, SmeltWay, Way, dig_ticks};

/// Blocks of a kind that must be broken.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// What they drop: an item or a family.
    pub drops: &'static str,
    /// Any of these.
    pub blocks: Vec<&'static Block>,
    /// How many.
    pub count: u32,
    /// Without it they drop nothing.
    pub tool: Option<&'static str>,
}

/// What an item takes.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    /// In the order in which they are asked for.
    pub kinds: Vec<Kind>,
    /// The tools that the kinds need, and what each is made of: kinds by what they drop, and how many of each.
    pub tools: Vec<(&'static str, BTreeMap<&'static str, u32>)>,
    /// Stations that are put up, and taken back.
    pub stations: Vec<&'static str>,
    /// What the furnace takes, in ticks.
    pub furnace: u32,
    /// What goes into it.
    pub smelted: Vec<&'static str>,
    /// Whether the item itself comes out of it.
    pub is_smelted: bool,
    spare: BTreeMap<&'static str, u32>,
}

/// Where an item comes from.
enum Source {
    Dug { blocks: Vec<&'static Block>, tool: Option<&'static str>, each: u32 },
    Crafted(&'static Way),
    Smelted(&'static SmeltWay),
}

/// Recipes are followed so deep: what is made of its own parts comes to no end.
const DEEP: u32 = 6;

impl Needs {
    /// So many of an item, on land that has some blocks; `None` where it is not to be had there. An item that some block there surely drops
    /// is dug, and not made; what drops by chance is not counted on.
    pub fn of(item: &'static str, count: u32, has: &dyn Fn(&Block) -> bool) -> Option<Self> {
        let mut needs = Self::default();
        needs.take(item, count, has)?;
        needs.is_smelted = matches!(source(item, has, DEEP)?.1, Source::Smelted(_));
        Some(needs)
    }

    fn take(&mut self, name: &'static str, count: u32, has: &dyn Fn(&Block) -> bool) -> Option<()> {
        let spare = self.spare.entry(name).or_default();
        let used = count.min(*spare);
        *spare -= used;
        let count = count - used;
        if count == 0 {
            return Some(());
        }
        match source(name, has, DEEP)?.1 {
            Source::Dug { blocks, tool, each } => {
                match self.kinds.iter_mut().find(|kind| kind.drops == name) {
                    Some(kind) => kind.count += count.div_ceil(each),
                    None => self.kinds.push(Kind { drops: name, blocks, count: count.div_ceil(each), tool }),
                }
                if let Some(tool) = tool.filter(|tool| !self.tools.iter().any(|(known, _)| known == tool)) {
                    let alone = Self::of(tool, 1, has)?;
                    let made_of = alone.kinds.iter().map(|kind| (kind.drops, kind.count)).collect();
                    self.tools.push((tool, made_of));
                    self.take(tool, 1, has)?;
                }
            }
            Source::Crafted(way) => {
                let times = count.div_ceil(way.count);
                for (slot, each) in &way.slots {
                    self.take(slot, each * times, has)?;
                }
                *self.spare.entry(name).or_default() += times * way.count - count;
                if way.needs_table {
                    self.put_up("crafting_table", has)?;
                }
            }
            Source::Smelted(way) => {
                self.furnace += way.ticks * count;
                self.smelted.push(way.ingredient);
                self.take(way.ingredient, count, has)?;
                self.put_up("furnace", has)?;
            }
        }
        Some(())
    }

    fn put_up(&mut self, station: &'static str, has: &dyn Fn(&Block) -> bool) -> Option<()> {
        if self.stations.contains(&station) {
            return Some(());
        }
        self.stations.push(station);
        self.take(station, 1, has)
    }

    /// The tools that may be held while the n-th block of a kind is broken: those that are made of fewer of them.
    pub fn held(&self, drops: &str, nth: u32) -> Vec<&'static str> {
        let takes = |made_of: &BTreeMap<&str, u32>| made_of.get(drops).copied().unwrap_or(0);
        self.tools.iter().filter(|(_, made_of)| takes(made_of) < nth).map(|(tool, _)| *tool).collect()
    }

    /// Whether a kind must be broken before another: what that one's tool is made of.
    pub fn is_before(&self, first: &str, then: &Kind) -> bool {
        let made_of = self.tools.iter().find(|(tool, _)| Some(*tool) == then.tool).map(|(_, made_of)| made_of);
        made_of.is_some_and(|made_of| made_of.contains_key(first))
    }
}

/// The source that takes least digging, and how much of it for one, in ticks.
fn source(name: &'static str, has: &dyn Fn(&Block) -> bool, deep: u32) -> Option<(f32, Source)> {
    if let Some(dug) = dug(name, has) {
        return Some(dug);
    }
    if deep == 0 {
        return None;
    }
    let ticks = |name: &'static str| source(name, has, deep - 1).map(|(ticks, _)| ticks);
    let smelted = knowledge::smelt_ways_for(name)
        .iter()
        .filter_map(|way| Some((ticks(way.ingredient)? + way.ticks as f32, Source::Smelted(way))));
    let makes_it = knowledge::ways_for(name).iter().filter(|way| !knowledge::goes_in_circles(&way.slots, name));
    let crafted = makes_it.filter_map(|way| {
        let slots = way.slots.iter().map(|(slot, each)| Some(ticks(slot)? * *each as f32));
        Some((slots.sum::<Option<f32>>()? / way.count as f32, Source::Crafted(way)))
    });
    smelted.chain(crafted).min_by(|(a, _), (b, _)| a.total_cmp(b))
}

fn dug(name: &'static str, has: &dyn Fn(&Block) -> bool) -> Option<(f32, Source)> {
    let target = knowledge::mine_target(name).ok()?;
    let is_it = |item: &str| item == name || knowledge::family(name).is_some_and(|members| members.contains(&item));
    let surely = |block: &Block| {
        let drops = knowledge::yields(block, knowledge::harvest_tier(block)).into_iter();
        drops.filter(|drop| is_it(drop.item) && drop.min > 0 && drop.chance >= 1.0).map(|drop| drop.max).max()
    };
    let blocks: Vec<&'static Block> =
        target.blocks.iter().copied().filter(|block| has(block) && surely(block).is_some()).collect();
    let each = blocks.iter().filter_map(|block| surely(block)).max()?;
    let ticks = |block: &Block| dig_ticks(block, knowledge::harvest_tier(block));
    let cheapest = blocks.iter().min_by_key(|block| ticks(block).unwrap_or(u32::MAX))?;
    let tool = knowledge::harvest_tier(cheapest);
    Some((ticks(cheapest)? as f32 / each as f32, Source::Dug { blocks, tool, each }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAND: [&str; 10] = [
        "grass_block",
        "dead_bush",
        "dirt",
        "stone",
        "oak_log",
        "coal_ore",
        "iron_ore",
        "deepslate_iron_ore",
        "diamond_ore",
        "sand",
    ];

    fn of(item: &'static str, count: u32) -> Needs {
        Needs::of(item, count, &|block| LAND.contains(&block.name)).expect("to be had")
    }

    fn counts(needs: &Needs) -> Vec<(&'static str, u32)> {
        needs.kinds.iter().map(|kind| (kind.drops, kind.count)).collect()
    }

    #[test]
    fn a_stone_pickaxe_takes_three_logs_and_three_stones() {
        let needs = of("stone_pickaxe", 1);
        let mut kinds = counts(&needs);
        kinds.sort_unstable();
        assert_eq!(kinds, [("cobblestone", 3), ("log", 3)]);
        assert_eq!((needs.stations.as_slice(), needs.furnace), (["crafting_table"].as_slice(), 0));
        let cobblestone = needs.kinds.iter().find(|kind| kind.drops == "cobblestone").unwrap();
        assert_eq!(cobblestone.tool, Some("wooden_pickaxe"));
        assert!(needs.is_before("log", cobblestone));
        assert_eq!((needs.held("log", 3).len(), needs.held("cobblestone", 1)), (0, vec!["wooden_pickaxe"]));
    }

    #[test]
    fn iron_takes_a_furnace_and_its_time() {
        let needs = of("iron_pickaxe", 1);
        assert_eq!((needs.furnace, needs.stations.len()), (600, 2));
        let mut kinds = counts(&needs);
        kinds.sort_unstable();
        assert_eq!(kinds, [("cobblestone", 11), ("log", 3), ("raw_iron", 3)]);
        assert_eq!(needs.held("cobblestone", 3), ["wooden_pickaxe"]);
        assert!(needs.held("cobblestone", 4).contains(&"stone_pickaxe"));
    }

    /// The floor adds the furnace's time to that of digging: all that is dug beside what is smelted is needed before it burns, for stations
    /// and tools, or takes a tool that is made of what it gives.
    #[test]
    fn nothing_that_the_bench_asks_for_is_left_to_dig_while_the_furnace_burns() {
        for item in ["iron_ingot", "iron_pickaxe", "diamond", "glass"] {
            let needs = of(item, 3);
            assert!(needs.furnace > 0, "{item}");
            let mut before = Needs::default();
            for first in needs.stations.iter().copied().chain(needs.held("", 1)) {
                before.take(first, 1, &|block| LAND.contains(&block.name)).expect("to be had");
            }
            let before: BTreeMap<&str, u32> = counts(&before).into_iter().collect();
            for kind in needs.kinds.iter().filter(|kind| !needs.smelted.contains(&kind.drops)) {
                let is_after = kind.tool.is_some_and(|tool| of(tool, 1).furnace > 0);
                let least = before.get(kind.drops).copied().unwrap_or(0);
                assert!(is_after || kind.count <= least, "{item}: {kind:?}, before: {least}");
            }
        }
    }

    #[test]
    fn what_the_land_has_not_is_not_to_be_had() {
        assert!(Needs::of("gold_ingot", 1, &|block| LAND.contains(&block.name)).is_none());
        assert_eq!(counts(&of("torch", 10)), [("coal", 3), ("log", 3)]);
    }
}
