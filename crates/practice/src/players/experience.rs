//! Experience: points, and the levels they make (Minecraft Wiki, Experience).

/// The highest level that a client can be told.
const MOST: u32 = i32::MAX as u32;

/// What a player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Experience {
    pub level: u32,
    /// Points towards the next level.
    pub points: u32,
    /// All points ever, as the death screen's score counts them.
    pub total: u32,
}

impl Experience {
    /// Points from this level to the next.
    fn to_next(level: u32) -> u32 {
        match level {
            0..=14 => 2 * level + 7,
            15..=29 => 5 * level - 38,
            _ => level.saturating_mul(9).saturating_sub(158),
        }
    }

    /// How far to the next level, 0 to 1.
    pub fn progress(self) -> f32 {
        self.points as f32 / Self::to_next(self.level) as f32
    }

    /// As it was saved.
    pub fn resume(level: u32, progress: f32, total: u32) -> Self {
        let level = level.min(MOST);
        let most = Self::to_next(level) - 1;
        Self { level, points: ((progress * (most + 1) as f32).round() as u32).min(most), total }
    }

    pub fn add(&mut self, points: u32) {
        self.total = self.total.saturating_add(points);
        self.points = self.points.saturating_add(points);
        while self.points >= Self::to_next(self.level) {
            self.points -= Self::to_next(self.level);
            self.level += 1;
        }
    }
}

impl Experience {
    /// More points or, below zero, fewer: down to none, level by level.
    pub fn add_signed(&mut self, points: i32) {
        let Ok(fewer) = u32::try_from(-i64::from(points)) else { return self.add(points.unsigned_abs()) };
        self.total = self.total.saturating_sub(fewer);
        let mut owed = fewer;
        while self.points < owed {
            if self.level == 0 {
                self.points = 0;
                return;
            }
            owed -= self.points;
            self.level -= 1;
            self.points = Self::to_next(self.level);
        }
        self.points -= owed;
    }

    /// More levels or fewer; below the first nothing is left at all.
    pub fn add_levels(&mut self, levels: i32) {
        match u32::try_from(i64::from(self.level) + i64::from(levels)) {
            Ok(level) => self.set_level(level),
            Err(_) => *self = Self::default(),
        }
    }

    /// How far it is to the next level stays, as a share of the way.
    pub fn set_level(&mut self, level: u32) {
        let progress = self.progress();
        self.level = level.min(MOST);
        self.points = (f64::from(progress) * f64::from(Self::to_next(self.level))) as u32;
    }

    /// False if these would be enough for the next level.
    pub fn set_points(&mut self, points: u32) -> bool {
        let fits = points < Self::to_next(self.level);
        if fits {
            self.points = points;
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Minecraft Wiki: level 16 takes 352 points in all, 31 takes 1,507, 32 takes 1,628.
    #[test]
    fn levels_are_dear() {
        for (points, level, over) in [(6, 0, 6), (7, 1, 0), (352, 16, 0), (353, 16, 1), (1507, 31, 0), (1628, 32, 0)] {
            let mut experience = Experience::default();
            experience.add(points);
            assert_eq!(experience, Experience { level, points: over, total: points });
        }
    }

    #[test]
    fn what_was_given_can_be_taken() {
        let mut experience = Experience::default();
        experience.add(1507);
        experience.add_signed(-1154);
        assert_eq!(experience, Experience { level: 16, points: 1, total: 353 });
        experience.add_signed(-1);
        assert_eq!((experience.level, experience.points), (16, 0));
        experience.add_signed(-1);
        assert_eq!((experience.level, experience.points), (15, 36), "level 15 takes 37 points");
        experience.add_signed(i32::MIN);
        assert_eq!(experience, Experience::default());
        experience.add_levels(i32::MAX);
        experience.add_levels(1);
        assert_eq!(experience.level, MOST);
        experience.set_level(30);
        assert!(experience.set_points(111) && !experience.set_points(112), "level 30 takes 112 points");
        experience.set_level(0);
        assert_eq!((experience.level, experience.points), (0, 6), "as far along as before");
        experience.add_levels(-1);
        assert_eq!(experience, Experience::default());
    }
}
