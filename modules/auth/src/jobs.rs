//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::AuthService;

/// Interval at which requests stored by another process are read.
const EVERY: Duration = Duration::from_secs(10);

/// Returns the job that reads which texts members are asked to agree to, at the start and then
/// periodically.
pub(crate) fn read_agreements(service: Arc<AuthService>) -> Job {
    Job::new("auth.read_agreements", EVERY, service, |service, _| async move {
        service.read_agreements().await
    })
}

/// Returns the job that mails invitations to imported members, a few at a time.
pub(crate) fn send_welcomes(service: &Arc<AuthService>) -> Job {
    let every = Duration::from_secs(5);
    Job::new("auth.send_welcomes", every, service.clone(), |service, now| async move {
        service.send_welcomes(now).await
    })
}
