//! The items that lie about, by the server's packets: what each heap is, and who takes how much of it.
//!
//! A server tells that somebody takes a heap, and with it how many there were of it, which the client may not have known: others
//! may have joined it in the same tick. How many are left it tells after that. So what was taken is known once the heap is
//! gone or smaller.

use std::collections::{HashMap, VecDeque};

use azalea::{
    entity::EntityDataValue, inventory::ItemStack, protocol::packets::game::ClientboundGamePacket,
    registry::builtin::EntityKind,
};

use super::point;
use crate::domain::Vec3;

/// Where an item entity's data keeps its stack (minecraft.wiki, Java Edition protocol, Entity metadata: Item Entity).
const ITEM_STACK: u8 = 8;
/// Heaps that are kept, as many as entities are let in.
const MOST: usize = 4_096;
/// Takings that are remembered.
const TAKINGS: usize = 256;

/// One lying stack.
#[derive(Clone, Debug, Default, PartialEq)]
struct Heap {
    item: String,
    count: u32,
    /// Who was last told to take of it, and how many it was told there were.
    taker: Option<(i32, u32)>,
    /// Where it came into the world, and how fast, in blocks a tick.
    flung: Option<(Vec3, Vec3)>,
}

/// Somebody has taken items off the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Taking {
    pub item: String,
    pub count: u32,
    /// The server's number for the body.
    pub by: i32,
}

/// What lies about, and what was taken.
#[derive(Debug, Default)]
pub struct Heaps {
    lying: HashMap<i32, Heap>,
    takings: VecDeque<Taking>,
    /// How many takings there were ever.
    pub taken: u64,
}

impl Heaps {
    /// Takes in a packet.
    pub fn apply(&mut self, packet: &ClientboundGamePacket) {
        match packet {
            ClientboundGamePacket::AddEntity(p) if p.entity_type == EntityKind::Item && self.lying.len() < MOST => {
                let flung = Some((point(p.position), point(p.movement.into())));
                self.lying.insert(p.id.0, Heap { flung, ..Heap::default() });
            }
            ClientboundGamePacket::SetEntityData(p) if self.lying.contains_key(&p.id.0) => {
                let stack = p.packed_items.iter().find(|item| item.index == ITEM_STACK).map(|item| &item.value);
                if let Some(EntityDataValue::ItemStack(ItemStack::Present(stack))) = stack {
                    let item = stack.kind.to_str().trim_start_matches("minecraft:").to_owned();
                    self.becomes(p.id.0, item, stack.count.max(0) as u32);
                }
            }
            ClientboundGamePacket::TakeItemEntity(p) => {
                if let Some(heap) = self.lying.get_mut(&(p.item_id as i32)) {
                    heap.taker = Some((p.player_id.0, p.amount));
                }
            }
            ClientboundGamePacket::RemoveEntities(p) => p.entity_ids.iter().for_each(|id| self.goes(id.0)),
            _ => {}
        }
    }

    /// Where a heap came into the world, and how fast, in blocks a tick.
    pub fn flung(&self, id: i32) -> Option<(Vec3, Vec3)> {
        self.lying.get(&id)?.flung
    }

    fn becomes(&mut self, id: i32, item: String, count: u32) {
        let Some(heap) = self.lying.get_mut(&id) else { return };
        let flung = heap.flung;
        let before = std::mem::replace(heap, Heap { item: item.clone(), count, taker: None, flung });
        let Some((by, told)) = before.taker else { return };
        // Some servers tell how many there were, others how many of them were taken.
        let taken = before.count.max(told).saturating_sub(count).min(told);
        if taken > 0 {
            self.note(Taking { item, count: taken, by });
        }
    }

    fn goes(&mut self, id: i32) {
        let Some(heap) = self.lying.remove(&id) else { return };
        if let Some((by, count)) = heap.taker {
            self.note(Taking { item: heap.item, count, by });
        }
    }

    fn note(&mut self, taking: Taking) {
        if self.takings.len() == TAKINGS {
            self.takings.pop_front();
        }
        self.takings.push_back(taking);
        self.taken += 1;
    }

    /// What was taken since there had been so many takings.
    pub fn since(&self, taken: u64) -> impl Iterator<Item = &Taking> {
        let new = (self.taken - taken).min(self.takings.len() as u64) as usize;
        self.takings.iter().skip(self.takings.len() - new)
    }

    /// Another world is entered.
    pub fn clear(&mut self) {
        self.lying.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heaps(count: u32) -> Heaps {
        let mut heaps = Heaps::default();
        heaps.lying.insert(7, Heap { item: "dirt".into(), count, taker: None, flung: None });
        heaps
    }

    fn taken(heaps: &Heaps) -> Vec<(u32, i32)> {
        heaps.since(0).map(|taking| (taking.count, taking.by)).collect()
    }

    #[test]
    fn what_is_taken_is_what_is_gone() {
        let mut whole = heaps(5);
        whole.lying.get_mut(&7).unwrap().taker = Some((3, 5));
        assert_eq!(taken(&whole), []);
        whole.goes(7);
        assert_eq!(taken(&whole), [(5, 3)]);
        for told in [5, 3] {
            let mut part = heaps(5);
            part.lying.get_mut(&7).unwrap().taker = Some((3, told));
            part.becomes(7, "dirt".into(), 2);
            part.goes(7);
            assert_eq!(taken(&part), [(3, 3)], "the rest went otherwise");
        }
        let mut unseen = heaps(1);
        unseen.lying.get_mut(&7).unwrap().taker = Some((3, 4));
        unseen.goes(7);
        assert_eq!(taken(&unseen), [(4, 3)], "three had joined it in the same tick");
        let mut joined = heaps(5);
        joined.becomes(7, "dirt".into(), 9);
        joined.goes(7);
        assert_eq!(taken(&joined), [], "nobody took it");
    }
}
