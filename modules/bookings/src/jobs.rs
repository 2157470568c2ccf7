//! What is done as time passes.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use crate::service::BookingService;

/// How often to look for bookings that time itself must change.
const DUE_EVERY: Duration = Duration::from_mins(1);

/// The job that acts on bookings whose time has come.
pub(crate) fn due(service: Arc<BookingService>) -> Job {
    Job { name: "bookings.due", every: DUE_EVERY, runner: Arc::new(Due { service }) }
}

/// The job that reminds of what is soon, and asks about what is over.
pub(crate) fn visits(service: Arc<BookingService>) -> Job {
    Job { name: "bookings.visits", every: DUE_EVERY, runner: Arc::new(Visits { service }) }
}

/// The job that lets go of files which nobody needs any more.
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
