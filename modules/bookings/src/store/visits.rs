//! Messages around the date of a booking, each sent once.

use sparkyard_kernel::{BookingId, Timestamp, db::DbError};

use super::{Announcements, BookingStore, announce, rows::BookingRow};
use crate::{
    error::{CHANGED, VIOLATIONS},
    model::Booking,
};

/// Kind of message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VisitMessage {
    /// Reminder to both parties before the date.
    Reminder,
    /// Question to both parties whether the booking took place.
    Question,
    /// Client's answer that the booking was called off.
    CalledOff,
}

impl VisitMessage {
    fn word(self) -> &'static str {
        match self {
            Self::Reminder => "reminder",
            Self::Question => "question",
            Self::CalledOff => "called_off",
        }
    }
}

/// Indexed lists; `EXPLAIN` must show a range of an index for each. Bookings accepted within a day
/// of the date need no reminder.
pub(super) const TO_REMIND: &str = "SELECT *, record::id(id) AS id FROM booking \
     WITH INDEX booking_starts WHERE starts_at > $start AND starts_at <= $now \
     AND status = 'accepted' AND accepted_at <= starts_at - 24h \
     AND !record::exists(type::record('booking_visit', \
     [record::id(id), 'reminder', time::millis(starts_at)])) LIMIT $limit";
pub(super) const TO_ASK: &str = "SELECT *, record::id(id) AS id FROM booking \
     WITH INDEX booking_starts WHERE starts_at > $start AND starts_at <= $now \
     AND status IN ['accepted', 'in_progress'] \
     AND !record::exists(type::record('booking_visit', \
     [record::id(id), 'question', time::millis(starts_at)])) LIMIT $limit";

impl BookingStore {
    /// Returns up to `limit` bookings with dates after `after` and up to `until` for which
    /// `message` has not been sent.
    pub(crate) async fn visits(
        &self,
        message: VisitMessage,
        after: Timestamp,
        until: Timestamp,
        limit: usize,
    ) -> Result<Vec<Booking>, DbError> {
        let text = if message == VisitMessage::Reminder { TO_REMIND } else { TO_ASK };
        let query = self.db.query(text).bind("start", after).bind("now", until);
        let rows: Vec<BookingRow> = query.bind("limit", limit).fetch().await?;
        rows.into_iter().map(Booking::try_from).collect()
    }

    /// Records a message and publishes `announcements`, unless it was sent before or the booking
    /// has changed. Returns whether it was sent now.
    pub(crate) async fn send_once(
        &self,
        message: VisitMessage,
        booking: &Booking,
        announcements: Announcements,
        now: Timestamp,
    ) -> Result<bool, DbError> {
        let write = self
            .db
            .write("bookings.send_once")
            .bind("id", booking.id)
            .bind("version", booking.version)
            .bind("what", message.word().to_owned())
            .bind("ms", booking.starts_at.as_millis())
            .bind("now", now)
            .violations(VIOLATIONS)
            .step("LET $message = type::record('booking_visit', [$id, $what, $ms])")
            .step("LET $at = (SELECT VALUE version FROM ONLY type::record('booking', $id))")
            .step("IF record::exists($message) OR $at != $version { THROW 'bookings.changed' }")
            .step("CREATE $message SET at = $now RETURN NONE");
        match announce(write, announcements, now).run().await {
            Ok(()) => Ok(true),
            Err(DbError::Refused(violation)) if *violation == CHANGED => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Checks whether a message was sent about a booking with its present date.
    pub(crate) async fn has_sent(
        &self,
        message: VisitMessage,
        id: BookingId,
        starts_at: Timestamp,
    ) -> Result<bool, DbError> {
        let found = self
            .db
            .query("SELECT VALUE at FROM type::record('booking_visit', [$id, $what, $ms])")
            .bind("id", id)
            .bind("what", message.word().to_owned())
            .bind("ms", starts_at.as_millis())
            .fetch_optional::<Timestamp>()
            .await?;
        Ok(found.is_some())
    }
}
