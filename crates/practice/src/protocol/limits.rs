//! How much of everything a client gets, in one place, each with its reason.
//!
//! The rule behind them: what one client can make this process hold, compute or log is bounded by a number below, and a
//! client of vanilla's kind never comes near one.

use std::time::Duration;

// ── Connections ──

/// Clients in the game at once; more than twice what the load bench asks for.
pub(crate) const MOST_PLAYING: usize = 64;
/// Of those from one address: one house can play, one machine cannot fill the world.
pub(crate) const MOST_PLAYING_PER_ADDRESS: usize = 48;
/// Clients between connecting and joining at once. A login takes milliseconds, so few are ever under way.
pub(crate) const MOST_JOINING: usize = 48;
pub(crate) const MOST_JOINING_PER_ADDRESS: usize = 32;
/// Clients without a place that are told so at once; beyond these they are dropped without a word.
pub(crate) const MOST_TURNED_AWAY: usize = 16;
/// How long a client that is turned away may take to say what it came for.
pub(crate) const TURNED_AWAY_PATIENCE: Duration = Duration::from_secs(3);
/// How long a client may take from connecting to its hello. One packet each way at most, so even slow lines make it.
pub(crate) const HELLO_PATIENCE: Duration = Duration::from_secs(10);
/// How long a client may take from its hello to having joined; vanilla's 600 ticks.
pub(crate) const LOGIN_PATIENCE: Duration = Duration::from_secs(30);
/// Letters of a player's name; vanilla's.
pub(crate) const MAX_NAME: usize = 16;
/// Packets before the game. Vanilla's client sends about ten; a modified one some more.
pub(crate) const MOST_LOGIN_PACKETS: u32 = 256;

/// Players who have left and whose belongings a world without a folder still knows; beyond these it forgets who has been
/// gone the longest. About a kilobyte each. A world with a folder knows them from their files.
pub(crate) const MOST_REMEMBERED: usize = 256;

// ── Frames ──

/// The longest packet taken from a client, in bytes, compressed and not. A player's longest are a few hundred; the
/// longest that vanilla's client may send and that means something here is a custom payload of 32,767.
pub(crate) const MAX_PACKET: usize = 64 << 10;
/// Bytes asked of the socket at a time: what a silent connection holds is this, whatever length it has claimed.
pub(super) const READ_AT_ONCE: usize = 4 << 10;
/// Packets from this many bytes up are compressed, as vanilla does by default.
pub(crate) const COMPRESSION_THRESHOLD: u32 = 256;

// ── What a client says ──

/// Packets of one client handled between two ticks; the rest wait in its socket. A client at our tick rate sends two
/// to six a tick, and catches up on a second of a busy machine within two ticks.
pub(crate) const PACKETS_PER_TICK: u32 = 64;
/// Packets a tick, and a second, that a client may send for as long as it likes; Paper's packet limiter kicks above 500 a
/// second over seven seconds (its `all-packets` default).
pub(crate) const SUSTAINED_PER_TICK: f64 = 25.0;
pub(crate) const SUSTAINED_PER_SECOND: f64 = 500.0;
/// Packets above that before it is disconnected.
pub(crate) const BURST: f64 = 3500.0;
/// UTF-16 units of a chat message; vanilla's.
pub(crate) const MAX_CHAT: usize = crate::domain::MAX_CHAT_LENGTH;
/// Bytes of a custom payload; vanilla's.
pub(super) const MAX_PAYLOAD: usize = 32_767;
/// UTF-16 units of a line of a sign; vanilla's.
pub(super) const MAX_SIGN_LINE: usize = 384;
/// Data packs that a client says it has, in the configuration; vanilla's.
pub(super) const MAX_KNOWN_PACKS: usize = 64;
/// Signed arguments of a command; vanilla's.
pub(super) const MAX_SIGNATURES: usize = 8;
/// A book: pages, units a page, units of its title; vanilla's.
pub(super) const MAX_PAGES: usize = 100;
pub(super) const MAX_PAGE: usize = 1024;
pub(super) const MAX_TITLE: usize = 32;
/// Slots that one click claims to have changed; vanilla's.
pub(super) const MAX_CHANGED_SLOTS: usize = 128;

// ── What a client is told ──

/// Batches of packets that may wait for a client's writer.
pub(crate) const WRITE_QUEUE: usize = 64;
/// Bytes from which on they are written: what a connection holds beside its queue is this and a packet.
pub(crate) const WRITE_AT_ONCE: usize = 64 << 10;
/// Bytes that may wait for a client before no more chunks are sent to it.
pub(crate) const MAX_UNREAD_CHUNKS: usize = 1 << 20;
/// Bytes that may wait for a client before it counts as not reading: minutes of everything else.
pub(crate) const MAX_UNREAD: usize = 4 << 20;
/// How long a last word may take to be written, and the client then to hang up by itself.
pub(crate) const GOODBYE: Duration = Duration::from_secs(1);
pub(crate) const LINGER: Duration = Duration::from_millis(250);
/// How long a client may be silent, or leave a sign of life unanswered, and how often it is asked for one; vanilla's
/// kind of numbers (15 s and 30 s).
pub(crate) const SILENCE: Duration = Duration::from_secs(30);
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// How long a player may be silent before another connection may take their name over. Clients speak every tick.
pub(crate) const LIVELY: Duration = Duration::from_secs(3);

// ── What is said about them ──

/// Lines of complaint about clients in a window of time; the rest are counted, and the count is told.
pub(super) const COMPLAINTS: u32 = 20;
pub(super) const COMPLAINT_WINDOW: Duration = Duration::from_secs(10);
/// Characters of a reason that quotes what a client sent.
pub(crate) const MAX_REASON: usize = 200;
