//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::VettingService;

/// Returns the job that reminds members and admins of checks that run out.
pub(crate) fn remind(service: Arc<VettingService>) -> Job {
    Job::new("vetting.remind", Duration::from_hours(1), service, |service, now| async move {
        service.remind(now).await
    })
}
