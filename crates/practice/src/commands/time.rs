//! `/time`, `/tick` and `/seed`.

use azalea_chat::FormattedText;

use crate::{
    Game,
    commands::{
        asker::Asker,
        fault::Fault,
        kinds::Ticks,
        tree::{Arguments, Deed},
    },
    knowledge::DAY,
    protocol::texts::{green_in_brackets, phrase, words},
};

/// The one clock of this world, and the timeline of its days.
const CLOCK: &str = "minecraft:overworld";
const TIMELINE: &str = "minecraft:day";

/// Times of day with names (Minecraft Wiki, "Daylight cycle").
pub(super) const MARKERS: [(&str, Deed); 4] = [
    ("day", |game, asker, _| set_to(game, asker, "day", 1_000)),
    ("noon", |game, asker, _| set_to(game, asker, "noon", 6_000)),
    ("night", |game, asker, _| set_to(game, asker, "night", 13_000)),
    ("midnight", |game, asker, _| set_to(game, asker, "midnight", 18_000)),
];

/// 26.1 asks for the `time` of a clock or of a timeline; `daytime` and `day` are how it was asked before.
pub(super) const QUERIES: [(&str, Deed); 4] = [
    ("time", |game, asker, _| {
        let text = phrase("commands.time.query.absolute", [words(CLOCK), number(game.day_time())]);
        answer(game, asker, text)
    }),
    ("daytime", |game, asker, _| {
        let text = phrase("commands.time.query.timeline", [words(TIMELINE), number(game.day_time() % DAY)]);
        answer(game, asker, text)
    }),
    ("day", |game, asker, _| {
        let text = phrase("commands.time.query.timeline.repetitions", [words(TIMELINE), number(game.day_time() / DAY)]);
        answer(game, asker, text)
    }),
    ("gametime", |game, asker, _| {
        let text = phrase("commands.time.query.gametime", [number(game.tick)]);
        answer(game, asker, text)
    }),
];

fn number(number: u64) -> FormattedText {
    words(number.to_string())
}

fn answer(game: &mut Game, asker: &Asker, text: FormattedText) -> Result<(), Fault> {
    game.answer(asker, text);
    Ok(())
}

fn set_to(game: &mut Game, asker: &Asker, marker: &str, time: u64) -> Result<(), Fault> {
    game.set_day_time(time);
    let marker = words(format!("minecraft:{marker}"));
    game.report(asker, phrase("commands.time.set.time_marker", [words(CLOCK), marker]));
    Ok(())
}

pub(super) fn set(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let Ticks(time) = *arguments.get("time")?;
    set_absolute(game, asker, time)
}

pub(super) fn add(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let Ticks(time) = *arguments.get("time")?;
    let time = game.day_time().saturating_add(time);
    set_absolute(game, asker, time)
}

fn set_absolute(game: &mut Game, asker: &Asker, time: u64) -> Result<(), Fault> {
    game.set_day_time(time);
    game.report(asker, phrase("commands.time.set.absolute", [words(CLOCK), number(time)]));
    Ok(())
}

pub(super) fn set_rate(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let rate = *arguments.get::<f32>("rate")?;
    game.set_tick_rate(rate);
    game.report(asker, phrase("commands.tick.rate.success", [words(format!("{rate:.1}"))]));
    Ok(())
}

pub(super) fn query_rate(game: &mut Game, asker: &Asker, _: &Arguments) -> Result<(), Fault> {
    let text = words(format!("Target tick rate: {:.1} per second.", game.config.tick_rate));
    answer(game, asker, text)
}

pub(super) fn seed(game: &mut Game, asker: &Asker, _: &Arguments) -> Result<(), Fault> {
    let seed = green_in_brackets(game.config.seed.to_string());
    answer(game, asker, phrase("commands.seed.success", [seed]))
}
