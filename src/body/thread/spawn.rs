//! Starting the body's thread, and telling the mind if it should end under a call.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, Once, PoisonError},
    thread,
};

use crossbeam_channel::{Receiver, bounded};
use serde_json::json;
use tracing::{debug, warn};

use super::{
    outbox::{Outbox, REPORTS},
    slots::Slots,
    state::Loop,
};
use crate::{
    body::{
        leases::Leases,
        orders::{BodyConfig, CallId, Orders, Report},
    },
    domain::{ErrorCode, ToolError, ToolResult},
};

/// The mind's end of the body.
#[derive(Debug)]
pub struct Body {
    pub orders: Orders,
    pub reports: Receiver<Report>,
    pub slots: Arc<Slots>,
    /// What the bots on its server leave to each other.
    pub leases: Leases,
}

/// The thread's name.
const NAME: &str = "body";

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
    let (known, leases) = (running.clone(), config.leases.clone());
    hush();
    let thread = thread::Builder::new().name(NAME.into()).spawn(move || {
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
    Ok(Body { orders: Orders::waking(orders, thread.thread()), reports, slots, leases })
}

/// Keeps panics of the body's thread off the screen: each is caught, and told as what it means for the user.
fn hush() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if thread::current().name() == Some(NAME) {
                debug!("a panic in the body's thread: {panic}");
            } else {
                loud(panic);
            }
        }));
    });
}
