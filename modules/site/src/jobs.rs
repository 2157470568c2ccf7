//! Background jobs.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use crate::service::SiteService;

/// Interval at which changes made by another process are read.
const EVERY: Duration = Duration::from_secs(10);

struct ReadDetails(Arc<SiteService>);

/// Returns the job that reads the stored details, at the start and then periodically.
pub(crate) fn read_details(service: Arc<SiteService>) -> Job {
    Job { name: "site.read_details", every: EVERY, runner: Arc::new(ReadDetails(service)) }
}

#[async_trait]
impl JobRunner for ReadDetails {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        Ok(self.0.read_details().await?)
    }
}
