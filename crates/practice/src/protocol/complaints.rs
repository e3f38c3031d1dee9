//! Complaints about clients, so few that a thousand bad clients cannot fill a disk or hide what matters.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
    time::Instant,
};

use tracing::warn;

use crate::protocol::limits::{COMPLAINT_WINDOW, COMPLAINTS};

static SAID: Mutex<Option<Window>> = Mutex::new(None);

/// What was said since when.
struct Window {
    since: Instant,
    said: u32,
    kept_back: u64,
}

/// One line of warning, if there have not been many of late.
pub(crate) fn complain(line: fmt::Arguments<'_>) {
    let verdict = {
        let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
        Window::pass(&mut said, Instant::now())
    };
    match verdict {
        Some(0) => warn!("{line}"),
        Some(kept_back) => warn!("{line} (and {kept_back} such lines were kept back)"),
        None => {}
    }
}

impl Window {
    /// How many lines were kept back before this one; `None` if it is kept back too.
    fn pass(window: &mut Option<Self>, now: Instant) -> Option<u64> {
        let kept_back = match window {
            Some(window) if now - window.since < COMPLAINT_WINDOW => {
                if window.said >= COMPLAINTS {
                    window.kept_back += 1;
                    return None;
                }
                window.said += 1;
                return Some(0);
            }
            Some(window) => window.kept_back,
            None => 0,
        };
        *window = Some(Self { since: now, said: 1, kept_back: 0 });
        Some(kept_back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_become_a_few_and_a_count() {
        let (mut window, start) = (None, Instant::now());
        let said = (0..1000).filter(|_| Window::pass(&mut window, start).is_some()).count();
        assert_eq!(said, COMPLAINTS as usize);
        assert_eq!(Window::pass(&mut window, start + COMPLAINT_WINDOW), Some(1000 - u64::from(COMPLAINTS)));
        assert_eq!(Window::pass(&mut window, start + COMPLAINT_WINDOW), Some(0));
    }
}
