//! Who plays: the bots of a run, from the command line or from `[[bot]]` in the configuration, and whose a goal is.

use serde::Deserialize;

use super::{
    BotConfig, BotPlanner, Failure, Host,
    cli::{self, RunArgs, USUAL_BOT},
};
use crate::mind::{
    addressed,
    model::{ConfigError, ConfigFile, LlmConfig, Overrides, OwnModel, OwnPlanner, PlannerChoice},
    shared_out,
};

/// Bots in one mind at most: each is a thread, a connection and some 20 MiB.
const MOST_BOTS: usize = 32;

/// The bots of a run, before there is anything to join.
#[derive(Debug)]
pub struct Crew(Vec<Member>);

/// One bot, as it is written in the configuration.
#[derive(Deserialize, Debug, Clone, PartialEq)]
#[serde(deny_unknown_fields)]
struct Member {
    #[serde(deserialize_with = "username")]
    username: String,
    /// Where it plays, if not where the others do.
    #[serde(default, deserialize_with = "server")]
    server: Option<String>,
    /// Who plans for it, if not who plans for the others.
    planner: Option<PlannerChoice>,
    model: Option<OwnModel>,
}

impl Member {
    fn named(username: &str) -> Self {
        Self { username: username.to_owned(), server: None, planner: None, model: None }
    }

    fn own_planner(&self) -> OwnPlanner {
        OwnPlanner { planner: self.planner, model: self.model.clone() }
    }
}

/// What of the configuration is about bots. All else is read elsewhere: [`LlmConfig`] says what nobody knows.
#[derive(Deserialize, Default)]
struct Written {
    #[serde(default)]
    bot: Vec<Member>,
}

impl Crew {
    /// The bots that the command line names, or else the configuration; or one alone.
    ///
    /// # Errors
    /// A configuration that cannot be meant; names that a server would not tell apart; too many.
    pub fn of(args: &RunArgs, config: &ConfigFile) -> Result<Self, Failure> {
        let members = if args.how.bots.is_empty() {
            let Written { bot: written } = config.parse().map_err(|error| Failure::bad_input(error.to_string()))?;
            if !written.is_empty() && args.how.host.username != USUAL_BOT {
                let words = "--username names one bot, and the configuration its own in [[bot]]: leave one of them out";
                return Err(Failure::bad_input(words));
            }
            // A goal is gone on with where it was begun, which is remembered for a run as a whole.
            if args.resume && written.iter().any(|member| member.server.is_some()) {
                let words =
                    "--resume goes on with goals on one server, and a bot of the configuration has a server of its own";
                return Err(Failure::bad_input(words));
            }
            if written.is_empty() { vec![Member::named(&args.how.host.username)] } else { written }
        } else {
            args.how.bots.iter().map(|name| Member::named(name)).collect()
        };
        Self::checked(members)
    }

    fn checked(members: Vec<Member>) -> Result<Self, Failure> {
        if members.len() > MOST_BOTS {
            return Err(Failure::bad_input(format!("at most {MOST_BOTS} bots play, not {}", members.len())));
        }
        for (at, member) in members.iter().enumerate() {
            // A goal is given by name, whatever its case.
            if members[..at].iter().any(|other| other.username.eq_ignore_ascii_case(&member.username)) {
                return Err(Failure::bad_input(format!("two bots are called {}", member.username)));
            }
        }
        Ok(Self(members))
    }

    /// How a command line says who plays; `None` where they do not all play on one server.
    pub fn options(&self) -> Option<String> {
        if self.0.iter().any(|member| member.server.is_some()) {
            return None;
        }
        Some(match self.0.as_slice() {
            [alone] if alone.username == USUAL_BOT => String::new(),
            [alone] => format!(" --username {}", alone.username),
            _ => format!(" --bots {}", self.names().collect::<Vec<_>>().join(",")),
        })
    }

    /// The bots as the history knows them, with the servers that are their own.
    pub fn known_as(&self) -> String {
        let known = self.0.iter().map(|member| match &member.server {
            Some(server) => format!("{} on {server}", member.username),
            None => member.username.clone(),
        });
        known.collect::<Vec<_>>().join(", ")
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|member| member.username.as_str())
    }

    /// What a goal asks, whoever it names.
    pub fn asked<'a>(&self, goal: &'a str) -> &'a str {
        addressed(goal, self.names()).1
    }

    /// Goals as those of one bot each, where they name several; those that name no bot given to this one.
    ///
    /// # Errors
    /// If nobody is called so.
    pub fn give(&self, goals: Vec<String>, bot: Option<&str>) -> Result<Vec<String>, Failure> {
        let names: Vec<&str> = self.names().collect();
        let goals: Vec<String> = goals.iter().flat_map(|goal| shared_out(goal.trim(), &names)).collect();
        let Some(bot) = bot else { return Ok(goals) };
        let Some(name) = self.names().find(|name| name.eq_ignore_ascii_case(bot)) else {
            let names = self.names().collect::<Vec<_>>().join(", ");
            return Err(Failure::bad_input(format!("--bot: there is no {bot} among {names}")));
        };
        let given = |goal: String| match addressed(&goal, self.names()) {
            (None, _) => format!("{name}: {goal}"),
            (Some(_), _) => goal,
        };
        Ok(goals.into_iter().map(given).collect())
    }

    /// What is configured about the models of each.
    ///
    /// # Errors
    /// If anything in it cannot be meant.
    pub fn configs(&self, file: &ConfigFile, overrides: &Overrides) -> Result<Vec<LlmConfig>, ConfigError> {
        self.0.iter().map(|member| LlmConfig::of_bot(file, overrides, &member.own_planner())).collect()
    }

    /// Which of these planners a goal may come to: that of the bot it names, or anybody's.
    pub fn planners_for<'a>(&self, goal: &str, planners: &'a [BotPlanner]) -> Vec<&'a BotPlanner> {
        let (named, _) = addressed(goal, self.names());
        let is_for = |name: &str| named.is_none_or(|named| named == name);
        self.names().zip(planners).filter(|(name, _)| is_for(name)).map(|(_, planner)| planner).collect()
    }

    /// The bots with what they join: the host, where they name no server of their own; and with who plans for each.
    pub fn on(&self, host: &Host, planners: Vec<BotPlanner>) -> Vec<BotConfig> {
        let bot = |(member, planner): (&Member, BotPlanner)| BotConfig {
            planner,
            username: member.username.clone(),
            server: member.server.clone().unwrap_or_else(|| host.address()),
            server_name: member.server.clone().unwrap_or_else(|| host.name()),
        };
        self.0.iter().zip(planners).map(bot).collect()
    }
}

fn username<'de, D: serde::Deserializer<'de>>(written: D) -> Result<String, D::Error> {
    cli::username(&String::deserialize(written)?).map_err(serde::de::Error::custom)
}

fn server<'de, D: serde::Deserializer<'de>>(written: D) -> Result<Option<String>, D::Error> {
    cli::server(&String::deserialize(written)?).map(Some).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Member>, String> {
        toml::from_str::<Written>(text).map(|written| written.bot).map_err(|error| error.message().to_owned())
    }

    #[test]
    fn bots_may_be_written_down_each_with_a_server() {
        let text = "planner = \"offline\"\n[[bot]]\nusername = \"Ada\"\nmodel = \"claude\"\n[[bot]]\nusername = \"Bert\"\nserver = \"localhost\"\n";
        let bots = read(text).unwrap();
        assert_eq!(bots.len(), 2);
        assert_eq!(bots[1].server.as_deref(), Some("localhost:25565"));
        assert!(bots[0].model.is_some() && bots[1].model.is_none());
        assert!(read("[[bot]]\nusername = \"B\"").unwrap_err().contains("3 to 16"));
        assert!(read("[[bot]]\nusername = \"Ada\"\nserver = \":\"").unwrap_err().contains("HOST:PORT"));
        assert!(read("[[bot]]\nusername = \"Ada\"\nflies = true").unwrap_err().contains("flies"));
        assert_eq!(read("planner = \"offline\"").unwrap(), []);
    }

    #[test]
    fn names_that_a_goal_could_not_tell_apart_are_refused() {
        let crew = |names: &[&str]| Crew::checked(names.iter().map(|name| Member::named(name)).collect());
        assert!(crew(&["Ada", "ada"]).unwrap_err().message.contains("two bots are called ada"));
        assert!(crew(&["Ada"; MOST_BOTS + 1]).unwrap_err().message.contains("at most 32"));
        let both = crew(&["Ada", "Bert"]).unwrap();
        let goals = || vec!["say a".to_owned(), "ada: say b".to_owned()];
        assert_eq!(both.give(goals(), Some("bert")).unwrap(), ["Bert: say a", "ada: say b"]);
        assert_eq!(both.give(goals(), None).unwrap(), goals());
        assert!(both.give(goals(), Some("Carl")).unwrap_err().message.contains("Ada, Bert"));
        assert_eq!(both.asked("Bert: say b"), "say b");
        let options = |names: &[&str]| crew(names).unwrap().options();
        assert_eq!(options(&["Ada", "Bert"]).as_deref(), Some(" --bots Ada,Bert"));
        assert_eq!(options(&["Ada"]).as_deref(), Some(" --username Ada"));
        assert_eq!(options(&[USUAL_BOT]).as_deref(), Some(""));
        let away = Member { server: Some("localhost:1".to_owned()), ..Member::named("Ada") };
        assert_eq!(Crew(vec![away]).options(), None);
    }
}
