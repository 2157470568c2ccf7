//! What is done as time passes.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use crate::service::NotificationService;

/// How often it is looked whether staff are to have their mail of the day.
const EVERY: Duration = Duration::from_mins(10);

/// The job that tells staff once a day what waits for them.
pub(crate) fn mail_staff(service: Arc<NotificationService>) -> Job {
    Job { name: "notifications.mail_staff", every: EVERY, runner: Arc::new(MailStaff(service)) }
}

struct MailStaff(Arc<NotificationService>);

#[async_trait]
impl JobRunner for MailStaff {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        Ok(self.0.mail_staff(now).await?)
    }
}
