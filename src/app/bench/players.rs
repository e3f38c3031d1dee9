//! Who plays what is measured.

use crate::{
    app::{BotConfig, BotPlanner, Failure, Host, SessionConfig, status},
    knowledge::SopLibrary,
    mind::{Owners, Policy},
};

/// What is played: these goals by these bots, and nothing that lasts.
pub fn session(host: &Host, names: &[&str], goals: Vec<String>) -> Result<SessionConfig, Failure> {
    let bot = |name: &&str| BotConfig {
        username: (*name).to_owned(),
        server: host.address(),
        server_name: host.name(),
        planner: BotPlanner::Session,
    };
    Ok(SessionConfig {
        bots: names.iter().map(bot).collect(),
        owners: Owners::default(),
        goals,
        policy: Policy::default(),
        sops: SopLibrary::load(None).map_err(|error| Failure::new(status::FAILED, error.to_string()))?,
        model: None,
        journal_file: None,
        zones: Default::default(),
        recorder: None,
    })
}
