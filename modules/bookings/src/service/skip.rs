//! In a sample community nobody waits for the day of the visit.

use sparkyard_kernel::{BookingId, Caller};

use super::BookingService;
use crate::{
    error::BookingError,
    model::{
        machine::{Refused, Status},
        seen::SeenBooking,
    },
};

impl BookingService {
    /// Moves the date of an accepted booking to now, for one of its parties, and lets the provider
    /// be paid from now on, in a sample community alone. One whose time has come stays as it is.
    pub(crate) async fn skip_to_visit(
        &self,
        caller: &Caller,
        id: BookingId,
    ) -> Result<SeenBooking, BookingError> {
        if !self.cx.demo {
            return Err(BookingError::DemoOff);
        }
        let (booking, viewer) = self.own(id, &caller.id).await?;
        let status = booking.state.status;
        if !matches!(status, Status::Accepted | Status::InProgress) {
            return Err(Refused::Status(status).into());
        }
        let now = self.cx.now();
        if booking.payable_at <= now {
            return Ok(self.seen(booking, viewer).await?);
        }
        let mut after = booking.clone();
        after.starts_at = booking.starts_at.min(now);
        after.payable_at = now;
        // There is no time left to agree on another.
        after.proposal = None;
        after.updated_at = now;
        after.version += 1;
        self.store.move_date(&booking, &after).await?;
        Ok(self.seen(after, viewer).await?)
    }
}
