//! Placing a block by one that stands somewhere: beside it, or on top of it.

use std::collections::BTreeMap;

use serde_json::json;

use super::{
    cx::Cx,
    faces::faces_for,
    kinds,
    place::{self, Tries},
    spots,
};
use crate::{
    body::senses::terrain::TerrainView,
    domain::{BlockPos, By, ErrorCode, LASTING, ToolError},
    knowledge::{self, Block},
};

/// How many blocks of the kind are looked at, the nearest first; and how many places by them are tried.
const MOST: usize = 12;
const TRIES: usize = 4;

/// Puts a block by the nearest of a kind that has a free place there. Where it stands then, and in which state.
///
/// # Errors
/// `RESOURCE_NOT_FOUND`: none of the kind has been seen. `ACTION_FAILED`, for good: none has a free place. Else why the last
/// place that was tried did not do.
pub async fn place_by(
    cx: &Cx,
    block: &str,
    by: &By,
    wants: Option<&BTreeMap<String, String>>,
) -> Result<(BlockPos, u16), ToolError> {
    place::is_held(cx, block)?;
    let found = kinds::nearest(cx, by.kind(), MOST).await?;
    let (mut tries, mut tried) = (Tries::default(), 0);
    for &at in &found {
        let places = free_places(&cx.view(), block, by, at, cx.feet()?);
        for pos in places.into_iter().take(TRIES - tried) {
            tried += 1;
            if let Some(state) = tries.place(cx, block, pos, wants).await? {
                return Ok((pos, state));
            }
            // What is out of reach may take no time at all: the deadline is looked at before the next.
            cx.tick().await;
        }
    }
    Err(tries.last.unwrap_or_else(|| no_place(block, by, &found)))
}

fn no_place(block: &str, by: &By, found: &[BlockPos]) -> ToolError {
    let (word, kind) = (by.word(), by.kind().replace('_', " "));
    let message = match found {
        [only] => format!("no free place {word} the {kind} at {only}"),
        _ => format!("no free place {word} any {kind}, the nearest at {}", found[0]),
    };
    ToolError::new(ErrorCode::ActionFailed, message).with(json!({ "block": block, "target": found[0], LASTING: true }))
}

/// The free places by the block there, the best first: on firm ground, near to who comes.
pub fn free_places(view: &TerrainView, block: &str, by: &By, at: BlockPos, feet: BlockPos) -> Vec<BlockPos> {
    let placed = knowledge::block(block);
    let places = view.state(at).map_or(Vec::new(), |state| knowledge::places_by(by, at, state));
    let mut free: Vec<BlockPos> = places
        .into_iter()
        .filter(|&pos| spots::is_free(view, pos) && !view.is_taken(pos) && !faces_for(view, pos, None).is_empty())
        .filter(|&pos| {
            matches!(by, By::Before(_) | By::Toward(..) | By::Off(..))
                || !knowledge::is_in_doorway(pos, |at| view.state(at))
        })
        .filter(|&pos| matches!(by, By::On(_)) || placed.is_none_or(|placed| spoils_nothing(view, placed, pos)))
        .collect();
    let away = |pos: BlockPos| (pos.x - feet.x).pow(2) + (pos.z - feet.z).pow(2);
    free.sort_by_key(|&pos| (!is_firm(view, pos), away(pos), pos));
    free
}

fn is_firm(view: &TerrainView, pos: BlockPos) -> bool {
    view.traits(pos.down()).floor() && !view.traits(pos.down()).leaves()
}

/// Whether the chest that may be below can still be opened, and the field below stays one; and what falls is held.
fn spoils_nothing(view: &TerrainView, placed: &Block, pos: BlockPos) -> bool {
    let below = view.state(pos.down()).and_then(knowledge::block_of_state).map_or("air", |below| below.name);
    let shuts = placed.solid && (knowledge::is_chest(below) || below == "farmland");
    !shuts && (!knowledge::falls(placed.name) || is_firm(view, pos))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::senses::terrain::{
        Terrain,
        tests::{flat, put},
    };

    const AT: BlockPos = BlockPos::new(5, 64, 0);
    const FEET: BlockPos = BlockPos::new(0, 64, 0);

    /// Where there is a free place by what stands there, as seen from it: x and z, the best first.
    fn free(terrain: &Terrain, block: &str, by: By) -> Vec<(i32, i32)> {
        let found = free_places(&terrain.view(), block, &by, AT, FEET);
        found.into_iter().map(|pos| (pos.x - AT.x, pos.z - AT.z)).collect()
    }

    fn beside(kind: &str) -> By {
        By::Beside(kind.to_owned())
    }

    #[test]
    fn the_nearest_side_on_firm_ground_comes_first() {
        let mut terrain = flat();
        put(&mut terrain, 5, 64, 0, "furnace");
        assert_eq!(free(&terrain, "torch", beside("furnace"))[0], (-1, 0));
        put(&mut terrain, 4, 63, 0, "air");
        let sides = free(&terrain, "torch", beside("furnace"));
        assert_eq!((sides.len(), sides[3]), (4, (-1, 0)), "it would hang there");
        assert_eq!(free(&terrain, "sand", beside("furnace")).len(), 3, "and sand would fall");
        put(&mut terrain, 6, 64, 0, "stone");
        put(&mut terrain, 5, 64, 1, "poppy");
        put(&mut terrain, 5, 63, -1, "chest");
        assert_eq!(free(&terrain, "dirt", beside("furnace")), [(-1, 0)]);
        assert_eq!(free(&terrain, "torch", beside("furnace")), [(-1, 0), (0, -1)], "a chest opens below a torch");
    }

    #[test]
    fn nothing_is_put_into_a_doorway() {
        let mut terrain = flat();
        for z in -3..=3 {
            put(&mut terrain, 5, 64, z, "stone");
        }
        let door = knowledge::placing::state_named("oak_door[facing=east,half=lower]").expect("a door");
        terrain.set(AT, door);
        let places = free(&terrain, "chest", beside("door"));
        assert_eq!(places, [(-1, -1), (-1, 1), (1, -1), (1, 1)]);
    }
}
