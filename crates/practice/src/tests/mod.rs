//! The world's rules as a client meets them: packets in, packets out, no sockets and no clock.

mod abuse;
mod blocks_left;
mod company;
mod containers;
mod effects;
mod fertile;
mod flowing;
mod placing;
mod protection;
mod signs;
mod statistics;
mod switches;
mod vitals;

use azalea_core::{direction::Direction, position::Vec3 as WireVec3};
use azalea_inventory::operations::ClickType;
use azalea_protocol::{
    common::{client_information::ClientInformation, movements::MoveFlags},
    connect::Connection,
    packets::{
        ClientIntention, PROTOCOL_VERSION,
        config::{ClientboundConfigPacket, ServerboundFinishConfiguration, ServerboundSelectKnownPacks},
        game::{
            ClientboundGamePacket, ServerboundAcceptTeleportation, ServerboundChunkBatchReceived,
            ServerboundClientCommand, ServerboundContainerClick, ServerboundContainerClose, ServerboundGamePacket,
            ServerboundMovePlayerPos, ServerboundPlayerAction, ServerboundPlayerLoaded, ServerboundUseItemOn,
            s_client_command::Action as ClientAction, s_container_click::HashedStack, s_interact::InteractionHand,
            s_player_action::Action, s_use_item_on::BlockHit,
        },
        handshake::s_intention::ServerboundIntention,
        login::{ClientboundLoginPacket, ServerboundHello, ServerboundLoginAcknowledged},
    },
    read::deserialize_packet,
};
use azalea_registry::builtin::MenuKind;
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::{
    Game, WorldConfig,
    chunks::blocks,
    domain::{BlockPos, Vec3},
    knowledge,
    land::terrain::{LEVEL, MEADOW},
    net::{
        inbound::{Inbound, Joining},
        link::{Batch, Link},
    },
    protocol::wire,
};

pub(crate) const NAME: &str = "tester";
const ID: i32 = 1;

/// A world with one player whose client this is.
pub(crate) struct Client {
    pub game: Game,
    pub frames: mpsc::Receiver<Batch>,
}

impl Client {
    pub fn join() -> Self {
        let (link, frames) = Link::to_test();
        let mut game = Game::new(WorldConfig { seed: LEVEL as i64, ..WorldConfig::default() });
        let information = ClientInformation::default();
        let joining = Joining { id: ID, name: NAME.to_owned(), uuid: Uuid::from_u128(1), information, link };
        game.handle(Inbound::Joined(Box::new(joining)));
        let mut client = Self { game, frames };
        client.confirm_teleports();
        client.send(ServerboundGamePacket::PlayerLoaded(ServerboundPlayerLoaded));
        client
    }

    pub fn send(&mut self, packet: ServerboundGamePacket) {
        self.game.handle(Inbound::Packet(ID, Box::new(packet)));
    }

    pub fn ticks(&mut self, ticks: u32) {
        (0..ticks).for_each(|_| self.game.pass_tick());
    }

    /// What the world has sent since last asked.
    pub fn received(&mut self) -> Vec<ClientboundGamePacket> {
        self.game.flush();
        packets_of(&mut self.frames)
    }

    pub fn confirm_teleports(&mut self) -> usize {
        let teleports: Vec<u32> = self
            .received()
            .iter()
            .filter_map(|packet| match packet {
                ClientboundGamePacket::PlayerPosition(packet) => Some(packet.id),
                _ => None,
            })
            .collect();
        for &id in &teleports {
            self.send(ServerboundGamePacket::AcceptTeleportation(ServerboundAcceptTeleportation { id }));
        }
        teleports.len()
    }

    pub fn respawn(&mut self) {
        let action = ClientAction::PerformRespawn;
        self.send(ServerboundGamePacket::ClientCommand(ServerboundClientCommand { action }));
    }

    pub fn walk(&mut self, x: f64, y: f64, z: f64, on_ground: bool) {
        let flags = MoveFlags { on_ground, horizontal_collision: false };
        self.send(ServerboundGamePacket::MovePlayerPos(ServerboundMovePlayerPos { pos: WireVec3 { x, y, z }, flags }));
    }

    pub fn act(&mut self, action: Action, pos: BlockPos) {
        let (pos, direction) = (wire::to_block_pos(pos), Direction::Up);
        self.send(ServerboundGamePacket::PlayerAction(ServerboundPlayerAction { action, pos, direction, seq: 0 }));
    }

    pub fn use_on(&mut self, pos: BlockPos, direction: Direction) {
        let location = wire::to_vec3(pos.center());
        let block_pos = wire::to_block_pos(pos);
        let block_hit = BlockHit { block_pos, direction, location, inside: false, world_border: false };
        let packet = ServerboundUseItemOn { hand: InteractionHand::MainHand, block_hit, seq: 1 };
        self.send(ServerboundGamePacket::UseItemOn(packet));
    }

    /// A left click whose outcome the client does not even guess at.
    pub fn click(&mut self, window: i32, slot: i16) {
        self.send(ServerboundGamePacket::ContainerClick(ServerboundContainerClick {
            container_id: window,
            state_id: u32::MAX,
            slot_num: slot,
            button_num: 0,
            click_type: ClickType::Pickup,
            changed_slots: Default::default(),
            carried_item: HashedStack(None),
        }));
    }

    /// Has the player stand where each item has come to lie.
    pub fn collect(&mut self) {
        self.ticks(40);
        for (at, ..) in self.game.lying_items() {
            self.game.teleport(NAME, at);
            self.confirm_teleports();
            self.ticks(1);
        }
    }

    pub fn name_at(&mut self, pos: BlockPos) -> &'static str {
        blocks::name(self.game.block(pos))
    }

    pub fn count(&mut self, item: &str) -> u32 {
        self.game.count(NAME, item)
    }
}

/// What has been written for a client.
pub(crate) fn packets_of(frames: &mut mpsc::Receiver<Batch>) -> Vec<ClientboundGamePacket> {
    let mut packets = Vec::new();
    while let Ok(batch) = frames.try_recv() {
        packets.extend(batch.iter().map(|frame| {
            deserialize_packet(&mut std::io::Cursor::new(&frame.packet()[..]))
                .expect("the world writes what can be read")
        }));
    }
    packets
}

/// Beside the spawn, in the meadow's top layer.
const GRASS: BlockPos = BlockPos::new(1, MEADOW, 0);

#[test]
fn digging_takes_its_time() {
    let mut client = Client::join();
    client.act(Action::StartDestroyBlock, GRASS);
    client.ticks(10);
    assert_eq!(client.name_at(GRASS), "grass_block");
    client.ticks(3); // 14 of 18 ticks count: more than seven tenths
    client.act(Action::StopDestroyBlock, GRASS);
    assert_eq!(client.name_at(GRASS), "air");
    client.collect();
    assert_eq!(client.count("dirt"), 1);
}

#[test]
fn who_digs_too_fast_waits_all_the_same() {
    let mut client = Client::join();
    client.act(Action::StartDestroyBlock, GRASS);
    client.act(Action::StopDestroyBlock, GRASS);
    assert_eq!(client.name_at(GRASS), "grass_block");
    let told = client.received().into_iter().any(|packet| {
        matches!(packet, ClientboundGamePacket::BlockUpdate(packet) if wire::from_block_pos(packet.pos) == GRASS)
    });
    assert!(told, "the client is told that the block still stands");
    client.ticks(16);
    assert_eq!(client.name_at(GRASS), "grass_block");
    client.ticks(2);
    assert_eq!(client.name_at(GRASS), "air");
}

#[test]
fn actions_are_acknowledged_at_the_end_of_the_tick() {
    let mut client = Client::join();
    client.act(Action::StartDestroyBlock, GRASS);
    let acks = |client: &mut Client| {
        client.received().iter().filter(|packet| matches!(packet, ClientboundGamePacket::BlockChangedAck(_))).count()
    };
    assert_eq!(acks(&mut client), 0);
    client.ticks(1);
    assert_eq!(acks(&mut client), 1);
}

#[test]
fn nothing_is_dug_from_afar_and_bedrock_never() {
    let mut client = Client::join();
    let (far, bedrock) = (BlockPos::new(8, MEADOW, 0), BlockPos::new(1, MEADOW + 1, 0));
    client.game.set_block(bedrock, blocks::state("bedrock"));
    for pos in [far, bedrock] {
        let before = client.game.block(pos);
        client.act(Action::StartDestroyBlock, pos);
        client.ticks(400);
        client.act(Action::StopDestroyBlock, pos);
        client.ticks(400);
        assert_eq!(client.game.block(pos), before);
    }
}

#[test]
fn stone_gives_nothing_to_the_hand_and_wears_a_pickaxe() {
    for (tool, cobblestone) in [("stick", 0), ("wooden_pickaxe", 1)] {
        let mut client = Client::join();
        client.game.set_block(GRASS, blocks::state("stone"));
        client.game.give(NAME, tool, 1);
        client.act(Action::StartDestroyBlock, GRASS);
        client.ticks(160);
        client.act(Action::StopDestroyBlock, GRASS);
        assert_eq!(client.name_at(GRASS), "air");
        client.collect();
        assert_eq!(client.count("cobblestone"), cobblestone, "with {tool}");
        let damage = client.game.players[&ID].hand().map_or(0, |stack| stack.damage);
        assert_eq!(damage, cobblestone, "wear of {tool}");
    }
}

#[test]
fn walking_is_believed_within_reason() {
    let mut client = Client::join();
    client.walk(0.8, 64.0, 0.5, true);
    assert_eq!(client.game.position(NAME), Some(Vec3::new(0.8, 64.0, 0.5)));
    client.walk(30.0, 64.0, 0.5, true);
    client.walk(0.8, 61.5, 0.5, true);
    assert_eq!(client.game.position(NAME), Some(Vec3::new(0.8, 64.0, 0.5)), "too far, and into the ground");
    client.walk(0.9, 64.0, 0.5, true);
    assert_eq!(client.game.position(NAME).map(|at| at.x), Some(0.8), "not before the teleport is confirmed");
    assert_eq!(client.confirm_teleports(), 1);
    client.walk(0.9, 64.0, 0.5, true);
    assert_eq!(client.game.position(NAME).map(|at| at.x), Some(0.9));
    client.walk(f64::NAN, 64.0, 0.5, true);
    assert!(client.game.players().is_empty(), "kicked");
}

fn fall_of(blocks: i32) -> Option<f32> {
    let mut client = Client::join();
    client.game.teleport(NAME, Vec3::new(0.5, f64::from(64 + blocks), 0.5));
    client.confirm_teleports();
    for below in 1..=blocks {
        client.walk(0.5, f64::from(64 + blocks - below), 0.5, below == blocks);
    }
    client.game.health(NAME)
}

#[test]
fn falls_hurt_beyond_three_blocks() {
    assert_eq!(fall_of(3), Some(20.0));
    assert_eq!(fall_of(4), Some(19.0));
    assert_eq!(fall_of(10), Some(13.0));
    assert_eq!(fall_of(23), Some(0.0));
}

#[test]
fn the_dead_drop_what_they_had_and_come_back() {
    let mut client = Client::join();
    client.game.give(NAME, "oak_log", 5);
    client.game.kill(NAME, "was told to");
    let packets = client.received();
    let message = packets.iter().find_map(|packet| match packet {
        ClientboundGamePacket::PlayerCombatKill(packet) => Some(packet.message.to_string()),
        _ => None,
    });
    assert_eq!(message.as_deref(), Some("tester was told to"));
    client.ticks(30);
    assert_eq!(client.count("oak_log"), 0, "the dead pick nothing up");
    assert_eq!(client.game.lying_items().iter().map(|item| item.2).sum::<u32>(), 5);
    client.respawn();
    assert_eq!(client.game.health(NAME), Some(20.0));
    client.confirm_teleports();
    // 39 ticks after the death it lies at their feet, and is not theirs yet.
    for (ticks, logs) in [(9, 0), (1, 5)] {
        let lying = client.game.lying_items();
        if let [(at, ..)] = lying[..] {
            client.game.teleport(NAME, at);
            client.confirm_teleports();
        }
        client.ticks(ticks);
        assert_eq!(client.count("oak_log"), logs, "after {ticks} more");
    }
    assert_eq!(client.count("oak_log"), 5);
}

#[test]
fn blocks_are_placed_against_faces_and_never_into_bodies() {
    let mut client = Client::join();
    client.game.give(NAME, "oak_log", 3);
    client.use_on(GRASS.offset(1, 0, 0), Direction::Up);
    assert_eq!(client.name_at(GRASS.offset(1, 1, 0)), "oak_log");
    assert_eq!(client.count("oak_log"), 2);
    client.use_on(BlockPos::new(0, MEADOW, 0), Direction::Up);
    assert_ne!(client.name_at(BlockPos::new(0, MEADOW + 1, 0)), "oak_log", "the player stands there");
    client.use_on(GRASS.offset(1, 1, 0), Direction::East);
    let sideways = client.game.block(GRASS.offset(2, 1, 0));
    assert_eq!(crate::knowledge::state_properties(sideways), [("axis", "x")]);
    assert_eq!(client.count("oak_log"), 1);
}

#[test]
fn a_door_is_two_blocks_that_open_and_go_together() {
    let mut client = Client::join();
    client.game.give(NAME, "oak_door", 2);
    let door = GRASS.offset(1, 1, 0);
    client.use_on(door.down(), Direction::Up);
    let parts = |client: &mut Client| [client.game.block(door), client.game.block(door.up())];
    let closed = parts(&mut client);
    assert_eq!(closed.map(blocks::name), ["oak_door", "oak_door"]);
    client.use_on(door.up(), Direction::Up);
    let open = parts(&mut client);
    assert!(open[0] != closed[0] && open[1] != closed[1] && client.count("oak_door") == 1);
    client.ticks(5);
    assert_eq!(parts(&mut client), open, "it stands");
    client.act(Action::StartDestroyBlock, door.up());
    client.ticks(120);
    client.act(Action::StopDestroyBlock, door.up());
    client.collect();
    assert_eq!(parts(&mut client).map(blocks::name), ["air", "air"]);
    assert_eq!(client.count("oak_door"), 2, "one door came back, not two");
}

#[test]
fn a_table_makes_a_pickaxe() {
    let mut client = Client::join();
    let table = GRASS.up();
    client.game.set_block(table, blocks::state("crafting_table"));
    client.game.give(NAME, "oak_planks", 3);
    client.game.give(NAME, "stick", 2);
    client.use_on(table, Direction::Up);
    let opened = client.received().into_iter().find_map(|packet| match packet {
        ClientboundGamePacket::OpenScreen(packet) => Some(packet.container_id),
        _ => None,
    });
    let window = opened.expect("the table opens");
    // Planks over the top row, one by one with the right button is the polite way; here by halves and rests.
    for (from, cells) in [(37, [1, 2, 3].as_slice()), (38, &[5, 8])] {
        client.click(window, from);
        for &cell in cells {
            client.send(ServerboundGamePacket::ContainerClick(ServerboundContainerClick {
                container_id: window,
                state_id: u32::MAX,
                slot_num: cell,
                button_num: 1,
                click_type: ClickType::Pickup,
                changed_slots: Default::default(),
                carried_item: HashedStack(None),
            }));
        }
    }
    client.click(window, 0);
    assert_eq!(client.game.workspace(NAME).iter().map(|stack| stack.name()).collect::<Vec<_>>(), ["wooden_pickaxe"]);
    client.send(ServerboundGamePacket::ContainerClose(ServerboundContainerClose { container_id: window }));
    assert_eq!(client.game.workspace(NAME), []);
    assert_eq!(client.game.inventory(NAME).into_iter().collect::<Vec<_>>(), [("wooden_pickaxe", 1)]);
}

#[test]
fn a_lost_client_gets_the_whole_window_with_the_cursor() {
    let mut client = Client::join();
    client.game.give(NAME, "oak_log", 3);
    client.received();
    client.click(0, 36);
    let contents = client.received().into_iter().find_map(|packet| match packet {
        ClientboundGamePacket::ContainerSetContent(packet) => Some(packet),
        _ => None,
    });
    let contents = contents.expect("the whole window");
    assert_eq!(contents.items.len(), 46);
    assert_eq!(contents.carried_item.count(), 3);
}

#[test]
fn chunks_follow_the_player_and_none_is_sent_twice() {
    let mut client = Client::join();
    let radius = client.game.config.view_distance;
    let mut had = std::collections::HashSet::new();
    for step in 0..60 {
        client.walk(0.5 + f64::from(step), 64.0, 0.5, true);
        client.ticks(1);
        for packet in client.received() {
            match packet {
                ClientboundGamePacket::LevelChunkWithLight(packet) => {
                    assert!(had.insert((packet.x, packet.z)), "chunk {}, {} sent twice", packet.x, packet.z);
                }
                ClientboundGamePacket::ForgetLevelChunk(packet) => {
                    let pos = (packet.pos.x, packet.pos.z);
                    assert!(had.remove(&pos), "chunk {pos:?} forgotten and never sent, at step {step}");
                }
                ClientboundGamePacket::ChunkBatchFinished(_) => {
                    let answer = ServerboundChunkBatchReceived { desired_chunks_per_tick: 20.0 };
                    client.send(ServerboundGamePacket::ChunkBatchReceived(answer));
                }
                _ => {}
            }
        }
        if client.confirm_teleports() > 0 {
            break; // walked into a hill
        }
    }
    assert_eq!(had.len() as u32, (2 * radius + 1).pow(2));
}

/// The whole way over a socket: in, told why it must leave, out.
#[test]
fn a_client_that_sends_junk_is_told_so_and_the_others_stay() {
    let world = crate::PracticeWorld::start(WorldConfig::default()).unwrap();
    let address = world.address();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let reasons = runtime.block_on(async {
        let (mut bad, mut good) = (join_over_tcp(address, "bad").await, join_over_tcp(address, "good").await);
        bad.writer.raw.write(&[200, 1, 1, 2, 3]).await.unwrap();
        let junk = last_word(&mut bad).await;
        assert_eq!(world.with(|game| game.players()), ["good"]);
        world.stop().expect("nothing to save");
        [junk, last_word(&mut good).await]
    });
    assert!(reasons[0].contains("cannot be read"), "{}", reasons[0]);
    assert_eq!(reasons[1], "The practice world has stopped");
}

type GameConnection = Connection<ClientboundGamePacket, ServerboundGamePacket>;

async fn join_over_tcp(address: std::net::SocketAddr, name: &str) -> GameConnection {
    let mut connection = Connection::new(&address).await.unwrap();
    let hostname = address.ip().to_string();
    let (protocol_version, port, intention) = (PROTOCOL_VERSION, address.port(), ClientIntention::Login);
    connection.write(ServerboundIntention { protocol_version, hostname, port, intention }).await.unwrap();
    let mut connection = connection.login();
    // Whoever else's id it is.
    let profile_id = azalea_crypto::offline::generate_uuid("other");
    connection.write(ServerboundHello { name: name.to_owned(), profile_id }).await.unwrap();
    loop {
        match connection.read().await.unwrap() {
            ClientboundLoginPacket::LoginCompression(packet) => {
                connection.set_compression_threshold(packet.compression_threshold);
            }
            ClientboundLoginPacket::LoginFinished(packet) => {
                assert_eq!(packet.game_profile.uuid, azalea_crypto::offline::generate_uuid(name), "the name's own");
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    connection.write(ServerboundLoginAcknowledged).await.unwrap();
    let mut connection = connection.config();
    let mut registries = 0;
    loop {
        match connection.read().await.unwrap() {
            ClientboundConfigPacket::SelectKnownPacks(_) => {
                connection.write(ServerboundSelectKnownPacks { known_packs: Vec::new() }).await.unwrap();
            }
            ClientboundConfigPacket::RegistryData(_) => registries += 1,
            ClientboundConfigPacket::FinishConfiguration(_) => break,
            _ => {}
        }
    }
    assert_eq!(registries, 28);
    connection.write(ServerboundFinishConfiguration).await.unwrap();
    let mut connection = connection.game();
    while !matches!(connection.read().await.unwrap(), ClientboundGamePacket::LevelChunkWithLight(_)) {}
    connection
}

/// Reads until the world hangs up; returns the reason it gave.
async fn last_word(connection: &mut GameConnection) -> String {
    let mut reason = "none".to_owned();
    while let Ok(packet) = connection.read().await {
        if let ClientboundGamePacket::Disconnect(packet) = packet {
            reason = packet.reason.to_string();
        }
    }
    reason
}
