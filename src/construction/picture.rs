//! A blueprint as a picture: seen slantwise from its front on the right, and under that its layers from above, the lowest first.

use super::blueprint::{Blueprint, Wanted, places};
use crate::{
    knowledge::{self, Cuboid},
    voxel::look,
};

/// Red, green, blue and alpha, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<[u8; 4]>,
}

/// The longest side of what is seen slantwise, in pixels.
const LONGEST: f64 = 1400.0;
/// Half as wide as a block is drawn, in pixels, at most.
const LARGEST: f64 = 20.0;
/// How high a block is drawn against half its width, so that it looks like a cube.
const TALL: f64 = 1.2;
/// The longest side of what is drawn, in blocks.
const MAX_SIDE: i32 = 1024;
/// A block of a layer from above, in pixels, at most; as many pixels as all layers take, about; and what is between two layers.
const TILE: usize = 10;
const MOST: usize = 16_000_000;
const GAP: usize = 14;
const MARGIN: usize = 16;
const PAPER: [u8; 4] = [24, 26, 30, 255];
const GROUND: [u8; 4] = [44, 47, 54, 255];
/// How light the sides are that one sees.
const TOP: f64 = 1.0;
const SOUTH: f64 = 0.8;
const EAST: f64 = 0.62;
const EDGE: f64 = 0.82;
/// What has no body is drawn as a post: torches, plants, levers.
const POST: Cuboid = Cuboid { min: [0.375, 0.0, 0.375], max: [0.625, 0.625, 0.625] };

impl Picture {
    /// # Errors
    /// It is too long to be drawn.
    pub fn of(blueprint: &Blueprint) -> Result<Self, String> {
        let [width, height, depth] = blueprint.size;
        if width.max(height).max(depth) > MAX_SIDE {
            return Err(format!(
                "{width}x{height}x{depth} blocks are too many for a picture (at most {MAX_SIDE} a side)"
            ));
        }
        let slant = slantwise(blueprint, LONGEST);
        let layers = layers(blueprint, slant.width.max(640));
        let width = slant.width.max(layers.width) + 2 * MARGIN;
        let height = slant.height + layers.height + 3 * MARGIN;
        let mut whole = Self::filled(width, height, PAPER);
        whole.put(&slant, (width - slant.width) / 2, MARGIN);
        whole.put(&layers, MARGIN, slant.height + 2 * MARGIN);
        Ok(whole)
    }

    /// Only what is seen slantwise, on nothing, with no side longer than about so many pixels.
    ///
    /// # Errors
    /// It is too long to be drawn so small.
    pub fn small(blueprint: &Blueprint, longest: u16) -> Result<Self, String> {
        let side = blueprint.size.into_iter().max().unwrap_or_default();
        if side > MAX_SIDE / 4 {
            return Err(format!("{side} blocks are too many for a small picture"));
        }
        let mut picture = slantwise(blueprint, f64::from(longest));
        picture.pixels.iter_mut().filter(|pixel| **pixel == PAPER).for_each(|pixel| *pixel = [0; 4]);
        Ok(picture)
    }

    fn filled(width: usize, height: usize, color: [u8; 4]) -> Self {
        Self { width, height, pixels: vec![color; width * height] }
    }

    fn put(&mut self, other: &Self, left: usize, top: usize) {
        for y in 0..other.height {
            let to = (top + y) * self.width + left;
            self.pixels[to..to + other.width].copy_from_slice(&other.pixels[y * other.width..(y + 1) * other.width]);
        }
    }

    fn tile(&mut self, left: usize, top: usize, side: usize, color: [u8; 4]) {
        for y in top..(top + side).min(self.height) {
            for x in left..(left + side).min(self.width) {
                self.pixels[y * self.width + x] = color;
            }
        }
    }
}

/// What is drawn of a state.
struct Drawn {
    boxes: Vec<Cuboid>,
    color: [u8; 3],
    /// It hides what is behind it.
    is_whole: bool,
}

fn drawn(wanted: &Wanted) -> Option<Drawn> {
    if wanted.is_air() {
        return None;
    }
    let state = wanted.state().unwrap_or(wanted.block.default_state);
    let body = knowledge::collision(state);
    let clamped = |cuboid: &Cuboid| Cuboid { max: cuboid.max.map(|edge| edge.min(1.0)), ..*cuboid };
    let boxes = if body.is_empty() { vec![POST] } else { body.iter().map(clamped).collect() };
    let is_whole = boxes == [Cuboid::WHOLE] && !wanted.block.name.contains("glass");
    Some(Drawn { boxes, color: look(state).color, is_whole })
}

fn slantwise(blueprint: &Blueprint, longest: f64) -> Picture {
    let [width, height, depth] = blueprint.size.map(f64::from);
    let (wide, high) = (width + depth, (width + depth) / 2.0 + height * TALL);
    let scale = (longest / wide.max(high)).min(LARGEST);
    let scale = if scale > 1.0 { scale.floor() } else { scale };
    let size = [wide, high].map(|side| (side * scale).ceil() as usize + 2);
    let mut picture = Picture::filled(size[0], size[1], PAPER);
    let on_screen =
        |[x, y, z]: [f64; 3]| [(x - z + depth) * scale + 1.0, ((x + z) / 2.0 + (height - y) * TALL) * scale + 1.0];
    let palette: Vec<Option<Drawn>> = blueprint.palette.iter().map(drawn).collect();
    let at = |cell: [i32; 3]| palette[blueprint.number(cell)?].as_ref();
    let hides = |cell: [i32; 3]| at(cell).is_some_and(|drawn| drawn.is_whole);
    let [columns, layers, rows] = blueprint.size;
    // What is behind comes first.
    for sum in 0..columns + layers + rows - 2 {
        for y in (sum - columns - rows + 2).max(0)..layers.min(sum + 1) {
            for x in (sum - y - rows + 1).max(0)..columns.min(sum - y + 1) {
                let [x, y, z] = [x, y, sum - y - x];
                let Some(drawn) = at([x, y, z]) else { continue };
                let mut boxes: Vec<&Cuboid> = drawn.boxes.iter().collect();
                boxes.sort_by(|one, other| {
                    let sum = |cuboid: &Cuboid| cuboid.min.iter().sum::<f64>();
                    sum(one).total_cmp(&sum(other))
                });
                for Cuboid { min, max } in boxes {
                    let corner = |dx: f64, dy: f64, dz: f64| {
                        on_screen([f64::from(x) + dx, f64::from(y) + dy, f64::from(z) + dz])
                    };
                    let [from, to] = [min, max];
                    let sides = [
                        (
                            TOP,
                            [x, y + 1, z],
                            [[from[0], to[1], from[2]], [to[0], to[1], from[2]], [from[0], to[1], to[2]]],
                        ),
                        (
                            SOUTH,
                            [x, y, z + 1],
                            [[from[0], to[1], to[2]], [to[0], to[1], to[2]], [from[0], from[1], to[2]]],
                        ),
                        (
                            EAST,
                            [x + 1, y, z],
                            [[to[0], to[1], to[2]], [to[0], to[1], from[2]], [to[0], from[1], to[2]]],
                        ),
                    ];
                    for (light, beside, corners) in sides {
                        if drawn.is_whole && hides(beside) {
                            continue;
                        }
                        let [begin, along, down] = corners.map(|[dx, dy, dz]| corner(dx, dy, dz));
                        side(&mut picture, begin, along, down, drawn.color, light);
                    }
                }
            }
        }
    }
    picture
}

/// Draws a side: a parallelogram by one corner and the two beside it.
fn side(picture: &mut Picture, begin: [f64; 2], along: [f64; 2], down: [f64; 2], color: [u8; 3], light: f64) {
    let (a, b) = ([along[0] - begin[0], along[1] - begin[1]], [down[0] - begin[0], down[1] - begin[1]]);
    let area = a[0] * b[1] - a[1] * b[0];
    if area.abs() < 1e-9 {
        return;
    }
    let [width, height] = [a, b].map(|[x, y]| x.hypot(y));
    let corners = [begin, along, down, [along[0] + b[0], along[1] + b[1]]];
    let bounds = |axis: usize, most: usize| {
        let low = corners.iter().map(|corner| corner[axis]).fold(f64::INFINITY, f64::min);
        let high = corners.iter().map(|corner| corner[axis]).fold(f64::NEG_INFINITY, f64::max);
        (low.floor().max(0.0) as usize, (high.ceil().max(0.0) as usize).min(most))
    };
    let ((left, right), (top, bottom)) = (bounds(0, picture.width), bounds(1, picture.height));
    for y in top..bottom {
        for x in left..right {
            let [dx, dy] = [x as f64 + 0.5 - begin[0], y as f64 + 0.5 - begin[1]];
            let (u, v) = ((dx * b[1] - dy * b[0]) / area, (dy * a[0] - dx * a[1]) / area);
            if !(0.0..1.0).contains(&u) || !(0.0..1.0).contains(&v) {
                continue;
            }
            let is_edge = u.min(1.0 - u) * width < 1.0 || v.min(1.0 - v) * height < 1.0;
            let light = if is_edge && width > 6.0 { light * EDGE } else { light };
            let [red, green, blue] = color.map(|part| (f64::from(part) * light) as u8);
            picture.pixels[y * picture.width + x] = [red, green, blue, 255];
        }
    }
}

/// Each layer from above, in rows.
fn layers(blueprint: &Blueprint, widest: usize) -> Picture {
    let [width, height, depth] = blueprint.size.map(|side| side.max(0) as usize);
    let tile = (MOST / (width * height * depth).max(1)).isqrt().clamp(1, TILE);
    let [wide, deep] = [width * tile, depth * tile];
    let in_row = ((widest + GAP) / (wide + GAP)).clamp(1, height.max(1));
    let rows = height.div_ceil(in_row);
    let mut picture =
        Picture::filled(in_row * (wide + GAP) - GAP, (rows * (deep + GAP)).saturating_sub(GAP).max(1), PAPER);
    let colors: Vec<Option<[u8; 3]>> =
        blueprint.palette.iter().map(|wanted| drawn(wanted).map(|drawn| drawn.color)).collect();
    for place in places(blueprint.size) {
        let [x, y, z] = place.map(|axis| axis as usize);
        let (left, top) = (y % in_row * (wide + GAP) + x * tile, y / in_row * (deep + GAP) + z * tile);
        let color = blueprint.number(place).and_then(|number| colors[number]);
        let color = color.map_or(GROUND, |[red, green, blue]| [red, green, blue, 255]);
        picture.tile(left, top, (tile - 1).max(1), color);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(size: [i32; 3], cells: Vec<u16>) -> Blueprint {
        let palette = ["white_wool", "red_wool", "torch"].map(|text| Wanted::read(text).unwrap()).to_vec();
        Blueprint { title: "it".to_owned(), size, palette, cells, ..Blueprint::default() }
    }

    fn count(picture: &Picture, color: [u8; 3]) -> usize {
        picture.pixels.iter().filter(|pixel| pixel[..3] == color).count()
    }

    #[test]
    fn what_stands_in_front_hides_what_is_behind_it() {
        let red = look(knowledge::block("red_wool").unwrap().default_state).color;
        let lonely = slantwise(&of([1, 1, 2], vec![2, 0]), LONGEST);
        let hidden = slantwise(&of([1, 1, 2], vec![2, 1]), LONGEST);
        let side = red.map(|part| (f64::from(part) * SOUTH) as u8);
        assert!(count(&lonely, side) > 100 && count(&hidden, side) == 0);
        assert!(count(&hidden, red) > 100, "its top is seen all the same");
    }

    #[test]
    fn every_layer_is_shown_and_nothing_is_drawn_outside() {
        let picture = Picture::of(&of([2, 3, 1], vec![1, 2, 0, 3, 0, 0])).unwrap();
        assert_eq!(picture.pixels.len(), picture.width * picture.height);
        assert!(count(&picture, [GROUND[0], GROUND[1], GROUND[2]]) >= 3 * (TILE - 1) * (TILE - 1));
        let whole = knowledge::blocks().iter().map(|block| Wanted::of_state(block.default_state).unwrap());
        let palette: Vec<Wanted> = whole.collect();
        let cells: Vec<u16> = (1..=palette.len() as u16).collect();
        let size = [1, 1, palette.len() as i32];
        let long = Picture::of(&Blueprint { palette, cells, size, ..Blueprint::default() });
        assert!(long.unwrap_err().contains("too many for a picture"));
        let large = Picture::of(&of([100, 200, 100], vec![1; 2_000_000])).unwrap();
        assert!(large.pixels.len() < 40_000_000, "{}", large.pixels.len());
    }
}
