//! From a fresh socket to a client that is ready to play: handshake, status, login, configuration.
//!
//! Offline mode: a name is enough, as on any server that does not ask Mojang. The order and content of the configuration
//! are vanilla's; registries go out in full, so that clients without vanilla's data packs understand them too.

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
        status::{
            ClientboundPongResponse, ClientboundStatusPacket, ClientboundStatusResponse, ServerboundStatusPacket,
            c_status_response::{Players, Version},
        },
    },
};
use azalea_registry::identifier::Identifier;
use tokio::{net::TcpStream, time::timeout};
use uuid::Uuid;

use crate::practice::net::{
    limits::{COMPRESSION_THRESHOLD, HELLO_PATIENCE, LOGIN_PATIENCE},
    listener::hurry,
    pipe::Pipe,
    registries,
};

/// Vanilla's limit on names.
const MAX_NAME: usize = 16;

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
pub(crate) async fn login(stream: TcpStream, seed: u64) -> Result<Option<Newcomer>, String> {
    hurry(&stream)?;
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
        in_time(HELLO_PATIENCE, status(pipe.turn(), seed)).await?;
        return Ok(None);
    }
    let mut pipe: LoginPipe = pipe.turn();
    let (name, uuid) = match in_time(HELLO_PATIENCE, greet(&mut pipe, intention.protocol_version)).await {
        Ok(identity) => identity,
        Err(reason) => return refuse(pipe, reason).await,
    };
    let mut pipe: ConfigPipe = pipe.turn();
    match in_time(LOGIN_PATIENCE, configure(&mut pipe)).await {
        Ok(information) => Ok(Some(Newcomer { name, uuid, information, pipe: pipe.turn() })),
        Err(reason) => {
            let _ = pipe.write(ClientboundDisconnect { reason: reason.clone().into() }).await;
            pipe.close().await;
            Err(reason)
        }
    }
}

/// For a client that has no place: its status if it asks for that, else the reason.
pub(crate) async fn turn_away(stream: TcpStream, seed: u64, reason: String) -> Result<(), String> {
    hurry(&stream)?;
    let mut pipe = Handshake::new(stream);
    let ServerboundHandshakePacket::Intention(intention) = pipe.read().await?;
    if intention.intention == ClientIntention::Status {
        return status(pipe.turn(), seed).await;
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
    // Vanilla derives the offline id from the name alone. Clients send the very same one, so take it; one that sends
    // none gets one of ours, which is as good: it must only be stable and unlike the others.
    let uuid = if hello.profile_id.is_nil() { uuid_of_name(&hello.name) } else { hello.profile_id };

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

async fn refuse<T>(mut pipe: LoginPipe, reason: String) -> Result<T, String> {
    let _ = pipe.write(ClientboundLoginDisconnect { reason: reason.clone().into() }).await;
    pipe.close().await;
    Err(reason)
}

async fn status(mut pipe: Pipe<ServerboundStatusPacket, ClientboundStatusPacket>, seed: u64) -> Result<(), String> {
    loop {
        match pipe.read().await? {
            ServerboundStatusPacket::StatusRequest(_) => {
                let response = ClientboundStatusResponse {
                    description: format!("Blockwright practice world, seed {seed}").into(),
                    favicon: None,
                    players: Players { max: 64, online: 0, sample: Vec::new() },
                    version: Version { name: VERSION_NAME.to_owned(), protocol: PROTOCOL_VERSION },
                    enforces_secure_chat: Some(false),
                };
                pipe.write(response).await?;
            }
            ServerboundStatusPacket::PingRequest(ping) => {
                pipe.write(ClientboundPongResponse { time: ping.time }).await?;
                pipe.close().await;
                return Ok(());
            }
        }
    }
}

async fn configure(connection: &mut ConfigPipe) -> Result<ClientInformation, String> {
    let mut brand = vec!["blockwright".len() as u8];
    brand.extend_from_slice(b"blockwright");
    let brand = ClientboundCustomPayload { identifier: Identifier::new("minecraft:brand"), data: brand.into() };
    connection.write(brand).await?;
    let features = vec![Identifier::new("minecraft:vanilla")];
    connection.write(ClientboundUpdateEnabledFeatures { features }).await?;
    // No packs known to both: then every entry must be sent with its value.
    connection.write(ClientboundSelectKnownPacks { known_packs: Vec::new() }).await?;

    let mut information = ClientInformation::default();
    loop {
        match connection.read().await? {
            ServerboundConfigPacket::ClientInformation(packet) => information = packet.information,
            ServerboundConfigPacket::SelectKnownPacks(_) => break,
            _ => {}
        }
    }
    for registry in registries::all()? {
        connection.write(registry).await?;
    }
    connection.write(registries::tags()).await?;
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

/// Two FNV-1a hashes of the name, marked as a version 3 id as vanilla's offline ids are.
fn uuid_of_name(name: &str) -> Uuid {
    let hash =
        |basis: u64| name.bytes().fold(basis, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let bits = u128::from(hash(0xcbf2_9ce4_8422_2325)) << 64 | u128::from(hash(0x9ae1_6a3b_2f90_404f));
    uuid::Builder::from_u128(bits).with_version(uuid::Version::Md5).with_variant(uuid::Variant::RFC4122).into_uuid()
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
    fn ids_of_names_differ_and_stay() {
        assert_eq!(uuid_of_name("a"), uuid_of_name("a"));
        assert_ne!(uuid_of_name("a"), uuid_of_name("b"));
    }
}
