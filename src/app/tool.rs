//! `blockwright tool`: one tool call by hand, without a mind.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crossbeam_channel::RecvTimeoutError;
use serde_json::Value;

use super::{
    Failure, Host, HostConfig, Interrupt, cli::ToolArgs, data, headless::say_goodbye, record::lasting_zones,
    session::start_body, status, terminal,
};
use crate::{
    body::{Body, Leases, Order, Report, SILENCE, deadline},
    domain::{ErrorCode, ToolError, ToolRequest, ToolResult, User, pretty_json},
    knowledge,
};

/// How often the interrupt and the heartbeat are looked at while nothing is reported.
const GLANCE: Duration = Duration::from_millis(50);

/// Joins, calls, prints the contract's JSON. Exit 0 or 1 by its `success`.
///
/// # Errors
/// Bad parameters (2) before joining; a server that cannot be joined (3).
pub fn run(args: ToolArgs) -> Result<u8, Failure> {
    let params: Value = serde_json::from_str(&args.params)
        .map_err(|error| Failure::bad_input(format!("the parameters are not JSON: {error}")))?;
    let request = ToolRequest::ordered_by(User::Hand, &args.tool, &params)
        .and_then(|request| knowledge::check_request(&request).map(|()| request));
    let request = match request {
        Ok(request) => request,
        Err(error) => {
            let invalid = error.code == ErrorCode::InvalidParams;
            print(&ToolResult::new(&args.tool, 0, 0, Err(error)));
            return Ok(if invalid { status::BAD_INPUT } else { status::FAILED });
        }
    };
    let host = Host::start(&HostConfig::from(&args.host))?;
    let body = start_body(host.address(), &args.host.username, Leases::default(), Arc::new(|| ()))?;
    let interrupt = Interrupt::default();
    interrupt.listen(Arc::new(|| ()))?;
    let kept = lasting_zones(data::path());
    let kept = kept.inspect_err(|failure| tracing::warn!("no zone holds: {}", failure.message)).unwrap_or_default();
    let zones = kept.on(&host.name());
    if !zones.is_empty() {
        body.orders
            .send(Order::Keep { zones })
            .map_err(|_| Failure::new(status::FAILED, "the body ended".to_owned()))?;
    }
    let result = call(&body, request, &interrupt).map_err(|reason| host.not_joined(&reason))?;
    say_goodbye(&body);
    print(&result);
    Ok(match result.success {
        _ if interrupt.is_set() => status::INTERRUPTED,
        true => status::DONE,
        false => status::FAILED,
    })
}

/// Waits for the spawn, calls, waits for the outcome. `Err` is why the server could not be joined.
fn call(body: &Body, request: ToolRequest, interrupt: &Interrupt) -> Result<ToolResult, String> {
    let tool = request.name();
    let mut request = Some(request);
    let ended = |code, reason: &str| ToolResult::new(tool, 0, 0, Err(ToolError::new(code, reason)));
    let (mut beat, mut heard) = (0, Instant::now());
    let mut cancelled = false;
    loop {
        if interrupt.is_set() && !cancelled {
            if request.is_some() {
                return Ok(ended(ErrorCode::Cancelled, "interrupted before it began"));
            }
            cancelled = body.orders.send(Order::Cancel { id: 1 }).is_ok();
        }
        match body.reports.recv_timeout(GLANCE) {
            Ok(Report::Spawned { .. }) => {
                if let Some(request) = request.take() {
                    let deadline = deadline(&request);
                    let order = Order::Call { id: 1, request, deadline, again: false, closed: Vec::new() };
                    body.orders.send(order).map_err(|_| "the body ended".to_owned())?;
                }
            }
            Ok(Report::Outcome { id: 1, result }) => return Ok(result),
            // Who was dead when it joined gets up first.
            Ok(Report::Died { .. }) if request.is_some() => {
                body.orders.send(Order::Respawn).map_err(|_| "the body ended".to_owned())?;
            }
            Ok(Report::Disconnected { reason, .. }) if request.is_some() => return Err(reason),
            // A call that runs gets its own DISCONNECTED outcome from the body.
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout) => {
                let now = body.slots.heartbeat.load(std::sync::atomic::Ordering::Acquire);
                if now != beat {
                    (beat, heard) = (now, Instant::now());
                } else if heard.elapsed() > SILENCE {
                    return Ok(ended(ErrorCode::Disconnected, "the body gave no sign of life"));
                }
            }
            Err(RecvTimeoutError::Disconnected) if request.is_some() => return Err("the body ended".to_owned()),
            Err(RecvTimeoutError::Disconnected) => return Ok(ended(ErrorCode::Disconnected, "the body ended")),
        }
    }
}

fn print(result: &ToolResult) {
    terminal::say(&pretty_json(result).unwrap_or_else(|error| error.to_string()));
}
