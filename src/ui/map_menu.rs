//! What lies at a place of the map, and what can be asked for there. Everything asked is a goal in words, as if typed.

use bevy_egui::egui::{Button, Ui};

use super::{
    map_layers::Layer,
    map_tiles::{Known, MapTiles},
    theme,
    words::PAST,
};
use crate::{
    domain::{BlockPos, UserAsk},
    knowledge,
    voxel::{Inside, SeenWorld, StateId},
};

/// A block column of the map as it was when it was pointed at.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    pub x: i32,
    pub z: i32,
    pub kind: SpotKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SpotKind {
    Seen(Ground),
    /// Drawn once, unloaded since: no height can be told.
    Remembered,
    Unseen,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// The top block.
    pub y: i32,
    pub block: &'static str,
    /// The plant or torch on it.
    pub cover: Option<&'static str>,
    /// Blocks of water.
    pub depth: u32,
    /// Where feet could stand.
    pub stand: Option<BlockPos>,
}

pub fn spot(world: &SeenWorld, tiles: &MapTiles, layer: Layer, (x, z): (i32, i32)) -> Spot {
    let kind = match layer.at(world, x, z) {
        Some(Inside::Floor(surface)) => SpotKind::Seen(Ground {
            y: surface.y,
            block: name(surface.state),
            cover: surface.cover.map(name),
            depth: surface.depth,
            stand: match layer {
                Layer::Surface => world.standing_place(x, z),
                Layer::Caves { .. } if surface.depth > 0 => None,
                Layer::Caves { .. } => world.stand_at(x, z, surface.y + 1),
            },
        }),
        Some(Inside::Filled(state)) => SpotKind::Seen(Ground {
            y: layer.feet().unwrap_or_default(),
            block: name(state),
            cover: None,
            depth: 0,
            stand: None,
        }),
        None => match tiles.known(BlockPos::new(x, 0, z).chunk()) {
            Known::Remembered => SpotKind::Remembered,
            Known::Unseen | Known::Seen { .. } => SpotKind::Unseen,
        },
    };
    Spot { x, z, kind }
}

fn name(state: StateId) -> &'static str {
    knowledge::block_of_state(state).map_or("unknown block", |block| block.name)
}

/// The right click's menu.
/// The bot named is to do it; whoever is free where none is. `is_past`: the map shows another moment than now.
pub fn menu_ui(ui: &mut Ui, spot: &Spot, bot: Option<&str>, is_past: bool, asks: &mut Vec<UserAsk>) {
    let mut offer = |ui: &mut Ui, label: String, goal: Result<String, &str>| {
        let goal = if is_past { Err(PAST) } else { goal };
        let (goal, refusal) = match goal {
            Ok(goal) => (Some(goal), ""),
            Err(reason) => (None, reason),
        };
        let button = ui.add_enabled(goal.is_some(), Button::new(label)).on_disabled_hover_text(refusal);
        if let Some(goal) = goal {
            if button.on_hover_text(format!("Adds the goal: {goal}")).clicked() {
                asks.push(goal_of(bot, &goal));
                ui.close();
            }
        } else {
            ui.label(theme::quiet(refusal));
        }
    };
    offer(ui, "Go here".to_owned(), go_here(spot));
    if let SpotKind::Seen(seen) = &spot.kind {
        if ["leaves", "logs"].iter().any(|tag| knowledge::is_tagged(seen.block, tag)) {
            offer(ui, "Chop down this tree".to_owned(), Ok(chop_goal(seen.block, spot.x, seen.y, spot.z)));
        }
        offer(ui, format!("Mine this ({})", seen.block), mine_this(spot, seen));
        if let Some(cover) = seen.cover {
            offer(ui, format!("Mine the {cover}"), Ok(mine_goal(cover, spot.x, seen.y + 1, spot.z)));
        }
    }
}

/// Asks for a goal: of the bot that is named, or of whoever is free.
pub fn goal_of(bot: Option<&str>, goal: &str) -> UserAsk {
    UserAsk::NewGoal(bot.map_or(goal.to_owned(), |bot| format!("{bot}: {goal}")))
}

/// The goal of *Go here*, or why there is none.
fn go_here(spot: &Spot) -> Result<String, &'static str> {
    match &spot.kind {
        SpotKind::Seen(Ground { stand: Some(place), .. }) => Ok(format!("go to {} {} {}", place.x, place.y, place.z)),
        SpotKind::Seen(Ground { depth: 1.., .. }) => Err("Water: there is nothing to stand on"),
        SpotKind::Seen(_) => Err("There is no room to stand"),
        // The height is found when the bot gets near.
        SpotKind::Remembered | SpotKind::Unseen => Ok(format!("go to {} {}", spot.x, spot.z)),
    }
}

fn mine_this(spot: &Spot, seen: &Ground) -> Result<String, &'static str> {
    if seen.depth > 0 {
        return Err("Water cannot be mined");
    }
    match knowledge::block(seen.block) {
        Some(block) if block.hardness.is_none() => Err("It cannot be broken"),
        _ => Ok(mine_goal(seen.block, spot.x, seen.y, spot.z)),
    }
}

/// The tree that a log or a crown belongs to, by its wood where the block tells that.
fn chop_goal(block: &str, x: i32, y: i32, z: i32) -> String {
    let wood = ["_log", "_leaves"].iter().find_map(|end| block.strip_suffix(end));
    let wood = wood.filter(|wood| knowledge::item(&format!("{wood}_log")).is_some());
    format!(
        "chop down the {}tree at {x} {y} {z}",
        wood.map_or(String::new(), |wood| format!("{} ", wood.replace('_', " ")))
    )
}

fn mine_goal(block: &str, x: i32, y: i32, z: i32) -> String {
    format!("mine 1 {block} at {x} {y} {z}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::plan::grammar::parse;

    fn seen(block: &'static str, depth: u32, stand: Option<BlockPos>) -> Spot {
        Spot { x: 4, z: -9, kind: SpotKind::Seen(Ground { y: 66, block, cover: None, depth, stand }) }
    }

    #[test]
    fn places_become_goals() {
        let grass = seen("grass_block", 0, Some(BlockPos::new(4, 67, -9)));
        assert_eq!(go_here(&grass), Ok("go to 4 67 -9".to_owned()));
        let SpotKind::Seen(of_grass) = &grass.kind else { panic!("it was seen") };
        assert_eq!(mine_this(&grass, of_grass), Ok("mine 1 grass_block at 4 66 -9".to_owned()));
        let unseen = Spot { x: 4, z: -9, kind: SpotKind::Unseen };
        assert_eq!(go_here(&unseen), Ok("go to 4 -9".to_owned()));
    }

    #[test]
    fn what_stands_on_a_trunk_is_a_tree() {
        for (block, goal) in [
            ("oak_leaves", "chop down the oak tree at 4 70 -9"),
            ("dark_oak_log", "chop down the dark oak tree at 4 70 -9"),
            ("azalea_leaves", "chop down the tree at 4 70 -9"),
        ] {
            assert_eq!(chop_goal(block, 4, 70, -9), goal);
            assert!(parse(goal).is_ok(), "{goal}");
        }
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        let water = seen("water", 3, None);
        assert_eq!(go_here(&water), Err("Water: there is nothing to stand on"));
        let SpotKind::Seen(of_water) = &water.kind else { panic!("it was seen") };
        assert_eq!(mine_this(&water, of_water), Err("Water cannot be mined"));
        let bedrock = seen("bedrock", 0, None);
        let SpotKind::Seen(of_bedrock) = &bedrock.kind else { panic!("it was seen") };
        assert_eq!(mine_this(&bedrock, of_bedrock), Err("It cannot be broken"));
    }
}
