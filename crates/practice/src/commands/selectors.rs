//! Whom a command is about: a name, or `@s`, `@p`, `@a`, `@r`, `@e`, `@n` with conditions in brackets.

use azalea_core::game_type::GameMode;

use crate::{
    commands::{fault::Fault, reader::Reader},
    domain::Vec3,
    protocol::{limits::MAX_NAME, texts::words},
};

pub(super) const GAME_MODES: [GameMode; 4] =
    [GameMode::Survival, GameMode::Creative, GameMode::Adventure, GameMode::Spectator];

pub(crate) fn game_mode(name: &str) -> Option<GameMode> {
    GAME_MODES.into_iter().find(|mode| mode.name() == name)
}

/// Whom a selector starts from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Who {
    Named(String),
    /// `@s`
    Oneself,
    /// `@a` and `@p`, `@r`
    Players,
    /// `@e` and `@n`
    Entities,
}

/// In which order they are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Any,
    Nearest,
    Furthest,
    Random,
}

/// Something that is so, or (with `!`) is not.
#[derive(Clone, Debug, PartialEq)]
struct Condition {
    test: Test,
    wanted: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Test {
    Name(String),
    /// An entity's registry name.
    Type(String),
    Mode(GameMode),
    /// Blocks from who asks, both included.
    Distance(f64, f64),
}

/// A selector as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Selector {
    pub who: Who,
    pub order: Order,
    pub limit: usize,
    conditions: Vec<Condition>,
}

/// What a selector asks about each that it may take.
pub(crate) struct Candidate<'a> {
    pub name: &'a str,
    pub kind: &'a str,
    /// Players only.
    pub mode: Option<GameMode>,
    pub at: Vec3,
}

impl Selector {
    pub fn oneself() -> Self {
        Self::new(Who::Oneself, Order::Any, 1)
    }

    fn new(who: Who, order: Order, limit: usize) -> Self {
        Self { who, order, limit, conditions: Vec::new() }
    }

    /// Whether it can only be about players.
    fn is_about_players(&self) -> bool {
        let only_players = |condition: &Condition| match &condition.test {
            Test::Type(kind) => kind == "player" && condition.wanted,
            Test::Mode(_) => true,
            _ => false,
        };
        self.who != Who::Entities || self.conditions.iter().any(only_players)
    }

    /// Reads one that is about players only, or about one only, if need be.
    pub fn read(reader: &mut Reader<'_>, players: bool, single: bool) -> Result<Self, Fault> {
        let start = reader.at;
        let selector = if reader.takes('@') { Self::read_kind(reader, start)? } else { Self::read_name(reader)? };
        if single && selector.limit > 1 {
            let key = if players { "argument.player.toomany" } else { "argument.entity.toomany" };
            return Err(Fault::new(key, []).at(start));
        }
        if players && !selector.is_about_players() {
            return Err(Fault::new("argument.player.entities", []).at(start));
        }
        Ok(selector)
    }

    fn read_name(reader: &mut Reader<'_>) -> Result<Self, Fault> {
        let start = reader.at;
        let name = reader.plain_word();
        if name.is_empty() || name.len() > MAX_NAME {
            return Err(Fault::new("argument.entity.invalid", []).at(start));
        }
        Ok(Self::new(Who::Named(name.to_owned()), Order::Any, 1))
    }

    fn read_kind(reader: &mut Reader<'_>, start: usize) -> Result<Self, Fault> {
        let (who, order, limit) = match reader.peek() {
            None | Some(' ') => return Err(Fault::new("argument.entity.selector.missing", []).at(reader.at)),
            Some('s') => (Who::Oneself, Order::Any, 1),
            Some('p') => (Who::Players, Order::Nearest, 1),
            Some('r') => (Who::Players, Order::Random, 1),
            Some('a') => (Who::Players, Order::Any, usize::MAX),
            Some('n') => (Who::Entities, Order::Nearest, 1),
            Some('e') => (Who::Entities, Order::Any, usize::MAX),
            Some(other) => {
                let kind = words(format!("@{other}"));
                return Err(Fault::new("argument.entity.selector.unknown", [kind]).at(start));
            }
        };
        reader.skip();
        let mut selector = Self::new(who, order, limit);
        if reader.takes('[') {
            selector.read_options(reader)?;
        }
        Ok(selector)
    }

    fn read_options(&mut self, reader: &mut Reader<'_>) -> Result<(), Fault> {
        let blanks = |reader: &mut Reader<'_>| _ = reader.take_while(|letter| letter == ' ');
        blanks(reader);
        while !reader.takes(']') {
            let start = reader.at;
            let option = reader.plain_word();
            blanks(reader);
            if !reader.takes('=') {
                return Err(Fault::new("argument.entity.options.valueless", [words(option)]).at(start));
            }
            blanks(reader);
            self.read_option(reader, option, start)?;
            blanks(reader);
            if !reader.takes(',') && reader.peek() != Some(']') {
                return Err(Fault::new("argument.entity.options.unterminated", []).at(reader.at));
            }
            blanks(reader);
        }
        Ok(())
    }

    fn read_option(&mut self, reader: &mut Reader<'_>, option: &str, start: usize) -> Result<(), Fault> {
        let wanted = !(matches!(option, "name" | "type" | "gamemode") && reader.takes('!'));
        let at = reader.at;
        let test = match option {
            "name" => Test::Name(reader.plain_word().to_owned()),
            "type" => Test::Type(reader.identifier()?.to_owned()),
            "gamemode" => {
                let name = reader.plain_word();
                let unknown = || Fault::new("argument.entity.options.mode.invalid", [words(name)]).at(at);
                Test::Mode(game_mode(name).ok_or_else(unknown)?)
            }
            "distance" => {
                let (least, most) = range(reader)?;
                if least < 0.0 {
                    return Err(Fault::new("argument.entity.options.distance.negative", []).at(at));
                }
                Test::Distance(least, most)
            }
            "limit" => {
                let limit = reader.integer()?;
                let fault = || Fault::new("argument.entity.options.limit.toosmall", []).at(at);
                self.limit = usize::try_from(limit).ok().filter(|&limit| limit > 0).ok_or_else(fault)?;
                return Ok(());
            }
            "sort" => {
                self.order = match reader.plain_word() {
                    "nearest" => Order::Nearest,
                    "furthest" => Order::Furthest,
                    "random" => Order::Random,
                    "arbitrary" => Order::Any,
                    other => {
                        return Err(Fault::new("argument.entity.options.sort.irreversible", [words(other)]).at(at));
                    }
                };
                return Ok(());
            }
            other => return Err(Fault::new("argument.entity.options.unknown", [words(other)]).at(start)),
        };
        self.conditions.push(Condition { test, wanted });
        Ok(())
    }

    /// Whether one meets the conditions, seen from where who asks stands.
    pub fn takes(&self, candidate: &Candidate<'_>, from: Vec3) -> bool {
        self.conditions.iter().all(|condition| {
            let is_so = match &condition.test {
                Test::Name(name) => candidate.name == name,
                Test::Type(kind) => candidate.kind == kind,
                Test::Mode(mode) => candidate.mode == Some(*mode),
                Test::Distance(least, most) => (*least..=*most).contains(&candidate.at.distance(from)),
            };
            is_so == condition.wanted
        })
    }
}

/// `3`, `3..`, `..5` or `3..5`.
fn range(reader: &mut Reader<'_>) -> Result<(f64, f64), Fault> {
    let start = reader.at;
    let text = reader.take_while(|letter| letter.is_ascii_digit() || letter == '.' || letter == '-');
    let number = |text: &str, none: f64| if text.is_empty() { Some(none) } else { text.parse().ok() };
    let bounds = match text.split_once("..") {
        _ if matches!(text, "" | "..") => None,
        Some((least, most)) => number(least, 0.0).zip(number(most, f64::INFINITY)),
        None => number(text, 0.0).map(|exact| (exact, exact)),
    };
    match bounds {
        Some((least, most)) if least > most => Err(Fault::new("argument.range.swapped", []).at(start)),
        Some(bounds) => Ok(bounds),
        None => Err(Fault::new("argument.range.empty", []).at(start)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, players: bool, single: bool) -> Result<Selector, String> {
        let mut reader = Reader::new(text);
        let selector = Selector::read(&mut reader, players, single).map_err(|fault| fault.message.to_string())?;
        assert!(reader.is_at_end(), "{text}: {}", reader.rest());
        Ok(selector)
    }

    #[test]
    fn selectors_are_read_with_their_conditions() {
        assert_eq!(read("@s", true, true), Ok(Selector::oneself()));
        assert_eq!(read("Blockwright_01", true, true).map(|s| s.who), Ok(Who::Named("Blockwright_01".to_owned())));
        let near = read("@e[type=!minecraft:item, distance=..5,limit=2, sort=furthest]", false, false).unwrap();
        assert_eq!((near.limit, near.order), (2, Order::Furthest));
        let candidate = |kind: &'static str, x| Candidate { name: "", kind, mode: None, at: Vec3::new(x, 0.0, 0.0) };
        let taken = [candidate("player", 4.0), candidate("item", 4.0), candidate("player", 6.0)]
            .map(|candidate| near.takes(&candidate, Vec3::default()));
        assert_eq!(taken, [true, false, false]);
    }

    #[test]
    fn what_is_not_allowed_is_said() {
        for (text, players, single, message) in [
            ("@", true, false, "Missing selector type"),
            ("@x", true, false, "Unknown selector type '@x'"),
            ("@a", true, true, "Only one player is allowed, but the provided selector allows more than one"),
            (
                "@e",
                true,
                false,
                "Only players may be affected by this command, but the provided selector includes entities",
            ),
            ("", true, true, "Invalid name or UUID"),
            ("a_name_of_17_chars", true, true, "Invalid name or UUID"),
            ("@a[limit=0]", true, false, "Limit must be at least 1"),
            ("@a[size=1]", true, false, "Unknown option 'size'"),
            ("@a[limit=1", true, false, "Expected end of options"),
            ("@a[distance=..]", true, false, "Expected value or range of values"),
        ] {
            assert_eq!(read(text, players, single), Err(message.to_owned()), "{text}");
        }
        assert!(read("@a[limit=1]", true, true).is_ok() && read("@e[type=player]", true, false).is_ok());
    }
}
