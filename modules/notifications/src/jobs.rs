//! What is done as time passes.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use crate::service::{NotificationService, away::AwayService, letters::LetterService};

/// How often it is looked whether staff are to have their mail of the day.
const STAFF_EVERY: Duration = Duration::from_mins(10);
/// How often to look for members who have not seen something.
const AWAY_EVERY: Duration = Duration::from_mins(1);
/// How often letters go out to some more members.
const LETTERS_EVERY: Duration = Duration::from_secs(10);

/// The job that tells staff once a day what waits for them.
pub(crate) fn mail_staff(service: Arc<NotificationService>) -> Job {
    Job {
        name: "notifications.mail_staff",
        every: STAFF_EVERY,
        runner: Arc::new(MailStaff(service)),
    }
}

struct MailStaff(Arc<NotificationService>);

#[async_trait]
impl JobRunner for MailStaff {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        Ok(self.0.mail_staff(now).await?)
    }
}

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

/// The job that brings letters to members.
pub(crate) fn bring_letters(service: Arc<LetterService>) -> Job {
    Job {
        name: "notifications.bring_letters",
        every: LETTERS_EVERY,
        runner: Arc::new(BringLetters(service)),
    }
}

struct BringLetters(Arc<LetterService>);

#[async_trait]
impl JobRunner for BringLetters {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        Ok(self.0.bring().await?)
    }
}
