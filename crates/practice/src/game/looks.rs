//! How a player looks by now, and the swing of an arm, for all who see them.

use azalea_core::attribute_modifier_operation::AttributeModifierOperation;
use azalea_entity::Pose;
use azalea_inventory::components::AttributeModifier;
use azalea_protocol::packets::game::{
    ClientboundAnimate, ClientboundUpdateAttributes, c_animate::AnimationAction,
    c_update_attributes::AttributeSnapshot, s_interact::InteractionHand,
};
use azalea_registry::{builtin::Attribute, identifier::Identifier};

use crate::{
    game::Game,
    net::inbound::ConnectionId,
    players::{effects::Effect, looks::Looks, player::Player},
    protocol::packets::IntoEntity,
};

/// Bits of the flags, and of the hands.
const BURNS: u8 = 0x01;
const SNEAKS: u8 = 0x02;
const SPRINTS: u8 = 0x08;
const IS_INVISIBLE: u8 = 0x20;
const GLOWS: u8 = 0x40;
const USES_AN_ITEM: u8 = 0x01;

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
