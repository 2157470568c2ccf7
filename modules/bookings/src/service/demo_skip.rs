//! Skipping ahead to the visit, in a demo.

use sparkyard_kernel::{BookingId, Caller};

use super::BookingService;
use crate::{
    error::BookingError,
    model::{
        machine::{Refused, Status},
        seen::BookingForViewer,
    },
};

impl BookingService {
    /// Moves the date of an accepted booking to now and makes its provider payable, in a demo only.
    /// A booking that is already payable stays unchanged.
    pub(crate) async fn skip_to_visit(
        &self,
        caller: &Caller,
        id: BookingId,
    ) -> Result<BookingForViewer, BookingError> {
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
        // No time is left to agree on another one.
        after.proposal = None;
        after.updated_at = now;
        after.version += 1;
        self.store.move_date(&booking, &after).await?;
        Ok(self.seen(after, viewer).await?)
    }
}
