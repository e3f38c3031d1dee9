//! The queues between a connection and the game.
//!
//! What a client says is bounded by an allowance: its task takes one for each packet and the game gives them back once a
//! tick, so that a flood waits in the flooder's own socket and takes nobody's turn. What a client is told is bounded by
//! what waits for it: one that does not read gets no more chunks, and at last is dropped.

use std::{
    ops::Deref,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use azalea_chat::FormattedText;
use azalea_protocol::packets::{Packet, game::ClientboundGamePacket};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tracing::error;

use crate::{
    net::{manners::Manners, rooms::Place},
    protocol::{
        fixups,
        frames::Frame,
        limits::{MAX_UNREAD, PACKETS_PER_TICK, WRITE_QUEUE},
        packets,
    },
};

/// Frames that leave together; counted as unread until dropped.
pub(crate) struct Batch {
    frames: Vec<Frame>,
    bytes: usize,
    unwritten: Arc<AtomicUsize>,
}

impl Deref for Batch {
    type Target = [Frame];

    fn deref(&self) -> &[Frame] {
        &self.frames
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        self.unwritten.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// The game's end of a connection: packets gather here and leave together.
pub(crate) struct Link {
    waiting: Vec<Frame>,
    waiting_bytes: usize,
    writer: mpsc::Sender<Batch>,
    /// Bytes handed to the writer and not yet taken by the client's machine.
    unwritten: Arc<AtomicUsize>,
    allowance: Arc<Semaphore>,
    /// Packets heard since the allowance was last filled up.
    heard: u32,
    pub manners: Manners,
    _hang_up: oneshot::Sender<()>,
    /// Taken until both ends are gone: the connection may end while the game still has much to hear from it.
    _seat: Option<Arc<Place>>,
}

/// The connection's end of the same.
pub(super) struct Wires {
    pub frames: mpsc::Receiver<Batch>,
    pub allowance: Arc<Semaphore>,
    pub hung_up: oneshot::Receiver<()>,
}

pub(super) fn link(seat: Option<Arc<Place>>) -> (Link, Wires) {
    let (writer, frames) = mpsc::channel(WRITE_QUEUE);
    let (hang_up, hung_up) = oneshot::channel();
    let allowance = Arc::new(Semaphore::new(PACKETS_PER_TICK as usize));
    let unwritten = Arc::<AtomicUsize>::default();
    let wires = Wires { frames, allowance: allowance.clone(), hung_up };
    let link = Link {
        waiting: Vec::new(),
        waiting_bytes: 0,
        writer,
        unwritten,
        allowance,
        heard: 0,
        manners: Manners::new(Instant::now()),
        _hang_up: hang_up,
        _seat: seat,
    };
    (link, wires)
}

impl Link {
    pub fn send(&mut self, packet: impl Packet<ClientboundGamePacket>) {
        match fixups::encode(&packet.into_variant()) {
            Ok(bytes) => self.send_frame(Frame::Packet(bytes)),
            Err(error) => error!("a packet could not be written: {error}"),
        }
    }

    /// A packet that was made for several clients.
    pub fn send_frame(&mut self, frame: Frame) {
        self.waiting_bytes += frame.len();
        self.waiting.push(frame);
    }

    /// Whether the client has left by itself.
    pub fn is_closed(&self) -> bool {
        self.writer.is_closed()
    }

    /// Bytes that wait for the writer.
    pub fn waiting(&self) -> usize {
        self.waiting_bytes
    }

    /// Bytes that wait for the client.
    pub fn unread(&self) -> usize {
        self.waiting_bytes + self.unwritten.load(Ordering::Relaxed)
    }

    /// One packet of the client is being handled.
    pub fn hear(&mut self) {
        self.heard += 1;
    }

    /// A tick has passed: the client may speak again, or the reason why it may not.
    pub fn pass_tick(&mut self, now: Instant) -> Result<(), &'static str> {
        let heard = std::mem::take(&mut self.heard);
        self.allowance.add_permits(heard as usize);
        self.manners.pass_tick(now, heard)
    }

    /// Hands all that gathered to the writer, in one piece. False if the client is gone or has stopped reading.
    pub fn flush(&mut self) -> bool {
        if self.waiting.is_empty() { !self.writer.is_closed() } else { self.unread() <= MAX_UNREAD && self.hand_over() }
    }

    /// False if the client is gone.
    fn hand_over(&mut self) -> bool {
        match self.writer.try_reserve() {
            Ok(place) => {
                let (frames, bytes) = (std::mem::take(&mut self.waiting), std::mem::take(&mut self.waiting_bytes));
                self.unwritten.fetch_add(bytes, Ordering::Relaxed);
                place.send(Batch { frames, bytes, unwritten: self.unwritten.clone() });
                true
            }
            Err(mpsc::error::TrySendError::Full(())) => true,
            Err(mpsc::error::TrySendError::Closed(())) => false,
        }
    }

    /// The last word: the reason, then the connection ends as the link is dropped.
    pub fn disconnect(mut self, reason: impl Into<FormattedText>) {
        self.send(packets::disconnect(reason));
        // Behind what a client does not read it will hardly arrive; then the connection just ends.
        self.hand_over();
    }

    /// A link to nobody, whose batches tests can look at.
    #[cfg(test)]
    pub fn to_test() -> (Self, mpsc::Receiver<Batch>) {
        let (link, wires) = link(None);
        (link, wires.frames)
    }
}
