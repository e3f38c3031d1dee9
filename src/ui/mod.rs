//! The window: what the mind sees and does, and where a person steers it.
//!
//! Panels are plain functions from a view to widgets; what a person asks for they push onto a list. This module alone
//! knows of Bevy: it hands the panels the mind's [`View`] and carries their asks back as messages.

mod bots;
mod ghosts;
mod goal_box;
mod icons;
mod journal;
mod keys;
mod map;
mod map_corners;
mod map_grain;
mod map_layers;
mod map_menu;
mod map_tiles;
mod map_view;
mod plan;
mod queue;
mod status;
#[cfg(test)]
mod tests;
mod theme;
mod words;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{CentralPanel, Context, Frame, Margin, ScrollArea, SidePanel, TopBottomPanel},
};

use crate::{
    domain::{BotView, MindView, UserAsk},
    mind::{Agent, SeenBlocks, View},
    voxel::SeenWorld,
};

/// What the window is to be cleared to: red, green, blue in sRGB. The panels draw no ground of their own.
pub const CLEAR_COLOR: [u8; 3] = [theme::PANEL.r(), theme::PANEL.g(), theme::PANEL.b()];

/// The most that the goals may take of the room they share with the plan.
const GOALS_SHARE: f32 = 0.36;

/// Adds the panels. The egui plugin, the window and its camera are the runner's business.
pub fn plugin(app: &mut App) {
    app.init_resource::<Panels>()
        .init_resource::<View>()
        .init_resource::<SeenBlocks>()
        .add_message::<UserAsk>()
        .add_systems(EguiPrimaryContextPass, draw_window);
}

/// What the panels remember from frame to frame; nothing the mind needs to know.
#[derive(Resource, Default)]
struct Panels {
    dressed: bool,
    watched: bots::Watched,
    goal_box: goal_box::GoalBox,
    selection: queue::Selection,
    plan: plan::ScrolledTo,
    map: map::MapPanel,
    journal_open: bool,
    keys_open: bool,
}

fn draw_window(
    mut contexts: EguiContexts,
    view: Res<View>,
    seen: Res<SeenBlocks>,
    agents: Query<(Entity, &Agent)>,
    mut panels: ResMut<Panels>,
    mut asks: MessageWriter<UserAsk>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let name = panels.watched.bot(&view.0).map(|bot| bot.username.as_str());
    let watched = agents.iter().find(|(_, agent)| Some(agent.username.as_str()) == name);
    let watched = watched.map_or(Entity::PLACEHOLDER, |(entity, _)| entity);
    let asked = window_ui(context, &view.0, seen.of(watched), &mut panels);
    if !asked.is_empty() {
        // The mind reads them in its next update: without this there might be none until something else happens.
        context.request_repaint();
        asks.write_batch(asked);
    }
    Ok(())
}

/// All of the window; returns what the person asked for.
fn window_ui(context: &Context, view: &MindView, world: &SeenWorld, panels: &mut Panels) -> Vec<UserAsk> {
    if !std::mem::replace(&mut panels.dressed, true) {
        theme::apply(context);
    }
    let mut asks = Vec::new();
    panels.watched.steer(context, view);
    let nobody = BotView::default();
    let bot = panels.watched.bot(view).unwrap_or(&nobody);
    let mut watched = panels.watched;
    let pressed = keys::steer(context, view, bot, &mut panels.selection, &mut panels.keys_open, &mut asks);
    panels.goal_box.wants_focus |= pressed.types;
    panels.journal_open ^= pressed.journal;
    let line = Frame::new().inner_margin(Margin::symmetric(12, 6));
    TopBottomPanel::bottom("status").frame(line).exact_height(36.0).show(context, |ui| status::status_ui(ui, bot));
    if view.bots.len() > 1 {
        TopBottomPanel::top("bots").frame(line).show(context, |ui| bots::bots_ui(ui, view, &mut watched));
    }

    SidePanel::right("mind").frame(theme::panel()).default_width(400.0).width_range(320.0..=560.0).show(
        context,
        |ui| {
            goal_box::goal_box_ui(ui, view, &mut panels.goal_box, &mut asks);
            ui.add_space(theme::APART);
            // The goals keep their place, and their buttons in reach, while the plan below scrolls along with the work.
            let share = (ui.available_height() * GOALS_SHARE).max(90.0);
            ScrollArea::vertical().id_salt("goals").auto_shrink([false, true]).max_height(share).show(ui, |ui| {
                queue::queue_ui(ui, view, Some(bot), &mut panels.selection, &mut asks);
            });
            ui.add_space(theme::APART);
            ScrollArea::vertical().id_salt("plan").auto_shrink([false, false]).show(ui, |ui| {
                plan::plan_ui(ui, panels.selection.goal(view, Some(bot)), &mut panels.plan);
            });
        },
    );

    let journal = TopBottomPanel::bottom(if panels.journal_open { "journal" } else { "journal, folded" }).frame(line);
    let journal = if panels.journal_open {
        journal.resizable(true).default_height(170.0).height_range(80.0..=400.0)
    } else {
        journal.resizable(false).exact_height(30.0)
    };
    journal.show(context, |ui| journal::journal_ui(ui, &view.journal, &mut panels.journal_open));

    CentralPanel::default().frame(Frame::new()).show(context, |ui| {
        map::map_ui(ui, view, bot, world, &mut panels.map, &mut asks);
    });
    keys::list_ui(context, &mut panels.keys_open);
    panels.watched = watched;
    asks
}
