//! What a broken block drops: vanilla's loot tables (`assets/minecraft/26.1/drops.json`), rolled with the world's own chance.
//!
//! The planner goes by the plain drops of `knowledge`; a test here holds the two against each other.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use crate::{
    chunks::blocks, domain::BlockPos, items::stack::Stack, knowledge, rng::Rng, voxel::StateId, world::store::World,
};

/// By block. Blocks that are not here drop nothing.
static TABLES: LazyLock<HashMap<&'static str, Table>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/drops.json")).expect("drops.json is built in")
});

#[derive(Deserialize, Debug)]
#[serde(untagged)]
enum Table {
    /// One of this item, always.
    Item(&'static str),
    Pools(Vec<Pool>),
}

/// Of each pool whose conditions hold, the first entry whose conditions hold drops.
#[derive(Deserialize, Debug)]
struct Pool {
    #[serde(default)]
    when: Vec<Condition>,
    first: Vec<Entry>,
}

#[derive(Deserialize, Debug)]
struct Entry {
    item: String,
    #[serde(default)]
    when: Vec<Condition>,
    /// From one, in this order.
    #[serde(default)]
    count: Vec<Step>,
}

#[derive(Deserialize, Debug)]
struct Step {
    #[serde(default)]
    when: Vec<Condition>,
    #[serde(flatten)]
    change: Change,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
enum Change {
    /// Any number from the first to the second.
    Set(i32, i32),
    Add(i32),
    /// As many of so many tries as succeed with that chance.
    Binomial(u32, f64),
    /// The same, in addition.
    More(u32, f64),
    /// No fewer and no more.
    Limit(i32, i32),
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
enum Condition {
    State(HashMap<String, String>),
    Tool(Vec<String>),
    SilkTouch,
    Chance(f64),
    /// Somebody broke it: it did not just lose its support.
    Someone,
    /// The block so far above is this one, in such a state.
    Beside {
        dy: i32,
        block: String,
        state: HashMap<String, String>,
    },
    Any(Vec<Self>),
    Not(Box<Self>),
}

/// Who broke a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Breaker<'a> {
    /// It lost what held it.
    Nobody,
    /// A player, with this in the hand.
    Player(Option<&'a str>),
    /// A player with this, which has that enchantment.
    SilkTouch(&'a str),
}

impl<'a> Breaker<'a> {
    pub fn tool(self) -> Option<&'a str> {
        match self {
            Self::Nobody => None,
            Self::Player(tool) => tool,
            Self::SilkTouch(tool) => Some(tool),
        }
    }
}

/// A block that breaks.
struct Broken<'a> {
    pos: BlockPos,
    state: StateId,
    by: Breaker<'a>,
    world: &'a mut World,
    rng: &'a mut Rng,
}

impl Broken<'_> {
    fn holds(&mut self, condition: &Condition) -> bool {
        match condition {
            Condition::State(wanted) => is_in_state(self.state, wanted),
            Condition::Tool(tools) => self.by.tool().is_some_and(|tool| tools.iter().any(|wanted| wanted == tool)),
            Condition::SilkTouch => matches!(self.by, Breaker::SilkTouch(_)),
            Condition::Chance(chance) => self.rng.unit() < *chance,
            Condition::Someone => self.by != Breaker::Nobody,
            Condition::Beside { dy, block, state } => {
                let there = self.world.block(self.pos.offset(0, *dy, 0));
                blocks::name(there) == block && is_in_state(there, state)
            }
            Condition::Any(conditions) => conditions.iter().any(|condition| self.holds(condition)),
            Condition::Not(condition) => !self.holds(condition),
        }
    }

    fn all(&mut self, conditions: &[Condition]) -> bool {
        conditions.iter().all(|condition| self.holds(condition))
    }

    fn count(&mut self, steps: &[Step]) -> u32 {
        let mut count = 1;
        for step in steps {
            if self.all(&step.when) {
                let mut successes = |tries: u32, chance: f64| (0..tries).filter(|_| self.rng.unit() < chance).count();
                match step.change {
                    Change::Set(low, high) => count = self.rng.range(low, high),
                    Change::Add(more) => count += more,
                    Change::Binomial(tries, chance) => count = successes(tries, chance) as i32,
                    Change::More(tries, chance) => count += successes(tries, chance) as i32,
                    Change::Limit(low, high) => count = count.clamp(low, high),
                }
            }
        }
        u32::try_from(count).unwrap_or(0)
    }

    fn drops(&mut self, table: &Table) -> Vec<Stack> {
        let pools = match table {
            Table::Item(name) => return stack_of(name, 1).into_iter().collect(),
            Table::Pools(pools) => pools,
        };
        let mut stacks = Vec::new();
        for pool in pools {
            if self.all(&pool.when)
                && let Some(entry) = pool.first.iter().find(|entry| self.all(&entry.when))
            {
                let count = self.count(&entry.count);
                stacks.extend(stack_of(&entry.item, count));
            }
        }
        stacks
    }
}

fn stack_of(item: &str, count: u32) -> Option<Stack> {
    Stack::new(knowledge::item(item)?.id, 1).with_count(count)
}

fn is_in_state(state: StateId, wanted: &HashMap<String, String>) -> bool {
    let properties = knowledge::state_properties(state);
    wanted.iter().all(|(name, value)| properties.contains(&(name.as_str(), value.as_str())))
}

/// What a block in this state drops by its table, whoever breaks it and with whatever.
pub(crate) fn drops(world: &mut World, rng: &mut Rng, pos: BlockPos, state: StateId, by: Breaker) -> Vec<Stack> {
    let table = knowledge::block_of_state(state).and_then(|block| TABLES.get(block.name));
    table.map_or_else(Vec::new, |table| Broken { pos, state, by, world, rng }.drops(table))
}

/// Points of experience that a block gives to whoever breaks it with the right tool (Minecraft Wiki, Experience, which does
/// not name the calibrated sensor; a creaking heart gives some only where it has grown).
pub(crate) fn experience(rng: &mut Rng, block: &str) -> u32 {
    let (low, high) = match block.strip_prefix("deepslate_").unwrap_or(block) {
        "coal_ore" => (0, 2),
        "nether_gold_ore" => (0, 1),
        "lapis_ore" | "nether_quartz_ore" => (2, 5),
        "redstone_ore" => (1, 5),
        "diamond_ore" | "emerald_ore" => (3, 7),
        "sculk" => (1, 1),
        "sculk_sensor" | "calibrated_sculk_sensor" | "sculk_shrieker" | "sculk_catalyst" => (5, 5),
        // Two chances of up to 14 beside the 15.
        "spawner" => return (15 + rng.range(0, 14) + rng.range(0, 14)) as u32,
        _ => return 0,
    };
    rng.range(low, high) as u32
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::{WorldConfig, game::Game};

    const POS: BlockPos = BlockPos::new(0, 100, 0);

    fn state(name: &str, properties: &[(&str, &str)]) -> StateId {
        knowledge::state_with(knowledge::block(name).unwrap(), properties).unwrap()
    }

    /// How often which count of which item drops in a thousand breakings.
    fn drops(state: StateId, by: Breaker) -> BTreeMap<(&'static str, u32), u32> {
        let mut game = Game::new(WorldConfig::default());
        let mut counts = BTreeMap::new();
        for _ in 0..1000 {
            for stack in game.loot(POS, state, by) {
                *counts.entry((stack.name(), stack.count)).or_default() += 1;
            }
        }
        counts
    }

    fn always(state: StateId, tool: Option<&str>) -> Vec<(&'static str, u32)> {
        let drops = drops(state, Breaker::Player(tool));
        assert!(drops.values().all(|&times| times == 1000), "{drops:?}");
        drops.into_keys().collect()
    }

    /// Each row is its block's loot table in vanilla's data pack.
    #[test]
    fn the_state_decides() {
        let rows: [(&str, &[(&str, &str)], Option<&str>, &[(&str, u32)]); 24] = [
            ("wheat", &[("age", "6")], None, &[("wheat_seeds", 1)]),
            ("oak_slab", &[("type", "top")], None, &[("oak_slab", 1)]),
            ("oak_slab", &[("type", "double")], None, &[("oak_slab", 2)]),
            ("stone_slab", &[("type", "double")], None, &[]),
            ("candle", &[("candles", "3")], None, &[("candle", 3)]),
            ("snow", &[("layers", "5")], None, &[]),
            ("snow", &[("layers", "5")], Some("wooden_shovel"), &[("snowball", 5)]),
            ("sea_pickle", &[("pickles", "4")], None, &[("sea_pickle", 4)]),
            ("red_bed", &[("part", "head")], None, &[("red_bed", 1)]),
            ("red_bed", &[("part", "foot")], None, &[]),
            ("oak_door", &[("half", "lower")], None, &[("oak_door", 1)]),
            ("oak_door", &[("half", "upper")], None, &[]),
            ("potted_poppy", &[], None, &[("flower_pot", 1), ("poppy", 1)]),
            ("candle_cake", &[], None, &[("candle", 1)]),
            ("cake", &[], None, &[]),
            ("cocoa", &[("age", "2")], None, &[("cocoa_beans", 3)]),
            ("pink_petals", &[("flower_amount", "3")], None, &[("pink_petals", 3)]),
            ("wall_torch", &[], None, &[("torch", 1)]),
            ("stone", &[], Some("wooden_pickaxe"), &[("cobblestone", 1)]),
            ("iron_ore", &[], Some("wooden_pickaxe"), &[]),
            ("iron_ore", &[], Some("stone_pickaxe"), &[("raw_iron", 1)]),
            ("oak_leaves", &[], Some("shears"), &[("oak_leaves", 1)]),
            ("short_grass", &[], Some("shears"), &[("short_grass", 1)]),
            ("amethyst_cluster", &[], Some("iron_pickaxe"), &[("amethyst_shard", 4)]),
        ];
        for (name, properties, tool, wanted) in rows {
            assert_eq!(always(state(name, properties), tool), wanted, "{name} {properties:?} with {tool:?}");
        }
    }

    #[test]
    fn chances_and_counts_are_the_tables() {
        let around = |times: u32, wanted: u32| times.abs_diff(wanted) < 45;
        let gravel = drops(state("gravel", &[]), Breaker::Player(None));
        assert!(around(gravel[&("flint", 1)], 100) && gravel[&("flint", 1)] + gravel[&("gravel", 1)] == 1000);
        let leaves = drops(state("oak_leaves", &[]), Breaker::Nobody);
        assert!(around(leaves[&("oak_sapling", 1)], 50), "{leaves:?}");
        assert!(leaves.contains_key(&("stick", 1)) && leaves.contains_key(&("stick", 2)));
        // One seed, and each of three more with a chance of four sevenths.
        let wheat = drops(state("wheat", &[("age", "7")]), Breaker::Player(None));
        let seeds: Vec<u32> = (1..=4).map(|count| wheat[&("wheat_seeds", count)]).collect();
        assert_eq!((wheat[&("wheat", 1)], seeds.iter().sum::<u32>()), (1000, 1000));
        assert!(around(seeds[0], 79) && around(seeds[3], 187), "{seeds:?}");
        let redstone = drops(state("redstone_ore", &[]), Breaker::Player(Some("iron_pickaxe")));
        assert_eq!(redstone.keys().map(|&(_, count)| count).collect::<Vec<_>>(), [4, 5]);
        let lapis = drops(state("lapis_ore", &[]), Breaker::Player(Some("stone_pickaxe")));
        assert_eq!(lapis.keys().map(|&(_, count)| count).collect::<Vec<_>>(), [4, 5, 6, 7, 8, 9]);
        assert_eq!(drops(state("snow", &[]), Breaker::Nobody).len(), 0, "snow that loses its ground is gone");
    }

    #[test]
    fn either_half_of_tall_grass_gives_for_both() {
        let mut game = Game::new(WorldConfig::default());
        let (lower, upper) = (state("tall_grass", &[("half", "lower")]), state("tall_grass", &[("half", "upper")]));
        let shears = Breaker::Player(Some("shears"));
        assert_eq!(game.loot(POS, lower, shears), [], "half a plant");
        game.world.set_block(POS, lower);
        game.world.set_block(POS.up(), upper);
        for (pos, state) in [(POS, lower), (POS.up(), upper)] {
            let loot = game.loot(pos, state, shears);
            assert_eq!(loot.iter().map(|stack| (stack.name(), stack.count)).collect::<Vec<_>>(), [("short_grass", 2)]);
        }
    }

    #[test]
    fn ores_give_experience() {
        let mut rng = Rng::new(1);
        let rows = [("stone", 0, 0), ("iron_ore", 0, 0), ("coal_ore", 0, 2), ("deepslate_redstone_ore", 1, 5)];
        for (block, low, high) in rows.into_iter().chain([("diamond_ore", 3, 7), ("spawner", 15, 43)]) {
            let given: BTreeSet<u32> = (0..5000).map(|_| experience(&mut rng, block)).collect();
            assert_eq!((given.first(), given.last()), (Some(&low), Some(&high)), "{block}");
        }
    }

    /// The planner counts on `knowledge::yields`; the world gives what the tables say. Both name the same items for every
    /// block in its default state, except where only another state yields what the planner may count on.
    #[test]
    fn the_planner_and_the_world_agree() {
        let by_state = ["mangrove_propagule", "resin_clump", "tall_grass", "large_fern", "pumpkin_stem", "melon_stem"];
        for block in knowledge::blocks() {
            if by_state.contains(&block.name) || block.name.ends_with("_bed") {
                continue;
            }
            let tool = knowledge::harvest_tier(block);
            let promised: BTreeSet<&str> = knowledge::yields(block, tool).iter().map(|drop| drop.item).collect();
            let given = drops(block.default_state, Breaker::Player(tool));
            let items: BTreeSet<&str> = given.keys().map(|&(item, _)| item).collect();
            assert_eq!(items, promised, "{}", block.name);
        }
    }
}
