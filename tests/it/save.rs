//! The world on disk, by the real program: what was saved is there again, whenever and however the program ended.

use std::{
    collections::{BTreeMap, VecDeque},
    fs::{self, File},
    io::{Cursor, Read},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use azalea_core::position::{BlockPos as WireBlockPos, Vec3};
use azalea_inventory::{ItemStack, operations::ClickType};
use azalea_protocol::{
    connect::Connection,
    packets::{
        ClientIntention, PROTOCOL_VERSION,
        config::{ClientboundConfigPacket, ServerboundFinishConfiguration, ServerboundSelectKnownPacks},
        game::{
            ClientboundGamePacket as Clientbound, ServerboundAcceptTeleportation, ServerboundChatCommand,
            ServerboundChunkBatchReceived, ServerboundContainerClick, ServerboundContainerClose, ServerboundGamePacket,
            ServerboundKeepAlive, ServerboundUseItemOn, s_container_click::HashedStack, s_interact::InteractionHand,
            s_use_item_on::BlockHit,
        },
        handshake::s_intention::ServerboundIntention,
        login::{ClientboundLoginPacket, ServerboundHello, ServerboundLoginAcknowledged},
    },
};
use blockwright::{
    domain::BlockPos,
    knowledge,
    practice::{PracticeWorld, WorldConfig, WorldDir},
};

use crate::harness::{Server, block_on};

const NAME: &str = "Tester";

/// What ends only tests that hang.
const STUCK: Duration = Duration::from_secs(60);

/// A folder of one test's own, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("blockwright-save-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program with its world in a folder.
fn start(folder: &Path, more: &[&str]) -> Server {
    let folder = folder.to_str().expect("UTF-8");
    Server::start(&[&["--ops", NAME, "--world-dir", folder], more].concat())
}

impl Server {
    /// As `kill -9` does.
    fn kill(mut self) {
        self.child.kill().expect("a running program");
        self.child.wait().expect("its end");
    }

    #[cfg(unix)]
    fn terminate(mut self) -> Option<i32> {
        let sent = Command::new("kill").arg(self.child.id().to_string()).status().expect("kill");
        assert!(sent.success());
        self.child.wait().expect("its end").code()
    }
}

/// A client that does what it is told and remembers what it was shown.
struct Client {
    connection: Connection<Clientbound, ServerboundGamePacket>,
    position: Option<Vec3>,
    window: i32,
    /// Of the window last shown whole.
    items: Vec<ItemStack>,
}

impl Client {
    async fn join(address: SocketAddr) -> Self {
        let mut connection = Connection::new(&address).await.expect("a server");
        let (hostname, port) = (address.ip().to_string(), address.port());
        let (protocol_version, intention) = (PROTOCOL_VERSION, ClientIntention::Login);
        connection.write(ServerboundIntention { protocol_version, hostname, port, intention }).await.expect("written");
        let mut connection = connection.login();
        let profile_id = uuid::Uuid::nil();
        connection.write(ServerboundHello { name: NAME.to_owned(), profile_id }).await.expect("written");
        loop {
            match connection.read().await.expect("a login packet") {
                ClientboundLoginPacket::LoginCompression(packet) => {
                    connection.set_compression_threshold(packet.compression_threshold);
                }
                ClientboundLoginPacket::LoginFinished(_) => break,
                other => panic!("{other:?}"),
            }
        }
        connection.write(ServerboundLoginAcknowledged).await.expect("written");
        let mut connection = connection.config();
        loop {
            match connection.read().await.expect("a configuration packet") {
                ClientboundConfigPacket::SelectKnownPacks(_) => {
                    let packs = ServerboundSelectKnownPacks { known_packs: Vec::new() };
                    connection.write(packs).await.expect("written");
                }
                ClientboundConfigPacket::FinishConfiguration(_) => break,
                _ => {}
            }
        }
        connection.write(ServerboundFinishConfiguration).await.expect("written");
        let connection = connection.game();
        let mut client = Self { connection, position: None, window: 0, items: Vec::new() };
        client.until(|packet| matches!(packet, Clientbound::LevelChunkWithLight(_)).then_some(())).await;
        client
    }

    async fn next(&mut self) -> Clientbound {
        let read = tokio::time::timeout(STUCK, self.connection.read()).await.expect("news of the server");
        let packet = read.expect("a packet");
        match &packet {
            Clientbound::KeepAlive(packet) => self.send(ServerboundKeepAlive { id: packet.id }).await,
            Clientbound::PlayerPosition(packet) => {
                self.position = Some(packet.change.pos);
                self.send(ServerboundAcceptTeleportation { id: packet.id }).await;
            }
            Clientbound::ChunkBatchFinished(_) => {
                self.send(ServerboundChunkBatchReceived { desired_chunks_per_tick: 25.0 }).await;
            }
            Clientbound::ContainerSetContent(packet) => self.items.clone_from(&packet.items),
            _ => {}
        }
        packet
    }

    async fn until<R>(&mut self, mut want: impl FnMut(&Clientbound) -> Option<R>) -> R {
        loop {
            let packet = self.next().await;
            if let Some(found) = want(&packet) {
                return found;
            }
        }
    }

    async fn send(&mut self, packet: impl azalea_protocol::packets::Packet<ServerboundGamePacket>) {
        // A server that was killed is noticed by who reads.
        let _ = self.connection.write(packet).await;
    }

    async fn ask(&mut self, command: &str) {
        self.send(ServerboundChatCommand { command: command.to_owned() }).await;
    }

    /// The first line of the answer to a command.
    async fn command(&mut self, command: &str) -> String {
        self.ask(command).await;
        self.until(|packet| match packet {
            Clientbound::SystemChat(packet) => Some(packet.content.to_string()),
            _ => None,
        })
        .await
    }

    async fn must(&mut self, command: &str, answer: &str) {
        let told = self.command(command).await;
        assert!(told.contains(answer), "/{command}: {told}");
    }

    /// Waits for a save that has everything so far.
    async fn save(&mut self) {
        self.ask("save-all").await;
        self.until(|packet| match packet {
            Clientbound::SystemChat(packet) => (packet.content.to_string() == "Saved the game").then_some(()),
            _ => None,
        })
        .await;
    }

    /// Opens what stands there and waits until it is shown.
    async fn open(&mut self, x: i32, y: i32, z: i32) {
        let block_hit = BlockHit {
            block_pos: WireBlockPos::new(x, y, z),
            direction: azalea_core::direction::Direction::Up,
            location: Vec3 { x: f64::from(x) + 0.5, y: f64::from(y) + 0.9, z: f64::from(z) + 0.5 },
            inside: false,
            world_border: false,
        };
        self.send(ServerboundUseItemOn { hand: InteractionHand::MainHand, block_hit, seq: 1 }).await;
        self.window = self
            .until(|packet| match packet {
                Clientbound::OpenScreen(packet) => Some(packet.container_id),
                _ => None,
            })
            .await;
        let window = self.window;
        self.until(|packet| match packet {
            Clientbound::ContainerSetContent(packet) => (packet.container_id == window).then_some(()),
            _ => None,
        })
        .await;
    }

    /// Shift-clicks a slot of the open window, and waits until the window is shown anew.
    async fn shift(&mut self, slot: i16) {
        let window = self.window;
        self.send(ServerboundContainerClick {
            container_id: window,
            state_id: u32::MAX,
            slot_num: slot,
            button_num: 0,
            click_type: ClickType::QuickMove,
            changed_slots: Default::default(),
            carried_item: HashedStack(None),
        })
        .await;
        self.until(|packet| match packet {
            Clientbound::ContainerSetContent(packet) => (packet.container_id == window).then_some(()),
            _ => None,
        })
        .await;
    }

    async fn close(&mut self) {
        self.send(ServerboundContainerClose { container_id: self.window }).await;
    }

    /// Name and count of what the window last shown has in a slot.
    fn slot(&self, slot: usize) -> (String, i32) {
        match self.items.get(slot) {
            Some(ItemStack::Present(stack)) => (stack.kind.to_string(), stack.count),
            _ => ("nothing".to_owned(), 0),
        }
    }
}

#[test]
fn what_was_saved_is_there_after_a_kill() {
    let folder = Folder::new("kill");
    let server = start(&folder.0, &["--seed", "5"]);
    block_on(async {
        let mut client = Client::join(server.address).await;
        client.must("tp 3.5 64 2.5", "Teleported").await;
        client.must("setblock 5 64 2 oak_log[axis=x]", "Changed").await;
        client.must("setblock 4 64 4 chest", "Changed").await;
        client.must("setblock 2 64 4 furnace", "Changed").await;
        client.must("give @s dirt 20", "Gave").await;
        client.open(4, 64, 4).await;
        client.shift(54).await;
        client.close().await;
        client.must("give @s raw_iron 5", "Gave").await;
        client.must("give @s coal 2", "Gave").await;
        client.open(2, 64, 4).await;
        client.shift(30).await;
        client.shift(31).await;
        client.close().await;
        client.must("give @s iron_pickaxe[damage=9]", "Gave").await;
        client.must("time set 5000", "Set").await;
        client.must("gamemode adventure", "Set own").await;
        client.save().await;
        // What comes after the save may be lost; what is before may not.
        client.must("setblock 5 65 2 stone", "Changed").await;
    });
    server.kill();
    assert_whole(&folder.0);

    let server = start(&folder.0, &["--seed", "6"]);
    assert!(server.said[0].contains("seed 5"), "the folder's seed wins and that is said: {:?}", server.said);
    block_on(async {
        let mut client = Client::join(server.address).await;
        assert_eq!(client.position.map(|at| (at.x, at.y, at.z)), Some((3.5, 64.0, 2.5)));
        assert_eq!(client.slot(36), ("minecraft:iron_pickaxe".to_owned(), 1));
        client.must("setblock 5 64 2 oak_log[axis=x]", "Could not set the block").await;
        client.open(4, 64, 4).await;
        assert_eq!(client.slot(0), ("minecraft:dirt".to_owned(), 20));
        client.close().await;
        client.open(2, 64, 4).await;
        let iron = client.slot(0);
        assert!(iron.0 == "minecraft:raw_iron" && (1..=5).contains(&iron.1), "it may have smelted some: {iron:?}");
        assert_eq!(client.slot(1), ("minecraft:coal".to_owned(), 1), "one burns");
        client.close().await;
        let time = client.command("time query time").await;
        let ticks: u32 = time.split_whitespace().find_map(|word| word.parse().ok()).expect("a time");
        assert!(ticks >= 5000, "{time}");
        client.must("gamemode survival", "Set own").await;
    });
    let second = Command::new(env!("CARGO_BIN_EXE_blockwright"))
        .args(["world", "--port", "0", "--world-dir"])
        .arg(&folder.0)
        .output()
        .expect("the program");
    assert_eq!(second.status.code(), Some(1), "two servers cannot use one folder");
    assert!(String::from_utf8_lossy(&second.stderr).contains("in use"), "{second:?}");
    #[cfg(unix)]
    {
        block_on(async {
            let mut client = Client::join(server.address).await;
            client.must("setblock 6 64 2 gold_block", "Changed").await;
        });
        assert_eq!(server.terminate(), Some(0), "it saves when it is asked to end");
        let world = reopen(&folder.0);
        let gold = knowledge::block("gold_block").expect("gold").default_state;
        assert_eq!(world.with(|game| game.block(BlockPos::new(6, 64, 2))), gold);
    }
}

#[test]
fn folders_that_are_not_ours_are_left_alone() {
    let folder = Folder::new("foreign");
    fs::create_dir_all(&folder.0).expect("a folder");
    let run = |path: &Path| {
        let output = Command::new(env!("CARGO_BIN_EXE_blockwright"))
            .args(["world", "--port", "0", "--world-dir"])
            .arg(path)
            .output()
            .expect("the program");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let note = folder.0.join("note.txt");
    fs::write(&note, "mine").expect("written");
    let (status, said) = run(&folder.0);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("neither empty nor a world"), "{said}");
    assert_eq!(run(&note).0, Some(2), "a file is no folder");
    fs::write(folder.0.join("level.dat"), "not NBT").expect("written");
    let (status, said) = run(&folder.0);
    assert!(status == Some(1) && said.contains("level.dat"), "{status:?} {said}");
    let names: Vec<_> = fs::read_dir(&folder.0).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(names.len(), 2, "nothing was written: {names:?}");
}

/// Kills at random moments, during saves too: five, or fifty with `BLOCKWRIGHT_LONG=1`.
#[test]
fn no_kill_loses_a_file() {
    let kills = if std::env::var_os("BLOCKWRIGHT_LONG").is_some() { 50 } else { 5 };
    let folder = Folder::new("kills");
    let mut durable: BTreeMap<BlockPos, u16> = BTreeMap::new();
    let mut chance = 0x5eed_u64;
    let mut random = move |below: u64| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) % below
    };
    let kinds = ["stone", "glass", "oak_planks", "gold_block", "bricks"];
    let mut saves = 0;
    for kill in 0..kills {
        let server = start(&folder.0, &["--save-every", "0.1", "--seed", "3"]);
        let placed = block_on(async {
            let mut client = Client::join(server.address).await;
            let end = Instant::now() + Duration::from_millis(150 + random(900));
            let (mut asked, mut placed, mut saving) = (VecDeque::new(), Vec::new(), None);
            while Instant::now() < end {
                // Over four regions.
                let [x, y, z] = [random(60) as i32 - 30, 90 + random(30) as i32, random(60) as i32 - 30];
                let kind = kinds[random(5) as usize];
                client.ask(&format!("setblock {x} {y} {z} {kind}")).await;
                asked.push_back((BlockPos::new(x, y, z), knowledge::block(kind).expect("a block").default_state));
                if saving.is_none() {
                    client.ask("save-all").await;
                    saving = Some(None);
                }
                let till = Instant::now() + Duration::from_millis(random(30));
                while let Ok(packet) =
                    tokio::time::timeout(till.saturating_duration_since(Instant::now()), client.next()).await
                {
                    let Clientbound::SystemChat(packet) = packet else { continue };
                    let told = packet.content.to_string();
                    if told.starts_with("Changed the block") || told == "Could not set the block" {
                        placed.extend(asked.pop_front());
                    } else if told == "That position is not loaded" {
                        asked.pop_front();
                    } else if told.starts_with("Saving the game") {
                        saving = Some(Some(placed.len()));
                    } else if told == "Saved the game" {
                        // What was placed before this save was asked for is durable.
                        durable.extend(placed.drain(..saving.flatten().expect("a save")));
                        saving = None;
                        saves += 1;
                    }
                }
            }
            placed.extend(asked);
            placed
        });
        server.kill();
        assert_whole(&folder.0);
        // What was asked later may be there or not.
        for (pos, _) in placed {
            durable.remove(&pos);
        }
        let world = reopen(&folder.0);
        let checked = durable.clone();
        let lost = world.with(move |game| {
            checked.into_iter().filter(|(pos, state)| game.block(*pos) != *state).collect::<Vec<_>>()
        });
        assert!(lost.is_empty(), "after kill {kill}: {lost:?}");
    }
    assert!(saves >= kills / 2 && durable.len() > 10, "{saves} saves, {} blocks to check", durable.len());
}

fn reopen(folder: &Path) -> PracticeWorld {
    let folder = WorldDir::open(folder, 0).expect("our world");
    PracticeWorld::start_saved(WorldConfig::default(), folder).expect("a world")
}

/// Every file of a world is whole: regions, their chunks, and all that is gzipped NBT.
fn assert_whole(folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            assert_whole(&path);
            continue;
        }
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("mca") => {
                let file = File::open(&path).expect("a region");
                let mut region = fastanvil::Region::from_stream(file).expect("a region");
                let mut chunks = 0;
                for chunk in region.iter() {
                    let chunk = chunk.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                    simdnbt::owned::read(&mut Cursor::new(chunk.data.as_slice())).expect("NBT");
                    chunks += 1;
                }
                assert!(chunks > 0, "{} is empty", path.display());
            }
            Some("dat") => {
                let mut bytes = Vec::new();
                let file = File::open(&path).expect("a file");
                flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).expect("gzip");
                simdnbt::owned::read(&mut Cursor::new(bytes.as_slice())).expect("NBT");
            }
            // A player's statistics.
            Some("json") => {
                let file = File::open(&path).expect("a file");
                serde_json::from_reader::<_, serde_json::Value>(file).expect("JSON");
            }
            // What a write left behind that did not end, and the lock.
            Some("tmp" | "lock") => {}
            other => panic!("{}: what is {other:?}?", path.display()),
        }
    }
}
