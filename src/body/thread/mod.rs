//! The body's thread: the loop that runs azalea's client, the connection to the server, the calls, and what the mind
//! gets of it all.

mod beat;
mod calls;
mod client;
mod connection;
mod lateness;
mod link;
mod outbox;
mod run;
mod slots;
mod spawn;
mod state;
mod turnstile;

pub use slots::{Columns, Slots};
pub use spawn::{Body, spawn};
