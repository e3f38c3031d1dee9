//! A run that can be watched again: what the window shows, from moment to moment, as bytes, and back.
//!
//! A [`Scribe`] is told what is seen and writes down what of it has changed, in [`Row`]s of some seconds; now and then a row says all there
//! is. A [`Fold`] begins at such a row and takes one moment after the other in, until it stands where somebody wants to look; a
//! [`Land`] makes the blocks of it. All of it is pure: the store keeps the rows and knows nothing of what is in them.
//!
//! The journal says why things were done; these say how they stood. Plans are kept as they were shown and not told from the journal, which
//! does not have the steps that a recovery puts in.

mod fold;
mod land;
mod moment;
mod past;
mod scribe;
mod sheet;

pub use fold::{Fold, Sheet};
pub use land::Land;
pub use moment::{Moment, read_moments};
pub use past::{Past, PastAsk};
pub use scribe::{BotSight, MOST_BYTES, Row, Scribe, Sight};
pub use sheet::Damaged;

#[cfg(test)]
mod tests;
