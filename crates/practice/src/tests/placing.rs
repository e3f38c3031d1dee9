//! Placing as clients do it: every case of the table `placing.yaml`, and what the table does not tell.

use azalea_core::{direction::Direction, game_type::GameMode};
use azalea_entity::LookDirection;
use azalea_protocol::packets::game::{
    ServerboundMovePlayerRot, ServerboundPlayerInput, ServerboundUseItem, ServerboundUseItemOn,
    s_interact::InteractionHand, s_use_item_on::BlockHit,
};

use super::*;
use crate::{
    domain::Side,
    knowledge,
    knowledge::{
        Block, placing,
        placing::{Case, Row},
    },
    rules::paired,
};

/// Where the cases are played: in the air above the meadow, with nothing around.
const PLACE: BlockPos = BlockPos::new(4, MEADOW + 20, 4);

/// Blocks around it that a case may touch, to each side.
const STAGE: i32 = 4;

impl Client {
    fn look(&mut self, [yaw, pitch]: [f32; 2]) {
        let flags = MoveFlags { on_ground: true, horizontal_collision: false };
        let look_direction = LookDirection::new(yaw, pitch);
        self.send(ServerboundGamePacket::MovePlayerRot(ServerboundMovePlayerRot { look_direction, flags }));
    }

    fn sneak(&mut self, shift: bool) {
        self.send(ServerboundGamePacket::PlayerInput(ServerboundPlayerInput { shift, ..Default::default() }));
    }

    /// Uses the hand on a side of a block, at a point in the world.
    fn use_at(&mut self, pos: BlockPos, side: Side, [x, y, z]: [f64; 3]) {
        let (block_pos, direction, location) =
            (wire::to_block_pos(pos), wire::to_direction(side), WireVec3 { x, y, z });
        let block_hit = BlockHit { block_pos, direction, location, inside: false, world_border: false };
        let packet = ServerboundUseItemOn { hand: InteractionHand::MainHand, block_hit, seq: 1 };
        self.send(ServerboundGamePacket::UseItemOn(packet));
    }

    pub(super) fn use_hand(&mut self, [y_rot, x_rot]: [f32; 2]) {
        self.look([y_rot, x_rot]);
        let packet = ServerboundUseItem { hand: InteractionHand::MainHand, seq: 1, y_rot, x_rot };
        self.send(ServerboundGamePacket::UseItem(packet));
    }

    /// Only this in the hand, and nothing else.
    pub(super) fn hold_only(&mut self, item: &str, count: u32) {
        self.game.clear_inventory(NAME);
        self.game.give(NAME, item, count);
        self.game.players.get_mut(&ID).unwrap().held = 0;
    }

    /// Stands in the air beside the stage, in reach of it and in nobody's way.
    fn stand_by(&mut self) {
        let (x, z) = (f64::from(PLACE.x) - 1.8, f64::from(PLACE.z) - 1.8);
        self.game.teleport(NAME, Vec3::new(x, f64::from(PLACE.y) - 1.0, z));
        self.confirm_teleports();
    }

    fn clear_stage(&mut self) {
        let span = -STAGE..=STAGE;
        for (x, y) in span.clone().flat_map(|x| span.clone().map(move |y| (x, y))) {
            for z in span.clone() {
                self.game.world.set_block(PLACE.offset(x, y, z), blocks::AIR);
            }
        }
        self.game.unsettled.clear();
        self.game.items.clear();
    }
}

/// `north up`: the block above the one to the north.
fn place_named(sides: &str) -> BlockPos {
    sides.split(' ').fold(PLACE, |pos, side| pos.beside(Side::named(side).unwrap_or_else(|| panic!("{sides}"))))
}

/// Where a side is hit if a case does not tell: its middle, in blocks from the corner of the place.
fn middle_of(case: &Case) -> [f64; 3] {
    let face = if case.inside { case.face } else { case.face.opposite() };
    let (x, y, z) = face.step();
    [x, y, z].map(|step| 0.5 + f64::from(step) / 2.0)
}

/// Plays a case; what differs from what is expected.
fn play(client: &mut Client, row: &Row, case: &Case) -> Result<(), String> {
    let item = case.item.as_deref().unwrap_or(row.blocks[0].name);
    let block: &Block = placing::block_of_item(item).ok_or(format!("{item} is no block"))?;
    client.clear_stage();
    // A floor for what falls, out of the place's touch.
    for (x, z) in (-STAGE..=STAGE).flat_map(|x| (-STAGE..=STAGE).map(move |z| (x, z))) {
        client.game.world.set_block(PLACE.offset(x, -2, z), blocks::state("stone"));
        client.game.world.set_block(PLACE.offset(x, -3, z), blocks::state("stone"));
    }
    let put = |client: &mut Client, pos: BlockPos, state: &str| {
        let state = placing::state_named(state).unwrap_or_else(|| panic!("{state}"));
        client.game.world.set_block(pos, state);
    };
    let clicked = if case.inside { PLACE } else { PLACE.beside(case.face.opposite()) };
    if !case.inside {
        put(client, clicked, &case.on);
    }
    for (sides, state) in &case.around {
        put(client, place_named(sides), state);
    }
    if let Some(state) = &case.there {
        put(client, PLACE, state);
    }
    let before = client.game.block(PLACE);
    client.hold_only(item, 5);
    client.look(case.look);
    client.sneak(case.sneak);
    let hit = case.hit.unwrap_or_else(|| middle_of(case));
    let corner = [PLACE.x, PLACE.y, PLACE.z].map(f64::from);
    client.use_at(clicked, case.face, std::array::from_fn(|axis| corner[axis] + hit[axis]));
    client.ticks(2);
    let check = |client: &mut Client, pos: BlockPos, expected: &str| {
        let state = client.game.block(pos);
        let is_right = if expected == "nothing" { state == before } else { placing::is_state(state, expected, block) };
        let seen = format!("{}{:?}", blocks::name(state), knowledge::state_properties(state));
        if is_right { Ok(()) } else { Err(format!("expected {expected} at {pos}, is {seen}")) }
    };
    check(client, PLACE, &case.expect)?;
    for (sides, expected) in &case.and {
        check(client, place_named(sides), expected)?;
    }
    let left = client.count(item);
    let unchanged = client.game.block(PLACE) == before;
    // What does not go in where it was clicked may have gone beside it.
    if left != if unchanged { 5 } else { 4 } && !(unchanged && case.inside) {
        return Err(format!("{left} of 5 {item} are left"));
    }
    if let Some(then) = &case.then {
        for (sides, state) in &then.put {
            client.game.set_block(place_named(sides), placing::state_named(state).ok_or("a state")?);
        }
        client.ticks(3);
        check(client, PLACE, &then.expect)?;
    }
    Ok(())
}

#[test]
fn every_case_of_the_table_comes_out_as_in_the_game() {
    let mut client = Client::join();
    client.stand_by();
    let mut faults = Vec::new();
    let mut cases = 0;
    for row in placing::rows() {
        for (number, case) in (1..).zip(&row.cases) {
            cases += 1;
            if let Err(fault) = play(&mut client, row, case) {
                faults.push(format!("{}, case {number}: {fault}", row.name));
            }
        }
    }
    assert!(faults.is_empty(), "{} of {cases} cases:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn bodies_are_in_the_way_only_of_what_they_would_touch() {
    let mut client = Client::join();
    let floor = BlockPos::new(0, MEADOW, 0);
    for (item, goes) in [("stone", false), ("torch", true), ("oak_fence", false), ("red_carpet", false), ("rail", true)]
    {
        client.hold_only(item, 1);
        client.use_on(floor, Direction::Up);
        let placed = client.name_at(floor.up());
        assert_eq!(placed == item, goes, "{item}: {placed}");
        client.game.set_block(floor.up(), blocks::AIR);
    }
    // Beside the body there is room for a trapdoor that lies, none for a block.
    client.game.teleport(NAME, Vec3::new(0.5, f64::from(MEADOW) + 1.5, 0.5));
    client.confirm_teleports();
    client.hold_only("oak_slab", 1);
    client.use_on(floor, Direction::Up);
    assert_eq!(client.name_at(floor.up()), "oak_slab", "under the feet of one who is half a block up");
}

#[test]
fn nothing_is_built_above_the_world_and_the_player_is_told() {
    let mut client = Client::join();
    let top = BlockPos::new(4, 319, 4);
    client.game.set_block(top, blocks::state("stone"));
    client.game.teleport(NAME, Vec3::new(2.5, 319.0, 4.5));
    client.confirm_teleports();
    client.hold_only("stone", 1);
    client.use_on(top, Direction::Up);
    assert_eq!(client.count("stone"), 1);
    let told = client.received().into_iter().any(|packet| match packet {
        ClientboundGamePacket::SystemChat(packet) => packet.overlay && packet.content.to_string().contains("319"),
        _ => false,
    });
    assert!(told, "the height limit is told");
}

#[test]
fn tools_work_the_ground_and_strip_logs() {
    let mut client = Client::join();
    let log = knowledge::state_with(knowledge::block("oak_log").unwrap(), &[("axis", "x")]).unwrap();
    let at = GRASS.up();
    for (tool, on, made) in [
        ("wooden_hoe", blocks::state("dirt"), "farmland"),
        ("wooden_hoe", blocks::state("coarse_dirt"), "dirt"),
        ("iron_shovel", blocks::state("podzol"), "dirt_path"),
        ("stone_axe", log, "stripped_oak_log"),
        ("stone_pickaxe", log, "oak_log"),
    ] {
        client.game.set_block(at, on);
        client.hold_only(tool, 1);
        client.use_on(at, Direction::Up);
        assert_eq!(client.name_at(at), made, "{tool}");
        let damage = client.game.players[&ID].hand().map(|stack| stack.damage);
        assert_eq!(damage, Some(u32::from(made != "oak_log")), "{tool}");
    }
    client.game.set_block(at, log);
    client.hold_only("stone_axe", 1);
    client.use_on(at, Direction::Up);
    assert_eq!(knowledge::state_properties(client.game.block(at)), [("axis", "x")], "it lies as it lay");
    client.game.set_block(at, blocks::state("dirt"));
    client.game.set_block(at.up(), blocks::state("stone"));
    client.hold_only("wooden_hoe", 1);
    client.use_on(at, Direction::North);
    assert_eq!(client.name_at(at), "dirt", "not under a block");
}

#[test]
fn buckets_scoop_sources_and_pour_them_out() {
    let mut client = Client::join();
    client.stand_by();
    client.clear_stage();
    // Straight down from where the player stands.
    let below = BlockPos::new(PLACE.x - 2, PLACE.y - 2, PLACE.z - 2);
    client.game.set_block(below, blocks::state("stone"));
    client.hold_only("water_bucket", 1);
    client.use_hand([0.0, 90.0]);
    assert_eq!(client.name_at(below.up()), "water");
    assert_eq!((client.count("bucket"), client.count("water_bucket")), (1, 0));
    client.use_hand([0.0, 90.0]);
    assert_eq!((client.name_at(below.up()), client.count("water_bucket")), ("air", 1));
    // Into what takes water, and out of it again.
    client.game.set_block(below, blocks::state("oak_slab"));
    client.use_hand([0.0, 90.0]);
    assert!(blocks::is_water(client.game.block(below)) && client.name_at(below) == "oak_slab");
    client.hold_only("bucket", 3);
    client.use_hand([0.0, 90.0]);
    assert!(!blocks::is_water(client.game.block(below)));
    assert_eq!((client.count("bucket"), client.count("water_bucket")), (2, 1));
    // A double slab has no room for any.
    let double = blocks::with(blocks::state("oak_slab"), "type", "double");
    client.game.set_block(below, double);
    client.hold_only("water_bucket", 1);
    client.use_hand([0.0, 90.0]);
    assert_eq!((client.game.block(below), client.name_at(below.up())), (double, "water"));
    client.game.set_block(below.up(), blocks::AIR);
    client.game.set_block(below, blocks::state("oak_slab"));
    // Lava goes before it, never into it; flowing water cannot be taken.
    client.hold_only("lava_bucket", 1);
    client.use_hand([0.0, 90.0]);
    assert_eq!((client.name_at(below), client.name_at(below.up())), ("oak_slab", "lava"));
    let flowing = knowledge::state_with(knowledge::block("water").unwrap(), &[("level", "3")]).unwrap();
    client.game.set_block(below.up(), flowing);
    client.hold_only("bucket", 1);
    client.use_hand([0.0, 90.0]);
    assert_eq!((client.name_at(below.up()), client.count("bucket")), ("water", 1));
    client.use_hand([f32::NAN, 90.0]);
}

#[test]
fn creators_break_both_parts_and_nothing_drops() {
    let at = GRASS.up();
    for block in ["oak_door", "red_bed", "sunflower"] {
        for digs_second in [false, true] {
            let mut client = Client::join();
            client.game.set_game_mode(ID, GameMode::Creative);
            let first = blocks::state(block);
            let (beside, second) = paired::other_part(at, first).unwrap();
            client.game.set_block(at, first);
            client.game.set_block(beside, second);
            client.ticks(2);
            client.act(Action::StartDestroyBlock, if digs_second { beside } else { at });
            client.ticks(2);
            assert_eq!([at, beside].map(|pos| client.name_at(pos)), ["air"; 2], "{block}");
            assert!(client.game.lying_items().is_empty(), "{block}, the second part: {digs_second}");
        }
    }
}
