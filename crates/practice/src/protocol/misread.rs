//! Packets that azalea-protocol 0.16 reads wrongly and this world answers, read here (minecraft-data 3.117.0, protocol of
//! 26.1: `packet_set_creative_slot`, `packet_pick_item_from_block`, `UntrustedSlot`).

use std::io::Cursor;

use azalea_buf::{AzBuf, AzBufVar};
use azalea_core::position::BlockPos as WireBlockPos;
use azalea_registry::builtin::DataComponentKind;

use crate::{
    domain::BlockPos,
    items::stack::{Slot, Stack},
    knowledge,
    protocol::wire,
};

/// Components of one stack, at most; vanilla knows about a hundred kinds.
const MOST_COMPONENTS: u32 = 256;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Misread {
    /// A creator puts a stack into a slot of their own window, or throws it: a negative slot.
    CreativeSlot { slot: i16, stack: Slot },
    /// Someone wants in their hand what a block is made of.
    PickBlock(BlockPos),
}

/// From what follows the packet's number.
pub(super) fn creative_slot(body: &[u8]) -> Result<Misread, String> {
    let mut body = Cursor::new(body);
    let slot = i16::azalea_read(&mut body).map_err(|error| error.to_string())?;
    let stack = untrusted_slot(&mut body)?;
    ended(&body)?;
    Ok(Misread::CreativeSlot { slot, stack })
}

pub(crate) fn pick_block(body: &[u8]) -> Result<Misread, String> {
    let mut body = Cursor::new(body);
    let pos = WireBlockPos::azalea_read(&mut body).map_err(|error| error.to_string())?;
    // Whether with what the block holds: only for creators, and not in this world.
    bool::azalea_read(&mut body).map_err(|error| error.to_string())?;
    ended(&body)?;
    Ok(Misread::PickBlock(wire::from_block_pos(pos)))
}

/// A stack whose components tell their length. All of them but a tool's wear and enchantments are left out, as everywhere
/// here.
fn untrusted_slot(body: &mut Cursor<&[u8]>) -> Result<Slot, String> {
    let mut number = || u32::azalea_read_var(body).map_err(|error| error.to_string());
    let count = number()?;
    if count as i32 <= 0 {
        return Ok(None);
    }
    let item = number()?;
    let (added, removed) = (number()?, number()?);
    if added > MOST_COMPONENTS || removed > MOST_COMPONENTS {
        return Err(format!("a stack of {added} and {removed} components"));
    }
    let mut stack = Stack::new(item, count);
    for _ in 0..added {
        let kind = DataComponentKind::azalea_read(body).map_err(|error| error.to_string())?;
        let length = u32::azalea_read_var(body).map_err(|error| error.to_string())?;
        let (start, whole) = (body.position() as usize, *body.get_ref());
        let end = start.checked_add(length as usize).filter(|&end| end <= whole.len());
        let Some(end) = end else { return Err(format!("a component of {length} bytes")) };
        let value = &mut Cursor::new(&whole[start..end]);
        match kind {
            DataComponentKind::Damage => {
                stack.damage = u32::azalea_read_var(value).map_err(|error| error.to_string())?;
            }
            DataComponentKind::Enchantments => read_enchantments(value, &mut stack)?,
            _ => {}
        }
        body.set_position(end as u64);
    }
    for _ in 0..removed {
        DataComponentKind::azalea_read(body).map_err(|error| error.to_string())?;
    }
    let Some(known) = knowledge::item_by_id(item) else { return Err(format!("there is no item {item}")) };
    // What has no wear is not told apart by it; what is worn out is not there.
    stack.damage = stack.damage.min(known.durability.map_or(0, |durability| durability.saturating_sub(1)));
    Ok((known.name != "air").then_some(stack))
}

/// A count, then an enchantment's number and its level each time.
fn read_enchantments(value: &mut Cursor<&[u8]>, stack: &mut Stack) -> Result<(), String> {
    let mut number = || u32::azalea_read_var(value).map_err(|error| error.to_string());
    for _ in 0..number()?.min(MOST_COMPONENTS) {
        let (enchantment, level) = (number()?, number()?);
        let level = u8::try_from(level).map_err(|_| format!("an enchantment of level {level}"))?;
        if !stack.enchantments.set_number(enchantment as usize, level) {
            return Err(format!("there is no enchantment {enchantment}"));
        }
    }
    Ok(())
}

fn ended(body: &Cursor<&[u8]>) -> Result<(), String> {
    let left = body.get_ref().len() as u64 - body.position();
    if left == 0 { Ok(()) } else { Err(format!("{left} bytes left over")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::crafting::tests::stack;

    fn var(mut number: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        while number > 0x7f {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    }

    fn slot_packet(slot: i16, numbers: &[u32]) -> Vec<u8> {
        let numbers = numbers.iter().flat_map(|&number| var(number));
        slot.to_be_bytes().into_iter().chain(numbers).collect()
    }

    #[test]
    fn stacks_come_with_what_they_are_worn() {
        let dirt = stack("dirt", 5);
        let read = creative_slot(&slot_packet(36, &[5, dirt.item, 0, 0]));
        assert_eq!(read, Ok(Misread::CreativeSlot { slot: 36, stack: Some(dirt) }));
        assert_eq!(creative_slot(&slot_packet(-1, &[0])), Ok(Misread::CreativeSlot { slot: -1, stack: None }));
        let pick = stack("iron_pickaxe", 1);
        let damage = DataComponentKind::Damage as u32;
        let read = creative_slot(&slot_packet(1, &[1, pick.item, 2, 1, 5, 3, 9, 9, 9, damage, 1, 7, 5]));
        assert_eq!(read, Ok(Misread::CreativeSlot { slot: 1, stack: Some(Stack { damage: 7, ..pick }) }));
        let mut keen = pick;
        assert!(keen.enchantments.set_number(9, 5));
        let enchantments = DataComponentKind::Enchantments as u32;
        let read = creative_slot(&slot_packet(1, &[1, pick.item, 1, 0, enchantments, 3, 1, 9, 5]));
        assert_eq!(read, Ok(Misread::CreativeSlot { slot: 1, stack: Some(keen) }));
        assert!(creative_slot(&slot_packet(1, &[1, pick.item, 1, 0, enchantments, 3, 1, 99, 5])).is_err());
    }

    #[test]
    fn what_is_cut_short_or_too_long_is_an_error() {
        let whole = slot_packet(36, &[5, stack("dirt", 1).item, 1, 0, 5, 2, 9, 9]);
        assert!(creative_slot(&whole).is_ok());
        for length in 0..whole.len() {
            assert!(creative_slot(&whole[..length]).is_err(), "{length} bytes");
        }
        assert!(creative_slot(&[&whole[..], &[0]].concat()).is_err());
        assert!(creative_slot(&slot_packet(36, &[5, 1, 1, 0, 5, u32::MAX])).is_err());
        assert!(creative_slot(&slot_packet(36, &[5, 1, u32::MAX, 0])).is_err());
        assert!(creative_slot(&slot_packet(36, &[5, u32::MAX, 0, 0])).is_err());
        assert!(pick_block(&[0; 8]).is_err());
    }

    #[test]
    fn a_block_is_picked_where_it_is() {
        let pos = BlockPos::new(-3, 64, 12);
        let mut body = Vec::new();
        wire::to_block_pos(pos).azalea_write(&mut body).unwrap();
        body.push(0);
        assert_eq!(pick_block(&body), Ok(Misread::PickBlock(pos)));
    }
}
