//! The program's own log: what went wrong inside, in one list, by level and module.
//!
//! The pane knows no subscriber: lines lie on its [`LogDesk`]. It tells what each module wrote; what became of a goal is told where the goal is,
//! and here as well.

mod desk;
mod filter;

use bevy_egui::egui::{
    Align, Button, Color32, Label, Layout, Painter, Pos2, RichText, Sense, Shape, Stroke, TextEdit, Ui, UiBuilder,
    Vec2, WidgetInfo, WidgetType, vec2,
};
pub use desk::LogDesk;
use filter::{Filter, Passing};

use super::{
    chosen::{Choice, Chosen},
    icons,
    tail::Tail,
    theme, timeline, words,
};
use crate::domain::{LogLevel, LogLine, thousands};

/// The width of the box for words, in points.
const WORDS: f32 = 110.0;
/// What a line's module may take of it, in points.
const MODULE: f32 = 130.0;

/// What the pane keeps between frames.
#[derive(Clone, Debug, Default)]
pub struct LogPanel {
    pub desk: LogDesk,
    filter: Filter,
    passing: Passing,
    tail: Tail,
    /// The number of the first line that came since the pane was last seen.
    unread: u64,
}

impl LogPanel {
    /// Shows what went wrong, and nothing else.
    pub fn show_trouble(&mut self) {
        self.filter = Filter::trouble();
        self.tail.go_back();
    }
}

/// Fills its pane. A click on a line chooses it.
pub fn log_ui(ui: &mut Ui, panel: &mut LogPanel, choice: &mut Choice) {
    let LogPanel { desk, filter, passing, tail, unread } = panel;
    *unread = desk.count();
    tools_ui(ui, desk, filter, passing);
    let numbers = passing.numbers(desk, filter);
    if numbers.is_empty() {
        let words = match desk.count() {
            0 => "Nothing was logged yet.",
            _ => "No line passes: choose another level or module, or other words.",
        };
        ui.add(Label::new(theme::quiet(words)).wrap());
    }
    let shown = tail.area().id_salt("log").show_rows(ui, icons::ICON, numbers.len(), |ui, rows| {
        ui.spacing_mut().interact_size.y = icons::ICON;
        for line in numbers.get(rows).into_iter().flatten().filter_map(|number| desk.line(*number)) {
            line_ui(ui, line, choice);
        }
    });
    let since = |first: u64| numbers.len() - numbers.partition_point(|number| *number < first);
    tail.follow(ui, &shown, desk.count(), since);
}

/// Level, module and words to choose by; copying; and what is missing.
fn tools_ui(ui: &mut Ui, desk: &LogDesk, filter: &mut Filter, passing: &mut Passing) {
    ui.horizontal_wrapped(|ui| {
        ui.menu_button(RichText::new(up_to(filter.level)).small(), |ui| {
            for level in LogLevel::ALL {
                if ui.selectable_label(filter.level == level, up_to(level)).clicked() {
                    filter.level = level;
                    ui.close();
                }
            }
        })
        .response
        .on_hover_text("This level, and what is graver");
        let told = filter.room.clone().unwrap_or_else(|| "All modules".to_owned());
        ui.menu_button(RichText::new(told).small(), |ui| {
            if ui.selectable_label(filter.room.is_none(), "all").clicked() {
                filter.room = None;
                ui.close();
            }
            for room in filter::rooms(desk) {
                if ui.selectable_label(filter.room.as_ref() == Some(&room), &room).clicked() {
                    filter.room = Some(room);
                    ui.close();
                }
            }
        })
        .response
        .on_hover_text("Where it was written");
        let label = ui.label(theme::quiet("With"));
        let words = TextEdit::singleline(&mut filter.words).desired_width(WORDS);
        ui.add(words.hint_text(RichText::new("these words").color(theme::FAINT))).labelled_by(label.id);
        let copy = Button::new(RichText::new("Copy").small());
        if ui.add(copy).on_hover_text("All lines that are shown, as text").clicked() {
            let lines = passing.numbers(desk, filter).iter().filter_map(|number| desk.line(*number));
            let text: String = lines.map(|line| text(line) + "\n").collect();
            ui.ctx().copy_text(text);
        }
        if desk.missed > 0 {
            let told = format!("{} lines came too fast and are missing", thousands(desk.missed));
            ui.label(theme::quiet(told).color(theme::PAUSED));
        }
    });
}

/// A level and all graver ones.
fn up_to(level: LogLevel) -> &'static str {
    match level {
        LogLevel::Error => "Errors",
        LogLevel::Warning => "Warnings",
        LogLevel::Info => "Info",
        LogLevel::Debug => "Debug",
        LogLevel::Trace => "All levels",
    }
}

/// `30 Nov 2026, 17:02:29 UTC warning journal::file: the disk is full`
fn text(line: &LogLine) -> String {
    let (at, level, module) = (timeline::moment(line.at_ms), line.level.name(), filter::module(&line.target));
    format!("{at} {level} {module}: {}", line.text)
}

fn line_ui(ui: &mut Ui, line: &LogLine, choice: &mut Choice) {
    let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), icons::ICON), Sense::hover());
    let row = ui.interact(room, ui.id().with(("line", line.number)), Sense::click());
    let module = filter::module(&line.target);
    row.widget_info(|| {
        WidgetInfo::labeled(WidgetType::Button, true, format!("{} {module}: {}", line.level.name(), line.text))
    });
    let is_chosen = matches!(choice.what(), Some(Chosen::Log(chosen)) if chosen.number == line.number);
    if is_chosen || row.has_focus() {
        ui.painter().vline(room.left() - theme::NEAR, room.y_range(), Stroke::new(2.0_f32, theme::MARK));
    }
    let layout = Layout::left_to_right(Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(room).layout(layout));
    ui.label(theme::code(timeline::time(line.at_ms)).color(theme::QUIET));
    let (icon, _) = ui.allocate_exact_size(Vec2::splat(icons::ICON), Sense::hover());
    paint(ui.painter(), icon.center(), line.level);
    ui.label(RichText::new(line.level.name()).small().color(color(line.level)));
    let short = vec2(MODULE.min(ui.available_width() / 2.0), icons::ICON);
    ui.allocate_ui_with_layout(short, layout, |ui| ui.add(Label::new(theme::quiet(module)).truncate()));
    ui.add(Label::new(theme::quiet(&line.text).color(theme::TEXT)).truncate());
    if row.on_hover_text(words::start_of(&line.text, TOLD)).clicked() {
        choice.choose(Chosen::Log(line.clone()));
    }
}

/// Characters of a line that the pointer on it tells.
const TOLD: usize = 400;

pub fn color(level: LogLevel) -> Color32 {
    match level {
        LogLevel::Error => theme::FAILED,
        LogLevel::Warning => theme::PAUSED,
        LogLevel::Info => theme::RUNNING,
        LogLevel::Debug | LogLevel::Trace => theme::QUIET,
    }
}

/// Told apart by shape as well as by colour.
fn paint(painter: &Painter, middle: Pos2, level: LogLevel) {
    let color = color(level);
    let line = Stroke::new(1.6_f32, color);
    let at = |x: f32, y: f32| middle + vec2(x, y);
    match level {
        LogLevel::Error => {
            painter.circle_filled(middle, 5.5, color);
            for way in [vec2(2.2, 2.2), vec2(2.2, -2.2)] {
                painter.line_segment([middle - way, middle + way], Stroke::new(1.6_f32, theme::BACKGROUND));
            }
        }
        LogLevel::Warning => {
            let corners = vec![at(0.0, -5.5), at(6.0, 5.0), at(-6.0, 5.0)];
            painter.add(Shape::convex_polygon(corners, color, Stroke::NONE));
            painter.line_segment([at(0.0, -2.0), at(0.0, 1.5)], Stroke::new(1.6_f32, theme::BACKGROUND));
            painter.circle_filled(at(0.0, 3.4), 0.9, theme::BACKGROUND);
        }
        LogLevel::Info => {
            painter.circle_stroke(middle, 5.0, line);
            painter.line_segment([at(0.0, -0.5), at(0.0, 2.5)], line);
            painter.circle_filled(at(0.0, -2.5), 0.9, color);
        }
        LogLevel::Debug => _ = painter.circle_filled(middle, 2.5, color),
        LogLevel::Trace => _ = painter.circle_stroke(middle, 2.0, line),
    }
}

/// All of a line, for the inspector.
pub fn told_ui(ui: &mut Ui, line: &LogLine) {
    ui.horizontal_wrapped(|ui| {
        let (icon, _) = ui.allocate_exact_size(Vec2::splat(icons::ICON), Sense::hover());
        paint(ui.painter(), icon.center(), line.level);
        ui.label(theme::strong(line.level.name()).color(color(line.level)));
        ui.label(theme::quiet(format!("{}, {}", line.target, timeline::moment(line.at_ms))));
    });
    ui.add(Label::new(&line.text).wrap());
    if ui.button(RichText::new("Copy line").small()).clicked() {
        ui.ctx().copy_text(text(line));
    }
}

/// How many errors and warnings came since the pane was last seen; nothing where there are none. Returns whether they are to be shown.
/// Warnings of libraries are not counted: nobody can do anything about them.
pub fn trouble_ui(ui: &mut Ui, panel: &LogPanel) -> bool {
    let unread = panel.desk.lines().iter().rev().take_while(|line| line.number >= panel.unread);
    let counts = |line: &&LogLine| match line.level {
        LogLevel::Error => true,
        LogLevel::Warning => filter::is_ours(&line.target),
        LogLevel::Info | LogLevel::Debug | LogLevel::Trace => false,
    };
    let levels: Vec<LogLevel> = unread.filter(counts).map(|line| line.level).collect();
    let Some(worst) = levels.iter().min() else { return false };
    let what = if *worst == LogLevel::Error { "error" } else { "warning" };
    let count = levels.iter().filter(|level| *level == worst).count();
    let told = format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let button = Button::new(RichText::new(told).small().color(color(*worst))).frame(false);
    ui.add(button).on_hover_text("New in the log: a click shows them").clicked()
}
