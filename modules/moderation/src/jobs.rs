//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::ModerationService;

/// Returns the job that reminds staff of late complaints, and admins of the risk assessment.
pub(crate) fn remind(service: Arc<ModerationService>) -> Job {
    Job::new("moderation.remind", Duration::from_hours(1), service, |service, now| async move {
        service.remind(now).await
    })
}

/// Returns the job that notes since when first posts are held.
pub(crate) fn begin_holding(service: Arc<ModerationService>) -> Job {
    let every = Duration::from_hours(24);
    Job::new("moderation.begin_holding", every, service, |service, now| async move {
        service.begin_holding(now).await
    })
}
