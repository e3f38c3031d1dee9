//! The tools: what a plan may ask of the body. A file a tool, with its parameters and what is said of it, and a line a tool in
//! the table below. Shapes only; names are checked in `knowledge::params`.
//!
//! The documentation of the types is also what a model reads: their JSON schema is part of its prompt.

mod build;
mod chat;
mod clear;
mod craft;
mod drop;
mod eat;
mod equip;
mod explore;
mod face;
mod fields;
mod fill;
mod follow;
mod furnace_slot;
mod get_bot_status;
mod give;
mod go_to_block;
mod go_to_player;
mod harvest;
mod jump;
mod light;
mod look_into;
mod mine;
mod navigate;
mod pick_up;
mod place_block;
mod plan_on;
mod remember;
mod sleep;
mod smelt;
mod sneak;
mod sort;
mod store;
mod take;
mod take_off;
mod tool;
mod use_item;
mod wait;
mod write_sign;

pub use build::{Build, Earthwork};
pub use chat::{Chat, MAX_CHAT_LENGTH};
pub use clear::{Clear, MAX_CLEAR};
pub use craft::Craft;
pub use drop::Drop;
pub use eat::Eat;
pub use equip::Equip;
pub use explore::{Explore, MAX_EXPLORE, MIN_EXPLORE};
pub use face::Face;
pub use fields::{Field, FieldKind};
pub use fill::{Fill, MAX_FILL};
pub use follow::{FOLLOW_A_CALL, Follow, IN_COMPANY, MAX_FOLLOW};
pub use furnace_slot::FurnaceSlot;
pub use get_bot_status::GetBotStatus;
pub use give::Give;
pub use go_to_block::GoToBlock;
pub use go_to_player::GoToPlayer;
pub use harvest::Harvest;
pub use jump::{Jump, MAX_JUMPS};
pub use light::Light;
pub use look_into::LookInto;
pub use mine::{HAND, Mine};
pub use navigate::Navigate;
pub use pick_up::PickUp;
pub use place_block::{By, PlaceBlock};
pub use plan_on::PlanOn;
pub use remember::Remember;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
pub use sleep::Sleep;
pub use smelt::Smelt;
pub use sneak::{MAX_SNEAK, Sneak};
pub use sort::Sort;
pub use store::Store;
pub use take::{Take, one_in};
pub use take_off::TakeOff;
pub use tool::{MAX_COUNT, MAX_TICKS, Tool, User};
pub use use_item::UseItem;
pub use wait::{WAIT_A_CALL, Wait};
pub use write_sign::WriteSign;

use super::{
    outcome::{ErrorCode, ToolError},
    pos::BlockPos,
};

/// Makes [`ToolRequest`] of the tools: a variant each, named as the tool is in CamelCase, and what [`Tool`] says of each.
macro_rules! tools {
    ($($Tool:ident),* $(,)?) => {
        /// One tool call as it is asked for: `{"tool": "mine", "params": {"target": "oak_log", "count": 5}}`.
        #[derive(Serialize, Deserialize, JsonSchema, Clone, Debug, PartialEq)]
        #[serde(tag = "tool", content = "params", rename_all = "snake_case")]
        pub enum ToolRequest {
            $($Tool($Tool),)*
        }

        $(impl From<$Tool> for ToolRequest {
            fn from(params: $Tool) -> Self {
                Self::$Tool(params)
            }
        })*

        impl ToolRequest {
            /// The tools' names, as the contract spells them.
            pub const NAMES: &[&str] = &[$(<$Tool as Tool>::NAME),*];

            const USERS: &[&[User]] = &[$(<$Tool as Tool>::USERS),*];

            /// The tool's name, as the contract spells it.
            pub fn name(&self) -> &'static str {
                match self { $(Self::$Tool(_) => <$Tool as Tool>::NAME,)* }
            }

            /// Why a model may not order it where the goal does not ask for just that; `None`: it may.
            pub fn only_as_asked(&self) -> Option<&'static str> {
                match self { $(Self::$Tool(_) => <$Tool as Tool>::ONLY_AS_ASKED,)* }
            }

            /// Under which name an outcome's data counts what was got.
            pub fn got(&self) -> Option<&'static str> {
                match self { $(Self::$Tool(_) => <$Tool as Tool>::GOT,)* }
            }

            /// The call in a few words: `mine 3 log`.
            pub fn title(&self) -> String {
                match self { $(Self::$Tool(call) => call.title(),)* }
            }

            /// Whether two calls are one try: how many, how far and how near make no other of it.
            pub fn alike(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$Tool(one), Self::$Tool(other)) => one.alike(other),)*
                    _ => false,
                }
            }

            /// Where it takes place, where the call says so.
            pub fn place(&self) -> Option<BlockPos> {
                match self { $(Self::$Tool(call) => call.place(),)* }
            }

            /// The same seen from above: x and z in blocks.
            pub fn column(&self) -> Option<[i32; 2]> {
                match self { $(Self::$Tool(call) => call.column(),)* }
            }

            /// How many items it is about.
            pub fn count(&self) -> Option<u32> {
                match self { $(Self::$Tool(call) => call.count(),)* }
            }

            /// The same, to be changed.
            pub fn count_mut(&mut self) -> Option<&mut u32> {
                match self { $(Self::$Tool(call) => call.count_mut(),)* }
            }

            /// Whether the bot is elsewhere afterwards, and what stood near is not any more.
            pub fn leaves(&self) -> bool {
                match self { $(Self::$Tool(_) => <$Tool as Tool>::LEAVES,)* }
            }

            /// The thing that it gets, as it is named in the call: an item, a family or a block to be mined.
            pub fn gets(&self) -> Option<&str> {
                match self { $(Self::$Tool(call) => call.gets(),)* }
            }

            /// The item or family that it makes of others.
            pub fn makes(&self) -> Option<&str> {
                match self { $(Self::$Tool(call) => call.makes(),)* }
            }

            /// The block that it puts up.
            pub fn puts_up(&self) -> Option<&str> {
                match self { $(Self::$Tool(call) => call.puts_up(),)* }
            }

            /// The place of the one block that it breaks.
            pub fn breaks(&self) -> Option<BlockPos> {
                match self { $(Self::$Tool(call) => call.breaks(),)* }
            }
        }
    };
}

tools! {
    Mine,
    Craft,
    Smelt,
    PlaceBlock,
    Navigate,
    GetBotStatus,
    Chat,
    Drop,
    Clear,
    Store,
    Take,
    LookInto,
    Equip,
    Eat,
    UseItem,
    Sleep,
    PickUp,
    GoToPlayer,
    Follow,
    Give,
    TakeOff,
    Harvest,
    Fill,
    Build,
    Light,
    Sort,
    Face,
    Jump,
    Sneak,
    GoToBlock,
    Remember,
    Explore,
    Wait,
    WriteSign,
    PlanOn,
}

impl ToolRequest {
    /// The names of the tools that somebody may order.
    pub fn names(user: User) -> Vec<&'static str> {
        let open = Self::NAMES.iter().zip(Self::USERS).filter(|(_, users)| users.contains(&user));
        open.map(|(name, _)| *name).collect()
    }

    /// Reads a call's shape from a tool's name and its `params` object.
    ///
    /// # Errors
    /// `INVALID_PARAMS` for an unknown tool, a missing, unknown or mistyped parameter.
    pub fn from_parts(tool: &str, params: &Value) -> Result<Self, ToolError> {
        Self::read(tool, params, Self::NAMES)
    }

    /// As [`ToolRequest::from_parts`], of the tools that somebody may order.
    ///
    /// # Errors
    /// As there; a tool that is not for this user is unknown.
    pub fn ordered_by(user: User, tool: &str, params: &Value) -> Result<Self, ToolError> {
        Self::read(tool, params, &Self::names(user))
    }

    fn read(tool: &str, params: &Value, names: &[&str]) -> Result<Self, ToolError> {
        if !names.contains(&tool) {
            return Err(ToolError::new(
                ErrorCode::InvalidParams,
                format!("no tool is called {tool:?}; there are {}", names.join(", ")),
            )
            .with(json!({ "tool": tool, "tools": names })));
        }
        let params = if params.is_null() { json!({}) } else { params.clone() };
        serde_json::from_value(json!({ "tool": tool, "params": params })).map_err(|error| {
            ToolError::new(ErrorCode::InvalidParams, format!("{tool}: {error}")).with(json!({ "params": params }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(tool: &str, params: Value) -> ToolRequest {
        ToolRequest::from_parts(tool, &params).unwrap()
    }

    /// A call of each tool, as the command line and the journal have it.
    fn calls() -> [(Value, &'static str); 71] {
        let at = json!({"x": 1, "y": 64, "z": 3});
        let calls = [
            ("mine", json!({"target": "log", "count": 3}), "mine 3 log"),
            ("mine", json!({"target": "stone", "count": 3, "with": "iron_pickaxe"}), "mine 3 stone with iron_pickaxe"),
            ("mine", json!({"target": "log", "count": 1, "with": "hand"}), "mine 1 log by hand"),
            ("craft", json!({"item": "stick", "count": 4}), "craft 4 stick"),
            ("smelt", json!({"item": "glass", "count": 2, "fuel": "coal"}), "smelt 2 glass with coal"),
            ("place_block", json!({"block": "furnace", "x": 1, "y": 64, "z": 3}), "place furnace at 1, 64, 3"),
            ("place_block", json!({"block": "torch", "beside": "furnace"}), "place torch beside the nearest furnace"),
            ("place_block", json!({"block": "torch", "on": "log"}), "place torch on the nearest log"),
            ("navigate", json!({"x": 1, "z": 3}), "go to 1, 3"),
            ("get_bot_status", json!({}), "look around"),
            ("chat", json!({"message": "hello"}), "say \"hello\""),
            ("drop", json!({"item": "dirt", "count": 5}), "drop 5 dirt"),
            ("clear", json!({"from": at, "to": at}), "clear 1, 64, 3 to 1, 64, 3"),
            ("mine", json!({"target": "stone", "count": 1, "at": at}), "mine stone at 1, 64, 3"),
            ("store", json!({}), "store everything but tools and food in the chest nearby"),
            ("store", json!({"item": "dirt", "count": 5}), "store 5 dirt in the chest nearby"),
            ("take", json!({"item": "planks", "x": 1, "y": 64, "z": 3}), "take all planks from the chest at 1, 64, 3"),
            ("take", json!({"item": "coal", "count": 2}), "take 2 coal from the chest nearby"),
            (
                "store",
                json!({"item": "log", "count": 2, "chest": "furnace", "slot": "fuel"}),
                "store 2 log in the furnace nearby, as its fuel",
            ),
            (
                "take",
                json!({"item": "item", "chest": "furnace", "slot": "output"}),
                "take everything from the output of the furnace nearby",
            ),
            ("look_into", json!({"x": 1, "y": 64, "z": 3}), "look into the chest at 1, 64, 3"),
            ("look_into", json!({"chest": "furnace", "until_done": true}), "wait until the furnace nearby is done"),
            ("equip", json!({"item": "torch", "slot": "off_hand"}), "equip torch in off_hand"),
            ("eat", json!({}), "eat what is held"),
            ("eat", json!({"item": "apple", "count": 2}), "eat 2 apple"),
            ("eat", json!({"food": 18}), "eat what is held until the food bar holds 18"),
            ("use_item", json!({"block": "door", "state": {"open": "true"}}), "use the nearest door[open=true]"),
            ("use_item", json!({"item": "stone_hoe", "x": 1, "y": 64, "z": 3}), "use stone_hoe on what is at 1, 64, 3"),
            (
                "use_item",
                json!({"item": "water_bucket", "by": {"beside": "campfire"}}),
                "pour out water_bucket beside the nearest campfire",
            ),
            (
                "use_item",
                json!({"item": "water_bucket", "x": 1, "z": 3}),
                "pour out water_bucket on the ground at 1, 3",
            ),
            ("sleep", json!({}), "sleep until the morning"),
            ("use_item", json!({"item": "bucket", "block": "water"}), "use bucket on the nearest water"),
            ("pick_up", json!({}), "pick up what lies within 16 blocks"),
            ("pick_up", json!({"item": "log", "radius": 5}), "pick up log within 5 blocks"),
            ("go_to_player", json!({"player": "Ada"}), "go to Ada"),
            ("follow", json!({"player": "Ada"}), "follow Ada"),
            ("follow", json!({"player": "Ada", "ticks": 90}), "follow Ada for 90 ticks"),
            ("give", json!({"player": "Ada", "item": "bread", "count": 3}), "give 3 bread to Ada"),
            ("take_off", json!({}), "take off all armour"),
            ("take_off", json!({"item": "iron_helmet"}), "take off iron_helmet"),
            ("take_off", json!({"slot": "feet"}), "take off what is on the feet"),
            ("fill", json!({"block": "dirt", "from": at, "to": at}), "fill 1, 64, 3 to 1, 64, 3 with dirt"),
            ("build", json!({"blueprint": "house", "x": 1, "y": 64, "z": 3}), "build the house at 1, 64, 3"),
            ("sort", json!({}), "sort the chests within 16 blocks of the bot"),
            ("store", json!({"item": "dirt", "chest": "barrel"}), "store all dirt in the barrel nearby"),
            ("look_into", json!({"chest": "trapped_chest"}), "look into the trapped chest nearby"),
            ("light", json!({}), "light 8 blocks around the bot"),
            ("light", json!({"radius": 5, "x": 1, "y": 64, "z": 3}), "light 5 blocks around 1, 64, 3"),
            ("harvest", json!({}), "harvest all ripe crops within 16 blocks"),
            ("harvest", json!({"crop": "carrot", "radius": 8}), "harvest all ripe carrot within 8 blocks"),
            (
                "harvest",
                json!({"crop": "wheat", "count": 5, "replant": false}),
                "harvest 5 wheat within 16 blocks, sowing nothing",
            ),
            ("face", json!({"toward": "northeast"}), "face northeast"),
            ("face", json!({"toward": "around"}), "turn around"),
            ("face", json!({"x": 1, "y": 64, "z": 3}), "look at 1, 64, 3"),
            ("face", json!({"block": "chest"}), "face the nearest chest"),
            ("remember", json!({"name": "the mine"}), "remember this place as the mine"),
            ("explore", json!({}), "explore 64 blocks"),
            (
                "explore",
                json!({"radius": 200, "toward": "north", "until": "iron_ores"}),
                "explore 200 blocks to the north until iron_ores is seen",
            ),
            ("explore", json!({"ticks": 600, "toward": "north"}), "explore for 600 ticks to the north"),
            ("explore", json!({"radius": 100, "ticks": 600}), "explore 100 blocks for 600 ticks"),
            ("wait", json!({"ticks": 200}), "wait 200 ticks"),
            ("wait", json!({"until": "night"}), "wait until night"),
            ("wait", json!({"ticks": 90, "until": "morning"}), "wait 90 ticks, or until morning"),
            ("plan_on", json!({"from": 1, "meaning": "drop all dirt"}), "then drop all dirt"),
            ("jump", json!({"times": 1}), "jump"),
            ("jump", json!({"times": 3}), "jump 3 times"),
            ("sneak", json!({"ticks": 100}), "crouch for 100 ticks"),
            ("sneak", json!({"ticks": 0}), "stand upright"),
            ("write_sign", json!({"text": "KEEP OUT"}), "write \"KEEP OUT\" on the sign nearby"),
            ("write_sign", json!({"text": "hi", "x": 1, "y": 64, "z": 3}), "write \"hi\" on the sign at 1, 64, 3"),
            ("go_to_block", json!({"block": "log"}), "go to the nearest log"),
        ];
        calls.map(|(tool, params, title)| (json!({ "tool": tool, "params": params }), title))
    }

    #[test]
    fn a_call_is_read_and_written_alike() {
        for (written, title) in calls() {
            let request: ToolRequest = serde_json::from_value(written.clone()).unwrap();
            assert_eq!(serde_json::to_value(&request).unwrap(), written);
            assert_eq!((request.name(), request.title().as_str()), (written["tool"].as_str().unwrap(), title));
        }
    }

    #[test]
    fn each_name_is_that_of_its_variant() {
        for name in ToolRequest::NAMES {
            let error = ToolRequest::from_parts(name, &json!({ "no": "such" })).unwrap_err();
            assert!(error.message.contains("unknown field `no`"), "{name}: {error}");
        }
        let unknown = ToolRequest::ordered_by(User::Model, "fly", &json!({})).unwrap_err();
        let names = ToolRequest::names(User::Model).join(", ");
        assert_eq!(unknown.message, format!("no tool is called \"fly\"; there are {names}"));
    }

    #[test]
    fn how_many_makes_no_other_try_and_where_does() {
        let mine = |params: Value| call("mine", params);
        let one = mine(json!({"target": "stone"}));
        assert!(one.alike(&mine(json!({"target": "minecraft:stone", "count": 3, "max_radius": 9}))));
        assert!(!one.alike(&mine(json!({"target": "stone", "at": {"x": 1, "y": 2, "z": 3}}))));
        assert!(!one.alike(&call("craft", json!({"item": "stone"}))));
        let place = |state: Value| call("place_block", json!({"block": "furnace", "state": state}));
        assert!(!place(json!({"facing": "north"})).alike(&place(json!({"facing": "south"}))));
        let beside = |params: Value| call("place_block", params);
        let one = beside(json!({"block": "torch", "beside": "door"}));
        assert!(!one.alike(&beside(json!({"block": "torch"}))));
        assert!(!one.alike(&beside(json!({"block": "torch", "on": "door"}))));
        assert_eq!(place(json!({"facing": "north"})).title(), "place furnace[facing=north] nearby");
    }

    #[test]
    fn a_state_may_be_written_as_json_writes_it() {
        let call = |open: Value| call("use_item", json!({"block": "lever", "state": {"powered": open}}));
        assert_eq!(call(json!(true)), call(json!("true")));
        let error =
            ToolRequest::from_parts("use_item", &json!({"block": "lever", "state": {"powered": []}})).unwrap_err();
        assert!(error.message.contains("[] is no state"), "{error}");
    }

    #[test]
    fn a_call_says_what_it_is_about() {
        let mut smelt = call("smelt", json!({"item": "glass", "count": 2}));
        if let Some(count) = smelt.count_mut() {
            *count = 5;
        }
        assert_eq!((smelt.count(), smelt.makes(), smelt.got()), (Some(5), Some("glass"), Some("smelted")));
        let walk = call("navigate", json!({"x": 1, "z": 3}));
        assert_eq!((walk.place(), walk.column(), walk.count()), (None, Some([1, 3]), None));
        assert_eq!(call("place_block", json!({"block": "dirt"})).puts_up(), Some("dirt"));
    }
}
