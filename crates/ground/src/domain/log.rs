//! The program's own log, as plain data.

/// How grave a line of the log is; the gravest is the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogLevel {
    Error,
    Warning,
    Info,
    Debug,
    Trace,
}

impl LogLevel {
    pub const ALL: [Self; 5] = [Self::Error, Self::Warning, Self::Info, Self::Debug, Self::Trace];

    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
            Self::Debug => "debug",
            Self::Trace => "trace",
        }
    }
}

/// A line of the log: nothing in it steers a surface, and no provider's key is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Counts up from 0 over all lines of the run.
    pub number: u64,
    /// Wall time in milliseconds since 1970.
    pub at_ms: u64,
    pub level: LogLevel,
    /// Where it was written: a path of modules, `blockwright::body::thread`.
    pub target: String,
    pub text: String,
}
