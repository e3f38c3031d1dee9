//! A tower of a thousand blocks to be built: walls, a floor of slabs in every storey, and stairs around the inside.

use crate::construction::{Blueprint, Wanted};

/// Blocks from wall to wall, and from floor to floor.
const WIDE: i32 = 8;
const STOREY: i32 = 5;
/// How many blocks it has.
const BLOCKS: usize = 1000;

/// Layer by layer until there are a thousand blocks.
pub fn blueprint() -> Blueprint {
    let wanted = |text: &str| Wanted::read(text).unwrap_or_else(|fault| panic!("{fault}"));
    let (brick, slab) = (wanted("stone_bricks"), wanted("oak_slab[type=top]"));
    let stairs =
        ["east", "south", "west", "north"].map(|facing| wanted(&format!("oak_stairs[facing={facing},half=bottom]")));
    let inside = WIDE - 2;
    // Once around along the wall: how one goes up.
    let around: Vec<(i32, i32, usize)> = (0..inside - 1)
        .map(|step| (1 + step, 1, 0))
        .chain((0..inside - 1).map(|step| (inside, 1 + step, 1)))
        .chain((0..inside - 1).map(|step| (inside - step, inside, 2)))
        .chain((0..inside - 1).map(|step| (1, inside - step, 3)))
        .collect();
    let mut cells: Vec<([i32; 3], Wanted)> = Vec::new();
    'up: for y in 0.. {
        let mut layer = Vec::new();
        let step = around[y as usize % around.len()];
        for (x, z) in (0..WIDE).flat_map(|x| (0..WIDE).map(move |z| (x, z))) {
            let is_wall = [x, z].iter().any(|side| [0, WIDE - 1].contains(side));
            let is_door = y < 2 && z == WIDE - 1 && x == WIDE / 2;
            // Over the stairs there is no floor.
            let is_open = (0..4).any(|above| {
                let (x_of, z_of, _) = around[(y + around.len() as i32 - above) as usize % around.len()];
                (x, z) == (x_of, z_of)
            });
            if is_wall && !is_door {
                layer.push(([x, y, z], brick.clone()));
            } else if (x, z) == (step.0, step.1) {
                layer.push(([x, y, z], stairs[step.2].clone()));
            } else if !is_wall && y % STOREY == STOREY - 1 && !is_open {
                layer.push(([x, y, z], slab.clone()));
            }
        }
        for cell in layer {
            if cells.len() == BLOCKS {
                break 'up;
            }
            cells.push(cell);
        }
    }
    let high = cells.last().map_or(0, |(cell, _)| cell[1]) + 1;
    let size = [WIDE, high, WIDE];
    let count = (WIDE * high * WIDE) as usize;
    let mut blueprint = Blueprint { title: "a tower".to_owned(), size, cells: vec![0; count], ..Blueprint::default() };
    cells.into_iter().for_each(|(cell, wanted)| blueprint.put(cell, wanted));
    blueprint
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_a_thousand_blocks_with_stairs_and_slabs() {
        let tower = blueprint();
        assert_eq!(tower.blocks(), BLOCKS);
        let items = tower.items().unwrap();
        assert!(items["oak_stairs"] > 20 && items["oak_slab"] > 60, "{items:?}");
    }
}
