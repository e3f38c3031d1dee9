//! What is said beside a goal and asks for nothing: what a thing is for, why it is wanted. A goal that is understood but for such
//! words is what is left without them, and the plan says so.

use super::{
    names::{Use, resolve},
    parser::Parser,
    partly::Partly,
    remarks::{
        FOR, LONGEST, LONGEST_LEAD, PEOPLE, is_about_somebody, is_at_hand, is_by_the_way, is_purpose, is_remark,
        is_statement, tells,
    },
    spared::{is_left_alone, is_of_named_things, is_spared, may_be_spared, speaks_of_sparing},
    words::has,
};

/// What begins a reason.
const REASONS: &str = "because cause cuz coz bc since as";
/// Who is meant by what something is good for: "so i can sleep".
const WHO: &str = "i we you it they nothing no nobody none that my our the everyone mobs monsters there's i'm we're i've \
        it's he she";
/// How such a sentence goes on.
const CAN: &str = "can could can't won't don't doesn't isn't have has will get gets spawns spawn is are be doesnt dont cant \
        wont need needs want stay stays look looks would come comes attack attacks";
/// Who tells something of themselves before they ask.
const OWN: &str = "i i'm i've im ive we we're we've my our it's its mine";
/// What lasts is no purpose.
const LASTING: &str = "hour hours minute minutes second seconds moment while bit night day days week";
/// What comes before these is a deadline.
const LATE: &str = "dark night nightfall late morning dawn dusk sunset sunrise evening";
/// Where somebody is.
const WHERE: &str = "down up over out in at by near the a my our her his mine mines cave house home base camp farm field there here \
        outside inside waiting lost hurt hungry tired thirsty both somewhere";
/// Who says so tells what is wanted.
const WISHING: &str = "want wants prefer like rather only";
/// Who wishes to do something themselves.
const WISHES: &str = "i we i'd we'd they they'd i'm we're they're";

/// The goal without what is said beside it, a piece or two, and these words; `None` where it is not understood without them, or they may ask
/// for something.
pub(super) fn without_asides(text: &str) -> Option<(String, Vec<String>)> {
    let asks_nothing = |lost: &str| is_aside(lost, text.trim_start().starts_with(lost));
    let goes = |lost: &str| asks_nothing(lost) || is_left_alone(lost, text);
    if let Some(partly) = Partly::but_for(text, &goes) {
        let leaves = partly.lost.iter().any(|lost| is_left_alone(lost, text));
        return (!leaves || is_of_named_things(&partly.rest)).then_some((partly.rest, partly.lost));
    }
    // To try it takes a while.
    if !speaks_of_sparing(text) {
        return None;
    }
    let partly = Partly::but_for(text, &|lost| asks_nothing(lost) || may_be_spared(lost))?;
    let is_spared = |lost: &String| asks_nothing(lost) || is_spared(lost, &partly.rest);
    partly.lost.iter().all(is_spared).then_some((partly.rest, partly.lost))
}

/// Whether words ask for nothing. `leads`: they come first.
fn is_aside(lost: &str, leads: bool) -> bool {
    let mut parser = Parser::new(lost.trim_start_matches(['?', '!', '.', ' ']));
    // "hey there! so i'm a bit lost, ..."
    if leads {
        parser.skip_on();
    }
    let said: Vec<&str> = parser.words[parser.at..].iter().map(|word| word.text.as_str()).collect();
    if is_forbidden(&said)
        || is_plenty(&said)
        || is_for_all(&said)
        || is_purpose(&said)
        || !leads && is_by_the_way(&said)
        || is_at_hand(&said)
        || is_about_somebody(&said, leads)
    {
        return true;
    }
    let longest = if leads { LONGEST_LEAD } else { LONGEST };
    let before = usize::from(said.first() == Some(&"before"));
    let tells_more = said.len() > longest || said.iter().skip(before).any(|word| tells(word)) || said.contains(&",");
    // Where somebody is tells nothing of where things are.
    let is_of_somebody = matches!(said.first(), Some(&("she's" | "he's" | "they're")));
    if tells_more && !is_of_somebody || said.iter().any(|word| word.chars().any(|c| c.is_ascii_digit())) {
        return false;
    }
    match said.as_slice() {
        [] => leads,
        // "before i fall in again"
        ["before", who, rest @ ..] if has(WHO, who) => !rest.is_empty() && !rest.iter().any(|word| has(LATE, word)),
        // "she's down in the mine"
        ["she's" | "he's" | "they're", rest @ ..] if !rest.is_empty() && rest.iter().all(|word| has(WHERE, word)) => {
            true
        }
        // "to sail with"
        ["to", _, "with"] | ["to", _, _, "with"] => true,
        ["no", "rush" | "hurry" | "pressure", ..] | ["take", "your", "time"] => true,
        ["your" | "you're", "hungry" | "thirsty" | "tired" | "slow"] => true,
        _ if is_remark(&said) => true,
        ["for", what, ..] => has(FOR, what) && !said.iter().any(|word| has(LASTING, word) || has(WISHING, word)),
        ["nobody", "wants" | "needs", "it" | "them" | "that" | "those"] => true,
        ["so", who, rest @ ..] => has(WHO, who) && rest.iter().any(|word| has(CAN, word)),
        // Who says what he wants says more of it: "i want oak".
        [who, "can" | "could", ..] if !leads && has(WHO, who) => true,
        [who, "need" | "want", "it" | "them" | "that" | "those"] if !leads && has(WHO, who) => true,
        // "we'd like to look around", "the kids will laugh"
        [who, rest @ ..] if has(WISHES, who) && is_for_a_deed(rest) => true,
        ["the" | "my" | "our", who, rest @ ..] if has(PEOPLE, who) => {
            // "the kids need torches": that is a wish.
            let wishes = |word: &&str| has(WISHING, word) || has("need needs like likes", word);
            !rest.is_empty() && !rest.iter().any(|word| wishes(word) || resolve(word, Use::Held).is_some())
        }
        // "you don't need it any more"
        [who, "don't" | "dont" | "won't" | "wont", "need" | "want", "it" | "them" | "that" | "those", ..]
            if !leads && has(WHO, who) =>
        {
            true
        }
        // "as big as the moon" says how big, and "as it is dark" why.
        ["as", who, rest @ ..] => has(WHO, who) && !rest.is_empty(),
        [first, _, ..] if has(REASONS, first) => true,
        _ if !leads && is_statement(&said) => true,
        [first, _, _, ..] if leads => has(OWN, first) && !said.iter().any(|word| has(WISHING, word)),
        _ => false,
    }
}

/// Whether somebody wishes to do what asks nothing of anybody else: "want to light the lamps".
fn is_for_a_deed(said: &[&str]) -> bool {
    const DEEDS: &str = "look light play sail swim sleep rest sit cook bake eat celebrate explore decorate fish farm relax \
        camp watch enjoy practise practice learn paint read hide live stay travel";
    let said = match said {
        ["want" | "wish" | "need" | "like" | "love" | "plan" | "hope" | "are" | "have" | "going", rest @ ..] => rest,
        rest => rest,
    };
    matches!(said, ["to", deed, ..] | ["like" | "love" | "going", "to", deed, ..] if has(DEEDS, deed))
}

/// Whether words forbid what nobody would do: "but don't craft it yet". What is done to things anyway may be meant otherwise ("don't
/// replant it").
fn is_forbidden(said: &[&str]) -> bool {
    const NEVER_DONE: &str = "craft make build smelt cook eat drop place put use lose break throw sell give spend touch move waste wear \
            equip open close burn melt store stash hand";
    const IT: &str = "it them that any those anything these";
    const ADDS: &str = "anywhere yet now just please though after afterwards either away up down on";
    let said = match said {
        ["but" | "and" | "just" | "please", rest @ ..] => rest,
        said => said,
    };
    let (verb, rest) = match said {
        ["please", "don't" | "dont" | "never", verb, rest @ ..] => (verb, rest),
        ["don't" | "dont" | "never", verb, rest @ ..] => (verb, rest),
        ["do", "not", verb, rest @ ..] | ["no", "need", "to", verb, rest @ ..] => (verb, rest),
        _ => return false,
    };
    has(NEVER_DONE, verb) && rest.first().is_some_and(|it| has(IT, it)) && rest[1..].iter().all(|word| has(ADDS, word))
}

/// Whether words tell for whom, or for what of theirs: "for the little one", "for all our toys".
fn is_for_all(said: &[&str]) -> bool {
    matches!(said, ["for", "the" | "my" | "our", "little", "one" | "ones"] | ["for", "all", "my" | "our", _])
}

/// Whether words tell that there is enough of something, or not: "you have coal for it", "the two that you have aren't enough".
fn is_plenty(said: &[&str]) -> bool {
    matches!(
        said,
        ["you" | "you've", "have" | "got", .., "for", "it" | "that" | "them" | "this"]
            | ["the" | "those" | "these" | "what" | "that", .., "aren't" | "isn't", "enough"]
            | ["the" | "those" | "these" | "what" | "that", .., "are" | "is", "not", "enough"]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_thing_is_for_and_why_it_is_wanted_asks_for_nothing() {
        for lost in
            ["for my window", "so i can have a bed", "because it is late", "for the trip", "no rush", "for dinner"]
        {
            assert!(is_aside(lost, false), "{lost}");
        }
        assert!(is_aside("my brother broke my pickaxe", true));
        assert!(is_aside("we'd like to look around", false) && is_aside("the kids will laugh", false));
        for remark in ["we're going on an adventure", "it's getting late", "you look cold", "that was lovely"] {
            assert!(is_aside(remark, true) && is_aside(remark, false), "{remark}");
        }
        for told in [
            "im gonna need em later",
            "its just clutter",
            "wanna fill some gaps later",
            "i wanna move it later",
            "my inventory fills up way too fast",
            "it's too far away over there",
            "i'm trying to save space",
            "so its not so dark at night",
            "so nobody walks in",
            "they're both hungry",
            "nobody needs that much dirt haha",
            "Mia wants to label her farm",
            "all my old ones broke yesterday",
            "i promised everyone sandwiches",
            "i can never see anything around here at night",
            "my mum thinks there is never too much dirt",
            "me and Bert want to see the whole map",
            "i wanna see it",
            "she ran out",
            "so we can all sit round it",
            "? im bad at maths",
            "i gotta log off for dinner before it gets dark",
            "i only wanted a quick look",
            "Lena and Tom are getting married haha",
            "you have sand",
            "wool's in your inventory",
            "the wheat down south is ripe",
            "i've got flint and steel for you",
            "there is clay in the pond",
            "it's gonna get dark at some point",
            "would look cozy",
            "would be nice",
            "you're carrying way too much",
            "lets see what happens",
            "planning something fancy",
            "looks ripe to me",
            "its stuffy in here lol",
            "so it's more private",
            "then it looks like a proper entrance",
            "not that there's any sheep haha",
            "in case you get hungry later",
            "digging with that stone thing is so slow",
            "i wanna be polite",
        ] {
            assert!(is_aside(told, false), "{told}");
        }
        for left in ["but don't craft it yet", "you have coal for it", "the two that you have aren't enough"] {
            assert!(is_aside(left, false), "{left}");
        }
        for telling in [
            "that is birch",
            "it's to be given to tom",
            "it's forbidden to cut oak",
            "that was a joke",
            "that is tomorrow",
            "i want them placed here",
            "for an hour",
            "it's the oak one",
            "i'm out of coal",
            "we're at the lake",
            "it's not for me",
            "i want oak",
            "the kids need torches",
            "we'd like to have 5",
            "i want to keep it",
            "it should be big",
            "they are for Mia",
            "its in the chest",
            "i need ingots",
            "it's open",
            "we need a flat roof",
            "im near the lake",
            "my stuff where i died",
            "my other sword",
            "so it's flat",
            "Mia wants oak",
            "she needs birch",
            "we only use spruce",
            "i don't want you to use oak",
            "i have 5 logs",
            "my other axe",
            "she loves iron",
            "oak is fine",
            "dirt is needed",
            "we hate windows",
            "Mia said not yet",
            "everyone uses coal",
            "my torch goes on the left",
            "i keep the oak planks",
            "my favourite colour is red",
            "you have 4 sand",
            "there is iron in the chest",
            "there are no torches here",
            "the torch is over the door",
            "i built the left one",
            "i don't mind which as long as it isn't oak",
            "it's at the lake",
            "just here",
            "so it's more",
            "it's in the chest",
            "then look at me",
            "wanna get some",
            "maybe later",
            "using the stone one is fine",
            "in case there are 5",
            "just kidding",
        ] {
            assert!(!is_aside(telling, false), "{telling}");
        }
        for lost in [
            "for each of us",
            "for 4 doors",
            "so that 5 are left",
            "so none is left",
            "for Bert",
            "until nightfall",
            "behind the house",
            "because the chest behind you is full",
            "but don't replant it",
            "don't mine the iron",
            "without noise",
        ] {
            assert!(!is_aside(lost, false), "{lost}");
        }
        assert!(!is_aside("the chest is in my house", true));
    }
}
