//! Names are kept without their namespace, and taken with it.

/// `minecraft:stone` and `stone` are the same name.
pub fn plain(name: &str) -> &str {
    name.strip_prefix("minecraft:").unwrap_or(name)
}
