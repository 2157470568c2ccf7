//! Background jobs.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use crate::service::KycService;

/// Returns the job that deletes pictures whose retention has expired.
pub(crate) fn purge(service: KycService) -> Job {
    Job { name: "kyc.purge", every: Duration::from_hours(1), runner: Arc::new(Purge(service)) }
}

struct Purge(KycService);

#[async_trait]
impl JobRunner for Purge {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        Ok(self.0.purge(now).await?)
    }
}
