//! The timeline's camera: which moment lies at which point of the pane.

/// The nearest and the farthest look, in milliseconds a point: a second fills a pane, and so do some decades.
const NEAREST: f64 = 1.0;
const FARTHEST: f64 = 1e9;
/// A new pane shows about so much, in milliseconds a point: some minutes.
const AT_FIRST: f64 = 250.0;
/// Points behind the newest moment, so that what happens now does not stick to the border.
const BEHIND_NOW: f32 = 14.0;
/// What is fitted in leaves so much of the width at each side.
const AROUND: f64 = 0.02;

/// Times are milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeView {
    /// At the left border.
    pub from: f64,
    /// Milliseconds a point.
    pub scale: f64,
}

impl Default for TimeView {
    fn default() -> Self {
        Self { from: 0.0, scale: AT_FIRST }
    }
}

impl TimeView {
    /// Points from the left border.
    pub fn x(self, ms: u64) -> f32 {
        // Subtract before narrowing: in single precision a moment of this century is minutes wide.
        ((ms as f64 - self.from) / self.scale) as f32
    }

    pub fn ms(self, x: f32) -> f64 {
        self.from + f64::from(x) * self.scale
    }

    /// Moves time along with a dragging hand.
    pub fn drag(&mut self, by: f32) {
        self.from = (self.from - f64::from(by) * self.scale).max(0.0);
    }

    /// Enlarges by a factor; the moment at `x` stays there.
    pub fn zoom(&mut self, x: f32, factor: f64) {
        let fixed = self.ms(x);
        self.scale = (self.scale / factor).clamp(NEAREST, FARTHEST);
        self.from = (fixed - f64::from(x) * self.scale).max(0.0);
    }

    /// Puts a moment near the right border.
    pub fn end_at(&mut self, now: u64, width: f32) {
        self.from = (now as f64 - f64::from(width - BEHIND_NOW) * self.scale).max(0.0);
    }

    /// Shows all from one moment to another.
    pub fn fit(&mut self, from: u64, to: u64, width: f32) {
        let span = to.saturating_sub(from) as f64;
        self.scale = (span * (1.0 + 2.0 * AROUND) / f64::from(width.max(1.0))).clamp(NEAREST, FARTHEST);
        // What is shorter than the nearest look stands in the middle.
        let middle = from as f64 + span / 2.0;
        self.from = (middle - f64::from(width) * self.scale / 2.0).max(0.0);
    }

    /// Moves as little as it takes to have a moment in sight, well off the borders.
    pub fn bring_in(&mut self, ms: u64, width: f32) {
        let x = self.x(ms);
        let margin = width * 0.1;
        if x < margin || x > width - margin {
            // Not by a drag: over years single precision is off by thousands of points.
            self.from = (ms as f64 - f64::from(x.clamp(margin, width - margin)) * self.scale).max(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WIDTH: f32 = 860.0;

    fn view() -> impl Strategy<Value = TimeView> {
        (1.7e12..1.9e12f64, NEAREST..1e6f64).prop_map(|(from, scale)| TimeView { from, scale })
    }

    proptest! {
        #[test]
        fn zooming_keeps_the_moment_under_the_cursor(view in view(), x in 0.0..WIDTH, factor in 0.2..5.0f64) {
            let before = view.ms(x);
            let mut view = view;
            view.zoom(x, factor);
            prop_assert!((view.ms(x) - before).abs() < view.scale * 0.1);
        }

        #[test]
        fn dragging_carries_time_along(view in view(), x in 0.0..WIDTH, by in -300.0..300.0f32) {
            let before = view.ms(x);
            let mut view = view;
            view.drag(by);
            prop_assert!((view.ms(x + by) - before).abs() < view.scale * 0.1);
        }

        #[test]
        fn what_is_brought_in_is_in_sight(view in view(), ms in 1.7e12..1.9e12f64) {
            let mut view = view;
            view.bring_in(ms as u64, WIDTH);
            let x = view.x(ms as u64);
            prop_assert!((WIDTH * 0.09..=WIDTH * 0.91).contains(&x), "{}", x);
        }
    }

    #[test]
    fn what_is_fitted_fills_the_pane() {
        let mut view = TimeView::default();
        view.fit(1_795_000_000_000, 1_795_000_600_000, WIDTH);
        let (left, right) = (view.x(1_795_000_000_000), view.x(1_795_000_600_000));
        assert!((10.0..30.0).contains(&left) && (830.0..850.0).contains(&right), "{left} {right}");
        view.fit(1_795_000_000_000, 1_795_000_000_000, WIDTH);
        assert_eq!(view.x(1_795_000_000_000).round(), WIDTH / 2.0, "a single moment");
        view.end_at(1_795_000_000_000, WIDTH);
        assert_eq!(view.x(1_795_000_000_000).round(), WIDTH - BEHIND_NOW);
    }
}
