//! A client in the game: one task that reads its frames, one that writes ours, queues between them and the game.
//!
//! Both queues are bounded. A client that floods us is not read until the game has caught up; one that does not read
//! us is dropped when too much waits for it.

use std::time::Duration;

use azalea_protocol::{
    connect::{RawReadConnection, RawWriteConnection},
    packets::{Packet, game::ClientboundGamePacket},
    read::read_raw_packet_from_buffer,
    write::encode_to_network_packet,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::tcp::OwnedReadHalf,
    sync::mpsc,
    time::timeout,
};
use tracing::{error, warn};

use crate::practice::{
    game::Event,
    net::{
        fixups::{self, Decoded},
        listener::ConnectionId,
        login::Newcomer,
        packets,
    },
    players::join::Joining,
};

/// Events that may wait for the game, from all clients together.
pub(crate) const EVENT_QUEUE: usize = 4096;

/// Batches of packets that may wait for a client's writer.
const WRITE_QUEUE: usize = 64;

/// Bytes that may wait on top of a full queue before a client counts as not reading.
const MAX_UNREAD: usize = 32 << 20;

/// The longest packet taken from a client, in bytes; a player's longest are a few hundred. Compressed it may hold a
/// thousand times as much, so this is well below the protocol's own limit.
const MAX_FRAME: usize = 64 << 10;

/// How long a last word may take to be written.
pub(crate) const GOODBYE: Duration = Duration::from_secs(1);

type Frames = Vec<Box<[u8]>>;

/// The game's end of a connection: packets gather here and leave together.
pub(crate) struct Link {
    waiting: Frames,
    waiting_bytes: usize,
    writer: mpsc::Sender<Frames>,
}

impl Link {
    pub fn send(&mut self, packet: impl Packet<ClientboundGamePacket>) {
        match fixups::encode(&packet.into_variant()) {
            Ok(bytes) => {
                self.waiting_bytes += bytes.len();
                self.waiting.push(bytes);
            }
            Err(error) => error!("a packet could not be written: {error}"),
        }
    }

    /// Whether the client has left by itself.
    pub fn is_closed(&self) -> bool {
        self.writer.is_closed()
    }

    /// Hands all that gathered to the writer, in one piece. False if the client is gone or has stopped reading.
    pub fn flush(&mut self) -> bool {
        if self.waiting.is_empty() {
            return !self.writer.is_closed();
        }
        match self.writer.try_send(std::mem::take(&mut self.waiting)) {
            Ok(()) => {
                self.waiting_bytes = 0;
                true
            }
            Err(mpsc::error::TrySendError::Full(frames)) => {
                self.waiting = frames;
                self.waiting_bytes <= MAX_UNREAD
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }
}

/// Plays the client's part until it leaves, errs, or the game hangs up.
pub(crate) async fn serve(
    newcomer: Newcomer,
    id: ConnectionId,
    events: crossbeam_channel::Sender<Event>,
) -> Result<(), String> {
    let Newcomer { name, uuid, information, connection } = newcomer;
    let (reader, writer) = connection.into_split_raw();
    let (queue, frames) = mpsc::channel(WRITE_QUEUE);
    let link = Link { waiting: Vec::new(), waiting_bytes: 0, writer: queue };
    tell(&events, Event::Joined(Box::new(Joining { id, name, uuid, information, link }))).await?;
    // Whichever ends first ends the other: a closed socket the writer, a hang-up of the game the reader.
    let outcome = tokio::select! {
        read = read_frames(reader, id, &events) => read,
        written = write_frames(writer, frames) => written,
    };
    let reason = outcome.as_ref().err().cloned().unwrap_or_else(|| "disconnected".to_owned());
    tell(&events, Event::Left(id, reason)).await?;
    outcome
}

/// Waits for a place in the queue without holding up the other clients.
async fn tell(events: &crossbeam_channel::Sender<Event>, mut event: Event) -> Result<(), String> {
    loop {
        match events.try_send(event) {
            Ok(()) => return Ok(()),
            Err(crossbeam_channel::TrySendError::Full(back)) => event = back,
            Err(crossbeam_channel::TrySendError::Disconnected(_)) => return Err("the world has ended".to_owned()),
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// The next frame, however the bytes come in.
async fn read_frame(reader: &mut RawReadConnection) -> Result<Option<Box<[u8]>>, String> {
    loop {
        let threshold = reader.compression_threshold;
        let frame = read_raw_packet_from_buffer::<OwnedReadHalf>(&mut reader.buffer, threshold);
        if let Some(frame) = frame.map_err(|error| error.to_string())? {
            return Ok(Some(frame));
        }
        if reader.buffer.get_ref().len() - reader.buffer.position() as usize > MAX_FRAME {
            return Err(format!("a packet of more than {MAX_FRAME} bytes"));
        }
        let read = reader.read_stream.read_buf(reader.buffer.get_mut()).await;
        if read.map_err(|error| error.to_string())? == 0 {
            return Ok(None);
        }
    }
}

async fn read_frames(
    mut reader: RawReadConnection,
    id: ConnectionId,
    events: &crossbeam_channel::Sender<Event>,
) -> Result<(), String> {
    loop {
        let decoded = match read_frame(&mut reader).await {
            Ok(Some(frame)) => fixups::decode(&frame),
            Ok(None) => return Ok(()),
            Err(reason) => Err(reason),
        };
        match decoded {
            Ok(Decoded::Packet(packet)) => tell(events, Event::Packet(id, packet)).await?,
            Ok(Decoded::Misread(packet)) => tell(events, Event::Misread(id, packet)).await?,
            Ok(Decoded::Ignored) => {}
            Err(reason) => {
                warn!("client {id} sent a packet that cannot be read: {reason}");
                // The game says goodbye, so that the last word comes after all it has already said.
                tell(events, Event::Malformed(id, reason)).await?;
                std::future::pending::<()>().await;
            }
        }
    }
}

/// Ends when the game drops its end of the queue and everything has been written.
async fn write_frames(mut writer: RawWriteConnection, mut frames: mpsc::Receiver<Frames>) -> Result<(), String> {
    let mut bytes = Vec::new();
    while let Some(batch) = frames.recv().await {
        bytes.clear();
        for frame in batch {
            bytes.extend(encode_to_network_packet(&frame, writer.compression_threshold, &mut writer.enc_cipher));
        }
        writer.write_stream.write_all(&bytes).await.map_err(|error| error.to_string())?;
    }
    let _ = timeout(GOODBYE, writer.write_stream.shutdown()).await;
    Ok(())
}

impl Link {
    /// The last word: the reason, then the connection ends as the link is dropped.
    pub fn disconnect(mut self, reason: &str) {
        self.send(packets::disconnect(reason));
        self.flush();
    }

    /// A link to nobody, whose batches tests can look at.
    #[cfg(test)]
    pub fn to_test() -> (Self, mpsc::Receiver<Frames>) {
        let (writer, frames) = mpsc::channel(WRITE_QUEUE);
        (Self { waiting: Vec::new(), waiting_bytes: 0, writer }, frames)
    }
}
