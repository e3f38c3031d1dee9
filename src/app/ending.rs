//! How commands and sessions end.

use bevy::prelude::*;

use crate::{journal::Report, practice::OpenError};

/// The exit statuses, the same for every command.
pub mod status {
    /// Everything asked was done.
    pub const DONE: u8 = 0;
    /// A goal or a call failed.
    pub const FAILED: u8 = 1;
    /// Bad input: nothing was started.
    pub const BAD_INPUT: u8 = 2;
    /// The server could not be joined.
    pub const NOT_JOINED: u8 = 3;
    /// Ctrl-C, or a signal that asks the program to end.
    pub const INTERRUPTED: u8 = 130;
}

/// Why a command ended other than well: what to print, and the exit status.
#[derive(Debug)]
pub struct Failure {
    pub status: u8,
    pub message: String,
}

impl Failure {
    pub fn new(status: u8, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    /// Bad input: nothing was started.
    pub fn bad_input(message: impl Into<String>) -> Self {
        Self::new(status::BAD_INPUT, message)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        let status = if let OpenError::NotOurs(_) = error { status::BAD_INPUT } else { status::FAILED };
        Self::new(status, error.to_string())
    }
}

/// How a session ended: the exit status, and the report unless the server was never joined.
#[derive(Resource, Clone, Debug)]
pub struct Ended {
    pub status: u8,
    pub report: Option<Report>,
    /// Why the server could not be joined.
    pub reason: Option<String>,
}
