//! What a player's body can do: how fast it runs, from how high it sees, how far its hands reach.

/// Ticks to sprint over one block on the level: 5.612 blocks a second (Minecraft Wiki, Sprinting).
pub const SPRINT: f32 = 20.0 / 5.612;
/// A standing player's eyes above its feet, in blocks (Minecraft Wiki, Player).
pub const EYE_HEIGHT: f64 = 1.62;
/// How far from the eyes blocks can be dug and used, in blocks: the attribute `block_interaction_range`.
pub const REACH: f64 = 4.5;

#[cfg(test)]
mod tests {
    use super::*;

    /// Each tick adds the attribute `movement_speed` (0.1, and 0.3 of it for who sprints) times the key's 0.98, and keeps
    /// 0.91 times the ground's 0.6 of the speed before.
    #[test]
    fn the_pace_is_what_the_games_physics_come_to() {
        let speed = 0.1 * 1.3 * 0.98 / (1.0 - 0.91 * 0.6);
        let ticks = 1.0 / speed;
        assert!((SPRINT - ticks).abs() < 0.001, "{SPRINT} and {ticks}");
    }
}
