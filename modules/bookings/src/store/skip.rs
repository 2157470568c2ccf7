//! The one change of a booking's date, in a sample community.

use sparkyard_kernel::db::DbError;

use super::BookingStore;
use crate::model::Booking;

impl BookingStore {
    /// Replaces `before` by `after`, whose date is another, if nobody changed it in between: else
    /// `bookings.changed`. The provider's time moves along, whatever else they do then.
    pub(crate) async fn move_date(&self, before: &Booking, after: &Booking) -> Result<(), DbError> {
        self.guarded(before, after)
            .bind("starts_at", after.starts_at)
            .bind("ends_at", after.ends_at())
            .step(
                "UPDATE type::record('booking_calendar', $provider) SET slots = array::append(\
                 slots[WHERE booking != $id], \
                 { booking: $id, starts_at: $starts_at, ends_at: $ends_at }) RETURN NONE",
            )
            .run()
            .await
    }
}
