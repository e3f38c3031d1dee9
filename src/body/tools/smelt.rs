//! `smelt`: a furnace near, else one it places; input and fuel in, waiting tick by tick, the results out, confirmed by the
//! server's slots.
//!
//! A furnace in which somebody's things lie is left alone. Just as much is loaded as is needed, so that no fuel is lit for
//! nothing; whatever is left is taken out again, however the call ends (`skills::furnace::reclaim`).

use std::collections::VecDeque;

use serde_json::{Value, json};

use crate::{
    body::skills::{
        breath, clicks, craft,
        cx::Cx,
        furnace::{self, Contents, FUEL, FURNACE, INPUT, OUTPUT},
        place, station,
        walk::blocked,
    },
    domain::{BlockPos, ErrorCode, ItemCounts, Smelt, ToolError},
    knowledge::{self, SmeltTarget},
};

/// Results are taken out before a stack of them would stop the furnace.
const MANY: u32 = 32;

/// So many of an item.
type Batch = (&'static str, u32);

/// What goes into the furnace, in order.
#[derive(Clone, Debug, Default, PartialEq)]
struct Charge {
    inputs: VecDeque<Batch>,
    fuels: VecDeque<Batch>,
}

struct Smelting<'a> {
    cx: &'a Cx,
    params: &'a Smelt,
    target: SmeltTarget,
    charge: Charge,
    /// Put in, and taken out again as results.
    loaded: u32,
    taken: u32,
    burnt: ItemCounts,
}

pub(super) async fn smelt(cx: &Cx, params: Smelt) -> Result<Value, ToolError> {
    let target = knowledge::smelt_target(&params.item)?;
    let held = cx.shown().windows.counts();
    let charge = Charge::new(&held, &target, &params)?;
    let from: ItemCounts = charge.inputs.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
    let burnt = ItemCounts::default();
    let mut smelting = Smelting { cx, params: &params, target, charge, loaded: 0, taken: 0, burnt };
    clicks::empty_cursor(cx).await?;
    craft::empty_grid(cx).await?;
    let is_empty = |cx: &Cx| furnace::contents(cx).is_some_and(|found| found.is_empty());
    let at = station::open(cx, FURNACE, FURNACE, smelting.target.item, is_empty).await?;
    smelting.work(at).await?;
    let left = furnace::contents(cx).and_then(|contents| contents.fuel);
    furnace::empty(cx).await?;
    // A window that was closed meanwhile is opened once more by the clean-up.
    if furnace::contents(cx).is_some() {
        cx.lend(None);
    }
    craft::close(cx)?;
    if let Some(left) = left {
        smelting.burnt.take(&left.item, left.count.min(smelting.burnt.count(&left.item)));
    }
    Ok(json!({
        "item": smelting.target.item, "smelted": smelting.taken, "from": from, "fuel": smelting.burnt,
        "at": FURNACE, "placed": null,
    }))
}

impl Charge {
    /// Chosen out of what is held: the kind of input that most is held of, and fuel for it.
    fn new(held: &ItemCounts, target: &SmeltTarget, params: &Smelt) -> Result<Self, ToolError> {
        let mut stock = held.clone();
        let mut charge = Self::default();
        let mut left = params.count;
        let mut ticks = 0;
        let mut kinds = target.ingredients.clone();
        kinds.sort_by_key(|(name, _)| std::cmp::Reverse(held.count(name)));
        for (name, each) in kinds {
            let batch = left.min(stock.count(name));
            if stock.take(name, batch) && batch > 0 {
                charge.inputs.push_back((name, batch));
                ticks += batch * each;
                left -= batch;
            }
        }
        let item = target.item;
        if left > 0 {
            let kind = charge.inputs.front().map(|(name, _)| *name).or(knowledge::usual_ingredient(item));
            let kind = kind.unwrap_or(item);
            let message = format!("{} {item} take as many {kind}, and {left} are missing", params.count);
            return Err(ToolError::new(ErrorCode::InsufficientMaterials, message)
                .with(json!({ "item": item, "count": params.count, "missing": { kind: left }, "held": held })));
        }
        charge.fuels = target.fuel(&stock, params.fuel.as_deref(), ticks)?.into();
        Ok(charge)
    }
}

impl Smelting<'_> {
    fn report(&self, what: &str, made: u32, at: BlockPos) {
        let done = (self.taken + made).min(self.params.count);
        self.cx.progress(format!("{what} {}", self.target.item), done, self.params.count, Some(at));
    }

    /// Loads, waits and takes out until everything is smelted.
    async fn work(&mut self, at: BlockPos) -> Result<(), ToolError> {
        let cx = self.cx;
        let each = self.target.ingredients.first().map_or(0, |(_, ticks)| u64::from(*ticks));
        let mut last = Contents::default();
        let mut still_since = cx.now();
        while self.taken < self.params.count {
            let Some(now) = furnace::contents(cx) else {
                self.open_again(at).await?;
                continue;
            };
            self.report("smelting", now.made(), at);
            if now.made() >= MANY || self.taken + now.made() >= self.params.count {
                self.take_results(at).await?;
                continue;
            }
            if now.input.is_none() && !self.charge.inputs.is_empty() {
                cx.lend(Some(at));
                self.load_input().await?;
            } else if now.fuel.is_none() && !self.charge.fuels.is_empty() {
                cx.lend(Some(at));
                self.load_fuel().await?;
            } else if now != last {
                last = now;
                still_since = cx.now();
            } else if cx.now() - still_since > each + cx.patience() {
                self.rekindle(&now, at)?;
                still_since = cx.now();
            }
            breath::free_head(cx).await?;
            cx.tick().await;
        }
        Ok(())
    }

    async fn load_input(&mut self) -> Result<(), ToolError> {
        let Some((name, count)) = next_batch(&mut self.charge.inputs) else { return Ok(()) };
        furnace::load(self.cx, INPUT, name, count).await?;
        self.loaded += count;
        self.check_room()
    }

    async fn load_fuel(&mut self) -> Result<(), ToolError> {
        let Some((name, count)) = next_batch(&mut self.charge.fuels) else { return Ok(()) };
        furnace::load(self.cx, FUEL, name, count).await?;
        self.burnt.add(name, count);
        Ok(())
    }

    /// `INVENTORY_FULL` as long as nothing is lost by it: what is in the furnace must find room as results.
    fn check_room(&self) -> Result<(), ToolError> {
        let room = clicks::room_for(&self.cx.shown().windows.player_slots(), self.target.item);
        if room >= self.loaded - self.taken.min(self.loaded) {
            return Ok(());
        }
        Err(self.no_room())
    }

    fn no_room(&self) -> ToolError {
        let item = self.target.item;
        ToolError::new(ErrorCode::InventoryFull, format!("no room for {item}"))
            .with(json!({ "item": item, "smelted": self.taken }))
    }

    async fn take_results(&mut self, at: BlockPos) -> Result<(), ToolError> {
        let got = furnace::take_out(self.cx, OUTPUT).await?;
        self.taken += got;
        self.report("smelted", 0, at);
        let full = clicks::room_for(&self.cx.shown().windows.player_slots(), self.target.item) == 0;
        match got {
            0 if furnace::contents(self.cx).is_none() => Ok(()),
            0 if full => Err(self.no_room()),
            0 => Err(ToolError::new(
                ErrorCode::ActionFailed,
                format!("the server did not hand over {}", self.target.item),
            )
            .with(json!({ "expected": self.target.item, "seen": furnace::contents(self.cx).map(|c| c.output) }))),
            _ => Ok(()),
        }
    }

    /// Nothing has happened for long: more fuel, if it is that; else the furnace does not do what it should.
    fn rekindle(&mut self, now: &Contents, at: BlockPos) -> Result<(), ToolError> {
        let item = self.target.item;
        if now.input.is_some() && now.fuel.is_none() && now.lit.is_none_or(|lit| lit == 0) {
            // The fire went out between two loads.
            let held = self.cx.shown().windows.counts();
            self.charge.fuels = self.target.fuel(&held, self.params.fuel.as_deref(), 1)?.into();
            return Ok(());
        }
        Err(ToolError::new(ErrorCode::ActionFailed, format!("the {FURNACE} at {at} makes no {item}")).with(json!({
            "expected": item, "target": at, "smelted": self.taken,
            "seen": { "input": now.input, "fuel": now.fuel, "output": now.output },
        })))
    }

    /// The window was closed by the server.
    async fn open_again(&mut self, at: BlockPos) -> Result<(), ToolError> {
        let cx = self.cx;
        let (taken, count) = (self.taken, self.params.count);
        let there = cx.shown().terrain.state(at).and_then(knowledge::block_of_state);
        if let Some(other) = there.filter(|block| block.name != FURNACE) {
            // What lay in it is gone with it.
            cx.lend(None);
            let message = format!("the {FURNACE} at {at} is gone, with {taken} of {count} made");
            return Err(ToolError::new(ErrorCode::ActionFailed, message).with(json!({
                "expected": FURNACE, "seen": other.name, "target": at, "smelted": taken,
            })));
        }
        if place::open(cx, at, FURNACE).await? {
            return Ok(());
        }
        let message = format!("the {FURNACE} at {at} cannot be reached, with {taken} of {count} made");
        Err(blocked(cx, message, json!({ "target": at, "smelted": taken })))
    }
}

/// At most a stack of the next kind.
fn next_batch(queue: &mut VecDeque<Batch>) -> Option<Batch> {
    let (name, count) = queue.pop_front()?;
    let stack = knowledge::stack_size(name);
    if count > stack {
        queue.push_front((name, count - stack));
    }
    Some((name, count.min(stack)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charge(item: &str, count: u32, fuel: Option<&str>, held: &[(&str, u32)]) -> Result<Charge, Value> {
        let held = held.iter().map(|(item, count)| ((*item).to_owned(), *count)).collect();
        let target = knowledge::smelt_target(item).unwrap();
        let params = Smelt { item: item.into(), count, fuel: fuel.map(str::to_owned) };
        Charge::new(&held, &target, &params).map_err(|error| {
            assert_eq!(error.code, ErrorCode::InsufficientMaterials);
            error.context["missing"].clone()
        })
    }

    fn check(item: &str, count: u32, held: &[(&str, u32)], inputs: &[Batch], fuels: &[Batch]) {
        let charge = charge(item, count, None, held).unwrap();
        assert_eq!(
            (charge.inputs, charge.fuels),
            (inputs.to_vec().into(), fuels.to_vec().into()),
            "{item} of {held:?}"
        );
    }

    #[test]
    fn what_is_worth_least_and_suffices_is_burnt() {
        let iron = [("raw_iron", 3)];
        check("iron_ingot", 3, &[("raw_iron", 9), ("coal", 5), ("oak_planks", 9)], &iron, &[("oak_planks", 2)]);
        check("iron_ingot", 3, &[("raw_iron", 9), ("coal", 5), ("oak_planks", 1)], &iron, &[("coal", 1)]);
        check(
            "iron_ingot",
            3,
            &[("raw_iron", 3), ("stick", 4), ("birch_log", 1)],
            &iron,
            &[("stick", 4), ("birch_log", 1)],
        );
        check(
            "iron_ingot",
            3,
            &[("raw_iron", 3), ("oak_planks", 1), ("birch_planks", 1)],
            &iron,
            &[("oak_planks", 1), ("birch_planks", 1)],
        );
        check(
            "glass",
            3,
            &[("sand", 1), ("red_sand", 2), ("coal", 1)],
            &[("red_sand", 2), ("sand", 1)],
            &[("coal", 1)],
        );
        // Tools and tables are not burnt unasked.
        let held = [("raw_iron", 3), ("wooden_pickaxe", 3)];
        assert_eq!(charge("iron_ingot", 3, None, &held), Err(json!({ "coal": 1 })));
        assert_eq!(charge("iron_ingot", 3, Some("wooden_pickaxe"), &held).unwrap().fuels, [("wooden_pickaxe", 3)]);
    }

    #[test]
    fn logs_are_not_burnt_twice() {
        check("charcoal", 2, &[("oak_log", 4)], &[("oak_log", 2)], &[("oak_log", 2)]);
        assert_eq!(charge("charcoal", 2, None, &[("oak_log", 3), ("charcoal", 9)]), Err(json!({ "coal": 1 })));
        assert_eq!(
            charge("charcoal", 2, Some("charcoal"), &[("oak_log", 2), ("charcoal", 9)]).unwrap().fuels,
            [("charcoal", 1)]
        );
    }

    #[test]
    fn what_is_missing_is_told() {
        assert_eq!(charge("glass", 3, None, &[("coal", 1)]), Err(json!({ "sand": 3 })));
        assert_eq!(charge("glass", 3, None, &[("sand", 1), ("coal", 1)]), Err(json!({ "sand": 2 })));
        assert_eq!(charge("glass", 3, Some("planks"), &[("sand", 3), ("coal", 1)]), Err(json!({ "planks": 2 })));
        assert_eq!(charge("charcoal", 1, None, &[]), Err(json!({ "log": 1 })));
    }

    #[test]
    fn more_than_a_stack_goes_in_one_after_the_other() {
        let mut queue = VecDeque::from([("sand", 100)]);
        assert_eq!(next_batch(&mut queue), Some(("sand", 64)));
        assert_eq!(next_batch(&mut queue), Some(("sand", 36)));
        assert_eq!(next_batch(&mut queue), None);
    }
}
