//! Whether a tool call makes sense before anybody moves: names that exist, counts and coordinates in range.

use serde_json::json;

use super::{
    ANY_ITEM,
    behaviour::is_air,
    blocks::{Block, block},
    chests::{CHEST_KINDS, FURNACE, is_chest},
    crops::{crop, crops},
    digging::harvest_tier,
    eating::FULL_FOOD,
    equipping::{goes_into, worn_in},
    fuel_items, furnace_slot,
    items::{food, item},
    names::{family, items_called, nearest_names, unknown_item},
    namespace::plain,
    placing::stands_on,
    sign_lines, smelt_target,
    targets::{craft_target, mine_target},
    using::{blocks_called, blocks_showing, blocks_sought, deed, is_used, poured},
};
use crate::domain::{
    Chat, Eat, Equip, ErrorCode, Explore, Face, Fill, FurnaceSlot, HAND, Harvest, MAX_CHAT_LENGTH, MAX_COUNT,
    MAX_EXPLORE, MAX_FOLLOW, MAX_JUMPS, MAX_SNEAK, MAX_TICKS, MIN_EXPLORE, PlaceBlock, Smelt, Store, TakeOff,
    ToolError, ToolRequest, UseItem, WAIT_A_CALL, Wait,
};

/// The world's border, in blocks from its middle.
const BORDER: i32 = 29_999_999;
/// The overworld's lowest and highest block.
const HEIGHT: std::ops::RangeInclusive<i32> = -64..=319;
/// The most blocks of a box: what the game's own `/fill` changes at most, by its game rule `max_block_modifications`.
const MAX_BOX: u64 = 32_768;
/// The farthest a search may reach, in blocks: more than a server ever sends.
const MAX_RADIUS: u32 = 512;

/// The farthest that dropped items are gone for, in blocks.
const MAX_PICK_UP: u32 = 64;
/// The farthest that chests are sorted, in blocks.
const MAX_SORT: u32 = 32;
/// The farthest that is lit around, in blocks.
const MAX_LIGHT: u32 = 24;
/// The farthest that crops are harvested, in blocks.
const MAX_HARVEST: u32 = 48;
/// How near to a player is near enough at most, in blocks on each axis.
const MAX_TOLERANCE: u32 = 16;
/// The longest name of a player, in characters: the login packet's (minecraft.wiki, Java Edition protocol, Login Start).
const MAX_NAME: usize = 16;

/// Checks what the shapes in `domain` cannot.
///
/// # Errors
/// `INVALID_PARAMS`, with the nearest names where one is unknown; for `mine` also whatever [`mine_target`] refuses.
pub fn check_request(request: &ToolRequest) -> Result<(), ToolError> {
    match request {
        ToolRequest::Mine(mine) => {
            count(mine.count)?;
            if let Some(radius) = mine.max_radius
                && !(1..=MAX_RADIUS).contains(&radius)
            {
                return invalid(format!("max_radius is {radius}, but must be 1 to {MAX_RADIUS}"));
            }
            if let Some(at) = mine.at {
                place(Some(at.x), Some(at.y), Some(at.z))?;
            }
            mine_with(&mine.target, mine.with.as_deref())
        }
        ToolRequest::Craft(craft) => {
            count(craft.count)?;
            craft_target(&craft.item).map(drop)
        }
        ToolRequest::Smelt(smelt) => check_smelt(smelt),
        ToolRequest::PlaceBlock(place_block) => check_place(place_block),
        ToolRequest::Navigate(navigate) => place(Some(navigate.x), navigate.y, Some(navigate.z)),
        ToolRequest::Clear(clear) => {
            for corner in [clear.from, clear.to] {
                place(Some(corner.x), Some(corner.y), Some(corner.z))?;
            }
            let blocks = clear.volume().count();
            if blocks > MAX_BOX {
                return invalid(format!("a box of {blocks} blocks is too large: at most {MAX_BOX} are cleared"));
            }
            Ok(())
        }
        ToolRequest::GetBotStatus(_) | ToolRequest::Sleep(_) => Ok(()),
        ToolRequest::Store(store) => check_store(store),
        ToolRequest::Take(take) => {
            take.count.map_or(Ok(()), count)?;
            items_called(&take.item)?;
            let many = [take.count, take.one_in, take.leave, take.each];
            if many.iter().flatten().count() > 1 {
                return invalid("give one of count, one_in, leave and each".to_owned());
            }
            if take.is_part() && plain(&take.item) == ANY_ITEM {
                return invalid("one_in and leave need an item to be counted".to_owned());
            }
            if take.one_in == Some(0) {
                return invalid("one_in is 0, but must be at least 1".to_owned());
            }
            if take.each == Some(0) {
                return invalid("each is 0, but must be at least 1".to_owned());
            }
            for item in &take.but {
                items_called(item)?;
            }
            chest_kind(take.chest.as_deref())?;
            slot_of_furnace(take.chest.as_deref(), take.slot)?;
            if take.each.is_some() && is_furnace(take.chest.as_deref()) {
                return invalid("each is for chests: a furnace gives its output all at once".to_owned());
            }
            whole_place([take.x, take.y, take.z], "the nearest chest")
        }
        ToolRequest::PickUp(pick_up) => {
            let radius = pick_up.radius();
            if !(1..=MAX_PICK_UP).contains(&radius) {
                return invalid(format!("radius is {radius}, but must be 1 to {MAX_PICK_UP}"));
            }
            pick_up.item.as_deref().map_or(Ok(()), |item| items_called(item).map(drop))
        }
        ToolRequest::GoToPlayer(go) => {
            let tolerance = go.tolerance();
            if !(1..=MAX_TOLERANCE).contains(&tolerance) {
                return invalid(format!("tolerance is {tolerance}, but must be 1 to {MAX_TOLERANCE}"));
            }
            player(&go.player)
        }
        ToolRequest::Follow(follow) => {
            if let Some(ticks) = follow.ticks.filter(|ticks| !(1..=MAX_FOLLOW).contains(ticks)) {
                return invalid(format!("ticks is {ticks}, but must be 1 to {MAX_FOLLOW}"));
            }
            player(&follow.player)
        }
        ToolRequest::Give(give) => {
            count(give.count)?;
            items_called(&give.item)?;
            player(&give.player)
        }
        ToolRequest::LookInto(look) => {
            chest_kind(look.chest.as_deref())?;
            if look.until_done && !is_furnace(look.chest.as_deref()) {
                return invalid("until_done is for a furnace".to_owned());
            }
            match look.ticks {
                Some(_) if !look.until_done => return invalid("ticks need until_done".to_owned()),
                Some(given) if !(1..=WAIT_A_CALL).contains(&given) => {
                    return invalid(format!("ticks is {given}, but must be 1 to {WAIT_A_CALL}"));
                }
                _ => {}
            }
            whole_place([look.x, look.y, look.z], "the nearest chest")
        }
        ToolRequest::Sort(sort) => {
            let radius = sort.radius();
            if !(1..=MAX_SORT).contains(&radius) {
                return invalid(format!("radius is {radius}, but must be 1 to {MAX_SORT}"));
            }
            whole_place([sort.x, sort.y, sort.z], "where the bot stands")
        }
        ToolRequest::Chat(chat) => check_chat(chat),
        ToolRequest::Drop(drop) => {
            count(drop.count)?;
            items_called(&drop.item).map(|_| ())
        }
        ToolRequest::Eat(eat) => check_eat(eat),
        ToolRequest::UseItem(use_item) => check_use(use_item),
        ToolRequest::Equip(equip) => check_equip(equip),
        ToolRequest::Fill(fill) => check_fill(fill),
        // What it is a blueprint of, those know who hold them.
        ToolRequest::Build(build) => place(Some(build.x), Some(build.y), Some(build.z)),
        ToolRequest::Light(light) => {
            let radius = light.radius();
            if !(1..=MAX_LIGHT).contains(&radius) {
                return invalid(format!("radius is {radius}, but must be 1 to {MAX_LIGHT}"));
            }
            whole_place([light.x, light.y, light.z], "where the bot stands")
        }
        ToolRequest::Harvest(harvest) => check_harvest(harvest),
        ToolRequest::TakeOff(take_off) => check_take_off(take_off),
        ToolRequest::Face(face) => check_face(face),
        ToolRequest::Jump(jump) if !(1..=MAX_JUMPS).contains(&jump.times) => {
            invalid(format!("times is {}, but must be 1 to {MAX_JUMPS}", jump.times))
        }
        ToolRequest::Jump(_) => Ok(()),
        ToolRequest::Sneak(sneak) if sneak.ticks > MAX_SNEAK => invalid(format!(
            "ticks is {}, but must be 0 to {MAX_SNEAK}: that is as long as I crouch at once",
            sneak.ticks
        )),
        ToolRequest::Sneak(_) => Ok(()),
        ToolRequest::WriteSign(write) => {
            sign_lines(&write.text)?;
            whole_place([write.x, write.y, write.z], "the nearest sign")
        }
        ToolRequest::GoToBlock(go) => sought(&go.block),
        ToolRequest::Remember(remember) if remember.name.trim().is_empty() => {
            invalid("a place needs a name to be remembered by".to_owned())
        }
        ToolRequest::Remember(_) => Ok(()),
        ToolRequest::Explore(explore) => check_explore(explore),
        ToolRequest::Wait(wait) => check_wait(wait),
        ToolRequest::PlanOn(_) => Ok(()),
    }
}

/// Whether something is mined with a tool, where just one is to be used.
fn mine_with(target: &str, with: Option<&str>) -> Result<(), ToolError> {
    let target = mine_target(target)?;
    let Some(with) = with else { return Ok(()) };
    let tool = Some(plain(with)).filter(|tool| *tool != HAND);
    tool.map_or(Ok(()), known)?;
    if target.yields_with(tool) {
        return Ok(());
    }
    let block = target.blocks.first();
    let name = block.map_or(with, |block| block.name);
    let least = block.and_then(|block| harvest_tier(block)).unwrap_or("another tool").replace('_', " ");
    let with = tool.map_or("by hand".to_owned(), |tool| format!("with a {}", tool.replace('_', " ")));
    let message = format!("{} yields nothing {with}: that takes a {least} or better", name.replace('_', " "));
    Err(ToolError::new(ErrorCode::ToolRequired, message).with(json!({ "block": name, "with": tool })))
}

fn check_explore(explore: &Explore) -> Result<(), ToolError> {
    if !(MIN_EXPLORE..=MAX_EXPLORE).contains(&explore.radius()) {
        return invalid(format!("radius is {}, but must be {MIN_EXPLORE} to {MAX_EXPLORE}", explore.radius()));
    }
    if let Some(toward) = explore.toward.filter(|toward| toward.step().is_none()) {
        return invalid(format!("toward is {}, but must be a compass direction", toward.name()));
    }
    if let Some([x, z]) = explore.leg {
        place(Some(x), None, Some(z))?;
    }
    explore.ticks.map_or(Ok(()), ticks)?;
    match explore.until.as_deref() {
        Some(name) => is_to_be_seen(name, &blocks_showing(name)),
        None => Ok(()),
    }
}

fn check_wait(wait: &Wait) -> Result<(), ToolError> {
    match (wait.ticks, wait.until) {
        (None, None) => invalid("give ticks, or until, or both".to_owned()),
        (Some(given), Some(_)) if given > WAIT_A_CALL => {
            invalid(format!("ticks is {given}, but must be 1 to {WAIT_A_CALL} where until is given"))
        }
        (given, _) => given.map_or(Ok(()), ticks),
    }
}

/// Whether somebody may be at something for so long.
fn ticks(given: u32) -> Result<(), ToolError> {
    match (1..=MAX_TICKS).contains(&given) {
        true => Ok(()),
        false => invalid(format!("that is {given} ticks long, but must be 1 to {MAX_TICKS}, which is an hour")),
    }
}

fn check_face(face: &Face) -> Result<(), ToolError> {
    whole_place([face.x, face.y, face.z], "a direction")?;
    let given =
        [face.toward.is_some(), face.yaw.is_some(), face.x.is_some(), face.block.is_some(), face.player.is_some()];
    if given.iter().filter(|given| **given).count() != 1 {
        return invalid("give just one of toward, yaw, a place (x, y and z), block and player".to_owned());
    }
    if let Some(yaw) = face.yaw.filter(|yaw| !(-180.0..=180.0).contains(yaw)) {
        return invalid(format!("yaw is {yaw}, but must be -180 to 180"));
    }
    face.block.as_deref().map_or(Ok(()), sought)
}

/// Whether blocks are called so that somebody may look for.
fn sought(name: &str) -> Result<(), ToolError> {
    is_to_be_seen(name, &blocks_sought(name))
}

fn is_to_be_seen(name: &str, blocks: &[&Block]) -> Result<(), ToolError> {
    if blocks.iter().any(|block| !is_air(block.name)) { Ok(()) } else { Err(unknown_item(name)) }
}

fn check_eat(eat: &Eat) -> Result<(), ToolError> {
    if let Some(name) = &eat.item {
        known(name)?;
        if food(name).is_none() {
            return invalid(format!("{name} is nothing to eat"));
        }
    }
    if let Some(food) = eat.food.filter(|food| !(1..=FULL_FOOD).contains(food)) {
        return invalid(format!("food is {food}, but must be 1 to {FULL_FOOD}"));
    }
    match (eat.count, eat.food) {
        (Some(_), Some(_)) => invalid("give count or food, not both".to_owned()),
        (Some(number), None) => count(number),
        (None, _) => Ok(()),
    }
}

fn check_equip(equip: &Equip) -> Result<(), ToolError> {
    known(&equip.item)?;
    let Some(slot) = equip.slot.filter(|slot| !goes_into(&equip.item, *slot)) else { return Ok(()) };
    let where_else = worn_in(&equip.item).map_or("only hands hold it".to_owned(), |worn| format!("it goes {worn}"));
    let message = format!("{} does not go {slot}; {where_else}", equip.item);
    Err(ToolError::new(ErrorCode::InvalidParams, message).with(json!({ "item": equip.item, "slot": slot })))
}

fn check_take_off(take_off: &TakeOff) -> Result<(), ToolError> {
    match (&take_off.item, take_off.slot) {
        (Some(_), Some(_)) => invalid("give item or slot, not both".to_owned()),
        (Some(item), None) => known(item),
        (None, _) => Ok(()),
    }
}

fn check_harvest(harvest: &Harvest) -> Result<(), ToolError> {
    if let Some(name) = harvest.crop.as_deref().filter(|name| crop(name).is_none()) {
        let known: Vec<&str> = crops().iter().map(|crop| crop.yields).collect();
        let message = format!("{name} is no crop that is harvested: there are {}", known.join(", "));
        return Err(ToolError::new(ErrorCode::InvalidParams, message)
            .with(json!({ "name": name, "nearest": nearest_names(name, known.iter().copied()) })));
    }
    let radius = harvest.radius();
    if !(1..=MAX_HARVEST).contains(&radius) {
        return invalid(format!("radius is {radius}, but must be 1 to {MAX_HARVEST}"));
    }
    match harvest.count {
        Some(_) if harvest.crop.is_none() => invalid("a count needs a crop to be counted".to_owned()),
        Some(number) => count(number),
        None => Ok(()),
    }
}

fn check_fill(fill: &Fill) -> Result<(), ToolError> {
    let Some(block) = block(&fill.block) else { return Err(unknown_item(&fill.block)) };
    if item(block.name).is_none() || !block.solid {
        return invalid(format!("{} is no block that fills a place", block.name));
    }
    for corner in [fill.from, fill.to] {
        place(Some(corner.x), Some(corner.y), Some(corner.z))?;
    }
    let blocks = fill.volume().count();
    if blocks > u64::from(MAX_COUNT) {
        return invalid(format!("a box of {blocks} blocks is more than an inventory holds ({MAX_COUNT})"));
    }
    Ok(())
}

fn chest_kind(kind: Option<&str>) -> Result<(), ToolError> {
    let is_known = |kind: &&str| CHEST_KINDS.contains(kind) || is_chest(kind) || *kind == FURNACE;
    let Some(kind) = kind.map(plain).filter(|kind| !is_known(kind)) else { return Ok(()) };
    let message = format!("{kind} is no kind of chest: there are {} and {FURNACE}", CHEST_KINDS.join(", "));
    Err(ToolError::new(ErrorCode::InvalidParams, message)
        .with(json!({ "name": kind, "nearest": nearest_names(kind, CHEST_KINDS.into_iter()) })))
}

fn is_furnace(kind: Option<&str>) -> bool {
    kind.map(plain) == Some(FURNACE)
}

/// Only furnaces have slots of their own.
fn slot_of_furnace(kind: Option<&str>, slot: Option<FurnaceSlot>) -> Result<(), ToolError> {
    match slot {
        Some(slot) if !is_furnace(kind) => invalid(format!("slot is {slot}, but only a furnace has one")),
        _ => Ok(()),
    }
}

fn check_smelt(smelt: &Smelt) -> Result<(), ToolError> {
    count(smelt.count)?;
    smelt_target(&smelt.item)?;
    let Some(fuel) = &smelt.fuel else { return Ok(()) };
    if item(fuel).is_none() && family(fuel).is_none() {
        return Err(unknown_item(fuel));
    }
    if fuel_items(fuel).is_empty() {
        return Err(
            ToolError::new(ErrorCode::InvalidParams, format!("{fuel} does not burn")).with(json!({ "fuel": fuel }))
        );
    }
    Ok(())
}

/// So far off a block by which it is placed something may be, in blocks.
const FARTHEST_OFF: u32 = 64;

fn check_place(request: &PlaceBlock) -> Result<(), ToolError> {
    let Some(block) = block(&request.block) else {
        known(&request.block)?;
        return invalid(format!("{} is no block, so nobody can place it", plain(&request.block)));
    };
    if item(block.name).is_none() {
        return invalid(format!("{} is no item, so nobody can place it", block.name));
    }
    whole_place([request.x, request.y, request.z], "any free spot beside the bot")?;
    let given = [request.x.is_some(), request.beside.is_some(), request.on.is_some(), request.before.is_some()];
    if given.iter().filter(|given| **given).count() > 1 {
        return invalid("give just one of a place (x, y and z), beside, on and before".to_owned());
    }
    if let Some(off) = request.off
        && (request.side.is_none() || !(1..=FARTHEST_OFF).contains(&off))
    {
        return invalid(format!("off is with beside and side, and 1 to {FARTHEST_OFF} blocks"));
    }
    if let Some(by) = request.by() {
        sought(by.kind())?;
    }
    if let Some(target) = &request.by_work {
        mine_target(target)?;
    }
    if let Some(kind) = &request.on
        && !blocks_sought(kind).iter().any(|below| below.states().any(|state| stands_on(block, state)))
    {
        let (what, kind) = (block.name.replace('_', " "), plain(kind).replace('_', " "));
        return invalid(format!("{what} does not stand on top of {kind} (say: place a {what} next to the {kind})"));
    }
    for (name, value) in request.state.iter().flatten() {
        let property = block.properties.iter().find(|property| property.name == name);
        let (asked, known): (&str, Vec<&str>) = match property {
            Some(property) if property.values.contains(value) => continue,
            Some(property) => (value.as_str(), property.values.iter().map(String::as_str).collect()),
            None => (name.as_str(), block.properties.iter().map(|property| property.name).collect()),
        };
        let listed = known.join(", ");
        let hint = match property {
            Some(_) => format!("{name} may be {listed}"),
            None if known.is_empty() => "it has no properties".to_owned(),
            None => format!("its properties: {listed}"),
        };
        return Err(ToolError::new(
            ErrorCode::InvalidParams,
            format!("{} has no state {name}={value}; {hint}", block.name),
        )
        .with(json!({ "nearest": nearest_names(asked, known.iter().copied()) })));
    }
    Ok(())
}

/// Whether somebody could be called so: what the game's protocol takes as a name.
fn player(name: &str) -> Result<(), ToolError> {
    if (1..=MAX_NAME).contains(&name.chars().count()) && name.chars().all(|c| c.is_ascii_graphic()) {
        return Ok(());
    }
    invalid(format!("{name:?} is no player's name: 1 to {MAX_NAME} letters, digits and signs"))
}

fn check_store(store: &Store) -> Result<(), ToolError> {
    store.count.map_or(Ok(()), count)?;
    store.total.map_or(Ok(()), count)?;
    match &store.item {
        Some(item) => drop(items_called(item)?),
        None if store.count.or(store.total).is_some() => {
            return invalid("a count needs an item to be counted".to_owned());
        }
        None => {}
    }
    if store.total.is_some() && (store.count.or(store.keep).is_some() || is_furnace(store.chest.as_deref())) {
        return invalid("a total is said of a chest, without a count and without what is kept".to_owned());
    }
    chest_kind(store.chest.as_deref())?;
    slot_of_furnace(store.chest.as_deref(), store.slot)?;
    if is_furnace(store.chest.as_deref()) {
        let Some(item) = &store.item else { return invalid("say what is to go into the furnace".to_owned()) };
        if !items_called(item)?.iter().any(|item| furnace_slot(item, store.slot).is_some()) {
            let what = match store.slot {
                Some(FurnaceSlot::Fuel) => "does not burn: it is no fuel",
                Some(FurnaceSlot::Input) => "does not smelt: it is no input of a furnace",
                Some(FurnaceSlot::Output) => "cannot go into a furnace's output: that only gives",
                None => "neither smelts nor burns: it goes into no furnace",
            };
            return invalid(format!("{} {what}", plain(item)));
        }
    }
    whole_place([store.x, store.y, store.z], "the nearest chest")
}

/// Ground that is worked with a hoe or a shovel.
const EARTH: &[&str] = &["dirt", "grass_block", "coarse_dirt", "rooted_dirt", "dirt_path", "podzol", "mycelium"];

fn check_use(request: &UseItem) -> Result<(), ToolError> {
    let is_poured = request.item.as_deref().and_then(poured).is_some();
    // What is poured may come onto the ground, wherever that is there.
    let y = if is_poured && request.on_ground().is_some() { Some(0) } else { request.y };
    whole_place([request.x, y, request.z], "the nearest block")?;
    if let Some(item) = &request.item {
        known(item)?;
        if !is_used(item) {
            return invalid(format!("{item} is used on no block that is known here"));
        }
    }
    if let Some(by) = &request.by {
        let works = request.block.as_deref().is_some_and(|block| EARTH.contains(&plain(block)));
        if !is_poured && !works {
            return invalid("by is for what is poured out of a bucket of water or lava, and for ground".to_owned());
        }
        if is_poured && request.block.is_some() || request.x.is_some() {
            return invalid("give one of by, block and a place".to_owned());
        }
        sought(by.kind())?;
        if is_poured {
            return Ok(());
        }
    }
    let Some(name) = &request.block else {
        if request.item.as_deref().map(plain) == Some("lava_bucket") && request.x.is_none() {
            return invalid("say where the lava is to go: it would be poured out beside the bot".to_owned());
        }
        if request.item.is_none() && request.x.is_none() {
            return invalid("give an item to use, or the block that a hand is to use, or its place".to_owned());
        }
        return Ok(());
    };
    let blocks = blocks_called(name);
    if blocks.is_empty() {
        return Err(unknown_item(name));
    }
    let lacks = request.state.iter().flatten().find(|(name, value)| {
        let has = |block: &&Block| block.properties.iter().any(|own| own.name == *name && own.values.contains(value));
        !blocks.iter().any(has)
    });
    if let Some((property, value)) = lacks {
        return invalid(format!("{name} has no state {property}={value}"));
    }
    let with = request.item.as_deref();
    let works = |block: &&Block| block.states().any(|state| deed(with, state).is_some());
    if request.x.is_none() && !blocks.iter().any(works) {
        return invalid(format!("using {} on {name} is nothing that I know to do", with.unwrap_or("the hand")));
    }
    Ok(())
}

fn check_chat(chat: &Chat) -> Result<(), ToolError> {
    // A server cannot read what is longer than it should be, and closes the connection.
    let length = chat.message.encode_utf16().count();
    if chat.message.trim().is_empty() {
        return invalid("there is nothing to say".to_owned());
    }
    if length > MAX_CHAT_LENGTH {
        return invalid(format!(
            "the message is {length} UTF-16 units long, and at most {MAX_CHAT_LENGTH} can be said"
        ));
    }
    if chat.message.starts_with('/') {
        return invalid("a message may not begin with a slash: that would be a command".to_owned());
    }
    // The server kicks for these: control characters and the section sign.
    if chat.message.chars().any(|c| c.is_control() || c == '\u{a7}') {
        return invalid("the message has control characters".to_owned());
    }
    Ok(())
}

fn count(count: u32) -> Result<(), ToolError> {
    if (1..=MAX_COUNT).contains(&count) {
        return Ok(());
    }
    invalid(format!("count is {count}, but must be 1 to {MAX_COUNT}"))
}

/// Three coordinates of the world, or none of them, which is for `otherwise`.
fn whole_place(at: [Option<i32>; 3], otherwise: &str) -> Result<(), ToolError> {
    let given = at.iter().flatten().count();
    if given != 0 && given != 3 {
        return invalid(format!("give x, y and z, or none of them for {otherwise}"));
    }
    let [x, y, z] = at;
    place(x, y, z)
}

fn place(x: Option<i32>, y: Option<i32>, z: Option<i32>) -> Result<(), ToolError> {
    for (axis, value) in [("x", x), ("z", z)] {
        if let Some(value) = value
            && value.unsigned_abs() > BORDER.unsigned_abs()
        {
            return invalid(format!("{axis} is {value}, outside the world (-{BORDER} to {BORDER})"));
        }
    }
    match y {
        Some(y) if !HEIGHT.contains(&y) => {
            invalid(format!("y is {y}, outside the world ({} to {})", HEIGHT.start(), HEIGHT.end()))
        }
        _ => Ok(()),
    }
}

fn known(name: &str) -> Result<(), ToolError> {
    if item(name).is_none() { Err(unknown_item(name)) } else { Ok(()) }
}

fn invalid(message: String) -> Result<(), ToolError> {
    Err(ToolError::new(ErrorCode::InvalidParams, message))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn check(tool: &str, params: Value, expect: Result<(), ErrorCode>) {
        let request = ToolRequest::from_parts(tool, &params).unwrap();
        assert_eq!(check_request(&request).map_err(|error| error.code), expect, "{tool} {params}");
    }

    #[test]
    fn a_state_that_no_block_has_is_refused_with_those_it_has() {
        let refused = |block: &str, name: &str, value: &str, words: &str| {
            let params = json!({"block": block, "state": {name: value}});
            let error = check_request(&ToolRequest::from_parts("place_block", &params).unwrap()).unwrap_err();
            assert!(error.code == ErrorCode::InvalidParams && error.message.contains(words), "{error}");
        };
        refused("furnace", "facing", "up", "furnace has no state facing=up; facing may be north, south, west, east");
        refused("furnace", "facig", "north", "furnace has no state facig=north; its properties: facing, lit");
        refused("dirt", "facing", "north", "dirt has no state facing=north; it has no properties");
    }

    #[test]
    fn calls_are_checked_before_anybody_moves() {
        let bad = Err(ErrorCode::InvalidParams);
        check("mine", json!({"target": "oak_log", "count": 5}), Ok(()));
        check("mine", json!({"target": "log"}), Ok(()));
        check("mine", json!({"target": "oak_log", "count": 0}), bad);
        check("mine", json!({"target": "oak_log", "count": MAX_COUNT + 1}), bad);
        check("mine", json!({"target": "oak_log", "max_radius": 0}), bad);
        check("mine", json!({"target": "pickax"}), bad);
        check("mine", json!({"target": "stone", "with": "wooden_pickaxe"}), Ok(()));
        check("mine", json!({"target": "oak_log", "with": "hand"}), Ok(()));
        check("mine", json!({"target": "iron_ore", "with": "wooden_pickaxe"}), Err(ErrorCode::ToolRequired));
        check("mine", json!({"target": "stone", "with": "hand"}), Err(ErrorCode::ToolRequired));
        check("mine", json!({"target": "stone", "with": "pickax"}), bad);
        check("mine", json!({"target": "glass"}), Err(ErrorCode::ToolRequired));
        check("craft", json!({"item": "planks", "count": 4}), Ok(()));
        check("craft", json!({"item": "log"}), Err(ErrorCode::ResourceNotFound));
        check("craft", json!({"item": "dirt"}), Err(ErrorCode::ResourceNotFound));
        check("craft", json!({"item": "dirtt"}), bad);
        check("craft", json!({"item": "minecraft:stick"}), Ok(()));
        check("smelt", json!({"item": "iron_ingot", "count": 3}), Ok(()));
        check("smelt", json!({"item": "glass", "fuel": "planks"}), Ok(()));
        check("smelt", json!({"item": "glass", "fuel": "dirt"}), bad);
        check("smelt", json!({"item": "glass", "fuel": "coall"}), bad);
        check("smelt", json!({"item": "raw_iron"}), bad);
        check("smelt", json!({"item": "glass", "count": 0}), bad);
        check("place_block", json!({"block": "crafting_table"}), Ok(()));
        check("place_block", json!({"block": "crafting_table", "x": 1}), bad);
        check("place_block", json!({"block": "furnace", "state": {"facing": "north"}}), Ok(()));
        check("place_block", json!({"block": "furnace", "state": {"facing": "up"}}), bad);
        check("place_block", json!({"block": "stick"}), bad);
        check("place_block", json!({"block": "torch", "beside": "minecraft:furnace"}), Ok(()));
        check("place_block", json!({"block": "torch", "beside": "furnce"}), bad);
        check("place_block", json!({"block": "torch", "on": "stick"}), bad);
        check("place_block", json!({"block": "torch", "on": "log"}), Ok(()));
        check("place_block", json!({"block": "torch", "on": "chest"}), bad);
        check("place_block", json!({"block": "torch", "on": "water"}), bad);
        check("place_block", json!({"block": "dirt", "on": "chest"}), Ok(()));
        check("place_block", json!({"block": "torch", "on": "log", "beside": "log"}), bad);
        check("place_block", json!({"block": "torch", "x": 1, "y": 64, "z": 1, "beside": "log"}), bad);
        check("navigate", json!({"x": 40, "z": -25}), Ok(()));
        check("navigate", json!({"x": 40, "y": 320, "z": -25}), bad);
        check("navigate", json!({"x": i32::MIN, "z": 0}), bad);
        check("chat", json!({"message": "hello, world"}), Ok(()));
        check("chat", json!({"message": "/op me"}), bad);
        check("chat", json!({"message": " "}), bad);
        check("chat", json!({"message": "a\nb"}), bad);
        check("chat", json!({"message": "é".repeat(257)}), bad);
        check("chat", json!({"message": "é".repeat(256)}), Ok(()));
        check("chat", json!({"message": "😀".repeat(128)}), Ok(()));
        check("chat", json!({"message": "😀".repeat(129)}), bad);
        check("drop", json!({"item": "dirt", "count": 3}), Ok(()));
        check("drop", json!({"item": "dirtt"}), bad);
        check("use_item", json!({"block": "door", "state": {"open": true}}), Ok(()));
        check("use_item", json!({"block": "door", "state": {"lit": true}}), bad);
        check("use_item", json!({"item": "iron_hoe"}), Ok(()));
        check("use_item", json!({"item": "bucket", "block": "lava"}), Ok(()));
        check("use_item", json!({"item": "iron_hoe", "block": "stone"}), bad);
        check("use_item", json!({"item": "stick", "x": 1, "y": 2, "z": 3}), bad);
        check("use_item", json!({"item": "iron_hoe", "x": 1}), bad);
        check("use_item", json!({"block": "stone"}), bad);
        check("use_item", json!({"item": "lava_bucket"}), bad);
        check("use_item", json!({}), bad);
        check("use_item", json!({"block": "dooor"}), bad);
        check("eat", json!({}), Ok(()));
        check("eat", json!({"item": "golden_apple", "count": 1}), Ok(()));
        check("eat", json!({"item": "stick"}), bad);
        check("eat", json!({"item": "aple"}), bad);
        check("eat", json!({"food": 21}), bad);
        check("eat", json!({"food": 5, "count": 1}), bad);
        check("eat", json!({"count": 0}), bad);
        check("equip", json!({"item": "torch", "slot": "off_hand"}), Ok(()));
        check("equip", json!({"item": "iron_helmet"}), Ok(()));
        check("equip", json!({"item": "iron_helmet", "slot": "feet"}), bad);
        check("equip", json!({"item": "stick", "slot": "head"}), bad);
        check("equip", json!({"item": "iron_helmett"}), bad);
        let at = |y: i32| json!({"x": 1, "y": y, "z": 3});
        check("fill", json!({"block": "dirt", "from": at(60), "to": at(64)}), Ok(()));
        check("fill", json!({"block": "torch", "from": at(60), "to": at(64)}), bad);
        check("fill", json!({"block": "dirtt", "from": at(60), "to": at(64)}), bad);
        check("fill", json!({"block": "dirt", "from": at(60), "to": at(400)}), bad);
        check("fill", json!({"block": "dirt", "from": at(60), "to": {"x": 99, "y": 90, "z": 9}}), bad);
        check("sort", json!({}), Ok(()));
        check("sort", json!({"radius": 33}), bad);
        check("store", json!({"chest": "minecraft:barrel"}), Ok(()));
        check("take", json!({"item": "dirt", "chest": "oak_barrel"}), bad);
        check("use_item", json!({"item": "water_bucket", "by": {"beside": "campfire"}}), Ok(()));
        check("use_item", json!({"item": "water_bucket", "by": {"beside": "campfire"}, "block": "dirt"}), bad);
        check("use_item", json!({"item": "bone_meal", "by": {"beside": "campfire"}}), bad);
        check("use_item", json!({"item": "lava_bucket", "x": 1, "z": 3}), Ok(()));
        check("use_item", json!({"item": "lava_bucket", "x": 1, "y": 2}), bad);
        check("use_item", json!({"item": "bone_meal", "x": 1, "z": 3}), bad);
        check("look_into", json!({"chest": "smoker"}), bad);
        check("look_into", json!({"chest": "minecraft:furnace"}), Ok(()));
        check("look_into", json!({"chest": "furnace", "until_done": true}), Ok(()));
        check("look_into", json!({"chest": "furnace", "until_done": true, "ticks": 4_001}), bad);
        check("look_into", json!({"chest": "furnace", "ticks": 9}), bad);
        check("look_into", json!({"until_done": true}), bad);
        check("store", json!({"item": "coal", "chest": "furnace"}), Ok(()));
        check("store", json!({"item": "log", "chest": "furnace", "slot": "fuel"}), Ok(()));
        check("store", json!({"item": "dirt", "chest": "furnace"}), bad);
        check("store", json!({"item": "raw_iron", "chest": "furnace", "slot": "fuel"}), bad);
        check("store", json!({"item": "raw_iron", "chest": "furnace", "slot": "output"}), bad);
        check("store", json!({"chest": "furnace"}), bad);
        check("store", json!({"item": "coal", "chest": "chest", "slot": "fuel"}), bad);
        check("take", json!({"item": "item", "chest": "furnace", "slot": "output"}), Ok(()));
        check("take", json!({"item": "item", "slot": "output"}), bad);
        check("light", json!({}), Ok(()));
        check("light", json!({"radius": 25}), bad);
        check("light", json!({"x": 1}), bad);
        check("harvest", json!({}), Ok(()));
        check("harvest", json!({"crop": "carrots", "count": 3}), Ok(()));
        check("harvest", json!({"crop": "oak_log"}), bad);
        check("harvest", json!({"count": 3}), bad);
        check("harvest", json!({"crop": "wheat", "count": 0}), bad);
        check("harvest", json!({"radius": 49}), bad);
        check("take_off", json!({}), Ok(()));
        check("take_off", json!({"slot": "feet"}), Ok(()));
        check("take_off", json!({"item": "iron_helmett"}), bad);
        check("take_off", json!({"item": "iron_helmet", "slot": "head"}), bad);
        check("get_bot_status", json!({}), Ok(()));
        check("store", json!({}), Ok(()));
        check("store", json!({"item": "planks", "count": 3, "x": 1, "y": 64, "z": 3}), Ok(()));
        check("store", json!({"item": "dirtt"}), bad);
        check("store", json!({"count": 3}), bad);
        check("store", json!({"item": "dirt", "count": 0}), bad);
        check("store", json!({"x": 1, "y": 64}), bad);
        check("take", json!({"item": "log"}), Ok(()));
        check("take", json!({"item": "dirtt"}), bad);
        check("take", json!({"item": "dirt", "count": 0}), bad);
        check("take", json!({"item": "dirt", "x": 1, "y": 400, "z": 3}), bad);
        check("look_into", json!({}), Ok(()));
        check("look_into", json!({"x": 1}), bad);
        check("pick_up", json!({}), Ok(()));
        check("pick_up", json!({"item": "dirtt"}), bad);
        check("pick_up", json!({"radius": 65}), bad);
        check("go_to_player", json!({"player": "Ada_1"}), Ok(()));
        check("go_to_player", json!({"player": ""}), bad);
        check("go_to_player", json!({"player": "Ada", "tolerance": 0}), bad);
        check("follow", json!({"player": "Ada"}), Ok(()));
        check("follow", json!({"player": "Ada", "ticks": 0}), bad);
        check("follow", json!({"player": "a name of two words"}), bad);
        check("give", json!({"player": "Ada", "item": "planks", "count": 3}), Ok(()));
        check("give", json!({"player": "Ada", "item": "plancks"}), bad);
        check("face", json!({"toward": "north"}), Ok(()));
        check("face", json!({"yaw": -90.0}), Ok(()));
        check("face", json!({"yaw": 181.0}), bad);
        check("face", json!({"x": 1, "y": 64, "z": 3}), Ok(()));
        check("face", json!({"x": 1, "y": 64}), bad);
        check("face", json!({"block": "tree"}), Ok(()));
        check("face", json!({"block": "chestt"}), bad);
        check("face", json!({"block": "air"}), bad);
        check("face", json!({}), bad);
        check("face", json!({"toward": "north", "block": "chest"}), bad);
        check("jump", json!({}), Ok(()));
        check("jump", json!({"times": 0}), bad);
        check("jump", json!({"times": 101}), bad);
        check("sneak", json!({}), Ok(()));
        check("sneak", json!({"ticks": 0}), Ok(()));
        check("sneak", json!({"ticks": 4_001}), bad);
        check("write_sign", json!({"text": "KEEP OUT"}), Ok(()));
        check("write_sign", json!({"text": " "}), bad);
        check("write_sign", json!({"text": "seven words ".repeat(9)}), bad);
        check("write_sign", json!({"text": "hi", "x": 1}), bad);
        check("go_to_block", json!({"block": "iron_ores"}), Ok(()));
        check("go_to_block", json!({"block": "minecraft:chest", "dig": true}), Ok(()));
        check("go_to_block", json!({"block": "stick"}), bad);
        check("explore", json!({}), Ok(()));
        check("explore", json!({"radius": 513}), bad);
        check("explore", json!({"toward": "up"}), bad);
        check("explore", json!({"until": "village"}), bad);
        check("explore", json!({"until": "iron_ores", "toward": "northeast", "radius": 200}), Ok(()));
        check("explore", json!({"ticks": 6_000}), Ok(()));
        check("explore", json!({"ticks": 0}), bad);
        check("wait", json!({"ticks": 1}), Ok(()));
        check("wait", json!({"ticks": 72_000}), Ok(()));
        check("wait", json!({"until": "night"}), Ok(()));
        check("wait", json!({"ticks": 4_000, "until": "night"}), Ok(()));
        check("wait", json!({"ticks": 4_001, "until": "night"}), bad);
        check("wait", json!({"ticks": 0}), bad);
        check("wait", json!({"ticks": 72_001}), bad);
        check("wait", json!({}), bad);
        check("remember", json!({"name": "home"}), Ok(()));
        check("remember", json!({"name": " "}), bad);
    }
}
