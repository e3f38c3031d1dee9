//! Tools that pay: a better one is made as soon as there is enough for it, where it digs the rest so much faster; and an axe for the
//! tables that are taken along again, each of which takes 75 ticks by hand.

use super::{
    drafts,
    dry_run::{Sim, dry_run_steps},
    quote::quote,
    state::PlannerState,
    stock::{TABLE, have, name_of},
};
use crate::{
    domain::{Mine, StepDraft, ToolRequest},
    knowledge::{Way, dig_ticks, mine_target, plain, ways_for},
};

const AXE: &str = "stone_axe";
const STONE: &str = "cobblestone";
const STICK: &str = "stick";
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
    let ToolRequest::Mine(Mine { target, count, at: None, with: None, .. }) = &steps[index].request else {
        return None;
    };
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

/// The steps with a stone axe made before the first table is taken along, of what is there but for the stone, where the quote says that
/// it pays.
pub fn axe_that_pays(steps: Vec<StepDraft>, state: &PlannerState) -> Vec<StepDraft> {
    // What it is made of must be nobody's: neither held before nor asked for.
    let asks = |step: &StepDraft| {
        matches!(&step.request, ToolRequest::Craft(craft) if craft.item == STICK) && step.reason.contains("as asked")
    };
    if have(&state.inventory, STICK) > 0 || steps.iter().any(asks) {
        return steps;
    }
    let with_axe = with_axe(&steps);
    let ticks = |steps: &[StepDraft]| {
        let run = dry_run_steps(Sim::of(state), steps);
        run.proved().then(|| quote(steps, &run, state).ticks)
    };
    let pays = |other: &Vec<StepDraft>| Some(ticks(other)? < ticks(&steps)?);
    match with_axe.filter(|other| pays(other).unwrap_or(false)) {
        Some(other) => other,
        None => steps,
    }
}

fn with_axe(steps: &[StepDraft]) -> Option<Vec<StepDraft>> {
    let makes = |step: &StepDraft| matches!(&step.request, ToolRequest::Craft(craft) if craft.item == "stone_pickaxe");
    let pickaxe = steps.iter().position(makes)?;
    let table = steps.iter().enumerate().skip(pickaxe).find(|(_, step)| step.takes_back.as_deref() == Some(TABLE))?.0;
    let (stone, dug) = steps[pickaxe..table].iter().enumerate().rev().find_map(|(at, step)| match &step.request {
        ToolRequest::Mine(mine) if mine.target == STONE && mine.at.is_none() => Some((pickaxe + at, mine.count)),
        _ => None,
    })?;
    let takes = ways_for(AXE).iter().find_map(|way| way.slots.iter().find(|(slot, _)| *slot == STONE))?.1;
    let mut steps = steps.to_vec();
    let reason = format!("{}, {takes} for {}", steps[stone].reason, drafts::article(AXE));
    steps[stone] = drafts::mine(STONE, dug + takes, reason);
    steps.insert(table, drafts::craft(AXE, 1, "to take the tables along again quicker".to_owned()));
    Some(steps)
}

/// `8 for the furnace, 3 for the stone pickaxe` in two.
fn reasons(reason: &str, count: u32, tool: &str) -> (String, String) {
    let for_tool = format!("{count} for {}", drafts::article(tool));
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
            assert!(steps[at + 2].contains("cobblestone: 8 for the furnace"), "{steps:#?}");
        }
    }

    #[test]
    fn an_axe_is_made_for_two_tables_and_not_for_one() {
        let has_axe = |goal: &str| plan(goal).iter().any(|step| step.starts_with("craft 1 stone_axe"));
        assert!(has_axe("get me an iron pickaxe"));
        assert!(!has_axe("get me a stone pickaxe"));
        assert!(!has_axe("get me 6 sticks and an iron pickaxe"), "all sticks are asked for");
    }

    #[test]
    fn what_saves_little_is_dug_in_one() {
        let steps = plan("get me a stone pickaxe and a lever");
        assert!(steps.iter().any(|step| step.starts_with("mine 4 cobblestone")), "{steps:#?}");
    }
}
