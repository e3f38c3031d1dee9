//! The closure over recipes, smelting and drops: from "so many of these" down to what can be broken by hand, and back up in order.
//!
//! First, once, the *graph*: for every item its cheapest source, found cheapest first, so that whatever an item is made of
//! (or dug with) comes before it. Then, for a goal, the demand runs down that order, each item's demand summed before it is
//! met, first from what is held: so every material is gathered once, in the least number.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    graph::{Graph, Source},
    stock::{FURNACE, Stations, TABLE, have, take},
};
use crate::{
    body::CALL_DEADLINE,
    domain::ItemCounts,
    knowledge::{
        self, Abundance, Block, MineTarget, SmeltWay, Way, abundance, can_harvest, family, family_of, fuel_for,
        harvest_tier, item, smelt_ways_for, ways_for,
    },
};

/// What a demand is for: shown in the steps' reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum For {
    Goal,
    Making(&'static str),
    Digging(String),
    Station(&'static str),
    /// Burnt, to smelt something.
    Burning(&'static str),
    /// A tool, for the station that is placed to be taken along again.
    TakingBack(&'static str),
}

/// How many of something are wanted, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Used up in making something.
    pub consumed: u32,
    /// Held in the end.
    pub hold: u32,
    /// Blocks to be broken with it (a tool), or 1 for a station.
    pub uses: u32,
    pub why: Vec<(For, u32)>,
}

impl Demand {
    /// How many items that is: what is used as a tool may be what is held in the end.
    pub fn total(&self, name: &str) -> u32 {
        let durability = item(name).and_then(|item| item.durability).unwrap_or(u32::MAX);
        self.consumed + self.hold.max(self.uses.div_ceil(durability))
    }

    /// How many of those the stock gives. What the tools in it can dig was never demanded: what is demanded of uses takes
    /// new tools.
    pub fn given_by(&self, name: &str, stock: &ItemCounts) -> u32 {
        let wears = item(name).is_some_and(|item| item.durability.is_some());
        if wears && self.uses > 0 { 0 } else { self.total(name).min(have(stock, name)) }
    }
}

/// All demands so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demands {
    pub open: BTreeMap<&'static str, Demand>,
    /// Uses of the tools in stock that are spoken for, by the kind of tool. One number for all tiers will do: whatever
    /// takes a better tool is demanded before what takes a lesser one.
    promised: BTreeMap<&'static str, u32>,
}

impl Demands {
    pub fn hold(&mut self, name: &'static str, count: u32) {
        let demand = self.open.entry(name).or_default();
        demand.hold = demand.hold.max(count);
        demand.why.push((For::Goal, count));
    }

    pub fn consume(&mut self, name: &'static str, count: u32, why: For) {
        let demand = self.open.entry(name).or_default();
        demand.consumed += count;
        demand.why.push((why, count));
    }

    /// What so many craftings of a way use.
    pub fn craft(&mut self, way: &'static Way, crafts: u32, result: &'static str, near: Stations) {
        for (slot, count) in &way.slots {
            self.consume(slot, count * crafts, For::Making(result));
        }
        if way.needs_table && !near.table {
            self.station(TABLE);
        }
    }

    /// What smelting so many takes; with the pickaxe for taking a furnace of ours along again.
    pub fn smelt(
        &mut self,
        way: &'static SmeltWay,
        count: u32,
        fuel: &'static str,
        near: Stations,
        stock: &ItemCounts,
    ) -> Option<()> {
        if fuel == way.result {
            // More would have to be made for every fire, and more fires for that.
            return None;
        }
        self.consume(way.ingredient, count, For::Making(way.result));
        let burnt = loads(count, way.ticks, fuel)?.iter().map(|load| load.fuel).sum();
        self.consume(fuel, burnt, For::Burning(way.result));
        if !near.furnace {
            self.furnace(stock);
        }
        Some(())
    }

    /// A furnace to be placed, and the pickaxe without which it would be lost.
    pub fn furnace(&mut self, stock: &ItemCounts) {
        self.station(FURNACE);
        if let Some(furnace) = knowledge::block(FURNACE) {
            self.break_with(furnace, 1, stock, For::TakingBack("furnace"));
        }
    }

    pub fn station(&mut self, name: &'static str) {
        let demand = self.open.entry(name).or_default();
        demand.uses = 1;
        if !demand.why.contains(&(For::Station(name), 1)) {
            demand.why.push((For::Station(name), 1));
        }
    }

    /// A tool for so many blocks, unless what is in stock suffices.
    pub fn dig(&mut self, block: &'static Block, blocks: u32, stock: &ItemCounts) {
        self.break_with(block, blocks, stock, For::Digging(block.display_name.to_lowercase()));
    }

    fn break_with(&mut self, block: &'static Block, blocks: u32, stock: &ItemCounts, why: For) {
        let Some(tier) = harvest_tier(block) else { return };
        let in_stock = stock.iter().filter(|(name, _)| can_harvest(block, Some(name)));
        let uses: u32 =
            in_stock.map(|(name, n)| n * item(name).and_then(|item| item.durability).unwrap_or(u32::MAX / n)).sum();
        let kind = tier.rsplit('_').next().unwrap_or(tier);
        let promised = self.promised.entry(kind).or_default();
        let from_stock = blocks.min(uses.saturating_sub(*promised));
        *promised += from_stock;
        if from_stock == blocks {
            return;
        }
        let demand = self.open.entry(tier).or_default();
        demand.uses += blocks - from_stock;
        demand.why.push((why, blocks));
    }
}

/// How a thing is got.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum By {
    Mining,
    Crafting(&'static Way),
    Smelting { way: &'static SmeltWay, fuel: &'static str },
}

/// One thing to be got, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub name: &'static str,
    pub count: u32,
    pub by: By,
    pub demand: Demand,
}

impl Item {
    /// Whether it is made at a crafting table.
    pub fn needs_table(&self) -> bool {
        matches!(self.by, By::Crafting(way) if way.needs_table)
    }

    /// Whether one walks away for it: farther than it takes to pick a station up and put it down again.
    pub fn is_far(&self) -> bool {
        self.by == By::Mining && is_far(self.name)
    }

    fn is_made_of(&self, other: &str) -> bool {
        let same = |slot: &str| slot == other || family_of(slot) == Some(other) || family_of(other) == Some(slot);
        match self.by {
            By::Mining => false,
            By::Crafting(way) => way.slots.iter().any(|(slot, _)| same(slot)) || way.needs_table && other == TABLE,
            By::Smelting { way, fuel } => same(way.ingredient) || same(fuel) || other == FURNACE,
        }
    }
}

/// Whether what `mine` is asked for lies so far off as a rule that no station is left standing for the way back.
pub fn is_far(target: &str) -> bool {
    let found = knowledge::mine_target(target).ok();
    let nearest = found.iter().flat_map(|found| &found.blocks).filter_map(|block| abundance(block.name)).min();
    nearest.is_none_or(|nearest| nearest > Abundance::Common)
}

/// One call of the smelting tool: so many items, with so much fuel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub count: u32,
    pub fuel: u32,
}

/// What one call may burn, in ticks: the body's deadline less what walking up to the furnace and loading takes.
const LOAD_TICKS: u32 = CALL_DEADLINE as u32 - 800;

/// Splits smelting into calls that end before their deadline, each but the last of whole pieces of fuel; `None` for what
/// does not burn, and for what would burn on between the calls.
pub fn loads(count: u32, ticks: u32, fuel: &str) -> Option<Vec<Load>> {
    let (_, burns) = *knowledge::fuel_items(fuel).first()?;
    let most = (LOAD_TICKS / ticks).max(1);
    if burns >= (most + 1) * ticks && count > most {
        return None;
    }
    let whole = (1..=most).rev().find(|n| (n * ticks).is_multiple_of(burns)).unwrap_or(most);
    let mut left = count;
    let mut loads = Vec::new();
    while left > 0 {
        let count = left.min(whole);
        loads.push(Load { count, fuel: fuel_for(fuel, count * ticks)? });
        left -= count;
    }
    Some(loads)
}

/// What the closure found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expansion {
    /// In an order that works.
    pub items: Vec<Item>,
    /// What nothing yields, with how many.
    pub missing: ItemCounts,
    /// What is left of the stock.
    pub stock: ItemCounts,
}

/// Which of a target's blocks to break (one in reach: by hand, by what is held, by what can be made), and how many of it
/// yield so many.
pub fn blocks_for(target: &MineTarget, count: u32, held: &ItemCounts, graph: &Graph) -> Option<(&'static Block, u32)> {
    let in_reach = |block: &&&'static Block| {
        harvest_tier(block).is_none_or(|tier| {
            graph.node(tier).is_some() || held.iter().any(|(tool, _)| can_harvest(block, Some(tool)))
        })
    };
    // What somebody has put there, such as redstone_wire, is not counted on where the land has others.
    let natural = |block: &&&'static Block| knowledge::abundance(block.name).is_some();
    let blocks = || target.blocks.iter().filter(in_reach);
    let block = blocks().find(natural).or_else(|| blocks().next()).copied()?;
    Some((block, blocks_yielding(block, &target.items, count)))
}

/// How many blocks yield so many of these items, by expectation.
pub fn blocks_yielding(block: &Block, items: &[&str], count: u32) -> u32 {
    let drops = block.drops.iter().filter(|drop| items.contains(&drop.item) && drop.silk_touch != Some(true));
    let per_block = drops.map(|drop| drop.expected()).fold(0.0, f32::max).max(0.001);
    (count as f32 / per_block).ceil() as u32
}

/// Which way to craft an item: what the stock lacks of it should be cheapest.
pub fn choose_way(
    graph: &Graph,
    name: &'static str,
    crafts_for: u32,
    stock: &ItemCounts,
    below: usize,
) -> Option<&'static Way> {
    let price = |way: &Way| -> Option<u64> {
        let crafts = crafts_for.div_ceil(way.count);
        let mut price = 0u64;
        for (slot, count) in &way.slots {
            let lack = (count * crafts).saturating_sub(have(stock, slot));
            if lack > 0 {
                let node = graph.node(slot).filter(|node| node.rank < below)?;
                // What the wood at hand makes is as good as held.
                let cost = if is_of_held_wood(slot, stock) { 1 } else { node.cost };
                price = price.saturating_add(cost.saturating_mul(u64::from(lack)));
            }
        }
        Some(price)
    };
    ways_for(name).iter().filter_map(|way| Some((price(way)?, way))).min_by_key(|(price, _)| *price).map(|(_, way)| way)
}

/// Whether a thing is of a wood of which logs or planks are held.
fn is_of_held_wood(name: &str, stock: &ItemCounts) -> bool {
    let wood = ["_slab", "_planks", "_stairs"].iter().find_map(|end| name.strip_suffix(end));
    let raw = |wood: &str| ["log", "planks"].map(|form| format!("{wood}_{form}"));
    wood.is_some_and(|wood| raw(wood).iter().any(|raw| stock.count(raw) > 0))
}

/// Which way to smelt an item: of what is held, else of what is cheapest.
pub fn choose_smelting(
    graph: &Graph,
    name: &str,
    count: u32,
    stock: &ItemCounts,
    below: usize,
) -> Option<&'static SmeltWay> {
    let price = |way: &SmeltWay| -> Option<u64> {
        let lack = count.saturating_sub(have(stock, way.ingredient));
        if lack == 0 {
            return Some(0);
        }
        let node = graph.node(way.ingredient).filter(|node| node.rank < below)?;
        Some(node.cost.saturating_mul(u64::from(lack)))
    };
    let priced = smelt_ways_for(name).iter().filter_map(|way| Some((price(way)?, way)));
    priced.min_by_key(|(price, _)| *price).map(|(_, way)| way)
}

/// Meets the demands from the stock, by mining, crafting and smelting.
pub fn expand(graph: &Graph, mut demands: Demands, mut stock: ItemCounts, near: Stations) -> Expansion {
    let mut items: Vec<(usize, Item)> = Vec::new();
    let mut missing = ItemCounts::default();
    let mut done: BTreeSet<&'static str> = BTreeSet::new();
    // What a recipe makes more of than is needed.
    let mut over: Vec<(&'static str, u32)> = Vec::new();
    // The highest rank first: whatever wants it has been asked by then. Of equals, kinds before their family.
    while let Some(name) =
        demands.open.keys().copied().max_by_key(|name| (graph.rank(name), family(name).is_none(), *name))
    {
        let Some(demand) = demands.open.remove(name) else { break };
        // What is over of a kind that is made later is not there yet when its family is needed.
        let members = family(name).unwrap_or_default();
        let is_later = |kind: &str| members.contains(&kind) && graph.rank(kind) > graph.rank(name);
        let later = over.iter().filter(|(kind, _)| is_later(kind));
        let later: Vec<(&'static str, u32)> =
            later.map(|(kind, count)| (*kind, (*count).min(stock.count(kind)))).collect();
        for (kind, count) in &later {
            take(&mut stock, kind, *count);
        }
        let from_stock = demand.given_by(name, &stock);
        take(&mut stock, name, from_stock);
        later.iter().for_each(|(kind, count)| stock.add(kind, *count));
        let left = demand.total(name) - from_stock;
        if left == 0 {
            continue;
        }
        let node = graph.node(name).filter(|_| done.insert(name));
        match node.map(|node| (&node.source, node.rank)) {
            Some((Source::Mine { block, per_block, .. }, rank)) => {
                demands.dig(block, (left as f32 / per_block).ceil() as u32, &stock);
                items.push((rank, Item { name, count: left, by: By::Mining, demand }));
            }
            Some((Source::Craft, rank)) => match choose_way(graph, name, left, &stock, rank) {
                Some(way) => {
                    let crafts = left.div_ceil(way.count);
                    demands.craft(way, crafts, name, near);
                    stock.add(name, crafts * way.count - left);
                    over.push((name, crafts * way.count - left));
                    items.push((rank, Item { name, count: crafts * way.count, by: By::Crafting(way), demand }));
                }
                None => missing.add(name, left),
            },
            Some((Source::Smelt, rank)) => {
                let fuel = graph.fuel();
                let way = choose_smelting(graph, name, left, &stock, rank)
                    .filter(|way| demands.smelt(way, left, fuel, near, &stock).is_some());
                match way {
                    Some(way) => items.push((rank, Item { name, count: left, by: By::Smelting { way, fuel }, demand })),
                    None => missing.add(name, left),
                }
            }
            Some((Source::Kind(kind), _)) => {
                let why = demand.why.first().map_or(For::Goal, |(why, _)| why.clone());
                demands.consume(kind, left, why);
            }
            None => missing.add(name, left),
        }
    }
    items.sort_by_key(|(rank, _)| *rank);
    let items = made_while_a_table_stands(items.into_iter().map(|(_, item)| item).collect());
    Expansion { items, missing, stock }
}

/// What is made at a table, and whose ingredients are there before one leaves for something far off, is made before.
fn made_while_a_table_stands(mut items: Vec<Item>) -> Vec<Item> {
    for index in 0..items.len() {
        if !items[index].needs_table() {
            continue;
        }
        let ready = items[..index].iter().rposition(|other| items[index].is_made_of(other.name)).map_or(0, |at| at + 1);
        let Some(leave) = (ready..index).find(|&at| items[at].is_far()) else { continue };
        if let Some(table) = items[..leave].iter().rposition(Item::needs_table) {
            let item = items.remove(index);
            items.insert(ready.max(table + 1), item);
        }
    }
    items
}

/// If the demands name one wood, families are met with that wood, so that nothing is gathered twice.
pub fn kind_for_families(expansion: &Expansion) -> Option<&'static str> {
    let kinds: BTreeSet<&'static str> =
        expansion.items.iter().filter(|item| family_of(item.name) == Some("log")).map(|item| item.name).collect();
    let wants_family = expansion.items.iter().any(|item| family(item.name).is_some());
    kinds.first().copied().filter(|_| wants_family && kinds.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_reaches_what_tools_and_furnace_can_do_and_no_more() {
        let graph = Graph::plain();
        for name in [
            "log",
            "planks",
            "stick",
            "crafting_table",
            "wooden_pickaxe",
            "cobblestone",
            "stone_pickaxe",
            "raw_iron",
            "torch",
            "chest",
            "furnace",
            "ladder",
            "oak_door",
            "flint",
            "lapis_lazuli",
            "coal_block",
            "iron_ingot",
            "glass",
            "charcoal",
            "stone",
            "iron_pickaxe",
            "bucket",
            "diamond",
        ] {
            assert!(graph.node(name).is_some(), "{name}");
        }
        for name in ["leather", "bread", "iron_ore", "book", "cooked_beef", "netherite_ingot"] {
            assert!(graph.node(name).is_none(), "{name}: {:?}", graph.node(name));
        }
    }

    #[test]
    fn held_things_open_doors() {
        let held: ItemCounts = [("iron_pickaxe".to_owned(), 1)].into_iter().collect();
        let graph = Graph::new(&BTreeMap::new(), &held, None);
        assert!(graph.node("diamond").is_some());
    }

    #[test]
    fn sticks_are_made_of_logs_that_are_held_wherever_a_dead_bush_stands() {
        let seen = [("dead_bush".to_owned(), 3)].into();
        let source = |held: &ItemCounts| Graph::new(&seen, held, None).node("stick").unwrap().source.clone();
        assert!(matches!(source(&ItemCounts::default()), Source::Mine { .. }));
        for held in ["oak_log", "oak_planks"] {
            assert_eq!(source(&[(held.to_owned(), 1)].into_iter().collect()), Source::Craft, "{held}");
        }
        assert!(matches!(source(&[("dirt".to_owned(), 9)].into_iter().collect()), Source::Mine { .. }));
    }

    #[test]
    fn what_somebody_built_is_left_alone() {
        let seen =
            [("crafting_table".to_owned(), 1), ("bookshelf".to_owned(), 3), ("oak_planks".to_owned(), 40)].into();
        let graph = Graph::new(&seen, &ItemCounts::default(), None);
        assert_eq!(graph.node("crafting_table").unwrap().source, Source::Craft);
        assert_eq!(graph.node("planks").unwrap().source, Source::Craft);
        assert!(graph.node("book").is_some(), "there is no other way");
    }

    #[test]
    fn a_stone_pickaxe_takes_the_least() {
        let mut demands = Demands::default();
        demands.hold("stone_pickaxe", 1);
        let expansion = expand(Graph::plain(), demands, ItemCounts::default(), Stations::default());
        let list: Vec<(&str, u32)> = expansion.items.iter().map(|item| (item.name, item.count)).collect();
        assert_eq!(
            list,
            [
                ("log", 3),
                ("planks", 12),
                ("stick", 4),
                ("crafting_table", 1),
                ("wooden_pickaxe", 1),
                ("cobblestone", 3),
                ("stone_pickaxe", 1)
            ]
        );
        assert!(expansion.missing.is_empty());
    }
    #[test]
    fn glass_takes_sand_a_furnace_fuel_and_a_pickaxe_for_the_furnace() {
        let list = |fuel: &'static str, stock: &[(&str, u32)]| {
            let graph = Graph::plain().burning(fuel);
            let mut demands = Demands::default();
            demands.hold("glass", 3);
            let stock = stock.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
            let expansion = expand(&graph, demands, stock, Stations::default());
            assert!(expansion.missing.is_empty(), "{:?}", expansion.missing);
            expansion.items.iter().map(|item| (item.name, item.count)).collect::<Vec<_>>()
        };
        let with_planks = list("planks", &[]);
        assert!(with_planks.contains(&("cobblestone", 8)) && with_planks.contains(&("sand", 3)), "{with_planks:?}");
        assert!(with_planks.contains(&("log", 3)), "eleven planks are three logs as well: {with_planks:?}");
        assert!(list("coal", &[]).contains(&("coal", 1)));
        let held = list("coal", &[("furnace", 1), ("coal", 1), ("sand", 3), ("stone_pickaxe", 1)]);
        assert_eq!(held, [("glass", 3)]);
        let no_pickaxe = list("coal", &[("furnace", 1), ("coal", 1), ("sand", 3)]);
        assert!(no_pickaxe.contains(&("wooden_pickaxe", 1)), "or the furnace would be lost: {no_pickaxe:?}");
    }

    #[test]
    fn loads_end_before_the_deadline_and_waste_no_fuel() {
        let of = |count, fuel| loads(count, 200, fuel).map(|loads| loads.iter().map(|l| (l.count, l.fuel)).collect());
        assert_eq!(of(3, "coal"), Some(vec![(3, 1)]));
        assert_eq!(of(20, "coal"), Some(vec![(16, 2), (4, 1)]));
        assert_eq!(of(40, "planks"), Some(vec![(18, 12), (18, 12), (4, 3)]));
        assert_eq!(of(20, "lava_bucket"), Some(vec![(20, 1)]));
        assert_eq!(of(21, "lava_bucket"), None, "the second call would burn another, the first being lit still");
        assert_eq!(of(1, "dirt"), None);
    }

    #[test]
    fn the_furnace_is_made_while_the_table_stands() {
        let mut demands = Demands::default();
        demands.hold("iron_pickaxe", 1);
        let expansion = expand(Graph::plain(), demands, ItemCounts::default(), Stations::default());
        let at = |name: &str| expansion.items.iter().position(|item| item.name == name).expect("it is in the plan");
        assert!(at("furnace") < at("raw_iron") && at("raw_iron") < at("iron_ingot"));
        assert!(at("iron_ingot") < at("iron_pickaxe"));
    }
}
