//! Stacks, alone and in slots, and the items that lie about.

use simdnbt::owned::{NbtCompound, NbtTag};

use crate::{
    domain::Vec3,
    entities::lying::LyingItem,
    items::stack::{Slot, Stack},
    knowledge,
    save::{
        nbt,
        nbt::{compound, compounds},
    },
};

pub(super) fn write_stack(stack: &Stack) -> NbtCompound {
    let mut tag = compound([("id", nbt::id(stack.name())), ("count", NbtTag::Int(stack.count as i32))]);
    let mut components = NbtCompound::new();
    if stack.damage > 0 {
        components.insert("minecraft:damage", NbtTag::Int(stack.damage as i32));
    }
    let mut levels = NbtCompound::new();
    for (_, name, level) in stack.enchantments.iter() {
        levels.insert(format!("minecraft:{name}"), NbtTag::Int(level.into()));
    }
    if !levels.is_empty() {
        components.insert("minecraft:enchantments", NbtTag::Compound(levels));
    }
    if !components.is_empty() {
        tag.insert("components", NbtTag::Compound(components));
    }
    tag
}

/// `None` for what this world does not know.
pub(crate) fn read_stack(tag: &NbtCompound) -> Slot {
    let item = knowledge::item(&nbt::text(tag, "id")?)?;
    let count = tag.int("count").unwrap_or(1).clamp(0, 99) as u32;
    let components = tag.compound("components");
    let damage = components.and_then(|components| components.int("minecraft:damage")).unwrap_or(0);
    let mut stack = Stack { damage: damage.max(0) as u32, ..Stack::new(item.id, 1) };
    let levels = components.and_then(|components| components.compound("minecraft:enchantments"));
    for (name, level) in levels.into_iter().flat_map(NbtCompound::iter) {
        let level = level.int().and_then(|level| u8::try_from(level).ok()).unwrap_or(0);
        stack.enchantments.set(knowledge::plain(&name.to_str()), level);
    }
    stack.with_count(count)
}

/// A list of the stacks there are, each with the number of its slot.
pub(super) fn write_slots<'a>(slots: impl IntoIterator<Item = &'a Slot>) -> NbtTag {
    let numbered = slots.into_iter().enumerate();
    let stacks = numbered.filter_map(|(slot, stack)| {
        let mut tag = write_stack(stack.as_ref()?);
        tag.insert("Slot", NbtTag::Byte(slot as u8 as i8));
        Some(tag)
    });
    compounds(stacks.collect())
}

/// Fills the slots that a list tells of.
pub(super) fn read_slots(of: &NbtCompound, name: &str, slots: &mut [Slot]) {
    for tag in nbt::list(of, name) {
        let slot = tag.byte("Slot").map_or(usize::MAX, |slot| usize::from(slot as u8));
        if let Some(slot) = slots.get_mut(slot) {
            *slot = read_stack(tag);
        }
    }
}

pub(super) fn write_lying(item: &LyingItem) -> NbtCompound {
    let Vec3 { x, y, z } = item.at;
    let velocity = item.velocity;
    compound([
        ("id", nbt::id("item")),
        ("UUID", nbt::uuid(item.uuid)),
        ("Pos", nbt::doubles(&[x, y, z])),
        ("Motion", nbt::doubles(&[velocity.x, velocity.y, velocity.z])),
        ("Rotation", nbt::floats(&[0.0, 0.0])),
        ("Item", NbtTag::Compound(write_stack(&item.stack))),
        ("Age", NbtTag::Short(item.age as i16)),
        ("PickupDelay", NbtTag::Short(item.delay as i16)),
        ("Health", NbtTag::Short(5)),
        ("OnGround", nbt::flag(false)),
        ("Air", NbtTag::Short(300)),
        ("Fire", NbtTag::Short(0)),
        ("fall_distance", NbtTag::Double(0.0)),
        ("Invulnerable", nbt::flag(false)),
        ("PortalCooldown", NbtTag::Int(0)),
    ])
}

/// `None` for entities of other kinds and items this world does not know.
pub(super) fn read_lying(tag: &NbtCompound) -> Option<LyingItem> {
    if nbt::text(tag, "id")? != "minecraft:item" {
        return None;
    }
    let ticks = |name: &str| tag.short(name).unwrap_or(0).max(0) as u32;
    Some(LyingItem {
        uuid: nbt::read_uuid(tag)?,
        stack: read_stack(tag.compound("Item")?)?,
        at: read_vec3(tag, "Pos")?,
        velocity: read_vec3(tag, "Motion").unwrap_or_default(),
        age: ticks("Age"),
        delay: ticks("PickupDelay"),
    })
}

/// Three finite numbers.
pub(super) fn read_vec3(of: &NbtCompound, name: &str) -> Option<Vec3> {
    match of.list(name)?.doubles()?.as_slice() {
        [x, y, z] if x.is_finite() && y.is_finite() && z.is_finite() => Some(Vec3::new(*x, *y, *z)),
        _ => None,
    }
}
