//! What an argument can be: how its text is read, what completes it, and what clients are told of it.

use azalea_core::game_type::GameMode;
use azalea_protocol::packets::game::c_commands::{BrigadierNumber, BrigadierParser, EntityParser};
use azalea_registry::{
    builtin::{EntityKind, MobEffect},
    identifier::Identifier,
};
use simdnbt::owned::NbtCompound;

use crate::{
    chunks::blocks,
    commands::{
        fault::Fault,
        places::{Grid, Look, Place},
        reader::Reader,
        selectors::{GAME_MODES, Selector, game_mode},
        snbt, stacks,
    },
    items::stack::Stack,
    knowledge,
    players::effects,
    protocol::{limits::MAX_CHAT, texts::words},
    registries,
    voxel::StateId,
};

/// What stands in an argument's place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Players by name or selector.
    Players {
        single: bool,
    },
    Entities {
        single: bool,
    },
    /// An item with what components this world knows.
    Item,
    /// An item, whatever its components.
    ItemMatch,
    /// A block with its state.
    Block,
    /// A block with as much of its state as is to match.
    BlockMatch,
    BlockPos,
    Point,
    Look,
    Integer(i32, i32),
    Float(f32, f32),
    /// Ticks, days or seconds; at least so many ticks.
    Time(i32),
    GameMode,
    Damage,
    Effect,
    /// A kind of entity that can be summoned.
    Entity,
    /// NBT, a compound.
    Nbt,
    Bool,
    /// The rest of the line.
    Message,
}

/// Ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ticks(pub u64);

/// A block state to place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlacedState {
    pub state: StateId,
    /// The properties that were asked for; the others have their defaults.
    given: Vec<String>,
}

impl PlacedState {
    pub const AIR: Self = Self { state: blocks::AIR, given: Vec::new() };

    /// Another state of the block, but with what was asked for.
    pub fn insist(&self, other: StateId) -> StateId {
        let asked = self.given.iter().filter_map(|name| Some((name, blocks::property(self.state, name)?)));
        asked.fold(other, |state, (name, value)| blocks::with(state, name, value))
    }
}

/// States to look for: a block and some of its properties.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StateFilter {
    pub block: &'static knowledge::Block,
    pub properties: Vec<(String, String)>,
}

/// A kind of entity, by its registry name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EntityName(pub String);

/// A kind of damage, by its registry name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DamageName(pub String);

impl StateFilter {
    pub fn takes(&self, state: StateId) -> bool {
        let has = |(name, value): &(String, String)| {
            knowledge::state_properties(state).iter().any(|known| known.0 == name && known.1 == value)
        };
        (self.block.min_state..=self.block.max_state).contains(&state) && self.properties.iter().all(has)
    }
}

macro_rules! values {
    ($($name:ident($type:ty)),*) => {
        /// What an argument turned out to be.
        #[derive(Clone, Debug, PartialEq)]
        pub(crate) enum Value {
            $($name($type)),*
        }

        $(impl Is for $type {
            fn of(value: &Value) -> Option<&Self> {
                if let Value::$name(value) = value { Some(value) } else { None }
            }
        })*
    };
}

/// A type that arguments can have.
pub(crate) trait Is: Sized {
    fn of(value: &Value) -> Option<&Self>;
}

values! {
    Selector(Selector), Item(Stack), State(PlacedState), Filter(StateFilter), Place(Place), Look(Look), Integer(i32),
    Float(f32), Time(Ticks), Mode(GameMode), Damage(DamageName), Effect(MobEffect), Entity(EntityName), Nbt(NbtCompound),
    Bool(bool), Message(String)
}

impl Kind {
    pub fn read(self, reader: &mut Reader<'_>) -> Result<Value, Fault> {
        Ok(match self {
            Self::Players { single } => Value::Selector(Selector::read(reader, true, single)?),
            Self::Entities { single } => Value::Selector(Selector::read(reader, false, single)?),
            Self::Item => Value::Item(stacks::read_item(reader)?),
            Self::ItemMatch => Value::Item(stacks::read_kind(reader)?),
            Self::Block => Value::State(read_state(reader)?),
            Self::BlockMatch => Value::Filter(read_block(reader)?),
            Self::BlockPos => Value::Place(Place::read(reader, Grid::Blocks)?),
            Self::Point => Value::Place(Place::read(reader, Grid::Points)?),
            Self::Look => Value::Look(Look::read(reader)?),
            Self::Integer(least, most) => Value::Integer(reader.within("integer", Reader::integer, least, most)?),
            Self::Float(least, most) => Value::Float(reader.within("float", Reader::float, least, most)?),
            Self::Time(least) => Value::Time(read_time(reader, least)?),
            Self::GameMode => {
                let start = reader.at;
                let name = reader.plain_word();
                let unknown = || Fault::new("argument.gamemode.invalid", [words(name)]).at(start);
                Value::Mode(game_mode(name).ok_or_else(unknown)?)
            }
            Self::Damage => {
                let kinds = registries::names("damage_type").map(|name| (name.clone(), DamageName(name)));
                Value::Damage(read_known(reader, "minecraft:damage_type", kinds)?)
            }
            Self::Effect => {
                let known = all_effects().map(|effect| (effects::name(effect).to_owned(), effect));
                Value::Effect(read_known(reader, "minecraft:mob_effect", known)?)
            }
            Self::Entity => {
                let entities = entities().map(|name| (name.to_owned(), EntityName(name.to_owned())));
                Value::Entity(read_known(reader, "minecraft:entity_type", entities)?)
            }
            Self::Nbt => Value::Nbt(snbt::read_compound(reader)?),
            Self::Bool => {
                let start = reader.at;
                Value::Bool(match reader.plain_word() {
                    "true" => true,
                    "false" => false,
                    "" => return Err(Fault::new("parsing.bool.expected", []).at(start)),
                    other => return Err(Fault::new("parsing.bool.invalid", [words(other)]).at(start)),
                })
            }
            Self::Message => Value::Message(read_message(reader)?),
        })
    }

    /// Words that may stand here; `players` are those who are there.
    pub fn completions(self, players: &[String]) -> Vec<String> {
        let named = |names: Vec<&str>| names.into_iter().map(|name| format!("minecraft:{name}")).collect();
        match self {
            Self::Players { .. } => {
                ["@a", "@p", "@r", "@s"].map(str::to_owned).into_iter().chain(players.to_vec()).collect()
            }
            Self::Entities { .. } => {
                ["@a", "@e", "@n", "@p", "@r", "@s"].map(str::to_owned).into_iter().chain(players.to_vec()).collect()
            }
            Self::Item | Self::ItemMatch => named(knowledge::items().iter().map(|item| item.name).collect()),
            Self::Block | Self::BlockMatch => named(knowledge::blocks().iter().map(|block| block.name).collect()),
            Self::GameMode => GAME_MODES.iter().map(|mode| mode.name().to_owned()).collect(),
            Self::Damage => registries::names("damage_type").map(|name| format!("minecraft:{name}")).collect(),
            Self::Effect => all_effects().map(|effect| effect.to_str().to_owned()).collect(),
            Self::Bool => vec!["true".to_owned(), "false".to_owned()],
            Self::BlockPos | Self::Point => vec!["~".to_owned(), "~ ~".to_owned(), "~ ~ ~".to_owned()],
            Self::Look => vec!["~ ~".to_owned()],
            Self::Entity => SUMMONED.map(|name| format!("minecraft:{name}")).to_vec(),
            Self::Integer(..) | Self::Float(..) | Self::Time(_) | Self::Nbt | Self::Message => Vec::new(),
        }
    }

    /// How a client checks and completes it by itself.
    pub fn parser(self) -> BrigadierParser {
        use BrigadierParser as P;
        let registry = Identifier::new;
        match self {
            Self::Players { single } => P::Entity(EntityParser { single, players_only: true }),
            Self::Entities { single } => P::Entity(EntityParser { single, players_only: false }),
            Self::Item => P::ItemStack,
            Self::ItemMatch => P::ItemPredicate,
            Self::Block => P::BlockState,
            Self::BlockMatch => P::BlockPredicate,
            Self::BlockPos => P::BlockPos,
            Self::Point => P::Vec3,
            Self::Look => P::Rotation,
            Self::Integer(least, most) => {
                let (least, most) = ((least > i32::MIN).then_some(least), (most < i32::MAX).then_some(most));
                P::Integer(BrigadierNumber::new(least, most))
            }
            Self::Float(least, most) => P::Float(BrigadierNumber::new(Some(least), (most < f32::MAX).then_some(most))),
            Self::Time(min) => P::Time { min },
            Self::GameMode => P::GameMode,
            Self::Damage => P::Resource { registry_key: registry("minecraft:damage_type") },
            Self::Effect => P::Resource { registry_key: registry("minecraft:mob_effect") },
            Self::Entity => P::Resource { registry_key: registry("minecraft:entity_type") },
            Self::Nbt => P::NbtCompoundTag,
            Self::Bool => P::Bool,
            Self::Message => P::Message,
        }
    }
}

fn all_effects() -> impl Iterator<Item = MobEffect> {
    (0..).map_while(<MobEffect as azalea_registry::Registry>::from_u32)
}

/// Entities that this world has beside players.
const SUMMONED: [&str; 2] = ["item", "falling_block"];

/// Every kind of entity there is, without its namespace.
fn entities() -> impl Iterator<Item = &'static str> {
    (0..).map_while(<EntityKind as azalea_registry::Registry>::from_u32).map(|kind| knowledge::plain(kind.to_str()))
}

/// What has a name in a registry; of another name, the nearest are told.
fn read_known<T>(
    reader: &mut Reader<'_>,
    registry: &str,
    known: impl Iterator<Item = (String, T)>,
) -> Result<T, Fault> {
    let start = reader.at;
    let name = reader.identifier()?;
    let mut names = Vec::new();
    for (known, value) in known {
        if known == name {
            return Ok(value);
        }
        names.push(known);
    }
    let fault = Fault::new("argument.resource.not_found", [words(format!("minecraft:{name}")), words(registry)]);
    Err(fault.at(start).hinting(&knowledge::nearest_names(name, names.iter().map(String::as_str))))
}

/// The rest of the line, as long as clients take what is said.
fn read_message(reader: &mut Reader<'_>) -> Result<String, Fault> {
    let start = reader.at;
    let message = reader.everything();
    let length = message.encode_utf16().count();
    if length > MAX_CHAT {
        let told = [length, MAX_CHAT].map(|length| words(length.to_string()));
        return Err(Fault::new("argument.message.too_long", told).at(start));
    }
    Ok(message.to_owned())
}

fn read_block(reader: &mut Reader<'_>) -> Result<StateFilter, Fault> {
    let start = reader.at;
    if reader.peek() == Some('#') {
        return Err(Fault::new("argument.block.tag.disallowed", []).at(start));
    }
    let name = reader.identifier()?;
    let Some(block) = knowledge::block(name) else {
        let nearest = knowledge::nearest_names(name, knowledge::blocks().iter().map(|block| block.name));
        let fault = Fault::new("argument.block.id.invalid", [words(format!("minecraft:{name}"))]);
        return Err(fault.at(start).hinting(&nearest));
    };
    let mut properties: Vec<(String, String)> = Vec::new();
    if reader.takes('[') {
        let blanks = |reader: &mut Reader<'_>| _ = reader.take_while(|letter| letter == ' ');
        let told = || words(format!("minecraft:{}", block.name));
        blanks(reader);
        while !reader.takes(']') {
            let start = reader.at;
            let name = reader.plain_word();
            let Some(property) = block.properties.iter().find(|property| property.name == name) else {
                let key = if name.is_empty() && reader.is_at_end() { "unclosed" } else { "unknown" };
                return Err(Fault::new(&format!("argument.block.property.{key}"), [told(), words(name)]).at(start));
            };
            if properties.iter().any(|(set, _)| set == name) {
                return Err(Fault::new("argument.block.property.duplicate", [words(name), told()]).at(start));
            }
            blanks(reader);
            if !reader.takes('=') {
                return Err(Fault::new("argument.block.property.novalue", [words(name), told()]).at(reader.at));
            }
            blanks(reader);
            let start = reader.at;
            let value = reader.plain_word();
            if !property.values.iter().any(|known| known == value) {
                let arguments = [told(), words(value), words(name)];
                return Err(Fault::new("argument.block.property.invalid", arguments).at(start));
            }
            properties.push((name.to_owned(), value.to_owned()));
            blanks(reader);
            if !reader.takes(',') && reader.peek() != Some(']') {
                return Err(Fault::new("argument.block.property.unclosed", []).at(reader.at));
            }
            blanks(reader);
        }
    }
    Ok(StateFilter { block, properties })
}

fn read_state(reader: &mut Reader<'_>) -> Result<PlacedState, Fault> {
    let StateFilter { block, properties } = read_block(reader)?;
    let pairs: Vec<(&str, &str)> = properties.iter().map(|(name, value)| (&**name, &**value)).collect();
    let state = knowledge::state_with(block, &pairs).unwrap_or(block.default_state);
    Ok(PlacedState { state, given: properties.into_iter().map(|(name, _)| name).collect() })
}

/// A number with a unit: `d` for days, `s` for seconds, `t` or none for ticks.
fn read_time(reader: &mut Reader<'_>, least: i32) -> Result<Ticks, Fault> {
    let start = reader.at;
    let amount = reader.float()?;
    let unit = reader.at;
    let each = match reader.plain_word() {
        "d" => 24_000.0,
        "s" => 20.0,
        "t" | "" => 1.0,
        _ => return Err(Fault::new("argument.time.invalid_unit", []).at(unit)),
    };
    let ticks = (amount * each).round() as i32;
    if ticks < least {
        let told = [words(least.to_string()), words(ticks.to_string())];
        return Err(Fault::new("argument.time.tick_count_too_low", told).at(start));
    }
    Ok(Ticks(ticks.max(0) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::items::crafting::tests::stack;

    fn read(kind: Kind, text: &str) -> Result<Value, String> {
        kind.read(&mut Reader::new(text)).map_err(|fault| fault.message.to_string())
    }

    #[test]
    fn items_and_blocks_need_no_namespace() {
        assert_eq!(read(Kind::Item, "stick"), Ok(Value::Item(stack("stick", 1))));
        assert_eq!(read(Kind::Item, "minecraft:stick"), Ok(Value::Item(stack("stick", 1))));
        let worn = Stack { damage: 7, ..stack("iron_pickaxe", 1) };
        assert_eq!(read(Kind::Item, "iron_pickaxe[damage=7]"), Ok(Value::Item(worn)));
        let mut keen = worn;
        assert!(keen.enchantments.set("efficiency", 5) && keen.enchantments.set("unbreaking", 3));
        let text = "iron_pickaxe[damage=7, enchantments={efficiency:5, \"minecraft:unbreaking\":3}]";
        assert_eq!(read(Kind::Item, text), Ok(Value::Item(keen)));
        let log = knowledge::block("oak_log").unwrap();
        let placed = |state, given: &[&str]| {
            Ok(Value::State(PlacedState { state, given: given.iter().map(|name| name.to_string()).collect() }))
        };
        assert_eq!(read(Kind::Block, "oak_log[axis=x]"), placed(log.min_state, &["axis"]));
        assert_eq!(read(Kind::Block, "oak_log"), placed(log.default_state, &[]));
    }

    #[test]
    fn unknown_names_get_the_nearest() {
        for (kind, text, message) in [
            (Kind::Item, "pickax", "Unknown item 'minecraft:pickax'; did you mean "),
            (Kind::Block, "ston", "Unknown block type 'minecraft:ston'; did you mean stone"),
            (
                Kind::Effect,
                "hungr",
                "Can't find element 'minecraft:hungr' of type 'minecraft:mob_effect'; did you mean hunger",
            ),
            (
                Kind::Damage,
                "fal",
                "Can't find element 'minecraft:fal' of type 'minecraft:damage_type'; did you mean fall",
            ),
            (Kind::Block, "oak_log[axis=w]", "Block minecraft:oak_log does not accept 'w' for axis property"),
            (Kind::Block, "oak_log[size=1]", "Block minecraft:oak_log does not have property 'size'"),
            (Kind::Block, "oak_log[axis", "Expected value for property 'axis' on block minecraft:oak_log"),
            (Kind::Block, "oak_log[axis=x", "Expected closing ] for block state properties"),
            (Kind::Item, "stick[damage=1]", "Integer must not be more than 0: found 1"),
            (Kind::Item, "stick[lore=[]]", "Unknown item component 'lore'"),
            (Kind::Item, "stick[damage=0,damage=0]", "Item component 'damage' was repeated"),
            (
                Kind::Item,
                "stick[enchantments={sharpnes:1}]",
                "Malformed 'minecraft:enchantments' component: 'there is no enchantment sharpnes'; did you mean sharpness",
            ),
            (
                Kind::Item,
                "stick[enchantments={mending:256}]",
                "Malformed 'minecraft:enchantments' component: 'the level of mending is a whole number from 1 to 255'",
            ),
            (Kind::GameMode, "god", "Unknown game mode: god"),
            (Kind::Integer(1, 64), "65", "Integer must not be more than 64: found 65"),
            (Kind::Integer(1, 64), "x", "Expected integer"),
            (Kind::Time(0), "3x", "Invalid unit"),
        ] {
            let told = read(kind, text).unwrap_err();
            assert!(told.starts_with(message), "{text}: {told}");
        }
    }

    #[test]
    fn times_have_units() {
        for (text, ticks) in [("5", 5), ("5t", 5), ("1.5s", 30), ("2d", 48_000)] {
            assert_eq!(read(Kind::Time(0), text), Ok(Value::Time(Ticks(ticks))), "{text}");
        }
    }

    #[test]
    fn filters_match_what_they_name() {
        let Ok(Value::Filter(filter)) = read(Kind::BlockMatch, "oak_log[axis=x]") else { panic!() };
        let log = knowledge::block("oak_log").unwrap();
        assert!(filter.takes(log.min_state) && !filter.takes(log.default_state) && !filter.takes(0));
    }
}
