//! Policy for new members, their welcome grant and the credit limit, which admins choose; for the
//! first two, unless the configuration does.

use sparkyard_kernel::{
    Caller, Sparks,
    audit::{AuditEntry, changes},
    site_choices::{self, Joining},
    validate::Checks,
};

use super::SiteService;
use crate::{error::SiteError, model::NewJoining};

/// Most spark tokens granted to a new member.
const MOST: Sparks = Sparks::from_minor(100_000);
const TOO_MUCH: &str = "New members can get 1,000 sparks at most.";
/// Most spark tokens that members may owe.
const MAX_CREDIT: Sparks = Sparks::from_minor(100_000);
const TOO_MUCH_CREDIT: &str = "Members can owe 1,000 sparks at most.";

impl SiteService {
    /// Changes how people become members, with immediate effect.
    pub(crate) async fn change_joining(
        &self,
        admin: &Caller,
        wanted: NewJoining,
    ) -> Result<(), SiteError> {
        let fine = wanted.welcome_tokens.is_none_or(|tokens| tokens <= MOST);
        let credit = wanted.credit_limit.is_none_or(|tokens| tokens <= MAX_CREDIT);
        Checks::new()
            .check("welcome_tokens", fine, TOO_MUCH)
            .check("credit_limit", credit, TOO_MUCH_CREDIT)
            .finish()?;
        let site = &self.cx.site;
        // One change after another, so that each is recorded with what it replaces.
        let _queued = self.store.queue_for_joining().await;
        site_choices::read(&self.cx.db, site).await?;
        let before = Joining::of(site);
        let after = Joining {
            registration: wanted.registration.unwrap_or(before.registration),
            welcome_tokens: wanted.welcome_tokens.unwrap_or(before.welcome_tokens),
            credit_limit: wanted.credit_limit.unwrap_or(before.credit_limit),
        };
        let fixed = [
            before.registration != after.registration && site.registration.is_fixed(),
            before.welcome_tokens != after.welcome_tokens && site.welcome_tokens.is_fixed(),
        ];
        if fixed.contains(&true) {
            return Err(SiteError::JoiningFixed);
        }
        let shown = |joining: Joining| {
            let [tokens, credit] = [joining.welcome_tokens, joining.credit_limit];
            [joining.registration.name().to_owned(), tokens.to_string(), credit.to_string()]
        };
        let fields = ["registration", "welcome sparks", "credit limit in sparks"].into_iter();
        let values = fields.zip(shown(before)).zip(shown(after));
        let detail = changes(values.map(|((field, was), is)| (field, was, is)));
        if !detail.is_empty() {
            let audit = AuditEntry {
                id: self.cx.ids.next(),
                at: self.cx.now(),
                actor: admin.id.as_str(),
                action: "site.joining_changed",
                subject: "site".to_owned(),
                detail,
            };
            self.store.set_joining(after, audit).await?;
            site.registration.choose(after.registration);
            site.welcome_tokens.choose(after.welcome_tokens);
            site.credit_limit.choose(after.credit_limit);
        }
        Ok(())
    }
}
