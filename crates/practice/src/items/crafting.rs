//! What a grid makes, and what making it leaves behind.

use crate::{
    items::stack::{Slot, Stack},
    knowledge,
};

/// What the grid would make: a 2x2 or a 3x3 one, by its length.
pub(crate) fn result(grid: &[Slot]) -> Slot {
    if grid.iter().all(Option::is_none) {
        return None;
    }
    let width = if grid.len() == 4 { 2 } else { 3 };
    let cells: Vec<Option<&str>> = grid.iter().map(|slot| slot.as_ref().map(Stack::name)).collect();
    let recipe = knowledge::match_grid(width, &cells)?;
    Some(Stack::new(knowledge::item(recipe.result)?.id, recipe.count))
}

/// Takes one item from each used cell; a bucket's content is used up, the bucket stays. Returns what stays and has no
/// cell for itself: the empty bottle beside full ones.
pub(super) fn consume(grid: &mut [Slot]) -> Vec<Stack> {
    let mut left = Vec::new();
    for slot in grid {
        let Some(stack) = *slot else { continue };
        *slot = stack.with_count(stack.count - 1);
        if let Some(empty) = remainder(stack.name()).and_then(knowledge::item) {
            let empty = Stack::new(empty.id, 1);
            if slot.is_none() {
                *slot = Some(empty);
            } else {
                left.push(empty);
            }
        }
    }
    left
}

/// What using an item up leaves of it.
pub(super) fn remainder(item: &str) -> Option<&'static str> {
    match item {
        "water_bucket" | "lava_bucket" | "milk_bucket" => Some("bucket"),
        "honey_bottle" | "dragon_breath" => Some("glass_bottle"),
        _ => None,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Some of an item by its name.
    pub fn stack(name: &str, count: u32) -> Stack {
        Stack::new(knowledge::item(name).unwrap_or_else(|| panic!("no item {name}")).id, count)
    }

    fn check(cells: &[&str], expect: Option<(&str, u32)>) {
        let grid: Vec<Slot> = cells.iter().map(|cell| (!cell.is_empty()).then(|| stack(cell, 1))).collect();
        assert_eq!(result(&grid), expect.map(|(name, count)| stack(name, count)), "{cells:?}");
    }

    #[test]
    fn grids_make_what_they_should() {
        check(&["oak_log", "", "", ""], Some(("oak_planks", 4)));
        check(&["", "", "", "birch_log"], Some(("birch_planks", 4)));
        check(&["oak_planks", "", "oak_planks", ""], Some(("stick", 4)));
        check(&["", "oak_planks", "", "birch_planks"], Some(("stick", 4)));
        check(&["oak_planks"; 4], Some(("crafting_table", 1)));
        check(&["oak_planks", "oak_planks", "", ""], Some(("oak_pressure_plate", 1)));
        check(&["", "", "", ""], None);
        check(&["dirt", "", "", ""], None);
        let (p, s) = ("oak_planks", "stick");
        check(&[p, p, p, "", s, "", "", s, ""], Some(("wooden_pickaxe", 1)));
        check(&["", "", "", "", "coal", "", "", s, ""], Some(("torch", 4)));
        check(&[p, p, p, p, "", p, p, p, p], Some(("chest", 1)));
    }

    #[test]
    fn making_uses_one_of_each() {
        let mut grid = vec![Some(stack("oak_log", 3)), None, Some(stack("milk_bucket", 1)), Some(stack("coal", 1))];
        assert_eq!(consume(&mut grid), []);
        assert_eq!(grid, [Some(stack("oak_log", 2)), None, Some(stack("bucket", 1)), None]);
        let mut grid = vec![Some(stack("honey_bottle", 4)), None, None, None];
        assert_eq!(consume(&mut grid), [stack("glass_bottle", 1)]);
        assert_eq!(grid[0], Some(stack("honey_bottle", 3)));
    }
}
