//! Talk: sentences before a goal and behind it that only tell something, and nothing of it. What they are about may be meant by the goal's "him"
//! or "it".
//!
//! What drops words must be sure of them. A sentence is talk only if it tells of people, what they are, feel or are about to do, or how one feels
//! about what is; and none of its words says how, where, which, how much, for whom or not at all.

use super::{
    names::{Use, resolve},
    phrases::is_verb_word,
    remarks::{KNOWN, NUMBERS, PEOPLE, is_name, is_numeral, turns_it},
    words::{has, words},
};

/// The most words of a sentence that only tells something.
const LONGEST_TOLD: usize = 14;
/// Verbs in the form that goes with somebody or something, of which it is told what they are, do, think or feel.
const FINITE: &str = "is isn't isnt are aren't arent was wasn't were weren't am has hasn't had hadn't have haven't do don't dont does doesn't \
        doesnt did didn't didnt can can't cant could couldn't will won't wont would wouldn't may might looks look looked \
        seems seem seemed feels feel felt gets get got keeps keep kept thinks think thought knows know knew \
        hopes hope loves love likes like wants want wanted needs need hates hate misses miss missed forgot forgets forget \
        remembers gave built made broke lost found saw heard promised planned started went came left ate drank bet \
        always never still just really even finally nearly almost";
/// What goes with "you" where it orders nothing.
const YOU_ARE: &str = "look looked seem always never deserve deserved did were are know've";
const YOU_WILL: &str = "catch see love like thank freeze enjoy regret understand";
/// Who or what may stand first, and with its verb in one word.
const WHO_TELLS: &str = "i we she he they it that this there everyone everybody somebody someone nobody mum mom dad grandma grandpa granny \
        here";
const WHO_IS: &str = "i'm im i've ive i'll i'd we're we've we'll we'd she's shes she'll she'd he's hes he'll he'd they're theyre they've they'll \
        they'd it's its it'll it'd that's thats that'll there's theres there'll here's everyone's everybody's somebody's nobody's \
        mum's dad's";
/// What of "it", "that" and "there" may be so, or come to be so, and decides nothing.
const FEELING: &str = "dark fun nice great lovely good night cold late easier quicker fine tears lonely boring sad scary funny cosy cozy quiet \
        hot warm raining fair fault way important urgent time bedtime so such getting";
/// Whose something is, or which.
const WHOSE: &str = "my our her his their the your that this those these";
/// What says how, where, which or how much after all, whoever it is told of.
const DECIDES: &str = "should must shall ought supposed prefer prefers rather instead better best wrong mean meant only except \
        unless if else which whichever enough most least more less fewer extra another other others both half all each every whole first last next second \
        pair couple dozen stack stacks double \
        big bigger small smaller large tiny huge tall taller high higher low lower wide wider deep deeper long longer short flat level straight \
        round square open shut closed locked lit wooden oak birch spruce jungle acacia cherry mangrove bamboo \
        red blue green yellow white black purple pink orange brown grey gray cyan magenta lime \
        north south east west northern southern eastern western left right top bottom front back corner corners side sides middle center centre \
        edge end ends inside outside up down above below under over beside behind near next opposite between around \
        lake pond river hill ground floor ceiling wall roof cave base home camp field garden \
        belong belongs goes go come comes stay stays keep keeps use uses using used put puts placed face faces facing allowed \
        after before when while later minute minutes second seconds hour hours \
        fine okay ok plenty none nothing any no without hate hates hated ask";
/// Of these words so do others only where they decide nothing: a turn of phrase that says how somebody feels.
const TURNS: &[&str] = &[
    "all in one place",
    "so fine",
    "after all that work",
    "at all",
    "after all",
    "come in",
    "any surprises",
    "any trouble",
    "any idea",
    "no idea",
    "over the moon",
    "up to",
    "comes in handy",
    "the look of the woods",
    "the look of",
    "only fair",
    "only right",
    "show you around",
    "show him around",
    "show her around",
    "show them around",
    "looks like rain",
    "first time",
    "next door",
    "the little one",
    "the little ones",
    "the big one",
    "wait any longer",
    "much longer",
    "go to bed",
    "before bed",
    "before bath time",
    "after school",
    "after dinner",
    "for dinner",
    "later on",
    "around here",
    "tomorrow",
    "tonight",
];
/// Numbers that are not said in digits, and what stands for one.
const MANY: &str = "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty hundred several many lot \
        lots bunch few";
/// The goal without the sentences that only tell something before it and behind it, and these: fewer each time. What it says of whom such a
/// sentence is about is said by name: "Tom wants to help, so give him an axe".
pub(super) fn without_talk(text: &str) -> Vec<(String, Vec<String>)> {
    const MARKS: [char; 7] = [',', '.', '?', '!', ';', '…', ':'];
    if text.contains(['"', '“']) {
        return Vec::new();
    }
    let told = |piece: &str, leads: bool| {
        let said = words(piece);
        let said: Vec<&str> = said.iter().map(|word| word.text.as_str()).collect();
        match said.as_slice() {
            // "let's make it cosy: put a torch by the bed"
            ["let's" | "lets", _, rest @ ..] if leads && !rest.is_empty() && piece.trim_end().ends_with(':') => {
                let what: Vec<&str> = ["we", "do"].into_iter().chain(rest.iter().copied()).collect();
                is_told(&what, true)
            }
            // "the chest is such a mess, please take all the dirt out of it"
            ["the" | "that" | "this" | "our" | "my", _, "is" | "looks", "so" | "such" | "too", ..] if leads => {
                let what: Vec<&str> = ["it"].into_iter().chain(said[2..].iter().copied()).collect();
                is_told(&what, true)
            }
            _ => is_told(&said, leads),
        }
    };
    let cuts: Vec<usize> = text.match_indices(MARKS).map(|(at, mark)| at + mark.len()).collect();
    let lead = cuts.iter().rev().copied().find(|cut| *cut < text.trim_end().len() && told(&text[..*cut], true));
    let from = lead.unwrap_or(0);
    // What stands behind a colon is what was meant: "a sign: it is full".
    let ends = |cut: &usize| *cut > from && !text[..*cut].ends_with(':') && told(&text[*cut..], false);
    let tail = cuts.iter().copied().find(ends);
    let ways = [(lead, tail), (lead, None), (None, tail)].into_iter().filter(|way| *way != (None, None));
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for (lead, tail) in ways {
        let (from, to) = (lead.unwrap_or(0), tail.unwrap_or(text.len()));
        let rest = text[from..to].trim().trim_end_matches([',', ';', ':']);
        let lost: Vec<String> = [&text[..from], &text[to..]]
            .iter()
            .map(|lost| lost.trim().to_owned())
            .filter(|lost| !lost.is_empty())
            .collect();
        let rest = by_name(rest, &text[..from]);
        let of_it = of_that_thing(&rest, &text[..from]);
        for rest in [Some(rest), of_it].into_iter().flatten() {
            if !rest.is_empty() && found.iter().all(|(other, _)| *other != rest) {
                found.push((rest, lost.clone()));
            }
        }
    }
    found
}

/// "Tom wants to help, so give him an axe": where the sentence is about one who is named, and about nobody else.
fn by_name(rest: &str, before: &str) -> String {
    const DOES: &str = "is wants needs has looks lost forgot would keeps loves likes feels";
    const NO_PEOPLE: &str = "today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday christmas easter halloween dinner \
            lunch breakfast supper minecraft everybody everyone somebody someone nobody";
    let told = words(before);
    let is_one = told.len() > 2
        && before.trim_start().starts_with(char::is_uppercase)
        && is_name(&told[0].text)
        && !has(NO_PEOPLE, &told[0].text)
        && has(DOES, &told[1].text);
    let is_alone = !told.iter().skip(1).any(|word| {
        has(PEOPLE, &word.text)
            || has("his her their my our he she him they with and", &word.text)
            || before[word.start..].starts_with(char::is_uppercase)
    });
    let said = words(rest);
    let of_one: Vec<_> = said.iter().filter(|word| matches!(word.text.as_str(), "him" | "her")).collect();
    let is_of_others = said.iter().any(|word| has(PEOPLE, &word.text) || has("follow my his their", &word.text));
    match of_one.as_slice() {
        [word] if is_one && is_alone && !is_of_others && !rest.contains(char::is_uppercase) => {
            let name = &before[told[0].start..told[0].end];
            format!("{}{name}{}", &rest[..word.start], &rest[word.end..])
        }
        _ => rest.to_owned(),
    }
}

/// "that campfire looks so sad, please light it": what the sentence is about, where that stands somewhere and is not taken away.
fn of_that_thing(rest: &str, before: &str) -> Option<String> {
    const STANDS: &str = "chest barrel furnace door gate trapdoor campfire lever button bed pond wheat";
    const TAKES: &str = "drop give throw hand place put remove break mine rid toss move carry bring eat get";
    let said = words(before);
    let [which, thing, ..] = said.as_slice() else { return None };
    let is_about_it = has("the that this our my", &which.text) && has(STANDS, &thing.text);
    let names_more = said[2..].iter().any(|word| word.text.len() > 2 && resolve(&word.text, Use::Held).is_some());
    let words = words(rest);
    let it = words.iter().find(|word| word.text == "it")?;
    let takes = words.iter().any(|word| has(TAKES, &word.text));
    let goes = is_about_it && !names_more && !takes;
    goes.then(|| format!("{}the {}{}", &rest[..it.start], thing.text, &rest[it.end..]))
}

/// What makes a thing that a speaker names next a wish, or tells what there is of it.
const WANTED_OWN: &str = "want wanted need like love have got would i'd we'd i've we've you've hope lack lost ran";
/// What somebody wants to do that is of what is asked for after all.
const DEEDS_MEANT: &str =
    "keep have get be use own put place store give take make craft build leave stay hold save spare do";

/// Whether a text is nothing but such sentences.
pub(super) fn only_tells(text: &str) -> bool {
    let said = words(text);
    is_told(&said.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(), false)
}

/// Whether words are a sentence that only tells something, whoever it is about: "the kids want to watch it grow", "you'll catch a cold",
/// "that way we see more of it". Nothing in it says how, where, which or how much, and it names no thing that a goal could be about.
/// What `leads` to a goal of its own may name things, as long as nobody who speaks wants them.
fn is_told(said: &[&str], leads: bool) -> bool {
    // "my son fell in the pond, so please …"
    let goes_on = |part: &&[&str]| part.iter().all(|word| has("so please then and now well oh", word));
    let is_mark = |word: &str| matches!(word, "," | "." | "?" | "!" | ";" | ":");
    let parts = said.split(|word| is_mark(word)).filter(|part| !goes_on(part) && !is_tag(part));
    let mut parts = parts.flat_map(joined_sentences).peekable();
    parts.peek().is_some() && parts.all(|part| is_one_told(&part, leads))
}

/// "it's a bit much, isn't it?"
fn is_tag(said: &[&str]) -> bool {
    matches!(said, [verb, "it" | "he" | "she" | "they" | "we" | "you" | "i"] if verb.ends_with("n't") || has("right ok okay eh yeah", verb))
        || matches!(said, ["right" | "eh" | "yeah" | "you", "know"] | ["right" | "eh" | "yeah"])
}

/// The sentences that an "and" or a "but" joins.
fn joined_sentences<'a>(part: &[&'a str]) -> Vec<Vec<&'a str>> {
    let begins = |at: usize| {
        let rest = &part[at + 1..];
        has("and but", part[at]) && rest.len() > 1 && subject(rest).is_some()
    };
    let mut cuts: Vec<usize> = (1..part.len()).filter(|at| begins(*at)).collect();
    cuts.push(part.len());
    let mut from = 0;
    let mut sentences = Vec::new();
    for cut in cuts {
        sentences.push(part[from..cut].to_vec());
        from = (cut + 1).min(part.len());
    }
    sentences
}

/// Where what is told of somebody or something begins, its verb counted; `None`: no such sentence.
fn subject(said: &[&str]) -> Option<usize> {
    match said {
        ["you'll" | "youll", verb, ..] if has(YOU_WILL, verb) => Some(2),
        ["you're" | "youre", how, ..] if has("such so very the a too always", how) => Some(2),
        ["you", "must", "be", _, ..] => Some(3),
        ["you", verb, ..] if has(YOU_ARE, verb) => Some(2),
        [who, _, ..] if has(WHO_IS, who) => Some(1),
        [who, verb, _, ..] if has(WHO_TELLS, who) && has(FINITE, verb) => Some(2),
        [whose, who, ..] if has(WHOSE, whose) && !has(PEOPLE, who) && !has("little youngest oldest eldest", who) => {
            None
        }
        [whose, rest @ ..] if has(WHOSE, whose) => {
            // "my youngest keeps falling in", "the little one is hungry"
            let at = (1..rest.len().min(4)).find(|at| has(FINITE, rest[*at]) || rest[*at].ends_with("n't"))?;
            let ends = rest.len() > at + 1;
            (ends && !rest[..at].iter().any(|word| has("of in on at with for to and", word))).then_some(at + 2)
        }
        [name, verb, _, ..]
            if is_name(name) && !is_verb_word(name) && has(FINITE, verb) && !has("have do get keep look", verb) =>
        {
            Some(2)
        }
        _ => None,
    }
}

fn is_one_told(said: &[&str], leads: bool) -> bool {
    const LEADS: &str =
        "oh well sorry because cause since otherwise anyway and but though although hopefully maybe then";
    let lead = said.iter().take_while(|word| has(LEADS, word)).count();
    let said = &said[lead..];
    let (said, is_purpose) = match said {
        ["that" | "this", "way", rest @ ..] if !rest.is_empty() => (rest, true),
        _ => (said, false),
    };
    let Some(verb) = subject(said).or(is_purpose.then_some(1)) else { return false };
    let is_thing = has(
        "it it's its it'll it'd that that's thats that'll this there there's theres there'll they they're theyre they'll they'd",
        said[0],
    );
    // Of a thing no more is told than how one feels about it.
    if is_thing
        && !is_purpose
        && !said.iter().any(|word| has(FEELING, word))
        && !matches!(said, ["that's" | "thats", "how", ..])
    {
        return false;
    }
    if said.len() > LONGEST_TOLD || turns_it(said) {
        return false;
    }
    let line = said.join(" ");
    // A turn of phrase decides nothing, whatever its words do elsewhere.
    let line = TURNS
        .iter()
        .fold(line, |line, turn| format!(" {line} ").replace(&format!(" {turn} "), " so ").trim().to_owned());
    let words: Vec<&str> = line.split(' ').collect();
    // What is asked within a sentence decides nothing: "they want to see if it goes away".
    let asked = words.windows(2).position(|two| {
        has("see know wonder wondering forgot idea sure find learn show tell", two[0])
            && has("if whether what what's how where why who", two[1])
    });
    let at = |at: usize| words.get(at).copied().unwrap_or("");
    // "we need planks" is a wish, and "Tom dreams of a sword" is none.
    let own = has("i i'm im i've i'd i'll we we're we've we'd we'll you you've you're you'll", words[0]);
    let wished = own.then(|| words.iter().position(|word| has(WANTED_OWN, word))).flatten();
    let names_things = |place: usize| !leads || wished.is_some_and(|wished| place > wished);
    let binds = |(place, word): (usize, &&str)| match *word {
        // "wants to see it", "need to know": what is done with it is another matter.
        verb if has("want wants wanted need needs like likes love loves", verb) => {
            let next = at(place + 1);
            let deed = if next == "to" { at(place + 2) } else { "" };
            let learns = at(place + 2) == "to" && has("learn see know feel sleep rest sit", at(place + 3));
            let known = has(KNOWN, next) && words.len() > place + 2 && !learns;
            // What is wanted but to do something is one more thing.
            next != "to" && !learns && verb != "like" || has(DEEDS_MEANT, deed) || known || next.is_empty()
        }
        // "she's not listening", and not "Mia said not yet"
        "not" => !at(place + 1).ends_with("ing"),
        "don't" | "dont" | "doesn't" | "doesnt" | "didn't" | "didnt" | "won't" | "wont" => {
            has("want need like love use mind", at(place + 1)) && at(place + 2) != "so"
        }
        "for" => has("you me him her us them it", at(place + 1)) && words.len() > place + 2,
        "here" | "there" => place > 0 && place + 1 == words.len() && has("it them that this those", at(place - 1)),
        word => {
            place >= verb.min(2) - 1 && has(DECIDES, word) && asked.is_none_or(|asked| place <= asked)
                || is_numeral(word)
                || has(NUMBERS, word)
                || has(MANY, word)
                || names_things(place)
                    && word.len() > 2
                    && (resolve(word, Use::Held).is_some() || resolve(word, Use::Block).is_some())
        }
    };
    !words.iter().enumerate().any(binds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_only_tells_something_is_no_part_of_the_goal() {
        for told in [
            "she's got something to show you",
            "you'll catch a cold",
            "he wants to show you around",
            "otherwise there'll be tears",
            "the kids want to watch it grow",
            "it'll be dark soon and we're getting cold",
            "that's how grandpa does it",
        ] {
            let goal = format!("light the campfire, {told}");
            assert_eq!(
                without_talk(&goal).first().map(|(rest, _)| rest.as_str()),
                Some("light the campfire"),
                "{goal}"
            );
            let goal = format!("{told}, so light the campfire");
            assert_eq!(
                without_talk(&goal).first().map(|(rest, _)| rest.as_str()),
                Some("so light the campfire"),
                "{goal}"
            );
        }
        for meant in [
            "it goes on the furnace",
            "they belong in the barrel",
            "the rest stays there",
            "Tom wants 2",
            "Tom gets the other one",
            "I want it here",
            "I want them to be birch",
            "she wants it in front",
            "you can keep the rest",
            "you should leave some",
            "my son wants to have it",
            "we need more of them",
            "it has to be high",
            "that's the wrong one",
            "the left one is mine",
            "that's enough",
            "it's too big",
            "the last one is for me",
            "nobody should see it",
            "we want both",
            "that's where it goes",
            "please don't get wet",
            "that way",
            "the boys want a sandpit",
            "I changed my mind",
            "I'm kidding",
            "Tom said no",
            "mum said no",
            "Tom asked you to stop",
            "I don't need them",
            "Tom doesn't need them",
            "it says hello",
            "it can't be seen from the road",
            "I don't want you to dig",
            "nobody can jump over it",
            "she is hungry too",
            "Tom is starving as well",
            "it needs a chimney",
            "it surrounds the village",
            "the kitchen is dark",
            "she picked terracotta",
            "he said a hundred",
            "you're giving it to Tom",
            "everyone wants a room",
        ] {
            assert!(without_talk(&format!("get 3 dirt, {meant}")).is_empty(), "{meant}");
        }
        let first = |goal: &str| without_talk(goal).into_iter().map(|(rest, _)| rest).collect::<Vec<_>>();
        assert_eq!(first("Tom is hungry, so give him 2 bread"), ["so give Tom 2 bread"]);
        assert_eq!(
            first("that campfire looks so sad, please light it"),
            ["please light it", "please light the campfire"]
        );
        for other in [
            "Tom says his sister is hungry, give her bread",
            "Today is his birthday, give him a cake",
            "Mia lost her pickaxe, give him food",
            "Leo is here, follow tom and give him bread",
        ] {
            assert!(
                first(other)
                    .iter()
                    .all(|rest| !rest.contains("give Tom") && !rest.contains("give Mia") && !rest.contains("give Leo")),
                "{other}"
            );
        }
        for other in ["the sand is blocking the door, remove it", "that chest is full of dirt, drop it"] {
            assert!(
                first(other).iter().all(|rest| !rest.contains("the door") && !rest.contains("the chest")),
                "{other}"
            );
        }
        assert!(first("put up a sign: it is full").is_empty());
        assert_eq!(first("let's see how strong you are: get a furnace"), ["get a furnace"]);
    }
}
