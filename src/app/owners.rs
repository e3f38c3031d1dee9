//! What owners may not ask for: `[owners]` in the configuration.

use serde::{Deserialize, Deserializer, de::Error as _};

use super::Failure;
use crate::{
    domain::{BlockPos, Volume},
    mind::{
        model::{ConfigError, ConfigFile},
        plan::bounds::{Bounds, Deed},
    },
};

/// How far out the world's blocks lie, in blocks from its middle, and how high or low any world's may.
const WORLD: [i32; 3] = [30_000_000, 2_048, 30_000_000];

/// What of the configuration is about owners.
#[derive(Deserialize, Default)]
struct Written {
    #[serde(default)]
    owners: WrittenBounds,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct WrittenBounds {
    may_not: Option<Vec<Deed>>,
    zone: Vec<Zone>,
}

/// A box, by two opposite corners.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Zone {
    #[serde(deserialize_with = "corner")]
    from: BlockPos,
    #[serde(deserialize_with = "corner")]
    to: BlockPos,
}

/// What the configuration says of it; the usual bounds where it says nothing.
///
/// # Errors
/// What cannot be meant, with its line.
pub fn bounds(file: &ConfigFile) -> Result<Bounds, Failure> {
    let Written { owners } = file.parse().map_err(|error: ConfigError| Failure::bad_input(error.to_string()))?;
    Ok(settled(owners))
}

fn settled(written: WrittenBounds) -> Bounds {
    let usual = Bounds::default();
    Bounds {
        may_not: written.may_not.unwrap_or(usual.may_not),
        zones: written.zone.iter().map(|zone| Volume::between(zone.from, zone.to)).collect(),
    }
}

fn corner<'de, D: Deserializer<'de>>(written: D) -> Result<BlockPos, D::Error> {
    let wrong = || D::Error::custom("a corner is three whole numbers, x, y and z, such as [10, 60, 10]");
    let written = Vec::<i32>::deserialize(written).map_err(|_| wrong())?;
    let at: [i32; 3] = written.try_into().map_err(|_| wrong())?;
    if at.iter().zip(WORLD).any(|(at, most)| at.unsigned_abs() > most.unsigned_abs()) {
        let [x, y, z] = WORLD;
        return Err(D::Error::custom(format!("no world reaches farther than [{x}, {y}, {z}]")));
    }
    let [x, y, z] = at;
    Ok(BlockPos::new(x, y, z))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Bounds, String> {
        let written = toml::from_str::<Written>(text).map_err(|error| error.message().to_owned());
        written.map(|written| settled(written.owners))
    }

    #[test]
    fn what_is_written_is_meant_and_nothing_written_is_the_usual() {
        assert_eq!(read("planner = \"offline\"").unwrap(), Bounds::default());
        let usual = read("[[owners.zone]]\nfrom = [20, 60, 10]\nto = [10, 80, -5]").unwrap();
        let zone = Volume::between(BlockPos::new(10, 60, -5), BlockPos::new(20, 80, 10));
        assert_eq!(usual, Bounds { zones: vec![zone], ..Bounds::default() });
        let own = read("[owners]\nmay_not = [\"give\", \"pick up\", \"drop worn\"]").unwrap();
        assert_eq!(own.may_not, [Deed::Give, Deed::PickUp, Deed::DropWorn]);
        assert_eq!(read("[owners]\nmay_not = []").unwrap().may_not, [], "nothing is out of bounds");
    }

    #[test]
    fn what_cannot_be_meant_says_what_can() {
        for (text, word) in [
            ("may_not = [\"fly\"]", "`drop worn`"),
            ("may_not = \"drop\"", "sequence"),
            ("maynot = []", "`may_not`"),
            ("zones = []", "`zone`"),
            ("[[owners.zone]]\nfrom = [1, 2, 3]", "missing field `to`"),
            ("[[owners.zone]]\nfrom = [1, 2]\nto = [1, 2, 3]", "three whole numbers"),
            ("[[owners.zone]]\nfrom = [1, 2, 3, 4]\nto = [1, 2, 3]", "three whole numbers"),
            ("[[owners.zone]]\nfrom = [1, 2.5, 3]\nto = [1, 2, 3]", "three whole numbers"),
            ("[[owners.zone]]\nfrom = [1, 9999, 3]\nto = [1, 2, 3]", "no world reaches"),
            ("[[owners.zone]]\nfrom = [1, 2, 3]\nto = [1, 2, 3]\nname = \"house\"", "`name`"),
        ] {
            let text = if text.starts_with('[') { text.to_owned() } else { format!("[owners]\n{text}") };
            let fault = read(&text).unwrap_err();
            assert!(fault.contains(word), "{text}: {fault}");
        }
    }
}
