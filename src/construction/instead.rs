//! Other blocks in the place of those that a blueprint names: one for one, or all of a kind (spruce for oak, iron doors for doors).

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use super::blueprint::{Blueprint, Wanted};
use crate::knowledge::{self, plain};

/// What stands in others' place, and which of it was needed.
pub struct Instead<'a> {
    by_name: &'a BTreeMap<String, String>,
    used: RefCell<BTreeSet<String>>,
}

impl<'a> Instead<'a> {
    /// # Errors
    /// There is no such block to be put there.
    pub fn new(by_name: &'a BTreeMap<String, String>) -> Result<Self, String> {
        let unknown = by_name.values().find(|other| !is_of_some_block(plain(other)));
        if let Some(other) = unknown {
            return Err(format!("no block is called {other:?}, to be put in another's place"));
        }
        Ok(Self { by_name, used: RefCell::default() })
    }

    /// What stands in the place of a block of this name.
    pub fn of(&self, name: &str) -> Option<String> {
        let begins = |(given, other): (&'a String, &'a String)| {
            let (kind, other) = (plain(given), plain(other));
            if name == kind && knowledge::block(other).is_some() {
                return Some((kind.len(), given, other.to_owned()));
            }
            let (stripped, bare) = name.strip_prefix(STRIPPED).map_or(("", name), |bare| (STRIPPED, bare));
            let rest = bare.strip_prefix(kind)?;
            let new = format!("{stripped}{other}{rest}");
            let fits = knowledge::block(&new).is_some() && rest.starts_with('_');
            fits.then_some((kind.len(), given, new))
        };
        // All planks, whatever their wood; what is named more closely comes first.
        let ends = |(given, other): (&'a String, &'a String)| {
            let (kind, other) = (plain(given), plain(other));
            let fits = name.strip_suffix(kind).is_some_and(|rest| rest.ends_with('_'));
            (fits && knowledge::block(other).is_some()).then(|| (kind.len(), given, other.to_owned()))
        };
        let by_beginning = self.by_name.iter().filter_map(begins).max();
        let (_, given, new) = by_beginning.or_else(|| self.by_name.iter().filter_map(ends).max())?;
        self.used.borrow_mut().insert(given.clone());
        Some(new)
    }

    /// # Errors
    /// Something was to be replaced that is not there.
    pub fn check(&self) -> Result<(), String> {
        let used = self.used.borrow();
        match self.by_name.keys().find(|given| !used.contains(*given)) {
            Some(given) => Err(format!("there is no {given} in it that something else could stand for")),
            None => Ok(()),
        }
    }

    /// A blueprint with these blocks in it. Of its states those stay that the others have as well.
    ///
    /// # Errors
    /// Something was to be replaced that is not there.
    pub fn put_into(&self, mut blueprint: Blueprint) -> Result<Blueprint, String> {
        for wanted in &mut blueprint.palette {
            let other = self.of(wanted.block.name).and_then(|name| knowledge::block(&name));
            if let Some(block) = other {
                let has = |(name, value): &(&str, &str)| has_value(block, name, value);
                let properties = wanted.properties.iter().filter(|pair| has(pair)).copied().collect();
                *wanted = Wanted { block, properties };
            }
        }
        self.check()?;
        Ok(blueprint)
    }
}

const STRIPPED: &str = "stripped_";

/// Whether a block has a property of this name that may be so.
pub fn has_value(block: &knowledge::Block, name: &str, value: &str) -> bool {
    let property = block.properties.iter().find(|one| one.name == name);
    property.is_some_and(|property| property.values.iter().any(|one| one == value))
}

/// Whether this is a block's name, or the beginning or the end of one's: `oak`, `door`.
pub fn is_of_some_block(name: &str) -> bool {
    let is_part = |block: &str| {
        let begins = block.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'));
        begins || block.strip_suffix(name).is_some_and(|rest| rest.ends_with('_'))
    };
    !name.is_empty() && knowledge::blocks().iter().any(|block| is_part(block.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_block_or_a_whole_kind_gives_way_to_others() {
        let with = [("oak", "spruce"), ("minecraft:cobblestone", "stone_bricks"), ("oak_door", "iron_door")];
        let with: BTreeMap<String, String> = with.map(|(a, b)| (a.to_owned(), b.to_owned())).into();
        let instead = Instead::new(&with).unwrap();
        for (name, other) in [
            ("oak_stairs", Some("spruce_stairs")),
            ("stripped_oak_log", Some("stripped_spruce_log")),
            ("oak_door", Some("iron_door")),
            ("cobblestone", Some("stone_bricks")),
            ("dark_oak_planks", None),
            ("cobblestone_wall", None),
            ("glass", None),
        ] {
            assert_eq!(instead.of(name).as_deref(), other, "{name}");
        }
        assert!(instead.check().is_ok());
        let with =
            BTreeMap::from([("door".to_owned(), "iron_door".to_owned()), ("planks".to_owned(), "stone".to_owned())]);
        let instead = Instead::new(&with).unwrap();
        for (name, other) in [("oak_door", "iron_door"), ("birch_planks", "stone")] {
            assert_eq!(instead.of(name).as_deref(), Some(other));
        }
        assert_eq!(instead.of("oak_trapdoor"), None);
        let with = BTreeMap::from([("stripped_oak_log".to_owned(), "stone".to_owned())]);
        assert_eq!(Instead::new(&with).unwrap().of("stripped_oak_log").as_deref(), Some("stone"));
        let none = BTreeMap::from([("glass".to_owned(), "stone".to_owned())]);
        assert!(Instead::new(&none).unwrap().check().unwrap_err().contains("there is no glass in it"));
        let unknown = BTreeMap::from([("glass".to_owned(), "glas".to_owned())]);
        assert!(Instead::new(&unknown).is_err());
    }
}
