//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use crate::service::{NotificationService, away::AwayService, letters::LetterService};

/// Interval of the check whether the daily mail to staff is due.
const STAFF_EVERY: Duration = Duration::from_mins(10);
/// Interval of the search for members with unseen notices or messages.
const AWAY_EVERY: Duration = Duration::from_mins(1);
/// Interval between two batches of a letter.
const LETTERS_EVERY: Duration = Duration::from_secs(10);

/// Returns the job that mails staff once a day what waits for them.
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

/// Returns the job that mails members what they have not seen.
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

/// Returns the job that sends letters to members in batches.
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
