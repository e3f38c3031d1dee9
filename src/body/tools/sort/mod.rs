//! `sort`: looks into the chests around, carries what lies in several of them to one, and looks into each again.
//!
//! What is carried lies in the pack between two chests, and goes back where it came from if it finds no room: nothing is lost, and
//! what the bot held before it holds afterwards.

mod moves;

use std::collections::BTreeSet;

use moves::{Move, Stock, next, spread};
use serde_json::{Value, json};

use crate::{
    body::skills::{
        chest::{Round, Way, around, shift},
        clicks::room_for,
        cx::Cx,
        walk,
    },
    domain::{BlockPos, ErrorCode, ItemCounts, LASTING, Sort, Tool, ToolError},
    knowledge,
};

/// The most moves of one call: more than any few chests take.
const MOST: usize = 512;

pub(super) async fn sort(cx: &Cx, params: Sort) -> Result<Value, ToolError> {
    let middle = params.place().map_or_else(|| cx.feet(), Ok)?;
    walk::into_sight(cx, middle).await?;
    let mut sorting = Sorting {
        cx,
        stocks: Vec::new(),
        shut: Vec::new(),
        held: cx.shown().windows.counts(),
        left: BTreeSet::new(),
        moved: 0,
    };
    for at in around(cx, middle, params.radius() as i32).await? {
        sorting.look_first(at).await?;
    }
    if sorting.stocks.is_empty() {
        let message = format!("no chest, barrel or shulker box that opens within {} blocks", params.radius());
        return Err(ToolError::new(ErrorCode::ResourceNotFound, message).with(json!({
            "target": "chest", "search_radius": params.radius(), "position": cx.feet().ok(), "left_out": sorting.shut,
        })));
    }
    sorting.run().await?;
    Ok(sorting.told())
}

struct Sorting<'a> {
    cx: &'a Cx,
    stocks: Vec<Stock>,
    /// Those that do not open, or that nobody gets at.
    shut: Vec<BlockPos>,
    /// What was held before.
    held: ItemCounts,
    /// Items that stay where they are.
    left: BTreeSet<String>,
    moved: u32,
}

impl Sorting<'_> {
    async fn run(&mut self) -> Result<(), ToolError> {
        // A thing of one's own that stacks with nothing cannot be told from one of its kind: those stay where they are.
        let own: Vec<String> = self.held.iter().map(|(item, _)| item.to_owned()).collect();
        self.left.extend(own.into_iter().filter(|item| knowledge::stack_size(item) == 1));
        for _ in 0..MOST {
            let Some(next) = next(&self.stocks, &self.left) else { break };
            self.carry(next).await?;
        }
        // What lies where in the end is what the server shows once more.
        for number in 0..self.stocks.len() {
            self.visit(number, Way::In, &[]).await?;
        }
        Ok(())
    }

    /// What lies in one, if it opens.
    async fn look_first(&mut self, at: BlockPos) -> Result<(), ToolError> {
        self.cx.progress(format!("looking into the chest at {at}"), self.stocks.len() as u32, 0, Some(at));
        self.stocks.push(Stock { at, contents: ItemCounts::default(), free: 0 });
        match self.visit(self.stocks.len() - 1, Way::In, &[]).await {
            Ok(_) => Ok(()),
            Err(error) if matches!(error.code, ErrorCode::ActionFailed | ErrorCode::PathBlocked) => {
                self.stocks.pop();
                self.shut.push(at);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Opens a chest, moves these, and notes what lies in it then; how many of each went over.
    async fn visit(
        &mut self,
        number: usize,
        way: Way,
        items: &[(String, u32)],
    ) -> Result<Vec<(String, u32)>, ToolError> {
        let cx = self.cx;
        let at = self.stocks[number].at;
        let mut round = Round::new(cx, Some(at), None);
        let mut went = Vec::new();
        if let Some(chest) = round.next().await? {
            for (item, count) in items {
                went.push((item.clone(), shift(cx, way, item, *count, None).await?));
            }
            round.close(chest, &ItemCounts::default())?;
        }
        round.has_seen_one()?;
        let shown = cx.shown();
        if let Some(seen) = shown.containers.iter().rev().find(|seen| seen.is_at(at)) {
            self.stocks[number].contents = seen.contents.clone();
            self.stocks[number].free = seen.free_slots;
        }
        Ok(went)
    }

    /// Carries things from one chest to another; what finds no room there goes back.
    async fn carry(&mut self, Move { from, to, items }: Move) -> Result<(), ToolError> {
        let place = self.stocks[to].at;
        let names: Vec<&str> = items.iter().map(|(item, _)| item.as_str()).collect();
        self.cx.progress(format!("carrying {} to the chest at {place}", names.join(", ")), self.moved, 0, Some(place));
        let has_room = |item: &str| room_for(&self.cx.shown().windows.player_slots(), item);
        let items: Vec<(String, u32)> = items.iter().map(|(item, count)| (item.clone(), *count)).collect();
        if items.iter().all(|(item, _)| has_room(item) == 0) {
            let message = format!("no room in the pack to carry {} from chest to chest", items[0].0);
            return Err(ToolError::new(ErrorCode::InventoryFull, message).with(self.told()));
        }
        let taken = self.visit(from, Way::Out, &items).await?;
        let put = self.visit(to, Way::In, &taken).await;
        let went = put.as_ref().map_or(&[][..], Vec::as_slice);
        let over = |item: &str| went.iter().find(|(name, _)| name == item).map_or(0, |(_, count)| *count);
        let back: Vec<(String, u32)> = taken
            .iter()
            .map(|(item, count)| (item.clone(), count - over(item)))
            .filter(|(_, count)| *count > 0)
            .collect();
        self.moved += went.iter().map(|(_, count)| count).sum::<u32>();
        // What was carried for nothing stays; so does all of it where nothing could be carried. What found no room in the pack beside
        // the rest goes the next time.
        let none = taken.iter().all(|(_, count)| *count == 0);
        let in_vain = |(item, count): &&(String, u32)| over(item) == 0 && (*count > 0 || none);
        self.left.extend(taken.iter().filter(in_vain).map(|(item, _)| item.clone()));
        if !back.is_empty() {
            let returned = self.visit(from, Way::In, &back).await?;
            if let Some((item, count)) =
                back.iter().zip(&returned).find(|(one, other)| one.1 > other.1).map(|(one, _)| one)
            {
                let message = format!("{count} {item} found no room in any chest and are in the pack");
                let mut told = self.told();
                told[LASTING] = json!(true);
                return Err(ToolError::new(ErrorCode::ActionFailed, message).with(told));
            }
        }
        put.map(drop)
    }

    fn told(&self) -> Value {
        let chests = self.stocks.iter().map(|stock| {
            let BlockPos { x, y, z } = stock.at;
            json!({ "x": x, "y": y, "z": z, "holds": stock.contents })
        });
        let split: Vec<String> = spread(&self.stocks).into_iter().map(|(item, _)| item).collect();
        json!({
            "moved": self.moved, "chests": chests.collect::<Vec<_>>(), "split": split, "left_out": self.shut,
        })
    }
}
