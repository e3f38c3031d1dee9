//! A click on a face of a block with what is held.

use azalea::{
    core::position::{BlockPos as AzaleaPos, Vec3 as AzaleaVec3},
    protocol::packets::game::{
        s_interact::InteractionHand,
        s_swing::ServerboundSwing,
        s_use_item_on::{BlockHit, ServerboundUseItemOn},
    },
};

use super::faces::Face;
use crate::{body::skills::cx::Cx, domain::ToolError};

/// Clicks a face with what is held, looking at it.
pub async fn click_face(cx: &Cx, face: Face) -> Result<u32, ToolError> {
    cx.look_at(face.point)?;
    // The server must know the look (and the sneaking) before the click: they go out with this tick's movement.
    cx.tick().await;
    let seq = cx.next_sequence()?;
    let block_hit = BlockHit {
        block_pos: AzaleaPos::new(face.block.x, face.block.y, face.block.z),
        direction: face.direction,
        location: AzaleaVec3::new(face.point.x, face.point.y, face.point.z),
        inside: false,
        world_border: false,
    };
    cx.send(ServerboundUseItemOn { hand: InteractionHand::MainHand, block_hit, seq })?;
    cx.send(ServerboundSwing { hand: InteractionHand::MainHand })?;
    Ok(seq)
}
