//! What goes to clients and what comes from them, as whole packets.

use std::{fmt::Debug, io, sync::Arc};

use azalea_protocol::packets::ProtocolPacket;
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::{
    protocol::limits::{COMPRESSION_THRESHOLD, MAX_PACKET, MAX_REASON, READ_AT_ONCE},
    wire,
    wire::frames::{split, unpack, write_frame},
};

/// Something to be sent: cheap to hand to many clients once it is whole.
#[derive(Clone, Debug)]
pub(crate) enum Frame {
    /// A packet's id and body; the writer adds the rest.
    Packet(Box<[u8]>),
    /// As it goes over the wire, compressed where it is long enough.
    Whole(Arc<[u8]>),
}

impl Frame {
    /// Made once for many clients.
    pub fn whole(packet: &[u8]) -> Self {
        let mut bytes = Vec::with_capacity(packet.len() / 2 + 16);
        write_frame(&mut bytes, packet, Some(COMPRESSION_THRESHOLD));
        Self::Whole(bytes.into())
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Packet(packet) => packet.len(),
            Self::Whole(bytes) => bytes.len(),
        }
    }

    /// To a client that compresses, as all do once they play.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Packet(packet) => write_frame(bytes, packet, Some(COMPRESSION_THRESHOLD)),
            Self::Whole(whole) => bytes.extend_from_slice(whole),
        }
    }

    /// The packet's id and body.
    #[cfg(test)]
    pub fn packet(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        let (head, length) = split(&bytes, usize::MAX).unwrap().unwrap();
        assert_eq!(head + length, bytes.len());
        unpack(&bytes[head..], Some(COMPRESSION_THRESHOLD), usize::MAX).unwrap()
    }
}

/// Why no more packets can be had.
#[derive(Debug)]
pub(crate) enum Broken {
    /// The connection is gone: reset, timed out.
    Connection(io::Error),
    /// What came over it cannot be read.
    Packet(String),
}

impl From<String> for Broken {
    fn from(reason: String) -> Self {
        Self::Packet(reason)
    }
}

impl From<Broken> for String {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Connection(error) => format!("the connection was lost: {error}"),
            Broken::Packet(reason) => reason,
        }
    }
}

/// Takes frames out of a stream.
pub(crate) struct FrameReader<S> {
    stream: S,
    buffer: Vec<u8>,
    /// How much of the buffer has been taken already.
    taken: usize,
    /// Packets from this many bytes up come compressed; none do yet if not given.
    pub threshold: Option<u32>,
    longest: usize,
}

impl<S: AsyncRead + Unpin> FrameReader<S> {
    pub fn new(stream: S) -> Self {
        Self::with_longest(stream, MAX_PACKET)
    }

    /// One that takes packets of up to so many bytes.
    pub fn with_longest(stream: S, longest: usize) -> Self {
        Self { stream, buffer: Vec::new(), taken: 0, threshold: None, longest }
    }

    /// The next packet's id and body, however its bytes come in; `None` if the other end has hung up. Waiting for it can
    /// be given up without losing anything.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, Broken> {
        loop {
            let waiting = &self.buffer[self.taken..];
            if let Some((head, length)) = split(waiting, self.longest)?
                && let Some(frame) = waiting.get(head..head + length)
            {
                let packet = unpack(frame, self.threshold, self.longest)?;
                self.taken += head + length;
                return Ok(Some(packet));
            }
            self.buffer.drain(..self.taken);
            self.taken = 0;
            if self.buffer.is_empty() {
                self.buffer.shrink_to(READ_AT_ONCE);
            }
            self.buffer.reserve(READ_AT_ONCE);
            let read = self.stream.read_buf(&mut self.buffer).await;
            if read.map_err(Broken::Connection)? == 0 {
                return Ok(None);
            }
        }
    }

    /// Reads on, and forgets what comes, until the other end hangs up: a socket closed with something unread may take
    /// back the last word that was written to it.
    pub async fn drain(&mut self) {
        self.buffer = vec![0; READ_AT_ONCE];
        while self.stream.read(&mut self.buffer).await.is_ok_and(|read| read > 0) {}
    }
}

/// Reads a packet of a state to its last byte.
pub(crate) fn decode<P: ProtocolPacket + Debug>(packet: &[u8]) -> Result<P, String> {
    wire::frames::decode(packet, |error| shortened(&error.to_string()))
}

/// A reason that may quote what was sent, cut to what a log and a screen can bear.
pub(crate) fn shortened(reason: &str) -> String {
    match reason.char_indices().nth(MAX_REASON) {
        Some((end, _)) => format!("{}…", &reason[..end]),
        None => reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(bytes: &[u8], threshold: Option<u32>) -> Result<Vec<Vec<u8>>, String> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut reader = FrameReader::new(bytes);
            reader.threshold = threshold;
            let mut packets = Vec::new();
            while let Some(packet) = reader.next().await? {
                packets.push(packet);
            }
            Ok(packets)
        })
    }

    #[test]
    fn what_is_written_reads_back() {
        let packets = [vec![1], vec![7; 255], vec![7; 256], (0..40_000u32).map(|i| i as u8).collect()];
        for threshold in [None, Some(0), Some(256)] {
            let mut bytes = Vec::new();
            packets.iter().for_each(|packet| write_frame(&mut bytes, packet, threshold));
            assert_eq!(read_all(&bytes, threshold).unwrap(), packets);
            assert_eq!(read_all(&bytes[..bytes.len() - 1], threshold).unwrap(), packets[..3], "the last is cut");
        }
    }

    #[test]
    fn whole_frames_are_the_same() {
        for length in [3, 300] {
            let packet = vec![9; length];
            assert_eq!(Frame::whole(&packet).packet(), packet);
            assert_eq!(Frame::Packet(packet.clone().into()).packet(), packet);
        }
    }

    #[test]
    fn lengths_are_not_believed() {
        for (bytes, reason) in [
            (&[0][..], "empty"),
            (&[0xff, 0xff, 0xff, 0xff, 0x07], "a length of more"),
            (&[0xff, 0xff, 0x7f], "more than 65536"),
        ] {
            assert!(read_all(bytes, None).unwrap_err().contains(reason), "{bytes:?}");
        }
    }

    #[test]
    fn reasons_stay_short() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"é".repeat(5000)).chars().count(), MAX_REASON + 1);
    }
}
