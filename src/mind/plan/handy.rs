//! Where a station is put up: by the next work, so that what was dug there is made up without walking back.

use super::drafts::{is_done_at, station};
use crate::domain::{StepDraft, ToolRequest};

/// Tells each station that is put up for a while what is dug before it is used once more. One that stays stands where it was asked for.
pub fn put_by_the_work(steps: &mut [StepDraft]) {
    for index in 0..steps.len() {
        let (before, after) = steps.split_at_mut(index + 1);
        let ToolRequest::PlaceBlock(place) = &mut before[index].request else { continue };
        let Some(station) = station(&place.block).filter(|_| place.at().is_none() && place.by().is_none()) else {
            continue;
        };
        let Some(end) = after.iter().position(|step| step.takes_back.as_deref() == Some(station)) else { continue };
        let mut meanwhile = after[..end].iter();
        let dug = meanwhile.find_map(|step| match &step.request {
            ToolRequest::Mine(mine) if mine.at.is_none() && step.takes_back.is_none() => Some(mine.target.clone()),
            _ => None,
        });
        place.by_work = dug.filter(|_| meanwhile.any(|step| is_done_at(&step.request, station)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        knowledge::SopLibrary,
        mind::plan::{planner::plan_goal, state::PlannerState},
    };

    #[test]
    fn a_table_stands_by_the_stone_that_is_made_up_at_it() {
        let sops = SopLibrary::load(None).unwrap();
        let works = |goal: &str| -> Vec<Option<String>> {
            let plan = plan_goal(goal, &PlannerState::default(), &sops).unwrap();
            let places = plan.steps.into_iter().filter_map(|step| match step.request {
                ToolRequest::PlaceBlock(place) => Some(place.by_work),
                _ => None,
            });
            places.collect()
        };
        let stone = || Some("cobblestone".to_owned());
        assert_eq!(works("get me a stone pickaxe"), [stone()]);
        assert_eq!(works("get me a wooden pickaxe"), [None], "nothing is dug");
        assert_eq!(works("get me 3 cobblestone"), [None], "nothing is made of what is dug");
        assert_eq!(works("get me an iron pickaxe"), [stone(), None, None]);
        assert_eq!(works("place a crafting table and then get me a stone pickaxe"), [None], "where it was asked for");
    }
}
