//! Mining with the tool that the goal names, and with no other.

use serde_json::json;

use super::{Planning, as_seen, best_of, request_of};
use crate::{
    domain::{ErrorCode, HAND, ItemCounts, Mine, ToolError, ToolRequest},
    knowledge::{self, MineTarget, check_request, dig_speed, harvest_tier, mine_target},
    mind::plan::{
        drafts::draft,
        grammar::{Intent, Wielded},
        procedure::Wanted,
        stock::{is_of_kind, name_of},
    },
};

impl Planning<'_> {
    /// A clause that says what its blocks are broken with: that is got first, unless it is to be what is held.
    pub(super) fn mine_with(&mut self, tool: Wielded, of: &Intent) -> Result<(), ToolError> {
        let mined = as_mined(&as_seen(of, self.text, &self.state.known), &self.sim.held);
        let Some(mined) = mined else {
            self.whys.push("so many are held already".to_owned());
            return Ok(());
        };
        let ToolRequest::Mine(mine) = request_of(&mined, self.state.position)? else { return self.act(&mined) };
        let with = tool_for(tool, &mine_target(&mine.target)?, &self.sim.held)?;
        let request = ToolRequest::from(Mine { with: Some(with.to_owned()), ..mine });
        check_request(&request)?;
        if with != HAND {
            self.get(vec![Wanted::get(with, 1)])?;
        }
        self.whys.push(format!("{}, as asked: no other tool is used for it", request.title()));
        self.add(vec![draft(request, "as asked".to_owned())])
    }
}

/// What is got by mining as just that; `None` where so many are held already.
fn as_mined(intent: &Intent, held: &ItemCounts) -> Option<Intent> {
    match intent {
        Intent::Get { item, .. } => {
            let count = Wanted::new(intent).map_or(0, |wanted| wanted.lacking(held));
            (count > 0).then_some(Intent::Mine { target: item, count, at: None })
        }
        _ => Some(intent.clone()),
    }
}

/// The tool that is meant, or the hand.
///
/// # Errors
/// `TOOL_REQUIRED`: none is held, and none is to be made. Whether it yields anything is not looked at where it is named.
fn tool_for(tool: Wielded, target: &MineTarget, held: &ItemCounts) -> Result<&'static str, ToolError> {
    let yields = |item: &str| target.yields_with(Some(item));
    // The best of a kind that gets some of it, else the best.
    let of_kind = |kind: &str| {
        let fit: ItemCounts =
            held.iter().filter(|(item, _)| yields(item)).map(|(item, n)| (item.to_owned(), n)).collect();
        best_of(kind, &fit).or_else(|| best_of(kind, held)).and_then(name_of)
    };
    match tool {
        Wielded::Hand => Ok(HAND),
        Wielded::Tool(tool) => Ok(tool),
        Wielded::Held(Some(kind)) => of_kind(kind).ok_or_else(|| none_held(kind)),
        Wielded::Held(None) => any_held(target, held).ok_or_else(|| none_held("tool that gets it")),
        Wielded::Kind(kind) => {
            Ok(of_kind(kind).filter(|item| yields(item)).or_else(|| to_be_got(kind, target)).unwrap_or(HAND))
        }
    }
}

/// A tool of a kind that is to be got: the usual one, or what the block takes.
fn to_be_got(kind: &str, target: &MineTarget) -> Option<&'static str> {
    let usual = name_of(&format!("stone_{kind}")).filter(|item| target.yields_with(Some(item)));
    let least = || target.blocks.first().and_then(|block| harvest_tier(block)).filter(|item| is_of_kind(item, kind));
    // Where neither does, it is refused by the name that was meant.
    usual.or_else(least).or_else(|| name_of(&format!("stone_{kind}")))
}

/// What is held that gets it soonest, or the hand, where that does.
fn any_held(target: &MineTarget, held: &ItemCounts) -> Option<&'static str> {
    let speed = |item: &str| target.blocks.first().map_or(0.0, |block| dig_speed(block, Some(item)));
    let tools = held.iter().filter_map(|(item, _)| knowledge::item(item)).filter(|item| item.durability.is_some());
    let fit = tools.map(|item| item.name).filter(|item| target.yields_with(Some(item)) && speed(item) > 1.0);
    let best = fit.max_by(|one, other| speed(one).total_cmp(&speed(other)));
    best.or(target.yields_with(None).then_some(HAND))
}

fn none_held(what: &str) -> ToolError {
    let message = format!("no {what} is held, and none is to be made");
    ToolError::new(ErrorCode::ToolRequired, message).with(json!({ "with": what }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(tool: Wielded, target: &str, held: &[&str]) -> Result<&'static str, String> {
        let held = held.iter().map(|item| ((*item).to_owned(), 1)).collect();
        tool_for(tool, &mine_target(target).unwrap(), &held).map_err(|error| error.message)
    }

    #[test]
    fn the_tool_that_is_meant_is_found_among_what_is_held() {
        let both = ["wooden_pickaxe", "iron_pickaxe", "stone_axe"];
        assert_eq!(tool(Wielded::Tool("wooden_pickaxe"), "stone", &both), Ok("wooden_pickaxe"));
        assert_eq!(tool(Wielded::Kind("pickaxe"), "stone", &both), Ok("iron_pickaxe"));
        assert_eq!(tool(Wielded::Kind("pickaxe"), "stone", &[]), Ok("stone_pickaxe"));
        assert_eq!(tool(Wielded::Kind("pickaxe"), "diamond", &["wooden_pickaxe"]), Ok("iron_pickaxe"));
        assert_eq!(tool(Wielded::Hand, "log", &both), Ok(HAND));
        assert_eq!(tool(Wielded::Held(None), "log", &both), Ok("stone_axe"));
        assert_eq!(tool(Wielded::Held(None), "log", &[]), Ok(HAND));
        assert_eq!(tool(Wielded::Held(Some("pickaxe")), "stone", &["wooden_pickaxe"]), Ok("wooden_pickaxe"));
        let none = |what: &str| Err(format!("no {what} is held, and none is to be made"));
        assert_eq!(tool(Wielded::Held(Some("pickaxe")), "stone", &[]), none("pickaxe"));
        assert_eq!(tool(Wielded::Held(None), "stone", &["stone_axe"]), none("tool that gets it"));
    }
}
