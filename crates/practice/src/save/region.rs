//! Region files: 32x32 chunks each, compressed, behind a table of where they are.
//!
//! Files are put together by fastanvil, in memory, and replaced whole. They are read here, because a damaged file must
//! end in words and not in a panic, and because one chunk is wanted at a time.

use std::{
    collections::{HashMap, HashSet},
    fs,
    fs::File,
    io,
    io::{Cursor, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use fastanvil::{CompressionScheme, Region};
use flate2::read::{GzDecoder, ZlibDecoder};
use simdnbt::owned::NbtCompound;
use tracing::warn;

use crate::{
    chunks::chunk::Chunk,
    domain::ChunkPos,
    save::{chunk, files, nbt},
    world::workshop::Archive,
};

/// Chunks to a side of a region.
pub(super) const SIDE: i32 = 32;
const SECTOR: u64 = 4096;
const CHUNKS: usize = 1024;

/// A chunk unpacked holds no more than this, in bytes; vanilla's largest are around one MiB.
const MAX_CHUNK: u64 = 64 << 20;

/// A chunk's bytes as they are in the file, and how they are compressed.
struct Packed {
    scheme: u8,
    bytes: Vec<u8>,
}

impl Packed {
    fn unpack(&self) -> Result<NbtCompound, String> {
        let mut bytes = Vec::new();
        let read = match self.scheme {
            1 => GzDecoder::new(&*self.bytes).take(MAX_CHUNK).read_to_end(&mut bytes),
            2 => ZlibDecoder::new(&*self.bytes).take(MAX_CHUNK).read_to_end(&mut bytes),
            3 => (&*self.bytes).read_to_end(&mut bytes),
            other => return Err(format!("it is compressed in the unknown way {other}")),
        };
        read.map_err(|error| error.to_string())?;
        nbt::decode(&bytes)
    }
}

/// The region a chunk is in, and its number there.
pub(super) fn place(pos: ChunkPos) -> ((i32, i32), usize) {
    let (x, z) = (pos.x.rem_euclid(SIDE) as usize, pos.z.rem_euclid(SIDE) as usize);
    ((pos.x.div_euclid(SIDE), pos.z.div_euclid(SIDE)), z * SIDE as usize + x)
}

fn file_name((x, z): (i32, i32)) -> String {
    format!("r.{x}.{z}.mca")
}

/// The regions that have a file in a folder.
pub(super) fn regions_in(folder: &Path) -> io::Result<Vec<(i32, i32)>> {
    let mut regions = Vec::new();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(regions),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let name = entry?.file_name();
        let parts: Vec<&str> = name.to_str().map(|name| name.split('.').collect()).unwrap_or_default();
        if let ["r", x, z, "mca"] = parts[..]
            && let (Ok(x), Ok(z)) = (x.parse(), z.parse())
        {
            regions.push((x, z));
        }
    }
    Ok(regions)
}

/// Where each chunk begins, in sectors; 0: not there.
fn read_table(file: &mut File) -> io::Result<Vec<u64>> {
    let mut table = [0; SECTOR as usize];
    file.rewind()?;
    file.read_exact(&mut table)?;
    Ok(table.chunks_exact(4).map(|entry| entry[..3].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte))).collect())
}

fn read_packed(file: &mut File, sector: u64) -> io::Result<Packed> {
    let mut header = [0; 5];
    file.seek(SeekFrom::Start(sector * SECTOR))?;
    file.read_exact(&mut header)?;
    let length = u64::from(u32::from_be_bytes([header[0], header[1], header[2], header[3]]));
    let left = file.metadata()?.len().saturating_sub(sector * SECTOR + 4);
    if sector < 2 || length == 0 || length > left {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a chunk lies beyond the file's end"));
    }
    let mut bytes = vec![0; length as usize - 1];
    file.read_exact(&mut bytes)?;
    Ok(Packed { scheme: header[4], bytes })
}

/// Writes chunks into a region's file. The others that are in it are gone, or stay if they are to be kept; what of these
/// cannot be read is kept aside.
pub(super) fn write(
    folder: &Path,
    region: (i32, i32),
    chunks: &HashMap<usize, Vec<u8>>,
    keep: bool,
) -> Result<(), String> {
    let path = folder.join(file_name(region));
    let mut anvil = Region::create(Cursor::new(Vec::new())).map_err(|error| error.to_string())?;
    let mut old = match keep.then(|| File::open(&path)) {
        Some(Ok(file)) => Some(file),
        Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => return Err(error.to_string()),
        _ => None,
    };
    let table = match old.as_mut().map(read_table) {
        Some(Ok(table)) => table,
        Some(Err(_)) => {
            files::set_aside(&path, "its table cannot be read");
            vec![0; CHUNKS]
        }
        None => vec![0; CHUNKS],
    };
    let mut is_aside = false;
    for (number, &sector) in table.iter().enumerate() {
        let (x, z) = (number % SIDE as usize, number / SIDE as usize);
        let written = if let Some(new) = chunks.get(&number) {
            anvil.write_chunk(x, z, new)
        } else if sector > 0
            && let Some(file) = old.as_mut()
        {
            let scheme = |packed: &Packed| match packed.scheme {
                1 => Some(CompressionScheme::Gzip),
                2 => Some(CompressionScheme::Zlib),
                3 => Some(CompressionScheme::Uncompressed),
                4 => Some(CompressionScheme::Lz4),
                _ => None,
            };
            match read_packed(file, sector).ok().and_then(|packed| Some((scheme(&packed)?, packed.bytes))) {
                Some((scheme, bytes)) => anvil.write_compressed_chunk(x, z, scheme, &bytes),
                None => {
                    if !std::mem::replace(&mut is_aside, true) {
                        files::set_aside(&path, "a chunk in it cannot be read");
                    }
                    continue;
                }
            }
        } else {
            continue;
        };
        written.map_err(|error| error.to_string())?;
    }
    let bytes = anvil.into_inner().map_err(|error| error.to_string())?.into_inner();
    files::replace(&path, &bytes).map_err(|error| error.to_string())
}

/// Takes away a region of which nothing is left.
pub(super) fn remove(folder: &Path, region: (i32, i32)) -> io::Result<()> {
    fs::remove_file(folder.join(file_name(region)))
}

/// Every chunk of a region's file, as far as it can be read.
pub(super) fn read_all(folder: &Path, region: (i32, i32)) -> Vec<NbtCompound> {
    let path = folder.join(file_name(region));
    let mut chunks = Vec::new();
    let mut faults = Vec::new();
    match File::open(&path).and_then(|mut file| Ok((read_table(&mut file)?, file))) {
        Ok((table, mut file)) => {
            for sector in table.into_iter().filter(|&sector| sector > 0) {
                let packed = read_packed(&mut file, sector).map_err(|error| error.to_string());
                match packed.and_then(|packed| packed.unpack()) {
                    Ok(chunk) => chunks.push(chunk),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        Err(error) => faults.push(error.to_string()),
    }
    if let Some(fault) = faults.first() {
        files::set_aside(&path, fault);
    }
    chunks
}

/// The chunks of a world's folder: those that are there need not be grown again.
#[derive(Debug)]
pub(crate) struct SavedChunks {
    folder: PathBuf,
    known: Mutex<HashSet<ChunkPos>>,
    /// Files that were found broken and have been kept under another name.
    broken: Mutex<HashSet<(i32, i32)>>,
}

impl SavedChunks {
    /// Looks through the files' tables.
    pub(super) fn open(folder: PathBuf) -> io::Result<Self> {
        let mut known = HashSet::new();
        let mut broken = HashSet::new();
        for region in regions_in(&folder)? {
            let path = folder.join(file_name(region));
            match File::open(&path).and_then(|mut file| read_table(&mut file)) {
                Ok(table) => {
                    known.extend(table.iter().enumerate().filter(|(_, sector)| **sector > 0).map(|(number, _)| {
                        let (x, z) = (number as i32 % SIDE, number as i32 / SIDE);
                        ChunkPos { x: region.0 * SIDE + x, z: region.1 * SIDE + z }
                    }))
                }
                Err(error) => {
                    files::set_aside(&path, &error.to_string());
                    broken.insert(region);
                }
            }
        }
        Ok(Self { folder, known: Mutex::new(known), broken: Mutex::new(broken) })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// From now on these are in the files.
    pub(super) fn learn(&self, chunks: impl IntoIterator<Item = ChunkPos>) {
        locked(&self.known).extend(chunks);
    }

    fn read(&self, pos: ChunkPos) -> Result<Chunk, String> {
        let (region, number) = place(pos);
        let read = File::open(self.folder.join(file_name(region))).and_then(|mut file| {
            let sector = read_table(&mut file)?[number];
            read_packed(&mut file, sector)
        });
        let tag = read.map_err(|error| error.to_string())?.unpack()?;
        chunk::read(pos, &tag)
    }
}

impl Archive for SavedChunks {
    /// A chunk that was saved; `None` if it never was, or is broken, which is said.
    fn load(&self, pos: ChunkPos) -> Option<Chunk> {
        if !locked(&self.known).contains(&pos) {
            return None;
        }
        match self.read(pos) {
            Ok(chunk) => Some(chunk),
            Err(fault) => {
                let (region, _) = place(pos);
                if locked(&self.broken).insert(region) {
                    files::set_aside(&self.folder.join(file_name(region)), &fault);
                }
                warn!("the chunk {}, {} cannot be read ({fault}) and is grown anew", pos.x, pos.z);
                None
            }
        }
    }
}

/// A lock whose holder panicked guards a set that is whole all the same.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
