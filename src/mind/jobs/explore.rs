//! Exploring: a leg at a time to where most is to be seen that is new, until all has been seen, or what is looked for.

use super::{
    look::{Look, Next},
    way::{Memory, Way},
};
use crate::{
    domain::{BlockPos, ErrorCode, Explore, ToolError},
    knowledge,
    voxel::{Frontier, SeenWorld, StateId, view_around},
};

/// Legs in a row that may bring nothing new: what is left is behind water, or too steep.
const IDLE: u32 = 6;
/// The job ends by itself before it is given up.
pub(super) const PATIENCE: u32 = IDLE + 3;
/// Blocks that are told of, by how their names end; what else stands about is land.
const TOLD: &[&str] = &["_ore", "water", "lava", "chest", "barrel", "spawner", "_bed", "bell", "pumpkin", "melon"];
/// How many kinds are told at most, those that are rare first.
const MOST_TOLD: usize = 8;

impl Memory {
    /// Begins where the feet are, once all has come in that is shown there.
    fn begin(&mut self, explore: &Explore, blocks: &SeenWorld, feet: BlockPos) -> Frontier {
        let frontier = Frontier {
            from: [feet.x, feet.z],
            radius: explore.radius() as i32,
            toward: explore.toward,
            view: view_around(feet.chunk(), |chunk| blocks.column(chunk).is_some()),
            to_end: explore.goes_to_the_end(),
        };
        self.before = blocks.ever().collect();
        self.counted = self.before.clone();
        *self.frontier.insert(frontier)
    }

    /// Counts what stands in columns that are new.
    fn count(&mut self, blocks: &SeenWorld) {
        for chunk in blocks.ever().filter(|chunk| !self.counted.contains(chunk)).collect::<Vec<_>>() {
            let Some(column) = blocks.column(chunk) else { continue };
            self.counted.insert(chunk);
            for (state, count) in column.count() {
                let name = knowledge::block_of_state(state).map_or("", |block| block.name);
                if TOLD.iter().any(|ending| name.ends_with(ending)) {
                    *self.found.entry(name).or_default() += count;
                }
            }
        }
    }

    fn new_columns(&self, blocks: &SeenWorld) -> usize {
        blocks.ever().filter(|chunk| !self.before.contains(chunk)).count()
    }

    fn told(&self) -> String {
        let mut found: Vec<(&str, u32)> = self.found.iter().map(|(name, count)| (*name, *count)).collect();
        found.sort_by_key(|(_, count)| *count);
        let found: Vec<String> =
            found.into_iter().take(MOST_TOLD).map(|(name, count)| format!("{count} {name}")).collect();
        if found.is_empty() { "nothing but land".to_owned() } else { found.join(", ") }
    }
}

/// What is left of it, so far on its way.
pub(super) fn look(explore: &Explore, blocks: &SeenWorld, feet: BlockPos, way: &mut Way) -> Look {
    let Way { pieces, idle, now, ref mut memory } = *way;
    let begun = *memory.begun.get_or_insert(now);
    let left = explore.ticks.map(|ticks| u64::from(ticks).saturating_sub(now.saturating_sub(begun)) as u32);
    let leg = |[x, z]: [i32; 2], why: String| {
        // It is over with the time of the whole.
        let ticks = left.map(|left| left.max(1));
        let Explore { until, dig, .. } = explore.clone();
        Next::Call(Explore { leg: Some([x, z]), ticks, until, dig, ..Explore::default() }.into(), why)
    };
    if pieces == 0 && memory.frontier.is_none() {
        // Just after a join one sees next to nothing.
        return Look { next: leg([feet.x, feet.z], "to see what is to be seen from here".to_owned()), of: 1, done: 0 };
    }
    let frontier = match memory.frontier {
        Some(frontier) => frontier,
        None => memory.begin(explore, blocks, feet),
    };
    memory.count(blocks);
    let land = frontier.land();
    let (of, done) = (land.len() as u64, land.iter().filter(|chunk| blocks.has_seen(**chunk)).count() as u64);
    let new = memory.new_columns(blocks);
    if let Some(kind) = &explore.until
        && let Some(at) = nearest(blocks, feet, kind)
    {
        let words = format!("{kind} has been seen at {at}, after {new} new columns of 16 by 16 blocks");
        return Look { next: Next::Shown(words), of, done };
    }
    let is_over = left == Some(0);
    let to = if idle < IDLE && !is_over {
        frontier.next(|chunk| blocks.has_seen(chunk), [feet.x, feet.z], &memory.tried)
    } else {
        None
    };
    let radius = explore.radius();
    let next = match (to, &explore.until) {
        (Some(to), _) => {
            memory.tried.push(to);
            leg(to, format!("{} of {of} columns are still to be seen", of - done))
        }
        (None, Some(kind)) => {
            let far = if is_over { "in that time".to_owned() } else { format!("within {radius} blocks") };
            let message = format!("no {kind} has been seen {far}; {new} columns are new: {}", memory.told());
            Next::Missing(
                ToolError::new(ErrorCode::ResourceNotFound, message)
                    .with(serde_json::json!({ "target": kind, "seen": new })),
            )
        }
        (None, None) if let Some(lacking) = frontier.lacking([feet.x, feet.z]).filter(|_| !is_over) => {
            let message = format!(
                "no way leads farther: {lacking} of {radius} blocks are left; {new} columns are new: {}",
                memory.told()
            );
            let context = serde_json::json!({ "lacking": lacking, "seen": new });
            Next::Missing(ToolError::new(ErrorCode::PathBlocked, message).with(context))
        }
        (None, None) if new == 0 && !is_over => {
            let message = format!(
                "nothing new is to be seen within {radius} blocks (say for example: explore {} blocks)",
                radius * 2
            );
            Next::Missing(ToolError::new(ErrorCode::ResourceNotFound, message).with(serde_json::json!({ "seen": 0 })))
        }
        (None, None) => {
            let over = explore.ticks.filter(|_| is_over).map(|ticks| format!("{ticks} ticks are over: "));
            let seen = format!("{done} of {of} columns within sight are seen, {new} of them new: {}", memory.told());
            Next::Shown(over.unwrap_or_default() + &seen)
        }
    };
    Look { next, of, done }
}

/// The nearest block of a kind in what is seen now.
fn nearest(blocks: &SeenWorld, feet: BlockPos, kind: &str) -> Option<BlockPos> {
    let kinds = knowledge::blocks_showing(kind);
    let wanted = |state: StateId| kinds.iter().any(|block| block.states().contains(&state));
    blocks.nearest(feet, &wanted)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        domain::{ChunkPos, ToolRequest},
        voxel::{Column, Section},
    };

    /// Shows stone in all columns so far around a place.
    fn show(land: &mut SeenWorld, [x, z]: [i32; 2], block: &str) {
        let stone = knowledge::block(block).unwrap().default_state;
        let column = Arc::new(Column { min_y: 0, sections: vec![Section::Uniform(stone)] });
        for (dx, dz) in (-4..=4).flat_map(|dx| (-4..=4).map(move |dz| (dx, dz))) {
            land.insert(ChunkPos { x: (x >> 4) + dx, z: (z >> 4) + dz }, column.clone());
        }
    }

    /// Goes where it is told to, and sees what is there; how it ends, and in how many legs.
    fn explored(explore: &Explore, moves: bool, there: &str) -> (Next, u64) {
        let (mut land, mut way) = (SeenWorld::default(), Way::default());
        let (mut feet, mut most) = (BlockPos::new(3, 1, 3), 0);
        show(&mut land, [3, 3], "stone");
        loop {
            let look = look(explore, &land, feet, &mut way);
            way.idle = if look.done > most { 0 } else { way.idle + 1 };
            most = most.max(look.done);
            match look.next {
                Next::Call(ToolRequest::Explore(Explore { leg: Some([x, z]), .. }), _) => {
                    if moves {
                        feet = BlockPos::new(x, 1, z);
                        if way.pieces > 0 {
                            show(&mut land, [x, z], there);
                        }
                    }
                    way.pieces += 1;
                    assert!(way.pieces < 100, "it never ends");
                }
                next => return (next, way.pieces),
            }
        }
    }

    #[test]
    fn it_is_over_when_all_is_seen() {
        let (next, legs) = explored(&Explore::default(), true, "water");
        assert!(
            matches!(&next, Next::Shown(words) if words.contains("water") && !words.contains(" 0 of them")),
            "{next:?}"
        );
        assert!((4..20).contains(&legs), "{legs}");
    }

    #[test]
    fn what_is_looked_for_ends_it_and_what_is_not_there_is_told() {
        let until = Explore { until: Some("iron_ores".to_owned()), ..Explore::default() };
        let (next, legs) = explored(&until, true, "iron_ore");
        assert!(
            matches!(&next, Next::Shown(words) if words.contains("iron_ores has been seen")) && legs <= 3,
            "{next:?}"
        );
        let (next, _) = explored(&until, true, "stone");
        assert!(matches!(&next, Next::Missing(error) if error.code == ErrorCode::ResourceNotFound), "{next:?}");
    }

    #[test]
    fn who_gets_nowhere_has_seen_nothing() {
        let (next, legs) = explored(&Explore::default(), false, "stone");
        assert!(
            matches!(&next, Next::Missing(error) if error.message.contains("nothing new")) && legs < 12,
            "{next:?}"
        );
    }
}
