//! Packets that more than one part of the world sends, built from its own values.

use azalea_chat::FormattedText;
use azalea_core::{
    game_type::{GameMode, OptionalGameType},
    position::{GlobalPos, Vec3 as WireVec3},
};
use azalea_entity::LookDirection;
use azalea_protocol::{
    common::movements::{PositionMoveRotation, RelativeMovements},
    packets::{
        common::CommonPlayerSpawnInfo,
        game::{
            ClientboundBlockUpdate, ClientboundContainerSetSlot, ClientboundDisconnect, ClientboundEntityPositionSync,
            ClientboundPlayerPosition, ClientboundSetDefaultSpawnPosition, ClientboundSetTime, ClientboundSystemChat,
            ClientboundTickingState, c_player_info_update::ActionEnumSet, c_set_time::ClockState,
        },
    },
};
use azalea_registry::identifier::Identifier;

use crate::{
    domain::{BlockPos, Vec3},
    items::stack::Slot,
    protocol::wire,
    registries,
    rng::mix,
    voxel::StateId,
};

pub(crate) fn overworld() -> Identifier {
    Identifier::new("minecraft:overworld")
}

pub(crate) fn spawn_info(seed: i64, game_mode: GameMode, sea_level: i32) -> CommonPlayerSpawnInfo {
    CommonPlayerSpawnInfo {
        dimension_type: registries::id_of("overworld"),
        dimension: overworld(),
        // Clients get a hash of the seed, never the seed.
        seed: mix(seed as u64) as i64,
        game_type: game_mode,
        previous_game_type: OptionalGameType(None),
        is_debug: false,
        is_flat: false,
        last_death_location: None,
        portal_cooldown: 0,
        sea_level,
    }
}

/// The world's age, and its one clock, which runs at a tick a tick or stands still. Both in ticks.
pub(crate) fn time(age: u64, day_time: u64, runs: bool) -> ClientboundSetTime {
    let rate = if runs { 1.0 } else { 0.0 };
    let state = ClockState { total_ticks: day_time, partial_tick: 0.0, rate };
    ClientboundSetTime {
        game_time: age,
        clock_updates: [(registries::id_of("overworld"), state)].into_iter().collect(),
    }
}

pub(crate) fn ticking(tick_rate: f32) -> ClientboundTickingState {
    ClientboundTickingState { tick_rate, is_frozen: false }
}

pub(crate) fn spawn_position(at: BlockPos) -> ClientboundSetDefaultSpawnPosition {
    let global_pos = GlobalPos { dimension: overworld(), pos: wire::to_block_pos(at) };
    ClientboundSetDefaultSpawnPosition { global_pos, yaw: 0.0, pitch: 0.0 }
}

fn pose(at: Vec3, yaw: f32, pitch: f32) -> PositionMoveRotation {
    PositionMoveRotation {
        pos: wire::to_vec3(at),
        delta: WireVec3::ZERO,
        look_direction: LookDirection::new(yaw, pitch),
    }
}

/// Always absolute; see `fixups`.
pub(crate) fn position(teleport: u32, at: Vec3, yaw: f32, pitch: f32) -> ClientboundPlayerPosition {
    ClientboundPlayerPosition {
        id: teleport,
        change: pose(at, yaw, pitch),
        relative: RelativeMovements::all_absolute(),
    }
}

pub(crate) fn entity_position(
    id: i32,
    at: Vec3,
    yaw: f32,
    pitch: f32,
    on_ground: bool,
) -> ClientboundEntityPositionSync {
    ClientboundEntityPositionSync { id: id.into_entity(), values: pose(at, yaw, pitch), on_ground }
}

/// Degrees as the protocol's 256ths of a turn.
pub(crate) fn angle(degrees: f32) -> i8 {
    (degrees / 360.0 * 256.0).rem_euclid(256.0) as u8 as i8
}

pub(crate) fn player_info_actions() -> ActionEnumSet {
    ActionEnumSet {
        add_player: true,
        initialize_chat: false,
        update_game_mode: true,
        update_listed: true,
        update_latency: true,
        update_display_name: false,
        update_list_order: false,
        update_hat: false,
    }
}

pub(crate) fn block_update(pos: BlockPos, state: StateId) -> ClientboundBlockUpdate {
    ClientboundBlockUpdate { pos: wire::to_block_pos(pos), block_state: wire::to_block_state(state) }
}

pub(crate) fn set_slot(window: i32, state_id: u32, slot: usize, stack: Slot) -> ClientboundContainerSetSlot {
    ClientboundContainerSetSlot {
        container_id: window,
        state_id,
        slot: slot as u16,
        item_stack: wire::to_item_stack(stack),
    }
}

pub(crate) fn system_chat(text: &str) -> ClientboundSystemChat {
    ClientboundSystemChat { content: text.into(), overlay: false }
}

pub(crate) fn disconnect(reason: impl Into<FormattedText>) -> ClientboundDisconnect {
    ClientboundDisconnect { reason: reason.into() }
}

/// Entity ids where the protocol wants its own type.
pub(crate) trait IntoEntity {
    fn into_entity(self) -> azalea_core::entity_id::MinecraftEntityId;
}

impl IntoEntity for i32 {
    fn into_entity(self) -> azalea_core::entity_id::MinecraftEntityId {
        azalea_core::entity_id::MinecraftEntityId(self)
    }
}
