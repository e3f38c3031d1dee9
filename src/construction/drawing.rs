//! Blueprints as they are drawn by hand: YAML with a legend and layers of letters.
//!
//! ```yaml
//! title: a house
//! sunk: 1                      # so many layers lie in the ground
//! parameters: {wood: {default: oak, of: woods}}
//! stretch: {x: [1, 3], z: [1, 3], y: [2]}
//! legend: {P: "${wood}_planks", L: "${wood}_log[axis=y]"}
//! layers:                      # from the bottom up; rows from north to south, letters from west to east
//!   - |
//!     LPPPL
//!     …
//! ```
//!
//! A dot is air, a space is left as it is. To be larger than drawn, columns, rows and layers that `stretch` names are drawn again, one
//! after the other.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::blueprint::{Blueprint, MAX_CELLS, Wanted};

/// The longest side of what is drawn or stretched, in blocks.
pub const MAX_SIDE: i32 = 64;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    pub title: String,
    /// What else it is called.
    #[serde(default)]
    pub names: Vec<String>,
    /// What it is not, but nearer to than others: it is offered in its place.
    #[serde(default)]
    pub near: Vec<String>,
    #[serde(default)]
    pub sunk: i32,
    #[serde(default)]
    pub parameters: BTreeMap<String, Parameter>,
    #[serde(default)]
    stretch: Stretch,
    legend: BTreeMap<char, String>,
    layers: Vec<String>,
}

/// What may be chosen.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    pub default: String,
    pub of: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stretch {
    #[serde(default)]
    x: Vec<usize>,
    #[serde(default)]
    y: Vec<usize>,
    #[serde(default)]
    z: Vec<usize>,
}

impl Drawing {
    /// Reads a drawing.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(text: &str) -> Result<Self, String> {
        let drawing: Self = serde_saphyr::from_str(text).map_err(|fault| fault.to_string())?;
        drawing.make(&BTreeMap::new(), [None; 3])?;
        Ok(drawing)
    }

    /// The size that it is drawn in, along x, y and z.
    pub fn drawn(&self) -> [i32; 3] {
        let rows = self.layers.iter().map(|layer| layer.lines().count()).max().unwrap_or(0);
        let letters = self.layers.iter().flat_map(|layer| layer.lines()).map(|row| row.chars().count()).max();
        [letters.unwrap_or(0) as i32, self.layers.len() as i32, rows as i32]
    }

    /// The blueprint with these parameters, in this size where one is given.
    ///
    /// # Errors
    /// What is wrong with the drawing, a parameter or the size.
    pub fn make(&self, with: &BTreeMap<String, String>, size: [Option<i32>; 3]) -> Result<Blueprint, String> {
        let values = self.values(with)?;
        let (mut palette, mut numbers) = (Vec::new(), BTreeMap::from([(' ', 0_u16)]));
        for (letter, text) in [(&'.', "air")].into_iter().chain(self.legend.iter().map(|(l, text)| (l, text.as_str())))
        {
            let text = filled_in(text, &values)?;
            palette.push(Wanted::read(&text).map_err(|fault| format!("legend, {letter}: {fault}"))?);
            if numbers.insert(*letter, palette.len() as u16).is_some() {
                return Err(format!("legend, {letter:?}: it means something already"));
            }
        }
        let drawn = self.drawn();
        let [columns, layers, rows] = [
            order("wide", drawn[0], size[0], &self.stretch.x)?,
            order("high", drawn[1], size[1], &self.stretch.y)?,
            order("deep", drawn[2], size[2], &self.stretch.z)?,
        ];
        if columns.len() * layers.len() * rows.len() > MAX_CELLS {
            return Err(format!("it has more than {MAX_CELLS} cells"));
        }
        let letters: Vec<Vec<Vec<char>>> =
            self.layers.iter().map(|layer| layer.lines().map(|row| row.chars().collect()).collect()).collect();
        let mut cells = Vec::with_capacity(columns.len() * layers.len() * rows.len());
        for (y, z, x) in each(&layers, &rows, &columns) {
            let letter = letters[y].get(z).and_then(|row| row.get(x)).copied().unwrap_or(' ');
            let number = numbers.get(&letter);
            cells.push(*number.ok_or_else(|| {
                format!("layer {}, row {}: the legend does not say what {letter:?} is", y + 1, z + 1)
            })?);
        }
        let size = [columns.len() as i32, layers.len() as i32, rows.len() as i32];
        if !(0..=size[1]).contains(&self.sunk) {
            return Err(format!("sunk: {} of {} layers cannot lie in the ground", self.sunk, size[1]));
        }
        let title = self.title.clone();
        Ok(Blueprint { title, size, sunk: self.sunk, palette, cells, ..Blueprint::default() })
    }

    fn values(&self, with: &BTreeMap<String, String>) -> Result<BTreeMap<&str, String>, String> {
        let mut values: BTreeMap<&str, String> =
            self.parameters.iter().map(|(name, parameter)| (name.as_str(), parameter.default.clone())).collect();
        for (name, value) in with {
            let Some((name, parameter)) = self.parameters.get_key_value(name) else {
                return Err(format!("{} has no {name} to choose", self.title));
            };
            if !parameter.of.contains(value) {
                return Err(format!("{name} of {} is one of {}, not {value:?}", self.title, parameter.of.join(", ")));
            }
            values.insert(name, value.clone());
        }
        Ok(values)
    }
}

/// A drawing as it is written in a file. `layers`: the rows of each, from the bottom.
pub fn written(title: &str, sunk: u32, legend: &BTreeMap<char, String>, layers: &[Vec<String>]) -> String {
    // JSON's strings are YAML's.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut text = format!("title: {}\nsunk: {sunk}\nlegend:\n", quoted(title));
    for (letter, block) in legend {
        text += &format!("  {}: {}\n", quoted(&letter.to_string()), quoted(block));
    }
    text += "layers:\n";
    for layer in layers {
        // The indentation is said, since a row may begin with spaces.
        text += "  - |2\n";
        layer.iter().for_each(|row| text += &format!("    {row}\n"));
    }
    text
}

fn each<'a>(
    layers: &'a [usize],
    rows: &'a [usize],
    columns: &'a [usize],
) -> impl Iterator<Item = (usize, usize, usize)> + 'a {
    layers.iter().flat_map(move |y| rows.iter().flat_map(move |z| columns.iter().map(move |x| (*y, *z, *x))))
}

/// Which of what is drawn comes when: each once, and what is stretched again.
fn order(word: &str, drawn: i32, wanted: Option<i32>, stretch: &[usize]) -> Result<Vec<usize>, String> {
    let wanted = wanted.unwrap_or(drawn);
    let (drawn, more) = (drawn as usize, wanted - drawn);
    if more < 0 || more > 0 && stretch.is_empty() {
        let can = if stretch.is_empty() { "is" } else { "is at least" };
        return Err(format!("it {can} {drawn} blocks {word}, and cannot be {wanted}"));
    }
    if wanted > MAX_SIDE {
        return Err(format!("it can be {MAX_SIDE} blocks {word} at most, not {wanted}"));
    }
    if let Some(beyond) = stretch.iter().find(|index| **index >= drawn) {
        return Err(format!("stretch: there is no {beyond}, of {drawn} counted from 0"));
    }
    let mut times = vec![1; drawn];
    (0..more as usize).for_each(|turn| times[stretch[turn % stretch.len()]] += 1);
    Ok((0..drawn).flat_map(|index| std::iter::repeat_n(index, times[index])).collect())
}

/// Puts parameters into `${…}`.
fn filled_in(text: &str, values: &BTreeMap<&str, String>) -> Result<String, String> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let (name, behind) = after.split_once('}').ok_or_else(|| format!("{text:?}: a brace is not closed"))?;
        let value = values.get(name).ok_or_else(|| format!("{text:?}: there is no parameter {name:?}"))?;
        filled.push_str(before);
        filled.push_str(value);
        rest = behind;
    }
    filled.push_str(rest);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HUT: &str = "
title: a hut
sunk: 1
parameters:
  wood: {default: oak, of: [oak, birch]}
stretch: {x: [1], z: [1], y: [1]}
legend: {P: '${wood}_planks', L: '${wood}_log[axis=y]'}
layers:
  - |
    PPP
    PPP
    PPP
  - |
    LPL
    P.P
    L L
";

    fn with(wood: &str) -> BTreeMap<String, String> {
        BTreeMap::from([("wood".to_owned(), wood.to_owned())])
    }

    #[test]
    fn a_drawing_is_made_in_any_size_and_wood() {
        let hut = Drawing::read(HUT).unwrap();
        let small = hut.make(&BTreeMap::new(), [None; 3]).unwrap();
        assert_eq!((small.size, small.blocks(), small.sunk), ([3, 2, 3], 9 + 7, 1));
        assert_eq!(small.at([1, 1, 2]), None, "left as it is");
        assert!(small.at([1, 1, 1]).unwrap().is_air());
        assert_eq!(small.at([0, 1, 0]).unwrap().to_string(), "oak_log[axis=y]");
        let large = hut.make(&with("birch"), [Some(5), Some(4), Some(4)]).unwrap();
        assert_eq!(large.size, [5, 4, 4]);
        assert_eq!(large.at([4, 3, 0]).unwrap().block.name, "birch_log");
        assert_eq!(large.at([3, 3, 0]).unwrap().block.name, "birch_planks");
        assert_eq!(large.items().unwrap().into_iter().collect::<Vec<_>>(), [("birch_log", 12), ("birch_planks", 41)]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let hut = Drawing::read(HUT).unwrap();
        let fault = |size| hut.make(&BTreeMap::new(), size).unwrap_err();
        assert_eq!(fault([Some(2), None, None]), "it is at least 3 blocks wide, and cannot be 2");
        assert_eq!(fault([None, None, Some(65)]), "it can be 64 blocks deep at most, not 65");
        assert_eq!(hut.make(&with("iron"), [None; 3]).unwrap_err(), "wood of a hut is one of oak, birch, not \"iron\"");
        let broken = |from: &str, to: &str| Drawing::read(&HUT.replace(from, to)).unwrap_err();
        assert_eq!(broken("P.P", "P?P"), "layer 2, row 2: the legend does not say what '?' is");
        assert_eq!(broken("_planks", "_plank"), "legend, P: no block is called \"oak_plank\"");
        assert!(broken("${wood}_log", "${wod}_log").contains("no parameter \"wod\""));
        assert!(broken("sunk: 1", "sunk: 9").starts_with("sunk: 9 of 2 layers"));
        assert!(Drawing::read("title: [").is_err());
    }
}
