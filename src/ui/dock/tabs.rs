//! How the layout looks and answers to the hand: tabs, their crosses, the borders between panes.

use bevy_egui::egui::{
    Align2, Color32, CursorIcon, Id, Response, Sense, Stroke, Style, TextStyle, TextWrapMode, Ui, Visuals, WidgetInfo,
    WidgetText, WidgetType, pos2, vec2,
};
use egui_tiles::{Behavior, EditAction, ResizeState, SimplificationOptions, TabState, Tile, TileId, Tiles, UiResponse};

use super::pane::Pane;
use crate::ui::{icons, theme};

/// The height of a bar of tabs, and the width of a border, in points.
pub const BAR: f32 = 28.0;
pub const GAP: f32 = 1.0;
/// Nothing is dragged smaller than this, in points.
const SMALLEST: f32 = 90.0;
/// Beside a tab's words.
const BESIDE: f32 = 12.0;

/// Each pane has its tab, by which it is dragged, also where it stands alone.
pub const SIMPLE: SimplificationOptions = SimplificationOptions {
    prune_empty_tabs: true,
    prune_empty_containers: true,
    prune_single_child_tabs: true,
    prune_single_child_containers: true,
    all_panes_must_have_tabs: true,
    join_nested_linear_containers: true,
};

/// Draws the panes, and notes what the hand does to them.
pub struct Hand<'a> {
    draw: &'a mut dyn FnMut(&mut Ui, Pane),
    /// Closed only once all is drawn: a tile that vanishes while its neighbours are drawn leaves them without their measure.
    closed: Vec<TileId>,
    changed: bool,
}

impl<'a> Hand<'a> {
    pub fn new(draw: &'a mut dyn FnMut(&mut Ui, Pane)) -> Self {
        Self { draw, closed: Vec::new(), changed: false }
    }

    /// The tiles that were closed, and whether anything was moved.
    pub fn done(self) -> (Vec<TileId>, bool) {
        (self.closed, self.changed)
    }
}

/// What a tab says: the pane's name, or those of all that are moved with it.
fn title(tiles: &Tiles<Pane>, tile: TileId) -> String {
    match tiles.get(tile) {
        Some(Tile::Pane(pane)) => pane.name().to_owned(),
        Some(Tile::Container(container)) => {
            let shown = container.children().filter(|child| tiles.is_visible(**child));
            shown.map(|child| title(tiles, *child)).collect::<Vec<_>>().join(", ")
        }
        None => String::new(),
    }
}

impl Behavior<Pane> for Hand<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Pane) -> UiResponse {
        (self.draw)(ui, *pane);
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        pane.name().into()
    }

    fn tab_title_for_tile(&mut self, tiles: &Tiles<Pane>, tile: TileId) -> WidgetText {
        title(tiles, tile).into()
    }

    fn tab_ui(&mut self, tiles: &mut Tiles<Pane>, ui: &mut Ui, id: Id, tile: TileId, state: &TabState) -> Response {
        let title = title(tiles, tile);
        let font = TextStyle::Button.resolve(ui.style());
        let galley = WidgetText::from(&title).into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, font);
        let width = BESIDE + galley.size().x + theme::NEAR + icons::ICON + theme::NEAR;
        let (_, area) = ui.allocate_space(vec2(width, ui.available_height()));
        let tab = ui.interact(area, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Grab);
        let told = || WidgetInfo::selected(WidgetType::SelectableLabel, true, state.active, format!("{title} tab"));
        tab.widget_info(told);
        let cross = icons::square(pos2(area.right() - theme::NEAR - icons::ICON / 2.0, area.center().y));
        let cross = ui.interact(cross, id.with("close"), Sense::click());
        cross.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Close {title}")));
        // Where it is dragged from there is a gap.
        if ui.is_rect_visible(area) && !state.is_being_dragged {
            let color = if state.active || tab.hovered() { theme::TEXT } else { theme::QUIET };
            let at = Align2::LEFT_CENTER.align_size_within_rect(galley.size(), area.with_min_x(area.left() + BESIDE));
            if state.active {
                let line = Stroke::new(2.0_f32, theme::FAINT);
                ui.painter().hline(at.x_range(), area.bottom() - 2.0, line);
            }
            ui.painter().galley_with_override_text_color(at.min, galley, color);
            let color = if cross.hovered() || cross.has_focus() { theme::TEXT } else { theme::FAINT };
            icons::cross(ui.painter(), cross.rect.center(), color);
        }
        if cross.on_hover_text("Close; View, below, opens it again").clicked() || tab.middle_clicked() {
            self.closed.push(tile);
        }
        tab
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SIMPLE
    }

    fn tab_bar_height(&self, _style: &Style) -> f32 {
        BAR
    }

    fn gap_width(&self, _style: &Style) -> f32 {
        GAP
    }

    fn min_size(&self) -> f32 {
        SMALLEST
    }

    /// None: the window is cleared to it, and another layer costs a software renderer the bot's time.
    fn tab_bar_color(&self, _visuals: &Visuals) -> Color32 {
        Color32::TRANSPARENT
    }

    fn resize_stroke(&self, _style: &Style, state: ResizeState) -> Stroke {
        match state {
            ResizeState::Idle => Stroke::new(GAP, theme::LINE),
            ResizeState::Hovering => Stroke::new(2.0_f32, theme::FAINT),
            ResizeState::Dragging => Stroke::new(2.0_f32, theme::ACCENT),
        }
    }

    fn on_edit(&mut self, action: EditAction) {
        self.changed |= action != EditAction::TileDragged;
    }
}
