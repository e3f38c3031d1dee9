//! The lie of the land: how high each column is and which biome it is in, from the seed alone.
//!
//! A meadow lies around the spawn and another around 100, 100. In a wide circle about both there are only gentle rises,
//! ponds and woods; beyond it rivers, steep hills and cave mouths begin. Off the hills neighbouring columns differ by at
//! most one block, so that all of it can be walked.

use crate::{
    land::{
        biomes::Biome,
        noise::{Field, around, distance, mixed, smooth, step},
    },
    rng::Rng,
};

/// The y of the meadows' grass blocks: one stands on them at 64.
pub(crate) const MEADOW: i32 = 63;

/// The topmost blocks of water, as in vanilla, whose sea level of 63 is the first y above them.
pub(super) const WATER_LEVEL: i32 = 62;

/// Middles of the two meadows that every seed has.
const MEADOWS: [(i32, i32); 2] = [(0, 0), (100, 100)];

/// How far from a meadow's middle it is level, and over how many blocks the land then begins to rise and fall.
const LEVEL: f64 = 6.0;
const RISE: f64 = 40.0;

/// From where to where the climate goes from the meadows' own to what the seed wants, in blocks.
const MILD: (f64, f64) = (44.0, 104.0);

/// The middle of the gentle land, and from where to where it grows wild, in blocks. What a newcomer's bot is sent to,
/// 100 blocks east or to the second meadow, lies within.
const HOME: (i32, i32) = (50, 40);
const WILD: (f64, f64) = (100.0, 180.0);

/// Around a meadow's middle no tree grows by chance, so that its starter trees can be walked to straight.
const CLEARING: i32 = 20;

/// Blocks from the spawn to the middle of the pond that every seed has, and how wide it and its sand are.
const POND_AWAY: f64 = 46.0;
const POND: (f64, f64) = (6.0, 24.0);
const POND_BED: f64 = 58.0;

const RIVER_BED: f64 = 57.0;

/// Relief below which a lake's shore begins; from -0.46 down there is water.
const SHORE: f64 = -0.4;

/// How far aside edges of biomes wander, in blocks.
const ASIDE: f64 = 14.0;

/// One column of land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Column {
    /// The y of its highest ground block, caves aside.
    pub top: i32,
    pub biome: Biome,
    /// 0 at home, 1 in the wild.
    pub wild: f64,
}

impl Column {
    pub fn is_wet(self) -> bool {
        self.top < WATER_LEVEL
    }
}

pub(crate) struct Relief {
    wide: Field,
    fine: Field,
    rugged: Field,
    peaks: Field,
    crags: Field,
    river: Field,
    temperature: [Field; 2],
    humidity: [Field; 2],
    kind: Field,
    sandy: Field,
    /// Where things are looked up a little aside, east and south, so that their edges wander.
    aside: [Field; 2],
    pond: (i32, i32),
}

impl Relief {
    pub fn new(seed: u64) -> Self {
        let field = |name, cell| Field::new(seed, name, cell);
        // Away from where newcomers are sent: between south-west and north.
        let pond = around(0.33 + 0.5 * Rng::new(seed ^ 0x706f_6e64).unit(), POND_AWAY);
        Self {
            wide: field(b"wide", 80),
            fine: field(b"fine", 24),
            rugged: field(b"rugg", 208),
            peaks: field(b"peak", 80),
            crags: field(b"crag", 32),
            river: field(b"rivr", 176),
            temperature: [field(b"temp", 240), field(b"temq", 48)],
            humidity: [field(b"humi", 208), field(b"humj", 48)],
            kind: field(b"kind", 128),
            sandy: field(b"sand", 40),
            aside: [field(b"asix", 56), field(b"asiz", 56)],
            pond,
        }
    }

    pub fn column(&self, x: i32, z: i32) -> Column {
        let wild = step(distance(x - HOME.0, z - HOME.1), WILD.0, WILD.1);
        let relief = (0.75 * self.wide.at(x, z) + 0.25 * self.fine.at(x, z)) * openness(x, z);
        let rise = if relief > 0.1 { (relief - 0.1) * 10.0 } else { (relief + 0.4).min(0.0) * 8.0 };
        let mut height = f64::from(MEADOW) + rise;
        let [dx, dz] = self.aside.map(|field| (field.at(x, z) * ASIDE) as i32);
        let aside = (x + dx, z + dz);
        let mut rugged = 0.0;
        if wild > 0.0 {
            rugged = wild * step(self.rugged.at(x, z), 0.15, 0.75);
            if rugged > 0.0 {
                height += rugged * (27.0 + 16.0 * self.peaks.at(x, z) + 5.0 * self.crags.at(x, z));
            }
            let river = wild * (1.0 - rugged) * (1.0 - step(self.river.at(x, z).abs(), 0.02, 0.17));
            height = mixed(height, RIVER_BED, river);
        }
        let pond = 1.0 - step(distance(x - self.pond.0, z - self.pond.1), POND.0, POND.1);
        height = mixed(height, POND_BED, pond);
        let top = height.round() as i32;
        let is_shore =
            height < f64::from(MEADOW) + 0.4 && (pond > 0.03 || relief < SHORE && self.sandy.at(x, z) > -0.3);
        let biome = if top < WATER_LEVEL {
            Biome::River
        } else if is_shore {
            Biome::Beach
        } else if rugged > 0.25 {
            Biome::WindsweptHills
        } else {
            self.climate(aside, from_meadows(x, z) + f64::from(dx))
        };
        Column { top, biome, wild }
    }

    fn climate(&self, (x, z): (i32, i32), from_meadows: f64) -> Biome {
        let mild = step(from_meadows, MILD.0, MILD.1);
        if mild == 0.0 {
            return Biome::Plains;
        }
        let two = |[wide, fine]: [Field; 2]| mild * (0.85 * wide.at(x, z) + 0.15 * fine.at(x, z));
        Biome::of_climate(two(self.temperature), two(self.humidity), mild * self.kind.at(x, z))
    }
}

/// Whether a place is so near a meadow's middle that no tree grows there by chance.
pub(super) fn is_clearing(x: i32, z: i32) -> bool {
    MEADOWS.iter().any(|&(mx, mz)| (x - mx).abs().max((z - mz).abs()) <= CLEARING)
}

/// Blocks to the nearest meadow's middle.
fn from_meadows(x: i32, z: i32) -> f64 {
    MEADOWS.into_iter().map(|(mx, mz)| distance(x - mx, z - mz)).fold(f64::MAX, f64::min)
}

/// 0 in the middle of a meadow, 1 in the open.
fn openness(x: i32, z: i32) -> f64 {
    smooth(((from_meadows(x, z) - LEVEL) / RISE).clamp(0.0, 1.0))
}
