//! What clients see of a body besides where it is: fire, breath, posture, sleep. Sent as the entity's data when it changes.

use azalea_entity::{EntityDataItem, EntityDataValue, EntityMetadataItems, Pose};
use azalea_protocol::packets::game::ClientboundSetEntityData;

use crate::{
    domain::BlockPos,
    practice::{
        game::Game,
        net::{listener::ConnectionId, packets::IntoEntity, wire},
        players::{player::Player, vitals::FULL_AIR},
    },
};

/// Where an entity's data keeps what (minecraft-data's `entities`, metadata keys of the player).
const FLAGS: u8 = 0;
const AIR: u8 = 1;
const POSE: u8 = 6;
const HAND: u8 = 8;
const HEALTH: u8 = 9;
const BED: u8 = 14;

/// Bits of the flags, and of what the hand does.
const ON_FIRE: u8 = 1;
const SNEAKING: u8 = 2;
const SPRINTING: u8 = 8;
const USING: u8 = 1;

/// The part of an entity's data that this world gives players.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Looks {
    flags: u8,
    air: i32,
    pose: Pose,
    hand: u8,
    health: f32,
    bed: Option<BlockPos>,
}

/// What a client takes a new body for; its health it takes for 1.
impl Default for Looks {
    fn default() -> Self {
        Self { flags: 0, air: FULL_AIR, pose: Pose::Standing, hand: 0, health: 1.0, bed: None }
    }
}

impl Looks {
    pub fn of(player: &Player) -> Self {
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        let asleep = player.asleep.map(|(bed, _)| bed);
        Self {
            flags: flag(player.vitals.fire > 0, ON_FIRE)
                | flag(player.sneaking, SNEAKING)
                | flag(player.sprinting, SPRINTING),
            air: player.vitals.air,
            pose: match (asleep.is_some(), player.is_alive(), player.sneaking) {
                (true, ..) => Pose::Sleeping,
                (_, false, _) => Pose::Dying,
                (_, _, true) => Pose::Crouching,
                _ => Pose::Standing,
            },
            hand: flag(player.eating.is_some(), USING),
            health: player.vitals.health,
            bed: asleep,
        }
    }

    /// What tells a client that knew the old looks of these; `None` if nothing has changed.
    pub fn packet(&self, id: ConnectionId, old: &Self) -> Option<ClientboundSetEntityData> {
        let bed = EntityDataValue::OptionalBlockPos(self.bed.map(wire::to_block_pos));
        let changes = [
            (self.flags != old.flags, FLAGS, EntityDataValue::Byte(self.flags)),
            (self.air != old.air, AIR, EntityDataValue::Int(self.air)),
            (self.pose != old.pose, POSE, EntityDataValue::Pose(self.pose)),
            (self.hand != old.hand, HAND, EntityDataValue::Byte(self.hand)),
            (self.health != old.health, HEALTH, EntityDataValue::Float(self.health)),
            (self.bed != old.bed, BED, bed),
        ];
        let changed = changes.into_iter().filter(|(changed, ..)| *changed);
        let items: Vec<_> = changed.map(|(_, index, value)| EntityDataItem { index, value }).collect();
        (!items.is_empty())
            .then(|| ClientboundSetEntityData { id: id.into_entity(), packed_items: EntityMetadataItems(items) })
    }
}

impl Game {
    /// Tells the clients that know them how players look by now; the player's own is one of these.
    pub(crate) fn show_looks(&mut self) {
        let mut packets = Vec::new();
        for player in self.players.values_mut() {
            let looks = Looks::of(player);
            if let Some(packet) = looks.packet(player.id, &player.looks) {
                packets.push((player.id, packet));
                player.looks = looks;
            }
        }
        for (id, packet) in packets {
            for viewer in self.players.values_mut().filter(|viewer| viewer.id == id || viewer.seen.contains(&id)) {
                viewer.link.send(packet.clone());
            }
        }
    }
}
