//! Starting the body's thread, and telling the mind if it should end under a call.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use crossbeam_channel::bounded;
use serde_json::json;
use tracing::warn;

use super::{
    Body, BodyConfig, CallId, Report, Slots,
    outbox::{Outbox, REPORTS},
    run::Loop,
};
use crate::domain::{ErrorCode, ToolError, ToolResult};

/// Starts the body's thread, which joins right away.
///
/// `wake` is called whenever there is news for the mind, at most once a turn.
///
/// # Errors
/// When the system has no thread to give.
pub fn spawn(config: BodyConfig, wake: Arc<dyn Fn() + Send + Sync>) -> io::Result<Body> {
    let (orders, orders_in) = bounded(64);
    let (reports_out, reports) = bounded(REPORTS);
    let slots = Arc::new(Slots::default());
    let outbox = Outbox::new(reports_out.clone(), slots.clone(), wake.clone());
    let running: Arc<Mutex<Option<(CallId, &'static str)>>> = Arc::default();
    let known = running.clone();
    thread::Builder::new().name("body".into()).spawn(move || {
        let ended = catch_unwind(AssertUnwindSafe(|| Loop::new(config, orders_in, outbox, known).run()));
        if let Err(panic) = ended {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            let reason = format!("the body's thread ended unexpectedly: {text}");
            warn!("{reason}");
            if let Some((id, tool)) = *running.lock().unwrap_or_else(PoisonError::into_inner) {
                let error = ToolError::new(ErrorCode::Disconnected, &*reason).with(json!({ "reason": reason }));
                let _ = reports_out.try_send(Report::Outcome { id, result: ToolResult::new(tool, 0, 0, Err(error)) });
            }
            let _ = reports_out.try_send(Report::Disconnected { reason, joined: true });
            wake();
        }
    })?;
    Ok(Body { orders, reports, slots })
}
