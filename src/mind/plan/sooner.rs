//! A better tool is made as soon as there is enough for it, where it digs the rest so much faster that this pays.

use super::{
    drafts,
    dry_run::{Sim, dry_run_steps},
    stock::{have, name_of},
};
use crate::{
    domain::{Mine, StepDraft, ToolRequest},
    knowledge::{self, Way, dig_ticks, mine_target, plain, ways_for},
};

/// What it must save, in ticks: one goes to the table for it, and back to work.
const PAYS: u32 = 40;

/// The steps with such tools made sooner. `start`: before the first of them.
pub fn tools_sooner(mut steps: Vec<StepDraft>, start: &Sim) -> Vec<StepDraft> {
    let mut index = 0;
    while index < steps.len() {
        if let Some(sooner) = split(&steps, index, start) {
            steps = sooner;
        }
        index += 1;
    }
    steps
}

/// The steps with the mining at `index` done in two parts, a tool that a later step makes between them; `None` where none pays.
fn split(steps: &[StepDraft], index: usize, start: &Sim) -> Option<Vec<StepDraft>> {
    let ToolRequest::Mine(Mine { target, count, at: None, .. }) = &steps[index].request else { return None };
    if steps[index].takes_back.is_some() {
        return None;
    }
    let found = mine_target(target).ok()?;
    let block = found.blocks.first()?;
    let before = dry_run_steps(start.clone(), &steps[..index]).after;
    let held = before.held.iter().filter_map(|(tool, _)| dig_ticks(block, Some(tool)));
    let now = held.chain(dig_ticks(block, None)).min()?;
    steps.iter().enumerate().skip(index + 1).find_map(|(later, step)| {
        let ToolRequest::Craft(craft) = &step.request else { return None };
        let tool = name_of(&craft.item)?;
        let saved = now.saturating_sub(dig_ticks(block, Some(tool))?);
        let is_dug = |slot: &str| found.items.contains(&slot) || slot == plain(target);
        let made_of_it =
            |way: &Way| way.slots.iter().find(|(slot, _)| is_dug(slot)).map(|(_, count)| count * craft.count);
        let takes = ways_for(plain(&craft.item)).iter().find_map(made_of_it)?;
        let first = takes.saturating_sub(have(&before.held, target));
        if first == 0 || first >= *count || saved * (count - first) < PAYS {
            return None;
        }
        let (for_tool, rest) = reasons(&steps[index].reason, first, tool);
        let parts = [drafts::mine(target, first, for_tool), step.clone(), drafts::mine(target, count - first, rest)];
        let between = steps[index + 1..later].iter().chain(&steps[later + 1..]);
        let sooner: Vec<StepDraft> = steps[..index].iter().chain(&parts).chain(between).cloned().collect();
        dry_run_steps(start.clone(), &sooner).proved().then_some(sooner)
    })
}

/// `8 for the furnace, 3 for the stone pickaxe` in two.
fn reasons(reason: &str, count: u32, tool: &str) -> (String, String) {
    let name = knowledge::item(tool).map_or_else(|| tool.replace('_', " "), |item| item.display_name.to_lowercase());
    let for_tool = format!("{count} for the {name}");
    let rest: Vec<&str> = reason.split(", ").filter(|part| *part != for_tool).collect();
    (for_tool, rest.join(", "))
}

#[cfg(test)]
mod tests {
    use crate::{
        knowledge::SopLibrary,
        mind::plan::{planner::plan_goal, state::PlannerState},
    };

    fn plan(goal: &str) -> Vec<String> {
        let sops = SopLibrary::load(None).unwrap();
        let plan = plan_goal(goal, &PlannerState::default(), &sops).unwrap();
        plan.steps.iter().map(|step| format!("{}: {}", step.request.title(), step.reason)).collect()
    }

    #[test]
    fn the_stone_pickaxe_digs_the_stone_of_the_furnace() {
        for goal in ["get me an iron pickaxe", "get me a furnace and a stone pickaxe"] {
            let steps = plan(goal);
            let at = steps.iter().position(|step| step == "mine 3 cobblestone: 3 for the stone pickaxe").unwrap();
            assert!(steps[at + 1].starts_with("craft 1 stone_pickaxe"), "{steps:#?}");
            assert!(steps[at + 2].starts_with("mine 8 cobblestone"), "{steps:#?}");
        }
    }

    #[test]
    fn what_saves_little_is_dug_in_one() {
        let steps = plan("get me a stone pickaxe and a lever");
        assert!(steps.iter().any(|step| step.starts_with("mine 4 cobblestone")), "{steps:#?}");
    }
}
