//! What is written on the signs in sight, and which of them the server has opened for the bot to write on.

use azalea::{protocol::packets::game::ClientboundGamePacket, registry::builtin::BlockEntityKind};
use simdnbt::owned::{Nbt, NbtCompound, NbtList, NbtTag};

use crate::{
    domain::{BlockPos, MOST_WORDS, PosMap, SignSeen, Vec3, shortened},
    knowledge,
};

/// Signs that are kept: nobody puts up more in sight of one.
const MOST: usize = 4_096;
/// How many an observation lists.
const TOLD: usize = 16;

#[derive(Debug, Default)]
pub struct Signs {
    told: PosMap<BlockPos, SignSeen>,
    /// The sign that is open to be written on, and whether on its front.
    pub editor: Option<(BlockPos, bool)>,
}

impl Signs {
    /// Takes in a packet.
    pub fn apply(&mut self, packet: &ClientboundGamePacket) {
        match packet {
            ClientboundGamePacket::LevelChunkWithLight(p) => {
                self.told.retain(|at, _| (at.chunk().x, at.chunk().z) != (p.x, p.z));
                for entity in &p.chunk_data.block_entities {
                    let (x, z) = (i32::from(entity.packed_xz >> 4), i32::from(entity.packed_xz & 15));
                    let at = BlockPos::new(p.x * 16 + x, i32::from(entity.y as i16), p.z * 16 + z);
                    self.tell(at, entity.kind, &entity.data);
                }
            }
            ClientboundGamePacket::ForgetLevelChunk(p) => {
                self.told.retain(|at, _| (at.chunk().x, at.chunk().z) != (p.pos.x, p.pos.z));
            }
            ClientboundGamePacket::BlockEntityData(p) => {
                self.tell(BlockPos::new(p.pos.x, p.pos.y, p.pos.z), p.block_entity_type, &p.tag);
            }
            ClientboundGamePacket::OpenSignEditor(p) => {
                self.editor = Some((BlockPos::new(p.pos.x, p.pos.y, p.pos.z), p.is_front_text));
            }
            ClientboundGamePacket::BlockUpdate(p) => {
                self.set(BlockPos::new(p.pos.x, p.pos.y, p.pos.z), p.block_state.id());
            }
            ClientboundGamePacket::SectionBlocksUpdate(p) => {
                for change in &p.states {
                    let pos = p.section_pos + change.pos;
                    self.set(BlockPos::new(pos.x, pos.y, pos.z), change.state.id());
                }
            }
            _ => {}
        }
    }

    fn tell(&mut self, at: BlockPos, kind: BlockEntityKind, data: &Nbt) {
        let is_sign = matches!(kind, BlockEntityKind::Sign | BlockEntityKind::HangingSign);
        if let (true, Nbt::Some(data)) = (is_sign && (self.told.len() < MOST || self.told.contains_key(&at)), data) {
            self.told.insert(at, read(at, data));
        }
    }

    /// What stands there is no sign any more.
    fn set(&mut self, at: BlockPos, state: u16) {
        if is_sign(state) {
            return;
        }
        self.told.remove(&at);
        self.editor = self.editor.filter(|(open, _)| *open != at);
    }

    /// What a sign says; nothing where the server has told nothing of it.
    pub fn at(&self, at: BlockPos) -> SignSeen {
        self.told.get(&at).cloned().unwrap_or_else(|| SignSeen { at, ..SignSeen::default() })
    }

    /// Those nearest to a place that say anything, the nearest first.
    pub fn near(&self, here: Vec3) -> Vec<SignSeen> {
        let mut signs: Vec<&SignSeen> = self.told.values().filter(|sign| sign.says_anything()).collect();
        signs.sort_by(|a, b| a.at.center().distance(here).total_cmp(&b.at.center().distance(here)));
        signs.into_iter().take(TOLD).cloned().collect()
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Whether a state is one of a sign's, hanging or not.
pub fn is_sign(state: u16) -> bool {
    knowledge::block_of_state(state).is_some_and(|block| knowledge::is_tagged(block.name, "all_signs"))
}

fn read(at: BlockPos, data: &NbtCompound) -> SignSeen {
    let side = |name: &str| {
        let messages = data.compound(name).and_then(|side| side.list("messages"));
        let tags = messages.map(NbtList::as_nbt_tags).unwrap_or_default();
        std::array::from_fn(|line| {
            let words = tags.get(line).map(words).unwrap_or_default();
            shortened(&words, MOST_WORDS).into_owned()
        })
    };
    let waxed = data.byte("is_waxed").is_some_and(|waxed| waxed != 0);
    SignSeen { at, front: side("front_text"), back: side("back_text"), waxed }
}

/// A line is a string, or a component with its text and parts; in a list of both sorts strings lie in compounds without a name.
fn words(line: &NbtTag) -> String {
    match line {
        NbtTag::String(text) => text.to_str().into_owned(),
        NbtTag::Compound(parts) => {
            let text = ["", "text"].iter().find_map(|name| parts.string(name));
            let extra = parts.list("extra").map(NbtList::as_nbt_tags).unwrap_or_default();
            text.map(|text| text.to_str().into_owned()).into_iter().chain(extra.iter().map(words)).collect()
        }
        _ => String::new(),
    }
}
