//! Background jobs.

use std::time::Duration;

use sparkyard_kernel::{Job, job::Retention};

use crate::service::KycService;

/// Returns the job that deletes pictures whose retention has expired.
pub(crate) fn purge(service: KycService) -> Job {
    let keep = service.retention();
    Job::new("kyc.purge", Duration::from_hours(1), service, |service, now| async move {
        service.purge(now).await
    })
    .deletes(Retention {
        data: "Pictures of identity documents",
        since: "after we decided about them",
        keep,
    })
}
