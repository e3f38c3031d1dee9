//! The game's own groups of blocks: `logs`, `supports_vegetation`, `replaceable`.

use std::{collections::HashMap, sync::LazyLock};

static TAGS: LazyLock<HashMap<&'static str, Vec<String>>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../assets/minecraft/26.1/block_tags.json"))
        .expect("block_tags.json is built in")
});

/// The blocks of a tag; `None` if the game has no such tag.
pub fn block_tag(tag: &str) -> Option<&'static [String]> {
    TAGS.get(tag).map(Vec::as_slice)
}

/// Whether a block is in a tag.
pub fn is_tagged(block: &str, tag: &str) -> bool {
    block_tag(tag).is_some_and(|names| names.iter().any(|name| name == block))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::block;

    #[test]
    fn tags_hold_blocks_tags_within_tags_too() {
        assert!(is_tagged("oak_log", "logs") && is_tagged("grass_block", "supports_vegetation"));
        assert!(!is_tagged("stone", "logs") && !is_tagged("stone", "no_such_tag"));
        assert!(TAGS.values().flatten().all(|name| block(name).is_some()));
    }
}
