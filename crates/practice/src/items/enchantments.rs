//! What an item is enchanted with.

use std::sync::LazyLock;

use crate::registries;

/// Enchantments there are in 26.1.
const COUNT: usize = 43;

/// Their names, in the registry's order.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| registries::names("enchantment").collect());

/// Those that do something in this world.
const SIMULATED: [&str; 3] = ["efficiency", "silk_touch", "unbreaking"];

/// The level of each enchantment, by its number in the registry; 0 for none of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Enchantments([u8; COUNT]);

impl Enchantments {
    pub const NONE: Self = Self([0; COUNT]);

    /// False if there is no such enchantment.
    pub fn set(&mut self, name: &str, level: u8) -> bool {
        let number = NAMES.iter().position(|known| known == name);
        number.is_some_and(|number| self.set_number(number, level))
    }

    /// By its number in the registry.
    pub fn set_number(&mut self, number: usize, level: u8) -> bool {
        let place = self.0.get_mut(number);
        place.map(|place| *place = level).is_some()
    }

    pub fn level(&self, name: &str) -> u8 {
        let number = NAMES.iter().position(|known| known == name);
        number.and_then(|number| self.0.get(number)).copied().unwrap_or(0)
    }

    /// Those that there are: the number in the registry, the name, the level.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &'static str, u8)> {
        let levels = NAMES.iter().zip(self.0).zip(0..);
        levels.filter(|((_, level), _)| *level > 0).map(|((name, level), number)| (number, name.as_str(), level))
    }

    /// The names of those that do nothing in this world.
    pub fn idle(&self) -> impl Iterator<Item = &'static str> {
        self.iter().map(|(_, name, _)| name).filter(|name| !SIMULATED.contains(name))
    }

    pub fn all_names() -> &'static [String] {
        &NAMES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_place_for_every_enchantment_of_the_registry() {
        assert_eq!(NAMES.len(), COUNT);
        assert!(SIMULATED.into_iter().all(|name| NAMES.iter().any(|known| known == name)));
        let mut own = Enchantments::NONE;
        assert!(own.set("sharpness", 5) && own.set("silk_touch", 1) && !own.set("luck", 1));
        assert_eq!((own.level("sharpness"), own.level("silk_touch"), own.level("mending")), (5, 1, 0));
        assert_eq!(own.iter().map(|(_, name, level)| (name, level)).collect::<Vec<_>>().len(), 2);
        assert_eq!(own.idle().collect::<Vec<_>>(), ["sharpness"]);
    }
}
