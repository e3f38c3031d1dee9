//! How much of everything a server may claim, send at once and have kept, in one place, each number with its reason.
//!
//! The rule behind them: whatever a server sends, the process stays below 600 MiB; and a server that people play on never
//! comes near any of these.

use std::time::Duration;

/// How long a server may take to accept the connection.
pub(super) const CONNECT_PATIENCE: Duration = Duration::from_secs(15);
/// The longest frame, in bytes: what vanilla's length of three bytes can say.
pub(super) const MAX_FRAME: usize = (1 << 21) - 1;
/// The longest packet when inflated, in bytes; vanilla's (azalea-protocol's `MAXIMUM_UNCOMPRESSED_LENGTH`).
pub(super) const MAX_INFLATED: usize = 8 << 20;
/// The longest packet besides a chunk, in bytes: decoding makes up to a hundred bytes of one.
pub(super) const MAX_PACKET: usize = 2 << 20;
/// The longest description of one entity, in bytes. A full book is some 100 KiB; a stack that claims more is not looked at.
pub(super) const MAX_ENTITY_DATA: usize = 128 << 10;
/// Bytes read and packets handed on in one turn of the loop, of which there are at least 60 a second: the bot acts and the
/// clock runs also while a server sends as fast as it can.
pub(super) const READ_A_TURN: usize = 1 << 20;
pub(super) const PACKETS_A_TURN: usize = 2_000;
/// Bytes of packets when inflated in one turn, of which at least one packet is taken: one chunk or two, a millisecond or two of
/// work, so that the game tick is not late for them while the land comes in. And a megabyte may be zeros for a gigabyte: all
/// of a turn's packets are held at once, and azalea copies chunks twice.
pub(super) const INFLATED_A_TURN: usize = 48 << 10;
/// Bytes that may wait for a server that does not read. A minute of play is some 50 KiB.
pub(super) const MAX_UNSENT: usize = 1 << 20;
/// Entities known at once, some 4 KiB each; crowded servers show hundreds. More are not looked at until some go.
pub(super) const MAX_ENTITIES: usize = 4_096;
/// Players in the list, some with portraits of kilobytes.
pub(super) const MAX_PLAYERS: usize = 4_096;
/// Bytes of registries in one configuration; vanilla's are 150 KiB.
pub(super) const MAX_REGISTRIES: usize = 4 << 20;
/// Cookies kept for the server, of at most 5 KiB each.
pub(super) const MAX_COOKIES: usize = 64;
/// What the blocks of all loaded chunks may take, in bytes as sent. In memory it is up to five times as much: a section of
/// 2 KiB is 2 KiB for azalea and 8 KiB for the bot's own copy. 529 chunks of the practice world are 14 MiB.
pub(super) const MAX_CHUNKS: usize = 48 << 20;
/// The height of a world in blocks; vanilla's (`DimensionType.Y_SIZE`).
pub(super) const MAX_HEIGHT: i64 = 4_064;
