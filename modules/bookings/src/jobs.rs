//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use crate::service::BookingService;

/// Interval at which due bookings are processed.
const DUE_EVERY: Duration = Duration::from_mins(1);

/// Returns the job that changes bookings that are due.
pub(crate) fn due(service: Arc<BookingService>) -> Job {
    Job { name: "bookings.due", every: DUE_EVERY, runner: Arc::new(Due { service }) }
}

/// Returns the job that sends reminders before visits and questions after them.
pub(crate) fn visits(service: Arc<BookingService>) -> Job {
    Job { name: "bookings.visits", every: DUE_EVERY, runner: Arc::new(Visits { service }) }
}

/// Returns the job that releases files no longer needed.
pub(crate) fn forget_files(service: Arc<BookingService>) -> Job {
    let runner = Arc::new(ForgetFiles { service });
    Job { name: "bookings.forget_files", every: Duration::from_hours(1), runner }
}

struct ForgetFiles {
    service: Arc<BookingService>,
}

#[async_trait]
impl JobRunner for ForgetFiles {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        Ok(self.service.forget_files(now).await?)
    }
}

struct Visits {
    service: Arc<BookingService>,
}

#[async_trait]
impl JobRunner for Visits {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        let failed = self.service.tell_of_visits(now).await?;
        anyhow::ensure!(failed == 0, "{failed} bookings could not be reminded of or asked about");
        Ok(())
    }
}

struct Due {
    service: Arc<BookingService>,
}

#[async_trait]
impl JobRunner for Due {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        let failed = self.service.settle_due(now).await?;
        anyhow::ensure!(failed == 0, "{failed} bookings could not be settled");
        Ok(())
    }
}
