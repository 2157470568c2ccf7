//! What is done as time passes.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use crate::service::KycService;

/// The job that deletes pictures which have been kept long enough.
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
