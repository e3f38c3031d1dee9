//! Failures provoked in the practice world, each twice: recovered from by the rules alone, and with a model at hand. The
//! table in `docs/failures.md` is this table: a row there that is not played here fails a test.

use std::{fs, path::Path};

use blockwright::{
    app::Model,
    domain::{BlockPos, ErrorCode, ItemCounts},
    journal::Event,
    knowledge::{self, SopLibrary},
    mind::{
        Policy,
        model::{Limits, LlmConfig, ModelConfig, Models, PlannerChoice, Provider, Replies, Source},
        plan::{planner::plan_goal, state::PlannerState},
    },
    practice::PracticeWorld,
};
use serde_json::{Value, json};

use super::harness::{self, NAME, Run, fill};

/// One failure, what it takes to provoke it, and how it ends.
struct Case {
    code: ErrorCode,
    /// What provokes it, in the guide's words.
    what: &'static str,
    goal: fn(BlockPos) -> String,
    give: &'static [(&'static str, u32)],
    /// Done to the world before the bot joins.
    before: fn(&PracticeWorld, BlockPos),
    /// Done once, when the first call of this tool is ordered.
    meddle: Option<(&'static str, fn(&PracticeWorld, BlockPos))>,
    /// What the model answers about failures, one after the other.
    answers: fn(BlockPos) -> Vec<Value>,
    /// Without a model, and with it.
    ends: [End; 2],
}

/// How it goes on.
struct End {
    /// Words of the recoveries, in order, each with who decided.
    recoveries: &'static [(&'static str, &'static str)],
    /// Else the goal fails with the case's code.
    done: bool,
    /// What is held in the end.
    held: (&'static str, u32),
    /// What the server's world has so far from the spawn in the end.
    stands: Option<((i32, i32, i32), &'static str)>,
    /// The end in the guide's words.
    guide: &'static str,
}

/// Slower than other tests' worlds: when both cores are busy, a bot at 400 ticks a second may lose patience with its server
/// and fail once more than the table says.
const TICK_RATE: f32 = 200.0;
/// A seed whose world begins on level ground and can be walked to the east of it, which is where one case leads.
const EASTWARD: i64 = 155;
const MODEL: &str = "a-model";
const RULE: &str = "rule";

fn nothing(_: &PracticeWorld, _: BlockPos) {}

fn no_answers(_: BlockPos) -> Vec<Value> {
    Vec::new()
}

fn answer(decision: &str, why: &str, steps: Value) -> Value {
    let steps: Vec<Value> = steps
        .as_array()
        .expect("a list")
        .iter()
        .map(|call| json!({ "call": { "tool": call[0], "params": call[1] }, "reason": why }))
        .collect();
    json!({ "why": why, "decision": decision, "steps": steps })
}

fn put(world: &PracticeWorld, at: BlockPos, block: &str) {
    fill(world, at, at, block);
}

/// A flat, empty place around the spawn, with grass to stand on.
fn clear(world: &PracticeWorld, spawn: BlockPos, radius: i32) {
    fill(world, spawn.offset(-radius, 0, -radius), spawn.offset(radius, 6, radius), "air");
    fill(world, spawn.offset(-radius, -1, -radius), spawn.offset(radius, -1, radius), "grass_block");
}

fn take(world: &PracticeWorld, _: BlockPos) {
    world.with(|game| game.clear_inventory(NAME));
}

/// Nothing is looked for farther than it takes to show that it is looked for.
fn policy() -> Policy {
    Policy { farthest: 64, ..Policy::default() }
}

const CASES: [Case; 13] = [
    Case {
        code: ErrorCode::ResourceNotFound,
        what: "the only red sand lies 100 blocks to the east, where nothing is loaded",
        goal: |_| "get me 1 red_sand".to_owned(),
        give: &[],
        before: |world, spawn| {
            let at = world.with(move |game| game.ground(spawn.x + 100, spawn.z));
            put(world, at, "red_sand");
        },
        meddle: None,
        answers: |spawn| {
            let east = json!([["navigate", { "x": spawn.x + 90, "z": spawn.z, "tolerance": 6, "dig": true }]]);
            vec![answer("insert", "the east was never looked at", east)]
        },
        ends: [
            End {
                recoveries: &[("searching 96 blocks", RULE), ("exploring up to 64 blocks", RULE)],
                done: true,
                held: ("red_sand", 1),
                stands: None,
                guide: "searched farther, explored until some was seen; done: 1 red_sand held",
            },
            End {
                recoveries: &[("searching 96 blocks", RULE), ("the east was never looked at", MODEL)],
                done: true,
                held: ("red_sand", 1),
                stands: None,
                guide: "searched farther by rule, then *insert*: a walk to the east; done: 1 red_sand held",
            },
        ],
    },
    Case {
        code: ErrorCode::PathBlocked,
        what: "the place to go to is boarded up, and no way digs through what somebody built",
        goal: |spawn| format!("go to {} {} {}", spawn.x + 6, spawn.y, spawn.z),
        give: &[],
        before: |world, spawn| {
            clear(world, spawn, 9);
            let place = spawn.offset(6, 0, 0);
            fill(world, place.offset(-1, -1, -1), place.offset(1, 2, 1), "oak_planks");
            fill(world, place, place.up(), "air");
        },
        meddle: None,
        answers: |spawn| {
            let steps: Vec<Value> = [1, 0]
                .into_iter()
                .map(|up| {
                    let at = json!({ "x": spawn.x + 5, "y": spawn.y + up, "z": spawn.z });
                    json!(["mine", { "target": "oak_planks", "count": 1, "at": at }])
                })
                .collect();
            vec![answer("insert", "a wall of planks is in the way", steps.into())]
        },
        ends: [
            End {
                recoveries: &[("digging through", RULE)],
                done: false,
                held: ("oak_planks", 0),
                stands: Some(((5, 0, 0), "oak_planks")),
                guide: "tried to dig through the ground, gave up: the planks stand",
            },
            End {
                recoveries: &[("digging through", RULE), ("a wall of planks is in the way", MODEL)],
                done: true,
                held: ("oak_planks", 2),
                stands: Some(((5, 0, 0), "air")),
                guide: "tried to dig by rule, then *insert*: two planks taken out; done: it stands at the place",
            },
        ],
    },
    Case {
        code: ErrorCode::ActionFailed,
        what: "a plank stands where a block is to be placed",
        goal: |spawn| format!("place dirt at {} {} {}", spawn.x + 2, spawn.y, spawn.z),
        give: &[("dirt", 4)],
        before: |world, spawn| {
            clear(world, spawn, 5);
            put(world, spawn.offset(2, 0, 0), "oak_planks");
        },
        meddle: None,
        answers: |spawn| {
            let at = json!({ "x": spawn.x + 2, "y": spawn.y, "z": spawn.z });
            let dig = json!([["mine", { "target": "oak_planks", "count": 1, "at": at }]]);
            vec![answer("insert", "the planks are in the way", dig)]
        },
        ends: [
            End {
                recoveries: &[("once more", RULE)],
                done: false,
                held: ("dirt", 4),
                stands: Some(((2, 0, 0), "oak_planks")),
                guide: "tried twice more, failed: the plank still stands",
            },
            End {
                recoveries: &[("once more", RULE), ("the planks are in the way", MODEL)],
                done: true,
                held: ("dirt", 3),
                stands: Some(((2, 0, 0), "dirt")),
                guide: "once more by rule, then *insert*: the plank is dug away; done: dirt stands there",
            },
        ],
    },
    Case {
        code: ErrorCode::ActionFailed,
        what: "the spawn is protected: the server undoes every dig",
        goal: |_| "mine 1 red_sand".to_owned(),
        give: &[],
        before: |world, spawn| {
            clear(world, spawn, 5);
            for z in -1..=1 {
                put(world, spawn.offset(3, 0, z), "red_sand");
            }
            for (dx, dz) in [(48, 0), (-48, 0), (0, 48), (0, -48)] {
                let at = world.with(move |game| game.ground(spawn.x + dx, spawn.z + dz));
                put(world, at, "red_sand");
            }
            world.with(|game| game.protect_spawn(16, "Keeper"));
        },
        meddle: None,
        answers: |spawn| {
            let west = json!([["navigate", { "x": spawn.x - 44, "z": spawn.z, "tolerance": 6 }]]);
            vec![answer("insert", "the protection ends in the west", west)]
        },
        ends: [
            End {
                recoveries: &[("going 48 blocks", RULE)],
                done: true,
                held: ("red_sand", 1),
                stands: Some(((3, 0, 0), "red_sand")),
                guide: "gave up after three digs, went 48 blocks away; done: 1 red_sand held",
            },
            End {
                recoveries: &[("the protection ends in the west", MODEL)],
                done: true,
                held: ("red_sand", 1),
                stands: Some(((3, 0, 0), "red_sand")),
                guide: "gave up after three digs, then *insert*: a walk to the west; done: 1 red_sand held",
            },
        ],
    },
    Case {
        code: ErrorCode::InventoryFull,
        what: "every slot is full of dirt and cobblestone",
        goal: |_| "mine 2 log".to_owned(),
        give: &[("cobblestone", 64), ("dirt", 35 * 64)],
        before: nothing,
        meddle: None,
        answers: no_answers,
        ends: [
            End {
                recoveries: &[("dropping 64 dirt", RULE)],
                done: true,
                held: ("cobblestone", 64),
                stands: None,
                guide: "dropped 64 dirt; done: 2 logs and all the cobblestone held",
            },
            End {
                recoveries: &[("dropping 64 dirt", RULE)],
                done: true,
                held: ("cobblestone", 64),
                stands: None,
                guide: "the rule is certain, the model is not asked; done, the same",
            },
        ],
    },
    Case {
        code: ErrorCode::InventoryFull,
        what: "every slot is full of obsidian, which the rules hold dear",
        goal: |_| "get me 1 oak_log".to_owned(),
        give: &[("obsidian", 36 * 64)],
        before: nothing,
        meddle: None,
        answers: |_| {
            let drop = json!([["drop", { "item": "obsidian", "count": 64 }]]);
            // Once more, if the bot walks over what it has dropped.
            vec![answer("insert", "there is obsidian to spare", drop); 3]
        },
        ends: [
            End {
                recoveries: &[],
                done: false,
                held: ("obsidian", 2304),
                stands: None,
                guide: "gave up: everything held is worth keeping; 2,304 obsidian held",
            },
            End {
                recoveries: &[("there is obsidian to spare", MODEL)],
                done: true,
                held: ("obsidian", 35 * 64),
                stands: None,
                guide: "*insert*: 64 obsidian are dropped; done: 1 oak_log and 2,240 obsidian held",
            },
        ],
    },
    Case {
        code: ErrorCode::InsufficientMaterials,
        what: "the planks are taken away before the crafting",
        goal: |spawn| format!("go to {} {} {} and craft 4 stick", spawn.x + 5, spawn.y, spawn.z),
        give: &[("oak_planks", 2)],
        before: |world, spawn| clear(world, spawn, 7),
        meddle: Some(("navigate", take)),
        answers: no_answers,
        ends: [
            End {
                recoveries: &[("getting them first", RULE)],
                done: true,
                held: ("stick", 4),
                stands: None,
                guide: "gathered and crafted what was missing; done: 4 sticks held",
            },
            End {
                recoveries: &[("getting them first", RULE)],
                done: true,
                held: ("stick", 4),
                stands: None,
                guide: "the rule is certain, the model is not asked; done, the same",
            },
        ],
    },
    Case {
        code: ErrorCode::InsufficientMaterials,
        what: "wool that nothing here yields is taken away before the crafting; a carpet lies near",
        goal: |spawn| format!("go to {} {} {} and get me 1 white_carpet", spawn.x - 4, spawn.y, spawn.z),
        give: &[("white_wool", 2)],
        before: |world, spawn| {
            clear(world, spawn, 7);
            put(world, spawn.offset(3, 0, 0), "white_carpet");
        },
        meddle: Some(("navigate", take)),
        answers: |_| {
            let carpet = json!([["mine", { "target": "white_carpet", "count": 1 }]]);
            vec![answer("replace", "a carpet lies near", carpet)]
        },
        ends: [
            End {
                recoveries: &[],
                done: false,
                held: ("white_carpet", 0),
                stands: Some(((3, 0, 0), "white_carpet")),
                guide: "gave up: wool cannot be got; no carpet held",
            },
            End {
                recoveries: &[("a carpet lies near", MODEL)],
                done: true,
                held: ("white_carpet", 1),
                stands: Some(((3, 0, 0), "air")),
                guide: "*replace*: the carpet that lies there is taken; done: 1 white_carpet held",
            },
        ],
    },
    Case {
        code: ErrorCode::ToolRequired,
        what: "the pickaxe is taken away on the way to the stone",
        goal: |_| "mine 2 cobblestone".to_owned(),
        give: &[("wooden_pickaxe", 1), ("oak_planks", 9), ("stick", 2), ("crafting_table", 1)],
        before: nothing,
        meddle: Some(("mine", |world, _| {
            world.with(|game| {
                game.clear_inventory(NAME);
                for (item, count) in [("oak_planks", 9), ("stick", 2), ("crafting_table", 1)] {
                    game.give(NAME, item, count);
                }
            });
        })),
        answers: no_answers,
        ends: [
            End {
                recoveries: &[("making one first", RULE)],
                done: true,
                held: ("cobblestone", 2),
                stands: None,
                guide: "made another pickaxe; done: 2 cobblestone held",
            },
            End {
                recoveries: &[("making one first", RULE)],
                done: true,
                held: ("cobblestone", 2),
                stands: None,
                guide: "the rule is certain, the model is not asked; done, the same",
            },
        ],
    },
    Case {
        code: ErrorCode::PathBlocked,
        what: "the bot is walled in with bedrock, and there is no room for a block",
        goal: |_| "place a crafting table".to_owned(),
        give: &[("crafting_table", 1)],
        before: |world, spawn| {
            clear(world, spawn, 5);
            fill(world, spawn.offset(-1, -1, -1), spawn.offset(1, 2, 1), "bedrock");
            fill(world, spawn, spawn.up(), "air");
        },
        meddle: None,
        answers: |_| vec![answer("give_up", "bedrock cannot be dug", json!([]))],
        ends: [
            End {
                recoveries: &[("a few steps", RULE)],
                done: false,
                held: ("crafting_table", 1),
                stands: Some(((1, 0, 0), "bedrock")),
                guide: "tried to go a few steps, gave up: the table is still held",
            },
            End {
                recoveries: &[("a few steps", RULE)],
                done: false,
                held: ("crafting_table", 1),
                stands: Some(((1, 0, 0), "bedrock")),
                guide: "*give_up*, but the rules still had a guess, which failed: the table is still held",
            },
        ],
    },
    Case {
        code: ErrorCode::BotDied,
        what: "the bot is killed while it mines",
        goal: |_| "mine 2 log".to_owned(),
        give: &[],
        before: nothing,
        meddle: Some(("mine", |world, _| world.with(|game| game.kill(NAME, "fell out of the test")))),
        answers: no_answers,
        ends: [
            End {
                recoveries: &[],
                done: false,
                held: ("oak_log", 0),
                stands: None,
                guide: "reported with the death's message, and ended",
            },
            End {
                recoveries: &[],
                done: false,
                held: ("oak_log", 0),
                stands: None,
                guide: "the model is not asked; the same",
            },
        ],
    },
    Case {
        code: ErrorCode::Disconnected,
        what: "the bot is kicked while it mines",
        goal: |_| "mine 2 log".to_owned(),
        give: &[],
        before: nothing,
        meddle: Some(("mine", |world, _| world.with(|game| game.kick(NAME, "no bots on Sundays")))),
        answers: no_answers,
        ends: [
            End {
                recoveries: &[],
                done: false,
                held: ("oak_log", 0),
                stands: None,
                guide: "reported with the server's reason, and ended",
            },
            End {
                recoveries: &[],
                done: false,
                held: ("oak_log", 0),
                stands: None,
                guide: "the model is not asked; the same",
            },
        ],
    },
    Case {
        code: ErrorCode::ResourceNotFound,
        what: "there is no red sand anywhere, and the step is tried to the end",
        goal: |_| "get me 1 red_sand".to_owned(),
        give: &[],
        before: nothing,
        meddle: None,
        answers: |spawn| {
            let east = json!([["navigate", { "x": spawn.x + 20, "z": spawn.z, "tolerance": 4, "dig": true }]]);
            vec![
                answer("insert", "perhaps in the east", east),
                answer("give_up", "there is no red sand here", json!([])),
            ]
        },
        ends: [
            End {
                recoveries: &[("searching 96 blocks", RULE), ("exploring up to 64 blocks", RULE)],
                done: false,
                held: ("red_sand", 0),
                stands: None,
                guide: "searched farther, explored 64 blocks around, failed: none was seen",
            },
            End {
                recoveries: &[("searching 96 blocks", RULE), ("perhaps in the east", MODEL)],
                done: false,
                held: ("red_sand", 0),
                stands: None,
                guide: "*insert*, then *give_up* after the third attempt: failed with the model's reason",
            },
        ],
    },
];

impl Case {
    /// `| code | what | by rule | with a model |`
    fn row(&self) -> String {
        format!("| `{}` | {} | {} | {} |", self.code, self.what, self.ends[0].guide, self.ends[1].guide)
    }

    fn play(&self) {
        for (with_model, end) in [(false, &self.ends[0]), (true, &self.ends[1])] {
            let world = harness::world_at(TICK_RATE, EASTWARD, self.give);
            let spawn = world.with(|game| game.spawn());
            (self.before)(&world, spawn);
            let goal = (self.goal)(spawn);
            let model = with_model.then(|| self.model(&goal, spawn));
            let mut meddled = false;
            let address = world.address().to_string();
            let run = harness::play_with(model, &address, &[&goal], policy(), |events| {
                let Some((tool, meddle)) = self.meddle.filter(|_| !meddled) else { return };
                if events.iter().any(|event| matches!(event, Event::ToolCall { request, .. } if request.name() == tool))
                {
                    meddled = true;
                    meddle(&world, spawn);
                }
            });
            self.check(&run, &world, end, with_model);
        }
    }

    fn check(&self, run: &Run, world: &PracticeWorld, end: &End, with_model: bool) {
        let case = format!("{} ({}), model: {with_model}", self.code, self.what);
        let failed = run.events.iter().find_map(|event| match event {
            Event::StepFailed { error, .. } => Some(error.code),
            _ => None,
        });
        assert_eq!(failed, Some(self.code), "{case}: {:#?}", run.events);
        let mut recoveries: Vec<(&str, &str)> = run
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Recovery { why, decided_by, .. } => Some((why.as_str(), decided_by.as_str())),
                _ => None,
            })
            .collect();
        // How often one must make room is chance: what was dropped may be picked up again.
        recoveries.dedup();
        let fits = recoveries.len() == end.recoveries.len()
            && recoveries.iter().zip(end.recoveries).all(|(is, wanted)| is.0.contains(wanted.0) && is.1 == wanted.1);
        assert!(fits, "{case}: {recoveries:?}\n{:#?}", run.events);
        assert_eq!(run.report().success, end.done, "{case}: {:#?}", run.report());
        if !end.done {
            assert_eq!(run.error().map(|error| error.code), Some(self.code), "{case}: {:#?}", run.report());
        }
        let (item, count) = end.held;
        assert_eq!(run.report().inventory.count(item), count, "{case}: {:#?}", run.report());
        if let Some(((x, y, z), block)) = end.stands {
            let state = world.with(move |game| {
                let at = game.spawn().offset(x, y, z);
                game.block(at)
            });
            assert_eq!(knowledge::block_of_state(state).map(|there| there.name), Some(block), "{case}");
        }
        if let Some(model) = &run.report().goals[0].model {
            let asked = run
                .events
                .iter()
                .filter(|event| matches!(event, Event::ModelPrompt { role, .. } if role == "reflexion"));
            assert_eq!(model.calls as usize, 1 + asked.count(), "{case}: one plan, and a call a question");
        }
    }

    /// A model that plans as the offline planner does and then answers as the case says.
    fn model(&self, goal: &str, spawn: BlockPos) -> Model {
        let held: ItemCounts = self.give.iter().map(|(item, count)| ((*item).to_owned(), *count)).collect();
        let state = PlannerState { inventory: held, ..PlannerState::default() };
        let plan = plan_goal(goal, &state, &SopLibrary::load(None).expect("our own SOPs")).expect("a plan");
        let steps = plan.steps.iter().filter(|step| step.takes_back.is_none());
        let steps: Vec<Value> = steps.map(|step| json!({ "call": step.request, "reason": step.reason })).collect();
        let plan = json!({ "why": "as the rules would", "steps": steps });
        let lines: String = std::iter::once(plan)
            .chain((self.answers)(spawn))
            .map(|text| format!("{}\n", json!({ "event": "model_reply", "text": text.to_string() })))
            .collect();
        let name = self.what.split(' ').take(6).collect::<Vec<_>>().join("-").replace(',', "");
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("failures-{}-{name}.jsonl", self.code));
        fs::write(&file, lines).expect("a file");
        let planner = ModelConfig { model: MODEL.to_owned(), ..ModelConfig::of(Provider::Gemini) };
        let config =
            LlmConfig { choice: PlannerChoice::Model, models: Models::one(planner), limits: Limits::default() };
        Model { config, source: Source::Replies(Replies::read(&file).expect("replies")) }
    }
}

macro_rules! cases {
    ($($name:ident: $number:literal),* $(,)?) => {
        $(#[test]
        fn $name() {
            CASES[$number].play();
        })*

        #[test]
        fn every_case_is_played() {
            assert_eq!([$($number),*], std::array::from_fn::<usize, { CASES.len() }, _>(|number| number));
        }
    };
}

cases! {
    what_is_far_away: 0,
    a_place_that_is_boarded_up: 1,
    a_spot_that_is_taken: 2,
    a_protected_spawn: 3,
    a_pocket_full_of_dirt: 4,
    a_pocket_full_of_what_is_dear: 5,
    planks_that_are_taken_away: 6,
    wool_that_is_taken_away: 7,
    a_pickaxe_that_is_taken_away: 8,
    walled_in: 9,
    killed: 10,
    kicked: 11,
    what_is_nowhere: 12,
}

const GUIDE: &str = include_str!("../../docs/failures.md");

/// The guide's table is this one, to the letter.
#[test]
fn the_guide_says_what_is_played() {
    for case in &CASES {
        assert!(GUIDE.contains(&case.row()), "docs/failures.md lacks the row\n{}", case.row());
    }
    let (_, played) = GUIDE.split_once("## Played").expect("the section");
    let (played, _) = played.split_once("\n## ").expect("its end");
    assert_eq!(played.lines().filter(|line| line.starts_with("| `")).count(), CASES.len(), "a row that is not played");
}

/// What the guide names is there, and nothing that can fail is left out.
#[test]
fn the_guide_is_whole() {
    let quoted: Vec<&str> = GUIDE.split('`').skip(1).step_by(2).collect();
    for name in quoted.iter().filter(|name| name.contains("::")) {
        let (file, test) = name.split_once("::").expect("two names");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it").join(file).with_extension("rs");
        let code = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{name}: there is no {}", path.display()));
        let there = [format!("fn {test}()"), format!("\n    {test}: ")].iter().any(|line| code.contains(line));
        assert!(there, "{name} is no test");
    }
    for source in ["crates/ground/src/domain/outcome.rs", "src/mind/model/call.rs"] {
        let code = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(source)).expect("the source");
        // Each code and fault, by the line that gives it its name.
        let names = code.lines().filter_map(|line| line.trim().strip_prefix("Self::")?.split('"').nth(1));
        for name in names.filter(|name| !["planner", "reflexion", "designer"].contains(name)) {
            assert!(quoted.contains(&name), "docs/failures.md says nothing of {name}");
        }
    }
}
