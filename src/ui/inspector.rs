//! All there is to know of what was clicked last: a step with what it was to show and what has shown it, a goal, an entry of the journal or the
//! timeline, a line of the log, a place of the map, an item.

use bevy_egui::egui::{Label, RichText, Sense, Stroke, Ui, WidgetInfo, WidgetType, vec2};

use super::{
    chosen::Chosen,
    icons, log,
    map_menu::{Ground, Spot, SpotKind},
    theme, timeline, uses, words,
};
use crate::{
    domain::{BotView, GoalView, JournalLine, MarkTold, MindView, StepStateView, StepView, pretty_json},
    knowledge,
};

/// More dots than this are only counted.
const DOTS: u32 = 10;

/// Shows what is chosen, as it is now; of a place as it was when it was clicked. `told`: what is known of the timeline's entry.
pub fn inspector_ui(ui: &mut Ui, view: &MindView, bot: &BotView, chosen: Option<&Chosen>, told: Option<&MarkTold>) {
    // Lines of text, not of buttons.
    ui.spacing_mut().interact_size.y = icons::ICON;
    match chosen {
        None => nothing_ui(
            ui,
            "Click a step, a goal, an entry of the journal or the timeline, a place on the map or an item: all of it is shown here.",
        ),
        Some(Chosen::Goal(id)) => match view.goals.iter().find(|goal| goal.id == *id) {
            Some(goal) => goal_ui(ui, goal),
            None => nothing_ui(ui, "This goal is too old to be told of here; `blockwright history` knows it."),
        },
        Some(Chosen::Step(id)) => {
            let found = view.goals.iter().find_map(|goal| {
                let index = goal.steps.iter().position(|step| step.id == *id)?;
                Some((goal, index, &goal.steps[index]))
            });
            match found {
                Some((goal, index, step)) => step_ui(ui, goal, index, step),
                None => nothing_ui(ui, "This step is no longer part of a plan: its goal was planned anew."),
            }
        }
        Some(Chosen::Line(line)) => line_ui(ui, view, line),
        Some(Chosen::Log(line)) => log::told_ui(ui, line),
        Some(Chosen::Mark(mark)) => timeline::mark_ui(ui, mark, told),
        Some(Chosen::Spot(spot)) => spot_ui(ui, spot),
        Some(Chosen::Item(item)) => item_ui(ui, bot, item),
    }
}

fn nothing_ui(ui: &mut Ui, words: &str) {
    ui.add(Label::new(theme::quiet(words)).wrap());
}

/// A name and what is to be told under it; nothing where there is nothing to be told.
fn row(ui: &mut Ui, name: &str, told: &str) {
    if !told.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(theme::quiet(name));
            ui.label(told);
        });
    }
}

fn step_ui(ui: &mut Ui, goal: &GoalView, index: usize, step: &StepView) {
    let state = match step.state {
        StepStateView::Waiting => "waiting",
        StepStateView::Running => "at work",
        StepStateView::Done => "done",
        StepStateView::Failed => "failed",
        StepStateView::Skipped => "skipped by you",
    };
    ui.horizontal_wrapped(|ui| {
        icons::mark(ui, step.state);
        ui.label(theme::strong(&step.title));
        ui.label(theme::quiet(format!("{state}, step {} of {}: {}", index + 1, goal.steps.len(), goal.text)));
    });
    row(ui, "Why", &step.reason);
    ui.horizontal(|ui| {
        ui.label(theme::quiet("Attempts"));
        attempts_ui(ui, step.attempts, step.allowed);
    });
    row(ui, "Expected", &step.expects);
    row(ui, "Shown", step.shown.as_deref().unwrap_or_default());
    if step.ticks > 0 {
        row(ui, "Took", &format!("{} game ticks ({})", step.ticks, words::duration(step.ticks)));
    }
    if let Some((text, done, of)) = &step.progress {
        let far = if *of > 1 { format!("{done} of {of} {text}") } else { text.clone() };
        row(ui, "Now", &far);
    }
    if let Some(error) = &step.error {
        ui.label(RichText::new(format!("{}: {}", error.code, error.message)).color(theme::FAILED));
    }
    let notes = &step.by_hand.notes;
    row(ui, "Would fail", notes.breaks.as_deref().unwrap_or_default());
    if notes.pauses {
        row(ui, "Before it", "the goal pauses");
    }
    if let Some(at) = step.place {
        row(ui, "Where", &at.to_string());
    }
    if let Some(outcome) = &step.outcome {
        ui.collapsing("What the last call came back with", |ui| {
            for line in pretty_json(outcome.as_ref()).unwrap_or_default().lines() {
                ui.label(theme::code(line));
            }
        });
    }
}

/// A dot for each attempt that a step may have, filled for those that it had.
fn attempts_ui(ui: &mut Ui, used: u32, allowed: u32) {
    let dots = used.max(allowed).min(DOTS);
    let (area, response) = ui.allocate_exact_size(vec2(12.0 * dots as f32, icons::ICON), Sense::hover());
    let told = format!("{used} of {allowed} attempts");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &told));
    for dot in 0..dots {
        let at = area.left_center() + vec2(6.0 + 12.0 * dot as f32, 0.0);
        let color = if dot < allowed { theme::QUIET } else { theme::PAUSED };
        if dot < used {
            ui.painter().circle_filled(at, 4.0, color);
        } else {
            ui.painter().circle_stroke(at, 3.5, Stroke::new(1.2_f32, color));
        }
    }
    response.on_hover_text(told);
}

fn goal_ui(ui: &mut Ui, goal: &GoalView) {
    ui.horizontal_wrapped(|ui| {
        icons::mark(ui, goal.state);
        ui.label(theme::strong(&goal.text));
        ui.label(theme::quiet(format!("goal {}, {}", goal.id, words::goal_state(goal.state))));
    });
    row(ui, "For", goal.bot.as_deref().unwrap_or_default());
    row(ui, "Note", goal.note.as_deref().unwrap_or_default());
    if let Some(planner) = &goal.planner {
        row(ui, "Planned by", planner);
    }
    row(ui, "Why so", goal.why.as_deref().unwrap_or_default());
    for line in goal.quote.iter().flat_map(words::quote) {
        row(ui, "Quote", &line);
    }
    for repair in &goal.repairs {
        row(ui, "Changed", repair);
    }
    if goal.ticks > 0 {
        row(ui, "Took", &format!("{} game ticks ({})", goal.ticks, words::duration(goal.ticks)));
    }
    if let Some(model) = &goal.model {
        row(ui, "Model", &model.to_string());
    }
}

fn line_ui(ui: &mut Ui, view: &MindView, line: &JournalLine) {
    ui.add(Label::new(&line.text).wrap());
    row(ui, "Game tick", &line.tick.to_string());
    row(ui, "Bot", line.bot.as_deref().unwrap_or_default());
    if let Some(id) = line.goal {
        let goal = view.goals.iter().find(|goal| goal.id == id);
        row(ui, "Goal", &goal.map_or(id.to_string(), |goal| format!("{id}: {}", goal.text)));
    }
}

fn spot_ui(ui: &mut Ui, spot: &Spot) {
    let Spot { x, z, kind } = spot;
    match kind {
        SpotKind::Seen(ground) => ground_ui(ui, *x, *z, ground),
        SpotKind::Remembered => {
            ui.label(theme::strong(format!("{x} {z}")));
            nothing_ui(ui, "Seen before; the bot is too far away to see it now.");
        }
        SpotKind::Unseen => {
            ui.label(theme::strong(format!("{x} {z}")));
            nothing_ui(ui, "Not seen yet.");
        }
    }
}

fn ground_ui(ui: &mut Ui, x: i32, z: i32, ground: &Ground) {
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::strong(words::plain(ground.block)));
        ui.label(theme::code(format!("{x} {} {z}", ground.y)));
        ui.label(theme::quiet("as it was when it was clicked"));
    });
    row(ui, "On it", &ground.cover.map(words::plain).unwrap_or_default());
    if ground.depth > 0 {
        row(ui, "Water", &format!("{} deep", words::blocks(ground.depth)));
    }
    row(ui, "To stand on", &ground.stand.map_or("no room".to_owned(), |at| at.to_string()));
    let Some(block) = knowledge::block(ground.block) else { return };
    match (block.hardness, knowledge::harvest_tier(block)) {
        (None, _) => row(ui, "Broken", "never"),
        (Some(_), Some(tier)) => row(ui, "Gives something to", &format!("{} and better", words::plain(tier))),
        (Some(_), None) => {
            let ticks = knowledge::dig_ticks(block, None).unwrap_or_default();
            row(ui, "By hand", &format!("{ticks} game ticks"));
        }
    }
    let tool = knowledge::clearing_tool(block);
    let gives: Vec<String> = knowledge::yields(block, tool).iter().map(|drop| words::plain(drop.item)).collect();
    row(ui, "Gives", &gives.join(", "));
}

fn item_ui(ui: &mut Ui, bot: &BotView, item: &str) {
    let known = knowledge::item(item);
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::strong(known.map_or(item, |item| item.display_name)));
        ui.label(theme::code(item).color(theme::QUIET));
    });
    let seen = bot.observation.as_ref();
    let held = seen.map_or(0, |seen| seen.inventory().count(item));
    row(ui, "Held", &format!("{held}; {} lie in a slot", knowledge::stack_size(item)));
    let worn = seen.iter().flat_map(|seen| seen.slots.iter().flatten()).filter(|stack| stack.item == item);
    if let Some(all) = known.and_then(|item| item.durability) {
        let left: Vec<String> =
            worn.map(|stack| all.saturating_sub(stack.damage.unwrap_or_default()).to_string()).collect();
        row(ui, "Uses left", &format!("{} of {all}", left.join(", ")));
    }
    if let Some(recipe) = knowledge::recipes_for(item).first() {
        let table = if recipe.needs_table() { ", at a crafting table" } else { "" };
        row(ui, "Crafted from", &format!("{}{table}", recipe.ingredients()));
    }
    for line in uses::uses(item) {
        ui.label(theme::quiet(line));
    }
}
