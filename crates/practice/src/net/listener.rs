//! Accepts clients, one task each, and never more than a practice world can bear. Who has no place is told so.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use tokio::{net::TcpListener, sync::Semaphore, time::timeout};
use tracing::{debug, warn};

use crate::{
    net::{
        connection,
        inbound::{Inbound, LAST_ID},
        login,
        rooms::Room,
        status::Status,
    },
    protocol::{
        complaints::complain,
        limits::{
            MOST_JOINING, MOST_JOINING_PER_ADDRESS, MOST_PLAYING, MOST_PLAYING_PER_ADDRESS, MOST_TURNED_AWAY,
            TURNED_AWAY_PATIENCE,
        },
        packets,
    },
};

/// What the tasks of all clients share.
pub(crate) struct Host<E> {
    /// Where what clients bring in goes, whatever else goes there.
    pub events: crossbeam_channel::Sender<E>,
    pub status: Arc<Status>,
    /// Nothing is ever sent here. Once every task has let go of it the receiver knows that all have ended.
    pub _alive: crossbeam_channel::Sender<()>,
}

/// Runs until the runtime ends.
pub(crate) async fn accept<E: From<Inbound> + Send + 'static>(socket: TcpListener, host: Host<E>) {
    let host = Arc::new(host);
    let joining = Room::new(MOST_JOINING, MOST_JOINING_PER_ADDRESS);
    let playing = Room::new(MOST_PLAYING, MOST_PLAYING_PER_ADDRESS);
    let porch = Arc::new(Semaphore::new(MOST_TURNED_AWAY));
    let mut last_id = 0;
    loop {
        let (stream, peer) = match socket.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file handles, most likely: others will close some.
                warn!("accepting a client: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let place = match joining.enter(peer.ip()) {
            Ok(place) => place,
            Err(full) => {
                complain(format_args!("{peer} is turned away: {full}"));
                if let Ok(step) = porch.clone().try_acquire_owned() {
                    let host = host.clone();
                    tokio::spawn(async move {
                        let farewell = login::turn_away(stream, &host.status, full.to_string());
                        let _ = timeout(TURNED_AWAY_PATIENCE, farewell).await;
                        drop((step, host));
                    });
                }
                continue;
            }
        };
        last_id = last_id % LAST_ID + 1;
        let (id, host, playing) = (last_id, host.clone(), playing.clone());
        tokio::spawn(async move {
            match login::login(stream, &host.status).await {
                Ok(Some(newcomer)) => match playing.enter(peer.ip()) {
                    Ok(seat) => {
                        drop(place);
                        let ended = connection::serve(newcomer, id, seat, &host.events).await;
                        debug!("{peer}: {ended:?}");
                    }
                    Err(full) => {
                        complain(format_args!("{peer} is turned away: {full}"));
                        newcomer.pipe.end(packets::disconnect(full.to_string())).await;
                    }
                },
                Ok(None) => {} // only asked how we are
                Err(reason) => refused(peer, &reason),
            }
            drop(host);
        });
    }
}

fn refused(peer: SocketAddr, reason: &str) {
    complain(format_args!("{peer} did not get in: {reason}"));
}
