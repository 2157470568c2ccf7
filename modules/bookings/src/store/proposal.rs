//! Storage of proposals, whose time is reserved beside the booked one.

use sparkyard_kernel::{
    BookingId, Timestamp,
    db::{DbError, Fragment, SurrealValue, Write},
};

use super::{Announcements, BookingStore, announce};
use crate::model::{Booking, machine::Status};

/// A reserved range in a provider's calendar.
#[derive(SurrealValue)]
struct SlotRow {
    booking: BookingId,
    starts_at: Timestamp,
    ends_at: Timestamp,
}

/// Returns the range of a booking if it began at `starts_at`.
fn slot(booking: &Booking, starts_at: Timestamp) -> SlotRow {
    let ends_at = booking.ends_if_at(starts_at);
    SlotRow { booking: booking.id, starts_at, ends_at }
}

/// Reserves only the booked time for a booking.
pub(super) fn keep_booked_time<'a>(write: Write<'a>, booking: &Booking) -> Write<'a> {
    write
        .bind("slot", slot(booking, booking.starts_at))
        .step("fn::bookings::hold_only($provider, $slot)")
}

impl BookingStore {
    /// Stores a proposal by replacing `before` by `after`; throws `bookings.changed` after a
    /// concurrent change. Reserves both times, if the new one is free and the provider's
    /// availability is still at `revision`.
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

    /// Ends a proposal by replacing `before` by `after`; throws `bookings.changed` after a
    /// concurrent change. Reserves the booked time and frees the other. `money` moves in the same
    /// write.
    pub(crate) async fn end_proposal(
        &self,
        before: &Booking,
        after: &Booking,
        money: Option<Fragment>,
        announcements: Announcements,
    ) -> Result<(), DbError> {
        let mut write = keep_booked_time(self.guarded(before, after).calls(money), after);
        if before.state.status == Status::Pending && after.state.status != Status::Pending {
            write = write.step("fn::bookings::uncount_pending($client, $id)");
        }
        announce(write, announcements, after.updated_at).run().await
    }
}
