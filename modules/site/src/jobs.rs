//! Background jobs.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::SiteService;

/// Interval at which changes made by another process are read.
const EVERY: Duration = Duration::from_secs(10);

/// Interval at which the figures of the front page are counted.
const COUNT_EVERY: Duration = Duration::from_mins(10);

/// Returns the job that counts the figures of the front page.
pub(crate) fn count_figures(service: Arc<SiteService>) -> Job {
    Job::new("site.count_figures", COUNT_EVERY, service, |service, _| async move {
        service.count_figures().await
    })
}

/// Returns the job that reads the stored details, at the start and then periodically.
pub(crate) fn read_details(service: Arc<SiteService>) -> Job {
    Job::new("site.read_details", EVERY, service, |service, _| async move {
        service.read_details().await
    })
}
