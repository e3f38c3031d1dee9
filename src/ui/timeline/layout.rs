//! Where each mark lies: in its lane, below what it would hide. Pure, in points from the left upper corner of the lanes.

use super::view::TimeView;
use crate::domain::{Lane, TimelineAnswer};

/// A mark is never narrower than this, nor is it harder to hit.
const NARROWEST: f32 = 2.0;
const WITHIN_REACH: f32 = 3.0;
/// What is narrower is drawn upon the spans and leaves enough of them to be seen: so a lane with spans and points has one row.
const WIDE: f32 = 12.0;
/// The least and the most height of a row.
const LOWEST: f32 = 6.0;
const HIGHEST: f32 = 22.0;
/// A lane has room for its name, also where nothing is in it.
pub const LANE: f32 = 13.0;
/// Between two lanes.
pub const BETWEEN: f32 = 1.0;

/// By its index in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Mark(usize),
    Cell(usize),
}

/// A mark, or a cell with several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    pub what: What,
    pub lane: Lane,
    pub left: f32,
    pub right: f32,
    row: usize,
}

impl Placed {
    /// It is wide enough for points to be drawn upon it.
    pub fn is_span(&self) -> bool {
        self.right - self.left > WIDE
    }
}

/// The room of a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Room {
    pub top: f32,
    pub bottom: f32,
    row: f32,
}

/// All that is in the lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    pub placed: Vec<Placed>,
    /// By [`Lane::ALL`].
    pub rooms: [Room; Lane::COUNT],
    /// Of all lanes together; may be more than there is room for.
    pub height: f32,
}

impl Layout {
    /// Lays everything out in lanes that together have this height, or more where that is too little. `now`: how far goes what goes on.
    pub fn new(answer: &TimelineAnswer, view: TimeView, now: u64, height: f32) -> Self {
        let marks = answer.marks.iter().enumerate().map(|(index, told)| {
            let mark = &told.mark;
            let left = view.x(mark.from_ms);
            let right = view.x(mark.to_ms.unwrap_or(now).max(mark.from_ms));
            Placed { what: What::Mark(index), lane: mark.lane, left, right: right.max(left + NARROWEST), row: 0 }
        });
        let cells = answer.cells.iter().enumerate().map(|(index, cell)| {
            let (left, right) = (view.x(cell.from_ms), view.x(cell.from_ms + answer.cell_ms));
            Placed {
                what: What::Cell(index),
                lane: cell.lane,
                left,
                right: right.clamp(left + 1.0, left + f32::MAX / 4.0),
                row: 0,
            }
        });
        let mut placed: Vec<Placed> = marks.chain(cells).collect();
        placed.sort_by(|a, b| a.left.total_cmp(&b.left));
        let mut rows: [Vec<Row>; Lane::COUNT] = Default::default();
        placed.iter_mut().for_each(|placed| placed.row = put(placed, &mut rows[placed.lane as usize]));
        let rows = rows.map(|rows| rows.len());
        let (rooms, height) = share_out(&rows, height);
        Self { placed, rooms, height }
    }

    /// Its upper and lower border.
    pub fn rows(&self, placed: &Placed) -> (f32, f32) {
        let room = self.rooms[placed.lane as usize];
        let top = room.top + placed.row as f32 * room.row;
        (top, top + room.row - 1.0)
    }

    /// What lies at a place; of several the narrowest.
    pub fn hit(&self, x: f32, y: f32) -> Option<&Placed> {
        let near = self.placed.iter().filter(|placed| {
            let (top, bottom) = self.rows(placed);
            (top..=bottom + 1.0).contains(&y) && (placed.left - WITHIN_REACH..=placed.right + WITHIN_REACH).contains(&x)
        });
        let far = |placed: &Placed| (placed.left - x).max(x - placed.right).max(0.0);
        near.min_by(|a, b| far(a).total_cmp(&far(b)).then((a.right - a.left).total_cmp(&(b.right - b.left))))
    }
}

/// Where the last one ends that was put into a row: of spans, and of what is drawn upon them.
#[derive(Clone, Copy)]
struct Row {
    span: f32,
    point: f32,
}

/// Puts one into the first row in which nothing is in its way. They come from left to right.
fn put(placed: &Placed, rows: &mut Vec<Row>) -> usize {
    let Placed { left, right, .. } = *placed;
    let end = |row: &Row| if placed.is_span() { row.span } else { row.point };
    // Neighbours in time share a border, which narrowing may have moved by a hair.
    let number = rows.iter().position(|row| end(row) <= left + 0.01).unwrap_or(rows.len());
    if number == rows.len() {
        rows.push(Row { span: f32::MIN, point: f32::MIN });
    }
    match placed.is_span() {
        true => rows[number].span = right,
        false => rows[number].point = right,
    }
    number
}

/// Lanes are alike, and their rows share them; one with more rows than that has room for is higher.
fn share_out(rows: &[usize; Lane::COUNT], height: f32) -> ([Room; Lane::COUNT], f32) {
    let lane = height / Lane::COUNT as f32 - BETWEEN;
    let mut rooms = [Room::default(); Lane::COUNT];
    let mut top = 0.0;
    for (room, rows) in rooms.iter_mut().zip(rows) {
        let rows = (*rows).max(1) as f32;
        let high = lane.clamp(rows * LOWEST, rows * HIGHEST).max(LANE);
        *room = Room { top, bottom: top + high, row: high / rows };
        top = room.bottom + BETWEEN;
    }
    (rooms, top)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Mark, MarkState, TimelineCell, ToldMark};

    fn mark(id: u64, lane: Lane, from_ms: u64, to_ms: Option<u64>) -> ToldMark {
        let mark = Mark { id, last: id, lane, state: MarkState::Done, from_ms, to_ms, session: 1, goal: None };
        ToldMark { mark, text: String::new() }
    }

    /// A point a millisecond.
    fn layout(marks: Vec<ToldMark>, cells: Vec<TimelineCell>) -> Layout {
        let answer = TimelineAnswer { marks, cells, cell_ms: 10, ..TimelineAnswer::default() };
        Layout::new(&answer, TimeView { from: 0.0, scale: 1.0 }, 1_000, 140.0)
    }

    #[test]
    fn spans_that_overlap_lie_below_each_other_and_points_upon_them() {
        let spans = [(0, 100), (50, 150), (60, 90), (62, 62), (63, 63), (100, 120), (125, 125)];
        let marks = (0..).zip(spans).map(|(id, (from, to))| mark(id, Lane::Step, from, Some(to))).collect();
        let layout = layout(marks, Vec::new());
        let row =
            |id: usize| layout.placed.iter().find(|placed| placed.what == What::Mark(id)).map(|placed| placed.row);
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(row), [0, 1, 2, 0, 1, 0, 0].map(Some));
        for (number, one) in layout.placed.iter().enumerate() {
            for other in layout.placed[..number].iter().filter(|other| other.is_span() == one.is_span()) {
                assert!(one.row != other.row || one.left + 0.01 >= other.right || other.left >= one.right);
            }
        }
        let (step, tool) = (layout.rooms[Lane::Step as usize], layout.rooms[Lane::Tool as usize]);
        assert!(step.bottom - step.top >= 3.0 * LOWEST && tool.top == step.bottom + BETWEEN, "{step:?} {tool:?}");
    }

    #[test]
    fn lanes_fit_into_a_small_pane_and_grow_where_they_must() {
        assert!(layout(Vec::new(), Vec::new()).height <= 140.1);
        let crowd = (0..40).map(|id| mark(id, Lane::Goal, id, Some(500))).collect();
        assert!(layout(crowd, Vec::new()).height > 40.0 * LOWEST);
    }

    #[test]
    fn the_narrowest_under_the_pointer_is_hit_and_a_point_need_not_be_met_exactly() {
        let marks = vec![
            mark(1, Lane::Goal, 0, None),
            mark(2, Lane::Chat, 200, Some(200)),
            mark(3, Lane::Chat, 212, Some(212)),
        ];
        let cell = TimelineCell { lane: Lane::Model, from_ms: 300, count: 5, failed: 0 };
        let layout = layout(marks, vec![cell]);
        let middle = |lane: Lane| (layout.rooms[lane as usize].top + layout.rooms[lane as usize].bottom) / 2.0;
        let hit = |x: f32, lane: Lane| layout.hit(x, middle(lane)).map(|placed| placed.what);
        assert_eq!(hit(999.0, Lane::Goal), Some(What::Mark(0)), "what goes on lasts until now");
        assert_eq!(hit(198.0, Lane::Chat), Some(What::Mark(1)));
        assert_eq!(hit(209.5, Lane::Chat), Some(What::Mark(2)), "the nearer one");
        assert_eq!(hit(305.0, Lane::Model), Some(What::Cell(0)));
        assert_eq!(hit(100.0, Lane::Chat), None);
    }
}
