//! From a fresh socket to a client that is ready to play: handshake, status, login, configuration.
//!
//! Offline mode: a name is enough, as on any server that does not ask Mojang. The order and content of the configuration
//! are vanilla's; registries go out in full to clients without vanilla's own data pack.

use std::time::Duration;

use azalea_protocol::{
    common::client_information::ClientInformation,
    packets::{
        ClientIntention, PROTOCOL_VERSION, VERSION_NAME,
        config::{
            ClientboundConfigPacket, ClientboundCustomPayload, ClientboundDisconnect, ClientboundFinishConfiguration,
            ClientboundSelectKnownPacks, ClientboundUpdateEnabledFeatures, ServerboundConfigPacket,
        },
        game::{ClientboundGamePacket, ServerboundGamePacket, c_player_info_update::PlayerInfoEntry},
        handshake::{ClientboundHandshakePacket, ServerboundHandshakePacket},
        login::{
            ClientboundLoginCompression, ClientboundLoginDisconnect, ClientboundLoginFinished, ClientboundLoginPacket,
            ServerboundLoginPacket,
        },
    },
};
use azalea_registry::identifier::Identifier;
use tokio::{net::TcpStream, time::timeout};
use uuid::Uuid;

use crate::{
    net::{pipe::Pipe, registries, status, status::Status},
    protocol::{
        claims,
        limits::{COMPRESSION_THRESHOLD, HELLO_PATIENCE, LOGIN_PATIENCE, MAX_NAME},
    },
};

/// A client that has finished its configuration.
pub(crate) struct Newcomer {
    pub name: String,
    pub uuid: Uuid,
    pub information: ClientInformation,
    pub pipe: Pipe<ServerboundGamePacket, ClientboundGamePacket>,
}

type Handshake = Pipe<ServerboundHandshakePacket, ClientboundHandshakePacket>;
type LoginPipe = Pipe<ServerboundLoginPacket, ClientboundLoginPacket>;
type ConfigPipe = Pipe<ServerboundConfigPacket, ClientboundConfigPacket>;

/// Leads a client through everything before the game; `None` if it only wanted our status. Who errs is told the reason
/// in the words of the state it is in.
pub(crate) async fn login(stream: TcpStream, status: &Status) -> Result<Option<Newcomer>, String> {
    hurry(&stream)?;
    if in_time(HELLO_PATIENCE, async { Ok(status::is_legacy(&stream).await) }).await? {
        status.answer_legacy(stream).await?;
        return Ok(None);
    }
    let mut pipe = Handshake::new(stream);
    let intention = in_time(HELLO_PATIENCE, pipe.read()).await;
    let ServerboundHandshakePacket::Intention(intention) = match intention {
        Ok(intention) => intention,
        Err(reason) => {
            pipe.close().await; // nothing can be said yet
            return Err(reason);
        }
    };
    if intention.intention == ClientIntention::Status {
        in_time(HELLO_PATIENCE, status.answer(pipe.turn())).await?;
        return Ok(None);
    }
    let mut pipe: LoginPipe = pipe.turn();
    let (name, uuid) = match in_time(HELLO_PATIENCE, greet(&mut pipe, intention.protocol_version)).await {
        Ok(identity) => identity,
        Err(reason) => return refuse(pipe, reason).await,
    };
    let mut pipe: ConfigPipe = pipe.turn();
    pipe.claims = claims::CONFIGURATION;
    match in_time(LOGIN_PATIENCE, configure(&mut pipe)).await {
        Ok(information) => Ok(Some(Newcomer { name, uuid, information, pipe: pipe.turn() })),
        Err(reason) => {
            pipe.end(ClientboundDisconnect { reason: reason.clone().into() }).await;
            Err(reason)
        }
    }
}

/// For a client that has no place: its status if it asks for that, else the reason.
pub(super) async fn turn_away(stream: TcpStream, status: &Status, reason: String) -> Result<(), String> {
    hurry(&stream)?;
    let mut pipe = Handshake::new(stream);
    let ServerboundHandshakePacket::Intention(intention) = pipe.read().await?;
    if intention.intention == ClientIntention::Status {
        return status.answer(pipe.turn()).await;
    }
    refuse(pipe.turn(), reason).await
}

async fn in_time<T>(patience: Duration, what: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    timeout(patience, what).await.unwrap_or_else(|_| Err("Took too long to log in".to_owned()))
}

/// The client's name and id, and the first of its packets in compression.
async fn greet(pipe: &mut LoginPipe, theirs: i32) -> Result<(String, Uuid), String> {
    if theirs != PROTOCOL_VERSION {
        return Err(format!("This world speaks {VERSION_NAME} (protocol {PROTOCOL_VERSION}), your client {theirs}"));
    }
    let ServerboundLoginPacket::Hello(hello) = pipe.read().await? else {
        return Err("A hello was expected".to_owned());
    };
    if !is_valid_name(&hello.name) {
        return Err("Names are 1 to 16 letters, digits and underscores".to_owned());
    }
    // As vanilla does in offline mode, whatever id the client claims: it may be another's.
    let uuid = azalea_crypto::offline::generate_uuid(&hello.name);

    pipe.write(ClientboundLoginCompression { compression_threshold: COMPRESSION_THRESHOLD as i32 }).await?;
    pipe.compress();
    // The profile's type lives in a crate we do not depend on; an entry's default has one inside.
    let mut game_profile = PlayerInfoEntry::default().profile;
    game_profile.uuid = uuid;
    game_profile.name.clone_from(&hello.name);
    pipe.write(ClientboundLoginFinished { game_profile }).await?;
    loop {
        match pipe.read().await? {
            ServerboundLoginPacket::LoginAcknowledged(_) => return Ok((hello.name, uuid)),
            ServerboundLoginPacket::CookieResponse(_) | ServerboundLoginPacket::CustomQueryAnswer(_) => {}
            _ => return Err("Unexpected while logging in".to_owned()),
        }
    }
}

async fn refuse<T>(pipe: LoginPipe, reason: String) -> Result<T, String> {
    pipe.end(ClientboundLoginDisconnect { reason: reason.clone().into() }).await;
    Err(reason)
}

async fn configure(connection: &mut ConfigPipe) -> Result<ClientInformation, String> {
    let mut brand = vec!["blockwright".len() as u8];
    brand.extend_from_slice(b"blockwright");
    let brand = ClientboundCustomPayload { identifier: Identifier::new("minecraft:brand"), data: brand.into() };
    connection.write(brand).await?;
    let features = vec![Identifier::new("minecraft:vanilla")];
    connection.write(ClientboundUpdateEnabledFeatures { features }).await?;
    connection.write(ClientboundSelectKnownPacks { known_packs: vec![registries::core_pack()] }).await?;

    let mut information = ClientInformation::default();
    let has_core_pack = loop {
        match connection.read().await? {
            ServerboundConfigPacket::ClientInformation(packet) => information = packet.information,
            ServerboundConfigPacket::SelectKnownPacks(packet) => {
                break packet.known_packs.contains(&registries::core_pack());
            }
            _ => {}
        }
    };
    connection.write_whole(registries::frames(has_core_pack)?).await?;
    connection.write(ClientboundFinishConfiguration).await?;
    loop {
        match connection.read().await? {
            ServerboundConfigPacket::ClientInformation(packet) => information = packet.information,
            ServerboundConfigPacket::FinishConfiguration(_) => return Ok(information),
            _ => {}
        }
    }
}

fn is_valid_name(name: &str) -> bool {
    (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A small packet must not wait for others to share a segment with.
fn hurry(stream: &TcpStream) -> Result<(), String> {
    stream.set_nodelay(true).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_vanillas() {
        for good in ["a", "Blockwright_01", "sixteen_letters_"] {
            assert!(is_valid_name(good), "{good}");
        }
        for bad in ["", "seventeen_letters", "a b", "é", "../x"] {
            assert!(!is_valid_name(bad), "{bad}");
        }
    }

    #[test]
    fn offline_ids_are_vanillas() {
        // `UUID.nameUUIDFromBytes("OfflinePlayer:Notch")` in Java; listed wherever servers in offline mode are explained.
        let notch = azalea_crypto::offline::generate_uuid("Notch");
        assert_eq!(notch.to_string(), "b50ad385-829d-3141-a216-7e7d7539ba7f");
    }
}
