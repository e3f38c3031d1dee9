//! Players whose words are goals. Everybody else's are data.

use bevy::prelude::*;

use super::{
    goal::{Asked, Goal, GoalNote, Speaker},
    whose::addressed,
};
use crate::{
    body::Order,
    domain::{GoalState, Receipt, UserAsk, Volume, shortened, tame},
    mind::{
        agent::{Agent, BodyLink, GoalOf, Heard},
        plan::bounds::Bounds,
    },
    voxel::SeenWorld,
};

/// The players whose words are goals, and what they may not ask for.
#[derive(Resource, Debug, Default, Clone)]
pub struct Owners {
    /// As the server spells them, upper and lower case being two.
    pub names: Vec<String>,
    pub bounds: Bounds,
}

impl Owners {
    /// These players, with the usual bounds.
    pub fn named(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { names: names.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Who has asked for a goal: whoever sits at the program is the first of the owners.
    pub fn or_first(&self, speaker: Option<&Speaker>) -> Option<String> {
        speaker.map(|speaker| &speaker.0).or(self.names.first()).cloned()
    }

    /// The boxes that are closed to who has asked for a goal: none to whoever sits at the program.
    pub fn closed_to(&self, speaker: Option<&Speaker>) -> &[Volume] {
        speaker.map_or(&[], |_| &self.bounds.zones)
    }

    /// What has been seen, without what is closed to who has asked for a goal; `None` where nothing is.
    pub fn left_open(&self, speaker: Option<&Speaker>, blocks: &SeenWorld) -> Option<SeenWorld> {
        let closed = self.closed_to(speaker);
        (!closed.is_empty()).then(|| blocks.without(closed))
    }
}

/// Characters of an answer: with the command around it, it stays within what may be said at once.
const ANSWER: usize = 220;

/// Makes asks of what owners say: all of a private message, and of what is said to everybody that which begins with a bot's name.
pub(in crate::mind) fn hear_owners(
    owners: Res<Owners>,
    mut agents: Query<(&Agent, &mut Heard)>,
    mut asks: MessageWriter<UserAsk>,
) {
    for (agent, mut heard) in agents.iter_mut().filter(|(_, heard)| !heard.said.is_empty()) {
        for said in std::mem::take(&mut heard.said) {
            if !owners.names.contains(&said.player) {
                continue;
            }
            let words =
                if said.privately { Some(said.message.as_str()) } else { called(&agent.username, &said.message) };
            if let Some(words) = words.map(str::trim).filter(|words| !words.is_empty()) {
                let (by, bot, words) = (said.player.clone(), agent.username.clone(), words.to_owned());
                asks.write(UserAsk::Said { by, bot, words });
            }
        }
    }
}

/// What is said to this bot in front of everybody: `Blockwright, get me 10 torches`.
fn called<'a>(name: &str, message: &'a str) -> Option<&'a str> {
    let message = message.trim_start().trim_start_matches('@');
    if let (Some(_), words) = addressed(message, [name]) {
        return Some(words);
    }
    let begins = message.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
    let rest = message.get(name.len()..).filter(|_| begins)?;
    rest.starts_with([',', ' ', '!']).then(|| rest.trim_start_matches([',', '!', ' ']))
}

/// Tells owners what became of what they said, in private.
pub(in crate::mind) fn answer_owners(
    mut receipts: MessageReader<Receipt>,
    agents: Query<(Entity, &Agent, &BodyLink)>,
    ended: Query<(&Goal, &GoalState, &GoalNote, &Speaker, Option<&GoalOf>), Changed<GoalState>>,
    questions: Query<&Goal, With<Asked>>,
) {
    let tell = |bot: &str, to: &str, words: String| {
        if let Some((.., body)) = agents.iter().find(|(_, agent, _)| agent.username == bot) {
            body.send(Order::Whisper { to: to.to_owned(), message: shortened(&tame(&words), ANSWER).into_owned() });
        }
    };
    for receipt in receipts.read() {
        let UserAsk::Said { by, bot, words } = &receipt.ask else { continue };
        match &receipt.outcome {
            Err(error) => tell(bot, by, error.message.clone()),
            // A question is answered by its answer.
            Ok(Some(id)) if questions.iter().any(|goal| goal.id == *id) => {}
            Ok(_) => tell(bot, by, format!("all right: {words}")),
        }
    }
    for (goal, state, note, speaker, of) in &ended {
        let Some((_, agent, _)) = of.and_then(|of| agents.get(of.0).ok()) else { continue };
        let words = match (state, &note.why) {
            (GoalState::Done, Some(answer)) => answer.clone(),
            (GoalState::Done, None) => format!("done: {}", goal.text),
            (GoalState::Failed, why) => format!("not done: {}: {}", goal.text, why.as_deref().unwrap_or("no reason")),
            (GoalState::Paused, Some(why)) => format!("paused: {}: {why}", goal.text),
            _ => continue,
        };
        tell(&agent.username, &speaker.0, words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_spoken_to_by_its_name() {
        for (said, meant) in [
            ("Blockwright, get me 10 torches", Some("get me 10 torches")),
            ("blockwright: stop", Some("stop")),
            ("@Blockwright come here", Some("come here")),
            ("Blockwright get 3 logs", Some("get 3 logs")),
            ("Blockwrights are great", None),
            ("get me 10 torches", None),
            ("I like Blockwright, get it?", None),
            ("Blockwright", None),
            ("Blöckwright, stop", None),
        ] {
            assert_eq!(called("Blockwright", said), meant, "{said}");
        }
    }
}
