//! Policy for new members and their welcome grant, which admins choose unless the configuration
//! does.

use sparkyard_kernel::{
    Caller, Sparks,
    audit::AuditEntry,
    site_choices::{self, Joining},
    validate::Checks,
};

use super::{SiteService, details::change};
use crate::{error::SiteError, model::NewJoining};

/// Most spark tokens granted to a new member.
const MOST: Sparks = Sparks::from_minor(100_000);
const TOO_MUCH: &str = "New members can get 1,000 sparks at most.";

impl SiteService {
    /// Changes how people become members, with immediate effect.
    pub(crate) async fn change_joining(
        &self,
        admin: &Caller,
        wanted: NewJoining,
    ) -> Result<(), SiteError> {
        let fine = wanted.welcome_tokens.is_none_or(|tokens| tokens <= MOST);
        Checks::new().check("welcome_tokens", fine, TOO_MUCH).finish()?;
        let site = &self.cx.site;
        // One change after another, so that each is recorded with what it replaces.
        let _turn = self.store.queue_for_joining().await;
        site_choices::read(&self.cx.db, site).await?;
        let before = Joining::of(site);
        let after = Joining {
            registration: wanted.registration.unwrap_or(before.registration),
            welcome_tokens: wanted.welcome_tokens.unwrap_or(before.welcome_tokens),
        };
        let policy = change("registration", before.registration.name(), after.registration.name());
        let [was, is] = [before, after].map(|joining| joining.welcome_tokens.to_string());
        let tokens = change("welcome sparks", &was, &is);
        let fixed = [
            policy.is_some() && site.registration.is_fixed(),
            tokens.is_some() && site.welcome_tokens.is_fixed(),
        ];
        if fixed.contains(&true) {
            return Err(SiteError::JoiningFixed);
        }
        let differences: Vec<String> = [policy, tokens].into_iter().flatten().collect();
        if !differences.is_empty() {
            let audit = AuditEntry {
                id: self.cx.ids.next(),
                at: self.cx.now(),
                actor: admin.id.as_str(),
                action: "site.joining_changed",
                subject: "site".to_owned(),
                detail: differences.join(", "),
            };
            self.store.set_joining(after, audit).await?;
            site.registration.choose(after.registration);
            site.welcome_tokens.choose(after.welcome_tokens);
        }
        Ok(())
    }
}
