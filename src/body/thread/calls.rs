//! The executor: one tool call at a time, polled once per game tick, ended whatever happens.
//!
//! A call ends by itself, by its deadline, by being withdrawn, by the bot's death or the connection's end. Where the bot
//! still stands in the world, a clean-up follows before the outcome is told: it stops walking and digging, puts the
//! cursor's, the grid's and the furnace's items back and closes the window, within bounded ticks. What the call has
//! placed is told with its outcome, whichever that is.

use std::{
    collections::VecDeque,
    future::Future,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
    time::Instant,
};

use serde_json::{Value, json};

use crate::{
    body::{
        limits::TIDY_LIMIT,
        orders::CallId,
        senses::moment::Moment,
        skills::{
            cx::{Cx, Shared},
            tidy,
        },
        tools,
    },
    domain::{BlockPos, ErrorCode, ToolError, ToolRequest, ToolResult, Volume},
};

/// How far off what is closed may be what a call has missed, in blocks: as far as the widest search goes.
const SEARCHED: i32 = 128;

type Work = Pin<Box<dyn Future<Output = Result<Value, ToolError>>>>;

struct Call {
    id: CallId,
    tool: &'static str,
    /// Under which name the tool's own data counts what was got.
    got: Option<&'static str>,
    work: Work,
    /// The outcome, while the clean-up runs.
    outcome: Option<Result<Value, ToolError>>,
    cx: Cx,
    /// Ticks the call may take.
    deadline: u64,
    begun: Moment,
    /// When the clean-up began, once it did.
    tidied: Moment,
    begun_at: Instant,
    withdrawn: bool,
}

/// Why calls cannot go on at all.
pub(super) enum Stop {
    Died(ToolError),
    Disconnected(ToolError),
}

/// A call that waits, as it was ordered.
pub(super) struct Ordered {
    pub id: CallId,
    pub request: ToolRequest,
    pub deadline: u64,
    pub again: bool,
    pub closed: Vec<Volume>,
}

/// The running call and those that wait for it.
#[derive(Default)]
pub(super) struct Calls {
    running: Option<Call>,
    queue: VecDeque<Ordered>,
}

impl Calls {
    pub fn order(&mut self, ordered: Ordered) {
        self.queue.push_back(ordered);
    }

    /// Withdraws a call; one that has not begun ends right away.
    pub fn cancel(&mut self, id: CallId) -> Option<(CallId, ToolResult)> {
        if let Some(call) = self.running.as_mut().filter(|call| call.id == id) {
            call.withdrawn = true;
            return None;
        }
        let at = self.queue.iter().position(|waiting| waiting.id == id)?;
        let Ordered { id, request, .. } = self.queue.remove(at)?;
        Some((id, ToolResult::new(request.name(), 0, 0, Err(withdrawn()))))
    }

    /// The running call, for a report if the thread should end under it.
    pub fn running(&self) -> Option<(CallId, &'static str)> {
        self.running.as_ref().map(|call| (call.id, call.tool))
    }

    /// One tick of the body's. Returns a finished call's result.
    pub fn step(&mut self, shared: &Rc<Shared>, stop: Option<Stop>) -> Option<(CallId, ToolResult)> {
        shared.effort.renew();
        if self.running.is_none() {
            let Ordered { id, request, deadline, again, closed } = self.queue.pop_front()?;
            shared.again.set(again);
            shared.shown.borrow_mut().terrain.close(closed);
            self.running = Some(begin(shared, id, request, deadline));
        }
        let call = self.running.as_mut()?;
        if let Some(stop) = stop {
            // The keys outlive the body: who respawns must not walk on.
            let _ = call.cx.stand_still();
            let _ = call.cx.sneak(false);
            let (Stop::Died(error) | Stop::Disconnected(error)) = stop;
            let outcome = call.outcome.take().filter(Result::is_ok).unwrap_or(Err(error));
            return self.finish(outcome);
        }
        if call.since(call.tidied) >= TIDY_LIMIT
            && let Some(outcome) = call.outcome.take()
        {
            let _ = tidy::let_go(&call.cx);
            return self.finish(outcome);
        }
        if call.outcome.is_none() {
            if call.withdrawn {
                call.clean_up(Err(withdrawn()));
            } else if call.since(call.begun) >= call.deadline {
                call.clean_up(Err(call.timeout()));
            }
        }
        let mut context = Context::from_waker(Waker::noop());
        loop {
            match call.work.as_mut().poll(&mut context) {
                Poll::Pending => return None,
                Poll::Ready(outcome) => match call.outcome.take() {
                    None => call.clean_up(outcome),
                    Some(outcome) => return self.finish(outcome),
                },
            }
        }
    }

    fn finish(&mut self, outcome: Result<Value, ToolError>) -> Option<(CallId, ToolResult)> {
        let call = self.running.take()?;
        call.cx.shared.holder.let_go();
        let millis = call.begun_at.elapsed().as_millis() as u64;
        let terrain = &mut call.cx.shared.shown.borrow_mut().terrain;
        let (closed, kept) = (terrain.is_closed_within(SEARCHED), terrain.is_kept_within(SEARCHED));
        let outcome = tell_left_out(outcome, closed, kept);
        terrain.close(Vec::new());
        let outcome = tell_placed(outcome, call.cx.shared.placed.take());
        let ticks = call.cx.now() - call.begun.own;
        Some((call.id, ToolResult::new(call.tool, millis, ticks, outcome)))
    }
}

fn begin(shared: &Rc<Shared>, id: CallId, request: ToolRequest, deadline: u64) -> Call {
    let cx = Cx { shared: shared.clone(), call: id };
    *shared.progress.borrow_mut() = None;
    shared.placed.set(None);
    shared.lent.set(None);
    shared.digs_for_earth.set(false);
    shared.only_with.replace(None);
    shared.eating.set(false);
    shared.lying.set(false);
    shared.shown.borrow_mut().digs = Default::default();
    let (tool, got, work_cx) = (request.name(), request.got(), cx.clone());
    let work: Work = Box::pin(async move { tools::run(&work_cx, request).await });
    let begun = cx.moment();
    let (outcome, withdrawn, begun_at) = (None, false, Instant::now());
    Call { id, tool, got, work, outcome, cx, deadline, begun, tidied: begun, begun_at, withdrawn }
}

impl Call {
    fn since(&self, begun: Moment) -> u64 {
        self.cx.since(begun)
    }

    /// Drops the tool's own work and tidies up after it.
    fn clean_up(&mut self, outcome: Result<Value, ToolError>) {
        let cx = self.cx.clone();
        let cut_short = outcome.is_err();
        self.outcome = Some(outcome);
        self.tidied = cx.moment();
        self.work = Box::pin(async move {
            tidy::tidy(&cx, cut_short).await;
            Ok(Value::Null)
        });
    }

    fn timeout(&self) -> ToolError {
        let ticks = self.since(self.begun);
        let progress = self.cx.shared.progress.borrow();
        let mut context = json!({ "ticks": ticks });
        if let (Some(progress), Some(fields)) = (progress.as_ref(), context.as_object_mut()) {
            fields.insert("doing".into(), json!(progress.text));
            fields.insert("done".into(), json!(progress.done));
            fields.insert("of".into(), json!(progress.of));
            fields.insert("place".into(), json!(progress.place));
        }
        // How far it got, by the name the tool's own data would give it.
        if let (Some(key), Some(fields)) = (self.got, context.as_object_mut()) {
            fields.insert(key.into(), json!(progress.as_ref().map_or(0, |progress| progress.done)));
        }
        let doing = progress.as_ref().map_or(String::new(), |progress| format!(", while {}", progress.text));
        ToolError::new(ErrorCode::Timeout, format!("{} did not end within {ticks} ticks{doing}", self.tool))
            .with(context)
    }
}

/// Who was not to look everywhere, or not to touch all of it, must say so where nothing was found.
fn tell_left_out(outcome: Result<Value, ToolError>, closed: bool, kept: bool) -> Result<Value, ToolError> {
    outcome.map_err(|mut error| {
        if matches!(error.code, ErrorCode::ResourceNotFound | ErrorCode::PathBlocked) {
            let told = [(closed, "what is closed to this goal"), (kept, "what lies in a zone")];
            for (_, what) in told.iter().filter(|(is_so, _)| *is_so) {
                error.message.push_str(&format!("; {what} was left out"));
            }
        }
        error
    })
}

/// Who places a station must say so also if he fails: it stands.
fn tell_placed(
    mut outcome: Result<Value, ToolError>,
    placed: Option<(&'static str, BlockPos)>,
) -> Result<Value, ToolError> {
    let told = match &mut outcome {
        Ok(data) => data,
        Err(error) => &mut error.context,
    };
    if let (Some((block, at)), Some(told)) = (placed, told.as_object_mut()) {
        told.insert("placed".to_owned(), json!({ "block": block, "x": at.x, "y": at.y, "z": at.z }));
    }
    outcome
}

fn withdrawn() -> ToolError {
    ToolError::new(ErrorCode::Cancelled, "the call was withdrawn")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use azalea::ecs::world::World;

    use super::*;
    use crate::{
        body::{
            leases::Holder,
            limits::{CALL_DEADLINE, MOST_LAG},
            skills::effort::{A_TICK, Effort},
        },
        domain::GetBotStatus,
    };

    fn shared() -> Rc<Shared> {
        Rc::new(Shared::new(World::new(), Holder::default()))
    }

    /// By the body's tick, and the age of the world as its server tells it every 20 ticks of its own.
    fn ends_at(deadline: u64, age: impl Fn(u64) -> Option<u64>) -> u64 {
        let shared = shared();
        let look = |tick: u64| {
            shared.tick.set(tick);
            if let Some(age) = age(tick) {
                shared.shown.borrow_mut().clock.heard(age / 20 * 20, Instant::now());
            }
        };
        look(0);
        let call = begin(&shared, 7, ToolRequest::GetBotStatus(GetBotStatus {}), deadline);
        let work: Work = Box::pin(std::future::pending());
        let mut calls = Calls { running: Some(Call { work, ..call }), ..Calls::default() };
        let tick = (1..20_000).find(|tick| {
            look(*tick);
            calls.step(&shared, None).is_some()
        });
        tick.expect("an end")
    }

    #[test]
    fn a_deadline_waits_for_a_server_that_lags() {
        assert_eq!(ends_at(1_000, |_| None), 1_000, "a server that tells no time");
        assert_eq!(ends_at(1_000, Some), 1_000);
        assert_eq!(ends_at(1_000, |tick| Some(tick * 3)), 1_000, "the body lags");
        assert_eq!(ends_at(1_000, |tick| Some(tick / 4)), 4_000);
        assert_eq!(ends_at(1_000, |tick| Some(tick / 10)), 1_000 * MOST_LAG, "not for ever");
        assert_eq!(ends_at(1_000, |_| Some(5)), 1_400, "its world stands still");
    }

    #[test]
    fn a_call_that_computes_without_end_can_be_withdrawn() {
        let shared = shared();
        let call = begin(&shared, 7, ToolRequest::GetBotStatus(GetBotStatus {}), CALL_DEADLINE);
        let (cx, looked) = (call.cx.clone(), Rc::new(Cell::new(0)));
        let counter = looked.clone();
        let work: Work = Box::pin(async move {
            let never = |effort: &Effort| {
                while effort.spend(1) {
                    counter.set(counter.get() + 1);
                }
                None
            };
            Ok(cx.spread(never).await)
        });
        let mut calls = Calls { running: Some(Call { work, ..call }), ..Calls::default() };
        for tick in 1..=3 {
            shared.tick.set(tick);
            assert!(calls.step(&shared, None).is_none());
            assert_eq!(looked.get(), tick * u64::from(A_TICK), "a tick's worth each");
        }
        assert!(calls.cancel(7).is_none());
        let ended = (4..TIDY_LIMIT + 10).find_map(|tick| {
            shared.tick.set(tick);
            calls.step(&shared, None)
        });
        assert_eq!(ended.and_then(|(_, result)| result.error).map(|error| error.code), Some(ErrorCode::Cancelled));
        assert_eq!((looked.get(), Rc::strong_count(&looked)), (3 * u64::from(A_TICK), 1), "it was dropped");
    }

    #[test]
    fn a_clean_up_that_does_not_end_is_ended() {
        let shared = shared();
        let call = begin(&shared, 7, ToolRequest::GetBotStatus(GetBotStatus {}), CALL_DEADLINE);
        let work: Work = Box::pin(std::future::pending());
        let outcome = Some(Err(withdrawn()));
        let mut calls = Calls { running: Some(Call { work, outcome, ..call }), ..Calls::default() };
        shared.tick.set(TIDY_LIMIT - 1);
        assert!(calls.step(&shared, None).is_none());
        shared.tick.set(TIDY_LIMIT);
        let (id, result) = calls.step(&shared, None).expect("an outcome");
        assert_eq!((id, result.error.map(|error| error.code)), (7, Some(ErrorCode::Cancelled)));
    }
}
