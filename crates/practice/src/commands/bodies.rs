//! `/tp`, `/gamemode`, `/damage`, `/kill` and `/effect`: what is done to players.

use azalea_chat::FormattedText;
use azalea_core::game_type::GameMode;

use crate::{
    Game,
    commands::{
        asker::{Asker, by_count},
        fault::Fault,
        kinds::DamageName,
        places::{Look, Place, shown},
        selectors::Selector,
        tree::Arguments,
    },
    net::inbound::ConnectionId,
    players::{
        effects,
        effects::{ENDLESS, Effect, Lasting},
        player::Player,
    },
    protocol::texts::{phrase, words},
    world::edge::is_a_place,
};

/// Seconds of an effect where none are given; vanilla's.
const USUAL_EFFECT: u32 = 30;
const TICKS_A_SECOND: u32 = 20;

pub(super) fn teleport(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let oneself = Selector::oneself();
    let ids = game.entities_of(asker, arguments.find::<Selector>("targets").unwrap_or(&oneself))?;
    let look = arguments.find::<Look>("rotation").map(|look| look.from(asker.stance));
    let (to, look, to_whom) = match arguments.find::<Selector>("destination") {
        Some(destination) => {
            let other = game.entities_of(asker, destination)?.into_iter().next().unwrap_or_default();
            let at = match (game.players.get(&other), game.items.get(&other)) {
                (Some(player), _) => (player.at, Some((player.yaw, player.pitch))),
                (None, Some(item)) => (item.at, None),
                (None, None) => return Err(Fault::new("argument.entity.notfound.entity", [])),
            };
            (at.0, at.1, Some(game.name_of(other)))
        }
        None => (arguments.get::<Place>("location")?.from(asker.stance), look, None),
    };
    if !is_a_place(to) {
        return Err(Fault::new("commands.teleport.invalidPosition", []));
    }
    let mut names = Vec::new();
    for id in ids {
        names.push(game.name_of(id));
        game.wake(id);
        if let Some(player) = game.players.get_mut(&id) {
            if let Some((yaw, pitch)) = look {
                (player.yaw, player.pitch) = (yaw, pitch);
            }
            player.teleport(to);
        } else if let Some(item) = game.items.get_mut(&id) {
            item.at = to;
            item.on_ground = false;
        }
    }
    let who = if let [one] = &names[..] { one.clone() } else { names.len().to_string() };
    let side = if names.len() == 1 { "single" } else { "multiple" };
    let text = match to_whom {
        Some(other) => phrase(&format!("commands.teleport.success.entity.{side}"), [words(who), words(other)]),
        None => {
            let [x, y, z] = shown(to);
            phrase(&format!("commands.teleport.success.location.{side}"), [words(who), x, y, z])
        }
    };
    game.report(asker, text);
    Ok(())
}

pub(super) fn set_mode(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let mode = *arguments.get::<GameMode>("gamemode")?;
    let oneself = Selector::oneself();
    for id in game.players_of(asker, arguments.find::<Selector>("target").unwrap_or(&oneself))? {
        game.set_mode_as_asked(asker, id, mode);
    }
    Ok(())
}

impl Game {
    /// Puts a player into another mode and tells everyone concerned; nothing is said of who is in it already.
    fn set_mode_as_asked(&mut self, asker: &Asker, id: ConnectionId, mode: GameMode) {
        if !self.set_game_mode(id, mode) {
            return;
        }
        let name = phrase(&format!("gameMode.{}", mode.name()), []);
        if id == asker.id {
            self.report(asker, phrase("commands.gamemode.success.self", [name]));
        } else {
            self.tell(id, phrase("gameMode.changed", [name.clone()]));
            let who = words(self.name_of(id));
            self.report(asker, phrase("commands.gamemode.success.other", [who, name]));
        }
    }
}

pub(super) fn damage(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let amount = *arguments.get::<f32>("amount")?;
    let kind = arguments.find::<DamageName>("damageType").map_or("generic", |kind| &kind.0);
    for id in game.players_of(asker, arguments.get::<Selector>("target")?)? {
        let hurts = |player: &Player| player.is_alive() && !player.is_invulnerable_to(kind, game.tick);
        if game.rules.keep_off(kind) || !game.players.get(&id).is_some_and(hurts) {
            return Err(Fault::new("commands.damage.invulnerable", []));
        }
        game.hurt(id, amount, kind, "died");
        let who = words(game.name_of(id));
        game.report(asker, phrase("commands.damage.success", [words(amount.to_string()), who]));
    }
    Ok(())
}

pub(super) fn kill(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let oneself = Selector::oneself();
    let ids = game.entities_of(asker, arguments.find::<Selector>("targets").unwrap_or(&oneself))?;
    let names: Vec<String> = ids.iter().map(|&id| game.name_of(id)).collect();
    for id in ids {
        if game.items.remove(&id).is_some() {
            game.untrack(id);
        } else {
            // Nothing protects from this one, not even creative mode.
            game.hurt(id, f32::MAX, "generic_kill", "was killed");
        }
    }
    game.report(asker, by_count("commands.kill.success", &names, &[]));
    Ok(())
}

pub(super) fn give_effect(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let instant = effects::is_instant(*arguments.get("effect")?);
    let ticks = match arguments.find::<i32>("seconds").map(|seconds| seconds.unsigned_abs()) {
        Some(ticks) if instant => ticks,
        None if instant => 1,
        seconds => seconds.unwrap_or(USUAL_EFFECT) * TICKS_A_SECOND,
    };
    give_effect_for(game, asker, arguments, ticks)
}

pub(super) fn give_endless_effect(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    give_effect_for(game, asker, arguments, ENDLESS)
}

fn effect_text(effect: Effect) -> FormattedText {
    phrase(&format!("effect.minecraft.{}", effects::name(effect)), [])
}

pub(super) fn clear_effects(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let oneself = Selector::oneself();
    let ids = game.players_of(asker, arguments.find::<Selector>("targets").unwrap_or(&oneself))?;
    let effect = arguments.find::<Effect>("effect").copied();
    let name = effect.map(effects::name);
    let names: Vec<String> = ids.into_iter().map(|id| game.name_of(id)).collect();
    let names: Vec<String> = names.into_iter().filter(|player| game.clear_effects(player, name)).collect();
    let which = if effect.is_some() { "specific" } else { "everything" };
    if names.is_empty() {
        return Err(Fault::new(&format!("commands.effect.clear.{which}.failed"), []));
    }
    let told: Vec<FormattedText> = effect.map(effect_text).into_iter().collect();
    game.report(asker, by_count(&format!("commands.effect.clear.{which}.success"), &names, &told));
    Ok(())
}

fn give_effect_for(game: &mut Game, asker: &Asker, arguments: &Arguments, ticks: u32) -> Result<(), Fault> {
    let effect = *arguments.get::<Effect>("effect")?;
    let amplifier = arguments.find::<i32>("amplifier").map_or(0, |level| level.unsigned_abs());
    let shown = !arguments.find::<bool>("hideParticles").copied().unwrap_or(false);
    let ids = game.players_of(asker, arguments.get::<Selector>("targets")?)?;
    let mut names = Vec::new();
    for id in ids {
        if game.affect(id, effect, Lasting { ticks, amplifier, shown }) {
            names.push(game.name_of(id));
        }
    }
    if names.is_empty() {
        return Err(Fault::new("commands.effect.give.failed", []));
    }
    game.report(asker, by_count("commands.effect.give.success", &names, &[effect_text(effect)]));
    if effects::is_only_shown(effect) {
        game.tell(
            asker.id,
            words(format!("This world only shows {}: what it does is not simulated", effect_text(effect))),
        );
    }
    Ok(())
}
