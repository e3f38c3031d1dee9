//! Why something cannot be had: the chain from the thing asked for down to the piece that nothing here yields.

use std::collections::BTreeSet;

use serde_json::json;

use super::{
    graph::Graph,
    stock::{name_of, with_article},
};
use crate::{
    domain::{ErrorCode, ItemCounts, ToolError},
    knowledge::{
        abundance, elsewhere, family, harvest_tier, item, left_by, mine_target, silk_yields, sources_of,
        usual_ingredient, ways_for,
    },
};

/// The refusal for what is missing, with the reasons.
pub fn unobtainable(graph: &Graph, missing: &ItemCounts, goal: &str) -> ToolError {
    let mut search = Search { graph, seen: BTreeSet::new(), sentences: Vec::new(), leaves: Vec::new(), code: None };
    for (name, count) in missing.iter() {
        if name != goal && !goal.is_empty() {
            search.sentences.push(format!("{count} {name} are missing for {goal}"));
        }
        if let Some(name) = name_of(name) {
            search.explain(name);
        }
    }
    let code = search.code.unwrap_or(ErrorCode::ResourceNotFound);
    ToolError::new(code, search.sentences.join("; "))
        .with(json!({ "item": goal, "missing": search.leaves, "lacking": missing }))
}

struct Search<'a> {
    graph: &'a Graph,
    seen: BTreeSet<&'static str>,
    sentences: Vec<String>,
    leaves: Vec<&'static str>,
    /// Of the first reason found.
    code: Option<ErrorCode>,
}

impl Search<'_> {
    fn leaf(&mut self, name: &'static str, code: ErrorCode, sentence: String) {
        self.code.get_or_insert(code);
        self.leaves.push(name);
        self.sentences.push(sentence);
    }

    fn explain(&mut self, name: &'static str) {
        if !self.seen.insert(name) {
            return;
        }
        let natural = |block: &str| abundance(block).is_some();
        // Only Silk Touch or shears yield it, of a block that is there.
        let silk = crate::knowledge::blocks()
            .iter()
            .find(|block| natural(block.name) && silk_yields(block).any(|drop| drop.item == name));
        if let (Some(_), Err(error)) = (silk, mine_target(name).and_then(|target| has(target.items, name)))
            && ways_for(name).is_empty()
        {
            let message = if error.code == ErrorCode::ToolRequired {
                error.message
            } else {
                format!("{name} is yielded only to a tool with Silk Touch")
            };
            return self.leaf(name, ErrorCode::ToolRequired, message);
        }
        // Bales are made of wheat, and not the other way.
        if name == "wheat" && self.graph.node(name).is_none() {
            return self.leaf(name, ErrorCode::ResourceNotFound, format!("{name} {}", elsewhere(name)));
        }
        // Wool may be made of string, and string of wool: nobody learns from that where to get it.
        if left_by(name).is_some() && self.graph.node(name).is_none() {
            return self.leaf(name, ErrorCode::ResourceNotFound, format!("{name} {}", elsewhere(name)));
        }
        // A block yields it, but only to a tool that cannot be had.
        let barred = sources_of(name).into_iter().map(|(block, _)| block).find(|block| natural(block.name));
        if let Some(tier) = barred.and_then(harvest_tier)
            && self.graph.node(tier).is_none()
        {
            self.code.get_or_insert(ErrorCode::ToolRequired);
            self.sentences.push(format!("{name} needs {} or better to be dug", with_article(tier)));
            return self.explain(tier);
        }
        let lacking = |slots: &[(&'static str, u32)]| -> Vec<&'static str> {
            slots.iter().map(|(slot, _)| *slot).filter(|slot| self.graph.node(slot).is_none()).collect()
        };
        let ways = ways_for(name).iter().map(|way| lacking(&way.slots));
        let ways = ways.filter(|slots| !slots.is_empty() && slots.iter().all(|slot| !self.seen.contains(slot)));
        // What is smelted in the game is not made of its own blocks.
        if let Some(from) = usual_ingredient(name).filter(|from| self.graph.node(from).is_none()) {
            self.sentences.push(format!("{name} is smelted from {from}"));
            return self.explain(from);
        }
        match ways.min_by_key(Vec::len) {
            Some(slots) => {
                self.sentences.push(format!("{name} needs {}", slots.join(" and ")));
                for slot in slots {
                    self.explain(slot);
                }
            }
            // What it needs was told of already.
            None if !self.sentences.is_empty() && ways_for(name).iter().any(|way| !lacking(&way.slots).is_empty()) => {}
            None if item(name).is_some() || family(name).is_some() => {
                self.leaf(name, ErrorCode::ResourceNotFound, format!("{name} {}", elsewhere(name)));
            }
            None => {}
        }
    }
}

fn has(items: Vec<&'static str>, name: &str) -> Result<(), ToolError> {
    if items.contains(&name) { Ok(()) } else { Err(ToolError::new(ErrorCode::ResourceNotFound, "")) }
}
