//! Where each pane stands: what lies beside, below and behind what, as the person has put it.
//!
//! `egui_tiles` keeps the tree and has tabs and borders dragged. On top of it are here the panes by name, closing them without losing their
//! place, sizes in points, and the form in which a layout outlives the program.

mod file;
mod pane;
mod saved;
mod sizes;
mod tabs;

use bevy_egui::egui::{Align2, FontId, Ui};
use egui_tiles::{Container, Tabs, Tile, TileId, Tree};
pub use file::{load, store};
pub use pane::Pane;
pub use saved::Saved;

use super::theme;

/// The layout that is on the screen.
pub struct Dock {
    tree: Tree<Pane>,
    /// It is another one than before, by hand.
    changed: bool,
    /// What the hand held in the last frame.
    dragged: Vec<Pane>,
}

impl Default for Dock {
    fn default() -> Self {
        Self::from(&Saved::default())
    }
}

impl From<&Saved> for Dock {
    fn from(saved: &Saved) -> Self {
        Self { tree: saved.tree(), changed: false, dragged: Vec::new() }
    }
}

impl Dock {
    /// Fills what is left of the window; `draw` puts what a pane shows into the room that it has.
    pub fn ui(&mut self, ui: &mut Ui, draw: &mut dyn FnMut(&mut Ui, Pane)) {
        let room = ui.available_size();
        if let Some(root) = self.tree.root() {
            sizes::welcome(&mut self.tree.tiles);
            // What was dropped in the last frame may be a pane without tabs yet.
            self.tree.simplify(&tabs::SIMPLE);
            tidy(&mut self.tree, root, &self.dragged);
            self.tree.simplify(&tabs::SIMPLE);
        }
        self.dragged = self.tree.dragged_id(ui.ctx()).map_or(Vec::new(), |tile| panes_in(&self.tree, tile));
        if let Some(root) = self.tree.root() {
            hide_what_is_empty(&mut self.tree, root);
            sizes::settle(&mut self.tree.tiles, root, room);
        }
        if self.tree.root().is_none_or(|root| !self.tree.is_visible(root)) {
            let (middle, font) = (ui.max_rect().center(), FontId::proportional(15.0));
            let words = "Every pane is closed: View, below, opens them again";
            ui.painter().text(middle, Align2::CENTER_CENTER, words, font, theme::QUIET);
        }
        let mut hand = tabs::Hand::new(draw);
        self.tree.ui(&mut hand, ui);
        let (closed, changed) = hand.done();
        if changed {
            // It is laid out anew only in the next frame.
            ui.ctx().request_repaint();
        }
        self.changed |= changed;
        for tile in closed {
            self.close_tile(tile);
        }
    }

    /// A click on `View`: what can be opened and closed.
    pub fn menu_ui(&mut self, ui: &mut Ui) {
        ui.menu_button(theme::quiet("View"), |ui| {
            for pane in Pane::ALL {
                let mut open = self.is_open(pane);
                let hint = format!("Key: {}", pane.key().name());
                if ui.checkbox(&mut open, pane.name()).on_hover_text(hint).changed() {
                    self.set_open(pane, open);
                }
            }
            ui.separator();
            if ui.button("Reset layout").on_hover_text("Every pane where it was at the very first").clicked() {
                self.reset();
            }
        });
    }

    /// It is somewhere in the window, if behind another.
    pub fn is_open(&self, pane: Pane) -> bool {
        self.tile(pane).is_some_and(|tile| self.tree.is_visible(tile))
    }

    /// It can be seen.
    pub fn is_in_front(&self, pane: Pane) -> bool {
        self.tile(pane).is_some_and(|tile| self.tree.active_tiles().contains(&tile))
    }

    /// Opens it, where it was before, and in front of what lies there.
    pub fn show(&mut self, pane: Pane) {
        self.set_open(pane, true);
    }

    /// Closes what can be seen, shows what cannot.
    pub fn toggle(&mut self, pane: Pane) {
        self.set_open(pane, !self.is_in_front(pane));
    }

    fn set_open(&mut self, pane: Pane, open: bool) {
        let Some(tile) = self.tile(pane) else { return };
        self.tree.set_visible(tile, open);
        if open {
            self.tree.make_active(|id, _| id == tile);
        }
        if let Some(root) = self.tree.root() {
            hide_what_is_empty(&mut self.tree, root);
        }
        self.changed = true;
    }

    fn close_tile(&mut self, tile: TileId) {
        for pane in panes_in(&self.tree, tile) {
            self.set_open(pane, false);
        }
    }

    /// As at the very first start.
    pub fn reset(&mut self) {
        *self = Self { changed: true, ..Self::default() };
    }

    /// Whether a pane is in the hand.
    pub fn is_dragged(&self) -> bool {
        !self.dragged.is_empty()
    }

    /// What is to be kept, if it has changed since this was last asked.
    pub fn take_changed(&mut self) -> Option<Saved> {
        std::mem::take(&mut self.changed).then(|| self.saved())
    }

    /// As it stands.
    pub fn saved(&self) -> Saved {
        Saved::of(&self.tree)
    }

    fn tile(&self, pane: Pane) -> Option<TileId> {
        self.tree.tiles.find_pane(&pane)
    }
}

/// Takes back what dropping a pane onto another leaves behind: behind tabs lie panes, and no rows of them and no further tabs. A row in the
/// place of a pane becomes one in the place of all that lie behind the same tabs, which stay with those of it that were not `dragged`.
fn tidy(tree: &mut Tree<Pane>, tile: TileId, dragged: &[Pane]) {
    let Some(Tile::Container(container)) = tree.tiles.get(tile) else { return };
    container.children_vec().into_iter().for_each(|child| tidy(tree, child, dragged));
    let Some(Tile::Container(Container::Tabs(tabs))) = tree.tiles.get(tile) else { return };
    let mut flat = Tabs { active: tabs.active, ..Tabs::default() };
    for child in tabs.children.clone() {
        match tree.tiles.get(child) {
            Some(Tile::Container(Container::Tabs(inner))) => {
                flat.children.extend(&inner.children);
                if flat.is_active(child) {
                    flat.active = inner.active;
                }
            }
            _ => flat.children.push(child),
        }
    }
    let row = flat.children.iter().position(|child| tree.tiles.get_container(*child).is_some());
    if let Some(row) = row {
        let after = flat.children.split_off(row + 1);
        let row = flat.children.pop().into_iter().collect();
        let before = std::mem::replace(&mut flat.children, row);
        let stays = flat.children.first().and_then(|row| tabs_but(tree, *row, dragged));
        if let Some(Tile::Container(Container::Tabs(stays))) = stays.and_then(|stays| tree.tiles.get_mut(stays)) {
            stays.children = [before, std::mem::take(&mut stays.children), after].concat();
        }
    }
    // What was dragged away from the front egui_tiles would go on showing here as well.
    flat.active = flat.active.filter(|active| flat.children.contains(active));
    tree.tiles.insert(tile, Tile::Container(flat.into()));
}

/// The first tabs in a row or column behind which none of these panes lies; or else the first.
fn tabs_but(tree: &Tree<Pane>, tile: TileId, dragged: &[Pane]) -> Option<TileId> {
    fn all(tree: &Tree<Pane>, tile: TileId, found: &mut Vec<TileId>) {
        match tree.tiles.get_container(tile) {
            Some(Container::Tabs(_)) => found.push(tile),
            Some(container) => container.children().for_each(|child| all(tree, *child, found)),
            None => {}
        }
    }
    let mut found = Vec::new();
    all(tree, tile, &mut found);
    let other = found.iter().find(|tabs| !panes_in(tree, **tabs).iter().any(|pane| dragged.contains(pane)));
    other.or(found.first()).copied()
}

/// A tile in which nothing is open takes no room. Returns whether this one takes any.
fn hide_what_is_empty(tree: &mut Tree<Pane>, tile: TileId) -> bool {
    let children = match tree.tiles.get(tile) {
        Some(Tile::Container(container)) => container.children_vec(),
        Some(Tile::Pane(_)) => return tree.is_visible(tile),
        None => return false,
    };
    let mut takes_room = false;
    for child in children {
        takes_room |= hide_what_is_empty(tree, child);
    }
    tree.set_visible(tile, takes_room);
    takes_room
}

/// The panes of a tile, which is one itself or holds some.
fn panes_in(tree: &Tree<Pane>, tile: TileId) -> Vec<Pane> {
    match tree.tiles.get(tile) {
        Some(Tile::Pane(pane)) => vec![*pane],
        Some(Tile::Container(container)) => container.children().flat_map(|child| panes_in(tree, *child)).collect(),
        None => Vec::new(),
    }
}
