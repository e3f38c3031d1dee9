//! Registries as azalea can read them.
//!
//! Vanilla's client takes any kind of number where the registries hold one; azalea takes only the kind that vanilla sends,
//! leaves out the entry otherwise, and panics when the dimension that the bot is in is missing. Servers of another make
//! send longs and doubles throughout. So every number is turned into the kind that vanilla's own registries have at the
//! same path, where that is one.

use std::{collections::HashMap, io::Cursor, sync::LazyLock};

use azalea::{
    core::registry_holder::{dimension_type::DimensionKindElement, enchantment::EnchantmentData},
    protocol::packets::config::ClientboundRegistryData,
};
use simdnbt::{
    Deserialize,
    owned::{NbtCompound, NbtList, NbtTag},
};
use tracing::warn;

use super::limits::MAX_HEIGHT;
use crate::wire;

/// The kinds of number that NBT has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Byte,
    Short,
    Int,
    Long,
    Float,
    Double,
}
use Number::{Byte, Double, Float, Int, Long, Short};

/// Where which kind stands: a registry's path and the names of fields, entries left out, `[]` for lists' elements. `None`
/// where vanilla's registries have several.
static KINDS: LazyLock<HashMap<String, Option<Number>>> = LazyLock::new(|| {
    let mut kinds = HashMap::new();
    for registry in wire::registries::all().unwrap_or_default() {
        for (_, value) in &registry.entries {
            if let Some(value) = value {
                learn(value, registry.registry_id.path(), &mut kinds);
            }
        }
    }
    kinds
});

/// How many bytes a registry's entries take, about.
pub(super) fn size(data: &ClientboundRegistryData) -> usize {
    let value = |value: &NbtCompound| {
        let mut bytes = Vec::new();
        value.write(&mut bytes);
        bytes.len()
    };
    data.entries.iter().map(|(name, entry)| name.to_string().len() + entry.as_ref().map_or(0, value)).sum()
}

/// Turns a registry's numbers into the kinds that azalea reads, and sees that it can read each entry: the place of an
/// entry is its number, so none may be left out.
///
/// # Errors
/// For a dimension without which nothing goes on: its name and field, in one line.
pub(super) fn mend(data: &mut ClientboundRegistryData) -> Result<(), String> {
    if data.registry_id.namespace() != "minecraft" {
        return Ok(());
    }
    let registry = data.registry_id.path().to_owned();
    for (name, value) in &mut data.entries {
        let Some(value) = value else { continue };
        mend_compound(value, &registry);
        match registry.as_str() {
            "dimension_type" => {
                check_dimension(value).map_err(|fault| format!("the server's dimension {name}: {fault}"))?;
            }
            "enchantment" if !reads::<EnchantmentData>(value) => {
                warn!("the server's enchantment {name} is not understood; the bot takes it for one without effects");
                *value = NbtCompound::new();
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether azalea reads an entry, by its own way.
fn reads<T: Deserialize>(value: &NbtCompound) -> bool {
    let mut bytes = Vec::new();
    value.write(&mut bytes);
    simdnbt::borrow::read_compound(&mut Cursor::new(&bytes)).is_ok_and(|read| T::from_compound((&read).into()).is_ok())
}

fn check_dimension(value: &NbtCompound) -> Result<(), String> {
    let field = |name: &str| {
        let number = value.get(name).ok_or_else(|| format!("it has no {name}"))?;
        number.int().map(i64::from).ok_or_else(|| format!("its {name} is no whole number"))
    };
    let (height, low) = (field("height")?, field("min_y")?);
    if !(16..=MAX_HEIGHT).contains(&height) || height % 16 != 0 {
        return Err(format!("its height is {height}, which is not a multiple of 16 from 16 to {MAX_HEIGHT}"));
    }
    if low.abs() > MAX_HEIGHT || low % 16 != 0 {
        return Err(format!("its min_y is {low}, which is not a multiple of 16 within {MAX_HEIGHT} of 0"));
    }
    if reads::<DimensionKindElement>(value) { Ok(()) } else { Err("it is not understood".to_owned()) }
}

fn learn(value: &NbtCompound, path: &str, kinds: &mut HashMap<String, Option<Number>>) {
    for (name, tag) in value.iter() {
        let path = format!("{path}/{name}");
        match tag {
            NbtTag::Compound(inner) => learn(inner, &path, kinds),
            NbtTag::List(list) => learn_list(list, &format!("{path}[]"), kinds),
            tag => {
                if let Some(kind) = kind(tag) {
                    note(kinds, path, kind);
                }
            }
        }
    }
}

fn learn_list(list: &NbtList, path: &str, kinds: &mut HashMap<String, Option<Number>>) {
    match list {
        NbtList::Compound(elements) => elements.iter().for_each(|element| learn(element, path, kinds)),
        NbtList::List(elements) => elements.iter().for_each(|list| learn_list(list, &format!("{path}[]"), kinds)),
        list => {
            if let Some((kind, _)) = numbers(list) {
                note(kinds, path.to_owned(), kind);
            }
        }
    }
}

fn note(kinds: &mut HashMap<String, Option<Number>>, path: String, kind: Number) {
    kinds.entry(path).and_modify(|known| *known = known.filter(|known| *known == kind)).or_insert(Some(kind));
}

fn mend_compound(value: &mut NbtCompound, path: &str) {
    for (name, tag) in value.iter_mut() {
        let path = format!("{path}/{name}");
        match tag {
            NbtTag::Compound(inner) => mend_compound(inner, &path),
            NbtTag::List(list) => mend_list(list, &format!("{path}[]")),
            tag => {
                if let (Some(Some(wanted)), Some(is)) = (KINDS.get(&path), kind(tag))
                    && *wanted != is
                {
                    *tag = tag_of(*wanted, value_of(tag));
                }
            }
        }
    }
}

fn mend_list(list: &mut NbtList, path: &str) {
    match list {
        NbtList::Compound(elements) => elements.iter_mut().for_each(|element| mend_compound(element, path)),
        NbtList::List(elements) => elements.iter_mut().for_each(|list| mend_list(list, &format!("{path}[]"))),
        list => {
            if let (Some(Some(wanted)), Some((is, values))) = (KINDS.get(path), numbers(list))
                && *wanted != is
            {
                *list = list_of(*wanted, &values);
            }
        }
    }
}

fn kind(tag: &NbtTag) -> Option<Number> {
    Some(match tag {
        NbtTag::Byte(_) => Byte,
        NbtTag::Short(_) => Short,
        NbtTag::Int(_) => Int,
        NbtTag::Long(_) => Long,
        NbtTag::Float(_) => Float,
        NbtTag::Double(_) => Double,
        _ => return None,
    })
}

/// A number's value; a long beyond 2^53 is no number of a registry.
fn value_of(tag: &NbtTag) -> f64 {
    match tag {
        NbtTag::Byte(value) => f64::from(*value),
        NbtTag::Short(value) => f64::from(*value),
        NbtTag::Int(value) => f64::from(*value),
        NbtTag::Long(value) => *value as f64,
        NbtTag::Float(value) => f64::from(*value),
        NbtTag::Double(value) => *value,
        _ => 0.0,
    }
}

fn tag_of(kind: Number, value: f64) -> NbtTag {
    match kind {
        Byte => NbtTag::Byte(value as i8),
        Short => NbtTag::Short(value as i16),
        Int => NbtTag::Int(value as i32),
        Long => NbtTag::Long(value as i64),
        Float => NbtTag::Float(value as f32),
        Double => NbtTag::Double(value),
    }
}

fn numbers(list: &NbtList) -> Option<(Number, Vec<f64>)> {
    Some(match list {
        NbtList::Byte(values) => (Byte, values.iter().map(|value| f64::from(*value)).collect()),
        NbtList::Short(values) => (Short, values.iter().map(|value| f64::from(*value)).collect()),
        NbtList::Int(values) => (Int, values.iter().map(|value| f64::from(*value)).collect()),
        NbtList::Long(values) => (Long, values.iter().map(|value| *value as f64).collect()),
        NbtList::Float(values) => (Float, values.iter().map(|value| f64::from(*value)).collect()),
        NbtList::Double(values) => (Double, values.clone()),
        _ => return None,
    })
}

fn list_of(kind: Number, values: &[f64]) -> NbtList {
    let values = values.iter().copied();
    match kind {
        Byte => NbtList::Byte(values.map(|value| value as i8).collect()),
        Short => NbtList::Short(values.map(|value| value as i16).collect()),
        Int => NbtList::Int(values.map(|value| value as i32).collect()),
        Long => NbtList::Long(values.map(|value| value as i64).collect()),
        Float => NbtList::Float(values.map(|value| value as f32).collect()),
        Double => NbtList::Double(values.collect()),
    }
}

#[cfg(test)]
mod tests {
    use azalea::core::registry_holder::RegistryHolder;

    use super::*;

    /// Every whole number as a long and every other one as a double.
    fn widen(value: &mut NbtCompound) {
        for (_, tag) in value.iter_mut() {
            match tag {
                NbtTag::Compound(inner) => widen(inner),
                NbtTag::List(list) => widen_list(list),
                tag => match kind(tag) {
                    Some(Byte | Short | Int) => *tag = tag_of(Long, value_of(tag)),
                    Some(Float) => *tag = tag_of(Double, value_of(tag)),
                    _ => {}
                },
            }
        }
    }

    fn widen_list(list: &mut NbtList) {
        match list {
            NbtList::Compound(elements) => elements.iter_mut().for_each(widen),
            NbtList::List(elements) => elements.iter_mut().for_each(widen_list),
            list => match numbers(list) {
                Some((Byte | Short | Int, values)) => *list = list_of(Long, &values),
                Some((Float, values)) => *list = list_of(Double, &values),
                _ => {}
            },
        }
    }

    fn widened() -> Vec<ClientboundRegistryData> {
        let mut all = wire::registries::all().unwrap().to_vec();
        all.iter_mut().flat_map(|data| &mut data.entries).filter_map(|(_, value)| value.as_mut()).for_each(widen);
        all
    }

    #[test]
    fn longs_and_doubles_become_what_vanilla_sends() {
        let (vanillas, mut others) = (wire::registries::all().unwrap(), widened());
        assert_ne!(vanillas, others);
        let ambiguous: Vec<_> = KINDS.iter().filter(|(_, kind)| kind.is_none()).map(|(path, _)| path).collect();
        for (vanilla, other) in vanillas.iter().zip(&mut others) {
            mend(other).unwrap();
            let path = format!("{}/", vanilla.registry_id.path());
            if !ambiguous.iter().any(|known| known.starts_with(&path)) {
                assert_eq!(vanilla, other);
            }
        }
        for read in ["dimension_type/", "enchantment/"] {
            assert!(!ambiguous.iter().any(|path| path.starts_with(read)), "{ambiguous:?}");
        }
    }

    #[test]
    fn azalea_reads_them_all_then() {
        let mut holder = RegistryHolder::default();
        for mut data in widened() {
            mend(&mut data).unwrap();
            holder.append(data.registry_id, data.entries);
        }
        assert_eq!(holder.dimension_type.map.len(), 4);
        assert_eq!(holder.dimension_type.map[0].height, 384);
        assert_eq!(holder.dimension_type.map[0].min_y, -64);
        let enchantments =
            wire::registries::all().unwrap().iter().find(|data| data.registry_id.path() == "enchantment");
        assert_eq!(holder.enchantment.map.len(), enchantments.unwrap().entries.len());
    }

    #[test]
    fn an_enchantment_that_is_not_understood_keeps_its_place() {
        let enchantments =
            wire::registries::all().unwrap().iter().find(|data| data.registry_id.path() == "enchantment");
        let mut data = enchantments.unwrap().clone();
        let strange = NbtCompound::from_values(vec![("no_such_effect".into(), NbtTag::List(NbtList::Empty))]);
        data.entries[3].1 = Some(NbtCompound::from_values(vec![("effects".into(), NbtTag::Compound(strange))]));
        let mut holder = RegistryHolder::default();
        mend(&mut data).unwrap();
        holder.append(data.registry_id, data.entries.clone());
        assert_eq!(holder.enchantment.map.get_index_of(&data.entries[4].0), Some(4));
    }

    #[test]
    fn a_dimension_that_cannot_be_is_refused_by_name_and_field() {
        let dimensions =
            wire::registries::all().unwrap().iter().find(|data| data.registry_id.path() == "dimension_type");
        let refusal = |field: &str, value: Option<NbtTag>| {
            let mut data = dimensions.unwrap().clone();
            let overworld = data.entries[0].1.as_mut().unwrap();
            overworld.remove(field);
            if let Some(value) = value {
                overworld.insert(field, value);
            }
            mend(&mut data).unwrap_err()
        };
        for (field, value, said) in [
            ("height", None, "has no height"),
            ("height", Some(NbtTag::Long(1 << 40)), "multiple of 16"),
            ("height", Some(NbtTag::Int(17)), "multiple of 16"),
            ("min_y", Some(NbtTag::String("low".into())), "its min_y is no whole number"),
        ] {
            let refused = refusal(field, value);
            assert!(refused.contains("overworld") && refused.contains(said), "{refused}");
        }
    }
}
