//! What an item is for, in short lines: what is made of it, and what else can be done with it.

use super::words;
use crate::knowledge;

/// So many of the things that are made of it are named.
const NAMED: usize = 6;
/// Ticks for which a fire has to burn for one item.
const SMELTING: u32 = 200;

/// One line a use, of what the game's own data says; none of what is good for nothing.
pub fn uses(item: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let made = knowledge::made_with(item);
    if !made.is_empty() {
        let named: Vec<String> = made.iter().take(NAMED).map(|name| words::plain(name)).collect();
        let rest = match made.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        lines.push(format!("for: {}{rest}", named.join(", ")));
    }
    if let Some(smelting) = knowledge::smelting_of(item) {
        lines.push(format!("smelts into {}", words::plain(smelting.result)));
    }
    if let Some(ticks) = knowledge::burn_ticks(item).filter(|ticks| *ticks >= SMELTING) {
        let items = ticks / SMELTING;
        lines.push(format!("burns long enough to smelt {items} {}", if items == 1 { "item" } else { "items" }));
    }
    if let Some(food) = knowledge::food(item) {
        lines.push(format!("eaten: {} half-drumsticks", food.points));
    }
    if let Some(slot) = knowledge::worn_in(item) {
        lines.push(format!("worn {slot}"));
    }
    if knowledge::placing::block_of_item(item).is_some() {
        lines.push("can be placed".to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_things_are_for_is_told() {
        for (item, told) in [
            ("stick", "for: "),
            ("oak_log", "burns long enough to smelt 1 item"),
            ("coal", "burns long enough to smelt 8 items"),
            ("sand", "smelts into glass"),
            ("bread", "eaten: 5 half-drumsticks"),
            ("iron_helmet", "worn on the head"),
            ("dirt", "can be placed"),
        ] {
            assert!(uses(item).iter().any(|line| line.starts_with(told)), "{item}: {:?}", uses(item));
        }
        assert_eq!(uses("nothing_of_the_kind"), [] as [&str; 0]);
        assert!(uses("stick")[0].contains(" and "), "{:?}", uses("stick"));
    }
}
