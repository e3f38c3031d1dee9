//! Where a bot stood before the last goal that led it elsewhere: what "go back" means.

use bevy::prelude::*;

use super::planning::Plan;
use crate::{
    domain::{GoalState, NamedPlace},
    mind::agent::{GoalOf, Places, Seen},
};

/// So far from where it began a bot is elsewhere, in blocks: who mines a log or turns has gone nowhere.
const ELSEWHERE: f64 = 3.0;

/// Takes note of where a goal began that is over, if the bot is elsewhere by now.
pub(in crate::mind) fn note_way_back(
    goals: Query<(&GoalState, &GoalOf, &Plan), Changed<GoalState>>,
    mut agents: Query<(&Seen, &mut Places)>,
) {
    for (_, of, plan) in goals.iter().filter(|(state, ..)| state.is_over()) {
        let Ok((seen, mut places)) = agents.get_mut(of.0) else { continue };
        let (Some(seen), Some(began)) = (&seen.0, plan.began.position) else { continue };
        let dimension = plan.began.dimension.clone();
        if began.distance(seen.position) >= ELSEWHERE || dimension != seen.dimension {
            places.back = Some(NamedPlace { dimension, at: began.block() });
        }
    }
}
