//! The mind's desk for calls to models: they go out to the async pool and come back through a channel, so that no system
//! ever waits for one. What nobody waits for any more is ended, and an answer that comes all the same is dropped. In a
//! replay a recording answers instead, and nothing leaves the desk.

use std::{
    collections::HashMap,
    fmt, io, mem,
    sync::Arc,
    time::{Duration, Instant},
};

use bevy::ecs::resource::Resource;
use crossbeam_channel::{Receiver, Sender, unbounded};
use tokio::{runtime::Runtime, task::AbortHandle};

use super::{
    call::{Answer, CallError, CallFault, Prompt},
    client::Client,
    config::{Limits, ModelConfig},
    replies::Replies,
};

/// How long the end of the program waits for the pool: calls are ended, and not waited for.
const GOODBYE: Duration = Duration::from_millis(100);

/// Called when an answer has come.
type Wake = Arc<dyn Fn() + Send + Sync>;

/// Who answers.
#[derive(Debug)]
pub enum Source {
    Client(Client),
    Replies(Replies),
}

/// Where the mind's systems make calls. Without a model it is closed.
#[derive(Resource, Default)]
pub struct Desk(Option<Open>);

struct Open {
    limits: Limits,
    line: Line,
    last: u64,
    wake: Wake,
}

/// The desk's other end.
enum Line {
    Providers(Providers),
    /// With the calls that wait for their answers.
    Recording(Replies, Vec<u64>),
}

struct Providers {
    client: Client,
    /// `None` only while the desk is being dropped.
    pool: Option<Runtime>,
    answered: Sender<Answer>,
    answers: Receiver<Answer>,
    under_way: HashMap<u64, AbortHandle>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Desk").field(&self.0.as_ref().map(|open| &open.limits)).finish()
    }
}

impl Desk {
    /// A desk whose calls go to models. `wake` is called from the pool when an answer has come.
    ///
    /// # Errors
    /// If the pool's thread cannot be started.
    pub fn open(limits: Limits, client: Client, wake: Wake) -> io::Result<Self> {
        let line = Line::Providers(Providers::new(client)?);
        Ok(Self(Some(Open { limits, line, last: 0, wake })))
    }

    /// A desk whose calls a recording answers, in its own order, each as soon as it is asked: no key, network or pool is
    /// needed, and no budget holds, since nothing is paid.
    pub fn replaying(limits: Limits, replies: Replies, wake: Wake) -> Self {
        let limits = Limits { budget_usd: None, ..limits };
        Self(Some(Open { limits, line: Line::Recording(replies, Vec::new()), last: 0, wake }))
    }

    /// What goals may cost; `None` without a model.
    pub fn limits(&self) -> Option<&Limits> {
        self.0.as_ref().map(|open| &open.limits)
    }

    /// Sends a call off and says its number; `None` without a model.
    pub fn ask(&mut self, prompt: Prompt, model: ModelConfig) -> Option<u64> {
        let open = self.0.as_mut()?;
        open.last += 1;
        match &mut open.line {
            Line::Providers(providers) => providers.send(open.last, prompt, model, open.wake.clone())?,
            Line::Recording(_, waiting) => {
                waiting.push(open.last);
                (open.wake)();
            }
        }
        Some(open.last)
    }

    /// How often a call that is under way was sent, as far as anybody knows.
    pub fn tries(&self) -> u32 {
        match self.0.as_ref().map(|open| &open.line) {
            Some(Line::Providers(_)) => 1,
            Some(Line::Recording(..)) | None => 0,
        }
    }

    /// Ends a call that nobody waits for any more.
    pub fn withdraw(&mut self, call: u64) {
        match self.0.as_mut().map(|open| &mut open.line) {
            Some(Line::Providers(providers)) => providers.withdraw(call),
            // The next call gets the answer: a recording holds none for calls that were withdrawn.
            Some(Line::Recording(_, waiting)) => waiting.retain(|waits| *waits != call),
            None => {}
        }
    }

    /// The answers that have come to calls still waited for. A call whose task has died without one is told as garbled.
    pub fn answers(&mut self) -> Vec<Answer> {
        match self.0.as_mut().map(|open| &mut open.line) {
            Some(Line::Providers(providers)) => providers.answers(),
            Some(Line::Recording(replies, waiting)) => {
                let answer =
                    |call| Answer { call, result: replies.next_answer(), tries: 0, latency_ms: 0, lost_schema: false };
                mem::take(waiting).into_iter().map(answer).collect()
            }
            None => Vec::new(),
        }
    }
}

impl Providers {
    fn new(client: Client) -> io::Result<Self> {
        let pool =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).thread_name("models").enable_all().build()?;
        let (answered, answers) = unbounded();
        Ok(Self { client, pool: Some(pool), answered, answers, under_way: HashMap::new() })
    }

    /// `None` once the desk is being dropped.
    fn send(&mut self, call: u64, prompt: Prompt, model: ModelConfig, wake: Wake) -> Option<()> {
        let (client, answered) = (self.client.clone(), self.answered.clone());
        let task = self.pool.as_ref()?.spawn(async move {
            let begun = Instant::now();
            let went_without = client.goes_without_schema(&model);
            let (result, tries) = client.call(&prompt, &model).await;
            let latency_ms = begun.elapsed().as_millis() as u64;
            let lost_schema = !went_without && client.goes_without_schema(&model);
            // Fails only if the desk is gone.
            let _ = answered.send(Answer { call, result, tries, latency_ms, lost_schema });
            wake();
        });
        self.under_way.insert(call, task.abort_handle());
        Some(())
    }

    fn withdraw(&mut self, call: u64) {
        if let Some(task) = self.under_way.remove(&call) {
            task.abort();
        }
    }

    fn answers(&mut self) -> Vec<Answer> {
        let died: Vec<u64> =
            self.under_way.iter().filter(|(_, task)| task.is_finished()).map(|(call, _)| *call).collect();
        let mut answers: Vec<Answer> =
            self.answers.try_iter().filter(|answer| self.under_way.remove(&answer.call).is_some()).collect();
        for call in died {
            if self.under_way.remove(&call).is_some() {
                let error = CallError::new(CallFault::Garbled, "the call met a fault of ours", None);
                answers.push(Answer { call, result: Err(error), tries: 1, latency_ms: 0, lost_schema: false });
            }
        }
        answers
    }
}

impl Drop for Providers {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.take() {
            pool.shutdown_timeout(GOODBYE);
        }
    }
}
