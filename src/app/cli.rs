//! The command line's shape.

use std::{net::IpAddr, path::PathBuf, time::Duration};

use clap::{Args, Parser, Subcommand};
use url::Host;

use crate::{
    construction,
    domain::{self, MAX_EXPLORE, MIN_EXPLORE},
    mind::{
        FARTHEST,
        model::{Overrides, PlannerChoice},
        plan::grammar,
    },
};

/// The practice world's seed where none is given: fixed, so that what one newcomer sees, every newcomer sees.
pub const DEFAULT_SEED: i64 = 26;
/// The bot's name where none is given.
pub const USUAL_BOT: &str = "Blockwright";
/// Chunks around a player that the practice world sends.
pub const VIEW_DISTANCE: u32 = 6;

/// An agent that plays Minecraft for you.
///
/// Give it a goal in words; it plans, gathers and crafts while you watch. Without --server it plays in the practice
/// world that comes with it: no key, no account, no server needed.
#[derive(Parser, Debug)]
#[command(version, about, long_about, after_help = "Example: blockwright run \"get me a stone pickaxe\"")]
pub struct Cli {
    /// None: an empty window, where there is a display.
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Do one or more goals, in a window where there is a display, else in the terminal.
    Run(RunArgs),
    /// Build a blueprint: one that comes with the program, or a file of yours. As `run`, which builds as well.
    Build(BuildArgs),
    /// Call one tool by hand and print its result as JSON.
    Tool(ToolArgs),
    /// Run the practice world alone, for any Minecraft Java 26.1 client to join.
    World(WorldArgs),
    /// Show a goal's plan and what it will take, without a world.
    Plan(PlanArgs),
    /// The standard operating procedures: list, show, find, check.
    #[command(subcommand)]
    Sop(SopCommand),
    /// Blueprints: list those that come with the program, show what one takes, convert files.
    #[command(subcommand)]
    Blueprint(BlueprintCommand),
    /// Show what was done: the goals of all runs, or what happened for one of them.
    History(HistoryArgs),
    /// Watch a session again that was recorded: in a window, or a moment of it in the terminal.
    Replay(ReplayArgs),
    /// The store that the history is in: where it is, whether it is whole, its journals, what to throw away.
    #[command(subcommand)]
    Data(DataCommand),
    /// Measure named tasks in the practice world.
    Bench(BenchArgs),
}

/// Where the bot plays, and as whom.
#[derive(Args, Debug, Clone)]
pub struct HostArgs {
    /// A Minecraft Java 26.1 server to join; the practice world where not given.
    #[arg(long, value_name = "HOST:PORT", value_parser = server)]
    pub server: Option<String>,
    /// The bot's name: an offline account.
    #[arg(long, default_value = USUAL_BOT, value_parser = username)]
    pub username: String,
    /// The practice world's seed: a whole number, or any words.
    #[arg(long, conflicts_with = "server", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<i64>,
    /// The practice world's game ticks a second, 1 to 10,000; vanilla's 20 where not given.
    #[arg(long, conflicts_with = "server", value_parser = tick_rate)]
    pub tick_rate: Option<f32>,
    /// What the bot holds at the start, in the practice world; may be repeated.
    #[arg(long, value_name = "ITEM=COUNT", conflicts_with = "server", value_parser = item_count)]
    pub give: Vec<(String, u32)>,
}

#[derive(Args, Debug)]
pub struct RunArgs {
    /// What you want, in words: "get me a stone pickaxe". Several goals are done one after the other. A window needs none to begin with.
    #[arg(value_name = "GOAL")]
    pub goals: Vec<String>,
    /// Go on with the goals that earlier runs of this bot left open on this server, before any others.
    #[arg(long, conflicts_with_all = ["no_journal", "dry_run"])]
    pub resume: bool,
    #[command(flatten)]
    pub how: RunOptions,
}

/// How goals are done, whatever they are.
#[derive(Args, Debug)]
pub struct RunOptions {
    #[command(flatten)]
    pub host: HostArgs,
    /// Several bots, by their names: Ada,Bert. A goal goes to whoever is free, or to the one it names: "Bert: get me 10
    /// torches".
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = username, conflicts_with = "username")]
    pub bots: Vec<String>,
    /// The bot that all goals go to which name none; one of --bots, or of those in the configuration.
    #[arg(long, value_name = "NAME")]
    pub bot: Option<String>,
    /// A player whose words in the game are goals: "Blockwright, get me 10 torches", or a private message. May be given
    /// several times. The run goes on until it is ended. On a server in offline mode anybody may take the name.
    #[arg(long, value_name = "NAME", value_parser = operator)]
    pub owner: Vec<String>,
    /// No window, even where there is a display.
    #[arg(long)]
    pub headless: bool,
    /// One JSON object a line on standard output, the report last; implies --headless.
    #[arg(long)]
    pub json: bool,
    /// Close the window once every goal has ended.
    #[arg(long)]
    pub exit: bool,
    /// With a model: carry out what it plans for words that only it understands. Else the window asks you first, and without a
    /// window such a goal is refused, with what would have been done.
    #[arg(long)]
    pub yes: bool,
    /// Give a goal up after this many seconds, of the game (20 ticks each) or of the clock, whichever pass first.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: Option<u64>,
    /// How far to look for what is not seen, in blocks around where the looking begins: 0 (not at all), or 32 to 512.
    #[arg(long, value_name = "BLOCKS", default_value_t = FARTHEST, value_parser = farthest)]
    pub search: u32,
    /// A folder of SOPs besides those that come with the program.
    #[arg(long, value_name = "DIR")]
    pub sops: Option<PathBuf>,
    #[command(flatten)]
    pub model: ModelArgs,
    /// Keep nothing: neither a journal nor a history in the platform's data folder.
    #[arg(long)]
    pub no_journal: bool,
    /// Plan each goal where the bot stands, print the plan with what it takes and what would give way, and do nothing. Implies
    /// --headless and --no-journal.
    #[arg(long, conflicts_with_all = ["owner", "exit", "yes"])]
    pub dry_run: bool,
}

/// Who plans, and what it may cost. Keys come from the environment: GEMINI_API_KEY, ANTHROPIC_API_KEY, OPENAI_API_KEY.
#[derive(Args, Debug)]
pub struct ModelArgs {
    /// auto (a model if its key is set), offline or model (also without a key; whatever goes wrong, the offline planner
    /// takes over). --model means model.
    #[arg(long, value_name = "PLANNER")]
    pub planner: Option<PlannerChoice>,
    /// The model: NAME, PROVIDER or PROVIDER:NAME, the provider being gemini, claude, openai or ollama.
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,
    /// Where the provider's protocol is spoken, if not at the provider's own address: up to its version, as in
    /// http://HOST/v1beta for gemini, http://HOST/v1 for claude and openai, http://HOST for ollama. Alone it means openai.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// US dollars that a goal may cost; past them the offline planner takes over.
    #[arg(long, value_name = "USD")]
    pub budget_usd: Option<f64>,
    /// Calls of a model that a goal may make; 8 where not given.
    #[arg(long, value_name = "N")]
    pub max_calls: Option<u32>,
    /// A journal whose recorded replies stand in for the model: no key is needed, nothing is sent, nothing is paid.
    #[arg(long, value_name = "FILE")]
    pub replies: Option<PathBuf>,
    /// The configuration; ./blockwright.toml, if there is one, where not given.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

impl ModelArgs {
    pub fn overrides(&self) -> Overrides {
        Overrides {
            planner: self.planner,
            model: self.model.clone(),
            base_url: self.base_url.clone(),
            budget_usd: self.budget_usd,
            max_calls: self.max_calls,
        }
    }
}

#[derive(Args, Debug)]
pub struct ToolArgs {
    /// mine, craft, smelt, place_block, navigate, get_bot_status, chat, clear, build, drop, equip, eat, use_item, sleep,
    /// face, jump, go_to_block or explore.
    pub tool: String,
    /// The tool's parameters, as a JSON object.
    #[arg(default_value = "{}")]
    pub params: String,
    #[command(flatten)]
    pub host: HostArgs,
}

#[derive(Args, Debug)]
pub struct WorldArgs {
    /// The TCP port to listen on; 0 for any free one.
    #[arg(long, default_value_t = 25565)]
    pub port: u16,
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// The seed of the terrain: a whole number, or any words; 26 where not given. A saved world keeps its own.
    #[arg(long, value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<i64>,
    /// A folder that the world is saved in, every minute and at the end, and goes on from.
    #[arg(long, value_name = "DIR")]
    pub world_dir: Option<PathBuf>,
    /// Seconds between two saves.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = save_every, hide = true)]
    pub save_every: f32,
    /// Game ticks a second, 1 to 10,000.
    #[arg(long, default_value_t = 20.0, value_parser = tick_rate)]
    pub tick_rate: f32,
    /// What each player holds at first; may be repeated.
    #[arg(long, value_name = "ITEM=COUNT", value_parser = item_count)]
    pub give: Vec<(String, u32)>,
    /// A player who may use all commands; may be repeated.
    #[arg(long, value_name = "NAME", value_parser = operator)]
    pub ops: Vec<String>,
    /// How far players see, in chunks, at most: 3 to 32.
    #[arg(long, value_name = "CHUNKS", default_value_t = VIEW_DISTANCE, value_parser = clap::value_parser!(u32).range(3..=32))]
    pub view_distance: u32,
    /// How far from the spawn, in blocks, only players of --ops dig, place and use blocks; as in vanilla, nowhere without
    /// any such player.
    #[arg(long, value_name = "BLOCKS", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=30_000_000))]
    pub spawn_protection: u32,
}

#[derive(Args, Debug)]
pub struct PlanArgs {
    /// What you want, in words.
    #[arg(required = true, value_name = "GOAL")]
    pub goal: Vec<String>,
    /// What is held at the start; may be repeated.
    #[arg(long, value_name = "ITEM=COUNT", value_parser = item_count)]
    pub give: Vec<(String, u32)>,
    /// One JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    /// A folder of SOPs besides those that come with the program.
    #[arg(long, value_name = "DIR")]
    pub sops: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub enum BlueprintCommand {
    /// The blueprints that come with the program.
    List,
    /// What a blueprint takes, what no hand can place, and its layers.
    Info(BlueprintArgs),
    /// Write a blueprint as a file of another kind, by how the names end: from any to .nbt, .schem or .litematic.
    Convert(ConvertArgs),
    /// Draw a blueprint: a PNG that shows it slantwise from its front, and its layers from above, the lowest first.
    Render(RenderArgs),
    /// What differs between a blueprint and a saved practice world. Exit status 1 where anything does.
    Diff(DiffArgs),
    /// Write what stands in a saved practice world between two corners as a file: .nbt, .schem or .litematic.
    Capture(CaptureArgs),
}

#[derive(Args, Debug)]
pub struct RenderArgs {
    #[command(flatten)]
    pub source: Source,
    /// The picture that is written.
    #[arg(value_name = "PNG")]
    pub to: PathBuf,
    /// Write over a file that is there.
    #[arg(long)]
    pub force: bool,
}

#[derive(Args, Debug)]
pub struct DiffArgs {
    #[command(flatten)]
    pub source: Source,
    /// The folder that a practice world was saved in, by `world --world-dir`.
    #[arg(long, value_name = "DIR")]
    pub world_dir: PathBuf,
    /// Where its corner with the least coordinates is, at the height on which one stands before it.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub at: domain::BlockPos,
    /// A block that is left out; may be repeated.
    #[arg(long, value_name = "BLOCK", value_parser = block)]
    pub without: Vec<String>,
    /// One JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct CaptureArgs {
    /// The file that is written: .nbt, .schem or .litematic.
    pub to: PathBuf,
    /// The folder that a practice world was saved in, by `world --world-dir`.
    #[arg(long, value_name = "DIR")]
    pub world_dir: PathBuf,
    /// One corner.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub from: domain::BlockPos,
    /// The corner across, which belongs to it as well.
    #[arg(long = "to", id = "across", value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub across: domain::BlockPos,
    /// Write over a file that is there.
    #[arg(long)]
    pub force: bool,
}

/// Which blueprint, and how it stands.
#[derive(Args, Debug)]
pub struct Source {
    /// One of the list, or a file: .yaml, .nbt, .schem, .schematic or .litematic.
    pub name: String,
    #[command(flatten)]
    pub shape: Shape,
    #[command(flatten)]
    pub turn: Turn,
}

/// How a blueprint stands.
#[derive(Args, Clone, Copy, Debug)]
pub struct Turn {
    /// Where its front is to look, which is drawn to the south: north, south, west or east.
    #[arg(long, value_name = "SIDE", value_parser = level)]
    pub facing: Option<domain::Side>,
    /// As in a mirror: what is in the east is in the west.
    #[arg(long)]
    pub mirror: bool,
}

#[derive(Args, Debug)]
pub struct BlueprintArgs {
    /// One of the list, or a file: .yaml, .nbt, .schem, .schematic or .litematic.
    pub name: String,
    #[command(flatten)]
    pub shape: Shape,
    /// A block that is left out; may be repeated.
    #[arg(long, value_name = "BLOCK")]
    pub without: Vec<String>,
}

#[derive(Args, Debug)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub source: Source,
    /// The file that is written: .nbt, .schem or .litematic.
    pub to: PathBuf,
    /// Write over a file that is there.
    #[arg(long)]
    pub force: bool,
}

/// What may be chosen of a blueprint.
#[derive(Args, Debug)]
pub struct Shape {
    /// What may be chosen, such as wood=birch, or a block that stands in another's place, such as oak_planks=stone; may be
    /// repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = chosen)]
    pub with: Vec<(String, String)>,
    /// From west to east, in blocks.
    #[arg(long, value_name = "BLOCKS")]
    pub width: Option<u16>,
    /// Layers, those in the ground included.
    #[arg(long, value_name = "BLOCKS")]
    pub height: Option<u16>,
    /// From north to south, in blocks.
    #[arg(long, value_name = "BLOCKS")]
    pub depth: Option<u16>,
}

#[derive(Args, Debug)]
pub struct BuildArgs {
    /// One of `blueprint list`, or a file: .yaml, .nbt, .schem, .schematic or .litematic.
    pub blueprint: String,
    /// Where its corner with the least coordinates is to be, at the height on which one stands before it: X,Y,Z or X,Z. Where
    /// there is room nearby, if nothing is said.
    #[arg(long, value_name = "X,Y,Z", value_parser = place, allow_hyphen_values = true)]
    pub at: Option<Place>,
    #[command(flatten)]
    pub turn: Turn,
    /// wood=birch, or a block that stands in another's place, such as oak_planks=stone; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = chosen)]
    pub with: Vec<(String, String)>,
    /// A block that is left out; may be repeated.
    #[arg(long, value_name = "BLOCK", value_parser = block)]
    pub without: Vec<String>,
    #[command(flatten)]
    pub how: RunOptions,
}

/// Two or three coordinates.
#[derive(Clone, Debug)]
pub struct Place(Vec<i32>);

impl BuildArgs {
    /// The same in words.
    ///
    /// # Errors
    /// The file's name cannot be said.
    pub fn goal(&self) -> Result<String, String> {
        let name = &self.blueprint;
        let quoted = grammar::quoted(name);
        let quoted =
            quoted.ok_or_else(|| format!("the name {name:?} has all kinds of quotes in it: give it another"))?;
        let mut goal = match construction::is_file(name) {
            true => format!("build {quoted}"),
            false => format!("build a {name}"),
        };
        if let Some(Place(place)) = &self.at {
            goal += " with its corner at";
            place.iter().for_each(|one| goal += &format!(" {one}"));
        }
        for (name, value) in &self.with {
            goal += &match name.as_str() {
                "wood" => format!(", of {value}"),
                _ => format!(", with {value} instead of {name}"),
            };
        }
        goal += &self.turn.facing.map_or(String::new(), |side| format!(", facing {}", side.name()));
        goal += if self.turn.mirror { ", mirrored" } else { "" };
        if !self.without.is_empty() {
            goal += &format!(", without {}", self.without.join(" and "));
        }
        Ok(goal)
    }
}

fn place(text: &str) -> Result<Place, String> {
    let place: Option<Vec<i32>> = text.split(',').map(|one| one.trim().parse().ok()).collect();
    let place = place.filter(|place| (2..=3).contains(&place.len()));
    place.map(Place).ok_or_else(|| "it must be X,Y,Z or X,Z in whole numbers, such as 40,64,-25".to_owned())
}

fn point(text: &str) -> Result<domain::BlockPos, String> {
    match place(text) {
        Ok(Place(place)) if place.len() == 3 => Ok(domain::BlockPos::new(place[0], place[1], place[2])),
        _ => Err("it must be X,Y,Z in whole numbers, such as 40,64,-25".to_owned()),
    }
}

fn level(text: &str) -> Result<domain::Side, String> {
    let side = domain::Side::named(text).filter(|side| side.is_level());
    side.ok_or_else(|| "it must be north, south, west or east".to_owned())
}

fn block(text: &str) -> Result<String, String> {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | ':' | '.' | '/' | '-');
    let is_one = !text.is_empty() && text.chars().all(is_name);
    is_one.then(|| text.to_owned()).ok_or_else(|| "it must be a block's name, such as oak_planks".to_owned())
}

fn chosen(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it must be NAME=VALUE, such as wood=birch")?;
    Ok((block(name)?, block(value)?))
}

#[derive(Subcommand, Debug)]
pub enum SopCommand {
    /// All SOPs, with their tags.
    List(SopFolder),
    /// One SOP, as it is written.
    Show {
        name: String,
        #[command(flatten)]
        folder: SopFolder,
    },
    /// The SOP that a goal would follow, and why.
    Find {
        #[arg(required = true, value_name = "GOAL")]
        goal: Vec<String>,
        #[command(flatten)]
        folder: SopFolder,
    },
    /// Prove SOPs by a dry run from an empty inventory; all that come with the program where no file is given.
    Check { files: Vec<PathBuf> },
}

#[derive(Args, Debug)]
pub struct SopFolder {
    /// A folder of SOPs besides those that come with the program.
    #[arg(long, value_name = "DIR")]
    pub sops: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct HistoryArgs {
    /// Only this goal, and what happened for it.
    #[arg(long, value_name = "N")]
    pub goal: Option<u64>,
    /// What happened, also what belongs to no goal, instead of the goals.
    #[arg(long)]
    pub events: bool,
    /// Only what is not older: 90s, 30m, 2h, 7d.
    #[arg(long, value_name = "TIME", value_parser = time_span)]
    pub since: Option<Duration>,
    /// At most so many lines, the oldest first; the next ones with --after.
    #[arg(long, value_name = "LINES", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Only what comes after the goal or, with --goal and --events, after the entry of this number.
    #[arg(long, value_name = "N")]
    pub after: Option<u64>,
    /// One JSON object a line.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The session's number; the newest that was recorded where not given.
    #[arg(value_name = "SESSION", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub session: Option<u64>,
    /// List the sessions that were recorded.
    #[arg(long, conflicts_with_all = ["session", "at"])]
    pub list: bool,
    /// Tell how things stood so many seconds after the recording began, without a window.
    #[arg(long, value_name = "SECONDS", value_parser = seconds_in, allow_negative_numbers = true)]
    pub at: Option<f64>,
    /// One JSON object a line, with --at or --list.
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand, Debug)]
pub enum DataCommand {
    /// Print where the store is.
    Path,
    /// Look whether the store is whole, and say what is in it.
    Check,
    /// Write journals as JSON lines, which `run --replies` plays: all of them to standard output, or as was asked.
    Export(ExportArgs),
    /// Throw away goals that are over, with what happened for them; with --open also those that were left open.
    Prune {
        /// What ended longer ago goes: 12h, 30d.
        #[arg(long, value_name = "TIME", default_value = "30d", value_parser = time_span)]
        older_than: Duration,
        /// Also goals that were left open so long ago and that nobody works at: they are given up.
        #[arg(long)]
        open: bool,
    },
}

#[derive(Args, Debug)]
pub struct ExportArgs {
    /// Only the run with this number.
    #[arg(long, value_name = "N")]
    pub session: Option<u64>,
    /// Only what is about this goal.
    #[arg(long, value_name = "N")]
    pub goal: Option<u64>,
    /// Only what is not older: 90s, 30m, 2h, 7d.
    #[arg(long, value_name = "TIME", value_parser = time_span)]
    pub since: Option<Duration>,
    /// A folder for a file a run, instead of standard output.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct BenchArgs {
    /// wooden_pickaxe, stone_pickaxe, chest, cobblestone_8, torches_10, raw_iron_1, glass_3, iron_ingot, iron_pickaxe, diamond,
    /// walk_100, walk_1000, down_and_up_40, bridge_20, places;
    /// build_house and the like for each blueprint that is shipped, build_tower (1,000 blocks), build_by_chance (the seed says what);
    /// stone_pickaxe where not given. Or load: a crowd of guests in the practice world. Or bots: several bots in one world,
    /// each with the main job, against one alone.
    pub tasks: Vec<String>,
    /// Seeds (whole numbers, or words) and ranges of seeds: 1,2,7 or 1-10.
    #[arg(long, default_value = "1-10", value_parser = seeds, allow_negative_numbers = true)]
    pub seeds: Seeds,
    /// Game ticks a second: only at 20 do wall time, CPU time and lateness say what a player would see.
    #[arg(long, default_value_t = 20.0, value_parser = tick_rate)]
    pub tick_rate: f32,
    /// 10,000 blocks from home, where the land promises nothing; each seed in another direction.
    #[arg(long)]
    pub far: bool,
    /// One JSON object a line instead of a table.
    #[arg(long)]
    pub json: bool,
    /// With bots: how many, five where nothing is said. With build_…: how many build it together, held against one alone.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub bots: Option<u32>,
    /// With load: how many guests.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub guests: u32,
    /// With load: seconds measured once everyone has their land.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=115))]
    pub seconds: u64,
    /// Measure one task on one seed in this process.
    #[arg(long, hide = true)]
    pub one: bool,
    /// With load: be the guests of the world there.
    #[arg(long, hide = true)]
    pub join: Option<std::net::SocketAddr>,
}

/// The seeds to measure on.
#[derive(Clone, Debug)]
pub struct Seeds(pub Vec<i64>);

const MOST_SEEDS: usize = 10_000;

/// As vanilla takes it; the usual one where nothing is written.
fn seed(text: &str) -> Result<i64, String> {
    Ok(domain::seed(text).unwrap_or(DEFAULT_SEED))
}

/// Not at all, or as far as one explores.
fn farthest(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(blocks) if blocks == 0 || (MIN_EXPLORE..=MAX_EXPLORE).contains(&blocks) => Ok(blocks),
        _ => Err(format!("it must be 0 (look for nothing), or {MIN_EXPLORE} to {MAX_EXPLORE} blocks")),
    }
}

fn seeds(text: &str) -> Result<Seeds, String> {
    let mut all = Vec::new();
    for part in text.split(',') {
        match range(part) {
            Some((first, last)) if first > last => return Err(format!("{part} runs backwards")),
            Some((first, last)) => all.extend((first..=last).take(MOST_SEEDS + 1)),
            None => all.push(domain::seed(part).ok_or_else(|| format!("{part:?} is not a seed"))?),
        }
    }
    if all.len() > MOST_SEEDS { Err("1 to 10,000 seeds".to_owned()) } else { Ok(Seeds(all)) }
}

/// `FIRST-LAST`, two whole numbers; the first may have a minus of its own.
fn range(text: &str) -> Option<(i64, i64)> {
    let text = text.trim();
    let dash = text.get(1..)?.find('-')? + 1;
    let (first, last) = (&text[..dash], &text[dash + 1..]);
    first.trim().parse().ok().zip(last.trim().parse().ok())
}

fn tick_rate(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(rate) if (1.0..=10_000.0).contains(&rate) => Ok(rate),
        _ => Err("a tick rate is a number from 1 to 10,000".to_owned()),
    }
}

fn seconds_in(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..1e9).contains(&seconds) => Ok(seconds),
        _ => Err("write a number of seconds, such as 90 or 12.5".to_owned()),
    }
}

/// A whole number and its unit.
fn time_span(text: &str) -> Result<Duration, String> {
    let unit = match text.chars().last() {
        Some('s') => 1,
        Some('m') => 60,
        Some('h') => 3_600,
        Some('d') => 86_400,
        _ => 0,
    };
    let number = text.get(..text.len().saturating_sub(1)).and_then(|number| number.parse::<u32>().ok());
    match number {
        Some(number) if unit > 0 => Ok(Duration::from_secs(u64::from(number) * unit)),
        _ => Err("write a number with s, m, h or d, such as 2h".to_owned()),
    }
}

fn save_every(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(seconds) if (0.05..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("a time between saves is a number of seconds from 0.05 to 3600".to_owned()),
    }
}

/// `HOST` or `HOST:PORT`; an IPv6 address in brackets.
pub fn server(text: &str) -> Result<String, String> {
    let wrong = || "write HOST or HOST:PORT, such as localhost:25565".to_owned();
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().map_err(|_| wrong())?),
        _ => (text, 25565u16),
    };
    // As name servers know it: in ASCII, whatever script it is written in.
    let host = Host::parse(host).map_err(|_| wrong())?;
    if port > 0 { Ok(format!("{host}:{port}")) } else { Err(wrong()) }
}

/// Vanilla's rule for names: 3 to 16 letters, digits and underscores.
pub fn username(text: &str) -> Result<String, String> {
    let fits = (3..=16).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if fits { Ok(text.to_owned()) } else { Err("a name has 3 to 16 letters, digits and underscores".to_owned()) }
}

/// A name that the practice world lets in: 1 to 16 letters, digits and underscores.
fn operator(text: &str) -> Result<String, String> {
    let fits = (1..=16).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if fits { Ok(text.to_owned()) } else { Err("a name has 1 to 16 letters, digits and underscores".to_owned()) }
}

/// `ITEM=COUNT`, the item known, the count from 1 to a full inventory.
pub fn item_count(text: &str) -> Result<(String, u32), String> {
    let (item, count) = text.split_once('=').ok_or("write ITEM=COUNT, such as oak_log=3")?;
    let known = crate::knowledge::item(item).ok_or_else(|| {
        let names = crate::knowledge::items().iter().map(|item| item.name);
        let nearest = crate::knowledge::nearest_names(item, names);
        let hint = if nearest.is_empty() { String::new() } else { format!("; did you mean {}?", nearest.join(", ")) };
        format!("no item is called {item:?}{hint}")
    })?;
    if known.name == "air" {
        return Err("air is what a slot holds that holds nothing: it cannot be given".to_owned());
    }
    let most = known.stack_size * 36;
    match count.parse() {
        Ok(count) if (1..=most).contains(&count) => Ok((known.name.to_owned(), count)),
        _ => Err(format!("the count of {item} is a number from 1 to {most}, a full inventory")),
    }
}

/// Each argument is a goal, or several where it speaks of the one before it; but words that somebody forgot to quote are one.
pub fn as_goals(args: Vec<String>) -> Vec<String> {
    let unquoted = args.len() > 1 && args.iter().all(|arg| !arg.trim().contains(char::is_whitespace));
    let args = if unquoted { vec![args.join(" ")] } else { args };
    args.iter().flat_map(|arg| grammar::series(arg)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_what_vanilla_takes() {
        let world = |words: &[&str]| {
            let words = ["blockwright", "world"].iter().chain(words);
            let Some(Command::World(args)) = Cli::try_parse_from(words).unwrap().command else { panic!() };
            (args.seed, args.view_distance)
        };
        assert_eq!(world(&["--seed", "-4172144997902289642"]).0, Some(-4_172_144_997_902_289_642));
        assert_eq!(world(&["--seed", "Hello"]).0, Some(69_609_650));
        assert_eq!(world(&["--seed="]).0, Some(DEFAULT_SEED));
        assert_eq!(world(&["--view-distance", "3"]), (None, 3));
        for out in ["2", "33", "many"] {
            assert!(Cli::try_parse_from(["blockwright", "world", "--view-distance", out]).is_err(), "{out}");
        }
        let run = Cli::try_parse_from(["blockwright", "run", "--seed", "-5", "mine 1 dirt"]).unwrap();
        assert!(matches!(run.command, Some(Command::Run(args)) if args.how.host.seed == Some(-5)));
    }

    #[test]
    fn servers_are_hosts_with_or_without_a_port() {
        for (text, read) in [
            ("localhost", "localhost:25565"),
            ("Play.Example.org:4000", "play.example.org:4000"),
            ("my_host:1", "my_host:1"),
            ("192.168.0.7:25566", "192.168.0.7:25566"),
            ("[::1]", "[::1]:25565"),
            ("[::1]:7", "[::1]:7"),
            ("bücher.example", "xn--bcher-kva.example:25565"),
        ] {
            assert_eq!(server(text).as_deref(), Ok(read), "{text}");
        }
        for wrong in [
            "",
            ":1",
            "::1",
            "host:0",
            "host:65536",
            "host:x",
            "a b",
            "a/b",
            "300.1.1.1",
            "[::1",
            "a\u{202e}b",
            "a\u{7}b",
        ] {
            assert!(server(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn spans_of_time_have_a_unit() {
        let seconds = |text| time_span(text).map(|span| span.as_secs());
        assert_eq!([seconds("90s"), seconds("30m"), seconds("2h"), seconds("7d")], [90, 1800, 7200, 604_800].map(Ok));
        for wrong in ["", "h", "2", "-2h", "2.5h", "2 h", "2ä", "99999999999d"] {
            assert!(time_span(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_of_seeds_may_be_negative_and_words_stand_for_one() {
        let read = |text| seeds(text).map(|seeds| seeds.0);
        assert_eq!(read("1-3,7"), Ok(vec![1, 2, 3, 7]));
        assert_eq!(read("-2-1"), Ok(vec![-2, -1, 0, 1]));
        assert_eq!(read("-3--2, -9"), Ok(vec![-3, -2, -9]));
        assert_eq!(read("Hello,26"), Ok(vec![69_609_650, 26]));
        assert_eq!(read("3-1"), Err("3-1 runs backwards".to_owned()));
        assert!(read("1,,2").is_err() && read("").is_err() && read("1-99999").is_err());
    }

    #[test]
    fn forgotten_quotes_are_forgiven() {
        let goals = |args: &[&str]| as_goals(args.iter().map(|arg| (*arg).to_owned()).collect());
        assert_eq!(goals(&["get", "me", "a", "stone", "pickaxe"]), ["get me a stone pickaxe"]);
        assert_eq!(goals(&["craft a chest", "say hi"]), ["craft a chest", "say hi"]);
    }
}
