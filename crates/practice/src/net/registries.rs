//! The data registries and tags that a client is told of while it is configured.
//!
//! Registries are facts derived from minecraft-data, tags from vanilla's data pack (see `derive-registries.mjs` and
//! `derive-tags-packet.mjs` in `assets/minecraft/26.1`), both kept in the form the protocol sends them.

use std::{io::Cursor, sync::LazyLock};

use azalea_buf::AzBuf;
use azalea_protocol::{
    packets::{
        Packet, VERSION_NAME,
        config::{
            ClientboundConfigPacket, ClientboundRegistryData, ClientboundUpdateTags, s_select_known_packs::KnownPack,
        },
    },
    write::serialize_packet,
};

use crate::{
    protocol::limits::COMPRESSION_THRESHOLD,
    wire::{frames::write_frame, registries},
};

static TAGS_FILE: &[u8] = include_bytes!("../../../../assets/minecraft/26.1/tags.bin");

/// The data pack that a client of the same version has too, as vanilla names it.
pub(super) fn core_pack() -> KnownPack {
    KnownPack { namespace: "minecraft".to_owned(), id: "core".to_owned(), version: VERSION_NAME.to_owned() }
}

/// Every registry, then the tags, as frames that go over the wire as they are: made once for all who have the core pack,
/// and once for the others.
pub(crate) fn frames(has_core_pack: bool) -> Result<&'static [u8], String> {
    static FRAMES: [LazyLock<Result<Vec<u8>, String>>; 2] =
        [LazyLock::new(|| frames_of(false)), LazyLock::new(|| frames_of(true))];
    FRAMES[usize::from(has_core_pack)].as_deref().map_err(Clone::clone)
}

fn frames_of(has_core_pack: bool) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut add = |packet: ClientboundConfigPacket| {
        let packet = serialize_packet(&packet).map_err(|error| error.to_string())?;
        write_frame(&mut bytes, &packet, Some(COMPRESSION_THRESHOLD));
        Ok::<_, String>(())
    };
    all(has_core_pack)?.into_iter().try_for_each(|registry| add(registry.into_variant()))?;
    add(tags()?.into_variant())?;
    Ok(bytes)
}

/// Every registry. Whoever has the core pack knows the values and gets the entries' names alone, as from vanilla.
fn all(has_core_pack: bool) -> Result<Vec<ClientboundRegistryData>, String> {
    let mut registries = registries::all()?.to_vec();
    if has_core_pack {
        registries.iter_mut().flat_map(|registry| &mut registry.entries).for_each(|(_, value)| *value = None);
    }
    Ok(registries)
}

/// Every tag of the registries that clients know.
fn tags() -> Result<ClientboundUpdateTags, String> {
    ClientboundUpdateTags::azalea_read(&mut Cursor::new(TAGS_FILE)).map_err(|error| format!("tags.bin: {error}"))
}

#[cfg(test)]
mod tests {
    use azalea_registry::{
        DataRegistry, Registry,
        builtin::{BlockKind, EntityKind, Fluid, GameEvent, ItemKind},
        data::{Biome, DamageKind, DimensionKind},
        identifier::Identifier,
    };

    use super::*;
    use crate::registries::id_of;

    #[test]
    fn who_has_the_core_pack_gets_names_alone() {
        let registries = all(true).unwrap();
        assert!(registries.iter().all(|registry| registry.entries.iter().all(|(_, value)| value.is_none())));
        assert_eq!(registries.iter().map(|registry| registry.entries.len()).sum::<usize>(), entries());
    }

    fn entries() -> usize {
        all(false).unwrap().iter().map(|registry| registry.entries.len()).sum()
    }

    #[test]
    fn ids_are_places() {
        assert_eq!(id_of::<DimensionKind>("overworld").protocol_id(), 0);
        assert_ne!(id_of::<DamageKind>("fall").protocol_id(), 0);
    }

    /// The ids in a tag.
    fn members(registry: &str, tag: &str) -> Vec<u32> {
        let ClientboundUpdateTags { tags } = tags().unwrap();
        let tags = tags.get(&Identifier::new(registry)).unwrap_or_else(|| panic!("no tags of {registry}"));
        let tag = tags.iter().find(|known| known.name == Identifier::new(tag)).expect("such a tag");
        tag.elements.iter().map(|&id| id as u32).collect()
    }

    #[test]
    fn tags_hold_what_vanilla_puts_in_them() {
        let logs = [BlockKind::OakLog, BlockKind::StrippedOakLog, BlockKind::OakWood].map(|block| block.to_u32());
        assert!(logs.iter().all(|log| members("block", "logs").contains(log)));
        assert!(members("block", "mineable/pickaxe").contains(&BlockKind::Stone.to_u32()));
        assert!(members("item", "planks").contains(&ItemKind::BirchPlanks.to_u32()));
        assert_eq!(members("fluid", "water"), [Fluid::Water, Fluid::FlowingWater].map(|fluid| fluid.to_u32()));
        assert!(members("entity_type", "skeletons").contains(&EntityKind::Stray.to_u32()));
        assert!(members("game_event", "vibrations").contains(&GameEvent::Step.to_u32()));
        assert!(members("worldgen/biome", "is_taiga").contains(&id_of::<Biome>("taiga").protocol_id()));
        assert_eq!(members("damage_type", "is_fall")[0], id_of::<DamageKind>("fall").protocol_id());
    }

    #[test]
    fn every_tag_of_a_data_registry_names_entries_of_it() {
        let ClientboundUpdateTags { tags } = tags().unwrap();
        assert_eq!((tags.len(), tags.values().map(Vec::len).sum::<usize>()), (15, 661));
        for registry in all(false).unwrap() {
            for tag in tags.get(&registry.registry_id).into_iter().flatten() {
                assert!(tag.elements.iter().all(|&id| (id as usize) < registry.entries.len()), "{}", tag.name);
            }
        }
    }
}
