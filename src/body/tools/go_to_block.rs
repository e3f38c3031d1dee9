//! `go_to_block`: walks to the nearest block of a kind that can be reached.

use serde_json::{Value, json};

use crate::{
    body::{
        senses::terrain::TerrainView,
        skills::{
            cx::Cx,
            kinds::{self, FAR},
            path::Destination,
            walk::{self, blocked},
        },
    },
    domain::{BlockPos, ErrorCode, GoToBlock, ToolError},
    knowledge::{self, SPRINT},
};

/// How many are tried, the nearest first.
const MOST: usize = 8;
/// How many are looked through where only one that lies to a side will do.
const MANY: usize = 512;

/// A stand at a block, or on it.
struct At {
    block: BlockPos,
    on: bool,
}

impl At {
    fn is(&self, feet: BlockPos) -> bool {
        if self.on { feet == self.block.up() } else { feet.is_at_hand(self.block) }
    }
}

impl Destination for &At {
    fn estimate(&self, at: BlockPos) -> f32 {
        let left = |a: i32, b: i32| ((a - b).abs() - 1).max(0) as f32;
        SPRINT * left(at.x, self.block.x).max(left(at.z, self.block.z))
    }
    fn ends(&mut self, _: &TerrainView, at: BlockPos, _: &[BlockPos], _: f32) -> Option<f32> {
        self.is(at).then_some(0.0)
    }
}

pub(super) async fn go_to_block(cx: &Cx, params: GoToBlock) -> Result<Value, ToolError> {
    // Those on other sides may all be nearer.
    let most = if params.toward.is_some() { MANY } else { MOST };
    let mut found = kinds::nearest(cx, &params.block, most).await?;
    let begun = cx.position()?;
    if let Some(side) = params.toward {
        let (feet, (x, _, z)) = (cx.feet()?, side.step());
        found.retain(|at| {
            let (east, south) = (at.x - feet.x, at.z - feet.z);
            let (ahead, aside) = (east * x + south * z, east * z + south * x);
            ahead > 0 && ahead >= aside.abs()
        });
        found.truncate(MOST);
        if found.is_empty() {
            let message = format!("no {} has been seen to the {} of here", params.block, side.name());
            let context = json!({ "target": params.block, "toward": side, "position": feet });
            return Err(ToolError::new(ErrorCode::ResourceNotFound, message).with(context));
        }
    }
    for &at in &found {
        cx.progress(format!("going to the {} at {at}", params.block), 0, 0, Some(at));
        let stand = At { block: at, on: params.on };
        if stand.is(cx.feet()?) || walk::walk_to(cx, || &stand, FAR + 16, params.dig).await? {
            cx.stand_still()?;
            walk::settle(cx).await?;
            let (feet, there) = (cx.feet()?, cx.shown().terrain.state(at).and_then(knowledge::block_of_state));
            // It may be gone by now, or the bot may have glided off.
            if let Some(block) = there.filter(|there| is_meant(&params.block, there) && stand.is(feet)) {
                let walked = (cx.position()?.horizontal_distance(begun) * 10.0).round() / 10.0;
                if !params.on {
                    cx.look_at(at.center())?;
                }
                return Ok(
                    json!({ "block": block.name, "x": at.x, "y": at.y, "z": at.z, "stands_at": feet, "distance": walked }),
                );
            }
        }
        // One that is out of reach may take no time at all: the deadline is looked at before the next.
        cx.tick().await;
    }
    let way = if params.on { "no way onto" } else { "no way to" };
    let message = format!("{way} any {}, the nearest at {}", params.block, found[0]);
    Err(blocked(cx, message, json!({ "target": found[0], "block": params.block, "dig": params.dig })))
}

fn is_meant(kind: &str, there: &knowledge::Block) -> bool {
    knowledge::blocks_sought(kind).iter().any(|block| block.name == there.name)
}
