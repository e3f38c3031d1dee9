//! The mind's desk for calls to models: they go out to the async pool and come back through a channel, so that no system
//! ever waits for one. What nobody waits for any more is ended, and an answer that comes all the same is dropped.

use std::{
    collections::HashMap,
    fmt, io,
    sync::Arc,
    time::{Duration, Instant},
};

use bevy::ecs::resource::Resource;
use crossbeam_channel::{Receiver, Sender, unbounded};
use tokio::{runtime::Runtime, task::AbortHandle};

use super::{Answer, CallError, Client, Limits, LlmConfig, Prompt, Role};

/// How long the end of the program waits for the pool: calls are ended, and not waited for.
const GOODBYE: Duration = Duration::from_millis(100);

/// Where the mind's systems make calls. Without a model it is closed.
#[derive(Resource, Default)]
pub struct Desk(Option<Open>);

struct Open {
    config: LlmConfig,
    client: Client,
    /// `None` only while the desk is being dropped.
    pool: Option<Runtime>,
    answered: Sender<Answer>,
    answers: Receiver<Answer>,
    under_way: HashMap<u64, AbortHandle>,
    last: u64,
    /// Called when an answer has come.
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Desk").field(&self.0.as_ref().map(|open| &open.config)).finish()
    }
}

impl Desk {
    /// A desk whose goals go to a model. `wake` is called from the pool when an answer has come.
    ///
    /// # Errors
    /// If the pool's thread cannot be started.
    pub fn open(config: LlmConfig, client: Client, wake: Arc<dyn Fn() + Send + Sync>) -> io::Result<Self> {
        let pool =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).thread_name("models").enable_all().build()?;
        let (answered, answers) = unbounded();
        let (under_way, last) = (HashMap::new(), 0);
        Ok(Self(Some(Open { config, client, pool: Some(pool), answered, answers, under_way, last, wake })))
    }

    /// What goals may cost; `None` without a model.
    pub fn limits(&self) -> Option<&Limits> {
        self.0.as_ref().map(|open| &open.config.limits)
    }

    /// The name of the role's model; empty without one.
    pub fn model(&self, role: Role) -> &str {
        self.0.as_ref().map_or("", |open| match role {
            Role::Planner => &open.config.planner.model,
            Role::Reflexion => &open.config.reflexion.model,
        })
    }

    /// Sends a call off and says its number; `None` without a model.
    pub fn ask(&mut self, prompt: Prompt) -> Option<u64> {
        let open = self.0.as_mut()?;
        open.last += 1;
        let call = open.last;
        let (client, answered, wake) = (open.client.clone(), open.answered.clone(), open.wake.clone());
        let task = open.pool.as_ref()?.spawn(async move {
            let begun = Instant::now();
            let (result, tries) = client.call(&prompt).await;
            let latency_ms = begun.elapsed().as_millis() as u64;
            // Fails only if the desk is gone.
            let _ = answered.send(Answer { call, result, tries, latency_ms });
            wake();
        });
        open.under_way.insert(call, task.abort_handle());
        Some(call)
    }

    /// Ends a call that nobody waits for any more.
    pub fn withdraw(&mut self, call: u64) {
        if let Some(task) = self.0.as_mut().and_then(|open| open.under_way.remove(&call)) {
            task.abort();
        }
    }

    /// The answers that have come to calls still waited for. A call whose task has died without one is told as garbled.
    pub fn answers(&mut self) -> Vec<Answer> {
        let Some(open) = &mut self.0 else { return Vec::new() };
        let died: Vec<u64> =
            open.under_way.iter().filter(|(_, task)| task.is_finished()).map(|(call, _)| *call).collect();
        let mut answers: Vec<Answer> =
            open.answers.try_iter().filter(|answer| open.under_way.remove(&answer.call).is_some()).collect();
        for call in died {
            if open.under_way.remove(&call).is_some() {
                let error = CallError::new(super::CallFault::Garbled, "the call met a fault of ours", None);
                answers.push(Answer { call, result: Err(error), tries: 1, latency_ms: 0 });
            }
        }
        answers
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.take() {
            pool.shutdown_timeout(GOODBYE);
        }
    }
}
