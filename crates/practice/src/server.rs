//! A practice world as a whole: its network, its tick thread, its end.

use std::{io, net::SocketAddr, thread, thread::JoinHandle};

use crate::{
    WorldConfig, game::Game, net, net::listener::Host, protocol::limits, save, save::WorldDir, turn, turn::Event,
};

/// A running world. Dropping it stops it: players are told, its threads joined.
pub struct PracticeWorld {
    address: SocketAddr,
    events: crossbeam_channel::Sender<Event>,
    listener: tokio::task::AbortHandle,
    /// Disconnected once every connection's task has ended.
    all_ended: crossbeam_channel::Receiver<()>,
    tick_thread: Option<JoinHandle<Vec<String>>>,
    /// The network's own threads; dropped after the tick thread has said goodbye to everyone.
    network: Option<tokio::runtime::Runtime>,
}

impl PracticeWorld {
    /// Listens and starts ticking. Fails if the address cannot be had.
    pub fn start(config: WorldConfig) -> io::Result<Self> {
        Self::begin(config, None)
    }

    /// The same with a world that is saved in a folder, whose seed counts.
    pub fn start_saved(config: WorldConfig, folder: WorldDir) -> io::Result<Self> {
        Self::begin(WorldConfig { seed: folder.seed(), begins: None, ..config }, Some(folder))
    }

    fn begin(config: WorldConfig, folder: Option<WorldDir>) -> io::Result<Self> {
        let network = tokio::runtime::Builder::new_multi_thread()
            // What is long is compressed elsewhere: one is enough, and each costs memory of its own.
            .worker_threads(1)
            .thread_name("practice-net")
            .enable_all()
            .build()?;
        let (events, inbox) = crossbeam_channel::bounded(net::connection::EVENT_QUEUE);
        let socket = network.block_on(tokio::net::TcpListener::bind(config.bind))?;
        let address = socket.local_addr()?;
        let (alive, all_ended) = crossbeam_channel::bounded(0);
        let mut game = match folder {
            Some(folder) => Game::resume(config, save::open(folder)?),
            None => Game::new(config),
        };
        game.world.open_workshop();
        let host = Host { events: events.clone(), status: game.status.clone(), _alive: alive };
        let listener = network.spawn(net::listener::accept(socket, host)).abort_handle();
        let tick_thread =
            thread::Builder::new().name("practice-tick".to_owned()).spawn(move || turn::run(game, &inbox))?;
        Ok(Self { address, events, listener, all_ended, tick_thread: Some(tick_thread), network: Some(network) })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Runs `f` on the tick thread, between ticks, and returns its answer: tests look and meddle through this.
    ///
    /// # Panics
    /// If the tick thread has died.
    pub fn with<R: Send + 'static>(&self, f: impl FnOnce(&mut Game) -> R + Send + 'static) -> R {
        let (answer, reply) = crossbeam_channel::bounded(1);
        let call = Event::Call(Box::new(move |game| {
            // The asker may have given up; then nobody wants the answer.
            let _ = answer.send(f(game));
        }));
        self.events.send(call).ok().and_then(|()| reply.recv().ok()).expect("the practice world's tick thread runs")
    }

    /// Waits until something holds now or after one of the next `ticks` ticks; `false`: it never did. It is looked at on the tick
    /// thread, so whoever waits takes no time from the world.
    ///
    /// # Panics
    /// If the tick thread has died.
    pub fn until(&self, ticks: u64, mut holds: impl FnMut(&mut Game) -> bool + Send + 'static) -> bool {
        let (answer, reply) = crossbeam_channel::bounded(1);
        let mut last = None;
        let watch = Event::Watch(Box::new(move |game| {
            let held = holds(game);
            let is_over = held || game.tick() >= *last.get_or_insert(game.tick() + ticks);
            if is_over {
                let _ = answer.send(held);
            }
            is_over
        }));
        self.events.send(watch).ok().and_then(|()| reply.recv().ok()).expect("the practice world's tick thread runs")
    }

    /// Tells the players, closes their connections, saves what is to be saved and waits for the threads.
    ///
    /// # Errors
    /// What could not be saved, and why.
    pub fn stop(mut self) -> Result<(), Vec<String>> {
        let faults = self.end();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Returns what went wrong; nothing the second time.
    fn end(&mut self) -> Vec<String> {
        self.listener.abort();
        let _ = self.events.send(Event::Stop);
        let fault = || vec!["the thread that keeps the world has met a fault".to_owned()];
        let faults = self.tick_thread.take().map_or_else(Vec::new, |thread| thread.join().unwrap_or_else(|_| fault()));
        // The goodbyes are written by the network's threads. Waited for without blocking on the runtime itself, because a
        // world may well be dropped inside another.
        let _ = self.all_ended.recv_timeout(limits::GOODBYE);
        if let Some(network) = self.network.take() {
            network.shutdown_background();
        }
        faults
    }
}

impl Drop for PracticeWorld {
    fn drop(&mut self) {
        self.end();
    }
}
