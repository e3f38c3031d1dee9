//! A building that a model has drawn: read leniently, and held against what hands can build.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::{
    construction::{Blueprint, Drawing, handmade, unsupported, written},
    mind::model::reply::{
        answer::{MAX_FINDINGS, MAX_NAME, MAX_SENTENCE, one_line, settled},
        read::{reading, why},
    },
};

/// The longest side, in blocks, and the most blocks: what is drawn has to fit into an answer, and is gathered by hand.
pub const MAX_SIDE: usize = 16;
pub const MAX_BLOCKS: usize = 800;
/// Faults of one kind that are told one by one.
const SHOWN: usize = 4;
/// What a letter cannot be: they mean something already.
const TAKEN: [char; 2] = ['.', ' '];

/// A drawing that can be built.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    pub why: String,
    pub title: String,
    /// As it stands in a file.
    pub text: String,
    pub blueprint: Blueprint,
}

/// Reads a drawing, and looks whether hands can build it.
///
/// # Errors
/// What is wrong with it, in sentences.
pub fn read_design(text: &str) -> Result<Design, Vec<String>> {
    let reading = reading(text).map_err(|fault| vec![fault])?;
    let answer = reading.last_with("layers").map_err(|fault| vec![fault])?;
    let mut faults = Vec::new();
    let why = why(answer, &mut faults);
    let title = answer.get("title").and_then(Value::as_str).map(|title| one_line(title, MAX_NAME)).unwrap_or_default();
    if title.is_empty() {
        faults.push("`title` is missing: what is it called?".to_owned());
    }
    let sunk = number(answer.get("sunk")).unwrap_or_else(|| {
        faults.push("`sunk` must be a number: how many of the lowest layers lie in the ground".to_owned());
        0
    });
    let legend = legend(answer, &mut faults);
    let layers = layers(answer, &mut faults);
    settled((), faults)?;
    let text = written(&title, sunk, &legend, &layers);
    let blueprint = Drawing::read(&text).and_then(|drawing| drawing.make(&BTreeMap::new(), [None; 3]));
    let blueprint = blueprint.map_err(|fault| vec![one_line(&fault, MAX_SENTENCE)])?;
    settled((), beyond_hands(&blueprint))?;
    Ok(Design { why, title, text, blueprint })
}

/// What no hands can build of it.
fn beyond_hands(blueprint: &Blueprint) -> Vec<String> {
    let blocks = blueprint.blocks();
    if blocks == 0 {
        return vec!["there is no block in it".to_owned()];
    }
    if blocks > MAX_BLOCKS {
        return vec![format!("it has {blocks} blocks, and at most {MAX_BLOCKS} are built: draw it smaller")];
    }
    let made = handmade(blueprint, &[]);
    let never = made.impossible.iter().map(|(name, count)| format!("{count} {name}: no player can place it"));
    let loose = made.loose.iter().map(|(state, count)| format!("{count} {state}: no hand makes this state"));
    let mut findings: Vec<String> = never.chain(loose).collect();
    let faulty = unsupported(&made.blueprint);
    let mut told: BTreeMap<_, usize> = BTreeMap::new();
    for ([x, y, z], wanted, fault) in &faulty {
        let count = told.entry(*fault).or_default();
        *count += 1;
        if *count <= SHOWN {
            let place = format!("layer {}, row {}, letter {}", y + 1, z + 1, x + 1);
            findings.push(format!("{place}: {wanted} {}", fault.told()));
        }
    }
    let more = told.iter().filter(|(_, count)| **count > SHOWN);
    findings.extend(more.map(|(fault, count)| format!("{count} blocks in all: {}", fault.told())));
    findings.truncate(MAX_FINDINGS);
    findings
}

fn number(value: Option<&Value>) -> Option<u32> {
    match value? {
        Value::String(text) => text.trim().parse().ok(),
        value => u32::try_from(value.as_u64()?).ok(),
    }
}

/// As a list of letters, or as an object with the blocks by letter.
fn legend(answer: &Map<String, Value>, faults: &mut Vec<String>) -> BTreeMap<char, String> {
    let pairs: Vec<(Option<&str>, Option<&str>)> = match answer.get("legend") {
        Some(Value::Array(list)) => list.iter().map(|one| (one["letter"].as_str(), one["block"].as_str())).collect(),
        Some(Value::Object(by_letter)) => {
            by_letter.iter().map(|(letter, block)| (Some(letter.as_str()), block.as_str())).collect()
        }
        _ => {
            faults.push("`legend` must be a list of objects with `letter` and `block`".to_owned());
            return BTreeMap::new();
        }
    };
    let mut legend = BTreeMap::new();
    for (letter, block) in pairs {
        let (Some(letter), Some(block)) = (letter, block) else {
            faults.push("`legend`: each entry takes `letter` and `block`, both text".to_owned());
            continue;
        };
        let mut characters = letter.chars();
        let (Some(one), None) = (characters.next(), characters.next()) else {
            faults.push(format!("`legend`: {:?} is not one character", one_line(letter, MAX_NAME)));
            continue;
        };
        // What means air anyway may be said again.
        let block = one_line(block, MAX_NAME);
        if TAKEN.contains(&one) && block.ends_with("air") {
            continue;
        }
        if one.is_control() || TAKEN.contains(&one) || legend.insert(one, block).is_some() {
            faults.push(format!("`legend`: {one:?} means something already, take another letter"));
        }
    }
    legend
}

/// Each as a list of rows, or as its rows in one text.
fn layers(answer: &Map<String, Value>, faults: &mut Vec<String>) -> Vec<Vec<String>> {
    let Some(Value::Array(list)) = answer.get("layers") else {
        faults.push("`layers` must be a list of layers, each a list of rows".to_owned());
        return Vec::new();
    };
    let rows = |layer: &Value| -> Option<Vec<String>> {
        match layer {
            Value::String(text) => Some(text.trim_end_matches('\n').split('\n').map(str::to_owned).collect()),
            Value::Array(rows) => rows.iter().map(|row| row.as_str().map(str::to_owned)).collect(),
            _ => None,
        }
    };
    let layers: Vec<Vec<String>> = list.iter().take(MAX_SIDE + 1).filter_map(rows).collect();
    if layers.is_empty() || layers.len() < list.len().min(MAX_SIDE + 1) {
        faults.push("`layers`: each layer must be a list of rows, each row a text".to_owned());
        return Vec::new();
    }
    let (deep, wide) = (layers[0].len(), layers[0].first().map_or(0, |row| row.chars().count()));
    if layers.len() > MAX_SIDE || deep > MAX_SIDE || wide > MAX_SIDE {
        faults.push(format!("it is larger than {MAX_SIDE} blocks on a side: draw it smaller"));
        return Vec::new();
    }
    for (number, layer) in layers.iter().enumerate() {
        let odd = layer.iter().position(|row| row.chars().count() != wide);
        if layer.len() != deep {
            faults.push(format!("layer {} has {} rows, and the first has {deep}", number + 1, layer.len()));
        } else if let Some(row) = odd {
            let has = layer[row].chars().count();
            faults.push(format!(
                "layer {}, row {}: it has {has} letters, and the first row has {wide}",
                number + 1,
                row + 1
            ));
        }
        if layer.iter().any(|row| row.chars().any(char::is_control)) {
            faults.push(format!("layer {}: a row is letters only", number + 1));
        }
    }
    layers
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn hut() -> Value {
        json!({
            "why": "small", "title": "a hut", "sunk": 1,
            "legend": [{ "letter": "P", "block": "oak_planks" }, { "letter": "t", "block": "wall_torch[facing=south]" }],
            "layers": [["PPP", "PPP"], ["P.P", "PPP"], ["PPP", ".t."]],
        })
    }

    fn faults(change: impl FnOnce(&mut Value)) -> Vec<String> {
        let mut answer = hut();
        change(&mut answer);
        read_design(&answer.to_string()).map(|design| design.text).expect_err("something is wrong with it")
    }

    #[test]
    fn a_drawing_is_read_as_it_is_meant_and_written_as_a_file() {
        let mut other = hut();
        other["legend"] = json!({ "P": "minecraft:oak_planks", "t": "wall_torch[facing=south]", ".": "air" });
        other["layers"] = json!(["PPP\nPPP", "P.P\nPPP\n", ["PPP", ".t."]]);
        other["sunk"] = json!("1");
        let [one, same] =
            [hut(), other].map(|answer| read_design(&format!("Here it is:\n```json\n{answer}\n```")).unwrap());
        assert_eq!((one.blueprint.size, one.blueprint.blocks(), one.blueprint.sunk), ([3, 3, 2], 15, 1));
        assert_eq!(one.blueprint.cells, same.blueprint.cells);
        let mut spaced = hut();
        spaced["layers"][2] = json!([" PP", " t "]);
        assert_eq!(read_design(&spaced.to_string()).unwrap().blueprint.at([0, 2, 0]), None, "left as it is");
        let again = Drawing::read(&one.text).unwrap().make(&BTreeMap::new(), [None; 3]).unwrap();
        assert_eq!(again, one.blueprint);
    }

    #[test]
    fn what_is_wrong_with_a_drawing_is_said_with_its_place() {
        assert_eq!(
            faults(|hut| hut["layers"][1][0] = json!("P.")),
            ["layer 2, row 1: it has 2 letters, and the first row has 3"]
        );
        assert_eq!(
            faults(|hut| hut["layers"][1][0] = json!("P?P")),
            ["layer 2, row 1: the legend does not say what '?' is"]
        );
        assert_eq!(
            faults(|hut| hut["layers"][2] = json!(["t..", "PPP"]))[0],
            "layer 3, row 1, letter 1: wall_torch[facing=south] cannot be put so on anything beside it".to_owned()
        );
        let floating = faults(|hut| {
            hut["layers"] = json!([["PPP", "PPP"], ["...", "..."], ["PPP", "PPP"]]);
        });
        assert_eq!((floating.len(), floating[4].as_str()), (5, "6 blocks in all: hangs in the air"), "{floating:?}");
        assert!(
            faults(|hut| hut["legend"][0]["block"] = json!("oak_plank"))[0]
                .contains("no block is called \"oak_plank\"")
        );
        assert_eq!(
            faults(|hut| hut["legend"][0]["block"] = json!("nether_portal"))[0],
            "14 nether_portal: no player can place it"
        );
        assert_eq!(faults(|hut| hut["legend"][0]["letter"] = json!("PP"))[0], "`legend`: \"PP\" is not one character");
        assert_eq!(
            faults(|hut| hut["layers"] = json!([])),
            ["`layers`: each layer must be a list of rows, each row a text"]
        );
        assert_eq!(faults(|hut| hut["layers"] = json!([["..."]])), ["there is no block in it"]);
        let tall = vec![json!(["P"]); MAX_SIDE + 1];
        assert_eq!(
            faults(|hut| hut["layers"] = json!(tall)),
            ["it is larger than 16 blocks on a side: draw it smaller"]
        );
        let whole = vec![json!(vec!["P".repeat(16); 16]); 4];
        assert_eq!(
            faults(|hut| hut["layers"] = json!(whole)),
            ["it has 1024 blocks, and at most 800 are built: draw it smaller"]
        );
        assert_eq!(faults(|hut| hut["sunk"] = json!(9)), ["sunk: 9 of 3 layers cannot lie in the ground"]);
        assert!(read_design("I cannot draw").is_err());
    }
}
