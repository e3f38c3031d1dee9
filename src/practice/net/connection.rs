//! A client in the game: one task that reads its frames and writes ours, queues between it and the game.
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
use tokio::{
    io::{AsyncRead, AsyncWriteExt},
    net::tcp::OwnedWriteHalf,
    sync::{Semaphore, mpsc, oneshot},
    time::{sleep, timeout},
};
use tracing::error;

use crate::practice::{
    game::Event,
    net::{
        fixups::{self, Decoded},
        frames::{Broken, Frame, FrameReader},
        limits::{GOODBYE, LINGER, MAX_UNREAD, MOST_PLAYING, PACKETS_PER_TICK, WRITE_AT_ONCE, WRITE_QUEUE},
        listener::ConnectionId,
        login::Newcomer,
        manners::Manners,
        packets,
        rooms::Place,
    },
    players::join::Joining,
};

/// Events that may wait for the game: every client's allowance and its coming and going, and calls of tests.
pub(crate) const EVENT_QUEUE: usize = 2 * MOST_PLAYING * (PACKETS_PER_TICK as usize + 3);

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
struct Wires {
    frames: mpsc::Receiver<Batch>,
    allowance: Arc<Semaphore>,
    hung_up: oneshot::Receiver<()>,
}

fn link(seat: Option<Arc<Place>>) -> (Link, Wires) {
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

/// Plays the client's part until it leaves, errs, or the game hangs up.
pub(crate) async fn serve(
    newcomer: Newcomer,
    id: ConnectionId,
    seat: Place,
    events: &crossbeam_channel::Sender<Event>,
) -> Result<(), String> {
    let seat = Arc::new(seat);
    let Newcomer { name, uuid, information, pipe } = newcomer;
    let (mut reader, mut writer) = (pipe.reader, pipe.writer);
    let (link, wires) = link(Some(seat.clone()));
    let Wires { frames, allowance, hung_up } = wires;
    tell(events, Event::Joined(Box::new(Joining { id, name, uuid, information, link })))?;
    // Whichever ends first ends the others: a closed socket the writer, a hang-up of the game the reader.
    let outcome = tokio::select! {
        read = read_frames(&mut reader, id, &allowance, events) => read,
        written = write_frames(&mut writer, frames) => written,
        () = async {
            let _ = hung_up.await;
            sleep(GOODBYE).await;
        } => Err("did not take the last word".to_owned()),
    };
    let reason = outcome.as_ref().err().cloned().unwrap_or_else(|| "disconnected".to_owned());
    // Fails only if the world has ended.
    let _ = tell(events, Event::Left(id, reason));
    let _ = timeout(LINGER, async {
        let _ = writer.shutdown().await;
        reader.drain().await;
    })
    .await;
    outcome
}

/// Into the game's queue. There is a place for everything that the allowances allow.
fn tell(events: &crossbeam_channel::Sender<Event>, event: Event) -> Result<(), String> {
    events.try_send(event).map_err(|error| match error {
        crossbeam_channel::TrySendError::Full(_) => "the world is too busy".to_owned(),
        crossbeam_channel::TrySendError::Disconnected(_) => "the world has ended".to_owned(),
    })
}

async fn read_frames<S: AsyncRead + Unpin>(
    reader: &mut FrameReader<S>,
    id: ConnectionId,
    allowance: &Semaphore,
    events: &crossbeam_channel::Sender<Event>,
) -> Result<(), String> {
    loop {
        let decoded = match reader.next().await {
            Ok(Some(packet)) => fixups::decode(&packet),
            Ok(None) => return Ok(()),
            // Nobody is there any more to be told anything.
            Err(lost @ Broken::Connection(_)) => return Err(lost.into()),
            Err(Broken::Packet(reason)) => Err(reason),
        };
        // Never closed while the connection holds it.
        if let Ok(one) = allowance.acquire().await {
            one.forget();
        }
        match decoded {
            Ok(Decoded::Packet(packet)) => tell(events, Event::Packet(id, packet))?,
            Ok(Decoded::Misread(packet)) => tell(events, Event::Misread(id, packet))?,
            Ok(Decoded::Ignored) => tell(events, Event::Noise(id))?,
            Err(reason) => {
                // The game says goodbye, so that the last word comes after all it has already said.
                tell(events, Event::Malformed(id, reason))?;
                std::future::pending::<()>().await;
            }
        }
    }
}

/// Ends when the game drops its end of the queue and everything has been written. What waits together leaves together, in
/// pieces of a size that one connection may hold.
async fn write_frames(writer: &mut OwnedWriteHalf, mut batches: mpsc::Receiver<Batch>) -> Result<(), String> {
    let mut bytes = Vec::new();
    while let Some(batch) = batches.recv().await {
        let mut waiting = Some(batch);
        while let Some(batch) = waiting {
            for frame in batch.iter() {
                frame.write(&mut bytes);
                if bytes.len() >= WRITE_AT_ONCE {
                    writer.write_all(&bytes).await.map_err(|error| error.to_string())?;
                    bytes.clear();
                }
            }
            waiting = batches.try_recv().ok();
        }
        writer.write_all(&bytes).await.map_err(|error| error.to_string())?;
        bytes.clear();
        bytes.shrink_to(WRITE_AT_ONCE);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        net::{IpAddr, Ipv4Addr},
        pin::{Pin, pin},
        task::{Context, Poll, Waker},
    };

    use tokio::io::ReadBuf;

    use super::*;
    use crate::practice::net::rooms::Room;

    /// A socket whose other end has been taken away.
    struct Reset;

    impl AsyncRead for Reset {
        fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, _: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()))
        }
    }

    #[test]
    fn a_connection_that_is_lost_is_no_packet_that_cannot_be_read() {
        let (events, inbox) = crossbeam_channel::bounded(8);
        let (mut reader, allowance) = (FrameReader::new(Reset), Semaphore::new(1));
        let reading = pin!(read_frames(&mut reader, 1, &allowance, &events));
        let ended = reading.poll(&mut Context::from_waker(Waker::noop()));
        assert!(matches!(ended, Poll::Ready(Err(reason)) if reason.starts_with("the connection was lost: ")));
        assert!(inbox.is_empty(), "the client's packets are not to blame");
    }

    #[test]
    fn a_seat_is_taken_until_the_game_has_let_go() {
        let (room, address) = (Room::new(1, 1), IpAddr::V4(Ipv4Addr::LOCALHOST));
        let (link, wires) = link(room.enter(address).ok().map(Arc::new));
        drop(wires);
        assert!(room.enter(address).is_err());
        drop(link);
        assert!(room.enter(address).is_ok());
    }
}
