//! From a fresh socket to a client that is ready to play: handshake, status, login, configuration.
//!
//! Offline mode: a name is enough, as on any server that does not ask Mojang. The order and content of the configuration
//! are vanilla's; registries go out in full to clients without vanilla's own data pack.

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
    // Clients send the id that vanilla derives from the name in offline mode; for one that sends none we do.
    let id = hello.profile_id;
    let uuid = if id.is_nil() { azalea_crypto::offline::generate_uuid(&hello.name) } else { id };

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
    connection.write(ClientboundSelectKnownPacks { known_packs: vec![registries::core_pack()] }).await.map_err(text)?;

    let mut information = ClientInformation::default();
    let has_core_pack = loop {
        match connection.read().await.map_err(text)? {
            ServerboundConfigPacket::ClientInformation(packet) => information = packet.information,
            ServerboundConfigPacket::SelectKnownPacks(packet) => {
                break packet.known_packs.contains(&registries::core_pack());
            }
            _ => {}
        }
    };
    for registry in registries::all(has_core_pack)? {
        connection.write(registry).await.map_err(text)?;
    }
    connection.write(registries::tags()?).await.map_err(text)?;
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
