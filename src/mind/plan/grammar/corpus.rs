//! `docs/goals.md` holds goals as people write them, each with what it means or how it is refused. It is played here word for
//! word.

use std::fmt::Write as _;

use super::{Coord, Hollow, Intent, Order, Question, Share, When, before_all, instead, order, parse, standing};
use crate::domain::ToolError;

const CORPUS: &str = include_str!("../../../../docs/goals.md");

fn place(coords: &[Coord]) -> String {
    let coord = |coord: &Coord| match coord {
        Coord::Absolute(value) => value.to_string(),
        Coord::Relative(offset) => format!("~{offset}"),
    };
    coords.iter().map(coord).collect::<Vec<_>>().join(" ")
}

fn meaning(intent: &Intent) -> String {
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
        Intent::Say { message } => format!("say “{message}”"),
        Intent::Place { block, count, at: place } => format!("place {count} {block}{}", at(place)),
        Intent::Drop { item, count: Some(count) } => format!("drop {count} {item}"),
        Intent::Drop { item, count: None } => format!("drop all {item}"),
        Intent::DropAll => "drop everything".to_owned(),
        Intent::Clear { from, to } => format!("clear {} to {}", place(from), place(to)),
        Intent::Fill { block, from, to } => format!("fill {} to {} with {block}", place(from), place(to)),
        Intent::FillUp { block, hollow: Hollow::At(at) } => format!("fill the hole at {at} with {block}"),
        Intent::FillUp { block, hollow: Hollow::Here([width, depth, height]) } => {
            format!("fill what is free here, {width} x {depth} and {height} deep, with {block}")
        }
        Intent::Light { radius } => {
            format!("light {} blocks around", radius.map_or("8".to_owned(), |radius| radius.to_string()))
        }
        Intent::StoreAll { but, at, chest } => {
            let tools = but.tools.then(|| "tools".to_owned());
            let food = but.food.then(|| "food".to_owned());
            let thing = |(item, count): &(&str, Option<u32>)| {
                count.map_or((*item).to_owned(), |count| format!("{count} {item}"))
            };
            let kept: Vec<String> = tools.into_iter().chain(food).chain(but.things.iter().map(thing)).collect();
            let but = if kept.is_empty() { String::new() } else { format!(" but {}", kept.join(", ")) };
            let at = at.map_or("nearby".to_owned(), |at| format!("at {at}"));
            format!("store everything{but} in the {} {at}", chest.unwrap_or("chest").replace('_', " "))
        }
        Intent::Sort { radius } => {
            format!("sort the chests {} blocks around", radius.map_or("16".to_owned(), |radius| radius.to_string()))
        }
        Intent::Give { player, item, count } => {
            format!("give {} {item} to {player}", count.map_or("all".to_owned(), |count| count.to_string()))
        }
        Intent::Fell { kind, count: 1 } => format!("fell a tree of {kind}"),
        Intent::Fell { kind, count } => format!("fell {count} trees of {kind}"),
        Intent::Chest => "have a chest nearby".to_owned(),
        Intent::Remember { name } => format!("remember this place as {name}"),
        Intent::GoNamed { name } => format!("go to the place called {name}"),
        Intent::ComeBack => "come back".to_owned(),
        Intent::GoBack => "go back to where it stood before".to_owned(),
        Intent::Undo => "undo what the last goal did".to_owned(),
        Intent::Part { share, item, of } => {
            let share = match share {
                Share::All => format!("all {item}"),
                Share::One => format!("the {item}"),
                Share::Half => format!("half of the {item}"),
                Share::But(kept) => format!("all {item} but {kept}"),
            };
            format!(
                "{share} that is held: {}",
                meaning(&of.counting(0).unwrap_or_else(|| (**of).clone())).replace(" 0 ", " ")
            )
        }
        Intent::WearBest => "wear the best that is held".to_owned(),
        Intent::WearHeld { slot } => format!("wear what is held for {}", slot.name()),
        Intent::Do(request) => request.title(),
        Intent::Look => "look".to_owned(),
        Intent::Answer(question) => format!("answer: {}", asked(question)),
    }
}

fn ordered(order: &Order) -> String {
    match order {
        Order::Stop => "cancel what is at work".to_owned(),
        Order::StopAll => "cancel all that is open".to_owned(),
        Order::StopLast => "cancel what was asked for last".to_owned(),
        Order::StopAbout(words) => format!("cancel what is open and speaks of {words}"),
        Order::Wait => "pause what is at work".to_owned(),
        Order::GoOn => "go on with what is paused".to_owned(),
        Order::Again | Order::Repeat(1) => "the last goal once more".to_owned(),
        Order::Repeat(times) => format!("the last goal {times} times more"),
    }
}

fn asked(question: &Question) -> String {
    match question {
        Question::Inventory => "what is held".to_owned(),
        Question::Held(item) => format!("how many {item} are held"),
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
        Question::Recipe(item) => format!("how {item} is made"),
        Question::Abilities => "what can be done".to_owned(),
    }
}

/// What a goal means, or how it is refused.
fn answer(goal: &str) -> String {
    if let Some(order) = order(goal) {
        return format!("order: {}", ordered(&order));
    }
    if let Some((order, goal)) = instead(goal) {
        return format!("{}, and: {}", ordered(&order), answer(goal));
    }
    match standing(goal) {
        Ok(Some(waits)) => {
            let times = waits.times.map_or(String::new(), |times| format!(", {times} times"));
            return format!("{}{times}: {}", due(waits.when), answer(&waits.goal));
        }
        Err(error) => return refused(&error),
        Ok(None) => {}
    }
    if let Some(first) = before_all(goal) {
        return format!("before all: {}", answer(first));
    }
    match parse(goal) {
        Ok(intents) => intents.iter().map(meaning).collect::<Vec<_>>().join("; "),
        Err(error) => refused(&error),
    }
}

fn refused(error: &ToolError) -> String {
    format!("refused: {}", error.message.split(". Say for ").next().unwrap_or_default())
}

fn due(when: When) -> String {
    match when {
        When::Every(ticks) => format!("every {ticks} ticks"),
        When::In(ticks) => format!("in {ticks} ticks"),
        When::Daily(at) => format!("each day at {at}"),
        When::Held { item, count } => format!("once {count} {item} are held"),
        When::Hungry => "once hungry".to_owned(),
        When::Full => "once the pack is full".to_owned(),
    }
}

/// The rows of the tables: a goal and its meaning.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    CORPUS.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "))
}

#[test]
fn every_goal_of_the_corpus_means_what_is_written() {
    let mut wrong = String::new();
    for (goal, meaning) in rows() {
        let answer = answer(goal);
        if answer != meaning {
            _ = writeln!(wrong, "| `{goal}` | {answer} |   (written: {meaning})");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(rows().count() >= 400, "{}", rows().count());
}
