//! For every item its cheapest source, found cheapest first, so that whatever an item is made of (or dug with) comes before it.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap, HashMap},
    sync::LazyLock,
};

use super::stock::{FURNACE, TABLE, TICKS_PER_BLOCK, have, name_of};
use crate::{
    domain::ItemCounts,
    knowledge::{
        self, Abundance, Block, FAMILIES, abundance, blocks, dig_ticks, family, fuel_for, harvest_tier, smelt_ways,
        ways, ways_for,
    },
};

/// How an item or a family is come by.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    Mine {
        block: &'static Block,
        per_block: f32,
        tool: Option<&'static str>,
    },
    Craft,
    Smelt,
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

/// Every item and family that can be got in the Overworld without farming and fighting.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: HashMap<&'static str, Node>,
    /// What is burnt where something is smelted: an item or a family.
    fuel: &'static str,
}

impl Default for Graph {
    fn default() -> Self {
        Self { nodes: HashMap::new(), fuel: COMMON_FUEL }
    }
}

/// The fuel that can always be got.
pub const COMMON_FUEL: &str = "planks";

/// A way to get something, as the search for the cheapest sees it.
#[derive(Clone)]
struct Offer {
    result: &'static str,
    source: Source,
    /// What must be had before, with how many of it one result takes.
    needs: Vec<(&'static str, f32)>,
    work: u64,
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

/// How much more mining is reckoned as where what is held makes the thing: whoever has logs looks for no dead bush to get sticks.
const MADE_OF_HELD: u64 = 20;
/// How many recipes lie between what is held and what it makes: logs, planks, sticks.
const RECIPES: u32 = 2;

/// Whether some of what is held makes some of it.
fn is_made_of(held: &ItemCounts, name: &str, recipes: u32) -> bool {
    let is_there = |slot: &str| have(held, slot) > 0 || recipes > 1 && is_made_of(held, slot, recipes - 1);
    ways_for(name).iter().any(|way| way.slots.iter().all(|(slot, _)| is_there(slot)))
}

fn offers(seen: &BTreeMap<String, u32>, held: &ItemCounts, wood: Option<&'static str>) -> Vec<Offer> {
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
    if !held.is_empty() {
        for offer in offers.iter_mut().filter(|offer| is_made_of(held, offer.result, RECIPES)) {
            offer.work *= MADE_OF_HELD;
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
            needs.push((TABLE, 0.0));
        }
        offers.push(Offer { result: way.result, source: Source::Craft, needs, work: 2 });
    }
    for way in smelt_ways() {
        let fuel = fuel_for(COMMON_FUEL, way.ticks * 1_000).unwrap_or(0) as f32 / 1_000.0;
        let needs = vec![(way.ingredient, 1.0), (COMMON_FUEL, fuel), (FURNACE, 0.0)];
        offers.push(Offer { result: way.result, source: Source::Smelt, needs, work: u64::from(way.ticks) });
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
        let offers = offers(seen, held, wood);
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

    /// The same, with another fuel.
    pub fn burning(&self, fuel: &'static str) -> Self {
        Self { fuel, ..self.clone() }
    }

    /// What is burnt.
    pub fn fuel(&self) -> &'static str {
        self.fuel
    }

    pub fn node(&self, name: &str) -> Option<&Node> {
        self.nodes.get(name)
    }

    /// Where it stands in the order: everything it is made of or dug with has a lower rank.
    pub fn rank(&self, name: &str) -> usize {
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
