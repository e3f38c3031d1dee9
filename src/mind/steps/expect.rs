//! Is it shown? Holds what a step promised against what the server let the bot see.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    construction::Building,
    domain::{
        BlockPos, BodySlot, Build, By, ContainerSeen, DayTime, EntitySeen, Expectation, ItemCounts, Observation,
        Toward, Vec3, Volume, degrees_between,
    },
    knowledge::{self, EYE_HEIGHT},
    voxel::{
        SeenWorld,
        light::{self, BlockLight},
    },
};

/// An expectation made concrete when its step first runs.
#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
#[serde(rename_all = "snake_case", tag = "aim")]
pub enum Aim {
    /// These items together number at least `total`.
    AtLeast {
        items: Vec<String>,
        total: u32,
    },
    /// These items together number at most `total`.
    AtMost {
        items: Vec<String>,
        total: u32,
    },
    /// These items together number at most `total`, and the call was seen to hand them over.
    Given {
        items: Vec<String>,
        total: u32,
    },
    /// These items together number more than `had`.
    More {
        items: Vec<String>,
        had: u32,
    },
    /// These items (any, where none are named) number more than `had`, or none of them lies within `radius` blocks of `around`.
    Gathered {
        items: Vec<String>,
        had: u32,
        around: Vec3,
        radius: u32,
    },
    /// This player is no farther off than so, in blocks on each axis.
    Beside {
        player: String,
        tolerance: u32,
    },
    /// Neither pack nor hotbar holds any of these; of anything but what is kept at hand where none are named.
    PutAway {
        items: Vec<String>,
        keep: u32,
    },
    /// Somebody has looked into the chest there, or into any, at this tick of the body or later.
    LookedInto {
        at: Option<BlockPos>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chest: Option<String>,
        since: u64,
    },
    /// At most so many of these are held, or none but what is worn, and some lie in such a chest that somebody has looked into at
    /// this tick or later.
    Stored {
        items: Vec<String>,
        /// How many are to go in, and how many are held then.
        #[serde(default)]
        count: Option<u32>,
        total: Option<u32>,
        chest: Option<String>,
        since: u64,
    },
    /// So many of these lie in one such chest that somebody has looked into at this tick or later.
    Holds {
        items: Vec<String>,
        count: u32,
        chest: Option<String>,
        since: u64,
    },
    /// Each chest around was looked into at this tick or later, no kind of item lies in two as far as it fits, and what was held
    /// is held.
    Sorted {
        middle: BlockPos,
        radius: u32,
        held: ItemCounts,
        since: u64,
    },
    Block {
        block: String,
        at: Option<BlockPos>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<By>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        state: BTreeMap<String, String>,
    },
    Filled {
        block: String,
        volume: Volume,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        level: bool,
    },
    /// Nothing differs from the blueprint in its place.
    Built {
        build: Build,
    },
    /// No place on the surface around is without the light of a lamp.
    Lit {
        middle: BlockPos,
        radius: u32,
    },
    Clear {
        volume: Volume,
    },
    Near {
        x: i32,
        y: Option<i32>,
        z: i32,
        tolerance: u32,
    },
    /// This item is in that hand, or worn there.
    Equipped {
        item: String,
        slot: BodySlot,
    },
    /// These items number at least so many, or none of these crops is ripe within `radius` blocks of `around` and nothing of the
    /// items lies there. With `replant` one of the crops grows wherever the outcome says that one was harvested.
    Harvested {
        crops: Vec<String>,
        items: Vec<String>,
        total: Option<u32>,
        around: Vec3,
        radius: u32,
        replant: bool,
    },
    /// These places on the body hold nothing, or none of this item; and of what was there as many are held as before.
    Bare {
        slots: Vec<BodySlot>,
        item: Option<String>,
        had: ItemCounts,
    },
    /// The food bar holds so many half-drumsticks; or else none of these items is held any more, where any are named.
    Fed {
        food: u32,
        gone: Vec<String>,
    },
    /// One of these blocks, if any are named, and the one that the outcome names, in this state or the one that it tells.
    Became {
        blocks: Vec<String>,
        at: Option<BlockPos>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        state: BTreeMap<String, String>,
    },
    /// It is day, and was night at this time of the day, or later.
    Slept {
        from: Option<u64>,
    },
    /// The head is turned to this yaw and this pitch, in degrees, where they are given.
    Turned {
        yaw: Option<f32>,
        pitch: Option<f32>,
    },
    /// The head is turned to the block there, or to one of these where the outcome says.
    LooksAt {
        at: Option<BlockPos>,
        blocks: Vec<String>,
    },
    /// The head is turned to this player's.
    LooksAtPlayer {
        player: String,
    },
    /// The server has counted so many jumps: in all, or more than the outcome says there were before.
    Jumped {
        total: Option<u32>,
        times: u32,
    },
    /// The server has counted so many ticks of sneaking: in all, or more than the outcome says there were before.
    Sneaked {
        total: Option<u32>,
        ticks: u32,
    },
    /// A sign says this: the one at this place, or where the outcome says.
    Written {
        lines: Vec<String>,
        at: Option<BlockPos>,
    },
    /// The world has become so many ticks older since: since that age, or since the one that the outcome says.
    Waited {
        since: Option<u64>,
        ticks: u32,
    },
    /// It is this time of the day.
    Daytime {
        of: DayTime,
    },
    /// What the job has seen that was new.
    Explored,
    /// The bot stands where the outcome says.
    Stands,
    /// One of these blocks stands where the outcome says, and the bot at it.
    AtBlock {
        blocks: Vec<String>,
        on: bool,
    },
    /// A line of chat with this number or a later one.
    Said {
        message: String,
        from_line: u64,
    },
    Answered,
}

/// How far off a look may be, in degrees; and from which pitch on there is no yaw to be seen.
const LOOK: f32 = 1.5;
const UPRIGHT: f32 = 89.0;
/// Pack and hotbar in the player's own window, by the protocol's numbers.
const PACK: std::ops::Range<usize> = 9..45;

/// What the world says to an aim.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// It holds; in words, what shows it.
    Shown(String),
    /// It does not hold (yet); in words, what is seen instead.
    Missing(String),
}

/// What may be looked at.
pub struct Witness<'a> {
    pub seen: &'a Observation,
    pub blocks: &'a SeenWorld,
    pub username: &'a str,
    /// Number, sender, text.
    pub heard: &'a [(u64, Option<&'a str>, &'a str)],
}

/// How much nearer a walk must have come, in blocks, so that its next try is not counted as one more.
const LEG: u32 = 64;
/// How many blocks on the level one up or down counts for: by hand a stair through deepslate takes 900 ticks a block (three of 300), so
/// that a call of 4,800 goes five of them.
const STEEP: u32 = 16;

impl Aim {
    /// Fixes what must be true in the end, from what is true now.
    pub fn new(expectation: &Expectation, seen: &Observation, next_line: u64) -> Self {
        match expectation {
            Expectation::Gain { items, count } => {
                Self::AtLeast { items: items.clone(), total: seen.inventory().count_any(items) + count }
            }
            Expectation::Loss { items, count } => {
                Self::AtMost { items: items.clone(), total: seen.inventory().count_any(items).saturating_sub(*count) }
            }
            Expectation::Given { items, count } => {
                Self::Given { items: items.clone(), total: seen.inventory().count_any(items).saturating_sub(*count) }
            }
            Expectation::More { items } => Self::More { items: items.clone(), had: seen.inventory().count_any(items) },
            Expectation::Gathered { items, radius } => Self::Gathered {
                items: items.clone(),
                had: count_of(items, seen),
                around: seen.position,
                radius: *radius,
            },
            Expectation::Beside { player, tolerance } => Self::Beside { player: player.clone(), tolerance: *tolerance },
            Expectation::PutAway { items, keep } => Self::PutAway { items: items.clone(), keep: *keep },
            Expectation::LookedInto { at, chest } => {
                Self::LookedInto { at: *at, chest: chest.clone(), since: seen.tick }
            }
            Expectation::Stored { items, count, chest } => Self::Stored {
                items: items.clone(),
                count: *count,
                total: count.map(|count| seen.inventory().count_any(items).saturating_sub(count)),
                chest: chest.clone(),
                since: seen.tick,
            },
            Expectation::Holds { items, count, chest } => {
                Self::Holds { items: items.clone(), count: *count, chest: chest.clone(), since: seen.tick }
            }
            Expectation::Sorted { middle, radius } => Self::Sorted {
                middle: middle.unwrap_or_else(|| seen.position.block()),
                radius: *radius,
                held: seen.inventory(),
                since: seen.tick,
            },
            Expectation::Block { block, at, by, state } => {
                Self::Block { block: block.clone(), at: *at, by: by.clone(), state: state.clone() }
            }
            Expectation::Filled { block, volume, level } => {
                Self::Filled { block: block.clone(), volume: *volume, level: *level }
            }
            Expectation::Built { build } => Self::Built { build: build.clone() },
            Expectation::Lit { middle, radius } => {
                Self::Lit { middle: middle.unwrap_or_else(|| seen.position.block()), radius: *radius }
            }
            Expectation::Clear { volume } => Self::Clear { volume: *volume },
            Expectation::Near { x, y, z, tolerance } => Self::Near { x: *x, y: *y, z: *z, tolerance: *tolerance },
            Expectation::Equipped { item, slot } => Self::Equipped { item: item.clone(), slot: *slot },
            Expectation::Harvested { crops, items, count, radius, replant } => Self::Harvested {
                crops: crops.clone(),
                items: items.clone(),
                total: count.map(|count| seen.inventory().count_any(items) + count),
                around: seen.position,
                radius: *radius,
                replant: *replant,
            },
            Expectation::Bare { slots, item } => {
                Self::Bare { slots: slots.clone(), item: item.clone(), had: on_the_body(slots, item.as_deref(), seen) }
            }
            Expectation::Fed { food, gone } => Self::Fed { food: *food, gone: gone.clone() },
            Expectation::Became { blocks, at, state } => {
                Self::Became { blocks: blocks.clone(), at: *at, state: state.clone() }
            }
            Expectation::Turned { toward, yaw } => Self::Turned {
                yaw: toward.map_or(*yaw, |toward| toward.yaw(seen.yaw)),
                // Who turns from where it looks, looks as far up or down as before.
                pitch: toward
                    .filter(|toward| !matches!(toward, Toward::Left | Toward::Right | Toward::Around))
                    .map(Toward::pitch),
            },
            Expectation::LooksAt { at, blocks } => Self::LooksAt { at: *at, blocks: blocks.clone() },
            Expectation::LooksAtPlayer { player } => Self::LooksAtPlayer { player: player.clone() },
            Expectation::Jumped { times } => {
                Self::Jumped { total: seen.jumps.map(|jumps| jumps.saturating_add(*times)), times: *times }
            }
            Expectation::Sneaked { ticks } => {
                Self::Sneaked { total: seen.sneaked.map(|sneaked| sneaked.saturating_add(*ticks)), ticks: *ticks }
            }
            Expectation::Written { lines, at } => Self::Written { lines: lines.clone(), at: *at },
            Expectation::Waited { ticks } => Self::Waited { since: seen.world_age, ticks: *ticks },
            Expectation::Daytime { of } => Self::Daytime { of: *of },
            Expectation::Explored => Self::Explored,
            Expectation::Stands => Self::Stands,
            Expectation::AtBlock { blocks, on } => Self::AtBlock { blocks: blocks.clone(), on: *on },
            Expectation::Slept => Self::Slept { from: seen.time_of_day },
            Expectation::Said { message } => Self::Said { message: message.clone(), from_line: next_line },
            Expectation::Answered => Self::Answered,
        }
    }

    /// How many items a gaining or losing aim still lacks; of a wait, how many ticks; of a walk, how many legs, the last of which
    /// is over only when the place is seen to be reached.
    pub fn left(&self, seen: &Observation) -> Option<u32> {
        match self {
            Self::AtLeast { items, total } => Some(total.saturating_sub(seen.inventory().count_any(items))),
            Self::AtMost { items, total }
            | Self::Given { items, total }
            | Self::Stored { items, total: Some(total), .. } => {
                Some(seen.inventory().count_any(items).saturating_sub(*total))
            }
            Self::Harvested { items, total: Some(total), .. } => {
                Some(total.saturating_sub(seen.inventory().count_any(items)))
            }
            Self::Near { x, y, z, .. } => {
                let feet = seen.position.block();
                let height = STEEP * y.map_or(0, |y| feet.y.abs_diff(y));
                Some(1 + (feet.x.abs_diff(*x).max(feet.z.abs_diff(*z)) + height) / LEG)
            }
            Self::Waited { since: Some(since), ticks } => {
                let passed = seen.world_age?.saturating_sub(*since);
                Some(ticks.saturating_sub(u32::try_from(passed).unwrap_or(u32::MAX)))
            }
            _ => None,
        }
    }

    /// What shows a gaining, losing or waiting aim, if it lacks nothing.
    pub fn counted(&self, seen: &Observation) -> Option<String> {
        if let Self::Waited { ticks, .. } = self {
            return (self.left(seen) == Some(0)).then(|| format!("the world is {ticks} ticks older by now"));
        }
        let (Self::AtLeast { items, .. } | Self::AtMost { items, .. }) = self else { return None };
        let inventory = seen.inventory();
        let have = inventory.count_any(items);
        (self.left(seen) == Some(0)).then(|| format!("the inventory holds {have} {} by now", names(items, &inventory)))
    }

    /// Looks. `data` is the outcome's, for aims that name a place only the body knew.
    pub fn look(&self, data: Option<&Value>, witness: &Witness) -> Evidence {
        match self {
            Self::AtLeast { items, total } => {
                let inventory = witness.seen.inventory();
                let have = inventory.count_any(items);
                judged(have >= *total, format!("the inventory holds {have} of {total} {}", names(items, &inventory)))
            }
            // Who is given something in the meantime holds no fewer: the call has seen who took what.
            Self::Given { .. } if let Some(given) = data.and_then(|data| data["given"].as_u64()) => {
                let to = data.and_then(|data| data["player"].as_str()).unwrap_or("them");
                judged(given > 0, format!("{to} was seen to take {given}"))
            }
            Self::AtMost { items, total } | Self::Given { items, total } => {
                let inventory = witness.seen.inventory();
                let have = inventory.count_any(items);
                judged(have <= *total, format!("the inventory holds {have} {}", names(items, &inventory)))
            }
            Self::More { items, had } => {
                let inventory = witness.seen.inventory();
                let have = inventory.count_any(items);
                let what = format!("the inventory holds {have} {}, {had} before", names(items, &inventory));
                judged(have > *had, what)
            }
            Self::Gathered { items, had, around, radius } => {
                let have = count_of(items, witness.seen);
                if have > *had {
                    return Evidence::Shown(format!("{} more are held", have - had));
                }
                look_for_drops(items, *around, *radius, witness.seen)
            }
            Self::Beside { player, tolerance } => look_for_player(player, *tolerance, witness.seen),
            Self::PutAway { items, keep } => look_for_rest(items, *keep, witness.seen),
            Self::LookedInto { at, chest, since } => look_for_a_look(*at, chest.as_deref(), *since, witness.seen),
            Self::Stored { items, count, total, chest, since } => {
                // What is picked up meanwhile is no less in the chest: its slots are the server's.
                let went_in = data.and_then(|data| data["stored"].as_u64());
                let all_went_in = went_in.zip(*count).is_some_and(|(stored, count)| stored >= u64::from(count));
                if let Some(total) = total.filter(|_| self.left(witness.seen) != Some(0) && !all_went_in) {
                    let have = witness.seen.inventory().count_any(items);
                    return Evidence::Missing(format!("{have} are held, and {total} should be"));
                }
                match look_for_rest(items, 0, witness.seen) {
                    Evidence::Missing(what) if total.is_none() => Evidence::Missing(what),
                    _ => look_for_a_place(items, chest.as_deref(), *since, witness.seen),
                }
            }
            Self::Holds { items, count, chest, since } => {
                look_for_so_many(items, *count, chest.as_deref(), *since, witness.seen)
            }
            Self::Sorted { middle, radius, held, since } => {
                look_for_order(*middle, *radius, (held, *since), data, witness)
            }
            Self::Block { block, at, by, state } => {
                let at = at.or_else(|| BlockPos::told_by(data?));
                look_for_block(block, state, at, by.as_ref(), witness.blocks)
            }
            Self::Filled { block, volume, level } => look_for_filling(block, *volume, *level, witness.blocks),
            Self::Built { build } => look_for_building(build, witness.blocks),
            Self::Lit { middle, radius } => look_for_light(*middle, *radius, witness.blocks),
            Self::Clear { volume } => look_for_nothing(*volume, witness.blocks),
            Self::Near { x, y, z, tolerance } => {
                let feet = witness.seen.position.block();
                let off = |a: i32, b: i32| a.abs_diff(b) <= *tolerance;
                let near = off(feet.x, *x) && off(feet.z, *z) && y.is_none_or(|y| off(feet.y, y));
                judged(near, format!("the bot stands at {feet}"))
            }
            Self::Equipped { item, slot } => {
                let there = witness.seen.at(*slot).map(|stack| stack.item.as_str());
                judged(there == Some(item), format!("{} is {slot}", there.unwrap_or("nothing")))
            }
            Self::Harvested { items, total: Some(total), .. } if self.left(witness.seen) != Some(0) => {
                let have = witness.seen.inventory().count_any(items);
                Evidence::Missing(format!("the inventory holds {have} of {total} {}", items.join(" or ")))
            }
            Self::Harvested { .. } => look_for_harvest(self, data, witness),
            Self::Bare { slots, item, had } => look_for_bareness(slots, item.as_deref(), had, witness.seen),
            Self::Fed { food, gone } => {
                let (seen, inventory) = (witness.seen.food, witness.seen.inventory());
                let is_eaten_up = !gone.is_empty() && inventory.count_any(gone) == 0;
                let left = if is_eaten_up { ", and nothing of it is left" } else { "" };
                judged(seen >= *food || is_eaten_up, format!("the food bar holds {seen} of {food}{left}"))
            }
            Self::Became { blocks, at, state } => look_for_change(blocks, *at, state, data, witness.blocks),
            Self::Slept { from } => {
                let Some(now) = witness.seen.time_of_day else {
                    return Evidence::Missing("the server has told no time".to_owned());
                };
                let is_later = |from: u64| knowledge::is_night(from, false) || now < from;
                let is_morning = !knowledge::is_night(now, false) && from.is_none_or(is_later);
                judged(is_morning, format!("it is {now} ticks after the dawn"))
            }
            Self::Turned { yaw, pitch } => look_for_turn(*yaw, *pitch, witness.seen),
            Self::LooksAt { at, blocks } => match told_block(*at, blocks, data, witness.blocks) {
                Ok((at, _)) => {
                    let eyes = Vec3 { y: witness.seen.position.y + EYE_HEIGHT, ..witness.seen.position };
                    let (yaw, pitch) = eyes.heading_to(at.center());
                    look_for_turn(Some(yaw), Some(pitch), witness.seen)
                }
                Err(missing) => missing,
            },
            Self::LooksAtPlayer { player } => look_for_face(player, witness.seen),
            Self::Jumped { total, times } => look_for_count("jumps", witness.seen.jumps, *total, *times, data),
            Self::Written { lines, at } => look_for_words(lines, at.or_else(|| BlockPos::told_by(data?)), witness.seen),
            Self::Sneaked { total, ticks } => {
                look_for_count("ticks of sneaking", witness.seen.sneaked, *total, *ticks, data)
            }
            Self::Waited { since, ticks } => {
                let since = since.or(data.and_then(|data| data["from"].as_u64()));
                match (witness.seen.world_age, since) {
                    (Some(now), Some(since)) => {
                        let passed = now.saturating_sub(since);
                        judged(passed >= u64::from(*ticks), format!("the world is {passed} of {ticks} ticks older"))
                    }
                    _ => Evidence::Missing("the server has told no time".to_owned()),
                }
            }
            Self::Daytime { of } => match witness.seen.time_of_day {
                Some(now) => {
                    let is_now = knowledge::ticks_until(*of, now) == 0;
                    let what = if is_now { format!("it is {}", of.name()) } else { format!("it is not {}", of.name()) };
                    judged(is_now, format!("{what}, {now} ticks after the dawn"))
                }
                None => Evidence::Missing("the server has told no time".to_owned()),
            },
            Self::Explored => Evidence::Missing("only the job knows what was new".to_owned()),
            Self::Stands => {
                let feet = feet(witness.seen);
                let told = data.and_then(BlockPos::told_by);
                let dimension = data.and_then(|data| data["dimension"].as_str());
                let is_here = dimension.is_none_or(|told| told == witness.seen.dimension);
                judged(told == Some(feet) && is_here, format!("the bot stands at {feet}"))
            }
            Self::AtBlock { blocks, on } => match told_block(None, blocks, data, witness.blocks) {
                Ok((at, name)) => {
                    let feet = feet(witness.seen);
                    let is_there = if *on { feet == at.up() } else { feet.is_at_hand(at) };
                    judged(is_there, format!("the bot stands at {feet}, and {name} at {at}"))
                }
                Err(missing) => missing,
            },
            Self::Said { message, from_line } => {
                let (name, words) = (witness.username, message.trim());
                let echoed = witness.heard.iter().any(|(line, sender, text)| {
                    line >= from_line
                        && (*sender == Some(name) && text.trim() == words
                            || sender.is_none() && text.contains(words) && text.contains(name))
                });
                let what = if echoed { "the server repeated it" } else { "the server has not repeated it" };
                judged(echoed, what.to_owned())
            }
            Self::Answered => Evidence::Shown("the body answered".to_owned()),
        }
    }

    /// Whether it may be shown by a call that is only half done: then the call's success is needed as well.
    pub fn rests_on_the_call(&self) -> bool {
        matches!(
            self,
            Self::Answered | Self::Given { .. } | Self::More { .. } | Self::Gathered { .. } | Self::Harvested { .. }
        )
    }

    /// Where a block of the asked kind stands in another state than the asked one.
    pub fn in_another_state(&self, data: Option<&Value>, blocks: &SeenWorld) -> Option<BlockPos> {
        let Self::Block { block, at, state, .. } = self else { return None };
        let at = at.or_else(|| BlockPos::told_by(data?))?;
        let seen = blocks.get(at)?;
        (is_of_kind(seen, block) && !knowledge::is_in_state(seen, state)).then_some(at)
    }
}

/// Whether the sign there says this, as the server has shown it.
fn look_for_words(lines: &[String], at: Option<BlockPos>, seen: &Observation) -> Evidence {
    let Some(at) = at else { return Evidence::Missing("nobody says where the sign stands".to_owned()) };
    let said = |lines: &[String]| lines.iter().filter(|line| !line.is_empty()).cloned().collect::<Vec<_>>().join(" / ");
    match seen.signs.iter().find(|sign| sign.at == at) {
        Some(sign) if sign.says(lines) => Evidence::Shown(format!("the sign at {at} says {:?}", said(lines))),
        Some(sign) => Evidence::Missing(format!("the sign at {at} says {:?}", said(&sign.front))),
        None => Evidence::Missing(format!("no sign with words has been seen at {at}")),
    }
}

/// Whether the server has counted so many in all; or so `many` more than the outcome says there were before.
fn look_for_count(what: &str, seen: Option<u32>, total: Option<u32>, many: u32, data: Option<&Value>) -> Evidence {
    let before = data.and_then(|data| data["before"].as_u64()).and_then(|before| u32::try_from(before).ok());
    match (seen, total.or(before.map(|before| before.saturating_add(many)))) {
        (Some(seen), Some(total)) => judged(seen >= total, format!("the server counts {seen} {what} of {total}")),
        _ => Evidence::Missing(format!("the server has told of no {what}")),
    }
}

/// The kinds that are held, or what would do: of a family of eleven woods nobody wants to read all.
fn names(items: &[String], inventory: &ItemCounts) -> String {
    let held: Vec<&str> = items.iter().map(String::as_str).filter(|item| inventory.count(item) > 0).collect();
    match (held.as_slice(), items) {
        ([], [first, second, _, ..]) => format!("{first}, {second} or their like"),
        ([], items) => items.join(" or "),
        (held, _) => held.join(" and "),
    }
}

fn judged(shown: bool, what: String) -> Evidence {
    if shown { Evidence::Shown(what) } else { Evidence::Missing(what) }
}

/// Whether a state is one of the block that is placed from this.
fn is_of_kind(state: u16, block: &str) -> bool {
    knowledge::block_of_state(state).is_some_and(|there| knowledge::is_placed_from(there.name, block))
}

/// The block that the feet are in; on a floor a little lower than a block, the one above it.
fn feet(seen: &Observation) -> BlockPos {
    seen.position.stood().block()
}

/// Whether the head is turned so, as far as it is said.
fn look_for_turn(yaw: Option<f32>, pitch: Option<f32>, seen: &Observation) -> Evidence {
    // Straight up and down there is no yaw.
    let is_upright = pitch.is_some_and(|pitch| pitch.abs() > UPRIGHT);
    let is_turned = yaw.is_none_or(|yaw| is_upright || degrees_between(yaw, seen.yaw) <= LOOK);
    let is_raised = pitch.is_none_or(|pitch| (pitch - seen.pitch).abs() <= LOOK);
    judged(is_turned && is_raised, format!("the head is turned to yaw {:.0}, pitch {:.0}", seen.yaw, seen.pitch))
}

/// The place that is meant, or that the outcome tells, and which of these blocks stands there; any, where none are named.
fn told_block(
    at: Option<BlockPos>,
    kinds: &[String],
    data: Option<&Value>,
    blocks: &SeenWorld,
) -> Result<(BlockPos, &'static str), Evidence> {
    let Some(at) = at.or_else(|| BlockPos::told_by(data?)) else {
        return Err(Evidence::Missing("nobody says where it stands".to_owned()));
    };
    let name = blocks.get(at).and_then(knowledge::block_of_state).map_or("nothing known", |block| block.name);
    if kinds.is_empty() || kinds.iter().any(|kind| kind == name) {
        Ok((at, name))
    } else {
        Err(Evidence::Missing(format!("{name} stands at {at}")))
    }
}

/// Whether nothing but air is in a box.
fn look_for_nothing(volume: Volume, blocks: &SeenWorld) -> Evidence {
    for at in volume.cells() {
        match blocks.get(at) {
            Some(state) if knowledge::is_air_state(state) => {}
            Some(state) => {
                let name = knowledge::block_of_state(state).map_or("?", |block| block.name);
                return Evidence::Missing(format!("{name} stands at {at}"));
            }
            None => return Evidence::Missing(format!("nobody sees what stands at {at}")),
        }
    }
    Evidence::Shown(format!("nothing but air from {} to {}", volume.low(), volume.high()))
}

/// Whether a box holds nothing but this block.
fn look_for_filling(block: &str, volume: Volume, level: bool, blocks: &SeenWorld) -> Evidence {
    for at in volume.cells() {
        match blocks.get(at) {
            Some(state) if is_of_kind(state, block) || level && knowledge::fills_its_place(state) => {}
            Some(state) => {
                let name = knowledge::block_of_state(state).map_or("?", |block| block.name);
                return Evidence::Missing(format!("{name} is at {at}"));
            }
            None => return Evidence::Missing(format!("nobody sees what is at {at}")),
        }
    }
    let (count, what) = (volume.count(), if level { "full blocks" } else { block });
    Evidence::Shown(format!("{count} {what} from {} to {}", volume.low(), volume.high()))
}

/// Whether a building stands, or the part of it that was asked for.
fn look_for_building(build: &Build, blocks: &SeenWorld) -> Evidence {
    let building = match Building::of(build) {
        Ok(building) => building,
        Err(error) => return Evidence::Missing(error.message),
    };
    let part = build.only.unwrap_or_else(|| building.volume());
    let mut difference = building.difference(|at| blocks.get(at));
    difference.faults.retain(|(at, ..)| part.contains(*at));
    match difference.faults.first() {
        None => {
            let cells = building.wants().filter(|(at, _)| part.contains(*at)).count();
            Evidence::Shown(format!("all {cells} cells are as they should be, from {} to {}", part.low(), part.high()))
        }
        Some((at, wanted, _)) => {
            let first = if wanted.is_air() { "nothing".to_owned() } else { wanted.to_string() };
            Evidence::Missing(format!("{}: {first} is to be at {at}", difference.told()))
        }
    }
}

/// Whether lamps light all that one can walk on around.
fn look_for_light(middle: BlockPos, radius: u32, blocks: &SeenWorld) -> Evidence {
    let (see, stands) = (|at: BlockPos| blocks.get(at), |x: i32, z: i32| blocks.standing_place(x, z));
    let cells = light::walkable(&stands, middle, radius);
    let light = BlockLight::of(&see, light::around(&cells));
    match cells.iter().find(|at| light.at(**at) == 0) {
        _ if cells.is_empty() => Evidence::Missing(format!("nobody sees a surface at {middle}")),
        Some(dark) => Evidence::Missing(format!("it is dark at {dark}")),
        None => Evidence::Shown(format!("lamps light all {} places on the surface that one can walk to", cells.len())),
    }
}

/// Whether what was to be put away is not at hand any more. What is worn or in the off hand stays.
fn look_for_rest(items: &[String], keep: u32, seen: &Observation) -> Evidence {
    let is_meant = |item: &str| {
        if items.is_empty() { !knowledge::is_kit(item) } else { items.iter().any(|name| name == item) }
    };
    let at_hand = seen.slots.iter().skip(PACK.start).take(PACK.len()).flatten();
    let rest: ItemCounts =
        at_hand.filter(|stack| is_meant(&stack.item)).map(|stack| (stack.item.clone(), stack.count)).collect();
    match rest.total() <= keep {
        true if rest.is_empty() => Evidence::Shown("nothing of it is left in the pack".to_owned()),
        true => Evidence::Shown(format!("no more than {rest} is left in the pack")),
        false => Evidence::Missing(format!("the pack still holds {rest}")),
    }
}

/// Whether nothing ripe is left and what was harvested grows again.
fn look_for_harvest(aim: &Aim, data: Option<&Value>, witness: &Witness) -> Evidence {
    let Aim::Harvested { crops, items, total, around, radius, replant } = aim else {
        return Evidence::Missing("nothing was to be harvested".to_owned());
    };
    let told = data.and_then(|data| data["places"].as_array()).map(Vec::as_slice).unwrap_or_default();
    let places: Vec<BlockPos> = told.iter().filter_map(BlockPos::told_by).collect();
    let crop_at = |at: BlockPos| witness.blocks.get(at).and_then(knowledge::crop_in);
    let grows = |at: &BlockPos| crop_at(*at).is_some_and(|(crop, _)| crops.iter().any(|name| name == crop.block.name));
    if let Some(bare) = places.iter().find(|at| *replant && !grows(at)) {
        return Evidence::Missing(format!("nothing grows at {bare}"));
    }
    if total.is_none() {
        let (feet, far) = (around.block(), *radius as i32);
        let states = witness.blocks.count_states(feet.offset(-far, -far, -far), feet.offset(far, far, far));
        let mut ripe = states.keys().filter_map(|state| knowledge::crop_in(*state)).filter(|(_, is_ripe)| *is_ripe);
        if let Some((crop, _)) = ripe.find(|(crop, _)| crops.iter().any(|name| name == crop.block.name)) {
            return Evidence::Missing(format!("ripe {} still stand there", crop.block.name));
        }
        if let Evidence::Missing(what) = look_for_drops(items, *around, *radius, witness.seen) {
            return Evidence::Missing(what);
        }
    }
    let inventory = witness.seen.inventory();
    let held = format!("{} {} are held", inventory.count_any(items), names(items, &inventory));
    let again = if *replant { format!(", and {} crops grow again", places.len()) } else { String::new() };
    Evidence::Shown(format!("{held}{again}"))
}

/// What is in these places on the body, of this item where one is named; with how many are held of each.
fn on_the_body(slots: &[BodySlot], item: Option<&str>, seen: &Observation) -> ItemCounts {
    let inventory = seen.inventory();
    let there =
        slots.iter().filter_map(|slot| seen.at(*slot)).filter(|stack| item.is_none_or(|item| stack.item == item));
    let mut found = ItemCounts::default();
    for stack in there {
        found.add(&stack.item, inventory.count(&stack.item).saturating_sub(found.count(&stack.item)));
    }
    found
}

/// Whether nothing of it is on the body any more, and all of it is held.
fn look_for_bareness(slots: &[BodySlot], item: Option<&str>, had: &ItemCounts, seen: &Observation) -> Evidence {
    let worn = |slot: &&BodySlot| seen.at(**slot).is_some_and(|stack| item.is_none_or(|item| stack.item == item));
    if let Some(slot) = slots.iter().find(worn) {
        let there = seen.at(*slot).map_or("nothing", |stack| stack.item.as_str());
        return Evidence::Missing(format!("{there} is {slot}"));
    }
    let inventory = seen.inventory();
    if let Some((gone, count)) = had.iter().find(|(item, count)| inventory.count(item) < *count) {
        return Evidence::Missing(format!("{} of {count} {gone} are held", inventory.count(gone)));
    }
    let places: Vec<String> = slots.iter().map(ToString::to_string).collect();
    Evidence::Shown(match (item, had.is_empty()) {
        (Some(item), _) => format!("no {item} is on the body, and it is held"),
        (None, true) => format!("nothing is {}", places.join(" or ")),
        (None, false) => format!("nothing is {}; {had} are held", places.join(" or ")),
    })
}

/// How many of these are held; of everything, where none are named.
fn count_of(items: &[String], seen: &Observation) -> u32 {
    let inventory = seen.inventory();
    if items.is_empty() { inventory.total() } else { inventory.count_any(items) }
}

/// Whether none of these lies about any more.
fn look_for_drops(items: &[String], around: Vec3, radius: u32, seen: &Observation) -> Evidence {
    let is_meant = |name: &String| items.is_empty() || items.contains(name);
    let mut lying = seen.entities.iter().filter(|entity| entity.kind == "item");
    let lies = lying.find_map(|entity| {
        let name = entity.name.as_ref().filter(|name| is_meant(name))?;
        (entity.position.distance(around) <= f64::from(radius)).then_some((name, entity.position.block()))
    });
    match lies {
        Some((name, at)) => Evidence::Missing(format!("{name} lies at {at}")),
        None => Evidence::Shown("nothing of the kind lies there any more".to_owned()),
    }
}

/// The player of this name, if in sight; upper and lower case are one.
fn player_seen<'o>(player: &str, seen: &'o Observation) -> Option<&'o EntitySeen> {
    let is_meant = |name: &String| name.eq_ignore_ascii_case(player);
    let mut players = seen.entities.iter().filter(|entity| entity.kind == "player");
    players.find(|entity| entity.name.as_ref().is_some_and(is_meant))
}

/// Whether the head is turned to a player's.
fn look_for_face(player: &str, seen: &Observation) -> Evidence {
    match player_seen(player, seen) {
        Some(found) => {
            let eyes = |feet: Vec3| Vec3 { y: feet.y + EYE_HEIGHT, ..feet };
            let (yaw, pitch) = eyes(seen.position).heading_to(eyes(found.position));
            look_for_turn(Some(yaw), Some(pitch), seen)
        }
        None => Evidence::Missing(format!("{player} is not in sight")),
    }
}

/// Whether a player is seen so near.
fn look_for_player(player: &str, tolerance: u32, seen: &Observation) -> Evidence {
    match player_seen(player, seen) {
        Some(found) => {
            let near = seen.position.is_beside(found.position, tolerance);
            let far = seen.position.distance(found.position);
            judged(near, format!("{player} is {far:.1} blocks away"))
        }
        None => Evidence::Missing(format!("{player} is not in sight")),
    }
}

/// Whether the chest has been looked into since then.
fn look_for_a_look(at: Option<BlockPos>, chest: Option<&str>, since: u64, seen: &Observation) -> Evidence {
    let is_meant = |container: &&ContainerSeen| {
        at.is_none_or(|at| container.is_at(at)) && chest.is_none_or(|chest| is_called(container, chest))
    };
    let meant = seen.containers.iter().rev().filter(is_meant);
    match meant.clone().find(|container| container.tick >= since) {
        Some(found) => Evidence::Shown(format!("the {} at {} holds {}", found.block, found.at, found.contents)),
        None => Evidence::Missing("nobody has looked into it".to_owned()),
    }
}

/// Whether a chest that was looked into is of this kind.
fn is_called(container: &ContainerSeen, kind: &str) -> bool {
    knowledge::is_chest_of_kind(&container.block, container.other_half.is_some(), kind)
}

/// The chests of such a kind that somebody has looked into at this tick or later, the latest first.
fn looked_into<'s>(seen: &'s Observation, chest: Option<&str>, since: u64) -> impl Iterator<Item = &'s ContainerSeen> {
    let is_meant = move |seen: &&ContainerSeen| seen.tick >= since && chest.is_none_or(|chest| is_called(seen, chest));
    seen.containers.iter().rev().filter(is_meant)
}

/// Whether so many of these lie in one such chest.
fn look_for_so_many(items: &[String], count: u32, chest: Option<&str>, since: u64, seen: &Observation) -> Evidence {
    let many = |container: &&ContainerSeen| container.contents.count_any(items);
    match looked_into(seen, chest, since).max_by_key(many) {
        Some(found) => {
            let told = format!("the {} at {} holds {}", found.block, found.at, found.contents);
            judged(many(&found) >= count, told)
        }
        None => Evidence::Missing(format!("nobody has looked into a {}", chest.unwrap_or("chest").replace('_', " "))),
    }
}

/// Whether some of these lie in such a chest.
fn look_for_a_place(items: &[String], chest: Option<&str>, since: u64, seen: &Observation) -> Evidence {
    let is_there =
        |container: &&ContainerSeen| container.contents.count_any(items) > 0 || has_used_up(container, items);
    match looked_into(seen, chest, since).find(is_there) {
        Some(found) => {
            let fire = if found.burns { ", and its fire burns" } else { "" };
            Evidence::Shown(format!("the {} at {} holds {}{fire}", found.block, found.at, found.contents))
        }
        None => Evidence::Missing(format!("nobody has seen it in a {}", chest.unwrap_or("chest").replace('_', " "))),
    }
}

/// Whether a furnace shows what became of these: its fire burns for the fuel, and what smelted lies there as what it became.
fn has_used_up(container: &ContainerSeen, items: &[String]) -> bool {
    let burnt = |item: &String| container.burns && knowledge::burn_ticks(item).is_some();
    let smelted =
        |item: &String| knowledge::smelting_of(item).is_some_and(|made| container.contents.count(made.result) > 0);
    container.block == knowledge::FURNACE && items.iter().any(|item| burnt(item) || smelted(item))
}

/// Whether all chests around have been looked into since then, and each kind of item lies in one of them.
fn look_for_order(
    middle: BlockPos,
    radius: u32,
    (held, since): (&ItemCounts, u64),
    data: Option<&Value>,
    witness: &Witness,
) -> Evidence {
    let (far, inventory) = (radius as i32, witness.seen.inventory());
    let left_out: Vec<BlockPos> = data
        .and_then(|data| data["left_out"].as_array())
        .map_or(Vec::new(), |places| places.iter().filter_map(BlockPos::told_by).collect());
    let around = Volume::between(middle.offset(-far, -far, -far), middle.offset(far, far, far));
    let mut looked: Vec<&ContainerSeen> = Vec::new();
    for at in around.cells() {
        let is_chest =
            |state: u16| knowledge::block_of_state(state).is_some_and(|block| knowledge::is_chest(block.name));
        let Some(state) = witness.blocks.get(at).filter(|state| is_chest(*state)) else { continue };
        let other = knowledge::other_half(state, at);
        if left_out.iter().any(|out| *out == at || Some(*out) == other) {
            continue;
        }
        match witness.seen.containers.iter().find(|seen| seen.tick >= since && seen.is_at(at)) {
            Some(seen) if looked.iter().any(|known| known.at == seen.at) => {}
            Some(seen) => looked.push(seen),
            None => return Evidence::Missing(format!("nobody has looked into the chest at {at}")),
        }
    }
    if let Some((item, count)) = held.iter().find(|(item, count)| inventory.count(item) != *count) {
        return Evidence::Missing(format!("{} {item} are held, and {count} were before", inventory.count(item)));
    }
    for container in &looked {
        for (item, _) in container.contents.iter() {
            let holders: Vec<&&ContainerSeen> = looked.iter().filter(|seen| seen.contents.count(item) > 0).collect();
            let most = holders.iter().max_by_key(|seen| seen.contents.count(item));
            let is_full = most.is_none_or(|most| most.free_slots == 0);
            let is_own = knowledge::stack_size(item) == 1 && held.count(item) > 0;
            if holders.len() > 1 && !is_full && !is_own {
                return Evidence::Missing(format!("{item} lies in {} chests", holders.len()));
            }
        }
    }
    let lies: Vec<String> =
        looked.iter().map(|seen| format!("the {} at {}: {}", seen.block, seen.at, seen.contents)).collect();
    Evidence::Shown(lies.join("; "))
}

/// Whether what was used has become what it was to, or what the outcome says it has.
fn look_for_change(
    kinds: &[String],
    at: Option<BlockPos>,
    wanted: &BTreeMap<String, String>,
    data: Option<&Value>,
    blocks: &SeenWorld,
) -> Evidence {
    let told = data.unwrap_or(&Value::Null);
    let Some(at) = at.or_else(|| BlockPos::told_by(told)) else {
        return Evidence::Missing("nobody says what was used".to_owned());
    };
    let Some(seen) = blocks.get(at) else { return Evidence::Missing(format!("nothing known stands at {at}")) };
    let name = knowledge::block_of_state(seen).map_or("nothing known", |block| block.name);
    let is_told = told["block"].as_str().is_none_or(|told| told == name);
    let is_meant = is_told && (kinds.is_empty() || kinds.iter().any(|kind| kind == name));
    let told_state = serde_json::from_value(told["state"].clone()).unwrap_or_default();
    let state = if wanted.is_empty() { &told_state } else { wanted };
    // Nothing at all to go by shows nothing.
    let is_vague = kinds.is_empty() && told["block"].is_null() && state.is_empty();
    // A button has come out by now, or will have in a moment.
    let holds = knowledge::is_momentary(name) || knowledge::is_in_state(seen, state);
    judged(is_meant && !is_vague && holds, format!("{} stands at {at}", knowledge::seen_state(seen, state)))
}

fn look_for_block(
    block: &str,
    wanted: &BTreeMap<String, String>,
    at: Option<BlockPos>,
    by: Option<&By>,
    blocks: &SeenWorld,
) -> Evidence {
    let Some(at) = at else { return Evidence::Missing("nobody says where it stands".to_owned()) };
    let Some(seen) = blocks.get(at) else { return Evidence::Missing(format!("nothing known stands at {at}")) };
    let is_of_kind = is_of_kind(seen, block);
    // What is not even the block is told by its name alone.
    let none = BTreeMap::new();
    let what = format!("{} stands at {at}", knowledge::seen_state(seen, if is_of_kind { wanted } else { &none }));
    if is_of_kind && !knowledge::is_in_state(seen, wanted) {
        return Evidence::Missing(format!("{what}, and not {}", knowledge::in_state(block, wanted)));
    }
    match by.filter(|_| is_of_kind) {
        Some(by) if knowledge::stands_by(by, at, |at| blocks.get(at)) => {
            Evidence::Shown(format!("{what}, {} {}", by.word(), by.kind()))
        }
        Some(by) => Evidence::Missing(format!("{what}, and not {} {}", by.word(), by.kind())),
        None => judged(is_of_kind, what),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::{
        domain::{EntitySeen, SignSeen, SlotStack},
        voxel::{Column, Section},
    };

    fn seen(item: &str, count: u32) -> Observation {
        let mut slots = vec![None; 46];
        slots[36] = Some(SlotStack { item: item.to_owned(), count, damage: None });
        Observation { slots, position: Vec3::new(10.5, 64.0, -3.5), ..Default::default() }
    }

    fn look(aim: &Aim, seen: &Observation, heard: &[(u64, Option<&str>, &str)]) -> bool {
        let blocks = SeenWorld::default();
        let witness = Witness { seen, blocks: &blocks, username: "Bot", heard };
        matches!(aim.look(Some(&json!({})), &witness), Evidence::Shown(_))
    }

    #[test]
    fn a_gain_is_counted_from_what_was_held_before() {
        let gain = Expectation::Gain { items: vec!["oak_log".into(), "birch_log".into()], count: 3 };
        let aim = Aim::new(&gain, &seen("oak_log", 2), 0);
        assert_eq!(aim.left(&seen("oak_log", 4)), Some(1));
        assert!(!look(&aim, &seen("oak_log", 4), &[]));
        assert!(look(&aim, &seen("birch_log", 5), &[]), "any of the items counts");
    }

    #[test]
    fn who_gets_something_while_giving_has_given_all_the_same() {
        let give = Expectation::Given { items: vec!["dirt".into()], count: 3 };
        let aim = Aim::new(&give, &seen("dirt", 14), 0);
        let blocks = SeenWorld::default();
        let now = seen("dirt", 13);
        let witness = Witness { seen: &now, blocks: &blocks, username: "Bot", heard: &[] };
        let shown = |data: Value| matches!(aim.look(Some(&data), &witness), Evidence::Shown(_));
        assert!(shown(json!({ "player": "Ada", "given": 3 })), "somebody has given it two");
        assert!(!shown(json!({ "player": "Ada", "given": 0 })) && !shown(json!({})));
    }

    #[test]
    fn standing_beside_the_place_is_not_standing_there() {
        let near = |x, y, tolerance| Aim::Near { x, y, z: -4, tolerance };
        let here = seen("stick", 1);
        assert!(look(&near(10, Some(64), 0), &here, &[]));
        assert!(look(&near(10, None, 0), &here, &[]));
        assert!(!look(&near(11, Some(64), 0), &here, &[]));
        assert!(look(&near(11, Some(63), 1), &here, &[]));
    }

    #[test]
    fn a_far_walk_gets_on_by_legs() {
        let here = seen("stick", 1);
        let left = |x| Aim::Near { x, y: None, z: -4, tolerance: 0 }.left(&here);
        assert_eq!((left(10), left(10 + 63), left(10 + 64), left(10 - 640)), (Some(1), Some(1), Some(2), Some(11)));
        let up = |y| Aim::Near { x: 10, y: Some(y), z: -4, tolerance: 0 }.left(&here);
        assert_eq!((up(64), up(64 + 3), up(64 - 4), up(64 - 40)), (Some(1), Some(1), Some(2), Some(11)));
    }

    #[test]
    fn a_block_in_another_state_is_not_the_one_that_was_asked_for() {
        let at = BlockPos::new(1, 2, 3);
        let facing = |facing: &str| BTreeMap::from([("facing".to_owned(), facing.to_owned())]);
        let mut blocks = SeenWorld::default();
        let furnace = knowledge::block("furnace").unwrap();
        let south = knowledge::state_with(furnace, &[("facing", "south")]).unwrap();
        let column = Column { min_y: 0, sections: vec![Section::Uniform(south)] };
        blocks.insert(at.chunk(), Arc::new(column));
        let here = seen("stick", 1);
        let witness = Witness { seen: &here, blocks: &blocks, username: "Bot", heard: &[] };
        let aim = |block: &str, state| {
            let expectation = Expectation::Block { block: block.to_owned(), at: Some(at), by: None, state };
            Aim::new(&expectation, &here, 0)
        };
        let shown = |aim: &Aim| aim.look(None, &witness);
        assert_eq!(
            shown(&aim("furnace", facing("south"))),
            Evidence::Shown("furnace[facing=south] stands at 1, 2, 3".to_owned())
        );
        assert_eq!(shown(&aim("furnace", BTreeMap::new())), Evidence::Shown("furnace stands at 1, 2, 3".to_owned()));
        let north = aim("furnace", facing("north"));
        let seen = "furnace[facing=south] stands at 1, 2, 3, and not furnace[facing=north]";
        assert_eq!(shown(&north), Evidence::Missing(seen.to_owned()));
        assert_eq!(north.in_another_state(None, &blocks), Some(at));
        let torch = aim("torch", facing("south"));
        assert_eq!(shown(&torch), Evidence::Missing("furnace stands at 1, 2, 3".to_owned()));
        assert_eq!(torch.in_another_state(None, &blocks), None);
    }

    #[test]
    fn a_block_that_is_placed_by_another_stands_by_one() {
        let at = BlockPos::new(1, 20, 3);
        let state = |name: &str| knowledge::block(name).unwrap().default_state;
        let mut blocks = SeenWorld::default();
        // A layer of torches on one of furnaces.
        let sections = [state("furnace"), state("torch")].map(Section::Uniform).to_vec();
        blocks.insert(at.chunk(), Arc::new(Column { min_y: 0, sections }));
        let here = seen("stick", 1);
        let shown = |y: i32, by: By| {
            let witness = Witness { seen: &here, blocks: &blocks, username: "Bot", heard: &[] };
            let (block, state) = ("torch".to_owned(), BTreeMap::new());
            let aim = Aim::new(&Expectation::Block { block, at: None, by: Some(by), state }, &here, 0);
            aim.look(Some(&json!(BlockPos { y, ..at })), &witness)
        };
        let (on, beside) = (By::On("furnace".to_owned()), By::Beside("furnace".to_owned()));
        assert_eq!(shown(16, on.clone()), Evidence::Shown("torch stands at 1, 16, 3, on furnace".to_owned()));
        assert_eq!(shown(17, on), Evidence::Missing("torch stands at 1, 17, 3, and not on furnace".to_owned()));
        assert_eq!(
            shown(16, beside.clone()),
            Evidence::Missing("torch stands at 1, 16, 3, and not beside furnace".to_owned())
        );
        assert_eq!(shown(15, beside), Evidence::Missing("furnace stands at 1, 15, 3".to_owned()));
    }

    #[test]
    fn what_is_worn_or_in_a_hand_is_seen_in_its_slot() {
        let equipped = |slot| {
            let aim = Expectation::Equipped { item: "stick".into(), slot };
            look(&Aim::new(&aim, &seen("stick", 1), 0), &seen("stick", 1), &[])
        };
        assert!(equipped(BodySlot::MainHand) && !equipped(BodySlot::OffHand) && !equipped(BodySlot::Head));
        let aside = Observation { hotbar: 3, ..seen("stick", 1) };
        assert_eq!(aside.at(BodySlot::MainHand), None, "another place of the hotbar is in the hand");
    }

    #[test]
    fn what_is_taken_off_is_seen_in_no_slot_and_in_the_pack() {
        let mut here = seen("stick", 1);
        here.slots[5] = Some(SlotStack { item: "iron_helmet".into(), count: 1, damage: None });
        let bare =
            |item: Option<&str>| Expectation::Bare { slots: vec![BodySlot::Head], item: item.map(str::to_owned) };
        let (any, own, other) = (bare(None), bare(Some("iron_helmet")), bare(Some("leather_helmet")));
        let [any, own, other] = [any, own, other].map(|bare| Aim::new(&bare, &here, 0));
        assert!(!look(&any, &here, &[]) && !look(&own, &here, &[]) && look(&other, &here, &[]));
        let mut off = here.clone();
        off.slots.swap(5, 9);
        assert!(look(&any, &off, &[]) && look(&own, &off, &[]));
        off.slots[9] = None;
        assert!(!look(&any, &off, &[]) && !look(&own, &off, &[]), "it is lost");
    }

    #[test]
    fn a_meal_is_seen_in_the_food_bar_or_by_what_is_gone() {
        let fed = |food, gone: &[&str]| {
            let gone = gone.iter().map(|item| (*item).to_owned()).collect();
            let here = Observation { food: 12, ..seen("apple", 1) };
            look(&Aim::new(&Expectation::Fed { food, gone }, &here, 0), &here, &[])
        };
        assert!(fed(12, &[]) && !fed(13, &[]));
        assert!(!fed(20, &["apple", "bread"]) && fed(20, &["bread"]));
    }

    #[test]
    fn what_was_used_is_seen_as_it_has_become() {
        let at = BlockPos::new(1, 2, 3);
        let shown = |stands: &str, kinds: &[&str], asked: Option<BlockPos>, wanted: &[(&str, &str)], told: Value| {
            let mut blocks = SeenWorld::default();
            let (_, properties) = knowledge::placing::read_state(stands).unwrap();
            let block = knowledge::block(stands.split('[').next().unwrap()).unwrap();
            let state = knowledge::state_with(block, &properties).unwrap();
            blocks.insert(at.chunk(), Arc::new(Column { min_y: 0, sections: vec![Section::Uniform(state)] }));
            let here = seen("stick", 1);
            let witness = Witness { seen: &here, blocks: &blocks, username: "Bot", heard: &[] };
            let state = wanted.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
            let aim = Aim::new(&Expectation::Became { blocks: kinds, at: asked, state }, &here, 0);
            matches!(aim.look(Some(&told), &witness), Evidence::Shown(_))
        };
        let told = |block: &str, state: Value| json!({ "x": 1, "y": 2, "z": 3, "block": block, "state": state });
        assert!(shown("farmland", &["farmland"], Some(at), &[], json!({})));
        assert!(!shown("dirt", &["farmland"], Some(at), &[], told("farmland", json!({}))));
        assert!(shown("oak_door[open=true]", &[], Some(at), &[("open", "true")], json!({})));
        assert!(!shown("oak_door[open=false]", &[], Some(at), &[("open", "true")], told("oak_door", json!({}))));
        assert!(shown("lever[powered=true]", &[], None, &[], told("lever", json!({ "powered": "true" }))));
        assert!(!shown("lever[powered=false]", &[], None, &[], told("lever", json!({ "powered": "true" }))));
        assert!(shown("oak_button[powered=false]", &[], None, &[], told("oak_button", json!({ "powered": "true" }))));
        assert!(!shown("lever", &[], Some(at), &[], json!({})), "nobody says what should be seen");
        assert!(!shown("lever", &["lever"], None, &[], json!({})), "nor where");
    }

    #[test]
    fn who_has_slept_sees_the_morning() {
        let slept = |from: u64, now: u64| {
            let at = |time: u64| Observation { time_of_day: Some(time), ..seen("stick", 1) };
            look(&Aim::new(&Expectation::Slept, &at(from), 0), &at(now), &[])
        };
        assert!(slept(13_000, 3) && slept(23_000, 0));
        assert!(!slept(13_000, 13_120), "it is still night");
        assert!(!slept(1_000, 1_200), "it was day all the time");
        assert!(slept(8_000, 5), "through a thunderstorm, until the next day");
        assert!(!look(&Aim::Slept { from: None }, &seen("stick", 1), &[]));
    }

    #[test]
    fn what_is_put_away_is_not_at_hand_and_what_is_worn_stays() {
        let all = Aim::PutAway { items: Vec::new(), keep: 0 };
        let dirt = Aim::PutAway { items: vec!["dirt".into()], keep: 0 };
        assert!(look(&all, &seen("stone_axe", 1), &[]) && look(&dirt, &seen("stone", 9), &[]));
        assert!(!look(&all, &seen("stone", 1), &[]) && !look(&dirt, &seen("dirt", 1), &[]));
        let mut worn = seen("bread", 1);
        worn.slots[5] = Some(SlotStack { item: "carved_pumpkin".into(), count: 1, damage: None });
        assert!(look(&all, &worn, &[]));
    }

    #[test]
    fn a_look_into_a_chest_is_one_since_the_step_began() {
        let mut here = seen("stick", 1);
        let at = BlockPos::new(3, 64, 0);
        let mut looked = |tick| {
            let (other_half, block) = (Some(at.offset(1, 0, 0)), "chest".to_owned());
            let container = ContainerSeen {
                at,
                other_half,
                block,
                contents: ItemCounts::default(),
                free_slots: 27,
                burns: false,
                raw: 0,
                tick,
            };
            here.containers = vec![container];
            let aim = |at| Aim::LookedInto { at, chest: None, since: 50 };
            [aim(None), aim(Some(at)), aim(Some(at.offset(1, 0, 0))), aim(Some(at.up()))]
                .map(|aim| look(&aim, &here, &[]))
        };
        assert_eq!(looked(50), [true, true, true, false]);
        assert_eq!(looked(49), [false; 4], "that was before");
    }

    #[test]
    fn what_is_picked_up_meanwhile_is_no_less_in_the_chest() {
        let aim = Aim::new(
            &Expectation::Stored { items: vec!["dirt".into()], count: Some(4), chest: None },
            &seen("dirt", 20),
            0,
        );
        let at = BlockPos::new(1, 64, 0);
        let contents: ItemCounts = [("dirt".to_owned(), 4)].into_iter().collect();
        let chest = |tick| ContainerSeen {
            at,
            other_half: None,
            block: "barrel".to_owned(),
            contents: contents.clone(),
            free_slots: 26,
            burns: false,
            raw: 0,
            tick,
        };
        let shown = |held: u32, told: Value, tick: u64| {
            let now = Observation { containers: vec![chest(tick)], ..seen("dirt", held) };
            let witness = Witness { seen: &now, blocks: &SeenWorld::default(), username: "Bot", heard: &[] };
            matches!(aim.look(Some(&told), &witness), Evidence::Shown(_))
        };
        let since = seen("dirt", 20).tick;
        assert!(shown(16, json!({ "stored": 4 }), since) && shown(17, json!({ "stored": 4 }), since));
        assert!(!shown(17, json!({ "stored": 3 }), since), "one is still held");
        assert!(shown(16, json!({}), since) && !shown(17, json!({}), since));
    }

    #[test]
    fn drops_are_gathered_once_more_is_held_or_none_lies_there() {
        let gathered = Expectation::Gathered { items: vec!["dirt".into()], radius: 8 };
        let mut here = seen("dirt", 2);
        let lies = |name: &str, x: f64| EntitySeen {
            kind: "item".into(),
            name: Some(name.into()),
            position: Vec3::new(x, 64.0, -3.5),
        };
        here.entities = vec![lies("dirt", 12.5), lies("stone", 11.5)];
        let aim = Aim::new(&gathered, &here, 0);
        assert!(!look(&aim, &here, &[]));
        let more = Observation { entities: here.entities.clone(), ..seen("dirt", 3) };
        assert!(look(&aim, &more, &[]));
        here.entities = vec![lies("dirt", 30.5), lies("stone", 11.5)];
        assert!(look(&aim, &here, &[]), "it lies far off");
        let any = Aim::new(&Expectation::Gathered { items: Vec::new(), radius: 8 }, &here, 0);
        assert!(!look(&any, &here, &[]) && look(&any, &seen("stone", 3), &[]));
    }

    #[test]
    fn a_player_is_beside_as_far_as_is_seen() {
        let mut here = seen("stick", 1);
        let aim = Aim::Beside { player: "ada".into(), tolerance: 2 };
        assert!(!look(&aim, &here, &[]), "nobody is in sight");
        let mut stands = |name: &str, x: f64| {
            let position = Vec3::new(x, 64.0, -3.5);
            here.entities = vec![EntitySeen { kind: "player".into(), name: Some(name.into()), position }];
            look(&aim, &here, &[])
        };
        assert!(stands("Ada", 13.4) && !stands("Ada", 13.6) && !stands("Bert", 10.5));
    }

    #[test]
    fn a_turn_is_seen_in_where_the_head_is() {
        let turned = |toward, from: f32, now: (f32, f32)| {
            let at = |yaw, pitch| Observation { yaw, pitch, ..seen("stick", 1) };
            let aim = Aim::new(&Expectation::Turned { toward: Some(toward), yaw: None }, &at(from, 20.0), 0);
            look(&aim, &at(now.0, now.1), &[])
        };
        assert!(turned(Toward::North, 0.0, (-180.0, 0.0)) && !turned(Toward::North, 0.0, (90.0, 0.0)));
        assert!(!turned(Toward::North, 0.0, (180.0, 40.0)), "at the ground before its feet");
        assert!(turned(Toward::Around, 30.0, (-150.0, 20.0)) && !turned(Toward::Around, 30.0, (30.0, 0.0)));
        assert!(turned(Toward::Up, 30.0, (-70.0, -90.0)));
    }

    #[test]
    fn jumps_are_those_that_the_server_has_counted_since() {
        let jumped = |before: Option<u32>, told: Value, now: Option<u32>| {
            let at = |jumps| Observation { jumps, ..seen("stick", 1) };
            let aim = Aim::new(&Expectation::Jumped { times: 3 }, &at(before), 0);
            let (blocks, now) = (SeenWorld::default(), at(now));
            let witness = Witness { seen: &now, blocks: &blocks, username: "Bot", heard: &[] };
            matches!(aim.look(Some(&told), &witness), Evidence::Shown(_))
        };
        assert!(jumped(Some(4), json!({}), Some(7)) && !jumped(Some(4), json!({ "before": 0 }), Some(6)));
        assert!(jumped(None, json!({ "before": 2 }), Some(5)) && !jumped(None, json!({ "before": 2 }), Some(4)));
        assert!(!jumped(None, json!({}), Some(9)) && !jumped(Some(4), json!({}), None));
    }

    #[test]
    fn sneaking_is_what_the_server_has_counted_since() {
        let at = |sneaked| Observation { sneaked, ..seen("stick", 1) };
        let shows = |before: Option<u32>, told: Value, now: Option<u32>| {
            let aim = Aim::new(&Expectation::Sneaked { ticks: 40 }, &at(before), 0);
            let (blocks, now) = (SeenWorld::default(), at(now));
            let witness = Witness { seen: &now, blocks: &blocks, username: "Bot", heard: &[] };
            matches!(aim.look(Some(&told), &witness), Evidence::Shown(_))
        };
        assert!(shows(Some(9), json!({}), Some(49)) && !shows(Some(9), json!({ "before": 0 }), Some(48)));
        assert!(shows(None, json!({ "before": 5 }), Some(45)) && !shows(None, json!({ "before": 5 }), Some(44)));
        assert!(!shows(None, json!({}), Some(90)) && !shows(Some(9), json!({}), None));
    }

    #[test]
    fn what_a_sign_says_is_what_the_server_has_shown() {
        let at = BlockPos::new(1, 64, 3);
        let words = |line: &str| [line, "", "", ""].map(str::to_owned);
        let shows = |front: &str, back: &str, told: Value| {
            let sign = SignSeen { at, front: words(front), back: words(back), waxed: false };
            let now = Observation { signs: vec![sign], ..seen("stick", 1) };
            let aim = Aim::new(&Expectation::Written { lines: words("HELLO").to_vec(), at: None }, &now, 0);
            let witness = Witness { seen: &now, blocks: &SeenWorld::default(), username: "Bot", heard: &[] };
            matches!(aim.look(Some(&told), &witness), Evidence::Shown(_))
        };
        let there = json!({ "x": 1, "y": 64, "z": 3 });
        assert!(shows("HELLO", "", there.clone()) && shows("", "HELLO", there.clone()));
        assert!(!shows("HELL", "", there) && !shows("HELLO", "", json!({ "x": 2, "y": 64, "z": 3 })));
        assert!(!shows("HELLO", "", json!({})));
    }

    #[test]
    fn who_has_waited_sees_an_older_world() {
        let at = |age: Option<u64>| Observation { world_age: age, ..seen("stick", 1) };
        let aim = |age: Option<u64>| Aim::new(&Expectation::Waited { ticks: 200 }, &at(age), 0);
        assert!(look(&aim(Some(5_000)), &at(Some(5_200)), &[]) && !look(&aim(Some(5_000)), &at(Some(5_180)), &[]));
        assert_eq!(aim(Some(5_000)).left(&at(Some(5_060))), Some(140), "the rest is waited for");
        assert_eq!(aim(Some(5_000)).left(&at(Some(3))), Some(200), "another world");
        assert!(!look(&aim(None), &at(Some(9_000)), &[]), "nobody says since when");
        let (blocks, now) = (SeenWorld::default(), at(Some(5_200)));
        let witness = Witness { seen: &now, blocks: &blocks, username: "Bot", heard: &[] };
        let told = |from: u64| aim(None).look(Some(&json!({ "from": from })), &witness);
        assert!(matches!(told(5_000), Evidence::Shown(_)) && matches!(told(5_010), Evidence::Missing(_)));
        assert!(!look(&aim(Some(5_000)), &at(None), &[]), "nor how old it is");
    }

    #[test]
    fn a_time_of_the_day_is_what_the_server_tells() {
        let night = Aim::Daytime { of: DayTime::Night };
        let at = |time: Option<u64>| Observation { time_of_day: time, ..seen("stick", 1) };
        let is_night = |time| look(&night, &at(time), &[]);
        assert!(is_night(Some(13_000)) && is_night(Some(18_000)) && !is_night(Some(12_000)) && !is_night(None));
    }

    #[test]
    fn who_stands_at_a_block_stands_beside_it() {
        let at = BlockPos::new(11, 65, -4);
        let mut blocks = SeenWorld::default();
        let chest = knowledge::block("chest").unwrap().default_state;
        blocks.insert(at.chunk(), Arc::new(Column { min_y: 64, sections: vec![Section::Uniform(chest)] }));
        let here = seen("stick", 1);
        let shown = |kind: &str, told: BlockPos| {
            let witness = Witness { seen: &here, blocks: &blocks, username: "Bot", heard: &[] };
            let aim = Aim::new(&Expectation::AtBlock { blocks: vec![kind.to_owned()], on: false }, &here, 0);
            matches!(aim.look(Some(&json!(told)), &witness), Evidence::Shown(_))
        };
        assert!(shown("chest", at) && !shown("barrel", at) && !shown("chest", at.offset(1, 0, 0)));
        assert!(shown("chest", at.up()) && !shown("chest", at.offset(0, 2, 0)));
    }

    #[test]
    fn only_the_servers_echo_after_the_call_counts_as_said() {
        let said = Aim::Said { message: "hello".into(), from_line: 5 };
        let here = seen("stick", 1);
        assert!(!look(&said, &here, &[(4, Some("Bot"), "hello")]), "an older line");
        assert!(!look(&said, &here, &[(5, Some("Eve"), "hello")]), "somebody else");
        assert!(look(&said, &here, &[(5, Some("Bot"), "hello")]));
        assert!(look(&said, &here, &[(6, None, "<Bot> hello")]), "as a system message");
    }
}
