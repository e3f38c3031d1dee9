//! Crafting: which recipe makes an item, and which recipe a filled grid is.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use super::{items::item, names::FAMILIES, namespace::plain};
use crate::domain::ItemCounts;

/// One way to craft an item. A recipe that accepts any of a tag is listed once for each member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    pub result: &'static str,
    /// How many one crafting makes.
    pub count: u32,
    pub shape: Shape,
}

/// How the ingredients lie in the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Row by row; may lie anywhere in the grid, also mirrored.
    Shaped { width: usize, height: usize, cells: Vec<Option<&'static str>> },
    /// One item a cell, in any order.
    Shapeless(Vec<&'static str>),
}

impl Recipe {
    /// Whether it does not fit the inventory's own 2x2 grid.
    pub fn needs_table(&self) -> bool {
        match &self.shape {
            Shape::Shaped { width, height, .. } => *width > 2 || *height > 2,
            Shape::Shapeless(ingredients) => ingredients.len() > 4,
        }
    }

    /// What one crafting uses up.
    pub fn ingredients(&self) -> ItemCounts {
        self.ingredient_names().map(|name| (name.to_owned(), 1)).collect()
    }

    /// The filled cells' items, with repetitions.
    pub fn ingredient_names(&self) -> Box<dyn Iterator<Item = &'static str> + '_> {
        match &self.shape {
            Shape::Shaped { cells, .. } => Box::new(cells.iter().flatten().copied()),
            Shape::Shapeless(ingredients) => Box::new(ingredients.iter().copied()),
        }
    }

    fn matches(&self, laid: &Laid<'_>) -> bool {
        match &self.shape {
            Shape::Shaped { width, height, cells } => {
                *width == laid.width && *height == laid.height && (laid.equals(cells) || laid.mirrored_equals(cells))
            }
            Shape::Shapeless(ingredients) => {
                let mut wanted: Vec<&str> = ingredients.clone();
                wanted.sort_unstable();
                wanted == laid.sorted()
            }
        }
    }
}

#[derive(Deserialize)]
struct Raw {
    result: &'static str,
    count: u32,
    #[serde(default)]
    width: usize,
    #[serde(default, borrow)]
    cells: Vec<Option<&'static str>>,
    #[serde(default, borrow)]
    shapeless: Vec<&'static str>,
}

static RECIPES: LazyLock<HashMap<&'static str, Vec<Recipe>>> = LazyLock::new(|| {
    let raw: Vec<Raw> = serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/recipes.json"))
        .expect("recipes.json is built in");
    let mut by_result: HashMap<&'static str, Vec<Recipe>> = HashMap::new();
    for Raw { result, count, width, cells, shapeless } in raw {
        let shape = if shapeless.is_empty() {
            Shape::Shaped { width, height: cells.len() / width.max(1), cells }
        } else {
            Shape::Shapeless(shapeless)
        };
        by_result.entry(result).or_default().push(Recipe { result, count, shape });
    }
    by_result
});
/// Recipes by their ingredients, sorted: the first thing to look at when a grid is to be matched.
static BY_INGREDIENTS: LazyLock<HashMap<Vec<&'static str>, Vec<&'static Recipe>>> = LazyLock::new(|| {
    let mut by_ingredients: HashMap<_, Vec<&'static Recipe>> = HashMap::new();
    for recipe in RECIPES.values().flatten() {
        let mut names: Vec<&'static str> = recipe.ingredient_names().collect();
        names.sort_unstable();
        by_ingredients.entry(names).or_default().push(recipe);
    }
    by_ingredients
});

/// By an ingredient: what is made with it, each once.
static BY_INGREDIENT: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut by_ingredient: HashMap<_, Vec<&'static str>> = HashMap::new();
    for recipe in RECIPES.values().flatten() {
        for name in recipe.ingredient_names() {
            by_ingredient.entry(name).or_default().push(recipe.result);
        }
    }
    for results in by_ingredient.values_mut() {
        results.sort_by_key(|name| item(name).map(|item| item.id));
        results.dedup();
    }
    by_ingredient
});

/// What is crafted with an item among other things, by the items' ids; empty where it goes into nothing.
pub fn made_with(item: &str) -> &'static [&'static str] {
    BY_INGREDIENT.get(plain(item)).map_or(&[], Vec::as_slice)
}

/// All ways to craft an item; empty where there is none.
pub fn recipes_for(item: &str) -> &'static [Recipe] {
    RECIPES.get(plain(item)).map_or(&[], Vec::as_slice)
}

/// All recipes, in no particular order.
pub fn recipes() -> impl Iterator<Item = &'static Recipe> {
    RECIPES.values().flatten()
}

/// A grid cut down to the rectangle that is filled.
struct Laid<'a> {
    width: usize,
    height: usize,
    cells: Vec<Option<&'a str>>,
}

impl<'a> Laid<'a> {
    fn new(grid_width: usize, grid: &[Option<&'a str>]) -> Option<Self> {
        let filled = |row: usize, column: usize| grid.get(row * grid_width + column).copied().flatten();
        let rows = 0..grid.len().checked_div(grid_width)?;
        let columns = 0..grid_width;
        let used_row = |row: &usize| columns.clone().any(|column| filled(*row, column).is_some());
        let used_column = |column: &usize| rows.clone().any(|row| filled(row, *column).is_some());
        let (top, bottom) = (rows.clone().find(used_row)?, rows.clone().rev().find(used_row)?);
        let (left, right) = (columns.clone().find(used_column)?, columns.clone().rev().find(used_column)?);
        let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (row, column)));
        let cells = cells.map(|(row, column)| filled(row, column).map(plain)).collect();
        Some(Self { width: right - left + 1, height: bottom - top + 1, cells })
    }

    fn equals(&self, cells: &[Option<&str>]) -> bool {
        self.cells == cells
    }

    fn mirrored_equals(&self, cells: &[Option<&str>]) -> bool {
        let rows = self.cells.chunks(self.width).zip(cells.chunks(self.width));
        rows.into_iter().all(|(laid, wanted)| laid.iter().rev().eq(wanted.iter()))
    }

    fn sorted(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = self.cells.iter().flatten().copied().collect();
        names.sort_unstable();
        names
    }
}

/// Items that the game's recipes take for one another, beside the families of wood: what stone tools are made of.
const STONE_MATERIALS: &[&str] = &["cobblestone", "cobbled_deepslate", "blackstone"];

/// The recipe that a grid of 2x2 or 3x3 cells (row by row) is; `None` for an empty or meaningless one.
///
/// Where a recipe takes any of a tag, the members may be mixed, as in the game.
pub fn match_grid(width: usize, cells: &[Option<&str>]) -> Option<&'static Recipe> {
    let laid = Laid::new(width, cells)?;
    matching(&laid).or_else(|| {
        let tags = FAMILIES.iter().map(|(_, members)| *members).chain([STONE_MATERIALS]);
        tags.into_iter().find_map(|members| matching_mixed(&laid, members))
    })
}

fn matching(laid: &Laid<'_>) -> Option<&'static Recipe> {
    let candidates = BY_INGREDIENTS.get(laid.sorted().as_slice())?;
    candidates.iter().copied().find(|recipe| recipe.matches(laid))
}

/// A mixture is a recipe's if the grid would be the same recipe filled with any one of the members in it: so planks of
/// two woods are a chest, but no door.
fn matching_mixed(laid: &Laid<'_>, members: &[&'static str]) -> Option<&'static Recipe> {
    let mut found: Option<&'static Recipe> = None;
    let present: Vec<&'static str> =
        members.iter().copied().filter(|member| laid.cells.contains(&Some(*member))).collect();
    if present.len() < 2 {
        return None;
    }
    for kind in present {
        let even =
            |cell: &Option<&str>| cell.map(|name| if members.contains(&name) { kind } else { name }).map(str::to_owned);
        let cells: Vec<Option<String>> = laid.cells.iter().map(even).collect();
        let cells = cells.iter().map(Option::as_deref).collect();
        let recipe = matching(&Laid { width: laid.width, height: laid.height, cells })?;
        if found.is_some_and(|found| found.result != recipe.result) {
            return None;
        }
        found = Some(recipe);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crafted(width: usize, rows: &[&[&str]]) -> Option<(&'static str, u32)> {
        let cells: Vec<Option<&str>> =
            rows.iter().flat_map(|row| row.iter().map(|name| (!name.is_empty()).then_some(*name))).collect();
        match_grid(width, &cells).map(|recipe| (recipe.result, recipe.count))
    }

    #[test]
    fn grids_are_matched_anywhere_and_mirrored() {
        assert_eq!(crafted(2, &[&["", ""], &["", "birch_log"]]), Some(("birch_planks", 4)));
        assert_eq!(crafted(2, &[&["oak_planks", ""], &["oak_planks", ""]]), Some(("stick", 4)));
        assert_eq!(crafted(3, &[&["", "", ""], &["", "", "coal"], &["", "", "stick"]]), Some(("torch", 4)));
        let (c, s) = ("cobblestone", "stick");
        assert_eq!(crafted(3, &[&[c, c, ""], &[c, s, ""], &["", s, ""]]), Some(("stone_axe", 1)));
        assert_eq!(crafted(3, &[&["", c, c], &["", s, c], &["", s, ""]]), Some(("stone_axe", 1)));
        assert_eq!(crafted(3, &[&[c, c, c], &["", s, ""], &["", s, ""]]), Some(("stone_pickaxe", 1)));
        assert_eq!(crafted(3, &[&[c, c, c], &[s, "", ""], &[s, "", ""]]), None);
        assert_eq!(crafted(2, &[&["", ""], &["", ""]]), None);
        assert_eq!(
            crafted(2, &[&["oak_planks", "oak_planks"], &["oak_planks", "oak_planks"]]),
            Some(("crafting_table", 1))
        );
    }

    #[test]
    fn a_tags_members_may_be_mixed() {
        let (o, b) = ("oak_planks", "birch_planks");
        assert_eq!(crafted(2, &[&[o, b], &[b, o]]), Some(("crafting_table", 1)));
        assert_eq!(crafted(3, &[&[o, b, o], &["", "stick", ""], &["", "stick", ""]]), Some(("wooden_pickaxe", 1)));
        let (c, d) = ("cobblestone", "cobbled_deepslate");
        assert_eq!(crafted(3, &[&[c, d, c], &["", "stick", ""], &["", "stick", ""]]), Some(("stone_pickaxe", 1)));
        assert_eq!(crafted(3, &[&[o, b, ""], &[o, o, ""], &[o, o, ""]]), None);
        assert_eq!(crafted(3, &[&[o, o, ""], &[o, o, ""], &[o, o, ""]]), Some(("oak_door", 3)));
    }

    #[test]
    fn every_recipe_is_found_again_in_a_grid() {
        for recipe in recipes() {
            let mut grid: Vec<Option<&str>> = vec![None; 9];
            match &recipe.shape {
                Shape::Shaped { width, height, cells } => {
                    for row in 0..*height {
                        for column in 0..*width {
                            grid[row * 3 + column] = cells[row * width + column];
                        }
                    }
                }
                Shape::Shapeless(names) => names.iter().enumerate().for_each(|(cell, name)| grid[cell] = Some(name)),
            }
            let found = match_grid(3, &grid).unwrap();
            // The same grid may be two recipes' only if they make the same.
            assert_eq!((found.result, found.count), (recipe.result, recipe.count));
        }
    }

    #[test]
    fn what_needs_a_table() {
        assert!(!recipes_for("stick")[0].needs_table());
        assert!(!recipes_for("crafting_table")[0].needs_table());
        assert!(recipes_for("stone_pickaxe")[0].needs_table());
        assert!(recipes_for("minecraft:chest").iter().all(Recipe::needs_table));
        assert!(recipes_for("dirt").is_empty());
    }
}
