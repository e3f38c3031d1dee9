//! One line at the bottom: how the bot is, where it is, and whether it is connected.

use bevy_egui::egui::{Align, Layout, RichText, Ui};

use super::{icons, theme, words};
use crate::domain::{BotView, Connection, Observation};

/// How wide the bar is, in points, where there is room for more than what matters most.
const ROOMY: f32 = 900.0;
/// What the name of a dimension may take, in points: where less is left the map and the clock have to tell.
const DIMENSION: f32 = 80.0;

/// `last` adds what stands at the very right.
pub fn status_ui(ui: &mut Ui, view: &BotView, last: impl FnOnce(&mut Ui)) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        icons::dot(ui, light(view));
        ui.label(theme::strong(if view.username.is_empty() { "bot" } else { &view.username }));
        let told = connection_words(view, ui.max_rect().width() >= ROOMY);
        ui.label(theme::quiet(told)).on_hover_text(connection_words(view, true));
        ui.separator();
        match &view.observation {
            Some(seen) => vitals(ui, seen),
            None => {
                ui.label(theme::quiet("nothing seen of the bot yet"));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            last(ui);
            if let Some(seen) = &view.observation {
                world_ui(ui, seen, &view.connection);
            }
        });
    });
}

fn vitals(ui: &mut Ui, seen: &Observation) {
    icons::hearts(ui, seen.health).on_hover_text(format!("health {:.0} of 20 half-hearts", seen.health));
    icons::drumsticks(ui, seen.food).on_hover_text(format!("food {} of 20 half-drumsticks", seen.food));
    ui.separator();
    let place = seen.position.block();
    let facing = format!("facing {}", words::heading(seen.yaw));
    ui.label(theme::code(format!("{} {} {}", place.x, place.y, place.z)))
        .on_hover_text(format!("x, y, z of the feet's block, {facing}"));
    if ui.max_rect().width() >= ROOMY {
        ui.label(theme::quiet(facing));
    }
}

/// From right to left.
fn world_ui(ui: &mut Ui, seen: &Observation, connection: &Connection) {
    if let (Connection::Joined | Connection::Dead { .. }, Some(rate)) = (connection, seen.server_rate) {
        ui.label(theme::quiet(format!("{rate} ticks/s")))
            .on_hover_text("The server's speed, by its own clock; 20 is normal");
    }
    if let Some(time) = seen.time_of_day {
        ui.label(theme::quiet(words::clock(time))).on_hover_text("The world's clock, every ten minutes");
        icons::sky(ui, words::is_day(time));
    }
    let dimension = theme::quiet(seen.dimension.replace('_', " "));
    if ui.available_width() >= DIMENSION {
        ui.label(dimension);
    }
}

/// Whether it is connected, and to what; `in_full`: with the server's name beside whatever else there is to say, however long that is.
fn connection_words(view: &BotView, in_full: bool) -> String {
    /// Letters that are left where there is little room.
    const MOST: usize = 22;
    let server = if view.server.is_empty() { "a server" } else { &view.server };
    let named = |preposition: &str| if in_full { format!(" {preposition}{server}") } else { String::new() };
    match view.connection {
        Connection::Joining => format!("joining{}", named("")),
        Connection::Joined | Connection::Dead { .. } => match silence(view) {
            0 if in_full => format!("in {server}"),
            0 => words::start_of(&format!("in {server}"), MOST),
            seconds => format!("no word{} for {seconds} s", named("from ")),
        },
        Connection::Lost { .. } => format!("not connected{}", named("to ")),
    }
}

/// Seconds for which the server has been silent, from 3 on.
fn silence(view: &BotView) -> u32 {
    view.observation.as_ref().map_or(0, |seen| seen.silent_seconds)
}

pub fn light(view: &BotView) -> bevy_egui::egui::Color32 {
    match &view.connection {
        Connection::Joining => theme::PAUSED,
        Connection::Joined if silence(view) > 0 => theme::PAUSED,
        Connection::Joined => theme::DONE,
        Connection::Dead { .. } | Connection::Lost { .. } => theme::FAILED,
    }
}

/// What has gone wrong with the bot or its connection, and what happens next; nothing while all is well.
pub fn notice_ui(ui: &mut Ui, view: &BotView) {
    let (color, title, text) = match &view.connection {
        Connection::Joined => return,
        Connection::Joining => {
            let server = if view.server.is_empty() { "the server" } else { &view.server };
            (
                theme::PAUSED,
                format!("Joining {server}\u{2026}"),
                "The map fills in as soon as the bot stands.".to_owned(),
            )
        }
        Connection::Dead { message } => (
            theme::FAILED,
            "The bot died".to_owned(),
            format!(
                "{message}. It respawns by itself; its goal waits, paused. Resume goes on from the world as it is."
            ),
        ),
        Connection::Lost { reason } => (
            theme::FAILED,
            "Connection lost".to_owned(),
            format!("{reason}. The bot reconnects by itself; its goal waits, paused. Resume goes on when it is back."),
        ),
    };
    theme::on_map().stroke((1.0, color)).show(ui, |ui| {
        ui.label(RichText::new(title).strong().color(color));
        ui.label(RichText::new(text).small());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_leaves_room_for_what_stands_behind_it() {
        let mut view =
            BotView { server: "a-server-with-a-very-long-name.example:25565".to_owned(), ..BotView::default() };
        view.connection = Connection::Joined;
        assert!(connection_words(&view, false).chars().count() <= 23, "{}", connection_words(&view, false));
        let seen = Observation { silent_seconds: 9, ..Observation::default() };
        view.observation = Some(seen);
        assert_eq!(connection_words(&view, false), "no word for 9 s");
        view.connection = Connection::Lost { reason: "it hangs".to_owned() };
        assert_eq!(connection_words(&view, false), "not connected");
    }
}
