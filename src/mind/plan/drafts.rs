//! Steps with their reasons and expectations, made of what the closure found.

use std::{collections::BTreeMap, num::NonZeroU32};

use super::{
    demand::{By, Expansion, For, Item, is_far, loads},
    stock::{FURNACE, Stations, TABLE, TORCH, name_of},
};
use crate::{
    construction::Building,
    domain::{
        Build, Craft, Eat, Expectation, Face, Harvest, IN_COMPANY, Mine, PickUp, PlaceBlock, Smelt, StepDraft, Store,
        Tool, ToolRequest, UseItem,
    },
    knowledge::{self, Block, Deed, craft_target, family, mine_target, smelt_ways_for, ways_for},
};

/// A tool call as a step: what must be true afterwards follows from what is asked.
pub fn draft(request: ToolRequest, reason: String) -> StepDraft {
    let owned = |names: Vec<&'static str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let called = |name: &str| owned(knowledge::items_called(name).unwrap_or_default());
    let expectation = match &request {
        ToolRequest::Mine(mine) => {
            let items = mine_target(&mine.target).map(|found| owned(found.items)).unwrap_or_default();
            Expectation::Gain { items, count: mine.count }
        }
        ToolRequest::Craft(craft) => {
            let items = craft_target(&craft.item).map(|found| owned(found.items)).unwrap_or_default();
            Expectation::Gain { items, count: craft.count }
        }
        ToolRequest::Smelt(smelt) => {
            Expectation::Gain { items: vec![knowledge::plain(&smelt.item).to_owned()], count: smelt.count }
        }
        ToolRequest::PlaceBlock(place) => {
            let (block, state) = (knowledge::plain(&place.block).to_owned(), place.state.clone().unwrap_or_default());
            Expectation::Block { block, at: place.at(), by: place.by(), state }
        }
        ToolRequest::Navigate(to) => {
            Expectation::Near { x: to.x, y: to.y, z: to.z, tolerance: to.tolerance.unwrap_or(0) }
        }
        ToolRequest::Clear(clear) => Expectation::Clear { volume: clear.volume() },
        ToolRequest::Chat(chat) => Expectation::Said { message: chat.message.clone() },
        ToolRequest::Drop(drop) => Expectation::Loss { items: called(&drop.item), count: drop.count },
        ToolRequest::Store(Store { item: Some(item), total: Some(total), chest, .. }) => Expectation::Holds {
            items: called(item),
            count: *total,
            chest: chest.as_deref().map(|chest| knowledge::plain(chest).to_owned()),
        },
        ToolRequest::Store(store) => match (&store.item, store.count) {
            (Some(item), count) if count.is_some() || store.chest.is_some() => {
                let chest = store.chest.as_deref().map(|chest| knowledge::plain(chest).to_owned());
                Expectation::Stored { items: called(item), count, chest }
            }
            (item, _) => Expectation::PutAway {
                items: item.as_deref().map(called).unwrap_or_default(),
                keep: store.keep.unwrap_or(0),
            },
        },
        ToolRequest::Take(take) => match take.count {
            Some(count) => Expectation::Gain { items: called(&take.item), count },
            None => Expectation::More { items: called(&take.item) },
        },
        // Whatever there is of it will do.
        ToolRequest::PickUp(PickUp { leave: true, .. }) => Expectation::Answered,
        ToolRequest::PickUp(pick_up) => {
            let items = pick_up.item.as_deref().map(called).unwrap_or_default();
            Expectation::Gathered { items, radius: pick_up.radius() }
        }
        ToolRequest::GoToPlayer(go) => Expectation::Beside { player: go.player.clone(), tolerance: go.tolerance() },
        ToolRequest::Follow(follow) => Expectation::Beside { player: follow.player.clone(), tolerance: IN_COMPANY },
        ToolRequest::Give(give) => Expectation::Given { items: called(&give.item), count: give.count },
        ToolRequest::LookInto(look) => Expectation::LookedInto { at: look.place(), chest: look.chest.clone() },
        ToolRequest::Sort(sort) => Expectation::Sorted { middle: sort.place(), radius: sort.radius() },
        ToolRequest::Eat(eat) => fed(eat),
        ToolRequest::Sleep(_) => Expectation::Slept,
        ToolRequest::UseItem(used) => used_on(used),
        ToolRequest::Equip(equip) => {
            let item = knowledge::plain(&equip.item).to_owned();
            let slot = equip.slot.unwrap_or_else(|| knowledge::usual_slot(&item));
            Expectation::Equipped { item, slot }
        }
        ToolRequest::Harvest(harvest) => harvested(harvest),
        ToolRequest::Fill(fill) => {
            let block = knowledge::plain(&fill.block).to_owned();
            Expectation::Filled { block, volume: fill.volume(), level: fill.level }
        }
        // A call does as much as it has time for: what is left the job sees.
        ToolRequest::Build(build) if build.only.is_some() => Expectation::Answered,
        ToolRequest::Build(build) => Expectation::Built { build: build.clone() },
        ToolRequest::Light(light) => Expectation::Lit { middle: light.place(), radius: light.radius() },
        ToolRequest::TakeOff(off) => Expectation::Bare {
            slots: off.slots(),
            item: off.item.as_deref().map(|item| knowledge::plain(item).to_owned()),
        },
        ToolRequest::Face(face) => looks(face),
        ToolRequest::Jump(jump) => Expectation::Jumped { times: jump.times },
        ToolRequest::Sneak(sneak) => Expectation::Sneaked { ticks: sneak.ticks },
        // A leg leads as far as there is a way: what it brings the job sees.
        ToolRequest::Explore(explore) if explore.leg.is_some() => Expectation::Answered,
        ToolRequest::Explore(_) => Expectation::Explored,
        ToolRequest::Remember(_) => Expectation::Stands,
        ToolRequest::Wait(wait) => match (wait.ticks, wait.until) {
            (Some(ticks), None) => Expectation::Waited { ticks },
            (None, Some(of)) => Expectation::Daytime { of },
            // A part of a longer one: whether it is that time the job sees.
            _ => Expectation::Answered,
        },
        ToolRequest::WriteSign(write) => Expectation::Written {
            // What cannot be written was refused before.
            lines: knowledge::sign_lines(&write.text).map(Vec::from).unwrap_or_default(),
            at: write.place(),
        },
        ToolRequest::GoToBlock(go) => Expectation::AtBlock { blocks: sought(&go.block), on: go.on },
        // What its steps are to show they say themselves.
        ToolRequest::GetBotStatus(_) | ToolRequest::PlanOn(_) => Expectation::Answered,
    };
    StepDraft { request, reason, expectation, takes_back: None }
}

/// What a building takes, as much of it as one bot brings; nothing where there is no such blueprint.
pub fn items_of(build: &Build) -> BTreeMap<&'static str, u32> {
    let items = Building::of(build).ok().and_then(|building| building.blueprint().items().ok()).unwrap_or_default();
    share_of(items, build)
}

/// As much of what a building takes as one bot brings.
pub fn share_of(items: BTreeMap<&'static str, u32>, build: &Build) -> BTreeMap<&'static str, u32> {
    items.into_iter().map(|(item, count)| (item, count.div_ceil(build.together.map_or(1, NonZeroU32::get)))).collect()
}

/// How many places of a building are to be empty.
pub fn emptied(build: &Build) -> u64 {
    Building::of(build).map_or(0, |building| building.wants().filter(|(_, wanted)| wanted.is_air()).count() as u64)
}

/// What shows that the head was turned.
fn looks(face: &Face) -> Expectation {
    if let Some(player) = &face.player {
        return Expectation::LooksAtPlayer { player: player.clone() };
    }
    match (face.at(), &face.block) {
        (None, None) => Expectation::Turned { toward: face.toward, yaw: face.yaw },
        (at, block) => Expectation::LooksAt { at, blocks: block.as_deref().map(sought).unwrap_or_default() },
    }
}

fn sought(name: &str) -> Vec<String> {
    knowledge::blocks_sought(name).into_iter().map(|block| block.name.to_owned()).collect()
}

/// What shows that something was used: the bucket is full, or the block is what was to become of it. What only the place can
/// tell, the outcome does.
fn used_on(used: &UseItem) -> Expectation {
    let names = |blocks: Vec<&Block>| blocks.iter().map(|block| block.name.to_owned()).collect::<Vec<_>>();
    let named = || used.block.as_deref().map(knowledge::blocks_called).unwrap_or_default();
    let state = used.state.clone().unwrap_or_default();
    let Some(item) = used.item.as_deref().map(knowledge::plain) else {
        return Expectation::Became { blocks: names(named()), at: used.at(), state };
    };
    let (blocks, at) = match item {
        "bucket" => {
            let fluids = named();
            let holds = |fluid: &&&str| fluids.is_empty() || fluids.iter().any(|block| block.name == **fluid);
            let items = ["water", "lava"].iter().filter(holds).map(|fluid| format!("{fluid}_bucket"));
            return Expectation::Gain { items: items.collect(), count: 1 };
        }
        _ => match knowledge::poured(item).or_else(|| knowledge::planted(item)) {
            Some(plant) => (vec![plant.name.to_owned()], None),
            None => (names(made_by(item, &named())), used.at()),
        },
    };
    // What is lit or grows says itself where that is: a fire may burn on top of what was asked for.
    let at = at.filter(|_| !blocks.is_empty());
    Expectation::Became { blocks, at, state }
}

/// What a tool makes of these blocks, or of any where none are named; nothing where it makes more of that: then what it has
/// found decides.
fn made_by(tool: &str, of: &[&Block]) -> Vec<&'static Block> {
    let makes = |block: &&Block| match knowledge::deed(Some(tool), block.default_state) {
        Some(Deed::Makes { block, .. }) => Some(block),
        _ => None,
    };
    let made: Vec<_> =
        if of.is_empty() { knowledge::makes(tool).collect() } else { of.iter().filter_map(makes).collect() };
    let is_final = made.iter().all(|block| makes(block).is_none());
    if is_final { made } else { Vec::new() }
}

/// What shows that crops were harvested.
fn harvested(harvest: &Harvest) -> Expectation {
    let crops: Vec<&knowledge::Crop> = match harvest.crop.as_deref() {
        Some(name) => knowledge::crop(name).into_iter().collect(),
        None => knowledge::crops().iter().collect(),
    };
    let names = |of: fn(&knowledge::Crop) -> &'static str| crops.iter().map(|crop| of(crop).to_owned()).collect();
    Expectation::Harvested {
        crops: names(|crop| crop.block.name),
        items: names(|crop| crop.yields),
        count: harvest.count,
        radius: harvest.radius(),
        replant: harvest.replant,
    }
}

/// What shows that something was eaten: fewer items, or a food bar so full that nothing more goes in. Who asks for no number
/// has what there is.
fn fed(eat: &Eat) -> Expectation {
    let items: Vec<String> = match &eat.item {
        Some(name) => vec![knowledge::plain(name).to_owned()],
        None => knowledge::wholesome_foods().map(|food| food.name.to_owned()).collect(),
    };
    match (eat.count, eat.food) {
        (Some(count), _) => Expectation::Loss { items, count },
        (None, Some(food)) => Expectation::Fed { food, gone: Vec::new() },
        (None, None) => Expectation::Fed { food: knowledge::FULL_FOOD, gone: items },
    }
}

pub fn craft(item: &str, count: u32, reason: String) -> StepDraft {
    draft(Craft { item: item.to_owned(), count }.into(), reason)
}

pub fn mine(target: &str, count: u32, reason: String) -> StepDraft {
    draft(Mine::nearest(target, count).into(), reason)
}

/// Smelting as steps that end before their deadline; `None` for a fuel that does not serve.
pub fn smelt(item: &str, count: u32, ticks: u32, fuel: &str, reason: &str) -> Option<Vec<StepDraft>> {
    let loads = loads(count, ticks, fuel)?;
    let of = loads.len();
    let steps = loads.iter().enumerate().map(|(index, load)| {
        let reason = if of > 1 { format!("{reason} (load {} of {of})", index + 1) } else { reason.to_owned() };
        let params = Smelt { item: item.to_owned(), count: load.count, fuel: Some(fuel.to_owned()) };
        draft(params.into(), reason)
    });
    Some(steps.collect())
}

/// Puts a station up.
pub fn place(station: &str) -> StepDraft {
    let reason = if station == TABLE { "what comes next does not fit the 2x2 grid" } else { "to smelt in" };
    draft(PlaceBlock::new(station, None).into(), reason.to_owned())
}

/// Takes a station along again.
pub fn take_back(station: &str) -> StepDraft {
    let reason = if station == TABLE {
        "nothing here needs the table any more: take it along"
    } else {
        "nothing here needs the furnace any more: take it along"
    };
    StepDraft { takes_back: Some(station.to_owned()), ..mine(station, 1, reason.to_owned()) }
}

/// The items that a request may use up.
pub fn used(request: &ToolRequest) -> Vec<&'static str> {
    let names: Vec<&'static str> = match request {
        ToolRequest::Craft(craft) => {
            ways_for(&craft.item).iter().flat_map(|way| way.slots.iter().map(|(slot, _)| *slot)).collect()
        }
        ToolRequest::Smelt(smelt) => {
            let ingredients = smelt_ways_for(&smelt.item).iter().map(|way| way.ingredient);
            ingredients.chain(smelt.fuel.as_deref().and_then(name_of)).collect()
        }
        ToolRequest::PlaceBlock(place) => name_of(&place.block).into_iter().collect(),
        ToolRequest::Drop(drop) => name_of(&drop.item).into_iter().collect(),
        ToolRequest::Give(give) => name_of(&give.item).into_iter().collect(),
        ToolRequest::Store(store) => store.item.as_deref().and_then(name_of).into_iter().collect(),
        ToolRequest::Equip(equip) => name_of(&equip.item).into_iter().collect(),
        ToolRequest::Fill(fill) => name_of(&fill.block).into_iter().collect(),
        ToolRequest::Build(build) => items_of(build).into_keys().collect(),
        ToolRequest::Light(_) => vec![TORCH],
        ToolRequest::TakeOff(off) => off.item.as_deref().and_then(name_of).into_iter().collect(),
        ToolRequest::UseItem(used) => used.item.as_deref().and_then(name_of).into_iter().collect(),
        ToolRequest::Eat(eat) => match &eat.item {
            Some(item) => name_of(item).into_iter().collect(),
            None => knowledge::wholesome_foods().map(|food| food.name).collect(),
        },
        _ => Vec::new(),
    };
    names.into_iter().flat_map(|name| family(name).map_or_else(|| vec![name], <[_]>::to_vec)).collect()
}

/// The station of this name, where it is one's.
pub fn station(name: &str) -> Option<&'static str> {
    [TABLE, FURNACE].into_iter().find(|station| *station == knowledge::plain(name))
}

/// The station that a request puts up.
pub fn placed_station(request: &ToolRequest) -> Option<&'static str> {
    station(request.puts_up()?)
}

/// Whether a request is done at a station, and nowhere else.
pub fn is_done_at(request: &ToolRequest, station: &str) -> bool {
    match request {
        ToolRequest::Craft(craft) => station == TABLE && ways_for(&craft.item).iter().all(|way| way.needs_table),
        ToolRequest::Smelt(_) => station == FURNACE,
        _ => false,
    }
}

/// The station that a request takes along.
pub fn taken_station(request: &ToolRequest) -> Option<&'static str> {
    let ToolRequest::Mine(mine) = request else { return None };
    station(&mine.target)
}

/// A step with what it needs around it.
pub struct Piece {
    pub step: StepDraft,
    pub needs: Stations,
}

impl Piece {
    fn of(item: &Item) -> Vec<Self> {
        let (name, count, reason) = (item.name, item.count, reason(item));
        let needs = Stations { table: item.needs_table(), furnace: matches!(item.by, By::Smelting { .. }) };
        let steps = match item.by {
            By::Mining => vec![mine(name, count, reason)],
            By::Crafting(_) => vec![craft(name, count, reason)],
            // A fuel that does not serve was never chosen.
            By::Smelting { way, fuel } => smelt(name, count, way.ticks, fuel, &reason).unwrap_or_default(),
        };
        steps.into_iter().map(|step| Self { step, needs }).collect()
    }

    /// Whether one walks away from the stations for it.
    fn leaves(&self) -> bool {
        matches!(&self.step.request, ToolRequest::Mine(mine) if is_far(&mine.target))
    }
}

/// The closure's items as steps, stations placed before the first that needs them and taken back after the last.
pub fn steps(expansion: &Expansion, near: Stations) -> Vec<StepDraft> {
    steps_then(expansion, near, Vec::new())
}

/// The same, with more steps at the end.
pub fn steps_then(expansion: &Expansion, near: Stations, last: Vec<Piece>) -> Vec<StepDraft> {
    let pieces: Vec<Piece> = expansion.items.iter().flat_map(Piece::of).chain(last).collect();
    // Where each station goes up, before a piece, and is taken down, after a piece: it comes along on long ways.
    let table = if near.table { Vec::new() } else { stays(&pieces, |needs| needs.table) };
    let furnace = if near.furnace { Vec::new() } else { stays(&pieces, |needs| needs.furnace) };
    let mut steps = Vec::new();
    for (index, piece) in pieces.into_iter().enumerate() {
        for (station, stays) in [(TABLE, &table), (FURNACE, &furnace)] {
            steps.extend(stays.iter().filter(|(first, _)| *first == index).map(|_| place(station)));
        }
        steps.push(piece.step);
        for (station, stays) in [(FURNACE, &furnace), (TABLE, &table)] {
            steps.extend(stays.iter().filter(|(_, last)| *last == index).map(|_| take_back(station)));
        }
    }
    steps
}

/// From which piece to which a station stands: one stay after the other, parted by the pieces that lead away.
fn stays(pieces: &[Piece], needs: fn(Stations) -> bool) -> Vec<(usize, usize)> {
    let mut stays: Vec<(usize, usize)> = Vec::new();
    let mut left = true;
    for (index, piece) in pieces.iter().enumerate() {
        left |= piece.leaves();
        if !needs(piece.needs) {
            continue;
        }
        match stays.last_mut().filter(|_| !left) {
            Some((_, last)) => *last = index,
            None => stays.push((index, index)),
        }
        left = false;
    }
    stays
}

/// `4 for the crafting table, 3 for the wooden pickaxe`.
pub fn reason(item: &Item) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (why, count) in &item.demand.why {
        let part = match why {
            For::Goal => "as asked".to_owned(),
            For::Making(what) => format!("{count} for {}", article(what)),
            For::Digging(block) => format!("to dig {block}"),
            For::Station(TABLE) => "to craft what does not fit the 2x2 grid".to_owned(),
            For::Station(_) => "to smelt in".to_owned(),
            For::Burning(what) => format!("{count} to burn for {}", article(what)),
            For::TakingBack(what) => format!("to take the {what} along again"),
        };
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.join(", ")
}

/// `the stone pickaxe`, `planks`.
pub fn article(name: &str) -> String {
    let shown = knowledge::item(name).map_or_else(|| name.replace('_', " "), |item| item.display_name.to_lowercase());
    match name {
        "stick" => "sticks".to_owned(),
        "torch" => "torches".to_owned(),
        "glass" | "charcoal" | "stone" => shown,
        _ if shown.ends_with('s') && name != "compass" => shown,
        _ => format!("the {shown}"),
    }
}
