//! A goal that is refused, as far as it is understood: which of its words it fails by, and what it would be without them.

use super::{
    orders::order,
    parser::Parser,
    reading::is_read,
    waiting::waits,
    words::{Word, is_joint, words},
};

/// A goal but for some of its words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Partly {
    /// What is understood, as it was written.
    pub rest: String,
    /// The words that are not, a piece each.
    pub lost: Vec<String>,
}

/// How many ways of leaving something out are tried.
const TRIES: usize = 200;
/// What has more words is a story.
const MOST_WORDS: usize = 60;
/// How many pieces are left out first where one is not enough.
const FIRST: usize = 12;
/// Who begins with one of these wants what follows not to be done, or only sometimes: the rest alone would be something else.
const TURNS: &[&str] = &[
    "not",
    "don't",
    "do",
    "never",
    "no",
    "stop",
    "cancel",
    "without",
    "unless",
    "until",
    "till",
    "if",
    "when",
    "while",
    "before",
    "after",
    "instead",
    "except",
    "but",
    "otherwise",
    "can't",
    "shouldn't",
    "undo",
    "how",
    "why",
    "what",
    "where",
    "who",
    "which",
    "is",
    "are",
    "was",
    "did",
    "does",
    "should",
    "would",
    "could",
    "whenever",
    "once",
    "as",
    "every",
    "each",
    "keep",
    "tell",
    "in",
];
/// Words that say more of what was said: without what they begin, the rest is whole.
const ADDS: &[&str] = &[
    "right",
    "directly",
    "close",
    "but",
    "until",
    "till",
    "by",
    "so",
    "with",
    "without",
    "every",
    "along",
    "when",
    "if",
    "and",
    "then",
    "in",
    "on",
    "at",
    "for",
    "near",
    "next",
    "beside",
    "against",
    "alongside",
    "above",
    "because",
    "while",
    "before",
    "after",
    "since",
    "to",
    "from",
    "around",
    "behind",
    "under",
    "over",
    "between",
    "using",
    "like",
    "that",
    "which",
    "who",
    "not",
    "or",
    "unless",
    "as",
    "instead",
    "otherwise",
    "into",
    "they",
    "it",
    "he",
    "she",
    "we",
    "i",
    "there",
    "this",
    "my",
    "nobody",
    "just",
    "only",
];
const ALL: &[&str] = &["all", "everything", "every", "anything"];
/// What a whole goal does not end with.
const OPEN: &[&str] = &[
    "where", "who", "what", "which", "how", "when", "on", "in", "at", "to", "with", "by", "for", "of", "from", "into",
    "than", "behind", "the", "a", "an", "and", "or", "then", "so", "but", "that", "your", "my", "no", "not", "all",
    "some", "over", "under", "next",
];

impl Partly {
    /// The goal without the fewest words that keep it from being understood: those at its end, or a clause of it, or two such
    /// pieces. `None` where most of it would go, or where what is left would mean something else.
    pub fn of(text: &str) -> Option<Self> {
        Self::without(text, false, &|_| true)
    }

    /// As [`Partly::of`], but only without such words, and also where things alone are left: "3 buckets".
    pub fn but_for(text: &str, may_go: &impl Fn(&str) -> bool) -> Option<Self> {
        Self::without(text, true, may_go)
    }

    fn without(text: &str, bare: bool, may_go: &impl Fn(&str) -> bool) -> Option<Self> {
        let mut tries = TRIES;
        Self::without_one(text, &mut tries, bare, may_go).or_else(|| {
            let first = left_out(text).into_iter().filter(|(_, lost)| may_go(lost)).take(FIRST);
            first.into_iter().find_map(|(rest, lost)| {
                let mut both = Self::without_one(&rest, &mut tries, false, may_go)?;
                both.lost.insert(0, lost);
                Some(both)
            })
        })
    }

    fn without_one(text: &str, tries: &mut usize, bare: bool, may_go: &impl Fn(&str) -> bool) -> Option<Self> {
        left_out(text).into_iter().filter(|(_, lost)| may_go(lost)).find_map(|(rest, lost)| {
            *tries = tries.checked_sub(1)?;
            let is_goal = order(&rest).is_none() && is_understood(&rest) && (bare || !is_bare(&rest));
            is_goal.then(|| Self { rest, lost: vec![lost] })
        })
    }

    /// The words that are not understood, in quotes.
    pub fn told(&self) -> String {
        let quoted: Vec<String> = self.lost.iter().map(|lost| format!("{lost:?}")).collect();
        quoted.join(" and ")
    }
}

/// The text without a run of its words, and these: the likeliest first.
fn left_out(text: &str) -> Vec<(String, String)> {
    let words = words(text);
    if words.len() > MOST_WORDS {
        return Vec::new();
    }
    let telling = |word: &&Word| !is_joint(&word.text);
    let all = words.iter().filter(telling).count();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for from in 0..words.len() {
        for to in from + 1..=words.len() {
            let is_end = from > 0 && (to == words.len() || words[to].text == "." && to + 1 == words.len());
            let begins = from == 0 || is_joint(&words[from - 1].text) || is_joint(&words[from].text);
            let is_clause = begins && words.get(to).is_none_or(|word| is_joint(&word.text));
            let is_piece =
                ADDS.contains(&words[from].text.as_str()) || words[from].text.starts_with(|c: char| c.is_ascii_digit());
            let is_tail = from > 0 && words.get(to).is_some_and(|word| is_joint(&word.text));
            if is_piece && (is_end || is_tail) || is_clause {
                runs.push((from, to));
            }
        }
    }
    // Words that begin with what adds to the others are a piece of their own.
    let adds = |from: usize| ADDS.contains(&words[from].text.as_str()) || is_joint(&words[from].text);
    runs.sort_by_key(|(from, to)| (!adds(*from), to - from, std::cmp::Reverse(*from)));
    let count = |(from, to): (usize, usize)| words[from..to].iter().filter(telling).count();
    let may_go = |run: &(usize, usize)| {
        // What is told before a wish may be longer than the wish.
        let (lost, most) = (count(*run), if adds(run.0) || run.0 == 0 { all } else { all / 2 });
        (1..=most).contains(&lost) && all - lost >= 2
    };
    let without = |(from, to): (usize, usize)| {
        if from == 0 && words[..to].iter().any(|word| TURNS.contains(&word.text.as_str())) {
            return None;
        }
        // What is left out of all is not to be had with the rest.
        let leaves_out = matches!(words[from].text.as_str(), "but" | "except" | "besides" | "not" | "without");
        if leaves_out && words[..from].iter().any(|word| ALL.contains(&word.text.as_str())) {
            return None;
        }
        let before = words[..from].iter().rev().find(|word| !is_joint(&word.text) && word.text != "so");
        if before.is_some_and(|word| OPEN.contains(&word.text.as_str())) {
            return None;
        }
        // What joins it to the rest goes with it.
        let end = before.map_or(0, |word| word.end);
        let after = words[to..].iter().find(|word| from > 0 || !is_joint(&word.text));
        let after = after.map_or("", |word| &text[word.start..]);
        let gap = if after.starts_with([',', ';', '.', '!', '?']) { "" } else { " " };
        let rest = format!("{}{gap}{after}", &text[..end]).trim().trim_end_matches(['.', '!', '?', ' ']).to_owned();
        let first = if from > 0 && words[from - 1].text == "so" { from - 1 } else { from };
        let lost = text[words[first].start..words[to - 1].end].trim_matches([',', ';', ' ', '.']);
        let lost = ["and ", "then "].iter().fold(lost, |lost, joint| lost.strip_prefix(joint).unwrap_or(lost));
        (!rest.is_empty()).then(|| (rest, lost.to_owned()))
    };
    runs.into_iter().filter(may_go).filter_map(without).collect()
}

fn is_understood(text: &str) -> bool {
    match waits(text) {
        Ok(None) => is_read(text),
        waits => waits.is_ok(),
    }
}

/// Whether no verb is said: a name that is left when its verb goes is no wish.
fn is_bare(text: &str) -> bool {
    let mut parser = Parser::new(text);
    parser.skip_fillers();
    if matches!(parser.condition(), Ok(Some(_))) {
        parser.skip_joints();
    }
    let asks = matches!(parser.question(), Ok(Some(_)));
    !asks && parser.verb().is_none()
}
