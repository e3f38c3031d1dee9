//! NBT as people write it: `{Item:{id:"minecraft:stick",count:3}}` (Minecraft Wiki, NBT format, SNBT format).
//!
//! Read are compounds, lists, texts with and without quotes, numbers with their endings, `true` and `false`; arrays and
//! operations are not.

use simdnbt::owned::{NbtCompound, NbtList, NbtTag};

use crate::{
    commands::{fault::Fault, reader::Reader},
    protocol::texts::words,
};

/// How deep values may stand in each other: far deeper than any that means something here.
const DEEPEST: u32 = 32;

/// What stands at the reader.
pub(crate) fn read(reader: &mut Reader<'_>) -> Result<NbtTag, Fault> {
    value(reader, 0)
}

pub(super) fn read_compound(reader: &mut Reader<'_>) -> Result<NbtCompound, Fault> {
    let start = reader.at;
    match read(reader)? {
        NbtTag::Compound(compound) => Ok(compound),
        _ => Err(Fault::new("argument.nbt.expected.compound", []).at(start)),
    }
}

fn blanks(reader: &mut Reader<'_>) {
    reader.take_while(char::is_whitespace);
}

fn expect(reader: &mut Reader<'_>, letter: char) -> Result<(), Fault> {
    let is_there = reader.takes(letter);
    is_there.then_some(()).ok_or_else(|| Fault::new("parsing.expected", [words(letter)]).at(reader.at))
}

fn value(reader: &mut Reader<'_>, depth: u32) -> Result<NbtTag, Fault> {
    blanks(reader);
    let start = reader.at;
    if depth > DEEPEST {
        return Err(Fault::new("arguments.nbtpath.too_deep", []).at(start));
    }
    match reader.peek() {
        Some('{') => compound(reader, depth).map(NbtTag::Compound),
        Some('[') => list(reader, depth).map(NbtTag::List),
        Some('"' | '\'') => Ok(NbtTag::String(quoted(reader)?.into())),
        _ => match reader.plain_word() {
            "" => Err(Fault::new("argument.nbt.expected.value", []).at(start)),
            word => Ok(plain(word)),
        },
    }
}

fn compound(reader: &mut Reader<'_>, depth: u32) -> Result<NbtCompound, Fault> {
    expect(reader, '{')?;
    let mut compound = NbtCompound::new();
    blanks(reader);
    while !reader.takes('}') {
        let start = reader.at;
        let key =
            if matches!(reader.peek(), Some('"' | '\'')) { quoted(reader)? } else { reader.plain_word().to_owned() };
        if key.is_empty() {
            return Err(Fault::new("argument.nbt.expected.key", []).at(start));
        }
        blanks(reader);
        expect(reader, ':')?;
        let value = value(reader, depth + 1)?;
        compound.remove(key.as_str());
        compound.insert(key, value);
        blanks(reader);
        if !reader.takes(',') && reader.peek() != Some('}') {
            return Err(Fault::new("parsing.expected", [words("}")]).at(reader.at));
        }
        blanks(reader);
    }
    Ok(compound)
}

/// Of one kind: of compounds, texts, doubles or floats; whole numbers count as integers.
fn list(reader: &mut Reader<'_>, depth: u32) -> Result<NbtList, Fault> {
    expect(reader, '[')?;
    let start = reader.at;
    let mut values = Vec::new();
    blanks(reader);
    while !reader.takes(']') {
        values.push(value(reader, depth + 1)?);
        blanks(reader);
        if !reader.takes(',') && reader.peek() != Some(']') {
            return Err(Fault::new("parsing.expected", [words("]")]).at(reader.at));
        }
        blanks(reader);
    }
    let mixed = || Fault::new("argument.nbt.list.mixed", [words("value"), words("value")]).at(start);
    fn all<T>(values: Vec<NbtTag>, of: impl Fn(NbtTag) -> Option<T>) -> Option<Vec<T>> {
        values.into_iter().map(of).collect()
    }
    let list = match values.first() {
        None => return Ok(NbtList::Empty),
        Some(NbtTag::Compound(_)) => {
            all(values, |tag| if let NbtTag::Compound(tag) = tag { Some(tag) } else { None }).map(NbtList::Compound)
        }
        Some(NbtTag::String(_)) => {
            all(values, |tag| if let NbtTag::String(tag) = tag { Some(tag) } else { None }).map(NbtList::String)
        }
        Some(NbtTag::Float(_)) => all(values, |tag| number(&tag).map(|number| number as f32)).map(NbtList::Float),
        Some(NbtTag::Double(_)) => all(values, |tag| number(&tag)).map(NbtList::Double),
        Some(_) => all(values, |tag| number(&tag).map(|number| number as i32)).map(NbtList::Int),
    };
    list.ok_or_else(mixed)
}

/// What a number is, of whatever kind.
pub(crate) fn number(tag: &NbtTag) -> Option<f64> {
    Some(match *tag {
        NbtTag::Byte(number) => number.into(),
        NbtTag::Short(number) => number.into(),
        NbtTag::Int(number) => number.into(),
        NbtTag::Long(number) => number as f64,
        NbtTag::Float(number) => number.into(),
        NbtTag::Double(number) => number,
        _ => return None,
    })
}

fn quoted(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let quote = reader.peek().unwrap_or('"');
    reader.skip();
    let mut text = String::new();
    loop {
        match reader.peek() {
            None => return Err(Fault::new("parsing.quote.expected.end", []).at(reader.at)),
            Some('\\') => {
                reader.skip();
                let escaped = reader.peek().filter(|&letter| letter == '\\' || letter == quote);
                let Some(letter) = escaped else {
                    let letter = reader.peek().map(String::from).unwrap_or_default();
                    return Err(Fault::new("parsing.quote.escape", [words(letter)]).at(reader.at));
                };
                reader.skip();
                text.push(letter);
            }
            Some(letter) => {
                reader.skip();
                if letter == quote {
                    return Ok(text);
                }
                text.push(letter);
            }
        }
    }
}

/// A word without quotes: a number by its ending, true or false, or a text.
fn plain(word: &str) -> NbtTag {
    let of = |end: char| word.strip_suffix([end, end.to_ascii_uppercase()]);
    let tag = match word {
        "true" => Some(NbtTag::Byte(1)),
        "false" => Some(NbtTag::Byte(0)),
        _ => None,
    };
    let starts = word.starts_with(|letter: char| letter.is_ascii_digit() || "+-.".contains(letter));
    let real = |number: &str| number.parse::<f64>().ok().filter(|number| number.is_finite());
    tag.or_else(|| starts.then(|| word.parse().ok().map(NbtTag::Int)).flatten())
        .or_else(|| of('b')?.parse().ok().map(NbtTag::Byte))
        .or_else(|| of('s')?.parse().ok().map(NbtTag::Short))
        .or_else(|| of('l')?.parse().ok().map(NbtTag::Long))
        .or_else(|| starts.then(|| real(of('f')?).map(|number| NbtTag::Float(number as f32))).flatten())
        .or_else(|| starts.then(|| real(of('d').unwrap_or(word)).map(NbtTag::Double)).flatten())
        .unwrap_or_else(|| NbtTag::String(word.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<NbtTag, String> {
        let mut reader = Reader::new(text);
        let tag = read(&mut reader).map_err(|fault| fault.message.to_string())?;
        assert!(reader.is_at_end(), "{text}: {}", reader.rest());
        Ok(tag)
    }

    #[test]
    fn values_are_read_by_how_they_are_written() {
        for (text, tag) in [
            ("5", NbtTag::Int(5)),
            ("-7b", NbtTag::Byte(-7)),
            ("3s", NbtTag::Short(3)),
            ("9L", NbtTag::Long(9)),
            ("1.5f", NbtTag::Float(1.5)),
            ("1.5", NbtTag::Double(1.5)),
            ("2d", NbtTag::Double(2.0)),
            ("true", NbtTag::Byte(1)),
            ("stone", NbtTag::String("stone".into())),
            (r#""a \"b\" c""#, NbtTag::String("a \"b\" c".into())),
            ("'it\"s'", NbtTag::String("it\"s".into())),
            ("[0.0, 1.0,2]", NbtTag::List(NbtList::Double(vec![0.0, 1.0, 2.0]))),
            ("[]", NbtTag::List(NbtList::Empty)),
        ] {
            assert_eq!(of(text), Ok(tag), "{text}");
        }
        let Ok(NbtTag::Compound(item)) = of(r#"{ Item : {id:"minecraft:stick", count:3}, "Age":5s }"#) else {
            panic!()
        };
        assert_eq!((item.compound("Item").and_then(|item| item.int("count")), item.short("Age")), (Some(3), Some(5)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, message) in [
            ("", "Expected value"),
            ("{", "Expected key"),
            ("{a", "Expected ':'"),
            ("{a:1", "Expected '}'"),
            ("[1", "Expected ']'"),
            ("[1,a]", "Can't insert value into list of value"),
            ("\"a", "Unclosed quoted string"),
            ("\"\\n\"", "Invalid escape sequence '\\n' in quoted string"),
        ] {
            assert_eq!(of(text), Err(message.to_owned()), "{text}");
        }
        assert!(of(&"[".repeat(5000)).is_err(), "and nothing overflows");
    }
}
