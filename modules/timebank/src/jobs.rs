//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::TimebankService;

/// Returns the job that counts exchanges which nobody answered in time.
pub(crate) fn count_exchanges(service: &Arc<TimebankService>) -> Job {
    Job::new(
        "timebank.count_exchanges",
        Duration::from_mins(10),
        service.clone(),
        |service, now| async move { service.count_unanswered(now).await },
    )
}
