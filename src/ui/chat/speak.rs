//! What the person may say and ask for from the chat: decided over the view, without a widget.

use crate::{
    domain::{BotView, ChatSource, GoalState, GoalView, MAX_CHAT_LENGTH, MindView, tame},
    mind::plan::grammar::speech,
    ui::queue,
};

/// From so many letters on it is said how many there may be.
const NEAR_THE_LIMIT: usize = 200;

/// What is wrong with words that are typed, and what to do instead; nothing while they can be said, or are none.
pub fn refusal(words: &str) -> Option<String> {
    let words = words.trim();
    if words.starts_with('/') {
        let only = "A line with / is a command, and the bot only speaks";
        return Some(format!("{only}: leave the slash out, or say in the goal box what is to be done."));
    }
    if words.is_empty() || length(words) > MAX_CHAT_LENGTH {
        return None;
    }
    speech(words).err().map(|error| format!("The game does not take this: {}.", error.message))
}

/// Letters as the game counts them: most are one, emoji are two.
pub fn length(words: &str) -> usize {
    words.trim().encode_utf16().count()
}

/// `212 of 256`, once that is near.
pub fn told_length(words: &str) -> Option<String> {
    let length = length(words);
    match length {
        ..NEAR_THE_LIMIT => None,
        _ if length > MAX_CHAT_LENGTH => Some(format!("{} too many", length - MAX_CHAT_LENGTH)),
        _ => Some(format!("{length} of {MAX_CHAT_LENGTH}")),
    }
}

/// The newest goal with the text of one that says something, if it was not simply done: it waits, or the server did not show it.
pub fn unsaid<'a>(view: &'a MindView, text: &str) -> Option<&'a GoalView> {
    let goal = view.goals.iter().rev().find(|shown| shown.text == tame(text))?;
    matches!(goal.state, GoalState::Failed | GoalState::Paused | GoalState::Cancelled).then_some(goal)
}

/// Goals and words about goals that make sense now.
pub fn quick(view: &MindView, bot: &BotView) -> Vec<String> {
    let mut quick = Vec::new();
    match queue::current(view, Some(bot)).map(|goal| goal.state) {
        Some(GoalState::Active) => quick.push("stop".to_owned()),
        Some(GoalState::Paused) => quick.push("go on".to_owned()),
        _ => {}
    }
    if let Some(player) = company(view, bot) {
        quick.extend([format!("go to {player}"), format!("follow {player}"), format!("tell {player} where you are")]);
    }
    quick
}

/// Whoever spoke last, or else is first on the server's list. Names that are none are nobody's: they would become words of a goal.
fn company<'a>(view: &'a MindView, bot: &'a BotView) -> Option<&'a str> {
    let online = &bot.observation.as_ref()?.online;
    let is_name = |name: &str| {
        (3..=16).contains(&name.len()) && name.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
    };
    let is_ours = |name: &str| view.bots.iter().any(|bot| bot.username == name);
    let is_company = |name: &&str| is_name(name) && !is_ours(name) && online.iter().any(|online| online == name);
    let spoke = view.chat.iter().rev().find_map(|line| match &line.source {
        ChatSource::Player(name) => Some(name.as_str()).filter(is_company),
        ChatSource::Server | ChatSource::Program => None,
    });
    spoke.or_else(|| online.iter().map(String::as_str).find(is_company))
}

/// For this bot, where several play.
pub fn addressed(view: &MindView, bot: &BotView, words: &str) -> String {
    if view.bots.len() > 1 { format!("{}: {words}", bot.username) } else { words.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        domain::{Audience, ChatLine, Observation},
        mind::plan::grammar::{order, parse},
        ui::tests::goal,
    };

    fn bot(online: &[&str]) -> BotView {
        let online = online.iter().map(|name| (*name).to_owned()).collect();
        let observation = Some(Observation { online, ..Observation::default() });
        BotView { username: "Bot".to_owned(), observation, ..BotView::default() }
    }

    fn said_by(name: &str) -> ChatLine {
        let (source, audience) = (ChatSource::Player(name.to_owned()), Audience::Everyone);
        ChatLine { number: 0, at_ms: 0, bot: None, source, audience, text: "hi".to_owned() }
    }

    #[test]
    fn a_command_is_no_speech_and_the_limit_is_told_as_it_nears() {
        assert!(refusal("/tp Bot 0 0 0").is_some_and(|why| why.contains("is a command")));
        assert!(refusal("a\u{a7}c").is_some_and(|why| why.contains("control characters")));
        assert_eq!((refusal(""), refusal("  "), refusal("hello"), refusal("1/2")), (None, None, None, None));
        let told = |count: usize| told_length(&"a".repeat(count));
        assert_eq!((told(199), told(212)), (None, Some("212 of 256".to_owned())));
        assert_eq!((told(256), told(270)), (Some("256 of 256".to_owned()), Some("14 too many".to_owned())));
        assert_eq!(told_length(&"\u{1f389}".repeat(128)), Some("256 of 256".to_owned()), "two each");
    }

    #[test]
    fn quick_words_are_those_that_make_sense_and_are_understood() {
        let none: [&str; 0] = [];
        let mut view = MindView { bots: vec![bot(&[])], ..MindView::default() };
        assert_eq!(quick(&view, &view.bots[0]), none);
        view.goals = vec![goal(1, "craft a chest", GoalState::Active)];
        assert_eq!(quick(&view, &view.bots[0]), ["stop"]);
        view.goals[0].state = GoalState::Paused;
        view.bots = vec![bot(&["Ada", "Eve"])];
        view.chat = Arc::new([said_by("Eve"), said_by("Bot"), said_by("gone away"), said_by("Zoe")].into());
        let words = quick(&view, &view.bots[0]);
        assert_eq!(words, ["go on", "go to Eve", "follow Eve", "tell Eve where you are"]);
        assert!(words.iter().all(|words| parse(words).is_ok() || order(words).is_some()), "{words:?}");
        view.chat = Arc::default();
        assert_eq!(quick(&view, &view.bots[0])[1], "go to Ada", "nobody has spoken");
        view.bots = vec![bot(&["me, drop all", "x"])];
        assert_eq!(quick(&view, &view.bots[0]), ["go on"], "such a name would be words of a goal");
    }

    #[test]
    fn what_was_not_said_is_told_until_it_is() {
        let mut view = MindView::default();
        let text = speech("hi").unwrap();
        assert_eq!(unsaid(&view, &text), None);
        for (state, is_told) in [(GoalState::Active, false), (GoalState::Done, false), (GoalState::Failed, true)] {
            view.goals.push(goal(view.goals.len() as u64, &text, state));
            assert_eq!(unsaid(&view, &text).is_some(), is_told, "{state:?}");
        }
        assert_eq!(unsaid(&view, "say \"bye\""), None);
    }
}
