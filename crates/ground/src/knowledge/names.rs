//! Names: their families, and what somebody may have meant who wrote one wrong.

use serde_json::json;

use super::{
    blocks::blocks,
    groups::group,
    items::{item, items},
    namespace::plain,
};
use crate::domain::{ErrorCode, ToolError};

/// Names that stand for any of several items or blocks: `mine` and `craft` take them where an item's name may stand.
/// In the order of preference where nothing else decides.
pub const FAMILIES: [(&str, &[&str]); 2] = [
    (
        "log",
        &[
            "oak_log",
            "birch_log",
            "spruce_log",
            "jungle_log",
            "acacia_log",
            "dark_oak_log",
            "mangrove_log",
            "cherry_log",
            "pale_oak_log",
            "crimson_stem",
            "warped_stem",
        ],
    ),
    (
        "planks",
        &[
            "oak_planks",
            "birch_planks",
            "spruce_planks",
            "jungle_planks",
            "acacia_planks",
            "dark_oak_planks",
            "mangrove_planks",
            "cherry_planks",
            "pale_oak_planks",
            "crimson_planks",
            "warped_planks",
            "bamboo_planks",
        ],
    ),
];

/// The members of a family, `None` for a name that is none.
pub fn family(name: &str) -> Option<&'static [&'static str]> {
    let name = plain(name);
    FAMILIES.iter().find(|(family, _)| *family == name).map(|(_, members)| *members)
}

/// The members of a family, or of a word for many things; `None` for a name that is neither.
pub fn members(name: &str) -> Option<&'static [&'static str]> {
    family(name).or_else(|| group(name).map(|(_, members)| members))
}

/// The first member of a family or a group; any other name as it is.
pub fn one_of(name: &str) -> &str {
    members(name).and_then(|members| members.first().copied()).unwrap_or(name)
}

/// The items that a name stands for: one, or the members of a family or a group.
///
/// # Errors
/// `INVALID_PARAMS`, with the nearest names, for what is neither.
pub fn items_called(name: &str) -> Result<Vec<&'static str>, ToolError> {
    match (members(name), item(name)) {
        (Some(members), _) => Ok(members.to_vec()),
        (None, Some(item)) => Ok(vec![item.name]),
        (None, None) => Err(unknown_item(name)),
    }
}

/// The longest word that is looked for among the names, in characters: half as long again as the longest name. What is
/// longer is near to none, and comparing it would take as long as it is, some thousands of times.
const LONGEST_WORD: usize = 64;

/// At most five of the names, those that look most like the word, best first; none that look nothing like it.
pub fn nearest_names<'a>(word: &str, among: impl Iterator<Item = &'a str>) -> Vec<String> {
    if word.chars().nth(LONGEST_WORD).is_some() {
        return Vec::new();
    }
    let word = plain(word).to_lowercase().replace([' ', '-'], "_");
    let mut scored: Vec<(u32, &str)> = among
        .map(|name| {
            let whole = strsim::jaro_winkler(&word, name);
            // A word that is nearly one part of a name (`pickax` in `stone_pickaxe`) is near the name, if less so.
            let part =
                name.split('_').map(|part| strsim::normalized_damerau_levenshtein(&word, part)).fold(0.0, f64::max);
            let holds = if word.len() >= 3 && name.contains(&word) { 0.92 } else { 0.0 };
            let score = whole.max(part * 0.95).max(holds) - name.len() as f64 * 0.0005;
            ((score.max(0.0) * 10_000.0) as u32, name)
        })
        .filter(|(score, _)| *score >= 7_800)
        .collect();
    scored.sort_by(|(a, a_name), (b, b_name)| b.cmp(a).then(a_name.cmp(b_name)));
    scored.dedup_by(|a, b| a.1 == b.1);
    scored.truncate(5);
    scored.into_iter().map(|(_, name)| name.to_owned()).collect()
}

/// The refusal of a name that is neither item, block nor family, with the nearest that are.
pub fn unknown_item(name: &str) -> ToolError {
    let families = FAMILIES.iter().map(|(family, _)| *family);
    let known = items().iter().map(|item| item.name).chain(blocks().iter().map(|block| block.name)).chain(families);
    let nearest = nearest_names(name, known);
    let hint = match nearest.as_slice() {
        [] => String::new(),
        [only] => format!("; did you mean {only}?"),
        several => format!("; did you mean one of {}?", several.join(", ")),
    };
    ToolError::new(ErrorCode::InvalidParams, format!("there is no item or block called {name:?}{hint}"))
        .with(json!({ "name": name, "nearest": nearest }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::block;

    #[test]
    fn a_misspelt_name_gets_the_nearest() {
        let nearest = unknown_item("pickax").context["nearest"].clone();
        let nearest: Vec<String> = serde_json::from_value(nearest).unwrap();
        assert_eq!(nearest.len(), 5);
        assert!(nearest.iter().all(|name| name.ends_with("_pickaxe")), "{nearest:?}");
        let near = |word: &str| nearest_names(word, items().iter().map(|item| item.name));
        assert_eq!(near("stone_pickax")[0], "stone_pickaxe");
        assert_eq!(near("crafting tabel")[0], "crafting_table");
        assert_eq!(near("oaklog")[0], "oak_log");
        assert!(near("qqqqqq").is_empty());
    }

    /// What a comparison costs grows with both lengths: so there is a bound for both.
    #[test]
    fn a_word_longer_than_any_name_is_compared_with_none() {
        let names = || items().iter().map(|item| item.name).chain(blocks().iter().map(|block| block.name));
        let longest = names().map(str::len).max().unwrap();
        assert!(longest * 3 / 2 <= LONGEST_WORD, "{longest}");
        for (length, compared) in [(LONGEST_WORD, names().count()), (LONGEST_WORD + 1, 0), (100_000, 0)] {
            let mut looked_at = 0;
            nearest_names(&"é".repeat(length), names().inspect(|_| looked_at += 1));
            assert_eq!(looked_at, compared, "{length}");
        }
    }

    #[test]
    fn families_hold_only_what_exists() {
        for (family, members) in FAMILIES {
            assert!(item(family).is_none() && block(family).is_none(), "{family} is a name of its own");
            assert!(members.iter().all(|name| item(name).is_some() && block(name).is_some()), "{family}");
        }
    }
}
