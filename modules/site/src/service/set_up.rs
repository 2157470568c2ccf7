//! The state of the set-up, and test mails, for admins.

use sparkyard_kernel::{Caller, audit::AuditEntry, ports::TestMailReport, site_choices};

use super::SiteService;
use crate::{error::SiteError, model::SetUpFacts};

impl SiteService {
    /// Returns what has been chosen, and what has to be done before others can use the site safely.
    pub(crate) async fn set_up(&self) -> Result<SetUpFacts, SiteError> {
        let finished = self.cx.demo || site_choices::is_set_up(&self.cx.db).await?;
        Ok(SetUpFacts {
            site: self.cx.site.clone(),
            has_wallet: self.cx.has("wallet"),
            finished,
            warnings: self.set_up.warnings().await?,
        })
    }

    /// Notes that an admin has set the site up.
    pub(crate) async fn finish_set_up(&self, admin: &Caller) -> Result<(), SiteError> {
        let _queued = self.store.queue_for_set_up().await;
        if site_choices::is_set_up(&self.cx.db).await? {
            return Ok(());
        }
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: admin.id.as_str(),
            action: "site.set_up_finished",
            subject: "site".to_owned(),
            detail: String::new(),
        };
        Ok(self.store.finish_set_up(audit).await?)
    }

    /// Sends a test mail to the calling admin.
    pub(crate) async fn send_test_mail(&self, admin: &Caller) -> Result<TestMailReport, SiteError> {
        Ok(self.set_up.send_test_mail(&admin.email).await?)
    }
}
