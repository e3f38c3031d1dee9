//! Accepts clients, one task each, and never more than a practice world needs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI32, Ordering},
    },
    time::Duration,
};

use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::timeout,
};
use tracing::{debug, warn};

use crate::practice::{
    game::Event,
    net::{connection, login, status::Status},
};

/// Clients at once; more are dropped before they say a word.
pub(crate) const MAX_CONNECTIONS: usize = 64;

/// How long a client may take from connecting to having joined.
const LOGIN_PATIENCE: Duration = Duration::from_secs(30);

/// Names a connection, and is its player's entity id.
pub(crate) type ConnectionId = i32;

/// Runs until the runtime ends. Every connection holds one of the places.
pub(crate) async fn accept(
    socket: TcpListener,
    places: Arc<Semaphore>,
    events: crossbeam_channel::Sender<Event>,
    status: Arc<Status>,
) {
    let ids = Arc::new(AtomicI32::new(1));
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
        let Ok(place) = places.clone().try_acquire_owned() else {
            warn!("{peer} turned away: {MAX_CONNECTIONS} clients are connected");
            continue;
        };
        let (events, id) = (events.clone(), ids.fetch_add(1, Ordering::Relaxed));
        let status = status.clone();
        tokio::spawn(async move {
            if let Err(reason) = serve(stream, id, events, &status).await {
                debug!("{peer}: {reason}");
            }
            drop(place);
        });
    }
}

async fn serve(
    stream: TcpStream,
    id: ConnectionId,
    events: crossbeam_channel::Sender<Event>,
    status: &Status,
) -> Result<(), String> {
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let joined = timeout(LOGIN_PATIENCE, login::login(stream, status)).await;
    match joined.map_err(|_| "took too long to log in".to_owned())?? {
        Some(newcomer) => connection::serve(newcomer, id, events).await,
        None => Ok(()), // only asked how we are
    }
}
