//! `/xp`, also called `/experience`: points and levels, given, set and asked for.

use crate::{
    Game,
    commands::{
        asker::{Asker, by_count},
        fault::Fault,
        selectors::Selector,
        tree::Arguments,
    },
    players::experience::Experience,
    protocol::texts::{phrase, words},
};

pub(super) fn add_points(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    change(game, asker, arguments, "add.points", |experience, amount| {
        experience.add_signed(amount);
        true
    })
}

pub(super) fn add_levels(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    change(game, asker, arguments, "add.levels", |experience, amount| {
        experience.add_levels(amount);
        true
    })
}

pub(super) fn set_points(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    change(game, asker, arguments, "set.points", |experience, amount| experience.set_points(amount.unsigned_abs()))
}

pub(super) fn set_levels(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    change(game, asker, arguments, "set.levels", |experience, amount| {
        experience.set_level(amount.unsigned_abs());
        true
    })
}

/// Does something to everyone's experience; a fault if it could be done to nobody's.
fn change(
    game: &mut Game,
    asker: &Asker,
    arguments: &Arguments,
    what: &str,
    how: impl Fn(&mut Experience, i32) -> bool,
) -> Result<(), Fault> {
    let amount = *arguments.get::<i32>("amount")?;
    let ids = game.players_of(asker, arguments.get::<Selector>("targets")?)?;
    let (mut names, mut done) = (Vec::new(), false);
    for id in ids {
        names.push(game.name_of(id));
        if let Some(player) = game.players.get_mut(&id)
            && how(&mut player.vitals.experience, amount)
        {
            done = true;
            player.show_experience();
        }
    }
    if !done {
        return Err(Fault::new(&format!("commands.experience.{what}.invalid"), []));
    }
    let key = format!("commands.experience.{what}.success");
    game.report(asker, by_count(&key, &names, &[words(amount.to_string())]));
    Ok(())
}

pub(super) fn query(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    for id in game.players_of(asker, arguments.get::<Selector>("target")?)? {
        let Some(player) = game.players.get(&id) else { continue };
        let Experience { level, points, .. } = player.vitals.experience;
        let what = arguments.last_word();
        let amount = if what == "levels" { level } else { points };
        let told = [words(player.name.clone()), words(amount.to_string())];
        game.answer(asker, phrase(&format!("commands.experience.query.{what}"), told));
    }
    Ok(())
}
