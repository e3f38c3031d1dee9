//! Signs as clients write on them: whom the server lets, and what all are told.

use azalea_protocol::packets::game::ServerboundSignUpdate;
use simdnbt::owned::Nbt;

use super::*;
use crate::{chunks::encode, domain::ChunkPos, items::signs::Sign};

/// Where the sign stands.
const BOARD: BlockPos = BlockPos::new(2, MEADOW + 1, 2);

fn lines(words: &str) -> [String; 4] {
    [words, "", "", ""].map(str::to_owned)
}

impl Client {
    fn before_a_sign() -> Self {
        let mut client = Self::join();
        client.game.set_block(BOARD, blocks::state("oak_sign"));
        // As if its chunk had come.
        client.game.players.get_mut(&ID).unwrap().view.sent.insert(BOARD.chunk());
        client.received();
        client
    }

    /// The sides that were opened for it to write on.
    fn editors(&mut self) -> Vec<bool> {
        let editor = |packet| match packet {
            ClientboundGamePacket::OpenSignEditor(packet) => {
                assert_eq!(wire::from_block_pos(packet.pos), BOARD);
                Some(packet.is_front_text)
            }
            _ => None,
        };
        self.received().into_iter().filter_map(editor).collect()
    }

    fn write(&mut self, words: &str) {
        let packet = ServerboundSignUpdate { pos: wire::to_block_pos(BOARD), is_front_text: true, lines: lines(words) };
        self.send(ServerboundGamePacket::SignUpdate(packet));
    }

    fn front(&mut self) -> [String; 4] {
        self.game.sign(BOARD).expect("a sign")[0].clone()
    }

    /// What the client was told that signs say.
    fn told(&mut self) -> Vec<Sign> {
        let told = |packet| match packet {
            ClientboundGamePacket::BlockEntityData(packet) => match &packet.tag {
                Nbt::Some(tag) => Some(Sign::read(tag)),
                Nbt::None => None,
            },
            _ => None,
        };
        self.received().into_iter().filter_map(told).collect()
    }
}

#[test]
fn who_clicks_a_sign_may_write_on_it_once_and_all_are_told() {
    let mut client = Client::before_a_sign();
    client.write("unasked");
    assert_eq!(client.front(), lines(""), "nobody has opened it");
    client.use_on(BOARD, Direction::Up);
    assert_eq!(client.editors().len(), 1);
    client.write("\u{a7}cKEEP OUT");
    let [told] = &client.told()[..] else { panic!("told once") };
    assert_eq!((&told.front, told.is_waxed), (&lines("KEEP OUT"), false));
    client.write("more");
    assert_eq!(client.front(), lines("KEEP OUT"), "it is shut by now");
    // Who comes later gets it with the chunk.
    let chunk = ChunkPos { x: 0, z: 0 };
    let packet = encode::packet(chunk, &client.game.world.around(chunk)).unwrap();
    let [entity] = &packet.chunk_data.block_entities[..] else { panic!("one sign") };
    let Nbt::Some(tag) = &entity.data else { panic!("it says something") };
    assert_eq!(Sign::read(tag).front, lines("KEEP OUT"));
    // What stood there says nothing of what is put there next.
    client.game.set_block(BOARD, blocks::AIR);
    client.game.set_block(BOARD, blocks::state("oak_sign"));
    assert_eq!(client.front(), lines(""));
}

#[test]
fn a_sign_that_is_placed_is_opened() {
    let mut client = Client::join();
    client.game.give(NAME, "oak_sign", 1);
    client.use_on(BOARD.down(), Direction::Up);
    assert_eq!((client.name_at(BOARD), client.editors()), ("oak_sign", vec![true]));
}

#[test]
fn nobody_writes_on_a_waxed_sign_or_while_another_does() {
    let mut client = Client::before_a_sign();
    client.game.give(NAME, "honeycomb", 2);
    client.use_on(BOARD, Direction::Up);
    assert_eq!(client.told().iter().map(|sign| sign.is_waxed).collect::<Vec<_>>(), [true]);
    assert_eq!(client.game.count(NAME, "honeycomb"), 1);
    client.use_on(BOARD, Direction::Up);
    client.write("after all");
    assert_eq!((client.editors(), client.front()), (Vec::new(), lines("")));
    let mut client = Client::before_a_sign();
    let frames = super::company::join_other(&mut client.game);
    client.game.hand_over_sign(BOARD, "other");
    client.use_on(BOARD, Direction::Up);
    client.write("mine");
    assert_eq!((client.editors(), client.front()), (Vec::new(), lines("")));
    client.game.handle(Inbound::Left(super::company::OTHER, "bye".to_owned()));
    drop(frames);
    client.use_on(BOARD, Direction::Up);
    assert_eq!(client.editors().len(), 1, "who has left writes no more");
}
