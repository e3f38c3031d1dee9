//! A world's seed as people write it.

/// What vanilla makes of a seed that is written out (Minecraft Wiki, Seed (world generation)): a whole number of 64 bits is
/// itself, any other text is Java's hash of it; nothing, or blanks alone, is no seed.
pub fn seed(text: &str) -> Option<i64> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.parse().unwrap_or_else(|_| java_hash(text).into()))
}

/// `String.hashCode` (Java SE API): each UTF-16 unit added to 31 times what came before, in 32 bits.
fn java_hash(text: &str) -> i32 {
    text.encode_utf16().fold(0i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(unit.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_themselves() {
        for number in [0, 26, -1, i64::MIN, i64::MAX] {
            assert_eq!(seed(&number.to_string()), Some(number));
        }
        assert_eq!((seed(" 7 "), seed("+7"), seed(""), seed("  ")), (Some(7), Some(7), None, None));
    }

    /// "Hello" and "Aa", "BB" are the usual examples of Java's hash; the others were added up by hand.
    #[test]
    fn words_are_hashed_as_java_does() {
        for (word, hash) in [("Hello", 69_609_650), ("Aa", 2112), ("BB", 2112), ("a", 97), ("é", 233), ("1.5", 48_568)]
        {
            assert_eq!(seed(word), Some(hash), "{word}");
        }
        // Beyond 64 bits it is a word, and a letter outside the first plane is two units.
        assert_eq!(seed("9223372036854775808"), Some(java_hash("9223372036854775808").into()));
        assert_eq!(seed("🦀"), Some(0xd83e * 31 + 0xdd80));
        assert!(seed("blockwright").is_some_and(|hash| i32::try_from(hash).is_ok()));
    }
}
