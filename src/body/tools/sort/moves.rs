//! What of the chests' contents is moved next: decided from what is known to lie in each. Pure.

use std::collections::BTreeSet;

use crate::{
    domain::{BlockPos, ItemCounts},
    knowledge,
};

/// What is known of a chest.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stock {
    pub at: BlockPos,
    pub contents: ItemCounts,
    /// Slots in which nothing lies.
    pub free: u32,
}

impl Stock {
    /// How many more of an item fit in for certain.
    fn room(&self, item: &str) -> u32 {
        let (stack, there) = (knowledge::stack_size(item), self.contents.count(item));
        self.free * stack + there.div_ceil(stack) * stack - there
    }

    /// As it is with so many more.
    fn put(&mut self, item: &str, count: u32) {
        let (stack, there) = (knowledge::stack_size(item), self.contents.count(item));
        let slots = (there + count).div_ceil(stack) - there.div_ceil(stack);
        self.free = self.free.saturating_sub(slots);
        self.contents.add(item, count);
    }
}

/// What goes from one chest to another, by their numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Move {
    pub from: usize,
    pub to: usize,
    pub items: Vec<(String, u32)>,
}

/// Items that lie in several chests, each with these, the one that holds most of it first.
pub(super) fn spread(stocks: &[Stock]) -> Vec<(String, Vec<usize>)> {
    let names: BTreeSet<&str> = stocks.iter().flat_map(|stock| stock.contents.iter().map(|(item, _)| item)).collect();
    let several = names.into_iter().filter_map(|item| {
        let holds = |number: &usize| stocks[*number].contents.count(item);
        let mut holders: Vec<usize> = (0..stocks.len()).filter(|number| holds(number) > 0).collect();
        holders.sort_by_key(|number| (std::cmp::Reverse(holds(number)), *number));
        (holders.len() > 1).then(|| (item.to_owned(), holders))
    });
    several.collect()
}

/// The next move: of all that goes from one chest to another at once. Each leads to where most of an item lies, or, where there is
/// no room, empties a chest of it into another: so there is an end to it. `left`: items that stay where they are.
pub(super) fn next(stocks: &[Stock], left: &BTreeSet<String>) -> Option<Move> {
    let mut found: Option<Move> = None;
    let mut to_be = stocks.to_vec();
    for (item, holders) in spread(stocks).into_iter().filter(|(item, _)| !left.contains(item)) {
        let Some((from, to, count)) = one(&to_be, &item, &holders) else { continue };
        match &mut found {
            None => found = Some(Move { from, to, items: vec![(item.clone(), count)] }),
            Some(first) if (first.from, first.to) == (from, to) => first.items.push((item.clone(), count)),
            Some(_) => continue,
        }
        to_be[to].put(&item, count);
    }
    found
}

/// Where from and where to some of an item goes, and how many.
fn one(stocks: &[Stock], item: &str, holders: &[usize]) -> Option<(usize, usize, u32)> {
    let holds = |number: usize| stocks[number].contents.count(item);
    let most = *holders.first()?;
    let rest = || holders[1..].iter().rev().copied();
    if let Some(from) = rest().find(|_| stocks[most].room(item) > 0) {
        return Some((from, most, holds(from).min(stocks[most].room(item))));
    }
    let whole = |from: usize| rest().rev().find(|to| *to != from && stocks[*to].room(item) >= holds(from));
    rest().find_map(|from| Some((from, whole(from)?, holds(from))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stock(contents: &[(&str, u32)], free: u32) -> Stock {
        let contents = contents.iter().map(|(item, count)| ((*item).to_owned(), *count)).collect();
        Stock { at: BlockPos::new(0, 0, 0), contents, free }
    }

    /// Moves until there is nothing to be moved any more.
    fn sorted(mut stocks: Vec<Stock>) -> (Vec<String>, usize) {
        let mut moves = 0;
        while let Some(Move { from, to, items }) = next(&stocks, &BTreeSet::new()) {
            moves += 1;
            assert!(moves < 100, "it never ends: {stocks:?}");
            for (item, count) in items {
                let stack = knowledge::stack_size(&item);
                let there = stocks[from].contents.count(&item);
                stocks[from].contents.take(&item, count);
                stocks[from].free += there.div_ceil(stack) - (there - count).div_ceil(stack);
                assert!(stocks[to].room(&item) >= count);
                stocks[to].put(&item, count);
            }
        }
        (stocks.iter().map(|stock| stock.contents.to_string()).collect(), moves)
    }

    #[test]
    fn each_kind_comes_to_lie_where_most_of_it_lay() {
        let (lie, moves) = sorted(vec![
            stock(&[("dirt", 40), ("stick", 3), ("coal", 1)], 24),
            stock(&[("dirt", 9), ("stick", 5), ("coal", 8)], 24),
            stock(&[("dirt", 70)], 25),
        ]);
        assert_eq!(lie, ["nothing", "9 coal, 8 stick", "119 dirt"]);
        assert_eq!(moves, 3, "what goes the same way goes together");
        assert_eq!(sorted(vec![stock(&[("dirt", 1)], 26), stock(&[("coal", 1)], 26)]).1, 0);
    }

    #[test]
    fn what_does_not_fit_stays_and_there_is_an_end_to_it() {
        let full = stock(&[("dirt", 64 * 20), ("stone", 64 * 7)], 0);
        let (lie, _) = sorted(vec![full.clone(), stock(&[("dirt", 100), ("coal", 3)], 20), stock(&[("dirt", 30)], 26)]);
        assert_eq!(lie, ["1280 dirt, 448 stone", "3 coal, 130 dirt", "nothing"]);
        let (lie, moves) = sorted(vec![full.clone(), full]);
        assert_eq!((lie[0] == lie[1], moves), (true, 0));
    }
}
