//! A list that grows at its end, which stays in sight until it is scrolled away from: then a button tells how much is new, and comes back.

use bevy_egui::egui::{Button, Rect, RichText, ScrollArea, Ui, pos2, scroll_area::ScrollAreaOutput, vec2};

use super::theme;

/// Nearer to the end than this, in points, is at the end.
const AT_THE_END: f32 = 2.0;
/// The button's size, in points, and how far it stands from the corner.
const BUTTON: (f32, f32) = (96.0, 24.0);
const FROM_CORNER: f32 = 8.0;

/// Where such a list stands.
#[derive(Clone, Debug, Default)]
pub struct Tail {
    /// The number of the first line that has not been in sight at the end.
    unseen: u64,
    /// How far down the end was, in points.
    end: f32,
    /// It is to go back to the end.
    returns: bool,
}

impl Tail {
    /// The area to put the lines into.
    pub fn area(&self) -> ScrollArea {
        let area = ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true);
        if self.returns { area.vertical_scroll_offset(self.end) } else { area }
    }

    /// Goes to the end.
    pub fn go_back(&mut self) {
        self.returns = true;
    }

    /// Goes after the lines are drawn. `next`: the number of the line that comes next; `since`: how many of those in the list have this number
    /// or a higher one.
    pub fn follow<R>(&mut self, ui: &mut Ui, shown: &ScrollAreaOutput<R>, next: u64, since: impl FnOnce(u64) -> usize) {
        self.end = (shown.content_size.y - shown.inner_rect.height()).max(0.0);
        if shown.state.offset.y >= self.end - AT_THE_END {
            if std::mem::replace(&mut self.unseen, next) != next {
                // What was just added is only in sight once the list has moved up.
                ui.ctx().request_repaint();
            }
            self.returns = false;
            return;
        }
        let words = match since(self.unseen) {
            0 => "To the end".to_owned(),
            count => format!("{count} new"),
        };
        let corner = shown.inner_rect.right_bottom() - vec2(FROM_CORNER, FROM_CORNER);
        let room = Rect::from_min_max(pos2(corner.x - BUTTON.0, corner.y - BUTTON.1), corner);
        let button = Button::new(RichText::new(words).small()).fill(theme::HOVERED).stroke((1.0, theme::ACCENT));
        if ui.put(room, button).on_hover_text("Back to the newest").clicked() {
            self.go_back();
            ui.ctx().request_repaint();
        }
    }
}
