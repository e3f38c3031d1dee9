//! `/gamerule` and `/weather`.

use crate::{
    Game,
    commands::{asker::Asker, fault::Fault, kinds::Ticks, tree::Arguments},
    protocol::texts::{phrase, words},
    rules::{game_rules, game_rules::Rule, weather},
};

/// The rule whose name is the form's last word.
fn rule(arguments: &Arguments) -> Result<Rule, Fault> {
    let named = |rule: &Rule| game_rules::name(*rule) == arguments.last_word();
    game_rules::all().find(named).ok_or_else(|| Fault::new("command.failed", []))
}

pub(super) fn query(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let rule = rule(arguments)?;
    let told = [game_rules::name(rule).to_owned(), game.rules.shown(rule)].map(words);
    game.answer(asker, phrase("commands.gamerule.query", told));
    Ok(())
}

pub(super) fn set(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let rule = rule(arguments)?;
    let value = match arguments.find::<bool>("value") {
        Some(&on) => i32::from(on),
        None => *arguments.get::<i32>("value")?,
    };
    game.set_rule(rule, value);
    let told = [game_rules::name(rule).to_owned(), game.rules.shown(rule)].map(words);
    game.report(asker, phrase("commands.gamerule.set", told));
    if !game_rules::is_obeyed(rule) {
        let name = game_rules::name(rule);
        game.answer(asker, words(format!("This world keeps {name} and does not simulate what it is about")));
    }
    Ok(())
}

pub(super) fn weather(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let name = arguments.last_word();
    let kind = match name {
        "rain" => weather::Kind::Rain,
        "thunder" => weather::Kind::Thunder,
        _ => weather::Kind::Clear,
    };
    let ticks = arguments.find("duration").map(|&Ticks(ticks)| i32::try_from(ticks).unwrap_or(i32::MAX));
    game.set_weather(kind, ticks);
    game.report(asker, phrase(&format!("commands.weather.set.{name}"), []));
    Ok(())
}
