//! The closure over recipes and drops: from "so many of these" down to what can be broken by hand, and back up in order.
//!
//! First, once, the *graph*: for every item its cheapest source, found cheapest first, so that whatever an item is made of
//! (or dug with) comes before it. Then, for a goal, the demand runs down that order, each item's demand summed before it is
//! met, first from what is held: so every material is gathered once, in the least number.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap},
    sync::LazyLock,
};

use super::dry_run::{have, take};
use crate::{
    domain::ItemCounts,
    knowledge::{
        self, Abundance, Block, FAMILIES, Way, abundance, blocks, can_harvest, dig_ticks, family, family_of,
        harvest_tier, item, ways, ways_for,
    },
};

/// Walking speed guess: a sprinting player crosses a block in 3.56 ticks.
pub const TICKS_PER_BLOCK: f32 = 3.56;

/// How an item or a family is come by.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    Mine {
        block: &'static Block,
        per_block: f32,
        tool: Option<&'static str>,
    },
    Craft,
    /// A family met with one kind of wood.
    Kind(&'static str),
}

/// An item's place in the graph.
#[derive(Clone, Debug)]
pub struct Node {
    pub source: Source,
    /// Ticks, roughly; only good for comparing.
    pub cost: u64,
    /// Everything it is made of or dug with has a lower rank.
    pub rank: usize,
}

/// Every item and family that can be got in the Overworld without smelting, farming and fighting.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: HashMap<&'static str, Node>,
}

/// A way to get something, as the search for the cheapest sees it.
#[derive(Clone)]
struct Offer {
    result: &'static str,
    source: Source,
    /// What must be had before, with how many of it one result takes.
    needs: Vec<(&'static str, f32)>,
    work: u64,
}

/// A static name for an item or a family.
pub fn name_of(name: &str) -> Option<&'static str> {
    let name = knowledge::plain(name);
    item(name)
        .map(|item| item.name)
        .or_else(|| FAMILIES.iter().find(|(family, _)| *family == name).map(|(family, _)| *family))
}

/// What taking a block that does not lie about by nature is reckoned as, in blocks of walking: more than making it.
const SOMEBODYS: u32 = 10_000;

fn mine_offer(block: &'static Block, drop: &'static knowledge::Drop, walk: u32) -> Option<Offer> {
    let tool = harvest_tier(block);
    let dig = dig_ticks(block, tool)?;
    let per_block = drop.expected();
    if per_block <= 0.0 {
        return None;
    }
    let work = walk as f32 * TICKS_PER_BLOCK + (dig as f32 + 8.0) / per_block;
    let needs = tool.into_iter().map(|tool| (tool, 0.0)).collect();
    Some(Offer { result: drop.item, source: Source::Mine { block, per_block, tool }, needs, work: work as u64 })
}

fn offers(seen: &BTreeMap<String, u32>, wood: Option<&'static str>) -> Vec<Offer> {
    let mut offers = Vec::new();
    for block in blocks() {
        let natural = abundance(block.name);
        let walk = match (natural, seen.contains_key(block.name)) {
            (Some(_), true) => Abundance::Common.walk(),
            (Some(natural), false) => natural.walk(),
            // Somebody has put it there: only if there is no other way.
            (None, true) => SOMEBODYS,
            (None, false) => continue,
        };
        for drop in block.drops.iter().filter(|drop| drop.silk_touch != Some(true)) {
            offers.extend(mine_offer(block, drop, walk));
        }
    }
    // A family is had as soon as any member is; its members are gathered as the family.
    for (family, members) in FAMILIES {
        if let Some(kind) = wood.and_then(|wood| kind_of_wood(family, wood)) {
            offers.push(Offer { result: family, source: Source::Kind(kind), needs: vec![(kind, 1.0)], work: 0 });
            continue;
        }
        let of_family =
            offers.iter().filter(|offer| members.contains(&offer.result)).min_by_key(|offer| offer.work).cloned();
        offers.extend(of_family.map(|offer| Offer { result: family, ..offer }));
    }
    for way in ways().filter(|way| wood.is_none() || family(way.result).is_none()) {
        let mut needs: Vec<(&'static str, f32)> =
            way.slots.iter().map(|(slot, count)| (*slot, *count as f32 / way.count as f32)).collect();
        if way.needs_table {
            needs.push(("crafting_table", 0.0));
        }
        offers.push(Offer { result: way.result, source: Source::Craft, needs, work: 2 });
    }
    offers
}

/// The member of a family that is of the same wood as this log.
fn kind_of_wood(family_name: &str, wood: &'static str) -> Option<&'static str> {
    let members = family(family_name)?.iter().copied();
    let made_of_it =
        |member: &&'static str| ways_for(member).iter().any(|way| way.slots.iter().any(|(slot, _)| *slot == wood));
    members.clone().find(|member| *member == wood).or_else(|| members.clone().find(made_of_it))
}

impl Graph {
    /// The graph of a world where nothing special was seen.
    pub fn plain() -> &'static Self {
        static PLAIN: LazyLock<Graph> = LazyLock::new(|| Graph::new(&BTreeMap::new(), &ItemCounts::default(), None));
        &PLAIN
    }

    /// With the blocks that were seen, and with what is held as a start: an iron pickaxe in the hand brings diamonds
    /// within reach. With a `wood` (a log's name) the families are met with that kind alone.
    pub fn new(seen: &BTreeMap<String, u32>, held: &ItemCounts, wood: Option<&'static str>) -> Self {
        let offers = offers(seen, wood);
        let mut by_need: HashMap<&'static str, Vec<usize>> = HashMap::new();
        let mut waiting: Vec<usize> = vec![0; offers.len()];
        let mut queue: BinaryHeap<Reverse<(u64, &'static str, usize)>> = BinaryHeap::new();
        let mut costs: HashMap<&'static str, u64> = HashMap::new();
        let mut graph = Self::default();
        for (index, offer) in offers.iter().enumerate() {
            waiting[index] = offer.needs.len();
            offer.needs.iter().for_each(|(need, _)| by_need.entry(need).or_default().push(index));
            if offer.needs.is_empty() {
                queue.push(Reverse((offer.work, offer.result, index)));
            }
        }
        let mut settled: Vec<&'static str> = Vec::new();
        let mut settle =
            |name: &'static str, cost: u64, costs: &mut HashMap<&'static str, u64>, queue: &mut BinaryHeap<_>| {
                if costs.contains_key(name) {
                    return false;
                }
                costs.insert(name, cost);
                settled.push(name);
                for index in by_need.get(name).into_iter().flatten() {
                    waiting[*index] -= 1;
                    if waiting[*index] == 0 {
                        queue.push(Reverse((offer_cost(&offers[*index], costs), offers[*index].result, *index)));
                    }
                }
                true
            };
        // What is held but cannot be got is as good as free while it lasts.
        let gettable = if held.is_empty() { None } else { Some(Self::new(seen, &ItemCounts::default(), wood)) };
        for (name, _) in held.iter() {
            let free = gettable.as_ref().is_some_and(|graph| !graph.nodes.contains_key(name));
            if let Some(name) = name_of(name).filter(|_| free) {
                settle(name, 0, &mut costs, &mut queue);
            }
        }
        let mut rank = 0;
        while let Some(Reverse((cost, name, index))) = queue.pop() {
            if settle(name, cost, &mut costs, &mut queue) {
                rank += 1;
                graph.nodes.insert(name, Node { source: offers[index].source.clone(), cost, rank });
            }
        }
        graph
    }

    pub fn node(&self, name: &str) -> Option<&Node> {
        self.nodes.get(name)
    }

    fn rank(&self, name: &str) -> usize {
        self.nodes.get(name).map_or(0, |node| node.rank)
    }
}

/// Never less than the dearest of the needs, so that settling cheapest first also orders.
fn offer_cost(offer: &Offer, costs: &HashMap<&'static str, u64>) -> u64 {
    let cost = |need: &str| costs.get(need).copied().unwrap_or(u64::MAX / 4);
    let sum: f64 = offer.needs.iter().map(|(need, count)| cost(need) as f64 * f64::from(*count)).sum();
    let dearest = offer.needs.iter().map(|(need, _)| cost(need)).max().unwrap_or(0);
    (sum as u64).max(dearest).saturating_add(offer.work).saturating_add(1)
}

/// What a demand is for: shown in the steps' reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum For {
    Goal,
    Making(&'static str),
    Digging(String),
    Station,
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
}

/// All demands so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demands(pub BTreeMap<&'static str, Demand>);

impl Demands {
    pub fn hold(&mut self, name: &'static str, count: u32) {
        let demand = self.0.entry(name).or_default();
        demand.hold = demand.hold.max(count);
        demand.why.push((For::Goal, count));
    }

    pub fn consume(&mut self, name: &'static str, count: u32, why: For) {
        let demand = self.0.entry(name).or_default();
        demand.consumed += count;
        demand.why.push((why, count));
    }

    /// What so many craftings of a way use.
    pub fn craft(&mut self, way: &'static Way, crafts: u32, result: &'static str, table_near: bool) {
        for (slot, count) in &way.slots {
            self.consume(slot, count * crafts, For::Making(result));
        }
        if way.needs_table && !table_near {
            let demand = self.0.entry("crafting_table").or_default();
            demand.uses = 1;
            if !demand.why.contains(&(For::Station, 1)) {
                demand.why.push((For::Station, 1));
            }
        }
    }

    /// A tool for so many blocks, unless what is in stock suffices.
    pub fn dig(&mut self, block: &'static Block, blocks: u32, stock: &ItemCounts) {
        let Some(tier) = harvest_tier(block) else { return };
        let in_stock = stock.iter().filter(|(name, _)| can_harvest(block, Some(name)));
        let uses: u32 =
            in_stock.map(|(name, n)| n * item(name).and_then(|item| item.durability).unwrap_or(u32::MAX / n)).sum();
        if uses >= blocks {
            return;
        }
        let demand = self.0.entry(tier).or_default();
        demand.uses += blocks - uses;
        demand.why.push((For::Digging(block.display_name.to_lowercase()), blocks));
    }
}

/// One thing to be got, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub name: &'static str,
    pub count: u32,
    /// `None`: by mining.
    pub way: Option<&'static Way>,
    pub demand: Demand,
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
                price = price.saturating_add(node.cost.saturating_mul(u64::from(lack)));
            }
        }
        Some(price)
    };
    ways_for(name).iter().filter_map(|way| Some((price(way)?, way))).min_by_key(|(price, _)| *price).map(|(_, way)| way)
}

/// Meets the demands from the stock, by mining and by crafting.
pub fn expand(graph: &Graph, mut demands: Demands, mut stock: ItemCounts, table_near: bool) -> Expansion {
    let mut items: Vec<(usize, Item)> = Vec::new();
    let mut missing = ItemCounts::default();
    let mut done: BTreeSet<&'static str> = BTreeSet::new();
    // The highest rank first: whatever wants it has been asked by then. Of equals, kinds before their family.
    while let Some(name) =
        demands.0.keys().copied().max_by_key(|name| (graph.rank(name), family(name).is_none(), *name))
    {
        let Some(demand) = demands.0.remove(name) else { break };
        let total = demand.total(name);
        let from_stock = total.min(have(&stock, name));
        take(&mut stock, name, from_stock);
        let left = total - from_stock;
        if left == 0 {
            continue;
        }
        let node = graph.node(name).filter(|_| done.insert(name));
        match node.map(|node| (&node.source, node.rank)) {
            Some((Source::Mine { block, per_block, .. }, rank)) => {
                demands.dig(block, (left as f32 / per_block).ceil() as u32, &stock);
                items.push((rank, Item { name, count: left, way: None, demand }));
            }
            Some((Source::Craft, rank)) => match choose_way(graph, name, left, &stock, rank) {
                Some(way) => {
                    let crafts = left.div_ceil(way.count);
                    demands.craft(way, crafts, name, table_near);
                    stock.add(name, crafts * way.count - left);
                    items.push((rank, Item { name, count: crafts * way.count, way: Some(way), demand }));
                }
                None => missing.add(name, left),
            },
            Some((Source::Kind(kind), _)) => {
                let why = demand.why.first().map_or(For::Goal, |(why, _)| why.clone());
                demands.consume(kind, left, why);
            }
            None => missing.add(name, left),
        }
    }
    items.sort_by_key(|(rank, _)| *rank);
    Expansion { items: items.into_iter().map(|(_, item)| item).collect(), missing, stock }
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
    fn the_graph_reaches_what_hands_and_stone_can_do_and_no_more() {
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
        ] {
            assert!(graph.node(name).is_some(), "{name}");
        }
        for name in ["iron_ingot", "iron_pickaxe", "diamond", "glass", "leather", "bread", "stone", "iron_ore", "book"]
        {
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
        let expansion = expand(Graph::plain(), demands, ItemCounts::default(), false);
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
}
