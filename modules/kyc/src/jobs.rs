//! Background jobs.

use std::time::Duration;

use sparkyard_kernel::Job;

use crate::service::KycService;

/// Returns the job that deletes pictures whose retention has expired.
pub(crate) fn purge(service: KycService) -> Job {
    Job::new("kyc.purge", Duration::from_hours(1), service, |service, now| async move {
        service.purge(now).await
    })
}
