//! `blockwright run`: goals to their end, in a window or in the terminal.

use std::{sync::Arc, time::Duration};

use super::{
    Failure, Host, HostConfig, Interrupt, Model, Recorder, SessionConfig,
    cli::{ModelArgs, RunArgs},
    crew::Crew,
    data,
    headless::{Ended, run_headless},
    status,
    terminal::{Terminal, Voice},
    windowed,
};
use crate::{
    journal::{JournalFile, Report},
    knowledge::SopLibrary,
    mind::{
        Policy,
        model::{Client, LlmConfig, PlannerChoice, Replies, Source, keys_in_environment},
        plan::{grammar, planner::check_goal},
    },
    store::NewSession,
};

/// What to do about words that no grammar foresees.
const MODEL_HINT: &str = ". A language model may understand more: set GEMINI_API_KEY, ANTHROPIC_API_KEY or OPENAI_API_KEY, \
                          or name an Ollama model with --model";

/// Runs the goals and says how it ended.
///
/// # Errors
/// Bad input, before anything is started; a server that cannot be joined.
pub fn run(args: RunArgs) -> Result<u8, Failure> {
    let json = args.json;
    let ended = run_goals(args);
    if let (true, Err(failure)) = (json, &ended) {
        let report = Report { event: "report".to_owned(), error: Some(failure.message.clone()), ..Report::default() };
        Terminal::new(Voice::Json).print_report(&report);
    }
    ended
}

fn run_goals(args: RunArgs) -> Result<u8, Failure> {
    let crew = Crew::of(&args)?;
    let goals = crew.give(as_goals(args.goals), args.bot.as_deref())?;
    let sops =
        SopLibrary::load(args.sops.as_deref()).map_err(|error| Failure::new(status::BAD_INPUT, error.to_string()))?;
    let model = planning_model(&args.model)?;
    for goal in &goals {
        let goal = crew.asked(goal);
        let Err(refusal) = check_goal(goal, &sops) else { continue };
        // What no grammar foresees a model may still understand; what is understood and wrong is wrong for it as well.
        let fault = grammar::parse(goal).err();
        let hopeless = goal.trim().is_empty() || fault.as_ref().is_some_and(grammar::is_wrong_for_all);
        if model.is_some() && fault.is_some() && !hopeless {
            continue;
        }
        let told = model.is_some() || hopeless || args.model.planner == Some(PlannerChoice::Offline);
        let hint = if told { "" } else { MODEL_HINT };
        return Err(Failure::new(status::BAD_INPUT, format!("{}{hint}", refusal.error.message)));
    }
    let host = Host::start(&HostConfig::from(&args.host))?;
    let in_window = !args.headless && !args.json && windowed::has_display();
    let (journal_file, recorder) = match args.no_journal {
        true => (None, None),
        false => {
            let bot = crew.names().collect::<Vec<_>>().join(", ");
            let session = NewSession { bot, server: host.name(), goals: goals.len() as u64 };
            (open_journal(), open_store(&session))
        }
    };
    let config = SessionConfig {
        bots: crew.on(&host),
        goals,
        policy: Policy {
            comes_back: in_window,
            timeout: args.timeout.map(|seconds| seconds.saturating_mul(20)),
            wall_timeout: args.timeout.map(Duration::from_secs),
            ..Policy::default()
        },
        sops,
        model,
        journal_file,
        recorder,
    };
    let mut terminal = Terminal::new(if args.json { Voice::Json } else { Voice::People });
    let interrupt = Interrupt::default();
    let ended = if in_window {
        windowed::run_windowed(config, interrupt, args.exit, terminal)?
    } else {
        // Its frames come often enough to notice the flag: nobody needs waking.
        interrupt.listen(Arc::new(|| ()))?;
        let ended = run_headless(config, interrupt, |world| terminal.print_news(world))?;
        print_end(&ended, &terminal);
        ended
    };
    match ended.reason {
        Some(reason) => Err(host.not_joined(&reason)),
        None => Ok(ended.status),
    }
}

/// The model that plans, if one is to.
fn planning_model(args: &ModelArgs) -> Result<Option<Model>, Failure> {
    let bad_input = |words: String| Failure::new(status::BAD_INPUT, words);
    let config =
        LlmConfig::load(args.config.as_deref(), args.overrides()).map_err(|error| bad_input(error.to_string()))?;
    let source = match &args.replies {
        Some(_) if args.planner == Some(PlannerChoice::Offline) => {
            let words = "--replies lets a recorded model plan, and --planner offline none: leave one of them out";
            return Err(bad_input(words.to_owned()));
        }
        Some(file) => Source::Replies(Replies::read(file).map_err(|error| bad_input(error.to_string()))?),
        None if config.uses_model() => {
            Source::Client(Client::new(&config).map_err(|error| Failure::new(status::FAILED, error.to_string()))?)
        }
        None => return Ok(None),
    };
    Ok(Some(Model { config, source }))
}

/// A journal that cannot be written is no reason not to play.
fn open_journal() -> Option<JournalFile> {
    JournalFile::open(None, keys_in_environment())
        .inspect_err(|error| tracing::warn!("the journal cannot be written: {error}"))
        .ok()
}

/// Nor is a store that cannot be used.
fn open_store(session: &NewSession) -> Option<Recorder> {
    let opened = data::path().and_then(|path| Ok(Recorder::begin(&path, session, keys_in_environment())?));
    opened.inspect_err(|failure| tracing::warn!("playing on without a history: {}", failure.message)).ok()
}

/// Prints the report, where there is one.
pub fn print_end(ended: &Ended, terminal: &Terminal) {
    if let Some(report) = &ended.report {
        terminal.print_report(report);
    }
}

/// Each argument is a goal; but words that somebody forgot to quote are one goal.
pub fn as_goals(args: Vec<String>) -> Vec<String> {
    let unquoted = args.len() > 1 && args.iter().all(|arg| !arg.trim().contains(char::is_whitespace));
    if unquoted { vec![args.join(" ")] } else { args }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgotten_quotes_are_forgiven() {
        let goals = |args: &[&str]| as_goals(args.iter().map(|arg| (*arg).to_owned()).collect());
        assert_eq!(goals(&["get", "me", "a", "stone", "pickaxe"]), ["get me a stone pickaxe"]);
        assert_eq!(goals(&["craft a chest", "say hi"]), ["craft a chest", "say hi"]);
    }
}
