//! The body's connection to its server: the socket, the packets that come out of it, and what is let through to the client.
//!
//! azalea's own connection believes what a server claims: a reader's buffer grows with a frame's length, a packet is
//! inflated to its end, everything that comes is taken in at once and kept, and a registry whose numbers are of another
//! kind than vanilla's ends in a panic. So the socket is ours. Packets are read here within bounds ([`limits`]), mended
//! ([`registries`]) and sifted ([`sift`]); azalea is handed whole, decoded ones, and what it wants to send is taken from
//! its events. Nothing here blocks: the loop reads and writes what the socket takes.

mod limits;
mod names;
mod registries;
mod sift;

use std::{
    fmt::Debug,
    io::{Cursor, ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream, ToSocketAddrs},
    sync::Arc,
    time::{Duration, Instant},
};

use azalea::{
    buf::AzBufVar,
    protocol::{
        packets::{
            ClientIntention, ConnectionProtocol, PROTOCOL_VERSION, Packet as _, ProtocolPacket, VERSION_NAME,
            config::ClientboundConfigPacket, game::ClientboundGamePacket, handshake::ServerboundIntention,
            login::ClientboundLoginPacket,
        },
        read::ReadPacketError,
        write::serialize_packet,
    },
};
use limits::{
    CONNECT_PATIENCE, INFLATED_A_TURN, MAX_FRAME, MAX_INFLATED, MAX_PACKET, MAX_UNSENT, PACKETS_A_TURN, READ_A_TURN,
};
pub(super) use sift::Kept;
use sift::Sift;

use crate::{
    domain::{MOST_WORDS, shortened},
    wire::frames::{self, split, unpack, write_frame},
};

/// A decoded packet from the server.
#[derive(Clone, Debug)]
pub(super) enum Packet {
    Login(ClientboundLoginPacket),
    Config(ClientboundConfigPacket),
    Game(Arc<ClientboundGamePacket>),
}

impl Packet {
    /// Its registry name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Login(packet) => packet.name(),
            Self::Config(packet) => packet.name(),
            Self::Game(packet) => packet.name(),
        }
    }
}

/// Why the server ends the connection, where a packet says so.
pub(super) fn farewell(packet: &Packet) -> Option<String> {
    let reason = match packet {
        Packet::Login(ClientboundLoginPacket::LoginDisconnect(p)) => p.reason.to_string(),
        Packet::Config(ClientboundConfigPacket::Disconnect(p)) => p.reason.to_string(),
        Packet::Game(packet) => match packet.as_ref() {
            ClientboundGamePacket::Disconnect(p) => p.reason.to_string(),
            _ => return None,
        },
        _ => return None,
    };
    let reason = shortened(&reason, MOST_WORDS).into_owned();
    Some(if reason.is_empty() { "the server closed the connection".to_owned() } else { reason })
}

/// An open connection.
pub(super) struct Connection {
    stream: TcpStream,
    incoming: Vec<u8>,
    /// How much of `incoming` has been taken already.
    taken: usize,
    /// Bytes that the socket has not taken yet.
    unsent: Vec<u8>,
    /// Packets from this many bytes up come and go compressed; none do yet if not given.
    threshold: Option<u32>,
    state: ConnectionProtocol,
    sift: Sift,
    /// When the server last sent anything.
    heard: Instant,
    /// The last turn ended with frames left to be read.
    behind: bool,
}

/// Looks up a server and connects to it. Blocks, for seconds at most: not for the loop's thread.
///
/// # Errors
/// Why it could not, in words for the user.
pub(super) fn dial(server: &str) -> Result<TcpStream, String> {
    let addresses = server.to_socket_addrs().map_err(|error| format!("cannot find {server}: {error}"))?;
    // `localhost` may mean both; servers of this game listen on IPv4 first.
    let address = addresses.min_by_key(SocketAddr::is_ipv6).ok_or_else(|| format!("{server} has no address"))?;
    let stream = TcpStream::connect_timeout(&address, CONNECT_PATIENCE)
        .map_err(|error| format!("cannot connect to {server}: {error}"))?;
    let ready = stream.set_nodelay(true).and_then(|()| stream.set_nonblocking(true));
    ready.map_err(|error| format!("cannot use the connection to {server}: {error}"))?;
    Ok(stream)
}

impl Connection {
    /// Begins to log in on a connected socket: `server` is its address as the user gave it.
    pub fn begin(stream: TcpStream, server: &str) -> Result<Self, String> {
        let (host, port) = server.rsplit_once(':').unwrap_or((server, "25565"));
        let intention = ServerboundIntention {
            protocol_version: PROTOCOL_VERSION,
            hostname: host.to_owned(),
            port: port.parse().unwrap_or(25565),
            intention: ClientIntention::Login,
        };
        let intention = serialize_packet(&intention.into_variant()).map_err(|error| error.to_string())?;
        let mut this = Self {
            stream,
            incoming: Vec::new(),
            taken: 0,
            unsent: Vec::new(),
            threshold: None,
            state: ConnectionProtocol::Login,
            sift: Sift::default(),
            heard: Instant::now(),
            behind: false,
        };
        this.send(&intention);
        Ok(this)
    }

    /// How long the server has said nothing at all.
    pub fn silent_for(&self) -> Duration {
        self.heard.elapsed()
    }

    /// Whether frames that have come wait for the next turn.
    pub fn is_behind(&self) -> bool {
        self.behind
    }

    /// Queues a packet's id and body; [`Self::flush`] sends it.
    pub fn send(&mut self, packet: &[u8]) {
        write_frame(&mut self.unsent, packet, self.threshold);
    }

    /// Gives the socket what it takes.
    ///
    /// # Errors
    /// If the connection is lost, or the server has not read for so long that too much waits for it.
    pub fn flush(&mut self) -> Result<(), String> {
        let mut written = 0;
        while written < self.unsent.len() {
            match self.stream.write(&self.unsent[written..]) {
                Ok(0) => return Err("the server closed the connection".to_owned()),
                Ok(bytes) => written += bytes,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(lost(&error)),
            }
        }
        self.unsent.drain(..written);
        if self.unsent.len() > MAX_UNSENT {
            return Err("the server does not read what the bot sends".to_owned());
        }
        Ok(())
    }

    /// The packets that have come, as many as a turn takes, and why no more will come after them. What the client keeps is
    /// asked for only if something has come: most turns bring nothing.
    pub fn read(&mut self, kept: impl FnOnce() -> Kept) -> (Vec<Packet>, Result<(), String>) {
        let mut packets = Vec::new();
        let end = self.fill().and_then(|closed| {
            if self.taken < self.incoming.len() {
                self.sift.begin_turn(kept());
            }
            self.take(&mut packets)?;
            // What came before the end is told first.
            if closed && !self.behind { Err(self.closed()) } else { Ok(()) }
        });
        (packets, end)
    }

    /// Reads what has come, up to a turn's worth; whether the server has hung up.
    fn fill(&mut self) -> Result<bool, String> {
        if self.behind {
            return Ok(false);
        }
        self.incoming.drain(..self.taken);
        self.taken = 0;
        let before = self.incoming.len();
        let mut piece = [0; 16 << 10];
        while self.incoming.len() - before < READ_A_TURN {
            match self.stream.read(&mut piece) {
                Ok(0) => return Ok(true),
                Ok(bytes) => {
                    self.heard = Instant::now();
                    self.incoming.extend_from_slice(&piece[..bytes]);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(lost(&error)),
            }
        }
        Ok(false)
    }

    /// Takes whole frames out of what was read.
    fn take(&mut self, packets: &mut Vec<Packet>) -> Result<(), String> {
        let mut inflated = 0;
        for _ in 0..PACKETS_A_TURN {
            if inflated >= INFLATED_A_TURN {
                break;
            }
            let waiting = &self.incoming[self.taken..];
            let frame = split(waiting, MAX_FRAME).map_err(|fault| self.nonsense(&fault))?;
            let Some((head, length)) = frame else {
                self.behind = false;
                return Ok(());
            };
            let Some(frame) = waiting.get(head..head + length) else {
                self.behind = false;
                return Ok(());
            };
            let packet = unpack(frame, self.threshold, MAX_INFLATED).map_err(|fault| self.nonsense(&fault))?;
            self.taken += head + length;
            inflated += packet.len();
            self.decode(&packet, packets)?;
        }
        self.behind = true;
        Ok(())
    }

    /// Decodes one packet where anyone reads its kind, and follows what it changes about the connection.
    fn decode(&mut self, packet: &[u8], packets: &mut Vec<Packet>) -> Result<(), String> {
        let number =
            u32::azalea_read_var(&mut Cursor::new(packet)).map_err(|error| self.nonsense(&error.to_string()))?;
        match self.state {
            ConnectionProtocol::Login => {
                // Here nothing may be skipped: whoever cannot be understood now is no server of this game.
                let packet = decode(packet).map_err(|fault| self.nonsense(&fault))?;
                match &packet {
                    ClientboundLoginPacket::Hello(hello) => return Err(no_account(hello.should_authenticate)),
                    ClientboundLoginPacket::LoginCompression(p) => {
                        self.threshold = u32::try_from(p.compression_threshold).ok();
                    }
                    ClientboundLoginPacket::LoginFinished(_) => self.state = ConnectionProtocol::Configuration,
                    _ => {}
                }
                packets.push(Packet::Login(packet));
            }
            ConnectionProtocol::Configuration => {
                let name = names::config(number);
                if packet.len() > MAX_PACKET {
                    return Err(format!("the server sent {} bytes of {name}, more than {MAX_PACKET}", packet.len()));
                }
                match decode(packet) {
                    Ok(packet) => {
                        if let Some(packet) = self.sift.config(packet)? {
                            if matches!(packet, ClientboundConfigPacket::FinishConfiguration(_)) {
                                self.state = ConnectionProtocol::Game;
                            }
                            packets.push(Packet::Config(packet));
                        }
                    }
                    Err(fault) => self.sift.unread(name, &fault),
                }
            }
            _ => {
                let name = names::game(number);
                if !self.sift.is_read(name, packet.len()) {
                    return Ok(());
                }
                match decode(packet) {
                    Ok(packet) => {
                        if matches!(packet, ClientboundGamePacket::StartConfiguration(_)) {
                            self.state = ConnectionProtocol::Configuration;
                        }
                        self.sift.game(packet, |packet| packets.push(Packet::Game(Arc::new(packet))))?;
                    }
                    Err(fault) => self.sift.unread(name, &fault),
                }
            }
        }
        Ok(())
    }

    /// What came is not this game's protocol.
    fn nonsense(&self, fault: &str) -> String {
        format!("the server does not speak the protocol of {VERSION_NAME}: {fault}")
    }

    fn closed(&self) -> String {
        match self.state {
            ConnectionProtocol::Game => "the server closed the connection".to_owned(),
            _ => format!(
                "the server closed the connection without a word while joining: it may speak another version than \
                 {VERSION_NAME}"
            ),
        }
    }
}

/// Reads a packet of a state to its last byte; or says what is wrong with it, in words that may quote it.
fn decode<P: ProtocolPacket + Debug>(packet: &[u8]) -> Result<P, String> {
    frames::decode(packet, |error| match error {
        // What is left over may be large, and its bytes tell nobody anything.
        ReadPacketError::LeftoverData { data, .. } => format!("{} bytes left over", data.len()),
        error => shortened(&error.to_string(), MOST_WORDS).into_owned(),
    })
}

fn no_account(authenticates: bool) -> String {
    if authenticates {
        "the server is in online mode: it wants a Minecraft account, and the bot has none. Play on a server in offline mode \
         (`online-mode=false` in its server.properties)"
            .to_owned()
    } else {
        "the server wants an encrypted connection, which the bot does not speak".to_owned()
    }
}

fn lost(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::ConnectionAborted => {
            "the server closed the connection".to_owned()
        }
        _ => format!("the connection failed: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::*;

    /// A connection in the game, and the server's end of it.
    fn connected() -> (Connection, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let stream = dial(&listener.local_addr().unwrap().to_string()).unwrap();
        let (server, _) = listener.accept().unwrap();
        let mut connection = Connection::begin(stream, "localhost:1").unwrap();
        connection.state = ConnectionProtocol::Game;
        connection.threshold = Some(256);
        (connection, server)
    }

    /// Reads until so many packets have come; how many turns that took.
    fn read(connection: &mut Connection, many: usize) -> (Vec<Packet>, usize) {
        let (mut packets, mut turns) = (Vec::new(), 0);
        while packets.len() < many {
            let (more, end) = connection.read(Kept::default);
            end.unwrap();
            turns += usize::from(!more.is_empty());
            packets.extend(more);
            std::thread::yield_now();
        }
        (packets, turns)
    }

    #[test]
    fn a_flood_is_taken_in_a_turn_at_a_time() {
        let (mut connection, mut server) = connected();
        // 4 is the number of block_changed_ack.
        assert_eq!(names::game(4), "block_changed_ack");
        let mut bytes = Vec::new();
        (0..3 * PACKETS_A_TURN).for_each(|_| write_frame(&mut bytes, &[4, 7], Some(256)));
        let writer = std::thread::spawn(move || server.write_all(&bytes).map(|()| server));
        let (packets, turns) = read(&mut connection, 3 * PACKETS_A_TURN);
        let _server = writer.join().unwrap().unwrap();
        assert!(packets.iter().all(|packet| packet.name() == "block_changed_ack"));
        assert!(turns >= 3, "{turns} turns");
    }

    #[test]
    fn a_turn_inflates_only_so_much() {
        let (mut connection, mut server) = connected();
        // Chunks of nothing but zeros, which azalea cannot read, and at last a packet that it can.
        let mut zeros = vec![0; MAX_INFLATED];
        zeros[0] = 0x2d;
        let mut bytes = Vec::new();
        (0..5).for_each(|_| write_frame(&mut bytes, &zeros, Some(256)));
        write_frame(&mut bytes, &[4, 7], Some(256));
        server.write_all(&bytes).unwrap();
        let mut turns = 0;
        loop {
            let (packets, end) = connection.read(Kept::default);
            end.unwrap();
            if !packets.is_empty() {
                break;
            }
            turns += usize::from(connection.is_behind());
            std::thread::yield_now();
        }
        assert!(turns >= 2, "{turns} turns of at most {INFLATED_A_TURN} bytes");
    }

    #[test]
    fn what_came_before_the_end_is_told_before_it() {
        let (mut connection, mut server) = connected();
        let mut bytes = Vec::new();
        write_frame(&mut bytes, &[4, 7], Some(256));
        server.write_all(&bytes).unwrap();
        drop(server);
        let mut told = 0;
        let end = loop {
            let (packets, end) = connection.read(Kept::default);
            told += packets.len();
            if let Err(end) = end {
                break end;
            }
            std::thread::yield_now();
        };
        assert_eq!((told, end.as_str()), (1, "the server closed the connection"));
    }
}
