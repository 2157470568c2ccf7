//! Deadlines and held posts, which admins choose.

use sparkyard_kernel::{Caller, audit::AuditEntry};

use super::ModerationService;
use crate::{config::ModerationConfig, error::ModerationError};

impl ModerationService {
    /// Returns the rules that apply now: those that an admin chose, or else the configured ones.
    pub(crate) async fn rules(&self) -> Result<ModerationConfig, ModerationError> {
        Ok(self.store.rules().await?.unwrap_or(self.config))
    }

    /// Changes the rules, with effect for what comes from now on.
    pub(crate) async fn change_rules(
        &self,
        admin: &Caller,
        wanted: ModerationConfig,
    ) -> Result<ModerationConfig, ModerationError> {
        let after = wanted.checked()?;
        let before = self.rules().await?;
        let detail = differences(before, after);
        if detail.is_empty() {
            return Ok(after);
        }
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: admin.id.as_str(),
            action: "moderation.rules_changed",
            subject: "site".to_owned(),
            detail,
        };
        self.store.set_rules(after, audit.fragment()).await?;
        self.begin_holding(self.cx.now()).await?;
        Ok(after)
    }
}

/// Returns what differs, for the audit log.
fn differences(before: ModerationConfig, after: ModerationConfig) -> String {
    let fields = [
        ("days for reports", before.report_days, after.report_days),
        ("days for appeals", before.appeal_days, after.appeal_days),
        ("first posts held", before.hold_first_posts, after.hold_first_posts),
    ];
    let changed = fields.into_iter().filter(|(_, was, is)| was != is);
    let changed = changed.map(|(name, was, is)| format!("{name} from {was} to {is}"));
    changed.collect::<Vec<_>>().join(", ")
}
