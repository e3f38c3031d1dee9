//! What owners may not ask for: kinds of deeds, and places. Whoever sits at the program is bound by the zones alone that are kept for them.
//!
//! Held against the calls of a plan, whoever made it: words mean many things, calls just one.

use serde::Deserialize;
use serde_json::json;

use super::{
    grammar::{Intent, parse},
    stock::{have, take},
};
use crate::{
    construction::Building,
    domain::{
        BlockPos, BodySlot, ErrorCode, Explore, GoToBlock, Navigate, Observation, PickUp, ToolError, ToolRequest,
        Volume, Zone,
    },
    knowledge::{self, plain},
};

/// A kind of deed, as the configuration calls it.
#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Deed {
    /// To go somewhere, also to somebody; to follow and to explore.
    Go,
    /// To break blocks: to mine, clear and harvest, and to dig on the way.
    Mine,
    /// To place blocks that stay. What is put up as a means and taken back is none of it.
    Place,
    /// To craft and smelt.
    Craft,
    #[serde(rename = "pick up")]
    PickUp,
    /// To put into chests, take out of them, look into them and sort them.
    Chests,
    /// To use what is held and what stands there: doors, buckets, beds, food.
    Use,
    /// To put on, take into hands, take off.
    Wear,
    Drop,
    /// To drop, give away or put away what is worn, or in the off hand.
    #[serde(rename = "drop worn")]
    DropWorn,
    Give,
    Say,
}

impl Deed {
    /// Behind "owners may not ask me to".
    fn words(self) -> &'static str {
        match self {
            Self::Go => "go anywhere",
            Self::Mine => "break blocks",
            Self::Place => "place blocks",
            Self::Craft => "craft or smelt anything",
            Self::PickUp => "pick anything up",
            Self::Chests => "open chests",
            Self::Use => "use anything",
            Self::Wear => "put anything on or take it off",
            Self::Drop => "drop anything",
            Self::DropWorn => "part with what I wear",
            Self::Give => "give anything away",
            Self::Say => "say anything",
        }
    }
}

/// What owners may not ask for.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    pub may_not: Vec<Deed>,
    /// Nothing in these boxes is broken, placed, opened or used, and nobody goes in. Dimensions are not told apart.
    pub zones: Vec<Volume>,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { may_not: vec![Deed::DropWorn], zones: Vec::new() }
    }
}

/// A call, and the block of ours that it takes back.
pub type Wanted<'a> = (&'a ToolRequest, Option<&'a str>);

impl Bounds {
    /// Why these calls, one after the other, are not done for an owner, as the world is now.
    ///
    /// # Errors
    /// `INVALID_PARAMS`, for the first that is out of bounds.
    pub fn allow(&self, calls: &[Wanted], seen: &Observation) -> Result<(), ToolError> {
        for (number, (request, takes_back)) in calls.iter().enumerate() {
            let is_means = |block: &str| calls[number..].iter().any(|(_, back)| *back == Some(block));
            let is_for_a_while = takes_back.is_some() || request.puts_up().is_some_and(|block| is_means(plain(block)));
            if !is_for_a_while && let Some(deed) = deeds(request).iter().find(|deed| self.may_not.contains(deed)) {
                let words = format!("owners may not ask me to {}; {}", deed.words(), who_can_change("may_not"));
                return Err(ToolError::new(ErrorCode::InvalidParams, words).with(json!({ "call": request.title() })));
            }
            if let Some(place) = place(request, seen).filter(|place| self.zones.iter().any(|zone| zone.meets(place))) {
                let words = format!("{} is closed to owners; {}", told(request, &place), who_can_change("zone"));
                return Err(ToolError::new(ErrorCode::InvalidParams, words).with(json!({ "call": request.title() })));
            }
        }
        if self.may_not.contains(&Deed::DropWorn) { keeps_worn(calls, seen) } else { Ok(()) }
    }

    /// Why clauses of a goal are not done for an owner, from this one on, which have no calls yet.
    ///
    /// # Errors
    /// As [`Bounds::allow`]; places are looked at once there are calls.
    pub fn allow_rest(&self, goal: &str, from: usize) -> Result<(), ToolError> {
        let clauses = parse(goal).unwrap_or_default();
        match clauses.iter().skip(from).flat_map(asked).find(|deed| self.may_not.contains(deed)) {
            Some(deed) => {
                let words = format!("owners may not ask me to {}; {}", deed.words(), who_can_change("may_not"));
                Err(ToolError::new(ErrorCode::InvalidParams, words))
            }
            None => Ok(()),
        }
    }
}

/// Why these calls are not done where land is kept as it is, whoever asks for them.
///
/// # Errors
/// `INVALID_PARAMS`, for the first that would change some of it.
pub fn spare<'a>(
    zones: &[Zone],
    calls: impl IntoIterator<Item = &'a ToolRequest>,
    seen: &Observation,
) -> Result<(), ToolError> {
    for request in calls.into_iter().filter(|request| changes_its_place(request)) {
        let Some(place) = place(request, seen) else { continue };
        if let Some(zone) = zones.iter().find(|zone| zone.volume().meets(&place)) {
            let words = format!(
                "{} lies in {zone}, where nothing is to be changed (say another place, or lift the zone on the map)",
                told(request, &place)
            );
            return Err(ToolError::new(ErrorCode::InvalidParams, words).with(json!({ "call": request.title() })));
        }
    }
    Ok(())
}

/// Whether a call digs, places or works something at the very place that it names.
fn changes_its_place(request: &ToolRequest) -> bool {
    match request {
        ToolRequest::Mine(_)
        | ToolRequest::Clear(_)
        | ToolRequest::Fill(_)
        | ToolRequest::Build(_)
        | ToolRequest::PlaceBlock(_)
        | ToolRequest::WriteSign(_) => true,
        ToolRequest::UseItem(deed) => deed.item.is_some(),
        _ => false,
    }
}

/// What is done by a clause, whatever it takes beside.
fn asked(clause: &Intent) -> Vec<Deed> {
    match clause {
        Intent::Do(request) => deeds(request).to_vec(),
        Intent::UseAgain(_) | Intent::Pour { .. } => vec![Deed::Use],
        Intent::Part { of, .. } | Intent::Unless { of, .. } | Intent::IntoPlaced(of) => asked(of),
        Intent::Drop { .. } | Intent::DropAll { .. } => vec![Deed::Drop],
        Intent::Give { .. } | Intent::GiveAll { .. } => vec![Deed::Give],
        Intent::StoreAll { .. }
        | Intent::Carry { .. }
        | Intent::Sort { .. }
        | Intent::Fetch(_)
        | Intent::TakeUpTo(_) => vec![Deed::Chests],
        Intent::Craft { .. } | Intent::Smelt { .. } | Intent::MakeMost { .. } => vec![Deed::Craft],
        Intent::Mine { .. } | Intent::With { .. } | Intent::Fell { .. } | Intent::Clear { .. } | Intent::Dig(_) => {
            vec![Deed::Mine]
        }
        Intent::Place { .. } | Intent::Fill { .. } | Intent::FillUp { .. } | Intent::Lay(_) | Intent::Light { .. } => {
            vec![Deed::Place]
        }
        Intent::Level { .. }
        | Intent::DigStair(_)
        | Intent::Pave(_)
        | Intent::Build(_)
        | Intent::TearDown(_)
        | Intent::Swap { .. }
        | Intent::Shift { .. } => {
            vec![Deed::Place, Deed::Mine]
        }
        Intent::WearBest { .. } | Intent::WearHeld { .. } | Intent::HoldBest { .. } => vec![Deed::Wear],
        Intent::Go { .. }
        | Intent::GoNamed { .. }
        | Intent::GoBack
        | Intent::ComeBack
        | Intent::GoThrough { .. }
        | Intent::Visit(_)
        | Intent::Step { .. } => vec![Deed::Go],
        Intent::Say { .. } => vec![Deed::Say],
        _ => Vec::new(),
    }
}

/// Whom to turn to. It is told to a player, who hears no more than two hundred characters.
fn who_can_change(setting: &str) -> String {
    format!("who runs me can change that ([owners] {setting})")
}

/// What is done by a call.
fn deeds(request: &ToolRequest) -> &'static [Deed] {
    match request {
        ToolRequest::Navigate(Navigate { dig: true, .. })
        | ToolRequest::GoToBlock(GoToBlock { dig: true, .. })
        | ToolRequest::Explore(Explore { dig: true, .. }) => &[Deed::Go, Deed::Mine],
        ToolRequest::Navigate(_)
        | ToolRequest::GoToBlock(_)
        | ToolRequest::GoToPlayer(_)
        | ToolRequest::Follow(_)
        | ToolRequest::Explore(_) => &[Deed::Go],
        ToolRequest::Mine(_) | ToolRequest::Clear(_) | ToolRequest::Harvest(_) => &[Deed::Mine],
        ToolRequest::PlaceBlock(_) | ToolRequest::Fill(_) | ToolRequest::Light(_) => &[Deed::Place],
        // The ground where it stands is dug.
        ToolRequest::Build(_) => &[Deed::Place, Deed::Mine],
        ToolRequest::Craft(_) | ToolRequest::Smelt(_) => &[Deed::Craft],
        // What one's own digging has dropped belongs to it.
        ToolRequest::PickUp(PickUp { leave: true, .. }) => &[Deed::Mine],
        ToolRequest::PickUp(_) => &[Deed::PickUp],
        ToolRequest::Store(_) | ToolRequest::Take(_) | ToolRequest::LookInto(_) | ToolRequest::Sort(_) => {
            &[Deed::Chests]
        }
        ToolRequest::UseItem(_) | ToolRequest::Eat(_) | ToolRequest::Sleep(_) => &[Deed::Use],
        ToolRequest::Equip(_) | ToolRequest::TakeOff(_) => &[Deed::Wear],
        ToolRequest::Drop(_) => &[Deed::Drop],
        ToolRequest::Give(_) => &[Deed::Give],
        ToolRequest::Chat(_) | ToolRequest::WriteSign(_) => &[Deed::Say],
        // These change nothing but where the head is turned to and what is remembered.
        ToolRequest::GetBotStatus(_)
        | ToolRequest::Face(_)
        | ToolRequest::Jump(_)
        | ToolRequest::Sneak(_)
        | ToolRequest::Remember(_)
        | ToolRequest::Wait(_)
        | ToolRequest::PlanOn(_) => &[],
    }
}

/// Where a call takes place, as far as it says so. What it chooses where it is, it chooses elsewhere: to its body the zones are
/// unknown land.
fn place(request: &ToolRequest, seen: &Observation) -> Option<Volume> {
    let column = |low: [i32; 2], high: [i32; 2]| {
        Volume::between(BlockPos::new(low[0], i32::MIN, low[1]), BlockPos::new(high[0], i32::MAX, high[1]))
    };
    match request {
        ToolRequest::Clear(clear) => Some(clear.volume()),
        ToolRequest::Fill(fill) => Some(fill.volume()),
        ToolRequest::Build(build) => Building::of(build).ok().map(|building| building.volume()),
        ToolRequest::Light(light) => {
            let (middle, radius) = (request.place().unwrap_or(seen.position.block()), light.radius() as i32);
            let corner = |off: i32| [middle.x.saturating_add(off), middle.z.saturating_add(off)];
            Some(column(corner(-radius), corner(radius)))
        }
        ToolRequest::Navigate(to) => {
            Some(request.place().map_or_else(|| column([to.x, to.z], [to.x, to.z]), Volume::block))
        }
        // A look harms nobody, and around a place there are others.
        ToolRequest::Face(_) | ToolRequest::Sort(_) => None,
        other => other.place().map(Volume::block),
    }
}

/// A place in words: the block, or what a call calls its box.
fn told(request: &ToolRequest, place: &Volume) -> String {
    match (request, place.count()) {
        (_, 1) => place.low().to_string(),
        (ToolRequest::Navigate(to), _) => format!("{}, {}", to.x, to.z),
        (ToolRequest::Light(_), _) => "a part of what would be lit".to_owned(),
        _ => format!("a part of {} to {}", place.low(), place.high()),
    }
}

/// Whether nothing is parted with that is worn, or in the off hand.
fn keeps_worn(calls: &[Wanted], seen: &Observation) -> Result<(), ToolError> {
    let on_body = BodySlot::ARMOUR.into_iter().chain([BodySlot::OffHand]);
    let worn: Vec<_> = on_body.filter_map(|slot| Some((slot, seen.at(slot)?))).collect();
    let mut free = seen.inventory();
    for (_, stack) in &worn {
        free.take(&stack.item, stack.count);
    }
    let offer = calls.iter().filter(|(request, _)| matches!(request, ToolRequest::Drop(_))).count() > 1;
    let offered = free.iter().max_by_key(|(_, count)| *count).filter(|_| offer);
    let offered = offered.map_or(String::new(), |(item, _)| format!(" (say: drop all {})", item.replace('_', " ")));
    for (request, _) in calls {
        let (item, count) = match request {
            ToolRequest::Drop(drop) => (&drop.item, drop.count),
            ToolRequest::Give(give) => (&give.item, give.count),
            // All that is at hand goes in, and never what is worn.
            ToolRequest::Store(store) if let Some(item) = &store.item => (item, store.count.unwrap_or(1)),
            other => {
                if let (Some(item), Some(count)) = (other.gets(), other.count()) {
                    free.add(plain(item), count);
                }
                continue;
            }
        };
        let items = knowledge::items_called(item).unwrap_or_default();
        let is_meant = worn.iter().find(|(_, stack)| items.contains(&stack.item.as_str()));
        if let Some((slot, stack)) = is_meant.filter(|_| have(&free, plain(item)) < count) {
            let (item, deed, change) =
                (stack.item.replace('_', " "), Deed::DropWorn.words(), who_can_change("may_not"));
            let words = format!("the {item} is {slot}, and owners may not ask me to {deed}{offered}; {change}");
            return Err(ToolError::new(ErrorCode::InvalidParams, words).with(json!({ "call": request.title() })));
        }
        take(&mut free, plain(item), count);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SlotStack;

    fn call(tool: &str, params: serde_json::Value) -> ToolRequest {
        ToolRequest::from_parts(tool, &params).unwrap()
    }

    /// With these in slots of the player's window.
    fn seen(held: &[(usize, &str, u32)]) -> Observation {
        let mut seen = Observation { slots: vec![None; 46], ..Observation::default() };
        for (slot, item, count) in held {
            seen.slots[*slot] = Some(SlotStack { item: (*item).to_owned(), count: *count, damage: None });
        }
        seen
    }

    /// Why it is refused; nothing where it is allowed.
    fn refused(bounds: &Bounds, calls: &[ToolRequest], seen: &Observation) -> String {
        let calls: Vec<Wanted> = calls.iter().map(|call| (call, None)).collect();
        bounds.allow(&calls, seen).map_or_else(|error| error.message, |()| String::new())
    }

    fn may_not(deed: Deed) -> Bounds {
        Bounds { may_not: vec![deed], zones: Vec::new() }
    }

    #[test]
    fn what_is_planned_later_is_held_against_them_before_anything_moves() {
        let goal = "take all the coal from the chest and give half of it to Ada";
        let words = |deed: Deed, from: usize| may_not(deed).allow_rest(goal, from).map_err(|error| error.message);
        assert!(words(Deed::Give, 1).is_err_and(|words| words.contains("give anything away")));
        assert_eq!((words(Deed::Drop, 1), words(Deed::Chests, 1)), (Ok(()), Ok(())), "the chest has a call of its own");
        assert!(words(Deed::Chests, 0).is_err());
    }

    #[test]
    fn a_kind_of_deed_is_refused_and_no_other() {
        let give = call("give", json!({"player": "Ada", "item": "dirt", "count": 1}));
        let mine = call("mine", json!({"target": "dirt"}));
        let words = refused(&may_not(Deed::Give), &[mine.clone(), give.clone()], &Observation::default());
        assert!(words.contains("not ask me to give anything away") && words.contains("may_not"), "{words}");
        assert_eq!(refused(&may_not(Deed::Drop), &[mine.clone(), give.clone()], &Observation::default()), "");
        assert!(refused(&may_not(Deed::Mine), &[mine, give], &Observation::default()).contains("break blocks"));
        let dig = |dig: bool| call("navigate", json!({"x": 1, "z": 2, "dig": dig}));
        assert_eq!(refused(&may_not(Deed::Mine), &[dig(false)], &Observation::default()), "");
        assert_ne!(refused(&may_not(Deed::Mine), &[dig(true)], &Observation::default()), "");
        let harmless = [call("get_bot_status", json!({})), call("jump", json!({"times": 1}))];
        let all = [Deed::Go, Deed::Mine, Deed::Place, Deed::Use, Deed::Wear, Deed::Say].to_vec();
        assert_eq!(refused(&Bounds { may_not: all, zones: Vec::new() }, &harmless, &Observation::default()), "");
    }

    #[test]
    fn what_is_taken_back_is_neither_placed_nor_mined() {
        let (place, mine) = (
            call("place_block", json!({"block": "crafting_table"})),
            call("mine", json!({"target": "crafting_table"})),
        );
        let bounds = Bounds { may_not: vec![Deed::Place, Deed::Mine], zones: Vec::new() };
        let allow = |back| bounds.allow(&[(&place, None), (&mine, back)], &Observation::default());
        assert_eq!(allow(Some("crafting_table")), Ok(()));
        assert!(allow(None).unwrap_err().message.contains("place blocks"));
    }

    #[test]
    fn what_is_worn_is_not_parted_with() {
        let drop = |item: &str, count: u32| call("drop", json!({"item": item, "count": count}));
        let usual = Bounds::default();
        let worn = seen(&[(5, "iron_helmet", 1), (45, "torch", 3), (9, "dirt", 8), (10, "torch", 2)]);
        let words = refused(&usual, &[drop("iron_helmet", 1)], &worn);
        assert!(words.starts_with("the iron helmet is on the head") && !words.contains("say:"), "{words}");
        let everything = [drop("dirt", 8), drop("iron_helmet", 1), drop("torch", 5)];
        assert!(refused(&usual, &everything, &worn).contains("(say: drop all dirt)"));
        assert_eq!(refused(&usual, &[drop("dirt", 8), drop("torch", 2)], &worn), "");
        assert!(refused(&usual, &[drop("torch", 1), drop("torch", 2)], &worn).contains("in the off hand"));
        assert!(refused(&usual, &[call("store", json!({"item": "iron_helmet"}))], &worn).contains("part with"));
        assert_eq!(refused(&usual, &[call("store", json!({}))], &worn), "", "what is worn stays on");
        let give = call("give", json!({"player": "Ada", "item": "iron_helmet", "count": 1}));
        assert!(!refused(&usual, std::slice::from_ref(&give), &worn).is_empty());
        let another = [call("craft", json!({"item": "iron_helmet"})), give];
        assert_eq!(refused(&usual, &another, &worn), "", "another is made first");
        assert_eq!(refused(&may_not(Deed::Say), &everything, &worn), "", "a setting");
        assert_eq!(refused(&usual, &[drop("iron_helmet", 1)], &seen(&[(9, "iron_helmet", 1)])), "", "it is not worn");
    }

    #[test]
    fn nothing_is_done_in_a_zone() {
        let zone = Volume::between(BlockPos::new(10, 60, 10), BlockPos::new(20, 80, 20));
        let bounds = Bounds { may_not: Vec::new(), zones: vec![zone] };
        let at = |x: i32| json!({"x": x, "y": 64, "z": 12});
        let with = |mut params: serde_json::Value, x: i32| {
            let place = at(x);
            for (key, value) in place.as_object().unwrap() {
                params[key] = value.clone();
            }
            params
        };
        let calls = |x: i32| {
            [
                call("mine", json!({"target": "stone", "at": at(x)})),
                call("place_block", with(json!({"block": "torch"}), x)),
                call("use_item", with(json!({}), x)),
                call("store", with(json!({"item": "dirt"}), x)),
                call("take", with(json!({"item": "dirt"}), x)),
                call("look_into", with(json!({}), x)),
                call("navigate", at(x)),
                call("navigate", json!({"x": x, "z": 12})),
                call("clear", json!({"from": {"x": 0, "y": 64, "z": 12}, "to": at(x)})),
                call("fill", json!({"block": "dirt", "from": at(x), "to": {"x": 0, "y": 64, "z": 12}})),
                call("light", with(json!({"radius": 2}), x - 2)),
            ]
        };
        for (inside, outside) in calls(10).into_iter().zip(calls(9)) {
            let words = refused(&bounds, &[outside.clone(), inside.clone()], &Observation::default());
            assert!(words.contains("closed to owners") && words.contains("zone"), "{inside:?}: {words}");
            assert_eq!(refused(&bounds, std::slice::from_ref(&outside), &Observation::default()), "", "{outside:?}");
        }
        let chosen = [call("mine", json!({"target": "stone"})), call("face", at(10)), call("sort", at(10))];
        assert_eq!(
            refused(&bounds, &chosen, &Observation::default()),
            "",
            "what the body chooses it chooses elsewhere"
        );
    }
}
