//! By what our files are known: the versions of their data, and the name of who wrote them.

/// The version of the data that we write: Minecraft Java 26.1's; and the last that we read: 26.1.2's (minecraft-data,
/// `protocolVersions.json`).
pub(super) const DATA_VERSION: i32 = 4786;
pub(super) const LAST_DATA_VERSION: i32 = 4790;

/// The name by which our worlds are known among others.
pub(super) const BRAND: &str = "blockwright";
