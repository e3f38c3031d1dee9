//! The newest decisions and events, in sentences. Folded away it still shows the last one.

use bevy_egui::egui::{Label, ScrollArea, Sense, Stroke, Ui, WidgetInfo, WidgetType, vec2};

use super::{
    chosen::{Choice, Chosen},
    icons, theme,
};
use crate::domain::JournalLine;

/// The last line, while the journal is closed. Returns whether it is to be opened.
pub fn folded_ui(ui: &mut Ui, lines: &[JournalLine]) -> bool {
    let row = ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(icons::ICON, icons::ICON), Sense::hover());
        icons::fold(ui.painter(), rect.center(), false, theme::QUIET);
        let title = ui.add(Label::new(theme::strong("Journal")).sense(Sense::click()));
        let last = lines.last().map_or_else(
            || "Every decision and its reason will be written here.".to_owned(),
            |line| line.bot.iter().map(|bot| format!("{bot}: ")).chain([line.text.clone()]).collect(),
        );
        ui.add(Label::new(theme::quiet(last)).truncate());
        title
    });
    // The whole row is the handle: a triangle of eight points is hard to hit.
    let row_click = ui.interact(row.response.rect, ui.id().with("fold"), Sense::click());
    row_click.on_hover_text("Show the record of decisions; key: J").clicked() || row.inner.clicked()
}

/// All lines that the view has, the newest at the bottom. A click on one chooses it.
pub fn journal_ui(ui: &mut Ui, lines: &[JournalLine], choice: &mut Choice) {
    ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true).show(ui, |ui| {
        ui.spacing_mut().interact_size.y = icons::ICON;
        if lines.is_empty() {
            ui.label(theme::quiet("Nothing has happened yet. Every decision and its reason will be written here."));
        }
        for (number, line) in lines.iter().enumerate() {
            let row = ui.horizontal_wrapped(|ui| {
                ui.label(theme::code(format!("{:>7}", line.tick)).color(theme::FAINT)).on_hover_text("game tick");
                if let Some(bot) = &line.bot {
                    ui.label(theme::quiet(bot).color(theme::FAINT));
                }
                if let Some(goal) = line.goal {
                    ui.label(theme::quiet(format!("goal {goal}")).color(theme::FAINT));
                }
                ui.label(theme::quiet(&line.text).color(theme::TEXT));
            });
            let area = row.response.rect;
            let row = ui.interact(area, ui.id().with(("line", number)), Sense::click());
            row.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Entry: {}", line.text)));
            if matches!(choice.what(), Some(Chosen::Line(chosen)) if chosen == line) || row.has_focus() {
                ui.painter().vline(area.left() - theme::NEAR, area.y_range(), Stroke::new(2.0_f32, theme::MARK));
            }
            if row.clicked() {
                choice.choose(Chosen::Line(line.clone()));
            }
        }
    });
}
