//! Bookings in the calendars that their parties keep elsewhere.

use sparkyard_kernel::{BookingId, UserId};

use super::BookingService;
use crate::{
    error::BookingError,
    model::calendar_file::{self, Entry},
};

impl BookingService {
    /// An accepted booking as a file for the calendar of `reader`.
    pub(crate) async fn calendar_file(
        &self,
        id: BookingId,
        reader: &UserId,
    ) -> Result<String, BookingError> {
        let seen = self.get(id, reader).await?;
        let entry = Entry::of(&seen, &self.cx.site).ok_or(BookingError::NoCalendarFile)?;
        Ok(calendar_file::single(&entry))
    }
}
