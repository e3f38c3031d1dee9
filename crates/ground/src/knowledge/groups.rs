//! Words for many things: food, tools, ores. Nothing is made or planned by such a word; what is held or lies in a chest is meant
//! by it.

use std::sync::LazyLock;

use super::{
    blocks::block,
    equipping::worn_in,
    items::{foods, item, items},
    namespace::plain,
    tags::block_tag,
};
use crate::domain::BodySlot;

/// Whatever there is.
pub const ANY_ITEM: &str = "item";

/// Tools and weapons by the ends of their names; what of it wears out (`items.json`).
const TOOLS: &[&str] = &["_pickaxe", "_axe", "_shovel", "_hoe", "shears", "fishing_rod", "flint_and_steel", "brush"];
const WEAPONS: &[&str] = &["_sword", "bow", "trident", "mace", "_spear"];
/// What grows in the ground as ore, by the tags of its blocks (`block_tags.json`).
const ORES: &[&str] = &[
    "coal_ores",
    "copper_ores",
    "diamond_ores",
    "emerald_ores",
    "gold_ores",
    "iron_ores",
    "lapis_ores",
    "redstone_ores",
];

type Group = (&'static str, Vec<&'static str>);

static GROUPS: LazyLock<Vec<Group>> = LazyLock::new(|| {
    let wears = |ends: &'static [&'static str]| {
        let worn_out = items().iter().filter(|item| item.durability.is_some()).map(|item| item.name);
        worn_out.filter(|name| ends.iter().any(|end| name.ends_with(end))).collect()
    };
    let armor = items().iter().filter(|item| item.durability.is_some()).map(|item| item.name);
    let on_body = |name: &&str| worn_in(name).is_some_and(|slot| BodySlot::ARMOUR.contains(&slot));
    let tagged = |tag: &str| block_tag(tag).into_iter().flatten().filter_map(|name| block(name));
    let in_the_ground = ORES.iter().flat_map(|tag| tagged(tag));
    let of_ore = in_the_ground.flat_map(|ore| ore.drops.iter().map(|drop| drop.item).chain([ore.name]));
    let mut ores: Vec<&'static str> = of_ore.filter(|name| item(name).is_some()).collect();
    ores.sort_unstable();
    ores.dedup();
    vec![
        ("food", foods().iter().map(|food| food.name).collect()),
        ("tool", wears(TOOLS)),
        ("weapon", wears(WEAPONS)),
        ("armor", armor.filter(on_body).collect()),
        ("ore", ores),
        ("flower", tagged("small_flowers").map(|flower| flower.name).filter(|name| item(name).is_some()).collect()),
        ("ingot", items().iter().map(|item| item.name).filter(|name| name.ends_with("_ingot")).collect()),
        (ANY_ITEM, items().iter().map(|item| item.name).collect()),
    ]
});

/// The group of this name, and its items; `None` for a name that is none.
pub fn group(name: &str) -> Option<(&'static str, &'static [&'static str])> {
    let name = plain(name);
    GROUPS.iter().find(|(group, _)| *group == name).map(|(group, members)| (*group, members.as_slice()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_what_people_mean() {
        let holds = |name: &str, item: &str| group(name).unwrap().1.contains(&item);
        for (name, item) in [
            ("food", "apple"),
            ("tool", "stone_pickaxe"),
            ("tool", "shears"),
            ("weapon", "bow"),
            ("weapon", "iron_sword"),
            ("armor", "leather_boots"),
            ("ore", "raw_iron"),
            ("ore", "coal"),
            ("ore", "deepslate_diamond_ore"),
            ("flower", "poppy"),
            ("item", "dirt"),
        ] {
            assert!(holds(name, item), "{item} is of {name}");
        }
        for (name, item) in [("food", "dirt"), ("tool", "iron_sword"), ("armor", "elytra_x"), ("ore", "stone")] {
            assert!(!holds(name, item), "{item} is not of {name}");
        }
        assert_eq!(group("planks"), None);
    }
}
