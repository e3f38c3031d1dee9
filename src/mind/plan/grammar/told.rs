//! What the parts of a goal mean, in words: for whoever wants to know how it was read.

use super::{
    buildings,
    meaning::{
        Beside, Centre, Coord, Ditch, Fraction, Hollow, Intent, Kept, Layout, Order, Path, PathEnd, Question, Reach,
        Shape, Share, Stair, Start, Stead, Terrace, Trees,
    },
    standing::When,
};
use crate::domain::{Side, Tool, one_in};

fn place(coords: &[Coord]) -> String {
    let coord = |coord: &Coord| match coord {
        Coord::Absolute(value) => value.to_string(),
        Coord::Relative(offset) => format!("~{offset}"),
    };
    coords.iter().map(coord).collect::<Vec<_>>().join(" ")
}

/// What is left out of everything.
fn left_out(but: &Kept) -> String {
    let tools = but.tools.then(|| "tools".to_owned());
    let food = but.food.then(|| "food".to_owned());
    let thing =
        |(item, count): &(&str, Option<u32>)| count.map_or((*item).to_owned(), |count| format!("{count} {item}"));
    let before = but.before.then(|| "what was held before".to_owned());
    let beyond = but.beyond.map(|each| format!("what is held beyond {each} of each"));
    let named = but.things.iter().map(thing);
    let kept: Vec<String> = tools.into_iter().chain(food).chain(before).chain(named).chain(beyond).collect();
    if kept.is_empty() { String::new() } else { format!(" but {}", kept.join(", ")) }
}

/// Blocks in a row, or on both sides of a thing.
fn laid(Layout { block, count, shape }: &Layout) -> String {
    match shape {
        Shape::Row { way, gap, start } => {
            let way = way.map_or(String::new(), |way| format!(" going {}", way.name()));
            let gap = if *gap == 0 { String::new() } else { format!(", {gap} free between") };
            let start = match start {
                Start::Here => String::new(),
                Start::Ahead => ", in front of me".to_owned(),
                Start::At(at) => format!(", from {at} on"),
                Start::By(kind) => format!(", beside the nearest {kind}"),
                Start::Toward(side, kind) => format!(", {} of the nearest {kind}", side.name()),
            };
            format!("place {count} {block} in a row{way}{gap}{start}")
        }
        Shape::Sides { kind, side } => {
            let sides = side.map_or(String::new(), |side| format!(", {} and {}", side.name(), side.opposite().name()));
            format!("place {block} on both sides of the nearest {kind}{sides}")
        }
        Shape::Corners { .. } => format!("place {count} {block} {}", spread(shape)),
        Shape::Between { .. } | Shape::Off { .. } | Shape::Flank { .. } | Shape::Away { .. } | Shape::Above { .. } => {
            format!("place {block} {}", spread(shape))
        }
    }
}

/// Where what is in no row is put, or gone to.
fn spread(shape: &Shape) -> String {
    match shape {
        Shape::Corners { kind } => format!("at the corners of the nearest {kind}"),
        Shape::Between { kinds: [one, other] } => format!("between the nearest {one} and the nearest {other}"),
        Shape::Off { ahead, right: 0 } if *ahead >= 0 => format!("{ahead} in front of me"),
        Shape::Off { ahead, right: 0 } => format!("{} behind me", -ahead),
        Shape::Off { right, .. } if *right >= 0 => format!("{right} to my right"),
        Shape::Off { right, .. } => format!("{} to my left", -right),
        Shape::Flank { kind, flank } => {
            buildings::beside(&Beside { kind: Some(kind.clone()), flank: *flank }).trim().to_owned()
        }
        Shape::Away { what, side, far } => format!("{far} {} of {}", side.name(), stead(what)),
        Shape::Above { kind } => format!("down to the first {kind} below me, digging"),
        Shape::Row { .. } | Shape::Sides { .. } => String::new(),
    }
}

/// A block that stands somewhere.
fn stead(Stead { kind, by }: &Stead) -> String {
    match by {
        None => format!("the nearest {kind}"),
        Some((side, by)) => {
            let by = by.as_ref().map_or("me".to_owned(), |by| format!("the nearest {by}"));
            let side = match side {
                Side::Down => "under".to_owned(),
                Side::Up => "on".to_owned(),
                side => format!("{} of", side.name()),
            };
            format!("the {kind} {side} {by}")
        }
    }
}

/// A clause.
pub fn meaning(intent: &Intent) -> String {
    let at = |at: &Option<[Coord; 3]>| at.map_or(String::new(), |at| format!(" at {}", place(&at)));
    match intent {
        Intent::Get { item, count, more } => format!("get {count} {}{item}", if *more { "more " } else { "" }),
        Intent::Craft { item, count } => format!("craft {count} {item}"),
        Intent::Smelt { item, count } => format!("smelt {count} {item}"),
        Intent::Mine { target, count, at: place } => format!("mine {count} {target}{}", at(place)),
        Intent::Go { x, y, z, dig } => {
            let y = y.map_or("surface".to_owned(), |y| place(&[y]));
            format!("go {} {y} {}{}", place(&[*x]), place(&[*z]), if *dig { ", digging" } else { "" })
        }
        Intent::Tally { item, to, .. } => format!("tell {} how many {item} are held", to.as_deref().unwrap_or("all")),
        Intent::TellHeld { to } => format!("tell {to} what I have"),
        Intent::TellStored { item, holder, to } => format!("tell {to} how many {item} are in the {holder}"),
        Intent::TellPlace { to: Some(to) } => format!("tell {to} where I am"),
        Intent::TellPlace { to: None } => "say where I am".to_owned(),
        Intent::Say { message, to: None } => format!("say “{message}”"),
        Intent::Say { message, to: Some(player) } => format!("tell {player} “{message}”"),
        Intent::Place { block, count, at: None, by: Some(by) } => format!("place {count} {block} {by}"),
        Intent::Place { block, count, at: place, .. } => format!("place {count} {block}{}", at(place)),
        Intent::Drop { item, count: Some(count) } => format!("drop {count} {item}"),
        Intent::Drop { item, count: None } => format!("drop all {item}"),
        Intent::DropAll { but } => format!("drop everything{}", left_out(but)),
        Intent::GiveAll { player, but } => format!("give everything{} to {player}", left_out(but)),
        Intent::MakeMost { item } => format!("make as many {item} as what is held allows"),
        Intent::Clear { from, to } => format!("clear {} to {}", place(from), place(to)),
        Intent::Fill { block, from, to } => format!("fill {} to {} with {block}", place(from), place(to)),
        Intent::Build(project) => buildings::told(project),
        Intent::TearDown(None) => "tear down what was built last".to_owned(),
        Intent::TearDown(Some(name)) => format!("tear down the {}", name.replace('_', " ")),
        Intent::FillUp { block, hollow: Hollow::At(at) } => format!("fill the hole at {at} with {block}"),
        Intent::FillUp { block, hollow: Hollow::Nearest } => format!("fill the nearest hole with {block}"),
        Intent::FillUp { block, hollow: Hollow::Pond } => format!("fill the nearest water with {block}"),
        Intent::FillUp { block, hollow: Hollow::Lid } => format!("cover the nearest water with {block}"),
        Intent::FillUp { block, hollow: Hollow::Around { kind, high: 1 } } => {
            format!("put {block} around the nearest {kind}")
        }
        Intent::FillUp { block, hollow: Hollow::Around { kind, high } } => {
            format!("put {block} around the nearest {kind}, {high} high")
        }
        Intent::Dig(Ditch { around, wide, deep }) => {
            let around = match around {
                Centre::Kind(kind) => format!("nearest {kind}"),
                Centre::Building(name) => format!("{} that was built last", name.replace('_', " ")),
            };
            format!("dig a moat around the {around}, {wide} wide and {deep} deep")
        }
        Intent::FillUp { block, hollow: Hollow::Gated(kind, side) } => {
            let side = side.map_or(String::new(), |side| format!(" on the {} side", side.name()));
            format!("put {block} around the nearest {kind}, with a gate{side}")
        }
        Intent::FillUp { block, hollow: Hollow::Here([width, depth, height]) } => {
            format!("fill what is free here, {width} x {depth} and {height} deep, with {block}")
        }
        Intent::Level { block, terrace: Terrace { width, depth, height, ahead } } => {
            let place = if *ahead { "in front of me" } else { "here" };
            format!("level the ground {place}, {width} x {depth}, cleared {height} high and filled with {block}")
        }
        Intent::Pave(Path { block, end: PathEnd::To(kind) }) => format!("make a path of {block} to the nearest {kind}"),
        Intent::Pave(Path { block, end: PathEnd::Long { long, way } }) => {
            let way = way.map_or("ahead", |way| way.name());
            format!("make a path of {block}, {long} long {way}")
        }
        Intent::DigStair(Stair { down, reach, way }) => {
            let leads = if *down { "down" } else { "up" };
            let reach = match reach {
                Reach::Steps(steps) => format!("{steps} steps"),
                Reach::Height(y) => format!("to y {y}"),
                Reach::Surface => "to the surface".to_owned(),
            };
            let way = way.map_or(String::new(), |way| format!(" going {}", way.name()));
            format!("dig a staircase {leads} {reach}{way}")
        }
        Intent::Lay(layout) => laid(layout),
        Intent::Visit(Layout { shape: Shape::Corners { kind }, .. }) => format!("walk around the nearest {kind}"),
        Intent::Visit(Layout { shape, .. }) => format!("go {}", spread(shape)),
        Intent::Swap { old, block } => format!("put {block} in the place of {}", stead(old)),
        Intent::Shift { what, side, far } => format!("move {} {far} {}", stead(what), side.name()),
        Intent::Light { radius } => {
            format!("light {} blocks around", radius.map_or("8".to_owned(), |radius| radius.to_string()))
        }
        Intent::StoreAll { but, at, chest } => {
            let but = left_out(but);
            let at = at.map_or("nearby".to_owned(), |at| format!("at {at}"));
            format!("store everything{but} in the {} {at}", chest.unwrap_or("chest").replace('_', " "))
        }
        Intent::Sort { radius } => {
            format!("sort the chests {} blocks around", radius.map_or("16".to_owned(), |radius| radius.to_string()))
        }
        Intent::Give { player, item, count } => {
            format!("give {} {item} to {player}", count.map_or("all".to_owned(), |count| count.to_string()))
        }
        Intent::Fell { kind, count, replant } => {
            let many = match count {
                Trees::Nearest(1) => "a tree".to_owned(),
                Trees::Nearest(count) => format!("{count} trees"),
                Trees::Within(radius) => format!("all trees within {radius} blocks"),
                Trees::At(_) => "the tree".to_owned(),
            };
            let there = if let Trees::At(at) = count { format!(" at {at}") } else { String::new() };
            format!("fell {many} of {kind}{there}{}", if *replant { " and plant saplings there" } else { "" })
        }
        Intent::Fetch(take) => format!("fetch {} {}", take.count.unwrap_or(1), take.item),
        Intent::TakeUpTo(take) => format!("{}, as far as fewer are held", take.title()),
        Intent::Carry { take, store } => format!("{}; {}", take.title(), store.title()),
        Intent::Unless { kind, of } => format!("unless a {kind} is held: {}", meaning(of)),
        Intent::IntoPlaced(of) => format!("{}, the one that was placed", meaning(of)),
        Intent::Pour { item, x, y: Some(y), z } => format!("pour out {item} at {}", place(&[*x, *y, *z])),
        Intent::Pour { item, x, y: None, z } => format!("pour out {item} at {} surface {}", place(&[*x]), place(&[*z])),
        Intent::UseAgain(used) => format!("{}, the same as before", used.title()),
        Intent::HoldBest { kind } => format!("hold the best {kind} that is held"),
        Intent::Chest => "have a chest nearby".to_owned(),
        Intent::Remember { name } => format!("remember this place as {name}"),
        Intent::Step { ahead, right: 0 } if *ahead >= 0 => format!("go {ahead} ahead"),
        Intent::Step { ahead, right: 0 } => format!("go {} back", -ahead),
        Intent::Step { right, .. } if *right >= 0 => format!("go {right} to the right"),
        Intent::Step { right, .. } => format!("go {} to the left", -right),
        Intent::Forget { name } => format!("forget the place called {name}"),
        Intent::GoNamed { name } => format!("go to the place called {name}"),
        Intent::ComeBack => "come back".to_owned(),
        Intent::GoThrough { kind } => format!("go through the nearest {kind}"),
        Intent::GoBack => "go back to where it stood before".to_owned(),
        Intent::Undo => "undo what the last goal did".to_owned(),
        Intent::Part { share, item, of } => {
            let share = match share {
                Share::All => format!("all {item}"),
                Share::One => format!("the {item}"),
                Share::Part(Fraction { parts: 1, of }) => format!("{} of the {item}", one_in(*of)),
                Share::Part(Fraction { parts, of }) => format!("{parts} of {of} parts of the {item}"),
                Share::Even(parts) => format!("one of {parts} equal parts of the {item}"),
                Share::But(kept) => format!("all {item} but {kept}"),
                Share::UpTo(most) => format!("{most} {item}, or as many as there are,"),
                Share::Gained => format!("the {item} that was taken"),
            };
            let held = if matches!(intent, Intent::Part { share: Share::Gained, .. }) { "" } else { " that is held" };
            format!("{share}{held}: {}", meaning(&of.counting(0).unwrap_or_else(|| (**of).clone())).replace(" 0 ", " "))
        }
        Intent::With { tool, of } => format!("{}{}", meaning(of), tool.told()),
        Intent::WearBest { of: None } => "wear the best that is held".to_owned(),
        Intent::WearBest { of: Some(stuff) } => format!("wear what is held of {stuff}"),
        Intent::WearHeld { slot } => format!("wear what is held for {}", slot.name()),
        Intent::Do(request) => request.title(),
        Intent::Then => "of that".to_owned(),
        Intent::Look => "look".to_owned(),
        Intent::Answer(question) => format!("answer: {}", asked(question)),
    }
}

/// What is said about goals.
pub(super) fn ordered(order: &Order) -> String {
    match order {
        Order::Stop => "cancel what is at work".to_owned(),
        Order::StopAll => "cancel all that is open".to_owned(),
        Order::StopLast => "cancel what was asked for last".to_owned(),
        Order::StopAbout(words) => format!("cancel what is open and speaks of {words}"),
        Order::Wait => "pause what is at work".to_owned(),
        Order::WaitAll => "pause all that is open".to_owned(),
        Order::GoOn => "go on with what is paused".to_owned(),
        Order::Again | Order::Repeat(1) => "the last goal once more".to_owned(),
        Order::Recount(count) => format!("the last goal with {count} in it"),
        Order::Repeat(times) => format!("the last goal {times} times more"),
    }
}

fn asked(question: &Question) -> String {
    match question {
        Question::Inventory => "what is held".to_owned(),
        Question::Worn => "what is worn and in the hands".to_owned(),
        Question::Held(item) => format!("how many {item} are held"),
        Question::HeldOf(kind) => format!("which kinds of {kind} are held"),
        Question::Name => "who it is".to_owned(),
        Question::Place => "where".to_owned(),
        Question::Health => "health and food".to_owned(),
        Question::Doing => "what is at work".to_owned(),
        Question::Why => "why".to_owned(),
        Question::Next => "what comes next".to_owned(),
        Question::Done => "what was done".to_owned(),
        Question::Left => "how long it will take".to_owned(),
        Question::Time => "the time of day".to_owned(),
        Question::Places => "the places with names".to_owned(),
        Question::Stores => "what lay in the chests".to_owned(),
        Question::Stored(item) => format!("in which chests {item} lay"),
        Question::Company => "who is in sight".to_owned(),
        Question::Where(name) => format!("where {name} is"),
        Question::Seen => "what was seen".to_owned(),
        Question::Home => "where home is".to_owned(),
        Question::Nearest(block) => format!("the nearest {block}"),
        Question::Stands(block) => format!("whether the {block} is open, lit or on"),
        Question::Makes => "what can be made of what is held".to_owned(),
        Question::Building(project) => format!("what a {} takes", project.blueprint.replace('_', " ")),
        Question::Recipe(item) => format!("how {item} is made"),
        Question::Takes { of, made } => {
            let made: Vec<String> = made.iter().map(|(item, count)| format!("{count} {item}")).collect();
            format!("how many {of} {} take", made.join(" and "))
        }
        Question::Becomes { of, count, made } => format!("how many {made} {count} {of} become"),
        Question::CanMake { made, of: None } => format!("how many {made} what is held makes"),
        Question::CanMake { made, of: Some(of) } => format!("how many {made} the {of} that is held makes"),
        Question::Facing => "which way it looks".to_owned(),
        Question::Lasts(goal) => format!("how long this takes: {goal}"),
        Question::Blueprints => "which buildings can be asked for".to_owned(),
        Question::Abilities => "what can be done".to_owned(),
        Question::Courtesy => "a kind word".to_owned(),
    }
}

/// What is waited for.
pub(super) fn due(when: When) -> String {
    match when {
        When::Every(ticks) => format!("every {ticks} ticks"),
        When::In(ticks) => format!("in {ticks} ticks"),
        When::Daily(at) => format!("each day at {at}"),
        When::Held { item, count } => format!("once {count} {item} are held"),
        When::Hungry => "once hungry".to_owned(),
        When::Full => "once the pack is full".to_owned(),
    }
}
