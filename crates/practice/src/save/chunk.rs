//! A chunk as region files hold it (Minecraft Wiki, "Chunk format").

use std::sync::LazyLock;

use simdnbt::owned::{NbtCompound, NbtList, NbtTag};

use crate::{
    chunks::{
        blocks,
        chunk::Chunk,
        encode,
        fluids::{self, Due, Kind},
        heights::{MIN_Y, SECTIONS, heights},
    },
    domain::{BlockPos, ChunkPos},
    items::{
        containers::{CHEST_SLOTS, Container},
        furnaces::Furnace,
        signs::{Sign, is_sign},
        stack::Slot,
    },
    knowledge, registries,
    rules::switches,
    save::{
        item, nbt,
        nbt::{compound, compounds},
        version::{DATA_VERSION, LAST_DATA_VERSION},
    },
    voxel::{Section, StateId},
};

/// The names of the biomes, in the order of their numbers.
static BIOMES: LazyLock<Vec<String>> = LazyLock::new(|| registries::names("worldgen/biome").collect());

/// A section's blocks, and its cells of biomes.
const BLOCKS: usize = 4096;
const CELLS: usize = 64;

/// What our furnaces remember and vanilla's do not: the sum of the experience that waits in them.
const EXPERIENCE: &str = "blockwright:experience";

pub(super) fn write(pos: ChunkPos, chunk: &Chunk, tick: u64) -> NbtCompound {
    let lowest = MIN_Y >> 4;
    let biomes = write_biomes(&chunk.biomes);
    let sections = chunk.sections.iter().enumerate().map(|(number, section)| {
        compound([
            ("Y", NbtTag::Byte((lowest + number as i32) as i8)),
            ("block_states", NbtTag::Compound(write_states(section))),
            ("biomes", NbtTag::Compound(biomes.clone())),
        ])
    });
    let heights = |counts: &dyn Fn(StateId) -> bool| {
        let longs = encode::pack_heights(&heights(&chunk.sections, counts));
        NbtTag::LongArray(longs.iter().map(|&long| long as i64).collect())
    };
    let blocking = |state: StateId| blocks::is_solid(state) || blocks::is_water(state);
    let heightmaps = compound([
        ("WORLD_SURFACE", heights(&|state| state != blocks::AIR)),
        ("OCEAN_FLOOR", heights(&blocks::is_solid)),
        ("MOTION_BLOCKING", heights(&blocking)),
        ("MOTION_BLOCKING_NO_LEAVES", heights(&|state| blocking(state) && !blocks::name(state).ends_with("_leaves"))),
    ]);
    let entities = chunk.containers.iter().filter_map(|(&pos, container)| write_container(chunk, pos, container));
    let nothing = || NbtTag::Compound(NbtCompound::new());
    compound([
        ("DataVersion", NbtTag::Int(DATA_VERSION)),
        ("xPos", NbtTag::Int(pos.x)),
        ("yPos", NbtTag::Int(lowest)),
        ("zPos", NbtTag::Int(pos.z)),
        ("Status", nbt::id("full")),
        ("LastUpdate", NbtTag::Long(tick as i64)),
        ("InhabitedTime", NbtTag::Long(0)),
        // Left out, so that it is worked out anew by whoever opens the world.
        ("isLightOn", nbt::flag(false)),
        ("sections", compounds(sections.collect())),
        ("Heightmaps", NbtTag::Compound(heightmaps)),
        ("block_entities", compounds(entities.collect())),
        ("block_ticks", NbtTag::List(NbtList::Empty)),
        ("fluid_ticks", compounds(write_flows(chunk, tick))),
        ("PostProcessing", NbtTag::List(NbtList::List(vec![NbtList::Empty; SECTIONS]))),
        ("structures", NbtTag::Compound(compound([("References", nothing()), ("starts", nothing())]))),
    ])
}

/// The chunk that is told of; or what is wrong with it.
pub(super) fn read(pos: ChunkPos, tag: &NbtCompound) -> Result<Chunk, String> {
    let version = tag.int("DataVersion").unwrap_or(0);
    if !(DATA_VERSION..=LAST_DATA_VERSION).contains(&version) {
        return Err(format!("its data version is {version}"));
    }
    if (tag.int("xPos"), tag.int("zPos")) != (Some(pos.x), Some(pos.z)) {
        return Err("it is another chunk's".to_owned());
    }
    let mut chunk = Chunk::new(std::array::from_fn(|_| Section::Uniform(blocks::AIR)), [0; 16]);
    let sections = nbt::list(tag, "sections");
    if sections.is_empty() {
        return Err("it has no sections".to_owned());
    }
    for section in sections {
        let number = i32::from(section.byte("Y").unwrap_or(i8::MIN)) - (MIN_Y >> 4);
        // Vanilla writes light for one section more at each end.
        let Some(slot) = usize::try_from(number).ok().and_then(|number| chunk.sections.get_mut(number)) else {
            continue;
        };
        if let Some(states) = section.compound("block_states") {
            *slot = read_states(states)?;
            let lowest = MIN_Y + 16 * number;
            chunk
                .pressed
                .extend(pressed(slot).map(|[x, y, z]| BlockPos::new(pos.x * 16 + x, lowest + y, pos.z * 16 + z)));
        }
        if number == 0
            && let Some(biomes) = section.compound("biomes")
        {
            chunk.biomes = read_biomes(biomes);
        }
    }
    for entity in nbt::list(tag, "block_entities") {
        let place = [entity.int("x"), entity.int("y"), entity.int("z")];
        if let [Some(x), Some(y), Some(z)] = place
            && let at = BlockPos::new(x, y, z)
            && at.chunk() == pos
            && let Some(container) = read_container(blocks::name(chunk.get(x, y, z)), entity)
        {
            chunk.containers.insert(at, container);
        }
    }
    // Time goes on in a world from where it was saved.
    let saved = tag.long("LastUpdate").unwrap_or(0);
    for (order, flow) in nbt::list(tag, "fluid_ticks").iter().enumerate() {
        let place = [flow.int("x"), flow.int("y"), flow.int("z")];
        if let [Some(x), Some(y), Some(z)] = place
            && let at = BlockPos::new(x, y, z)
            && at.chunk() == pos
            && let Some(fluid) = fluids::of(chunk.get(x, y, z))
        {
            let tick = saved.saturating_add(flow.int("t").unwrap_or(0).into()).max(0) as u64;
            chunk.flows.insert((at, fluid.kind), Due { tick, order: order as u64 });
        }
    }
    Ok(chunk)
}

/// The fluids that are to be looked at, in their order, and in how many ticks.
fn write_flows(chunk: &Chunk, tick: u64) -> Vec<NbtCompound> {
    let mut flows: Vec<(Due, BlockPos, Kind)> =
        chunk.flows.iter().map(|(&(pos, kind), &due)| (due, pos, kind)).collect();
    flows.sort_unstable_by_key(|&(due, ..)| due);
    let write = |(due, pos, kind): (Due, BlockPos, Kind)| {
        let is_source = fluids::of(chunk.get(pos.x, pos.y, pos.z)).is_some_and(fluids::Fluid::is_source);
        let name = if is_source { kind.name().to_owned() } else { format!("flowing_{}", kind.name()) };
        let ticks = due.tick as i64 - tick as i64;
        compound([
            ("i", nbt::id(&name)),
            ("x", NbtTag::Int(pos.x)),
            ("y", NbtTag::Int(pos.y)),
            ("z", NbtTag::Int(pos.z)),
            ("t", NbtTag::Int(ticks.clamp(i32::MIN.into(), i32::MAX.into()) as i32)),
            ("p", NbtTag::Int(0)),
        ])
    };
    flows.into_iter().map(write).collect()
}

/// Numbers below `bits` bits, as many a long as fit whole.
fn pack(bits: u32, values: impl Iterator<Item = u64>) -> NbtTag {
    NbtTag::LongArray(encode::pack(bits, values).into_iter().map(|long| long as i64).collect())
}

fn unpack(longs: &[i64], count: usize, kinds: usize, least_bits: u32) -> Result<Vec<usize>, String> {
    let bits = bits_for(kinds).max(least_bits);
    let each = (64 / bits) as usize;
    if longs.len() < count.div_ceil(each) {
        return Err("a section is cut short".to_owned());
    }
    let value = |at: usize| (longs[at / each] as u64 >> ((at % each) as u32 * bits) & ((1 << bits) - 1)) as usize;
    Ok((0..count).map(value).collect())
}

fn bits_for(kinds: usize) -> u32 {
    usize::BITS - kinds.saturating_sub(1).leading_zeros()
}

fn write_states(section: &Section) -> NbtCompound {
    let (palette, indices): (Vec<StateId>, Vec<usize>) = match section {
        Section::Uniform(state) => (vec![*state], Vec::new()),
        Section::Small { palette, indices } => (palette.clone(), indices.iter().map(|&index| index.into()).collect()),
        Section::Large(states) => {
            let mut palette = states.to_vec();
            palette.sort_unstable();
            palette.dedup();
            let indices = states.iter().map(|state| palette.binary_search(state).unwrap_or_default()).collect();
            (palette, indices)
        }
    };
    let mut tag = compound([("palette", compounds(palette.iter().map(|&state| write_state(state)).collect()))]);
    if palette.len() > 1 {
        let bits = bits_for(palette.len()).max(4);
        tag.insert("data", pack(bits, indices.into_iter().map(|index| index as u64)));
    }
    tag
}

fn read_states(tag: &NbtCompound) -> Result<Section, String> {
    let palette = nbt::list(tag, "palette").iter().map(read_state).collect::<Result<Vec<_>, _>>()?;
    match (palette.as_slice(), tag.long_array("data")) {
        ([], _) => Err("a section has no palette".to_owned()),
        ([only], _) => Ok(Section::Uniform(*only)),
        (_, None) => Err("a section has no blocks".to_owned()),
        (_, Some(longs)) => {
            let mut states = [blocks::AIR; BLOCKS];
            for (state, index) in states.iter_mut().zip(unpack(longs, BLOCKS, palette.len(), 4)?) {
                *state = *palette.get(index).ok_or("a section's blocks are not in its palette")?;
            }
            Ok(Section::from_states(&states))
        }
    }
}

/// The places in a section where something is pressed, from its corner.
fn pressed(section: &Section) -> impl Iterator<Item = [i32; 3]> {
    let holds = match section {
        Section::Uniform(_) => false,
        Section::Small { palette, .. } => palette.iter().any(|&state| switches::is_pressed(state)),
        Section::Large(_) => true,
    };
    let indices = if holds { 0..BLOCKS } else { 0..0 };
    indices
        .filter(|&index| switches::is_pressed(section.get(index)))
        .map(|index| [index & 15, index >> 8, index >> 4 & 15].map(|part| part as i32))
}

pub(super) fn write_state(state: StateId) -> NbtCompound {
    let mut tag = compound([("Name", nbt::id(blocks::name(state)))]);
    let properties = knowledge::state_properties(state);
    if !properties.is_empty() {
        let properties = properties.into_iter().map(|(name, value)| (name.into(), nbt::string(value)));
        tag.insert("Properties", NbtTag::Compound(NbtCompound::from_values(properties.collect())));
    }
    tag
}

pub(crate) fn read_state(tag: &NbtCompound) -> Result<StateId, String> {
    let name = nbt::text(tag, "Name").ok_or("a block has no name")?;
    let block = knowledge::block(&name).ok_or_else(|| format!("there is no block {name}"))?;
    let told = tag.compound("Properties");
    let properties: Vec<(&str, String)> = block
        .properties
        .iter()
        .filter_map(|property| Some((property.name, nbt::text(told?, property.name)?)))
        .collect();
    let properties: Vec<(&str, &str)> = properties.iter().map(|(name, value)| (*name, value.as_str())).collect();
    knowledge::state_with(block, &properties).ok_or_else(|| format!("{name} has no such state"))
}

/// The same at each of a section's four heights.
fn write_biomes(biomes: &[u16; 16]) -> NbtCompound {
    let mut palette = biomes.to_vec();
    palette.sort_unstable();
    palette.dedup();
    let name = |&biome: &u16| format!("minecraft:{}", BIOMES.get(usize::from(biome)).map_or("plains", String::as_str));
    let names: Vec<String> = palette.iter().map(name).collect();
    let mut tag = compound([("palette", nbt::strings(&names.iter().map(String::as_str).collect::<Vec<_>>()))]);
    if palette.len() > 1 {
        let index = |biome: &u16| palette.binary_search(biome).unwrap_or_default() as u64;
        let cells = (0..CELLS).map(|cell| index(&biomes[cell % 16]));
        tag.insert("data", pack(bits_for(palette.len()), cells));
    }
    tag
}

/// What is not known is the first biome: it colours the land and no more.
fn read_biomes(tag: &NbtCompound) -> [u16; 16] {
    let names = tag.list("palette").and_then(NbtList::strings).unwrap_or_default();
    let number = |name: &str| BIOMES.iter().position(|known| known == knowledge::plain(name)).unwrap_or_default();
    let palette: Vec<u16> = names.iter().map(|name| number(&name.to_str()) as u16).collect();
    let cells = tag.long_array("data").and_then(|longs| unpack(longs, CELLS, palette.len(), 1).ok());
    let index = |cell: usize| cells.as_ref().map_or(0, |cells| cells[cell]);
    std::array::from_fn(|cell| palette.get(index(cell)).copied().unwrap_or_default())
}

/// A block entity; `None` for a container that has lost its block.
fn write_container(chunk: &Chunk, pos: BlockPos, container: &Container) -> Option<NbtCompound> {
    let block = blocks::name(chunk.get(pos.x, pos.y, pos.z));
    Container::empty(block)?;
    // Chests of copper are blocks of their own that share a block entity.
    let kind = match block {
        copper if copper.ends_with("copper_chest") => "chest",
        hanging if hanging.ends_with("_hanging_sign") => "hanging_sign",
        sign if is_sign(sign) => "sign",
        block => block,
    };
    let mut tag = compound([
        ("id", nbt::id(kind)),
        ("x", NbtTag::Int(pos.x)),
        ("y", NbtTag::Int(pos.y)),
        ("z", NbtTag::Int(pos.z)),
        ("keepPacked", nbt::flag(false)),
    ]);
    match container {
        Container::Sign(sign) => sign.nbt().iter().for_each(|(name, value)| tag.insert(name, value.clone())),
        holds => tag.insert("Items", item::write_slots(&holds.slots())),
    }
    if let Container::Furnace(furnace) = container {
        let ticks = |ticks: u32| NbtTag::Short(ticks.min(i16::MAX as u32) as i16);
        let [_, _, _, total] = furnace.gauges();
        tag.insert("lit_time_remaining", ticks(furnace.lit));
        tag.insert("lit_total_time", ticks(furnace.lit_total));
        tag.insert("cooking_time_spent", ticks(furnace.cooked));
        tag.insert("cooking_total_time", ticks(total));
        tag.insert("RecipesUsed", NbtTag::Compound(NbtCompound::new()));
        tag.insert(EXPERIENCE, NbtTag::Float(furnace.experience));
    }
    Some(tag)
}

fn read_container(block: &str, tag: &NbtCompound) -> Option<Container> {
    let mut slots: Vec<Slot> = vec![None; CHEST_SLOTS];
    item::read_slots(tag, "Items", &mut slots);
    let mut container = Container::empty(block)?;
    if let Container::Sign(sign) = &mut container {
        **sign = Sign::read(tag);
    } else if let Container::Furnace(furnace) = &mut container {
        let ticks = |name: &str| tag.short(name).unwrap_or(0).max(0) as u32;
        let experience = tag.float(EXPERIENCE).filter(|sum| sum.is_finite()).unwrap_or(0.0).max(0.0);
        *furnace = Furnace {
            input: slots[0],
            fuel: slots[1],
            output: slots[2],
            lit: ticks("lit_time_remaining"),
            lit_total: ticks("lit_total_time"),
            cooked: ticks("cooking_time_spent"),
            experience,
        };
    } else {
        container.fill(&slots);
    }
    Some(container)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{items::crafting::tests::stack, land::terrain::Terrain};

    #[test]
    fn a_chunk_comes_back_as_it_was() {
        let pos = ChunkPos { x: -3, z: 2 };
        let mut chunk = Terrain::new(26).generate(pos);
        let (x, z) = (pos.x * 16, pos.z * 16);
        for (dx, state) in (0..16).zip(knowledge::block("oak_stairs").map(|block| block.min_state).into_iter().cycle())
        {
            chunk.set(x + dx, 100, z + 3, state + dx as u16);
        }
        // So many kinds that no palette of bytes holds them.
        for state in 0..600 {
            chunk.set(x + state % 16, 112 + state / 256, z + state / 16 % 16, 1000 + state as u16);
        }
        let (furnace, barrel) = (BlockPos::new(x, 64, z), BlockPos::new(x + 15, 65, z + 15));
        chunk.set(furnace.x, furnace.y, furnace.z, blocks::state("furnace"));
        chunk.set(barrel.x, barrel.y, barrel.z, blocks::state("barrel"));
        let burning = Furnace {
            input: Some(stack("raw_iron", 7)),
            output: Some(stack("iron_ingot", 1)),
            lit: 1500,
            lit_total: 1600,
            cooked: 100,
            experience: 0.7,
            ..Furnace::default()
        };
        chunk.containers.insert(furnace, Container::Furnace(burning));
        let mut slots = vec![None; CHEST_SLOTS];
        slots[26] = Some(crate::items::stack::Stack { damage: 5, ..stack("iron_pickaxe", 1) });
        chunk.containers.insert(barrel, Container::Chest(slots));

        let board = BlockPos::new(x + 3, 66, z + 4);
        chunk.set(board.x, board.y, board.z, blocks::state("oak_sign"));
        let words = ["KEEP", "OUT", "", "\u{fc}"].map(str::to_owned);
        let sign = Sign { front: words, is_waxed: true, ..Sign::default() };
        chunk.containers.insert(board, Container::Sign(Box::new(sign)));

        let bytes = nbt::encode(write(pos, &chunk, 1));
        let back = read(pos, &nbt::decode(&bytes).unwrap()).unwrap();
        for y in MIN_Y..MIN_Y + 16 * SECTIONS as i32 {
            for (dx, dz) in (0..16).flat_map(|dx| (0..16).map(move |dz| (dx, dz))) {
                assert_eq!(back.get(x + dx, y, z + dz), chunk.get(x + dx, y, z + dz), "{dx} {y} {dz}");
            }
        }
        assert_eq!((back.biomes, &back.containers), (chunk.biomes, &chunk.containers));
        assert!(read(ChunkPos { x: 0, z: 0 }, &nbt::decode(&bytes).unwrap()).is_err(), "another chunk's");
    }

    #[test]
    fn biomes_come_back_by_their_names() {
        let biomes = std::array::from_fn(|cell| (cell % 5) as u16 * 7);
        assert_eq!(read_biomes(&write_biomes(&biomes)), biomes);
    }

    #[test]
    fn what_is_broken_is_said() {
        let pos = ChunkPos { x: 0, z: 0 };
        let whole = nbt::encode(write(pos, &Terrain::new(1).generate(pos), 0));
        assert!(nbt::decode(&whole[..whole.len() / 2]).is_err());
        let mut future = write(pos, &Terrain::new(1).generate(pos), 0);
        future.remove("DataVersion");
        future.insert("DataVersion", NbtTag::Int(9999));
        assert!(read(pos, &future).is_err());
        assert!(read(pos, &NbtCompound::new()).is_err());
    }
}
