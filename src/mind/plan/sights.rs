//! What of the land a goal is about: what is to be looked at before it is planned.

use super::{
    grammar::{Ditch, Hollow, Intent, Layout, Path, Project, Stair, Stead, Terrace, Trees, parse},
    planner::request_of,
};
use crate::{
    domain::{Light, ToolRequest, Vec3, Volume},
    knowledge::check_request,
};

/// The most trees of a place that are felled by one goal.
const MOST_TREES: u32 = 64;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sights {
    /// The boxes that are cleared or filled.
    pub boxes: Vec<Volume>,
    /// The kinds of trees that are felled, and how many of each, a clause each.
    pub trees: Vec<(&'static str, u32)>,
    /// What is filled up.
    pub hollows: Vec<Hollow>,
    /// What is made level.
    pub terraces: Vec<Terrace>,
    /// The stairs that are dug.
    pub stairs: Vec<Stair>,
    /// The paths that are laid.
    pub paths: Vec<Path>,
    /// What is dug away around a thing.
    pub ditches: Vec<Ditch>,
    /// What stands in a row or on both sides of a thing.
    pub layouts: Vec<Layout>,
    /// What is put in the place of which, or moved.
    pub steads: Vec<Stead>,
    /// What is built.
    pub projects: Vec<Project>,
    /// The kinds of doors that one goes through.
    pub passages: Vec<&'static str>,
    /// How far around the bot the ground is lit.
    pub lights: Vec<u32>,
}

impl Sights {
    /// Of a goal, as seen from where the bot stands; nothing of one that is not understood.
    pub fn of(goal: &str, position: Option<Vec3>) -> Self {
        let mut sights = Self::default();
        for intent in parse(goal).unwrap_or_default() {
            match &intent {
                Intent::Fell { kind, count, .. } => {
                    let most = match count {
                        Trees::Nearest(count) => *count,
                        Trees::Within(_) | Trees::At(_) => MOST_TREES,
                    };
                    sights.trees.push((kind, most));
                }
                Intent::FillUp { hollow, .. } => sights.hollows.push(*hollow),
                Intent::Level { terrace, .. } => sights.terraces.push(*terrace),
                Intent::DigStair(stair) => sights.stairs.push(*stair),
                Intent::Pave(path) => sights.paths.push(path.clone()),
                Intent::Dig(ditch) => sights.ditches.push(*ditch),
                Intent::Lay(layout) | Intent::Visit(layout) => sights.layouts.push(layout.clone()),
                Intent::Swap { old, .. } => sights.steads.push(old.clone()),
                Intent::Shift { what, side, far } => {
                    sights.steads.push(what.clone());
                    sights.layouts.push(Layout::away(what, *side, *far));
                }
                Intent::GoThrough { kind } => sights.passages.push(kind),
                Intent::Build(project) => sights.projects.push(project.clone()),
                Intent::Light { radius } => {
                    sights.lights.push(Light { radius: *radius, ..Light::default() }.radius());
                }
                Intent::Clear { .. } | Intent::Fill { .. } if position.is_some() => {
                    let request = request_of(&intent, position).ok();
                    sights.boxes.extend(match request.filter(|request| check_request(request).is_ok()) {
                        Some(ToolRequest::Clear(clear)) => Some(clear.volume()),
                        Some(ToolRequest::Fill(fill)) => Some(fill.volume()),
                        _ => None,
                    });
                }
                _ => {}
            }
        }
        sights
    }

    /// Whether they are what is nearest, or the land as it lies: who has just joined sees next to nothing of it.
    pub fn are_around(&self) -> bool {
        !self.trees.is_empty()
            || !self.hollows.is_empty()
            || !self.terraces.is_empty()
            || !self.stairs.is_empty()
            || !self.paths.is_empty()
            || !self.ditches.is_empty()
            || !self.layouts.is_empty()
            || !self.steads.is_empty()
            || !self.projects.is_empty()
            || !self.passages.is_empty()
            || !self.lights.is_empty()
    }
}
