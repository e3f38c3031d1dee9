//! A line of chat: what kind it is, how it is told apart from others by icon, words and colour, and how it is drawn.

use bevy_egui::egui::{
    Align, Color32, FontId, Label, Painter, Pos2, Sense, Shape, Stroke, TextFormat, TextStyle, Ui, Vec2,
    text::LayoutJob, vec2,
};

use crate::{
    domain::{Audience, ChatLine, ChatSource},
    ui::{icons, theme, timeline},
};

/// What there is to tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Public,
    /// To the bot alone.
    Private,
    /// The bot's own words; in private or not.
    Own,
    Server,
    Note,
}

/// `bot`: whose chat it is.
pub fn kind(line: &ChatLine, bot: &str) -> Kind {
    match (&line.source, &line.audience) {
        (ChatSource::Server, _) => Kind::Server,
        (ChatSource::Program, _) => Kind::Note,
        (_, Audience::Player(_)) => Kind::Own,
        (ChatSource::Player(name), _) if name == bot => Kind::Own,
        (_, Audience::Bot) => Kind::Private,
        (_, Audience::Everyone) => Kind::Public,
    }
}

/// Who said it, and to whom: `Ada (private)`.
pub fn head(line: &ChatLine, bot: &str) -> String {
    let name = match &line.source {
        ChatSource::Player(name) => name.as_str(),
        ChatSource::Server => "server",
        ChatSource::Program => "note",
    };
    match (kind(line, bot), &line.audience) {
        (Kind::Own, Audience::Player(to)) => format!("{name} (bot) to {to} (private)"),
        (Kind::Own, _) => format!("{name} (bot)"),
        (Kind::Private, _) => format!("{name} (private)"),
        (Kind::Public | Kind::Server | Kind::Note, _) => name.to_owned(),
    }
}

impl Kind {
    fn color(self) -> Color32 {
        match self {
            Self::Public => theme::TEXT,
            Self::Private => theme::MARK,
            Self::Own => theme::DONE,
            Self::Server => theme::QUIET,
            Self::Note => theme::PAUSED,
        }
    }

    /// What the icon means.
    fn hint(self) -> &'static str {
        match self {
            Self::Public => "said to everybody",
            Self::Private => "said to the bot alone",
            Self::Own => "said by the bot",
            Self::Server => "from the server",
            Self::Note => "from Blockwright: how much of the chat is missing",
        }
    }

    fn paint(self, painter: &Painter, middle: Pos2) {
        let (color, line) = (self.color(), Stroke::new(1.4_f32, self.color()));
        let at = |x: f32, y: f32| middle + vec2(x, y);
        match self {
            // A bubble, with a tail to whoever speaks.
            Self::Public => {
                let bubble = [(-5.0, -4.5), (5.0, -4.5), (5.0, 2.0), (0.0, 2.0), (-3.0, 5.0), (-3.0, 2.0), (-5.0, 2.0)];
                painter.add(Shape::closed_line(bubble.map(|(x, y)| at(x, y)).to_vec(), line));
            }
            // A lock.
            Self::Private => {
                let bow = [(-2.5, -0.5), (-2.5, -3.5), (-1.2, -5.0), (1.2, -5.0), (2.5, -3.5), (2.5, -0.5)];
                painter.add(Shape::line(bow.map(|(x, y)| at(x, y)).to_vec(), line));
                let body = [(-4.5, -0.5), (4.5, -0.5), (4.5, 5.0), (-4.5, 5.0)];
                painter.add(Shape::convex_polygon(body.map(|(x, y)| at(x, y)).to_vec(), color, Stroke::NONE));
            }
            // An arrow out.
            Self::Own => {
                painter.line_segment([at(-5.0, 0.0), at(4.0, 0.0)], line);
                painter.add(Shape::line([(0.5, -4.0), (5.0, 0.0), (0.5, 4.0)].map(|(x, y)| at(x, y)).to_vec(), line));
            }
            // Lines of a notice.
            Self::Server => {
                for (y, right) in [(-3.5, 5.0), (0.0, 5.0), (3.5, 1.5)] {
                    painter.line_segment([at(-5.0, y), at(right, y)], line);
                }
            }
            Self::Note => {
                painter.circle_stroke(middle, 5.5, line);
                painter.line_segment([at(0.0, -3.0), at(0.0, 1.0)], line);
                painter.circle_filled(at(0.0, 3.0), 0.9, color);
            }
        }
    }
}

/// Draws a line over as many rows as it takes.
pub fn line_ui(ui: &mut Ui, line: &ChatLine, bot: &str) {
    let kind = kind(line, bot);
    ui.horizontal_top(|ui| {
        let time = theme::code(timeline::time(line.at_ms)).color(theme::QUIET);
        ui.label(time).on_hover_text(timeline::moment(line.at_ms));
        let (room, icon) = ui.allocate_exact_size(Vec2::splat(icons::ICON), Sense::hover());
        kind.paint(ui.painter(), room.center());
        icon.on_hover_text(kind.hint());
        let small = TextStyle::Small.resolve(ui.style());
        let format =
            |font_id: FontId, color| TextFormat { font_id, color, valign: Align::Center, ..TextFormat::default() };
        let mut words = LayoutJob::default();
        words.append(&format!("{}: ", head(line, bot)), 0.0, format(small.clone(), kind.color()));
        let body = if kind == Kind::Server || kind == Kind::Note { theme::QUIET } else { theme::TEXT };
        words.append(&line.text, 0.0, format(small, body));
        ui.add(Label::new(words).wrap());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_says_whose_words_they_are_and_for_whom() {
        let line =
            |source, audience| ChatLine { number: 0, at_ms: 0, bot: None, source, audience, text: String::new() };
        let player = |name: &str| ChatSource::Player(name.to_owned());
        for (source, audience, expected, words) in [
            (player("Ada"), Audience::Everyone, Kind::Public, "Ada"),
            (player("Ada"), Audience::Bot, Kind::Private, "Ada (private)"),
            (player("Bot"), Audience::Everyone, Kind::Own, "Bot (bot)"),
            (player("Bot"), Audience::Player("Ada".to_owned()), Kind::Own, "Bot (bot) to Ada (private)"),
            // Some servers give whoever speaks another name.
            (player("[VIP] Bot"), Audience::Player("Ada".to_owned()), Kind::Own, "[VIP] Bot (bot) to Ada (private)"),
            (ChatSource::Server, Audience::Everyone, Kind::Server, "server"),
            (player("server"), Audience::Everyone, Kind::Public, "server"),
            (ChatSource::Program, Audience::Everyone, Kind::Note, "note"),
        ] {
            let line = line(source, audience);
            assert_eq!((kind(&line, "Bot"), head(&line, "Bot").as_str()), (expected, words));
        }
    }
}
