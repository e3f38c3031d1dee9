//! Cells of a building: which of them can be worked at from where, and by which click.
//!
//! A cell is dug or put. Whoever stands somewhere takes the cheapest that is in reach; the search for a stand asks the same question of
//! every place it comes to, so that a stand and its cell are chosen together.

use std::rc::Rc;

use azalea::core::direction::Direction;

use super::{
    faces::{Face, eye_of, hindrance, is_clickable, is_in_body, middle, sides_of},
    path::{Destination, is_standable},
    sight::clear_aim,
};
use crate::{
    body::senses::terrain::TerrainView,
    construction::{Building, Click, Made, Pose, Wanted, clicks_at, made_by},
    domain::{BlockPos, Build, PosSet, Side, SideTried, Trial, Vec3, Verdict, Volume},
    knowledge::SPRINT,
};

/// How high one is when one clicks from a jump, in blocks; the highest is 1.25.
pub const HOP: f64 = 1.0;
/// What a jump takes, in ticks.
const HOPPING: f32 = 12.0;
/// What must come out the same: nobody looks as exactly as it was reckoned. Degrees of yaw and pitch.
const STEADY: [[f32; 2]; 5] = [[0.0, 0.0], [-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]];
/// How far a cell may be from the feet on a level axis, and above and below them, to be looked at closely.
const SIDE: i32 = 5;
const ABOVE: i32 = 7;
const BELOW: i32 = 4;
/// How far from a cell one rises on earth, in blocks on each level axis; from how far below it, and how high.
const BESIDE: i32 = 3;
const DEEP: i32 = 12;
pub const HIGH: i32 = 12;
/// How much later the next layer should come, in ticks: as long as a walk across the site.
pub const LAYER: f32 = 25.0;
/// How much sooner corners come than the walls beside them, in ticks.
pub const CORNER: f32 = 4.0;
/// Stands that are tried in thought for one cell at most.
const STANDS: usize = 64;
/// What looking at a cell closely takes of a tick's effort, as nodes of a search do.
const LOOK: u32 = 2;

/// What is to be done with a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    Dig,
    /// Clicked with whatever is in the hand.
    Turn,
    Put {
        item: &'static str,
        clicks: Vec<Click>,
    },
}

#[derive(Clone, Debug)]
pub struct Cell<'a> {
    pub at: BlockPos,
    pub wanted: &'a Wanted,
    pub deed: Deed,
    /// How much later than others it should come, in ticks.
    pub price: f32,
    /// From where it must not be worked at.
    pub not_from: Option<Rc<PosSet<BlockPos>>>,
}

impl<'a> Cell<'a> {
    pub fn dig(at: BlockPos, wanted: &'a Wanted, price: f32) -> Self {
        Self { at, wanted, deed: Deed::Dig, price, not_from: None }
    }

    pub fn turn(at: BlockPos, wanted: &'a Wanted, price: f32) -> Self {
        Self { at, wanted, deed: Deed::Turn, price, not_from: None }
    }

    /// What is put.
    pub fn item(&self) -> Option<&'static str> {
        match self.deed {
            Deed::Put { item, .. } => Some(item),
            Deed::Dig | Deed::Turn => None,
        }
    }

    /// `None` where nothing is beside it that could be clicked.
    pub fn put(view: &TerrainView, at: BlockPos, wanted: &'a Wanted, item: &'static str, price: f32) -> Option<Self> {
        let clicks = clicks_at(&|at| view.state(at).unwrap_or(0), at, wanted);
        let deed = Deed::Put { item, clicks };
        let has_any = !matches!(&deed, Deed::Put { clicks, .. } if clicks.is_empty());
        has_any.then_some(Self { at, wanted, deed, price, not_from: None })
    }
}

impl Cell<'_> {
    /// Whether it may be in reach from a stand, to be looked at closely.
    pub fn is_near(&self, stand: BlockPos) -> bool {
        let (dx, dy, dz) = (self.at.x - stand.x, self.at.y - stand.y, self.at.z - stand.z);
        dx.abs() <= SIDE && dz.abs() <= SIDE && (-BELOW..=ABOVE).contains(&dy)
    }

    /// From where one may rise on earth for it.
    pub fn feet(&self) -> impl Iterator<Item = BlockPos> {
        let (at, beside) = (self.at, -BESIDE..=BESIDE);
        let columns = beside.clone().flat_map(move |dx| beside.clone().map(move |dz| at.offset(dx, 0, dz)));
        columns.flat_map(|column| (1..=DEEP).map(move |down| column.offset(0, -down, 0)))
    }

    /// Whether one would stand in the block, with the feet there and so far off the ground.
    fn is_in_the_way(&self, feet: Vec3, lift: f64) -> bool {
        is_in_body(feet, self.at) || is_in_body(Vec3::new(feet.x, feet.y + lift, feet.z), self.at)
    }

    /// What a click makes from an eye, by so many degrees of yaw and pitch beside the point.
    fn makes(
        &self,
        view: &TerrainView,
        item: &str,
        click: &Click,
        eye: Vec3,
        by: [f32; 2],
        sneaks: bool,
    ) -> Option<Made> {
        let (yaw, pitch) = eye.heading_to(click.point);
        let pose = Pose { yaw: yaw + by[0], pitch: pitch + by[1], sneaks };
        made_by(&|at| view.state(at).unwrap_or(0), self.at, item, click, pose)
    }

    /// The face that a click puts the block by from an eye, and whether one sneaks for it.
    fn click(&self, view: &TerrainView, item: &str, click: &Click, eye: Vec3) -> Option<(Face, bool)> {
        let face = Face::from(*click);
        if !is_clickable(view, eye, &face) {
            return None;
        }
        let is_made = |sneaks: &bool| {
            let makes = |by| self.makes(view, item, click, eye, by, *sneaks);
            STEADY.into_iter().all(|by| makes(by).is_some_and(|made| made.meets(self.wanted)))
        };
        let must = view.traits(click.block).interactive();
        let found = [must, true].into_iter().take(if must { 1 } else { 2 }).find(is_made);
        found.map(|sneaks| (face, sneaks))
    }

    /// The same as a verdict, which the searches do not ask for.
    fn judge(&self, view: &TerrainView, item: &str, click: &Click, feet: Vec3, lift: f64) -> Verdict {
        if self.is_in_the_way(feet, lift) {
            return Verdict::InTheWay;
        }
        let eye = eye_of(Vec3::new(feet.x, feet.y + lift, feet.z));
        if let Some((_, sneaks)) = self.click(view, item, click, eye) {
            return Verdict::Works { sneaks, hops: lift > 0.0 };
        }
        hindrance(view, eye, &Face::from(*click)).unwrap_or_else(|| {
            let must = view.traits(click.block).interactive();
            let made = self.makes(view, item, click, eye, STEADY[0], must);
            let made = made.and_then(|made| Wanted::of_state(made.state()?));
            Verdict::Makes(made.map(|made| differs(&made, self.wanted)))
        })
    }
}

/// In what something made differs from what is wanted: `facing=west`.
fn differs(made: &Wanted, wanted: &Wanted) -> String {
    if made.block.id != wanted.block.id {
        return made.block.name.to_owned();
    }
    let others = wanted.properties.iter().filter_map(|(name, value)| {
        let made = made.property(name)?;
        (made != *value).then(|| format!("{name}={made}"))
    });
    others.collect::<Vec<_>>().join(", ")
}

/// How a cell of a building could be put, tried in thought from each stand around it; `None` where there is no such building or cell.
pub fn tried(view: &TerrainView, build: &Build, at: BlockPos) -> Option<Trial> {
    let building = Building::of(build).ok()?;
    let wanted = building.wanted(at)?;
    let (item, _) = wanted.item()?;
    let Some(cell) = Cell::put(view, at, wanted, item, 0.0) else { return Some(Trial { at, sides: Vec::new() }) };
    let Deed::Put { clicks, .. } = &cell.deed else { return None };
    let room = Volume::between(at.offset(-SIDE, -ABOVE, -SIDE), at.offset(SIDE, BELOW, SIDE));
    let mut stands: Vec<BlockPos> = room.cells().filter(|stand| is_standable(view, *stand)).collect();
    stands.sort_by(|one, other| one.center().distance(at.center()).total_cmp(&other.center().distance(at.center())));
    stands.truncate(STANDS);
    let verdict = |stand: BlockPos, click: &Click| {
        let of = |lift: f64| cell.judge(view, item, click, middle(stand), lift);
        let may_hop = view.traits(stand.offset(0, 2, 0)).passable();
        let does = |verdict: &Verdict| matches!(verdict, Verdict::Works { .. });
        let standing = of(0.0);
        let hopping = if may_hop && !does(&standing) { Some(of(HOP)).filter(does) } else { None };
        hopping.unwrap_or(standing)
    };
    // Of a side's points the best counts.
    let sides = clicks.chunk_by(|one, other| (one.block, one.side) == (other.block, other.side)).map(|points| {
        let best = |stand: BlockPos| Some((stand, points.iter().map(|click| verdict(stand, click)).max()?));
        let stands = stands.iter().filter_map(|stand| best(*stand)).collect();
        SideTried { block: points[0].block, side: points[0].side, stands }
    });
    Some(Trial { at, sides: sides.collect() })
}

/// How a cell is worked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// Which of the cells.
    pub index: usize,
    /// What is clicked, where a block is put.
    pub face: Option<Face>,
    pub sneaks: bool,
    /// Whether one has to jump for it.
    pub hops: bool,
    pub price: f32,
}

impl From<Click> for Face {
    fn from(click: Click) -> Self {
        let direction = match click.side {
            Side::Down => Direction::Down,
            Side::Up => Direction::Up,
            Side::North => Direction::North,
            Side::South => Direction::South,
            Side::West => Direction::West,
            Side::East => Direction::East,
        };
        Self { block: click.block, direction, point: click.point }
    }
}

/// The end of a search: a stand from which some cell can be worked at.
pub struct Cells<'a> {
    /// The cheapest first.
    pub cells: Vec<Cell<'a>>,
    low: BlockPos,
    high: BlockPos,
    looked: u32,
    /// The cheapest end found so far, with its cost, and the cell that it is for.
    best: Option<(f32, usize)>,
}

impl<'a> Cells<'a> {
    pub fn new(mut cells: Vec<Cell<'a>>) -> Self {
        cells.sort_by(|one, other| one.price.total_cmp(&other.price));
        let places = || cells.iter().map(|cell| cell.at);
        let least = |axis: fn(BlockPos) -> i32| places().map(axis).min().unwrap_or_default();
        let most = |axis: fn(BlockPos) -> i32| places().map(axis).max().unwrap_or_default();
        let low = BlockPos::new(least(|at| at.x), least(|at| at.y), least(|at| at.z));
        let high = BlockPos::new(most(|at| at.x), most(|at| at.y), most(|at| at.z));
        Self { cells, low, high, looked: 0, best: None }
    }

    /// The cheapest cell that can be worked at with the feet there.
    pub fn from(&self, view: &TerrainView, feet: Vec3) -> Option<Reached> {
        let stand = feet.stood().block();
        let may_hop = view.traits(stand.offset(0, 2, 0)).passable() && view.traits(stand.down()).floor();
        let mut best: Option<Reached> = None;
        for (index, cell) in self.cells.iter().enumerate() {
            if best.is_some_and(|best| best.price <= cell.price) {
                break;
            }
            if !cell.is_near(stand) {
                continue;
            }
            if cell.not_from.as_ref().is_some_and(|stands| stands.contains(&stand)) {
                continue;
            }
            let found = self.reach(view, index, feet, 0.0).or_else(|| {
                let worth = best.is_none_or(|best| cell.price + HOPPING < best.price);
                if may_hop && worth { self.reach(view, index, feet, HOP) } else { None }
            });
            if let Some(found) = found
                && best.is_none_or(|best| found.price < best.price)
            {
                best = Some(found);
            }
        }
        best
    }

    /// How one cell can be worked at with the feet there, and so far off the ground.
    pub fn reach(&self, view: &TerrainView, index: usize, feet: Vec3, lift: f64) -> Option<Reached> {
        let cell = &self.cells[index];
        let raised = Vec3::new(feet.x, feet.y + lift, feet.z);
        let eye = eye_of(raised);
        let hops = lift > 0.0;
        let price = cell.price + if hops { HOPPING } else { 0.0 };
        match &cell.deed {
            Deed::Dig => {
                // Nobody digs away what he stands on.
                let is_under =
                    is_in_body(Vec3::new(feet.x, feet.y - 0.5, feet.z), cell.at) && cell.at.y < feet.y as i32;
                let seen = !hops && !is_under && clear_aim(view, eye, cell.at).is_some();
                seen.then_some(Reached { index, face: None, sneaks: false, hops, price })
            }
            Deed::Turn => {
                let face = sides_of(cell.at).into_iter().find(|face| !hops && is_clickable(view, eye, face))?;
                Some(Reached { index, face: Some(face), sneaks: false, hops, price })
            }
            Deed::Put { item, clicks } => {
                if cell.is_in_the_way(feet, lift) {
                    return None;
                }
                let found = clicks.iter().find_map(|click| cell.click(view, item, click, eye));
                found.map(|(face, sneaks)| Reached { index, face: Some(face), sneaks, hops, price })
            }
        }
    }

    /// How high one has to rise from a foot for a cell to be in reach, so many blocks at most.
    pub fn height(&self, view: &TerrainView, index: usize, foot: BlockPos, most: i32) -> Option<i32> {
        for high in 1..=most {
            let stand = foot.offset(0, high, 0);
            if !view.traits(stand.up()).passable() {
                return None;
            }
            if self.reach(view, index, middle(stand), 0.0).is_some() {
                return Some(high);
            }
        }
        None
    }

    /// Which cell the cheapest way found leads to.
    pub fn aimed_at(&self) -> Option<usize> {
        self.best.map(|(_, index)| index)
    }

    /// Whether any cell may be in reach from there.
    fn is_near(&self, at: BlockPos) -> bool {
        let near = |at: i32, low: i32, high: i32, below: i32, above: i32| (low - above..=high + below).contains(&at);
        near(at.x, self.low.x, self.high.x, SIDE, SIDE)
            && near(at.z, self.low.z, self.high.z, SIDE, SIDE)
            && near(at.y, self.low.y, self.high.y, BELOW, ABOVE)
    }
}

impl Destination for Cells<'_> {
    fn estimate(&self, at: BlockPos) -> f32 {
        let away = |at: i32, low: i32, high: i32| (low - at).max(at - high).max(0);
        let away = away(at.x, self.low.x, self.high.x).max(away(at.z, self.low.z, self.high.z));
        let least = self.cells.first().map_or(0.0, |cell| cell.price);
        SPRINT * (away - SIDE).max(0) as f32 + least
    }

    fn ends(&mut self, view: &TerrainView, at: BlockPos, _: &[BlockPos], cost: f32) -> Option<f32> {
        self.looked = 0;
        if !self.is_near(at) {
            return None;
        }
        self.looked = LOOK * self.cells.len().min(64) as u32;
        let reached = self.from(view, middle(at))?;
        if self.best.is_none_or(|(best, _)| cost + reached.price < best) {
            self.best = Some((cost + reached.price, reached.index));
        }
        Some(reached.price)
    }

    fn effort(&self) -> u32 {
        self.looked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::{
        senses::terrain::{
            Terrain,
            tests::{flat, put},
        },
        skills::path::{Found, Rules, tests::search},
    };

    fn wanted(text: &str) -> Wanted {
        Wanted::read(text).unwrap()
    }

    fn stand(terrain: &Terrain, wanted: &Wanted, at: BlockPos, from: BlockPos) -> Option<BlockPos> {
        let view = terrain.view();
        let cell = Cell::put(&view, at, wanted, wanted.item().unwrap().0, 0.0)?;
        let mut cells = Cells::new(vec![cell]);
        let rules = Rules { limit: 4_000, range: 16, ..Rules::default() };
        let Found::Way { steps, .. } = search(&view, from, &rules, &mut cells) else { return None };
        Some(steps.last().map_or(from, |step| step.pos))
    }

    #[test]
    fn one_stands_where_the_click_makes_what_is_wanted() {
        let mut terrain = flat();
        let from = BlockPos::new(0, 64, 0);
        let at = BlockPos::new(0, 64, 3);
        // Stairs face where one looks: north is looked to from the south.
        let south = stand(&terrain, &wanted("oak_stairs[facing=north]"), at, from).unwrap();
        assert!(south.z > at.z, "{south}");
        assert_eq!(stand(&terrain, &wanted("oak_stairs[facing=south]"), at, from), Some(from));
        // A log along x needs a side to the east or the west.
        assert_eq!(stand(&terrain, &wanted("oak_log[axis=x]"), at, from), None);
        put(&mut terrain, 1, 64, 3, "stone");
        assert!(stand(&terrain, &wanted("oak_log[axis=x]"), at, from).is_some());
        assert!(stand(&terrain, &wanted("wall_torch[facing=west]"), at, from).is_some());
        assert_eq!(stand(&terrain, &wanted("wall_torch[facing=east]"), at, from), None);
    }

    #[test]
    fn what_is_high_is_jumped_for() {
        let mut terrain = flat();
        [64, 65].into_iter().for_each(|y| put(&mut terrain, 0, y, 3, "stone"));
        let planks = wanted("oak_planks");
        let view = terrain.view();
        let at = BlockPos::new(0, 66, 3);
        let cells = Cells::new(vec![Cell::put(&view, at, &planks, "oak_planks", 0.0).unwrap()]);
        let reached = cells.from(&view, middle(BlockPos::new(0, 64, 1))).unwrap();
        assert!(reached.hops && reached.face.is_some());
        // Four blocks up nobody sees the top of the third.
        put(&mut terrain, 0, 66, 3, "stone");
        let view = terrain.view();
        let cells = Cells::new(vec![Cell::put(&view, at.up(), &planks, "oak_planks", 0.0).unwrap()]);
        assert_eq!(cells.from(&view, middle(BlockPos::new(0, 64, 1))), None);
    }

    #[test]
    fn a_cell_is_tried_from_every_stand_and_what_is_wrong_with_each_is_told() {
        let mut terrain = flat();
        // The house's corner: a log that stands on the ground.
        let build = Build::new("house", BlockPos::new(0, 64, 0));
        let [floor, log] = [BlockPos::new(0, 63, 0), BlockPos::new(0, 64, 0)];
        assert_eq!(tried(&terrain.view(), &build, log.offset(9, 0, 0)), None, "no cell of it");
        let trial = tried(&terrain.view(), &build, log).unwrap();
        assert_eq!(trial.sides.len(), 1, "{trial:?}");
        let side = &trial.sides[0];
        assert_eq!((side.block, side.side), (floor, Side::Up));
        let of = |at: BlockPos| side.stands.iter().find(|(stand, _)| *stand == at).map(|(_, verdict)| verdict.clone());
        assert_eq!(of(log), Some(Verdict::InTheWay));
        assert_eq!(of(log.offset(2, 0, 0)), Some(Verdict::Works { sneaks: false, hops: false }));
        assert_eq!((trial.stands().len(), trial.stands()[0]), (side.stands.len(), (log, false)));
        // A wall of three hides the ground behind it, and against that a log would lie.
        (0..3).for_each(|up| put(&mut terrain, 1, 64 + up, 0, "stone"));
        let trial = tried(&terrain.view(), &build, log).unwrap();
        let verdict = |toward: Side, at: BlockPos| {
            let side = trial.sides.iter().find(|side| side.side == toward)?;
            side.stands.iter().find(|(stand, _)| *stand == at).map(|(_, verdict)| verdict.clone())
        };
        assert_eq!(verdict(Side::Up, log.offset(3, 0, 0)), Some(Verdict::Hidden(BlockPos::new(1, 64, 0))));
        assert_eq!(verdict(Side::West, log.offset(-2, 0, 0)), Some(Verdict::Makes(Some("axis=x".to_owned()))));
        assert_eq!(verdict(Side::West, log.offset(3, 0, 0)), Some(Verdict::TurnedAway));
    }

    #[test]
    fn nobody_digs_what_he_stands_on() {
        let terrain = flat();
        let air = wanted("air");
        let view = terrain.view();
        let cells = Cells::new(vec![Cell::dig(BlockPos::new(0, 63, 0), &air, 0.0)]);
        assert_eq!(cells.from(&view, middle(BlockPos::new(0, 64, 0))), None);
        assert!(cells.from(&view, middle(BlockPos::new(1, 64, 0))).is_some());
    }
}
