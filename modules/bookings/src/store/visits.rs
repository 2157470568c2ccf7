//! What is said around the date of a booking, each once.

use sparkyard_kernel::{BookingId, Timestamp, db::DbError};

use super::{Announcements, BookingStore, announce, rows::BookingRow};
use crate::{
    error::{CHANGED, REFUSALS},
    model::Booking,
};

/// What may be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// To both, that it is soon.
    Reminder,
    /// To both, the question whether it took place.
    Question,
    /// By the client, that it was called off.
    CalledOff,
}

impl Said {
    fn word(self) -> &'static str {
        match self {
            Self::Reminder => "reminder",
            Self::Question => "question",
            Self::CalledOff => "called_off",
        }
    }
}

/// Indexed lists; `EXPLAIN` must show a range of an index for each. Who said yes within a day of
/// the date needs no reminder.
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
    /// Up to `limit` bookings whose date is after `after` and not after `until`, about which
    /// `said` has not been said.
    pub(crate) async fn visits(
        &self,
        said: Said,
        after: Timestamp,
        until: Timestamp,
        limit: usize,
    ) -> Result<Vec<Booking>, DbError> {
        let text = if said == Said::Reminder { TO_REMIND } else { TO_ASK };
        let query = self.db.query(text).bind("start", after).bind("now", until);
        let rows: Vec<BookingRow> = query.bind("limit", limit).fetch().await?;
        rows.into_iter().map(Booking::try_from).collect()
    }

    /// Says something about a booking as it is, and publishes what that leads to, unless it was
    /// said before or the booking has changed. Returns whether it was said now.
    pub(crate) async fn say(
        &self,
        said: Said,
        booking: &Booking,
        announcements: Announcements,
        now: Timestamp,
    ) -> Result<bool, DbError> {
        let write = self
            .db
            .write("bookings.say")
            .bind("id", booking.id)
            .bind("version", booking.version)
            .bind("what", said.word().to_owned())
            .bind("ms", booking.starts_at.as_millis())
            .bind("now", now)
            .refusals(REFUSALS)
            .step("LET $said = type::record('booking_visit', [$id, $what, $ms])")
            .step("LET $at = (SELECT VALUE version FROM ONLY type::record('booking', $id))")
            .step("IF record::exists($said) OR $at != $version { THROW 'bookings.changed' }")
            .step("CREATE $said SET at = $now RETURN NONE");
        match announce(write, announcements, now).run().await {
            Ok(()) => Ok(true),
            Err(DbError::Refused(refusal)) if refusal.code == CHANGED.code => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Whether something was said about a booking as it is dated now.
    pub(crate) async fn has_said(
        &self,
        said: Said,
        id: BookingId,
        starts_at: Timestamp,
    ) -> Result<bool, DbError> {
        let found = self
            .db
            .query("SELECT VALUE at FROM type::record('booking_visit', [$id, $what, $ms])")
            .bind("id", id)
            .bind("what", said.word().to_owned())
            .bind("ms", starts_at.as_millis())
            .fetch_optional::<Timestamp>()
            .await?;
        Ok(found.is_some())
    }
}
