//! How much somebody may say before vanilla's server throws them out.

/// A message, or a command, costs so many points; each tick of the server takes one off; who comes to the limit is thrown
/// out: `TickThrottler(20, 200)` of the game's (and Paper's) `ServerGamePacketListenerImpl`.
pub const CHAT_COST: u32 = 20;
pub const CHAT_LIMIT: u32 = 200;
