//! What is done as time passes.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use crate::service::away::AwayService;

/// How often to look for members who have not seen something.
const AWAY_EVERY: Duration = Duration::from_mins(1);

/// The job that tells members by mail of what they have not seen.
pub(crate) fn away(service: Arc<AwayService>) -> Job {
    Job { name: "notifications.away", every: AWAY_EVERY, runner: Arc::new(Away { service }) }
}

struct Away {
    service: Arc<AwayService>,
}

#[async_trait]
impl JobRunner for Away {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        let failed = self.service.look_after_all().await?;
        anyhow::ensure!(failed == 0, "{failed} members could not be told what they missed");
        Ok(())
    }
}
