//! All database access of the module.

mod activity;
mod availability;
mod bookings;
mod calendar_feeds;
mod circles;
mod creation;
mod disputes;
mod expenses;
mod files;
mod forget;
mod leave;
mod own;
mod proposal;
mod reviews;
mod rows;
mod safety;
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
pub(crate) use forget::forget;
pub(crate) use leave::LEAVING;
pub(crate) use own::own;
pub(crate) use reviews::{
    ReviewRemoval, Reviewing, flag_review, put_back_review, release_review, remove_review, reviewed,
};
pub(crate) use safety::SafetyWrites;
pub(crate) use statements::Saying;

/// Database access of the module.
#[derive(Clone)]
pub(crate) struct BookingStore {
    db: Db,
}

impl BookingStore {
    /// Creates the store on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
}

/// Events and mails about a change, published in its transaction.
#[derive(Clone)]
pub(crate) struct Announcements {
    /// Events, each with its id.
    pub(crate) events: Vec<(Topic<BookingChanged>, String, BookingChanged)>,
    /// Mails, each with its id.
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

/// Returns a sort key that decreases with time, so that an index in forward order returns the
/// newest first. The booking's number distinguishes rows of one millisecond.
fn newest(at: Timestamp, booking: i64) -> i64 {
    -(at.as_millis() * 1000 + booking.rem_euclid(1000))
}

/// Returns the position of a row in such a list, as used in cursors.
pub(crate) fn position(newest: i64) -> String {
    newest.wrapping_neg().to_string()
}

/// Returns the key after which a list in decreasing order continues; the minimum for the first
/// page. An invalid cursor is a 422.
pub(crate) fn start(page: &PageQuery) -> Result<i64, ApiError> {
    if page.after.is_none() {
        return Ok(i64::MIN);
    }
    Ok(i64::try_from(page.offset()?).map_or(0, i64::wrapping_neg))
}

/// Returns the position after which a list in increasing order continues; zero for the first page.
/// An invalid cursor is a 422.
pub(crate) fn start_forward(page: &PageQuery) -> Result<i64, ApiError> {
    if page.after.is_none() {
        return Ok(0);
    }
    Ok(i64::try_from(page.offset()?).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests;
