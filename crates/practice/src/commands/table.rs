//! Every form of every command, and the function that does it. The one place to add a command to; and `/help`, by which the
//! table tells of itself.

use std::sync::LazyLock;

use crate::{
    commands::{
        asker::Asker,
        blocks, bodies, experience,
        fault::Fault,
        homes, items,
        kinds::Kind,
        rules, summon, talk, time,
        tree::{Arguments, Deed, Form, Piece, Tree},
    },
    game::Game,
    protocol::texts::words,
    rules::game_rules,
};

pub(super) static TREE: LazyLock<Tree> = LazyLock::new(|| Tree::new(forms()));

/// The most seconds of an effect and its highest level above the first; vanilla's.
const LONGEST_EFFECT: i32 = 1_000_000;
const HIGHEST_LEVEL: i32 = 255;

const fn word(word: &'static str) -> Piece {
    Piece::Word(word)
}

const fn arg(name: &'static str, kind: Kind) -> Piece {
    Piece::Argument(name, kind)
}

const PLAYERS: Piece = arg("targets", Kind::Players { single: false });
const ENTITIES: Piece = arg("targets", Kind::Entities { single: false });

/// Long, because it is the table: a line a form, in the order in which they are told. Cut up it could not be read down.
fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    let mut add = |open: bool, pieces: &[Piece], deed: Deed| forms.push(Form { open, pieces: pieces.to_vec(), deed });

    // Everyone's.
    add(true, &[word("help")], help);
    add(true, &[word("help"), arg("command", Kind::Message)], help);
    add(true, &[word("list")], talk::list);
    add(true, &[word("me"), arg("action", Kind::Message)], talk::emote);
    for name in ["msg", "tell", "w"] {
        add(true, &[word(name), PLAYERS, arg("message", Kind::Message)], talk::whisper);
    }

    // Operators'.
    add(false, &[word("say"), arg("message", Kind::Message)], talk::say);
    add(false, &[word("seed")], time::seed);
    add(false, &[word("save-all")], talk::save_all);

    let item = arg("item", Kind::Item);
    add(false, &[word("give"), PLAYERS, item], items::give);
    add(false, &[word("give"), PLAYERS, item, arg("count", Kind::Integer(1, i32::MAX))], items::give);
    let item = arg("item", Kind::ItemMatch);
    add(false, &[word("clear")], items::clear);
    add(false, &[word("clear"), PLAYERS], items::clear);
    add(false, &[word("clear"), PLAYERS, item], items::clear);
    add(false, &[word("clear"), PLAYERS, item, arg("maxCount", Kind::Integer(0, i32::MAX))], items::clear);

    for name in ["tp", "teleport"] {
        let (location, destination) =
            (arg("location", Kind::Point), arg("destination", Kind::Entities { single: true }));
        add(false, &[word(name), location], bodies::teleport);
        add(false, &[word(name), destination], bodies::teleport);
        add(false, &[word(name), ENTITIES, location], bodies::teleport);
        add(false, &[word(name), ENTITIES, location, arg("rotation", Kind::Look)], bodies::teleport);
        add(false, &[word(name), ENTITIES, destination], bodies::teleport);
    }
    let mode = arg("gamemode", Kind::GameMode);
    add(false, &[word("gamemode"), mode], bodies::set_mode);
    add(false, &[word("gamemode"), mode, arg("target", Kind::Players { single: false })], bodies::set_mode);
    for name in ["xp", "experience"] {
        let points = [
            ("add", i32::MIN, experience::add_points as Deed, experience::add_levels as Deed),
            ("set", 0, experience::set_points, experience::set_levels),
        ];
        for (verb, least, points, levels) in points {
            let form = [word(name), word(verb), PLAYERS, arg("amount", Kind::Integer(least, i32::MAX))];
            add(false, &form, points);
            add(false, &[&form[..], &[word("levels")]].concat(), levels);
            add(false, &[&form[..], &[word("points")]].concat(), points);
        }
        for what in ["levels", "points"] {
            let target = arg("target", Kind::Players { single: true });
            add(false, &[word(name), word("query"), target, word(what)], experience::query);
        }
    }
    let (pos, rotation) = (arg("pos", Kind::BlockPos), arg("rotation", Kind::Look));
    for end in 0..=3 {
        add(false, &[word("spawnpoint"), PLAYERS, pos, rotation][..=end], homes::set_home);
    }
    add(false, &[word("kick"), PLAYERS], homes::kick);
    add(false, &[word("kick"), PLAYERS, arg("reason", Kind::Message)], homes::kick);
    let summon = [word("summon"), arg("entity", Kind::Entity), arg("pos", Kind::Point), arg("nbt", Kind::Nbt)];
    (2..=4).for_each(|end| add(false, &summon[..end], summon::summon));
    let amount = arg("amount", Kind::Float(0.0, f32::MAX));
    let target = arg("target", Kind::Entities { single: true });
    add(false, &[word("damage"), target, amount], bodies::damage);
    add(false, &[word("damage"), target, amount, arg("damageType", Kind::Damage)], bodies::damage);
    add(false, &[word("kill")], bodies::kill);
    add(false, &[word("kill"), ENTITIES], bodies::kill);

    let mut give = vec![word("effect"), word("give"), ENTITIES, arg("effect", Kind::Effect)];
    add(false, &give, bodies::give_effect);
    let options = [arg("amplifier", Kind::Integer(0, HIGHEST_LEVEL)), arg("hideParticles", Kind::Bool)];
    for (length, deed) in [
        (arg("seconds", Kind::Integer(1, LONGEST_EFFECT)), bodies::give_effect as Deed),
        (word("infinite"), bodies::give_endless_effect),
    ] {
        give.truncate(4);
        give.push(length);
        add(false, &give, deed);
        for option in options {
            give.push(option);
            add(false, &give, deed);
        }
    }
    let effect = arg("effect", Kind::Effect);
    add(false, &[word("effect"), word("clear")], bodies::clear_effects);
    add(false, &[word("effect"), word("clear"), ENTITIES], bodies::clear_effects);
    add(false, &[word("effect"), word("clear"), ENTITIES, effect], bodies::clear_effects);

    let (pos, block) = (arg("pos", Kind::BlockPos), arg("block", Kind::Block));
    add(false, &[word("setblock"), pos, block], blocks::replace_block);
    add(false, &[word("setblock"), pos, block, word("replace")], blocks::replace_block);
    add(false, &[word("setblock"), pos, block, word("keep")], blocks::keep_block);
    add(false, &[word("setblock"), pos, block, word("destroy")], blocks::destroy_block);
    let fill = [word("fill"), arg("from", Kind::BlockPos), arg("to", Kind::BlockPos), block];
    let mut add_fill = |mode: &[Piece], deed: Deed| add(false, &[&fill[..], mode].concat(), deed);
    add_fill(&[], blocks::fill);
    add_fill(&[word("replace")], blocks::fill);
    add_fill(&[word("replace"), arg("filter", Kind::BlockMatch)], blocks::fill);
    add_fill(&[word("keep")], blocks::fill_air);
    add_fill(&[word("destroy")], blocks::fill_destroying);
    add_fill(&[word("hollow")], blocks::fill_hollow);
    add_fill(&[word("outline")], blocks::fill_outline);

    add(false, &[word("time"), word("set"), arg("time", Kind::Time(0))], time::set);
    for (name, deed) in time::MARKERS {
        add(false, &[word("time"), word("set"), word(name)], deed);
    }
    add(false, &[word("time"), word("add"), arg("time", Kind::Time(0))], time::add);
    for (name, deed) in time::QUERIES {
        add(false, &[word("time"), word("query"), word(name)], deed);
    }
    for rule in game_rules::all() {
        let form = [word("gamerule"), word(game_rules::name(rule))];
        let value = game_rules::bounds(rule).map_or(Kind::Bool, |(least, most)| Kind::Integer(least, most));
        add(false, &form, rules::query);
        add(false, &[&form[..], &[arg("value", value)]].concat(), rules::set);
    }
    for kind in ["clear", "rain", "thunder"] {
        add(false, &[word("weather"), word(kind)], rules::weather);
        add(false, &[word("weather"), word(kind), arg("duration", Kind::Time(1))], rules::weather);
    }
    add(false, &[word("tick"), word("query")], time::query_rate);
    add(false, &[word("tick"), word("rate"), arg("rate", Kind::Float(1.0, 10_000.0))], time::set_rate);
    forms
}

fn help(game: &mut Game, asker: &Asker, arguments: &Arguments) -> Result<(), Fault> {
    let command = arguments.find::<String>("command").map(|command| command.trim_start_matches('/').trim());
    let usages = TREE.usages(command, game.is_operator(&asker.name));
    if usages.is_empty() {
        return Err(Fault::new("commands.help.failed", []));
    }
    for usage in usages {
        game.answer(asker, words(usage));
    }
    Ok(())
}
