//! What asks the program to end: Ctrl-C, and where there are such signals also those of service managers (SIGTERM) and of
//! a terminal that goes away (SIGHUP). To the program they are all the same.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// SIGHUP's number, POSIX's.
#[cfg(unix)]
const HANGUP: u32 = 1;

#[cfg(unix)]
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
    /// Not where the program was started to outlive its terminal (`nohup`).
    hangup: Option<Signal>,
}

#[cfg(unix)]
impl Signals {
    /// Goes inside a tokio runtime.
    ///
    /// # Errors
    /// Where a signal cannot be listened for.
    pub fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: if is_ignored(HANGUP) { None } else { Some(signal(SignalKind::hangup())?) },
        })
    }

    /// The next of them; nothing where none can come any more.
    pub async fn next(&mut self) -> Option<()> {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            got = self.interrupt.recv() => got,
            got = self.terminate.recv() => got,
            got = hangup => got,
        }
    }
}

/// Whether whoever started the program wants it to ignore this signal, as far as the system tells (Linux: the mask
/// `SigIgn` in /proc/self/status, proc(5)).
#[cfg(unix)]
fn is_ignored(signal: u32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask & (1 << (signal - 1)) != 0
}

#[cfg(not(unix))]
pub struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Goes inside a tokio runtime.
    ///
    /// # Errors
    /// None here.
    pub fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    /// The next Ctrl-C; nothing where it cannot be listened for.
    pub async fn next(&mut self) -> Option<()> {
        tokio::signal::ctrl_c().await.ok()
    }
}
