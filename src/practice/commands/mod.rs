//! The operators' commands, in vanilla's syntax and with vanilla's answers.
//!
//! `table` lists every form of every command with the function that does it; `tree` makes of the table what understands
//! a text, completes a line and tells clients. `kinds`, `places` and `selectors` read arguments, and know nothing of a
//! world; the other files do what was understood.

mod blocks;
mod bodies;
mod experience;
mod homes;
mod items;
mod kinds;
mod places;
mod reader;
mod rules;
mod selectors;
mod snbt;
mod stacks;
mod summon;
mod table;
mod talk;
#[cfg(test)]
mod tests;
pub(crate) mod texts;
mod time;
mod tree;

use azalea_brigadier::{
    context::StringRange,
    suggestion::{Suggestion, Suggestions},
};
use azalea_chat::FormattedText;
use azalea_protocol::packets::game::{ClientboundCommandSuggestions, ClientboundCommands, ClientboundSystemChat};
use tracing::info;

use crate::practice::{
    commands::{
        places::Stance,
        selectors::{Candidate, Order, Selector, Who},
        table::TREE,
        texts::{Fault, aside, phrase},
        tree::Arguments,
    },
    game::Game,
    net::{frames::shortened, listener::ConnectionId},
    players::player::Player,
    rules::game_rules::Rule,
};

/// What does a command.
type Deed = fn(&mut Game, &Asker, &Arguments) -> Result<(), Fault>;

/// Completions sent at once, at most.
const MOST_COMPLETIONS: usize = 1000;

/// Who asks, and from where.
#[derive(Clone, Debug)]
struct Asker {
    id: ConnectionId,
    name: String,
    stance: Stance,
}

impl Game {
    /// Does what a player wrote behind a slash, or says why not.
    pub(crate) fn command(&mut self, id: ConnectionId, text: &str) {
        let Some(player) = self.players.get(&id) else { return };
        let stance = Stance { at: player.at, yaw: player.yaw, pitch: player.pitch };
        let asker = Asker { id, name: player.name.clone(), stance };
        info!("{} asks: /{}", asker.name, shortened(text));
        let understood = TREE.understand(text, self.is_operator(&asker.name));
        let done = understood.and_then(|(deed, arguments)| deed(self, &asker, &arguments));
        if let Err(fault) = done {
            for line in fault.lines(text) {
                self.tell(id, line);
            }
        }
    }

    pub(crate) fn is_operator(&self, name: &str) -> bool {
        self.config.operators.iter().any(|operator| operator == name)
    }

    /// The commands that a player may use, as their client wants to know them.
    pub(crate) fn command_tree(&self, name: &str) -> ClientboundCommands {
        TREE.packet(self.is_operator(name))
    }

    /// Answers a client that asks how the line it shows could go on.
    pub(crate) fn complete_command(&mut self, id: ConnectionId, question: u32, line: &str) {
        let names = self.players();
        let Some(player) = self.players.get(&id) else { return };
        let slash = usize::from(line.starts_with('/'));
        let operator = self.is_operator(&player.name);
        let (start, mut words) = TREE.completions(&line[slash..], &names, operator);
        words.truncate(MOST_COMPLETIONS);
        // Clients count in UTF-16.
        let utf16 = |text: &str| text.encode_utf16().count();
        let range = StringRange::new(utf16(&line[..slash + start]), utf16(line));
        let suggestions = words.iter().map(|word| Suggestion::new(range, word)).collect();
        let Some(player) = self.players.get_mut(&id) else { return };
        let suggestions = Suggestions::new(range, suggestions);
        player.link.send(ClientboundCommandSuggestions { id: question, suggestions });
    }

    fn tell(&mut self, id: ConnectionId, text: FormattedText) {
        if let Some(player) = self.players.get_mut(&id) {
            player.link.send(ClientboundSystemChat { content: text, overlay: false });
        }
    }

    /// Tells who asked what they wanted to know, unless a rule keeps commands quiet.
    fn answer(&mut self, asker: &Asker, text: FormattedText) {
        if self.rules.is(Rule::SendCommandFeedback) {
            self.tell(asker.id, text);
        }
    }

    /// Tells who asked that it is done, and the other operators aside.
    fn report(&mut self, asker: &Asker, text: FormattedText) {
        if self.rules.is(Rule::LogAdminCommands) {
            info!("[{}: {text}]", asker.name);
        }
        if !self.rules.is(Rule::SendCommandFeedback) {
            return;
        }
        let others: Vec<ConnectionId> = self
            .players
            .values()
            .filter(|other| other.id != asker.id && self.is_operator(&other.name))
            .map(|other| other.id)
            .collect();
        for other in others {
            self.tell(other, aside(&asker.name, text.clone()));
        }
        self.tell(asker.id, text);
    }

    /// The players that are meant; a fault if there is none.
    fn players_of(&mut self, asker: &Asker, selector: &Selector) -> Result<Vec<ConnectionId>, Fault> {
        let mut found = self.entities_of(asker, selector)?;
        found.retain(|id| self.players.contains_key(id));
        if found.is_empty() { Err(Fault::new("argument.entity.notfound.player", [])) } else { Ok(found) }
    }

    /// The entities that are meant, players and items, by their numbers; a fault if there is none.
    fn entities_of(&mut self, asker: &Asker, selector: &Selector) -> Result<Vec<i32>, Fault> {
        let from = asker.stance.at;
        let players = self.players.values().filter(|player| match &selector.who {
            Who::Named(name) => player.name.eq_ignore_ascii_case(name),
            Who::Oneself => player.id == asker.id,
            Who::Players | Who::Entities => true,
        });
        let players = players.map(|player| {
            let Player { id, name, at, game_mode, .. } = player;
            (*id, Candidate { name, kind: "player", mode: Some(*game_mode), at: *at })
        });
        let items = self.items.values().filter(|_| selector.who == Who::Entities);
        let items = items.map(|item| (item.id, Candidate { name: "", kind: "item", mode: None, at: item.at }));
        let meant = players.chain(items).filter(|(_, candidate)| selector.takes(candidate, from));
        let mut found: Vec<(i32, f64)> = meant.map(|(id, candidate)| (id, candidate.at.distance(from))).collect();
        match selector.order {
            Order::Any => {}
            Order::Nearest => found.sort_by(|a, b| a.1.total_cmp(&b.1)),
            Order::Furthest => found.sort_by(|a, b| b.1.total_cmp(&a.1)),
            Order::Random => found.sort_by_cached_key(|_| self.rng.bits()),
        }
        found.truncate(selector.limit);
        if found.is_empty() {
            let kind = if selector.who == Who::Entities { "entity" } else { "player" };
            return Err(Fault::new(&format!("argument.entity.notfound.{kind}"), []));
        }
        Ok(found.into_iter().map(|(id, _)| id).collect())
    }

    /// What became of a save that a player asked for.
    pub(crate) fn tell_saved(&mut self, id: ConnectionId, done: bool) {
        let key = if done { "commands.save.success" } else { "commands.save.failed" };
        self.tell(id, phrase(key, []));
    }

    /// A player's name, or an item's.
    fn name_of(&self, id: i32) -> String {
        let item = || self.items.get(&id).map(|item| item.stack.name().to_owned());
        self.players.get(&id).map(|player| player.name.clone()).or_else(item).unwrap_or_default()
    }
}

/// The answer for one, or for many: what is told before who it is about.
fn by_count(key: &str, names: &[String], before: &[FormattedText]) -> FormattedText {
    let (side, who) = match names {
        [one] => ("single", one.clone()),
        many => ("multiple", many.len().to_string()),
    };
    phrase(&format!("{key}.{side}"), before.iter().cloned().chain([texts::words(who)]))
}
