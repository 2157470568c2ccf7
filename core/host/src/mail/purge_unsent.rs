//! Deletion of mails that could not be sent.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{Job, job::Retention};

use super::Mailer;

/// Retention of mails that could not be sent; links in them expire much earlier.
const KEEP: Duration = Duration::from_hours(30 * 24);
const EVERY: Duration = Duration::from_hours(1);

/// Returns the job that has `mailer` delete old mails.
pub(crate) fn purge_unsent_mails(mailer: Arc<dyn Mailer>) -> Job {
    Job::new("core.purge_unsent_mails", EVERY, mailer, |mailer, now| async move {
        mailer.delete_old(now - KEEP).await
    })
    .deletes(Retention {
        data: "Emails that could not be sent",
        since: "after they were written",
        keep: KEEP,
    })
}
