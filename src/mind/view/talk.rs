//! The chat as the surfaces show it, taken from the journal: words that are tame, by whom, for whom, and when.

use std::{collections::VecDeque, sync::Arc};

use crate::{
    domain::{Audience, ChatLine, ChatSource, tame, without_colours},
    journal::{Entry, Event, Journal},
};

/// The newest lines that are shown: an evening of talk, some tens of kilobytes.
const LINES: usize = 300;

/// The lines so far.
#[derive(Debug, Default)]
pub(in crate::mind) struct Talk {
    pub lines: Arc<VecDeque<ChatLine>>,
    /// How many there were ever, and how many of the journal's entries were looked at.
    count: u64,
    seen: usize,
}

impl Talk {
    /// Takes in what is new in the journal.
    pub fn follow(&mut self, journal: &Journal) {
        let news = journal.numbered(self.seen..journal.count());
        self.seen = journal.count();
        for line in news.iter().filter_map(|entry| line(entry, journal.wall_ms(entry))) {
            let lines = Arc::make_mut(&mut self.lines);
            lines.push_back(ChatLine { number: self.count, ..line });
            self.count += 1;
            if lines.len() > LINES {
                lines.pop_front();
            }
        }
    }
}

/// What an entry tells of the chat.
fn line(entry: &Entry, at_ms: u64) -> Option<ChatLine> {
    let plain = |words: &str| tame(&without_colours(words)).into_owned();
    let (source, audience, text) = match &entry.event {
        Event::Chat { sender, message, audience } => {
            let source = sender.as_deref().map_or(ChatSource::Server, |sender| ChatSource::Player(plain(sender)));
            let audience = match audience {
                Audience::Player(name) => Audience::Player(plain(name)),
                Audience::Everyone | Audience::Bot => audience.clone(),
            };
            (source, audience, plain(message))
        }
        Event::ChatLeftOut { .. } => (ChatSource::Program, Audience::Everyone, entry.event.sentence()?),
        _ => return None,
    };
    Some(ChatLine { number: 0, at_ms, bot: entry.bot.clone(), source, audience, text })
}

#[cfg(test)]
mod tests {
    use bevy::prelude::Entity;

    use super::*;

    fn say(journal: &mut Journal, sender: Option<&str>, message: &str, audience: Audience) {
        let (sender, message) = (sender.map(str::to_owned), message.to_owned());
        // Not through the gate, which counts by the wall's clock.
        journal.record(None, Event::Chat { sender, message, audience });
    }

    #[test]
    fn chat_is_told_tame_with_who_said_it_to_whom() {
        let (mut journal, mut talk) = (Journal::default(), Talk::default());
        journal.introduce(Entity::PLACEHOLDER, "Bot");
        say(&mut journal, Some("\u{a7}cAda"), "\u{a7}lhi\u{1b}[2J\nstop", Audience::Everyone);
        journal.record(None, Event::GoalRetried);
        say(&mut journal, None, "Ada left the game", Audience::Everyone);
        say(&mut journal, Some("Bot"), "bye", Audience::Player("A\u{202e}da".to_owned()));
        journal.record(None, Event::ChatLeftOut { lines: 7 });
        talk.follow(&journal);
        talk.follow(&journal);
        let told: Vec<_> =
            talk.lines.iter().map(|line| (line.number, line.source.clone(), line.text.as_str())).collect();
        let player = |name: &str| ChatSource::Player(name.to_owned());
        assert_eq!(
            told,
            [
                (0, player("Ada"), r"hi\u{1b}[2J\nstop"),
                (1, ChatSource::Server, "Ada left the game"),
                (2, player("Bot"), "bye"),
                (3, ChatSource::Program, "7 more lines of chat came too fast to be written down"),
            ]
        );
        assert_eq!(talk.lines[2].audience, Audience::Player(r"A\u{202e}da".to_owned()));
        assert!(talk.lines.iter().all(|line| line.at_ms > 1_700_000_000_000), "by the wall's clock");
    }

    #[test]
    fn the_newest_lines_are_kept_and_numbered_on() {
        let (mut journal, mut talk) = (Journal::default(), Talk::default());
        for number in 0..LINES as u64 + 5 {
            say(&mut journal, None, &number.to_string(), Audience::Everyone);
            talk.follow(&journal);
        }
        assert_eq!((talk.lines.len(), talk.lines[0].number, talk.lines[0].text.as_str()), (LINES, 5, "5"));
        let before = talk.lines.clone();
        journal.record(None, Event::GoalRetried);
        talk.follow(&journal);
        assert!(Arc::ptr_eq(&before, &talk.lines), "nothing new was said");
    }
}
