//! The text of `blockwright sop …` and `blockwright plan …`: pure, for whichever surface shows it.

use std::{collections::BTreeMap, fmt::Write as _};

use serde_json::{Value, json};

use super::{
    dry_run::{Sim, dry_run},
    retrieval::{find, why},
    stock::{FURNACE, TABLE},
};
use crate::{
    domain::{ItemCounts, PlanDraft, StepDraft, ToolRequest},
    knowledge::sops::{At, Fault, Instance, Sop, SopLibrary},
};

/// `sop list`: a line a procedure.
pub fn sop_list(library: &SopLibrary) -> String {
    let width = library.iter().map(|sop| sop.id.len()).max().unwrap_or(0);
    let mut out = String::new();
    for sop in library.iter() {
        let _ = writeln!(out, "{:width$}  {}", sop.id, sop.description);
    }
    out
}

/// `sop show NAME`: the procedure as it is written.
///
/// # Errors
/// A name that none has, with the nearest.
pub fn sop_show(library: &SopLibrary, name: &str) -> Result<String, String> {
    library.get(name).map(|sop| sop.text.clone()).ok_or_else(|| {
        let nearest = crate::knowledge::nearest_names(name, library.iter().map(|sop| sop.id.as_str()));
        let hint = if nearest.is_empty() {
            "see `sop list`".to_owned()
        } else {
            format!("did you mean {}?", nearest.join(", "))
        };
        format!("no SOP is called {name:?}; {hint}")
    })
}

/// `sop find GOAL`: what would be followed, and why.
///
/// # Errors
/// Nothing shares a word with the goal.
pub fn sop_find(library: &SopLibrary, goal: &str) -> Result<String, String> {
    let found = find(goal, library);
    let Some(best) = found.first() else { return Err(format!("no SOP shares a word with {goal:?}")) };
    let mut out = format!("{}\n", why(best, &found));
    for other in &found {
        let _ = writeln!(out, "  {:16} shares {}", other.sop.id, other.shared.join(", "));
    }
    Ok(out)
}

/// `sop check [FILE…]`: the report, and whether everything is proved. Files are given as name and text; without any, the
/// whole library is checked.
pub fn sop_check(library: &SopLibrary, files: &[(String, String)]) -> (String, bool) {
    let mut faults = Vec::new();
    let mut sops: Vec<Sop> = Vec::new();
    if files.is_empty() {
        faults.extend(library.faults.iter().cloned());
        sops.extend(library.iter().cloned());
    }
    for (file, text) in files {
        match Sop::parse(file, text) {
            Ok(sop) => sops.push(sop),
            Err(fault) => faults.push(fault),
        }
    }
    let mut out = String::new();
    let mut proved = 0;
    for sop in &sops {
        let found = faults_of(sop);
        if found.is_empty() {
            proved += 1;
            let _ = writeln!(out, "{}: proved: {}", sop.file, proof_of(sop));
        }
        faults.extend(found);
    }
    faults.sort();
    for fault in &faults {
        let _ = writeln!(out, "{fault}");
    }
    let _ = writeln!(out, "{proved} proved, {} faults", faults.len());
    (out, faults.is_empty())
}

fn proof_of(sop: &Sop) -> String {
    let Ok(instance) = sop.instantiate(&BTreeMap::new()) else { return String::new() };
    let run = dry_run(Sim::default(), instance.steps.iter().map(|step| &step.value));
    format!("{} steps, uses {}, leaves {}", instance.steps.len(), used(&run.after), run.after.held)
}

/// Totals used of what was gathered.
fn used(after: &Sim) -> ItemCounts {
    let gathered =
        after.consumed.iter().filter(|(name, _)| after.mined.count(name) > 0 && after.crafted.count(name) == 0);
    gathered
        .filter(|(name, _)| ![TABLE, FURNACE].contains(name))
        .map(|(name, count)| (name.to_owned(), count))
        .collect()
}

fn faults_of(sop: &Sop) -> Vec<Fault> {
    let instance = match sop.instantiate(&BTreeMap::new()) {
        Ok(instance) => instance,
        Err(faults) => return faults,
    };
    let run = dry_run(Sim::default(), instance.steps.iter().map(|step| &step.value));
    let fault = |mark, message| Fault { file: sop.file.clone(), mark, message };
    if run.faults.is_empty() {
        return requires_faults(sop, &instance, &used(&run.after));
    }
    let at = |index: usize, error: &crate::domain::ToolError| {
        sop.steps.get(index).map(|step| step.mark_of(error)).unwrap_or_default()
    };
    let faults = run.faults.iter().map(|(index, error)| {
        let made = error.context["missing"].as_object().into_iter().flatten().filter_map(|(name, lack)| {
            let supply = asked_for(&instance, name).map_or_else(
                || "no step before gets any".to_owned(),
                |asked| format!("the steps before ask for {asked}"),
            );
            Some(format!("{} too few {name}: {supply}", lack.as_u64()?))
        });
        let made: Vec<String> = made.collect();
        let made = if made.is_empty() { String::new() } else { format!(" ({})", made.join("; ")) };
        fault(at(*index, error), format!("step {}: {}{made}", index + 1, error.message))
    });
    faults.collect()
}

/// How many of a thing (or of its family) the steps ask for.
fn asked_for(instance: &Instance, name: &str) -> Option<u32> {
    let members = crate::knowledge::family(name).unwrap_or(&[]);
    let same = |other: &str| other == name || members.contains(&other);
    let counts = instance.steps.iter().filter_map(|step| match &step.value {
        ToolRequest::Mine(mine) => {
            let found = crate::knowledge::mine_target(&mine.target).ok()?;
            (same(&mine.target) || found.items.iter().any(|item| same(item))).then_some(mine.count)
        }
        other => other.makes().filter(|item| same(crate::knowledge::plain(item))).and_then(|_| other.count()),
    });
    let counts: Vec<u32> = counts.collect();
    (!counts.is_empty()).then(|| counts.iter().sum())
}

/// `requires` lists totals used: no more, no less.
fn requires_faults(sop: &Sop, instance: &Instance, used: &ItemCounts) -> Vec<Fault> {
    let fault = |mark, message| Fault { file: sop.file.clone(), mark, message };
    let mut faults = Vec::new();
    for (At { value: item, mark }, count) in &instance.requires {
        let really = used.count(crate::knowledge::plain(item));
        if really == 0 {
            faults.push(fault(*mark, format!("requires {item}, but the steps gather and use none ({used} are used)")));
        } else if really != count.value {
            faults.push(fault(count.mark, format!("requires {} {item}, but the steps use {really}", count.value)));
        }
    }
    for (item, count) in used.iter() {
        if !instance.requires.iter().any(|(listed, _)| crate::knowledge::plain(&listed.value) == item) {
            faults.push(fault(sop.name.mark, format!("the steps use {count} {item}, which requires does not list")));
        }
    }
    faults
}

/// A step as a short sentence: `mine 3 oak_log`.
pub fn step_title(step: &StepDraft) -> String {
    match &step.takes_back {
        Some(block) => format!("take back the {}", block.replace('_', " ")),
        None => step.request.title(),
    }
}

/// `plan GOAL`: the plan and its quote for a person.
pub fn plan_text(goal: &str, plan: &PlanDraft) -> String {
    let mut out = format!("{goal}\n");
    let _ = writeln!(out, "  why: {}", plan.why);
    for repair in &plan.repairs {
        let _ = writeln!(out, "  repair: {repair}");
    }
    if plan.steps.is_empty() {
        out.push_str("  nothing is left to do\n");
        return out;
    }
    let titles: Vec<String> = plan.steps.iter().map(step_title).collect();
    let width = titles.iter().map(String::len).max().unwrap_or(0);
    for (number, (title, step)) in titles.iter().zip(&plan.steps).enumerate() {
        let _ = writeln!(out, "  {:2}. {title:width$}  {}", number + 1, step.reason);
    }
    let quote = &plan.quote;
    let tools = if quote.tools.is_empty() { "the hand".to_owned() } else { quote.tools.join(", ") };
    let _ = writeln!(out, "  quote: {} steps; materials: {}; tools: {tools}", quote.steps, quote.materials);
    let _ = writeln!(out, "         about {} ticks ({} s of game time)", quote.ticks, quote.ticks.div_ceil(20));
    out
}

/// `plan --json`.
pub fn plan_json(goal: &str, plan: &PlanDraft) -> Value {
    json!({ "goal": goal, "success": true, "plan": plan })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::ItemCounts,
        mind::plan::{planner::plan_goal, state::PlannerState},
    };

    /// The shape's first sample, which asks for too few planks.
    const SAMPLE: &str = r#"name: "Stone Pickaxe"
description: "Craft a stone pickaxe from raw materials"
tags: ["crafting", "tools", "pickaxe", "stone"]
requires:
  - item: "oak_log"
    count: 3
  - item: "cobblestone"
    count: 3
steps:
  - action: "mine"
    target: "oak_log"
    count: 3
  - action: "craft"
    item: "oak_planks"
    count: 6
  - action: "craft"
    item: "stick"
    count: 2
  - action: "craft"
    item: "crafting_table"
    count: 1
  - action: "place"
    item: "crafting_table"
  - action: "craft"
    item: "wooden_pickaxe"
    count: 1
  - action: "mine"
    target: "stone"
    count: 3
  - action: "craft"
    item: "stone_pickaxe"
    count: 1
"#;

    #[test]
    fn the_whole_corpus_is_proved() {
        let (report, proved) = sop_check(&SopLibrary::built_in(), &[]);
        assert!(proved, "{report}");
    }

    #[test]
    fn procedures_with_a_count_are_proved_for_any() {
        for sop in SopLibrary::built_in().iter().filter(|sop| sop.has_parameter("count")) {
            for count in [1, 2, 3, 5, 16, 64] {
                let instance = sop.instantiate(&[("count".to_owned(), count)].into()).unwrap();
                let run = dry_run(Sim::default(), instance.steps.iter().map(|step| &step.value));
                if count <= 16 || !run.after.tools.iter().any(|tool| tool == "wooden_pickaxe") {
                    assert!(run.proved(), "{} {count}: {:?}", sop.id, run.faults);
                    assert_eq!(requires_faults(sop, &instance, &used(&run.after)), [], "{} {count}", sop.id);
                }
            }
        }
    }

    #[test]
    fn the_sample_asks_for_too_few_planks() {
        let files = [("sample.yaml".to_owned(), SAMPLE.to_owned())];
        let (report, proved) = sop_check(&SopLibrary::built_in(), &files);
        assert!(!proved);
        assert!(report.starts_with("sample.yaml:25:11: step 6: "), "{report}");
        assert!(report.contains("planks") && report.contains("too few planks: the steps before ask for 6"), "{report}");
        let mended = SAMPLE.replace("count: 6", "count: 9");
        let (report, proved) = sop_check(&SopLibrary::built_in(), &[("sample.yaml".to_owned(), mended)]);
        assert!(proved, "{report}");
        let wrong = SAMPLE
            .replace("count: 6", "count: 9")
            .replace("oak_log\"\n    count: 3\n  - item: \"cobble", "oak_log\"\n    count: 4\n  - item: \"cobble");
        let (report, _) = sop_check(&SopLibrary::built_in(), &[("sample.yaml".to_owned(), wrong)]);
        assert!(report.contains("sample.yaml:6:12: requires 4 oak_log, but the steps use 3"), "{report}");
    }

    #[test]
    fn at_run_time_the_sample_is_repaired() {
        let mut library = SopLibrary::default();
        library.add("sample.yaml", SAMPLE);
        let plan = plan_goal("get me a stone pickaxe", &PlannerState::default(), &library).unwrap();
        assert_eq!(plan.sop.as_deref(), Some("Stone Pickaxe"));
        assert!(plan.repairs.iter().any(|repair| repair.contains("oak_planks instead of 8")), "{:?}", plan.repairs);
        assert_eq!(plan.quote.materials.count("oak_log"), 3);
    }

    #[test]
    fn texts() {
        let library = SopLibrary::built_in();
        assert!(sop_list(&library).contains("stone_pickaxe"));
        assert!(sop_show(&library, "Stone Pickaxe").unwrap().starts_with("name: "));
        assert!(sop_show(&library, "stone_pikaxe").unwrap_err().contains("stone_pickaxe"));
        assert!(sop_find(&library, "get me 10 torches").unwrap().contains("\"Torches\" shares torch"));
        assert!(sop_find(&library, "philosophy").is_err());
        let state = PlannerState { inventory: ItemCounts::default(), ..Default::default() };
        let plan = plan_goal("get me a stone pickaxe", &state, &library).unwrap();
        let text = plan_text("get me a stone pickaxe", &plan);
        assert!(text.contains("1. mine 3 log") && text.contains("quote: 9 steps"), "{text}");
        assert_eq!(plan_json("x", &plan)["plan"]["steps"][0]["tool"], "mine");
    }
}
