//! The blocks as the server showed them: what skills search and judge by, never the client's predictions.
//!
//! Of what is closed to the running call nothing is known: so it is not searched, dug, built on or opened, and no way leads in. What is kept, in
//! zones, is known like all else and walked through; who looks for something to change passes it over.

use std::sync::Arc;

use super::traits::Traits;
use crate::{
    body::leases::Taken,
    domain::{BlockPos, ChunkPos, PosMap, Volume, Zone},
    voxel::{Column, StateId},
};

/// Boxes of which the running call knows nothing.
#[derive(Clone, Debug, Default)]
struct Closed {
    boxes: Vec<Volume>,
    /// The bot stands in one of them: it knows enough of them to walk out.
    is_inside: bool,
}

impl Closed {
    #[inline]
    fn holds(&self, pos: BlockPos) -> bool {
        !self.boxes.is_empty() && self.boxes.iter().any(|closed| closed.contains(pos))
    }

    /// What is known of a place in them.
    fn traits(&self, state: Option<StateId>) -> Traits {
        state.filter(|_| self.is_inside).map_or(Traits::default(), |state| Traits::of(state).to_walk_by())
    }
}

/// Loaded columns.
#[derive(Debug, Default)]
pub struct Terrain {
    columns: PosMap<ChunkPos, Arc<Column>>,
    /// Where the bot is: views are of what lies around it.
    pub here: ChunkPos,
    /// Where other bots are at work.
    pub taken: Taken,
    closed: Closed,
    /// What is kept as it is, of all dimensions, and of the one that the bot is in.
    zones: Vec<Zone>,
    kept: Arc<[Volume]>,
    /// The block of the bot's feet.
    feet: BlockPos,
}

impl Terrain {
    /// The state at a place; `None` where nothing is loaded or it is closed to the running call, air above the world.
    pub fn state(&self, pos: BlockPos) -> Option<StateId> {
        if self.closed.holds(pos) { None } else { self.shown(pos) }
    }

    /// The same, whether it is closed or not.
    fn shown(&self, pos: BlockPos) -> Option<StateId> {
        let column = self.columns.get(&pos.chunk())?;
        (pos.y >= column.min_y).then(|| column.get((pos.x & 15) as u8, pos.y, (pos.z & 15) as u8))
    }

    pub fn traits(&self, pos: BlockPos) -> Traits {
        if self.closed.holds(pos) {
            return self.closed.traits(self.shown(pos));
        }
        self.shown(pos).map_or(Traits::default(), Traits::of)
    }

    /// Closes these boxes to the running call, and no others.
    pub fn close(&mut self, boxes: Vec<Volume>) {
        self.closed.boxes = boxes;
        self.stands_at(self.feet);
    }

    /// Notes where the bot's feet are.
    pub fn stands_at(&mut self, feet: BlockPos) {
        self.feet = feet;
        self.closed.is_inside = self.closed.holds(feet) || self.closed.holds(feet.up());
    }

    /// Whether a place is closed to the running call.
    pub fn is_closed(&self, pos: BlockPos) -> bool {
        self.closed.holds(pos)
    }

    /// Keeps these zones and no others, of which those of the dimension count that the bot is in.
    pub fn keep(&mut self, zones: Vec<Zone>, dimension: &str) {
        self.zones = zones;
        self.keep_in(dimension);
    }

    /// The bot is in this dimension from now on.
    pub fn keep_in(&mut self, dimension: &str) {
        self.kept = self.zones.iter().filter(|zone| zone.dimension == dimension).map(Zone::volume).collect();
    }

    /// Whether a place is to stay as it is.
    pub fn is_kept(&self, pos: BlockPos) -> bool {
        self.kept.iter().any(|kept| kept.contains(pos))
    }

    /// The zone that a place is in, if any.
    pub fn zone_of(&self, pos: BlockPos) -> Option<&Zone> {
        self.zones.iter().find(|zone| self.is_kept(pos) && zone.volume().contains(pos))
    }

    /// Whether anything is closed so near to the bot, in blocks on each axis.
    pub fn is_closed_within(&self, radius: i32) -> bool {
        self.closed.boxes.iter().any(|closed| closed.meets(&self.about(radius)))
    }

    /// The same of what is kept.
    pub fn is_kept_within(&self, radius: i32) -> bool {
        self.kept.iter().any(|kept| kept.meets(&self.about(radius)))
    }

    fn about(&self, radius: i32) -> Volume {
        Volume::between(self.feet.offset(-radius, -radius, -radius), self.feet.offset(radius, radius, radius))
    }

    pub fn column(&self, pos: ChunkPos) -> Option<&Arc<Column>> {
        self.columns.get(&pos)
    }

    pub fn is_loaded(&self, pos: ChunkPos) -> bool {
        self.columns.contains_key(&pos)
    }

    /// Whether the column of a place and all so many chunks around it are loaded.
    pub fn is_loaded_around(&self, pos: BlockPos, radius: i32) -> bool {
        pos.chunk().around(radius).all(|chunk| self.is_loaded(chunk))
    }

    /// The columns that are loaded, in no order.
    pub fn chunks(&self) -> impl Iterator<Item = ChunkPos> {
        self.columns.keys().copied()
    }

    /// How many columns are loaded.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    pub fn insert(&mut self, pos: ChunkPos, column: Arc<Column>) {
        self.columns.insert(pos, column);
    }

    pub fn forget(&mut self, pos: ChunkPos) -> bool {
        self.columns.remove(&pos).is_some()
    }

    /// Forgets everything and says what was known.
    pub fn clear(&mut self) -> Vec<ChunkPos> {
        self.columns.drain().map(|(pos, _)| pos).collect()
    }

    /// Sets one block; `true` if that changed anything.
    pub fn set(&mut self, pos: BlockPos, state: StateId) -> bool {
        if self.shown(pos).is_none_or(|known| known == state) {
            return false;
        }
        let Some(column) = self.columns.get_mut(&pos.chunk()) else { return false };
        set_in_column(Arc::make_mut(column), pos, state);
        true
    }

    /// A grid over what is loaded now, for searches.
    pub fn view(&self) -> TerrainView {
        TerrainView::new(self)
    }
}

fn set_in_column(column: &mut Column, pos: BlockPos, state: StateId) {
    let height = (pos.y - column.min_y) as usize;
    let Some(section) = column.sections.get_mut(height >> 4) else { return };
    let index = (height & 15) << 8 | ((pos.z & 15) as usize) << 4 | (pos.x & 15) as usize;
    section.set(index, state);
}

/// How far a view reaches, in chunks: farther than any server sends.
const VIEW: i32 = 40;

/// The loaded columns at one moment, as a flat grid: one lookup is an index, not a hash. It shares the columns, so that it
/// is made quickly, and stays as it is while the terrain goes on. Searches ask it a hundred times a node: its lookups are
/// marked to be inlined wherever they are used.
#[derive(Clone)]
pub struct TerrainView {
    min: ChunkPos,
    width: i32,
    depth: i32,
    grid: Vec<Option<Arc<Column>>>,
    /// Blocks to be seen as air.
    gone: Vec<BlockPos>,
    taken: Taken,
    closed: Closed,
    kept: Arc<[Volume]>,
}

impl TerrainView {
    fn new(terrain: &Terrain) -> Self {
        // After a teleport, columns of two places may be loaded; a grid over both could be of any size.
        let here = terrain.here;
        let is_near = |pos: &ChunkPos| (pos.x - here.x).abs() <= VIEW && (pos.z - here.z).abs() <= VIEW;
        let near = || terrain.columns.iter().filter(|(pos, _)| is_near(pos));
        let range = |axis: fn(&ChunkPos) -> i32| {
            let of = near().map(|(pos, _)| axis(pos));
            of.clone().min().zip(of.max())
        };
        let (gone, taken, closed) = (Vec::new(), terrain.taken.clone(), terrain.closed.clone());
        let kept = terrain.kept.clone();
        let (Some((min_x, max_x)), Some((min_z, max_z))) = (range(|pos| pos.x), range(|pos| pos.z)) else {
            return Self { min: ChunkPos::default(), width: 0, depth: 0, grid: Vec::new(), gone, taken, closed, kept };
        };
        let (width, depth) = (max_x - min_x + 1, max_z - min_z + 1);
        let mut grid = vec![None; (width * depth) as usize];
        for (pos, column) in near() {
            grid[((pos.z - min_z) * width + pos.x - min_x) as usize] = Some(column.clone());
        }
        Self { min: ChunkPos { x: min_x, z: min_z }, width, depth, grid, gone, taken, closed, kept }
    }

    /// Sees these blocks as air: broken a moment ago, or to be broken in thought.
    pub fn set_gone(&mut self, gone: Vec<BlockPos>) {
        self.gone = gone;
    }

    /// Sees a block there, in thought.
    pub fn put(&mut self, pos: BlockPos, state: StateId) {
        let chunk = pos.chunk();
        let (x, z) = (chunk.x - self.min.x, chunk.z - self.min.z);
        if x < 0 || z < 0 || x >= self.width || z >= self.depth {
            return;
        }
        if let Some(column) = &mut self.grid[(z * self.width + x) as usize] {
            set_in_column(Arc::make_mut(column), pos, state);
        }
    }

    /// Whether another bot is at work here.
    pub fn is_taken(&self, pos: BlockPos) -> bool {
        self.taken.contains(pos)
    }

    /// Whether a place is to stay as it is: in a zone.
    #[inline]
    pub fn is_kept(&self, pos: BlockPos) -> bool {
        self.kept.iter().any(|kept| kept.contains(pos))
    }

    /// Whether a place is not to be changed: another bot is at work there, or it is in a zone.
    #[inline]
    pub fn is_spared(&self, pos: BlockPos) -> bool {
        self.is_taken(pos) || self.is_kept(pos)
    }

    /// Whether a place is closed to the running call.
    #[inline]
    pub fn is_closed(&self, pos: BlockPos) -> bool {
        self.closed.holds(pos)
    }

    /// A loaded column, what is closed in it included.
    #[inline]
    pub fn column(&self, chunk: ChunkPos) -> Option<&Column> {
        let (x, z) = (chunk.x - self.min.x, chunk.z - self.min.z);
        if x < 0 || z < 0 || x >= self.width || z >= self.depth {
            return None;
        }
        self.grid[(z * self.width + x) as usize].as_deref()
    }

    #[inline]
    pub fn state(&self, pos: BlockPos) -> Option<StateId> {
        if !self.gone.is_empty() && self.gone.contains(&pos) {
            return Some(0);
        }
        if self.closed.holds(pos) { None } else { self.shown(pos) }
    }

    #[inline]
    fn shown(&self, pos: BlockPos) -> Option<StateId> {
        let column = self.column(pos.chunk())?;
        (pos.y >= column.min_y).then(|| column.get((pos.x & 15) as u8, pos.y, (pos.z & 15) as u8))
    }

    #[inline]
    pub fn traits(&self, pos: BlockPos) -> Traits {
        if self.closed.holds(pos) {
            return self.closed.traits(self.shown(pos));
        }
        self.state(pos).map_or(Traits::default(), Traits::of)
    }

    pub fn is_loaded(&self, pos: BlockPos) -> bool {
        self.column(pos.chunk()).is_some()
    }

    /// The places of the loaded columns.
    pub fn chunks(&self) -> impl Iterator<Item = ChunkPos> {
        self.grid.iter().enumerate().filter(|(_, column)| column.is_some()).map(|(index, _)| {
            let index = index as i32;
            ChunkPos { x: self.min.x + index % self.width, z: self.min.z + index / self.width }
        })
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::knowledge;

    /// A flat world of 5x5 columns around the origin: stone to 59, dirt to 62, grass at 63, air above.
    pub fn flat() -> Terrain {
        let state = |name: &str| knowledge::block(name).unwrap().default_state;
        let (stone, dirt, grass) = (state("stone"), state("dirt"), state("grass_block"));
        let mut states = [[0u16; 4096]; 24];
        for y in -64i32..=63 {
            let what = if y < 60 {
                stone
            } else if y < 63 {
                dirt
            } else {
                grass
            };
            let height = (y + 64) as usize;
            for at in 0..256 {
                states[height >> 4][(height & 15) << 8 | at] = what;
            }
        }
        let sections = states.iter().map(crate::voxel::Section::from_states).collect();
        let column = Arc::new(Column { min_y: -64, sections });
        let mut terrain = Terrain::default();
        for x in -2..=2 {
            for z in -2..=2 {
                terrain.insert(ChunkPos { x, z }, column.clone());
            }
        }
        terrain
    }

    /// Puts a block by name.
    pub fn put(terrain: &mut Terrain, x: i32, y: i32, z: i32, name: &str) {
        terrain.set(BlockPos::new(x, y, z), knowledge::block(name).unwrap().default_state);
    }

    #[test]
    fn of_what_is_closed_nothing_is_known() {
        let mut terrain = flat();
        let (inside, outside) = (BlockPos::new(2, 63, 2), BlockPos::new(4, 63, 2));
        terrain.close(vec![Volume::between(BlockPos::new(0, 60, 0), BlockPos::new(3, 70, 3))]);
        let known = |terrain: &Terrain, at: BlockPos| {
            let view = terrain.view();
            assert_eq!((view.state(at), view.traits(at)), (terrain.state(at), terrain.traits(at)));
            (view.state(at).is_some(), view.traits(at).floor(), view.traits(at).natural())
        };
        assert_eq!((known(&terrain, inside), known(&terrain, outside)), ((false, false, false), (true, true, true)));
        assert!(terrain.set(inside, 1), "what the server shows of it is still taken in");
        terrain.stands_at(inside.up());
        assert_eq!(known(&terrain, inside), (false, true, false), "who stands in it may walk, and nothing else");
        terrain.stands_at(outside.up());
        assert_eq!(known(&terrain, inside), (false, false, false));
        terrain.close(Vec::new());
        assert_eq!(terrain.state(inside), Some(1));
    }

    #[test]
    fn one_block_changes_and_its_neighbours_do_not() {
        let mut terrain = flat();
        let pos = BlockPos::new(-3, 100, 7);
        assert!(terrain.set(pos, 9));
        assert!(!terrain.set(pos, 9), "again is no change");
        assert_eq!(terrain.state(pos), Some(9));
        assert_eq!(terrain.view().state(pos), Some(9));
        assert_eq!(terrain.state(pos.up()), Some(0));
        assert_eq!(terrain.state(BlockPos::new(13, 100, 7)), Some(0), "the shared column stayed as it was");
        assert_eq!(terrain.state(BlockPos::new(1000, 100, 7)), None);
        for state in 10..400 {
            terrain.set(BlockPos::new(0, 96 + state / 256, state % 16), state as u16);
        }
        assert_eq!(terrain.state(pos), Some(9));
    }
}
