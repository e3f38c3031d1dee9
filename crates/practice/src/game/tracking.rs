//! Which entities a client knows of: items and players in the chunks it has, where they are by now.

use std::collections::BTreeMap;

use azalea_core::delta::LpVec3;
use azalea_entity::{EntityDataItem, EntityDataValue, EntityMetadataItems};
use azalea_protocol::packets::game::{
    ClientboundAddEntity, ClientboundRemoveEntities, ClientboundRotateHead, ClientboundSetEntityData,
    ClientboundSetEntityMotion,
};
use azalea_registry::builtin::EntityKind;
use uuid::Uuid;

use crate::{
    domain::{ChunkPos, Vec3},
    entities::{falling::FallingBlock, lying::ItemEntity},
    game::{Game, looks::mining_efficiency},
    players::{looks, looks::Looks, player::Player},
    protocol::{
        packets,
        packets::{IntoEntity, angle},
        wire,
    },
};

/// Where an item entity's data keeps its stack.
const ITEM_STACK: u8 = 8;

/// Ticks between telling where a falling block is; vanilla's.
const FALLING_TOLD_EVERY: u32 = 20;

impl Game {
    /// Adds, moves and removes entities for every client.
    pub(crate) fn track_entities(&mut self) {
        let bodies: Vec<Body> =
            self.players.values().filter(|player| player.is_alive() && !player.is_spectator()).map(Body::of).collect();
        // By chunk, so that what lies far away costs a viewer nothing.
        let mut lying: BTreeMap<ChunkPos, Vec<&ItemEntity>> = BTreeMap::new();
        for item in self.items.values() {
            lying.entry(item.at.block().chunk()).or_default().push(item);
        }
        for viewer in self.players.values_mut() {
            let out_of_sight = |id: &i32| self.items.get(id).is_some_and(|item| !viewer.sees(item.at));
            let lost: Vec<i32> = viewer.seen.iter().copied().filter(out_of_sight).collect();
            lost.into_iter().for_each(|id| viewer.stop_seeing(id));
            for (chunk, items) in &lying {
                if viewer.view.sent.contains(chunk) {
                    items.iter().for_each(|item| viewer.track_item(item));
                }
            }
            for block in self.falling.values() {
                viewer.track_falling(block);
            }
            let own = viewer.id;
            for body in bodies.iter().filter(|body| body.id != own) {
                viewer.track_body(body);
            }
        }
        for item in self.items.values_mut() {
            item.told = item.at;
            item.stack_changed = false;
        }
        for player in self.players.values_mut() {
            player.told = (player.at, player.yaw, player.pitch);
            player.tell_looks();
        }
    }

    /// Takes entities off every client that knows them.
    pub(crate) fn untrack(&mut self, id: i32) {
        for viewer in self.players.values_mut().filter(|viewer| viewer.seen.contains(&id)) {
            viewer.stop_seeing(id);
        }
    }
}

/// A player as the others see them.
struct Body {
    id: i32,
    uuid: Uuid,
    at: Vec3,
    yaw: f32,
    pitch: f32,
    on_ground: bool,
    moved: bool,
    looks: Looks,
    told_looks: Option<Looks>,
}

impl Body {
    fn of(player: &Player) -> Self {
        let Player { id, uuid, at, yaw, pitch, on_ground, told, .. } = *player;
        let (looks, told_looks) = (Looks::of(player), player.told_looks.clone());
        Self { id, uuid, at, yaw, pitch, on_ground, moved: told != (at, yaw, pitch), looks, told_looks }
    }
}

impl Player {
    fn sees(&self, at: Vec3) -> bool {
        self.view.sent.contains(&at.block().chunk())
    }

    fn stop_seeing(&mut self, id: i32) {
        self.seen.remove(&id);
        self.link.send(ClientboundRemoveEntities { entity_ids: vec![id.into_entity()] });
    }

    fn track_item(&mut self, item: &ItemEntity) {
        match (self.seen.contains(&item.id), self.sees(item.at)) {
            (false, false) => {}
            (true, false) => self.stop_seeing(item.id),
            (false, true) => {
                self.seen.insert(item.id);
                let velocity = LpVec3::from_vec3(wire::to_vec3(item.velocity));
                self.link.send(ClientboundAddEntity {
                    id: item.id.into_entity(),
                    uuid: item.uuid,
                    entity_type: EntityKind::Item,
                    position: wire::to_vec3(item.at),
                    movement: velocity,
                    x_rot: 0,
                    y_rot: 0,
                    y_head_rot: 0,
                    data: 0,
                });
                self.send_stack(item);
            }
            (true, true) => {
                if item.told != item.at {
                    self.link.send(packets::entity_position(item.id, item.at, 0.0, 0.0, item.on_ground));
                    if item.is_resting() {
                        self.link.send(ClientboundSetEntityMotion { id: item.id.into_entity(), delta: LpVec3::Zero });
                    }
                }
                if item.stack_changed {
                    self.send_stack(item);
                }
            }
        }
    }

    /// Clients let it fall by themselves; now and then they are told where it is.
    fn track_falling(&mut self, block: &FallingBlock) {
        match (self.seen.contains(&block.id), self.sees(block.at)) {
            (false, false) => {}
            (true, false) => self.stop_seeing(block.id),
            (false, true) => {
                self.seen.insert(block.id);
                self.link.send(ClientboundAddEntity {
                    id: block.id.into_entity(),
                    uuid: block.uuid,
                    entity_type: EntityKind::FallingBlock,
                    position: wire::to_vec3(block.at),
                    movement: LpVec3::from_vec3(wire::to_vec3(block.velocity)),
                    x_rot: 0,
                    y_rot: 0,
                    y_head_rot: 0,
                    data: i32::from(block.state),
                });
            }
            (true, true) => {
                if block.age.is_multiple_of(FALLING_TOLD_EVERY) {
                    self.link.send(packets::entity_position(block.id, block.at, 0.0, 0.0, false));
                }
            }
        }
    }

    fn send_stack(&mut self, item: &ItemEntity) {
        let value = EntityDataValue::ItemStack(wire::to_item_stack(Some(item.stack)));
        let packed_items = EntityMetadataItems(vec![EntityDataItem { index: ITEM_STACK, value }]);
        self.link.send(ClientboundSetEntityData { id: item.id.into_entity(), packed_items });
    }

    fn track_body(&mut self, body: &Body) {
        let id = body.id.into_entity();
        match (self.seen.contains(&body.id), self.sees(body.at)) {
            (false, false) => {}
            (true, false) => self.stop_seeing(body.id),
            (false, true) => {
                self.seen.insert(body.id);
                self.link.send(ClientboundAddEntity {
                    id,
                    uuid: body.uuid,
                    entity_type: EntityKind::Player,
                    position: wire::to_vec3(body.at),
                    movement: LpVec3::Zero,
                    x_rot: angle(body.pitch),
                    y_rot: angle(body.yaw),
                    y_head_rot: angle(body.yaw),
                    data: 0,
                });
                self.link.send(looks::attributes(body.id));
                self.show_looks(body, None);
            }
            (true, true) => {
                if body.moved {
                    self.link.send(packets::entity_position(body.id, body.at, body.yaw, body.pitch, body.on_ground));
                    self.link.send(ClientboundRotateHead { entity_id: id, y_head_rot: angle(body.yaw) });
                }
                self.show_looks(body, body.told_looks.as_ref());
            }
        }
    }

    fn show_looks(&mut self, body: &Body, told: Option<&Looks>) {
        if told == Some(&body.looks) {
            return;
        }
        if let Some(packet) = body.looks.data_packet(body.id, told) {
            self.link.send(packet);
        }
        if let Some(packet) = body.looks.equipment_packet(body.id, told) {
            self.link.send(packet);
        }
    }

    /// The player's own client is told how they look too, but for what they wear and hold, which its windows show.
    fn tell_looks(&mut self) {
        let looks = Looks::of(self);
        if self.told_looks.as_ref() != Some(&looks) {
            if let Some(packet) = looks.data_packet(self.id, self.told_looks.as_ref()) {
                self.link.send(packet);
            }
            let told = self.told_looks.as_ref().map_or(0.0, |told| told.mining_efficiency);
            if told != looks.mining_efficiency {
                self.link.send(mining_efficiency(self));
            }
            self.told_looks = Some(looks);
        }
    }
}
