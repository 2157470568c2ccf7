//! Change of a booking's date in a demo.

use sparkyard_kernel::db::DbError;

use super::{BookingStore, proposal::keep_booked_time};
use crate::model::Booking;

impl BookingStore {
    /// Replaces `before` by `after` with another date; throws `bookings.changed` after a concurrent
    /// change. Moves the reserved time without checking for conflicts.
    pub(crate) async fn move_date(&self, before: &Booking, after: &Booking) -> Result<(), DbError> {
        keep_booked_time(self.guarded(before, after), after).run().await
    }
}
