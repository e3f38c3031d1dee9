//! What of a blueprint a player's hands can make: known before the first block is placed, so that it can be said.
//!
//! A block that no item places is a fault, unless it is left out. A property that no click decides (that a crop has grown, that a lamp
//! is lit) is left as it comes, and named; one that the neighbours decide is left to them.

use std::collections::BTreeMap;

use super::{
    blueprint::{Blueprint, Wanted, grows_on_sides},
    click::{COUNTS, by_hand},
    instead::is_of_some_block,
};
use crate::knowledge::{
    self, Block,
    placing::{Rule, row_of},
    plain,
};

/// A blueprint as hands make it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Handmade {
    pub blueprint: Blueprint,
    /// What comes as it comes: by block and property (`wheat age=7`), how many cells wanted it.
    pub loose: BTreeMap<String, usize>,
    /// By block, how many cells are left out since somebody said so.
    pub left_out: BTreeMap<&'static str, usize>,
    /// By block, how many cells want what no item places.
    pub impossible: BTreeMap<&'static str, usize>,
    /// What was to be left out and is not there.
    pub unmatched: Vec<String>,
}

/// What the hands do of it, without the blocks of these names, or that end so: `door`.
pub fn handmade(of: &Blueprint, without: &[String]) -> Handmade {
    // What the game does not know is left out where the file is read.
    let unmatched = without.iter().filter(|name| is_of_some_block(plain(name))).cloned().collect();
    let mut made = Handmade { blueprint: of.clone(), unmatched, ..Handmade::default() };
    let mut numbers = vec![0_usize; of.palette.len() + 1];
    of.cells.iter().for_each(|cell| numbers[usize::from(*cell)] += 1);
    let mut left = vec![false; of.palette.len() + 1];
    for (index, wanted) in of.palette.iter().enumerate() {
        let cells = numbers[index + 1];
        if cells == 0 {
            continue;
        }
        let is_meant = |name: &String| names(plain(name), wanted.block.name);
        if without.iter().any(is_meant) {
            made.unmatched.retain(|name| !is_meant(name));
            *made.left_out.entry(wanted.block.name).or_default() += cells;
            left[index + 1] = true;
            continue;
        }
        if wanted.is_air() {
            continue;
        }
        if wanted.item().is_none() {
            *made.impossible.entry(wanted.block.name).or_default() += cells;
            continue;
        }
        let mut kept = Vec::with_capacity(wanted.properties.len());
        for (name, value) in &wanted.properties {
            match how(wanted, name, value) {
                How::Made => kept.push((*name, *value)),
                How::OfNeighbors => {}
                How::Never => {
                    let told = format!("{} {name}={value}", wanted.block.name);
                    *made.loose.entry(told).or_default() += cells;
                }
            }
        }
        made.blueprint.palette[index].properties = kept;
    }
    made.blueprint.cells.iter_mut().filter(|cell| left[usize::from(**cell)]).for_each(|cell| *cell = 0);
    made
}

fn names(said: &str, block: &str) -> bool {
    block.strip_suffix(said).is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
}

/// How a block comes to have a value.
enum How {
    /// A click decides it, or it is there from the start.
    Made,
    OfNeighbors,
    Never,
}

fn how(wanted: &Wanted, name: &str, value: &str) -> How {
    if by_hand(wanted.block.name, name) || COUNTS.contains(&name) || is_of_half(wanted, name) {
        return How::Made;
    }
    if is_of_bodies(wanted.block.name, name) {
        return How::OfNeighbors;
    }
    let made_if = |is_so: bool| if is_so { How::Made } else { How::Never };
    let rules = rules_of(wanted.block);
    match rule_of(rules, name) {
        // What grows on sides has one that it grew on, and any after it.
        _ if grows_on_sides(wanted.block) => How::Made,
        Some(rule) if is_left_open(rule) => How::OfNeighbors,
        // Nobody pours water into what he builds.
        Some(Rule::InWater) => made_if(value == "false"),
        Some(Rule::NotInWater) => made_if(value == "true"),
        Some(Rule::Is(always)) => made_if(always == value),
        Some(_) => How::Made,
        None => made_if(knowledge::state_properties(wanted.block.default_state).contains(&(name, value))),
    }
}

/// What whoever stands on it decides: it changes under the feet of the builder himself.
fn is_of_bodies(block: &str, name: &str) -> bool {
    block.ends_with("pressure_plate") && matches!(name, "powered" | "power")
}

fn rules_of(block: &'static Block) -> &'static [(String, Rule)] {
    row_of(block).map_or(&[], |row| &row.state)
}

/// The rule that a property goes by.
fn rule_of<'a>(rules: &'a [(String, Rule)], name: &str) -> Option<&'a Rule> {
    let is_side = ["north", "south", "west", "east"].contains(&name);
    let rule = rules.iter().find(|(of, _)| of == name || of == "sides" && is_side);
    rule.map(|(_, rule)| rule)
}

/// Whether a property of a block is what its neighbours make of it.
pub fn is_of_neighbors(block: &'static Block, name: &str) -> bool {
    rule_of(rules_of(block), name).is_some_and(is_left_open)
}

/// What the second half of a thing has of the click that made the first.
fn is_of_half(wanted: &Wanted, name: &str) -> bool {
    name == "half" && wanted.comes_with_another() || name == "part"
}

/// What the solver leaves to the neighbours; which chests join is decided by the click.
fn is_left_open(rule: &Rule) -> bool {
    *rule != Rule::Pair && rule.is_of_neighbors() || matches!(rule, Rule::LogDistance | Rule::Rail)
}

impl Handmade {
    /// `12 wheat age=7`, of what comes as it comes.
    pub fn loose_told(&self) -> Option<String> {
        told(self.loose.iter())
    }

    pub fn left_out_told(&self) -> Option<String> {
        told(self.left_out.iter())
    }

    /// What was to be left out and is not in it.
    pub fn unmatched_told(&self) -> Option<String> {
        (!self.unmatched.is_empty()).then(|| format!("there is no {} in it", self.unmatched.join(" and no ")))
    }

    /// What nobody can place, in words that say what to do about it.
    ///
    /// # Errors
    /// There is some.
    pub fn check(&self) -> Result<(), String> {
        let Some(blocks) = told(self.impossible.iter()) else { return Ok(()) };
        let names: Vec<&str> = self.impossible.keys().copied().collect();
        let title = &self.blueprint.title;
        Err(format!(
            "no hand places {blocks}, which {title} wants (to build the rest, say: without {})",
            names.join(" and ")
        ))
    }
}

fn told<'a, N: std::fmt::Display + 'a>(counts: impl Iterator<Item = (&'a N, &'a usize)>) -> Option<String> {
    const SHOWN: usize = 6;
    let mut told: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
    if told.len() > SHOWN {
        let more = told.split_off(SHOWN).len();
        told.push(format!("and {more} more kinds"));
    }
    (!told.is_empty()).then(|| told.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(states: &[&str]) -> Blueprint {
        let palette: Vec<Wanted> = states.iter().map(|text| Wanted::read(text).unwrap()).collect();
        let cells = (1..=states.len() as u16).collect();
        Blueprint { title: "it".to_owned(), size: [states.len() as i32, 1, 1], palette, cells, ..Blueprint::default() }
    }

    #[test]
    fn what_no_hand_makes_is_named_and_the_rest_is_kept() {
        let states = [
            "oak_fence[north=true,waterlogged=false]",
            "wheat[age=7]",
            "oak_stairs[facing=north,shape=inner_left,waterlogged=true]",
            "oak_door[half=upper,facing=east,hinge=left,open=true,powered=false]",
            "lever[face=wall,facing=north,powered=true]",
            "oak_leaves[persistent=true,distance=3]",
            "redstone_lamp[lit=true]",
            "candle[candles=3,lit=false]",
        ];
        let made = handmade(&of(&states), &[]);
        let kept: Vec<String> = made.blueprint.palette.iter().map(ToString::to_string).collect();
        assert_eq!(
            kept,
            [
                "oak_fence[waterlogged=false]",
                "wheat",
                "oak_stairs[facing=north]",
                "oak_door[facing=east,half=upper,hinge=left,open=true,powered=false]",
                "lever[face=wall,facing=north,powered=true]",
                "oak_leaves[persistent=true]",
                "redstone_lamp",
                "candle[candles=3,lit=false]",
            ]
        );
        let loose: Vec<&str> = made.loose.keys().map(String::as_str).collect();
        assert_eq!(loose, ["oak_stairs waterlogged=true", "redstone_lamp lit=true", "wheat age=7"]);
        assert!(made.check().is_ok() && made.left_out.is_empty());
    }

    #[test]
    fn what_no_item_places_is_a_fault_unless_it_is_left_out() {
        let pool = of(&["water", "stone", "fire", "air"]);
        let fault = handmade(&pool, &[]).check().unwrap_err();
        assert_eq!(
            fault,
            "no hand places 1 fire, 1 water, which it wants (to build the rest, say: without fire and water)"
        );
        let made = handmade(&pool, &["water".to_owned(), "minecraft:fire".to_owned()]);
        assert!(made.check().is_ok());
        assert_eq!((made.blueprint.cells, made.left_out.len()), (vec![0, 2, 0, 4], 2));
    }
}
