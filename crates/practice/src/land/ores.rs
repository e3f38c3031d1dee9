//! Ores, and blobs of other stone, in vanilla's number and at vanilla's heights.
//!
//! A vein may reach over into the next chunk, so each chunk asks its neighbours what lies in them; the answer depends on
//! the seed alone. Each kind has chance of its own, so that one that cannot reach a chunk costs nothing.

use Count::{Of, OneIn, UpTo};
use Spread::{Even, Peaked};

use crate::{
    chunks::{blocks, blocks::AIR, heights::MIN_Y},
    domain::BlockPos,
    land::{
        canvas::Canvas,
        noise::{hash3, unit},
    },
    rng::{Rng, mix},
    voxel::StateId,
};

/// How the middles of veins are spread over their heights.
#[derive(Clone, Copy)]
enum Spread {
    /// Evenly.
    Even,
    /// Most in the middle, as two dice fall.
    Peaked,
}

/// How many veins a chunk has.
#[derive(Clone, Copy)]
enum Count {
    Of(i32),
    /// One in so many chunks.
    OneIn(i32),
    /// None or so many at most, each number as likely.
    UpTo(i32),
}

/// Block, veins a chunk, spread between the lowest and highest y (both included), size, and how often a block that lies
/// open to the air is left out.
type Row = (&'static str, Count, Spread, i32, i32, i32, f64);

/// Vanilla's placed and configured features `ore_*` of the Overworld's common biomes, in vanilla's order, from the data
/// pack of 26.2 (as Pumpkin-MC/Pumpkin df28c321 keeps it); heights "above the bottom" are counted from -64.
const VEINS: [Row; 25] = [
    ("dirt", Of(7), Even, 0, 160, 33, 0.0),
    ("gravel", Of(14), Even, -64, 319, 33, 0.0),
    ("granite", OneIn(6), Even, 64, 128, 64, 0.0),
    ("granite", Of(2), Even, 0, 60, 64, 0.0),
    ("diorite", OneIn(6), Even, 64, 128, 64, 0.0),
    ("diorite", Of(2), Even, 0, 60, 64, 0.0),
    ("andesite", OneIn(6), Even, 64, 128, 64, 0.0),
    ("andesite", Of(2), Even, 0, 60, 64, 0.0),
    ("tuff", Of(2), Even, -64, 0, 64, 0.0),
    ("coal_ore", Of(30), Even, 136, 319, 17, 0.0),
    ("coal_ore", Of(20), Peaked, 0, 192, 17, 0.5),
    ("iron_ore", Of(90), Peaked, 80, 384, 9, 0.0),
    ("iron_ore", Of(10), Peaked, -24, 56, 9, 0.0),
    ("iron_ore", Of(10), Even, -64, 72, 4, 0.0),
    ("gold_ore", Of(4), Peaked, -64, 32, 9, 0.5),
    ("gold_ore", UpTo(1), Even, -64, -48, 9, 0.5),
    ("redstone_ore", Of(4), Even, -64, 15, 8, 0.0),
    ("redstone_ore", Of(8), Peaked, -96, -32, 8, 0.0),
    ("diamond_ore", Of(7), Peaked, -144, 16, 4, 0.5),
    ("diamond_ore", Of(2), Even, -64, -4, 8, 0.5),
    ("diamond_ore", OneIn(9), Peaked, -144, 16, 12, 0.7),
    ("diamond_ore", Of(4), Peaked, -144, 16, 8, 1.0),
    ("lapis_ore", Of(2), Peaked, -32, 32, 7, 0.0),
    ("lapis_ore", Of(4), Even, -64, 64, 7, 1.0),
    ("copper_ore", Of(16), Peaked, -16, 112, 10, 0.0),
];

struct Kind {
    count: Count,
    spread: Spread,
    from: i32,
    to: i32,
    vein: Vein,
}

/// What a vein is made of, and how big it is.
#[derive(Clone, Copy)]
struct Vein {
    in_stone: StateId,
    in_deepslate: StateId,
    /// Vanilla's measure: an eighth of it is half a vein's length, a sixteenth about its radius.
    size: i32,
    shy: f64,
}

pub(crate) struct Ores {
    seed: u64,
    kinds: Vec<Kind>,
    stones: [StateId; 4],
    deep_stones: [StateId; 2],
}

impl Ores {
    pub fn new(seed: u64) -> Self {
        let seed = mix(seed ^ 0x6f72_6573);
        let vein = |name: &str, size, shy| {
            let (in_stone, ore) = (blocks::state(name), name.ends_with("_ore"));
            let in_deepslate = if ore { blocks::state(&format!("deepslate_{name}")) } else { in_stone };
            Vein { in_stone, in_deepslate, size, shy }
        };
        let kind = |(name, count, spread, from, to, size, shy): Row| Kind {
            count,
            spread,
            from,
            to,
            vein: vein(name, size, shy),
        };
        Self {
            seed,
            kinds: VEINS.into_iter().map(kind).collect(),
            stones: ["stone", "granite", "diorite", "andesite"].map(blocks::state),
            deep_stones: ["deepslate", "tuff"].map(blocks::state),
        }
    }

    pub fn scatter(&self, canvas: &mut Canvas) {
        let highest = canvas.highest();
        let (cx, cz) = (canvas.west >> 4, canvas.north >> 4);
        for (number, kind) in self.kinds.iter().enumerate() {
            let reach = kind.vein.reach();
            if kind.from - reach > highest {
                continue;
            }
            for (x, z) in (cx - 1..=cx + 1).flat_map(|x| (cz - 1..=cz + 1).map(move |z| (x, z))) {
                let mut rng = Rng::new(hash3(self.seed, x, number as i32, z));
                for _ in 0..kind.count.roll(&mut rng) {
                    let bits = rng.bits();
                    let (dx, dz) = ((bits & 15) as i32, (bits >> 4 & 15) as i32);
                    let y = kind.spread.roll(&mut rng, kind.from, kind.to);
                    let middle = BlockPos::new((x << 4) + dx, y, (z << 4) + dz);
                    if y - reach <= highest && y + reach >= MIN_Y && canvas.is_near(middle.x, middle.z, reach) {
                        self.lay(canvas, middle, kind.vein, Rng::new(bits));
                    }
                }
            }
        }
    }

    /// Balls along a short line, thick in the middle: each row of blocks takes the stretch that any of them covers.
    fn lay(&self, canvas: &mut Canvas, middle: BlockPos, vein: Vein, mut rng: Rng) {
        let balls = balls(middle, vein.size, &mut rng);
        let bounds = |axis: usize| {
            let ends = || balls.iter().map(|ball| (ball.at[axis] - ball.radius, ball.at[axis] + ball.radius));
            let (low, high) = ends().fold((f64::MAX, f64::MIN), |(low, high), (a, b)| (low.min(a), high.max(b)));
            (low.floor() as i32, high.ceil() as i32)
        };
        let (low_y, high_y) = bounds(1);
        let (low_z, high_z) = bounds(2);
        for y in low_y.max(MIN_Y)..=high_y {
            for z in low_z.max(canvas.north)..=high_z.min(canvas.north + 15) {
                let (mut from, mut to) = (f64::MAX, f64::MIN);
                for ball in &balls {
                    let (dy, dz) = (f64::from(y) + 0.5 - ball.at[1], f64::from(z) + 0.5 - ball.at[2]);
                    let square = ball.radius * ball.radius - dy * dy - dz * dz;
                    if square > 0.0 {
                        let half = square.sqrt();
                        (from, to) = (from.min(ball.at[0] - half), to.max(ball.at[0] + half));
                    }
                }
                if from < to {
                    let (from, to) = ((from - 0.5).ceil() as i32, (to - 0.5).floor() as i32);
                    let (from, to) = (from.max(canvas.west), to.min(canvas.west + 15));
                    if vein.shy == 0.0 {
                        canvas.row(from, to, y, z).iter_mut().for_each(|state| *state = self.turned(*state, vein));
                    } else {
                        (from..=to).for_each(|x| self.turn_if_hidden(canvas, x, y, z, vein));
                    }
                }
            }
        }
    }

    /// What a vein makes of a block: only stone turns into anything.
    #[inline]
    fn turned(&self, there: StateId, vein: Vein) -> StateId {
        if self.stones.contains(&there) {
            vein.in_stone
        } else if self.deep_stones.contains(&there) {
            vein.in_deepslate
        } else {
            there
        }
    }

    fn turn_if_hidden(&self, canvas: &mut Canvas, x: i32, y: i32, z: i32, vein: Vein) {
        let Some(there) = canvas.get(x, y, z) else { return };
        let state = self.turned(there, vein);
        if state != there && (unit(hash3(self.seed, x, y, z)) >= vein.shy || !is_exposed(canvas, x, y, z)) {
            canvas.set(x, y, z, state);
        }
    }
}

impl Vein {
    /// How far from its middle a vein may reach, in blocks.
    fn reach(self) -> i32 {
        self.size / 8 + self.size / 16 + 3
    }
}

impl Count {
    fn roll(self, rng: &mut Rng) -> i32 {
        match self {
            Of(count) => count,
            OneIn(chunks) => i32::from(rng.range(1, chunks) == 1),
            UpTo(most) => rng.range(0, most),
        }
    }
}

impl Spread {
    fn roll(self, rng: &mut Rng, from: i32, to: i32) -> i32 {
        match self {
            Even => rng.range(from, to),
            Peaked => {
                let half = (to - from) / 2;
                from + rng.range(0, half) + rng.range(0, to - from - half)
            }
        }
    }
}

/// Whether a block touches air, as far as the chunk knows.
fn is_exposed(canvas: &Canvas, x: i32, y: i32, z: i32) -> bool {
    let sides = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)];
    sides.iter().any(|(dx, dy, dz)| canvas.get(x + dx, y + dy, z + dz) == Some(AIR))
}

struct Ball {
    at: [f64; 3],
    radius: f64,
}

fn balls(middle: BlockPos, size: i32, rng: &mut Rng) -> Vec<Ball> {
    let (u, v) = (rng.unit() - 0.5, rng.unit() - 0.5);
    let length = (u * u + v * v).sqrt().max(1e-6);
    let half = f64::from(size) / 8.0;
    let (dx, dz) = (u / length * half, v / length * half);
    let (low, high) = (f64::from(rng.range(-2, 0)), f64::from(rng.range(-2, 0)));
    let bulge = f64::from(size) / 16.0 * (0.22 + 0.6 * rng.unit());
    let count = size / 8 + 2;
    let ball = |number: i32| {
        let t = f64::from(number) / f64::from(count - 1);
        let along = 2.0 * t - 1.0;
        let [x, y, z] = [middle.x, middle.y, middle.z].map(f64::from);
        Ball {
            at: [x + dx * along, y + low + (high - low) * t, z + dz * along],
            radius: ((1.0 + 4.0 * t * (1.0 - t)) * bulge + 1.0) / 2.0,
        }
    };
    (0..count).map(ball).collect()
}
