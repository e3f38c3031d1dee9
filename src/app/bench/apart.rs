//! Measurements in processes of their own: what one leaves in memory is none of the next one's.

use std::{
    io::Read as _,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
};

use serde::de::DeserializeOwned;

use crate::app::{Failure, Interrupt, status};

/// The process that measures at the moment, if one does.
#[derive(Clone, Default)]
pub struct Measuring(Arc<Mutex<Option<Child>>>);

impl Measuring {
    /// Ends it, if there is one.
    pub fn kill(&self) {
        if let Some(child) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            // One that has ended already has nothing to be ended.
            let _ = child.kill();
        }
    }

    fn set(&self, child: Option<Child>) -> Option<Child> {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), child)
    }
}

/// A measurement in a process of its own, and what it found; the first argument is what is measured. What the process has to say
/// against itself it says on our standard error.
///
/// # Errors
/// A process that cannot be started, or ends without figures.
pub fn in_own_process<T: DeserializeOwned>(
    arguments: &[String],
    seed: i64,
    tick_rate: f32,
    measuring: &Measuring,
    interrupt: &Interrupt,
) -> Result<T, Failure> {
    let task = arguments.first().map_or("", String::as_str);
    let failed = |what: String| Failure::new(status::FAILED, format!("{task} on seed {seed}: {what}"));
    let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let mut child = Command::new(program)
        .arg("bench")
        .args(arguments)
        .args([&format!("--seeds={seed}"), "--tick-rate", &tick_rate.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    let output = child.stdout.take();
    measuring.set(Some(child));
    if interrupt.is_set() {
        // It came too early to find the process.
        measuring.kill();
    }
    let mut text = String::new();
    let read = output.map_or(Ok(0), |mut output| output.read_to_string(&mut text));
    if let Some(mut child) = measuring.set(None) {
        let _ = child.wait();
    }
    read.map_err(|error| failed(error.to_string()))?;
    serde_json::from_str(text.trim()).map_err(|error| failed(format!("it ended without figures ({error}): {text}")))
}
