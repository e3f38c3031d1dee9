//! The blocks: generated when first asked for, kept while someone is near. What was changed goes into files,
//! or into the attic.
//!
//! What rules ask for is there at once. What players only come to see is made in the workshop, in its own time.

use std::{collections::hash_map::Entry, sync::Arc};

use crate::{
    chunks::{
        blocks,
        chunk::Chunk,
        fluids::{Due, Kind},
        light::Around,
    },
    domain::{BlockPos, ChunkPos, PosMap, PosSet},
    land::terrain::Terrain,
    protocol::frames::Frame,
    voxel::StateId,
    world::{
        attic::Attic,
        workshop,
        workshop::{Archive, Done, Order, Snapshot, Source, Workshop},
    },
};

/// Chunks kept before the far ones are let go: what one player sees at the usual distance, and half as much again.
const KEPT: usize = 384;

/// Changed chunks that are put away in a tick at most: the land below each is grown for it.
const PUT_AWAY: usize = 4;

/// Times that a chunk changed while its packet was made, until the packet is made on the spot.
const PATIENCE: u8 = 2;

pub(crate) struct World {
    pub terrain: Arc<Terrain>,
    source: Source,
    /// Where changed chunks go that nobody needs; in a world that is kept, they go into its files.
    attic: Option<Arc<Attic>>,
    chunks: PosMap<ChunkPos, Kept>,
    workshop: Option<Workshop>,
    /// Whether nobody waits for the workshop: in a world run faster than life its people would outrun it.
    pub at_once: bool,
    /// Chunks made so far.
    pub made: u64,
    /// Chunks on their way into files.
    saving: PosSet<ChunkPos>,
    /// Containers, pressed switches and flowing fluids that have come from there since last asked.
    arrived: Vec<BlockPos>,
}

struct Kept {
    chunk: Arc<Chunk>,
    /// The packet that shows it, made once for all who come to see it.
    shown: Option<Frame>,
    /// How often this or what lights it has changed.
    changes: u32,
    /// How often a packet was out of date when it came.
    late: u8,
}

impl Kept {
    fn new(chunk: Chunk) -> Self {
        Self { chunk: Arc::new(chunk), shown: None, changes: 0, late: 0 }
    }
}

impl World {
    /// One that makes everything on the spot, and that nobody keeps.
    pub fn new(seed: u64) -> Self {
        Self::on(Terrain::new(seed))
    }

    /// The same on land that begins elsewhere.
    pub fn begun_at(seed: u64, place: ChunkPos) -> Self {
        Self::on(Terrain::begun_at(seed, place))
    }

    fn on(terrain: Terrain) -> Self {
        let terrain = Arc::new(terrain);
        let attic = Arc::new(Attic::new(terrain.clone()));
        Self { attic: Some(attic.clone()), ..Self::of(terrain, attic) }
    }

    /// One of which parts were saved.
    pub fn resume(seed: u64, saved: Arc<dyn Archive>) -> Self {
        Self::of(Arc::new(Terrain::new(seed)), saved)
    }

    fn of(terrain: Arc<Terrain>, changed: Arc<dyn Archive>) -> Self {
        Self {
            source: Source { terrain: terrain.clone(), changed },
            terrain,
            attic: None,
            chunks: PosMap::default(),
            workshop: None,
            at_once: true,
            made: 0,
            saving: PosSet::default(),
            arrived: Vec::new(),
        }
    }

    /// From here on what players come to see is made beside the tick.
    pub fn open_workshop(&mut self) {
        self.workshop = Workshop::open(&self.source);
    }

    fn kept(&mut self, pos: ChunkPos) -> &mut Kept {
        match self.chunks.entry(pos) {
            Entry::Occupied(kept) => kept.into_mut(),
            Entry::Vacant(place) => {
                if let Some(workshop) = &mut self.workshop {
                    workshop.forgo(pos);
                }
                let chunk = self.source.chunk(pos);
                self.arrived.extend(alive(&chunk));
                self.made += 1;
                place.insert(Kept::new(chunk))
            }
        }
    }

    /// For what is in a chunk beside its blocks, which only `set_block` changes.
    pub fn chunk(&mut self, pos: ChunkPos) -> &mut Chunk {
        Arc::make_mut(&mut self.kept(pos).chunk)
    }

    /// A chunk, generated if need be, and those of its eight neighbours that are there, by z and x.
    pub fn around(&mut self, pos: ChunkPos) -> Around<'_> {
        self.kept(pos);
        self.beside(pos, |chunk| &**chunk)
    }

    /// Something of a chunk and of its eight neighbours, as far as they are there, by z and x.
    fn beside<'a, T>(&'a self, pos: ChunkPos, of: impl Fn(&'a Arc<Chunk>) -> T) -> [[Option<T>; 3]; 3] {
        let mut chunks = beside(pos).map(|pos| self.chunks.get(&pos).map(|kept| of(&kept.chunk)));
        std::array::from_fn(|_| std::array::from_fn(|_| chunks.next().flatten()))
    }

    pub fn is_loaded(&self, pos: ChunkPos) -> bool {
        self.chunks.contains_key(&pos)
    }

    /// Air above and below the world.
    pub fn block(&mut self, pos: BlockPos) -> StateId {
        self.kept(pos.chunk()).chunk.get(pos.x, pos.y, pos.z)
    }

    /// Changes a block and tells nobody; see `Game::set_block`.
    pub fn set_block(&mut self, pos: BlockPos, state: StateId) {
        let middle = pos.chunk();
        let chunk = self.chunk(middle);
        chunk.set(pos.x, pos.y, pos.z, state);
        chunk.touched = true;
        // Its light reaches into the neighbours.
        for pos in beside(middle) {
            if let Some(kept) = self.chunks.get_mut(&pos) {
                kept.shown = None;
                kept.changes = kept.changes.wrapping_add(1);
            }
        }
    }

    /// Has a fluid looked at when its time has come; `false` if it is to be already.
    pub fn plan_flow(&mut self, pos: BlockPos, kind: Kind, due: Due) -> bool {
        if self.kept(pos.chunk()).chunk.flows.contains_key(&(pos, kind)) {
            return false;
        }
        let chunk = self.chunk(pos.chunk());
        chunk.flows.insert((pos, kind), due);
        chunk.touched = true;
        true
    }

    /// The fluids of a chunk whose time has come; and whether others wait.
    pub fn take_flows(&mut self, pos: ChunkPos, tick: u64) -> (Vec<(Due, BlockPos, Kind)>, bool) {
        let flows = &self.kept(pos).chunk.flows;
        let is_due = |due: &Due| due.tick <= tick;
        let due: Vec<_> =
            flows.iter().filter(|(_, due)| is_due(due)).map(|(&(pos, kind), &due)| (due, pos, kind)).collect();
        let are_left = due.len() < flows.len();
        if !due.is_empty() {
            self.chunk(pos).flows.retain(|_, due| !is_due(due));
        }
        (due, are_left)
    }

    /// Whether a chunk and all around it are there.
    pub fn is_surrounded(&self, pos: ChunkPos) -> bool {
        beside(pos).all(|pos| self.is_loaded(pos))
    }

    pub fn is_solid(&mut self, pos: BlockPos) -> bool {
        blocks::is_solid(self.block(pos))
    }

    pub fn is_water(&mut self, pos: BlockPos) -> bool {
        blocks::is_water(self.block(pos))
    }

    /// Whether a chunk can be had without making it now.
    pub fn is_here(&self, pos: ChunkPos) -> bool {
        self.at_once || self.workshop.is_none() || self.chunks.contains_key(&pos)
    }

    /// The packet that shows a chunk, if the workshop has made it, or has been late with it too often.
    pub fn shown(&mut self, pos: ChunkPos) -> Option<Frame> {
        let kept = self.chunks.get(&pos);
        if let Some(Kept { shown: Some(shown), .. }) = kept {
            return Some(shown.clone());
        }
        let wait = self.workshop.is_some() && kept.is_none_or(|kept| kept.late < PATIENCE);
        if wait { None } else { self.show(pos) }
    }

    /// The packet that shows a chunk, made now.
    pub fn show(&mut self, pos: ChunkPos) -> Option<Frame> {
        beside(pos).for_each(|pos| _ = self.kept(pos));
        let frame = workshop::show(pos, &self.snapshot(pos))?;
        let kept = self.kept(pos);
        kept.late = 0;
        kept.shown = Some(frame.clone());
        Some(frame)
    }

    fn snapshot(&self, pos: ChunkPos) -> Snapshot {
        self.beside(pos, Arc::clone)
    }

    /// Has the workshop make what is missing until a chunk can be shown; false if it has no room for more.
    pub fn order(&mut self, pos: ChunkPos) -> bool {
        if self.chunks.get(&pos).is_some_and(|kept| kept.shown.is_some()) {
            return true;
        }
        let missing: Vec<ChunkPos> = beside(pos).filter(|pos| !self.chunks.contains_key(pos)).collect();
        let show = missing.is_empty().then(|| {
            let changes = self.chunks.get(&pos).map_or(0, |kept| kept.changes);
            Order::Show(pos, Box::new(self.snapshot(pos)), changes)
        });
        let Some(workshop) = &mut self.workshop else { return false };
        if let Some(show) = show {
            workshop.order(pos, show);
        }
        for pos in missing {
            if workshop.has_room() && !workshop.is_under_way(pos) {
                workshop.order(pos, Order::Grow(pos));
            }
        }
        workshop.has_room()
    }

    /// Takes in what the workshop has made.
    pub fn take_in(&mut self) {
        for done in self.workshop.as_mut().map(Workshop::take_in).unwrap_or_default() {
            match done {
                Done::Grown(pos, chunk) => {
                    if let Entry::Vacant(place) = self.chunks.entry(pos) {
                        self.arrived.extend(alive(&chunk));
                        self.made += 1;
                        place.insert(Kept::new(*chunk));
                    }
                }
                Done::Shown(pos, frame, changes) => {
                    let Some(kept) = self.chunks.get_mut(&pos) else { continue };
                    if kept.changes == changes {
                        kept.shown = Some(frame);
                    } else {
                        kept.late = kept.late.saturating_add(1);
                    }
                }
                Done::Failed(pos) => self.kept(pos).late = PATIENCE,
            }
        }
    }

    /// Containers, pressed switches and flowing fluids that have come out of a file: something may be going on there.
    pub fn take_arrived(&mut self) -> Vec<BlockPos> {
        std::mem::take(&mut self.arrived)
    }

    /// The chunks that were changed since last asked, as they are. They are kept until it is told what became of them.
    pub fn take_changed(&mut self) -> Vec<(ChunkPos, Arc<Chunk>)> {
        let mut changed = Vec::new();
        for (&pos, kept) in self.chunks.iter_mut().filter(|(_, kept)| kept.chunk.touched) {
            Arc::make_mut(&mut kept.chunk).touched = false;
            changed.push((pos, kept.chunk.clone()));
        }
        self.saving.extend(changed.iter().map(|(pos, _)| *pos));
        changed
    }

    /// What became of them: those that could not be saved count as changed again.
    pub fn end_save(&mut self, saved: &[ChunkPos], unsaved: &[ChunkPos]) {
        for pos in saved.iter().chain(unsaved) {
            self.saving.remove(pos);
        }
        for pos in unsaved {
            if let Some(kept) = self.chunks.get_mut(pos) {
                Arc::make_mut(&mut kept.chunk).touched = true;
            }
        }
    }

    /// Lets chunks go that can be had again, if there are many and nobody needs them.
    /// Those that were changed are put away first, a few at a time.
    pub fn forget(&mut self, is_needed: impl Fn(ChunkPos) -> bool) {
        if self.chunks.len() > KEPT {
            if let Some(attic) = &self.attic {
                let far = self.chunks.iter_mut().filter(|(pos, kept)| kept.chunk.touched && !is_needed(**pos));
                for (&pos, kept) in far.take(PUT_AWAY) {
                    let chunk = Arc::make_mut(&mut kept.chunk);
                    chunk.touched = false;
                    attic.put(pos, chunk);
                }
            }
            let saving = &self.saving;
            self.chunks.retain(|&pos, kept| kept.chunk.touched || saving.contains(&pos) || is_needed(pos));
        }
    }
}

/// Where in a chunk something may be going on.
fn alive(chunk: &Chunk) -> impl Iterator<Item = &BlockPos> {
    chunk.containers.keys().chain(&chunk.pressed).chain(chunk.flows.keys().map(|(pos, _)| pos))
}

/// A chunk and its neighbours, row by row from the north-west.
fn beside(pos: ChunkPos) -> impl Iterator<Item = ChunkPos> {
    (-1..=1).flat_map(move |z| (-1..=1).map(move |x| ChunkPos { x: pos.x + x, z: pos.z + z }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{items::stack::Stack, knowledge};

    const POS: ChunkPos = ChunkPos { x: 3, z: -2 };

    /// Orders until the packet is there.
    fn wait_for(world: &mut World) -> Frame {
        loop {
            world.take_in();
            if let Some(frame) = world.shown(POS) {
                return frame;
            }
            world.order(POS);
            std::thread::yield_now();
        }
    }

    fn bytes(frame: &Frame) -> Vec<u8> {
        frame.packet()
    }

    #[test]
    fn the_workshop_makes_what_the_tick_would() {
        let mut own = World::new(7);
        let mut world = World::new(7);
        world.open_workshop();
        world.at_once = false;
        assert!(world.shown(POS).is_none() && !world.is_here(POS));
        let frame = wait_for(&mut world);
        assert_eq!(bytes(&frame), bytes(&own.shown(POS).unwrap()));
        let Some(Frame::Whole(again)) = world.shown(POS) else { panic!("made once, kept whole") };
        assert!(matches!(frame, Frame::Whole(first) if Arc::ptr_eq(&first, &again)));
    }

    #[test]
    fn a_change_beside_makes_a_new_packet() {
        let mut world = World::new(7);
        let before = bytes(&world.shown(POS).unwrap());
        let inside = BlockPos::new(POS.x << 4, 100, POS.z << 4);
        world.set_block(inside, blocks::state("stone"));
        let after = bytes(&world.shown(POS).unwrap());
        assert_ne!(before, after);
        world.set_block(inside.offset(-1, 0, 0), blocks::state("stone"));
        assert!(world.chunks[&POS].shown.is_none(), "a neighbour's light may have changed");
    }

    #[test]
    fn what_keeps_changing_is_shown_all_the_same() {
        let mut world = World::new(7);
        world.open_workshop();
        world.at_once = false;
        wait_for(&mut world);
        let at = BlockPos::new(POS.x << 4, 100, POS.z << 4);
        for change in 0.. {
            world.set_block(at, blocks::state(if change % 2 == 0 { "stone" } else { "air" }));
            if let Some(frame) = world.shown(POS) {
                let own = workshop::show(POS, &world.snapshot(POS)).unwrap();
                assert_eq!(bytes(&frame), bytes(&own));
                return;
            }
            world.order(POS);
            // Out of date by the time it comes.
            world.set_block(at, blocks::state("dirt"));
            while world.workshop.as_ref().unwrap().is_under_way(POS) {
                world.take_in();
                std::thread::yield_now();
            }
        }
    }
    #[test]
    fn what_was_changed_is_put_away_and_comes_back_as_it_was() {
        let mut world = World::new(7);
        let at = |x, y, z| BlockPos::new((POS.x << 4) + x, y, (POS.z << 4) + z);
        world.set_block(at(3, 61, 4), blocks::state("air"));
        world.set_block(at(5, 90, 6), blocks::state("chest"));
        // A section that is changed from top to bottom.
        for number in 0..4096 {
            world.set_block(at(number & 15, 128 + (number >> 8), number >> 4 & 15), blocks::state("glass"));
        }
        let chest = [at(5, 90, 6)];
        let apples = Some(Stack::new(knowledge::item("apple").unwrap().id, 3));
        let mut slots = world.slots_of(&chest);
        slots[2] = apples;
        world.fill_slots(&chest, &slots);
        let before = bytes(&world.show(POS).unwrap());
        (0..KEPT as i32).for_each(|x| _ = world.block(BlockPos::new(x << 4, 60, 16 * 50)));
        world.forget(|_| false);
        assert!(world.chunks.is_empty(), "all that nobody needs is gone");
        assert_eq!(world.slots_of(&chest)[2], apples);
        assert_eq!(bytes(&world.show(POS).unwrap()), before);
        // A second change of what has come back.
        world.set_block(at(3, 61, 4), blocks::state("dirt"));
        world.fill_slots(&chest, &vec![None; slots.len()]);
        (0..KEPT as i32).for_each(|x| _ = world.block(BlockPos::new(x << 4, 60, 16 * 50)));
        world.forget(|_| false);
        assert_eq!((world.block(at(3, 61, 4)), world.slots_of(&chest)[2]), (blocks::state("dirt"), None));
    }
}
