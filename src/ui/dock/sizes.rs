//! Who gives way when the window's size changes: the map, since everything else is words, which are read at the same width as before.
//!
//! A share of `egui_tiles` is relative; here it is points in whatever holds the map, so that the layout of a file looks alike in windows of
//! all sizes.

use bevy_egui::egui::{Vec2, vec2};
use egui_tiles::{Container, LinearDir, Tile, TileId, Tiles};

use super::{pane::Pane, tabs};

/// What the map, and whatever stands with it, keeps at least, in points.
const MAP_AT_LEAST: Vec2 = vec2(240.0, 160.0);

/// What has come to a row or column in which nothing else has a size yet, in points.
const NEWCOMER: f32 = 400.0;

/// Gives what was put into a row or column, and has no share of it yet, as much as each would have of equal ones. Also what is closed:
/// else its row would be joined with another as if it were one point wide.
pub fn welcome(tiles: &mut Tiles<Pane>) {
    for tile in tiles.tiles_mut() {
        let Tile::Container(Container::Linear(linear)) = tile else { continue };
        let known: Vec<TileId> = linear.shares.iter().map(|(child, _)| *child).collect();
        let known: Vec<TileId> = linear.children.iter().copied().filter(|child| known.contains(child)).collect();
        let fair = match known.len() {
            0 => NEWCOMER,
            _ => known.iter().map(|child| linear.shares[*child]).sum::<f32>() / linear.children.len() as f32,
        };
        let newcomers = linear.children.iter().filter(|child| !known.contains(child));
        newcomers.for_each(|child| linear.shares.set_share(*child, fair));
    }
}

/// Shares out the room of a tile, and of all in it. `size` in points.
pub fn settle(tiles: &mut Tiles<Pane>, tile: TileId, size: Vec2) {
    let (linear, children) = match tiles.get(tile) {
        Some(Tile::Container(Container::Linear(linear))) => (linear.clone(), linear.children.clone()),
        Some(Tile::Container(container)) => {
            let below_tabs = size - vec2(0.0, tabs::BAR);
            for child in container.children_vec() {
                settle(tiles, child, below_tabs);
            }
            return;
        }
        Some(Tile::Pane(_)) | None => return,
    };
    let children: Vec<TileId> = children.into_iter().filter(|child| tiles.is_visible(*child)).collect();
    let along = |size: Vec2| if linear.dir == LinearDir::Horizontal { size.x } else { size.y };
    let room = (along(size) - tabs::GAP * children.len().saturating_sub(1) as f32).max(1.0);
    let map = children.iter().position(|child| holds_map(tiles, *child));
    let before: Vec<f32> = children.iter().map(|child| linear.shares[*child]).collect();
    let shares = share_out(&before, map, room, along(MAP_AT_LEAST));
    if let Some(Tile::Container(Container::Linear(linear))) = tiles.get_mut(tile) {
        children.iter().zip(&shares).for_each(|(child, share)| linear.shares.set_share(*child, *share));
    }
    let all: f32 = shares.iter().sum();
    for (child, share) in children.into_iter().zip(shares) {
        let part = room * share / all;
        let size = if linear.dir == LinearDir::Horizontal { vec2(part, size.y) } else { vec2(size.x, part) };
        settle(tiles, child, size);
    }
}

/// The shares of neighbours, from theirs so far: the one at `map` takes what the others leave of the `room`, and at least so much. Where
/// there is none they stay as they are, which is a proportion.
fn share_out(before: &[f32], map: Option<usize>, room: f32, at_least: f32) -> Vec<f32> {
    let mut shares = before.to_vec();
    let Some(map) = map else { return shares };
    let others: f32 = shares.iter().enumerate().filter(|(index, _)| *index != map).map(|(_, share)| share).sum();
    let left = room - others;
    // Half at most: what is squeezed to nothing would not know how large it was.
    shares[map] = left.max(at_least.min(room / 2.0));
    if left < shares[map] && others > 0.0 {
        let scale = (room - shares[map]) / others;
        shares.iter_mut().enumerate().filter(|(index, _)| *index != map).for_each(|(_, share)| *share *= scale);
    }
    shares
}

/// Whether the map is open in a tile.
fn holds_map(tiles: &Tiles<Pane>, tile: TileId) -> bool {
    tiles.is_visible(tile)
        && match tiles.get(tile) {
            Some(Tile::Pane(pane)) => *pane == Pane::Map,
            Some(Tile::Container(container)) => container.children().any(|child| holds_map(tiles, *child)),
            None => false,
        }
}

#[cfg(test)]
mod tests {
    use egui_tiles::Linear;

    use super::*;

    #[test]
    fn the_map_takes_what_the_others_leave() {
        for (before, map, room, shares) in [
            (vec![880.0, 400.0], Some(0), 1920.0, vec![1520.0, 400.0]),
            (vec![880.0, 400.0], Some(0), 800.0, vec![400.0, 400.0]),
            // Where it would vanish the others give way, in proportion.
            (vec![1.0, 600.0, 200.0], Some(0), 640.0, vec![240.0, 300.0, 100.0]),
            (vec![1.0, 300.0, 100.0], Some(0), 100.0, vec![50.0, 37.5, 12.5]),
            (vec![300.0], Some(0), 900.0, vec![900.0]),
            (vec![100.0, 300.0], None, 900.0, vec![100.0, 300.0]),
            (vec![], None, 900.0, vec![]),
        ] {
            assert_eq!(share_out(&before, map, room, 240.0), shares, "{before:?} in {room}");
        }
    }

    #[test]
    fn newcomers_get_a_fair_share() {
        let mut tiles = Tiles::default();
        let panes = [Pane::Map, Pane::Goals, Pane::Plan, Pane::Journal].map(|pane| tiles.insert_pane(pane));
        let mut row = Linear::new(LinearDir::Horizontal, panes.to_vec());
        row.shares.set_share(panes[0], 900.0);
        row.shares.set_share(panes[1], 300.0);
        let row = tiles.insert_container(row);
        let column = tiles.insert_vertical_tile(vec![row]);
        welcome(&mut tiles);
        let share = |of: TileId, child: TileId| match tiles.get_container(of) {
            Some(Container::Linear(linear)) => linear.shares[child],
            _ => 0.0,
        };
        assert_eq!(panes.map(|pane| share(row, pane)), [900.0, 300.0, 300.0, 300.0]);
        assert_eq!(share(column, row), NEWCOMER);
    }
}
