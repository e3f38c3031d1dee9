//! Words that are typed to be said by the bot, and lines of chat as another player and the bot itself hear them.

use blockwright::{
    body::{CALL_DEADLINE, Report},
    domain::{Audience, ToolRequest, UserAsk},
    journal::Event,
    mind::model::Provider,
};
use serde_json::json;

use crate::{
    harness::{Hands, LEVEL, NAME, play_asking, world},
    llm_stub::{Response, Stub},
    model::{Mind, limits, model},
};

const LISTENER: &str = "Listener";

/// What the bot at work is told to say another player hears at once, in its order and to the letter; and then the work is gone on with.
#[test]
fn what_is_typed_is_said_before_all_else_and_the_goal_at_work_goes_on() {
    let world = world(LEVEL, &[]);
    let mut listener = Hands::join_as(&world, LISTENER);
    let words = ["stop, and \"go\" home", "if it is night go to bed", "how are you?"];
    let mut asks: Vec<UserAsk> =
        words.iter().map(|words| UserAsk::Say { bot: NAME.to_owned(), words: (*words).to_owned() }).collect();
    let run = play_asking(&world.address().to_string(), &["mine 12 dirt"], |events| {
        let is_at_work = events.iter().any(|event| matches!(event, Event::ToolCall { .. }));
        if is_at_work { std::mem::take(&mut asks) } else { Vec::new() }
    });
    run.assert_done();
    let done = run.events.iter().filter_map(|event| match event {
        Event::GoalDone { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let done: Vec<&str> = done.collect();
    assert_eq!((done.len(), done[3]), (4, "mine 12 dirt"), "{done:?}");
    assert!(!run.events.iter().any(|event| matches!(event, Event::StepFailed { .. })), "{:#?}", run.events);
    let mut heard = Vec::new();
    listener.until(|report| {
        let Report::Chat { sender: Some(sender), message, .. } = report else { return None };
        heard.extend((sender == NAME).then(|| message.clone()));
        (heard.len() == words.len()).then_some(())
    });
    assert_eq!(heard, words);
}

/// What is to be said stands there: no model is asked about it, and no token paid for.
#[test]
fn no_model_is_asked_about_words_that_are_typed_to_be_said() {
    let stub = Stub::start(Provider::Gemini, |_| Response::Silent);
    let mut mind = Mind::new(&[], model(&stub, Provider::Gemini, limits()));
    mind.0.ask(UserAsk::Say { bot: "Bot".to_owned(), words: "hello".to_owned() });
    let (_, request) = mind.0.call();
    assert!(matches!(&request, ToolRequest::Chat(chat) if chat.message == "hello" && chat.to.is_none()), "{request:?}");
    assert!(stub.requests().is_empty());
    mind.0.ask(UserAsk::Say { bot: "Nobody".to_owned(), words: "hello".to_owned() });
    assert_eq!(mind.0.view().refused.as_deref(), Some("no bot of this name is there to say it"));
}

/// A command is not sent, whoever types it: nothing is done, and the one who asked hears why.
#[test]
fn a_command_is_not_sent() {
    let world = world(LEVEL, &[]);
    let mut listener = Hands::join_as(&world, LISTENER);
    let mut asks = vec![UserAsk::Say { bot: NAME.to_owned(), words: format!("/tell {LISTENER} psst") }];
    let run = play_asking(&world.address().to_string(), &["say the end"], |events| {
        let is_there = events.iter().any(|event| matches!(event, Event::Joined { .. }));
        if is_there { std::mem::take(&mut asks) } else { Vec::new() }
    });
    run.assert_done();
    assert_eq!(run.report().goals.len(), 1, "{:#?}", run.report());
    let first = listener.until(|report| match report {
        Report::Chat { sender: Some(sender), message, .. } if sender == NAME => Some(message.clone()),
        _ => None,
    });
    assert_eq!(first, "the end");
}

#[test]
fn what_is_said_in_private_is_told_as_such_to_both() {
    let world = world(LEVEL, &[]);
    let (mut speaker, mut listener) = (Hands::join_as(&world, NAME), Hands::join_as(&world, LISTENER));
    let heard = |hands: &mut Hands, words: &str| {
        hands.until(|report| match report {
            Report::Chat { sender, message, audience } if message == words => Some((sender.clone(), audience.clone())),
            _ => None,
        })
    };
    let by_name = Some(NAME.to_owned());
    let call = speaker.order("chat", json!({ "message": "psst", "to": LISTENER }), CALL_DEADLINE);
    assert_eq!(heard(&mut speaker, "psst"), (by_name.clone(), Audience::Player(LISTENER.to_owned())));
    assert!(speaker.outcome(call).success);
    assert_eq!(heard(&mut listener, "psst"), (by_name.clone(), Audience::Bot));
    speaker.order("chat", json!({ "message": "hello" }), CALL_DEADLINE);
    assert_eq!(heard(&mut speaker, "hello"), (by_name.clone(), Audience::Everyone));
    assert_eq!(heard(&mut listener, "hello"), (by_name, Audience::Everyone));
}
