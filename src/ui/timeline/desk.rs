//! What goes between the pane and whoever keeps the entries: questions in one direction, answers in the other, none of them waited for.

use std::sync::Arc;

use bevy::prelude::Resource;

use super::view::TimeView;
use crate::{
    domain::{Mark, MarkTold, TimelineAnswer, TimelineAsk, TimelineFilter, TimelineSeek, ToldMark, UsageAnswer},
    replay::{Past, PastAsk},
};

/// Marks that are closer together than this, in points, are counted and not drawn one by one.
const CELL: f64 = 4.0;

/// A session that is over is watched again, from one moment to another in wall time: there is no present to go back to.
#[derive(Clone, Copy, Debug)]
pub struct Watching {
    pub session: u64,
    pub from_ms: u64,
    pub to_ms: u64,
}

/// The pane puts questions on it, of which only the newest counts; answers lie on it until better ones come.
#[derive(Resource, Default)]
pub struct TimelineDesk {
    pub ask: Option<TimelineAsk>,
    pub look: Option<Mark>,
    pub seek: Option<TimelineSeek>,
    pub answer: Option<Arc<TimelineAnswer>>,
    /// Of the last look.
    pub told: Option<Arc<MarkTold>>,
    /// Of the last seek, until the pane has taken it; nothing within where there is no further mark.
    pub found: Option<Option<ToldMark>>,
    /// How things stood at a moment is asked for, and the last answer.
    pub look_back: Option<PastAsk>,
    pub past: Option<Arc<Past>>,
    /// What is watched again from the first frame on, until the pane has taken it.
    pub watching: Option<Watching>,
    /// Today's calls of models are asked for, and the last answer.
    pub asks_usage: bool,
    pub usage: Option<Arc<UsageAnswer>>,
    /// Wall time in milliseconds since 1970.
    pub now_ms: u64,
    /// Another number than before: there may be more to be told.
    pub news: u64,
}

/// What is asked for to draw this: half a pane more at each side, in steps of half a pane, so that a drag has something to show and does
/// not ask with each point.
pub fn question(view: TimeView, width: f32, filter: &TimelineFilter) -> TimelineAsk {
    let cell_ms = ((view.scale * CELL).ceil() as u64).max(1);
    let step = (f64::from(width) / CELL / 2.0).ceil() as u64 * cell_ms;
    let step = step.max(1);
    let (from, to) = (view.from as u64, view.ms(width) as u64);
    TimelineAsk {
        from_ms: (from / step).saturating_sub(1) * step,
        to_ms: (to / step + 2) * step,
        cell_ms,
        filter: filter.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_asked_for_than_is_seen_and_a_small_drag_asks_for_nothing_new() {
        let mut view = TimeView { from: 1_000_000.0, scale: 10.0 };
        let filter = TimelineFilter::default();
        let asked = question(view, 800.0, &filter);
        assert_eq!(asked.cell_ms, 40, "four points");
        assert!(
            asked.from_ms as f64 <= view.from - 3_000.0 && asked.to_ms as f64 >= view.ms(800.0) + 3_000.0,
            "{asked:?}"
        );
        view.drag(-5.0);
        assert_eq!(question(view, 800.0, &filter), asked);
        view.drag(-800.0);
        assert_ne!(question(view, 800.0, &filter), asked);
    }
}
