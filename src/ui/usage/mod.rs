//! What language models were asked, and what it cost: the last five minutes and today, by goal, by phase and by model.
//!
//! The pane knows no store. It asks on the timeline's desk, and draws what lies there.

mod sums;

use bevy_egui::egui::{
    Align, Color32, Label, Layout, Rect, RichText, ScrollArea, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{
    theme,
    timeline::{self, TimelineDesk},
};
use crate::domain::{MindView, Totals, UsageAnswer, UsageCall, dollars, thousands};

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
/// The last minutes are told by stretches of ten seconds, and move on as often.
const STRETCH: u64 = 10 * SECOND;
const STRETCHES: usize = 30;
/// News are asked for at most so often, in seconds.
const NEWS_EVERY: f64 = 0.5;
/// The height of a chart, and of a bar beside words, in points.
const CHART: f32 = 46.0;
const BAR: f32 = 5.0;
/// From this width on, in points, parts lie beside each other.
const WIDE: f32 = 520.0;
/// What a chart's scale needs below it, in points, beside what stands there.
const SCALE: f32 = 190.0;
/// Goals that are told; the others have cost less.
const MOST_GOALS: usize = 20;
const INPUT: Color32 = theme::RUNNING;
const OUTPUT: Color32 = theme::MARK;

/// What the pane keeps between frames.
#[derive(Clone, Debug, Default)]
pub struct UsagePanel {
    /// Which news were known when it last asked, and when that was in seconds.
    asked: Option<(u64, f64)>,
}

/// Fills its pane.
pub fn usage_ui(ui: &mut Ui, view: &MindView, panel: &mut UsagePanel, desk: &mut TimelineDesk) {
    let time = ui.input(|input| input.time);
    if panel.asked.is_none_or(|(news, when)| news != desk.news && (time - when).abs() >= NEWS_EVERY) {
        panel.asked = Some((desk.news, time));
        desk.asks_usage = true;
    }
    ScrollArea::vertical().id_salt("usage").auto_shrink([false, false]).show(ui, |ui| match desk.usage.clone() {
        None => _ = ui.label(theme::quiet("Reading what models were asked\u{2026}")),
        Some(usage) => told_ui(ui, view, &usage, desk.now_ms),
    });
}

fn told_ui(ui: &mut Ui, view: &MindView, usage: &UsageAnswer, now: u64) {
    let midnight = now / DAY * DAY;
    // At midnight the answer is yesterday's.
    let today = usage.calls.partition_point(|call| call.at_ms < midnight);
    let calls = &usage.calls[today..];
    if let Some(missing) = &usage.missing {
        ui.add(Label::new(theme::quiet(missing).color(theme::PAUSED)).wrap());
    }
    if calls.is_empty() {
        nothing_ui(ui);
        return;
    }
    // The scroll bar lies over what is drawn.
    ui.set_max_width(ui.available_width() - theme::APART);
    let is_wide = ui.available_width() >= WIDE;
    let from = (now / STRETCH + 1) * STRETCH - STRETCHES as u64 * STRETCH;
    let lately = &calls[calls.partition_point(|call| call.at_ms < from)..];
    let charts = [
        ("Last 5 minutes", lately, (from, STRETCH, STRETCHES), ["5 min ago", "now"]),
        ("Today (UTC)", calls, (midnight, HOUR, 24), ["00:00", "24:00"]),
    ];
    side_by_side(ui, is_wide, &charts, |ui, (title, calls, stretch, ends)| {
        head_ui(ui, title, calls);
        chart_ui(ui, calls, *stretch, *ends);
    });
    legend_ui(ui);
    ui.add_space(theme::APART);
    let sums = [
        ("By phase", sums::by(calls, sums::phase)),
        ("By goal", sums::by(calls, |call| sums::goal(call, view))),
        ("By model", sums::by(calls, sums::model)),
    ];
    side_by_side(ui, is_wide, &sums, |ui, (title, sums)| sums_ui(ui, title, sums));
}

/// Parts beside each other where there is room, and else below each other.
fn side_by_side<T>(ui: &mut Ui, is_wide: bool, parts: &[T], mut add: impl FnMut(&mut Ui, &T)) {
    if is_wide {
        let between_words = std::mem::replace(&mut ui.spacing_mut().item_spacing.x, 2.0 * theme::APART);
        ui.columns(parts.len(), |columns| {
            for (ui, part) in columns.iter_mut().zip(parts) {
                ui.spacing_mut().item_spacing.x = between_words;
                add(ui, part);
            }
        });
        ui.spacing_mut().item_spacing.x = between_words;
        return;
    }
    for part in parts {
        add(ui, part);
        ui.add_space(theme::APART);
    }
}

fn sums_ui(ui: &mut Ui, title: &str, sums: &[(String, Totals)]) {
    ui.label(theme::strong(title));
    let most = sums.iter().map(|(_, totals)| sums::tokens(totals)).max().unwrap_or_default();
    for (name, totals) in sums.iter().take(MOST_GOALS) {
        row_ui(ui, name, totals, most);
    }
    if sums.len() > MOST_GOALS {
        ui.label(theme::quiet(format!("and {} more, which took less", sums.len() - MOST_GOALS)));
    }
}

/// Why there is nothing, and what would change that.
fn nothing_ui(ui: &mut Ui) {
    ui.label("No model was asked anything today.");
    let words = "The offline planner plans by rules and costs nothing. A language model plans where a provider's key is in the environment (GEMINI_API_KEY, ANTHROPIC_API_KEY \
                 or OPENAI_API_KEY) when Blockwright starts, or with --model ollama:NAME for one on this machine: then this pane tells its tokens and what they cost.";
    ui.add(Label::new(theme::quiet(words)).wrap());
}

fn head_ui(ui: &mut Ui, title: &str, calls: &[UsageCall]) {
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::strong(title));
        let told = sums::sum(calls).map_or("nothing was asked".to_owned(), |totals| words(&totals));
        ui.label(theme::quiet(told));
    });
}

/// `2 calls, 1,912 tokens in, 388 out, $0.0021`
fn words(totals: &Totals) -> String {
    let calls = if totals.calls == 1 { "1 call".to_owned() } else { format!("{} calls", totals.calls) };
    let (input, output) = (thousands(totals.input), thousands(totals.output));
    format!("{calls}, {input} tokens in, {output} out, {}", dollars(totals.usd))
}

/// Tokens over time: so many bars, each of so many milliseconds, from a moment on. `ends`: what stands below the first and the last.
fn chart_ui(ui: &mut Ui, calls: &[UsageCall], (from, step, count): (u64, u64, usize), ends: [&str; 2]) {
    let bars = sums::bars(calls, from, step, count);
    let most = bars.iter().flatten().map(sums::tokens).max().unwrap_or_default();
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), CHART), Sense::hover());
    let painter = ui.painter_at(area);
    painter.hline(area.x_range(), area.bottom() - 0.5, Stroke::new(1.0_f32, theme::LINE));
    let wide = area.width() / count as f32;
    for (number, totals) in bars.iter().enumerate().filter_map(|(number, bar)| Some((number, bar.as_ref()?))) {
        let left = area.left() + wide * number as f32;
        let column = Rect::from_min_max(pos2(left, area.top()), pos2(left + wide, area.bottom()));
        let begins = from + step * number as u64;
        let told = format!("{} to {}: {}", timeline::time(begins), timeline::time(begins + step), words(totals));
        let bar = ui.interact(column, ui.id().with(("bar", from, number)), Sense::hover());
        bar.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &told));
        bar.on_hover_text(told);
        let height = |tokens: u64| (CHART - 2.0) * tokens as f32 / most.max(1) as f32;
        // Calls without a token, which have failed, are a line at least.
        let (input, output) = (height(totals.input).max(1.0), height(totals.output));
        let inside = column.shrink2(vec2((wide * 0.12).min(2.0), 0.0));
        let top = area.bottom() - 1.0 - input;
        painter.rect_filled(inside.with_max_y(area.bottom() - 1.0).with_min_y(top), 0.0, INPUT);
        painter.rect_filled(inside.with_max_y(top).with_min_y(top - output), 0.0, OUTPUT);
    }
    ui.horizontal(|ui| {
        ui.label(theme::quiet(ends[0]));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::quiet(ends[1]));
            if most > 0 && ui.available_width() >= SCALE {
                ui.label(theme::quiet(format!("highest bar: {} tokens", thousands(most))));
            }
        });
    });
}

fn legend_ui(ui: &mut Ui) {
    ui.horizontal(|ui| {
        for (color, told) in [(INPUT, "tokens in (below)"), (OUTPUT, "out (above)")] {
            let (square, _) = ui.allocate_exact_size(vec2(9.0, 9.0), Sense::hover());
            ui.painter().rect_filled(square, 1.0, color);
            ui.label(theme::quiet(told));
        }
    });
}

/// A name with its share of the most, and what it came to.
fn row_ui(ui: &mut Ui, name: &str, totals: &Totals, most: u64) {
    ui.add(Label::new(RichText::new(name).small()).truncate());
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), BAR), Sense::hover());
    let share = |tokens: u64| area.width() * tokens as f32 / most.max(1) as f32;
    ui.painter().rect_filled(area, 2.0, theme::RAISED);
    let middle = area.left() + share(totals.input);
    ui.painter().rect_filled(area.with_max_x(middle), 2.0, INPUT);
    let end = (middle + share(totals.output)).min(area.right());
    ui.painter().rect_filled(area.with_min_x(middle).with_max_x(end), 2.0, OUTPUT);
    ui.add(Label::new(theme::quiet(words(totals))).wrap());
}
