use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use super::Mailer;

/// Retention of mails that could not be sent; links in them expire much earlier.
const KEEP: Duration = Duration::from_hours(30 * 24);
const EVERY: Duration = Duration::from_hours(1);

/// Returns the job that has `mailer` delete old mails.
pub(crate) fn forget_letters(mailer: Arc<dyn Mailer>) -> Job {
    Job { name: "core.forget_letters", every: EVERY, runner: Arc::new(Forgetting(mailer)) }
}

struct Forgetting(Arc<dyn Mailer>);

#[async_trait]
impl JobRunner for Forgetting {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        self.0.forget(now - KEEP).await
    }
}
