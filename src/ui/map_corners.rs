//! What lies on the map's corners: what the bot is at, buttons, what is under the cursor, the scale.

use bevy_egui::egui::{Align2, Area, Button, Label, Order, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::{
    ghosts::Ghosts,
    map_layers::Layers,
    map_menu::{Spot, SpotKind},
    map_view::MapCamera,
    queue, status, theme, words,
};
use crate::{
    domain::{BotView, MindView, StepStateView},
    voxel::SeenWorld,
};

const MARGIN: f32 = 10.0;
/// How wide the map is, in points, where the buttons stand beside what the bot is at, and how high they are where that is below them.
const SIDE_BY_SIDE: f32 = 370.0;
const BUTTONS: f32 = 72.0;
/// How much the scale takes below what lies over it, in points.
const OVER_SCALE: f32 = 44.0;

/// `under_cursor`: what lies there, and what of a building does. `follow`: whether the bot stays in the middle.
pub fn corners_ui(
    ui: &Ui,
    screen: Rect,
    world: &SeenWorld,
    view: &MindView,
    bot: &BotView,
    under_cursor: Option<(&Spot, Option<String>)>,
    camera: &mut MapCamera,
    follow: &mut bool,
    layers: &mut Layers,
    ghosts: &mut Ghosts,
) {
    let inner = screen.shrink(MARGIN);
    let is_narrow = inner.width() < SIDE_BY_SIDE;
    let (below, beside) = if is_narrow { (BUTTONS, 0.0) } else { (0.0, 190.0) };
    let work = inner.with_min_y(inner.top() + below);
    corner(ui, screen, "work", work, Align2::LEFT_TOP, false, |ui| {
        ui.set_max_width((inner.width() - beside).clamp(120.0, 460.0));
        status::notice_ui(ui, bot);
        work_ui(ui, view, bot);
    });
    corner(ui, screen, "buttons", inner, Align2::RIGHT_TOP, true, |ui| {
        theme::on_map().show(ui, |ui| {
            buttons_ui(ui, screen, camera, follow);
            ui.horizontal(|ui| layers.buttons_ui(ui));
        });
    });
    if let Some((spot, ghost)) = under_cursor {
        corner(ui, screen, "spot", inner, Align2::LEFT_BOTTOM, false, |ui| {
            theme::on_map().show(ui, |ui| {
                spot_ui(ui, spot);
                if let Some(ghost) = ghost {
                    ui.add(Label::new(theme::quiet(ghost)).extend());
                }
            });
        });
    }
    if !ghosts.is_empty() {
        let above = inner.with_max_y(inner.bottom() - OVER_SCALE);
        corner(ui, screen, "ghosts", above, Align2::RIGHT_BOTTOM, true, |ui| {
            theme::on_map().show(ui, |ui| {
                ui.set_max_width(inner.width() - 2.0 * MARGIN);
                ghosts.legend_ui(ui, world, bot);
            });
        });
    }
    corner(ui, screen, "scale", inner, Align2::RIGHT_BOTTOM, false, |ui| {
        theme::on_map().show(ui, |ui| scale_ui(ui, camera));
    });
}

/// Lays something over a corner of the map. What cannot be clicked lets clicks through to the map.
fn corner(ui: &Ui, screen: Rect, name: &str, inner: Rect, at: Align2, clickable: bool, add: impl FnOnce(&mut Ui)) {
    Area::new(ui.id().with(name))
        .order(Order::Middle)
        .pivot(at)
        .fixed_pos(at.pos_in_rect(&inner))
        .constrain_to(inner)
        .interactable(clickable)
        .show(ui.ctx(), |ui| {
            // In a small pane nothing of it lies on the panes beside it.
            ui.shrink_clip_rect(screen);
            add(ui);
        });
}

fn buttons_ui(ui: &mut Ui, screen: Rect, camera: &mut MapCamera, follow: &mut bool) {
    ui.horizontal(|ui| {
        for (sign, hint, factor) in [("-", "Zoom out; key: -", 0.5), ("+", "Zoom in; key: +", 2.0)] {
            let button = Button::new(theme::strong(sign)).min_size(vec2(24.0, 24.0));
            if ui.add(button).on_hover_text(hint).clicked() {
                camera.zoom(screen, screen.center(), factor);
            }
        }
        // An empty box is seen on any ground.
        ui.visuals_mut().widgets.inactive.bg_stroke.color = theme::QUIET;
        ui.checkbox(follow, "Follow bot").on_hover_text("Keep the bot in the middle; key: F");
    });
}

/// The current goal and its step.
fn work_ui(ui: &mut Ui, view: &MindView, bot: &BotView) {
    let Some(goal) = queue::current(view, Some(bot)) else { return };
    theme::on_map().show(ui, |ui| {
        ui.label(theme::strong(&goal.text));
        let running = goal.steps.iter().enumerate().find(|(_, step)| step.state == StepStateView::Running);
        let line = match running {
            Some((index, step)) => {
                let doing = step.progress.as_ref().map(|(text, _, _)| text.as_str()).filter(|text| !text.is_empty());
                format!("Step {} of {}: {}", index + 1, goal.steps.len(), doing.unwrap_or(&step.title))
            }
            None => words::goal_state(goal.state).to_owned(),
        };
        ui.label(theme::quiet(line));
    });
}

fn spot_ui(ui: &mut Ui, spot: &Spot) {
    ui.horizontal(|ui| match &spot.kind {
        SpotKind::Seen(seen) => {
            ui.label(theme::code(format!("{} {} {}", spot.x, seen.y, spot.z)));
            ui.label(RichText::new(seen.block).strong());
            if let Some(cover) = seen.cover {
                ui.label(theme::quiet(format!("under {cover}")));
            }
            if seen.depth > 0 {
                ui.label(theme::quiet(format!("{} deep", words::blocks(seen.depth))));
            }
        }
        SpotKind::Remembered => {
            ui.label(theme::code(format!("{} {}", spot.x, spot.z)));
            ui.label(theme::quiet("seen before; the bot is too far away to see it now"));
        }
        SpotKind::Unseen => {
            ui.label(theme::code(format!("{} {}", spot.x, spot.z)));
            ui.label(theme::quiet("not seen yet"));
        }
    });
}

fn scale_ui(ui: &mut Ui, camera: &MapCamera) {
    let blocks = camera.scale_bar();
    let length = (f64::from(blocks) * camera.scale) as f32;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(length, 10.0), Sense::hover());
        let (left, right, y) = (rect.left(), rect.right(), rect.bottom() - 2.0);
        let stroke = Stroke::new(1.5_f32, theme::TEXT);
        for (from, to) in [((left, y), (right, y)), ((left, y - 5.0), (left, y)), ((right, y - 5.0), (right, y))] {
            ui.painter().line_segment([pos2(from.0, from.1), pos2(to.0, to.1)], stroke);
        }
        ui.label(theme::quiet(words::blocks(blocks)));
    });
}
