//! Changed bookings that a member has not yet seen in a conversation.

use sparkyard_kernel::{
    BookingId, Timestamp, UserId,
    db::{DbError, Fragment},
};

use super::{ChatStore, side};

/// Maximum number of changed bookings counted per conversation.
const MAX_BOOKINGS: i64 = 100;

impl ChatStore {
    /// Records that a booking changed at `at`, unless `member` has looked since.
    pub(crate) async fn note_booking(
        &self,
        member: &UserId,
        other: &UserId,
        booking: BookingId,
        at: Timestamp,
        news: Option<Fragment>,
    ) -> Result<(), DbError> {
        self.db
            .write("chat.note_booking")
            .bind("own", side(member, other))
            .bind("booking", booking)
            .bind("at", at)
            .bind("most", MAX_BOOKINGS)
            .step(
                "UPDATE $own SET bookings = array::union(bookings, [$booking]) \
                 WHERE (looked_at = NONE OR looked_at < $at) AND array::len(bookings) < $most \
                 RETURN NONE",
            )
            .calls(news)
            .run()
            .await
    }

    /// Marks all booking changes until `now` as seen by `member`.
    pub(crate) async fn mark_bookings_seen(
        &self,
        member: &UserId,
        other: &UserId,
        now: Timestamp,
        news: Option<Fragment>,
    ) -> Result<(), DbError> {
        self.db
            .write("chat.mark_bookings_seen")
            .from_reserve()
            .bind("own", side(member, other))
            .bind("now", now)
            .step("UPDATE $own SET bookings = [], looked_at = $now RETURN NONE")
            .calls(news)
            .run()
            .await
    }
}
