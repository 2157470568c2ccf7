//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use anyhow::ensure;
use sparkyard_kernel::Job;

use crate::service::{BookingService, KEPT_FILES};

/// Interval at which due bookings are processed.
const DUE_EVERY: Duration = Duration::from_mins(1);

/// Returns the jobs that change bookings that are due, release files no longer needed, and send
/// reminders before visits and questions after them.
pub(crate) fn all(service: &Arc<BookingService>) -> [Job; 3] {
    let service = || service.clone();
    [
        Job::new("bookings.due", DUE_EVERY, service(), |service, now| async move {
            let failed = service.settle_due(now).await?;
            ensure!(failed == 0, "{failed} bookings could not be settled");
            anyhow::Ok(())
        }),
        Job::new(
            "bookings.forget_files",
            Duration::from_hours(1),
            service(),
            |service, now| async move { service.forget_files(now).await },
        )
        .deletes(KEPT_FILES),
        Job::new("bookings.visits", DUE_EVERY, service(), |service, now| async move {
            let failed = service.tell_of_visits(now).await?;
            ensure!(failed == 0, "{failed} bookings could not be reminded of or asked about");
            anyhow::Ok(())
        }),
    ]
}
