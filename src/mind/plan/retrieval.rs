//! Which procedure fits the goal? By tags, deterministically, with the reason said.

use std::collections::BTreeMap;

use super::{
    drafts::taken_station,
    dry_run::{Sim, dry_run},
    stock::have,
};
use crate::knowledge::sops::{Sop, SopLibrary};

/// A procedure with what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Match<'a> {
    pub sop: &'a Sop,
    /// The goal's words among its tags and its name.
    pub shared: Vec<String>,
    /// The goal has every word of its name.
    pub named: bool,
    /// How many words its name has.
    pub words_of_name: usize,
    /// Tags the goal says nothing of.
    pub extra: usize,
}

/// The words of a goal that can tell: without verbs, counts and fillers.
pub fn telling_words(goal: &str) -> Vec<String> {
    const FILLERS: &[&str] = &[
        "get", "me", "a", "an", "the", "and", "then", "craft", "make", "smelt", "cook", "mine", "dig", "some", "i",
        "need", "want", "of", "fetch", "bring", "obtain", "collect", "gather", "please", "to", "for", "give", "find",
        "build", "all", "do", "can", "you",
    ];
    let lower = goal.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words = words.filter(|word| !FILLERS.contains(word) && word.parse::<u32>().is_err()).map(singular);
    words.fold(Vec::new(), |mut words, word| {
        if !words.contains(&word) {
            words.push(word);
        }
        words
    })
}

fn singular(word: &str) -> String {
    let stem =
        word.strip_suffix("ches").map(|stem| format!("{stem}ch")).or_else(|| Some(word.strip_suffix('s')?.to_owned()));
    stem.filter(|stem| stem.len() > 2).unwrap_or_else(|| word.to_owned())
}

/// All procedures that share a word with the goal, best first: the most shared words, then one that is named
/// by the goal, then the fewest tags beside, then by id.
pub fn find<'a>(goal: &str, library: &'a SopLibrary) -> Vec<Match<'a>> {
    let words = telling_words(goal);
    let mut matches: Vec<Match> = library
        .iter()
        .map(|sop| {
            let mut labels: Vec<String> = sop.tags.iter().map(|tag| singular(&tag.value.to_lowercase())).collect();
            labels.extend(sop.name.value.to_lowercase().split_whitespace().map(singular));
            labels.sort();
            labels.dedup();
            let shared: Vec<String> = words.iter().filter(|word| labels.contains(word)).cloned().collect();
            let extra = labels.len() - shared.len();
            let named = sop.name.value.to_lowercase().split_whitespace().all(|word| words.contains(&singular(word)));
            let words_of_name = sop.name.value.split_whitespace().count();
            Match { sop, shared, named, words_of_name, extra }
        })
        .filter(|found| !found.shared.is_empty())
        .collect();
    matches.sort_by(|a, b| {
        b.shared
            .len()
            .cmp(&a.shared.len())
            .then(b.named.cmp(&a.named))
            .then(a.extra.cmp(&b.extra))
            .then_with(|| a.sop.id.cmp(&b.sop.id))
    });
    matches
}

/// The line that says why this one, and what else was close.
pub fn why(chosen: &Match, others: &[Match]) -> String {
    let close: Vec<String> = others
        .iter()
        .filter(|other| other.sop.id != chosen.sop.id)
        .take(2)
        .map(|other| format!("{:?} shares {}", other.sop.name.value, other.shared.join(", ")))
        .collect();
    let close = if close.is_empty() { String::new() } else { format!("; also close: {}", close.join("; ")) };
    format!("SOP {:?} shares {} with the goal{close}", chosen.sop.name.value, chosen.shared.join(", "))
}

/// The best procedure that yields so many of an item; its parameters for that.
pub fn for_item<'a>(
    goal: &str,
    item: &str,
    count: u32,
    library: &'a SopLibrary,
) -> Option<(Match<'a>, BTreeMap<String, i64>, String)> {
    let found = find(&format!("{goal} {}", item.replace('_', " ")), library);
    let fitting = found.iter().find_map(|found| {
        let args: BTreeMap<String, i64> = if found.sop.has_parameter("count") {
            [("count".to_owned(), i64::from(count))].into()
        } else {
            BTreeMap::new()
        };
        let instance = found.sop.instantiate(&args).ok()?;
        let run = dry_run(Sim::default(), instance.steps.iter().map(|step| &step.value));
        // A by-product is not what a procedure is for: its last crafting or mining must be it.
        (have(&run.after.held, item) > 0 && is_product(&instance, item)).then(|| (found.clone(), args))
    });
    let (chosen, args) = fitting?;
    let why = why(&chosen, &found);
    Some((chosen, args, why))
}

/// Whether an item is what the procedure ends in: the last thing it makes or digs, stations taken back aside.
fn is_product(instance: &crate::knowledge::sops::Instance, item: &str) -> bool {
    products(instance).last().is_some_and(|last| last == item || crate::knowledge::family_of(item) == Some(last))
}

/// What the procedure makes or digs, in order, stations taken back aside.
pub fn products(instance: &crate::knowledge::sops::Instance) -> Vec<String> {
    let made = instance.steps.iter().filter(|step| taken_station(&step.value).is_none());
    let made = made.filter_map(|step| Some(crate::knowledge::plain(step.value.gets()?).to_owned()));
    made.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(goal: &str) -> String {
        find(goal, &SopLibrary::built_in()).first().map(|found| found.sop.id.clone()).unwrap_or_default()
    }

    #[test]
    fn tags_find_the_procedure() {
        assert_eq!(best("get me a stone pickaxe"), "stone_pickaxe");
        assert_eq!(best("get me 10 torches"), "torches");
        assert_eq!(best("craft a chest"), "chest");
        assert_eq!(best("I need a set of wooden tools"), "wooden_tools");
        assert_eq!(best("light"), "torches");
        assert_eq!(best("philosophy"), "");
    }

    #[test]
    fn the_reason_is_said() {
        let library = SopLibrary::built_in();
        let (found, args, why) = for_item("get me 10 torches", "torch", 10, &library).unwrap();
        assert_eq!((found.sop.id.as_str(), args.get("count")), ("torches", Some(&10)));
        assert!(why.contains("\"Torches\" shares torch"), "{why}");
        assert!(for_item("get a bowl", "bowl", 1, &library).is_none());
        let (found, _, _) = for_item("get me a wooden pickaxe", "wooden_pickaxe", 1, &library).unwrap();
        assert_eq!(found.sop.id, "wooden_pickaxe");
    }
}
