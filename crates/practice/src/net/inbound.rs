//! What clients bring in: coming, packets, leaving. Of players and of the world the network knows nothing.

use azalea_protocol::{common::client_information::ClientInformation, packets::game::ServerboundGamePacket};
use uuid::Uuid;

use crate::{net::link::Link, protocol::misread::Misread};

/// Names a connection, and is its player's entity id: 1 up to `LAST_ID`, then from 1 again.
pub(crate) type ConnectionId = i32;

/// Below the ids of other entities.
pub(crate) const LAST_ID: ConnectionId = (1 << 20) - 1;

/// A client that is ready to play.
pub(crate) struct Joining {
    pub id: ConnectionId,
    pub name: String,
    pub uuid: Uuid,
    pub information: ClientInformation,
    pub link: Link,
}

/// What a client has to say, or what has become of it.
pub(crate) enum Inbound {
    Joined(Box<Joining>),
    Packet(ConnectionId, Box<ServerboundGamePacket>),
    /// One that azalea cannot read, and we can.
    Misread(ConnectionId, Misread),
    /// A packet that means nothing here.
    Noise(ConnectionId),
    /// A packet that cannot be read, with the reason.
    Malformed(ConnectionId, String),
    Left(ConnectionId, String),
}
