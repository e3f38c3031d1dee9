//! Steps with their reasons and expectations, made of what the closure found.

use super::closure::{Expansion, For, Item};
use crate::{
    domain::{Craft, Expectation, Mine, PlaceBlock, StepDraft, ToolRequest},
    knowledge::{self, craft_target, mine_target},
};

/// A tool call as a step: what must be true afterwards follows from what is asked.
pub fn draft(request: ToolRequest, reason: String) -> StepDraft {
    let owned = |names: Vec<&'static str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let expectation = match &request {
        ToolRequest::Mine(mine) => {
            let items = mine_target(&mine.target).map(|found| owned(found.items)).unwrap_or_default();
            Expectation::Gain { items, count: mine.count }
        }
        ToolRequest::Craft(craft) => {
            let items = craft_target(&craft.item).map(|found| owned(found.items)).unwrap_or_default();
            Expectation::Gain { items, count: craft.count }
        }
        ToolRequest::PlaceBlock(place) => {
            Expectation::Block { block: knowledge::plain(&place.block).to_owned(), at: place.at() }
        }
        ToolRequest::Navigate(to) => {
            Expectation::Near { x: to.x, y: to.y, z: to.z, tolerance: to.tolerance.unwrap_or(0) }
        }
        ToolRequest::Chat(chat) => Expectation::Said { message: chat.message.clone() },
        ToolRequest::Drop(drop) => {
            Expectation::Loss { items: vec![knowledge::plain(&drop.item).to_owned()], count: drop.count }
        }
        ToolRequest::GetBotStatus(_) => Expectation::Answered,
    };
    StepDraft { request, reason, expectation, takes_back: None }
}

pub fn craft(item: &str, count: u32, reason: String) -> StepDraft {
    draft(ToolRequest::Craft(Craft { item: item.to_owned(), count }), reason)
}

pub fn mine(target: &str, count: u32, reason: String) -> StepDraft {
    draft(ToolRequest::Mine(Mine { target: target.to_owned(), count, max_radius: None, at: None }), reason)
}

pub fn place_table() -> StepDraft {
    let place = PlaceBlock { block: "crafting_table".to_owned(), x: None, y: None, z: None, state: None };
    draft(ToolRequest::PlaceBlock(place), "what comes next does not fit the 2x2 grid".to_owned())
}

pub fn take_table_back() -> StepDraft {
    let step = mine("crafting_table", 1, "nothing else needs the table: take it along".to_owned());
    StepDraft { takes_back: Some("crafting_table".to_owned()), ..step }
}

/// The closure's items as steps, a table placed before the first that needs it and taken back after the last.
pub fn steps(expansion: &Expansion, table_near: bool) -> Vec<StepDraft> {
    steps_then(expansion, table_near, Vec::new(), false)
}

/// The same, with more steps at the end, which may need the table as well.
pub fn steps_then(
    expansion: &Expansion,
    table_near: bool,
    last: Vec<StepDraft>,
    last_needs_table: bool,
) -> Vec<StepDraft> {
    let needs = |item: &Item| !table_near && item.way.is_some_and(|way| way.needs_table);
    let first_need = expansion.items.iter().position(needs);
    let last_need = expansion.items.iter().rposition(needs);
    let last_needs_table = last_needs_table && !table_near;
    let mut steps = Vec::new();
    for (index, item) in expansion.items.iter().enumerate() {
        if first_need == Some(index) {
            steps.push(place_table());
        }
        let reason = reason(item);
        steps.push(if item.way.is_some() {
            craft(item.name, item.count, reason)
        } else {
            mine(item.name, item.count, reason)
        });
        if last_need == Some(index) && !last_needs_table {
            steps.push(take_table_back());
        }
    }
    if last_needs_table && first_need.is_none() {
        steps.push(place_table());
    }
    steps.extend(last);
    if last_needs_table {
        steps.push(take_table_back());
    }
    steps
}

/// `4 for the crafting table, 3 for the wooden pickaxe`.
pub fn reason(item: &Item) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (why, count) in &item.demand.why {
        let part = match why {
            For::Goal => "as asked".to_owned(),
            For::Making(what) => format!("{count} for {}", article(what)),
            For::Digging(block) => format!("to dig {block}"),
            For::Station => "to craft what does not fit the 2x2 grid".to_owned(),
        };
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.join(", ")
}

/// `the stone pickaxe`, `planks`.
fn article(name: &str) -> String {
    let shown = knowledge::item(name).map_or_else(|| name.replace('_', " "), |item| item.display_name.to_lowercase());
    match name {
        "stick" => "sticks".to_owned(),
        "torch" => "torches".to_owned(),
        _ if shown.ends_with('s') && name != "compass" => shown,
        _ => format!("the {shown}"),
    }
}
