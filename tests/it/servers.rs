//! Servers that fall silent, that send nonsense or too much, that are of another make: what the bot makes of them.

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    process::{Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

use azalea_core::{delta::LpVec3, entity_id::MinecraftEntityId, position::Vec3};
use azalea_protocol::{
    packets::{
        Packet, ProtocolPacket,
        config::ClientboundConfigPacket,
        game::{ClientboundAddEntity, ClientboundSetHealth},
        login::{ClientboundHello, ClientboundLoginCompression, ClientboundLoginPacket},
    },
    read::deserialize_packet,
    write::serialize_packet,
};
use azalea_registry::builtin::EntityKind;
use blockwright::{
    body::{self, BodyConfig, Leases, Report},
    domain::ErrorCode,
    wire::frames::write_frame,
};
use crossbeam_channel::{RecvTimeoutError, bounded};
use flate2::{Compress, Compression, FlushCompress};
use serde_json::json;
use simdnbt::owned::{NbtCompound, NbtList, NbtTag};
use uuid::Uuid;

use crate::{
    cli::blockwright,
    harness::{Hands, NAME, code, context, memory_of, world, world_at},
    relay::{Relay, State},
};

/// What the process may take with any server, in bytes.
const MOST_MEMORY: u64 = 600 << 20;

/// The program, headless, at a server: its exit status, what it said, and that it took no more memory than it may.
fn play_at(server: SocketAddr, args: &[&str]) -> (i32, String, String) {
    let mut command = blockwright(&["run", "--headless", "--no-journal", "--server", &server.to_string()]);
    let child = command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("the program");
    let id = child.id();
    let (over, is_over) = bounded::<()>(0);
    let watch = thread::spawn(move || {
        let mut most = 0;
        // Its end is waited for; until then its high-water mark is read now and then.
        while is_over.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout) {
            most = memory_of(id).map_or(most, |(_, peak)| peak.max(most));
        }
        most
    });
    let Output { status, stdout, stderr } = child.wait_with_output().expect("its end");
    drop(over);
    let most = watch.join().expect("a watch");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (out, err) = (text(stdout), text(stderr));
    assert!(most < MOST_MEMORY, "{} MiB\n{out}{err}", most >> 20);
    (status.code().expect("an exit status"), out, err)
}

/// A server that does this with each client, on a thread of its own.
fn server(serve: impl Fn(TcpStream) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = listener.local_addr().expect("an address");
    let serve = Arc::new(serve);
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let serve = serve.clone();
            thread::spawn(move || serve(client));
        }
    });
    address
}

fn packet<P: ProtocolPacket + std::fmt::Debug>(packet: impl Packet<P>) -> Vec<u8> {
    serialize_packet(&packet.into_variant()).expect("a packet").into()
}

fn frame(packet: &[u8], threshold: Option<u32>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_frame(&mut bytes, packet, threshold);
    bytes
}

/// Reads and forgets until the client hangs up.
fn drain(mut client: TcpStream) {
    let mut sink = [0; 4096];
    while client.read(&mut sink).is_ok_and(|read| read > 0) {}
}

#[test]
fn a_server_that_falls_silent_is_noticed_and_the_call_ends() {
    let world = world(3, &[]);
    let relay = Relay::to(world.address());
    let config = BodyConfig {
        server: relay.address.to_string(),
        username: NAME.to_owned(),
        patience: Duration::from_millis(1500),
        leases: Leases::default(),
    };
    let mut hands = Hands::with(body::spawn(config, Arc::new(|| ())).expect("a body"));
    hands.until(|report| matches!(report, Report::Spawned { .. }).then_some(()));
    relay.mute();
    let call = hands.order("mine", json!({"target": "oak_log", "count": 64}), 1_000_000);
    let result = hands.outcome(call);
    assert_eq!(code(&result), ErrorCode::Disconnected, "{result:#?}");
    assert!(
        context(&result)["reason"].as_str().is_some_and(|said| said.contains("has said nothing for")),
        "{result:#?}"
    );
    let joined = hands.until(|report| match report {
        Report::Disconnected { joined, .. } => Some(*joined),
        _ => None,
    });
    assert!(joined);
}

#[test]
fn nonsense_at_the_login_ends_at_once_and_in_little_memory() {
    // Frames that claim two gigabytes, bytes without any order, frames of nothing, a packet that is none.
    let floods: [fn(u64) -> [u8; 8]; 4] = [
        |_| [0xff, 0xff, 0xff, 0xff, 0x07, 1, 2, 3],
        |n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31).to_be_bytes(),
        |_| [0; 8],
        |_| [7, 0x55, 1, 2, 3, 4, 5, 6],
    ];
    for flood in floods {
        let address = server(move |mut client| {
            let piece: Vec<u8> = (1..8192).flat_map(flood).collect();
            while client.write_all(&piece).is_ok() {}
        });
        let (status, out, err) = play_at(address, &["get me 1 dirt"]);
        assert_eq!(status, 3, "{out}{err}");
        assert!(err.contains("could not join") && err.contains("does not speak the protocol"), "{err}");
        assert!(err.lines().count() < 5 && err.len() < 3000, "{err}");
    }
}

#[test]
fn a_packet_is_not_inflated_beyond_what_it_may_claim() {
    // Two megabytes that unpack to two gigabytes, once with an honest claim and once with a small one.
    let mut deflater = Compress::new(Compression::best(), true);
    let (mut bomb, zeros) = (Vec::with_capacity(2 << 20), vec![0; 1 << 20]);
    for _ in 0..1900 {
        deflater.compress_vec(&zeros, &mut bomb, FlushCompress::None).expect("memory");
    }
    deflater.compress_vec(&[], &mut bomb, FlushCompress::Finish).expect("memory");
    for claim in [&[0x80, 0x80, 0x80, 0xee, 0x07][..], &[0xff, 0xff, 0x7f]] {
        let mut body = claim.to_vec();
        body.extend_from_slice(&bomb);
        let bytes =
            [frame(&packet(ClientboundLoginCompression { compression_threshold: 256 }), None), frame(&body, None)];
        let bytes = bytes.concat();
        let address = server(move |mut client| {
            if client.write_all(&bytes).is_ok() {
                drain(client);
            }
        });
        let (status, out, err) = play_at(address, &["get me 1 dirt"]);
        assert_eq!(status, 3, "{out}{err}");
        assert!(err.contains("does not speak the protocol"), "{err}");
    }
}

/// A relay that adds to each packet of the game so many more of its own.
fn flooded(server: SocketAddr, many: u32, add: impl Fn(u32) -> Vec<u8> + Send + Sync + 'static) -> Relay {
    let sent = AtomicU32::new(0);
    Relay::changing(server, move |state, bytes| {
        let added = if state == State::Game { many } else { 0 };
        let first = sent.fetch_add(added, Ordering::Relaxed);
        std::iter::once(bytes).chain((first..first + added).map(&add)).collect()
    })
}

#[test]
fn a_flood_of_entities_is_bounded_and_the_bot_plays_on() {
    let world = world_at(20.0, 1, &[]);
    // Some 10,000 a second, none of which ever goes: gigabytes within a minute if all were kept.
    let relay = flooded(world.address(), 400, |n| {
        packet(ClientboundAddEntity {
            id: MinecraftEntityId(1_000_000 + n as i32),
            uuid: Uuid::from_u128(u128::from(n)),
            entity_type: EntityKind::Pig,
            position: Vec3 { x: 0.0, y: 300.0, z: 0.0 },
            movement: LpVec3::Zero,
            x_rot: 0,
            y_rot: 0,
            y_head_rot: 0,
            data: 0,
        })
    });
    let (status, out, err) = play_at(relay.address, &["get me 8 oak logs"]);
    assert_eq!(status, 0, "{out}{err}");
}

#[test]
fn a_flood_that_never_ends_does_not_hold_up_the_time_limit() {
    let world = world_at(20.0, 1, &[]);
    let health = packet(ClientboundSetHealth { health: 20.0, food: 20, saturation: 5.0 });
    let relay = flooded(world.address(), 5_000, move |_| health.clone());
    let (status, out, err) = play_at(relay.address, &["--timeout", "5", "get me 64 diamonds"]);
    assert_eq!(status, 1, "{out}{err}");
    assert!(out.contains("time limit"), "{out}{err}");
}

#[test]
fn a_server_in_online_mode_is_named_as_such() {
    let hello = ClientboundHello {
        server_id: String::new(),
        public_key: vec![1; 162],
        challenge: vec![1; 4],
        should_authenticate: true,
    };
    let bytes = frame(&packet::<ClientboundLoginPacket>(hello), None);
    let address = server(move |mut client| {
        if client.write_all(&bytes).is_ok() {
            drain(client);
        }
    });
    let (status, _, err) = play_at(address, &["get me 1 dirt"]);
    assert_eq!(status, 3, "{err}");
    assert!(err.contains("online mode") && err.contains("account"), "{err}");
}

/// Every whole number as a long and every other one as a double, as servers of another make send them.
fn widen(value: &mut NbtCompound) {
    fn list(value: &mut NbtList) {
        match value {
            NbtList::Compound(elements) => elements.iter_mut().for_each(widen),
            NbtList::List(elements) => elements.iter_mut().for_each(list),
            NbtList::Int(numbers) => *value = NbtList::Long(numbers.iter().map(|number| i64::from(*number)).collect()),
            NbtList::Float(numbers) => {
                *value = NbtList::Double(numbers.iter().map(|number| f64::from(*number)).collect())
            }
            _ => {}
        }
    }
    for (_, tag) in value.iter_mut() {
        match tag {
            NbtTag::Compound(inner) => widen(inner),
            NbtTag::List(elements) => list(elements),
            NbtTag::Byte(number) => *tag = NbtTag::Long(i64::from(*number)),
            NbtTag::Short(number) => *tag = NbtTag::Long(i64::from(*number)),
            NbtTag::Int(number) => *tag = NbtTag::Long(i64::from(*number)),
            NbtTag::Float(number) => *tag = NbtTag::Double(f64::from(*number)),
            _ => {}
        }
    }
}

/// A relay that changes the entries of registries.
fn of_another_make(server: SocketAddr, change: impl Fn(&str, &mut NbtCompound) + Send + Sync + 'static) -> Relay {
    Relay::changing(server, move |state, bytes| {
        if state != State::Configuration {
            return vec![bytes];
        }
        let read = deserialize_packet(&mut std::io::Cursor::new(&bytes[..])).expect("a packet of the configuration");
        let ClientboundConfigPacket::RegistryData(mut data) = read else { return vec![bytes] };
        let registry = data.registry_id.path().to_owned();
        data.entries.iter_mut().filter_map(|(_, value)| value.as_mut()).for_each(|value| change(&registry, value));
        vec![packet(data)]
    })
}

#[test]
fn a_server_that_sends_longs_and_doubles_is_played_on() {
    let world = world(1, &[]);
    let relay = of_another_make(world.address(), |_, value| widen(value));
    let (status, out, err) = play_at(relay.address, &["get me a wooden pickaxe"]);
    assert_eq!(status, 0, "{out}{err}");
    assert!(err.is_empty(), "{err}");
}

#[test]
fn a_dimension_that_cannot_be_is_named_in_one_line() {
    let world = world(1, &[]);
    let relay = of_another_make(world.address(), |registry, value| {
        if registry == "dimension_type" {
            value.remove("height");
            value.insert("height", NbtTag::String("high".into()));
        }
    });
    let (status, _, err) = play_at(relay.address, &["get me 1 dirt"]);
    assert_eq!(status, 3, "{err}");
    assert!(err.contains("dimension") && err.contains("overworld") && err.contains("height"), "{err}");
    assert!(!err.contains("unwrap") && err.lines().count() == 1, "{err}");
}
