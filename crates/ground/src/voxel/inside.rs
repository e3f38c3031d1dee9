//! A block column as one finds it at a height below the surface, where looking from above tells nothing: in a cave, a tunnel, a house.

use super::{
    colors::{Sight, look},
    column::{Column, StateId},
    surface::{Surface, roof_level},
};

/// How many blocks below the height a floor is looked for, and how many above: a staircase that one came down by is still seen.
const DOWN: i32 = 24;
const UP: i32 = 8;
/// A block column at a height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// The floor, or the water, that is nearest to the height.
    Floor(Surface),
    /// No floor is near: what fills the column at the height itself.
    Filled(StateId),
}

/// What a column's local x, z (0 to 15) holds around a height, that of the feet. A floor that lies higher counts only below a roof: who walks
/// through a tunnel is not shown the meadow over it.
pub fn inside(column: &Column, x: u8, z: u8, feet: i32) -> Inside {
    let sight = |y: i32| look(column.get(x, y, z)).sight;
    let open = |y: i32| matches!(sight(y), Sight::Nothing | Sight::Cover);
    let is_floor = |y: i32| open(y + 1) && !open(y);
    let level = feet - 1;
    let below = (0..=DOWN).map(|depth| level - depth).find(|y| is_floor(*y));
    let nearer = below.map_or(UP, |y| (level - y - 1).min(UP));
    let above = (1..=nearer).map(|rise| level + rise).find(|y| is_floor(*y));
    let above = above.filter(|y| roof_level(column, i32::from(x), i32::from(z)).is_some_and(|top| top > y + 1));
    let Some(y) = above.or(below) else { return Inside::Filled(column.get(x, feet, z)) };
    let state = column.get(x, y, z);
    let cover = (sight(y + 1) == Sight::Cover).then(|| column.get(x, y + 1, z));
    let ground = (column.min_y..=y).rev().find(|y| sight(*y) == Sight::Solid);
    let depth = (y - ground.unwrap_or(column.min_y - 1)) as u32;
    Inside::Floor(Surface { y, state, depth, ground: ground.map_or(state, |ground| column.get(x, ground, z)), cover })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        domain::{BlockPos, ChunkPos},
        knowledge,
        voxel::{Section, SeenWorld},
    };

    fn state(name: &str) -> StateId {
        knowledge::block(name).expect("a block").default_state
    }

    /// 32 blocks of rock from y 0 under grass, with what else is asked for.
    fn rock(extra: &[((i32, i32, i32), &str)]) -> SeenWorld {
        let mut states = vec![state("stone"); 2 * 4096];
        states[31 << 8..].fill(state("grass_block"));
        for &((x, y, z), name) in extra {
            states[(y << 8 | z << 4 | x) as usize] = state(name);
        }
        let sections = states.chunks(4096).map(|cells| Section::from_states(cells.try_into().expect("a section")));
        let mut world = SeenWorld::default();
        world.insert(ChunkPos { x: 0, z: 0 }, Arc::new(Column { min_y: 0, sections: sections.collect() }));
        world
    }

    /// A tunnel along x at z 8, two high from y 10.
    fn tunnel() -> Vec<((i32, i32, i32), &'static str)> {
        (2..14).flat_map(|x| [((x, 10, 8), "air"), ((x, 11, 8), "air")]).collect()
    }

    fn at(world: &SeenWorld, x: u8, z: u8, feet: i32) -> Inside {
        inside(world.column(ChunkPos { x: 0, z: 0 }).expect("a column"), x, z, feet)
    }

    #[test]
    fn a_tunnel_is_floor_and_the_rock_beside_it_is_filled() {
        let world = rock(&tunnel());
        assert!(matches!(at(&world, 5, 8, 10), Inside::Floor(floor) if floor.y == 9 && floor.depth == 0));
        assert_eq!(at(&world, 5, 9, 10), Inside::Filled(state("stone")));
        assert!(matches!(at(&world, 5, 8, 6), Inside::Floor(floor) if floor.y == 9), "from lower down, a stair away");
        assert!(matches!(at(&world, 5, 8, 30), Inside::Floor(floor) if floor.y == 9), "from higher up");
        assert_eq!(at(&world, 5, 8, 40), Inside::Floor(Surface { y: 31, ..level(&world) }), "from the grass");
    }

    /// The surface of the grass.
    fn level(world: &SeenWorld) -> Surface {
        world.surface(0, 0).expect("grass")
    }

    #[test]
    fn the_meadow_over_a_tunnel_is_not_shown() {
        let world = rock(&[]);
        assert_eq!(at(&world, 5, 8, 28), Inside::Filled(state("stone")), "four blocks below the grass");
        assert_eq!(at(&world, 5, 8, 31), Inside::Filled(state("grass_block")));
        assert_eq!(at(&world, 5, 8, 32), Inside::Floor(level(&world)));
    }

    #[test]
    fn the_nearest_of_two_floors_is_shown() {
        let mut caves = tunnel();
        caves.extend([((5, 14, 8), "air"), ((5, 15, 8), "air")]);
        let world = rock(&caves);
        let floor = |feet: i32| match at(&world, 5, 8, feet) {
            Inside::Floor(floor) => floor.y,
            Inside::Filled(state) => panic!("{state}"),
        };
        assert_eq!([10, 11, 12, 13, 14].map(floor), [9, 9, 9, 13, 13]);
    }

    #[test]
    fn a_pool_has_a_depth_and_a_torch_covers_its_floor() {
        let mut cave = tunnel();
        cave.extend([((5, 9, 8), "water"), ((5, 8, 8), "water"), ((6, 10, 8), "torch")]);
        let world = rock(&cave);
        let Inside::Floor(pool) = at(&world, 5, 8, 10) else { panic!("water is seen") };
        assert_eq!((pool.y, pool.depth, pool.ground), (9, 2, state("stone")));
        let Inside::Floor(lit) = at(&world, 6, 8, 10) else { panic!("a floor") };
        assert_eq!((lit.y, lit.cover), (9, Some(state("torch"))));
    }

    #[test]
    fn one_is_inside_below_rock_and_neither_in_a_shaft_nor_below_a_ledge() {
        let world = rock(&tunnel());
        assert!(world.is_inside(BlockPos::new(5, 10, 8), false));
        assert!(!world.is_inside(BlockPos::new(5, 32, 8), true), "on the grass");
        let mut lake = tunnel();
        lake.extend((0..16).flat_map(|x| (0..16).flat_map(move |z| [((x, 31, z), "water"), ((x, 30, z), "water")])));
        assert!(rock(&lake).is_inside(BlockPos::new(5, 10, 8), false), "below a lake");
        assert!(!rock(&lake).is_inside(BlockPos::new(5, 30, 8), true), "on its ground");
        let shaft: Vec<_> = (26..32).map(|y| ((5, y, 8), "air")).collect();
        let world = rock(&shaft);
        assert!(!world.is_inside(BlockPos::new(5, 26, 8), true), "the sky above");
        // A ledge of one block over the grass.
        let mut states = vec![state("air"); 4096];
        states[..256].fill(state("grass_block"));
        states[3 << 8 | 8 << 4 | 5] = state("stone");
        let mut world = SeenWorld::default();
        let column = Column { min_y: 0, sections: vec![Section::from_states(&states.try_into().expect("a section"))] };
        world.insert(ChunkPos { x: 0, z: 0 }, Arc::new(column));
        assert!(!world.is_inside(BlockPos::new(5, 1, 8), false));
        assert!(world.is_inside(BlockPos::new(5, 1, 8), true), "on the way out one is in until the sky is above");
    }
}
