//! A layout as a file has it: nested, so that no reference in it can lead in a circle or nowhere, and with the panes' names.

use egui_tiles::{Container, Linear, LinearDir, Tabs, Tile, TileId, Tiles, Tree};
use serde::{Deserialize, Serialize};

use super::pane::Pane;

/// The form below; another number is another program's.
const VERSION: u32 = 1;

/// A whole layout, with every pane in it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    version: u32,
    layout: Part,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Part {
    Pane {
        name: Pane,
        open: bool,
    },
    /// One behind the other; `front` is the index of the one that is seen.
    Tabs {
        front: usize,
        parts: Vec<Part>,
    },
    /// From left to right.
    Row(Vec<Portion>),
    /// From top to bottom.
    Column(Vec<Portion>),
}

/// A part with its room among its neighbours.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Portion {
    /// Along the row or column. Beside the map, which gives way, it is kept to; else it is a proportion.
    points: f32,
    part: Part,
}

impl Default for Saved {
    /// The map large, the goals over the plan at its right, what is held behind the plan; the others closed, side by side below the map, what
    /// is read line by line behind the journal.
    fn default() -> Self {
        let below =
            [vec![Pane::Journal, Pane::Chat, Pane::Log], vec![Pane::Timeline], vec![Pane::Inspector, Pane::Usage]];
        let below = below.map(|panes| {
            let closed: Vec<_> = panes.into_iter().map(|pane| (pane, false)).collect();
            (440.0, tabs(&closed))
        });
        let map = column([(580.0, tabs(&[(Pane::Map, true)])), (190.0, Part::Row(portions(below)))]);
        let mind = column([
            (360.0, tabs(&[(Pane::Goals, true)])),
            (376.0, tabs(&[(Pane::Plan, true), (Pane::Inventory, true)])),
        ]);
        let layout = Part::Row(portions([(879.0, map), (400.0, mind)]));
        Self { version: VERSION, layout }
    }
}

fn tabs(panes: &[(Pane, bool)]) -> Part {
    let parts = panes.iter().map(|&(name, open)| Part::Pane { name, open }).collect();
    Part::Tabs { front: 0, parts }
}

fn column<const N: usize>(parts: [(f32, Part); N]) -> Part {
    Part::Column(portions(parts))
}

fn portions<const N: usize>(parts: [(f32, Part); N]) -> Vec<Portion> {
    parts.into_iter().map(|(points, part)| Portion { points, part }).collect()
}

impl Saved {
    /// Of what is on the screen.
    pub fn of(tree: &Tree<Pane>) -> Self {
        let layout = tree.root().and_then(|root| part_of(&tree.tiles, root));
        layout.map_or_else(Self::default, |layout| Self { version: VERSION, layout })
    }

    /// What is wrong with it, in words.
    ///
    /// # Errors
    /// Another version; a pane twice; sizes that are none; tabs of nothing.
    pub fn check(&self) -> Result<(), String> {
        if self.version != VERSION {
            return Err(format!("it is of version {}, not {VERSION}", self.version));
        }
        let mut panes = Vec::new();
        self.layout.check(&mut panes)?;
        match panes.iter().enumerate().find(|(index, pane)| panes[..*index].contains(pane)) {
            Some((_, pane)) => Err(format!("{} is in it twice", pane.name())),
            None => Ok(()),
        }
    }

    /// For the screen. What it lacks of the panes, as one of an older program does, lies closed behind the plan.
    pub fn tree(&self) -> Tree<Pane> {
        let mut tiles = Tiles::default();
        let mut root = self.layout.tile(&mut tiles);
        let lacking: Vec<Pane> = Pane::ALL.into_iter().filter(|pane| tiles.find_pane(pane).is_none()).collect();
        let plan = tiles.find_pane(&Pane::Plan).and_then(|plan| tiles.parent_of(plan));
        for pane in lacking {
            let tile = tiles.insert_pane(pane);
            tiles.set_visible(tile, false);
            match plan.and_then(|plan| tiles.get_mut(plan)) {
                Some(Tile::Container(Container::Tabs(tabs))) => tabs.add_child(tile),
                _ => root = tiles.insert_tab_tile(vec![root, tile]),
            }
        }
        Tree::new("layout", root, tiles)
    }
}

impl Part {
    fn check(&self, panes: &mut Vec<Pane>) -> Result<(), String> {
        match self {
            Self::Pane { name, .. } => panes.push(*name),
            Self::Tabs { parts, front } => {
                if *front >= parts.len() {
                    return Err(format!("tab {front} of {} is to be in front", parts.len()));
                }
                return parts.iter().try_for_each(|part| part.check(panes));
            }
            Self::Row(portions) | Self::Column(portions) => {
                if portions.is_empty() {
                    return Err("a row or column has nothing in it".to_owned());
                }
                for Portion { points, part } in portions {
                    if !(points.is_finite() && *points > 0.0) {
                        return Err(format!("{points} points is no size"));
                    }
                    part.check(panes)?;
                }
            }
        }
        Ok(())
    }

    fn tile(&self, tiles: &mut Tiles<Pane>) -> TileId {
        match self {
            Self::Pane { name, open } => {
                let tile = tiles.insert_pane(*name);
                tiles.set_visible(tile, *open);
                tile
            }
            Self::Tabs { front, parts } => {
                let mut tabs = Tabs::new(parts.iter().map(|part| part.tile(tiles)).collect());
                tabs.active = tabs.children.get(*front).copied();
                tiles.insert_container(tabs)
            }
            Self::Row(portions) => linear(LinearDir::Horizontal, portions, tiles),
            Self::Column(portions) => linear(LinearDir::Vertical, portions, tiles),
        }
    }
}

fn linear(dir: LinearDir, portions: &[Portion], tiles: &mut Tiles<Pane>) -> TileId {
    let mut linear = Linear::new(dir, Vec::new());
    for Portion { points, part } in portions {
        let tile = part.tile(tiles);
        linear.add_child(tile);
        linear.shares.set_share(tile, *points);
    }
    tiles.insert_container(linear)
}

/// `None` of what has nothing in it.
fn part_of(tiles: &Tiles<Pane>, tile: TileId) -> Option<Part> {
    let container = match tiles.get(tile)? {
        Tile::Pane(pane) => return Some(Part::Pane { name: *pane, open: tiles.is_visible(tile) }),
        Tile::Container(container) => container,
    };
    let parts = container.children().filter_map(|child| Some((*child, part_of(tiles, *child)?)));
    let parts: Vec<(TileId, Part)> = parts.collect();
    if parts.is_empty() {
        return None;
    }
    Some(match container {
        Container::Linear(linear) => {
            let portions =
                parts.into_iter().map(|(tile, part)| Portion { points: linear.shares[tile], part }).collect();
            match linear.dir {
                LinearDir::Horizontal => Part::Row(portions),
                LinearDir::Vertical => Part::Column(portions),
            }
        }
        Container::Tabs(tabs) => {
            let front = parts.iter().position(|(tile, _)| Some(*tile) == tabs.active).unwrap_or_default();
            Part::Tabs { front, parts: parts.into_iter().map(|(_, part)| part).collect() }
        }
        // No hand makes one; its parts one behind the other are all there.
        Container::Grid(_) => Part::Tabs { front: 0, parts: parts.into_iter().map(|(_, part)| part).collect() },
    })
}
