//! The data registries and tags that a client is told of while it is configured.
//!
//! Registries are facts derived from minecraft-data (see `assets/minecraft/26.1/derive-registries.mjs`), kept in the form
//! the protocol sends them. An entry's place in its registry is the id that later packets use.

use std::{io::Cursor, sync::LazyLock};

use azalea_buf::AzBuf;
use azalea_protocol::{
    common::tags::{TagMap, Tags},
    packets::config::{ClientboundRegistryData, ClientboundUpdateTags},
};
use azalea_registry::{
    DataRegistry, Registry,
    builtin::{BlockKind, ItemKind},
    identifier::Identifier,
    tags::{RegistryTag, blocks, items},
};

static FILE: &[u8] = include_bytes!("../../../assets/minecraft/26.1/registries.bin");

static REGISTRIES: LazyLock<Result<Vec<ClientboundRegistryData>, String>> = LazyLock::new(|| parse(FILE));

fn parse(mut file: &[u8]) -> Result<Vec<ClientboundRegistryData>, String> {
    let mut registries = Vec::new();
    while let Some((length, rest)) = file.split_first_chunk() {
        let (body, rest) =
            rest.split_at_checked(u32::from_be_bytes(*length) as usize).ok_or("registries.bin is cut")?;
        registries.push(ClientboundRegistryData::azalea_read(&mut Cursor::new(body)).map_err(|e| e.to_string())?);
        file = rest;
    }
    Ok(registries)
}

/// Every registry, with every entry's full value.
pub(crate) fn all() -> Result<Vec<ClientboundRegistryData>, String> {
    REGISTRIES.clone()
}

fn registry<R: DataRegistry>() -> Option<&'static ClientboundRegistryData> {
    let name = Identifier::new(R::NAME);
    REGISTRIES.as_ref().ok()?.iter().find(|known| known.registry_id == name)
}

/// The id of an entry in a data registry. Zero, the first, if there is none of that name: a client can still go on.
pub(crate) fn id_of<R: DataRegistry>(name: &str) -> R {
    let name = Identifier::new(name);
    let found = registry::<R>().and_then(|registry| registry.entries.iter().position(|(entry, _)| *entry == name));
    R::new_raw(found.unwrap_or_default() as u32)
}

/// How many entries a data registry has.
pub(crate) fn count<R: DataRegistry>() -> usize {
    registry::<R>().map_or(0, |registry| registry.entries.len())
}

/// The names of a data registry's entries, without namespace, in their order.
pub(crate) fn names(registry: &str) -> impl Iterator<Item = String> {
    let registry = Identifier::new(registry);
    let known = REGISTRIES.as_ref().ok().and_then(|all| all.iter().find(|known| known.registry_id == registry));
    let entries = known.map(|known| known.entries.as_slice()).unwrap_or_default();
    entries.iter().map(|(name, _)| crate::knowledge::plain(&name.to_string()).to_owned())
}

/// The tags that tools, digging and crafting go by. Clients of ours need none; foreign ones ask for these.
pub(crate) fn tags() -> ClientboundUpdateTags {
    let block_tags: [(&str, &RegistryTag<BlockKind>); 12] = [
        ("mineable/axe", &blocks::MINEABLE_AXE),
        ("mineable/hoe", &blocks::MINEABLE_HOE),
        ("mineable/pickaxe", &blocks::MINEABLE_PICKAXE),
        ("mineable/shovel", &blocks::MINEABLE_SHOVEL),
        ("needs_stone_tool", &blocks::NEEDS_STONE_TOOL),
        ("needs_iron_tool", &blocks::NEEDS_IRON_TOOL),
        ("needs_diamond_tool", &blocks::NEEDS_DIAMOND_TOOL),
        ("logs", &blocks::LOGS),
        ("leaves", &blocks::LEAVES),
        ("planks", &blocks::PLANKS),
        ("dirt", &blocks::DIRT),
        ("climbable", &blocks::CLIMBABLE),
    ];
    let item_tags: [(&str, &RegistryTag<ItemKind>); 5] = [
        ("logs", &items::LOGS),
        ("planks", &items::PLANKS),
        ("leaves", &items::LEAVES),
        ("stone_crafting_materials", &items::STONE_CRAFTING_MATERIALS),
        ("stone_tool_materials", &items::STONE_TOOL_MATERIALS),
    ];
    let tags = [
        ("block", block_tags.iter().map(|(name, tag)| to_wire(name, tag)).collect()),
        ("item", item_tags.iter().map(|(name, tag)| to_wire(name, tag)).collect()),
    ];
    let tags = tags.into_iter().map(|(registry, tags): (_, Vec<_>)| (Identifier::new(registry), tags));
    ClientboundUpdateTags { tags: TagMap(tags.collect()) }
}

fn to_wire<R: Registry>(name: &str, tag: &RegistryTag<R>) -> Tags {
    Tags { name: Identifier::new(name), elements: tag.iter().map(|entry| entry.to_u32() as i32).collect() }
}

#[cfg(test)]
mod tests {
    use azalea_registry::data::{DamageKind, DimensionKind};

    use super::*;

    #[test]
    fn all_28_registries_read_and_write_alike() {
        let registries = all().unwrap();
        assert_eq!(registries.len(), 28);
        let mut written = Vec::new();
        for registry in registries {
            let mut body = Vec::new();
            registry.azalea_write(&mut body).unwrap();
            written.extend_from_slice(&(body.len() as u32).to_be_bytes());
            written.extend_from_slice(&body);
        }
        assert_eq!(written, FILE);
    }

    #[test]
    fn ids_are_places() {
        assert_eq!(id_of::<DimensionKind>("overworld").protocol_id(), 0);
        assert_ne!(id_of::<DamageKind>("fall").protocol_id(), 0);
    }
}
