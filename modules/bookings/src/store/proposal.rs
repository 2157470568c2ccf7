//! Another time for a booking, held beside the booked one.

use sparkyard_kernel::{
    BookingId, Timestamp,
    db::{DbError, SurrealValue, Write},
};

use super::{Announcements, BookingStore, announce};
use crate::model::{Booking, machine::Status};

/// A provider's time, as it stands in their calendar.
#[derive(SurrealValue)]
struct SlotRow {
    booking: BookingId,
    starts_at: Timestamp,
    ends_at: Timestamp,
}

/// The time of a booking, were it to begin then.
fn slot(booking: &Booking, starts_at: Timestamp) -> SlotRow {
    let ends_at = booking.ends_if_at(starts_at);
    SlotRow { booking: booking.id, starts_at, ends_at }
}

/// Holds the booked time and no other for a booking.
pub(super) fn keep_booked_time<'a>(write: Write<'a>, booking: &Booking) -> Write<'a> {
    write
        .bind("slot", slot(booking, booking.starts_at))
        .step("fn::bookings::hold_only($provider, $slot)")
}

impl BookingStore {
    /// Replaces `before` by `after`, in which another time is proposed, if nobody changed it in
    /// between: else `bookings.changed`. Both times are held, if the new one is free and the
    /// provider's hours are those of `revision`.
    pub(crate) async fn propose(
        &self,
        before: &Booking,
        after: &Booking,
        starts_at: Timestamp,
        revision: i64,
        announcements: Announcements,
    ) -> Result<(), DbError> {
        let write = self
            .guarded(before, after)
            .bind("booked", slot(after, after.starts_at))
            .bind("proposed", slot(after, starts_at))
            .bind("revision", revision)
            .step("fn::bookings::hold_both($provider, $booked, $proposed, $revision)");
        announce(write, announcements, after.updated_at).run().await
    }

    /// Replaces `before` by `after`, in which no other time is proposed any more, if nobody changed
    /// it in between: else `bookings.changed`. What is booked now is held, the other time is free.
    pub(crate) async fn end_proposal(
        &self,
        before: &Booking,
        after: &Booking,
        announcements: Announcements,
    ) -> Result<(), DbError> {
        let mut write = keep_booked_time(self.guarded(before, after), after);
        if before.state.status == Status::Pending && after.state.status != Status::Pending {
            write = write.step("fn::bookings::uncount_pending($client, $id)");
        }
        announce(write, announcements, after.updated_at).run().await
    }
}
