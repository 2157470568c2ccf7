//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::PayoutsService;

/// Returns the job that completes transfers whose outcome is not known.
pub(crate) fn send(service: &Arc<PayoutsService>) -> Job {
    let every = Duration::from_mins(5);
    Job::new("payouts.send", every, service.clone(), |service, now| async move {
        service.send_waiting(now).await
    })
}
