//! Answers as they come: heard and paid for at once, held against the proof, and sent back with what it finds.

use bevy::prelude::*;

use crate::{
    domain::Observation,
    journal::{Event, Journal},
    mind::{
        goals::{Goal, Ledger},
        model::{
            asking::{Asking, entry, may_ask, send},
            call::{CallError, Reply, Turn},
            config::Limits,
            desk::Desk,
            prompt::repair_turn,
        },
    },
};

/// How often an answer that cannot be proved goes back with the findings.
const REPAIRS: usize = 2;
/// How much of an answer is shown to its author again, in characters: the findings are what counts.
const MOST_QUOTED: usize = 8_000;

/// Takes the answers that have come, and writes down what they cost.
pub(in crate::mind) fn hear_answers(
    mut goals: Query<(&Goal, &mut Asking, &mut Ledger)>,
    mut desk: ResMut<Desk>,
    mut journal: ResMut<Journal>,
) {
    for answer in desk.answers() {
        let asked = goals.iter_mut().find(|(_, asking, _)| asking.call == answer.call);
        let Some((goal, mut asking, mut ledger)) = asked else { continue };
        let call = entry(&answer, &asking);
        if answer.lost_schema {
            let model = asking.model.model.clone();
            journal.record(Some(goal.id), Event::SchemaRefused { model });
        }
        if let Ok(reply) = &answer.result {
            journal.record(Some(goal.id), Event::ModelReply { call: answer.call, text: reply.text.clone() });
        }
        journal.record(Some(goal.id), Event::ModelCalled { call: call.clone() });
        ledger.calls.push(call);
        asking.answer = Some(answer.result);
    }
}

/// Why an answer brings nothing.
pub(super) enum Unproved {
    /// There is none.
    Failed(String),
    /// What is wrong with it.
    Found(Reply, Vec<String>),
}

/// What an answer says, if it can be proved.
pub(super) fn heard<T>(
    answer: Result<Reply, CallError>,
    prove: impl FnOnce(&str) -> Result<T, Vec<String>>,
) -> Result<T, Unproved> {
    let reply = answer.map_err(|error| Unproved::Failed(error.to_string()))?;
    prove(&reply.text).map_err(|findings| Unproved::Found(reply, findings))
}

/// Tells the model what was wrong with its answer; or says why not.
pub(super) fn send_back(
    unproved: Unproved,
    asking: &Asking,
    goal: &Goal,
    seen: &Observation,
    limits: &Limits,
    desk: &mut Desk,
    ledger: &mut Ledger,
    journal: &mut Journal,
) -> Result<Asking, String> {
    let (reply, findings) = match unproved {
        Unproved::Failed(why) => return Err(why),
        Unproved::Found(reply, findings) => (reply, findings),
    };
    let found = findings.join("; ");
    let role = asking.prompt.role;
    let may = if asking.repairs < REPAIRS {
        may_ask(ledger, limits, &asking.model, seen)
    } else {
        Err(format!("sent back {REPAIRS} times"))
    };
    let unproved = |why: String| format!("the model's answer cannot be proved ({why}): {found}");
    may.map_err(unproved)?;
    journal.record(Some(goal.id), Event::SentBack { findings: findings.clone() });
    let mut prompt = asking.prompt.clone();
    prompt.turns.push(Turn::Model(reply.text.chars().take(MOST_QUOTED).collect()));
    prompt.turns.push(Turn::User(repair_turn(role, &findings)));
    let again = send(desk, (prompt, &asking.model), (asking.repairs + 1, asking.step), goal, seen, ledger, journal);
    // It is one question still: the user has waited for its answer since the first.
    let again = again.map(|again| Asking { since: asking.since, wait: asking.wait, ..again });
    again.ok_or_else(|| unproved(String::new()))
}
