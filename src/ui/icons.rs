//! Small drawings. The fonts that egui brings lack most symbols, so whatever is not a letter is drawn from shapes.

use std::f32::consts::TAU;

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2, pos2, vec2};

use super::theme;
use crate::domain::{GoalState, StepStateView};

/// The side of an icon, in points.
pub const ICON: f32 = 16.0;

/// What an icon says of a goal or a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Waiting,
    Running,
    Paused,
    Done,
    Failed,
    Cancelled,
}

impl From<GoalState> for Mark {
    fn from(state: GoalState) -> Self {
        match state {
            GoalState::Queued => Self::Waiting,
            GoalState::Active => Self::Running,
            GoalState::Paused => Self::Paused,
            GoalState::Done => Self::Done,
            GoalState::Failed => Self::Failed,
            GoalState::Cancelled => Self::Cancelled,
        }
    }
}

impl From<StepStateView> for Mark {
    fn from(state: StepStateView) -> Self {
        match state {
            StepStateView::Waiting => Self::Waiting,
            StepStateView::Running => Self::Running,
            StepStateView::Done => Self::Done,
            StepStateView::Failed => Self::Failed,
            StepStateView::Skipped => Self::Cancelled,
        }
    }
}

impl Mark {
    pub fn color(self) -> Color32 {
        match self {
            Self::Waiting | Self::Cancelled => theme::WAITING,
            Self::Running => theme::RUNNING,
            Self::Paused => theme::PAUSED,
            Self::Done => theme::DONE,
            Self::Failed => theme::FAILED,
        }
    }

    /// Draws the mark around a middle; told apart by shape as well as by colour.
    pub fn paint(self, painter: &Painter, middle: Pos2) {
        let color = self.color();
        let radius = ICON * 0.44;
        let at = |x: f32, y: f32| middle + vec2(x, y) * radius;
        let line = |points: Vec<Pos2>, color: Color32| painter.add(Shape::line(points, Stroke::new(1.8_f32, color)));
        match self {
            Self::Waiting => {
                painter.circle_stroke(middle, radius, Stroke::new(1.5_f32, color));
            }
            Self::Running => {
                painter.circle_filled(middle, radius, color.gamma_multiply(0.25));
                painter.circle_stroke(middle, radius, Stroke::new(1.5_f32, color));
                let play = vec![at(-0.25, -0.45), at(0.5, 0.0), at(-0.25, 0.45)];
                painter.add(Shape::convex_polygon(play, color, Stroke::NONE));
            }
            Self::Paused => {
                painter.circle_stroke(middle, radius, Stroke::new(1.5_f32, color));
                for x in [-0.25, 0.25] {
                    line(vec![at(x, -0.4), at(x, 0.4)], color);
                }
            }
            Self::Done => {
                painter.circle_filled(middle, radius, color);
                line(vec![at(-0.45, 0.05), at(-0.1, 0.4), at(0.5, -0.35)], theme::BACKGROUND);
            }
            Self::Failed => {
                painter.circle_filled(middle, radius, color);
                line(vec![at(-0.35, -0.35), at(0.35, 0.35)], theme::BACKGROUND);
                line(vec![at(-0.35, 0.35), at(0.35, -0.35)], theme::BACKGROUND);
            }
            Self::Cancelled => {
                painter.circle_stroke(middle, radius, Stroke::new(1.5_f32, color));
                line(vec![at(-0.5, 0.5), at(0.5, -0.5)], color);
            }
        }
    }
}

/// A mark in the flow of a panel.
pub fn mark(ui: &mut Ui, mark: impl Into<Mark>) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(ICON), Sense::hover());
    mark.into().paint(ui.painter(), rect.center());
    response
}

/// A filled dot: the light of a connection.
pub fn dot(ui: &mut Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, ICON), Sense::hover());
    ui.painter().circle_filled(rect.center(), 4.5, color);
}

/// Ten hearts for 20 half-hearts, as players know them.
pub fn hearts(ui: &mut Ui, half_hearts: f32) -> Response {
    const HEART: [&str; 6] = [".##.##.", "#######", "#######", ".#####.", "..###..", "...#..."];
    row_of_ten(ui, half_hearts.max(0.0).ceil() as u32, &HEART, theme::HEART)
}

/// Ten drumsticks for 20 half-drumsticks.
pub fn drumsticks(ui: &mut Ui, halves: u32) -> Response {
    const DRUMSTICK: [&str; 6] = ["..###..", ".#####.", ".#####.", "..####.", ".#.....", "##....."];
    row_of_ten(ui, halves, &DRUMSTICK, theme::FOOD)
}

fn row_of_ten(ui: &mut Ui, halves: u32, shape: &[&str; 6], color: Color32) -> Response {
    const PIXEL: f32 = 1.5;
    const WIDTH: f32 = 7.0 * PIXEL + 1.5;
    let (rect, response) = ui.allocate_exact_size(vec2(10.0 * WIDTH, ICON), Sense::hover());
    let top = rect.center().y - 3.0 * PIXEL;
    for index in 0..10u32 {
        let left = rect.left() + index as f32 * WIDTH;
        // The left half of a half heart is three and a half pixels wide.
        let full = match halves.saturating_sub(2 * index) {
            0 => 0.0,
            1 => 3.5,
            _ => 7.0,
        };
        for (y, row) in shape.iter().enumerate() {
            for (start, end) in runs(row) {
                let pixels = |from: f32, to: f32| {
                    let y = top + y as f32 * PIXEL;
                    Rect::from_min_max(pos2(left + from * PIXEL, y), pos2(left + to * PIXEL, y + PIXEL))
                };
                let border = end.min(full).max(start);
                if border > start {
                    ui.painter().rect_filled(pixels(start, border), 0.0, color);
                }
                if end > border {
                    ui.painter().rect_filled(pixels(border, end), 0.0, theme::EMPTY);
                }
            }
        }
    }
    response
}

/// Where each run of `#` begins and ends.
fn runs(row: &str) -> Vec<(f32, f32)> {
    let mut runs: Vec<(f32, f32)> = Vec::new();
    for (x, _) in row.char_indices().filter(|(_, c)| *c == '#') {
        let x = x as f32;
        match runs.last_mut() {
            Some((_, end)) if *end == x => *end = x + 1.0,
            _ => runs.push((x, x + 1.0)),
        }
    }
    runs
}

/// The sun by day, the moon by night.
pub fn sky(ui: &mut Ui, day: bool) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(ICON), Sense::hover());
    let (painter, middle) = (ui.painter(), rect.center());
    if day {
        painter.circle_filled(middle, 3.5, theme::MARK);
        for ray in 0..8 {
            let way = Vec2::angled(ray as f32 * TAU / 8.0);
            painter.line_segment([middle + way * 5.0, middle + way * 7.0], Stroke::new(1.2_f32, theme::MARK));
        }
    } else {
        painter.circle_filled(middle, 5.5, theme::QUIET);
        painter.circle_filled(middle + vec2(2.5, -1.5), 4.8, theme::PANEL);
    }
}

/// The place of an icon around a middle.
pub fn square(middle: Pos2) -> Rect {
    Rect::from_center_size(middle, Vec2::splat(ICON))
}

/// What closes a pane.
pub fn cross(painter: &Painter, middle: Pos2, color: Color32) {
    for way in [vec2(3.5, 3.5), vec2(3.5, -3.5)] {
        painter.line_segment([middle - way, middle + way], Stroke::new(1.2_f32, color));
    }
}

/// A triangle that points right when closed and down when open.
pub fn fold(painter: &Painter, middle: Pos2, open: bool, color: Color32) {
    let points = if open { [(-4.0, -2.5), (4.0, -2.5), (0.0, 3.5)] } else { [(-2.5, -4.0), (3.5, 0.0), (-2.5, 4.0)] };
    let points = points.iter().map(|&(x, y)| middle + vec2(x, y)).collect();
    painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
}

/// The bot seen from above, its tip towards where it looks. `yaw` in degrees, 0 to the south, as the protocol counts.
pub fn bot(painter: &Painter, at: Pos2, yaw: f32) {
    let (sin, cos) = yaw.to_radians().sin_cos();
    let (ahead, right) = (vec2(-sin, cos), vec2(-cos, -sin));
    let arrow = |size: f32| {
        [(1.25, 0.0), (-0.85, 0.8), (-0.45, 0.0), (-0.85, -0.8)].map(|(a, r)| at + (ahead * a + right * r) * size)
    };
    painter.circle_filled(at, 15.0, Color32::from_black_alpha(70));
    // Two convex halves: an arrow with a notch is not convex.
    for (size, color) in [(11.5, theme::BACKGROUND), (9.0, theme::BOT)] {
        let [tip, right, notch, left] = arrow(size);
        painter.add(Shape::convex_polygon(vec![tip, right, notch], color, Stroke::NONE));
        painter.add(Shape::convex_polygon(vec![tip, notch, left], color, Stroke::NONE));
    }
}
