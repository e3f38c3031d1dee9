//! All of a mark, for the inspector: each of its entries with all that it holds, to the letter.

use bevy_egui::egui::{CollapsingHeader, Label, RichText, Ui};

use super::{axis, paint};
use crate::{
    domain::{EntryTold, Mark, MarkState, MarkTold},
    ui::{icons, theme},
};

/// Longer texts, in bytes, are folded away, as are those of several lines.
const LONG: usize = 240;

/// `told`: what is known of it so far.
pub fn mark_ui(ui: &mut Ui, mark: &Mark, told: Option<&MarkTold>) {
    ui.horizontal_wrapped(|ui| {
        icons::dot(ui, paint::color(mark));
        ui.label(theme::strong(format!("{} lane", mark.lane.name())));
        ui.label(theme::quiet(state(mark.state)));
    });
    let Some(told) = told.filter(|told| told.mark.id == mark.id) else {
        ui.label(theme::quiet("Reading\u{2026}"));
        return;
    };
    ui.add(Label::new(theme::quiet(place(mark, &told.bot))).wrap());
    if told.entries.is_empty() {
        ui.add(Label::new(theme::quiet("It is no longer in the store: it was thrown away since.")).wrap());
    }
    for entry in &told.entries {
        ui.separator();
        entry_ui(ui, entry);
    }
}

/// `30 Nov 2026, 17:02:29 UTC, for 4.4 s; session 3 of Ada, goal 7`
fn place(mark: &Mark, bot: &str) -> String {
    let mut place = axis::moment(mark.from_ms);
    if let Some(to_ms) = mark.to_ms.filter(|to_ms| *to_ms > mark.from_ms) {
        place += &format!(", for {}", axis::lasted(to_ms - mark.from_ms));
    }
    // Where there is no store, sessions have no number.
    if mark.session != 0 {
        place += &format!("; session {}", mark.session);
    }
    if !bot.is_empty() {
        place += &format!(" of {bot}");
    }
    place + &mark.goal.map(|goal| format!(", goal {goal}")).unwrap_or_default()
}

fn state(state: MarkState) -> &'static str {
    match state {
        MarkState::Plain => "",
        MarkState::Running => "at work",
        MarkState::Done => "done",
        MarkState::Failed => "failed",
        MarkState::Cancelled => "withdrawn, or cut off",
    }
}

fn row(ui: &mut Ui, name: &str, told: &str) {
    if !told.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(theme::quiet(name));
            ui.label(told);
        });
    }
}

fn entry_ui(ui: &mut Ui, entry: &EntryTold) {
    ui.add(Label::new(theme::strong(&entry.text)).wrap());
    let place = format!("{}, game tick {}, entry {}", axis::moment(entry.wall_ms), entry.tick, entry.id);
    ui.add(Label::new(theme::quiet(place)).wrap());
    if let Some(fault) = &entry.fault {
        ui.label(RichText::new(format!("It is not understood: {fault}.")).color(theme::PAUSED));
    }
    for (name, text) in &entry.fields {
        if text.len() <= LONG && !text.contains('\n') {
            row(ui, name, text);
            continue;
        }
        let lines = text.lines().count();
        let title = format!("{name} ({lines} {})", if lines == 1 { "line" } else { "lines" });
        CollapsingHeader::new(title).id_salt((entry.id, name)).show(ui, |ui| {
            for line in text.lines() {
                ui.add(Label::new(theme::code(line)).wrap());
            }
        });
    }
}
