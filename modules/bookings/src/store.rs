//! All SurrealQL of the module.

mod availability;
mod bookings;
mod calendar_feeds;
mod circles;
mod creation;
mod disputes;
mod files;
mod proposal;
mod reviews;
mod rows;
mod skip;
mod statements;
mod together;
pub(crate) mod visits;

use sparkyard_kernel::{
    ApiError, PageQuery, Timestamp,
    db::{Db, Topic, Write},
    events::{bookings::BookingChanged, core::MAIL},
    ports::MailMessage,
};

pub(crate) use bookings::DisputeChange;
pub(crate) use creation::Creation;
pub(crate) use reviews::ReviewRemoval;
pub(crate) use statements::Saying;

/// The module's data.
#[derive(Clone)]
pub(crate) struct BookingStore {
    db: Db,
}

impl BookingStore {
    /// On an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
}

/// What others hear about a change, published in its write.
#[derive(Clone)]
pub(crate) struct Announcements {
    /// Events with the identity of each.
    pub(crate) events: Vec<(Topic<BookingChanged>, String, BookingChanged)>,
    /// Mails with the identity of each.
    pub(crate) mails: Vec<(String, MailMessage)>,
}

fn announce(mut write: Write<'_>, announcements: Announcements, at: Timestamp) -> Write<'_> {
    for (topic, id, payload) in announcements.events {
        write = write.publish(topic, id, at, payload);
    }
    for (id, mail) in announcements.mails {
        write = write.publish(MAIL, id, at, mail);
    }
    write
}

/// Counts down in time, so that an index read forward gives the newest first; the booking's
/// number keeps two of one millisecond apart.
fn newest(at: Timestamp, booking: i64) -> i64 {
    -(at.as_millis() * 1000 + booking.rem_euclid(1000))
}

/// A row's place in a list that counts down, as a cursor holds it.
pub(crate) fn position(newest: i64) -> String {
    newest.wrapping_neg().to_string()
}

/// Where a list that counts down goes on: after this key, or from its very beginning. A cursor
/// that is not ours is a 422.
pub(crate) fn start(page: &PageQuery) -> Result<i64, ApiError> {
    if page.after.is_none() {
        return Ok(i64::MIN);
    }
    Ok(i64::try_from(page.offset()?).map_or(0, i64::wrapping_neg))
}

/// Where a list that counts up goes on: after this place, or from its beginning. A cursor that is
/// not ours is a 422.
pub(crate) fn start_forward(page: &PageQuery) -> Result<i64, ApiError> {
    if page.after.is_none() {
        return Ok(0);
    }
    Ok(i64::try_from(page.offset()?).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests;
