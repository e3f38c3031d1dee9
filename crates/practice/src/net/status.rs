//! What server lists are told: the description, the version, and who plays.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use azalea_protocol::packets::{
    PROTOCOL_VERSION, VERSION_NAME,
    status::{
        ClientboundPongResponse, ClientboundStatusPacket, ClientboundStatusResponse, ServerboundStatusPacket,
        c_status_response::{Players, SamplePlayer, Version},
    },
};
use tokio::{io::AsyncWriteExt, net::TcpStream};
use uuid::Uuid;

use crate::{
    net::{pipe::Pipe, welcome},
    protocol::limits::MOST_PLAYING,
};

/// Names shown at most; vanilla's.
const SAMPLE: usize = 12;

/// The first byte of a question from before 1.7, and of its answer.
const LEGACY_PING: u8 = 0xfe;
const LEGACY_ANSWER: u8 = 0xff;

/// What such old clients are told as the protocol, so that they know they cannot join.
const NO_LEGACY_PROTOCOL: &str = "127";

/// What there is to tell; the game keeps it up to date.
#[derive(Debug)]
pub(crate) struct Status {
    seed: i64,
    players: Mutex<BTreeMap<Uuid, String>>,
}

impl Status {
    pub fn new(seed: i64) -> Self {
        Self { seed, players: Mutex::default() }
    }

    fn players(&self) -> MutexGuard<'_, BTreeMap<Uuid, String>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn enter(&self, uuid: Uuid, name: &str) {
        self.players().insert(uuid, name.to_owned());
    }

    pub fn leave(&self, uuid: Uuid) {
        self.players().remove(&uuid);
    }

    fn response(&self) -> ClientboundStatusResponse {
        let players = self.players();
        let sample = players.iter().take(SAMPLE);
        let sample = sample.map(|(uuid, name)| SamplePlayer { id: uuid.hyphenated().to_string(), name: name.clone() });
        ClientboundStatusResponse {
            description: welcome::motd(self.seed).into(),
            favicon: None,
            players: Players { max: MOST_PLAYING as i32, online: players.len() as i32, sample: sample.collect() },
            version: Version { name: VERSION_NAME.to_owned(), protocol: PROTOCOL_VERSION },
            enforces_secure_chat: Some(false),
        }
    }

    /// Answers until the client has its ping back.
    pub async fn answer(&self, mut pipe: Pipe<ServerboundStatusPacket, ClientboundStatusPacket>) -> Result<(), String> {
        loop {
            match pipe.read().await? {
                ServerboundStatusPacket::StatusRequest(_) => pipe.write(self.response()).await?,
                ServerboundStatusPacket::PingRequest(ping) => {
                    pipe.write(ClientboundPongResponse { time: ping.time }).await?;
                    pipe.close().await;
                    return Ok(());
                }
            }
        }
    }

    /// The answer that clients from before 1.7 understand (Minecraft Wiki, "Java Edition protocol/Server List Ping").
    pub async fn answer_legacy(&self, mut stream: TcpStream) -> Result<(), String> {
        stream.write_all(&self.legacy_response()).await.map_err(|error| error.to_string())?;
        stream.shutdown().await.map_err(|error| error.to_string())
    }

    fn legacy_response(&self) -> Vec<u8> {
        let online = self.players().len().to_string();
        let most = MOST_PLAYING.to_string();
        let text = ["§1", NO_LEGACY_PROTOCOL, VERSION_NAME, &welcome::motd(self.seed), &online, &most].join("\0");
        let letters: Vec<u16> = text.encode_utf16().collect();
        let mut answer = vec![LEGACY_ANSWER];
        answer.extend((letters.len() as u16).to_be_bytes());
        answer.extend(letters.into_iter().flat_map(u16::to_be_bytes));
        answer
    }
}

/// Whether a client asks in the way of before 1.7. No frame of today's protocol begins so: its handshake is short.
pub(super) async fn is_legacy(stream: &TcpStream) -> bool {
    let mut first = [0];
    stream.peek(&mut first).await.is_ok_and(|length| length == 1) && first[0] == LEGACY_PING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_told_who_plays() {
        let status = Status::new(7);
        for number in 0..20 {
            status.enter(Uuid::from_u128(number), &format!("player_{number}"));
        }
        status.leave(Uuid::from_u128(0));
        let Players { max, online, sample } = status.response().players;
        assert_eq!((max, online, sample.len()), (64, 19, 12));
        assert_eq!(sample[0].name, "player_1");
        let json = serde_json::to_value(status.response()).unwrap();
        assert_eq!(json["description"], "Blockwright practice world, seed 7");
        assert_eq!(json["version"]["protocol"], 775);
    }

    #[test]
    fn old_clients_get_an_answer_they_can_read() {
        let answer = Status::new(7).legacy_response();
        assert_eq!(answer[0], 0xff);
        let letters: Vec<u16> = answer[3..].chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
        assert_eq!(usize::from(u16::from_be_bytes([answer[1], answer[2]])), letters.len());
        let text = String::from_utf16(&letters).unwrap();
        assert!(text.starts_with("§1\u{0}127\u{0}26.1") && text.ends_with("\u{0}0\u{0}64"), "{text:?}");
    }
}
