//! What time does to bookings: requests lapse, completions are paid, forgotten ones end.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{BookingId, Timestamp, job::JobRunner};
use tracing::error;

use crate::{
    change::Change,
    error::BookingError,
    machine::{Action, Actor, Status},
    service::Service,
    store::Also,
};

/// Most bookings that one run takes on; the next run goes on.
const BATCH: i64 = 500;

/// Acts on every booking whose time has come. Safe to run twice at once: the booking's row
/// decides which of two runs, or of a run and a person, was first.
pub(crate) struct Due {
    service: Arc<Service>,
}

impl Due {
    /// A runner on the module's data.
    pub(crate) fn new(service: Arc<Service>) -> Self {
        Self { service }
    }

    async fn settle(&self, id: BookingId, now: Timestamp) -> Result<(), BookingError> {
        let Some(booking) = self.service.store.booking(id).await? else { return Ok(()) };
        if booking.due_at().is_none_or(|due| due > now) {
            return Ok(());
        }
        let action = match booking.state.status {
            Status::Pending => Action::Expire,
            Status::Accepted | Status::InProgress => Action::Abandon,
            _ => Action::Release,
        };
        let change = Change { action, actor: Actor::System, by: None, provider_share: 0 };
        match self.service.change(booking, &change, |_, _| Also::Nothing).await {
            // Somebody else was first.
            Ok(_) | Err(BookingError::Illegal(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

#[async_trait]
impl JobRunner for Due {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        let mut failed = 0;
        for id in self.service.store.due(now, BATCH).await? {
            // One booking that cannot be settled must not keep the others waiting.
            if let Err(cause) = self.settle(id, now).await {
                error!(booking = id.0, "not settled, will be tried again: {cause}");
                failed += 1;
            }
        }
        anyhow::ensure!(failed == 0, "{failed} bookings could not be settled");
        Ok(())
    }
}
