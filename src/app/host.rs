//! Where the bot plays: the practice world in this process, or a server somewhere.

use std::net::{Ipv4Addr, SocketAddr};

use super::{
    Failure,
    cli::{DEFAULT_SEED, HostArgs, VIEW_DISTANCE},
    process, status,
};
use crate::{
    domain::{ChunkPos, tame},
    practice::{PracticeWorld, WorldConfig},
};

/// The practice world's name, whichever it is: a new one for each run.
pub const PRACTICE: &str = "the practice world";

/// What to join.
#[derive(Clone, Debug)]
pub enum HostConfig {
    Practice { seed: i64, tick_rate: f32, give: Vec<(String, u32)>, begins: Option<ChunkPos> },
    Server(String),
}

impl From<&HostArgs> for HostConfig {
    fn from(args: &HostArgs) -> Self {
        match &args.server {
            Some(server) => Self::Server(server.clone()),
            None => Self::Practice {
                seed: args.seed.unwrap_or(DEFAULT_SEED),
                tick_rate: args.tick_rate.unwrap_or(20.0),
                give: args.give.clone(),
                begins: None,
            },
        }
    }
}

impl HostConfig {
    /// Whether each run finds the world as it was when it first began.
    pub fn is_new_each_time(&self) -> bool {
        matches!(self, Self::Practice { .. })
    }

    /// In words, for people and for the history.
    pub fn name(&self) -> String {
        match self {
            Self::Practice { .. } => PRACTICE.to_owned(),
            Self::Server(server) => server.clone(),
        }
    }
}

/// What is joined; a practice world lives as long as this.
pub enum Host {
    Practice(PracticeWorld),
    Server(String),
}

impl Host {
    /// Starts the practice world, or takes the server's word for being there.
    ///
    /// # Errors
    /// If loopback has no port to listen on; if the system gives too few threads or files to play at all.
    pub fn start(config: &HostConfig) -> Result<Self, Failure> {
        process::RUN.check()?;
        match config {
            HostConfig::Server(server) => Ok(Self::Server(server.clone())),
            HostConfig::Practice { seed, tick_rate, give, begins } => {
                let config = WorldConfig {
                    bind: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
                    seed: *seed,
                    begins: *begins,
                    tick_rate: *tick_rate,
                    give: give.clone(),
                    view_distance: VIEW_DISTANCE,
                    ..WorldConfig::default()
                };
                PracticeWorld::start(config)
                    .map(Self::Practice)
                    .map_err(|error| Failure::new(status::NOT_JOINED, format!("the practice world: {error}")))
            }
        }
    }

    /// `HOST:PORT`.
    pub fn address(&self) -> String {
        match self {
            Self::Practice(world) => world.address().to_string(),
            Self::Server(server) => server.clone(),
        }
    }

    /// The failure to join it; `reason` may be anybody's words, over any number of lines.
    pub fn not_joined(&self, reason: &str) -> Failure {
        let reason = tame(reason);
        Failure::new(status::NOT_JOINED, format!("could not join {} ({}): {reason}", self.name(), self.address()))
    }

    /// In words, for people.
    pub fn name(&self) -> String {
        match self {
            Self::Practice(_) => PRACTICE.to_owned(),
            Self::Server(_) => self.address(),
        }
    }
}
