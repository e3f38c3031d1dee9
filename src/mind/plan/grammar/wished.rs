//! Buildings of which there is no blueprint, for a model to draw: what is wanted of one, and where it is to be.

use super::{
    buildings::{is_undrawn, told},
    meaning::Project,
    parser::{Parser, begins_a_clause},
    phrases::Verb,
    words::is_joint,
};
use crate::domain::ToolError;

/// A building that somebody has to draw first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// What it is to be, in the words of the goal: `a small red barn`.
    pub what: String,
    /// Where it is to be, and where it looks; of no blueprint yet.
    place: Project,
}

impl Wish {
    /// What a goal wishes for that was refused so; `None` where it is no building, or where something else is asked as well: that would
    /// be lost.
    pub(super) fn of(text: &str, refusal: &ToolError) -> Option<Self> {
        let mut parser = Parser::new(text);
        parser.skip_fillers();
        let verb = parser.verb().filter(|_| is_undrawn(refusal))?;
        if !matches!(verb, Verb::Build | Verb::Craft | Verb::Get | Verb::Place) {
            return None;
        }
        let _ = parser.eat_any(&["me", "us"]);
        let (begun, end) = (parser.at, parser.words.len());
        let joints = parser.words[begun..].iter().filter(|word| is_joint(&word.text));
        let goes_on = joints.map(|joint| &text[joint.end..]).any(begins_a_clause);
        let place = |parser: &mut Parser, at: usize| {
            parser.at = at;
            let (mut said, mut size) = (Project::default(), None);
            while parser.detail(&mut said, &mut size).ok()? {}
            parser.skip_on();
            let Project { at, by_corner, facing, mirror, .. } = said;
            let place = Project { at, by_corner, facing, mirror, ..Project::default() };
            // Whatever else is said of it, who draws it is told.
            (parser.at_end() && size.is_none() && place == said).then_some(place)
        };
        let found = (begun + 1..=end).filter(|_| !goes_on).find_map(|at| Some((at, place(&mut parser, at)?)));
        let said = |at: usize| text[parser.words[begun].start..parser.words[at - 1].end].to_owned();
        found.map(|(at, place)| Self { what: said(at), place })
    }

    /// The goal in words, once it is drawn in this file.
    pub fn drawn_in(&self, file: &str) -> String {
        told(&Project { blueprint: file.to_owned(), ..self.place.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{parse, wish};

    fn wished(text: &str) -> Option<(String, String)> {
        let wish = wish(text)?;
        let goal = wish.drawn_in("/home/a b/barn.yaml");
        assert!(parse(&goal).is_ok(), "{goal}");
        Some((wish.what, goal))
    }

    #[test]
    fn what_there_is_no_blueprint_of_is_wished_for_with_its_place() {
        let of = |what: &str, rest: &str| Some((what.to_owned(), format!("build \"/home/a b/barn.yaml\"{rest}")));
        assert_eq!(wished("build me a small red barn"), of("a small red barn", " here"));
        let said = "Please construct a castle of stone, at 40 -25, facing north!";
        assert_eq!(wished(said), of("a castle of stone", " at 40 -25, facing north"));
        assert_eq!(
            wished("build a barn with a hay loft and a red roof"),
            of("a barn with a hay loft and a red roof", " here")
        );
        assert_eq!(wished("build a 7x9 barn of spruce here please"), of("a 7x9 barn of spruce", " here"));
        assert_eq!(wished("make me a windmill"), of("a windmill", " here"));
        assert_eq!(wished("build a statue of a pig"), of("a statue of a pig", " here"));
    }

    #[test]
    fn what_is_known_or_asks_for_more_than_a_building_is_no_wish() {
        for text in [
            "build a 5x5 house here",
            "build a barn and get 3 logs",
            "get me a windmill, then come here",
            "get 3 logs",
            "what is a barn?",
            "build a house with 9 doors then dance",
        ] {
            assert_eq!(wished(text), None, "{text}");
        }
    }
}
