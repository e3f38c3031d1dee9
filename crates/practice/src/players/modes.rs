//! Game modes: what each allows.

use azalea_core::game_type::GameMode;
use azalea_protocol::packets::game::{ClientboundPlayerAbilities, c_player_abilities::PlayerAbilitiesFlags};

use crate::players::player::Player;

/// How fast bodies fly and walk, as clients count it; vanilla's.
const FLYING_SPEED: f32 = 0.05;
const WALKING_SPEED: f32 = 0.1;

/// Damage from which nothing protects (vanilla's tag `bypasses_invulnerability`).
const ABSOLUTE: [&str; 2] = ["out_of_world", "generic_kill"];

impl Player {
    /// Takes no damage, burns and drowns in nothing, is never hungry.
    pub fn is_invulnerable(&self) -> bool {
        matches!(self.game_mode, GameMode::Creative | GameMode::Spectator)
    }

    /// By the mode, or because the client does not show the world yet.
    pub fn is_invulnerable_to(&self, damage: &str, tick: u64) -> bool {
        (self.is_invulnerable() || tick < self.loading_until) && !ABSOLUTE.contains(&damage)
    }

    /// Breaks at once, places without using up.
    pub fn is_creative(&self) -> bool {
        self.game_mode == GameMode::Creative
    }

    /// Goes through everything and touches nothing.
    pub fn is_spectator(&self) -> bool {
        self.game_mode == GameMode::Spectator
    }

    /// Breaks and places blocks.
    pub fn may_build(&self) -> bool {
        !self.game_mode.is_block_placing_restricted()
    }

    pub fn may_fly(&self) -> bool {
        self.is_invulnerable()
    }

    /// The client says that it flies, or no longer does.
    pub fn fly(&mut self, flying: bool) {
        self.flying = self.is_spectator() || flying && self.may_fly();
        if self.flying {
            self.fallen = 0.0;
        }
    }

    pub fn show_abilities(&mut self) {
        let flags = PlayerAbilitiesFlags {
            invulnerable: self.is_invulnerable(),
            flying: self.flying,
            can_fly: self.may_fly(),
            instant_break: self.is_creative(),
        };
        let (flying_speed, walking_speed) = (FLYING_SPEED, WALKING_SPEED);
        self.link.send(ClientboundPlayerAbilities { flags, flying_speed, walking_speed });
    }
}
