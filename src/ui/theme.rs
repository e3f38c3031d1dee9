//! Colours, sizes and type: the only place where the window's look is decided.
//!
//! Dark and calm, so that the map is the brightest thing in the window and a coloured mark means something.

use bevy_egui::egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Frame, Margin, RichText, Stroke, TextStyle, Ui, Visuals, vec2,
};

/// Inside boxes to type in, and behind marks.
pub const BACKGROUND: Color32 = Color32::from_rgb(0x14, 0x17, 0x1c);
/// Behind everything: the window is cleared to it, so that panels need no fill of their own. Each layer that fills the
/// window costs a software renderer some milliseconds of the bot's processors.
pub const PANEL: Color32 = Color32::from_rgb(0x1a, 0x1e, 0x25);
/// Cards, buttons, the goal box.
pub const RAISED: Color32 = Color32::from_rgb(0x23, 0x28, 0x31);
pub const HOVERED: Color32 = Color32::from_rgb(0x2e, 0x35, 0x40);
pub const LINE: Color32 = Color32::from_rgb(0x33, 0x3b, 0x47);
pub const TEXT: Color32 = Color32::from_rgb(0xe4, 0xe8, 0xee);
pub const QUIET: Color32 = Color32::from_rgb(0x9a, 0xa5, 0xb4);
pub const FAINT: Color32 = Color32::from_rgb(0x67, 0x72, 0x82);

/// The one colour that says *you can act here*.
pub const ACCENT: Color32 = Color32::from_rgb(0x6a, 0xb1, 0x4d);
pub const DONE: Color32 = Color32::from_rgb(0x77, 0xc2, 0x5b);
pub const RUNNING: Color32 = Color32::from_rgb(0x5f, 0xa8, 0xe8);
pub const WAITING: Color32 = Color32::from_rgb(0x7b, 0x86, 0x96);
pub const PAUSED: Color32 = Color32::from_rgb(0xe0, 0xb0, 0x4c);
pub const FAILED: Color32 = Color32::from_rgb(0xe8, 0x6a, 0x62);

pub const HEART: Color32 = Color32::from_rgb(0xe2, 0x3f, 0x3f);
pub const FOOD: Color32 = Color32::from_rgb(0xc8, 0x86, 0x3c);
pub const EMPTY: Color32 = Color32::from_rgb(0x3a, 0x41, 0x4c);

/// The hatching of the map where nothing has been seen.
pub const HATCH: Color32 = Color32::from_rgb(0x31, 0x39, 0x46);
/// Behind words that lie on the map.
pub const ON_MAP: Color32 = Color32::from_rgba_premultiplied(0x0f, 0x12, 0x16, 0xd8);
pub const BOT: Color32 = Color32::from_rgb(0xff, 0xff, 0xff);
pub const MARK: Color32 = Color32::from_rgb(0xff, 0xc8, 0x3d);

/// Points between things that belong together, between groups, and inside frames.
pub const NEAR: f32 = 4.0;
pub const APART: f32 = 10.0;
pub const INSIDE: i8 = 10;
const ROUND: u8 = 6;

const BODY: f32 = 14.0;
const SMALL: f32 = 12.0;
const TITLE: f32 = 17.0;

/// Dresses a context. Once is enough: egui keeps it.
pub fn apply(context: &Context) {
    let mut visuals = Visuals::dark();
    visuals.panel_fill = PANEL;
    visuals.window_fill = RAISED;
    visuals.window_stroke = Stroke::new(1.0_f32, LINE);
    visuals.extreme_bg_color = BACKGROUND;
    visuals.override_text_color = Some(TEXT);
    visuals.selection.bg_fill = ACCENT.gamma_multiply(0.45);
    visuals.selection.stroke = Stroke::new(1.0_f32, ACCENT);
    // A blinking cursor would redraw the whole window for ever, on processors the bot needs.
    visuals.text_cursor.blink = false;
    for (widget, fill, line) in [
        (&mut visuals.widgets.noninteractive, PANEL, LINE),
        (&mut visuals.widgets.inactive, RAISED, LINE),
        (&mut visuals.widgets.hovered, HOVERED, FAINT),
        (&mut visuals.widgets.active, HOVERED, ACCENT),
        (&mut visuals.widgets.open, RAISED, LINE),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0_f32, line);
        widget.fg_stroke = Stroke::new(1.2_f32, TEXT);
        widget.corner_radius = CornerRadius::same(ROUND);
        widget.expansion = 0.0;
    }
    context.set_visuals(visuals);
    context.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, FontId::new(SMALL, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(BODY, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(BODY, FontFamily::Proportional)),
            (TextStyle::Heading, FontId::new(TITLE, FontFamily::Proportional)),
            (TextStyle::Monospace, FontId::new(SMALL, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = vec2(6.0, NEAR);
        style.spacing.button_padding = vec2(9.0, 4.0);
        style.spacing.interact_size.y = 24.0;
        // Fading and sliding is drawing for nothing: see the cursor above.
        style.animation_time = 0.0;
        style.interaction.selectable_labels = false;
    });
}

/// A raised frame around things that belong together.
pub fn card() -> Frame {
    Frame::new().fill(RAISED).corner_radius(CornerRadius::same(ROUND)).inner_margin(Margin::same(INSIDE))
}

/// The frame of a panel.
pub fn panel() -> Frame {
    Frame::new().inner_margin(Margin::symmetric(INSIDE + 2, INSIDE))
}

/// The frame of a panel that needs its height.
pub fn tight() -> Frame {
    Frame::new().inner_margin(Margin::symmetric(INSIDE - 2, NEAR as i8))
}

/// A box on the map.
pub fn on_map() -> Frame {
    Frame::new().fill(ON_MAP).corner_radius(CornerRadius::same(ROUND)).inner_margin(Margin::symmetric(8, 5))
}

pub fn title(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).heading().strong());
}

pub fn strong(text: impl Into<String>) -> RichText {
    RichText::new(text).strong()
}

pub fn quiet(text: impl Into<String>) -> RichText {
    RichText::new(text).small().color(QUIET)
}

pub fn code(text: impl Into<String>) -> RichText {
    RichText::new(text).monospace()
}
