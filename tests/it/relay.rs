//! A relay between the bot and a server: what the server says can be held back, changed, or added to.

use std::{
    io::{self, Read, Write},
    net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use azalea_protocol::{
    packets::{config::ClientboundConfigPacket, login::ClientboundLoginPacket},
    read::deserialize_packet,
};
use blockwright::wire::frames::{split, unpack, write_frame};

/// How far a connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Login,
    Configuration,
    Game,
}

/// What the bot gets in a packet's place, ids and bodies.
type Change = dyn Fn(State, Vec<u8>) -> Vec<Vec<u8>> + Send + Sync;

/// A relay for one connection after the other.
pub struct Relay {
    pub address: SocketAddr,
    mute: Arc<AtomicBool>,
}

impl Relay {
    /// Passes everything on as it is.
    pub fn to(server: SocketAddr) -> Self {
        Self::changing(server, |_, packet| vec![packet])
    }

    /// Passes on what `change` makes of each packet of the server.
    pub fn changing(
        server: SocketAddr,
        change: impl Fn(State, Vec<u8>) -> Vec<Vec<u8>> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let mute = Arc::<AtomicBool>::default();
        let (muted, change) = (mute.clone(), Arc::new(change));
        thread::spawn(move || {
            for bot in listener.incoming().map_while(Result::ok) {
                let Ok(server) = TcpStream::connect(server) else { return };
                let (up, down) = (bot.try_clone().expect("a socket"), server.try_clone().expect("a socket"));
                thread::spawn(move || pass_up(up, down));
                let (muted, change) = (muted.clone(), change.clone());
                thread::spawn(move || _ = pass_down(server, bot, &muted, &*change));
            }
        });
        Self { address, mute }
    }

    /// From now on the server says nothing, and its connection stays open.
    pub fn mute(&self) {
        self.mute.store(true, Ordering::Release);
    }
}

fn pass_up(mut bot: TcpStream, mut server: TcpStream) {
    let _ = io::copy(&mut bot, &mut server);
    let _ = server.shutdown(Shutdown::Both);
}

fn pass_down(mut server: TcpStream, mut bot: TcpStream, mute: &AtomicBool, change: &Change) -> io::Result<()> {
    let (mut state, mut threshold) = (State::Login, None);
    let (mut buffer, mut piece) = (Vec::new(), [0; 16 << 10]);
    loop {
        let read = server.read(&mut piece)?;
        if read == 0 {
            return bot.shutdown(Shutdown::Both);
        }
        if mute.load(Ordering::Acquire) {
            continue;
        }
        buffer.extend_from_slice(&piece[..read]);
        while let Some((head, length)) = split(&buffer, usize::MAX).map_err(io::Error::other)? {
            let Some(frame) = buffer.get(head..head + length) else { break };
            let packet = unpack(frame, threshold, usize::MAX).map_err(io::Error::other)?;
            buffer.drain(..head + length);
            let (was, compressed) = (state, threshold);
            follow(&packet, &mut state, &mut threshold);
            let mut bytes = Vec::new();
            change(was, packet).iter().for_each(|packet| write_frame(&mut bytes, packet, compressed));
            bot.write_all(&bytes)?;
        }
    }
}

/// What a packet changes about the connection.
fn follow(packet: &[u8], state: &mut State, threshold: &mut Option<u32>) {
    let mut packet = io::Cursor::new(packet);
    match state {
        State::Login => match deserialize_packet(&mut packet).expect("a packet of the login") {
            ClientboundLoginPacket::LoginCompression(p) => *threshold = u32::try_from(p.compression_threshold).ok(),
            ClientboundLoginPacket::LoginFinished(_) => *state = State::Configuration,
            _ => {}
        },
        State::Configuration => {
            let packet: ClientboundConfigPacket =
                deserialize_packet(&mut packet).expect("a packet of the configuration");
            if matches!(packet, ClientboundConfigPacket::FinishConfiguration(_)) {
                *state = State::Game;
            }
        }
        State::Game => {}
    }
}
