//! The window: what the mind sees and does, and where a person steers it.
//!
//! Panels are plain functions from a view to widgets; what a person asks for they push onto a list. The [`dock`] says where each of them stands.
//! This module alone knows of Bevy: it hands the panels the mind's [`View`], carries their asks back as messages, and keeps the layout.

mod back;
mod bots;
mod chat;
mod chosen;
mod dock;
mod ghosts;
mod goal_box;
mod icons;
mod inspector;
mod inventory;
mod journal;
mod keys;
mod log;
mod map;
mod map_area;
mod map_corners;
mod map_grain;
mod map_layers;
mod map_menu;
mod map_tiles;
mod map_view;
mod plan;
mod queue;
mod status;
mod tail;
#[cfg(test)]
mod tests;
mod theme;
mod timeline;
mod usage;
mod uses;
mod words;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{CentralPanel, Context, Frame, Margin, ScrollArea, TopBottomPanel, Ui},
};
use chosen::Chosen;
use dock::{Dock, Pane};
pub use log::LogDesk;
pub use timeline::{TimelineDesk, Watching};

use crate::{
    domain::{BotView, MindView, UserAsk},
    mind::{Agent, SeenBlocks, View},
    voxel::SeenWorld,
};

/// What the window is to be cleared to: red, green, blue in sRGB. The panels draw no ground of their own.
pub const CLEAR_COLOR: [u8; 3] = [theme::PANEL.r(), theme::PANEL.g(), theme::PANEL.b()];

/// Adds the panels. The egui plugin, the window and its camera are the runner's business.
pub fn plugin(app: &mut App) {
    app.init_resource::<Panels>()
        .init_resource::<View>()
        .init_resource::<SeenBlocks>()
        .init_resource::<TimelineDesk>()
        .init_resource::<LogDesk>()
        .add_message::<UserAsk>()
        .add_systems(Startup, take_up_layout)
        .add_systems(EguiPrimaryContextPass, (draw_window, keep_layout).chain());
}

/// Where the layout outlives the program. Without this resource it does not.
#[derive(Resource, Clone, Debug)]
pub struct LayoutFile {
    /// JSON; read at the start, if it is there.
    pub path: PathBuf,
    /// What is changed is written into it.
    pub is_written: bool,
}

/// What the panels remember from frame to frame; nothing the mind needs to know.
#[derive(Resource, Default)]
struct Panels {
    dressed: bool,
    watched: bots::Watched,
    goal_box: goal_box::GoalBox,
    selection: queue::Selection,
    plan: plan::PlanPanel,
    map: map::MapPanel,
    lately: inventory::Lately,
    timeline: timeline::TimelinePanel,
    back: back::BackPanels,
    chat: chat::ChatPanel,
    log: log::LogPanel,
    usage: usage::UsagePanel,
    choice: chosen::Choice,
    dock: Dock,
    keys_open: bool,
}

/// A layout that cannot be read is no reason not to play.
fn take_up_layout(file: Option<Res<LayoutFile>>, mut panels: ResMut<Panels>) {
    let Some(file) = file else { return };
    match dock::load(&file.path) {
        Ok(Some(saved)) => panels.dock = Dock::from(&saved),
        Ok(None) => {}
        Err(wrong) => {
            tracing::warn!("{} is no layout of the window, which begins with its own: {wrong}", file.path.display());
        }
    }
}

/// Writes the layout down once the hand that has changed it rests.
fn keep_layout(
    mut contexts: EguiContexts,
    file: Option<Res<LayoutFile>>,
    mut panels: ResMut<Panels>,
    mut complained: Local<bool>,
) -> Result {
    if !contexts.ctx_mut()?.input(|input| input.pointer.any_down()) {
        keep(&mut panels.bypass_change_detection().dock, file.as_deref(), &mut complained);
    }
    Ok(())
}

/// `complained`: that it cannot be written has been said.
fn keep(dock: &mut Dock, file: Option<&LayoutFile>, complained: &mut bool) {
    let Some(saved) = dock.take_changed() else { return };
    let Some(file) = file.filter(|file| file.is_written) else { return };
    if let Err(error) = dock::store(&file.path, &saved)
        && !std::mem::replace(complained, true)
    {
        tracing::warn!("the window's layout cannot be kept in {}: {error}", file.path.display());
    }
}

fn draw_window(
    mut contexts: EguiContexts,
    view: Res<View>,
    seen: Res<SeenBlocks>,
    agents: Query<(Entity, &Agent)>,
    mut panels: ResMut<Panels>,
    mut desk: ResMut<TimelineDesk>,
    mut log: ResMut<LogDesk>,
    mut asks: MessageWriter<UserAsk>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let name = panels.watched.bot(&view.0).map(|bot| bot.username.as_str());
    let watched = agents.iter().find(|(_, agent)| Some(agent.username.as_str()) == name);
    let watched = watched.map_or(Entity::PLACEHOLDER, |(entity, _)| entity);
    // The panes work on them for the time of a frame.
    std::mem::swap(&mut panels.timeline.desk, &mut *desk);
    std::mem::swap(&mut panels.log.desk, &mut *log);
    let asked = window_ui(context, &view.0, seen.of(watched), &mut panels);
    std::mem::swap(&mut panels.timeline.desk, &mut *desk);
    std::mem::swap(&mut panels.log.desk, &mut *log);
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
    if panels.timeline.desk.watching.is_some() {
        panels.dock.show(Pane::Timeline);
    }
    panels.timeline.steer_moment(context);
    let known = panels.timeline.desk.past.clone();
    let whose = known.as_ref().filter(|_| view.bots.is_empty()).map_or(view, |past| &past.view);
    let name = panels.watched.bot(whose).map(|bot| bot.username.clone()).unwrap_or_default();
    let back = panels.timeline.look_back(context, &name).map(|back| panels.back.as_of(back));
    let is_past = back.is_some();
    panels.selection.is_past = is_past;
    // Where there is no present, its place is taken by the moment that is looked at.
    let view = match &back {
        Some(back) if view.bots.is_empty() => &back.past.view,
        _ => view,
    };
    panels.watched.steer(context, view);
    let nobody = BotView::default();
    let bot = panels.watched.bot(view).unwrap_or(&nobody);
    let mut watched = panels.watched;
    let Panels {
        goal_box,
        selection,
        plan,
        map,
        lately,
        timeline,
        chat,
        log,
        usage,
        choice,
        dock,
        keys_open,
        back: then,
        ..
    } = panels;
    lately.follow(bot);
    let leaves_escape = plan.takes_escape() || map.takes_escape();
    match keys::steer(context, view, bot, selection, (dock, leaves_escape), keys_open, &mut asks) {
        Some(Pane::Chat) => chat.focus(),
        Some(_) => goal_box.wants_focus = true,
        None => {}
    }
    let line = Frame::new().inner_margin(Margin::symmetric(12, 6));
    TopBottomPanel::bottom("status").frame(line).exact_height(36.0).show(context, |ui| {
        status::status_ui(ui, bot, |ui| {
            dock.menu_ui(ui);
            if !dock.is_in_front(Pane::Log) && log::trouble_ui(ui, log) {
                log.show_trouble();
                dock.show(Pane::Log);
            }
        });
    });
    if view.bots.len() > 1 {
        TopBottomPanel::top("bots").frame(line).show(context, |ui| bots::bots_ui(ui, view, &mut watched));
    }
    if !dock.is_open(Pane::Journal) {
        TopBottomPanel::bottom("journal, folded").frame(line).exact_height(30.0).show(context, |ui| {
            if journal::folded_ui(ui, &view.journal) {
                dock.show(Pane::Journal);
            }
        });
    }
    let gives_keys_away = timeline.takes_keys(context);
    // What is shown as of another moment acts on nothing: whatever it asked for would be asked of now.
    let (mut unasked, mut typed) = (Vec::new(), Vec::new());
    let (shown, land, map, lately, asked) = match &back {
        Some(back) => (&back.past.view, &back.past.world, &mut then.map, &mut then.lately, &mut unasked),
        None => (view, world, map, lately, &mut asks),
    };
    let then_bot = shown.bots.iter().find(|then| then.username == bot.username).or(shown.bots.first());
    let shown_bot = then_bot.unwrap_or(&nobody);
    (map.gives_keys_away, map.is_past, plan.is_past) = (gives_keys_away, is_past, is_past);
    let somebody_plays = back.as_ref().is_none_or(|back| back.can_go_back);
    let mut goes_live = false;
    let mut words = None;
    CentralPanel::default().frame(Frame::new()).show(context, |ui| {
        dock.ui(ui, &mut |ui, pane| match pane {
            Pane::Map => {
                goes_live |= back::banner_ui(ui, back.as_ref());
                map::map_ui(ui, shown, shown_bot, land, map, choice, asked);
            }
            Pane::Goals => words_ui(ui, |ui| {
                goes_live |= back::banner_ui(ui, back.as_ref());
                // Goals that are typed are of now, whatever is looked at.
                if somebody_plays {
                    goal_box::goal_box_ui(ui, view, goal_box, &mut typed);
                    ui.add_space(theme::APART);
                }
                ScrollArea::vertical().id_salt("goals").auto_shrink([false, false]).show(ui, |ui| {
                    queue::queue_ui(ui, shown, Some(shown_bot), selection, asked);
                });
            }),
            Pane::Plan => words_ui(ui, |ui| {
                goes_live |= back::banner_ui(ui, back.as_ref());
                ScrollArea::vertical().id_salt("plan").auto_shrink([false, false]).show(ui, |ui| {
                    let at = shown_bot.observation.as_ref().map(|seen| seen.position);
                    plan::plan_ui(ui, selection.goal(shown, Some(shown_bot)), at, plan, choice, asked);
                });
            }),
            Pane::Journal => words_ui(ui, |ui| {
                goes_live |= back::banner_ui(ui, back.as_ref());
                journal::journal_ui(ui, &shown.journal, choice);
            }),
            Pane::Inventory => words_ui(ui, |ui| {
                goes_live |= back::banner_ui(ui, back.as_ref());
                ScrollArea::both().id_salt("inventory").auto_shrink([false, false]).show(ui, |ui| {
                    words = inventory::inventory_ui(ui, shown_bot, lately, choice);
                });
            }),
            Pane::Inspector => words_ui(ui, |ui| {
                ScrollArea::vertical().id_salt("inspector").auto_shrink([false, false]).show(ui, |ui| {
                    inspector::inspector_ui(ui, shown, shown_bot, choice.what(), timeline.told().as_deref());
                });
            }),
            Pane::Chat => {
                theme::tight()
                    .show(ui, |ui| {
                        ui.add_enabled_ui(somebody_plays, |ui| chat::chat_ui(ui, view, bot, chat, &mut typed));
                    })
                    .inner
            }
            Pane::Log => theme::tight().show(ui, |ui| log::log_ui(ui, log, choice)).inner,
            Pane::Usage => words_ui(ui, |ui| usage::usage_ui(ui, view, usage, &mut timeline.desk)),
            Pane::Timeline => theme::tight().show(ui, |ui| timeline::timeline_ui(ui, timeline, choice)).inner,
        });
    });
    asks.append(&mut typed);
    if goes_live {
        timeline.go_live();
    }
    if let Some(goal) = selection.take_clicked() {
        choice.choose(Chosen::Goal(goal));
    }
    // Of the others a look tells most; these are cut short where they stand.
    if matches!(choice.take_new(), Some(Chosen::Step(_) | Chosen::Line(_) | Chosen::Mark(_) | Chosen::Log(_))) {
        dock.show(Pane::Inspector);
    }
    if let Some(words) = words {
        dock.show(Pane::Goals);
        goal_box.take(words);
    }
    keys::list_ui(context, keys_open);
    panels.watched = watched;
    asks
}

/// The frame of a pane that holds words.
fn words_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    theme::panel().show(ui, add);
}
