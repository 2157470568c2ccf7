//! The payment mode, which admins choose unless the configuration does.

use sparkyard_kernel::{Caller, audit::AuditEntry, site::Mode, site_mode};

use super::SiteService;
use crate::{error::SiteError, model::SiteFacts};

impl SiteService {
    /// Changes how members pay each other, with immediate effect.
    pub(crate) async fn change_mode(
        &self,
        admin: &Caller,
        mode: Mode,
    ) -> Result<SiteFacts, SiteError> {
        if self.cx.site.mode_is_fixed {
            return Err(SiteError::ModeFixed);
        }
        // One change after another, so that each is recorded with the mode that it replaces.
        let _queued = self.store.queue_for_mode().await;
        site_mode::read(&self.cx.db, &self.cx.site).await?;
        let before = self.cx.site.mode();
        if mode != before {
            self.no_pounds_stranded(before).await?;
            let audit = AuditEntry {
                id: self.cx.ids.next(),
                at: self.cx.now(),
                actor: admin.id.as_str(),
                action: "site.mode_changed",
                subject: "site".to_owned(),
                detail: format!("from {} to {}", before.name(), mode.name()),
            };
            self.store.set_mode(mode, audit).await?;
            self.cx.site.set_mode(mode);
            self.list_pages();
        }
        Ok(self.facts())
    }

    /// Fails if members would have pounds that they can neither spend nor withdraw. A card payment
    /// that is under way may still arrive; its pounds wait until the mode is changed back.
    async fn no_pounds_stranded(&self, before: Mode) -> Result<(), SiteError> {
        let Some(ledger) = &self.ledger else { return Ok(()) };
        if before != Mode::CashAndTokens {
            return Ok(());
        }
        match ledger.pounds_held().await? {
            held if held.minor() == 0 => Ok(()),
            held => Err(SiteError::PoundsHeld(held)),
        }
    }
}
