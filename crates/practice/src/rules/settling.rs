//! What its neighbours make of a block: it turns or joins as they stand, or cannot stay.

use crate::{
    chunks::blocks,
    domain::BlockPos,
    rules::{paired, states, support::can_stand},
    voxel::StateId,
    world::store::World,
};

/// What its neighbours make of a block in this state; `None` if it cannot stay here.
pub(crate) fn settled(world: &mut World, pos: BlockPos, state: StateId) -> Option<StateId> {
    let now = states::settled(world, pos, state);
    (!states::lost_its_hold(now) && is_supported(world, pos, now)).then_some(now)
}

/// Whether a block in this state can stay here.
fn is_supported(world: &mut World, pos: BlockPos, state: StateId) -> bool {
    if let Some((beside, _)) = paired::other_part(pos, state)
        && blocks::name(world.block(beside)) != blocks::name(state)
    {
        return false;
    }
    paired::is_second_part(state) || can_stand(world, pos, state)
}
