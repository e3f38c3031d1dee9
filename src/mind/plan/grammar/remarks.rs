//! What is told beside a goal: of somebody ("she ran out"), of a thing ("it's just clutter"), of what is to come of it ("so nobody walks in").
//! It asks for nothing as long as it names nothing that a goal could be about.

use super::{
    names::{Use, resolve},
    words::has,
};

/// Words behind "for" that tell what a thing is for, and not for whom, how many or how long.
pub(super) const FOR: &str = "my our the a an this that these those his her their your later dinner lunch breakfast tonight \
        tomorrow fun winter once storage safety building decoration crafting smelting cooking making trading protection backup";
/// What says how much, where or when after all, and is not put aside.
const TELLING: &str = "double joined many much again until till all none left full empty each every everyone half more less only \
        least most not never without except but if unless before after when while behind beside next near north south east west \
        above below under inside chest barrel then and or instead same both another other others first last exactly one ones \
        two three four five six seven eight nine ten dozen stack stacks";
/// Who or what a remark is about, and all that is said in one: "it's getting late", "we're going on an adventure". Another word
/// would tell more.
const ABOUT: &[&str] = &[
    "they're", "it's", "its", "it", "we're", "we", "i'm", "i", "that's", "that", "you", "you're", "your", "hope",
    "hoping",
];
const REMARK: &str = "it's its it is was we're we are i'm am i that's that you look seem you're you've your been did hope \
        hoping a an so very really too bit little kinda quite just already now here outside today getting late dark cold hot \
        night nighttime evening raining rainy lovely great nice good fine well fun awesome amazing cool beautiful tired bored \
        hungry thirsty sad lonely lost new back busy happy excited sorry going on adventure trip journey holiday doing having \
        day my me out must be and started starting playing this game love feet mess messy in way they're starving spooky scary \
        creepy gloomy chilly windy foggy stormy cosy cozy pretty peaceful quiet";
/// Who or what a sentence may be about that asks for nothing: "im gonna need em later".
const TOLD_OF: &str = "i im i'm ive i've ill i'll id i'd we we're we've we'll my our it its it's they they're theyre there's \
        theres he she he's she's hes shes want going";
/// What binds the one who is asked, or says where a thing is or how it is to be.
const BINDING: &str = "must should shall ought supposed has keep kept stay stays made same even big bigger small smaller large \
        tiny huge tall taller high low wide deep long longer short flat level straight round square open shut closed locked lit \
        wood wooden at near on from of with out instead mean meant wrong joke kidding mistake oak birch spruce jungle acacia \
        cherry better best likes love loves hate hates favourite favorite left used uses prefer like rather only where who \
        which what how why";
/// What is told of somebody who is named.
const NAMED_DO: &str = "wants needs thinks thought is was has had keeps lost broke forgot asked ran can't doesn't didn't lives \
        went left came wanted promised";
/// What says how a thing is to be, or who may do what, whoever it is told of.
const SAYS_HOW: &str = "which isn't aren't unless except near should supposed prefer better best more most less \
        rather instead mean meant wrong allow allowed use uses used using you says said told goes \
        one ones left favourite favorite love loves likes hate hates";
pub(super) const NUMBERS: &str = "two three four five six seven eight nine ten dozen stack stacks half";
/// What is no name where something is told of it.
const NO_NAMES: &str = "that which who what it this there those these one it's where when how the a an your you and but not no \
        just so here only all each please pls";
/// What is told of what somebody has.
const TOLD: &str = "is are was were has gets fills keeps looks broke ran feels fell hurts runs died";
/// What is wanted, where another word comes next than what is spoken of.
const WANTING: &str = "need needs want wants";
/// What is spoken of already.
pub(super) const KNOWN: &str = "it them that those";
/// What stands before "to" where somebody tells of their own deeds.
const OWN_DEEDS: &str = "want going have trying need got about love hoping planning used time hope plan";
/// More words tell more than that.
pub(super) const LONGEST: usize = 9;
/// Who tells a story first may use more.
pub(super) const LONGEST_LEAD: usize = 14;

/// Whether a word says how much, where or when after all.
pub(super) fn tells(word: &str) -> bool {
    has(TELLING, word) || is_numeral(word)
}

pub(super) fn is_numeral(word: &str) -> bool {
    word.chars().any(|c| c.is_ascii_digit())
}

/// Whether words tell something that is so, and want nothing.
pub(super) fn is_remark(said: &[&str]) -> bool {
    said.len() > 2 && ABOUT.contains(&said[0]) && said.iter().all(|word| has(REMARK, word))
}

/// What begins a remark by the way, and all that may be said in one: nothing that is a thing, a place, a number, a direction, or a deed of the
/// one who is asked. Another word would tell more.
const BY_THE_WAY: &str = "it's its it i i'm im we we're you're youre that's thats this would looks lets let's planning want \
        gotta kinda then so probably";
const CHAT: &str = "it's its it i i'm im we we're you're youre that's thats this would looks look looking lets let's maybe \
        planning want gotta just kinda sorta then so probably is was be been being am are a an the very really too pretty quite way \
        much bit little like proper gonna going get gets getting got see what how happens that nothing someday something \
        fancy special nice good great cool cozy cosy lovely silly funny polite private ripe ready fresh stuffy smelly noisy boring \
        slow fast easy hard late dark cold warm hot wet sunny tired bored hungry thirsty lonely curious creepy scary messy mess \
        carrying feel feels think guess hope today now already anyway though lol haha hehe hihi tbh imo \
        btw here in there outside at point some me to works work entrance day night fun more less kind of";
/// Of these words of [`CHAT`] each says so only with the one behind it.
const CHAT_PAIRS: &[(&str, &str)] = &[
    ("at", "some"),
    ("some", "point"),
    ("in", "here there"),
    ("want", "to"),
    ("to", "me get be look feel"),
    ("more", "private cozy cosy fun lovely special"),
    ("less", "boring lonely messy creepy scary dark"),
    ("kind", "of"),
    ("of", "nice good cool fun silly dark boring messy"),
    ("here", "lol haha tbh btw now today"),
    ("there", "lol haha tbh btw now today"),
];

/// Whether words are a remark by the way: "it's gonna get dark at some point", "would look cozy", "lets see what happens", "not that it matters".
pub(super) fn is_by_the_way(said: &[&str]) -> bool {
    match said {
        // "not that there's any sheep haha"
        ["not", "that", "there's" | "theres" | "it" | "i" | "we", ..] => {
            return said.len() <= LONGEST && !said.iter().any(|word| is_numeral(word));
        }
        ["in", "case", "you" | "i" | "we" | "it", ..] => {
            return said.len() <= LONGEST && !said.iter().any(|word| is_numeral(word) || tells(word));
        }
        // "walking over there all the time sucks", "digging with that stone thing is so slow"
        [doing, .., last]
            if doing.ends_with("ing")
                && !has("using leaving starting keeping facing going following saying spacing including", doing) =>
        {
            let told = said.iter().any(|word| matches!(*word, "is" | "was" | "takes" | "sucks" | "hurts"));
            let ends =
                *last == "sucks" || has("slow boring hard ages forever annoying fun easy exhausting scary", last);
            if told && ends && !said.iter().any(|word| is_numeral(word) || has(NUMBERS, word)) {
                return said.len() <= LONGEST;
            }
        }
        _ => {}
    }
    let goes_with = |(at, word): (usize, &&str)| {
        let pair = CHAT_PAIRS.iter().find(|(first, _)| first == word);
        pair.is_none_or(|(_, behind)| {
            said.get(at + 1).is_some_and(|next| has(behind, next)) || at + 1 == said.len() && has("here there", word)
        })
    };
    said.len() > 1
        && said.len() <= LONGEST
        && has(BY_THE_WAY, said[0])
        && said.iter().all(|word| has(CHAT, word))
        && said.iter().enumerate().all(goes_with)
}

/// Whether words tell what somebody does, thinks or feels: "i promised everyone sandwiches", "nobody needs that much dirt", "she ran out".
/// They may name what they like, but for a number, and for what somebody wants or would have.
pub(super) fn is_about_somebody(said: &[&str], leads: bool) -> bool {
    if turns_it(said) {
        return false;
    }
    let said = said.strip_suffix(&["too"]).or(said.strip_suffix(&["at", "night"])).unwrap_or(said);
    let said = match said {
        ["me", "and", _, rest @ ..] if !leads => rest,
        [one, "and", _, rest @ ..]
            if !leads && is_name(one) && rest.first().is_some_and(|verb| has("are were have want need love", verb)) =>
        {
            rest
        }
        [
            "i" | "we" | "she" | "he" | "i'm" | "we're" | "she's" | "he's" | "i've" | "we've" | "i'll" | "we'll"
            | "she'll" | "he'll",
            rest @ ..,
        ] => rest,
        // What nobody wants is not asked for.
        ["nobody", "wants" | "needs" | "likes", ..] => return said.len() <= LONGEST,
        ["nobody" | "everybody" | "everyone" | "somebody" | "people", rest @ ..] => rest,
        ["my" | "our" | "her" | "his", _, rest @ ..]
        | ["all", "my" | "our", _, rest @ ..]
        | ["all", "my" | "our", "old", _, rest @ ..]
            if rest.first().is_some_and(|verb| {
                has(TOLD, verb) || verb.ends_with("ed") || verb.ends_with('s') && *verb != "ones"
            }) =>
        {
            rest
        }
        [name, rest @ ..] if !leads && is_name(name) && rest.first().is_some_and(|verb| has(NAMED_DO, verb)) => rest,
        _ => return false,
    };
    let binds = |(at, word): (usize, &&str)| match *word {
        "at" => said.get(at + 1).is_some_and(|next| has("the a my our home", next)),
        word if has(WANTING, word) || word == "like" => {
            let next = said.get(at + 1).copied().unwrap_or("");
            let known = has(KNOWN, next) && said.len() == at + 2;
            // "i want to keep it"
            let deed = said.get(at + 2).copied().unwrap_or("");
            !(known || next == "to" && !has("keep have get be use own", deed))
        }
        // "i'm out of coal"
        "of" => at > 0 && said[at - 1] == "out",
        "keep" | "keeps" => !said.get(at + 1).is_some_and(|next| *next == "an" || next.ends_with("ing")),
        word => has(SAYS_HOW, word) || has(NUMBERS, word) || is_numeral(word),
    };
    (1..=LONGEST_LEAD).contains(&said.len()) && !said.contains(&",") && !said.iter().enumerate().any(binds)
}

/// Whether words tell that something is there which would be used anyway: "you have sand", "the wheat down south is ripe". A chest is
/// none of that: what is to come out of it is.
pub(super) fn is_at_hand(said: &[&str]) -> bool {
    const BETWEEN: &str = "some any enough plenty lots loads of the a an already for you and good \
            here there nearby outside down up south north east west in your my our inventory pack bag pockets field garden pond \
            lake river";
    const STATES: &str = "ripe ready grown here there around nearby outside waiting free";
    let into = said.iter().position(|word| matches!(*word, "in" | "inside" | "from")).unwrap_or(said.len());
    if said[into..].iter().any(|word| has("chest chests barrel barrels furnace", word)) {
        return false;
    }
    let is_thing = |word: &&str| resolve(word, Use::Held).is_some();
    let rest = match said {
        ["you" | "we" | "i", "have", "got", rest @ ..]
        | ["you" | "we" | "i", "have" | "got", rest @ ..]
        | ["you've" | "we've" | "i've", "got", rest @ ..]
        | ["there", "is" | "are", rest @ ..]
        | ["there's" | "theres", rest @ ..] => rest,
        ["the" | "my" | "our" | "your", rest @ .., "is" | "are", state] if has(STATES, state) => rest,
        [thing, rest @ ..] if let Some(thing) = thing.strip_suffix("'s") => {
            return resolve(thing, Use::Held).is_some()
                && matches!(rest, ["in", "your" | "my" | "our", "inventory" | "pack" | "bag" | "pockets"]);
        }
        _ => return false,
    };
    let flint = rest.windows(3).any(|words| words == ["flint", "and", "steel"]);
    rest.len() <= LONGEST
        && (flint || rest.iter().any(is_thing))
        && rest.iter().all(|word| has(BETWEEN, word) || is_thing(word) || matches!(*word, "flint" | "steel"))
}

/// Whether words tell what is to come of it: "so nobody walks in", "so it's not so dark at night".
pub(super) fn is_purpose(said: &[&str]) -> bool {
    let ["so", rest @ ..] = said else { return false };
    let rest = rest.strip_prefix(&["that"]).unwrap_or(rest);
    let rest = rest.strip_suffix(&["at", "night"]).unwrap_or(rest);
    let Some((who, then)) = rest.split_first() else { return false };
    // Nobody does what is not to happen.
    let who = if matches!(*who, "nobody" | "nothing" | "mobs" | "monsters" | "animals") { "it" } else { *who };
    if is_about_somebody(rest, false) && matches!(who, "we" | "i" | "she" | "he") {
        return true;
    }
    let told: Vec<&str> = [who].into_iter().chain(then.iter().copied().filter(|word| *word != "not")).collect();
    told.len() > 1 && told.len() <= LONGEST && !told.iter().any(|word| tells(word)) && is_statement(&told)
}

/// Whether words tell of their speaker, or of a thing, and of nothing that a goal could be about: no kind of thing, no place, no measure.
pub(super) fn is_statement(said: &[&str]) -> bool {
    let [who, rest @ ..] = said else { return false };
    if turns_it(said) {
        return false;
    }
    if has("my our", who) && !rest.iter().skip(1).any(|word| has(TOLD, word)) {
        return false;
    }
    // "it's too far away" says how it is not to be.
    let too = rest.contains(&"too");
    let next_is = |at: usize, some: &str, or_none: bool| rest.get(at + 1).map_or(or_none, |next| has(some, next));
    let binds = |(at, word): (usize, &&str)| match *word {
        "to" => !has(OWN_DEEDS, said[at]),
        "for" => !next_is(at, FOR, false) && !next_is(at, "me us now ages", false),
        "in" => !next_is(at, "a the", true),
        "keep" | "have" | "get" | "see" | "make" if at > 0 => true,
        word if has(WANTING, word) => {
            let ends =
                rest.get(at + 2).is_none_or(|next| has("later now soon tomorrow tonight anyway badly for", next));
            !(next_is(at, "to", false) || next_is(at, KNOWN, true) && ends)
        }
        word => !too && has(BINDING, word) || word.len() > 2 && resolve(word, Use::Held).is_some(),
    };
    has(TOLD_OF, who) && !rest.is_empty() && !rest.iter().enumerate().any(binds)
}

/// Of whom something is told that asks for nothing.
pub(super) const PEOPLE: &str = "kids children boys girls family guests neighbours neighbors boy girl son daughter wife husband mum mom dad \
        brother sister friend friends grandma grandpa sons daughters";
/// What takes back what was said, or says what somebody else has said of it.
const TAKES_BACK: &str = "kidding joking joke mistake trick test example changed said says say saying told tells tell asked asks asking \
        reads read already banned illegal forbidden allergic vegetarian limits secretly hidden agreed decided imagine imagined picked \
        chose choose marked favourite favorite also";
/// What is said to be done no more, or not by somebody, of what a goal may do.
const NEGATED: &str = "want need like eat mine cut touch use trust stand waste spare be burn climb hold notice have jump find enter go make dig \
        break take finish";

/// Whether words take a goal back, forbid something of it, or ask the same for somebody else, whatever else they tell.
pub(super) fn turns_it(said: &[&str]) -> bool {
    let next = |at: usize| said.get(at + 1).copied().unwrap_or("");
    let is_no =
        |word: &str| word.ends_with("n't") || has("dont doesnt didnt cant wont isnt never cannot not nobody", word);
    let turns = |(at, word): (usize, &&str)| {
        has(TAKES_BACK, word) && !(*word == "asked" && next(at) == "and")
            || is_no(word) && has(NEGATED, next(at))
            || *word == "no" && at + 1 == said.len()
            || *word == "take" && next(at) == "it" && said.get(at + 2) == Some(&"back")
            || *word == "as" && next(at) == "well"
            || *word == "wait" && !has("any so", next(at)) && at > 0 && !is_no(said[at - 1])
            // Where things are to be had.
            || has("in from inside", word) && has("chest barrel chests", said.get(at + 2).copied().unwrap_or(""))
            || *word == "stop"
            || *word == "until"
            || *word == "till"
    };
    said.iter().enumerate().any(turns)
        || said.len() > 2 && said.last() == Some(&"too") && !has("i'm im we're i we me us", said[0])
}

/// Whether a word may be somebody's name: "oak is fine" is about none.
pub(super) fn is_name(word: &str) -> bool {
    !has(NO_NAMES, word) && !has(BINDING, word) && resolve(word, Use::Held).is_none()
}
