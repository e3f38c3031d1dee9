//! A goal that puts itself right while it is said: "go home, no wait, come back here", "put a ladder… sorry, a torch by the barrel".

use super::{
    count::is_number,
    meaning::Intent,
    names::{Use, resolve},
    parser::begins_a_clause,
    reading::{says, understood},
    talk::only_tells,
    words::{Word, has, is_joint, words},
};

/// What puts right what was said just before it.
const MARKS: &[&str] = &[
    "no wait",
    "no sorry",
    "no actually",
    "no i meant",
    "wait no i meant",
    "wait no i mean",
    "no dont",
    "hmm nah",
    "oh wait",
    "oh no",
    "nah",
    "no don't",
    "no i mean",
    "wait no",
    "wait i meant",
    "wait i mean",
    "sorry i meant",
    "sorry i mean",
    "sorry",
    "oops",
    "actually",
    "i meant",
    "i mean",
    "or rather",
    "scratch that",
    "correction",
    "on second thought",
    "on second thoughts",
    // These are said beside others, or before a comma.
    "no",
    "nope",
    "wait",
    "oh",
    "hm",
    "hmm",
    "uh",
    "um",
    "er",
    "ah",
];
/// How many of the last are nothing by themselves: "no torches", "wait 5 seconds".
const WEAK: usize = 10;
/// What things are made of, or their colour, as it stands in front of them.
const STUFFS: &[&str] = &[
    "wooden",
    "wood",
    "stone",
    "iron",
    "golden",
    "gold",
    "diamond",
    "copper",
    "leather",
    "chainmail",
    "netherite",
    "oak",
    "birch",
    "spruce",
    "jungle",
    "acacia",
    "cherry",
    "mangrove",
    "red",
    "white",
    "blue",
    "green",
    "yellow",
    "black",
    "big",
    "small",
];
/// What goes on with what was said, and puts nothing right.
const GOES_ON: &[&str] = &["also", "too", "and", "plus"];
const BEFORE_NUMBERS: &[&str] = &["just", "only", "make", "make it", "make that", "to"];
const BEHIND_NUMBERS: &[&str] = &[
    "of them",
    "of those",
    "instead",
    "rather",
    "is enough",
    "are enough",
    "is plenty",
    "are plenty",
    "is fine",
    "are fine",
    "will do",
    "would do",
    "should do",
];

/// The goal as it is meant after all, where it puts itself right, and how that was read. `reads`: whether words are understood.
///
/// What is said last stands in the place of as few words before it as make sense so, and of no more than one clause.
pub(super) fn righted(text: &str, reads: impl Fn(&str) -> bool) -> Option<(String, String)> {
    as_said(text, &reads).or_else(|| but_talk(text, &reads))
}

/// "make 3 signs, no wait, 6, I've got a lot to say": what stands behind only tells why, and is put aside where the rest is read.
fn but_talk(text: &str, reads: &impl Fn(&str) -> bool) -> Option<(String, String)> {
    /// Said of a number, these say no more than that it is right.
    const WHY: &[&str] = &[
        "that's enough",
        "that is enough",
        "that'll do",
        "that will do",
        "that's plenty",
        "that should do",
        "we need more",
        "i need more",
        "i've got a lot to say",
        "i have a lot to say",
        "i've a lot to say",
        "i miscounted",
    ];
    let words = words(text);
    let signs =
        words.iter().enumerate().skip(1).rev().filter(|(_, word)| matches!(word.text.as_str(), "," | "." | ";"));
    signs.map(|(at, _)| at).find_map(|at| {
        let behind = &text[words.get(at + 1)?.start..];
        let is_why = WHY.contains(&behind.trim_end_matches(['.', '!', ' ']).to_lowercase().as_str());
        if !is_why && !only_tells(behind) {
            return None;
        }
        let (right, note) = as_said(text[..words[at].start].trim_end(), reads)?;
        Some(match is_why {
            true => (right, format!("{note}; {behind:?} only says why")),
            false => (format!("{right}, {behind}"), note),
        })
    })
}

fn as_said(text: &str, reads: &impl Fn(&str) -> bool) -> Option<(String, String)> {
    if text.contains(['"', '\u{201c}']) {
        return None;
    }
    let words = words(text);
    let (from, to) = (1..words.len()).find_map(|at| mark(&words, at))?;
    // The sign before it ends what it puts right, and begins no clause.
    let before = &words[..words[..from].iter().rposition(|word| !is_joint(&word.text))? + 1];
    let after = words.get(to..).filter(|after| !after.is_empty())?;
    let said = text[..words[from].start].trim_end_matches([' ', ',', ';', '.', '-', '\u{2014}']);
    if says(said) || GOES_ON.contains(&after[0].text.as_str()) {
        return None;
    }
    let noted = |right: String| {
        let note = format!("{:?} puts right what is before it: {right:?}", text[words[from].start..].trim());
        Some((right, note))
    };
    let tail = &text[after[0].start..];
    let clause = before.iter().rposition(|word| is_joint(&word.text)).map_or(0, |joint| joint + 1);
    if let Some(number) = only_number(after) {
        // One number is put right, and not one of several.
        let numbers = |from: usize| (from..before.len()).filter(|at| is_number(&before[*at].text)).collect::<Vec<_>>();
        let Some(&[at]) = [numbers(clause), numbers(0)].iter().map(Vec::as_slice).find(|found| found.len() == 1) else {
            return None;
        };
        return noted(format!("{}{number}{}", &text[..before[at].start], &text[before[at].end..said.len()]));
    }
    // "get 5 cobble, no sorry, 7, from the chest": what stands behind the number goes on with what was said.
    if let Some(sign) = after.iter().position(|word| word.text == ",")
        && let Some(number) = only_number(&after[..sign])
        && let Some(behind) = after.get(sign + 1)
        && (matches!(behind.text.as_str(), "and" | "then") || !begins_a_clause(&text[behind.start..]))
        && let [at] = (clause..before.len()).filter(|at| is_number(&before[*at].text)).collect::<Vec<_>>()[..]
    {
        let (head, rest) = (&text[..before[at].start], &text[before[at].end..said.len()]);
        // "make 3 signs, no wait, 6, and put them in the chest"
        let is_clause = matches!(behind.text.as_str(), "and" | "then");
        let right = format!("{head}{number}{rest}{} {}", if is_clause { "," } else { "" }, &text[behind.start..]);
        return noted(right.clone()).filter(|_| reads(&right));
    }
    if let Some(stuff) = only_stuff(after)
        && let Some(right) = with_stuff(&text[..said.len()], &before[clause..], stuff)
        && reads(&right)
    {
        return noted(right);
    }
    if let Some(thing) = only_thing(after)
        && let Some(right) = with_thing(&text[..said.len()], &before[clause..], thing)
        && reads(&right)
    {
        return noted(right);
    }
    let clause = (0..=clause).rev().find(|at| begins_a_clause(&text[words[*at].start..])).unwrap_or(clause);
    // "a torch, by the barrel": it was broken off there.
    let joined = tail.replacen(", ", " ", 1);
    // A verb of its own makes a clause, and that stands in the place of one.
    let whole = begins_a_clause(tail);
    let starts = |at: &usize| !whole || *at == clause || is_joint(&before[*at - 1].text);
    // "go 6 blocks west of here, no, 8 east": a number puts a number right.
    let numbers: Vec<usize> = (clause..before.len()).filter(|at| is_number(&before[*at].text)).collect();
    let number = Some(&numbers[..]).filter(|found| found.len() == 1 && is_number(&after[0].text));
    let places = number.into_iter().flatten().copied().chain((clause..before.len()).rev().filter(starts));
    // "put a fence around the wheat, no, a wall": that it is the wheat which is put right, nobody can tell.
    let is_ring = before[clause..].iter().any(|word| matches!(word.text.as_str(), "around" | "round"));
    let is_plain = has("around round the on north south east west", &after[0].text) || is_number(&after[0].text);
    if is_ring && !whole && !is_plain {
        return None;
    }
    let in_place = places.into_iter().find_map(|at| {
        let kept = &text[..words[at].start];
        // "go to the chest, no, to the barrel": not to to it.
        let leads =
            matches!(after[0].text.as_str(), "to" | "from" | "in" | "into" | "on" | "at" | "by" | "next" | "behind");
        let stays = |word: &Word| {
            word.text == after[0].text
                || matches!(word.text.as_str(), "the" | "a" | "an" | "to")
                || is_number(&word.text)
        };
        if leads && at > 0 && stays(&words[at - 1]) {
            return None;
        }
        [tail, joined.as_str()].map(|tail| format!("{kept}{tail}")).into_iter().find(|right| reads(right))
    });
    // "give Mia 2 bread, sorry, I meant Bert"
    let named = |name: &str| {
        let with_name = |at: usize| format!("{}{name}{}", &text[..before[at].start], &text[before[at].end..said.len()]);
        (clause..before.len()).rev().map(with_name).find(|right| is_for(right, name))
    };
    let name = || Some(&text[after[0].start..after[0].end]).filter(|name| is_name(after, name));
    in_place.or_else(|| named(name()?)).and_then(noted)
}

/// Whether the words are one, and somebody's name as it was written: with a capital, since any other word may be a slip.
fn is_name(words: &[Word], written: &str) -> bool {
    let is_one = matches!(without_thanks(words).as_slice(), [name] if resolve(name, Use::Held).is_none());
    is_one && written.starts_with(char::is_uppercase) && written.chars().all(char::is_alphanumeric)
}

/// Whether a goal is understood, and has something done for a player of this name.
fn is_for(goal: &str, name: &str) -> bool {
    let is_theirs = |mut intent: Intent| intent.player_mut().is_some_and(|player| player.eq_ignore_ascii_case(name));
    understood(goal).is_some_and(|reading| reading.intents.into_iter().any(is_theirs))
}

/// Where a mark begins and ends that comes at a word, behind a sign; with the signs and the other marks behind it.
fn mark(words: &[Word], at: usize) -> Option<(usize, usize)> {
    let is_sign =
        |at: usize| words.get(at).is_some_and(|word| matches!(word.text.as_str(), "," | "." | ";" | "-" | "\u{2014}"));
    if !is_sign(at - 1) {
        return None;
    }
    let (mut end, mut strong, mut marks) = (at, false, 0);
    loop {
        let fits = |phrase: &str| {
            let count = phrase.split(' ').count();
            let fits =
                phrase.split(' ').enumerate().all(|(n, one)| words.get(end + n).is_some_and(|word| word.text == one));
            fits.then_some(count)
        };
        let found = MARKS.iter().enumerate().filter_map(|(number, phrase)| Some((fits(phrase)?, number))).max();
        let Some((count, number)) = found else { break };
        strong |= number < MARKS.len() - WEAK;
        marks += 1;
        end += count;
        let signed = is_sign(end);
        // "no, wait 5 seconds" puts nothing right by its second word.
        strong |= signed && matches!(words[end - 1].text.as_str(), "no" | "nope");
        while is_sign(end) {
            end += 1;
        }
    }
    // "no wait, then come back"
    end += usize::from(words.get(end).is_some_and(|word| word.text == "then"));
    (marks > 0 && strong).then_some((at, end))
}

/// The words, but for a full stop, please and thanks at their end.
fn without_thanks(words: &[Word]) -> Vec<&str> {
    let ends = |word: &&str| matches!(*word, "." | "please" | "thanks");
    let mut said: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    while said.last().is_some_and(ends) {
        said.pop();
    }
    said
}

/// The words, where they are "a barrel" and nothing else.
fn only_thing(words: &[Word]) -> Option<String> {
    let said = without_thanks(words);
    let is_thing = matches!(said.as_slice(), ["a" | "an", _] | ["a" | "an", _, _]);
    is_thing.then(|| said.join(" "))
}

/// The stuff, where these words are "a stone one" and nothing else.
fn only_stuff(words: &[Word]) -> Option<&Word> {
    let is_one = matches!(without_thanks(words).as_slice(), ["a" | "an" | "the", _, "one"]);
    words.get(1).filter(|_| is_one)
}

/// What was said, with the one thing that it calls "a wooden sword" made of another stuff.
fn with_stuff(text: &str, clause: &[Word], stuff: &Word) -> Option<String> {
    let mut things = (0..clause.len()).filter(|at| matches!(clause[*at].text.as_str(), "a" | "an"));
    let at = things.next().filter(|_| things.next().is_none())?;
    let first = clause.get(at + 1)?;
    // "a pickaxe from the chest, no, a stone one" has no stuff yet.
    let from = if STUFFS.contains(&first.text.as_str()) { first.end } else { clause[at].end };
    let behind = text[from..].trim_start();
    let is_stuff = STUFFS.contains(&stuff.text.as_str());
    is_stuff.then(|| format!("{}a {} {behind}", &text[..clause[at].start], stuff.text))
}

/// What was said, with the one thing that it calls "a" something put right, and where it goes left as it was: "place a chest by the door".
fn with_thing(text: &str, clause: &[Word], thing: String) -> Option<String> {
    const PLACES: &str =
        "by next near on in into from at beside to here there behind above under over beneath inside onto for with";
    let mut things = (0..clause.len()).filter(|at| matches!(clause[*at].text.as_str(), "a" | "an"));
    let at = things.next().filter(|_| things.next().is_none())?;
    let behind = clause[at..].iter().find(|word| has(PLACES, &word.text))?;
    Some(format!("{}{thing} {}", &text[..clause[at].start], &text[behind.start..]))
}

/// The number, where these words are nothing else.
fn only_number(words: &[Word]) -> Option<&str> {
    let text = without_thanks(words).join(" ");
    // "just a single one"
    if text
        .trim_start_matches("just ")
        .trim_start_matches("only ")
        .strip_prefix("a ")
        .is_some_and(|one| matches!(one, "single one" | "single"))
    {
        return Some("1");
    }
    let start = BEFORE_NUMBERS.iter().rev().find_map(|phrase| text.strip_prefix(phrase)?.strip_prefix(' '));
    let text = start.unwrap_or(&text);
    let bare = BEHIND_NUMBERS.iter().find_map(|phrase| text.strip_suffix(phrase)).unwrap_or(text).trim();
    words.iter().map(|word| word.text.as_str()).find(|word| *word == bare && is_number(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::plan::grammar::reading::is_read;

    #[test]
    fn what_is_said_last_stands_in_the_place_of_what_it_puts_right() {
        for (said, meant) in [
            ("make 5 signs, actually just 3", "make 3 signs"),
            ("make me 6 ladders, hmm nah 3 is enough", "make me 3 ladders"),
            ("craft 12 slabs, nah 9 is plenty", "craft 9 slabs"),
            ("get 5 cobble, no sorry, 7, from the chest", "get 7 cobble from the chest"),
            ("make a wooden sword, wait no i meant a stone one", "make a stone sword"),
            ("take a pickaxe from the chest, no wait, a stone one", "take a stone pickaxe from the chest"),
            ("give Mia 2 bread, sorry, I meant Bert", "give Bert 2 bread"),
            ("get me 4 ladders. no, I meant 7", "get me 7 ladders"),
            (
                "follow Anna for 1 minute, then go home... no wait, come back here",
                "follow Anna for 1 minute, then come back here",
            ),
            ("place a ladder... sorry, a torch, by the barrel", "place a torch by the barrel"),
            ("put 5 dirt in the chest, sorry, the barrel", "put 5 dirt in the barrel"),
            ("give Bert 5 torches, no, 3 signs", "give Bert 3 signs"),
            ("go to the chest, no, go home", "go home"),
            ("dig up 4 dirt, put it in the chest... sorry, drop half of it", "dig up 4 dirt, drop half of it"),
            ("make 2 chests and 3 signs, no, 4", "make 2 chests and 4 signs"),
            ("place a chest by the door, no wait, a barrel", "place a barrel by the door"),
            ("go 6 blocks west of here, no wait, 8 east, and jump", "go 8 east, and jump"),
            ("make 3 signs, no wait, 6, and put them in the chest", "make 6 signs, and put them in the chest"),
            ("make 3 signs, no wait, 6, i've got a lot to say", "make 6 signs"),
            ("make 2 chests, no wait, just one, that's enough", "make one chests"),
            ("give Mia 3 bread, no wait, 5, she's starving", "give Mia 5 bread, she's starving"),
        ] {
            assert_eq!(righted(said, is_read).map(|(right, _)| right).as_deref(), Some(meant), "{said}");
        }
        for same in [
            "go home, wait 5 seconds and come back",
            "build a house, no torches",
            "get 5 logs, actually also 3 dirt",
            "say sorry, no",
            "get 5 logs, then wait",
            "open the door, wait, close it",
            "craft a sword, make it iron",
            "put 5 dirt in the chest at 1 64 2, no, 6",
            "make 3 signs, no wait, 6, one for each door",
        ] {
            assert_eq!(righted(same, is_read), None, "{same}");
        }
    }
}
