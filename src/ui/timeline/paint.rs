//! How the timeline looks: axis, sessions, lanes, spans with their words, and how much lies where it cannot be drawn one by one.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Rect, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType,
    pos2, vec2,
};

use super::{
    axis,
    layout::{Layout, Placed, What},
    view::TimeView,
};
use crate::{
    domain::{Mark, MarkState, TimelineAnswer, TimelineCell, thousands},
    ui::{theme, words},
};

/// The heights of the axis and of the sessions' names below it, in points.
const AXIS: f32 = 15.0;
pub const HEAD: f32 = AXIS + 13.0;
/// Two ticks are so many points apart at least: a day and a time to the tenth of a second, and some air.
const TICKS_APART: f64 = 118.0;
/// Words of a tick need so much.
const TICK: f32 = 52.0;
/// A name needs so much room.
const NAME: f32 = 60.0;
/// Words are written into what is wider and higher than this, in points.
const WORDS_FROM: f32 = 28.0;
const WORDS_HIGH: f32 = 11.0;
/// Words are larger in what is higher than this, in points.
const ROOMY: f32 = 16.0;
/// Nothing is drawn narrower, also where it takes less room.
const NARROWEST: f32 = 3.0;
/// Beside words in a span.
const BESIDE: f32 = 4.0;
/// More of a text is never in sight.
const MOST_WORDS: usize = 160;
/// Half the width of the grip on the line of the moment that is looked back at, in points.
const GRIP: f32 = 6.0;
/// How high the lowest bar of a cell is, in parts of its row.
const LOW: f32 = 0.35;

/// What a mark came to.
pub fn color(mark: &Mark) -> Color32 {
    match mark.state {
        MarkState::Plain => theme::QUIET,
        MarkState::Running => theme::RUNNING,
        MarkState::Done => theme::DONE,
        MarkState::Failed => theme::FAILED,
        MarkState::Cancelled => theme::WAITING,
    }
}

/// The room of the axis, the sessions' names and the lanes, from the top.
pub struct Canvas {
    pub area: Rect,
    pub view: TimeView,
    /// How far the lanes are moved up, where they have more height than there is.
    pub lift: f32,
}

impl Canvas {
    /// Where the lanes are.
    pub fn lanes(&self) -> Rect {
        self.area.with_min_y(self.area.top() + HEAD)
    }

    fn x(&self, ms: u64) -> f32 {
        self.area.left() + self.view.x(ms)
    }

    /// Where something of the layout is.
    pub fn rect(&self, layout: &Layout, placed: &Placed) -> Rect {
        let (top, bottom) = layout.rows(placed);
        let lanes = self.lanes();
        // Far outside of the pane single precision has nothing to say.
        let side = |x: f32| lanes.left() + x.clamp(-8.0, lanes.width() + 8.0);
        let (y, left) = (lanes.top() - self.lift, side(placed.left));
        Rect::from_min_max(pos2(left, y + top), pos2(side(placed.right).max(left + NARROWEST), y + bottom))
    }

    fn is_in_sight(&self, placed: &Placed) -> bool {
        placed.right >= 0.0 && placed.left <= self.area.width()
    }
}

/// The axis, a line for each session with the bot's name, and lines between the lanes.
pub fn ground(ui: &Ui, canvas: &Canvas, layout: &Layout, answer: &TimelineAnswer) {
    let painter = ui.painter_at(canvas.area);
    let Rect { min, max } = canvas.area;
    let font = FontId::proportional(11.0);
    for room in &layout.rooms {
        let y = canvas.lanes().top() - canvas.lift + room.bottom + 1.0;
        if y > canvas.lanes().top() {
            painter.hline(canvas.area.x_range(), y, Stroke::new(1.0_f32, theme::RAISED));
        }
    }
    let view = canvas.view;
    let apart = (TICKS_APART * view.scale) as u64;
    for tick in axis::ticks(view.from as u64, view.ms(canvas.area.width()) as u64, apart) {
        let x = canvas.x(tick.ms);
        painter.vline(x, min.y..=max.y, Stroke::new(1.0_f32, theme::RAISED));
        if x + TICK < max.x {
            painter.text(pos2(x + 3.0, min.y), Align2::LEFT_TOP, tick.text, font.clone(), theme::QUIET);
        }
    }
    painter.hline(canvas.area.x_range(), min.y + AXIS, Stroke::new(1.0_f32, theme::LINE));
    sessions(&painter, canvas, answer, &font);
}

fn sessions(painter: &Painter, canvas: &Canvas, answer: &TimelineAnswer, font: &FontId) {
    let Rect { min, max } = canvas.area;
    let (mut drawn, mut named) = (f32::MIN, f32::MIN);
    for (number, session) in answer.sessions.iter().enumerate() {
        let x = canvas.x(session.from_ms);
        let next = answer.sessions.get(number + 1).map_or(max.x, |next| canvas.x(next.from_ms));
        if x > max.x || next < min.x {
            continue;
        }
        // Many may lie in one column.
        if x - drawn >= 2.0 && x >= min.x {
            painter.vline(x, min.y + AXIS..=max.y, Stroke::new(1.0_f32, theme::FAINT));
            drawn = x;
        }
        let at = x.max(min.x) + 3.0;
        if next - at >= NAME && at >= named {
            let room = Rect::from_min_max(pos2(at, min.y + AXIS), pos2(next, min.y + HEAD));
            let name = format!("{} (session {})", session.bot, session.id);
            let at = pos2(at, min.y + AXIS);
            painter.with_clip_rect(room.intersect(canvas.area)).text(
                at,
                Align2::LEFT_TOP,
                name,
                font.clone(),
                theme::QUIET,
            );
            named = next;
        }
    }
}

/// Spans, points and cells. `marked`: the marks with a frame, by number.
pub fn marks(ui: &Ui, canvas: &Canvas, layout: &Layout, answer: &TimelineAnswer, marked: &[u64]) {
    let lanes = canvas.lanes();
    let painter = ui.painter_at(lanes);
    let most = answer.cells.iter().map(|cell| cell.count).max().unwrap_or(1);
    let in_sight = || layout.placed.iter().filter(|placed| canvas.is_in_sight(placed));
    let (spans, points) = (in_sight().filter(|placed| placed.is_span()), in_sight().filter(|placed| !placed.is_span()));
    for placed in spans.chain(points) {
        let rect = canvas.rect(layout, placed);
        if !rect.intersects(lanes) {
            continue;
        }
        let told = match placed.what {
            What::Cell(index) => {
                bar(&painter, rect, &answer.cells[index], most);
                crowd(&answer.cells[index])
            }
            What::Mark(index) => {
                let told = &answer.marks[index];
                if !placed.is_span() {
                    painter.rect_filled(rect.expand2(vec2(1.0, 0.0)), CornerRadius::ZERO, theme::PANEL);
                }
                painter.rect_filled(rect, CornerRadius::same(2), color(&told.mark));
                if rect.width() >= WORDS_FROM && rect.height() >= WORDS_HIGH {
                    let inside = painter.with_clip_rect(rect.shrink2(vec2(BESIDE, 0.0)).intersect(lanes));
                    let at = pos2(rect.left().max(lanes.left()) + BESIDE, rect.center().y);
                    let size = if rect.height() < ROOMY { 10.0 } else { 11.5 };
                    let text = words::start_of(&told.text, MOST_WORDS);
                    inside.text(at, Align2::LEFT_CENTER, text, FontId::proportional(size), theme::BACKGROUND);
                }
                if marked.contains(&told.mark.id) {
                    painter.rect_stroke(rect.expand(1.0), 2.0, Stroke::new(2.0_f32, theme::MARK), StrokeKind::Outside);
                }
                told.text.clone()
            }
        };
        // So that who hears the window, and a test, finds it.
        let id = match placed.what {
            What::Mark(index) => ui.id().with(("mark", answer.marks[index].mark.id)),
            What::Cell(index) => ui.id().with(("cell", placed.lane, answer.cells[index].from_ms)),
        };
        ui.interact(rect.intersect(lanes), id, Sense::hover())
            .widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &told));
    }
}

/// How much lies in a cell: the more, the higher, and the failed part below in its colour.
fn bar(painter: &Painter, rect: Rect, cell: &TimelineCell, most: u32) {
    let share = (cell.count as f32).ln() / (most as f32).ln().max(1.0);
    let height = rect.height() * (LOW + (1.0 - LOW) * share.min(1.0));
    let bar = rect.with_min_y(rect.bottom() - height);
    painter.rect_filled(bar, CornerRadius::ZERO, theme::WAITING);
    let failed = height * cell.failed as f32 / cell.count.max(1) as f32;
    if cell.failed > 0 {
        painter.rect_filled(bar.with_min_y(bar.bottom() - failed.max(2.0)), CornerRadius::ZERO, theme::FAILED);
    }
}

/// `34 in Chat, 2 of them failed: zoom in to see each`.
pub fn crowd(cell: &TimelineCell) -> String {
    let failed = if cell.failed > 0 { format!(", {} of them failed", cell.failed) } else { String::new() };
    format!("{} in {}{failed}: zoom in to see each", thousands(u64::from(cell.count)), cell.lane.name())
}

/// Where the present is.
pub fn now(ui: &Ui, canvas: &Canvas, now: u64) {
    let x = canvas.x(now);
    if canvas.area.x_range().contains(x) {
        let painter = ui.painter_at(canvas.area);
        painter.vline(x, canvas.area.top() + AXIS..=canvas.area.bottom(), Stroke::new(1.0_f32, theme::ACCENT));
    }
}

/// The moment that is looked back at.
pub fn moment(ui: &Ui, canvas: &Canvas, ms: u64) {
    let x = canvas.x(ms);
    if canvas.area.x_range().contains(x) {
        let painter = ui.painter_at(canvas.area);
        painter.vline(x, canvas.area.y_range(), Stroke::new(2.0_f32, theme::PAUSED));
        let top = pos2(x, canvas.area.top());
        let grip = [top + vec2(-GRIP, 0.0), top + vec2(GRIP, 0.0), top + vec2(0.0, GRIP * 1.6)];
        painter.add(Shape::convex_polygon(grip.to_vec(), theme::PAUSED, Stroke::NONE));
        let room = Rect::from_center_size(pos2(x, canvas.area.center().y), vec2(2.0, canvas.area.height()));
        ui.interact(room, ui.id().with("moment"), Sense::hover())
            .widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("As of {}", axis::time(ms))));
    }
}
