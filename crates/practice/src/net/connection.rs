//! A client in the game: one task that reads its frames and hands on what they say, and writes ours.

use std::sync::Arc;

use crossbeam_channel::{Sender, TrySendError};
use tokio::{
    io::{AsyncRead, AsyncWriteExt},
    net::tcp::OwnedWriteHalf,
    sync::{Semaphore, mpsc},
    time::{sleep, timeout},
};

use crate::{
    net::{
        inbound::{ConnectionId, Inbound, Joining},
        link::{Batch, Wires, link},
        login::Newcomer,
        rooms::Place,
    },
    protocol::{
        fixups,
        fixups::Decoded,
        frames::{Broken, FrameReader},
        limits::{GOODBYE, LINGER, MOST_PLAYING, PACKETS_PER_TICK, WRITE_AT_ONCE},
    },
};

/// Events that may wait for the game: every client's allowance and its coming and going, and calls of tests.
pub(crate) const EVENT_QUEUE: usize = 2 * MOST_PLAYING * (PACKETS_PER_TICK as usize + 3);

/// Plays the client's part until it leaves, errs, or the game hangs up.
pub(super) async fn serve<E: From<Inbound>>(
    newcomer: Newcomer,
    id: ConnectionId,
    seat: Place,
    events: &Sender<E>,
) -> Result<(), String> {
    let seat = Arc::new(seat);
    let Newcomer { name, uuid, information, pipe } = newcomer;
    let (mut reader, mut writer) = (pipe.reader, pipe.writer);
    let (link, wires) = link(Some(seat.clone()));
    let Wires { frames, allowance, hung_up } = wires;
    tell(events, Inbound::Joined(Box::new(Joining { id, name, uuid, information, link })))?;
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
    let _ = tell(events, Inbound::Left(id, reason));
    let _ = timeout(LINGER, async {
        let _ = writer.shutdown().await;
        reader.drain().await;
    })
    .await;
    outcome
}

/// Into the game's queue. There is a place for everything that the allowances allow.
fn tell<E: From<Inbound>>(events: &Sender<E>, inbound: Inbound) -> Result<(), String> {
    events.try_send(inbound.into()).map_err(|error| match error {
        TrySendError::Full(_) => "the world is too busy".to_owned(),
        TrySendError::Disconnected(_) => "the world has ended".to_owned(),
    })
}

async fn read_frames<S: AsyncRead + Unpin, E: From<Inbound>>(
    reader: &mut FrameReader<S>,
    id: ConnectionId,
    allowance: &Semaphore,
    events: &Sender<E>,
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
            Ok(Decoded::Packet(packet)) => tell(events, Inbound::Packet(id, packet))?,
            Ok(Decoded::Misread(packet)) => tell(events, Inbound::Misread(id, packet))?,
            Ok(Decoded::Ignored) => tell(events, Inbound::Noise(id))?,
            Err(reason) => {
                // The game says goodbye, so that the last word comes after all it has already said.
                tell(events, Inbound::Malformed(id, reason))?;
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
    use crate::net::rooms::Room;

    /// A socket whose other end has been taken away.
    struct Reset;

    impl AsyncRead for Reset {
        fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, _: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()))
        }
    }

    #[test]
    fn a_connection_that_is_lost_is_no_packet_that_cannot_be_read() {
        let (events, inbox) = crossbeam_channel::bounded::<Inbound>(8);
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
