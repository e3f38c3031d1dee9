//! Land that the person keeps as it is: zones are asked for and lifted here, written into the journal, and told to the bodies.

use std::collections::HashMap;

use bevy::prelude::*;

use crate::{
    body::Order,
    domain::{ErrorCode, MAX_ZONES, Receipt, ToolError, UserAsk, Zone},
    journal::{Event, Journal},
    mind::agent::{Agent, BodyLink, Seen, Zones},
};

/// Keeps zones and lifts them, as the person asks.
pub(in crate::mind) fn take_zones(
    mut asks: MessageReader<UserAsk>,
    mut receipts: MessageWriter<Receipt>,
    agents: Query<(&Agent, &Seen)>,
    mut zones: ResMut<Zones>,
    mut journal: ResMut<Journal>,
) {
    for ask in asks.read() {
        let (bot, low, high, keeps) = match ask {
            UserAsk::Keep { bot, from, to } => (bot, *from, *to, true),
            UserAsk::Lift { bot, from, to } => (bot, *from, *to, false),
            _ => continue,
        };
        let called = agents.iter().find(|(agent, _)| agent.username == *bot);
        let land = called.and_then(|(agent, seen)| Some((agent.server.clone(), seen.0.as_ref()?.dimension.clone())));
        let outcome = match land {
            Some((server, dimension)) => {
                let zone = Zone::between(&dimension, low, high);
                let changed = if keeps { zones.keep(&server, zone.clone()) } else { zones.lift(&server, &zone) };
                changed.map(|()| {
                    let entry =
                        if keeps { Event::ZoneKept { server, zone } } else { Event::ZoneLifted { server, zone } };
                    journal.record(None, entry);
                    None
                })
            }
            None => Err(refusal(format!("{bot} has not seen the world yet: zones are of the land that it is in"))),
        };
        receipts.write(Receipt { ask: ask.clone(), outcome });
    }
}

/// Tells each body which land is kept on its server, where that is other than what it was told last: a new body knows of none.
pub(in crate::mind) fn tell_zones(
    zones: Res<Zones>,
    agents: Query<(Entity, &Agent, &BodyLink)>,
    mut told: Local<HashMap<Entity, Vec<Zone>>>,
) {
    for (of, agent, link) in &agents {
        let (told, now) = (told.entry(of).or_default(), zones.on(&agent.server));
        if *told != now && link.send(Order::Keep { zones: now.clone() }) {
            *told = now;
        }
    }
}

impl Zones {
    fn keep(&mut self, server: &str, zone: Zone) -> Result<(), ToolError> {
        let of = self.on(server);
        if of.contains(&zone) {
            return Err(refusal(format!("{zone} is kept already")));
        }
        if of.len() >= MAX_ZONES {
            return Err(refusal(format!("there are {MAX_ZONES} zones already, and no more are kept: lift one first")));
        }
        self.0.push((server.to_owned(), zone));
        Ok(())
    }

    fn lift(&mut self, server: &str, zone: &Zone) -> Result<(), ToolError> {
        let place = self.0.iter().position(|(of, kept)| of == server && kept == zone);
        let place = place.ok_or_else(|| refusal(format!("{zone} is not kept")))?;
        self.0.remove(place);
        Ok(())
    }
}

fn refusal(words: String) -> ToolError {
    ToolError::new(ErrorCode::InvalidParams, words)
}
