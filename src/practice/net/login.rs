//! From a fresh socket to a client that is ready to play: handshake, status, login, configuration.
//!
//! Offline mode: a name is enough, as on any server that does not ask Mojang. The order and content of the configuration
//! are vanilla's; registries go out in full, so that clients without vanilla's data packs understand them too.

use std::fmt::Display;

use azalea_protocol::{
    common::client_information::ClientInformation,
    connect::Connection,
    packets::{
        ClientIntention, PROTOCOL_VERSION, VERSION_NAME,
        config::{
            ClientboundConfigPacket, ClientboundCustomPayload, ClientboundFinishConfiguration,
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
use tokio::net::TcpStream;
use uuid::Uuid;

use crate::practice::net::{
    registries,
    status::{self, Status},
};

/// Packets from this many bytes up are compressed, as vanilla does by default.
const COMPRESSION_THRESHOLD: i32 = 256;

/// Vanilla's limit on names.
const MAX_NAME: usize = 16;

/// A client that has finished its configuration.
pub(crate) struct Newcomer {
    pub name: String,
    pub uuid: Uuid,
    pub information: ClientInformation,
    pub connection: Connection<ServerboundGamePacket, ClientboundGamePacket>,
}

type LoginConnection = Connection<ServerboundLoginPacket, ClientboundLoginPacket>;
type ConfigConnection = Connection<ServerboundConfigPacket, ClientboundConfigPacket>;

fn text(error: impl Display) -> String {
    error.to_string()
}

/// Leads a client through everything before the game; `None` if it only wanted our status.
pub(crate) async fn login(stream: TcpStream, status: &Status) -> Result<Option<Newcomer>, String> {
    if status::is_legacy(&stream).await {
        status.answer_legacy(stream).await?;
        return Ok(None);
    }
    let mut connection = Connection::<ServerboundHandshakePacket, ClientboundHandshakePacket>::wrap(stream);
    let ServerboundHandshakePacket::Intention(intention) = connection.read().await.map_err(text)?;
    if intention.intention == ClientIntention::Status {
        status.answer(connection).await?;
        return Ok(None);
    }
    let mut connection = connection.login();
    if intention.protocol_version != PROTOCOL_VERSION {
        let theirs = intention.protocol_version;
        let reason = format!("This world speaks {VERSION_NAME} (protocol {PROTOCOL_VERSION}), your client {theirs}");
        return refuse(connection, reason).await;
    }
    let ServerboundLoginPacket::Hello(hello) = connection.read().await.map_err(text)? else {
        return refuse(connection, "A hello was expected".to_owned()).await;
    };
    if !is_valid_name(&hello.name) {
        return refuse(connection, "Names are 1 to 16 letters, digits and underscores".to_owned()).await;
    }
    // Vanilla derives the offline id from the name alone. Clients send the very same one, so take it; one that sends
    // none gets one of ours, which is as good: it must only be stable and unlike the others.
    let uuid = if hello.profile_id.is_nil() { uuid_of_name(&hello.name) } else { hello.profile_id };

    connection
        .write(ClientboundLoginCompression { compression_threshold: COMPRESSION_THRESHOLD })
        .await
        .map_err(text)?;
    connection.set_compression_threshold(COMPRESSION_THRESHOLD);
    // The profile's type lives in a crate we do not depend on; an entry's default has one inside.
    let mut game_profile = PlayerInfoEntry::default().profile;
    game_profile.uuid = uuid;
    game_profile.name.clone_from(&hello.name);
    connection.write(ClientboundLoginFinished { game_profile }).await.map_err(text)?;
    loop {
        match connection.read().await.map_err(text)? {
            ServerboundLoginPacket::LoginAcknowledged(_) => break,
            ServerboundLoginPacket::CookieResponse(_) | ServerboundLoginPacket::CustomQueryAnswer(_) => {}
            other => return refuse(connection, format!("Unexpected while logging in: {other:?}")).await,
        }
    }
    let mut connection = connection.config();
    let information = configure(&mut connection).await?;
    Ok(Some(Newcomer { name: hello.name, uuid, information, connection: connection.game() }))
}

async fn refuse<T>(mut connection: LoginConnection, reason: String) -> Result<T, String> {
    connection.write(ClientboundLoginDisconnect { reason: reason.clone().into() }).await.map_err(text)?;
    Err(reason)
}

async fn configure(connection: &mut ConfigConnection) -> Result<ClientInformation, String> {
    let mut brand = vec!["blockwright".len() as u8];
    brand.extend_from_slice(b"blockwright");
    let brand = ClientboundCustomPayload { identifier: Identifier::new("minecraft:brand"), data: brand.into() };
    connection.write(brand).await.map_err(text)?;
    let features = vec![Identifier::new("minecraft:vanilla")];
    connection.write(ClientboundUpdateEnabledFeatures { features }).await.map_err(text)?;
    // No packs known to both: then every entry must be sent with its value.
    connection.write(ClientboundSelectKnownPacks { known_packs: Vec::new() }).await.map_err(text)?;

    let mut information = ClientInformation::default();
    loop {
        match connection.read().await.map_err(text)? {
            ServerboundConfigPacket::ClientInformation(packet) => information = packet.information,
            ServerboundConfigPacket::SelectKnownPacks(_) => break,
            _ => {}
        }
    }
    for registry in registries::all()? {
        connection.write(registry).await.map_err(text)?;
    }
    connection.write(registries::tags()).await.map_err(text)?;
    connection.write(ClientboundFinishConfiguration).await.map_err(text)?;
    loop {
        match connection.read().await.map_err(text)? {
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
