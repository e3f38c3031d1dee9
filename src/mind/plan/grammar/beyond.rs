//! What people ask of a companion and this one cannot do, so that it can say so.

use super::{
    parser::Parser,
    phrases::{longest, verb_at},
    words::{Word, words},
};
use crate::domain::ToolError;

/// One thing that cannot be done.
pub(super) struct Beyond {
    /// How that is said, behind "I cannot"; with what can be said instead, in brackets.
    pub what: &'static str,
    /// What a clause about it begins with.
    begins: &'static [&'static str],
    /// What it is about, wherever that stands in a goal that is not understood.
    about: &'static [&'static str],
    /// One of these must be said as well, where there are any.
    with: &'static [&'static str],
}

const BEYOND: &[Beyond] = &[
    Beyond {
        what: "change what was said before (say the whole goal once more)",
        begins: &[
            "make that",
            "change that",
            "change it",
            "not that",
            "not that one",
            "wrong",
            "do the same but",
            "now do the same",
            "the same but",
            "try that again but",
            "do that again but",
            "again but",
            "do the",
        ],
        about: &["meant", "wrong", "same", "instead"],
        with: &[],
    },
    Beyond {
        what: "fight",
        begins: &[
            "attack", "fight", "kill", "hunt", "slay", "defend", "protect", "guard", "shoot", "beat up", "murder",
        ],
        about: &[
            "zombie",
            "zombies",
            "creeper",
            "creepers",
            "skeleton",
            "skeletons",
            "spider",
            "spiders",
            "enderman",
            "mob",
            "mobs",
            "monster",
            "monsters",
            "dragon",
            "wither",
            "enemies",
            "enemy",
            "kill",
            "fight",
            "attack",
            "blaze",
        ],
        with: &[],
    },
    Beyond {
        what: "work with animals",
        begins: &["shear", "milk", "tame", "breed", "feed", "lure", "leash", "herd"],
        about: &[
            "cow",
            "cows",
            "sheep",
            "pig",
            "pigs",
            "chickens",
            "horse",
            "horses",
            "wolf",
            "wolves",
            "dog",
            "dogs",
            "cat",
            "cats",
            "animal",
            "animals",
            "bees",
            "villager",
            "villagers",
            "fox",
            "llama",
            "parrot",
            "goat",
        ],
        with: &[],
    },
    Beyond { what: "trade", begins: &["trade", "buy", "sell", "barter"], about: &["trade", "trades"], with: &[] },
    Beyond {
        what: "see where you are (say: where are you?; come to NAME)",
        begins: &["where am i", "where i am", "which block am i", "what am i", "what block am i", "who am i"],
        about: &[],
        with: &[],
    },
    Beyond {
        what: "tell how long something takes before it is planned (say it as a goal: its plan tells)",
        begins: &[
            "how long will it take you to",
            "how long would it take",
            "how long does it take you to",
            "how long do you need to",
            "how long will it take to",
        ],
        about: &[],
        with: &[],
    },
    Beyond {
        what: "wait between two deeds (say: in 5 seconds close the door)",
        begins: &["wait", "pause", "hold on"],
        about: &[],
        with: &[],
    },
    Beyond {
        what: "pour buckets out",
        begins: &["pour", "spill", "empty the bucket", "empty your bucket"],
        about: &["pour"],
        with: &[],
    },
    Beyond {
        what: "do something so many times (say: again; or name the count: get 15 torches)",
        begins: &["repeat", "do that", "do it", "do this"],
        about: &[],
        with: &[],
    },
    Beyond {
        what: "watch how worn tools are (say: get 2 stone pickaxes)",
        begins: &[],
        about: &["breaks", "broke", "broken", "durability"],
        with: &[],
    },
    Beyond {
        what: "know what you can spare (say: drop all the dirt)",
        begins: &[],
        about: &["junk", "trash", "garbage", "useless", "rubbish"],
        with: &[],
    },
    Beyond { what: "drink", begins: &["drink"], about: &[], with: &[] },
    Beyond { what: "light fires (say: light the campfire)", begins: &["burn", "set fire"], about: &[], with: &[] },
    Beyond { what: "put out fires", begins: &["put out", "extinguish"], about: &["fire"], with: &["out"] },
    Beyond {
        what: "ride or sail",
        begins: &["ride", "sail", "mount", "get in", "get on", "get into", "get out of"],
        about: &["ride", "boat", "minecart"],
        with: &["ride", "sail", "row", "in", "into", "on", "drive"],
    },
    Beyond { what: "fish", begins: &["fish", "go fishing"], about: &["fish", "fishes", "fishing"], with: &[] },
    Beyond {
        what: "enchant",
        begins: &["enchant"],
        about: &["enchant", "enchanted", "sharpness", "enchantment", "xp"],
        with: &[],
    },
    Beyond { what: "brew", begins: &["brew"], about: &["potion", "potions"], with: &[] },
    Beyond { what: "repair things", begins: &["repair", "fix", "mend"], about: &[], with: &[] },
    Beyond {
        what: BUILDINGS,
        begins: &["bridge", "pillar up", "tower up", "wall off", "fence in", "decorate", "surround"],
        about: &[
            "house",
            "houses",
            "hut",
            "castle",
            "tower",
            "towers",
            "wall",
            "walls",
            "bridge",
            "base",
            "shelter",
            "roof",
            "room",
            "cabin",
            "fort",
            "pillar",
            "statue",
            "pyramid",
            "portal",
            "barn",
            "pen",
            "garden",
            "mansion",
            "floor",
            "platform",
            "road",
            "path",
            "fountain",
            "building",
            "structure",
            "monument",
            "village",
            "treehouse",
        ],
        with: &["build", "make", "construct", "create", "craft", "put", "raise", "dig"],
    },
    Beyond {
        what: "dig stairs or strip mines (say: go down to y 12; dig a tunnel 20 long north)",
        begins: &["strip mine", "branch mine"],
        about: &["staircase", "stairs", "stairway", "strip"],
        with: &[],
    },
    Beyond {
        what: "level the ground (say: clear 5x5x3 here)",
        begins: &["flatten", "level", "terraform"],
        about: &[],
        with: &[],
    },
    Beyond {
        what: LAND,
        begins: &[],
        about: &[
            "village",
            "villages",
            "cave",
            "caves",
            "ocean",
            "sea",
            "river",
            "lake",
            "desert",
            "forest",
            "jungle",
            "mountain",
            "mountains",
            "hill",
            "temple",
            "mineshaft",
            "stronghold",
            "fortress",
            "dungeon",
            "ravine",
            "biome",
            "swamp",
            "beach",
            "island",
            "shore",
            "cliff",
            "valley",
        ],
        with: &[],
    },
    Beyond {
        what: "dig by these words (say: dig a 1x12x2 hole; dig a tunnel 20 long north)",
        begins: &[],
        about: &["trench", "moat", "ditch", "canal", "shaft", "mineshaft", "bedrock"],
        with: &[],
    },
    Beyond {
        what: "go there by these words (say: go 10 blocks north; go down to y 12; go to the surface)",
        begins: &[
            "get down",
            "climb down",
            "jump down",
            "get off",
            "step back",
            "move back",
            "back up",
            "move away",
            "get away",
            "go away",
            "step aside",
            "move aside",
            "get out of the way",
            "leave me alone",
            "go inside",
            "go in",
            "go outside",
            "go out",
            "come inside",
            "come outside",
            "come in",
            "get inside",
            "stand on",
            "stand in",
            "stand at",
            "enter",
        ],
        about: &[],
        with: &[],
    },
    Beyond {
        what: "swap one thing for another (say: take off your helmet; wear the pumpkin)",
        begins: &["swap", "exchange", "replace"],
        about: &[],
        with: &[],
    },
    Beyond { what: "leave the overworld", begins: &[], about: &["nether"], with: &[] },
    Beyond {
        what: "teleport (say: come here; go to 10 20; go home)",
        begins: &["teleport", "tp", "warp"],
        about: &["teleport", "tp"],
        with: &[],
    },
    Beyond {
        what: "speak to one player alone (say: say dinner is ready)",
        begins: &["tell", "whisper", "msg", "message", "ask", "warn", "dm", "pm"],
        about: &["whisper"],
        with: &[],
    },
    Beyond { what: "write on signs or in books", begins: &["write"], about: &["says", "saying", "written"], with: &[] },
    Beyond {
        what: "move or perform in that way",
        begins: &[
            "dance", "wave", "clap", "sing", "swim", "fly", "sneak", "crouch", "sit", "lie down", "hide", "sprint",
            "dive", "patrol", "nod", "spin",
        ],
        about: &["sneak", "swim", "dance", "crouch"],
        with: &[],
    },
    Beyond { what: FURNACES, begins: &[], about: &["furnace", "smoker", "oven"], with: &["in", "into", "out", "from"] },
    Beyond {
        what: "tell the weather",
        begins: &[],
        about: &["rain", "raining", "rains", "weather", "thunder", "storm"],
        with: &[],
    },
    Beyond {
        what: "remember anything but places (say: call this place the mine)",
        begins: &["remember", "memorize", "memorise", "learn"],
        about: &[],
        with: &[],
    },
    Beyond {
        what: "keep in mind what is not to be done (say what is to be done)",
        begins: &["don't", "do not", "never", "avoid"],
        about: &[],
        with: &[],
    },
    Beyond {
        what: "go back to where I died (say: go back; go home)",
        begins: &[],
        about: &["died", "death", "die"],
        with: &[],
    },
    Beyond {
        what: "keep something up for good (say: every 10 minutes get 10 torches)",
        begins: &["keep", "make sure", "maintain", "ensure", "always"],
        about: &["always"],
        with: &[],
    },
    Beyond {
        what: "farm a field by myself (say: harvest the wheat; plant 5 wheat seeds)",
        begins: &["farm", "replant"],
        about: &["farm"],
        with: &[],
    },
    Beyond {
        what: "place things in rows (say: light up this area; place 5 torches)",
        begins: &[],
        about: &["apart", "row", "rows", "line", "along", "circle", "pattern"],
        with: &[],
    },
    Beyond { what: "cover things", begins: &["cover"], about: &[], with: &[] },
];

/// How places are refused that are no block.
pub(super) const LAND: &str = "look for anything but blocks (say: explore until you find iron ore; go to 40 -25)";
/// How buildings are refused.
pub(super) const BUILDINGS: &str =
    "build what is larger than a block (say: fill from 1 64 1 to 5 66 1 with cobblestone)";
/// How furnaces are refused.
pub(super) const FURNACES: &str = "put things into furnaces, or take them out, but to smelt (say: smelt 5 iron)";

/// What a clause that begins here cannot be: how many words say so, and what it is.
pub(super) fn begins(comes: impl Fn(&str) -> Option<usize>) -> Option<(usize, &'static Beyond)> {
    longest(BEYOND.iter().flat_map(|beyond| {
        let found = beyond.begins.iter().filter_map(|phrase| comes(phrase));
        found.map(move |count| (count, beyond)).collect::<Vec<_>>()
    }))
}

/// What these words are about, that cannot be done.
pub(super) fn about(text: &str) -> Option<&'static Beyond> {
    let words = words(text);
    let is_said = |beyond: &&Beyond| words.iter().any(|word: &Word| beyond.about.contains(&word.text.as_str()));
    let said = |list: &[&str]| words.iter().any(|word| list.contains(&word.text.as_str()));
    BEYOND.iter().filter(|beyond| beyond.with.is_empty() || said(beyond.with)).find(is_said)
}

impl Parser<'_> {
    /// What people ask of a companion and this one cannot do is said to be that.
    pub(super) fn refuse_what_cannot_be(&self) -> Result<(), ToolError> {
        // "go slay the dragon"
        let gone = usize::from(self.word() == Some("go"));
        let gone = if gone == 1 && self.comes("go and").is_some() { 2 } else { gone };
        let found = begins(|phrase| self.comes(phrase));
        let found = found.or_else(|| {
            begins(|phrase| self.comes_at(self.at + gone, phrase)).map(|(count, beyond)| (count + gone, beyond))
        });
        let Some((count, beyond)) = found else { return Ok(()) };
        // "put" and "take" are verbs that can be done, of fewer words.
        match verb_at(|phrase| self.comes(phrase)) {
            Some((longer, _)) if longer >= count => Ok(()),
            _ => Err(super::refusals::cannot(self.text, beyond.what)),
        }
    }
}
