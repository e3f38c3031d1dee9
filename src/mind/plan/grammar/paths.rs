//! Paths: the ground along a way is made another block.

use super::{
    count::Count,
    earth::AHEAD,
    meaning::{Intent, Path, PathEnd},
    parser::Parser,
    phrases::Verb,
    refusals::{cannot, not_understood},
    shapes::block_of,
    words::is_joint,
};
use crate::{
    domain::{Side, ToolError},
    knowledge,
};

const PATHS: &[&str] = &["path", "footpath", "pathway", "walkway", "trail", "road", "track", "way"];
const OF: &[&str] = &["made out of", "made of", "out of", "of", "from", "in", "with", "using"];
/// What a path is made of where nothing is said.
const PAVING: &str = "cobblestone";
/// How long one may be, in blocks.
const LONGEST: u32 = 48;

impl Parser<'_> {
    /// Whether it is a path that is made by this verb: `a gravel path to the chest`, and no `path of 5 cobblestone`.
    pub(super) fn makes_a_path(&self, verb: Verb) -> bool {
        let is_making = matches!(verb, Verb::Craft | Verb::Build | Verb::Place | Verb::Pave);
        let clause = self.words[self.at..].iter().take_while(|word| !is_joint(&word.text));
        let clause: Vec<&str> = clause.map(|word| word.text.as_str()).collect();
        let named = clause.iter().take(4).position(|word| PATHS[..PATHS.len() - 1].contains(word));
        let counted = |at: usize| {
            clause.get(at + 1) == Some(&"of")
                && clause.get(at + 2).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        };
        is_making && named.is_some_and(|at| !counted(at)) || verb == Verb::Pave
    }

    /// `a path from here to the chest`, `a gravel path 10 blocks north`, `a path to the furnace with cobblestone`.
    pub(super) fn path(&mut self) -> Result<Intent, ToolError> {
        self.eat_any(&["a", "an", "the", "me a", "us a", "one"]);
        self.eat_any(&["little", "small", "nice", "straight", "simple"]);
        let mut block = self.block_before_path()?;
        if !self.eat_any(PATHS) {
            return Err(not_understood(self.text, "what to pave (say: pave a path to the chest with cobblestone)"));
        }
        let (mut long, mut way, mut to, mut ahead) = (None, None, None, false);
        let twice =
            "where the path leads (say: make a cobblestone path to the chest; make a gravel path 10 blocks north)";
        while !self.ends_clause() {
            if self.eat_any(&[
                "from here",
                "from where you are",
                "from where you stand",
                "from you",
                "here",
                "for me",
                "for us",
            ]) {
                continue;
            }
            if !ahead && self.eat_any(AHEAD) || self.eat_any(&["forward", "forwards", "straight ahead"]) {
                ahead = true;
                continue;
            }
            self.eat_any(&[
                "going",
                "heading",
                "leading",
                "running",
                "that goes",
                "that leads",
                "which leads",
                "all the way",
            ]);
            if block.is_none() && OF.iter().any(|of| self.comes(of).is_some()) {
                self.eat_any(OF);
                self.eat_any(&["the", "your", "my", "some"]);
                block = Some(self.block_named()?);
                continue;
            }
            if let Some([dx, 0, dz]) = self.compass() {
                let side = Side::LEVEL.into_iter().find(|side| side.step() == (dx, 0, dz));
                if side.is_none() || way.is_some() {
                    return Err(not_understood(self.text, twice));
                }
                way = side;
                continue;
            }
            if to.is_none() && self.eat_any(&["to", "up to", "towards", "over to"]) {
                match self.kind()? {
                    Ok(kind) if knowledge::block(&kind).is_some() || !knowledge::blocks_sought(&kind).is_empty() => {
                        to = Some(kind)
                    }
                    _ => return Err(not_understood(self.text, twice)),
                }
                continue;
            }
            match self.amount() {
                Ok((Count::Some(count), _)) if long.is_none() => {
                    self.eat_any(&["blocks", "block"]);
                    if self.eat_any(&["wide", "across"]) {
                        if count == 1 {
                            continue;
                        }
                        return Err(cannot(
                            self.text,
                            "make paths wider than one block (say: make a gravel path 10 blocks north)",
                        ));
                    }
                    self.eat("long");
                    if !(1..=LONGEST).contains(&count) {
                        let words = format!(
                            "make paths longer than {LONGEST} blocks at once (say: make a gravel path 10 blocks north)"
                        );
                        return Err(cannot(self.text, &words));
                    }
                    long = Some(count);
                }
                _ => return Err(self.left_over()),
            }
        }
        let end = match (to, long) {
            (Some(kind), None) if way.is_none() && !ahead => PathEnd::To(kind),
            (None, Some(long)) if way.is_none() || !ahead => PathEnd::Long { long, way },
            _ => return Err(not_understood(self.text, twice)),
        };
        self.alone()?;
        let block = block.unwrap_or_else(|| {
            self.notes.push(format!("it is made of {PAVING}, as nothing else is named"));
            PAVING
        });
        Ok(Intent::Pave(Path { block, end }))
    }

    /// The block that is named right before the path.
    fn block_before_path(&mut self) -> Result<Option<&'static str>, ToolError> {
        let begun = self.at;
        let Some(named) =
            (begun..self.words.len().min(begun + 4)).find(|at| PATHS.contains(&self.words[*at].text.as_str()))
        else {
            return Ok(None);
        };
        if named == begun {
            return Ok(None);
        }
        let said = self.joined(begun, named);
        let found = block_of(&said).filter(|block| *block != "dirt_path");
        if found.is_none() {
            let words =
                format!("of what a {} path is (say: make a cobblestone path to the chest)", said.replace('_', " "));
            return Err(not_understood(self.text, &words));
        }
        self.at = named;
        Ok(found)
    }

    /// A full block that is named next.
    fn block_named(&mut self) -> Result<&'static str, ToolError> {
        let begun = self.at;
        for end in (begun + 1..=self.words.len().min(begun + 3)).rev() {
            if let Some(block) = block_of(&self.joined(begun, end)) {
                self.at = end;
                self.eat_any(&["blocks", "block"]);
                return Ok(block);
            }
        }
        Err(not_understood(self.text, "what the path is made of (say: make a cobblestone path to the chest)"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mind::plan::grammar::parse;

    #[test]
    fn a_path_leads_to_a_thing_or_so_far() {
        let path = |text: &str| match parse(text).as_deref() {
            Ok([Intent::Pave(Path { block, end })]) => Some((*block, end.clone())),
            _ => None,
        };
        let chest = || PathEnd::To("chest".to_owned());
        for text in [
            "make a path from here to the chest",
            "pave a path to the chest with cobblestone",
            "build a cobble path to the chest",
        ] {
            assert_eq!(path(text), Some(("cobblestone", chest())), "{text}");
        }
        let north = PathEnd::Long { long: 10, way: Some(Side::North) };
        for text in ["lay a gravel path 10 blocks north", "make a path of gravel 10 blocks long going north"] {
            assert_eq!(path(text), Some(("gravel", north.clone())), "{text}");
        }
        for text in
            ["make a path", "make a path 3 wide to the chest", "make a shiny path to the chest", "pave the house"]
        {
            assert!(path(text).is_none(), "{text}");
        }
    }
}
