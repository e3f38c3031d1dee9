//! What has changed from one moment to the next, and how a stretch of moments lies in the store: as JSON, packed. Fields that are
//! missing have not changed; what another version wrote besides is passed over.

use serde::{Deserialize, Serialize};

use super::sheet::{Damaged, pack, unpack};
use crate::{
    domain::{Connection, GoalView, Observation, SlotStack, StepView, Vec3},
    voxel::StateId,
};

/// What has changed at a moment.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Moment {
    /// Wall time in milliseconds since 1970; never less than that of the one before.
    pub ms: u64,
    /// It says all there is: whoever wants to know how things stood begins here.
    #[serde(skip_serializing_if = "is_not")]
    pub whole: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<BotMoment>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<GoalMoment>,
    /// Goals that the mind keeps no more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<u64>,
    /// The recording has as many bytes as it may, and ends here.
    #[serde(skip_serializing_if = "is_not")]
    pub full: bool,
}

/// What has changed about a bot.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct BotMoment {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connection: Option<Connection>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
    /// Columns that are seen from now on, or have changed so much that they are kept anew: x and z in chunks, and the sheet's number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<(i32, i32, u32)>,
    /// Columns that are seen no more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<(i32, i32)>,
    /// Blocks of the columns that are seen: x, y, z and the state. In a whole moment: those that differ from the sheets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<(i32, i32, i32, StateId)>,
}

/// Where a bot is, and how it is.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Place {
    /// The body's game tick.
    pub tick: u64,
    pub dimension: String,
    /// The middle of the feet, to a thousandth of a block.
    pub at: Vec3,
    /// Degrees.
    pub yaw: f32,
    pub pitch: f32,
    pub on_ground: bool,
    pub health: f32,
    pub food: u32,
    pub saturation: f32,
    pub time_of_day: Option<u64>,
    pub game_mode: String,
    pub tick_rate: f32,
}

/// What a bot holds.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Held {
    /// By the protocol's numbers.
    pub slots: Vec<Option<SlotStack>>,
    pub cursor: Option<SlotStack>,
    pub hotbar: u8,
}

/// What has changed about a goal.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct GoalMoment {
    pub id: u64,
    /// All of it but its steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<Box<GoalView>>,
    /// Its steps in their order, by number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<u64>>,
    /// Those of them that have changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepView>,
}

impl Place {
    /// `None` where a server has it at no place.
    pub fn of(seen: &Observation) -> Option<Self> {
        let Vec3 { x, y, z } = seen.position;
        let numbers = [seen.yaw, seen.pitch, seen.health, seen.saturation, seen.tick_rate];
        if ![x, y, z].iter().all(|number| number.is_finite()) || !numbers.iter().all(|number| number.is_finite()) {
            return None;
        }
        let rounded = |value: f64| (value * 1_000.0).round() / 1_000.0;
        Some(Self {
            tick: seen.tick,
            dimension: seen.dimension.clone(),
            at: Vec3 { x: rounded(x), y: rounded(y), z: rounded(z) },
            yaw: seen.yaw,
            pitch: seen.pitch,
            on_ground: seen.on_ground,
            health: seen.health,
            food: seen.food,
            saturation: seen.saturation,
            time_of_day: seen.time_of_day,
            game_mode: seen.game_mode.clone(),
            tick_rate: seen.tick_rate,
        })
    }

    /// Whether nothing differs but what changes with each tick by itself.
    pub fn is_like(&self, other: &Self) -> bool {
        let still = |place: &Self| Self { tick: 0, saturation: 0.0, time_of_day: None, ..place.clone() };
        still(self) == still(other)
    }
}

impl Held {
    pub fn of(seen: &Observation) -> Self {
        Self { slots: seen.slots.clone(), cursor: seen.cursor.clone(), hotbar: seen.hotbar }
    }
}

/// As the store has them. `as_written`: what must not be in it is taken out.
pub(super) fn write_moments(moments: &[Moment], as_written: &dyn Fn(&str) -> String) -> Vec<u8> {
    let json = serde_json::to_string(moments).unwrap_or_default();
    pack(as_written(&json).as_bytes())
}

/// Reads a stretch of moments.
///
/// # Errors
/// Where it is damaged, or means nothing here.
pub fn read_moments(packed: &[u8]) -> Result<Vec<Moment>, Damaged> {
    serde_json::from_slice(&unpack(packed)?).map_err(|error| Damaged(error.to_string()))
}

fn is_not(flag: &bool) -> bool {
    !*flag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_come_back_as_they_were() {
        let place =
            Place { at: Vec3 { x: -0.5, y: 64.0, z: 7.125 }, dimension: "overworld".to_owned(), ..Place::default() };
        let stack = SlotStack { item: "oak_log".to_owned(), count: 3, damage: None };
        let held = Held { slots: vec![None, Some(stack)], cursor: None, hotbar: 4 };
        let bot = BotMoment {
            name: "Ada".to_owned(),
            server: Some("a".to_owned()),
            connection: Some(Connection::Joined),
            place: Some(place),
            held: Some(held),
            columns: vec![(-1, 2, 3)],
            unseen: vec![(4, -5)],
            blocks: vec![(-1, -64, 319, 7)],
        };
        let goal = GoalMoment { id: 3, order: Some(vec![1 << 33, 2]), ..GoalMoment::default() };
        let moments = vec![
            Moment { ms: 5, whole: true, bots: vec![bot], goals: vec![goal], ..Moment::default() },
            Moment { ms: 6, gone: vec![3], full: true, ..Moment::default() },
        ];
        let packed = write_moments(&moments, &str::to_owned);
        assert_eq!(read_moments(&packed), Ok(moments.clone()));
        for at in 0..packed.len() {
            let mut other = packed.clone();
            other[at] ^= 1;
            assert!(read_moments(&other).is_err(), "byte {at}");
        }
        let hidden = write_moments(&moments, &|json| json.replace("Ada", "***"));
        assert_eq!(read_moments(&hidden).unwrap()[0].bots[0].name, "***");
    }

    #[test]
    fn what_another_version_wrote_besides_is_passed_over() {
        let json = br#"[{"ms":5,"hats":[1],"bots":[{"name":"Ada","hat":true}]}]"#;
        let read = read_moments(&pack(json)).unwrap();
        assert_eq!((read[0].ms, read[0].bots[0].name.as_str()), (5, "Ada"));
        assert!(read_moments(&pack(b"[{\"ms\":\"soon\"}]")).is_err());
    }
}
