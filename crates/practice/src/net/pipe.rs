//! A connection before the game: whole packets in and out, one state after the other.

use std::{fmt::Debug, marker::PhantomData};

use azalea_protocol::packets::{Packet, ProtocolPacket};
use tokio::{
    io::AsyncWriteExt,
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    time::timeout,
};

use crate::{
    protocol::{
        claims,
        claims::Claim,
        frames,
        frames::FrameReader,
        limits::{COMPRESSION_THRESHOLD, GOODBYE, LINGER, MOST_LOGIN_PACKETS},
    },
    wire::frames::write_frame,
};

/// A socket on which packets of `R` are read and packets of `W` written.
pub(crate) struct Pipe<R, W> {
    pub reader: FrameReader<OwnedReadHalf>,
    pub writer: OwnedWriteHalf,
    /// What is held against its limit before it is decoded, in this state.
    pub claims: &'static [Claim],
    packets: u32,
    state: PhantomData<fn(W) -> R>,
}

impl<R, W> Pipe<R, W> {
    pub fn new(stream: TcpStream) -> Self {
        let (reader, writer) = stream.into_split();
        Self { reader: FrameReader::new(reader), writer, claims: &[], packets: 0, state: PhantomData }
    }

    /// The same socket in another state of the protocol.
    pub fn turn<R2, W2>(self) -> Pipe<R2, W2> {
        let Self { reader, writer, packets, .. } = self;
        Pipe { reader, writer, claims: &[], packets, state: PhantomData }
    }

    /// From here on long packets are compressed, both ways.
    pub fn compress(&mut self) {
        self.reader.threshold = Some(COMPRESSION_THRESHOLD);
    }

    /// Hangs up so that what was written arrives.
    pub async fn close(mut self) {
        let _ = timeout(LINGER, async {
            let _ = self.writer.shutdown().await;
            self.reader.drain().await;
        })
        .await;
    }
}

impl<R: ProtocolPacket + Debug, W: ProtocolPacket + Debug> Pipe<R, W> {
    /// The next packet. Fails if the client hangs up, writes what cannot be read, or goes on for too long.
    pub async fn read(&mut self) -> Result<R, String> {
        let Some(packet) = self.reader.next().await? else { return Err("hung up".to_owned()) };
        self.packets += 1;
        if self.packets > MOST_LOGIN_PACKETS {
            return Err(format!("more than {MOST_LOGIN_PACKETS} packets and still not in the game"));
        }
        claims::check(&packet, self.claims)?;
        frames::decode(&packet)
    }

    pub async fn write(&mut self, packet: impl Packet<W>) -> Result<(), String> {
        let packet =
            azalea_protocol::write::serialize_packet(&packet.into_variant()).map_err(|error| error.to_string())?;
        let mut bytes = Vec::new();
        write_frame(&mut bytes, &packet, self.reader.threshold);
        self.write_whole(&bytes).await
    }

    /// Says a last word and hangs up, without waiting long for who does not read.
    pub async fn end(mut self, word: impl Packet<W>) {
        let _ = timeout(GOODBYE, self.write(word)).await;
        self.close().await;
    }

    /// Frames as they go over the wire.
    pub async fn write_whole(&mut self, frames: &[u8]) -> Result<(), String> {
        self.writer.write_all(frames).await.map_err(|error| error.to_string())
    }
}
