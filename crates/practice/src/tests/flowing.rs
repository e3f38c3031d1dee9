//! Water and lava against a table: what stands where, so many ticks after a bucket was poured out.
//!
//! Distances, levels and times are of the Minecraft Wiki. Water: a block every 5 ticks, 7 blocks far on the level, towards an
//! edge up to 5 blocks off, a spring between two sources on something solid. Lava: a block every 30 ticks, 3 blocks far in the
//! overworld. Fluid (Spread, Mixing): what falls begins anew where it lands; obsidian, cobblestone and stone. That lava looks for
//! edges up to 3 blocks off is of SteelMC (`fluid/fluids/lava`) and Pumpkin (`block/fluid/lava`).

use std::collections::BTreeMap;

use azalea_protocol::packets::game::ClientboundGamePacket;

use super::{Client, ID, NAME};
use crate::{
    chunks::blocks,
    domain::{BlockPos, Vec3},
    items::stack::Stack,
    knowledge,
    protocol::wire,
    rules::game_rules::Rule,
};

/// In the corner of a chunk, above a floor of stone, and another one further down.
const SOURCE: BlockPos = BlockPos::new(0, 121, 0);
const FLOOR: i32 = 12;
const FLOORS: [i32; 2] = [-1, -5];

/// A place from the source, and what stands there: `water 3`, or a block's name.
type There = ((i32, i32, i32), &'static str);

struct Scene {
    what: &'static str,
    /// What stands there before.
    built: &'static [&'static [There]],
    bucket: &'static str,
    /// What is to be seen so many ticks later.
    seen: &'static [(u32, &'static [There])],
}

/// Walls around three places in a row, of which the first is the source's.
const TRENCH: &[There] = &[
    ((-1, 0, 0), "stone"),
    ((0, 0, 1), "stone"),
    ((0, 0, -1), "stone"),
    ((1, 0, 1), "stone"),
    ((1, 0, -1), "stone"),
    ((2, 0, 1), "stone"),
    ((2, 0, -1), "stone"),
    ((3, 0, 0), "stone"),
];

const SCENES: &[Scene] = &[
    Scene {
        what: "water on the level",
        built: &[],
        bucket: "water_bucket",
        seen: &[
            (0, &[((0, 0, 0), "water 0")]),
            (4, &[((1, 0, 0), "air")]),
            (5, &[((1, 0, 0), "water 1"), ((-1, 0, 0), "water 1"), ((0, 0, -1), "water 1"), ((1, 0, 1), "air")]),
            (10, &[((2, 0, 0), "water 2"), ((1, 0, 1), "water 2"), ((-1, 0, -1), "water 2")]),
            (34, &[((7, 0, 0), "air"), ((-7, 0, 0), "air")]),
            (35, &[((7, 0, 0), "water 7"), ((-7, 0, 0), "water 7"), ((3, 0, -4), "water 7")]),
            (100, &[((8, 0, 0), "air"), ((-8, 0, 0), "air"), ((4, 0, 4), "air"), ((0, 1, 0), "air")]),
        ],
    },
    Scene {
        what: "lava on the level",
        built: &[],
        bucket: "lava_bucket",
        seen: &[
            (29, &[((0, 0, 0), "lava 0"), ((1, 0, 0), "air")]),
            (30, &[((1, 0, 0), "lava 2"), ((0, 0, -1), "lava 2")]),
            (60, &[((2, 0, 0), "lava 4"), ((1, 0, 1), "lava 4")]),
            (90, &[((3, 0, 0), "lava 6"), ((-3, 0, 0), "lava 6")]),
            (200, &[((4, 0, 0), "air"), ((2, 0, 2), "air")]),
        ],
    },
    Scene {
        what: "water goes to an edge in sight",
        built: &[&[((5, -1, 0), "air")]],
        bucket: "water_bucket",
        seen: &[
            (25, &[((1, 0, 0), "water 1"), ((5, 0, 0), "water 5"), ((5, -1, 0), "air")]),
            (30, &[((5, -1, 0), "water 8")]),
            (
                100,
                &[
                    ((-1, 0, 0), "air"),
                    ((0, 0, 1), "air"),
                    ((2, 0, 1), "air"),
                    ((6, 0, 0), "air"),
                    ((5, -4, 0), "water 8"),
                ],
            ),
        ],
    },
    Scene {
        what: "water does not see one further off",
        built: &[&[((6, -1, 0), "air")]],
        bucket: "water_bucket",
        seen: &[(5, &[((1, 0, 0), "water 1"), ((-1, 0, 0), "water 1"), ((0, 0, 1), "water 1")])],
    },
    Scene {
        what: "lava sees less far",
        built: &[&[((3, -1, 0), "air"), ((0, -1, -4), "air")]],
        bucket: "lava_bucket",
        seen: &[
            (90, &[((1, 0, 0), "lava 2"), ((3, 0, 0), "lava 6")]),
            (150, &[((3, -1, 0), "lava 8"), ((0, 0, -1), "air"), ((-1, 0, 0), "air")]),
        ],
    },
    Scene {
        what: "what falls begins anew where it lands",
        built: &[&[((1, -1, 0), "air"), ((-1, -1, 0), "air"), ((0, -1, 1), "air"), ((0, -1, -1), "air")]],
        bucket: "water_bucket",
        seen: &[
            (5, &[((1, 0, 0), "water 1"), ((0, 0, -1), "water 1")]),
            (10, &[((1, -1, 0), "water 8"), ((2, 0, 0), "air")]),
            (15, &[((1, -2, 0), "water 8"), ((2, -2, 0), "air")]),
            (25, &[((1, -4, 0), "water 8"), ((2, -4, 0), "air")]),
            (30, &[((2, -4, 0), "water 1"), ((0, -4, 0), "water 1")]),
            (59, &[((8, -4, 0), "air")]),
            (60, &[((8, -4, 0), "water 7")]),
            (100, &[((9, -4, 0), "air"), ((2, 0, 0), "air"), ((2, -3, 0), "air")]),
        ],
    },
    Scene {
        what: "two sources make a third on something solid",
        built: &[TRENCH, &[((2, 0, 0), "water 0")]],
        bucket: "water_bucket",
        seen: &[(4, &[((1, 0, 0), "air")]), (5, &[((1, 0, 0), "water 0")])],
    },
    Scene {
        what: "and none over a hole",
        built: &[TRENCH, &[((2, 0, 0), "water 0"), ((1, -1, 0), "air")]],
        bucket: "water_bucket",
        seen: &[(5, &[((1, 0, 0), "water 1")]), (10, &[((1, 0, 0), "water 1"), ((1, -1, 0), "water 8")])],
    },
    Scene {
        what: "two sources of lava make none",
        built: &[TRENCH, &[((2, 0, 0), "lava 0")]],
        bucket: "lava_bucket",
        seen: &[(30, &[((1, 0, 0), "lava 2")])],
    },
    Scene {
        what: "a source of lava that water reaches is obsidian",
        built: &[&[((2, 0, 0), "lava 0")]],
        bucket: "water_bucket",
        seen: &[(4, &[((2, 0, 0), "lava 0")]), (5, &[((1, 0, 0), "water 1"), ((2, 0, 0), "obsidian")])],
    },
    Scene {
        what: "flowing lava that water reaches is cobblestone",
        built: &[&[((2, 0, 0), "lava 4")]],
        bucket: "water_bucket",
        seen: &[(5, &[((2, 0, 0), "cobblestone")])],
    },
    Scene {
        what: "lava that flows to water hardens beside it",
        built: &[&[((3, 0, 0), "kelp")]],
        bucket: "lava_bucket",
        seen: &[(30, &[((1, 0, 0), "lava 2")]), (60, &[((2, 0, 0), "cobblestone"), ((0, 0, 0), "lava 0")])],
    },
    Scene {
        what: "water under falling lava is stone",
        built: &[&[
            ((1, -1, 0), "air"),
            ((1, -2, 0), "air"),
            ((1, -3, 0), "water 0"),
            ((1, -4, 0), "stone"),
            ((2, -3, 0), "stone"),
            ((0, -3, 0), "stone"),
            ((1, -3, 1), "stone"),
            ((1, -3, -1), "stone"),
        ]],
        bucket: "lava_bucket",
        seen: &[(90, &[((1, -2, 0), "lava 8"), ((1, -3, 0), "water 0")]), (120, &[((1, -3, 0), "stone")])],
    },
    Scene {
        what: "basalt on soul soil beside blue ice",
        built: &[&[((1, -1, 0), "soul_soil"), ((2, 0, 0), "blue_ice")]],
        bucket: "lava_bucket",
        seen: &[(29, &[((1, 0, 0), "air")]), (30, &[((1, 0, 0), "basalt")])],
    },
    Scene {
        what: "walls, and what bars although bodies pass",
        built: &[&[
            ((1, 0, 0), "oak_slab"),
            ((-1, 0, 0), "oak_pressure_plate"),
            ((0, 0, 1), "ladder"),
            ((0, 0, 2), "stone"),
            ((0, 0, -1), "glass"),
        ]],
        bucket: "water_bucket",
        seen: &[(
            100,
            &[
                ((1, 0, 0), "oak_slab"),
                ((-1, 0, 0), "oak_pressure_plate"),
                ((0, 0, 1), "ladder"),
                ((0, 0, -1), "glass"),
                ((1, 0, 1), "air"),
            ],
        )],
    },
];

fn state(what: &str) -> u16 {
    let (name, level) = what.split_once(' ').map_or((what, None), |(name, level)| (name, Some(level)));
    let block = knowledge::block(name).unwrap_or_else(|| panic!("no block {name}"));
    level.map_or(block.default_state, |level| knowledge::state_with(block, &[("level", level)]).expect("a level"))
}

fn told(state: u16) -> String {
    let name = blocks::name(state);
    match blocks::property(state, "level").filter(|_| matches!(name, "water" | "lava")) {
        Some(level) => format!("{name} {level}"),
        None => name.to_owned(),
    }
}

/// A floor in the air, with somebody in its middle.
fn stage(built: &[&[There]]) -> Client {
    let mut client = Client::join();
    for (x, z) in (-FLOOR..=FLOOR).flat_map(|x| (-FLOOR..=FLOOR).map(move |z| (x, z))) {
        for y in FLOORS {
            client.game.world.set_block(SOURCE.offset(x, y, z), blocks::state("stone"));
        }
    }
    for &((x, y, z), what) in built.iter().copied().flatten() {
        client.game.world.set_block(SOURCE.offset(x, y, z), state(what));
    }
    client.game.teleport(NAME, Vec3::new(0.5, f64::from(SOURCE.y), 0.5));
    client.confirm_teleports();
    client.game.rules.set(Rule::FireDamage, 0); // who pours lava out stands in it
    client.ticks(20);
    client.received();
    client
}

/// Pours a bucket out over one's feet.
fn pour(client: &mut Client, bucket: &str) {
    client.hold_only(bucket, 1);
    client.use_hand([0.0, 90.0]);
    assert_eq!(client.count("bucket"), 1);
}

#[test]
fn fluids_go_as_far_and_as_fast_as_in_the_game() {
    for Scene { what, built, bucket, seen } in SCENES {
        let mut client = stage(built);
        let mut shown = BTreeMap::new();
        pour(&mut client, bucket);
        let mut now = 0;
        for &(tick, there) in *seen {
            client.ticks(tick - now);
            now = tick;
            for packet in client.received() {
                if let ClientboundGamePacket::BlockUpdate(update) = packet {
                    shown.insert(wire::from_block_pos(update.pos), update.block_state.id());
                }
            }
            for &((x, y, z), expected) in there {
                let at = SOURCE.offset(x, y, z);
                assert_eq!(told(client.game.block(at)), expected, "{what}: {x} {y} {z} after {tick} ticks");
            }
        }
        for (at, state) in shown {
            assert_eq!(client.game.block(at), state, "{what}: what the client was shown of {at}");
        }
    }
}

#[test]
fn a_source_that_is_taken_leaves_nothing() {
    for (bucket, ticks) in [("water_bucket", 200), ("lava_bucket", 600)] {
        let mut client = stage(&[]);
        pour(&mut client, bucket);
        client.ticks(ticks);
        client.hold_only("bucket", 1);
        client.use_hand([0.0, 90.0]);
        assert_eq!(client.count(bucket), 1);
        client.ticks(ticks);
        let left = (-FLOOR..=FLOOR).flat_map(|x| (-FLOOR..=FLOOR).map(move |z| SOURCE.offset(x, 0, z)));
        let left: Vec<BlockPos> = left.filter(|&at| client.game.block(at) != blocks::AIR).collect();
        assert_eq!(left, []);
        assert!(client.game.flowing.is_empty(), "nothing is looked at for good");
    }
}

#[test]
fn rules_say_whether_two_sources_make_a_third() {
    let mut client = stage(&[TRENCH, &[((2, 0, 0), "water 0")]]);
    client.game.rules.set(Rule::WaterSourceConversion, 0);
    pour(&mut client, "water_bucket");
    client.ticks(20);
    assert_eq!(told(client.game.block(SOURCE.offset(1, 0, 0))), "water 1");
}

#[test]
fn what_is_in_the_way_is_washed_out_or_burns() {
    for (bucket, ticks, lies) in [("water_bucket", 5, vec!["torch"]), ("lava_bucket", 30, vec![])] {
        let mut client = stage(&[&[((1, 0, 0), "torch")]]);
        pour(&mut client, bucket);
        client.ticks(ticks - 1);
        assert_eq!(client.name_at(SOURCE.offset(1, 0, 0)), "torch");
        client.ticks(1);
        assert_ne!(client.name_at(SOURCE.offset(1, 0, 0)), "torch");
        let lying = client.game.lying_items();
        assert_eq!(lying.iter().map(|item| item.1).collect::<Vec<_>>(), lies);
    }
}

#[test]
fn what_lies_in_the_flow_is_carried_along() {
    let mut client = stage(&[]);
    pour(&mut client, "water_bucket");
    client.ticks(60);
    let apple = Stack::new(knowledge::item("apple").unwrap().id, 1);
    let from = Vec3::new(1.5, f64::from(SOURCE.y) + 0.2, 0.5);
    client.game.drop_item(from, apple, Vec3::default());
    client.game.players.get_mut(&ID).unwrap().at.y += 40.0; // out of reach
    client.ticks(60);
    let at = client.game.lying_items()[0].0;
    assert!(at.x > from.x + 2.0 && (at.z - from.z).abs() < 0.5, "{at:?}");
}
