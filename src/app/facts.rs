//! `blockwright plan` and `blockwright sop`: what is known and what would be done, without a world.

use super::{
    Failure,
    cli::{PlanArgs, SopCommand, as_goals},
    status, terminal,
};
use crate::{
    domain::{ErrorCode, ItemCounts, MAX_GOAL_LENGTH, shortened},
    knowledge::SopLibrary,
    mind::plan::{
        grammar,
        grammar::Intent,
        open::needs_world,
        planner::{Refusal, RefusalKind, check_goal, plan_goal},
        state::PlannerState,
        text,
    },
};

/// Shows a goal's plan and its quote.
///
/// What is understood and needs a world to be planned in is told as it was read.
///
/// # Errors
/// A goal that is not understood (2) or cannot be (1).
pub fn plan(args: PlanArgs) -> Result<u8, Failure> {
    let sops = library(args.sops.as_deref())?;
    let state = PlannerState { inventory: ItemCounts::from_iter(args.give), ..PlannerState::default() };
    for goal in as_goals(args.goal) {
        plan_one(&goal, &state, &sops, args.json)?;
    }
    Ok(status::DONE)
}

fn plan_one(goal: &str, state: &PlannerState, sops: &SopLibrary, json: bool) -> Result<(), Failure> {
    // What is wrong with a file shows without a world.
    let is_build = |intent: &Intent| matches!(intent, Intent::Build(_));
    let builds = grammar::parse(goal).is_ok_and(|intents| intents.iter().any(is_build));
    let checked = if builds { check_goal(goal, sops) } else { Ok(()) };
    if grammar::provided(goal).is_some() && check_goal(goal, sops).is_ok() {
        return say_unplanned(goal, "it depends on what is so when its turn comes", json);
    }
    match checked.and_then(|()| plan_goal(goal, state, sops)) {
        Err(refusal) if let Some(why) = unplanned(goal, &refusal) => say_unplanned(goal, why, json)?,
        Ok(plan) if json => terminal::say(&terminal::json(&text::plan_json(goal, &plan))),
        Ok(plan) => terminal::say(text::plan_text(goal, &plan).trim_end()),
        Err(refusal) => {
            let status = match refusal.kind {
                RefusalKind::NotUnderstood => status::BAD_INPUT,
                RefusalKind::Impossible => status::FAILED,
            };
            if json {
                terminal::say(&terminal::json(
                    &serde_json::json!({ "goal": shortened(goal, MAX_GOAL_LENGTH), "success": false, "error": refusal.error }),
                ));
            }
            return Err(Failure::new(status, refusal.error.to_string()));
        }
    }
    Ok(())
}

/// Says how a goal is read, and why there is no plan of it.
fn say_unplanned(goal: &str, why: &str, json: bool) -> Result<(), Failure> {
    let read = grammar::told(goal).map_err(|error| Failure::bad_input(error.message))?;
    let as_json = serde_json::json!({ "goal": goal, "success": true, "read": read, "plan": null, "why": why });
    match json {
        true => terminal::say(&terminal::json(&as_json)),
        false => terminal::say(&format!("{goal}\n  read as: {read}\n  no plan: {why}")),
    }
    Ok(())
}

/// Why a goal that is understood has no plan as long as there is no world to make it in; `None` where it is refused for another
/// reason.
fn unplanned(goal: &str, refusal: &Refusal) -> Option<&'static str> {
    if grammar::order(goal).is_some() {
        return Some("it is about goals at work: say it in the window, or as an owner in the game");
    }
    if let Ok(Some(_)) = grammar::standing(goal) {
        return Some("that is made when its time has come");
    }
    let intents = grammar::parse(goal).ok()?;
    if refusal.error.context.get("blueprint").is_some() {
        return None;
    }
    if intents.iter().any(|intent| matches!(intent, Intent::Answer(_))) {
        return Some("it is answered at once, in a run or in the window");
    }
    let is_for_lack = refusal.error.code == ErrorCode::InsufficientMaterials;
    let depends = !is_for_lack && intents.iter().any(needs_world);
    depends.then_some("it depends on where the bot stands and what is around, which only a run knows")
}

/// Lists, shows, finds or checks SOPs.
///
/// # Errors
/// Faults in them, or a name that none has.
pub fn sop(command: SopCommand) -> Result<u8, Failure> {
    match command {
        SopCommand::List(folder) => terminal::say(text::sop_list(&library(folder.sops.as_deref())?).trim_end()),
        SopCommand::Show { name, folder } => {
            let text = text::sop_show(&library(folder.sops.as_deref())?, &name).map_err(Failure::bad_input)?;
            terminal::say(text.trim_end());
        }
        SopCommand::Find { goal, folder } => {
            let library = library(folder.sops.as_deref())?;
            let goal = goal.join(" ");
            grammar::check_length(&goal).map_err(|error| Failure::bad_input(error.message))?;
            let text = text::sop_find(&library, &goal).map_err(|none| Failure::new(status::FAILED, none))?;
            terminal::say(text.trim_end());
        }
        SopCommand::Check { files } => {
            let read = files.iter().map(|file| {
                let text = crate::read::text(file)
                    .map_err(|error| Failure::bad_input(format!("{}: {error}", file.display())))?;
                Ok((file.display().to_string(), text))
            });
            let files: Vec<(String, String)> = read.collect::<Result<_, Failure>>()?;
            let (report, proved) = text::sop_check(&SopLibrary::built_in(), &files);
            terminal::say(report.trim_end());
            return Ok(if proved { status::DONE } else { status::BAD_INPUT });
        }
    }
    Ok(status::DONE)
}

fn library(dir: Option<&std::path::Path>) -> Result<SopLibrary, Failure> {
    SopLibrary::load(dir).map_err(Failure::bad_input)
}
