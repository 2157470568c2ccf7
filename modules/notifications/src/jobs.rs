//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::{NotificationService, away::AwayService, letters::LetterService};

/// Interval of the check whether the daily mail to staff is due.
const STAFF_EVERY: Duration = Duration::from_mins(10);
/// Interval of the search for members with unseen notices or messages.
const AWAY_EVERY: Duration = Duration::from_mins(1);
/// Interval between two batches of a letter.
const LETTERS_EVERY: Duration = Duration::from_secs(10);

/// Returns the job that mails staff once a day what waits for them.
pub(crate) fn mail_staff(service: Arc<NotificationService>) -> Job {
    Job::new("notifications.mail_staff", STAFF_EVERY, service, |service, now| async move {
        service.mail_staff(now).await
    })
}

/// Returns the job that mails members what they have not seen.
pub(crate) fn away(service: Arc<AwayService>) -> Job {
    Job::new("notifications.away", AWAY_EVERY, service, |service, _| async move {
        let failed = service.look_after_all().await?;
        anyhow::ensure!(failed == 0, "{failed} members could not be told what they missed");
        anyhow::Ok(())
    })
}

/// Returns the job that sends letters to members in batches.
pub(crate) fn bring_letters(service: Arc<LetterService>) -> Job {
    Job::new("notifications.bring_letters", LETTERS_EVERY, service, |service, _| async move {
        service.bring().await
    })
}
