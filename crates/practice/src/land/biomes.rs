//! The biomes that grow here, by vanilla's names, and which climate has which.

use azalea_registry::{DataRegistry, data};

use crate::registries;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Biome {
    Plains,
    SunflowerPlains,
    Forest,
    BirchForest,
    Taiga,
    Desert,
    WindsweptHills,
    River,
    Beach,
}

impl Biome {
    pub const ALL: [Self; 9] = [
        Self::Plains,
        Self::SunflowerPlains,
        Self::Forest,
        Self::BirchForest,
        Self::Taiga,
        Self::Desert,
        Self::WindsweptHills,
        Self::River,
        Self::Beach,
    ];

    /// The biome of dry land off the hills. Temperature and humidity go from -1 to 1 about vanilla's temperate plains;
    /// `kind` tells woods and meadows of the same climate apart.
    pub fn of_climate(temperature: f64, humidity: f64, kind: f64) -> Self {
        if temperature < -0.25 {
            Self::Taiga
        } else if temperature > 0.27 && humidity < 0.3 {
            Self::Desert
        } else if humidity > 0.1 {
            if kind > 0.15 { Self::BirchForest } else { Self::Forest }
        } else if kind > 0.5 {
            Self::SunflowerPlains
        } else {
            Self::Plains
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Plains => "plains",
            Self::SunflowerPlains => "sunflower_plains",
            Self::Forest => "forest",
            Self::BirchForest => "birch_forest",
            Self::Taiga => "taiga",
            Self::Desert => "desert",
            Self::WindsweptHills => "windswept_hills",
            Self::River => "river",
            Self::Beach => "beach",
        }
    }

    /// Its number in the registry that clients are sent.
    pub fn id(self) -> u16 {
        let biome: data::Biome = registries::id_of(self.name());
        biome.protocol_id() as u16
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_biome_is_in_the_registry() {
        let ids: HashSet<u16> = Biome::ALL.into_iter().map(Biome::id).collect();
        assert_eq!(ids.len(), Biome::ALL.len());
        for biome in Biome::ALL {
            let id: data::Biome = registries::id_of(biome.name());
            assert!(id.protocol_id() != 0, "{}: 0 stands for badlands and for unknown", biome.name());
        }
    }

    #[test]
    fn mild_and_dry_is_plains() {
        assert_eq!(Biome::of_climate(0.0, 0.0, 0.0), Biome::Plains);
    }
}
