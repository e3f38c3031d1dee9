//! The numbers and names of the protocol's data registries: an entry's place in its registry is the id that packets use.

use azalea_protocol::packets::config::ClientboundRegistryData;
use azalea_registry::{DataRegistry, identifier::Identifier};

use crate::wire::registries;

fn registry<R: DataRegistry>() -> Option<&'static ClientboundRegistryData> {
    let name = Identifier::new(R::NAME);
    registries::all().ok()?.iter().find(|known| known.registry_id == name)
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
    let known = registries::all().ok().and_then(|all| all.iter().find(|known| known.registry_id == registry));
    let entries = known.map(|known| known.entries.as_slice()).unwrap_or_default();
    entries.iter().map(|(name, _)| crate::knowledge::plain(&name.to_string()).to_owned())
}
