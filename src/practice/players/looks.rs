//! What others see of a player beyond the place: pose, flags, hands, health, skin, and what is worn and held; and the
//! attributes that clients reckon with.
//!
//! Told in full to who begins to see a player, then only what has changed, also to the player: as in vanilla.

use azalea_core::attribute_modifier_operation::AttributeModifierOperation;
use azalea_entity::{EntityDataItem, EntityDataValue, EntityMetadataItems, HumanoidArm, Pose};
use azalea_inventory::components::{AttributeModifier, EquipmentSlot};
use azalea_protocol::{
    common::client_information::{ClientInformation, ModelCustomization},
    packets::game::{
        ClientboundAnimate, ClientboundSetEntityData, ClientboundSetEquipment, ClientboundUpdateAttributes,
        c_animate::AnimationAction, c_set_equipment::EquipmentSlots, c_update_attributes::AttributeSnapshot,
        s_interact::InteractionHand,
    },
};
use azalea_registry::{builtin::Attribute, identifier::Identifier};

use crate::{
    domain::BlockPos,
    practice::{
        game::Game,
        items::inventory::Slot,
        net::{listener::ConnectionId, packets::IntoEntity, wire},
        players::{effects::Effect, player::Player},
    },
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

/// Bits of the flags, and of the hands.
const BURNS: u8 = 0x01;
const SNEAKS: u8 = 0x02;
const SPRINTS: u8 = 0x08;
const IS_INVISIBLE: u8 = 0x20;
const GLOWS: u8 = 0x40;
const USES_AN_ITEM: u8 = 0x01;

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
    flags: u8,
    /// Ticks of breath.
    air: i32,
    pose: Pose,
    hands: u8,
    health: f32,
    absorption: f32,
    /// The bed's head, of who sleeps.
    bed: Option<BlockPos>,
    skin: Skin,
    /// In the order of `EQUIPMENT`.
    equipment: [Slot; 6],
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
    pub fn of(player: &Player) -> Self {
        let flag = |bit, on| if on { bit } else { 0 };
        let bed = player.asleep.map(|(bed, _)| bed);
        let pose = match bed {
            _ if !player.is_alive() => Pose::Dying,
            Some(_) => Pose::Sleeping,
            None if player.is_flat() => Pose::Swimming,
            None if player.is_bent() => Pose::Crouching,
            None => Pose::Standing,
        };
        let [head, chest, legs, feet] = player.inventory.armour;
        Self {
            flags: flag(BURNS, player.vitals.fire > 0)
                | flag(SNEAKS, player.sneaking)
                | flag(SPRINTS, player.sprinting)
                | flag(IS_INVISIBLE, player.vitals.effects.has(Effect::Invisibility))
                | flag(GLOWS, player.vitals.effects.has(Effect::Glowing)),
            air: player.vitals.air,
            pose,
            hands: flag(USES_AN_ITEM, player.eating.is_some()),
            health: player.vitals.health,
            absorption: player.vitals.absorption,
            bed,
            skin: player.skin,
            equipment: [player.hand(), player.inventory.offhand, head, chest, legs, feet],
            mining_efficiency: player.mining_efficiency(),
        }
    }

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

/// What the tool in the hand adds to the speed of digging: clients reckon their own digging by it.
pub(crate) fn mining_efficiency(player: &Player) -> ClientboundUpdateAttributes {
    let amount = f64::from(player.mining_efficiency());
    let id = Identifier::new("minecraft:enchantment.efficiency/mainhand");
    let modifier = AttributeModifier { id, amount, operation: AttributeModifierOperation::AddValue };
    let modifiers = if amount > 0.0 { vec![modifier] } else { Vec::new() };
    let values = vec![AttributeSnapshot { attribute: Attribute::MiningEfficiency, base: 0.0, modifiers }];
    ClientboundUpdateAttributes { entity_id: player.id.into_entity(), values }
}

impl Game {
    /// Shows a swing of the arm to all who see it.
    pub(crate) fn swing_arm(&mut self, id: ConnectionId, hand: InteractionHand) {
        let action = match hand {
            InteractionHand::MainHand => AnimationAction::SwingMainHand,
            InteractionHand::OffHand => AnimationAction::SwingOffHand,
        };
        for other in self.players.values_mut().filter(|other| other.seen.contains(&id)) {
            other.link.send(ClientboundAnimate { id: id.into_entity(), action });
        }
    }
}
