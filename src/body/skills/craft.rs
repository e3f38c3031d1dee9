//! Crafting with clicks: fill the grid, wait for the server to show the result, take it.

use azalea::inventory::CloseContainerEvent;
use serde_json::json;

use super::clicks::{self, Click, storage};
use crate::{
    body::skills::cx::Cx,
    domain::{ErrorCode, ItemCounts, SlotStack, ToolError},
    knowledge::{self, Recipe, Shape},
};

/// The grid that is at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Cells in a row: 2 in the inventory, 3 at a table. Slot 0 is the result, the cells follow.
    pub width: usize,
}

impl Grid {
    pub const INVENTORY: Self = Self { width: 2 };
    pub const TABLE: Self = Self { width: 3 };

    fn cells(self) -> std::ops::Range<usize> {
        1..1 + self.width * self.width
    }
}

/// Which item goes into which slot of the grid.
fn layout(recipe: &Recipe, grid: Grid) -> Vec<(usize, &'static str)> {
    match &recipe.shape {
        Shape::Shaped { width, cells, .. } => cells
            .iter()
            .enumerate()
            .filter_map(|(index, item)| Some((1 + index / width * grid.width + index % width, (*item)?)))
            .collect(),
        Shape::Shapeless(items) => items.iter().enumerate().map(|(index, item)| (1 + index, *item)).collect(),
    }
}

/// The clicks that lay out a recipe `times` times in an empty grid; `None` if something is missing.
pub fn fill(
    slots: &[Option<SlotStack>],
    storage: std::ops::Range<usize>,
    grid: Grid,
    recipe: &Recipe,
    times: u32,
) -> Option<Vec<Click>> {
    let layout = layout(recipe, grid);
    let mut clicks = Vec::new();
    let mut items: Vec<&str> = layout.iter().map(|(_, item)| *item).collect();
    items.sort_unstable();
    items.dedup();
    for item in items {
        let mut cells: Vec<(usize, u32)> =
            layout.iter().filter(|(_, wants)| *wants == item).map(|(cell, _)| (*cell, times)).collect();
        let mut cell = 0;
        for slot in storage.clone() {
            if cell == cells.len() {
                break;
            }
            let Some(stack) = slots[slot].as_ref().filter(|stack| stack.item == item) else { continue };
            let mut carried = stack.count;
            clicks.push(Click::Left(slot));
            while carried > 0 && cell < cells.len() {
                let (to, wants) = cells[cell];
                if carried == wants && wants == times {
                    clicks.push(Click::Left(to));
                    carried = 0;
                } else {
                    let put = wants.min(carried);
                    clicks.extend(std::iter::repeat_n(Click::Right(to), put as usize));
                    carried -= put;
                    cells[cell].1 -= put;
                    if cells[cell].1 > 0 {
                        continue;
                    }
                }
                cell += 1;
            }
            if carried > 0 {
                clicks.push(Click::Left(slot));
            }
        }
        if cell < cells.len() {
            return None;
        }
    }
    Some(clicks)
}

/// How often a recipe can be laid out at once with what is held, at most `times`.
pub fn batch(held: &ItemCounts, recipe: &Recipe, times: u32) -> u32 {
    let ingredients = recipe.ingredients();
    let most = |(item, per): (&str, u32)| {
        let stack = knowledge::stack_size(item);
        (held.count(item) / per).min(stack)
    };
    // Each time is a click a cell: a batch stays small enough for servers that count packets.
    ingredients.iter().map(most).min().unwrap_or(0).min(times).min(16)
}

/// Crafts a recipe `times` times in one go, in the window that is open. Returns how many items were made.
pub async fn craft(cx: &Cx, grid: Grid, recipe: &Recipe, times: u32) -> Result<u32, ToolError> {
    let (slots, open) = {
        let shown = cx.shown();
        (shown.windows.slots(), shown.windows.open.is_some())
    };
    let before = cx.shown().windows.counts().count(recipe.result);
    let Some(plan) = fill(&slots, storage(slots.len(), open), grid, recipe, times) else {
        return Err(ToolError::new(ErrorCode::InsufficientMaterials, "the ingredients are gone"));
    };
    for click in plan {
        cx.click(click)?;
    }
    let shown = |cx: &Cx| {
        let shown = cx.shown();
        let slots = shown.windows.slots();
        let result = slots.first().cloned().flatten();
        shown.windows.cursor().is_none() && result.is_some_and(|stack| stack.item == recipe.result)
    };
    if !cx.until(cx.patience(), shown).await {
        let shown = cx.shown();
        let result = shown.windows.slots().first().cloned().flatten();
        return Err(ToolError::new(ErrorCode::ActionFailed, format!("the server did not offer {}", recipe.result))
            .with(json!({ "expected": recipe.result, "seen": result, "cursor": shown.windows.cursor() })));
    }
    cx.click(Click::Shift(0))?;
    let made = |cx: &Cx| {
        let shown = cx.shown();
        let slots = shown.windows.slots();
        let empty = grid.cells().all(|cell| slots.get(cell).is_none_or(Option::is_none));
        empty && shown.windows.cursor().is_none()
    };
    let all = cx.until(cx.patience(), made).await;
    let made = cx.shown().windows.counts().count(recipe.result).saturating_sub(before);
    if !all && made == 0 {
        let full = clicks::room_for(&cx.shown().windows.player_slots(), recipe.result) < recipe.count;
        let (code, message) = if full {
            (ErrorCode::InventoryFull, format!("no room for {}", recipe.result))
        } else {
            (ErrorCode::ActionFailed, format!("the server did not hand over {}", recipe.result))
        };
        return Err(
            ToolError::new(code, message).with(json!({ "item": recipe.result, "expected": times * recipe.count }))
        );
    }
    if !all {
        // A recipe that leaves something (buckets) leaves it in the grid.
        empty_grid(cx).await?;
    }
    Ok(made)
}

/// Moves whatever lies in the grid back into the inventory.
pub async fn empty_grid(cx: &Cx) -> Result<(), ToolError> {
    let (cells, open) = {
        let shown = cx.shown();
        match &shown.windows.open {
            None => (Grid::INVENTORY.cells(), false),
            Some(open) if open.kind == "crafting" => (Grid::TABLE.cells(), true),
            // Any other window keeps what is put into it.
            Some(_) => return Ok(()),
        }
    };
    for cell in cells {
        let slots = cx.shown().windows.slots();
        let Some(stack) = slots.get(cell).cloned().flatten() else { continue };
        cx.click(Click::Left(cell))?;
        let put = clicks::place_for(&slots, storage(slots.len(), open), &stack);
        cx.click(put.map_or(Click::Outside, Click::Left))?;
        if !cx.caught_up().await? {
            break;
        }
        clicks::empty_cursor(cx).await?;
    }
    Ok(())
}

/// Closes the window that is open, if there is one.
pub fn close(cx: &Cx) -> Result<(), ToolError> {
    let Some(id) = cx.shown().windows.open.as_ref().map(|open| open.id) else { return Ok(()) };
    cx.world(|world, entity| {
        world.trigger(CloseContainerEvent { entity, id });
        world.flush();
    })?;
    cx.shown_mut().windows.closed();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::windows::STORAGE;

    /// Plays clicks by vanilla's rules.
    fn play(slots: &mut [Option<SlotStack>], clicks: &[Click]) -> Option<SlotStack> {
        let mut cursor: Option<SlotStack> = None;
        for click in clicks {
            match *click {
                Click::Left(slot) => std::mem::swap(&mut slots[slot], &mut cursor),
                Click::Right(slot) => {
                    let carried = cursor.as_mut().unwrap();
                    carried.count -= 1;
                    match &mut slots[slot] {
                        Some(stack) => stack.count += 1,
                        empty => *empty = Some(SlotStack { count: 1, ..carried.clone() }),
                    }
                    if carried.count == 0 {
                        cursor = None;
                    }
                }
                _ => unreachable!(),
            }
        }
        cursor
    }

    fn check(item: &str, held: &[(usize, &str, u32)], grid: Grid, times: u32) {
        let mut slots = vec![None; 46];
        for (slot, item, count) in held {
            slots[*slot] = Some(SlotStack { item: (*item).into(), count: *count, damage: None });
        }
        let held: ItemCounts = held.iter().map(|(_, item, count)| ((*item).to_owned(), *count)).collect();
        let recipe = knowledge::recipes_for(item)
            .iter()
            .find(|recipe| batch(&held, recipe, times) == times)
            .expect("a recipe for what is held");
        let clicks = fill(&slots, STORAGE, grid, recipe, times).unwrap();
        assert_eq!(play(&mut slots, &clicks), None, "the cursor ends empty");
        let cells: Vec<Option<&str>> =
            slots[grid.cells()].iter().map(|slot| slot.as_ref().map(|stack| stack.item.as_str())).collect();
        assert_eq!(knowledge::match_grid(grid.width, &cells).map(|recipe| recipe.result), Some(item));
        assert!(slots[grid.cells()].iter().flatten().all(|stack| stack.count == times));
    }

    #[test]
    fn recipes_are_laid_out() {
        check("oak_planks", &[(20, "oak_log", 5)], Grid::INVENTORY, 3);
        check("stick", &[(9, "oak_planks", 1), (30, "oak_planks", 3)], Grid::INVENTORY, 2);
        check("crafting_table", &[(9, "oak_planks", 4)], Grid::INVENTORY, 1);
    }

    #[test]
    fn a_stack_of_exactly_one_cell_is_put_down_whole() {
        let slots = {
            let mut slots = vec![None; 46];
            slots[9] = Some(SlotStack { item: "oak_log".into(), count: 3, damage: None });
            slots
        };
        let recipe = &knowledge::recipes_for("oak_planks")[0];
        let clicks = fill(&slots, STORAGE, Grid::INVENTORY, recipe, 3).unwrap();
        assert_eq!(clicks, [Click::Left(9), Click::Left(1)]);
        assert!(fill(&slots, STORAGE, Grid::INVENTORY, recipe, 4).is_none());
    }
}
