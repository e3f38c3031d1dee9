//! A folder's life, without a program around it.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use uuid::Uuid;

use crate::{
    Game, WorldConfig,
    chunks::blocks,
    domain::{BlockPos, ChunkPos, Vec3},
    net::{
        inbound::{Inbound, Joining},
        link::Link,
    },
    players::statistics::{CustomStat, Stat},
    rules::{game_rules::Rule, weather},
    save::{OpenError, saver::open, world_dir::WorldDir},
    voxel::Section,
};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("blockwright-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn open(&self) -> Game {
        let config = WorldConfig { save_every: Duration::from_secs(3600), ..WorldConfig::default() };
        Game::resume(config, open(WorldDir::open(&self.0, 9).unwrap()).unwrap())
    }

    fn regions(&self) -> PathBuf {
        self.0.join("dimensions/minecraft/overworld/region")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_world_goes_on_where_it_ended() {
    let folder = Folder::new("goes-on");
    let (near, far) = (BlockPos::new(5, 200, -3), BlockPos::new(-700, 200, 900));
    let mut game = folder.open();
    game.set_block(near, blocks::state("gold_block"));
    game.set_block(far, blocks::state("glass"));
    game.spawn_item(Vec3::new(8.5, 90.0, 8.5), "stick", 3);
    for _ in 0..60 {
        game.pass_tick();
    }
    let sand = BlockPos::new(3, 250, 3);
    game.set_block(sand, blocks::state("sand"));
    for _ in 0..10 {
        game.pass_tick();
    }
    assert_eq!((game.falling.len(), blocks::name(game.block(sand))), (1, "air"));
    let (tick, lying) = (game.tick(), game.lying_items());
    game.save_at_end();
    drop(game);
    assert_eq!(names(&folder.regions()), ["r.-2.1.mca", "r.0.-1.mca", "r.0.0.mca"], "only what was changed is saved");

    let mut game = folder.open();
    assert_eq!((game.tick(), game.config.seed), (tick, 9));
    assert_eq!(game.lying_items(), lying);
    assert_eq!(game.falling.values().map(|block| blocks::name(block.state)).collect::<Vec<_>>(), ["sand"]);
    assert_eq!([near, far].map(|pos| blocks::name(game.block(pos))), ["gold_block", "glass"]);
    game.items.clear();
    game.falling.clear();
    game.save_at_end();
    drop(game);
    assert_eq!(names(&folder.0.join("dimensions/minecraft/overworld/entities")), Vec::<String>::new());
}

#[test]
fn one_folder_has_one_server() {
    let folder = Folder::new("one-server");
    let first = WorldDir::open(&folder.0, 1).unwrap();
    assert!(matches!(WorldDir::open(&folder.0, 1), Err(OpenError::Failed(fault)) if fault.contains("in use")));
    drop(first);
    assert_eq!(WorldDir::open(&folder.0, 2).unwrap().seed(), 1, "the folder's seed counts");
}

#[test]
fn a_broken_chunk_is_kept_aside_and_the_others_stay() {
    let folder = Folder::new("broken");
    let [a, b] = [BlockPos::new(2, 200, 2), BlockPos::new(34, 200, 2)];
    let mut game = folder.open();
    for pos in [a, b] {
        game.set_block(pos, blocks::state("gold_block"));
    }
    game.save_at_end();
    drop(game);
    let path = folder.regions().join("r.0.0.mca");
    let mut bytes = fs::read(&path).unwrap();
    // The chunk 0, 0: where its compressed bytes begin.
    let sector = usize::from(bytes[2]);
    bytes[sector * 4096 + 20..sector * 4096 + 60].fill(0x55);
    fs::write(&path, &bytes).unwrap();

    let mut game = folder.open();
    assert_eq!([a, b].map(|pos| blocks::name(game.block(pos))), ["air", "gold_block"], "one is grown anew");
    let kept: Vec<String> = names(&folder.regions()).into_iter().filter(|name| name.contains("broken")).collect();
    assert_eq!(kept.len(), 1);
    assert_eq!(fs::read(folder.regions().join(&kept[0])).unwrap(), bytes);
    game.set_block(a, blocks::state("glass"));
    game.save_at_end();
    drop(game);
    let mut game = folder.open();
    assert_eq!([a, b].map(|pos| blocks::name(game.block(pos))), ["glass", "gold_block"]);

    // A file that is cut off in its table.
    drop(game);
    fs::write(&path, &bytes[..100]).unwrap();
    let mut game = folder.open();
    assert_eq!(blocks::name(game.block(b)), "air");
    assert!(
        names(&folder.regions()).iter().filter(|name| name.contains("broken")).count() == 2,
        "the first is still there"
    );
}

#[test]
fn who_has_a_file_is_not_kept_in_memory() {
    let folder = Folder::new("forgets");
    let mut game = folder.open();
    let uuid = Uuid::from_u128(5);
    let visit = |game: &mut Game, id: i32| {
        let (link, _frames) = Link::to_test();
        let information = Default::default();
        game.handle(Inbound::Joined(Box::new(Joining { id, name: "guest".to_owned(), uuid, information, link })));
        let sticks = game.count("guest", "stick");
        game.give("guest", "stick", 1);
        game.handle(Inbound::Left(id, "bye".to_owned()));
        sticks
    };
    assert_eq!(visit(&mut game, 1), 0);
    // No file can be written where there is no folder for it.
    let players = folder.0.join("players");
    let _ = fs::remove_dir_all(&players);
    fs::write(&players, "in the way").unwrap();
    assert!(game.save_now_for_test().iter().any(|fault| fault.starts_with("players: ")));
    assert!(game.belongings.contains_key(&uuid));
    fs::remove_file(&players).unwrap();
    assert_eq!(game.save_now_for_test(), Vec::<String>::new());
    assert!(game.belongings.is_empty());
    assert_eq!(visit(&mut game, 2), 1, "as the file has it");
    assert_eq!(visit(&mut game, 3), 2, "as it was left since");
}

#[test]
fn a_save_that_fails_is_tried_again() {
    let folder = Folder::new("fails");
    let mut game = folder.open();
    let pos = BlockPos::new(2, 70, 2);
    game.set_block(pos, blocks::state("gold_block"));
    // A file where the folder of regions has to be.
    let dimension = folder.0.join("dimensions/minecraft/overworld");
    fs::create_dir_all(&dimension).unwrap();
    fs::write(folder.regions(), "in the way").unwrap();
    assert!(game.save_now_for_test().iter().any(|fault| fault.starts_with("chunks: ")));
    assert!(game.world.chunk(ChunkPos { x: 0, z: 0 }).touched, "it counts as changed");
    fs::remove_file(folder.regions()).unwrap();
    assert_eq!(game.save_now_for_test(), Vec::<String>::new());
    drop(game);
    assert_eq!(blocks::name(folder.open().block(pos)), "gold_block");
}

#[test]
fn a_fault_of_the_writer_costs_one_save() {
    let folder = Folder::new("fault");
    let mut game = folder.open();
    let pos = BlockPos::new(2, 70, 2);
    game.set_block(pos, blocks::state("gold_block"));
    // One that there cannot be, and that cannot be read.
    let mut section = Section::Small { palette: Vec::new(), indices: Box::new([0; 4096]) };
    std::mem::swap(game.world.chunk(pos.chunk()).sections.last_mut().unwrap(), &mut section);
    assert!(game.save_now_for_test().iter().any(|fault| fault.contains("has met a fault")));
    *game.world.chunk(pos.chunk()).sections.last_mut().unwrap() = section;
    assert_eq!(game.save_now_for_test(), Vec::<String>::new());
    drop(game);
    assert_eq!(blocks::name(folder.open().block(pos)), "gold_block");
}

#[test]
fn what_flows_goes_on_flowing() {
    let folder = Folder::new("flows");
    let source = BlockPos::new(3, 201, 5);
    let floor = |game: &mut Game| {
        for (x, z) in (-8..=8).flat_map(|x| (-8..=8).map(move |z| (x, z))) {
            game.world.set_block(source.offset(x, -1, z), blocks::state("stone"));
        }
    };
    let level = |game: &mut Game, at: i32| blocks::property(game.block(source.offset(at, 0, 0)), "level");
    // Around the world's middle all chunks are there only where somebody is.
    let surround = |game: &mut Game| {
        (-1..=1).for_each(|x| (-1..=1).for_each(|z| _ = game.block(BlockPos::new(x * 16, 0, z * 16))))
    };
    let mut game = folder.open();
    surround(&mut game);
    floor(&mut game);
    game.set_block(source, blocks::state("water"));
    (0..12).for_each(|_| game.pass_tick());
    assert_eq!([2, 3].map(|at| level(&mut game, at)), [Some("2"), None]);
    game.save_at_end();
    drop(game);

    let mut game = folder.open();
    surround(&mut game);
    (0..2).for_each(|_| game.pass_tick());
    assert_eq!(level(&mut game, 3), None, "not yet");
    game.pass_tick();
    assert_eq!(level(&mut game, 3), Some("3"));
    (0..20).for_each(|_| game.pass_tick());
    assert_eq!([7, 8].map(|at| level(&mut game, at)), [Some("7"), None]);
}

#[test]
fn rules_weather_statistics_and_pressed_buttons_are_kept() {
    let folder = Folder::new("rules");
    let join = |game: &mut Game| {
        let (link, frames) = Link::to_test();
        let (name, uuid) = ("tester".to_owned(), Uuid::from_u128(1));
        let joining = Joining { id: 1, name, uuid, information: Default::default(), link };
        game.handle(Inbound::Joined(Box::new(joining)));
        frames
    };
    let button = BlockPos::new(2, 200, -3);
    let pressed = blocks::with(blocks::state("stone_button"), "powered", "true");
    let mut game = folder.open();
    game.rules.set(Rule::KeepInventory, 1);
    game.set_weather(weather::Kind::Rain, Some(5000));
    let _frames = join(&mut game);
    game.set_block(button.down(), blocks::state("stone"));
    game.set_block(button, blocks::with(pressed, "face", "floor"));
    (0..5).for_each(|_| game.pass_tick());
    game.save_at_end();
    drop(game);

    let mut game = folder.open();
    assert!(game.rules.is(Rule::KeepInventory) && game.rules.is(Rule::AdvanceTime));
    assert_eq!((game.weather.sky.raining, game.weather.sky.rain_time), (true, 4995));
    let _frames = join(&mut game);
    let played = Stat::Custom(CustomStat::PlayTime);
    assert_eq!(game.players[&1].statistics.get(played), 5);
    let data = names(&folder.0.join("data/minecraft"));
    assert_eq!(data, ["game_rules.dat", "weather.dat", "world_clocks.dat", "world_gen_settings.dat"]);
    assert_eq!(blocks::property(game.block(button), "powered"), Some("true"));
    (0..25).for_each(|_| game.pass_tick());
    assert_eq!(blocks::property(game.block(button), "powered"), Some("false"), "its time goes on");
}
