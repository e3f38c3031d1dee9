//! Who asks for a command, whom they mean, and what they are told.

use azalea_chat::FormattedText;
use azalea_protocol::packets::game::ClientboundSystemChat;
use tracing::info;

use crate::{
    commands::{
        fault::Fault,
        places::Stance,
        selectors::{Candidate, Order, Selector, Who},
    },
    game::Game,
    net::inbound::ConnectionId,
    players::player::Player,
    protocol::{
        texts,
        texts::{aside, phrase},
    },
    rules::game_rules::Rule,
};

/// Who asks, and from where.
#[derive(Clone, Debug)]
pub(crate) struct Asker {
    pub id: ConnectionId,
    pub name: String,
    pub stance: Stance,
}

impl Game {
    pub(super) fn tell(&mut self, id: ConnectionId, text: FormattedText) {
        if let Some(player) = self.players.get_mut(&id) {
            player.link.send(ClientboundSystemChat { content: text, overlay: false });
        }
    }

    /// Tells who asked what they wanted to know, unless a rule keeps commands quiet.
    pub(super) fn answer(&mut self, asker: &Asker, text: FormattedText) {
        if self.rules.is(Rule::SendCommandFeedback) {
            self.tell(asker.id, text);
        }
    }

    /// Tells who asked that it is done, and the other operators aside.
    pub(super) fn report(&mut self, asker: &Asker, text: FormattedText) {
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
    pub(super) fn players_of(&mut self, asker: &Asker, selector: &Selector) -> Result<Vec<ConnectionId>, Fault> {
        let mut found = self.entities_of(asker, selector)?;
        found.retain(|id| self.players.contains_key(id));
        if found.is_empty() { Err(Fault::new("argument.entity.notfound.player", [])) } else { Ok(found) }
    }

    /// The entities that are meant, players and items, by their numbers; a fault if there is none.
    pub(super) fn entities_of(&mut self, asker: &Asker, selector: &Selector) -> Result<Vec<i32>, Fault> {
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

    /// A player's name, or an item's.
    pub(super) fn name_of(&self, id: i32) -> String {
        let item = || self.items.get(&id).map(|item| item.stack.name().to_owned());
        self.players.get(&id).map(|player| player.name.clone()).or_else(item).unwrap_or_default()
    }
}

/// The answer for one, or for many: what is told before who it is about.
pub(super) fn by_count(key: &str, names: &[String], before: &[FormattedText]) -> FormattedText {
    let (side, who) = match names {
        [one] => ("single", one.clone()),
        many => ("multiple", many.len().to_string()),
    };
    phrase(&format!("{key}.{side}"), before.iter().cloned().chain([texts::words(who)]))
}
