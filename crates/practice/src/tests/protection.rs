//! Spawn protection by packets: who digs, places, opens and pours there, and who does not.

use azalea_core::direction::Direction;
use azalea_protocol::packets::game::{
    ClientboundGamePacket, ServerboundGamePacket, ServerboundSetCarriedItem, ServerboundUseItem,
    s_interact::InteractionHand, s_player_action::Action,
};

use super::{Client, NAME};
use crate::{
    chunks::blocks,
    domain::{BlockPos, Side},
    protocol::wire,
};

/// A world whose spawn is protected two blocks far, and the ground of its edge and beside it.
fn protected(operator: &str) -> (Client, BlockPos, BlockPos) {
    let mut client = Client::join();
    client.game.protect_spawn(2, operator);
    let ground = client.game.spawn().down();
    (client, ground.offset(2, 0, 0), ground.offset(3, 0, 0))
}

fn dig(client: &mut Client, pos: BlockPos) -> &'static str {
    client.act(Action::StartDestroyBlock, pos);
    client.ticks(30);
    client.act(Action::StopDestroyBlock, pos);
    client.name_at(pos)
}

#[test]
fn only_operators_dig_in_the_protected_square() {
    let (mut client, inside, outside) = protected("keeper");
    client.received();
    assert_eq!(dig(&mut client, inside), "grass_block");
    let told = client.received().into_iter().any(
        |packet| matches!(packet, ClientboundGamePacket::BlockUpdate(packet) if wire::from_block_pos(packet.pos) == inside),
    );
    assert!(told, "the client is told that it still stands");
    assert_eq!(dig(&mut client, outside), "air");
    let (mut operator, inside, _) = protected(NAME);
    assert_eq!(dig(&mut operator, inside), "air");
}

#[test]
fn without_operators_nothing_is_protected() {
    let (mut client, inside, _) = protected("keeper");
    client.game.config.operators.clear();
    assert_eq!(dig(&mut client, inside), "air");
}

#[test]
fn what_is_clicked_decides_whether_a_block_is_placed_or_opened() {
    let (mut client, inside, outside) = protected("keeper");
    client.game.give(NAME, "dirt", 3);
    client.use_on(inside, Direction::Up);
    assert_eq!(client.name_at(inside.up()), "air");
    client.use_on(outside, Direction::Up);
    assert_eq!(client.name_at(outside.up()), "dirt");
    client.use_on(outside.up(), Direction::West);
    assert_eq!(client.name_at(outside.up().beside(Side::West)), "dirt", "placed into the square from outside");
    let table = blocks::state("crafting_table");
    for (at, opens) in [(inside, false), (outside, true)] {
        client.game.set_block(at, table);
        client.received();
        client.use_on(at, Direction::Up);
        let opened = client.received().iter().any(|packet| matches!(packet, ClientboundGamePacket::OpenScreen(_)));
        assert_eq!(opened, opens, "{at}");
    }
}

#[test]
fn nobody_else_pours_there() {
    let (mut client, ..) = protected("keeper");
    client.game.give(NAME, "water_bucket", 1);
    let spawn = client.game.spawn();
    client.send(ServerboundGamePacket::SetCarriedItem(ServerboundSetCarriedItem { slot: 0 }));
    let pour = ServerboundUseItem { hand: InteractionHand::MainHand, seq: 1, y_rot: 0.0, x_rot: 60.0 };
    client.send(ServerboundGamePacket::UseItem(pour.clone()));
    assert_eq!(client.count("water_bucket"), 1);
    client.game.config.spawn_protection = 0;
    client.send(ServerboundGamePacket::UseItem(pour));
    assert_eq!(client.count("bucket"), 1, "beside {spawn} it can be poured");
}
