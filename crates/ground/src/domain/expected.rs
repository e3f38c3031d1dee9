//! An expectation in words: what the world has to show for a step to count.

use std::{collections::BTreeMap, fmt};

use super::{plan::Expectation, pos::BlockPos};

/// `2 more oak_log are held than before`.
impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gain { items, count } => write!(f, "{count} more {} held than before", any(items)),
            Self::Loss { items, count } => write!(f, "{count} fewer {} held than before", any(items)),
            Self::Given { items, count } => write!(f, "{count} fewer {} held, and seen to be taken", any(items)),
            Self::More { items } => write!(f, "more {} held than before", any(items)),
            Self::Gathered { items, radius } => {
                write!(f, "more {} held, or none lying within {radius} blocks", any(items))
            }
            Self::Beside { player, tolerance } => write!(f, "the bot within {tolerance} blocks of {player}"),
            Self::PutAway { items, keep: 0 } => write!(f, "no {} left in the pack", any(items)),
            Self::PutAway { items, keep } => write!(f, "no more than {keep} {} in the pack", any(items)),
            Self::LookedInto { at, chest } => write!(f, "{}{} looked into", chest_of(chest), at_place(at)),
            Self::Stored { items, count: Some(count), chest } => {
                write!(f, "{count} {} in {}", any(items), chest_of(chest))
            }
            Self::Stored { items, count: None, chest } => write!(f, "all {} in {}", any(items), chest_of(chest)),
            Self::Holds { items, count, chest } => write!(f, "{count} {} lying in {}", any(items), chest_of(chest)),
            Self::Sorted { radius, .. } => write!(f, "no kind of item in two chests within {radius} blocks"),
            Self::Block { block, at, state, .. } => {
                write!(f, "{block}{} stands{}", in_state(state), at_place(at))
            }
            Self::Filled { block, volume, level } => {
                let block = if *level { "a full block" } else { block };
                write!(f, "{block} everywhere from {} to {}", volume.low(), volume.high())
            }
            Self::Built { build } => {
                write!(f, "nothing of the {} at {} missing or wrong", build.blueprint.replace('_', " "), build.at())
            }
            Self::Lit { radius, .. } => write!(f, "no dark place to walk on within {radius} blocks"),
            Self::Clear { volume } => write!(f, "nothing left from {} to {}", volume.low(), volume.high()),
            Self::Near { x, y: Some(y), z, tolerance } => write!(f, "the bot within {tolerance} blocks of {x} {y} {z}"),
            Self::Near { x, y: None, z, tolerance } => write!(f, "the bot within {tolerance} blocks of {x} {z}"),
            Self::Equipped { item, slot } => write!(f, "{item} {slot}"),
            Self::Harvested { crops, count: Some(count), .. } => write!(f, "{count} more from {}", any(crops)),
            Self::Harvested { crops, radius, .. } => write!(f, "no ripe {} within {radius} blocks", any(crops)),
            Self::Bare { slots, item } => {
                let places: Vec<String> = slots.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "{} {}",
                    item.as_ref().map_or("nothing".to_owned(), |item| format!("no {item}")),
                    places.join(", ")
                )
            }
            Self::Fed { food, .. } => write!(f, "{food} half-drumsticks on the food bar"),
            Self::Became { blocks, at, state } => write!(f, "{}{}{}", any(blocks), in_state(state), at_place(at)),
            Self::Slept => f.write_str("night has become day"),
            Self::Turned { .. } => f.write_str("the head turned as asked"),
            Self::LooksAt { at, blocks } => write!(f, "the head turned to {}{}", any(blocks), at_place(at)),
            Self::LooksAtPlayer { player } => write!(f, "the head turned to {player}"),
            Self::Waited { ticks } => write!(f, "{ticks} more ticks passed by the server's clock"),
            Self::Daytime { .. } => f.write_str("the time of day that was asked for"),
            Self::Jumped { times } => write!(f, "{times} more jumps in the server's count"),
            Self::Sneaked { ticks } => write!(f, "{ticks} more ticks of sneaking in the server's count"),
            Self::Explored => f.write_str("land that had not been seen"),
            Self::Stands => f.write_str("the bot where the call says that it went"),
            Self::AtBlock { blocks, on } => {
                write!(f, "the bot {} {}", if *on { "on" } else { "at" }, any(blocks))
            }
            Self::Written { lines, at } => write!(f, "a sign{} that says {:?}", at_place(at), lines.join(" ").trim()),
            Self::Said { message } => write!(f, "the server repeats {message:?}"),
            Self::Answered => f.write_str("the call's own answer"),
        }
    }
}

/// `oak_log or birch_log`; of a long list the first and how many more.
fn any(items: &[String]) -> String {
    match items {
        [] => "things".to_owned(),
        [first, second, third, more @ ..] if !more.is_empty() => {
            format!("{first}, {second}, {third} or {} others", more.len())
        }
        items => items.join(" or "),
    }
}

fn chest_of(chest: &Option<String>) -> &str {
    chest.as_deref().unwrap_or("a chest")
}

fn at_place(at: &Option<BlockPos>) -> String {
    at.map_or(String::new(), |at| format!(" at {at}"))
}

fn in_state(state: &BTreeMap<String, String>) -> String {
    let told: Vec<String> = state.iter().map(|(name, value)| format!("{name} {value}")).collect();
    if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_read_as_what_is_to_be_seen() {
        let items = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        for (expectation, words) in [
            (Expectation::Gain { items: items(&["oak_log"]), count: 3 }, "3 more oak_log held than before"),
            (Expectation::More { items: items(&["a", "b", "c", "d"]) }, "more a, b, c or 1 others held than before"),
            (Expectation::PutAway { items: items(&[]), keep: 0 }, "no things left in the pack"),
            (Expectation::Near { x: 1, y: None, z: -2, tolerance: 3 }, "the bot within 3 blocks of 1 -2"),
            (Expectation::Said { message: "hi".to_owned() }, "the server repeats \"hi\""),
        ] {
            assert_eq!(expectation.to_string(), words);
        }
    }
}
