//! What a practice world is made with.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};

use crate::domain::ChunkPos;

/// What a world is made with.
#[derive(Clone, Debug)]
pub struct WorldConfig {
    /// Where to listen; port 0 takes a free one.
    pub bind: SocketAddr,
    /// What the terrain grows from.
    pub seed: i64,
    /// The chunk of the land near which the world begins, whatever is there; where none is named it begins where a beginner finds what
    /// is promised. A world that is saved keeps no such place.
    pub begins: Option<ChunkPos>,
    /// Ticks a second, 1 to 10,000; what the machine cannot keep up with runs back to back.
    pub tick_rate: f32,
    /// Items and counts that each player holds at their first join.
    pub give: Vec<(String, u32)>,
    /// Names of those who may use all commands.
    pub operators: Vec<String>,
    /// How often a world that has a folder is saved.
    pub save_every: Duration,
    /// How far clients see, in chunks, at most.
    pub view_distance: u32,
    /// How far from the spawn, in blocks, only operators dig, place and use blocks; 0: nowhere.
    pub spawn_protection: u32,
}

impl Default for WorldConfig {
    fn default() -> Self {
        Self {
            bind: (Ipv4Addr::LOCALHOST, 0).into(),
            seed: 0,
            begins: None,
            tick_rate: 20.0,
            give: Vec::new(),
            operators: Vec::new(),
            save_every: Duration::from_secs(60),
            view_distance: 6,
            spawn_protection: 0,
        }
    }
}
