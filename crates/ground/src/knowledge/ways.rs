//! Crafting as a planner sees it: recipes that differ only in the wood they take are one way, its slot naming the family.
//!
//! The recipe list names each member of a tag apart; the game accepts any mixture. [`ways_for`] puts them together again
//! for planning, [`choose_recipe`] lays out a grid from what is held, mixing woods where one kind does not suffice.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{LazyLock, Mutex},
};

use super::{
    names::{FAMILIES, family},
    namespace::plain,
    recipes::{Recipe, Shape, recipes, recipes_for},
    targets::CraftTarget,
};
use crate::domain::ItemCounts;

/// One way to craft an item or any member of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// An item's or a family's name.
    pub result: &'static str,
    /// How many one crafting makes.
    pub count: u32,
    pub needs_table: bool,
    /// What one crafting uses: items or families, with how many.
    pub slots: Vec<(&'static str, u32)>,
}

/// The family a name is a member of.
pub fn family_of(name: &str) -> Option<&'static str> {
    FAMILIES.iter().find(|(_, members)| members.contains(&name)).map(|(family, _)| *family)
}

type Slots = Vec<(&'static str, u32)>;

fn exact_slots(recipe: &Recipe) -> Slots {
    let mut slots: BTreeMap<&'static str, u32> = BTreeMap::new();
    recipe.ingredient_names().for_each(|name| *slots.entry(name).or_default() += 1);
    slots.into_iter().collect()
}

/// The slots with every member of a family replaced by the family's name.
fn family_slots(recipe: &Recipe) -> Slots {
    let mut slots: BTreeMap<&'static str, u32> = BTreeMap::new();
    recipe.ingredient_names().for_each(|name| *slots.entry(family_of(name).unwrap_or(name)).or_default() += 1);
    slots.into_iter().collect()
}

static WAYS: LazyLock<HashMap<&'static str, Vec<Way>>> = LazyLock::new(|| {
    let mut ways: HashMap<&'static str, Vec<Way>> = HashMap::new();
    let results: BTreeSet<&'static str> = recipes().map(|recipe| recipe.result).collect();
    for result in results {
        let list = recipes_for(result);
        let mut merged: Vec<Slots> = Vec::new();
        for recipe in list {
            let (exact, wide) = (exact_slots(recipe), family_slots(recipe));
            let variants = list.iter().filter(|other| family_slots(other) == wide).count();
            // A tag shows itself by one recipe a member; a wood's own recipe (its door, its planks) has just the one.
            let slots = if exact != wide && variants >= 8 { wide } else { exact };
            if merged.contains(&slots) {
                continue;
            }
            merged.push(slots.clone());
            let way = Way { result, count: recipe.count, needs_table: recipe.needs_table(), slots };
            ways.entry(result).or_default().push(way);
        }
    }
    let planks = Way { result: "planks", count: 4, needs_table: false, slots: vec![("log", 1)] };
    ways.insert("planks", vec![planks]);
    ways
});

/// The ways to craft an item, or a family; empty where there is none.
pub fn ways_for(name: &str) -> &'static [Way] {
    WAYS.get(plain(name)).map_or(&[], Vec::as_slice)
}

/// Whether something that goes into this is itself made of what comes of it, as chiseled sandstone is of slabs: such a way takes back
/// what was made, or held.
pub fn goes_in_circles(slots: &[(&'static str, u32)], result: &str) -> bool {
    let made_of_it = |name: &str| ways_for(name).iter().any(|way| way.slots.iter().any(|(slot, _)| *slot == result));
    slots.iter().any(|(slot, _)| made_of_it(slot))
}

/// All ways, by result.
pub fn ways() -> impl Iterator<Item = &'static Way> {
    WAYS.values().flatten()
}

/// A recipe laid out with items that are held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub recipe: &'static Recipe,
    pub width: usize,
    /// Row by row, `width` a row.
    pub cells: Vec<Option<&'static str>>,
}

/// Picks the recipe and the items for one crafting of the target: of one kind where one suffices (that of which most
/// is held), else mixed where the recipe takes a family.
///
/// # Errors
/// What the recipe that lacks least still lacks.
pub fn choose_recipe(target: &CraftTarget, held: &ItemCounts) -> Result<Layout, ItemCounts> {
    let lacks = |recipe: &Recipe| -> u32 {
        exact_slots(recipe).iter().map(|(name, count)| count.saturating_sub(held.count(name))).sum()
    };
    let spare = |recipe: &Recipe| exact_slots(recipe).iter().map(|(name, n)| held.count(name) / n).min().unwrap_or(0);
    let whole = target.recipes.iter().copied().filter(|recipe| lacks(recipe) == 0);
    let circles = |recipe: &Recipe| goes_in_circles(&exact_slots(recipe), recipe.result);
    // The first of the most: the recipe list's order settles ties.
    if let Some(recipe) = whole.rev_max_by_key(|recipe| (!circles(recipe), spare(recipe))) {
        let (width, cells) = cells_of(recipe);
        return Ok(Layout { recipe, width, cells });
    }
    if let Some(layout) = target.recipes.iter().find_map(|recipe| mixed(recipe, held)) {
        return Ok(layout);
    }
    let Some(nearest) = target.recipes.iter().min_by_key(|recipe| lacks(recipe)) else {
        return Err(ItemCounts::default());
    };
    let missing = exact_slots(nearest).into_iter().map(|(name, count)| (name, count.saturating_sub(held.count(name))));
    Err(missing.map(|(name, count)| (name.to_owned(), count)).collect())
}

trait RevMax: Iterator + Sized {
    /// The first of the greatest (`max_by_key` takes the last).
    fn rev_max_by_key<K: Ord>(self, key: impl Fn(&Recipe) -> K) -> Option<&'static Recipe>
    where
        Self: Iterator<Item = &'static Recipe>,
    {
        self.fold(None, |best: Option<&'static Recipe>, next| match best {
            Some(best) if key(best) >= key(next) => Some(best),
            _ => Some(next),
        })
    }
}

impl<I: Iterator> RevMax for I {}

fn cells_of(recipe: &'static Recipe) -> (usize, Vec<Option<&'static str>>) {
    match &recipe.shape {
        Shape::Shaped { width, cells, .. } => (*width, cells.clone()),
        Shape::Shapeless(names) => {
            let width = if names.len() > 4 { 3 } else { names.len().clamp(1, 2) };
            (width, names.iter().copied().map(Some).collect())
        }
    }
}

/// The recipe with its family's cells filled from several members, if the game takes a mixture and enough is held.
fn mixed(recipe: &'static Recipe, held: &ItemCounts) -> Option<Layout> {
    let wide = family_slots(recipe);
    ways_for(recipe.result)
        .iter()
        .find(|way| way.slots == wide && way.slots.iter().any(|(name, _)| family(name).is_some()))?;
    let mut left = held.clone();
    let (width, cells) = cells_of(recipe);
    let mut filled = Vec::with_capacity(cells.len());
    for cell in cells {
        let Some(name) = cell else {
            filled.push(None);
            continue;
        };
        let members = family_of(name).and_then(family).unwrap_or(&[]);
        let choice = members.iter().copied().fold(name, |a, b| if left.count(b) > left.count(a) { b } else { a });
        if !left.take(choice, 1) {
            return None;
        }
        filled.push(Some(choice));
    }
    Some(Layout { recipe, width, cells: filled })
}

/// A recipe whose wood is mixed out of what is held, where the game takes any and no single kind suffices; `None` if
/// even so too little is held.
pub fn mixed_recipe(target: &CraftTarget, held: &ItemCounts) -> Option<&'static Recipe> {
    /// Mixtures are few and come again: each is kept for good.
    static MIXED: LazyLock<Mutex<Vec<&'static Recipe>>> = LazyLock::new(Mutex::default);
    let Layout { recipe, cells, .. } = target.recipes.iter().find_map(|recipe| mixed(recipe, held))?;
    let shape = match &recipe.shape {
        Shape::Shaped { width, height, .. } => Shape::Shaped { width: *width, height: *height, cells },
        Shape::Shapeless(_) => Shape::Shapeless(cells.into_iter().flatten().collect()),
    };
    let mixture = Recipe { shape, ..recipe.clone() };
    let mut known = MIXED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(same) = known.iter().copied().find(|same| **same == mixture) {
        return Some(same);
    }
    let kept: &'static Recipe = Box::leak(Box::new(mixture));
    known.push(kept);
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{craft_target, match_grid};

    fn counts(list: &[(&str, u32)]) -> ItemCounts {
        list.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    fn laid(item: &str, held: &[(&str, u32)]) -> Result<Vec<&'static str>, ItemCounts> {
        let layout = choose_recipe(&craft_target(item).unwrap(), &counts(held))?;
        let cells: Vec<Option<&str>> = layout.cells.clone();
        if layout.width == 3 || layout.cells.len() == layout.width * 2 {
            assert_eq!(match_grid(layout.width, &cells).map(|recipe| recipe.result), Some(layout.recipe.result));
        }
        let mut names: Vec<&str> = layout.cells.into_iter().flatten().collect();
        names.sort_unstable();
        Ok(names)
    }

    #[test]
    fn ways_put_the_woods_together() {
        let slots = |item: &str| ways_for(item).iter().map(|way| way.slots.clone()).collect::<Vec<_>>();
        assert_eq!(slots("crafting_table"), [vec![("planks", 4)]]);
        assert_eq!(slots("stick"), [vec![("planks", 2)], vec![("bamboo", 2)]]);
        assert_eq!(slots("oak_door"), [vec![("oak_planks", 6)]]);
        assert_eq!(slots("oak_planks"), [vec![("oak_log", 1)]]);
        assert_eq!(slots("planks"), [vec![("log", 1)]]);
        assert_eq!(ways_for("stone_pickaxe").len(), 3);
        assert!(slots("campfire").contains(&vec![("coal", 1), ("log", 3), ("stick", 3)]));
    }

    #[test]
    fn a_recipe_is_laid_out_from_what_is_held() {
        assert_eq!(laid("stick", &[("birch_planks", 2)]).unwrap(), ["birch_planks"; 2]);
        assert_eq!(laid("stick", &[("birch_planks", 2), ("oak_planks", 9)]).unwrap(), ["oak_planks"; 2]);
        assert_eq!(
            laid("crafting_table", &[("birch_planks", 2), ("oak_planks", 2)]).unwrap(),
            ["birch_planks", "birch_planks", "oak_planks", "oak_planks"]
        );
        assert_eq!(laid("planks", &[("birch_log", 1)]).unwrap(), ["birch_log"]);
        assert_eq!(laid("oak_door", &[("birch_planks", 5), ("oak_planks", 5)]), Err(counts(&[("oak_planks", 1)])));
        let chest =
            mixed_recipe(&craft_target("chest").unwrap(), &counts(&[("oak_planks", 4), ("birch_planks", 4)])).unwrap();
        assert_eq!(chest.ingredients(), counts(&[("oak_planks", 4), ("birch_planks", 4)]));
        assert_eq!(chest.result, "chest");
        assert!(laid("wooden_pickaxe", &[("oak_planks", 2), ("birch_planks", 1), ("stick", 2)]).is_ok());
    }
}
