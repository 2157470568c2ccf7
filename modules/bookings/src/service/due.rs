//! What time does to bookings: requests lapse, completions are paid, forgotten ones end.

use sparkyard_kernel::{BookingId, Timestamp};
use tracing::error;

use super::{BookingService, change::Change};
use crate::{
    error::BookingError,
    model::machine::{Action, Actor, Status},
};

/// Most bookings that one run takes on; the next run goes on.
const BATCH: i64 = 500;

impl BookingService {
    /// Acts on every booking whose time has come, and returns how many could not be settled. Safe
    /// to run twice at once: the booking's row decides which of two runs, or of a run and a
    /// person, was first.
    pub(crate) async fn settle_due(&self, now: Timestamp) -> Result<usize, BookingError> {
        let mut failed = 0;
        for id in self.store.due(now, BATCH).await? {
            // One booking that cannot be settled must not keep the others waiting.
            if let Err(cause) = self.settle_if_due(id, now).await {
                error!(booking = id.0, "not settled, will be tried again: {cause}");
                failed += 1;
            }
        }
        Ok(failed)
    }

    async fn settle_if_due(&self, id: BookingId, now: Timestamp) -> Result<(), BookingError> {
        let Some(booking) = self.store.booking(id).await? else { return Ok(()) };
        if booking.due_at().is_none_or(|due| due > now) {
            return Ok(());
        }
        let action = match booking.state.status {
            Status::Pending => Action::Expire,
            Status::Accepted | Status::InProgress => Action::Abandon,
            _ => Action::Release,
        };
        let change = Change { action, actor: Actor::System, by: None, provider_share: 0 };
        match self.change(booking, &change, |_, _| None).await {
            // Somebody else was first.
            Ok(_) | Err(BookingError::Illegal(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
