//! Slips of the keyboard: a goal that is not understood as it is written may be with a word that has one letter wrong put
//! right. What was typed and what it was taken for is noted, so that the plan can say so.

use std::{collections::HashSet, sync::LazyLock};

use super::{
    count::{PHRASES, SMALL, TENS},
    names::{self, means_itself},
    phrases::{ORDERS, PLACES, QUESTIONS, QUESTIONS_ABOUT, verb_phrases},
    words::{FILLERS, words},
};
use crate::knowledge::{FAMILIES, blocks, items};

/// Words of goals that no table has.
const MORE: &str = "everything inside inventory nearest closest front behind beside between around until whenever while \
        before after again instead without except another both either other others these those there here where \
        which with into onto from under above below over next right left north south east west morning evening \
        night noon midnight sunset sunrise minute minutes second seconds hour hours times time every each half \
        quarter dozen stack stacks pair hole tunnel deep wide long high tall down upstairs home base house place \
        places chest chests barrel barrels furnace furnaces hand hands back bring come follow give take store \
        please thanks them then than that this your mine ours their have need want like would could should once \
        twice thrice more most less least some many much enough all keep rest empty full ready hungry player \
        players friend everyone somebody nobody tree trees forest river water lava cave mountain village sword \
        pickaxe shovel armor helmet torch torches block blocks thing things stuff food wood surface ground floor \
        wall roof door doors gate window corner middle center side top bottom edge spot area";
/// What has fewer letters is too near to other words.
const SHORTEST: usize = 4;
/// Only of words so long is another letter in the place of one a slip: a coat is no coal.
const LONG: usize = 6;
/// And in one so long there may be two.
const LONGEST: usize = 9;

static KNOWN: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let verbs = verb_phrases();
    let asked = QUESTIONS.iter().map(|(phrase, _)| *phrase);
    let about = QUESTIONS_ABOUT.iter().flat_map(|(before, after, _)| [*before, *after]);
    let orders = ORDERS.iter().map(|(phrase, _)| *phrase);
    let numbers = SMALL.iter().chain(TENS).chain(PHRASES).map(|(phrase, _)| *phrase);
    let phrases = verbs.chain(asked).chain(about).chain(orders).chain(numbers);
    let phrases = phrases.chain(FILLERS.iter().copied()).chain(PLACES.iter().copied()).chain([MORE]);
    let things = items().iter().map(|item| item.name).chain(blocks().iter().map(|block| block.name));
    let things = things.chain(FAMILIES.iter().map(|(family, _)| *family)).chain(names::said());
    let plural = |word: &str| {
        let stem = word.strip_suffix('y').map(|stem| format!("{stem}ies"));
        let es = word.ends_with("ch") || word.ends_with("sh") || word.ends_with('x') || word.ends_with('s');
        [word.to_owned(), stem.unwrap_or_else(|| format!("{word}{}", if es { "es" } else { "s" }))]
    };
    let phrases = phrases.flat_map(|phrase| phrase.split_whitespace()).map(str::to_owned);
    phrases.chain(things.flat_map(|name| name.split('_')).flat_map(plural)).collect()
});

/// Letters that lie side by side on a keyboard: what is typed for one may be meant for the other.
const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

fn lie_together(one: char, other: char) -> bool {
    let place = |letter: char| ROWS.iter().enumerate().find_map(|(row, keys)| Some((row, keys.find(letter)?)));
    let (Some((row, at)), Some((other_row, other_at))) = (place(one), place(other)) else { return false };
    row.abs_diff(other_row) <= 1 && at.abs_diff(other_at) <= 1
}

/// The one known word that this one is but for a letter, or in a long word two.
fn meant(word: &str) -> Option<&'static str> {
    let length = word.chars().count();
    let plural = word.strip_suffix('s').is_some_and(|one| KNOWN.contains(one));
    if length < SHORTEST
        || plural
        || !word.chars().all(|c| c.is_ascii_lowercase())
        || KNOWN.contains(word)
        || means_itself(word)
    {
        return None;
    }
    let is_slip = |known: &str| {
        let same_length = known.len() == length;
        let turned = || {
            let letters = |word: &str| {
                let mut letters: Vec<char> = word.chars().collect();
                letters.sort_unstable();
                letters
            };
            letters(known) == letters(word)
        };
        // A neighbour on the keyboard, or the wrong one of two letters doubled: "wodden".
        let touches = |known: &str| {
            let (known, typed): (Vec<char>, Vec<char>) = (known.chars().collect(), word.chars().collect());
            let Some(at) = (0..known.len()).find(|at| known[*at] != typed[*at]) else { return false };
            let doubled = |word: &[char]| word.get(at + 1) == Some(&word[at]) || at > 0 && word[at - 1] == word[at];
            lie_together(known[at], typed[at]) || doubled(&known) || doubled(&typed)
        };
        known.len() >= SHORTEST
            && known.len().abs_diff(length) <= 1
            && known.chars().next() == word.chars().next()
            && strsim::osa_distance(known, word) == 1
            && (!same_length || turned() || length >= LONG && touches(known))
    };
    // In a long word two slips are no more than one in a short one.
    let is_double = |known: &str| {
        length >= LONGEST
            && known.len().abs_diff(length) <= 2
            && known.chars().next() == word.chars().next()
            && strsim::osa_distance(known, word) == 2
    };
    let all = || KNOWN.iter().map(String::as_str);
    let mut near: Vec<&str> = all().filter(|known| is_slip(known)).collect();
    if near.is_empty() {
        near = all().filter(|known| is_double(known)).collect();
    }
    // "torchs" is a torch as much as torches.
    near.sort_unstable();
    match near.as_slice() {
        [only] => Some(only),
        [one, more] if more.strip_prefix(one).is_some_and(|end| matches!(end, "s" | "es")) => Some(more),
        _ => None,
    }
}

/// The goal with its slips put right, so that it is understood, and what they were taken for; `None` where it is not understood so.
/// Nothing is put right that need not be, nor what is in quotes, nor what is written with a capital: it may be a player's name.
pub(super) fn respelt(text: &str, understood: impl Fn(&str) -> bool) -> Option<(String, Vec<String>)> {
    let mut slips: Vec<(usize, usize, &str)> = Vec::new();
    for (place, word) in words(text).iter().enumerate() {
        let written = &text[word.start..word.end];
        let is_name = place > 0 && written.starts_with(char::is_uppercase);
        let quoted = text[..word.start].matches(['"', '\u{201c}']).count() % 2 == 1;
        let is_new = slips.last().is_none_or(|(_, end, _)| word.start >= *end);
        if is_new && !is_name && !quoted && written.to_lowercase() == word.text {
            slips.extend(meant(&word.text).map(|known| (word.start, word.end, known)));
        }
    }
    let right = |slips: &[(usize, usize, &str)]| {
        let (mut right, mut until) = (String::new(), 0);
        for (start, end, known) in slips {
            right.push_str(&text[until..*start]);
            right.push_str(known);
            until = *end;
        }
        right + &text[until..]
    };
    if slips.is_empty() || !understood(&right(&slips)) {
        return None;
    }
    for at in (0..slips.len()).rev() {
        let mut fewer = slips.clone();
        fewer.remove(at);
        if !fewer.is_empty() && understood(&right(&fewer)) {
            slips = fewer;
        }
    }
    let notes = slips.iter().map(|(start, end, known)| format!("{} is read as {known}", &text[*start..*end]));
    Some((right(&slips), notes.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_too_many_too_few_or_in_another_place_is_a_slip() {
        for (wrong, right) in [
            ("get me 5 tourches", "get me 5 torches"),
            ("go bakc", "go back"),
            ("make a pikaxe out of stoen", "make a pickaxe out of stone"),
            ("make 2 wodden doors", "make 2 wooden doors"),
            ("get 10 stiks", "get 10 sticks"),
            ("get 64 cobelstone", "get 64 cobblestone"),
        ] {
            assert_eq!(respelt(wrong, |text| text == right).map(|(text, _)| text).as_deref(), Some(right), "{wrong}");
        }
        for same in ["get me a fold", "give Stoen 5 logs", "get me a goat", "say \"helo\"", "get 5 logs", "a cart"] {
            assert_eq!(respelt(same, |_| true), None, "{same}");
        }
        for same in ["get 5 plants", "make a pistol", "make a chess", "get 5 logos"] {
            assert_eq!(respelt(same, |_| true), None, "{same}");
        }
        let needed = |text: &str| text.contains("sticks");
        let (right, notes) = respelt("give woody 5 stiks", needed).expect("a slip");
        assert_eq!((right.as_str(), notes.len()), ("give woody 5 sticks", 1), "nothing is put right that need not be");
    }
}
