//! The one change of a booking's date, in a sample community.

use sparkyard_kernel::db::DbError;

use super::{BookingStore, proposal::keep_booked_time};
use crate::model::Booking;

impl BookingStore {
    /// Replaces `before` by `after`, whose date is another, if nobody changed it in between: else
    /// `bookings.changed`. The provider's time moves along, whatever else they do then.
    pub(crate) async fn move_date(&self, before: &Booking, after: &Booking) -> Result<(), DbError> {
        keep_booked_time(self.guarded(before, after), after).run().await
    }
}
