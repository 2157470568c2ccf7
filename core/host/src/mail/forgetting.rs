use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use super::Mailer;

/// How long mails are kept that could not leave: the links in them lapsed long before.
const KEEP: Duration = Duration::from_hours(30 * 24);
const EVERY: Duration = Duration::from_hours(1);

/// A job that has `mailer` forget old mails.
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
