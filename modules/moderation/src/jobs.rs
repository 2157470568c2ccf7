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
