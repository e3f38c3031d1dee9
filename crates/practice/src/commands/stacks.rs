//! Items in commands, with what components of them this world knows.

use crate::{
    commands::{fault::Fault, reader::Reader, snbt},
    items::{enchantments::Enchantments, stack::Stack},
    knowledge,
    protocol::texts::words,
};

/// An item, whatever its components.
pub(super) fn read_kind(reader: &mut Reader<'_>) -> Result<Stack, Fault> {
    let start = reader.at;
    if reader.peek() == Some('#') {
        return Err(Fault::new("argument.item.tag.disallowed", []).at(start));
    }
    let name = reader.identifier()?;
    // Air is an item of the registry, and none that a slot can hold.
    if let Some(item) = knowledge::item(name).filter(|item| item.name != "air") {
        return Ok(Stack::new(item.id, 1));
    }
    let nearest = knowledge::nearest_names(name, knowledge::items().iter().map(|item| item.name));
    let fault = Fault::new("argument.item.id.invalid", [words(format!("minecraft:{name}"))]);
    Err(fault.at(start).hinting(&nearest))
}

/// An item and, in brackets, what components of it this world knows: `damage=N` and `enchantments={NAME:LEVEL}`.
pub(super) fn read_item(reader: &mut Reader<'_>) -> Result<Stack, Fault> {
    let mut stack = read_kind(reader)?;
    if !reader.takes('[') {
        return Ok(stack);
    }
    let mut read = Vec::new();
    let blanks = |reader: &mut Reader<'_>| _ = reader.take_while(|letter| letter == ' ');
    blanks(reader);
    while !reader.takes(']') {
        let start = reader.at;
        let component = reader.identifier()?;
        if read.contains(&component) {
            return Err(Fault::new("arguments.item.component.repeated", [words(component)]).at(start));
        }
        read.push(component);
        blanks(reader);
        if !reader.takes('=') {
            return Err(Fault::new("arguments.item.component.expected", []).at(reader.at));
        }
        blanks(reader);
        match component {
            "damage" => {
                let most = knowledge::item_by_id(stack.item).and_then(|item| item.durability).unwrap_or(0);
                stack.damage = reader.within("integer", Reader::integer, 0, most as i32)? as u32;
            }
            "enchantments" => stack.enchantments = read_enchantments(reader)?,
            other => return Err(Fault::new("arguments.item.component.unknown", [words(other)]).at(start)),
        }
        blanks(reader);
        if !reader.takes(',') && reader.peek() != Some(']') {
            return Err(Fault::new("parsing.expected", [words("]")]).at(reader.at));
        }
        blanks(reader);
    }
    Ok(stack)
}

/// Names with levels from 1 to 255.
fn read_enchantments(reader: &mut Reader<'_>) -> Result<Enchantments, Fault> {
    let start = reader.at;
    let mut enchantments = Enchantments::NONE;
    let malformed = |what: String| {
        Fault::new("arguments.item.component.malformed", [words("minecraft:enchantments"), words(what)]).at(start)
    };
    for (name, level) in snbt::read_compound(reader)?.iter() {
        let name = name.to_str();
        let plain = knowledge::plain(&name);
        let whole = snbt::number(level).filter(|level| (1.0..=255.0).contains(level) && level.fract() == 0.0);
        let level = whole.ok_or_else(|| malformed(format!("the level of {name} is a whole number from 1 to 255")))?;
        if !enchantments.set(plain, level as u8) {
            let names = Enchantments::all_names().iter().map(String::as_str);
            let nearest = knowledge::nearest_names(plain, names);
            return Err(malformed(format!("there is no enchantment {name}")).hinting(&nearest));
        }
    }
    Ok(enchantments)
}
