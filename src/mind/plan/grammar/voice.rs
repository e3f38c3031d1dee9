//! What is to be done to a thing, said of the thing: "the raw iron should be smelted", "I want the door closed", and politely of the past:
//! "I'd be grateful if you stored your tools"; and what is to be over first: "after you have chopped a tree, …". The same with the verb
//! where an order has it.

use super::{
    count::is_number,
    parser::verbs_of_stem,
    phrases::is_verb_word,
    words::{Word, is_joint, words},
};

/// What stands between a thing and what is to become of it.
const SHOULD: &[&str] = &[
    "should be",
    "should all be",
    "must be",
    "must all be",
    "ought to be",
    "ought to all be",
    "need to be",
    "needs to be",
    "needs to get",
    "have to be",
    "has to be",
    "is to be",
    "are to be",
    "are all to be",
    "shall be",
    "want to be",
    "wants to be",
];
/// Who wants a thing done.
const WANT: &[&str] = &[
    "i want to have",
    "i want",
    "i'd like to have",
    "i'd like to see",
    "i'd like",
    "i'd love to have",
    "i'd love to see",
    "i'd love",
    "i would like",
    "i would love",
    "we want",
];
/// Who would be glad of a deed.
const GLAD: &[&str] = &[
    "i'd be grateful if you",
    "i would be grateful if you",
    "i'd be glad if you",
    "i would be glad if you",
    "i'd be happy if you",
    "i'd appreciate it if you",
    "i would appreciate it if you",
    "i'd love it if you",
    "i'd like it if you",
    "i would love it if you",
    "it would be great if you",
    "it'd be great if you",
    "it would be nice if you",
    "it'd be nice if you",
    "it would be good if you",
    "it'd be good if you",
    "it would be lovely if you",
    "it would help if you",
    "it'd help if you",
    "would you mind if you",
];
/// What is done before what comes behind the comma.
const DONE_FIRST: &[&str] = &["after you have", "after you've", "after having", "having"];
/// Forms that no rule makes.
const FORMS: &[(&str, &str)] = &[
    ("built", "build"),
    ("dug", "dig"),
    ("put", "put"),
    ("set", "set"),
    ("made", "make"),
    ("taken", "take"),
    ("took", "take"),
    ("given", "give"),
    ("gave", "give"),
    ("cut", "cut"),
    ("eaten", "eat"),
    ("ate", "eat"),
    ("worn", "wear"),
    ("wore", "wear"),
    ("thrown", "throw"),
    ("threw", "throw"),
    ("torn", "tear"),
    ("tore", "tear"),
    ("lit", "light"),
    ("sown", "sow"),
    ("shut", "shut"),
    ("brought", "bring"),
    ("held", "hold"),
    ("broken", "break"),
    ("broke", "break"),
    ("got", "get"),
    ("gotten", "get"),
    ("found", "find"),
    ("felled", "fell"),
    ("went", "go"),
    ("came", "come"),
    ("told", "tell"),
    ("said", "say"),
    ("ran", "run"),
    ("slept", "sleep"),
    ("swept", "clear"),
    ("undone", "undo"),
];
/// What names nothing by itself.
const BARE: &[&str] =
    &["the", "a", "an", "all", "my", "your", "our", "some", "those", "these", "that", "this", "of", "both"];
/// Things are called so: "cooked beef".
const OF_WHAT: &[&str] = &["of", "from", "out"];

/// The verb that this is a form of: `smelted`, `built`.
fn verb_of(form: &str) -> Option<String> {
    if let Some((_, verb)) = FORMS.iter().find(|(known, _)| *known == form) {
        return Some((*verb).to_owned());
    }
    let stem = form.strip_suffix("ed")?;
    let carried = stem.strip_suffix('i').map(|stem| format!("{stem}y"));
    verbs_of_stem(stem)
        .into_iter()
        .chain(carried)
        .find(|verb| is_verb_word(verb) || matches!(verb.as_str(), "chop" | "fill" | "replant"))
}

/// The goal as orders are given, and how that was done; `None` where there is nothing to put so.
pub(super) fn ordered(text: &str) -> Option<(String, Vec<String>)> {
    if text.contains(['"', '\u{201c}']) {
        return None;
    }
    let words = words(text);
    let comes = |at: usize, phrase: &str| {
        let count = phrase.split(' ').count();
        let next = words.get(at..at + count)?;
        next.iter().map(|word| word.text.as_str()).eq(phrase.split(' ')).then_some(count)
    };
    let longest = |at: usize, phrases: &[&str]| phrases.iter().filter_map(|phrase| comes(at, phrase)).max();
    let said = |from: usize, to: usize| &text[words[from].start..words[to - 1].end];
    let mut plain = String::new();
    let mut glad = false;
    let mut changed = false;
    let mut at = 0;
    while at < words.len() {
        let joint = (at..words.len()).find(|at| is_joint(&words[*at].text)).unwrap_or(words.len());
        let mut from = at;
        if let Some(count) = longest(from, GLAD) {
            from += count;
            (glad, changed) = (true, true);
        }
        // "after you have chopped a tree, …"
        let is_form = |at: usize| words.get(at).is_some_and(|word| verb_of(&word.text).is_some());
        let first = longest(from, DONE_FIRST).filter(|count| plain.is_empty() && is_form(from + count));
        from += first.unwrap_or(0);
        let clause = if (glad || first.is_some())
            && let Some(verb) = words.get(from).and_then(|word| verb_of(&word.text))
            && from < joint
        {
            changed = true;
            Some(join(&[&verb, if from + 1 < joint { said(from + 1, joint) } else { "" }]))
        } else {
            passive(&words, from, joint, &longest, &said)
        };
        changed |= clause.is_some();
        let clause = clause.unwrap_or_else(|| if from < joint { said(from, joint).to_owned() } else { String::new() });
        let next = (joint + 1).min(words.len());
        let sign = if joint < next { said(joint, next) } else { "" };
        let tight = matches!(sign, "," | ";" | ".");
        plain = if tight { format!("{}{sign}", join(&[&plain, &clause])) } else { join(&[&plain, &clause, sign]) };
        if first.is_some() && sign == "," {
            plain.push_str(" then");
        }
        at = joint + 1;
    }
    changed.then(|| {
        let note = format!("{:?} is read as {plain:?}", text.trim());
        (plain, vec![note])
    })
}

fn join(parts: &[&str]) -> String {
    parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" ")
}

/// A clause of what is to be done to a thing, as an order.
fn passive<'t>(
    words: &[Word],
    from: usize,
    joint: usize,
    longest: &impl Fn(usize, &[&str]) -> Option<usize>,
    said: &impl Fn(usize, usize) -> &'t str,
) -> Option<String> {
    let names = |from: usize, to: usize| {
        from < to && words[from..to].iter().any(|word| !BARE.contains(&word.text.as_str()) && !is_number(&word.text))
    };
    // "the raw iron should be smelted"
    let should = (from + 1..joint).find_map(|at| longest(at, SHOULD).map(|count| (at, at + count)));
    let wanted = longest(from, WANT).map(|count| from + count);
    let (thing, forms) = match (should, wanted) {
        (Some((thing, form)), _) => ((from, thing), form..joint.min(form + 1)),
        // "I want the door closed": the first form behind a thing.
        (None, Some(thing)) => ((thing, joint), thing + 1..joint),
        _ => return None,
    };
    let (form, verb) = forms.into_iter().find_map(|at| {
        let of_what =
            words.get(at + 1).filter(|_| at + 1 < joint).is_some_and(|next| OF_WHAT.contains(&next.text.as_str()));
        let verb = verb_of(&words[at].text).filter(|verb| !(of_what && should.is_none() && verb == "make"))?;
        Some((at, verb))
    })?;
    let thing = (thing.0, if should.is_some() { thing.1 } else { form });
    if !names(thing.0, thing.1) {
        return None;
    }
    let rest = if form + 1 < joint { said(form + 1, joint) } else { "" };
    Some(join(&[&verb, said(thing.0, thing.1), rest]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_done_to_a_thing_is_an_order() {
        for (said, plain) in [
            ("All of the raw iron ought to be smelted", "smelt All of the raw iron"),
            ("the torches should be put in the chest, please", "put the torches in the chest, please"),
            ("i want the door closed", "close the door"),
            (
                "I'd like 5 logs put in the barrel and the wheat harvested",
                "put 5 logs in the barrel and the wheat harvested",
            ),
            (
                "I'd be grateful if you stored your tools in the barrel but kept the rest",
                "store your tools in the barrel but kept the rest",
            ),
            ("it would be great if you chopped a tree and made a chest", "chop a tree and make a chest"),
            ("after you have chopped a tree, go home", "chop a tree, then go home"),
        ] {
            assert_eq!(ordered(said).map(|(plain, _)| plain).as_deref(), Some(plain), "{said}");
        }
        for same in [
            "get 5 cooked beef",
            "i want a boat made of birch",
            "get me a red bed",
            "say \"the door should be closed\"",
        ] {
            assert_eq!(ordered(same), None, "{same}");
        }
    }
}
