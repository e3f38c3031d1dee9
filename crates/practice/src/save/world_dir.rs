//! The folder of a world: made, found to be ours, and locked.

use std::{
    fs,
    fs::{File, OpenOptions, TryLockError},
    io,
    io::Write,
    path::{Path, PathBuf},
};

use simdnbt::owned::NbtCompound;
use uuid::Uuid;

use crate::{
    keep::Level,
    land::terrain::{LAND, Terrain},
    players::player::Belongings,
    rules::{game_rules::GameRules, weather::Sky},
    save::{files, level, level::Stranger, nbt, player, region, region::SavedChunks, statistics},
};

const LEVEL: &str = "level.dat";
const LOCK: &str = "session.lock";
/// What vanilla writes into its lock.
const SNOWMAN: &str = "☃";

/// Why a folder cannot be used. Nothing in it was changed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It is not for us: the wrong folder, or another version's.
    #[error("{0}")]
    NotOurs(String),
    /// It may be ours, but cannot be had: no right to write, another server in it, a broken file.
    #[error("{0}")]
    Failed(String),
}

/// A world's folder, which nobody else uses while this lives.
#[derive(Debug)]
pub struct WorldDir {
    root: PathBuf,
    level: Level,
    /// Locked; the system lets go of it when the program ends, however it ends.
    _lock: File,
}

impl WorldDir {
    /// Opens a world's folder, or makes it with this seed.
    ///
    /// # Errors
    /// If it holds something else than a world of ours, of this version; if it cannot be written; if it is in use.
    pub fn open(root: &Path, seed: i64) -> Result<Self, OpenError> {
        let shown = root.display();
        let failed = |what: &str, error: io::Error| OpenError::Failed(format!("{shown}: {what}: {error}"));
        if fs::metadata(root).is_ok_and(|found| !found.is_dir()) {
            return Err(OpenError::NotOurs(format!("{shown} is not a folder")));
        }
        fs::create_dir_all(root).map_err(|error| failed("it cannot be made", error))?;
        let is_new = !root.join(LEVEL).exists();
        if is_new {
            let mut others = fs::read_dir(root).map_err(|error| failed("it cannot be read", error))?;
            let is_foreign = |name: &str| name != LOCK && !name.starts_with(LEVEL);
            if others.any(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_none_or(is_foreign))) {
                return Err(OpenError::NotOurs(format!("{shown} is neither empty nor a world: there is no {LEVEL}")));
            }
        }
        let known = if is_new { None } else { Some(read_level(root)?) };

        let mut lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(root.join(LOCK))
            .map_err(|error| failed("it cannot be written", error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::Failed(format!("{shown} is in use by another server")));
            }
            Err(TryLockError::Error(error)) => return Err(failed("it cannot be locked", error)),
        }
        lock.write_all(SNOWMAN.as_bytes()).map_err(|error| failed("it cannot be written", error))?;

        // Read again now that nobody else can write it.
        let level = match known {
            Some(_) => read_level(root)?,
            None => {
                let spawn = Terrain::new(seed as u64).spawn().block();
                let (rules, sky) = (GameRules::default(), Sky::default());
                Level { seed, tick: 0, day_time: 0, spawn, rules, sky }
            }
        };
        let world = Self { root: root.to_owned(), level, _lock: lock };
        for folder in
            [root.to_owned(), world.data(), world.players(), world.statistics(), world.chunks(), world.entities()]
        {
            files::sweep(&folder);
        }
        // Also says early whether there is room and right to write.
        world.write_level(&level).map_err(|error| failed("it cannot be written", error))?;
        Ok(world)
    }

    /// Whether a world is saved in a folder.
    pub(super) fn is_world(root: &Path) -> bool {
        root.join(LEVEL).is_file()
    }

    /// What the world's terrain grows from.
    pub fn seed(&self) -> i64 {
        self.level.seed
    }

    pub(crate) fn level(&self) -> Level {
        self.level
    }

    fn data(&self) -> PathBuf {
        self.root.join("data").join("minecraft")
    }

    fn players(&self) -> PathBuf {
        self.root.join("players").join("data")
    }

    fn dimension(&self) -> PathBuf {
        self.root.join("dimensions").join("minecraft").join("overworld")
    }

    pub(super) fn chunks(&self) -> PathBuf {
        self.dimension().join("region")
    }

    pub(super) fn entities(&self) -> PathBuf {
        self.dimension().join("entities")
    }

    /// The chunks that are there.
    pub(super) fn saved_chunks(&self) -> io::Result<SavedChunks> {
        SavedChunks::open(self.chunks())
    }

    /// Every entity there was: items and falling blocks.
    pub(super) fn read_entities(&self) -> Vec<NbtCompound> {
        let regions = region::regions_in(&self.entities()).unwrap_or_default();
        let chunks = regions.into_iter().flat_map(|region| region::read_all(&self.entities(), region));
        chunks.flat_map(|chunk| nbt::list(&chunk, "Entities").to_vec()).collect()
    }

    pub(super) fn write_level(&self, level: &Level) -> io::Result<()> {
        // First, as by this file the folder is known to be a world.
        nbt::write_dat(&self.root.join(LEVEL), level::write(level))?;
        nbt::write_dat(&self.data().join("world_gen_settings.dat"), level::generator(level))?;
        nbt::write_dat(&self.data().join("world_clocks.dat"), level::clocks(level))?;
        nbt::write_dat(&self.data().join("game_rules.dat"), level::game_rules(level))?;
        nbt::write_dat(&self.data().join("weather.dat"), level::weather(level))
    }

    pub(super) fn write_player(&self, uuid: Uuid, player: &Belongings) -> io::Result<()> {
        nbt::write_dat(&self.player_file(uuid), player::write(uuid, player))?;
        statistics::write(&self.statistics_file(uuid), &player.statistics)
    }

    fn player_file(&self, uuid: Uuid) -> PathBuf {
        self.players().join(format!("{}.dat", uuid.hyphenated()))
    }

    fn statistics(&self) -> PathBuf {
        self.root.join("players").join("stats")
    }

    fn statistics_file(&self, uuid: Uuid) -> PathBuf {
        self.statistics().join(format!("{}.json", uuid.hyphenated()))
    }

    /// What a player had when they were last saved; `first` if they never were. A file that cannot be read is kept
    /// under another name, and said.
    pub(super) fn read_player(&self, uuid: Uuid, first: Belongings) -> Belongings {
        let first = Belongings { statistics: statistics::read(&self.statistics_file(uuid)), ..first };
        let path = self.player_file(uuid);
        match nbt::read_dat(&path) {
            Ok(Some(tag)) => player::read(&tag, first),
            Ok(None) => first,
            Err(fault) => {
                files::set_aside(&path, &fault);
                first
            }
        }
    }
}

fn read_level(root: &Path) -> Result<Level, OpenError> {
    let path = root.join(LEVEL);
    let shown = path.display();
    let tag = nbt::read_dat(&path).and_then(|tag| tag.ok_or_else(|| "it is gone".to_owned()));
    let tag = tag.map_err(|fault| OpenError::Failed(format!("{shown} cannot be read: {fault}")))?;
    level::read(&tag).map_err(|stranger| match stranger {
        Stranger::Foreign(brand) => {
            OpenError::NotOurs(format!("{} is a world of {brand}, not one of Blockwright", root.display()))
        }
        Stranger::Version(version) => OpenError::NotOurs(format!(
            "{} is of data version {version}; this program reads those of Minecraft Java 26.1",
            root.display()
        )),
        Stranger::Land(land) => OpenError::NotOurs(format!(
            "{} grew from another land than this release's ({land}, and not {LAND}): what nobody has changed there would come out \
             otherwise. Begin a new world in another folder, or play this one with the release that made it",
            root.display()
        )),
        Stranger::Broken(fault) => OpenError::Failed(format!("{shown} cannot be read: {fault}")),
    })
}
