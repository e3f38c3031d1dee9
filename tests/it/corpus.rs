//! The corpus against the world: what `docs/goals.md` says a goal means is looked up in the server's state once the bot says that
//! it is done.
//!
//! Each meaning is played once, on a meadow with something of all that is asked for. The ledger below reads the meaning as it is
//! written on the page, and knows nothing of how the bot reads goals or shows that they are done.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Mutex,
    thread,
};

use blockwright::{
    domain::{BlockPos, BodySlot, Volume},
    knowledge::{self, block_of_state},
    practice::PracticeWorld,
};

use crate::harness::{FAST, NAME, fill, meadow, play_seen};

const CORPUS: &str = include_str!("../../docs/goals.md");

/// What one has at the start, but for what the goal is about: enough of all that things are made of.
const KIT: &[(&str, u32)] = &[
    ("oak_planks", 64),
    ("stick", 64),
    ("cobblestone", 64),
    ("coal", 48),
    ("iron_ingot", 64),
    ("gold_ingot", 32),
    ("diamond", 24),
    ("leather", 24),
    ("redstone", 8),
    ("string", 16),
    ("white_wool", 6),
    ("pink_dye", 2),
    ("red_dye", 6),
    ("flint", 6),
    ("feather", 6),
    ("paper", 20),
    ("wheat", 6),
    ("beef", 5),
    ("potato", 4),
    ("chicken", 3),
    ("raw_iron", 8),
    ("raw_copper", 4),
    ("sand", 8),
    ("carved_pumpkin", 1),
    ("torch", 8),
    ("furnace", 1),
    ("crafting_table", 1),
    ("iron_pickaxe", 1),
];

/// Of these the first few are all that a goal of many parts gets, and the tools.
const FEW: usize = 7;
const TOOLS: [&str; 2] = ["crafting_table", "iron_pickaxe"];

/// What the meadow has nothing of, and what takes an hour: goals about these are not played.
const BEYOND: &[&str] = &[
    "egg",
    "bricks",
    "carrot",
    "apple",
    "sweet_berries",
    "red_mushroom",
    "oak_leaves",
    "glass",
    "oak_sapling",
    "wheat_seeds",
    // By our data only black wool can be dyed.
    "red_bed",
    "pink_wool",
    "string",
    "leather",
    "beef",
    "wheat",
    "potato",
    "feather",
];

/// What the meadow has that something may be placed by.
const STANDING: &[&str] = &["chest", "crafting_table", "door"];

/// What a goal of at most so many things is played for.
const MANY: u32 = 64;

/// One part of a meaning.
#[derive(Debug, PartialEq)]
enum Part<'a> {
    Get {
        item: &'a str,
        count: u32,
    },
    /// So many more than before: made or smelted.
    More {
        item: &'a str,
        count: u32,
    },
    /// So many blocks are broken, or so many more held of what blocks drop.
    Mine {
        target: &'a str,
        count: u32,
    },
    Drop {
        item: &'a str,
        count: Option<u32>,
    },
    Place {
        block: &'a str,
        count: u32,
        /// Whether beside or on top, and of which block.
        by: Option<(&'a str, &'a str)>,
    },
    Store {
        item: &'a str,
        count: Option<u32>,
    },
    Take {
        item: &'a str,
        count: Option<u32>,
    },
    /// In a hand, or worn.
    Equip {
        item: &'a str,
    },
    /// To a place so far away, on top of what is there or where `y` says.
    Go {
        x: i32,
        y: Option<i32>,
        z: i32,
    },
    /// Air from corner to corner, as seen from where it begins.
    Clear {
        from: [i32; 3],
        to: [i32; 3],
    },
    /// Something else has become of the nearest block of a kind.
    Use {
        item: Option<&'a str>,
        block: &'a str,
        state: Option<(&'a str, &'a str)>,
    },
    Chest,
}

fn relative(text: &str) -> Option<[i32; 3]> {
    let mut axes = text.split(' ').map(|axis| axis.strip_prefix('~')?.parse().ok());
    Some([axes.next()??, axes.next()??, axes.next()??])
}

/// Reads one part; `None` for what this ledger does not keep.
fn part(text: &str) -> Option<Part<'_>> {
    let (verb, rest) = text.split_once(' ')?;
    let counted = || {
        let (count, item) = rest.split_once(' ')?;
        Some((count.parse::<u32>().ok(), item))
            .filter(|(count, item)| (count.is_some() || rest.starts_with("all ")) && !item.contains(' '))
    };
    let exact = || counted().and_then(|(count, item)| Some((count?, item)));
    match verb {
        "get" if rest.contains(" more ") => {
            let (count, item) = rest.split_once(" more ")?;
            Some(Part::More { item, count: count.parse().ok()? })
        }
        "get" => exact().map(|(count, item)| Part::Get { item, count }),
        "craft" | "smelt" => exact().map(|(count, item)| Part::More { item, count }),
        "mine" => exact().map(|(count, target)| Part::Mine { target, count }),
        "drop" => counted().map(|(count, item)| Part::Drop { item, count }),
        "place" => {
            let (what, by) = ["beside", "on"]
                .into_iter()
                .find_map(|word| {
                    let (what, kind) = rest.split_once(&format!(" {word} the nearest "))?;
                    Some((what, Some((word, kind))))
                })
                .unwrap_or((rest, None));
            let (count, block) = what.split_once(' ').filter(|(_, block)| !block.contains(' '))?;
            Some(Part::Place { block, count: count.parse().ok()?, by })
        }
        "equip" if !rest.contains(' ') => Some(Part::Equip { item: rest }),
        "store" | "take" => {
            let what = rest.split_once(" in the chest nearby").or_else(|| rest.split_once(" from the chest nearby"))?.0;
            let (count, item) = what.split_once(' ')?;
            let count = if count == "all" { None } else { Some(count.parse().ok()?) };
            (!item.contains(' ')).then_some(match verb {
                "store" => Part::Store { item, count },
                _ => Part::Take { item, count },
            })
        }
        "go" => {
            let axes: Vec<&str> = rest.split(' ').collect();
            let [x, y, z] = axes.as_slice() else { return None };
            let y = if *y == "surface" { None } else { Some(y.strip_prefix('~')?.parse().ok()?) };
            Some(Part::Go { x: x.strip_prefix('~')?.parse().ok()?, y, z: z.strip_prefix('~')?.parse().ok()? })
        }
        "clear" => {
            let (from, to) = rest.split_once(" to ")?;
            Some(Part::Clear { from: relative(from)?, to: relative(to)? })
        }
        "use" => {
            let (item, block) = match rest.split_once(" on the nearest ") {
                Some((item, block)) => (Some(item), block),
                None => (None, rest.strip_prefix("the nearest ")?),
            };
            let (block, state) = match block.split_once('[') {
                Some((block, state)) => (block, state.strip_suffix(']')?.split_once('=')),
                None => (block, None),
            };
            Some(Part::Use { item, block, state })
        }
        "have" => Some(Part::Chest),
        _ => None,
    }
}

/// All parts of a meaning, if this ledger keeps each of them and the meadow has what they take.
fn parts(meaning: &'static str) -> Option<Vec<Part<'static>>> {
    let parts: Vec<Part> = meaning.split("; ").map(part).collect::<Option<_>>()?;
    let fits = parts.iter().all(|part| match part {
        Part::Get { item, count } | Part::More { item, count } | Part::Mine { target: item, count } => {
            *count <= MANY && !BEYOND.contains(item)
        }
        Part::Go { x, y, z } => x.abs().max(z.abs()) <= 40 && y.is_none_or(|y| y == 0),
        Part::Place { by: Some((_, kind)), .. } => STANDING.contains(kind),
        Part::Clear { from, to } => (0..3).map(|axis| from[axis].abs_diff(to[axis]) + 1).product::<u32>() <= 80,
        _ => true,
    });
    fits.then_some(parts)
}

/// Each meaning that can be played, by the first goal that has it.
fn played() -> Vec<(&'static str, Vec<Part<'static>>)> {
    // What people have typed means what stands in the rows before, and asks for more than a meadow has.
    let rows = CORPUS.split("## As people type").next().unwrap_or_default();
    let rows = rows.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "));
    let mut seen = BTreeSet::new();
    rows.filter(|(_, meaning)| seen.insert(*meaning))
        .filter_map(|(goal, meaning)| Some((goal, parts(meaning)?)))
        .collect()
}

fn is_called(item: &str, name: &str) -> bool {
    knowledge::items_called(name).is_ok_and(|items| items.contains(&item))
}

/// An item of this name: the first of a family.
fn one_of(name: &'static str) -> &'static str {
    knowledge::items_called(name).expect("an item's name")[0]
}

/// Who is asked to get a thing has none, and who is asked to use one has more than that.
fn given(parts: &[Part<'static>]) -> Vec<(&'static str, u32)> {
    let wanted: Vec<&str> = parts
        .iter()
        .filter_map(|part| match part {
            Part::Get { item, .. } | Part::More { item, .. } | Part::Mine { target: item, .. } => Some(*item),
            _ => None,
        })
        .collect();
    let mut kit: BTreeMap<&str, u32> = KIT.iter().copied().collect();
    for part in parts {
        match part {
            Part::Drop { item, count } | Part::Store { item, count } => {
                kit.insert(one_of(item), count.map_or(9, |count| count + 3));
            }
            Part::Place { block: item, count, .. } => {
                kit.insert(one_of(item), count + 2);
            }
            Part::Equip { item } | Part::Use { item: Some(item), .. } => {
                kit.insert(one_of(item), 1);
            }
            Part::Take { item, .. } => kit.retain(|held, _| !is_called(held, item)),
            _ => {}
        }
    }
    kit.retain(|held, _| !wanted.iter().any(|wanted| is_called(held, wanted)));
    // Room for what does not stack.
    let of_all = KIT.iter().map(|(item, _)| *item).take(FEW);
    let few: Vec<&str> = if parts.len() > 4 { of_all.chain(TOOLS).collect() } else { Vec::new() };
    kit.retain(|held, _| few.is_empty() || few.contains(held));
    kit.into_iter().collect()
}

/// Where the chest stands, as seen from the spawn, and what is in it.
const CHEST: (i32, i32, i32) = (3, 0, 4);
const STORED: [(&str, u32); 5] = [("oak_log", 16), ("stick", 16), ("oak_planks", 16), ("torch", 16), ("dirt", 64)];

/// The meadow: ores in walls, trees, soft ground, a pool, a field, and what can be opened, pressed and lit.
fn stage(given: &[(&str, u32)]) -> (PracticeWorld, BlockPos) {
    meadow(FAST, given, |world, spawn| {
        let put =
            |x: i32, y: i32, z: i32, block: &str| fill(world, spawn.offset(x, y, z), spawn.offset(x, y, z), block);
        let wall = |x: i32, z: i32, (dx, dy, dz): (i32, i32, i32), block: &str| {
            fill(world, spawn.offset(x, 0, z), spawn.offset(x + dx - 1, dy - 1, z + dz - 1), block);
        };
        fill(world, spawn.offset(-20, -4, -20), spawn.offset(20, -2, 20), "dirt");
        wall(9, -14, (4, 3, 6), "stone");
        for (place, (ore, dx)) in (0..).zip([
            ("iron_ore", 4),
            ("coal_ore", 4),
            ("copper_ore", 2),
            ("gold_ore", 2),
            ("diamond_ore", 2),
            ("redstone_ore", 1),
            ("lapis_ore", 1),
            ("emerald_ore", 1),
        ]) {
            wall(9, -6 + 3 * place, (dx, 2, 2), ore);
        }
        for (place, (log, leaves)) in
            (0..).zip([("oak_log", "oak_leaves"), ("oak_log", "oak_leaves"), ("birch_log", "birch_leaves")])
        {
            let foot = spawn.offset(-10, 0, -10 + 7 * place);
            fill(world, foot.down(), foot.down(), "dirt");
            fill(world, foot.offset(-1, 3, -1), foot.offset(1, 5, 1), leaves);
            fill(world, foot, foot.offset(0, 4, 0), log);
        }
        for (place, ground) in (0..).zip(["sand", "gravel", "clay"]) {
            fill(world, spawn.offset(-6 + 4 * place, -1, 10), spawn.offset(-4 + 4 * place, -1, 12), ground);
        }
        fill(world, spawn.offset(-14, -1, 12), spawn.offset(-13, -1, 13), "water");
        fill(world, spawn.offset(-14, -1, 16), spawn.offset(-13, -1, 16), "lava");
        fill(world, spawn.offset(-15, -1, 4), spawn.offset(-15, -1, 10), "water");
        fill(world, spawn.offset(-14, -1, 4), spawn.offset(-13, -1, 10), "farmland");
        put(-14, 0, 8, "wheat");
        fill(world, spawn.offset(5, -1, -3), spawn.offset(6, -1, -2), "dirt");
        for (place, thing) in
            (0..).zip(["oak_fence_gate", "oak_trapdoor", "stone_button", "lever", "campfire", "crafting_table"])
        {
            put(-5 + 2 * place, 0, 6, thing);
        }
        let (x, y, z) = CHEST;
        put(x, y, z, "chest");
        let chest = spawn.offset(x, y, z);
        world.with(move |game| {
            for (slot, (item, count)) in STORED.into_iter().enumerate() {
                assert!(game.put_into(chest, slot, item, count));
            }
            let lit = |name: &str, state: &[(&str, &str)]| {
                knowledge::state_with(knowledge::block(name).expect("a block"), state).expect("a state")
            };
            for (x, block, state) in [
                (-1, "stone_button", ("face", "floor")),
                (1, "lever", ("face", "floor")),
                (3, "campfire", ("lit", "false")),
            ] {
                game.set_block(chest.offset(x - 3, 0, 2), lit(block, &[state]));
            }
            for (y, half) in [(0, "lower"), (1, "upper")] {
                game.set_block(chest.offset(4, y, 2), lit("oak_door", &[("half", half), ("open", "false")]));
            }
        });
    })
}

/// What the server knows.
struct Books {
    held: BTreeMap<&'static str, u32>,
    lying: BTreeMap<&'static str, u32>,
    chest: BTreeMap<&'static str, u32>,
    /// How many blocks of a kind stand on the meadow; what hangs on walls by the name of what stands.
    blocks: BTreeMap<String, u32>,
    at: BlockPos,
    worn: Vec<&'static str>,
}

fn books(world: &PracticeWorld, spawn: BlockPos) -> Books {
    world.with(move |game| {
        let add = |counts: &mut BTreeMap<&'static str, u32>, item, count| *counts.entry(item).or_default() += count;
        let (mut lying, mut chest, mut blocks) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        game.lying_items().into_iter().for_each(|(_, item, count)| add(&mut lying, item, count));
        let (x, y, z) = CHEST;
        let stored = game.contents(spawn.offset(x, y, z)).into_iter().flatten();
        stored.for_each(|(item, count)| add(&mut chest, item, count));
        for at in Volume::between(spawn.offset(-20, -3, -20), spawn.offset(20, 6, 20)).cells() {
            let state = game.block(at);
            let Some(block) = block_of_state(state).filter(|block| block.name != "air") else { continue };
            *blocks.entry(block.name.replace("wall_", "")).or_default() += 1;
            for (property, value) in knowledge::state_properties(state) {
                *blocks.entry(format!("{}[{property}={value}]", block.name)).or_default() += 1;
            }
        }
        let slots =
            [BodySlot::MainHand, BodySlot::OffHand, BodySlot::Head, BodySlot::Chest, BodySlot::Legs, BodySlot::Feet];
        let worn = slots.into_iter().filter_map(|slot| game.in_slot(NAME, slot)).map(|(item, _)| item).collect();
        let at = game.position(NAME).map_or(spawn, |at| at.block());
        Books { held: game.inventory(NAME), lying, chest, blocks, at, worn }
    })
}

fn called(counts: &BTreeMap<&'static str, u32>, name: &str) -> u32 {
    counts.iter().filter(|(item, _)| is_called(item, name)).map(|(_, count)| count).sum()
}

/// What is held of each thing that a goal names, at least, and whether that is the exact number.
type Ledger = BTreeMap<&'static str, (u32, bool)>;

/// Goes over the parts in their order; what is wrong in the end.
fn wrongs(parts: &[Part<'static>], given: &[(&'static str, u32)], before: &Books, after: &Books) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut must = |holds: bool, words: String| {
        if !holds {
            wrong.push(words);
        }
    };
    let start: BTreeMap<&'static str, u32> = given.iter().copied().collect();
    let mut held: Ledger = BTreeMap::new();
    fn entry<'a>(held: &'a mut Ledger, start: &BTreeMap<&'static str, u32>, item: &'static str) -> &'a mut (u32, bool) {
        held.entry(item).or_insert_with(|| (called(start, item), false))
    }
    for part in parts {
        match *part {
            Part::Get { item, count } => {
                let own = entry(&mut held, &start, item);
                own.0 = own.0.max(count);
            }
            Part::More { item, count } => entry(&mut held, &start, item).0 += count,
            Part::Mine { target, count } => {
                let number = |books: &Books| books.blocks.get(target).copied().unwrap_or(0);
                let drops_itself = knowledge::block(target).is_none()
                    || knowledge::mine_target(target).is_ok_and(|mined| mined.items.contains(&target));
                if drops_itself {
                    entry(&mut held, &start, target).0 += count;
                } else {
                    // It may have been dug beyond the meadow: then what it drops is held.
                    let gone = number(before).saturating_sub(number(after));
                    let drops = knowledge::mine_target(target).map(|mined| mined.items).unwrap_or_default();
                    let has = |counts: &BTreeMap<&'static str, u32>| -> u32 {
                        drops.iter().map(|item| counts.get(item).copied().unwrap_or(0)).sum()
                    };
                    let gained = has(&after.held).saturating_sub(has(&start));
                    must(gone >= count || gained >= count, format!("{count} {target} are gone"));
                }
            }
            Part::Drop { item, count } => {
                let own = entry(&mut held, &start, item);
                let gone = count.unwrap_or(own.0);
                must(called(&after.lying, item) >= gone, format!("{gone} {item} lie there"));
                *own = (own.0.saturating_sub(gone), own.1 || parts.len() == 1);
            }
            Part::Place { block, count, .. } => {
                let number = |books: &Books| {
                    let called = books.blocks.iter().filter(|(name, _)| is_called(name, block));
                    called.map(|(_, count)| count).sum::<u32>()
                };
                must(number(after) == number(before) + count, format!("{count} more {block} stand there"));
                let own = entry(&mut held, &start, block);
                *own = (own.0.saturating_sub(count), own.1 || parts.len() == 1);
            }
            Part::Store { item, count } => {
                let own = entry(&mut held, &start, item);
                let gone = count.unwrap_or(own.0);
                let stored = called(&before.chest, item) + gone;
                must(called(&after.chest, item) == stored, format!("{stored} {item} lie in the chest"));
                *own = (own.0.saturating_sub(gone), true);
            }
            Part::Take { item, count } => {
                let lay = called(&before.chest, item);
                let taken = count.unwrap_or(lay);
                must(called(&after.chest, item) == lay - taken, format!("{taken} {item} are out of the chest"));
                let own = entry(&mut held, &start, item);
                *own = (own.0 + taken, true);
            }
            Part::Equip { item } => {
                must(after.worn.iter().any(|worn| is_called(worn, item)), format!("{item} in hand or worn"));
            }
            Part::Go { x, y, z } => {
                let to = before.at.offset(x, y.unwrap_or(0), z);
                let near = after.at.x.abs_diff(to.x).max(after.at.z.abs_diff(to.z)) <= 1;
                must(near && y.is_none_or(|_| after.at.y.abs_diff(to.y) <= 1), format!("at {to}"));
            }
            Part::Clear { .. } | Part::Chest => {}
            Part::Use { block, state, .. } => {
                let number = |books: &Books, name: &str| books.blocks.get(name).copied().unwrap_or(0);
                let of_kind = |books: &Books, ends: &str| -> u32 {
                    books.blocks.iter().filter(|(name, _)| name.contains(ends)).map(|(_, count)| count).sum()
                };
                let all = |books: &Books| {
                    knowledge::blocks_called(block).into_iter().map(|kind| number(books, kind.name)).sum::<u32>()
                };
                match state {
                    Some((property, value)) => {
                        let name = format!("{block}[{property}={value}]");
                        must(of_kind(after, &name) > 0, format!("{name} stands there"));
                    }
                    None => must(
                        after.blocks != before.blocks || after.held != before.held,
                        format!("{} {block} changed", all(after)),
                    ),
                }
            }
        }
    }
    for (item, (count, exactly)) in held {
        let has = called(&after.held, item);
        must(if exactly { has == count } else { has >= count }, format!("{count} {item} held, and not {has}"));
    }
    wrong
}

/// What is air of a box, as seen from where it began.
fn is_clear(world: &PracticeWorld, at: BlockPos, from: [i32; 3], to: [i32; 3]) -> bool {
    let corner = |[x, y, z]: [i32; 3]| at.offset(x, y, z);
    let (low, high) = (corner(from), corner(to));
    let cells: Vec<BlockPos> = Volume::between(low, high).cells().collect();
    world.with(move |game| cells.iter().all(|cell| !knowledge::is_solid(game.block(*cell))))
}

/// How many of a block stand on the meadow with one of a kind below them, or on one of their sides; by a door one corner on.
fn standing_by(world: &PracticeWorld, spawn: BlockPos, block: &str, (word, kind): (&str, &str)) -> u32 {
    let cells: Vec<BlockPos> = Volume::between(spawn.offset(-20, -1, -20), spawn.offset(20, 4, 20)).cells().collect();
    let blocks: BTreeMap<BlockPos, &'static str> = world.with(move |game| {
        let mut name = |at: &BlockPos| block_of_state(game.block(*at)).map_or("?", |block| block.name);
        cells.iter().map(|at| (*at, name(at))).collect()
    });
    let of_kind: Vec<&str> = knowledge::blocks_called(kind).into_iter().map(|block| block.name).collect();
    let around: &[(i32, i32, i32)] = match (word, kind.ends_with("door")) {
        ("on", _) => &[(0, -1, 0)],
        (_, false) => &[(1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)],
        (_, true) => &[(1, 0, 0), (-1, 0, 0), (1, 0, 1), (1, 0, -1), (-1, 0, 1), (-1, 0, -1)],
    };
    let is_by = |at: &BlockPos| {
        let mut near = around.iter().filter_map(|(x, y, z)| blocks.get(&at.offset(*x, *y, *z)));
        near.any(|name| of_kind.contains(name))
    };
    let placed = blocks.iter().filter(|(_, name)| knowledge::is_placed_from(name, block));
    placed.filter(|(at, _)| is_by(at)).count() as u32
}

fn play_one(goal: &'static str, parts: &[Part<'static>]) -> Result<(), String> {
    let given = given(parts);
    let (world, spawn) = stage(&given);
    let before = books(&world, spawn);
    let (run, after) = play_seen(&world, &[goal], |world| books(world, spawn));
    let report = run.report();
    let told =
        report.goals.first().map(|goal| (goal.state.clone(), goal.error.as_ref().map(|error| error.message.clone())));
    if told.as_ref().is_none_or(|(state, _)| state != "done") {
        return Err(format!("{goal}: {told:?}"));
    }
    let mut wrong = wrongs(parts, &given, &before, &after);
    for part in parts {
        if let Part::Clear { from, to } = part
            && !is_clear(&world, before.at, *from, *to)
        {
            wrong.push(format!("{from:?} to {to:?} is clear"));
        }
    }
    for part in parts {
        if let Part::Place { block, count, by: Some((word, kind)) } = part {
            let stand = standing_by(&world, spawn, block, (word, kind));
            if stand < *count {
                wrong.push(format!("{count} {block} {word} {kind} ({stand} are)"));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{goal}: done, but not {}", wrong.join(", not "))) }
}

/// Plays what is given, two at a time.
fn play_all(goals: Vec<(&'static str, Vec<Part<'static>>)>) {
    let (queue, faults) = (Mutex::new(goals.into_iter()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("the queue").next();
                    let Some((goal, parts)) = next else { break };
                    if let Err(fault) = play_one(goal, &parts) {
                        faults.lock().expect("the faults").push(fault);
                    }
                }
            });
        }
    });
    let faults = faults.into_inner().expect("the faults");
    assert!(faults.is_empty(), "{} goals went wrong:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn what_a_goal_means_is_so_in_the_world_when_it_is_done() {
    let played = played();
    assert!(played.len() >= 120, "{}", played.len());
    play_all(played);
}

/// The ledger can tell a wrong end from a right one.
#[test]
fn the_ledger_sees_what_is_missing() {
    let read = |meaning: &'static str| parts(meaning).expect(meaning);
    let (world, spawn) = stage(&[("dirt", 5)]);
    let now = books(&world, spawn);
    assert_eq!(standing_by(&world, spawn, "campfire", ("on", "grass_block")), 1);
    assert_eq!(standing_by(&world, spawn, "chest", ("beside", "furnace")), 0);
    for meaning in ["get 1 stick", "drop 3 dirt", "place 1 torch", "store 2 dirt in the chest nearby", "equip torch"] {
        assert_ne!(wrongs(&read(meaning), &[("dirt", 5)], &now, &now), [] as [String; 0], "{meaning}");
    }
    assert!(!is_clear(&world, spawn, [0, -1, 0], [1, 1, 1]));
}
