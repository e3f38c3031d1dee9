//! Questions in words that no phrase foresees, by what they are about: who asks "how long is it until morning" wants the time of
//! day, however it is put. Only what nothing else understands is read so, and only if each of its words belongs there.

use super::{
    meaning::Question,
    names::{Use, resolve},
    words::{has, words},
};

/// What questions begin with.
const ASKS: &str = "what what's whats where where's wheres who who's whos which how how's hows why when when's is are was \
        were do does did have has got any anyone anybody tell show list check see know you ya i";
/// What comes before a question and asks nothing.
const BEFORE: &str = "hey hi hello ok okay so and but well oh um uh please pls bot yo buddy dude mate man bro quick question \
        also right , : just can could would will";
/// Words of any question, which tell nothing of what it is about.
const COMMON: &str = "what what's whats where where's wheres who who's whos which how how's hows why when when's is are was \
        were am be been being do does did have has had got get you you're you've your yours yourself i i'm me my \
        we us our it it's its that that's this these those the a an any some of on in at with for to from by so \
        far now right yet still already just there there's here much many more all tell show give know see check \
        list please currently exactly really actually moment today then and or not if whether can will as well \
        again about like total altogether thing things";

/// What a question may be about.
struct Topic {
    question: Question,
    /// One of these is said.
    keys: &'static str,
    /// What is said with them.
    also: &'static str,
}

/// The first that fits is meant.
const TOPICS: &[Topic] = &[
    Topic {
        question: Question::Time,
        keys: "time o'clock day night nighttime daytime dark light morning evening noon midnight dawn dusk sunrise \
            sunset sun late early",
        also: "long until till before outside out soon almost nearly game next left clock go goes gets getting \
            comes up down rise set sets rises close",
    },
    Topic {
        question: Question::Left,
        keys: "longer eta minutes seconds long soon",
        also: "take takes taking need until till done finished ready left going think minute second be before \
            finish job task remaining",
    },
    Topic {
        question: Question::Health,
        keys: "health healthy hp hearts heart hunger hungry hurt injured starving alive dying feeling feel damage \
            drumsticks foodbar ok okay alright fine",
        also: "doing status bar level food points left low full lost looking state going need eat something think \
            enough good",
    },
    Topic {
        question: Question::Place,
        keys: "position coordinates coords location whereabouts standing dimension",
        also: "current level x y z exact world stand located place spot",
    },
    Topic {
        question: Question::Stores,
        keys: "chests storage stored stash",
        also: "inside lying left seen remember kept keep last looked into store items stuff contents content nearby",
    },
    Topic {
        question: Question::Places,
        keys: "places spots waypoints locations",
        also: "remember remembered saved named names called name go set marked stored",
    },
    Topic {
        question: Question::Company,
        keys: "online players player anyone anybody people someone somebody else playing",
        also: "around nearby near close server names other others connected logged besides",
    },
    Topic {
        question: Question::Next,
        keys: "next queue queued waiting after afterwards upcoming planned",
        also: "going plan plans left step steps goal goals task tasks line work job jobs comes coming up pending \
            open your doing order orders done finish finished gonna supposed",
    },
    Topic {
        question: Question::Done,
        keys: "accomplished achieved completed did made finished done built gathered",
        also: "last today session while was gone away goals goal past lately recently minute minutes ago previously \
            earlier managed up everything",
    },
    Topic {
        question: Question::Doing,
        keys: "doing working busy goal goals task plan progress status job finished done ready happening stuck idle",
        also: "going on up step steps current coming along getting nearly almost finish anything something \
            everything off left open",
    },
    Topic {
        question: Question::Inventory,
        keys: "inventory carrying carry holding bag pack backpack pockets pocket wearing items stuff hotbar hand \
            hands equipped slots hold",
        also: "off main left full contents room space free empty inside equipment gear everything anything armor armour \
            tools tool weapon weapons food currently",
    },
    Topic {
        question: Question::Seen,
        keys: "seen found spotted noticed discovered surroundings interesting around nearby",
        also: "anything something near close find ores ore caves good useful blocks out look looks valuable worth",
    },
    Topic {
        question: Question::Abilities,
        keys: "commands command able capable abilities skills options examples help understand features",
        also: "use else say ask kind sort sorts kinds goals work possible type good instructions words accept need \
            available",
    },
];

/// What these words ask, if they are a question of one of the topics, or about one thing.
pub(super) fn topic(text: &str) -> Option<Question> {
    if is_kind(text) {
        return Some(Question::Courtesy);
    }
    let all = words(text);
    let said: Vec<&str> = all.iter().map(|word| word.text.as_str()).filter(|word| *word != ".").collect();
    let begins = said.iter().position(|word| !has(BEFORE, word))?;
    // "can you see ..." asks, "can you get ..." asks for something.
    let said: Vec<&str> = said[begins..].iter().copied().filter(|word| *word != ",").collect();
    let asks = said.first().is_some_and(|first| has(ASKS, first));
    // Days are not counted.
    let counts_days = said.windows(2).any(|two| matches!(two, ["what" | "which" | "many", "day" | "days"]));
    // "how many logs are in the chest and what is in the barrel": two questions have no one answer.
    let asks_twice = said.windows(2).any(|two| two[0] == "and" && has("how what where who which is are when", two[1]));
    if !asks || asks_twice || counts_days || said.len() > LONGEST {
        return None;
    }
    let is_of = |topic: &&Topic| {
        let fits = |word: &&str| [COMMON, topic.keys, topic.also].iter().any(|list| has(list, word));
        said.iter().any(|word| has(topic.keys, word)) && said.iter().all(fits)
    };
    let is_asked = text.trim_end().ends_with('?') || !matches!(said[0], "you" | "ya" | "i" | "check" | "see" | "know");
    if !is_asked {
        return None;
    }
    // "how long till the iron is done": of whatever is at work.
    let of_work = said[0] == "how" && said.get(1) == Some(&"long") && has("done ready finished", said[said.len() - 1]);
    if of_work {
        return Some(Question::Left);
    }
    TOPICS.iter().find(is_of).map(|topic| topic.question.clone()).or_else(|| about(&said))
}

/// Kind words, which ask for nothing.
const KIND: &str = "thanks thank thx ty tysm cheers hello hi hey hiya howdy yo greetings morning evening afternoon good \
        great nice well done perfect awesome cool wow bravo amazing brilliant excellent lovely sweet bye goodbye \
        night goodnight sorry gg appreciated love";
/// What goes with them.
const KINDLY: &str = "you u so much a lot very job work one for that this it is was all everything the help bot there buddy \
        mate friend my dude man bro again really to of kind in advance , and oh ok okay now see later day have \
        your i i'm appreciate that's it's";

/// Whether these are kind words and nothing else.
pub(super) fn is_kind(text: &str) -> bool {
    let words = words(text);
    let is_of = |word: &str| has(KIND, word) || has(KINDLY, word) || word == ".";
    words.iter().any(|word| has(KIND, &word.text)) && words.iter().all(|word| is_of(&word.text))
}

/// More words than these tell more than a question.
const LONGEST: usize = 14;

/// What is asked about the one thing that is named: what else is said tells what.
fn about(said: &[&str]) -> Option<Question> {
    const STORES: &str = "chest chests storage barrel stored stash";
    const MADE: &str = "make craft made crafted recipe ingredients build need needed takes take require required smelt";
    const NEAR: &str = "where where's wheres nearest closest close near nearby around seen found find spotted direction way far \
        distance noticed";
    const HELD: &str = "many much have got carrying left hold holding inventory any";
    const MORE: &str =
        "anywhere somewhere on you up out into inside enough lying spare hand it altogether included including plus";
    let known = |word: &&str| [COMMON, STORES, MADE, NEAR, HELD, MORE].iter().any(|list| has(list, word));
    if matches!(said[0], "you" | "ya" | "i") {
        return None;
    }
    let unknown: Vec<usize> = (0..said.len()).filter(|at| !known(&said[*at])).collect();
    let (first, last) = (*unknown.first()?, *unknown.last()?);
    let name = said[first..=last].join("_");
    let tells = |list: &str| said.iter().enumerate().any(|(at, word)| !(first..=last).contains(&at) && has(list, word));
    let thing = |purpose: Use| resolve(&name, purpose).map(|named| named.name);
    if tells(STORES) {
        // "what's in the barrel by the door" asks for nothing that lies there.
        let by = said.windows(2).any(|two| matches!(two[0], "by" | "near" | "beside" | "next") && two[1] != "now");
        // "how do I make a chest and a furnace" asks for no chest's contents.
        if by || tells(MADE) {
            return None;
        }
        return thing(Use::Got).map(Question::Stored);
    }
    if tells(MADE) && matches!(said[0], "how" | "what" | "what's" | "whats" | "tell" | "show" | "which" | "do" | "is") {
        return thing(Use::Got).map(Question::Recipe);
    }
    if tells(NEAR) {
        return thing(Use::Mined).map(Question::Nearest);
    }
    if tells(HELD) { thing(Use::Got).map(Question::Held) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_known_by_what_they_are_about() {
        for (text, question) in [
            ("how long is it until morning?", Question::Time),
            ("who else is online?", Question::Company),
            ("how are you doing on health?", Question::Health),
            ("whats ur plan after this", Question::Next),
            ("what's still left to do in the queue?", Question::Next),
            ("what kind of commands can I type?", Question::Abilities),
            ("how much iron have you got in the chest by now?", Question::Stored("iron_ingot")),
            ("what would you", Question::Seen),
        ] {
            match topic(text) {
                found if text == "what would you" => assert_eq!(found, None),
                found => assert_eq!(found, Some(question), "{text}"),
            }
        }
    }

    #[test]
    fn what_is_asked_for_is_no_question() {
        for text in [
            "can you get me some light",
            "do the same thing all day",
            "have a look for diamonds and mine them",
            "tell Bert it is time to go",
            "is it a good idea to dig straight down?",
            "i want a chest",
            "do you want to build a house?",
        ] {
            assert_eq!(topic(text), None, "{text}");
        }
    }
}
