//! Signs: who may write on which, what they write, and honeycomb that ends it (Minecraft Wiki, Sign; Java Edition protocol, Open
//! Sign Editor and Update Sign).
//!
//! A server opens the editor at the client that has placed or clicked a sign, and takes words from that one only, once. How far
//! away an editor may be, and that colour codes are left out, is from the game, not looked up.

use azalea_protocol::packets::game::{ClientboundBlockEntityData, ClientboundOpenSignEditor, ServerboundSignUpdate};
use simdnbt::owned::{BaseNbt, Nbt};
use uuid::Uuid;

use crate::{
    chunks::{block_entities, blocks},
    domain::{BlockPos, Vec3, degrees_between, without_colours},
    game::Game,
    items::{
        containers::Container,
        signs::{LINES, Sign, is_sign},
    },
    knowledge,
    net::inbound::ConnectionId,
    protocol::{packets, wire},
    voxel::StateId,
};

/// How far beyond reach an editor may be, in blocks, before others may write.
const EDITOR_REACH: f64 = knowledge::REACH + 4.0;
/// Who waxes a sign holds this.
const WAX: &str = "honeycomb";
/// How far from the middle of its block a sign on a wall is, in blocks.
const OFF_MIDDLE: f64 = 7.0 / 16.0;

impl Game {
    /// Uses the hand on a sign; `false`: nothing came of it there, and what is held may be used otherwise.
    pub(super) fn use_sign(&mut self, id: ConnectionId, pos: BlockPos) -> bool {
        let state = self.world.block(pos);
        let Some(player) = self.players.get(&id) else { return false };
        let (uuid, at, may_build) = (player.uuid, player.at, player.may_build());
        let held = player.hand().filter(|stack| stack.name() == WAX);
        let editor = self.editor_of(pos);
        let Some(sign) = self.sign_at(pos) else { return false };
        if sign.is_waxed {
            return true;
        }
        if editor.is_some_and(|editor| editor != uuid) {
            return false;
        }
        if let Some(stack) = held.filter(|_| may_build) {
            sign.is_waxed = true;
            self.show_sign(pos);
            if let Some(player) = self.players.get_mut(&id) {
                player.count_use(&stack);
                player.use_up(stack);
            }
            return true;
        }
        if may_build {
            self.edit_sign(id, pos, faces(state, pos, at));
        }
        may_build
    }

    /// Opens a side of a sign to be written on.
    pub(super) fn edit_sign(&mut self, id: ConnectionId, pos: BlockPos, is_front: bool) {
        let state = self.world.block(pos);
        let Some(uuid) = self.players.get(&id).map(|player| player.uuid) else { return };
        let Some(sign) = self.sign_at(pos) else { return };
        sign.editor = Some(uuid);
        if let Some(player) = self.players.get_mut(&id) {
            player.link.send(packets::block_update(pos, state));
            player.link.send(ClientboundOpenSignEditor { pos: wire::to_block_pos(pos), is_front_text: is_front });
        }
    }

    /// A client is done with writing.
    pub(crate) fn update_sign(&mut self, id: ConnectionId, packet: &ServerboundSignUpdate) {
        let pos = wire::from_block_pos(packet.pos);
        let Some(uuid) = self.players.get(&id).map(|player| player.uuid) else { return };
        // Words about land that nobody has seen would have it made.
        if !self.world.is_loaded(pos.chunk()) {
            return;
        }
        let lines: [String; LINES] = std::array::from_fn(|line| without_colours(&packet.lines[line]).into_owned());
        if self.editor_of(pos) != Some(uuid) {
            return;
        }
        let Some(sign) = self.sign_at(pos).filter(|sign| !sign.is_waxed) else { return };
        *sign.side(packet.is_front_text) = lines;
        sign.editor = None;
        self.show_sign(pos);
    }

    /// What is written on the sign there; `None` for any other block.
    pub(crate) fn sign_at(&mut self, pos: BlockPos) -> Option<&mut Sign> {
        match self.world.container(pos) {
            Some(Container::Sign(sign)) => Some(sign),
            _ => None,
        }
    }

    /// Who writes on a sign now. Who has left, or gone too far away, does no more.
    fn editor_of(&mut self, pos: BlockPos) -> Option<Uuid> {
        let editor = self.sign_at(pos)?.editor?;
        let is_there = self.players.values().any(|player| player.uuid == editor && player.is_within(EDITOR_REACH, pos));
        is_there.then_some(editor)
    }

    /// Tells everyone what a sign says.
    pub(crate) fn show_sign(&mut self, pos: BlockPos) {
        let state = self.world.block(pos);
        let Some(kind) = block_entities::kind_of(state) else { return };
        let Some(sign) = self.sign_at(pos) else { return };
        let tag = Nbt::Some(BaseNbt::new("", sign.nbt()));
        // The packet of its chunk says what it said before.
        self.world.set_block(pos, state);
        let told = ClientboundBlockEntityData { pos: wire::to_block_pos(pos), block_entity_type: kind, tag };
        for player in self.players.values_mut().filter(|player| player.view.sent.contains(&pos.chunk())) {
            player.link.send(packets::block_update(pos, state));
            player.link.send(told.clone());
        }
    }

    /// Has who just placed a sign write on it.
    pub(super) fn write_on_new(&mut self, id: ConnectionId, pos: BlockPos) {
        if is_sign(blocks::name(self.world.block(pos))) {
            self.edit_sign(id, pos, true);
        }
    }
}

/// Whether somebody stands before a sign rather than behind it.
fn faces(state: StateId, pos: BlockPos, at: Vec3) -> bool {
    let turned = blocks::property(state, "rotation").and_then(|rotation| rotation.parse::<f32>().ok());
    let (yaw, behind) = match (turned, blocks::property(state, "facing")) {
        (Some(sixteenths), _) => (sixteenths * 22.5, 0.0),
        (None, Some("west")) => (90.0, OFF_MIDDLE),
        (None, Some("north")) => (180.0, OFF_MIDDLE),
        (None, Some("east")) => (-90.0, OFF_MIDDLE),
        _ => (0.0, OFF_MIDDLE),
    };
    let (sin, cos) = f64::from(yaw).to_radians().sin_cos();
    let middle = pos.center();
    let from = Vec3::new(middle.x + sin * behind, at.y, middle.z - cos * behind);
    degrees_between(from.heading_to(at).0, yaw) <= 90.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_stands_before_a_sign_or_behind_it() {
        let pos = BlockPos::new(4, 64, 4);
        let before = |block: &str, property: (&str, &str), x: f64, z: f64| {
            let state = knowledge::state_with(knowledge::block(block).unwrap(), &[property]).unwrap();
            faces(state, pos, Vec3::new(x, 64.0, z))
        };
        // A rotation of none looks south, of four west.
        assert!(before("oak_sign", ("rotation", "0"), 4.5, 7.0) && !before("oak_sign", ("rotation", "0"), 4.5, 2.0));
        assert!(before("oak_sign", ("rotation", "4"), 1.0, 4.5) && !before("oak_sign", ("rotation", "4"), 8.0, 4.5));
        assert!(before("oak_wall_sign", ("facing", "north"), 4.5, 2.0));
        assert!(!before("oak_wall_sign", ("facing", "east"), 2.0, 4.5));
    }
}
