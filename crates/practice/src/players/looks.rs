//! What others see of a player beyond the place: pose, flags, hands, health, skin, and what is worn and held; and the
//! attributes that clients reckon with. Told in full, or only what has changed, as in vanilla.

use azalea_entity::{EntityDataItem, EntityDataValue, EntityMetadataItems, HumanoidArm, Pose};
use azalea_inventory::components::EquipmentSlot;
use azalea_protocol::{
    common::client_information::{ClientInformation, ModelCustomization},
    packets::game::{
        ClientboundSetEntityData, ClientboundSetEquipment, ClientboundUpdateAttributes,
        c_set_equipment::EquipmentSlots, c_update_attributes::AttributeSnapshot,
    },
};
use azalea_registry::builtin::Attribute;

use crate::{
    domain::BlockPos,
    items::stack::Slot,
    net::inbound::ConnectionId,
    protocol::{packets::IntoEntity, wire},
};

/// Where a player's entity data keeps what: azalea's `metadata` of 26.1.
mod index {
    pub const FLAGS: u8 = 0;
    pub const AIR: u8 = 1;
    pub const POSE: u8 = 6;
    pub const HANDS: u8 = 8;
    pub const HEALTH: u8 = 9;
    pub const BED: u8 = 14;
    pub const MAIN_HAND: u8 = 15;
    pub const SKIN_PARTS: u8 = 16;
    pub const ABSORPTION: u8 = 17;
}

/// What a client asks to be seen with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Skin {
    /// Cape, jacket, sleeves, trouser legs and hat, a bit each.
    parts: u8,
    main_hand: HumanoidArm,
}

impl From<&ClientInformation> for Skin {
    fn from(information: &ClientInformation) -> Self {
        let ModelCustomization { cape, jacket, left_sleeve, right_sleeve, left_pants, right_pants, hat } =
            information.model_customization;
        let parts = [cape, jacket, left_sleeve, right_sleeve, left_pants, right_pants, hat];
        let parts = parts.into_iter().enumerate().fold(0, |bits, (bit, on)| bits | u8::from(on) << bit);
        Self { parts, main_hand: information.main_hand }
    }
}

/// How a player looks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Looks {
    pub flags: u8,
    /// Ticks of breath.
    pub air: i32,
    pub pose: Pose,
    pub hands: u8,
    pub health: f32,
    pub absorption: f32,
    /// The bed's head, of who sleeps.
    pub bed: Option<BlockPos>,
    pub skin: Skin,
    /// In the order of `EQUIPMENT`.
    pub equipment: [Slot; 6],
    pub mining_efficiency: f32,
}

const EQUIPMENT: [EquipmentSlot; 6] = [
    EquipmentSlot::Mainhand,
    EquipmentSlot::Offhand,
    EquipmentSlot::Head,
    EquipmentSlot::Chest,
    EquipmentSlot::Legs,
    EquipmentSlot::Feet,
];

impl Looks {
    fn data(&self) -> [(u8, EntityDataValue); 9] {
        use EntityDataValue as V;
        [
            (index::FLAGS, V::Byte(self.flags)),
            (index::AIR, V::Int(self.air)),
            (index::POSE, V::Pose(self.pose)),
            (index::HANDS, V::Byte(self.hands)),
            (index::HEALTH, V::Float(self.health)),
            (index::BED, V::OptionalBlockPos(self.bed.map(wire::to_block_pos))),
            (index::MAIN_HAND, V::HumanoidArm(self.skin.main_hand)),
            (index::SKIN_PARTS, V::Byte(self.skin.parts)),
            (index::ABSORPTION, V::Float(self.absorption)),
        ]
    }

    /// Entity data, all of it or what differs from what was told; `None` if there is nothing to tell.
    pub fn data_packet(&self, id: ConnectionId, told: Option<&Self>) -> Option<ClientboundSetEntityData> {
        let told = told.map(Self::data);
        let differs = |(at, item): &(usize, (u8, EntityDataValue))| told.as_ref().is_none_or(|told| told[*at] != *item);
        let items = self.data().into_iter().enumerate().filter(differs);
        let items: Vec<_> = items.map(|(_, (index, value))| EntityDataItem { index, value }).collect();
        (!items.is_empty())
            .then(|| ClientboundSetEntityData { id: id.into_entity(), packed_items: EntityMetadataItems(items) })
    }

    /// What is worn and held, all that there is or what differs from what was told.
    pub fn equipment_packet(&self, id: ConnectionId, told: Option<&Self>) -> Option<ClientboundSetEquipment> {
        let told = told.map_or([None; 6], |told| told.equipment);
        let changes = (0..EQUIPMENT.len()).filter(|&at| self.equipment[at] != told[at]);
        let slots: Vec<_> = changes.map(|at| (EQUIPMENT[at], wire::to_item_stack(self.equipment[at]))).collect();
        (!slots.is_empty())
            .then(|| ClientboundSetEquipment { entity_id: id.into_entity(), slots: EquipmentSlots { slots } })
    }
}

/// A player's attributes that clients use, with vanilla's values: minecraft-data's `attributes`, but for the speed, which is a
/// player's own (Minecraft Wiki, Player.dat format: `walkSpeed`).
const ATTRIBUTES: [(Attribute, f64); 13] = [
    (Attribute::MaxHealth, 20.0),
    (Attribute::MovementSpeed, 0.1),
    (Attribute::AttackSpeed, 4.0),
    (Attribute::BlockBreakSpeed, 1.0),
    (Attribute::BlockInteractionRange, crate::knowledge::REACH),
    (Attribute::EntityInteractionRange, 3.0),
    (Attribute::Gravity, 0.08),
    (Attribute::JumpStrength, 0.42),
    (Attribute::SafeFallDistance, 3.0),
    (Attribute::Scale, 1.0),
    (Attribute::SneakingSpeed, 0.3),
    (Attribute::StepHeight, 0.6),
    (Attribute::SubmergedMiningSpeed, 0.2),
];

/// What an attribute is as long as nothing changes it.
pub(crate) fn base(attribute: Attribute) -> f64 {
    ATTRIBUTES.iter().find(|(known, _)| *known == attribute).map_or(0.0, |(_, base)| *base)
}

pub(crate) fn attributes(id: ConnectionId) -> ClientboundUpdateAttributes {
    let value = |(attribute, base)| AttributeSnapshot { attribute, base, modifiers: Vec::new() };
    ClientboundUpdateAttributes { entity_id: id.into_entity(), values: ATTRIBUTES.into_iter().map(value).collect() }
}
