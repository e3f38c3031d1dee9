//! Experience: points, and the levels they make (Minecraft Wiki, Experience).

use azalea_protocol::packets::game::ClientboundSetExperience;

use crate::practice::{game::Game, net::listener::ConnectionId, players::player::Player};

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
            _ => 9 * level - 158,
        }
    }

    /// How far to the next level, 0 to 1.
    pub fn progress(self) -> f32 {
        self.points as f32 / Self::to_next(self.level) as f32
    }

    /// As it was saved.
    pub fn resume(level: u32, progress: f32, total: u32) -> Self {
        // Far more levels than anyone has, and few enough to count with.
        let level = level.min(100_000);
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

impl Game {
    /// Gives a player points; what ores and furnaces yield comes without orbs, at once.
    pub(crate) fn add_experience(&mut self, id: ConnectionId, points: u32) {
        if let Some(player) = self.players.get_mut(&id) {
            player.add_experience(points);
        }
    }
}

impl Player {
    pub fn add_experience(&mut self, points: u32) {
        if points > 0 {
            self.vitals.experience.add(points);
            self.show_experience();
        }
    }

    pub fn show_experience(&mut self) {
        let experience = self.vitals.experience;
        self.link.send(ClientboundSetExperience {
            experience_progress: experience.progress(),
            experience_level: experience.level,
            total_experience: experience.total,
        });
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
}
